//! Nimbers of positions by search. One file a method, named as in the literature.

mod memo;
pub mod memo_mex;

pub use memo::Memo;
