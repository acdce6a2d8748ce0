//! River Game (SWERC 2019-20 L, Gym 102501L).
//!
//! Rules: the cells of a square are wet (`*`), firm (`.`), protected (`x`), or firm with a
//! camera on it (`c`). A move puts a camera on a firm cell that shares an edge with a wet cell.
//! Two cameras that touch the same wet area (wet cells connected over edges) may not share an
//! edge; cameras of different areas may. Who cannot move loses.
//!
//! Position: `xxx/***/...`. Move: `row,col`. Any board is played, whether or not its wet areas
//! keep the contest's promises.

use super::cell_text;
use crate::{Board, Naive};

/// River Game on any board of the four letters.
#[derive(Clone, Copy, Debug, Default)]
pub struct River;

/// The wet areas that share an edge with a cell.
fn touched(board: &Board, areas: &[Vec<(i64, i64)>], cell: (i64, i64)) -> Vec<usize> {
    let touches = |area: &Vec<(i64, i64)>| board.neighbours(cell).any(|next| area.contains(&next));
    (0..areas.len()).filter(|&area| touches(&areas[area])).collect()
}

/// Whether the cell shares an edge with a wet area, and with no camera of the same area.
fn may_hold_a_camera(board: &Board, areas: &[Vec<(i64, i64)>], cell: (i64, i64)) -> bool {
    let own = touched(board, areas, cell);
    let cameras = board.neighbours(cell).filter(|&next| board.at(next) == Some('c'));
    let mut theirs = cameras.flat_map(|camera| touched(board, areas, camera));
    !own.is_empty() && !theirs.any(|area| own.contains(&area))
}

impl River {
    /// Whether the cameras on a board could have been put there by play.
    pub fn is_legal(board: &Board) -> bool {
        let areas = board.areas('*');
        board.cells_with('c').into_iter().all(|camera| may_hold_a_camera(board, &areas, camera))
    }
}

impl Naive for River {
    type State = Board;

    fn moves(&self, board: &Board) -> Vec<(String, Board)> {
        let areas = board.areas('*');
        let cells = board.cells_with('.').into_iter().filter(|&cell| may_hold_a_camera(board, &areas, cell));
        cells.map(|cell| (cell_text(cell), board.with(&[cell], 'c'))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{nimber, winning_moves};

    #[test]
    fn sample() {
        let board = Board::read("xxx/***/...");
        assert_eq!(winning_moves(&River, &board), ["3,2"]);
        assert_eq!(nimber(&River, &board), Some(2)); // three bank cells in a row: Dawson's chess 3
        assert_eq!(nimber(&River, &Board::read("xxx/***/c..")), Some(1));
    }

    #[test]
    fn cameras_of_different_areas_may_share_an_edge() {
        // 2,1 touches the upper area alone, 3,1 the lower one alone: neither bars the other.
        assert_eq!(nimber(&River, &Board::read("*/./x")), Some(1));
        assert_eq!(nimber(&River, &Board::read("*/././*")), Some(0));
        assert_eq!(nimber(&River, &Board::read("*./.x")), Some(0)); // both touch it, no shared edge
        assert_eq!(nimber(&River, &Board::read("**/..")), Some(1)); // both touch it, shared edge
        assert_eq!(nimber(&River, &Board::read("../..")), Some(0)); // no wet area at all
        assert!(River::is_legal(&Board::read("*/c/c/*")));
        assert!(!River::is_legal(&Board::read("**/cc")));
        assert!(!River::is_legal(&Board::read("*/./c"))); // away from the water
    }
}
