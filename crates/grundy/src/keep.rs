//! Cells of a table that outlive the work on it.
//!
//! The main trait is [`Keep`]; what it does with cells (a file, a database) is its own affair, so
//! that this crate writes no file.

use crate::error::Error;
use crate::table::TableCell;

/// Keeps the finished cells of a table.
pub trait Keep {
    /// Told once, before the first cell, of which template the cells are: the question with `R`
    /// and `C` in it.
    ///
    /// # Errors
    /// When what is kept is of another template.
    fn begin(&mut self, template: &str) -> Result<(), Error>;

    /// A cell that was finished earlier.
    fn find(&mut self, row: u64, column: u64) -> Option<TableCell>;

    /// Takes a cell the moment it is finished.
    ///
    /// # Errors
    /// When it cannot be kept; that ends the table.
    fn keep(&mut self, row: u64, column: u64, cell: &TableCell) -> Result<(), Error>;
}

/// Keeps nothing.
impl Keep for () {
    fn begin(&mut self, _template: &str) -> Result<(), Error> {
        Ok(())
    }

    fn find(&mut self, _row: u64, _column: u64) -> Option<TableCell> {
        None
    }

    fn keep(&mut self, _row: u64, _column: u64, _cell: &TableCell) -> Result<(), Error> {
        Ok(())
    }
}
