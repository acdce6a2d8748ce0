//! What a search remembers, for each way of searching.
//!
//! The main type is [`Store`]: a memo for memoised mex, or a table that threads share for nimber
//! tracking and requested sets. It can value any number of positions of its game.

use std::cell::RefCell;

use grundy_rules::{Budget, Game, Nimber, Search, Stop};
use grundy_solvers::nimber::{Memo, Table, TableStats, memo_mex, requested, tracking};

use crate::term::Method;

/// The memory of a search.
pub(crate) enum Store<P> {
    Memo(RefCell<Memo<P>>),
    Table(Table<P>, Search),
}

impl<P: Clone + Eq + std::hash::Hash + Ord + std::fmt::Debug + Send + Sync> Store<P> {
    /// An empty one for the method, or for the game's own way of searching.
    pub(crate) fn new<G: Game<Position = P>>(game: &G, method: Method, budget: &Budget) -> Self {
        let way = match method {
            Method::General | Method::Mex => Search::Mex,
            Method::Tracking => Search::Tracking,
            Method::Requested => Search::Requested,
            _ => game.search(),
        };
        match way {
            Search::Mex => Self::Memo(RefCell::new(Memo::new(game, budget))),
            way => Self::Table(Table::new(budget.bytes), way),
        }
    }

    /// The method's name.
    pub(crate) fn method(&self) -> &'static str {
        match self {
            Self::Memo(_) => "memoised mex",
            Self::Table(_, Search::Requested) => "requested sets",
            Self::Table(..) => "nimber tracking",
        }
    }

    /// How the table did; `None` where there is no shared table.
    pub(crate) fn stats(&self) -> Option<TableStats> {
        match self {
            Self::Memo(_) => None,
            Self::Table(table, _) => Some(table.stats()),
        }
    }

    pub(crate) fn nimber<G: Game<Position = P>>(
        &self,
        game: &G,
        part: &P,
        budget: &Budget,
    ) -> Result<Nimber, Stop> {
        match self {
            Self::Memo(memo) => memo_mex::nimber(game, part, &mut memo.borrow_mut(), budget),
            Self::Table(table, Search::Requested) => requested::nimber(game, part, table, budget),
            Self::Table(table, _) => tracking::nimber(game, part, table, budget),
        }
    }

    /// Whether a sum has the nimber `goal`.
    pub(crate) fn has_nimber<G: Game<Position = P>>(
        &self,
        game: &G,
        parts: &[P],
        goal: Nimber,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        match self {
            Self::Memo(_) => {
                let total: Nimber =
                    parts.iter().map(|part| self.nimber(game, part, budget)).sum::<Result<_, _>>()?;
                Ok(total == goal)
            }
            Self::Table(table, Search::Requested) => requested::has_nimber(game, parts, goal, table, budget),
            Self::Table(table, _) => tracking::has_nimber(game, parts, goal, table, budget),
        }
    }
}
