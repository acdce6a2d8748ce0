//! World of Darkraft (Codeforces 138D).
//!
//! Rules: the cells of a board hold L, R or X, or are inactive (`.`). A move picks an active
//! cell; it and every cell on its rays become inactive. L fires down-left and up-right, R up-left
//! and down-right, X all four ways. A ray goes from cell to cell and stops before the next
//! inactive cell or at the edge. Who finds no active cell loses.
//!
//! Position: `LLL/L.L/RRX`. Move: `row,col` of the cell picked.

use super::cell_text;
use crate::{Board, Naive};

/// World of Darkraft on any board, mid-game too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Darkraft;

const FALLING: [(i64, i64); 2] = [(-1, -1), (1, 1)];
const RISING: [(i64, i64); 2] = [(1, -1), (-1, 1)];

impl Naive for Darkraft {
    type State = Board;

    fn moves(&self, board: &Board) -> Vec<(String, Board)> {
        let mut moves = Vec::new();
        for cell in board.cells() {
            let directions: &[[(i64, i64); 2]] = match board.at(cell) {
                Some('L') => &[RISING],
                Some('R') => &[FALLING],
                Some('X') => &[RISING, FALLING],
                _ => continue,
            };
            let mut after = board.with(&[cell], '.');
            for &(down, right) in directions.iter().flatten() {
                let mut at = (cell.0 + down, cell.1 + right);
                while board.at(at).is_some_and(|letter| letter != '.') {
                    after.set(at, '.');
                    at = (at.0 + down, at.1 + right);
                }
            }
            moves.push((cell_text(cell), after));
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{nimber, outcome, winning_moves};

    #[test]
    fn samples_and_the_trap() {
        let check = |board: &str, expected: &str| {
            assert_eq!(outcome(&Darkraft, &Board::read(board)).to_string(), expected, "{board}");
        };
        check("RL/LR", "loss");
        check("RR/RR", "win");
        check("LLL/LLL/LRR", "win"); // a solver whose rays pass through says loss
        check(".", "loss");
    }

    #[test]
    fn a_ray_stops_before_an_inactive_cell() {
        let board = Board::read("..L/.../L.."); // the middle is inactive: two lone cells
        assert_eq!(nimber(&Darkraft, &board), Some(0));
        let board = Board::read("..L/.L./L.."); // one move takes all, or the ends one after another
        assert_eq!(winning_moves(&Darkraft, &board), ["1,3", "2,2", "3,1"]);
    }
}
