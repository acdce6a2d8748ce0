//! Values, then their period: proved, or observed as far as asked.
//!
//! The main function is [`analyse`]. It finds values and tests for a period at growing
//! checkpoints, and stops at the first proof where asked to. A candidate that repeats but has
//! not been followed far enough sets the next checkpoint, so no value beyond the window is found.

use grundy_rules::{Budget, HeapSystem, Limit};

use super::engine::{Cells, Engine};
use super::period::{Repetition, find, find_arithmetic};
use super::theorem::Theorem;

/// How sure a period is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It holds for all heaps, by this theorem.
    Proved(Theorem),
    /// It holds for all heaps looked at.
    Observed,
    /// None was seen.
    None,
}

impl Status {
    /// `proved`, `observed` or `none`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Proved(_) => "proved",
            Self::Observed => "observed",
            Self::None => "none",
        }
    }
}

/// What is known of the values of one kind of heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The kind.
    pub kind: usize,
    /// How sure the repetition is.
    pub status: Status,
    /// The repetition with the least period, if one was seen.
    pub repetition: Option<Repetition>,
    /// Values are known for heaps up to this.
    pub checked_to: u64,
    /// Heaps below the preperiod whose value is not that of the repetition continued downwards:
    /// the first of them, and how many there are.
    pub exceptions: (Vec<u64>, u64),
    /// The largest value among the heaps looked at, and the first heap that has it.
    pub largest: (u64, u64),
}

/// Most exceptions to list.
const LISTED: usize = 1000;

/// Finds values up to `last`, or with `stop` up to the first proof, then reports on each kind.
/// The second part is the limit that ended the work early. `pause` is called now and then, to
/// save what there is.
pub fn analyse(
    engine: &mut Engine,
    last: u64,
    stop: bool,
    budget: &Budget,
    pause: &mut dyn FnMut(&Engine),
) -> (Vec<Report>, Option<Limit>) {
    let mut limit = None;
    let mut next = if stop { last.min(256.max(engine.len())) } else { last };
    loop {
        if let Err(spent) = engine.extend_pausing(next, budget, pause) {
            limit = Some(spent);
            break;
        }
        if next >= last {
            break;
        }
        let (proved, wanted) = try_proof(engine);
        if proved {
            break;
        }
        let len = engine.len();
        next = (len + len / 4).max(1024);
        if let Some(wanted) = wanted.filter(|&wanted| wanted >= len && wanted < 2 * len) {
            // Not too soon: candidates come and go, and a test costs a few looks at all values.
            next = wanted.max(len + len / 16);
        }
        next = next.min(last);
    }
    ((0..engine.system().kinds.len()).map(|kind| report(engine, kind)).collect(), limit)
}

/// Whether all kinds have a proof now; else how far to go for a candidate of the first kind.
fn try_proof(engine: &Engine) -> (bool, Option<u64>) {
    let kinds = engine.system().kinds.len();
    if kinds > 1 {
        return ((0..kinds).all(|kind| matches!(report(engine, kind).status, Status::Proved(_))), None);
    }
    let Some(theorem) = Theorem::of(engine.system(), &[0]) else { return (false, None) };
    let (found, wanted) = proof(engine, &theorem);
    (found.is_some(), wanted)
}

/// The repetition of the only kind that the theorem proves, or how far to go for a candidate.
fn proof(engine: &Engine, theorem: &Theorem) -> (Option<Repetition>, Option<u64>) {
    let len = engine.len();
    let mut wanted: Option<u64> = None;
    let mut fits = |r: Repetition| {
        let Some(needed) = theorem.last_needed(r.preperiod, r.period) else { return false };
        if needed >= len && r.preperiod + 2 * r.period < len {
            wanted = Some(wanted.map_or(needed, |least| least.min(needed)));
        }
        needed < len
    };
    let found = match engine.cells() {
        Cells::One(cells) => find(cells, &mut fits),
        Cells::Two(cells) => find(cells, &mut fits),
        Cells::Four(cells) => find(cells, &mut fits),
        Cells::Kinds(kinds) => {
            let values = &kinds[0];
            find_arithmetic(values, |r| fits(r) && theorem.holds(values, r.preperiod, r.period, r.saltus))
        }
    };
    (found, wanted)
}

/// What the values found so far say of a kind.
pub fn report(engine: &Engine, kind: usize) -> Report {
    let system = engine.system();
    let closure = system.closure(kind);
    let theorem = Theorem::of(system, &closure).filter(|_| !engine.is_empty());
    let alone = closure == [kind] && system.kinds.len() == 1;
    let mut status = Status::None;
    let mut repetition = None;
    if let (true, Some(theorem)) = (alone, &theorem) {
        repetition = proof(engine, theorem).0;
        if repetition.is_some() {
            status = Status::Proved(theorem.clone());
        }
    }
    if repetition.is_none() {
        repetition = seen(engine, kind);
        if repetition.is_some() {
            status = Status::Observed;
        }
    }
    if !alone && repetition.is_some() {
        if let Some(theorem) = theorem.filter(|theorem| together(engine, &closure, theorem)) {
            status = Status::Proved(theorem);
        } else if *system == HeapSystem::strips() && kind < 2 {
            status = Status::Proved(Theorem::Strip);
        }
    }
    let largest = match engine.cells() {
        Cells::One(cells) => largest(cells),
        Cells::Two(cells) => largest(cells),
        Cells::Four(cells) => largest(cells),
        Cells::Kinds(kinds) => kinds.get(kind).map_or((0, 0), |values| largest(values)),
    };
    let checked_to = engine.len().saturating_sub(1);
    let exceptions = repetition.map_or_else(Default::default, |r| exceptions(engine, kind, r));
    Report { kind, status, repetition, checked_to, exceptions, largest }
}

fn largest<T: Copy + Ord + Into<u64>>(values: &[T]) -> (u64, u64) {
    let Some(&most) = values.iter().max() else { return (0, 0) };
    (most.into(), values.iter().position(|&v| v == most).unwrap_or(0) as u64)
}

/// A repetition that goes through at least three times and makes up half of what is known.
fn seen(engine: &Engine, kind: usize) -> Option<Repetition> {
    let len = engine.len();
    let long = |r: Repetition| r.preperiod + 3 * r.period <= len && r.preperiod <= len / 2;
    match engine.cells() {
        Cells::One(cells) => find(cells, long),
        Cells::Two(cells) => find(cells, long),
        Cells::Four(cells) => find(cells, long),
        Cells::Kinds(kinds) => find_arithmetic(&kinds[kind], long),
    }
}

/// Whether the theorem proves the repetitions of kinds that depend on each other.
fn together(engine: &Engine, closure: &[usize], theorem: &Theorem) -> bool {
    let (mut from, mut period) = (0, 1);
    for &kind in closure {
        let Some(r) = seen(engine, kind) else { return false };
        if r.saltus != 0 {
            return false;
        }
        from = r.preperiod.max(from);
        period = lcm(period, r.period);
    }
    theorem.last_needed(from, period).is_some_and(|needed| needed < engine.len())
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b)
}

/// Heaps below the preperiod that do not fit the repetition continued downwards.
fn exceptions(engine: &Engine, kind: usize, r: Repetition) -> (Vec<u64>, u64) {
    let mut list = Vec::new();
    let mut count = 0;
    for n in 0..r.preperiod {
        let times = (r.preperiod - n).div_ceil(r.period);
        let continued = engine.value(kind, n + times * r.period).map(|v| v.checked_sub(times * r.saltus));
        if continued != Some(engine.value(kind, n)) {
            count += 1;
            if list.len() < LISTED {
                list.push(n);
            }
        }
    }
    (list, count)
}

/// Values of all heaps of a kind, however large, from a proved repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// The values of heaps below preperiod + period.
    pub first: Vec<u64>,
    /// The repetition.
    pub repetition: Repetition,
}

impl Closed {
    /// The closed form of a proved report.
    pub fn of(engine: &Engine, report: &Report) -> Option<Self> {
        let repetition = report.repetition.filter(|_| matches!(report.status, Status::Proved(_)))?;
        let last = repetition.preperiod + repetition.period - 1;
        Some(Self { first: engine.values(report.kind, last), repetition })
    }

    /// The value of a heap.
    pub fn value(&self, size: u64) -> u64 {
        let Repetition { preperiod, period, saltus } = self.repetition;
        if let Some(&value) = usize::try_from(size).ok().and_then(|at| self.first.get(at)) {
            return value;
        }
        let past = size - preperiod;
        self.first[(preperiod + past % period) as usize] + past / period * saltus
    }
}
