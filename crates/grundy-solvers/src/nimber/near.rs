//! What one thread of a search knows: a small table of its own before the shared one.
//!
//! The main type is [`Facts`]. A position that is settled by one pass over its options, without
//! its nimber, is remembered in the thread's own table alone, where newer positions take the
//! place of older ones: such positions are most of a search and cheap to settle again, and the
//! shared table stays so small that it is fast. Invariant: all facts in it hold. Cost: one slot
//! is looked at before the shared table is.

use std::hash::Hash;

use super::fact::Fact;
use super::table::{Table, hash_of};

/// Bytes of a thread's own table, which a core's cache should hold.
const BYTES: usize = 1 << 19;

/// Facts that are put before there is a table of one's own: short searches need none.
const LATE: usize = 1 << 10;

/// The shared table and the thread's own.
pub(super) struct Facts<'s, P> {
    table: &'s Table<P>,
    /// Empty at first; [`Fact::NOTHING`] where a slot is free.
    slots: Vec<(P, Fact)>,
    puts: usize,
    /// Look-ups that needed no lock, and how many of them found the position.
    looked: u64,
    hits: u64,
}

impl<P> Drop for Facts<'_, P> {
    fn drop(&mut self) {
        self.table.count(self.looked, self.hits);
    }
}

impl<'s, P: Clone + Eq + Hash> Facts<'s, P> {
    /// Slots of the table: a power of two.
    const SLOTS: usize = 1 << (BYTES / size_of::<(P, Fact)>()).ilog2();

    pub(super) fn new(table: &'s Table<P>) -> Self {
        Self { table, slots: Vec::new(), puts: 0, looked: 0, hits: 0 }
    }

    #[inline]
    fn slot(&mut self, hash: u64) -> Option<&mut (P, Fact)> {
        if self.slots.is_empty() { None } else { Some(&mut self.slots[(hash >> 8) as usize % Self::SLOTS]) }
    }

    /// What is known of `key`.
    #[inline]
    pub(super) fn get(&mut self, key: &P) -> Fact {
        let hash = hash_of(key);
        if let Some(slot) = self.slot(hash)
            && slot.1 != Fact::NOTHING
            && slot.0 == *key
        {
            let fact = slot.1;
            self.looked += 1;
            self.hits += 1;
            return fact;
        }
        let Some(fact) = self.table.get_hashed(hash, key) else {
            self.looked += 1;
            return Fact::NOTHING;
        };
        if fact != Fact::NOTHING
            && let Some(slot) = self.slot(hash)
        {
            *slot = (key.clone(), fact);
        }
        fact
    }

    /// Adds what was found of `key` at a cost of so many nodes beside its own.
    pub(super) fn put(&mut self, key: &P, fact: Fact, nodes: u64) {
        if fact == Fact::NOTHING {
            return;
        }
        self.puts += 1;
        if self.puts == LATE {
            self.slots = vec![(key.clone(), Fact::NOTHING); Self::SLOTS];
        }
        let hash = hash_of(key);
        let mut cheap = nodes == 0 && fact.value().is_none();
        match self.slot(hash) {
            Some(slot) if slot.1 != Fact::NOTHING && slot.0 == *key => slot.1 = slot.1.and(fact),
            Some(slot) => *slot = (key.clone(), fact),
            None => cheap = false,
        }
        if !cheap {
            self.table.put_hashed(hash, key, fact, nodes);
        }
    }
}
