//! Sets of small numbers as arrays of 64-bit words.
//!
//! Free functions over `[u64; W]`; the compiler unrolls them for each `W`.

/// A set of numbers below `64 * W`.
pub(crate) type Set<const W: usize> = [u64; W];

#[inline]
pub(crate) fn add<const W: usize>(set: &mut Set<W>, i: usize) {
    set[i / 64] |= 1 << (i % 64);
}

#[inline]
pub(crate) fn has<const W: usize>(set: &Set<W>, i: usize) -> bool {
    set[i / 64] >> (i % 64) & 1 != 0
}

#[inline]
pub(crate) fn and<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline]
pub(crate) fn minus<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    std::array::from_fn(|i| a[i] & !b[i])
}

#[inline]
pub(crate) fn or<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    std::array::from_fn(|i| a[i] | b[i])
}

#[inline]
pub(crate) fn is_empty<const W: usize>(set: &Set<W>) -> bool {
    set.iter().fold(0, |all, word| all | word) == 0
}

#[inline]
pub(crate) fn count<const W: usize>(set: &Set<W>) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// The least number in a set.
#[inline]
pub(crate) fn first<const W: usize>(set: &Set<W>) -> Option<usize> {
    (0..W).find(|&i| set[i] != 0).map(|i| i * 64 + set[i].trailing_zeros() as usize)
}

/// The numbers in a set, ascending.
#[inline]
pub(crate) fn each<const W: usize>(set: &Set<W>) -> impl Iterator<Item = usize> + use<W> {
    let set = *set;
    (0..W).flat_map(move |i| {
        let mut word = set[i];
        std::iter::from_fn(move || {
            (word != 0).then(|| {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                i * 64 + bit
            })
        })
    })
}
