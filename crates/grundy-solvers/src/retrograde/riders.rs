//! Nimbers of a piece that rides towards the corner along rows, columns and diagonals.
//!
//! The main function is [`rider_nimbers`]. A rook is two heaps of nim, a queen is Wythoff's
//! game. Each row, column and diagonal keeps the set of its values as bits, so a square's value
//! is the first bit that is in none of its three sets, instead of a mex over all its options.
//!
//! Invariant: every word below a line's *floor* is full, so the search for the first free value
//! begins at the highest of the three floors. The words of neighbouring columns, and of
//! neighbouring diagonals, lie side by side, since neighbouring squares look at the same word.
//! A square board is filled on one side of its diagonal only.
//!
//! Cost: 2 bytes a square, and `(rows + columns)^2 / 4` bytes of sets; a few words a square.
//!
//! Source: Wythoff 1907; Blass and Fraenkel 1990, *The Sprague-Grundy function for Wythoff's
//! game*; Dress, Flammenkamp and Pink 1999 (each row holds each value once).
//!
//! Left out: other directions; [`super::nimbers`] does any piece.

use grundy_rules::{Budget, Fault, Nimber, Progress, Stop};

/// The lines a piece may ride along, towards square (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// Along its row.
    pub row: bool,
    /// Along its column.
    pub column: bool,
    /// Along its diagonal, both coordinates going down together.
    pub diagonal: bool,
}

impl Lines {
    /// A queen: Wythoff's game.
    pub const QUEEN: Self = Self { row: true, column: true, diagonal: true };
    /// A rook: two heaps of nim.
    pub const ROOK: Self = Self { row: true, column: true, diagonal: false };
}

/// The nimber of every square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RiderTable {
    rows: usize,
    columns: usize,
    values: Vec<u16>,
}

impl RiderTable {
    /// The nimber of square (a, b).
    ///
    /// # Panics
    /// When it is not on the board.
    pub fn nimber(&self, a: usize, b: usize) -> Nimber {
        assert!(b < self.columns, "square {a},{b} is not on the board");
        Nimber(u64::from(self.values[a * self.columns + b]))
    }

    /// Rows and columns.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// The values, row by row.
    pub fn values(&self) -> &[u16] {
        &self.values
    }
}

/// The nimbers of a piece on all squares of a board of `rows` x `columns`.
///
/// # Errors
/// A spent budget; a board so large that values may not fit into 16 bits.
pub fn rider_nimbers(rows: usize, columns: usize, lines: Lines, budget: &Budget) -> Result<RiderTable, Stop> {
    // A square has at most rows + columns + min(rows, columns) options, and every row holds a
    // value once, so in practice values stay below rows + columns; this bound is safe.
    let most = rows.saturating_add(columns).saturating_add(rows.min(columns));
    if most > usize::from(u16::MAX) {
        let message =
            format!("a board of {rows} x {columns} may have nimbers beyond 65535; try a smaller one");
        return Err(Fault::new(message).into());
    }
    let words = most / 64 + 1;
    let diagonals = rows + columns;
    let bytes = 2 * rows * columns + 8 * words * (columns + diagonals);
    budget.reserve(bytes as u64)?;
    let symmetric = rows == columns && lines.row == lines.column;
    let mut table = RiderTable { rows, columns, values: vec![0; rows * columns] };
    let mut down = Sets::new(lines.column, words, columns);
    let mut across = Sets::new(lines.diagonal, words, diagonals);
    for a in 0..rows {
        budget.spend(columns as u64)?;
        if a % 256 == 255 {
            let done = Progress { done: a as u64 + 1, total: Some(rows as u64), note: "rows".into() };
            budget.report(&done);
        }
        let first = if symmetric { a } else { 0 };
        let mut row = vec![0u64; words];
        let mut floor = 0;
        if symmetric && lines.row {
            // Left of the diagonal the row is the column above it, mirrored.
            down.copy(a, &mut row);
        }
        let values = &mut table.values[a * columns..(a + 1) * columns];
        for (b, value) in values.iter_mut().enumerate().skip(first) {
            let d = rows + b - a;
            while row[floor] == u64::MAX {
                floor += 1;
            }
            let mut w = floor.max(down.floor(b)).max(across.floor(d));
            let free = loop {
                let taken = row[w] | down.word(w, b) | across.word(w, d);
                if taken != u64::MAX {
                    break (!taken).trailing_zeros();
                }
                w += 1;
            };
            let bit = 1u64 << free;
            if lines.row {
                row[w] |= bit;
            }
            down.put(w, b, bit);
            across.put(w, d, bit);
            *value = (w * 64) as u16 + free as u16;
        }
    }
    if symmetric {
        mirror(&mut table.values, rows);
    }
    Ok(table)
}

/// The values of many lines, as bits; word `w` of all lines side by side.
struct Sets {
    words: Vec<u64>,
    floors: Vec<u16>,
    lines: usize,
}

impl Sets {
    /// Empty sets; lines that the piece does not ride along take no space.
    fn new(used: bool, words: usize, lines: usize) -> Self {
        let lines = if used { lines } else { 0 };
        Self { words: vec![0; words * lines], floors: vec![0; lines], lines }
    }

    #[inline]
    fn floor(&self, line: usize) -> usize {
        self.floors.get(line).map_or(0, |&floor| usize::from(floor))
    }

    #[inline]
    fn word(&self, w: usize, line: usize) -> u64 {
        if self.lines == 0 { 0 } else { self.words[w * self.lines + line] }
    }

    #[inline]
    fn put(&mut self, w: usize, line: usize, bit: u64) {
        if self.lines == 0 {
            return;
        }
        let word = &mut self.words[w * self.lines + line];
        *word |= bit;
        if *word == u64::MAX {
            let floor = &mut self.floors[line];
            while self.words.get(usize::from(*floor) * self.lines + line) == Some(&u64::MAX) {
                *floor += 1;
            }
        }
    }

    fn copy(&self, line: usize, to: &mut [u64]) {
        for (w, word) in to.iter_mut().enumerate() {
            *word = self.word(w, line);
        }
    }
}

/// Copies the upper triangle of a square table to the lower one, block by block.
fn mirror(values: &mut [u16], size: usize) {
    const BLOCK: usize = 64;
    for top in (0..size).step_by(BLOCK) {
        for left in (0..=top).step_by(BLOCK) {
            for a in top..size.min(top + BLOCK) {
                for b in left..a.min(left + BLOCK) {
                    values[a * size + b] = values[b * size + a];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition, from the options themselves.
    fn naive(rows: usize, columns: usize, lines: Lines) -> Vec<u16> {
        let mut values = vec![0u16; rows * columns];
        for a in 0..rows {
            for b in 0..columns {
                let mut options = Vec::new();
                if lines.row {
                    options.extend((0..b).map(|y| values[a * columns + y]));
                }
                if lines.column {
                    options.extend((0..a).map(|x| values[x * columns + b]));
                }
                if lines.diagonal {
                    options.extend((1..=a.min(b)).map(|k| values[(a - k) * columns + b - k]));
                }
                values[a * columns + b] = (0..=u16::MAX).find(|v| !options.contains(v)).unwrap();
            }
        }
        values
    }

    #[test]
    fn tables_are_the_mex_of_options() {
        for (rows, columns) in [(0, 0), (1, 1), (1, 90), (90, 1), (70, 70), (60, 90), (90, 60)] {
            for bits in 0..8 {
                let lines = Lines { row: bits & 1 > 0, column: bits & 2 > 0, diagonal: bits & 4 > 0 };
                let table = rider_nimbers(rows, columns, lines, &Budget::default()).unwrap();
                assert_eq!(table.values, naive(rows, columns, lines), "{rows} x {columns} {lines:?}");
            }
        }
    }

    #[test]
    fn boards_too_large_are_refused() {
        assert!(matches!(
            rider_nimbers(40_000, 40_000, Lines::QUEEN, &Budget::default()),
            Err(Stop::Fault(_))
        ));
        let tight = Budget::default().with_bytes(grundy_rules::Bytes(1000));
        assert!(matches!(rider_nimbers(100, 100, Lines::QUEEN, &tight), Err(Stop::Limit(_))));
    }
}
