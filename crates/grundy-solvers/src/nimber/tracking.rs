//! Nimber tracking: is this sum, with a nim heap beside it, lost for the player to move?
//!
//! Main function: [`nimber`]. Of a sum it works out every part but the largest, and asks of that
//! one whether its nimber is the one number that matters. Invariants and cost: see the common
//! engine, `window.rs`. Source: Lemoine and Viennot, *Nimbers are inevitable*, Theoretical
//! Computer Science 2012. Left out on purpose: the choice among equal parts by proof numbers.

use grundy_rules::{Budget, Game, Nimber, Stop};

use super::table::Table;
use super::window::{Plan, decide, search};

/// The nimber of `at`; what was found on the way is in `table` afterwards, also when the
/// budget was spent: `table` then knows what the nimber is not.
///
/// # Errors
/// [`Stop`] when the budget is spent or the rules fault.
pub fn nimber<G: Game>(
    game: &G,
    at: &G::Position,
    table: &Table<G::Position>,
    budget: &Budget,
) -> Result<Nimber, Stop> {
    search(game, at, table, budget, Plan::Tracking)
}

/// Whether the sum of `parts` has the nimber `target`; cheaper than the nimber itself.
///
/// # Errors
/// [`Stop`] when the budget is spent or the rules fault.
pub fn has_nimber<G: Game>(
    game: &G,
    parts: &[G::Position],
    target: Nimber,
    table: &Table<G::Position>,
    budget: &Budget,
) -> Result<bool, Stop> {
    decide(game, parts, target, table, budget, Plan::Tracking)
}
