//! The methods that find nimbers, outcomes and periods.
//!
//! Each is a free function over a game, a position, a memo and a budget. Solvers name no game,
//! print nothing, read no clock and no file.

pub mod heaps;
pub mod nimber;
pub mod retrograde;
mod watch;
