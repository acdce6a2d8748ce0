//! The naive oracle behind grundy's tests: games written from their rules alone.
//!
//! The main trait is [`Naive`]; [`answer`] solves a position of any of its games by looking at
//! every whole position that play can reach.
//!
//! The invariant is an absence: nothing here depends on another crate of the project, and no
//! game uses a theorem. Boards are never split into parts, nimbers are never added, no symmetry
//! is used. What the solvers compute cleverly is computed here a second time and simply, so that
//! the two have no mistake in common.
//!
//! Cost: time and memory grow with the number of whole positions, so this is for boards of
//! some 20 cells and heaps of some 20 beans.

mod board;
pub mod games;
pub mod generate;
pub mod judges;
mod oracle;
mod sum;

pub use board::Board;
pub use oracle::{
    Answer, Explored, MoveAnswer, Naive, Outcome, Verdict, answer, explore, misere_answer, misere_nimber,
    misere_outcome, nimber, outcome, winning_moves,
};
pub use sum::{LoopyValue, Sum, Table, loopy_value, loopy_values, nim_heap, sum_nimber, table};
