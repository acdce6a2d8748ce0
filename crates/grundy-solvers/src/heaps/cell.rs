//! Numbers that store values: one, two or four bytes.

/// A stored value.
pub trait Cell: Copy + Default + Eq + std::ops::BitXor<Output = Self> + Send + Sync + 'static {
    /// One more than the largest value that fits.
    const ROOM: usize;
    /// Bytes.
    const WIDTH: usize;
    /// Stores a value that fits.
    fn pack(value: usize) -> Self;
    /// The value.
    fn unpack(self) -> usize;
}

macro_rules! cell {
    ($type:ty) => {
        impl Cell for $type {
            const ROOM: usize = <$type>::MAX as usize + 1;
            const WIDTH: usize = size_of::<$type>();
            #[inline(always)]
            fn pack(value: usize) -> Self {
                debug_assert!(value < Self::ROOM);
                value as Self
            }
            #[inline(always)]
            fn unpack(self) -> usize {
                self as usize
            }
        }
    };
}

cell!(u8);
cell!(u16);
cell!(u32);
