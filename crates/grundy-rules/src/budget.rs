//! How much work a question may cost, and how a solver hears that it is enough.
//!
//! A solver calls [`Budget::spend`] now and then with the nodes it has worked through. A spent
//! budget is an answer ([`Limit`], with its name), never an error. Solvers do no I/O: progress
//! goes to a sink that the caller gave. The clock is the caller's too: a time limit or Ctrl-C
//! sets the stop flag.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::Fault;

/// A count of positions worked through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nodes(pub u64);

/// A count of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            n if n >= 1 << 30 && n % (1 << 30) == 0 => write!(f, "{} GiB", n >> 30),
            n if n >= 1 << 20 => write!(f, "{} MiB", n >> 20),
            n => write!(f, "{n} bytes"),
        }
    }
}

/// What a long run tells the person who waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How far it is, in the unit of the method (heaps, nodes, cells).
    pub done: u64,
    /// How far it will go, where that is known.
    pub total: Option<u64>,
    /// Anything else worth showing, in words.
    pub note: String,
}

type Sink = Arc<dyn Fn(&Progress) + Send + Sync>;

/// The limits of one question. Clones share their counters and their stop flag.
#[derive(Clone)]
pub struct Budget {
    /// Most positions to work through.
    pub nodes: Nodes,
    /// Most bytes of tables.
    pub bytes: Bytes,
    /// Threads a solver may use.
    pub threads: usize,
    spent: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
    sink: Option<Sink>,
}

impl Default for Budget {
    /// 10^10 nodes, 1 GiB of tables, one thread: fixed numbers, so that the same question
    /// has the same answer on every machine.
    fn default() -> Self {
        Self {
            nodes: Nodes(10_000_000_000),
            bytes: Bytes(1 << 30),
            threads: 1,
            spent: Arc::default(),
            stop: Arc::default(),
            sink: None,
        }
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("nodes", &self.nodes)
            .field("bytes", &self.bytes)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl Budget {
    /// The same budget with another bound on nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: Nodes) -> Self {
        Self { nodes, ..self }
    }

    /// The same budget with another bound on bytes.
    #[must_use]
    pub fn with_bytes(self, bytes: Bytes) -> Self {
        Self { bytes, ..self }
    }

    /// The same budget with so many threads, at least one.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The same budget with progress reported to `sink`.
    #[must_use]
    pub fn with_sink(self, sink: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Self { sink: Some(Arc::new(sink)), ..self }
    }

    /// A budget for work beside the question: so many nodes, counted apart, on one thread. The
    /// stop flag is the same.
    #[must_use]
    pub fn aside(&self, nodes: Nodes) -> Self {
        Self { nodes, threads: 1, spent: Arc::default(), sink: None, ..self.clone() }
    }

    /// The flag that ends the work at the solver's next [`Budget::spend`].
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Counts `nodes` more positions.
    ///
    /// # Errors
    /// The limit that is now spent: the node count, or the stop flag.
    pub fn spend(&self, nodes: u64) -> Result<(), Limit> {
        let spent = self.spent.fetch_add(nodes, Ordering::Relaxed).saturating_add(nodes);
        if self.stop.load(Ordering::Relaxed) {
            return Err(Limit::Stopped);
        }
        if spent > self.nodes.0 { Err(Limit::Nodes(self.nodes)) } else { Ok(()) }
    }

    /// Asks for `bytes` of tables in all, before they are taken.
    ///
    /// # Errors
    /// [`Limit::Bytes`] when that is more than the budget has.
    pub fn reserve(&self, bytes: u64) -> Result<(), Limit> {
        if bytes > self.bytes.0 { Err(Limit::Bytes(self.bytes)) } else { Ok(()) }
    }

    /// Positions counted so far.
    pub fn spent(&self) -> Nodes {
        Nodes(self.spent.load(Ordering::Relaxed))
    }

    /// Tells the sink, if there is one.
    pub fn report(&self, progress: &Progress) {
        if let Some(sink) = &self.sink {
            sink(progress);
        }
    }
}

/// The limit that ended the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The bound on nodes.
    Nodes(Nodes),
    /// The bound on bytes of tables.
    Bytes(Bytes),
    /// The stop flag: a time limit or the person who asked.
    Stopped,
}

impl Limit {
    /// The limit's name, as JSON writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nodes(_) => "nodes",
            Self::Bytes(_) => "memory",
            Self::Stopped => "stopped",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(n) => write!(f, "nodes ({}); raise it with --nodes", n.0),
            Self::Bytes(n) => write!(f, "memory ({n}); raise it with --memory"),
            Self::Stopped => f.write_str("stopped by the time limit or by you"),
        }
    }
}

/// Why a solver ended without the whole answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A spent budget.
    Limit(Limit),
    /// Rules that broke their contract.
    Fault(Fault),
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        if fault.stopped { Self::Limit(Limit::Stopped) } else { Self::Fault(fault) }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(limit) => limit.fmt(f),
            Self::Fault(fault) => fault.fmt(f),
        }
    }
}
