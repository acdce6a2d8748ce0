//! Soon.
pub mod heaps;
