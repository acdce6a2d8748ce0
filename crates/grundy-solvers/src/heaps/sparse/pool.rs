//! Threads that wait for work: those of an engine live as long as it does.
//!
//! The main function is [`Pool::share`]. A block takes less than a millisecond, so threads are not
//! started for each, and one that is out of work looks for more for a while before it sleeps.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::JoinHandle;

use super::tables::{Learned, Rows};

/// Looks for work before a thread sleeps: some hundred microseconds.
const PATIENCE: usize = 1 << 13;
/// Most threads besides the one that decides.
const MOST: usize = 15;

/// Rows of neighbouring values, with their lists of witnesses.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    /// The first value.
    pub(super) first: usize,
    pub(super) rows: Rows,
    pub(super) learned: Learned,
}

/// Threads that wait for work.
#[derive(Debug)]
pub(in crate::heaps) struct Pool {
    /// How many threads were asked for, this one too.
    wanted: usize,
    inboxes: Vec<Sender<Weak<dyn Work>>>,
    threads: Vec<JoinHandle<()>>,
}

/// Work that several threads may do together.
trait Work: Send + Sync {
    /// Does what is left of it.
    fn go(&self);
}

/// Runs to be done.
struct Batch<F> {
    jobs: Mutex<Vec<Run>>,
    done: Mutex<Vec<Run>>,
    /// Runs that are not done.
    left: AtomicUsize,
    each: F,
}

/// Counts a run as done, even if its thread panics.
struct Count<'a>(&'a AtomicUsize);

impl Drop for Count<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

impl<F: Fn(&mut Run) + Send + Sync> Work for Batch<F> {
    fn go(&self) {
        let next = || self.jobs.lock().unwrap_or_else(PoisonError::into_inner).pop();
        while let Some(mut run) = next() {
            let _count = Count(&self.left);
            (self.each)(&mut run);
            self.done.lock().unwrap_or_else(PoisonError::into_inner).push(run);
        }
    }
}

impl Pool {
    /// Threads beside this one, so that `threads` work in all; fewer where the system gives fewer.
    pub(super) fn new(threads: usize) -> Self {
        let mut pool = Self { wanted: threads, inboxes: Vec::new(), threads: Vec::new() };
        for _ in 1..threads.min(MOST + 1) {
            let (inbox, work) = channel();
            if let Ok(thread) = std::thread::Builder::new().spawn(move || serve(&work)) {
                pool.inboxes.push(inbox);
                pool.threads.push(thread);
            }
        }
        pool
    }

    /// How many threads were asked for.
    pub(super) fn threads(&self) -> usize {
        self.wanted
    }

    /// Does `work` while the other threads do `each` with the runs, then helps them. Gives the runs
    /// by ascending value.
    pub(super) fn share<T, F>(&self, runs: Vec<Run>, each: F, work: impl FnOnce() -> T) -> (T, Vec<Run>)
    where
        F: Fn(&mut Run) + Send + Sync + 'static,
    {
        let count = runs.len();
        let batch = Arc::new(Batch {
            left: AtomicUsize::new(count),
            done: Mutex::new(Vec::with_capacity(count)),
            jobs: Mutex::new(runs),
            each,
        });
        for inbox in &self.inboxes {
            let work: Arc<dyn Work> = Arc::<Batch<F>>::clone(&batch);
            // A thread that has ended takes no part.
            let _ = inbox.send(Arc::downgrade(&work));
        }
        let result = work();
        batch.go();
        wait(|| batch.left.load(Ordering::Acquire) > 0);
        let mut runs = std::mem::take(&mut *batch.done.lock().unwrap_or_else(PoisonError::into_inner));
        assert_eq!(runs.len(), count, "a thread has failed");
        runs.sort_unstable_by_key(|run| run.first);
        (result, runs)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.inboxes.clear();
        for thread in self.threads.drain(..) {
            // It has nothing to say.
            let _ = thread.join();
        }
    }
}

/// Waits as long as it must, a short time as a rule.
pub(super) fn wait(must: impl Fn() -> bool) {
    let mut turns = 0;
    while must() {
        turns += 1;
        if turns % 1024 == 0 {
            std::thread::yield_now();
        } else {
            std::hint::spin_loop();
        }
    }
}

/// What a thread of a pool does.
fn serve(inbox: &Receiver<Weak<dyn Work>>) {
    let mut tries = 0;
    loop {
        let job = match inbox.try_recv() {
            Err(TryRecvError::Empty) if tries < PATIENCE => {
                tries += 1;
                std::hint::spin_loop();
                continue;
            }
            Err(TryRecvError::Empty) => inbox.recv().ok(),
            found => found.ok(),
        };
        let Some(job) = job else { return };
        if let Some(work) = job.upgrade() {
            work.go();
        }
        tries = 0;
    }
}
