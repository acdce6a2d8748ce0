//! The games against the naive oracle: outcome, nimber, remoteness and the full set of winning
//! and drawing moves, on random positions and on all tiny ones.

mod common;

use common::{drawing, solve, sorted, try_solve, winning};
use grundy::Method;
use grundy_testkit::games::{Bo, Darkraft, Nim, Piece, Reclamation, River, Wythoff};
use grundy_testkit::generate::{self, Random};
use grundy_testkit::{Board, Naive, Sum, answer, table};

/// Compares one position by every method that answers it.
fn check<G: Naive>(game: &G, state: &G::State, question: &str, methods: &[Method]) {
    let oracle = answer(game, state);
    let draws = question.starts_with("bo:knight");
    for &method in methods {
        let ours = solve(question, method);
        let context = format!("{question} by {method}");
        assert_eq!(ours.outcome.unwrap().word(), oracle.verdict.outcome.to_string(), "{context}");
        assert_eq!(winning(&ours), oracle.winning_moves(), "{context}");
        assert!(ours.winning.complete(), "{context}");
        if draws {
            assert_eq!(ours.remoteness.map(|n| n.0), oracle.verdict.remoteness, "{context}");
            let kept =
                if ours.outcome == Some(grundy::Outcome::Draw) { oracle.drawing_moves() } else { vec![] };
            assert_eq!(drawing(&ours), kept, "{context}");
        } else {
            assert_eq!(ours.nimber.map(|n| n.0), oracle.nimber, "{context}");
        }
    }
}

const BOTH: &[Method] = &[Method::Auto, Method::General];

fn darkraft(board: &Board) -> String {
    format!("darkraft {board}")
}

#[test]
fn darkraft_on_full_boards() {
    let mut random = Random::new(1);
    for _ in 0..1500 {
        let board = generate::darkraft_full(&mut random, 4, 4);
        check(&Darkraft, &board, &darkraft(&board), BOTH);
    }
    for _ in 0..6 {
        let board = generate::darkraft_full(&mut random, 5, 5);
        check(&Darkraft, &board, &darkraft(&board), BOTH);
    }
}

#[test]
fn darkraft_in_the_middle_of_games() {
    let mut random = Random::new(2);
    for _ in 0..1500 {
        let board = generate::darkraft_played(&mut random, 4, 5);
        check(&Darkraft, &board, &darkraft(&board), BOTH);
    }
}

#[test]
fn darkraft_with_dead_cells_that_no_play_leaves() {
    let mut random = Random::new(3);
    for _ in 0..1500 {
        let board = generate::darkraft_dead(&mut random, 4, 5);
        check(&Darkraft, &board, &darkraft(&board), BOTH);
    }
}

#[test]
fn darkraft_on_all_tiny_boards() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2)] {
        for board in generate::every_board(rows, columns, &['L', 'R', 'X', '.']) {
            check(&Darkraft, &board, &darkraft(&board), &[Method::Auto]);
        }
    }
}

#[test]
fn darkraft_by_its_kernel() {
    let mut random = Random::new(4);
    let mut kernels = 0;
    for _ in 0..500 {
        let board = generate::darkraft_full(&mut random, 4, 4);
        if try_solve(&darkraft(&board), Method::Kernel).is_ok() {
            kernels += 1;
            check(&Darkraft, &board, &darkraft(&board), &[Method::Kernel]);
        }
    }
    // Larger than the oracle can go: kernel and search agree, also in the middle of games.
    for i in 0..90 {
        let board = match i % 3 {
            0 => generate::darkraft_full(&mut random, 10, 10),
            1 => generate::darkraft_full(&mut random, 6, 16),
            _ => generate::darkraft_played(&mut random, 12, 12),
        };
        if let Ok(kernel) = try_solve(&darkraft(&board), Method::Kernel) {
            kernels += 1;
            let general = solve(&darkraft(&board), Method::General);
            assert_eq!(kernel.nimber, general.nimber, "{board}");
            assert_eq!(winning(&kernel), winning(&general), "{board}");
        }
    }
    // A board of one row or column falls apart at once: there the kernel declines.
    assert!(kernels > 300, "{kernels}");
}

fn reclamation(board: &Board) -> String {
    let stones = sorted(board.cells_with('o')).into_iter();
    let stones = stones.map(|(row, column)| format!(" {row},{column}")).collect::<String>();
    format!("reclamation {}{stones}", board.rows())
}

#[test]
fn reclamation_on_random_rivers() {
    let mut random = Random::new(5);
    for _ in 0..1500 {
        let board = generate::reclamation(&mut random, 9);
        check(&Reclamation, &board, &reclamation(&board), BOTH);
    }
}

#[test]
fn reclamation_on_all_tiny_rivers() {
    let mut legal = 0;
    for rows in 1..=6 {
        for board in generate::every_board(rows, 2, &['.', 'o']) {
            if Reclamation::is_legal(&board) {
                legal += 1;
                check(&Reclamation, &board, &reclamation(&board), BOTH);
            }
        }
    }
    assert!(legal > 250, "{legal}");
}

#[test]
fn river_on_promised_and_free_boards() {
    let mut random = Random::new(6);
    for _ in 0..1500 {
        let board = generate::river_promised(&mut random, 6);
        check(&River, &board, &format!("river {board}"), BOTH);
        let board = generate::river_free(&mut random, 4);
        if River::is_legal(&board) {
            check(&River, &board, &format!("river:free {board}"), BOTH);
        }
    }
}

#[test]
fn river_on_all_tiny_boards() {
    for board in generate::every_board(2, 3, &['*', '.', 'x', 'c']) {
        if River::is_legal(&board) {
            check(&River, &board, &format!("river:free {board}"), &[Method::Auto]);
        }
    }
}

fn bo(game: &Bo, square: (u64, u64)) -> String {
    let piece = match game.piece {
        Piece::King => "king",
        Piece::Rook => "rook",
        Piece::Knight => "knight",
        Piece::Queen => "queen",
    };
    format!("bo:{piece} {}x{} {},{}", game.size.0, game.size.1, square.0, square.1)
}

#[test]
fn bo_on_all_small_boards_and_random_larger_ones() {
    for piece in Piece::ALL {
        for size in (1..=6).flat_map(|n| (1..=6).map(move |m| (n, m))) {
            for square in (1..=size.0).flat_map(|x| (1..=size.1).map(move |y| (x, y))) {
                let game = Bo { piece, size };
                check(&game, &square, &bo(&game, square), BOTH);
            }
        }
    }
    let mut random = Random::new(7);
    for _ in 0..1000 {
        let (game, square) = generate::bo(&mut random, 24);
        check(&game, &square, &bo(&game, square), BOTH);
    }
}

#[test]
fn nim_and_wythoff() {
    let mut random = Random::new(8);
    for _ in 0..1000 {
        let heaps: Vec<u64> = (0..random.between(1, 3)).map(|_| random.below(7)).collect();
        let words = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        check(&Nim, &heaps, &format!("nim {words}"), BOTH);
        let pair = (random.below(20), random.below(20));
        check(&Wythoff, &pair, &format!("wythoff {} {}", pair.0, pair.1), BOTH);
    }
}

#[test]
fn sums_of_different_games_are_searched_as_one() {
    let mut random = Random::new(9);
    for _ in 0..600 {
        let mut terms = Vec::new();
        let mut questions = Vec::new();
        for _ in 0..random.between(2, 3) {
            match random.below(5) {
                0 => {
                    let board = generate::darkraft_dead(&mut random, 2, 3);
                    terms.push(table(&Darkraft, &board));
                    questions.push(darkraft(&board));
                }
                1 => {
                    let board = generate::reclamation(&mut random, 4);
                    terms.push(table(&Reclamation, &board));
                    questions.push(reclamation(&board));
                }
                2 => {
                    let board = generate::river_promised(&mut random, 4);
                    terms.push(table(&River, &board));
                    questions.push(format!("river {board}"));
                }
                3 => {
                    let piece = *random.pick(&[Piece::King, Piece::Rook, Piece::Queen]);
                    let game = Bo { piece, size: (random.between(1, 4), random.between(1, 4)) };
                    terms.push(table(&game, &(1, 1)));
                    questions.push(bo(&game, (1, 1)));
                }
                _ => {
                    let heap = random.below(6);
                    terms.push(table(&Nim, &vec![heap]));
                    questions.push(format!("nim {heap}"));
                }
            }
        }
        let sum = Sum(terms);
        check(&sum, &sum.start(), &questions.join(" + "), &[Method::Auto]);
    }
}
