//! Work in two lanes, so that a long question cannot starve the rest.
//!
//! Main function: [`Pool::run`]. Every question is first tried with a small allowance in the
//! quick lane, whose seats are therefore free again soon; only one that needs more goes to the
//! slow lane. Both lanes have few seats and a bounded queue. A job holds its seat until it has
//! ended; it is told to end when its time is up, when its client leaves (its future is dropped),
//! or when it is stopped by name.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use grundy::{Budget, Bytes, Nodes};
use tokio::sync::{Semaphore, watch};

use crate::error::Refusal;
use crate::{Allowance, Limits};

/// How long a job may go on after it was told to end.
const GRACE: Duration = Duration::from_secs(10);

/// What a job came to.
pub(crate) enum Done<T> {
    /// The answer.
    Whole(T),
    /// What is known when a limit was hit.
    Partial(T),
}

/// What a client asks of the slow lane; no more than its allowance is given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wish {
    pub(crate) nodes: Option<u64>,
    pub(crate) bytes: Option<u64>,
    pub(crate) time: Option<Duration>,
    /// A name to stop the job by.
    pub(crate) name: Option<String>,
}

pub(crate) struct Pool {
    quick: Lane,
    slow: Lane,
    own: Lane,
    named: Mutex<HashMap<String, Arc<AtomicBool>>>,
}

struct Lane {
    allowance: Allowance,
    seats: Arc<Semaphore>,
    waiting: AtomicUsize,
    queue: usize,
}

impl Pool {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            quick: Lane::new(limits.quick, limits.queue),
            slow: Lane::new(limits.slow, limits.queue.div_ceil(8)),
            own: Lane::new(limits.own, limits.queue.div_ceil(8)),
            named: Mutex::default(),
        }
    }

    /// Runs a job within a budget. `nodes` hears how far a job in the slow lane is.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        wish: &Wish,
        nodes: Option<watch::Sender<u64>>,
        job: impl Fn(&Budget) -> Result<Done<T>, Refusal> + Send + Sync + 'static,
    ) -> Result<T, Refusal> {
        let job = Arc::new(job);
        let quick = Wish { name: None, ..wish.clone() };
        match self.quick.run(self, &quick, None, Arc::clone(&job)).await? {
            Done::Whole(answer) => Ok(answer),
            Done::Partial(answer) if !self.quick.is_less_than(wish) => Ok(answer),
            Done::Partial(_) => match self.slow.run(self, wish, nodes, job).await? {
                Done::Whole(answer) | Done::Partial(answer) => Ok(answer),
            },
        }
    }

    /// Runs a job that is answered in a process of its own.
    pub(crate) async fn run_own<T: Send + 'static>(
        &self,
        wish: &Wish,
        nodes: Option<watch::Sender<u64>>,
        job: impl Fn(&Budget) -> Result<Done<T>, Refusal> + Send + Sync + 'static,
    ) -> Result<T, Refusal> {
        match self.own.run(self, wish, nodes, Arc::new(job)).await? {
            Done::Whole(answer) | Done::Partial(answer) => Ok(answer),
        }
    }

    /// Tells a job to end with what it knows. Whether there was one of that name.
    pub(crate) fn stop(&self, name: &str) -> bool {
        let named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        named.get(name).is_some_and(|stop| {
            stop.store(true, Ordering::Relaxed);
            true
        })
    }
}

/// Between two looks at the clock.
const TICK: Duration = Duration::from_millis(150);
/// A lane of no more time than this is for first tries.
const SHORT: Duration = Duration::from_secs(1);
/// What a first try gets at least.
const LEAST: Duration = Duration::from_millis(10);

impl Lane {
    fn new(allowance: Allowance, queue: usize) -> Self {
        Self {
            allowance,
            seats: Arc::new(Semaphore::new(allowance.seats)),
            waiting: AtomicUsize::new(0),
            queue,
        }
    }

    /// Whether a wish asks for more than this lane gives.
    fn is_less_than(&self, wish: &Wish) -> bool {
        wish.nodes.is_none_or(|nodes| nodes > self.allowance.nodes)
            || wish.bytes.is_none_or(|bytes| bytes > self.allowance.bytes)
            || wish.time.is_none_or(|time| time > self.allowance.time)
    }

    /// How long a job may hold its seat: where first tries are short, less the more wait for one.
    fn fair(&self, time: Duration) -> Duration {
        if self.allowance.time > SHORT {
            return time;
        }
        let waiting = u32::try_from(self.waiting.load(Ordering::Relaxed)).unwrap_or(u32::MAX);
        time.min((self.allowance.time / waiting.saturating_add(1)).max(LEAST))
    }

    async fn run<T: Send + 'static>(
        &self,
        pool: &Pool,
        wish: &Wish,
        nodes: Option<watch::Sender<u64>>,
        job: Arc<impl Fn(&Budget) -> Result<Done<T>, Refusal> + Send + Sync + 'static>,
    ) -> Result<Done<T>, Refusal> {
        let least = |wished: Option<u64>, allowed: u64| wished.map_or(allowed, |n| n.min(allowed));
        let budget = Budget::default()
            .with_nodes(Nodes(least(wish.nodes, self.allowance.nodes)))
            .with_bytes(Bytes(least(wish.bytes, self.allowance.bytes)));
        let time = wish.time.map_or(self.allowance.time, |time| time.min(self.allowance.time));
        let told = Told::new(pool, wish.name.clone(), budget.stop_flag());
        let queued = Queued::enter(self)?;
        let seat = tokio::select! {
            seat = Arc::clone(&self.seats).acquire_owned() => Some(seat.map_err(|_| Refusal::busy())?),
            // A job that is stopped before it began needs no seat: it ends at once.
            () = told.stopped() => None,
        };
        drop(queued);
        let working = budget.clone();
        let mut work = tokio::task::spawn_blocking(move || {
            let done = job(&working);
            drop(seat);
            done
        });
        let mut clock = tokio::time::interval(TICK.min(time / 20).max(Duration::from_millis(5)));
        let started = tokio::time::Instant::now();
        let joined = loop {
            tokio::select! {
                joined = &mut work => break joined,
                _ = clock.tick() => {
                    if let Some(nodes) = &nodes {
                        nodes.send_replace(budget.spent().0);
                    }
                    if started.elapsed() >= self.fair(time) {
                        told.stop.store(true, Ordering::Relaxed);
                    }
                    if started.elapsed() >= time + GRACE {
                        return Err(Refusal::failure("the solver did not end in time"));
                    }
                }
            }
        };
        joined.unwrap_or_else(|_| Err(Refusal::failure("the solver failed; please report this question")))
    }
}

/// The stop flag of a job: set when this is dropped, and known by a name until then.
struct Told<'p> {
    pool: &'p Pool,
    name: Option<String>,
    stop: Arc<AtomicBool>,
}

impl<'p> Told<'p> {
    fn new(pool: &'p Pool, name: Option<String>, stop: Arc<AtomicBool>) -> Self {
        if let Some(name) = &name {
            let mut named = pool.named.lock().unwrap_or_else(PoisonError::into_inner);
            named.insert(name.clone(), Arc::clone(&stop));
        }
        Self { pool, name, stop }
    }
}

impl Told<'_> {
    /// Ends when the job is told to stop.
    async fn stopped(&self) {
        while !self.stop.load(Ordering::Relaxed) {
            tokio::time::sleep(TICK).await;
        }
    }
}

impl Drop for Told<'_> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(name) = &self.name {
            let mut named = self.pool.named.lock().unwrap_or_else(PoisonError::into_inner);
            if named.get(name).is_some_and(|stop| Arc::ptr_eq(stop, &self.stop)) {
                named.remove(name);
            }
        }
    }
}

/// A place in the queue.
struct Queued<'l>(&'l AtomicUsize);

impl<'l> Queued<'l> {
    fn enter(lane: &'l Lane) -> Result<Self, Refusal> {
        let place = Self(&lane.waiting);
        if lane.waiting.fetch_add(1, Ordering::Relaxed) >= lane.queue {
            Err(Refusal::busy())
        } else {
            Ok(place)
        }
    }
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
