//! Values of heaps under taking and breaking rules.

#![allow(
    clippy::inline_always,
    reason = "the inner loops are compiled twice, once with AVX2: they must be inlined"
)]

pub mod analysis;
#[cfg(target_arch = "x86_64")]
mod avx2;
pub mod cell;
pub mod class;
pub mod engine;
pub mod kernel;
pub mod machine;
pub mod naive;
pub mod pair_rules;
pub mod period;
pub mod plane_loops;
pub mod planes;
pub mod sets;
pub mod sparse;
pub mod theorem;
pub mod winning;
