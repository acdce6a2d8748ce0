//! The values that games have: nimbers, outcomes, remoteness, loopy values.
//!
//! Source: Winning Ways (Berlekamp, Conway, Guy), chapters 3 to 4 and 12; Siegel,
//! *Combinatorial Game Theory*, IV.1 to IV.4.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

/// The nim-value of a position: the size of the nim heap it is equal to.
///
/// 64 bits, since a nim heap or a rook's distance of 10^18 is a position people ask for.
/// Solvers store values in fewer bits where they have shown that they fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of every position that the player to move loses.
    pub const ZERO: Self = Self(0);

    /// Who wins a position of this value.
    pub fn outcome(self) -> Outcome {
        if self == Self::ZERO { Outcome::Loss } else { Outcome::Win }
    }
}

impl BitXor for Nimber {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Nimber {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl std::iter::Sum for Nimber {
    /// The nimber of a sum of games: the exclusive or of its parts (Sprague 1935, Grundy 1939).
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::ZERO, BitXor::bitxor)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The least number that is not in `values`: the *minimal excludant*.
///
/// `values` is sorted in place; time `O(k log k)` for `k` values.
pub fn mex(values: &mut [u64]) -> u64 {
    values.sort_unstable();
    let mut least = 0;
    for &value in values.iter() {
        if value == least {
            least += 1;
        } else if value > least {
            break;
        }
    }
    least
}

/// What best play leads to, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player to move loses: a P-position.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The player to move wins: an N-position.
    Win,
}

impl Outcome {
    /// The outcome for the other player.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// `win`, `loss` or `draw`, as JSON and data files write it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Plies to the end under best play: the winner takes the shortest way, the loser the
/// longest (Steinhaus 1925; Winning Ways, chapter 9). Draws have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Remoteness(pub u64);

impl fmt::Display for Remoteness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The value of a position in a game that may loop (Smith 1966; Fraenkel and Perl 1975).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LoopyValue {
    /// Equal to a nim heap.
    Finite(Nimber),
    /// Infinity with these finite options, ascending and without repeats.
    Infinite(Vec<Nimber>),
}

impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(value) => value.fmt(f),
            Self::Infinite(finite) => {
                f.write_str("inf(")?;
                for (i, value) in finite.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    value.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_of_values() {
        let check = |values: &[u64], expected| assert_eq!(mex(&mut values.to_vec()), expected);
        check(&[], 0);
        check(&[0, 1, 3], 2);
        check(&[3, 1, 0, 0, 1], 2);
        check(&[1, 2], 0);
        check(&[0, 1, 2], 3);
    }

    #[test]
    fn loopy_values_print_as_in_the_books() {
        assert_eq!(LoopyValue::Infinite(vec![Nimber(0), Nimber(2)]).to_string(), "inf(0,2)");
        assert_eq!(LoopyValue::Infinite(vec![]).to_string(), "inf()");
        assert_eq!(LoopyValue::Finite(Nimber(7)).to_string(), "7");
    }
}
