//! Impartial `NoGo`: put stones so that nothing is captured.
//!
//! Rules: stones are black (`x`) or white (`o`). A move puts one stone of either colour on a free
//! cell; afterwards every block (stones of one colour connected over edges) must still have a free
//! cell beside it. Whoever cannot move loses.
//!
//! ```text
//! nogo .x./..o
//!  . x .
//!  . . o
//! ```
//! Notation: `.` free, `x` black, `o` white, `#` a hole; a move is `x:row,column` or `o:row,column`.
//!
//! The main type is [`NoGo`]. A position is the black and the white stones of one region between
//! holes, and in a row of cells of one piece of it (`pieces.rs`); both colours may be exchanged,
//! and a whole board may be turned and mirrored: the least of these stands for all. Boards have at
//! most 64 cells.
//! Source: the impartial form of `NoGo` (Chou, Teytaud, Yen 2011) as MCGS plays it.

mod board;
mod pieces;

use grundy_rules::{Fault, Game, Region, Search, Sums};

pub use self::board::{DECLARATION, open};

/// The stones of one region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    black: u64,
    white: u64,
    /// The cells of the region.
    cells: u64,
}

impl Stones {
    fn of(region: &Region) -> Self {
        let set = |wanted: &dyn Fn(u8) -> bool| {
            region.cells().iter().zip(0..).filter(|&(&c, _)| wanted(c)).fold(0, |all, (_, i)| all | 1u64 << i)
        };
        Self { black: set(&|c| c == b'x'), white: set(&|c| c == b'o'), cells: set(&|c| c != b'#') }
    }

    #[inline]
    fn free(self) -> u64 {
        self.cells & !self.black & !self.white
    }

    /// With one stone more.
    #[inline]
    fn with(self, cell: u64, colour: Colour) -> Self {
        match colour {
            Colour::Black => Self { black: self.black | cell, ..self },
            Colour::White => Self { white: self.white | cell, ..self },
        }
    }

    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Self { black: f(self.black), white: f(self.white), cells: f(self.cells) }
    }
}

/// The colour of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Written `x`.
    Black,
    /// Written `o`.
    White,
}

impl Colour {
    const BOTH: [Self; 2] = [Self::Black, Self::White];

    fn letter(self) -> u8 {
        match self {
            Self::Black => b'x',
            Self::White => b'o',
        }
    }
}

/// The rules on boards of one size.
#[derive(Debug)]
pub struct NoGo {
    columns: u32,
    not_first: u64,
    not_last: u64,
    /// For each turn and mirror image of the board that keeps its size: where each cell goes.
    images: Vec<Vec<u8>>,
}

impl NoGo {
    fn new(region: &Region) -> Self {
        let (rows, columns) = (region.rows(), region.columns());
        let every_row = (0..rows).fold(0u64, |all, r| all | 1 << (r * columns));
        let cells = u64::MAX >> (64 - rows * columns);
        let image = |f: &dyn Fn(usize, usize) -> (usize, usize)| -> Vec<u8> {
            let places = (0..rows * columns).map(|cell| f(cell / columns, cell % columns));
            places.map(|(r, c)| (r * columns + c) as u8).collect()
        };
        let (last_row, last_column) = (rows - 1, columns - 1);
        if rows.min(columns) == 1 {
            // Pieces of a row have a normal form of their own.
            return Self { columns: columns as u32, not_first: cells & !every_row, not_last: (cells & !every_row) >> 1, images: Vec::new() };
        }
        let mut images = vec![
            image(&|r, c| (last_row - r, c)),
            image(&|r, c| (r, last_column - c)),
            image(&|r, c| (last_row - r, last_column - c)),
        ];
        if rows == columns {
            images.push(image(&|r, c| (c, r)));
            images.push(image(&|r, c| (last_row - c, r)));
            images.push(image(&|r, c| (c, last_column - r)));
            images.push(image(&|r, c| (last_row - c, last_column - r)));
        }
        Self { columns: columns as u32, not_first: cells & !every_row, not_last: (cells & !every_row) >> 1, images }
    }

    /// The cells beside a set.
    #[inline]
    fn around(&self, set: u64) -> u64 {
        let (up, down) = (set.checked_shr(self.columns), set.checked_shl(self.columns));
        (set & self.not_last) << 1 | (set & self.not_first) >> 1 | up.unwrap_or(0) | down.unwrap_or(0)
    }

    /// The block of `stones` that contains the cells of `from`.
    #[inline]
    fn block(&self, from: u64, stones: u64) -> u64 {
        let mut block = from & stones;
        loop {
            let grown = block | self.around(block) & stones;
            if grown == block {
                return block;
            }
            block = grown;
        }
    }

    /// Whether every block that touches or contains one of the cells has a free cell beside it.
    fn breathe_near(&self, at: Stones, cells: u64) -> bool {
        let free = at.free();
        [at.black, at.white].into_iter().all(|stones| {
            let mut open = (cells | self.around(cells)) & stones;
            while open != 0 {
                let block = self.block(open & open.wrapping_neg(), stones);
                if self.around(block) & free == 0 {
                    return false;
                }
                open &= !block;
            }
            true
        })
    }

    fn all_breathe(&self, at: Stones) -> bool {
        self.breathe_near(at, at.cells)
    }

    /// Calls `each` with every legal move and what it leads to, cell by cell, black first.
    fn each(&self, at: Stones, mut each: impl FnMut(u32, Colour, Stones) -> bool) {
        let mut free = at.free();
        while free != 0 {
            let cell = free & free.wrapping_neg();
            free ^= cell;
            for colour in Colour::BOTH {
                let after = at.with(cell, colour);
                if self.breathe_near(after, cell) && !each(cell.trailing_zeros(), colour, after) {
                    return;
                }
            }
        }
    }
}

impl Game for NoGo {
    type Position = Stones;

    fn options(&self, at: &Stones, out: &mut Sums<Stones>) -> Result<(), Fault> {
        self.options_until(at, out, &mut |_| false)
    }

    fn options_until(
        &self,
        &at: &Stones,
        out: &mut Sums<Stones>,
        enough: &mut dyn FnMut(&[Stones]) -> bool,
    ) -> Result<(), Fault> {
        self.each(at, |_, _, after| {
            self.pieces(after, |piece| out.part(self.normal(piece)));
            out.end();
            !enough(out.get(out.len() - 1))
        });
        Ok(())
    }

    fn canonical(&self, &at: &Stones) -> Option<Stones> {
        let image = |places: &Vec<u8>| {
            pieces::sorted(at.map(|mut set| {
                let mut moved = 0;
                while set != 0 {
                    moved |= 1u64 << places[set.trailing_zeros() as usize];
                    set &= set - 1;
                }
                moved
            }))
        };
        let least = self.images.iter().map(image).min()?;
        (least < at).then_some(least)
    }

    /// Free cells, and all cells: among equals a tenth fewer positions in rows.
    fn size(&self, at: &Stones) -> u64 {
        u64::from(at.free().count_ones() + at.cells.count_ones())
    }

    fn pack(&self, at: &Stones) -> Vec<u64> {
        vec![at.black, at.white, at.cells]
    }

    fn unpack(&self, words: &[u64]) -> Option<Stones> {
        let &[black, white, cells] = words else { return None };
        let at = Stones { black, white, cells };
        (black & white == 0 && (black | white) & !cells == 0 && self.all_breathe(at)).then_some(at)
    }

    fn search(&self) -> Search {
        Search::Tracking
    }
}
