//! The board: letters, turned coordinates, rays.
//!
//! A cell is numbered `x * columns + y` with row x and column y from 0. Turned coordinates are
//! `u = x - y + columns - 1` and `v = x + y`, both from 0 to rows + columns - 2: an `L` ray keeps
//! v, an `R` ray keeps u, and each step changes the other by 2.

use grundy_rules::{ParseError, Text};

/// Boards have at most this many rows and columns.
const MOST: u64 = 4000;

/// The letters of a board; a cell that is inactive from the start has the letter `.`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    letters: Vec<u8>,
    rows: usize,
    columns: usize,
}

/// A set of cells of one board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cells(Box<[u64]>);

impl Cells {
    /// No cell of a board with `len` cells.
    pub fn empty(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)].into())
    }

    /// The set as bits.
    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }

    /// Whether the cell is in the set.
    pub fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// Puts a cell in.
    pub fn add(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out.
    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// The cells in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * i + bit)
            })
        })
    }
}

impl Board {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of cells.
    #[allow(clippy::len_without_is_empty, reason = "a board has at least one cell")]
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// `L`, `R`, `X` or `.`.
    pub fn letter(&self, cell: usize) -> u8 {
        self.letters[cell]
    }

    /// Turned coordinates of a cell.
    pub fn turn(&self, cell: usize) -> (usize, usize) {
        let (x, y) = (cell / self.columns, cell % self.columns);
        (x + self.columns - 1 - y, x + y)
    }

    /// The cell at turned coordinates of one parity class, if it is on the board.
    pub fn at_turned(&self, u: usize, v: usize) -> Option<usize> {
        // 2x = u + v - (columns - 1) and y = v - x.
        let twice = (u + v).checked_sub(self.columns - 1)?;
        let (x, y) = (twice / 2, v.checked_sub(twice / 2)?);
        (twice.is_multiple_of(2) && x < self.rows && y < self.columns).then(|| x * self.columns + y)
    }

    /// 0 where row + column is even, 1 where it is odd.
    pub fn parity(&self, cell: usize) -> usize {
        (cell / self.columns + cell % self.columns) % 2
    }

    /// Neighbours along the two diagonals: down-left, up-right, then up-left, down-right.
    pub fn steps(&self, cell: usize) -> [Option<usize>; 4] {
        let (x, y) = (cell / self.columns, cell % self.columns);
        let (up, down) = (x > 0, x + 1 < self.rows);
        let (left, right) = (y > 0, y + 1 < self.columns);
        [
            (down && left).then(|| cell + self.columns - 1),
            (up && right).then(|| cell - self.columns + 1),
            (up && left).then(|| cell - self.columns - 1),
            (down && right).then(|| cell + self.columns + 1),
        ]
    }

    /// Plays an active cell: it and its rays become inactive.
    pub fn fire(&self, active: &mut Cells, cell: usize) {
        active.remove(cell);
        let ways = match self.letters[cell] {
            b'L' => 0..2,
            b'R' => 2..4,
            _ => 0..4,
        };
        for way in ways {
            let mut next = self.steps(cell)[way];
            while let Some(hit) = next.filter(|&hit| active.has(hit)) {
                active.remove(hit);
                next = self.steps(hit)[way];
            }
        }
    }
}

/// Reads the rows of a board; a first line of two numbers tells their count and length.
pub(super) fn read(text: &Text) -> Result<(Board, Cells), ParseError> {
    let mut rows = text.split(|c| c.is_whitespace() || c == '/').peekable();
    let mut sizes = None;
    if rows.peek().is_some_and(|word| word.text.starts_with(|c: char| c.is_ascii_digit() || c == '-')) {
        let height = rows.next().map(|word| word.number("the number of rows", 1..=MOST)).transpose()?;
        let width = rows.next().ok_or_else(|| text.error_at_end("the number of columns"))?;
        sizes = height.zip(Some(width.number("the number of columns", 1..=MOST)?));
    }
    let mut board = Board { letters: Vec::new(), rows: 0, columns: 0 };
    for row in rows {
        if sizes.is_some_and(|(height, _)| board.rows as u64 == height) {
            return Err(row.expected(format!("nothing after {} rows", board.rows)));
        }
        if let Some(at) = row.text.find(|c| !"LRX.".contains(c)) {
            let bad = row.text[at..].chars().next().map_or(1, char::len_utf8);
            return Err(row.error(at..at + bad, "L, R, X or . (an inactive cell)"));
        }
        let columns = sizes.map_or(if board.rows == 0 { row.text.len() } else { board.columns }, |s| s.1 as usize);
        if row.text.len() != columns || columns as u64 > MOST || board.rows as u64 == MOST {
            let found = format!("a row of {}", row.text.len());
            let wanted = if columns as u64 > MOST || board.rows as u64 == MOST {
                format!("a board of at most {MOST} rows and columns")
            } else {
                format!("a row of {columns} letters, as long as the others")
            };
            return Err(row.error_found(0..row.text.len(), wanted, found));
        }
        board.columns = columns;
        board.rows += 1;
        board.letters.extend_from_slice(row.text.as_bytes());
    }
    match sizes {
        Some((height, _)) if (board.rows as u64) < height => {
            Err(text.error_at_end(format!("row {} of {height}", board.rows + 1)))
        }
        _ if board.rows == 0 => Err(text.error_at_end("the rows of a board, such as `LRX/XLR`")),
        _ => {
            let mut active = Cells::empty(board.len());
            (0..board.len()).filter(|&cell| board.letters[cell] != b'.').for_each(|cell| active.add(cell));
            Ok((board, active))
        }
    }
}
