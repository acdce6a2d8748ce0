//! Several threads: the rows of the next block are begun while this one is decided.
//!
//! The main functions are [`alongside`] and [`finish`]. A part that lies two blocks back or more never
//! meets a heap of the block in work, so its share of the next block's rows needs nothing that is
//! not known. Threads take runs of values from one list, and the thread that decides helps when it is
//! done; what is left (near parts, helpers) is shared out when the next block begins. The rows are
//! the same whoever makes them, and so are the values.

use std::sync::Arc;

use super::super::kernel::{BLOCK, WORDS};
use super::super::machine::Machine;
use super::pool::{Pool, Run, wait};
use super::tables::{Learned, Rows, Tables};

/// Values in a run.
const RUN: usize = 16;
/// Parts times values below which a thread costs more than it saves.
const WORTH: usize = 40_000;

/// Rows of a block that were begun ahead.
#[derive(Clone, Debug)]
pub(in crate::heaps) struct Ahead {
    /// The first heap of the block.
    pub(super) from: usize,
    /// Rows for the values below [`Ahead::groups`] times 64.
    pub(super) runs: Vec<Run>,
    pub(super) groups: usize,
    /// How many of the recent rare positions of each bit shift went in.
    pub(super) recent: [usize; 8],
    /// Values from this on have no row.
    pub(super) ceiling: usize,
}

/// The tables, once no other thread reads them.
pub(super) fn alone(tables: &mut Arc<Tables>) -> &mut Tables {
    wait(|| Arc::strong_count(tables) > 1);
    Arc::make_mut(tables)
}

/// Whether the rows of a block that starts at `from` are so much work that threads are of use.
pub(super) fn worth(tables: &Tables, from: usize, groups: usize) -> bool {
    tables.bulk.len() * groups * 64 >= WORTH && from >= 8 * BLOCK
}

/// Does `work`, and with several threads begins the rows of the next block, which starts at `from`,
/// for values in the first `groups`.
pub(super) fn alongside<M: Machine, T>(
    tables: &Arc<Tables>,
    pool: Option<&Pool>,
    (from, groups): (usize, usize),
    mut runs: Vec<Run>,
    work: impl FnOnce() -> T,
) -> (T, Option<Ahead>) {
    let Some(pool) = pool.filter(|_| worth(tables, from, groups)) else { return (work(), None) };
    runs.resize_with(groups * 64 / RUN, Run::default);
    for (i, run) in runs.iter_mut().enumerate() {
        run.first = i * RUN;
        run.rows.clear();
        run.rows.resize(RUN, [0; WORDS]);
    }
    let recent = std::array::from_fn(|shift| tables.recent[shift].len());
    let shared = Arc::clone(tables);
    let each = move |run: &mut Run| M::begin(&shared, from, run.first, &mut run.rows);
    let (done, runs) = pool.share(runs, each, work);
    (done, Some(Ahead { from, runs, groups, recent, ceiling: tables.ceiling }))
}

/// Finishes rows that were begun ahead, those of the first `groups`.
pub(super) fn finish<M: Machine>(
    tables: &Arc<Tables>,
    pool: &Pool,
    ahead: Ahead,
    groups: usize,
    (rows, learned): (&mut Rows, &mut Learned),
) -> Vec<Run> {
    let Ahead { from, mut runs, recent, .. } = ahead;
    runs.truncate(groups * 64 / RUN);
    for run in &mut runs {
        run.learned = learned[run.first..][..RUN].iter_mut().map(std::mem::take).collect();
    }
    let shared = Arc::clone(tables);
    let each = move |run: &mut Run| {
        M::finish(&shared, from, run.first, &mut run.rows, &mut run.learned, Some(recent));
    };
    let ((), mut runs) = pool.share(runs, each, || ());
    rows.clear();
    for run in &mut runs {
        rows.extend_from_slice(&run.rows);
        for (list, known) in learned[run.first..].iter_mut().zip(run.learned.drain(..)) {
            *list = known;
        }
    }
    runs
}
