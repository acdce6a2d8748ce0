//! Cram.
//!
//! Rules: a move puts a domino on two free cells of a region that share an edge. Who cannot
//! move loses.
//!
//! Position: `../.#`, `.` a free cell, `#` a hole or a covered cell. Move: `row,col-row,col`,
//! the two cells, the upper or left one first.

use super::cell_text;
use crate::{Board, Naive};

/// Cram on any region.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cram;

impl Naive for Cram {
    type State = Board;

    fn moves(&self, board: &Board) -> Vec<(String, Board)> {
        let mut moves = Vec::new();
        for (row, col) in board.cells_with('.') {
            for next in [(row, col + 1), (row + 1, col)] {
                if board.at(next) == Some('.') {
                    let text = format!("{}-{}", cell_text((row, col)), cell_text(next));
                    moves.push((text, board.with(&[(row, col), next], '#')));
                }
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{nimber, winning_moves};

    #[test]
    fn rectangles() {
        // MCGS, docs/MCGS-results.html (records of Lemoine and Viennot); 2 x n is n mod 2;
        // 1 x n is Dawson's Kayles, OEIS A002187 shifted by one.
        let check = |rows, cols, expected| {
            assert_eq!(nimber(&Cram, &Board::filled(rows, cols, '.')), Some(expected), "{rows}x{cols}");
        };
        for (cols, value) in [(1, 0), (2, 1), (3, 1), (4, 2), (5, 0), (6, 3), (7, 1), (8, 1), (9, 0), (10, 3)]
        {
            check(1, cols, value);
        }
        for cols in 1..=6 {
            check(2, cols, cols as u64 % 2);
        }
        check(3, 3, 0);
        check(3, 4, 1);
        check(3, 5, 1);
        check(4, 4, 0);
    }

    #[test]
    fn holes() {
        assert_eq!(winning_moves(&Cram, &Board::read("../.#")), ["1,1-1,2", "1,1-2,1"]);
        assert_eq!(nimber(&Cram, &Board::read(".#/#.")), Some(0));
    }
}
