//! What searches remember and share: position to fact, exact keys, inside a byte limit.
//!
//! The main type is [`Table`]. It is split into shards, each behind its own lock, so that
//! threads seldom wait. A shard is an open-address table that starts small and doubles while
//! the limit allows; then a new position takes the place of the one, among the few slots where
//! it may lie, that was cheapest to find. Most look-ups find nothing, and the tags beside the
//! slots tell them so without the lock (`tags.rs`). Invariant: a key is in at most one slot,
//! within a few slots of where its hash points. Cost: mostly one cache miss a look-up;
//! `size_of::<P>() + 10` bytes a slot. Left out on purpose: lock-free slots, which need keys of
//! one word or `unsafe`.

use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use grundy_rules::Bytes;
use rustc_hash::FxBuildHasher;

use super::fact::Fact;
use super::tags::{Tags, reach, tag};

/// Shards, a power of two.
const SHARDS: usize = 64;
/// Slots of a shard at first.
const FIRST: usize = 1 << 6;

/// Positions and what is known of them.
#[derive(Debug)]
pub struct Table<P> {
    /// Of each shard; apart from the shards, which are written more often than these are.
    tags: Vec<Tags>,
    shards: Vec<Mutex<Shard<P>>>,
    /// Bytes of all shards.
    taken: AtomicU64,
    /// Look-ups that were answered without a lock, and how many of them found the position.
    looked: AtomicU64,
    hits: AtomicU64,
    limit: u64,
}

/// Two lines of a cache each, so that neighbours do not disturb each other.
#[derive(Debug)]
#[repr(align(128))]
struct Shard<P> {
    /// Empty, or a power of two of slots: as many as there are tags.
    slots: Vec<Slot<P>>,
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
    /// Counts look-ups of a thread that needed no lock, and how many of them found the position.
    pub(super) fn count(&self, looked: u64, hits: u64) {
        self.looked.fetch_add(looked, Ordering::Relaxed);
        self.hits.fetch_add(hits, Ordering::Relaxed);
    }
}

impl<P: Clone + Eq + Hash> Table<P> {
    /// An empty table that will take at most so many bytes.
    pub fn new(limit: Bytes) -> Self {
        let shard = || Shard { slots: Vec::new(), filled: 0, looked: 0, hits: 0, dropped: 0 };
        Self {
            tags: (0..SHARDS).map(|_| Tags::default()).collect(),
            shards: (0..SHARDS).map(|_| Mutex::new(shard())).collect(),
            taken: AtomicU64::new(0),
            looked: AtomicU64::new(0),
            hits: AtomicU64::new(0),
            limit: limit.0,
        }
    }

    /// What is known of `key`; [`Fact::NOTHING`] where it is not in the table.
    #[inline]
    pub fn get(&self, key: &P) -> Fact {
        self.get_hashed(hash_of(key), key).unwrap_or_else(|| {
            self.count(1, 0);
            Fact::NOTHING
        })
    }

    /// The same where the hash is known; `None`, and not counted, where no lock was needed to
    /// see that it is not there.
    #[inline]
    pub(super) fn get_hashed(&self, hash: u64, key: &P) -> Option<Fact> {
        let (tags, shard) = self.shard(hash);
        if tags.lack(hash) {
            return None;
        }
        let mut shard = lock(shard);
        shard.looked += 1;
        let fact = shard.find(tags, hash, key).map_or(Fact::NOTHING, |i| shard.slots[i].fact);
        shard.hits += u64::from(fact != Fact::NOTHING);
        Some(fact)
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
        let (tags, shard) = self.shard(hash);
        let mut shard = lock(shard);
        if let Some(i) = shard.find(tags, hash, key) {
            let slot = &mut shard.slots[i];
            slot.fact = slot.fact.and(fact);
            slot.effort = slot.effort.max(effort);
            return;
        }
        let new = Slot { key: key.clone(), fact, effort };
        // Four fifths full, or crowded here: longer probes would cost more than the memory saves.
        if (shard.filled + 1) * 5 > shard.slots.len() * 4 || shard.is_crowded(hash) {
            self.grow(&mut shard, tags, &new);
        }
        shard.insert(tags.now(), hash, new);
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

    /// How the table did so far, with the small tables that threads keep of their own.
    pub fn stats(&self) -> TableStats {
        let bytes = self.taken.load(Ordering::Relaxed);
        let (looked, hits) = (self.looked.load(Ordering::Relaxed), self.hits.load(Ordering::Relaxed));
        let mut stats = TableStats { bytes, looked, hits, ..TableStats::default() };
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
    fn shard(&self, hash: u64) -> (&Tags, &Mutex<Shard<P>>) {
        let i = (hash >> 58) as usize & (SHARDS - 1);
        (&self.tags[i], &self.shards[i])
    }

    /// Doubles a shard if the limit allows. The tags of before stay beside those of now.
    fn grow(&self, shard: &mut Shard<P>, tags: &Tags, filler: &Slot<P>) {
        let length = (shard.slots.len() * 2).max(FIRST);
        let more = ((length - shard.slots.len()) * size_of::<Slot<P>>() + length) as u64;
        let fits = |taken: u64| (taken + more <= self.limit).then_some(taken + more);
        if self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).is_err() {
            return;
        }
        let empty = Slot { fact: Fact::NOTHING, ..filler.clone() };
        let old = std::mem::replace(&mut shard.slots, vec![empty; length]);
        shard.filled = 0;
        tags.grow(length, |tags| {
            for slot in old {
                if slot.fact != Fact::NOTHING {
                    shard.insert(tags, hash_of(&slot.key), slot);
                }
            }
        });
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

impl<P: Clone + Eq + Hash> Shard<P> {
    /// Whether all slots in reach are taken.
    fn is_crowded(&self, hash: u64) -> bool {
        reach(hash, self.slots.len()).all(|i| self.slots[i].fact != Fact::NOTHING)
    }

    #[inline]
    fn find(&self, tags: &Tags, hash: u64, key: &P) -> Option<usize> {
        let (tags, wanted) = (tags.now(), tag(hash));
        for i in reach(hash, self.slots.len()) {
            match tags[i].load(Ordering::Relaxed) {
                0 => return None,
                found if found == wanted && self.slots[i].key == *key => return Some(i),
                _ => {}
            }
        }
        None
    }

    /// Puts a key that is not in the shard into the first empty slot in reach, or in place of
    /// the cheapest one. A slot never becomes empty again, so [`Shard::find`] may stop at one.
    fn insert(&mut self, tags: &[AtomicU8], hash: u64, new: Slot<P>) {
        let mut cheapest: Option<usize> = None;
        for i in reach(hash, self.slots.len()) {
            if self.slots[i].fact == Fact::NOTHING {
                self.slots[i] = new;
                tags[i].store(tag(hash), Ordering::Relaxed);
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
            tags[i].store(tag(hash), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
