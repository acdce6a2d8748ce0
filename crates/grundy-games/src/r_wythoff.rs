//! Wythoff's game with a tolerance: from both heaps, numbers that differ by less than `r`.
//!
//! ```text
//! r-wythoff:2 3 8
//! 1 ***
//! 2 ********
//! ```
//! Notation: `r` behind the colon and the two sizes; a move is the two sizes after it, `1,3`.
//!
//! Theorem (Fraenkel 1982): the P-positions are the pairs `(floor(n a), floor(n a) + r n)` with
//! `a = (2 - r + sqrt(r^2 + 4)) / 2`. [`is_p_position`] decides for numbers of any length.

use grundy_rules::{Declaration, Example, Known, Nimber, ParseError, TermText, Visit};

use crate::long_wythoff::{self, LongWythoff};
use crate::numbers::{NumberGame, Numbers, read};

pub use crate::long_wythoff::is_p_position;

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "r-wythoff",
    aliases: &["generalised-wythoff"],
    title: "Wythoff's game with tolerance r",
    rules: "There are two heaps and a number r. A move takes any number of tokens, at least one, from one heap, \
            or some from both, in numbers that differ by less than r. Who cannot move loses.",
    variants: &[("r", "the tolerance, `r-wythoff:2`; r = 1 is Wythoff's game")],
    position: "the sizes of the two heaps, such as `3 8`; from 2^62 on, and to 10000 digits, without nimbers",
    moves: "the two sizes after the move: `1,3`",
    examples: &[
        Example { question: "r-wythoff:2 2 6", shows: "a loss: the second pair of Beatty numbers" },
        Example { question: "r-wythoff:3 10 10", shows: "a win, with all moves to a P-position" },
    ],
    source: "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. Math. Monthly 89 (1982)",
};

/// Sizes from here on are answered by theorem alone.
pub(crate) const LIMIT: u64 = 1 << 62;

/// Reads `r` and the two sizes.
///
/// # Errors
/// When `r` is missing or not positive, or there are not two sizes.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let r = read(&term.rules, "the tolerance r, as in `r-wythoff:2`", 1..=1, 1..=1 << 31)?[0];
    if let Some(long) = long_wythoff::read(term.board()?)? {
        return Ok(visit.visit(&DECLARATION, LongWythoff::new(&DECLARATION, r, long)));
    }
    let sizes = read(term.board()?, "the sizes of two heaps, such as `3 8`", 2..=2, 0..=LIMIT - 1)?;
    Ok(visit.visit(&DECLARATION, Numbers::new(Tolerance { r }, [sizes[0], sizes[1]])))
}

#[derive(Clone, Copy, Debug)]
struct Tolerance {
    r: u64,
}

impl Tolerance {
    /// The lower number of pair `n`; `n r` is below 2^63.
    fn lower(self, n: u64) -> u64 {
        let (n, r) = (i128::from(n), i128::from(self.r));
        let root = (n.unsigned_abs().pow(2) * (r * r + 4).unsigned_abs()).isqrt();
        ((root.cast_signed() - (r - 2) * n) / 2) as u64
    }

    fn is_p(self, a: u64, b: u64) -> bool {
        let (small, gap) = (a.min(b), a.abs_diff(b));
        gap % self.r == 0 && self.lower(gap / self.r) == small
    }

    /// The number that makes a P-position with `a`.
    fn partner(self, a: u64) -> u64 {
        // Both sequences ascend, and every number is in one of them (Beatty).
        let largest = |most: u64, value: &dyn Fn(u64) -> u64| {
            let (mut low, mut high) = (0, most);
            while low < high {
                let middle = (low + high).div_ceil(2);
                if value(middle) <= a { low = middle } else { high = middle - 1 }
            }
            low
        };
        let upper = |n| self.lower(n) + self.r * n;
        let n = largest(a / self.r + 1, &upper);
        if upper(n) == a {
            return self.lower(n);
        }
        upper(largest(a, &|n| self.lower(n)))
    }
}

impl NumberGame for Tolerance {
    type At = [u64; 2];

    fn after(&self, &[a, b]: &[u64; 2], each: &mut dyn FnMut([u64; 2]) -> bool) {
        let single = (0..a).all(|left| each([left, b])) && (0..b).all(|left| each([a, left]));
        let _all = single
            && (1..=a).all(|k| {
                let (low, high) = (k.saturating_sub(self.r - 1).max(1), (k + self.r - 1).min(b));
                (low..=high).all(|l| each([a - k, b - l]))
            });
    }

    fn count(&self, &[a, b]: &[u64; 2]) -> u128 {
        let (a, b, w) = (i128::from(a), i128::from(b), i128::from(self.r) - 1);
        // Pairs (k, l), both from 1, with l - k = d: min(a, b - d) of them for d >= 0.
        let run = |from: i128, to: i128, top: i128| {
            // The sum of top - d over from <= d <= to, as far as it is positive.
            let to = to.min(top - 1);
            if to < from { 0 } else { (top - from + top - to) * (to - from + 1) / 2 }
        };
        let side = |a: i128, b: i128| {
            // d from 1 to w: min(a, b - d).
            let flat = (b - a).clamp(0, w);
            flat * a + run(flat + 1, w, b)
        };
        let both = a.min(b) + side(a, b) + side(b, a);
        (a + b + both).unsigned_abs()
    }

    fn canonical(&self, &[a, b]: &[u64; 2]) -> [u64; 2] {
        [a.min(b), a.max(b)]
    }

    fn known(&self, &[a, b]: &[u64; 2]) -> Known {
        if self.is_p(a, b) { Known::Nimber(Nimber::ZERO) } else { Known::NotZero }
    }

    fn to_zero(&self, &[a, b]: &[u64; 2]) -> Option<Vec<[u64; 2]>> {
        if self.is_p(a, b) {
            return Some(Vec::new());
        }
        let mut found = Vec::new();
        let down = [self.partner(b), b];
        let right = [a, self.partner(a)];
        found.extend(Some(down).filter(|to| to[0] < a));
        found.extend(Some(right).filter(|to| to[1] < b));
        // From both: the signed gap changes by less than r, so it becomes one of the two
        // multiples of r around it.
        let gap = i128::from(b) - i128::from(a);
        let r = i128::from(self.r);
        let below = gap.div_euclid(r);
        for n in [below, below + 1] {
            if (n * r - gap).abs() >= r {
                continue;
            }
            let steps = n.unsigned_abs() as u64;
            let low = self.lower(steps);
            let high = low + steps * self.r;
            let to = if n >= 0 { [low, high] } else { [high, low] };
            if to[0] < a && to[1] < b {
                found.push(to);
            }
        }
        Some(found)
    }

    fn rules(&self) -> String {
        self.r.to_string()
    }

    fn note(&self) -> &'static str {
        "the player to move loses exactly at the pairs floor(n a), floor(n a) + r n with \
         a = (2 - r + sqrt(r^2 + 4)) / 2 (Fraenkel 1982)"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{OnNumbers, check_theorem, naive};
    use num_bigint::BigUint;

    #[test]
    fn the_theorem_is_the_mex() {
        for r in 1..6 {
            check_theorem(&Tolerance { r }, (0..30).flat_map(|a| (0..30).map(move |b| [a, b])));
        }
    }

    #[test]
    fn row_10_of_cgsuite() {
        // CGSuite, GameHeapTest.scala: GenWythoff with x -> x + 2.
        let expected = [10, 11, 12, 13, 0, 14, 9, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 15, 28, 29, 30];
        let rules = Tolerance { r: 2 };
        let mut memo = std::collections::HashMap::new();
        for (n, value) in (0..).zip(expected) {
            let at = rules.canonical(&[10, n]);
            assert_eq!(naive(&OnNumbers(rules), &at, &mut memo), value, "(10, {n})");
        }
    }

    #[test]
    fn moves_are_counted() {
        for r in 1..6 {
            for at in (0..12).flat_map(|a| (0..12).map(move |b| [a, b])) {
                let mut count = 0;
                Tolerance { r }.after(&at, &mut |_| {
                    count += 1;
                    true
                });
                assert_eq!(Tolerance { r }.count(&at), count, "{r} {at:?}");
            }
        }
    }

    #[test]
    fn long_numbers_and_short_ones_agree() {
        for r in 1..5 {
            let rules = Tolerance { r };
            for a in 0..80u64 {
                for b in 0..80u64 {
                    assert_eq!(is_p_position(r, &a.into(), &b.into()), rules.is_p(a, b), "{r} {a} {b}");
                }
            }
            for n in (0..500).map(|i| LIMIT / 2 / r - i) {
                let low = rules.lower(n);
                let high = BigUint::from(low) + BigUint::from(n) * r;
                assert!(is_p_position(r, &low.into(), &high));
                assert!(!is_p_position(r, &(low + 1).into(), &(&high + 1u32)));
                assert!(!is_p_position(r, &(low - 1).into(), &(&high - 1u32)));
            }
        }
    }

    #[test]
    fn numbers_of_1000_digits() {
        let n = BigUint::from(10u32).pow(999) * 7u32 + 12_345u32;
        // floor(n phi) with an exact root.
        let low: BigUint = (&n + (&n * &n * 5u32).sqrt()) / 2u32;
        assert!(is_p_position(1, &low, &(&low + &n)));
        assert!(!is_p_position(1, &(&low + 1u32), &(&low + &n + 1u32)));
        assert!(!is_p_position(1, &low, &(&low + &n + 1u32)));
    }
}
