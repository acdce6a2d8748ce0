//! Boards as integers: the few operations that [`super::Cram`] needs of `u64` and `u128`.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// An unsigned integer whose bits are the cells of a board.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// Number of bits.
    const BITS: u32;
    /// No bit.
    const NONE: Self;
    /// The lowest bit alone.
    const ONE: Self;

    /// How many bits are set.
    fn count(self) -> u32;
    /// The number of the lowest bit; [`Bits::BITS`] where none is set.
    fn first(self) -> u32;
    /// How many bits are not set above the highest.
    fn leading(self) -> u32;
    /// Bit `i` goes to bit `BITS - 1 - i`.
    #[must_use]
    fn reversed(self) -> Self;
    /// The bits in words, the lowest first.
    fn words(self) -> Vec<u64>;
    /// The bits of words.
    fn of_words(words: &[u64]) -> Option<Self>;
    /// The lowest bits.
    fn low(self) -> usize;
    /// The lowest bit of the set alone.
    #[must_use]
    fn lowest(self) -> Self;

    /// Whether no bit is set.
    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether bit `i` is set.
    #[inline]
    fn has(self, i: u32) -> bool {
        !(self >> i & Self::ONE).is_none()
    }
}

macro_rules! bits {
    ($($word:ty),*) => {$(
        impl Bits for $word {
            const BITS: u32 = <$word>::BITS;
            const NONE: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn leading(self) -> u32 {
                self.leading_zeros()
            }
            #[inline]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
            fn words(self) -> Vec<u64> {
                self.to_le_bytes().chunks(8).map(|word| word.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b))).collect()
            }
            fn of_words(words: &[u64]) -> Option<Self> {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                Some(Self::from_le_bytes(bytes.try_into().ok()?))
            }
            #[inline]
            fn low(self) -> usize {
                self as usize
            }
            #[inline]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
        }
    )*};
}

bits!(u64, u128);
