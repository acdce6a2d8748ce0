//! What positions that are lists take, for the byte limits of solvers.
//!
//! Main function: [`bytes_of`].

/// Bytes that an allocator keeps beside an allocation.
pub(crate) const ALLOCATION: u64 = 16;

/// Bytes that a list keeps on the heap.
pub(crate) fn bytes_of<T>(list: &[T]) -> u64 {
    size_of_val(list) as u64 + ALLOCATION
}
