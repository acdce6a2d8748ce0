//! Theorems hold the naive games to each other: the oracle knows none of them, so that each
//! agreement is a test of two games that were written apart.

use grundy_testkit::games::{
    ArcKayles, Bo, Chomp, Cram, Darkraft, Nim, NoGo, NodeKayles, Piece, Reclamation, River, TakeBreak,
    grid_graph,
};
use grundy_testkit::generate::{self, Random};
use grundy_testkit::{Board, Outcome, Table, nimber, outcome, sum_nimber, table};

/// The line graph: the edges become vertices, neighbours where they share a vertex.
fn line_graph(edges: &[(usize, usize)]) -> NodeKayles {
    let meet = |a: (usize, usize), b: (usize, usize)| a.0 == b.0 || a.0 == b.1 || a.1 == b.0 || a.1 == b.1;
    let pairs = (0..edges.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
    let joined = pairs.filter(|&(j, i)| meet(edges[j], edges[i])).collect();
    NodeKayles { vertices: edges.len(), edges: joined }
}

/// The graph of the pairs for which `joined` holds.
fn graph_where(vertices: usize, joined: impl Fn(usize, usize) -> bool) -> NodeKayles {
    let pairs = (0..vertices).flat_map(|v| (0..v).map(move |u| (u, v)));
    NodeKayles { vertices, edges: pairs.filter(|&(u, v)| joined(u, v)).collect() }
}

fn kayles_value(game: &NodeKayles) -> Option<u64> {
    nimber(game, &game.start())
}

#[test]
fn arc_kayles_is_node_kayles_on_the_line_graph() {
    let mut random = Random::new(101);
    for _ in 0..500 {
        let (vertices, edges) = generate::multigraph(&mut random, 6);
        let arcs = ArcKayles { vertices, edges: edges.clone() };
        assert_eq!(nimber(&arcs, &arcs.start()), kayles_value(&line_graph(&edges)), "{edges:?}");
    }
}

#[test]
fn cram_is_arc_kayles_on_the_grid() {
    let mut random = Random::new(102);
    for _ in 0..500 {
        let board = generate::region(&mut random, 3, 4);
        let free: Vec<bool> = board.cells().map(|cell| board.at(cell) == Some('.')).collect();
        let grid = ArcKayles { vertices: free.len(), edges: grid_graph(board.rows(), board.cols()) };
        assert_eq!(nimber(&Cram, &board), nimber(&grid, &free), "{board}");
    }
}

#[test]
fn river_with_one_area_is_node_kayles_on_its_bank() {
    let mut random = Random::new(103);
    let mut checked = 0;
    while checked < 300 {
        let board = generate::river_free(&mut random, 5);
        if board.areas('*').len() != 1 || !board.cells_with('c').is_empty() {
            continue;
        }
        checked += 1;
        let mut bank = board.cells_with('.');
        bank.retain(|&cell| board.neighbours(cell).any(|next| board.at(next) == Some('*')));
        let graph = graph_where(bank.len(), |u, v| board.neighbours(bank[u]).any(|next| next == bank[v]));
        assert_eq!(nimber(&River, &board), kayles_value(&graph), "{board}");
    }
}

#[test]
fn reclamation_is_node_kayles_on_its_conflicts() {
    // A stone takes away its own cell and the three across.
    let mut random = Random::new(104);
    for _ in 0..300 {
        let board = generate::reclamation(&mut random, 7);
        let across = |a: (i64, i64), b: (i64, i64)| a.1 != b.1 && a.0.abs_diff(b.0) <= 1;
        let stones = board.cells_with('o');
        let mut free = board.cells_with('.');
        free.retain(|&cell| stones.iter().all(|&stone| !across(cell, stone)));
        let graph = graph_where(free.len(), |u, v| across(free[u], free[v]));
        assert_eq!(nimber(&Reclamation, &board), kayles_value(&graph), "{board}");
    }
}

#[test]
fn the_closed_forms_of_bo() {
    for (n, m) in (1..=12_u64).flat_map(|n| (1..=12).map(move |m| (n, m))) {
        let (a, b) = ((n - 1).min(m - 1), (n - 1).max(m - 1));
        let won = |lost: bool| if lost { Outcome::Loss } else { Outcome::Win };
        let check = |piece, expected: Outcome| {
            assert_eq!(outcome(&Bo { piece, size: (n, m) }, &(1, 1)), expected, "{piece:?} {n} x {m}");
        };
        check(Piece::King, won(a % 2 == 0 && b % 2 == 0));
        check(Piece::Rook, won(a == b));
        check(Piece::Queen, won([(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)].contains(&(a, b))));
        check(
            Piece::Knight,
            match (b - a, (a + b) % 3) {
                (0, 0) => Outcome::Loss,
                (1, 0) => Outcome::Win,
                _ => Outcome::Draw,
            },
        );
        let rook = Bo { piece: Piece::Rook, size: (n, m) };
        assert_eq!(nimber(&rook, &(1, 1)), nimber(&Nim, &vec![a, b]));
        let king = [[0, 1], [3, 2]][(a % 2) as usize][(b % 2) as usize];
        assert_eq!(nimber(&Bo { piece: Piece::King, size: (n, m) }, &(1, 1)), Some(king), "king {n} x {m}");
    }
}

/// One small position of a random game with a nimber.
fn any_term(random: &mut Random) -> Table {
    match random.below(8) {
        0 => table(&Nim, &generate::heap_sizes(random, 2, 3)),
        1 => table(&Darkraft, &generate::darkraft_dead(random, 2, 3)),
        2 => table(&Reclamation, &generate::reclamation(random, 3)),
        3 => table(&River, &generate::river_free(random, 3)),
        4 => table(&Cram, &generate::region(random, 2, 3)),
        5 => table(&Chomp, &generate::partition(random, 6)),
        6 => table(&NoGo, &generate::nogo(random, 2, 2)),
        _ => table(&TakeBreak::right(&[7, 7]), &generate::heap_sizes(random, 1, 6)),
    }
}

#[test]
fn nimbers_of_sums_are_nim_sums() {
    let mut random = Random::new(105);
    for _ in 0..500 {
        let terms: Vec<Table> = (0..random.between(1, 3)).map(|_| any_term(&mut random)).collect();
        let values = terms.iter().map(|term| nimber(term, &0).expect("a game that ends"));
        let expected = values.fold(0, |sum, value| sum ^ value);
        assert_eq!(sum_nimber(&terms), Some(expected), "{terms:?}");
    }
}

#[test]
fn darkraft_keeps_its_nimber_turned_and_mirrored() {
    // Turned over the main diagonal, L and R keep their rays; mirrored, they change places.
    let mut random = Random::new(106);
    for _ in 0..300 {
        let board = generate::darkraft_dead(&mut random, 3, 4);
        let mut turned = Board::filled(board.cols(), board.rows(), '.');
        let mut mirrored = board.clone();
        for (row, col) in board.cells() {
            let letter = board.at((row, col)).expect("a cell of the board");
            turned.set((col, row), letter);
            let swapped = match letter {
                'L' => 'R',
                'R' => 'L',
                other => other,
            };
            mirrored.set((row, board.cols() as i64 + 1 - col), swapped);
        }
        let value = nimber(&Darkraft, &board);
        assert_eq!(value, nimber(&Darkraft, &turned), "{board} turned");
        assert_eq!(value, nimber(&Darkraft, &mirrored), "{board} mirrored");
    }
}
