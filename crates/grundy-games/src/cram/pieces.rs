//! What a set of free cells comes to: its pieces, without cells that no play can tell from others.
//!
//! The main functions are [`Cram::parts`] and [`Cram::option`]. Three reductions, each an equality
//! of games. Of several leaves at one cell one is enough. Two cells at the ends of a diagonal of a
//! square whose only neighbours are the other two are a leaf for each of these, since whichever of
//! the two is taken, the other one is left: the square's lying dominoes say nothing that the upright
//! ones do not. And a cell can go whose neighbours all keep a leaf of their own for as long as they
//! are there: a domino on it is as well laid on the leaf. Proof of each: the same moves are open
//! before and after, up to swapping cells that have the same neighbours, and it holds again after
//! every move.

use grundy_rules::Sums;

use super::{Bits, Cram};

impl<B: Bits> Cram<B> {
    /// The sum that a set of free cells of the frame is: its pieces, without those that are
    /// known to be 0.
    pub fn parts(&self, free: B) -> Vec<B> {
        let mut parts = Sums::new();
        let (free, cut) = self.reduced(free);
        self.split_cut(free, cut, &mut parts);
        parts.end();
        parts.parts().to_vec()
    }

    /// Adds the sum that is left of a piece after a domino.
    #[inline]
    pub(super) fn option(&self, at: B, domino: B, out: &mut Sums<B>) {
        let (rest, cut) = self.reduced(at & !domino);
        if cut.is_none() {
            // Every piece lies next to a cell that went.
            let edge = self.around(at & !rest) & rest;
            self.split(rest, edge, out);
        } else {
            self.split_cut(rest, cut, out);
        }
        out.end();
    }

    /// Adds the pieces of `left` as parts. Every one of them meets `edge`, or is a single cell.
    #[inline]
    fn split(&self, mut left: B, edge: B, out: &mut Sums<B>) {
        let mut edge = edge & left;
        while !edge.is_none() {
            let mut piece = edge.lowest();
            loop {
                if (edge & !piece).is_none() {
                    // All else that is left must belong to the last piece.
                    piece = left;
                    break;
                }
                let grown = self.grown(piece) & left;
                if grown == piece {
                    break;
                }
                piece = grown;
            }
            if let Some(part) = self.normal(piece) {
                out.part(part);
            }
            left &= !piece;
            edge &= !piece;
        }
    }

    /// Adds the pieces of `all`, between whose cells in `cut` and their right neighbours no domino
    /// need lie. A set that such cuts leave in one piece keeps its squares.
    fn split_cut(&self, all: B, cut: B, out: &mut Sums<B>) {
        let to_right = self.not_last & !cut;
        let to_left = self.not_first & !(cut << 1);
        let mut left = all;
        while !left.is_none() {
            let mut piece = left.lowest();
            loop {
                let aside = (piece & to_right) << 1 | (piece & to_left) >> 1;
                let grown = (piece | aside | piece << self.columns | piece >> self.columns) & left;
                if grown == piece {
                    break;
                }
                piece = grown;
            }
            left &= !piece;
            if piece == all {
                return self.split(all, all, out);
            }
            // What was a square is now a leaf at either piece.
            let (piece, cut) = self.reduced(piece);
            if cut.is_none() {
                self.split(piece, piece, out);
            } else {
                self.split_cut(piece, cut, out);
            }
        }
    }

    /// The cells without those that can go; and the cells between which and their right neighbours
    /// no domino need lie.
    #[inline]
    fn reduced(&self, set: B) -> (B, B) {
        let c = self.columns;
        let left = (set & self.not_last) << 1 & set;
        let right = (set & self.not_first) >> 1 & set;
        let above = set << c & set;
        let below = set >> c & set;
        let several = left & right | above & below | (left | right) & (above | below);
        // Leaves by where their only neighbour lies, moved to that neighbour.
        let from_right = (left & !several) >> 1;
        let from_left = (right & !several) << 1;
        let from_below = (above & !several) >> c;
        let from_above = (below & !several) << c;
        let mut centres = from_right | from_left | from_below | from_above;
        let mut drop_right = B::NONE;
        let mut drop_left = from_left & from_right;
        let mut drop_below = from_below & (from_right | from_left);
        let mut drop_above = from_above & (from_right | from_left | from_below);
        // Squares, by their first cell, with such cells at the ends of either diagonal.
        let (top, bottom) = (below & !above, above & !below);
        let (first, last) = (right & !left, left & !right);
        let falling = top & first & (bottom & last) >> (c + 1);
        let rising = (top & last) >> 1 & (bottom & first) >> c;
        let squares = falling | rising;
        let mut others = several;
        if !squares.is_none() {
            let served = falling << 1 | falling << c | rising | rising << (c + 1);
            drop_right = from_right & served;
            drop_left |= from_left & served;
            drop_below |= from_below & served;
            drop_above |= from_above & served;
            others &= !(falling | falling << (c + 1) | rising << 1 | rising << c);
            centres |= served;
        }
        let set = set & !(drop_right << 1 | drop_left >> 1 | drop_below << c | drop_above >> c);
        let others = set & others & !centres;
        let lonely = others & !self.around(set & !centres);
        (set & !lonely, squares | squares << c)
    }

    /// The set and its neighbours; some bits may lie outside the board.
    #[inline]
    pub(super) fn grown(&self, set: B) -> B {
        set | (set & self.not_last) << 1
            | (set & self.not_first) >> 1
            | set << self.columns
            | set >> self.columns
    }

    /// The neighbours of a set, which may lie in it or outside the board.
    #[inline]
    fn around(&self, set: B) -> B {
        (set & self.not_last) << 1 | (set & self.not_first) >> 1 | set << self.columns | set >> self.columns
    }
}
