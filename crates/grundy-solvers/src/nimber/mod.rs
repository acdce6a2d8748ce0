//! Nimbers of positions by search. One file a method, named as in the literature.

mod busy;
mod fact;
mod memo;
pub mod memo_mex;
pub mod requested;
mod table;
pub mod tracking;
mod window;

pub use fact::Fact;
pub use memo::Memo;
pub use table::{Table, TableStats};
