//! Boards of free cells and holes.
//!
//! The main type is [`Region`]. Notation: the rows from the top, `.` a free cell and any other
//! letter of the game's own, with `/` or white space between; or `RxC` for a whole board of free
//! cells. Invariant: all rows have the same length, at least 1.

use std::ops::RangeInclusive;

use crate::{ParseError, Text};

/// A board of letters, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    columns: usize,
    cells: Vec<u8>,
}

/// The letter of a free cell.
pub const FREE: u8 = b'.';

impl Region {
    /// A whole board of free cells.
    ///
    /// # Panics
    /// When there are no columns.
    pub fn whole(rows: usize, columns: usize) -> Self {
        assert!(columns > 0);
        Self { columns, cells: vec![FREE; rows * columns] }
    }

    /// Reads a board of at most `most` cells. `letters` are those that may stand on it, with what
    /// they are.
    ///
    /// # Errors
    /// When a row is ragged or holds another letter, or the board is too large.
    pub fn read(text: &Text, letters: &[(char, &str)], most: u64) -> Result<Self, ParseError> {
        let mut rows = text.split(|c| c.is_whitespace() || c == '/');
        let Some(first) = rows.next() else {
            let error =
                text.error_at_end("the rows of a board, such as `.../.#.`, or its size, such as `4x5`");
            return Err(error);
        };
        if first.text.starts_with(|c: char| c.is_ascii_digit()) {
            let (rows_text, columns_text) = first
                .text
                .split_once(['x', 'X'])
                .ok_or_else(|| first.expected("a size, rows x columns, such as `4x5`"))?;
            let number = |text: &str, at: usize, what: &str, range: RangeInclusive<u64>| {
                let word = first.to_text().slice(at..at + text.len());
                let read = word.words().next().map(|word| word.number(what, range));
                read.unwrap_or_else(|| Err(first.expected("a size, rows x columns, such as `4x5`")))
            };
            let height = number(rows_text, 0, "the number of rows", 1..=most)?;
            let width =
                number(columns_text, rows_text.len() + 1, "the number of columns", 1..=most / height)?;
            if let Some(word) = rows.next() {
                return Err(word.expected("nothing after the size"));
            }
            return Ok(Self::whole(height as usize, width as usize));
        }
        let columns = first.text.len();
        let mut cells = Vec::new();
        for row in std::iter::once(first).chain(rows) {
            if let Some((at, bad)) = row.text.char_indices().find(|&(_, c)| letters.iter().all(|l| l.0 != c))
            {
                let known: Vec<String> = letters.iter().map(|(c, what)| format!("{c} ({what})")).collect();
                return Err(row.error(at..at + bad.len_utf8(), known.join(", ")));
            }
            if row.text.len() != columns {
                let found = format!("a row of {}", row.text.len());
                let wanted = format!("a row of {columns} cells, as long as the first");
                return Err(row.error_found(0..row.text.len(), wanted, found));
            }
            cells.extend(row.text.bytes());
            if cells.len() as u64 > most {
                return Err(row.expected(format!("a board of at most {most} cells")));
            }
        }
        Ok(Self { columns, cells })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The letters, row by row.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Writes a letter on cell number `cell`, counted row by row.
    ///
    /// # Panics
    /// When there is no such cell.
    pub fn set(&mut self, cell: usize, letter: u8) {
        self.cells[cell] = letter;
    }

    /// Whether a cell is free.
    pub fn is_free(&self, cell: usize) -> bool {
        self.cells.get(cell) == Some(&FREE)
    }

    /// The cells that share an edge with `cell`: up, left, right, down.
    pub fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, cells) = (self.columns, self.cells.len());
        [
            (cell >= columns).then(|| cell - columns),
            (!cell.is_multiple_of(columns)).then(|| cell - 1),
            (!(cell + 1).is_multiple_of(columns)).then_some(cell + 1),
            (cell + columns < cells).then_some(cell + columns),
        ]
        .into_iter()
        .flatten()
    }

    /// The rows with `/` between.
    pub fn text(&self) -> String {
        let rows: Vec<String> =
            self.cells.chunks(self.columns).map(|row| row.iter().map(|&c| c as char).collect()).collect();
        rows.join("/")
    }

    /// `row,column` of a cell, from 1.
    pub fn cell_text(&self, cell: usize) -> String {
        format!("{},{}", cell / self.columns + 1, cell % self.columns + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> Result<Region, ParseError> {
        Region::read(&Text::new("question", source), &[('.', "free"), ('#', "hole")], 100)
    }

    #[test]
    fn boards_and_sizes() {
        let check = |source, expected: &str| assert_eq!(read(source).unwrap().text(), expected);
        check("../.#", "../.#");
        check("..\r\n.#\n", "../.#");
        check("2x3", ".../...");
        let region = read("../.#").unwrap();
        assert_eq!((region.rows(), region.columns(), region.is_free(3)), (2, 2, false));
        assert_eq!(region.beside(0).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(region.cell_text(2), "2,1");
    }

    #[test]
    fn bad_boards_point_at_the_place() {
        let check = |source, span: std::ops::Range<usize>| assert_eq!(read(source).unwrap_err().span(), span);
        check("../.", 3..4);
        check("../.?", 4..5);
        check("../.\u{e9}", 4..6);
        check("0x5", 0..1);
        check("10x11", 3..5);
        check("2x", 0..2);
        check("2x3 .", 4..5);
        check("", 0..0);
        check("7", 0..1);
    }
}
