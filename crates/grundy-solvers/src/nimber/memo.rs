//! What a search remembers: position to nimber, exact keys.
//!
//! The main type is [`Memo`]. A game that numbers its positions densely gets a flat table, any
//! other a hash map. Both stay inside the byte limit of the budget.

use std::collections::hash_map::Entry;
use std::mem::size_of;

use grundy_rules::{Budget, Game};
use rustc_hash::FxHashMap;

/// A slot of the table: a value, or one of two marks above all values.
const EMPTY: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

/// What the table says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// Never met.
    New,
    /// On the way from the root to here: the rules loop.
    Open,
    /// Its nimber.
    Value(u32),
}

/// Positions and their nimbers.
#[derive(Debug)]
pub struct Memo<P> {
    table: Table<P>,
    found: u64,
}

#[derive(Debug)]
enum Table<P> {
    Dense(Vec<u32>),
    Hash(FxHashMap<P, u32>),
}

impl<P: Clone + Eq + std::hash::Hash> Memo<P> {
    /// An empty memo for a game: flat where the game is dense and half the budget holds it.
    pub fn new<G: Game<Position = P>>(game: &G, budget: &Budget) -> Self {
        let fits = |len: &u64| len.saturating_mul(size_of::<u32>() as u64) <= budget.bytes.0 / 2;
        let table = match game.dense_len().filter(fits) {
            Some(len) => Table::Dense(vec![EMPTY; len as usize]),
            None => Table::Hash(FxHashMap::default()),
        };
        Self { table, found: 0 }
    }

    /// Positions whose nimber is known.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// The nimber of a position that a search has met.
    pub fn get<G: Game<Position = P>>(&self, game: &G, at: &P) -> Option<u32> {
        let slot = match &self.table {
            Table::Dense(slots) => slots[game.index(at) as usize],
            Table::Hash(map) => *map.get(at)?,
        };
        (slot < OPEN).then_some(slot)
    }

    /// Looks a position up and opens it if it is new.
    pub(crate) fn open<G: Game<Position = P>>(&mut self, game: &G, at: &P) -> Seen {
        let slot = match &mut self.table {
            Table::Dense(slots) => &mut slots[game.index(at) as usize],
            Table::Hash(map) => match map.entry(at.clone()) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => entry.insert(EMPTY),
            },
        };
        match *slot {
            EMPTY => {
                *slot = OPEN;
                Seen::New
            }
            OPEN => Seen::Open,
            value => Seen::Value(value),
        }
    }

    /// Writes the nimber of an open position.
    pub(crate) fn close<G: Game<Position = P>>(&mut self, game: &G, at: &P, value: u32) {
        self.found += 1;
        match &mut self.table {
            Table::Dense(slots) => slots[game.index(at) as usize] = value,
            Table::Hash(map) => {
                if let Some(slot) = map.get_mut(at) {
                    *slot = value;
                }
            }
        }
    }

    /// Forgets that positions were open, after a search that stopped half way.
    pub(crate) fn abandon<'p, G: Game<Position = P>>(&mut self, game: &G, open: impl Iterator<Item = &'p P>)
    where
        P: 'p,
    {
        for at in open {
            match &mut self.table {
                Table::Dense(slots) => slots[game.index(at) as usize] = EMPTY,
                Table::Hash(map) => {
                    map.remove(at);
                }
            }
        }
    }

    /// Bytes the table takes, near enough for a limit.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.table {
            Table::Dense(slots) => (slots.len() * size_of::<u32>()) as u64,
            // A hash map keeps a control byte a slot and grows by doubling.
            Table::Hash(map) => (map.capacity() * (size_of::<(P, u32)>() + 1) * 8 / 7) as u64,
        }
    }
}
