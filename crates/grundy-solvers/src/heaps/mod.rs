//! Values of heaps under taking and breaking rules.

pub mod naive;
