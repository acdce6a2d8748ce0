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
    /// Bytes that the positions of a hash map keep beside their own size.
    beside: u64,
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
        Self { table, found: 0, beside: 0 }
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
                Entry::Vacant(entry) => {
                    self.beside += game.bytes_beside(at);
                    entry.insert(EMPTY)
                }
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
                    if map.remove(at).is_some() {
                        self.beside = self.beside.saturating_sub(game.bytes_beside(at));
                    }
                }
            }
        }
    }

    /// Bytes the table takes, near enough for a limit.
    #[inline]
    pub(crate) fn bytes(&self) -> u64 {
        match &self.table {
            Table::Dense(slots) => (slots.len() * size_of::<u32>()) as u64,
            Table::Hash(map) => self.beside + map_bytes::<(P, u32)>(map.capacity()),
        }
    }

    /// Whether the next new position makes the table grow.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        matches!(&self.table, Table::Hash(map) if map.len() == map.capacity())
    }

    /// Bytes the table takes once it has grown.
    pub(crate) fn bytes_grown(&self) -> u64 {
        match &self.table {
            Table::Dense(_) => self.bytes(),
            Table::Hash(map) => self.beside + map_bytes::<(P, u32)>(2 * map.capacity()),
        }
    }
}

/// Bytes of a hash map with room for so many entries: a control byte a slot, and a slot in eight
/// stays free.
#[inline]
pub(crate) fn map_bytes<E>(capacity: usize) -> u64 {
    (capacity * (size_of::<E>() + 1) * 8 / 7) as u64
}
