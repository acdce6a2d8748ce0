//! Euclid: subtract a multiple of the smaller number from the larger.
//!
//! ```text
//! euclid 25 7
//! 1 *************************
//! 2 *******
//! ```
//! Notation: the two numbers; a move is the two numbers after it, `4,7`.
//!
//! Numbers stay positive here (Grossman's form): the game ends when they are equal. The nimber
//! of `(a, b)` is `floor(|b/a - a/b|)` (Nivasch 2006), so the player to move loses exactly when
//! the larger is below `phi` times the smaller (Cole and Davie 1969). In the form of Cole and
//! Davie, where 0 may be reached, two equal numbers can still be played to `0`.

use grundy_rules::{Declaration, Example, Known, Nimber, ParseError, TermText, Visit};

use crate::numbers::{NumberGame, Numbers, read};

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "euclid",
    aliases: &[],
    title: "Euclid",
    rules: "There are two positive numbers. A move subtracts a positive multiple of the smaller from the larger; \
            what is left must be positive. Who cannot move, since the numbers are equal, loses.",
    variants: &[],
    position: "the two numbers, such as `25 7`",
    moves: "the two numbers after the move: `4,7`",
    examples: &[
        Example { question: "euclid 25 7", shows: "a win: 25/7 is more than the golden ratio" },
        Example { question: "euclid 8 5", shows: "a loss: 8/5 is less than the golden ratio" },
    ],
    source: "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm, Math. Gazette 53 (1969); \
             J. W. Grossman, Problem 1537, Math. Magazine 70 (1997); G. Nivasch, The Sprague-Grundy function of \
             the game Euclid, Discrete Math. 306 (2006)",
};

/// Reads the two numbers.
///
/// # Errors
/// When there are not two positive numbers.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    term.no_rules()?;
    let numbers = read(term.board()?, "two positive numbers, such as `25 7`", 2..=2, 1..=u64::MAX)?;
    Ok(visit.visit(&DECLARATION, Numbers::new(Euclid, [numbers[0], numbers[1]])))
}

#[derive(Clone, Copy, Debug)]
struct Euclid;

impl NumberGame for Euclid {
    type At = [u64; 2];

    fn after(&self, &[a, b]: &[u64; 2], each: &mut dyn FnMut([u64; 2]) -> bool) {
        let _all = if a >= b {
            (1..=(a - 1) / b).all(|k| each([a - k * b, b]))
        } else {
            (1..=(b - 1) / a).all(|k| each([a, b - k * a]))
        };
    }

    fn count(&self, &[a, b]: &[u64; 2]) -> u128 {
        u128::from((a.max(b) - 1) / a.min(b))
    }

    fn canonical(&self, &[a, b]: &[u64; 2]) -> [u64; 2] {
        [a.min(b), a.max(b)]
    }

    /// `floor(b/a - a/b)` with `a <= b`: the floor of `b/a`, one less when the rest of `b/a` is
    /// smaller than `a/b`.
    fn known(&self, &[a, b]: &[u64; 2]) -> Known {
        let (quotient, rest) = (b / a, b % a);
        let less = u128::from(rest) * u128::from(b) < u128::from(a) * u128::from(a);
        Known::Nimber(Nimber(quotient - u64::from(less)))
    }

    /// The largest multiple that leaves the larger number, or one less.
    fn to_zero(&self, &[a, b]: &[u64; 2]) -> Option<Vec<[u64; 2]>> {
        let (small, large) = (a.min(b), a.max(b));
        let (most, mut found) = ((large - 1) / small, Vec::new());
        for k in [most.saturating_sub(1), most] {
            let left = large - k * small;
            if k > 0 && self.known(&[left.min(small), left.max(small)]) == Known::Nimber(Nimber::ZERO) {
                found.push(if a >= b { [left, small] } else { [small, left] });
            }
        }
        Some(found)
    }

    fn label(&self, at: &[u64; 2]) -> String {
        format!("{} and {}", at[0], at[1])
    }

    fn note(&self) -> &'static str {
        "the nimber of a and b is the whole part of |b/a - a/b| (Nivasch 2006)"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::check_theorem;

    #[test]
    fn the_theorem_is_the_mex() {
        check_theorem(&Euclid, (1..120).flat_map(|a| (1..120).map(move |b| [a, b])));
    }
}
