//! Fibonacci nim: one heap; take at most twice what was taken last.
//!
//! ```text
//! fibonacci 20
//! 1 ********************
//! ```
//! Notation: the size, and how many may be taken at most if the game is under way, `13 4`; a
//! move is the number of tokens taken.
//!
//! Theorem (Whinihan 1963, who names Gaskell): the player to move loses exactly when the least
//! Fibonacci number in the Zeckendorf sum of the heap is more than may be taken. Taking it, if
//! it can be taken, wins.

use grundy_rules::{Declaration, Example, Known, Nimber, ParseError, TermText, Visit};

use crate::numbers::{NumberGame, Numbers, joined, read};

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "fibonacci",
    aliases: &["fibonacci-nim"],
    title: "Fibonacci nim",
    rules: "There is one heap. The first player takes at least one token and not all of them. After that each \
            player takes at least one token and at most twice as many as were taken last. Who cannot move loses.",
    variants: &[],
    position: "the size of the heap, such as `20`, and how many tokens may be taken at most, `20 6`; if that is \
               left out, all but one",
    moves: "how many tokens are taken",
    examples: &[
        Example { question: "fibonacci 20", shows: "a win: take 2, since 20 = 13 + 5 + 2" },
        Example { question: "fibonacci 21", shows: "a loss: 21 is a Fibonacci number" },
    ],
    source: "M. J. Whinihan, Fibonacci nim, Fibonacci Quarterly 1 (1963)",
};

/// Reads the size and the limit.
///
/// # Errors
/// When there is no size.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    term.no_rules()?;
    let what = "the size of the heap, and how many may be taken at most, such as `20 6`";
    let numbers = read(term.board()?, what, 1..=2, 0..=1 << 62)?;
    let size = numbers[0];
    let limit = numbers.get(1).copied().unwrap_or(size.saturating_sub(1));
    Ok(visit.visit(&DECLARATION, Numbers::new(Fibonacci, [size, limit])))
}

#[derive(Clone, Copy, Debug)]
struct Fibonacci;

/// The Zeckendorf sum of `n`: Fibonacci numbers that add up to it, no two of them neighbours, the
/// largest first.
fn zeckendorf(mut n: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        if n == 0 {
            return None;
        }
        let (mut a, mut b) = (1, 2);
        while b <= n {
            (a, b) = (b, a + b);
        }
        n -= a;
        Some(a)
    })
}

/// The least Fibonacci number in the Zeckendorf sum of `n`, 0 for 0.
fn least_part(n: u64) -> u64 {
    zeckendorf(n).last().unwrap_or(0)
}

impl NumberGame for Fibonacci {
    /// The size and how many may be taken.
    type At = [u64; 2];

    fn after(&self, &[size, limit]: &[u64; 2], each: &mut dyn FnMut([u64; 2]) -> bool) {
        let _all = (1..=limit.min(size)).all(|taken| each([size - taken, 2 * taken]));
    }

    fn count(&self, &[size, limit]: &[u64; 2]) -> u128 {
        size.min(limit).into()
    }

    /// A limit beyond the heap is no limit.
    fn canonical(&self, &[size, limit]: &[u64; 2]) -> [u64; 2] {
        [size, limit.min(size)]
    }

    fn known(&self, &[size, limit]: &[u64; 2]) -> Known {
        if size == 0 || least_part(size) > limit { Known::Nimber(Nimber::ZERO) } else { Known::NotZero }
    }

    /// The least parts of the Zeckendorf sum that may be taken together, if what is left starts
    /// with more than twice as much.
    fn to_zero(&self, &[size, limit]: &[u64; 2]) -> Option<Vec<[u64; 2]>> {
        let (mut left, mut taken, mut found) = (size, 0, Vec::new());
        while left > 0 {
            let part = least_part(left);
            (left, taken) = (left - part, taken + part);
            if taken > limit {
                break;
            }
            if left == 0 || least_part(left) > 2 * taken {
                found.push([left, 2 * taken]);
            }
        }
        Some(found)
    }

    /// The number taken: the limit after a move is twice it.
    fn write_move(&self, after: &[u64; 2]) -> String {
        (after[1] / 2).to_string()
    }

    fn heaps(&self, at: &[u64; 2]) -> Vec<u64> {
        vec![at[0]]
    }

    fn label(&self, &[size, limit]: &[u64; 2]) -> String {
        format!("heap of {size}, of which at most {limit} may be taken")
    }

    fn remark(&self, &[size, limit]: &[u64; 2]) -> Option<String> {
        let parts: Vec<u64> = zeckendorf(size).collect();
        let least = *parts.last()?;
        let which = if least > limit { "more than" } else { "at most" };
        let sum = match &parts[..] {
            [_] => "is one itself".to_string(),
            parts => format!("= {}", joined(parts, " + ")),
        };
        Some(format!("in Fibonacci numbers {size} {sum}; the least, {least}, is {which} {limit}"))
    }

    fn note(&self) -> &'static str {
        "the player to move loses exactly when the least Fibonacci number in the Zeckendorf sum of the heap is \
         more than may be taken (Whinihan 1963)"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{OnNumbers, check_theorem, naive};

    #[test]
    fn the_theorem_is_the_mex() {
        check_theorem(&Fibonacci, (0..60).flat_map(|n| (0..=n).map(move |limit| [n, limit])));
    }

    #[test]
    fn zeckendorf_sums_add_up_and_have_no_neighbours() {
        assert_eq!(zeckendorf(20).collect::<Vec<_>>(), [13, 5, 2]);
        for n in 0..2000 {
            let parts: Vec<u64> = zeckendorf(n).collect();
            assert_eq!(parts.iter().sum::<u64>(), n);
            assert!(parts.windows(2).all(|pair| pair[0] >= 2 * pair[1]), "{parts:?}");
        }
    }

    #[test]
    fn values_of_a_heap_of_10() {
        let mut memo = std::collections::HashMap::new();
        // CGSuite, GameHeapTest.scala; the index is the number taken last.
        let expected = [0, 2, 2, 2, 5, 5, 5, 5, 5, 5, 5, 5];
        for (last, value) in (0..).zip(expected) {
            let at = Fibonacci.canonical(&[10, 2 * last]);
            assert_eq!(naive(&OnNumbers(Fibonacci), &at, &mut memo), value, "after {last}");
        }
    }
}
