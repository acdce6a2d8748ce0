//! The golden ratio in whole numbers, for Wythoff's game.
//!
//! Main function: [`is_pair`]. The P-positions of Wythoff's game are the pairs
//! `(floor(k phi), floor(k phi) + k)` (Wythoff 1907; OEIS A000201, A001950). Since
//! `k phi = (k + sqrt(5 k^2)) / 2` and `sqrt(5 k^2)` is irrational for `k > 0`,
//! `floor(k phi) = floor((k + isqrt(5 k^2)) / 2)`: no float comes in. Numbers stay below
//! [`LIMIT`], so that `5 k^2` fits 128 bits.

/// Heaps and distances stay below this.
pub(crate) const LIMIT: u64 = 1 << 62;

/// `floor(k phi)`.
fn lower(k: u64) -> u64 {
    let k = u128::from(k);
    u64::try_from(k.midpoint((5 * k * k).isqrt())).expect("k is below 2^62")
}

/// Whether `(a, b)` is a P-position of Wythoff's game, in any order.
pub(crate) fn is_pair(a: u64, b: u64) -> bool {
    let (small, gap) = (a.min(b), a.abs_diff(b));
    // The lower number is at least the gap: this keeps the root small for most pairs.
    gap <= small && lower(gap) == small
}

/// The number that makes a P-position with `a`.
pub(crate) fn partner(a: u64) -> u64 {
    // With k = floor((a + 1) / phi): if a is a lower number it is floor(k phi), and its partner
    // is a + k; else a = floor(k' phi) + k', and its partner is floor(k' phi) = a - k'.
    let wide = u128::from(a) + 1;
    let k = u64::try_from(((5 * wide * wide).isqrt() - wide) / 2).expect("a is below 2^62");
    if lower(k) == a {
        return a + k;
    }
    // a is an upper number floor(k' phi^2), so floor(k' phi) is the largest whole number
    // below a / phi or next to it.
    (k.saturating_sub(2)..=k + 1)
        .find(|&small| is_pair(small, a))
        .expect("Beatty: every number is lower or upper, so it has a partner")
}

/// The pair whose numbers differ by `gap`, lower number first.
pub(crate) fn with_gap(gap: u64) -> (u64, u64) {
    (lower(gap), lower(gap) + gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_pairs() {
        // OEIS A000201 and A001950.
        let expected = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20)];
        for (gap, pair) in (0..).zip(expected) {
            assert_eq!(with_gap(gap), pair);
        }
    }

    #[test]
    fn pairs_by_their_definition() {
        // Each number that is in no earlier pair is the lower number of the next one.
        let most = 20_000;
        let mut of = vec![None; most];
        let mut gap = 0;
        for a in 0..most {
            if of[a].is_none() {
                of[a] = Some(a + gap);
                if a + gap < most {
                    of[a + gap] = Some(a);
                }
                gap += 1;
            }
        }
        for (a, b) in of.iter().enumerate() {
            let b = b.unwrap() as u64;
            assert_eq!(partner(a as u64), b);
            assert!(is_pair(a as u64, b));
            assert!(!is_pair(a as u64, b + 1));
        }
    }

    #[test]
    fn partners_far_out() {
        for a in (0..2000).map(|i| LIMIT - 1 - i * 7919).chain((0..2000).map(|i| 10u64.pow(18) + i)) {
            let b = partner(a);
            assert!(is_pair(a, b) && partner(b) == a, "{a} {b}");
        }
    }
}
