//! Nimbers of positions by search. One file a method, named as in the literature.

mod busy;
mod fact;
mod frame;
mod memo;
pub mod memo_mex;
mod near;
pub mod requested;
mod table;
mod tags;
pub mod tracking;
mod window;

pub use fact::Fact;
pub use memo::Memo;
pub(crate) use memo::map_bytes;
pub use table::{Table, TableStats};

use grundy_rules::{Game, Nimber};

/// What the nimber of `at` is known not to be, after a search that was stopped.
pub fn excluded<G: Game>(game: &G, at: &G::Position, table: &Table<G::Position>) -> Vec<Nimber> {
    window::excluded(game, at, table)
}
