//! Outcomes and remoteness of every node of a graph of positions, with cycles or without.
//!
//! The main function is [`outcomes`]. It works backwards from the ends, one remoteness a level:
//! a node with a lost option is won one ply later; a node whose last open option is won by the
//! opponent is lost one ply later. What is never reached is a draw, so a graph without any end
//! is all draws at once. [`explore`] does the same for any game, from a start position on.
//!
//! Invariant: when level `r` begins, exactly the nodes of remoteness `r` and less are decided,
//! and an open node's number counts its options that are not yet known to be won. `levels.rs`
//! keeps it; [`Partial`] writes it down, so that a run can be taken up again.
//!
//! Cost: `O(V + E)` time; 2 bytes a node (4 where a remoteness or a degree reaches 2^14), and,
//! where the arena cannot name predecessors, 4 bytes an edge and 4 a node and thread.
//!
//! Source: Zermelo 1913; Ströhlein 1970 (retrograde analysis); remoteness: Steinhaus 1925,
//! Smith 1966; *Winning Ways*, chapters 9 and 12.
//!
//! Left out: graphs that do not fit in memory.

mod explore;
mod labels;
mod levels;
mod loopy;
mod reverse;
mod riders;

pub use explore::{Explored, Positions, Whole, explore, positions};
pub use labels::{Outcomes, Partial};
pub use levels::{Halt, outcomes, outcomes_from};
pub use loopy::{Nimbers, add, nimbers, outcome};
pub use riders::{Lines, RiderTable, rider_nimbers};
