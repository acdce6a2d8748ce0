//! Pieces on boards against the closed forms of *Life Winner Bo* and naive nimbers.
#![allow(clippy::unwrap_used)]

use grundy_rules::{Arena, Budget, End, LoopyValue, Nimber, Outcome, PieceBoard, Vector};
use grundy_solvers::retrograde::{nimbers, outcomes};

/// A board on which the piece goes down and right to the last square.
fn corner(rows: u32, columns: u32, vectors: &[Vector]) -> PieceBoard {
    let mut board = PieceBoard::new(rows, columns, vectors, End::Draw).unwrap();
    board.target(rows - 1, columns - 1).unwrap();
    board
}

const KING: [Vector; 3] = [Vector::step(0, 1), Vector::step(1, 0), Vector::step(1, 1)];
const ROOK: [Vector; 2] = [Vector::ride(0, 1), Vector::ride(1, 0)];
const KNIGHT: [Vector; 2] = [Vector::step(1, 2), Vector::step(2, 1)];
const QUEEN: [Vector; 3] = [Vector::ride(0, 1), Vector::ride(1, 0), Vector::ride(1, 1)];

/// Compares the outcome at distance (a, b) from the corner, on all boards up to 300 x 300.
fn check(vectors: &[Vector], expected: impl Fn(u32, u32) -> Outcome) {
    let board = corner(300, 300, vectors);
    let table = outcomes(&board, &Budget::default()).unwrap();
    for a in 0..300 {
        for b in 0..300 {
            let node = board.node(299 - a, 299 - b).unwrap();
            assert_eq!(table.outcome(node), expected(a, b), "{vectors:?} at distance {a}, {b}");
        }
    }
}

fn loss_if(lost: bool) -> Outcome {
    if lost { Outcome::Loss } else { Outcome::Win }
}

#[test]
fn bo_equals_the_closed_forms() {
    check(&KING, |a, b| loss_if(a % 2 == 0 && b % 2 == 0));
    check(&ROOK, |a, b| loss_if(a == b));
    check(&KNIGHT, |a, b| match a.abs_diff(b) {
        0 if a % 3 == 0 => Outcome::Loss,
        1 if (a + b) % 3 == 0 => Outcome::Win,
        _ => Outcome::Draw,
    });
    let mut wythoff = std::collections::HashSet::new();
    let mut seen = std::collections::HashSet::new();
    for d in 0..300 {
        let a = (0..1000).find(|a| !seen.contains(a)).unwrap();
        seen.extend([a, a + d]);
        wythoff.extend([(a, a + d), (a + d, a)]);
    }
    check(&QUEEN, |a, b| loss_if(wythoff.contains(&(a, b))));
}

#[test]
fn the_knight_on_4_x_7_draws_although_the_corner_can_be_reached() {
    let board = corner(4, 7, &KNIGHT);
    let table = outcomes(&board, &Budget::default()).unwrap();
    assert_eq!(table.outcome(0), Outcome::Draw);
    let mut reached = vec![0];
    let mut next = 0;
    while next < reached.len() {
        board.options(reached[next], &mut reached);
        next += 1;
    }
    assert!(reached.contains(&27));
}

#[test]
fn nimbers_of_boards_without_loops_are_the_mex() {
    for vectors in [&KING[..], &ROOK, &QUEEN] {
        let board = corner(40, 30, vectors);
        let table = nimbers(&board, &Budget::default()).unwrap();
        for node in (0..board.nodes()).rev() {
            let mut options = Vec::new();
            board.options(node, &mut options);
            let mut values: Vec<u64> = options.iter().map(|&o| table.finite(o).unwrap().0).collect();
            assert_eq!(table.finite(node), Some(Nimber(grundy_rules::mex(&mut values))));
        }
    }
}

#[test]
fn a_knight_that_gets_stuck_draws_every_sum() {
    let board = corner(3, 3, &KNIGHT);
    let table = nimbers(&board, &Budget::default()).unwrap();
    let value = |x, y| table.value(&board, board.node(x, y).unwrap());
    assert_eq!(value(2, 2), LoopyValue::Finite(Nimber(0)));
    assert_eq!(value(2, 1), LoopyValue::Infinite(vec![]));
    assert_eq!(value(0, 1), LoopyValue::Finite(Nimber(1)));
    assert_eq!(value(0, 0), LoopyValue::Infinite(vec![]));
}
