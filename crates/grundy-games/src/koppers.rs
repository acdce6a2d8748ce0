//! Koppers' nim: throw one of two heaps away and split the other.
//!
//! ```text
//! koppers 4 6
//! 1 ****
//! 2 ******
//! ```
//! Notation: the two sizes; a move is the two sizes after it, `1,3`.
//!
//! Theorem (Singmaster; proof in docs/arenas.md): the nimber of `(a, b)` is the place of the
//! last 0 bit of `(a - 1) or (b - 1)`.

use grundy_rules::{Declaration, Example, Known, Nimber, ParseError, TermText, Visit};

use crate::numbers::{NumberGame, Numbers, read};

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "koppers",
    aliases: &["koppers-nim"],
    title: "Koppers' nim",
    rules: "There are two heaps, neither empty. A move throws one heap away and splits the other into two heaps, \
            neither empty. Who cannot move loses: both heaps are single tokens.",
    variants: &[],
    position: "the sizes of the two heaps, such as `4 6`",
    moves: "the two sizes after the move: `1,3`",
    examples: &[
        Example { question: "koppers 4 6", shows: "a win: the nimber is 3" },
        Example { question: "koppers 3 5", shows: "a loss: both sizes are odd" },
    ],
    source: "B. Koppers and D. Singmaster, told by R. K. Guy in OEIS A053398",
};

/// Reads the two sizes.
///
/// # Errors
/// When there are not two positive sizes.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    term.no_rules()?;
    let sizes = read(term.board()?, "the sizes of two heaps, such as `4 6`", 2..=2, 1..=u64::MAX)?;
    Ok(visit.visit(&DECLARATION, Numbers::new(Koppers, [sizes[0], sizes[1]])))
}

#[derive(Clone, Copy, Debug)]
struct Koppers;

impl NumberGame for Koppers {
    type At = [u64; 2];

    fn after(&self, &[a, b]: &[u64; 2], each: &mut dyn FnMut([u64; 2]) -> bool) {
        let mut split = |n: u64| (1..=n / 2).all(|k| each([k, n - k]));
        let _all = split(a) && (a == b || split(b));
    }

    fn count(&self, &[a, b]: &[u64; 2]) -> u128 {
        u128::from(a / 2) + if a == b { 0 } else { u128::from(b / 2) }
    }

    fn canonical(&self, &[a, b]: &[u64; 2]) -> [u64; 2] {
        [a.min(b), a.max(b)]
    }

    fn known(&self, &[a, b]: &[u64; 2]) -> Known {
        Known::Nimber(Nimber(u64::from(((a - 1) | (b - 1)).trailing_ones())))
    }

    fn note(&self) -> &'static str {
        "the nimber of heaps a and b is the place of the last 0 bit of (a - 1) or (b - 1) (Singmaster)"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::check_theorem;

    #[test]
    fn the_theorem_is_the_mex() {
        check_theorem(&Koppers, (1..40).flat_map(|a| (1..40).map(move |b| [a, b])));
    }

    #[test]
    fn values_of_oeis_a053398() {
        let expected = [0, 1, 1, 0, 1, 0, 2, 2, 2, 2, 0, 2, 0, 2, 0, 1, 1, 2, 2, 1, 1];
        let positions = (1..7u64).flat_map(|d| (1..=d).map(move |a| [a, d + 1 - a]));
        for (at, value) in positions.zip(expected) {
            assert_eq!(Koppers.known(&at), Known::Nimber(Nimber(value)), "{at:?}");
        }
    }
}
