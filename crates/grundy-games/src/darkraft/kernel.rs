//! All rectangles of a board at once.
//!
//! Main function: [`build`]; it declines when the parts are small against the whole board, or
//! the table is over the budget: then the general method is better. For each parity, the values of all rectangles lie in squares: one
//! square for each span of turned rows u, and in it a cell for each half-open span of v, so that
//! the spans `[v, e)` for growing e are neighbours in memory. Squares are filled by growing
//! u-span; all options but the `L` cuts look at shorter u-spans only.
//!
//! An `X` at (u, v) leaves four rectangles. For a fixed u-span and u, the two on either side
//! combine into one square `A[v1][e] = left[v1][e] xor right[v1][e]`, and the option's value is
//! `A[v1][v] xor A[v+1][e]`: for a fixed v1 that is a constant against a stretch of memory, for
//! all e at once. `R` cuts are `A` itself; `L` cuts have the same form as X with the square that
//! is being filled. A set of values is a few machine words, so a mex is a count of trailing ones.
//!
//! Cost: time O(U^3 V^3 / 36) steps at worst for U x V turned coordinates of a parity, memory
//! U^2 V^2 bytes. Values grow like 2.4 times the side on random boards; sets of the next width
//! are tried when one is too narrow, and beyond 4095 the kernel gives up.

use grundy_rules::{BoxedKernel, Budget, Kernel, Limit, Nimber, Stop};

use super::board::Board;
use super::region::Region;

/// Builds the tables of both parities; `None` when the general method is better.
pub(super) fn build<'g>(
    board: &Board,
    parts: &[Region],
    budget: &Budget,
) -> Option<Result<BoxedKernel<'g, Region>, Stop>> {
    let halves = [0, 1].map(|parity| Half::new(board, parity));
    let table: u64 = halves.iter().map(Half::spans).sum();
    let wanted: u64 = parts.iter().map(spans_in).sum();
    let bytes = halves.iter().map(Half::bytes).sum();
    if wanted < table / 16 || budget.reserve(bytes).is_err() {
        return None;
    }
    let fill = |parity| {
        let half = Half::new(board, parity);
        // Values of random boards reach some 2.4 times the side.
        let likely = 5 * half.u_len.max(half.v_len) / 2;
        let mut filled = Ok(None);
        macro_rules! at_width {
            ($($words:literal)*) => {
                $(if matches!(filled, Ok(None)) && likely < 64 * $words {
                    filled = half.fill::<Words<$words>>(board, budget);
                })*
            };
        }
        at_width!(1 2 4 8 16 64);
        filled
    };
    let halves = if budget.threads > 1 {
        std::thread::scope(|scope| {
            let odd = scope.spawn(|| fill(1));
            let even = fill(0);
            [even, odd.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))]
        })
    } else {
        [fill(0), fill(1)]
    };
    match halves {
        [Ok(Some(even)), Ok(Some(odd))] => Some(Ok(Box::new(Table { halves: [even, odd] }))),
        [Err(limit), _] | [_, Err(limit)] => Some(Err(limit.into())),
        _ => None,
    }
}

/// Rectangles that play can make of a region.
fn spans_in(region: &Region) -> u64 {
    let pairs = |(from, to): (u16, u16)| {
        let len = u64::from((to - from) / 2 + 1);
        len * (len + 1) / 2
    };
    match region {
        Region::Rectangle(us, vs) => pairs(*us) * pairs(*vs),
        Region::Irregular(_) => 0,
    }
}

struct Table {
    halves: [Half; 2],
}

impl Kernel<Region> for Table {
    fn value(&self, at: &Region) -> Option<Nimber> {
        match at {
            Region::Rectangle(us, vs) => {
                let half = &self.halves[usize::from(vs.0 % 2)];
                let scale = |c: u16, first: usize| (usize::from(c) - first) / 2;
                let (u1, u2) = (scale(us.0, half.u_first), scale(us.1, half.u_first));
                let (v1, v2) = (scale(vs.0, half.v_first), scale(vs.1, half.v_first));
                let value = half.squares[half.square(u1, u2)][v1 * half.row() + v2 + 1];
                Some(Nimber(value.into()))
            }
            Region::Irregular(_) => None,
        }
    }

    fn nodes(&self) -> u64 {
        self.halves.iter().map(Half::spans).sum()
    }
}

/// The table of one parity.
struct Half {
    /// First turned coordinate of this parity on each axis, and how many there are.
    u_first: usize,
    v_first: usize,
    u_len: usize,
    v_len: usize,
    /// One square a u-span, in the order of [`Half::square`].
    squares: Vec<Box<[u16]>>,
}

impl Half {
    fn new(board: &Board, parity: usize) -> Self {
        let side = board.rows() + board.columns() - 1;
        let u_first = (parity + board.columns() - 1) % 2;
        let len = |first: usize| side.saturating_sub(first).div_ceil(2);
        Self { u_first, v_first: parity, u_len: len(u_first), v_len: len(parity), squares: Vec::new() }
    }

    /// Length of a square's row: ends from 0 to `v_len`.
    fn row(&self) -> usize {
        self.v_len + 1
    }

    /// Rectangles of this parity.
    fn spans(&self) -> u64 {
        let pairs = |len: usize| (len * (len + 1) / 2) as u64;
        pairs(self.u_len) * pairs(self.v_len)
    }

    fn bytes(&self) -> u64 {
        let spans = (self.u_len * (self.u_len + 1) / 2) as u64;
        spans.saturating_mul((self.row() as u64).pow(2) * size_of::<u16>() as u64)
    }

    /// Where the square of the u-span from `u1` to `u2` lies: shorter spans first.
    fn square(&self, u1: usize, u2: usize) -> usize {
        let shorter = u2 - u1;
        // Spans of length 1, 2, ... number u_len, u_len - 1, ...
        shorter * self.u_len - shorter * shorter.saturating_sub(1) / 2 + u1
    }

    /// Fills the table with sets of type `S`; `None` when a value does not fit one.
    fn fill<S: Set>(&self, board: &Board, budget: &Budget) -> Result<Option<Self>, Limit> {
        let (row, len) = (self.row(), self.v_len);
        let letter = |u: usize, v: usize| {
            let cell = board.at_turned(self.u_first + 2 * u, self.v_first + 2 * v);
            cell.map_or(b'.', |cell| board.letter(cell))
        };
        let letters: Vec<Vec<u8>> =
            (0..self.u_len).map(|u| (0..len).map(|v| letter(u, v)).collect()).collect();
        let mut half = Self { squares: Vec::with_capacity(self.u_len * (self.u_len + 1) / 2), ..*self };
        let zeros = vec![0u16; row * row].into_boxed_slice();
        let mut sets = vec![S::default(); row * row];
        let mut sides = zeros.clone();
        for length in 1..=self.u_len {
            for u1 in 0..=self.u_len - length {
                let u2 = u1 + length - 1;
                budget.spend((len * (len + 1) / 2) as u64)?;
                sets.fill(S::default());
                let mut l_rows = vec![false; len];
                for (u, column) in letters.iter().enumerate().take(u2 + 1).skip(u1) {
                    for (v, &letter) in column.iter().enumerate() {
                        l_rows[v] |= letter == b'L';
                    }
                    if !column.iter().any(|&letter| letter == b'X' || letter == b'R') {
                        continue;
                    }
                    let left = if u == u1 { &zeros } else { &half.squares[half.square(u1, u - 1)] };
                    let right = if u == u2 { &zeros } else { &half.squares[half.square(u + 1, u2)] };
                    sides.iter_mut().zip(left.iter().zip(right.iter())).for_each(|(side, (l, r))| *side = l ^ r);
                    add_x_and_r(&mut sets, &sides, column, row);
                }
                let mut square = zeros.clone();
                if !close_with_l(&mut sets, &mut square, &l_rows, row) {
                    return Ok(None);
                }
                half.squares.push(square);
            }
        }
        Ok(Some(half))
    }
}

/// Adds the options of the `X` and `R` cells in one turned column.
fn add_x_and_r<S: Set>(sets: &mut [S], sides: &[u16], column: &[u8], row: usize) {
    let len = column.len();
    let mut next_r = None;
    for v1 in (0..len).rev() {
        let own = &sides[v1 * row..(v1 + 1) * row];
        let sets = &mut sets[v1 * row..(v1 + 1) * row];
        if column[v1] == b'R' {
            next_r = Some(v1);
        }
        if let Some(v) = next_r {
            add(&mut sets[v + 1..], &own[v + 1..], 0);
        }
        for v in (v1..len).filter(|&v| column[v] == b'X') {
            // An empty span has the value 0, and so has its cell in the square.
            let above = &sides[(v + 1) * row..];
            add(&mut sets[v + 1..], &above[v + 1..row], own[v]);
        }
    }
}

/// Adds the options of the `L` rows and takes the mex of every span.
fn close_with_l<S: Set>(sets: &mut [S], square: &mut [u16], l_rows: &[bool], row: usize) -> bool {
    let len = l_rows.len();
    for v1 in (0..len).rev() {
        let sets = &mut sets[v1 * row..(v1 + 1) * row];
        let (upper, lower) = square.split_at_mut((v1 + 1) * row);
        let own = &mut upper[v1 * row..];
        for v in v1..len {
            if l_rows[v] {
                // Rows after v1 are done, and so is [v1, v).
                let other = &lower[(v - v1) * row..(v - v1 + 1) * row];
                add(&mut sets[v + 1..], &other[v + 1..], own[v]);
            }
            match sets[v + 1].mex() {
                Some(value) => own[v + 1] = value,
                None => return false,
            }
        }
    }
    true
}

/// Adds to each set the value beside it, xor a constant.
#[inline]
fn add<S: Set>(sets: &mut [S], values: &[u16], constant: u16) {
    for (set, &value) in sets.iter_mut().zip(values) {
        set.add(value ^ constant);
    }
}

/// A set of small values in machine words.
trait Set: Copy + Default {
    /// Puts a value in.
    fn add(&mut self, value: u16);

    /// The least value that is not in the set, if it fits.
    fn mex(&self) -> Option<u16>;
}

impl<const N: usize> Set for Words<N> {
    #[inline]
    fn add(&mut self, value: u16) {
        // A value that was stored fits: the mask only tells the compiler.
        self.0[usize::from(value / 64) % N] |= 1 << (value % 64);
    }

    #[inline]
    fn mex(&self) -> Option<u16> {
        let word = self.0.iter().position(|&word| word != u64::MAX)?;
        Some((64 * word as u32 + self.0[word].trailing_ones()) as u16)
    }
}

/// `N` words, a power of two of them.
#[derive(Clone, Copy)]
struct Words<const N: usize>([u64; N]);

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Self([0; N])
    }
}
