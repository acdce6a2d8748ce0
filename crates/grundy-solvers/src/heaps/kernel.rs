//! The inner loops of the sparse-space engine: covering and looking for witnesses.
//!
//! [`Bitmaps`] holds, for each value, a bit map of the positions that have it, over a window of
//! recent heaps. [`cover`] ors such maps together: one operation looks at 64 heaps for one value
//! and one fixed part. [`witness`] looks for two parts with a given exclusive or.
//!
//! Both are plain loops over arrays that the compiler turns into vector code; the caller compiles
//! them twice, once for machines with AVX2.

use super::cell::Cell;

/// Words of one row in a block; a block has fewer heaps, since rows are shifted by up to 7 bits.
pub const WORDS: usize = 16;
/// Heaps in a block.
pub const BLOCK: usize = 960;
/// Bytes of a row.
const BYTES: usize = WORDS * 8;
/// A row of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [u64; WORDS]);

/// Empty bits before heap 0, so that every look back stays inside the maps.
pub const MARGIN: usize = 2048;
/// Pairs that one step of a witness scan looks at.
const STEP: usize = 64;

/// A fixed part of an option: its value, and its size with the tokens taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// Value of the fixed part.
    pub value: u32,
    /// A heap of `n` leaves the other part with `n - back` tokens.
    pub back: u32,
}

/// Bit maps of positions, one row for each value.
#[derive(Clone, Debug)]
pub struct Bitmaps {
    /// The rows, `stride` bytes each.
    bits: Vec<u8>,
    stride: usize,
    /// The position of bit 0, plus [`MARGIN`].
    base: usize,
    /// How far back a part may lie.
    reach: usize,
}

impl Bitmaps {
    /// Bytes that maps of this size take.
    pub fn bytes(values: usize, reach: usize) -> usize {
        values * Self::stride_for(reach)
    }

    fn stride_for(reach: usize) -> usize {
        // An odd number of cache lines, so that rows do not share sets.
        let lines = (2 * reach + 2 * MARGIN).div_ceil(512);
        (lines | 1) * 64
    }

    /// Maps for `values` values, of positions up to `reach` back, filled from `values_of`.
    pub fn new<C: Cell>(values: usize, reach: usize, of: &[C]) -> Self {
        let reach = reach.next_multiple_of(512);
        let stride = Self::stride_for(reach);
        let from = (of.len().saturating_sub(reach)) & !511;
        let mut maps = Self { bits: vec![0; values * stride], stride, base: from, reach };
        // The empty heap is no part.
        for (n, value) in of.iter().enumerate().skip(from.max(1)) {
            maps.set(n, value.unpack());
        }
        maps
    }

    /// How far back a part may lie to be seen in the next block.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// Notes that a heap of `n` has this value.
    #[inline(always)]
    pub fn set(&mut self, n: usize, value: usize) {
        let bit = n + MARGIN - self.base;
        self.bits[value * self.stride + (bit >> 3)] |= 1 << (bit & 7);
    }

    /// Takes the positions from `n` on out again, with their values.
    pub fn unset<C: Cell>(&mut self, of: &[C], n: usize) {
        for (m, value) in of.iter().enumerate().skip(n) {
            let bit = m + MARGIN - self.base;
            self.bits[value.unpack() * self.stride + (bit >> 3)] &= !(1 << (bit & 7));
        }
    }

    /// Moves the window when the next block, which begins at `n`, would not fit.
    pub fn make_room(&mut self, n: usize) {
        if n + MARGIN - self.base + 2 * BYTES * 8 <= self.stride * 8 {
            return;
        }
        let base = (n - self.reach.min(n)) & !511;
        let bytes = (base - self.base) / 8;
        for row in self.bits.chunks_exact_mut(self.stride) {
            row.copy_within(bytes.., 0);
            let end = row.len() - bytes;
            row[end..].fill(0);
        }
        self.base = base;
    }

    /// All rows, and the bytes from one to the next.
    #[inline(always)]
    pub fn raw(&self) -> (&[u8], usize) {
        (&self.bits, self.stride)
    }

    /// The byte of the row at which a part `back` before `n` lies, for `n` a multiple of 64.
    #[inline(always)]
    pub fn byte(&self, n: usize, back: u32) -> usize {
        (n + MARGIN - self.base - back as usize) >> 3
    }
}

/// The bit shift of a fixed part in blocks that begin at a multiple of 64.
#[inline(always)]
pub fn shift_of(back: u32) -> usize {
    (back as usize).wrapping_neg() & 7
}

/// Ors into `acc` the heaps from `n` on which reach `value` with one of `fixed` as one part; all
/// of `fixed` have this shift.
#[inline(always)]
pub fn cover(maps: &Bitmaps, n: usize, value: usize, fixed: &[Fixed], shift: usize, acc: &mut [u64; WORDS]) {
    if fixed.is_empty() {
        return;
    }
    let mut raw = [0u64; WORDS];
    for part in fixed {
        let from = (value ^ part.value as usize) * maps.stride + maps.byte(n, part.back);
        let Some(row) = maps.bits.get(from..from + BYTES) else { continue };
        for (word, bytes) in raw.iter_mut().zip(row.chunks_exact(8)) {
            let mut array = [0; 8];
            array.copy_from_slice(bytes);
            *word |= u64::from_le_bytes(array);
        }
    }
    for k in 0..WORDS {
        let above = if k + 1 < WORDS { raw[k + 1] } else { 0 };
        acc[k] |= (raw[k] >> shift) | ((above << 1) << (63 - shift));
    }
}

/// Turns 64 rows of 64 bits into 64 columns.
#[inline(always)]
pub fn transpose(a: &mut [u64; 64]) {
    let mut j = 32;
    let mut mask = 0x0000_0000_ffff_ffffu64;
    while j != 0 {
        for block in a.chunks_exact_mut(2 * j) {
            let (low, high) = block.split_at_mut(j);
            for (x, y) in low.iter_mut().zip(high) {
                let t = ((*x >> j) ^ *y) & mask;
                *y ^= t;
                *x ^= t << j;
            }
        }
        j >>= 1;
        mask ^= mask << j;
    }
}

/// Whether there are parts `a` and `total - a`, both below `g.len()`, the smaller one from `first` to `last`,
/// with this exclusive or; unequal ones if asked for. Gives such an `a`, which need not be the smaller
/// part. `mirror` holds the values of heaps 0 to `mirror.len() - 1` backwards, as far as `2 a
/// <= total` needs.
#[inline(always)]
pub fn witness<C: Cell>(
    g: &[C],
    mirror: &[C],
    total: usize,
    (first, last): (usize, usize),
    value: C,
    unequal: bool,
) -> Option<usize> {
    if total < 2 {
        return None;
    }
    let most = last.min(if unequal { (total - 1) / 2 } else { total / 2 });
    let strict = unequal && value == C::default();
    let mut a = first.max(1);
    while a <= most {
        let last = a + STEP - 1;
        let fits = last < total && (!strict || last <= most) && last < mirror.len();
        if !fits {
            break;
        }
        let high = &g[total - last..][..STEP];
        let low = &mirror[mirror.len() - 1 - last..][..STEP];
        let mut hits = [0u8; STEP];
        for k in 0..STEP {
            hits[k] = u8::from((high[k] ^ low[k]) == value);
        }
        let any = hits.iter().fold(0, |any, &hit| any | hit);
        if any != 0 {
            let k = hits.iter().rposition(|&hit| hit != 0).unwrap_or(0);
            return Some(last - k);
        }
        a += STEP;
    }
    (a..=most).find(|&a| (g[a] ^ g[total - a]) == value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_moves_every_bit() {
        let mut seed = 1u64;
        let mut a = [0u64; 64];
        for word in &mut a {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *word = seed ^ (seed >> 31);
        }
        let before = a;
        transpose(&mut a);
        for (i, row) in before.iter().enumerate() {
            for (j, column) in a.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1);
            }
        }
    }

    #[test]
    fn covering_finds_exactly_the_pairs() {
        let g: Vec<u8> = (0..4096usize).map(|n| ((n * n / 7) % 13) as u8).collect();
        let maps = Bitmaps::new(16, 3000, &g);
        for back in [1u32, 5, 64, 447, 500, 777, 2999] {
            for value in 0..16 {
                let mut acc = [0; WORDS];
                let fixed = [Fixed { value: 3, back }];
                cover(&maps, 4096, value, &fixed, shift_of(back), &mut acc);
                for i in 0..BLOCK {
                    let other = 4096 + i - back as usize;
                    let expected = other < g.len() && usize::from(g[other]) ^ 3 == value;
                    assert_eq!(acc[i / 64] >> (i % 64) & 1 == 1, expected, "back {back}, heap {i}");
                }
            }
        }
    }

    #[test]
    fn witnesses_are_pairs() {
        let g: Vec<u8> = (0..2000usize).map(|n| ((n * n / 7) % 29) as u8).collect();
        let mirror: Vec<u8> = g[..1024].iter().rev().copied().collect();
        for total in [2, 3, 63, 64, 65, 127, 128, 129, 500, 1999] {
            for unequal in [false, true] {
                for value in 0..32u8 {
                    let pairs =
                        (1..total).filter(|&a| g[a] ^ g[total - a] == value && !(unequal && 2 * a == total));
                    let found = witness(&g, &mirror, total, (1, total), value, unequal);
                    assert_eq!(found.is_some(), pairs.count() > 0, "{total} {value} {unequal}");
                    if let Some(a) = found {
                        assert_eq!(g[a] ^ g[total - a], value);
                    }
                }
            }
        }
    }
}
