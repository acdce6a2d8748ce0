//! What a search knows of one position's nimber, in 32 bits.
//!
//! The main type is [`Fact`]: the nimber, or some small numbers that it is not.

use grundy_rules::Nimber;

/// The top bit: an exact nimber below.
const EXACT: u32 = 1 << 31;

/// The nimber of a position, or numbers below 31 that it is known not to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fact(u32);

impl Fact {
    /// Nothing is known.
    pub const NOTHING: Self = Self(0);

    /// The nimber is `value`; `None` when that does not fit in 31 bits.
    pub fn exact(value: u64) -> Option<Self> {
        u32::try_from(value).ok().filter(|&v| v < EXACT).map(|v| Self(EXACT | v))
    }

    /// The nimber is none of the bits of `mask`; those from 31 on are not kept.
    pub fn excluding(mask: u64) -> Self {
        Self(mask as u32 & (EXACT - 1))
    }

    /// The nimber, if it is known.
    #[inline]
    pub fn value(self) -> Option<u64> {
        (self.0 & EXACT != 0).then_some(u64::from(self.0 & (EXACT - 1)))
    }

    /// What the nimber is not, as bits; 0 where the nimber itself is known.
    #[inline]
    pub fn excluded(self) -> u64 {
        if self.0 & EXACT == 0 { u64::from(self.0) } else { 0 }
    }

    /// The least number that the nimber may be.
    pub fn at_least(self) -> Nimber {
        Nimber(self.value().unwrap_or_else(|| u64::from(self.0.trailing_ones())))
    }

    /// Both facts together.
    #[must_use]
    pub(crate) fn and(self, other: Self) -> Self {
        if self.0 & EXACT != 0 {
            self
        } else if other.0 & EXACT != 0 {
            other
        } else {
            Self(self.0 | other.0)
        }
    }

    /// The 32 bits, for files.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// A fact from its 32 bits; every number is one.
    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_add_up() {
        let (one, not) = (Fact::exact(1).unwrap(), Fact::excluding);
        assert_eq!(not(1).and(not(4)), not(5));
        assert_eq!(not(1).and(one), one);
        assert_eq!(one.and(not(1)), one);
        assert_eq!(not(0b1011).at_least(), Nimber(2));
        assert_eq!(not(u64::MAX).excluded(), 0x7fff_ffff);
        assert_eq!((one.value(), not(1).value()), (Some(1), None));
        assert_eq!(Fact::exact(1 << 31), None);
    }
}
