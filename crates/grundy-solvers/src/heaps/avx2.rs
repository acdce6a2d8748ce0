//! The inner loops of [`kernel`](super::kernel) for machines with AVX2.
//!
//! Each function does what the one of the same name in [`kernel`](super::kernel) does; tests hold
//! them equal. The only unsafe code of the engines is here: loads through pointers, at places
//! that are checked first. Measured gain over the safe twins: see `benches/heaps.rs`.
#![allow(unsafe_code)]
#![allow(clippy::cast_ptr_alignment, reason = "the loads and stores are the unaligned ones")]

use std::arch::x86_64::{
    __m256i, _mm256_cmpeq_epi8, _mm256_cmpeq_epi16, _mm256_cmpeq_epi32, _mm256_loadu_si256,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32,
    _mm256_setzero_si256, _mm256_storeu_si256, _mm256_xor_si256,
};

use super::cell::Cell;
use super::kernel::{self, Bitmaps, Fixed, SIFT, WORDS};

/// Vectors of a row.
const VECTORS: usize = WORDS / 4;

/// See [`kernel::cover`](super::kernel::cover).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn cover(
    maps: &Bitmaps,
    n: usize,
    value: usize,
    fixed: &[Fixed],
    shift: usize,
    acc: &mut [u64; WORDS],
) {
    if fixed.is_empty() {
        return;
    }
    let (bits, stride) = maps.raw();
    let mut raw = [_mm256_setzero_si256(); VECTORS];
    let last = bits.len().wrapping_sub(WORDS * 8);
    for part in fixed {
        let from = (value ^ part.value as usize) * stride + maps.byte(n, part.back);
        if from > last {
            continue;
        }
        for (k, sum) in raw.iter_mut().enumerate() {
            // SAFETY: `from + WORDS * 8` bytes lie inside `bits`, and `k` is below `WORDS / 4`.
            let row = unsafe { _mm256_loadu_si256(bits.as_ptr().add(from + 32 * k).cast::<__m256i>()) };
            *sum = _mm256_or_si256(*sum, row);
        }
    }
    let mut words = [0u64; WORDS + 1];
    for (k, sum) in raw.iter().enumerate() {
        // SAFETY: four words from `4 k` on lie inside `words`.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().add(4 * k).cast::<__m256i>(), *sum) };
    }
    for k in 0..WORDS {
        acc[k] |= (words[k] >> shift) | ((words[k + 1] << 1) << (63 - shift));
    }
}

/// See [`kernel::witness`](super::kernel::witness).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn witness<C: Cell>(
    g: &[C],
    mirror: &[C],
    total: usize,
    value: C,
    unequal: bool,
) -> Option<usize> {
    if total < 2 {
        return None;
    }
    let most = if unequal { (total - 1) / 2 } else { total / 2 };
    let strict = unequal && value == C::default();
    let lanes = 32 / C::WIDTH;
    let step = 2 * lanes;
    let wanted = match C::WIDTH {
        1 => _mm256_set1_epi8(value.unpack() as i8),
        2 => _mm256_set1_epi16(value.unpack() as i16),
        _ => _mm256_set1_epi32(value.unpack() as i32),
    };
    // Last index of a step: inside the pairs, inside both slices.
    let mut limit = (total - 1).min(mirror.len().wrapping_sub(1));
    if strict {
        limit = limit.min(most);
    }
    if total > g.len() || mirror.is_empty() {
        limit = 0;
    }
    let mut a = 1;
    while a <= most && a + step - 1 <= limit {
        let last = a + step - 1;
        let equal = |at: usize| {
            // SAFETY: `total - last >= 1` and `total - a < g.len()`, so the step's cells lie in
            // `g`; `last < mirror.len()`, so those from `mirror.len() - 1 - last` on lie in `mirror`.
            let (x, y) = unsafe {
                let high = g.as_ptr().add(total - last + at).cast::<__m256i>();
                let low = mirror.as_ptr().add(mirror.len() - 1 - last + at).cast::<__m256i>();
                (_mm256_loadu_si256(high), _mm256_loadu_si256(low))
            };
            let z = _mm256_xor_si256(x, y);
            match C::WIDTH {
                1 => _mm256_cmpeq_epi8(z, wanted),
                2 => _mm256_cmpeq_epi16(z, wanted),
                _ => _mm256_cmpeq_epi32(z, wanted),
            }
        };
        let (first, second) = (equal(0), equal(lanes));
        if _mm256_movemask_epi8(_mm256_or_si256(first, second)) != 0 {
            let low = u64::from(_mm256_movemask_epi8(first).cast_unsigned());
            let high = u64::from(_mm256_movemask_epi8(second).cast_unsigned());
            let k = (63 - (low | high << 32).leading_zeros() as usize) / C::WIDTH;
            return Some(last - k);
        }
        a += step;
    }
    (a..=most).find(|&a| (g[a] ^ g[total - a]) == value)
}

/// See [`kernel::sift`](super::kernel::sift).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sift<C: Cell>(
    g: &[C],
    mirror: &[C],
    total: usize,
    (first, last): (usize, usize),
    values: &[C; SIFT],
    unequal: bool,
) -> u32 {
    let lanes = 32 / C::WIDTH;
    let last = if unequal { last.min(total.saturating_sub(1) / 2) } else { last };
    if first == 0 || first > last || last >= mirror.len() || last >= total || total > g.len() {
        return kernel::sift(g, mirror, total, (first, last), values, unequal);
    }
    let wanted: [__m256i; SIFT] = std::array::from_fn(|k| match C::WIDTH {
        1 => _mm256_set1_epi8(values[k].unpack() as i8),
        2 => _mm256_set1_epi16(values[k].unpack() as i16),
        _ => _mm256_set1_epi32(values[k].unpack() as i32),
    });
    let mut found = [_mm256_setzero_si256(); SIFT];
    let mut a = first;
    while a + lanes - 1 <= last {
        let end = a + lanes - 1;
        // SAFETY: `1 <= a`, `end <= last < total <= g.len()`, so the cells from `total - end` to
        // `total - a` lie in `g`; `end < mirror.len()`, so those from `mirror.len() - 1 - end` on
        // lie in `mirror`.
        let (x, y) = unsafe {
            let high = g.as_ptr().add(total - end).cast::<__m256i>();
            let low = mirror.as_ptr().add(mirror.len() - 1 - end).cast::<__m256i>();
            (_mm256_loadu_si256(high), _mm256_loadu_si256(low))
        };
        let z = _mm256_xor_si256(x, y);
        for k in 0..SIFT {
            let equal = match C::WIDTH {
                1 => _mm256_cmpeq_epi8(z, wanted[k]),
                2 => _mm256_cmpeq_epi16(z, wanted[k]),
                _ => _mm256_cmpeq_epi32(z, wanted[k]),
            };
            found[k] = _mm256_or_si256(found[k], equal);
        }
        a += lanes;
    }
    let mut hits = if a <= last { kernel::sift(g, mirror, total, (a, last), values, unequal) } else { 0 };
    for (k, &sum) in found.iter().enumerate() {
        hits |= u32::from(_mm256_movemask_epi8(sum) != 0) << k;
    }
    hits
}
