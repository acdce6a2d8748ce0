//! The nimber of every set of free cells of a small board, in one table.
//!
//! The main type is [`Boxes`]. Sets are worked out in increasing order: a domino only takes
//! bits away, so all options of a set come before it. Sets need not be connected. Cost: one
//! byte and one pass over its moves for each of the `2^(rows * columns)` sets.

use super::Bits;

/// All nimbers of one box.
#[derive(Debug)]
pub(super) struct Boxes {
    rows: u32,
    columns: u32,
    values: Vec<u8>,
}

impl Boxes {
    /// The table of a box of at most 25 cells.
    pub(super) fn new(rows: u32, columns: u32) -> Self {
        let cells = rows * columns;
        debug_assert!(cells <= 25);
        let every_row = (0..rows).fold(0u32, |all, r| all | 1 << (r * columns));
        let not_last = !(every_row << columns.saturating_sub(1));
        let mut values = vec![0u8; 1 << cells];
        for set in 0..1u32 << cells {
            let mut seen = 0u32;
            for (mut firsts, step) in [(set & set >> 1 & not_last, 1), (set & set >> columns, columns)] {
                while firsts != 0 {
                    let first = firsts & firsts.wrapping_neg();
                    firsts ^= first;
                    seen |= 1 << values[(set ^ first ^ first << step) as usize];
                }
            }
            values[set as usize] = seen.trailing_ones() as u8;
        }
        Self { rows, columns, values }
    }

    /// Whether a piece in the corner fits.
    #[inline]
    pub(super) fn holds(&self, height: u32, width: u32) -> bool {
        height <= self.rows && width <= self.columns
    }

    /// The nimber of a set that fits, given in a frame with `stride` columns.
    #[inline]
    pub(super) fn value<B: Bits>(&self, set: B, stride: u32) -> u8 {
        let row = (1usize << self.columns) - 1;
        let index = (0..self.rows)
            .fold(0, |index, r| index | ((set >> (r * stride)).low() & row) << (r * self.columns));
        self.values[index]
    }
}
