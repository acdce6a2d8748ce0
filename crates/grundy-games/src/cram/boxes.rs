//! The nimber of every set of free cells of a small board, in one table.
//!
//! The main type is [`Boxes`]. Sets are worked out in increasing order: a domino only takes
//! bits away, so all options of a set come before it. Sets need not be connected. A nimber `v`
//! is kept as the byte `1 << v`, so that the mex of a run of sets, which differ in their first
//! row only, is a few operations on whole runs of bytes. Cost: one byte a set, and about one
//! nanosecond a row of 32 sets and a domino.

use super::Bits;

/// All nimbers of one box.
#[derive(Debug)]
pub(super) struct Boxes {
    rows: u32,
    columns: u32,
    /// `1 << nimber` of each set; 0 for nimbers from 8 on.
    values: Vec<u8>,
}

impl Boxes {
    /// The table of a box of at most 25 cells.
    pub(super) fn new(rows: u32, columns: u32) -> Self {
        let cells = rows * columns;
        debug_assert!(0 < cells && cells <= 25);
        let run = 1usize << columns;
        let every_row = (0..rows).fold(0u32, |all, r| all | 1 << (r * columns));
        let not_last = !(every_row << (columns - 1));
        let mut values = vec![0u8; 1 << cells];
        // Sets of equal rows but the first stand beside each other.
        for rest in 0..1u32 << (cells - columns) {
            let (done, now) = values.split_at_mut(rest as usize * run);
            let now = &mut now[..run];
            let options = |rest: u32| &done[rest as usize * run..][..run];
            for (mut firsts, domino) in
                [(rest & rest >> 1 & not_last, 0b11), (rest & rest >> columns, 1 | 1 << columns)]
            {
                while firsts != 0 {
                    let after = options(rest ^ domino << firsts.trailing_zeros());
                    now.iter_mut().zip(after).for_each(|(seen, option)| *seen |= option);
                    firsts &= firsts - 1;
                }
            }
            // Upright dominoes on the first two rows.
            for column in (0..columns).filter(|column| rest >> column & 1 != 0) {
                let (after, step) = (options(rest ^ 1 << column), 1usize << column);
                for (seen, option) in now.chunks_exact_mut(2 * step).zip(after.chunks_exact(2 * step)) {
                    seen[step..].iter_mut().zip(option).for_each(|(seen, option)| *seen |= option);
                }
            }
            for row in 0..run {
                let mut seen = now[row];
                let mut firsts = row & row >> 1;
                while firsts != 0 {
                    seen |= now[row ^ 0b11 << firsts.trailing_zeros()];
                    firsts &= firsts - 1;
                }
                now[row] = !seen & seen.wrapping_add(1);
            }
        }
        Self { rows, columns, values }
    }

    /// Whether a piece in the corner fits.
    #[inline]
    pub(super) fn holds(&self, height: u32, width: u32) -> bool {
        height <= self.rows && width <= self.columns
    }

    /// The nimber of a set that fits, given in a frame with `stride` columns; `None` from 8 on.
    #[inline]
    pub(super) fn value<B: Bits>(&self, set: B, stride: u32) -> Option<u32> {
        let row = (1usize << self.columns) - 1;
        let index = (0..self.rows)
            .fold(0, |index, r| index | ((set >> (r * stride)).low() & row) << (r * self.columns));
        let value = self.values[index].trailing_zeros();
        (value < u8::BITS).then_some(value)
    }
}
