//! Cram against whole-board search from the rules alone.

use std::collections::HashMap;

use grundy_rules::mex;

use super::*;

/// The nimber of a set of free cells of a board, from the rules.
fn naive(rows: u32, columns: u32, free: u64, memo: &mut HashMap<u64, u64>) -> u64 {
    if let Some(&value) = memo.get(&free) {
        return value;
    }
    let mut values = Vec::new();
    for r in 0..rows {
        for c in 0..columns {
            let here = 1u64 << (r * columns + c);
            for (inside, other) in [(c + 1 < columns, here << 1), (r + 1 < rows, here << columns)] {
                if inside && free & here != 0 && free & other != 0 {
                    values.push(naive(rows, columns, free & !here & !other, memo));
                }
            }
        }
    }
    let value = mex(&mut values);
    memo.insert(free, value);
    value
}

/// The nimber through the game's own options.
fn value<B: Bits>(game: &Cram<B>, at: B, memo: &mut HashMap<B, u64>) -> u64 {
    if let Some(&value) = memo.get(&at) {
        return value;
    }
    let known = game.known(&at);
    let mut options = Sums::new();
    game.options(&at, &mut options).unwrap();
    let xor = |sum: &[B], memo: &mut _| sum.iter().map(|&part| value(game, part, memo)).fold(0, |a, b| a ^ b);
    let found = mex(&mut options.iter().map(|sum| xor(sum, memo)).collect::<Vec<_>>());
    match known {
        Known::Nimber(known) => assert_eq!(known.0, found, "{at:?}"),
        Known::NotZero => assert_ne!(found, 0, "{at:?}"),
        _ => {}
    }
    memo.insert(at, found);
    found
}

#[test]
fn all_regions_of_small_boards() {
    for (rows, columns) in [(1, 9), (2, 5), (3, 3), (3, 4)] {
        let (game, wide) =
            (Cram::<u64>::new(rows, columns).unwrap(), Cram::<u128>::new(rows, columns).unwrap());
        let (mut memo, mut wide_memo, mut oracle) = (HashMap::new(), HashMap::new(), HashMap::new());
        for free in 0..1u64 << (rows * columns) {
            let expected = naive(rows, columns, free, &mut oracle);
            let sum = game.parts(free).iter().map(|&p| value(&game, p, &mut memo)).fold(0, |a, b| a ^ b);
            assert_eq!(sum, expected, "{rows}x{columns} {free:b}");
            let parts = wide.parts(u128::from(free));
            let sum = parts.iter().map(|&p| value(&wide, p, &mut wide_memo)).fold(0, |a, b| a ^ b);
            assert_eq!(sum, expected, "{rows}x{columns} {free:b}");
        }
    }
}

#[test]
fn random_regions_with_holes() {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 20
    };
    for (rows, columns) in [(4, 4), (4, 5), (5, 5), (3, 7)] {
        let game = Cram::<u64>::new(rows, columns).unwrap();
        let (mut memo, mut oracle) = (HashMap::new(), HashMap::new());
        for _ in 0..60 {
            let free = (next() | next()) & ((1 << (rows * columns)) - 1);
            let sum = game.parts(free).iter().map(|&p| value(&game, p, &mut memo)).fold(0, |a, b| a ^ b);
            assert_eq!(sum, naive(rows, columns, free, &mut oracle), "{rows}x{columns} {free:b}");
        }
    }
}

#[test]
fn turned_and_mirrored_pieces_are_one_position() {
    let game = Cram::<u64>::new(7, 9).unwrap();
    // An L with legs of five and six cells, and one cell more so that it is not its own mirror.
    let l: Vec<(u32, u32)> = (0..5).map(|r| (r, 0)).chain((1..6).map(|c| (0, c))).chain([(1, 3)]).collect();
    let at = |place: &dyn Fn(u32, u32) -> (u32, u32)| {
        l.iter().map(|&(r, c)| place(r, c)).fold(0, |all, (r, c)| all | 1u64 << (r * 9 + c))
    };
    let first = game.parts(at(&|r, c| (r, c)));
    assert_eq!(first.len(), 1);
    for dr in 0..2 {
        for dc in 0..2 {
            assert_eq!(game.parts(at(&|r, c| (r + dr, c + dc))), first);
            assert_eq!(game.parts(at(&|r, c| (r + dr, 6 - c + dc))), first);
            assert_eq!(game.parts(at(&|r, c| (5 - r + dr, c + dc))), first);
            assert_eq!(game.parts(at(&|r, c| (5 - r + dr, 6 - c + dc))), first);
            assert_eq!(game.parts(at(&|r, c| (c + dr, r + dc))), first);
        }
    }
}

#[test]
fn frames_that_do_not_fit() {
    assert!(Cram::<u64>::new(8, 8).is_some());
    assert!(Cram::<u64>::new(5, 13).is_none());
    assert!(Cram::<u128>::new(5, 13).is_some());
    assert!(Cram::<u128>::new(u32::MAX, u32::MAX).is_none());
}

/// The large tables against the small ones, and all against the mex of their own options.
#[test]
fn complete_tables_are_the_mex_of_their_options() {
    let game = Cram::<u64>::new(5, 12).unwrap();
    let (small, large) = (game.tables(&SMALL), game.tables(&LARGE));
    assert_eq!((small.len(), large.len()), (SMALL.len(), LARGE.len()));
    let mut state = 7u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 4
    };
    for (outside, boxes) in small.iter().chain(&large) {
        for _ in 0..100_000 {
            // Two thirds of the cells, or nearly all of them.
            let set = (next() | next()) & !outside;
            // 8 or more is one value: it cannot be the mex, nor keep a smaller one from being it.
            let value = |set: u64| boxes.value(set, 12).map_or(8, u64::from);
            let lying = set & set >> 1 & game.not_last;
            let upright = set & set >> 12;
            let mut options: Vec<u64> = (0..60)
                .flat_map(|cell| [(lying, 1), (upright, 12)].map(|(firsts, step)| (cell, firsts, step)))
                .filter(|&(cell, firsts, _)| firsts >> cell & 1 != 0)
                .map(|(cell, _, step)| value(set & !(1 << cell | 1 << (cell + step))))
                .collect();
            assert_eq!(value(set), mex(&mut options).min(8), "{set:b}");
        }
    }
}

/// Everything that is dropped or split off keeps the nimber: a box's table knows the whole set.
#[test]
fn the_pieces_of_a_set_have_its_nimber() {
    let mut state = 3u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 4
    };
    for (rows, columns) in [(5, 5), (4, 6), (3, 7), (2, 10)] {
        let game = Cram::<u64>::new(rows, columns).unwrap();
        let boxes = Boxes::new(rows, columns);
        let mut split = 0;
        for _ in 0..200_000 {
            let set = (next() | next()) & game.cells;
            let parts = game.parts(set);
            split += u32::from(parts.len() > 1);
            let value = |&part: &u64| boxes.value(part, columns).map(u64::from);
            if let (Some(whole), Some(sum)) =
                (value(&set), parts.iter().map(value).try_fold(0, |sum, value| Some(sum ^ value?)))
            {
                assert_eq!(sum, whole, "{rows}x{columns} {set:b}: {parts:?}");
            }
        }
        assert!(split > 10_000, "{rows}x{columns}: {split}");
    }
}

#[test]
fn a_square_that_serves_two_pieces_parts_them() {
    let game = Cram::<u64>::new(5, 8).unwrap();
    let pieces = |rows: [&str; 4], mirrored: bool| {
        let cells = rows.iter().flat_map(|row| {
            let row = row.chars();
            if mirrored { row.rev().collect::<Vec<_>>() } else { row.collect() }
        });
        let free = cells.enumerate().filter(|&(_, cell)| cell == '.').fold(0u64, |set, (i, _)| set | 1 << i);
        game.parts(free).len()
    };
    // The two middle cells of the second and third row are the square.
    for mirrored in [false, true] {
        assert_eq!(pieces(["####....", "###....#", "#....###", "#...####"], mirrored), 2);
        // With a further neighbour neither cell of the diagonal is a leaf.
        assert_eq!(pieces(["####....", "###....#", "#.....##", "#...####"], mirrored), 1);
        assert_eq!(pieces(["###.....", "###....#", "#....###", "#...####"], mirrored), 1);
    }
}
