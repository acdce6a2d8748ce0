//! One engine for all heap systems: the choice between the methods, and the state of a run.
//!
//! The main type is [`Engine`]: [`Engine::extend`] finds values, [`Engine::value`] reads them.
//! Rules that leave at most two parts go to the sparse-space engine, with one, two or four bytes
//! a value as needed; all others to the engine of sets.

use grundy_rules::{Budget, HeapSystem, Limit, Progress};

use super::cell::Cell;
use super::class::Class;
use super::machine;
use super::pair_rules::PairRules;
use super::sets::Sets;
use super::sparse::Core;

/// Values of heaps, found as far as asked.
#[derive(Debug)]
pub struct Engine {
    system: HeapSystem,
    state: State,
}

#[derive(Debug)]
enum State {
    One(Core<u8>),
    Two(Core<u16>),
    Four(Core<u32>),
    Sets(Sets),
    /// While a state is being replaced.
    Moving,
}

/// Most heaps between two reports of progress.
const REPORT: u64 = 1 << 20;

impl Engine {
    /// An engine with no value yet. The system must have passed [`HeapSystem::check`].
    pub fn new(system: HeapSystem) -> Self {
        let state = match PairRules::of(&system) {
            Some(rules) => State::One(Core::new(rules)),
            None => State::Sets(Sets::new(system.clone())),
        };
        Self { system, state }
    }

    /// The rules.
    pub fn system(&self) -> &HeapSystem {
        &self.system
    }

    /// Heaps of each kind whose values are known: sizes below this.
    pub fn len(&self) -> u64 {
        let len = match &self.state {
            State::One(core) => core.values().len(),
            State::Two(core) => core.values().len(),
            State::Four(core) => core.values().len(),
            State::Sets(sets) => sets.values()[0].len(),
            State::Moving => 0,
        };
        len as u64
    }

    /// Whether no value is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap, if it is known.
    pub fn value(&self, kind: usize, size: u64) -> Option<u64> {
        let at = usize::try_from(size).ok()?;
        match &self.state {
            State::One(core) => core.values().get(at).map(|v| v.unpack() as u64),
            State::Two(core) => core.values().get(at).map(|v| v.unpack() as u64),
            State::Four(core) => core.values().get(at).map(|v| v.unpack() as u64),
            State::Sets(sets) => sets.values().get(kind)?.get(at).copied(),
            State::Moving => None,
        }
    }

    /// The values of one kind up to heaps of `last`, as far as known.
    pub fn values(&self, kind: usize, last: u64) -> Vec<u64> {
        (0..self.len().min(last.saturating_add(1))).filter_map(|size| self.value(kind, size)).collect()
    }

    /// The cells, where they are bytes; for searches that must be fast.
    pub fn cells(&self) -> Cells<'_> {
        match &self.state {
            State::One(core) => Cells::One(core.values()),
            State::Two(core) => Cells::Two(core.values()),
            State::Four(core) => Cells::Four(core.values()),
            State::Sets(sets) => Cells::Kinds(sets.values()),
            State::Moving => Cells::Kinds(&[]),
        }
    }

    /// The class of common values that the engine uses, and the number of rare heaps.
    pub fn class(&self) -> Option<(Class, u64)> {
        let (class, rare) = match &self.state {
            State::One(core) => core.class(),
            State::Two(core) => core.class(),
            State::Four(core) => core.class(),
            State::Sets(_) | State::Moving => return None,
        };
        // The empty heap is rare too.
        class.map(|class| (class, rare as u64 + 1))
    }

    /// The largest value found, of all kinds.
    pub fn largest(&self) -> u64 {
        match &self.state {
            State::One(core) => core.largest() as u64,
            State::Two(core) => core.largest() as u64,
            State::Four(core) => core.largest() as u64,
            State::Sets(sets) => sets.largest(),
            State::Moving => 0,
        }
    }

    /// Heaps until the next report of progress: they come slower as heaps grow.
    fn report_step(&self) -> u64 {
        REPORT.min(4096 + self.len() / 32)
    }

    /// Finds the values of heaps up to `last` at least, with reports of progress.
    ///
    /// # Errors
    /// The limit that was spent; the values found so far stay.
    pub fn extend(&mut self, last: u64, budget: &Budget) -> Result<(), Limit> {
        self.extend_pausing(last, budget, &mut |_| ())
    }

    /// [`Engine::extend`] that calls `pause` after every step of at most 1,024 heaps.
    ///
    /// # Errors
    /// The limit that was spent; the values found so far stay.
    pub fn extend_pausing(
        &mut self,
        last: u64,
        budget: &Budget,
        pause: &mut dyn FnMut(&Self),
    ) -> Result<(), Limit> {
        let mut report_at = self.len() + self.report_step();
        while self.len() <= last {
            let state = std::mem::replace(&mut self.state, State::Moving);
            let mut done = Ok(());
            self.state = match state {
                State::One(core) => match step(core, last, budget, &mut done) {
                    Ok(core) => State::One(core),
                    Err(core) => State::Two(core.widen()),
                },
                State::Two(core) => match step(core, last, budget, &mut done) {
                    Ok(core) => State::Two(core),
                    Err(core) => State::Four(core.widen()),
                },
                State::Four(core) => match step(core, last, budget, &mut done) {
                    Ok(core) => State::Four(core),
                    Err(core) => {
                        done = budget.reserve(u64::MAX);
                        State::Four(core)
                    }
                },
                State::Sets(mut sets) => {
                    let next = last.min(sets.values()[0].len() as u64 + 63);
                    done = sets.extend(next, budget);
                    State::Sets(sets)
                }
                State::Moving => State::Moving,
            };
            done?;
            pause(self);
            if self.len() >= report_at {
                report_at = self.len() + self.report_step();
                budget.report(&self.progress(last));
            }
        }
        Ok(())
    }

    fn progress(&self, last: u64) -> Progress {
        let rare = self.class().map_or_else(String::new, |(_, rare)| format!("{rare} rare, "));
        let note = format!("{rare}largest {}", self.largest());
        Progress { done: self.len(), total: Some(last + 1), note }
    }

    /// The values found, for a file: each kind's, in as few bytes a value as they need.
    pub fn to_bytes(&self) -> Vec<u8> {
        fn cells<C: Cell>(values: &[C], out: &mut Vec<u8>) {
            out.push(C::WIDTH as u8);
            out.extend((values.len() as u64).to_le_bytes());
            for value in values {
                out.extend_from_slice(&value.unpack().to_le_bytes()[..C::WIDTH]);
            }
        }
        let mut out = Vec::new();
        match &self.state {
            State::One(core) => cells(core.values(), &mut out),
            State::Two(core) => cells(core.values(), &mut out),
            State::Four(core) => cells(core.values(), &mut out),
            State::Sets(sets) => {
                for values in sets.values() {
                    out.push(8);
                    out.extend((values.len() as u64).to_le_bytes());
                    for value in values {
                        out.extend_from_slice(&value.to_le_bytes());
                    }
                }
            }
            State::Moving => {}
        }
        out
    }

    /// An engine that goes on from [`Engine::to_bytes`]; `None` when the bytes are no such thing.
    #[allow(clippy::single_match_else, reason = "both arms build a state")]
    pub fn from_bytes(system: HeapSystem, bytes: &[u8], budget: &Budget) -> Option<Self> {
        let mut kinds = Vec::new();
        let mut width = 0;
        let mut rest = bytes;
        while let Some((&w, after)) = rest.split_first() {
            width = usize::from(w);
            let len = u64::from_le_bytes(after.get(..8)?.try_into().ok()?);
            let size = usize::try_from(len).ok()?.checked_mul(width)?;
            if !matches!(width, 1 | 2 | 4 | 8) {
                return None;
            }
            kinds.push(after.get(8..8 + size)?);
            rest = &after[8 + size..];
        }
        if kinds.len() != system.kinds.len() {
            return None;
        }
        let state = match PairRules::of(&system) {
            Some(rules) => match width {
                1 => State::One(Core::with_values(rules, kinds[0].to_vec())),
                2 => State::Two(Core::with_values(
                    rules,
                    unpacked(kinds[0], |b| u16::from_le_bytes([b[0], b[1]])),
                )),
                4 => State::Four(Core::with_values(
                    rules,
                    unpacked(kinds[0], |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])),
                )),
                _ => return None,
            },
            None => {
                if width != 8 || kinds.iter().any(|kind| kind.len() != kinds[0].len()) {
                    return None;
                }
                let mut sets = Sets::new(system.clone());
                let known: Vec<Vec<u64>> = kinds
                    .iter()
                    .map(|kind| {
                        unpacked(kind, |b| b.iter().rev().fold(0, |x, &byte| x << 8 | u64::from(byte)))
                    })
                    .collect();
                sets.restore(&known, budget).ok()?;
                State::Sets(sets)
            }
        };
        Some(Self { system, state })
    }
}

fn unpacked<T>(bytes: &[u8], read: impl Fn(&[u8]) -> T) -> Vec<T> {
    bytes.chunks_exact(size_of::<T>()).map(read).collect()
}

/// Values as they are stored.
#[derive(Clone, Copy, Debug)]
pub enum Cells<'a> {
    /// One byte a heap.
    One(&'a [u8]),
    /// Two bytes.
    Two(&'a [u16]),
    /// Four bytes.
    Four(&'a [u32]),
    /// Several kinds, or large values.
    Kinds(&'a [Vec<u64>]),
}

#[allow(clippy::result_large_err, reason = "the core moves once a block")]
/// Makes the next block; gives the core back as an error when its cells are too narrow.
fn step<C: Cell>(
    mut core: Core<C>,
    last: u64,
    budget: &Budget,
    done: &mut Result<(), Limit>,
) -> Result<Core<C>, Core<C>> {
    let last = usize::try_from(last).unwrap_or(usize::MAX);
    let next = last.min(core.values().len() + core.values().len() / 4 + (1 << 16));
    *done = budget.reserve(core.bytes(next) as u64).and_then(|()| budget.spend(1024));
    if done.is_err() {
        return Ok(core);
    }
    core.reserve(last);
    core.set_threads(budget.threads);
    match machine::block(&mut core) {
        Ok(()) => Ok(core),
        Err(_) if core.grow() => Ok(core),
        Err(_) => Err(core),
    }
}
