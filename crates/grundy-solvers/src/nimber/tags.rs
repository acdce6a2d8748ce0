//! A byte of its hash beside each slot of a shard: most look-ups find nothing, and these bytes tell
//! them so from a sixteenth of the memory, and without the shard's lock.
//!
//! The main type is [`Tags`]. Only the thread that holds the lock writes; others may read what was
//! there a moment ago. They then miss a position that has just come, which costs time and no
//! truth, or find the tag of one that has gone, and look behind the lock. Invariant: a tag is 0 where
//! its slot is empty.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// Slots that are looked at for a key.
const REACH: usize = 16;
/// How often a shard may double.
const LEVELS: usize = 48;

/// The tags of one shard.
#[derive(Debug)]
pub(super) struct Tags {
    /// Those of each size that the shard has had, from the second on: none at first.
    levels: Vec<OnceLock<Box<[AtomicU8]>>>,
    /// Which of them are those of now.
    level: AtomicUsize,
}

impl Default for Tags {
    fn default() -> Self {
        Self { levels: (0..LEVELS).map(|_| OnceLock::new()).collect(), level: AtomicUsize::new(0) }
    }
}

impl Tags {
    /// The tags, as many as the shard has slots.
    #[inline]
    pub(super) fn now(&self) -> &[AtomicU8] {
        self.levels[self.level.load(Ordering::Acquire)].get().map_or(&[], |tags| tags)
    }

    /// Whether no key with this hash was in the shard a moment ago.
    #[inline]
    pub(super) fn lack(&self, hash: u64) -> bool {
        let (tags, wanted) = (self.now(), tag(hash));
        for i in reach(hash, tags.len()) {
            match tags[i].load(Ordering::Relaxed) {
                0 => return true,
                found if found == wanted => return false,
                _ => {}
            }
        }
        true
    }

    /// Goes over to `length` tags, which `fill` writes. The thread holds the shard's lock.
    pub(super) fn grow(&self, length: usize, fill: impl FnOnce(&[AtomicU8])) {
        let tags: Box<[AtomicU8]> = (0..length).map(|_| AtomicU8::new(0)).collect();
        fill(&tags);
        let level = self.level.load(Ordering::Relaxed) + 1;
        self.levels[level].get_or_init(|| tags);
        self.level.store(level, Ordering::Release);
    }
}

/// The byte of a hash that stands beside its slot; the shard and the slot come of other bits.
#[inline]
pub(super) fn tag(hash: u64) -> u8 {
    (hash >> 50) as u8 | 1
}

/// The slots where a hash may lie, of a power of two of them or none.
#[inline]
pub(super) fn reach(hash: u64, slots: usize) -> impl Iterator<Item = usize> {
    let mask = slots.wrapping_sub(1);
    let start = (hash >> 16) as usize;
    let reach = if slots == 0 { 0 } else { REACH };
    (0..reach).map(move |i| start.wrapping_add(i) & mask)
}
