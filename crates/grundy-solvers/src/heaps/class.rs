//! The sparse space: which positions are common and which are rare.
//!
//! A [`Class`] says of a value and the parity of the heap size whether they are *common*. Two
//! common parts never make a common option, so a common candidate for the mex can only be
//! excluded by an option with a rare part. [`choose`] finds the class with the fewest rare
//! positions by a Walsh-Hadamard transform of the histogram of values.
//!
//! Two kinds: by value, where `v` is common when `v & mask` has an odd number of bits; and, when
//! all two-part places have one parity `c`, by value and size, where a heap of `n` is common when
//! the bits of `v & mask`, `n`, `c` and 1 add up to an even number. The proofs are in `docs/heaps.md`.
//!
//! Source: Berlekamp, Conway and Guy, Winning Ways, chapter 4 (sparse spaces); Gangolli and
//! Plambeck 1989; Beling 2020 for the kind with sizes.

/// Which values are common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// The bits of the value that count.
    pub mask: usize,
    /// The parity of the two-part places, where the size of the heap counts.
    pub place: Option<usize>,
}

impl Class {
    /// Whether value `v` is common for a heap of `n`.
    #[inline]
    pub fn common(self, v: usize, n: usize) -> bool {
        let bits = (v & self.mask).count_ones() as usize;
        match self.place {
            None => bits & 1 == 1,
            Some(c) => (bits + n + c + 1) & 1 == 0,
        }
    }
}

/// The class with the fewest rare positions among `values` (of heaps 1, 2, 3...), with their
/// number; `None` when there are no values. `place` is the parity of the two-part places.
pub fn choose(
    values: impl Iterator<Item = usize>,
    room: usize,
    place: Option<usize>,
) -> Option<(Class, usize)> {
    let size = room.next_power_of_two();
    let mut even = vec![0i64; size];
    let mut odd = vec![0i64; size];
    let mut count = 0i64;
    for (i, v) in values.enumerate() {
        let histogram = if i % 2 == 0 { &mut odd } else { &mut even };
        histogram[v] += 1;
        count += 1;
    }
    transform(&mut even);
    transform(&mut odd);
    let by_value = (1..size).map(|mask| (even[mask] + odd[mask], Class { mask, place: None }));
    let by_size = place.into_iter().flat_map(|c| {
        let (even, odd) = (&even, &odd);
        (0..size).map(move |mask| {
            let sign = if c == 0 { 1 } else { -1 };
            (sign * (even[mask] - odd[mask]), Class { mask, place: Some(c) })
        })
    });
    let (sum, class) = by_value.chain(by_size).min_by_key(|&(sum, _)| sum)?;
    Some((class, usize::try_from(count + sum).unwrap_or(0) / 2))
}

/// The Walsh-Hadamard transform, in place.
fn transform(a: &mut [i64]) {
    let mut half = 1;
    while half < a.len() {
        for block in a.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_of_rare_positions_is_right() {
        let mut seed = 12345u64;
        for place in [None, Some(0), Some(1)] {
            for _ in 0..50 {
                let values: Vec<usize> = (0..200)
                    .map(|_| {
                        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        (seed >> 60) as usize
                    })
                    .collect();
                let (class, rare) = choose(values.iter().copied(), 16, place).unwrap();
                let counted = (1..).zip(&values).filter(|&(n, &v)| !class.common(v, n)).count();
                assert_eq!(rare, counted, "{class:?}");
                assert!(rare <= 100);
            }
        }
    }
}
