//! A rectangle of letters, the position of every game on a board.
//!
//! Rows and columns count from 1, as move texts do. A board is changed by copying it.

use std::fmt;

/// A rectangle of one-byte letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    cols: usize,
    cells: Vec<u8>,
}

impl Board {
    /// Reads rows separated by `/` or white space.
    ///
    /// # Panics
    /// When the rows differ in length.
    pub fn read(text: &str) -> Self {
        let rows: Vec<&str> =
            text.split(|c: char| c == '/' || c.is_whitespace()).filter(|row| !row.is_empty()).collect();
        let cols = rows.first().map_or(0, |row| row.len());
        assert!(rows.iter().all(|row| row.len() == cols), "rows of one length, found {text}");
        Self { cols, cells: rows.concat().into_bytes() }
    }

    /// A board with the same letter everywhere.
    pub fn filled(rows: usize, cols: usize, letter: char) -> Self {
        Self { cols, cells: vec![letter as u8; rows * cols] }
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.cols).unwrap_or(0)
    }

    /// How many columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    fn index(&self, (row, col): (i64, i64)) -> Option<usize> {
        let inside = (1..=self.rows() as i64).contains(&row) && (1..=self.cols as i64).contains(&col);
        inside.then(|| (row - 1) as usize * self.cols + (col - 1) as usize)
    }

    /// The letter of the cell in this row and column; `None` off the board.
    pub fn at(&self, cell: (i64, i64)) -> Option<char> {
        self.index(cell).map(|index| char::from(self.cells[index]))
    }

    /// Changes the letter of a cell.
    ///
    /// # Panics
    /// Off the board.
    pub fn set(&mut self, cell: (i64, i64), letter: char) {
        let index = self.index(cell).expect("a cell on the board");
        self.cells[index] = letter as u8;
    }

    /// A copy in which these cells have this letter.
    #[must_use]
    pub fn with(&self, cells: &[(i64, i64)], letter: char) -> Self {
        let mut board = self.clone();
        for &cell in cells {
            board.set(cell, letter);
        }
        board
    }

    /// Every cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (i64, i64)> + use<> {
        let cols = self.cols as i64;
        (1..=self.rows() as i64).flat_map(move |row| (1..=cols).map(move |col| (row, col)))
    }

    /// Every cell with this letter, row by row.
    pub fn cells_with(&self, letter: char) -> Vec<(i64, i64)> {
        self.cells().filter(|&cell| self.at(cell) == Some(letter)).collect()
    }

    /// The cells on the board that share an edge with this one.
    pub fn neighbours(&self, (row, col): (i64, i64)) -> impl Iterator<Item = (i64, i64)> {
        let around = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)];
        around.into_iter().filter(|&cell| self.at(cell).is_some())
    }

    /// The cells that can be reached from `start` over edges, through cells of `start`'s letter.
    pub fn area(&self, start: (i64, i64)) -> Vec<(i64, i64)> {
        let mut area = vec![start];
        let mut done = 0;
        while let Some(&cell) = area.get(done) {
            done += 1;
            for next in self.neighbours(cell) {
                if self.at(next) == self.at(start) && !area.contains(&next) {
                    area.push(next);
                }
            }
        }
        area
    }

    /// The connected areas of cells with this letter.
    pub fn areas(&self, letter: char) -> Vec<Vec<(i64, i64)>> {
        let mut areas: Vec<Vec<(i64, i64)>> = Vec::new();
        for cell in self.cells_with(letter) {
            if !areas.iter().any(|area| area.contains(&cell)) {
                areas.push(self.area(cell));
            }
        }
        areas
    }

    /// The rows as words.
    pub fn row_texts(&self) -> Vec<String> {
        self.cells.chunks(self.cols.max(1)).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.row_texts().join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_count_from_one() {
        let board = Board::read("ab/cd\r\nee\n");
        assert_eq!((board.rows(), board.cols()), (3, 2));
        assert_eq!(board.at((1, 2)), Some('b'));
        assert_eq!(board.at((0, 1)), None);
        assert_eq!(board.at((3, 3)), None);
        assert_eq!(board.to_string(), "ab/cd/ee");
        assert_eq!(board.neighbours((1, 1)).collect::<Vec<_>>(), [(1, 2), (2, 1)]);
        assert_eq!(board.area((3, 1)), [(3, 1), (3, 2)]);
        assert_eq!(board.with(&[(2, 2)], '.').to_string(), "ab/c./ee");
    }
}
