//! Cram: put a domino on two free cells that share an edge.
//!
//! Rules: both players put dominoes upright or lying; whoever cannot move loses.
//! The main type is [`Cram`]. A position is one connected piece of free cells, pushed into the
//! top left corner of a frame that is as wide as the whole board, turned and mirrored to the
//! least integer: bit `row * width + column`. Invariant: positions are connected, have at least
//! two cells, no two leaves at one cell, and are not known to be 0; [`Cram::parts`] and the
//! options keep it. Cost: some fifty word operations an option, and beside what a search is
//! allowed up to 51 MiB for the complete tables of small boxes.
//! Source: Gardner 1974; Winning Ways, chapter 15. The reductions: cells that no play can tell from
//! others go (`pieces.rs`); a piece that a half turn maps to itself, with no domino on its centre,
//! is 0, since the second player answers each move by its image, and with one domino across the
//! centre it is not 0.

mod bits;
mod board;
mod boxes;
mod normal;
mod pieces;

use std::sync::OnceLock;

use grundy_rules::{Fault, Game, Known, Nimber, Search, Sums};

pub use self::bits::Bits;
pub use self::board::{CramBoard, DECLARATION, Dominoes, open};
use self::boxes::Boxes;
use self::normal::Centre;

/// Cram in a frame of given size.
#[derive(Debug)]
pub struct Cram<B> {
    columns: u32,
    /// All cells but those of the last column.
    not_last: B,
    /// All cells but those of the first column.
    not_first: B,
    /// One row of cells.
    row: B,
    /// All cells.
    cells: B,
    /// One column of cells
    column: B,
    /// The row of each cell.
    row_of: [u8; 128],
    /// Row patterns as patterns of a column, for turning a board over its diagonal.
    columns_of: Vec<B>,
    /// Nimbers of rows of `n` cells: Dawson's Kayles.
    strips: Vec<u8>,
    /// Complete tables, each with the cells outside its box: small ones, and large ones once a
    /// piece of [`MANY`] cells is searched.
    small: OnceLock<Vec<(B, Boxes)>>,
    large: OnceLock<Vec<(B, Boxes)>>,
}

/// Pieces of so many cells are worth the large complete tables: 51 MiB, and a fifth of a second.
const MANY: u32 = 42;
const SMALL: [(u32, u32); 3] = [(4, 5), (3, 7), (2, 10)];
const LARGE: [(u32, u32); 4] = [(5, 5), (4, 6), (3, 7), (2, 10)];

impl<B: Bits> Cram<B> {
    /// Cram on boards inside a frame, whose shorter side counts the rows; `None` when the
    /// frame has more cells than `B` has bits.
    pub fn new(rows: u32, columns: u32) -> Option<Self> {
        let (rows, columns) = (rows.min(columns), rows.max(columns));
        if rows.checked_mul(columns)? > B::BITS || columns > MOST_COLUMNS {
            return None;
        }
        let row = mask::<B>(columns);
        let every_row = (0..rows).fold(B::NONE, |all, r| all | B::ONE << (r * columns));
        let cells = mask::<B>(rows * columns);
        let not_first = cells & !every_row;
        // The diagonal matters for pieces of at most `rows` rows and columns.
        let column_of = |pattern: usize| {
            (0..rows).filter(|c| pattern >> c & 1 != 0).fold(B::NONE, |all, c| all | B::ONE << (c * columns))
        };
        Some(Self {
            columns,
            not_last: if columns == 0 { B::NONE } else { not_first >> 1 },
            not_first,
            row,
            cells,
            column: every_row,
            row_of: std::array::from_fn(|cell| (cell as u32).checked_div(columns).unwrap_or(0) as u8),
            columns_of: (0..1usize << rows).map(column_of).collect(),
            strips: dawsons_kayles(rows * columns),
            small: OnceLock::new(),
            large: OnceLock::new(),
        })
    }

    /// Complete tables of boxes that the frame holds.
    fn tables(&self, sizes: &[(u32, u32)]) -> Vec<(B, Boxes)> {
        let fits = |&&(rows, columns): &&(u32, u32)| rows <= self.rows() && columns <= self.columns;
        let table = |&(rows, columns): &(u32, u32)| {
            let inside = (0..rows).fold(B::NONE, |all, r| all | mask::<B>(columns) << (r * self.columns));
            (!inside, Boxes::new(rows, columns))
        };
        sizes.iter().filter(fits).map(table).collect()
    }

    /// The complete tables that there are by now.
    #[inline]
    fn boxes(&self) -> &[(B, Boxes)] {
        match self.large.get() {
            Some(large) => large,
            None => self.small.get_or_init(|| self.tables(&SMALL)),
        }
    }

    /// Rows of the frame, no more than its columns.
    pub fn rows(&self) -> u32 {
        self.column.count()
    }

    /// Columns of the frame: the distance between cells below each other.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// What is left of the piece that contains the cells, after a domino on them.
    pub fn after(&self, free: B, first: u32, second: u32) -> Vec<B> {
        self.parts(free & !(B::ONE << first | B::ONE << second))
    }

    /// The connected piece of `free` that contains this cell.
    pub fn piece(&self, free: B, cell: u32) -> B {
        let mut piece = B::ONE << cell & free;
        loop {
            let grown = self.grown(piece) & free;
            if grown == piece {
                return piece;
            }
            piece = grown;
        }
    }

    /// The nimber of a piece in which no cell has three neighbours, if it is no cycle.
    #[inline]
    fn strip(&self, piece: B) -> Option<u64> {
        // Four cells in a square are a cycle, or one of them has a third neighbour.
        let square = piece & piece >> 1 & self.not_last;
        if !(square & square >> self.columns).is_none() && piece.count() > 4 {
            return None;
        }
        let left = (piece & self.not_last) << 1 & piece;
        let right = (piece & self.not_first) >> 1 & piece;
        let above = piece << self.columns & piece;
        let below = piece >> self.columns & piece;
        let three = left & right & (above | below) | above & below & (left | right);
        if !three.is_none() {
            return None;
        }
        let two = left & right | above & below | (left | right) & (above | below);
        let n = piece.count();
        Some(if two == piece {
            // A cycle: a domino leaves a strip of n - 2 cells.
            u64::from(self.strips[n as usize - 2] == 0)
        } else {
            u64::from(self.strips[n as usize])
        })
    }
}

/// The widest frame: the row of a longer one is a strip, which has a closed form.
const MOST_COLUMNS: u32 = 128;

/// The lowest `n` bits.
fn mask<B: Bits>(n: u32) -> B {
    if n == 0 { B::NONE } else { !B::NONE >> (B::BITS - n) }
}

/// The nimbers of Dawson's Kayles, octal 0.07, for rows of 0 to `most` cells.
fn dawsons_kayles(most: u32) -> Vec<u8> {
    let mut values: Vec<u8> = Vec::new();
    for n in 0..=most as usize {
        let options = (0..=n / 2).filter(|left| left + 2 <= n);
        let seen = options.fold(0u64, |seen, left| seen | 1 << (values[left] ^ values[n - 2 - left]));
        values.push(seen.trailing_ones() as u8);
    }
    values
}

impl<B: Bits> Game for Cram<B> {
    type Position = B;

    fn options(&self, at: &B, out: &mut Sums<B>) -> Result<(), Fault> {
        self.options_until(at, out, &mut |_| false)
    }

    fn options_until(
        &self,
        &at: &B,
        out: &mut Sums<B>,
        enough: &mut dyn FnMut(&[B]) -> bool,
    ) -> Result<(), Fault> {
        if self.large.get().is_none() && at.count() >= MANY {
            self.large.get_or_init(|| self.tables(&LARGE));
        }
        let lying = at & at >> 1 & self.not_last;
        let upright = at & at >> self.columns;
        // Pieces are at least as wide as high: dominoes near the middle cut best, upright ones first.
        let (_, _, width) = self.to_corner(at);
        let mut middle = self.column << ((width - 1) / 2);
        if width % 2 == 0 {
            middle |= middle << 1;
        }
        let mut dominoes = [(upright, self.columns), (lying, 1)];
        let mut mask = middle;
        while dominoes.iter().any(|(firsts, _)| !firsts.is_none()) {
            for (left, second) in &mut dominoes {
                let mut firsts = *left & mask;
                *left &= !mask;
                while !firsts.is_none() {
                    let first = firsts.lowest();
                    firsts &= !first;
                    self.option(at, first | first << *second, out);
                    if enough(out.get(out.len() - 1)) {
                        return Ok(());
                    }
                }
            }
            mask |= mask << 1 | mask >> 1;
        }
        Ok(())
    }

    fn known(&self, &at: &B) -> Known {
        for (outside, boxes) in self.boxes() {
            if (at & *outside).is_none()
                && let Some(value) = boxes.value(at, self.columns)
            {
                return Known::Nimber(Nimber(u64::from(value)));
            }
        }
        if let Some(value) = self.strip(at) {
            return Known::Nimber(Nimber(value));
        }
        // A half turn that keeps the piece, which is in the corner, takes its first cell to its last.
        let turned = at.reversed() >> at.leading() << at.first();
        if turned != at {
            return Known::Unknown;
        }
        let (piece, height, width) = self.to_corner(at);
        let symmetric = self.half_turn(piece, height, width) == piece;
        if symmetric && self.centre(piece, height, width) == Centre::Domino {
            Known::NotZero
        } else {
            Known::Unknown
        }
    }

    fn known_by(&self, &at: &B) -> &'static str {
        if self.strip(at).is_some() { "closed form" } else { "complete table" }
    }

    /// Pieces that a half turn keeps are left out.
    fn keeps_length(&self) -> bool {
        false
    }

    fn pack(&self, at: &B) -> Vec<u64> {
        at.words()
    }

    fn unpack(&self, words: &[u64]) -> Option<B> {
        B::of_words(words).filter(|&at| at.count() > 1 && (at & !self.cells).is_none())
    }

    fn search(&self) -> Search {
        Search::Tracking
    }

    /// Cells and pairs side by side, since a piece with few such pairs falls apart into short
    /// columns; and what the best cut between two columns leaves to do: the dominoes that it
    /// takes, and the larger side. Next to cells and pairs alone the cut saved two fifths of the
    /// positions on 5x8, a fourth on 4x11 and a sixth on 5x7.
    fn size(&self, &at: &B) -> u64 {
        let (pairs, cells) = (at & self.not_last & at >> 1, at.count());
        let mut left = 0;
        let cuts = (0..self.columns).map_while(|column| {
            left += (at >> column & self.column).count();
            let across = (pairs >> column & self.column).count();
            (left < cells).then(|| 10 * across + 2 * left.max(cells - left))
        });
        u64::from(cuts.min().unwrap_or(0) + 5 * (pairs.count() + cells))
    }
}

#[cfg(test)]
mod tests;
