//! Requested sets: the nimber if it is one of those asked for, else only that it is not.
//!
//! Main function: [`nimber`]. The root is asked for 0, then for 1, and so on (aspiration); an
//! option is asked for all values up to the largest wanted one that no option has yet.
//! Invariants and cost: see the common engine, `window.rs`. Source: Beling and Rogalski, *On
//! pruning search trees of impartial games*, Artificial Intelligence 2020. Left out on purpose:
//! end game databases.

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
    search(game, at, table, budget, Plan::Requested)
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
    decide(game, parts, target, table, budget, Plan::Requested)
}
