//! Several threads: the rows of the next block are begun while this one is decided.
//!
//! The main functions are [`alongside`] and [`share`]. A part that lies two blocks back or more never meets a heap
//! of the block in work, so its share of the next block's rows needs nothing that is not known.
//! Threads take runs of values from one list, and the thread that decides helps when it is done;
//! what is left (near parts, helpers) is shared out when the next block begins. The rows are the same
//! whoever makes them, and so are the values.

use std::sync::Mutex;

use super::super::kernel::{BLOCK, WORDS};
use super::super::machine::Machine;
use super::tables::{Rows, Tables};

/// Values in a run.
pub(super) const RUN: usize = 32;
/// Parts times values below which a thread costs more than it saves.
const WORTH: usize = 40_000;

/// Rows of a block that were begun ahead.
#[derive(Debug)]
pub(in crate::heaps) struct Ahead {
    /// The first heap of the block.
    pub(super) from: usize,
    /// A row for each value below [`Ahead::groups`] times 64.
    pub(super) rows: Rows,
    pub(super) groups: usize,
    /// How many of the recent rare positions of each bit shift went in.
    pub(super) recent: [usize; 8],
    /// Values from this on have no row.
    pub(super) ceiling: usize,
}

/// Does `work`, and with several threads begins the rows of the next block, which starts at `from`,
/// for values in the first `groups`.
pub(super) fn alongside<M: Machine, T>(
    tables: &Tables,
    (from, groups, threads): (usize, usize, usize),
    spare: Rows,
    work: impl FnOnce() -> T,
) -> (T, Option<Ahead>) {
    let parts = tables.bulk.len();
    if threads < 2 || parts * groups * 64 < WORTH || from < 8 * BLOCK {
        return (work(), None);
    }
    let mut rows = spare;
    rows.clear();
    rows.resize(groups * 64, [0; WORDS]);
    let recent = std::array::from_fn(|shift| tables.recent[shift].len());
    let runs = Mutex::new(rows.chunks_mut(RUN).enumerate());
    let go = || {
        while let Some((i, run)) = next(&runs) {
            M::begin(tables, from, i * RUN, run);
        }
    };
    let done = std::thread::scope(|scope| {
        for _ in 1..threads.min(groups * 64 / RUN + 1) {
            scope.spawn(go);
        }
        let done = work();
        go();
        done
    });
    let ahead = Ahead { from, rows, groups, recent, ceiling: tables.ceiling };
    (done, Some(ahead))
}

/// Does jobs in several threads; who is free takes the next.
pub(super) fn share<I>(threads: usize, jobs: I, each: impl Fn(I::Item) + Sync)
where
    I: ExactSizeIterator + Send,
    I::Item: Send,
{
    let threads = threads.min(jobs.len());
    let jobs = Mutex::new(jobs);
    let go = || {
        while let Some(job) = next(&jobs) {
            each(job);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(go);
        }
        go();
    });
}

/// The next job. No thread panics while it holds the list.
fn next<I: Iterator>(jobs: &Mutex<I>) -> Option<I::Item> {
    jobs.lock().ok().and_then(|mut jobs| jobs.next())
}
