//! Checkers of certificates and tables.
//!
//! This crate knows neither the games nor the solvers, so a fault of theirs cannot hide here.

pub mod arena;
