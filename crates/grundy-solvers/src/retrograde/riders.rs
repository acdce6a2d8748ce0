//! Nimbers of a piece that rides towards the corner along rows, columns and diagonals.
//!
//! The main function is [`rider_nimbers`]. A rook is two heaps of nim, a queen is Wythoff's
//! game. Each row, column and diagonal keeps the set of its values as bits, so a square's value
//! is the first bit that is in none of its three sets, instead of a mex over all its options.
//!
//! The board is filled in tiles of 64 x 64 squares, so that the sets in use stay in the cache. Tiles on
//! one antidiagonal share no row, no column and no diagonal: threads fill them at the same
//! time, each with locks that nobody else wants. A square board is filled on one side of its
//! diagonal only.
//!
//! Invariant: every block of bits below a line's *floor* is full, so the search for the first
//! free value begins at the highest of the three floors.
//!
//! Cost: 2 bytes a square, and `(rows + columns)^2 / 4` bytes of sets; about five blocks of
//! 512 bits are looked at for a square of Wythoff's game at 10^4 x 10^4.
//!
//! Source: Wythoff 1907; Blass and Fraenkel 1990, *The Sprague-Grundy function for Wythoff's
//! game*; Dress, Flammenkamp and Pink 1999 (each row holds each value once).
//!
//! Left out: other directions; [`super::nimbers`] does any piece.

use std::sync::{Mutex, PoisonError};

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

/// Lines of one kind that a tile crosses.
const TILE: usize = 64;
/// Bits that are looked at together: a cache line.
type Block = [u64; 8];
const FULL: Block = [u64::MAX; 8];

/// The nimbers of a piece on all squares of a board of `rows` x `columns`.
///
/// # Errors
/// A spent budget; a board so large that values may not fit into 16 bits.
pub fn rider_nimbers(rows: usize, columns: usize, lines: Lines, budget: &Budget) -> Result<RiderTable, Stop> {
    // A move takes at least one step off rows + columns, and no nimber is larger than the
    // longest play.
    let most = rows.saturating_add(columns);
    if most > usize::from(u16::MAX) {
        let message =
            format!("a board of {rows} x {columns} may have nimbers beyond 65535; try a smaller one");
        return Err(Fault::new(message).into());
    }
    let mut table = RiderTable { rows, columns, values: Vec::new() };
    if rows * columns == 0 {
        return Ok(table);
    }
    let board = Board {
        columns,
        lines,
        blocks: most / 512 + 1,
        tiles: (rows.div_ceil(TILE), columns.div_ceil(TILE)),
        symmetric: rows == columns && lines.row == lines.column,
    };
    let sets = 2 * (board.tiles.0 + board.tiles.1) * TILE * board.blocks * size_of::<Block>();
    budget.reserve((2 * rows * columns + sets) as u64)?;
    table.values = vec![0; rows * columns];
    let strips: Vec<Mutex<(&mut [u16], Sets)>> =
        table.values.chunks_mut(TILE * columns).map(|v| Mutex::new((v, board.sets()))).collect();
    let down: Vec<Mutex<Sets>> = (0..board.tiles.1).map(|_| Mutex::new(board.sets())).collect();
    let across: Vec<Mutex<Sets>> =
        (0..=board.tiles.0 + board.tiles.1).map(|_| Mutex::new(board.sets())).collect();
    for wave in 0..board.tiles.0 + board.tiles.1 - 1 {
        let first = (wave + 1).saturating_sub(board.tiles.1);
        let last = if board.symmetric { wave / 2 } else { wave.min(board.tiles.0 - 1) };
        let tiles: Vec<_> = (first..=last).map(|i| (i, wave - i)).collect();
        budget.spend((tiles.len() * TILE * TILE) as u64)?;
        let total = (board.tiles.0 + board.tiles.1 - 1) as u64;
        budget.report(&Progress { done: wave as u64, total: Some(total), note: "waves of tiles".into() });
        let fill = |tiles: &[(usize, usize)]| {
            for &(i, j) in tiles {
                let diagonal = j + board.tiles.0 - i;
                board.fill(
                    (i * TILE, j * TILE),
                    &mut lock(&strips[i]),
                    &mut lock(&down[j]),
                    &mut lock(&across[diagonal - 1]),
                    &mut lock(&across[diagonal]),
                );
            }
        };
        let share = tiles.len().div_ceil(budget.threads.max(1));
        if share < tiles.len() {
            std::thread::scope(|scope| {
                for tiles in tiles.chunks(share) {
                    scope.spawn(|| fill(tiles));
                }
            });
        } else {
            fill(&tiles);
        }
    }
    drop(strips);
    if board.symmetric {
        mirror(&mut table.values, rows);
    }
    Ok(table)
}

/// The lock's content; a thread that panicked has ended the scope already.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What stays the same for all tiles.
struct Board {
    columns: usize,
    lines: Lines,
    /// Blocks of bits a line has.
    blocks: usize,
    /// Tiles down and across.
    tiles: (usize, usize),
    /// Whether squares below the diagonal are mirrored.
    symmetric: bool,
}

/// The values of the lines of one kind in a tile.
struct Sets {
    bits: Vec<Block>,
    floors: [u16; TILE],
}

impl Board {
    fn sets(&self) -> Sets {
        Sets { bits: vec![[0; 8]; TILE * self.blocks], floors: [0; TILE] }
    }

    /// The bits of a line.
    fn line<'a>(&self, sets: &'a mut Sets, line: usize) -> (&'a mut [Block], &'a mut u16) {
        (&mut sets.bits[line * self.blocks..(line + 1) * self.blocks], &mut sets.floors[line])
    }

    /// Fills the tile whose first square is (`top`, `left`).
    fn fill(
        &self,
        (top, left): (usize, usize),
        strip: &mut (&mut [u16], Sets),
        down: &mut Sets,
        below: &mut Sets,
        above: &mut Sets,
    ) {
        let (values, along) = strip;
        let height = values.len() / self.columns;
        for b in left..self.columns.min(left + TILE) {
            let (column, column_floor) = self.line(down, b - left);
            let rows = if self.symmetric { height.min((b + 1).saturating_sub(top)) } else { height };
            for i in 0..rows {
                let a = top + i;
                let (row, row_floor) = self.line(along, i);
                if self.symmetric && a == b && self.lines.row {
                    // Left of the diagonal the row is the column above it, mirrored.
                    row.copy_from_slice(column);
                    *row_floor = *column_floor;
                }
                // Tile (i, j) crosses the diagonals of two tiles on the top row.
                let d = TILE + (b - left) - i;
                let (diagonal, diagonal_floor) =
                    if d < TILE { self.line(below, d) } else { self.line(above, d - TILE) };
                let floor = usize::from((*row_floor).max(*column_floor).max(*diagonal_floor));
                let (block, word, bit) = first_free(row, column, diagonal, floor);
                let mask = 1 << bit;
                if self.lines.row {
                    put(row, row_floor, block, word, mask);
                }
                if self.lines.column {
                    put(column, column_floor, block, word, mask);
                }
                if self.lines.diagonal {
                    put(diagonal, diagonal_floor, block, word, mask);
                }
                values[i * self.columns + b] = (block * 512 + word * 64) as u16 + bit as u16;
            }
        }
    }
}

/// Block, word and bit of the first value from `floor` on that is in none of three sets.
#[inline]
fn first_free(row: &[Block], column: &[Block], diagonal: &[Block], floor: usize) -> (usize, usize, u32) {
    let blocks = row.iter().zip(column).zip(diagonal).enumerate().skip(floor);
    for (block, ((row, column), diagonal)) in blocks {
        let mut taken = [0; 8];
        let mut all = u64::MAX;
        for w in 0..8 {
            taken[w] = row[w] | column[w] | diagonal[w];
            all &= taken[w];
        }
        if all != u64::MAX {
            let word = taken.iter().position(|&word| word != u64::MAX).unwrap_or(0);
            return (block, word, (!taken[word]).trailing_zeros());
        }
    }
    unreachable!("a square has fewer options than its lines have bits")
}

/// Puts a value into a set and raises the floor above full blocks.
#[inline]
fn put(line: &mut [Block], floor: &mut u16, block: usize, word: usize, mask: u64) {
    line[block][word] |= mask;
    if line[block] == FULL {
        while line.get(usize::from(*floor)) == Some(&FULL) {
            *floor += 1;
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
        for (rows, columns) in [(0, 0), (1, 1), (1, 90), (150, 1), (130, 130), (60, 150), (150, 70)] {
            for bits in 0..8 {
                let lines = Lines { row: bits & 1 > 0, column: bits & 2 > 0, diagonal: bits & 4 > 0 };
                let expected = naive(rows, columns, lines);
                for threads in [1, 2] {
                    let budget = Budget::default().with_threads(threads);
                    let table = rider_nimbers(rows, columns, lines, &budget).unwrap();
                    assert_eq!(table.values, expected, "{rows} x {columns} {lines:?}");
                }
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
