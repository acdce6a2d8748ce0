//! Which positions the threads of one search are at, so that they take different ways.
//!
//! The main type is [`Busy`]. It only orders work: a wrong or lost mark costs time, never a
//! wrong value. Source: the deferred moves of ABDADA (Weill 1996).

use std::sync::atomic::{AtomicU64, Ordering};

const SLOTS: usize = 1 << 12;

/// Marks by hash; a mark is a hash with the thread in its low bits.
pub(super) struct Busy {
    slots: Vec<AtomicU64>,
}

impl Busy {
    pub(super) fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.slots[(hash >> 40) as usize % SLOTS]
    }

    fn mark(hash: u64, thread: u64) -> u64 {
        hash & !0xff | (thread + 1) & 0xff
    }

    /// Thread `thread` starts on the position with this hash.
    pub(super) fn enter(&self, hash: u64, thread: u64) {
        let free = |mark: u64| (mark == 0).then_some(Self::mark(hash, thread));
        let _ = self.slot(hash).fetch_update(Ordering::Relaxed, Ordering::Relaxed, free);
    }

    /// It has done.
    pub(super) fn leave(&self, hash: u64, thread: u64) {
        let own = Self::mark(hash, thread);
        let _ = self.slot(hash).compare_exchange(own, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether another thread is at it.
    pub(super) fn elsewhere(&self, hash: u64, thread: u64) -> bool {
        let mark = self.slot(hash).load(Ordering::Relaxed);
        mark != 0 && mark & !0xff == hash & !0xff && mark != Self::mark(hash, thread)
    }
}
