//! What a position falls into, and what stands for each piece.
//!
//! The main functions are [`NoGo::pieces`] and [`NoGo::normal`]. Holes part regions. In a row of
//! cells two stones of different colours side by side part it as well: each of their blocks can
//! only have its free cell on its own side, as one at the edge of the row can, so that no move on
//! one side matters on the other; and how long a block is does not matter. A piece with one free
//! cell or none has no move.

use super::{Colour, NoGo, Stones};

/// Exchanges the colours if that makes the position less.
#[inline]
pub(super) fn sorted(at: Stones) -> Stones {
    Stones { black: at.black.min(at.white), white: at.black.max(at.white), ..at }
}

impl NoGo {
    /// Calls `each` with every piece that may have a move.
    pub(super) fn pieces(&self, at: Stones, mut each: impl FnMut(Stones)) {
        let mut left = at.cells;
        while left != 0 {
            let cells = self.block(left & left.wrapping_neg(), left);
            left &= !cells;
            // The last cell before each place where a row is parted.
            let mut ends = if self.is_row(cells) {
                (at.black & at.white >> 1 | at.white & at.black >> 1) & cells
            } else {
                0
            };
            let mut rest = cells;
            while rest != 0 {
                let end = ends & ends.wrapping_neg();
                ends ^= end;
                let piece = if end == 0 { rest } else { rest & (end | (end - 1)) };
                rest &= !piece;
                let piece = at.map(|set| set & piece);
                if piece.free().count_ones() > 1 {
                    each(piece);
                }
            }
        }
    }

    /// Whether connected cells lie in one row, side by side in the integer as well.
    fn is_row(&self, cells: u64) -> bool {
        let row = |cell: u32| if self.columns == 1 { 0 } else { cell / self.columns };
        let (first, last) = (cells.trailing_zeros(), cells.ilog2());
        row(first) == row(last)
    }

    /// What stands for a piece: with its colours exchanged, and in a row also mirrored, with
    /// blocks of one stone and from the first cell on.
    pub(super) fn normal(&self, piece: Stones) -> Stones {
        if !self.is_row(piece.cells) {
            return sorted(piece);
        }
        let (mut short, mut length) = (Stones::default(), 0);
        let mut before = None;
        let mut left = piece.cells;
        while left != 0 {
            let cell = left & left.wrapping_neg();
            left ^= cell;
            let colour = piece.colour(cell);
            if colour.is_none() || colour != before {
                let here = 1 << length;
                short.cells |= here;
                short = colour.map_or(short, |colour| short.with(here, colour));
                length += 1;
            }
            before = colour;
        }
        let mirrored = short.map(|set| set.reverse_bits() >> (64 - length));
        sorted(short).min(sorted(mirrored))
    }
}

impl Stones {
    /// The colour of the stone on a cell.
    fn colour(self, cell: u64) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|colour| {
            let stones = if *colour == Colour::Black { self.black } else { self.white };
            stones & cell != 0
        })
    }
}
