//! What searches remember and share: position to fact, exact keys, inside a byte limit.
//!
//! The main type is [`Table`]. It is split into shards, each behind its own lock, so that
//! threads seldom wait. A shard is an open-address table that starts small and doubles while
//! the limit allows; then a new position takes the place of the one, among the few slots where
//! it may lie, that was cheapest to find. Invariant: a key is in at most one slot, within
//! [`REACH`] slots of where its hash points. Cost: one lock and, mostly, one cache miss a
//! look-up; `size_of::<P>() + 9` bytes a slot. Left out on purpose: lock-free slots, which need
//! keys of one word or `unsafe`.

use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use grundy_rules::Bytes;
use rustc_hash::FxBuildHasher;

use super::fact::Fact;

/// Slots that are looked at for a key.
const REACH: usize = 16;
/// Shards, a power of two.
const SHARDS: usize = 64;
/// Slots of a shard at first.
const FIRST: usize = 1 << 6;

/// Positions and what is known of them.
#[derive(Debug)]
pub struct Table<P> {
    shards: Vec<Mutex<Shard<P>>>,
    /// Bytes of all shards.
    taken: AtomicU64,
    /// Look-ups that a thread's own table answered.
    near: AtomicU64,
    limit: u64,
}

#[derive(Debug)]
struct Shard<P> {
    /// Empty, or a power of two of slots.
    slots: Vec<Slot<P>>,
    /// A byte of each slot's hash, 0 where it is empty: most look-ups find nothing, and these
    /// bytes tell them so from a sixteenth of the memory.
    tags: Vec<u8>,
    filled: usize,
    looked: u64,
    hits: u64,
    dropped: u64,
}

/// `fact` is [`Fact::NOTHING`] where the slot is empty; the key is then any position.
#[derive(Clone, Debug)]
struct Slot<P> {
    key: P,
    fact: Fact,
    /// Binary logarithm of the nodes it cost.
    effort: u8,
}

/// How a table did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableStats {
    /// Positions in it.
    pub entries: u64,
    /// Bytes it takes.
    pub bytes: u64,
    /// Look-ups.
    pub looked: u64,
    /// Look-ups that found the position.
    pub hits: u64,
    /// Positions that had to make room.
    pub dropped: u64,
}

impl std::ops::Add for TableStats {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            entries: self.entries + other.entries,
            bytes: self.bytes + other.bytes,
            looked: self.looked + other.looked,
            hits: self.hits + other.hits,
            dropped: self.dropped + other.dropped,
        }
    }
}

impl<P> Table<P> {
    /// Counts look-ups that a thread's own table answered.
    pub(super) fn count_near(&self, hits: u64) {
        self.near.fetch_add(hits, Ordering::Relaxed);
    }
}

impl<P: Clone + Eq + Hash> Table<P> {
    /// An empty table that will take at most so many bytes.
    pub fn new(limit: Bytes) -> Self {
        let shard =
            || Shard { slots: Vec::new(), tags: Vec::new(), filled: 0, looked: 0, hits: 0, dropped: 0 };
        Self {
            shards: (0..SHARDS).map(|_| Mutex::new(shard())).collect(),
            taken: AtomicU64::new(0),
            near: AtomicU64::new(0),
            limit: limit.0,
        }
    }

    /// What is known of `key`; [`Fact::NOTHING`] where it is not in the table.
    #[inline]
    pub fn get(&self, key: &P) -> Fact {
        self.get_hashed(hash_of(key), key)
    }

    /// The same where the hash is known.
    #[inline]
    pub(super) fn get_hashed(&self, hash: u64, key: &P) -> Fact {
        let mut shard = self.shard(hash);
        shard.looked += 1;
        let fact = shard.find(hash, key).map_or(Fact::NOTHING, |i| shard.slots[i].fact);
        shard.hits += u64::from(fact != Fact::NOTHING);
        fact
    }

    /// Adds what was found of `key` at a cost of so many nodes.
    pub fn put(&self, key: &P, fact: Fact, nodes: u64) {
        if fact != Fact::NOTHING {
            self.put_hashed(hash_of(key), key, fact, nodes);
        }
    }

    /// The same where the hash is known, of a fact that says something.
    pub(super) fn put_hashed(&self, hash: u64, key: &P, fact: Fact, nodes: u64) {
        let effort = nodes.max(1).ilog2() as u8;
        let mut shard = self.shard(hash);
        if let Some(i) = shard.find(hash, key) {
            let slot = &mut shard.slots[i];
            slot.fact = slot.fact.and(fact);
            slot.effort = slot.effort.max(effort);
            return;
        }
        let new = Slot { key: key.clone(), fact, effort };
        // Four fifths full, or crowded here: longer probes would cost more than the memory saves.
        if (shard.filled + 1) * 5 > shard.slots.len() * 4 || shard.is_crowded(hash) {
            self.grow(&mut shard, &new);
        }
        shard.insert(hash, new);
    }

    /// Calls `each` with every position and its fact, in no particular order.
    pub fn each(&self, mut each: impl FnMut(&P, Fact)) {
        for shard in &self.shards {
            let shard = lock(shard);
            shard
                .slots
                .iter()
                .filter(|slot| slot.fact != Fact::NOTHING)
                .for_each(|slot| each(&slot.key, slot.fact));
        }
    }

    /// How the table did so far, with the small tables of the threads before it.
    pub fn stats(&self) -> TableStats {
        let near = self.near.load(Ordering::Relaxed);
        let bytes = self.taken.load(Ordering::Relaxed);
        let mut stats = TableStats { bytes, looked: near, hits: near, ..TableStats::default() };
        for shard in &self.shards {
            let shard = lock(shard);
            stats.entries += shard.filled as u64;
            stats.looked += shard.looked;
            stats.hits += shard.hits;
            stats.dropped += shard.dropped;
        }
        stats
    }

    #[inline]
    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard<P>> {
        lock(&self.shards[(hash >> 58) as usize & (SHARDS - 1)])
    }

    /// Doubles a shard if the limit allows.
    fn grow(&self, shard: &mut Shard<P>, filler: &Slot<P>) {
        let size = size_of::<Slot<P>>() as u64 + 1;
        let length = (shard.slots.len() * 2).max(FIRST);
        let more = (length - shard.slots.len()) as u64 * size;
        let fits = |taken: u64| (taken + more <= self.limit).then_some(taken + more);
        if self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).is_err() {
            return;
        }
        let empty = Slot { fact: Fact::NOTHING, ..filler.clone() };
        let old = std::mem::replace(&mut shard.slots, vec![empty; length]);
        shard.tags = vec![0; length];
        shard.filled = 0;
        for slot in old {
            if slot.fact != Fact::NOTHING {
                shard.insert(hash_of(&slot.key), slot);
            }
        }
    }
}

/// A hash whose bits are all good: Fx leaves similar keys with similar hashes.
#[inline]
pub(super) fn hash_of<P: Hash>(key: &P) -> u64 {
    let x = FxBuildHasher.hash_one(key);
    let x = (x ^ x >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^ x >> 29
}

/// A thread that panicked while it held the lock left a sound shard behind: slots are written whole.
#[inline]
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The byte of a hash that stands beside its slot; the shard and the slot come of other bits.
#[inline]
fn tag(hash: u64) -> u8 {
    (hash >> 50) as u8 | 1
}

impl<P: Clone + Eq + Hash> Shard<P> {
    /// The slots where a hash may lie.
    #[inline]
    fn reach(&self, hash: u64) -> impl Iterator<Item = usize> + use<P> {
        let mask = self.slots.len().wrapping_sub(1);
        let start = (hash >> 16) as usize;
        let reach = if self.slots.is_empty() { 0 } else { REACH };
        (0..reach).map(move |i| start.wrapping_add(i) & mask)
    }

    /// Whether all slots in reach are taken.
    fn is_crowded(&self, hash: u64) -> bool {
        self.reach(hash).all(|i| self.slots[i].fact != Fact::NOTHING)
    }

    #[inline]
    fn find(&self, hash: u64, key: &P) -> Option<usize> {
        let tag = tag(hash);
        for i in self.reach(hash) {
            match self.tags[i] {
                0 => return None,
                found if found == tag && self.slots[i].key == *key => return Some(i),
                _ => {}
            }
        }
        None
    }

    /// Puts a key that is not in the shard into the first empty slot in reach, or in place of
    /// the cheapest one. A slot never becomes empty again, so [`Shard::find`] may stop at one.
    fn insert(&mut self, hash: u64, new: Slot<P>) {
        let mut cheapest: Option<usize> = None;
        for i in self.reach(hash) {
            if self.slots[i].fact == Fact::NOTHING {
                self.slots[i] = new;
                self.tags[i] = tag(hash);
                self.filled += 1;
                return;
            }
            if cheapest.is_none_or(|best| self.slots[i].effort < self.slots[best].effort) {
                cheapest = Some(i);
            }
        }
        self.dropped += 1;
        if let Some(i) = cheapest {
            self.slots[i] = new;
            self.tags[i] = tag(hash);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found() {
        let table = Table::new(Bytes(1 << 24));
        for key in 0..50_000u64 {
            table.put(&key, Fact::exact(key % 17).unwrap(), key);
        }
        let lost =
            (0..50_000u64).filter(|key| table.get(key) != Fact::exact(key % 17).unwrap()).count() as u64;
        let stats = table.stats();
        assert_eq!(stats.entries + stats.dropped, 50_000);
        assert_eq!(lost, stats.dropped);
        assert!(lost < 50, "{stats:?}");
    }

    #[test]
    fn a_full_table_keeps_inside_its_limit_and_tells_no_lies() {
        let table = Table::new(Bytes(1 << 16));
        for key in 0..50_000u64 {
            table.put(&key, Fact::exact(key % 17).unwrap(), key);
        }
        let stats = table.stats();
        assert!(stats.bytes <= 1 << 16 && stats.entries > 2000 && stats.dropped > 40_000, "{stats:?}");
        for key in 0..50_000u64 {
            let fact = table.get(&key);
            assert!(fact == Fact::NOTHING || fact == Fact::exact(key % 17).unwrap());
        }
    }

    #[test]
    fn facts_of_two_threads_come_together() {
        let table = Table::new(Bytes(1 << 22));
        std::thread::scope(|scope| {
            for thread in 0..2u64 {
                let table = &table;
                scope.spawn(move || {
                    for key in 0..20_000u64 {
                        table.put(&key, Fact::excluding(1 << thread), 1);
                    }
                });
            }
        });
        let both = (0..20_000u64).filter(|key| table.get(key) == Fact::excluding(3)).count() as u64;
        assert!(both >= 20_000 - table.stats().dropped);
    }

    #[test]
    fn two_threads_and_little_room_a_hundred_times() {
        let truth = |key: u64| Fact::exact(key.wrapping_mul(0x9e37_79b9) >> 7 & 63).unwrap();
        for round in 0..100u64 {
            let table = Table::new(Bytes(1 << 16));
            std::thread::scope(|scope| {
                for thread in 0..2u64 {
                    let table = &table;
                    scope.spawn(move || {
                        let mut state = round << 1 | thread;
                        for _ in 0..4000 {
                            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                            let key = state >> 51;
                            let found = table.get(&key);
                            assert!(found == Fact::NOTHING || found == truth(key), "{key}");
                            table.put(&key, truth(key), state >> 33 & 15);
                        }
                    });
                }
            });
            let stats = table.stats();
            assert!(stats.bytes <= 1 << 16 && stats.hits > 0 && stats.looked == 8000, "{stats:?}");
        }
    }
}
