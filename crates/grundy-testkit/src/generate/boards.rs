//! Random boards, regions, partitions and pieces.

use super::{Random, played};
use crate::Board;
use crate::games::{Bo, Darkraft, NoGo, Piece, Reclamation};

fn board(random: &mut Random, rows: u64, cols: u64, letters: &[char]) -> Board {
    let mut board = Board::filled(rows as usize, cols as usize, letters[0]);
    for cell in board.cells() {
        board.set(cell, *random.pick(letters));
    }
    board
}

/// A size from 1 x 1 to `rows` x `cols`.
fn size(random: &mut Random, rows: u64, cols: u64) -> (u64, u64) {
    (random.between(1, rows), random.between(1, cols))
}

/// A Darkraft board without dead cells, of any size up to `rows` x `cols`. Some boards lack one
/// of the letters.
pub fn darkraft_full(random: &mut Random, rows: u64, cols: u64) -> Board {
    let (rows, cols) = size(random, rows, cols);
    let letters = *random.pick(&["LRX", "LRX", "LR", "LX", "RX", "LLLR", "LLLRRRX"]);
    board(random, rows, cols, &letters.chars().collect::<Vec<char>>())
}

/// A Darkraft board as play from a full one can leave it.
pub fn darkraft_played(random: &mut Random, rows: u64, cols: u64) -> Board {
    let full = darkraft_full(random, rows, cols);
    let plies = random.between(0, 4);
    played(random, &Darkraft, &full, plies)
}

/// A Darkraft board with dead cells anywhere, whether or not play can leave it so.
pub fn darkraft_dead(random: &mut Random, rows: u64, cols: u64) -> Board {
    let (rows, cols) = size(random, rows, cols);
    let letters = *random.pick(&["LRX.", "LR.", "LRX..", "LRXLRX."]);
    board(random, rows, cols, &letters.chars().collect::<Vec<char>>())
}

/// A More Reclamation position of 1 to `rows` rows with legal stones.
pub fn reclamation(random: &mut Random, rows: u64) -> Board {
    let rows = random.between(1, rows);
    let stones = random.between(0, rows / 2);
    played(random, &Reclamation, &Reclamation::position(rows as usize, &[]), stones)
}

/// Any piece on any square of a board of up to `side` x `side`.
pub fn bo(random: &mut Random, side: u64) -> (Bo, (u64, u64)) {
    let size = size(random, side, side);
    let piece = *random.pick(&Piece::ALL);
    (Bo { piece, size }, (random.between(1, size.0), random.between(1, size.1)))
}

/// A region of free cells (`.`) and holes (`#`), of up to `rows` x `cols`.
pub fn region(random: &mut Random, rows: u64, cols: u64) -> Board {
    let (rows, cols) = size(random, rows, cols);
    let letters = *random.pick(&[".", "...#", ".#", ".....#"]);
    board(random, rows, cols, &letters.chars().collect::<Vec<char>>())
}

/// A `NoGo` position on a region of up to `rows` x `cols`, as play can leave it.
pub fn nogo(random: &mut Random, rows: u64, cols: u64) -> Board {
    let empty = region(random, rows, cols);
    let plies = random.between(0, 3);
    played(random, &NoGo, &empty, plies)
}

/// A partition of a number from 1 to `most`, the largest part first.
pub fn partition(random: &mut Random, most: u64) -> Vec<u64> {
    let mut left = random.between(1, most);
    let mut parts = Vec::new();
    while left > 0 {
        let part = random.between(1, left);
        parts.push(part);
        left -= part;
    }
    parts.sort_unstable_by(|a, b| b.cmp(a));
    parts
}

/// Every partition of `n`, each with the largest part first.
pub fn partitions(n: u64) -> Vec<Vec<u64>> {
    fn extend(left: u64, most: u64, so_far: &mut Vec<u64>, out: &mut Vec<Vec<u64>>) {
        if left == 0 {
            out.push(so_far.clone());
        }
        for part in (1..=most.min(left)).rev() {
            so_far.push(part);
            extend(left - part, part, so_far, out);
            so_far.pop();
        }
    }
    let mut all = Vec::new();
    extend(n, n, &mut Vec::new(), &mut all);
    all
}

/// Every board of this size over these letters.
pub fn every_board(rows: usize, cols: usize, letters: &[char]) -> impl Iterator<Item = Board> + '_ {
    let count = (letters.len() as u64).pow((rows * cols) as u32);
    (0..count).map(move |mut number| {
        let mut board = Board::filled(rows, cols, letters[0]);
        for cell in board.cells() {
            board.set(cell, letters[(number % letters.len() as u64) as usize]);
            number /= letters.len() as u64;
        }
        board
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber;
    use std::collections::BTreeSet;

    #[test]
    fn everything_is_listed_once() {
        assert_eq!(every_board(2, 2, &['L', 'R', '.']).collect::<BTreeSet<Board>>().len(), 81);
        assert_eq!(partitions(10).into_iter().collect::<BTreeSet<Vec<u64>>>().len(), 42);
        assert_eq!(partitions(3), [vec![3], vec![2, 1], vec![1, 1, 1]]);
    }

    #[test]
    fn stones_are_legal() {
        let mut random = Random::new(2);
        for _ in 0..500 {
            let board = reclamation(&mut random, 8);
            assert!(Reclamation::is_legal(&board), "{board}");
        }
    }

    #[test]
    fn small_positions_of_every_kind_are_solved_quickly() {
        let mut random = Random::new(3);
        for _ in 0..300 {
            let boards = [darkraft_full, darkraft_played, darkraft_dead];
            let make = random.pick(&boards);
            assert!(nimber(&Darkraft, &make(&mut random, 4, 4)).is_some());
            assert!(nimber(&NoGo, &nogo(&mut random, 3, 3)).is_some());
            assert!(nimber(&Reclamation, &reclamation(&mut random, 6)).is_some());
            assert!(partition(&mut random, 9).is_sorted_by(|a, b| a >= b));
        }
    }
}
