//! Impartial `NoGo`.
//!
//! Rules: `NoGo` is Go in which nothing may be captured. Stones are black (`x`) or white (`o`). A
//! move puts one stone on a free cell; afterwards every block (stones of one colour connected
//! over edges), of either colour, must still have a free cell beside it. In the impartial game
//! both players may place both colours. Who cannot move loses.
//!
//! Position: `.x./..o`, with `#` for a hole. Move: `x:row,col` or `o:row,col`.
//!
//! Source: MCGS (University of Alberta), where the impartial form of a game has the moves of
//! both colours (`impartial_game_wrapper.h`), and its docs/MCGS-results.html for the values.

use super::cell_text;
use crate::{Board, Naive};

/// Impartial `NoGo` on any region.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGo;

/// Whether every block has a free cell beside it.
fn all_breathe(board: &Board) -> bool {
    let free = |cell| board.neighbours(cell).any(|next| board.at(next) == Some('.'));
    let blocks = ['x', 'o'].into_iter().flat_map(|colour| board.areas(colour));
    blocks.into_iter().all(|block| block.into_iter().any(free))
}

impl Naive for NoGo {
    type State = Board;

    fn moves(&self, board: &Board) -> Vec<(String, Board)> {
        let mut moves = Vec::new();
        for cell in board.cells_with('.') {
            for colour in ['x', 'o'] {
                let after = board.with(&[cell], colour);
                if all_breathe(&after) {
                    moves.push((format!("{colour}:{}", cell_text(cell)), after));
                }
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber;

    #[test]
    fn empty_boards() {
        // MCGS, docs/MCGS-results.html.
        let check = |rows, cols, expected| {
            assert_eq!(nimber(&NoGo, &Board::filled(rows, cols, '.')), Some(expected), "{rows}x{cols}");
        };
        for (cols, value) in (1..).zip([0, 1, 0, 1, 2, 0, 1, 0, 1]) {
            check(1, cols, value);
        }
        check(2, 2, 1);
        check(2, 3, 1);
        check(2, 4, 0);
        check(3, 3, 0);
    }

    #[test]
    fn boards_with_stones() {
        // MCGS, input/autotests/nogo_1xn_autotests/nogo_1xn_filled_imp_easy.test.
        let check = |board: &str, expected| assert_eq!(nimber(&NoGo, &Board::read(board)), Some(expected));
        check("x..x.o...o.o...x", 6);
        check("x.o....o.......o", 0);
    }

    #[test]
    fn nothing_is_captured() {
        assert_eq!(NoGo.moves(&Board::read("x.o")).len(), 0);
        assert_eq!(NoGo.moves(&Board::read(".")).len(), 0);
        let texts: Vec<String> = NoGo.moves(&Board::read("x..")).into_iter().map(|(text, _)| text).collect();
        assert_eq!(texts, ["x:1,2", "x:1,3", "o:1,3"]);
    }
}
