//! More Reclamation (Codeforces 335C).
//!
//! Rules: two banks of r rows face each other. A move puts a stone on a free cell (a,c); for
//! ever after, the cells (a-1,3-c), (a,3-c) and (a+1,3-c) on the other bank are forbidden.
//! Neighbours on one bank are allowed. Who cannot move loses.
//!
//! Position: rows of two letters, `o` a stone, `.` none: `../o./..`. Move: `row,col`.

use super::cell_text;
use crate::{Board, Naive};

/// More Reclamation with any legal stones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reclamation;

impl Reclamation {
    /// A position with these stones, as (row, column) from 1.
    pub fn position(rows: usize, stones: &[(i64, i64)]) -> Board {
        Board::filled(rows, 2, '.').with(stones, 'o')
    }

    /// Whether no stone stands on a cell that another one forbids.
    pub fn is_legal(board: &Board) -> bool {
        board.cells_with('o').into_iter().all(|stone| is_allowed(board, stone))
    }
}

/// Whether no stone forbids this cell.
fn is_allowed(board: &Board, (row, col): (i64, i64)) -> bool {
    let opposite = [(row - 1, 3 - col), (row, 3 - col), (row + 1, 3 - col)];
    opposite.into_iter().all(|cell| board.at(cell) != Some('o'))
}

impl Naive for Reclamation {
    type State = Board;

    fn moves(&self, board: &Board) -> Vec<(String, Board)> {
        let cells = board.cells_with('.').into_iter().filter(|&cell| is_allowed(board, cell));
        cells.map(|cell| (cell_text(cell), board.with(&[cell], 'o'))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{nimber, outcome};

    #[test]
    fn samples() {
        let check = |rows, stones: &[(i64, i64)], expected: &str| {
            let board = Reclamation::position(rows, stones);
            assert_eq!(outcome(&Reclamation, &board).to_string(), expected, "{board}");
        };
        check(3, &[(1, 1)], "win");
        check(12, &[(4, 1), (8, 1)], "win");
        check(1, &[(1, 2)], "loss");
    }

    #[test]
    fn the_four_kinds_of_strip() {
        // w free rows: both ends open, one stone, same bank, opposite banks.
        for w in 0..=6_u64 {
            let rows = w as i64;
            let check = |stones: &[(i64, i64)], expected| {
                let open_below = stones.len() < 2;
                let board =
                    Reclamation::position(w as usize + if open_below { stones.len() } else { 2 }, stones);
                assert_eq!(nimber(&Reclamation, &board), Some(expected), "{board}");
            };
            if w > 0 {
                check(&[], w % 2);
            }
            // A stone's own row has its free cell forbidden; the row below it keeps one cell free.
            check(&[(1, 1)], w);
            check(&[(1, 1), (rows + 2, 1)], w % 2);
            if w > 0 {
                check(&[(1, 1), (rows + 2, 2)], (w + 1) % 2);
            }
        }
    }
}
