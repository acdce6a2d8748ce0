//! What the contract asks of every game, checked on its examples and on boards met in play.

mod common;

use std::collections::HashMap;

use common::{WithRuleset, sorted, with_ruleset};
use grundy::{Budget, GAMES, Nimber, Nodes, Remoteness, Text};
use grundy_rules::{Declaration, Effect, Game, Known, Ruleset, Sums};
use grundy_solvers::nimber::{Memo, memo_mex};
use grundy_solvers::retrograde::{Whole, explore};
use grundy_testkit::generate::Random;

/// Moves of a game that is played at random.
const LONGEST: u32 = 60;

/// Boards with more moves than this are too large to go through.
const SMALL: u128 = 200;

#[test]
fn every_game_keeps_the_contract() {
    let mut small = 0;
    for game in GAMES {
        let mut check = Check { random: Random::new(7), boards: 0 };
        for example in game.examples {
            if !example.question.contains('@') && !example.question.contains(" + ") {
                with_ruleset(example.question, &mut check);
            }
        }
        assert!(check.boards >= 8, "{}: only {} small boards", game.name, check.boards);
        small += check.boards;
    }
    assert!(small > 500, "{small}");
}

struct Check {
    random: Random,
    boards: u32,
}

impl WithRuleset for Check {
    fn with<R: Ruleset + 'static>(&mut self, declaration: &'static Declaration, ruleset: R) {
        for _ in 0..8 {
            let mut board = ruleset.start();
            // Games with loops need not end.
            for _ in 0..LONGEST {
                if ruleset.move_count(&board).is_some_and(|count| count > SMALL) {
                    break;
                }
                self.boards += 1;
                let moves = check_board(declaration, &ruleset, &board);
                if moves.is_empty() {
                    break;
                }
                board = ruleset.play(&board, &moves[self.random.below(moves.len() as u64) as usize]);
            }
        }
    }
}

fn check_board<R: Ruleset + 'static>(
    declaration: &'static Declaration,
    ruleset: &R,
    board: &R::Board,
) -> Vec<R::Move> {
    let text = ruleset.write(board);
    let name = match ruleset.rules() {
        rules if rules.is_empty() => declaration.name.to_string(),
        rules => format!("{}:{rules}", declaration.name),
    };
    let context = format!("{name} {text}");
    round_trip(&context, &text);

    let mut moves = Vec::new();
    ruleset.moves(board, &mut |mv| {
        moves.push(mv);
        true
    });
    if let Some(count) = ruleset.move_count(board) {
        assert_eq!(count, moves.len() as u128, "move_count of {context}");
    }
    let mut again = Vec::new();
    ruleset.moves(board, &mut |mv| {
        again.push(mv);
        again.len() < 2
    });
    assert_eq!(again, moves[..moves.len().min(2)], "moves of {context} are repeatable and stop when told");

    let texts = sorted(moves.iter().map(|mv| ruleset.write_move(board, mv)));
    assert_eq!(texts.len(), moves.len(), "two moves of {context} have one text");
    for mv in &moves {
        let text = Text::new("move", &ruleset.write_move(board, mv));
        assert_eq!(ruleset.parse_move(board, &text).as_ref(), Ok(mv), "{context}");
        if let Some(place) = ruleset.place(board, mv) {
            assert!(lies_in(place, &ruleset.picture(board)), "{context}: {place:?} is off the picture");
        }
    }
    assert!(ruleset.parse_move(board, &Text::new("move", "no such move")).is_err(), "{context}");
    check_effects(&context, ruleset, board, &moves);
    if ruleset.game().may_draw() {
        check_outcomes(&context, ruleset, board);
    } else {
        check_values(&context, ruleset, board);
        check_lengths(&context, ruleset, board);
    }
    moves
}

/// The plies to the end on whole boards are those of the options, unless the game says they are not.
fn check_lengths<R: Ruleset>(context: &str, ruleset: &R, board: &R::Board) {
    type Plies = (bool, u64);
    fn plies<R: Ruleset>(
        ruleset: &R,
        board: &R::Board,
        memo: &mut HashMap<String, Plies>,
        left: u32,
    ) -> Option<Plies> {
        let left = left.checked_sub(1)?;
        let text = ruleset.write(board);
        if let Some(&found) = memo.get(&text) {
            return Some(found);
        }
        let mut after = Vec::new();
        ruleset.moves(board, &mut |mv| {
            after.push(ruleset.play(board, &mv));
            (after.len() as u128) < SMALL
        });
        if after.len() as u128 == SMALL {
            return None;
        }
        let mut found: Plies = (false, 0);
        for board in after {
            let (wins, count) = plies(ruleset, &board, memo, left)?;
            found = match found {
                (true, best) if !wins => (true, best.min(count + 1)),
                (true, best) => (true, best),
                (false, _) if !wins => (true, count + 1),
                (false, most) => (false, most.max(count + 1)),
            };
        }
        memo.insert(text, found);
        (memo.len() < 3000).then_some(found)
    }
    let game = ruleset.game();
    if !game.keeps_length() {
        return;
    }
    let Some((wins, count)) = plies(ruleset, board, &mut HashMap::new(), LONGEST) else { return };
    let whole = Whole(game);
    let position = whole.position(ruleset.parts(board));
    let little = Budget::default().with_nodes(Nodes(20_000));
    let Ok(Some(explored)) = explore(&whole, std::slice::from_ref(&position), &little) else { return };
    let expected = Some(Remoteness(count));
    assert_eq!(explored.remoteness(&position), expected, "{context}: {wins}; see `Game::keeps_length`");
}

/// Reading what was written gives the same text.
fn round_trip(context: &str, text: &str) {
    struct Same<'t>(&'t str);
    impl WithRuleset for Same<'_> {
        fn with<R: Ruleset + 'static>(&mut self, _declaration: &'static Declaration, ruleset: R) {
            assert_eq!(ruleset.write(&ruleset.start()), self.0);
        }
    }
    with_ruleset(context, &mut Same(text));
}

fn lies_in(place: grundy::Place, picture: &grundy::Picture) -> bool {
    use grundy::{Picture, Place};
    match (place, picture) {
        (Place::Cell(row, column), Picture::Tiles(rows)) => {
            rows.get(row as usize).is_some_and(|tiles| (column as usize) < tiles.len())
        }
        (Place::Cell(row, column), Picture::Piece { rows, columns, .. }) => row < *rows && column < *columns,
        (Place::Heap(i), Picture::Heaps(heaps)) => i < heaps.len(),
        (Place::Vertex(i), Picture::Graph { vertices, .. }) => i < vertices.len(),
        (Place::Edge(i), Picture::Graph { edges, .. }) => i < edges.len(),
        _ => false,
    }
}

type Position<R> = <<R as Ruleset>::Game as Game>::Position;

/// Moves, effects and options are one thing: the sums after a board's moves are the options of
/// its parts beside the other parts.
fn check_effects<R: Ruleset>(context: &str, ruleset: &R, board: &R::Board, moves: &[R::Move]) {
    let parts = ruleset.parts(board);
    let beside = |part: usize, becomes: &[Position<R>]| {
        let others = parts.iter().enumerate().filter(|&(i, _)| i != part).map(|(_, p)| p.clone());
        let mut sum: Vec<_> = others.chain(becomes.iter().cloned()).collect();
        sum.sort();
        sum
    };
    let mut by_effect = Vec::new();
    let mut order = Vec::new();
    ruleset.effects(board, &mut |mv, effect| {
        let mut played = ruleset.parts(&ruleset.play(board, &mv));
        played.sort();
        let sum = match effect {
            Effect::Part { part, becomes } => beside(part, &becomes),
            Effect::Whole(mut parts) => {
                parts.sort();
                parts
            }
        };
        // A heap of nothing may stay on the board: compare what can be moved in.
        assert_eq!(movable(ruleset, &sum), movable(ruleset, &played), "{context}: {mv:?}");
        by_effect.push(movable(ruleset, &sum));
        order.push(mv);
        true
    });
    assert_eq!(order, moves, "{context}: effects come in the order of moves");
    let mut by_options = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let mut options = Sums::new();
        ruleset.game().options(part, &mut options).expect("rules do not fault");
        by_options.extend(options.iter().map(|sum| movable(ruleset, &beside(i, sum))));
    }
    // A game may leave out options that cannot change the value, and put a position of equal
    // value for a part: then the values must agree, see `check_values`.
    let (by_effect, by_options) = (sorted(by_effect), sorted(by_options));
    let known = by_options.iter().filter(|sum| by_effect.binary_search(sum).is_ok()).count();
    assert!(2 * known >= by_options.len(), "{context}: options {by_options:?} and moves {by_effect:?}");
    assert!(by_options.len() <= by_effect.len(), "{context}: options {by_options:?} and moves {by_effect:?}");
}

/// The parts that have an option or an end of their own, in order.
fn movable<R: Ruleset>(ruleset: &R, parts: &[Position<R>]) -> Vec<Position<R>> {
    let game = ruleset.game();
    let mut parts: Vec<_> = parts
        .iter()
        .filter(|part| {
            let mut options = Sums::new();
            game.options(part, &mut options).expect("rules do not fault");
            !options.is_empty() || game.may_draw()
        })
        .cloned()
        .collect();
    parts.sort();
    parts
}

/// A game without its theorems, its kernel, its numbering and its normal forms.
struct Bare<'g, G>(&'g G);

impl<G: Game> Game for Bare<'_, G> {
    type Position = G::Position;
    fn options(&self, at: &G::Position, out: &mut Sums<G::Position>) -> Result<(), grundy_rules::Fault> {
        self.0.options(at, out)
    }
}

/// Theorems, kernel, numbering and normal forms agree with the plain search, and so do the
/// moves that a theorem lists.
fn check_values<R: Ruleset>(context: &str, ruleset: &R, board: &R::Board) {
    let game = ruleset.game();
    let budget = Budget::default();
    let bare = Bare(game);
    let mut memo = Memo::new(&bare, &budget);
    let parts = ruleset.parts(board);
    // Boards too large for the plain search are left to the games' own tests.
    let little = Budget::default().with_nodes(Nodes(2000));
    if parts.iter().any(|part| memo_mex::nimber(&bare, part, &mut memo, &little).is_err()) {
        return;
    }
    let mut plain = |part: &Position<R>| memo_mex::nimber(&bare, part, &mut memo, &budget).expect("small");
    let values: Vec<Nimber> = parts.iter().map(&mut plain).collect();
    let kernel = game.kernel(&parts, &budget).map(|kernel| kernel.expect("small"));
    let mut dense = Memo::new(game, &budget);
    for (part, &value) in parts.iter().zip(&values) {
        match game.known(part) {
            Known::Nimber(known) => assert_eq!(known, value, "{context}: theorem for {part:?}"),
            Known::NotZero => assert_ne!(value, Nimber::ZERO, "{context}: theorem for {part:?}"),
            Known::Unknown => {}
            Known::Outcome(..) => panic!("{context}: a game without draws knows nimbers"),
        }
        if let Some(of_kernel) = kernel.as_ref().and_then(|kernel| kernel.value(part)) {
            assert_eq!(of_kernel, value, "{context}: kernel for {part:?}");
        }
        let searched = memo_mex::nimber(game, part, &mut dense, &budget);
        assert_eq!(searched, Ok(value), "{context}: numbering or normal form of {part:?}");
        if let Some(stand_in) = game.canonical(part) {
            assert_eq!(plain(&stand_in), value, "{context}: normal form of {part:?}");
            assert_eq!(game.canonical(&stand_in), None, "{context}: normal form of {stand_in:?}");
        }
    }
    let total: Nimber = values.iter().copied().sum();
    let mut after = Vec::new();
    ruleset.effects(board, &mut |_, effect| {
        let left: Nimber = match effect {
            Effect::Part { part, becomes } => {
                becomes.iter().map(&mut plain).sum::<Nimber>() ^ total ^ values[part]
            }
            Effect::Whole(parts) => parts.iter().map(&mut plain).sum(),
        };
        after.push(left.0);
        true
    });
    assert_eq!(grundy_rules::mex(&mut after), total.0, "{context}: the mex over all moves");
    for goal in (0..10).map(Nimber) {
        let targets: Vec<Nimber> = values.iter().map(|&value| goal ^ total ^ value).collect();
        let Some(spans) = ruleset.moves_to(board, &targets, usize::MAX) else { continue };
        let mut expected = Vec::new();
        ruleset.effects(board, &mut |mv, effect| {
            let left: Nimber = match effect {
                Effect::Part { part, becomes } => {
                    becomes.iter().map(&mut plain).sum::<Nimber>() ^ total ^ values[part]
                }
                Effect::Whole(parts) => parts.iter().map(&mut plain).sum(),
            };
            if left == goal {
                expected.push(ruleset.write_move(board, &mv));
            }
            true
        });
        let listed: Vec<String> =
            spans.iter().flat_map(|span| &span.moves).map(|mv| ruleset.write_move(board, mv)).collect();
        let count: u128 = spans.iter().map(|span| span.count).sum();
        assert_eq!(count, expected.len() as u128, "{context}: moves to {goal}");
        assert_eq!(sorted(listed), sorted(expected), "{context}: moves to {goal}");
        let some = ruleset.moves_to(board, &targets, 1).expect("as before");
        assert!(some.iter().map(|span| span.moves.len()).sum::<usize>() <= 1.max(some.len()), "{context}");
        assert_eq!(some.iter().map(|span| span.count).sum::<u128>(), count, "{context}");
    }
}

/// Theorems agree with retrograde analysis.
fn check_outcomes<R: Ruleset>(context: &str, ruleset: &R, board: &R::Board) {
    let parts = ruleset.parts(board);
    let little = Budget::default().with_nodes(Nodes(20_000));
    let Ok(Some(explored)) = explore(ruleset.game(), &parts, &little) else { return };
    for part in &parts {
        if let Known::Outcome(outcome, remoteness) = ruleset.game().known(part) {
            assert_eq!(explored.outcome(part), Some(outcome), "{context}");
            assert_eq!(explored.remoteness(part), remoteness, "{context}");
        }
    }
}
