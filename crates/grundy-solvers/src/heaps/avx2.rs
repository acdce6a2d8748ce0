//! The inner loops of [`kernel`](super::kernel) and [`plane_loops`](super::plane_loops) for machines with AVX2.
//!
//! Each function does what the one of the same name there does; tests hold them equal. The only
//! unsafe code of the engines is here: loads and stores through pointers, at places that are
//! checked first. Measured gain over the safe twins: see `benches/heaps.rs`.
#![allow(unsafe_code)]
#![allow(clippy::cast_ptr_alignment, reason = "the loads and stores are the unaligned ones")]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm256_and_si256, _mm256_andnot_si256, _mm256_blend_epi32, _mm256_cmpeq_epi8,
    _mm256_cmpeq_epi16, _mm256_cmpeq_epi32, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256,
    _mm256_permute4x64_epi64, _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_sll_epi64, _mm256_srl_epi64, _mm256_storeu_si256, _mm256_testc_si256,
    _mm256_testz_si256, _mm256_xor_si256,
};

use super::cell::Cell;
use super::kernel::{Bitmaps, Fixed, Row, WORDS};
use super::plane_loops;
use super::planes::{GROUP, MOST, Planes, ROWS};

/// Vectors of a row.
const VECTORS: usize = WORDS / 4;
/// Bytes of a row.
const BYTES: usize = WORDS * 8;

/// Reads vector `k` of a row.
///
/// # Safety
/// There are so many vectors from `row` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn load(row: *const u8, k: usize) -> __m256i {
    // SAFETY: as the caller promises.
    unsafe { _mm256_loadu_si256(row.add(32 * k).cast::<__m256i>()) }
}

/// Writes vector `k` of a row.
///
/// # Safety
/// There are so many vectors from `row` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn store(vector: __m256i, row: *mut u8, k: usize) {
    // SAFETY: as the caller promises.
    unsafe { _mm256_storeu_si256(row.add(32 * k).cast::<__m256i>(), vector) }
}

/// See [`kernel::cover`](super::kernel::cover).
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
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
    let last = bits.len().wrapping_sub(BYTES);
    let mut raw = [_mm256_setzero_si256(); VECTORS + 1];
    for part in fixed {
        let from = (value ^ part.value as usize) * stride + maps.byte(n, part.back);
        if from > last {
            continue;
        }
        for (k, sum) in raw.iter_mut().enumerate().take(VECTORS) {
            // SAFETY: a row from `from` on lies inside `bits`.
            *sum = _mm256_or_si256(*sum, unsafe { load(bits.as_ptr().add(from), k) });
        }
    }
    let down = _mm_cvtsi64_si128(shift as i64);
    let up = _mm_cvtsi64_si128(64 - shift as i64);
    let to = acc.as_mut_ptr().cast::<u8>();
    for k in 0..VECTORS {
        // Each word, and below the word after it.
        let after = _mm256_permute4x64_epi64::<0b00_11_10_01>(_mm256_blend_epi32::<0b11>(raw[k], raw[k + 1]));
        let bits = _mm256_or_si256(_mm256_srl_epi64(raw[k], down), _mm256_sll_epi64(after, up));
        // SAFETY: `acc` is a row.
        unsafe { store(_mm256_or_si256(load(to, k), bits), to, k) };
    }
}

/// See [`plane_loops::scan`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn scan(
    planes: &Planes,
    total: usize,
    steps: std::ops::Range<usize>,
    value: usize,
) -> Option<usize> {
    let count = planes.count();
    let (low, stride, high) = planes.raw();
    for step in steps {
        let step = planes.step(total, step);
        if count > MOST || !planes.inside(&step) {
            break;
        }
        let mut misses = [_mm256_setzero_si256(); VECTORS];
        if step.edge {
            let without = planes.without(total, &step);
            for (k, miss) in misses.iter_mut().enumerate() {
                // SAFETY: `without` is a row.
                *miss = unsafe { load(without.0.as_ptr().cast(), k) };
            }
        }
        for plane in 0..count {
            let flip = _mm256_set1_epi64x(((value >> plane & 1) as i64).wrapping_neg());
            for (k, miss) in misses.iter_mut().enumerate() {
                // SAFETY: rows from `step.high` to `step.high + count - 1` lie in `high`, and rows from
                // `step.low` on, `stride` bytes apart, in `low`, as was just checked.
                let (x, y) = unsafe {
                    (
                        load(high.as_ptr().add(step.high + plane).cast(), k),
                        load(low.as_ptr().add(step.low + plane * stride), k),
                    )
                };
                *miss = _mm256_or_si256(*miss, _mm256_xor_si256(_mm256_xor_si256(x, flip), y));
            }
        }
        let all = misses.iter().fold(_mm256_set1_epi8(-1), |all, &miss| _mm256_and_si256(all, miss));
        if _mm256_testc_si256(all, _mm256_set1_epi8(-1)) == 0 {
            let mut words = Row::default();
            for (k, &miss) in misses.iter().enumerate() {
                // SAFETY: `words` is a row.
                unsafe { store(miss, words.0.as_mut_ptr().cast(), k) };
            }
            return plane_loops::hit(&step, &words);
        }
    }
    None
}

/// See [`plane_loops::fill`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn fill(planes: &Planes, total: usize, step: usize, rows: &mut [Row; ROWS]) {
    let count = planes.count();
    let (low, stride, high) = planes.raw();
    let step = planes.step(total, step);
    let without = if step.edge { planes.without(total, &step) } else { Row::default() };
    if count > MOST || !planes.inside(&step) {
        return;
    }
    for k in 0..VECTORS {
        // SAFETY: `without` is a row.
        let none = unsafe { load(without.0.as_ptr().cast(), k) };
        let mut all = _mm256_xor_si256(none, _mm256_set1_epi8(-1));
        for first in (0..count).step_by(GROUP) {
            let mut pairs = [_mm256_setzero_si256(); GROUP];
            for (plane, pair) in (first..count).zip(&mut pairs) {
                // SAFETY: as in `scan`.
                *pair = unsafe {
                    _mm256_xor_si256(
                        load(high.as_ptr().add(step.high + plane).cast(), k),
                        load(low.as_ptr().add(step.low + plane * stride), k),
                    )
                };
            }
            let [a, b, c] = pairs;
            let (clear, set) = (_mm256_andnot_si256(a, all), _mm256_and_si256(a, all));
            let four = [
                _mm256_andnot_si256(b, clear),
                _mm256_andnot_si256(b, set),
                _mm256_and_si256(b, clear),
                _mm256_and_si256(b, set),
            ];
            for (i, &row) in four.iter().enumerate() {
                let at = ((first / GROUP) << GROUP) + i;
                // SAFETY: `first < MOST`, so that both places are below `ROWS`.
                unsafe {
                    store(_mm256_andnot_si256(c, row), rows.as_mut_ptr().add(at).cast(), k);
                    store(_mm256_and_si256(c, row), rows.as_mut_ptr().add(at + 4).cast(), k);
                }
            }
            all = _mm256_set1_epi8(-1);
        }
    }
}

/// See [`plane_loops::met`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn met(planes: &Planes, rows: &[Row; ROWS], word: usize, open: u64) -> u64 {
    let mut all = [_mm256_set1_epi8(-1); VECTORS];
    for group in 2..planes.count().div_ceil(GROUP) {
        let row = &rows[(group << GROUP) + plane_loops::digit(word, group - 2)];
        for (k, all) in all.iter_mut().enumerate() {
            // SAFETY: it is a row.
            *all = _mm256_and_si256(*all, unsafe { load(row.0.as_ptr().cast(), k) });
        }
    }
    let (mut met, mut rest) = (0, open);
    while rest != 0 {
        let v = rest.trailing_zeros() as usize;
        let (low, high) = (rows[v & 7].0.as_ptr(), rows[8 + (v >> 3)].0.as_ptr());
        let mut any = _mm256_setzero_si256();
        for (k, &all) in all.iter().enumerate() {
            // SAFETY: both are rows.
            let (low, high) = unsafe { (load(low.cast(), k), load(high.cast(), k)) };
            any = _mm256_or_si256(any, _mm256_and_si256(_mm256_and_si256(all, high), low));
        }
        met |= u64::from(_mm256_testz_si256(any, any) == 0) << v;
        rest &= rest - 1;
    }
    met
}

/// See [`kernel::witness`](super::kernel::witness).
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn witness<C: Cell>(
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
    let mut a = first.max(1);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_find_what_the_plain_loops_find() {
        if !std::arch::is_x86_feature_detected!("avx2") || !std::arch::is_x86_feature_detected!("bmi2") {
            return;
        }
        let g: Vec<u16> = (0..5000usize).map(|n| ((n * n / 7) % 290) as u16).collect();
        let mut planes = Planes::new(512, true);
        planes.note(&g);
        let mut rows = [Box::new([Row::default(); ROWS]), Box::new([Row::default(); ROWS])];
        for total in [2, 700, 1024, 2500, 4999] {
            let steps = planes.steps(total);
            for step in 0..steps {
                plane_loops::fill(&planes, total, step, &mut rows[0]);
                // SAFETY: the machine has AVX2, here and below.
                unsafe { fill(&planes, total, step, &mut rows[1]) };
                for word in 0..8 {
                    let all = u64::MAX;
                    // SAFETY: as above.
                    let found = unsafe { met(&planes, &rows[1], word, all) };
                    assert_eq!(
                        found,
                        plane_loops::met(&planes, &rows[0], word, all),
                        "{total} {step} {word}"
                    );
                }
            }
            for value in 0..512 {
                // SAFETY: as above.
                let found = unsafe { scan(&planes, total, 0..steps, value) };
                assert_eq!(found, plane_loops::scan(&planes, total, 0..steps, value), "{total} {value}");
            }
        }
    }
}
