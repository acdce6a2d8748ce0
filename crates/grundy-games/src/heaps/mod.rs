//! Heaps.
pub mod code;
pub mod cousins;
pub mod names;
pub mod words;
