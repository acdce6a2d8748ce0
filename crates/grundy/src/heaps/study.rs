//! The sequence of a heap game and its period.

use grundy_rules::{Budget, Limit};
use grundy_solvers::heaps::analysis::{Closed, Report, Status, analyse};
use grundy_solvers::heaps::engine::{Cells, Engine};
use serde_json::{Value, json};

use super::rules::HeapRules;
use crate::json::VERSION;

/// What was found of a heap game.
#[derive(Debug)]
pub struct Study {
    /// The rules.
    pub rules: HeapRules,
    /// The values.
    pub engine: Engine,
    /// What they say, for each kind of heap.
    pub reports: Vec<Report>,
    /// The limit that ended the work early.
    pub limit: Option<Limit>,
}

impl Study {
    /// Finds values up to heaps of `last`, or with `stop` up to the first proved period. `from`
    /// holds values that are known already; `pause` is called now and then, to save them.
    pub fn run(
        rules: HeapRules,
        last: u64,
        stop: bool,
        from: Option<Engine>,
        budget: &Budget,
        pause: &mut dyn FnMut(&Engine),
    ) -> Self {
        let mut engine = from.unwrap_or_else(|| Engine::new(rules.system.clone()));
        let (reports, limit) = analyse(&mut engine, last, stop, budget, pause);
        Self { rules, engine, reports, limit }
    }

    /// The value of a heap: found, or by the proved period.
    pub fn value(&self, kind: usize, size: u64) -> Option<u64> {
        self.engine.value(kind, size)
    }

    /// The closed form of a kind, where its period is proved.
    pub fn closed(&self, kind: usize) -> Option<Closed> {
        Closed::of(&self.engine, &self.reports[kind])
    }

    /// Calls `each` with the values of heaps 0 to `last` of a kind, as far as they are known.
    pub fn each_value(&self, kind: usize, last: u64, each: &mut impl FnMut(u64)) {
        fn some<C: Copy + Into<u64>>(cells: &[C], last: u64, each: &mut impl FnMut(u64)) {
            let count = usize::try_from(last.saturating_add(1)).unwrap_or(usize::MAX);
            cells[..count.min(cells.len())].iter().for_each(|&value| each(value.into()));
        }
        match self.engine.cells() {
            Cells::One(cells) => some(cells, last, each),
            Cells::Two(cells) => some(cells, last, each),
            Cells::Four(cells) => some(cells, last, each),
            Cells::Kinds(kinds) => some(&kinds[kind], last, each),
        }
        if last >= self.engine.len()
            && let Some(form) = self.closed(kind)
        {
            (self.engine.len()..=last).for_each(|n| each(form.value(n)));
        }
    }

    /// A checksum of the values of heaps 0 to `last` of a kind, that of a [`Summary`].
    pub fn checksum(&self, kind: usize, last: u64) -> u64 {
        let mut summary = Summary::default();
        self.each_value(kind, last, &mut |value| summary.add(value));
        summary.hash
    }
}

/// Where FNV-1a begins.
pub(super) const FNV: u64 = 0xcbf2_9ce4_8422_2325;

/// What FNV-1a multiplies by.
const PRIME: u64 = 0x0100_0000_01b3;

/// One more piece of FNV-1a.
pub(super) fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// A number, as a string beyond 2^53.
pub(crate) fn exact(n: u64) -> Value {
    if n <= 1 << 53 { json!(n) } else { json!(n.to_string()) }
}

/// The report on a kind as one JSON object on one line, version 1.
pub fn period_json(study: &Study, kind: usize) -> String {
    let report = &study.reports[kind];
    let r = report.repetition;
    let theorem = match &report.status {
        Status::Proved(theorem) => json!(theorem.name()),
        Status::Observed | Status::None => Value::Null,
    };
    let class = study.engine.class();
    json!({
        "version": VERSION,
        "code": study.rules.code,
        "kind": study.rules.system.kinds[kind].name,
        "status": report.status.word(),
        "preperiod": r.map(|r| exact(r.preperiod)),
        "period": r.map(|r| exact(r.period)),
        "saltus": r.map(|r| exact(r.saltus)),
        "checked_to": exact(report.checked_to),
        "theorem": theorem,
        "exceptions": report.exceptions.0.iter().map(|&n| exact(n)).collect::<Vec<_>>(),
        "exception_count": exact(report.exceptions.1),
        "largest": exact(report.largest.0),
        "largest_at": exact(report.largest.1),
        "rare_mask": class.map(|(class, _)| format!("{:x}", class.mask)),
        "rare_by_size": class.map(|(class, _)| class.place.is_some()),
        "rare_count": class.map(|(_, count)| exact(count)),
        "limit": study.limit.map(Limit::name),
    })
    .to_string()
}

/// The summary of a sequence up to `last` as one JSON object on one line, version 1.
pub fn summary_json(study: &Study, kind: usize, last: u64) -> String {
    let mut summary = Summary::default();
    study.each_value(kind, last, &mut |value| summary.add(value));
    summary.json(&study.rules.code, 0)
}

/// What a sequence comes to: the last value, the largest, and a checksum of all.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    count: u64,
    last: u64,
    largest: (u64, u64),
    hash: u64,
}

impl Default for Summary {
    fn default() -> Self {
        Self { count: 0, last: 0, largest: (0, 0), hash: FNV }
    }
}

impl Summary {
    /// One more value. The checksum is FNV-1a, 64 bits, with a value at a time instead of a byte.
    pub fn add(&mut self, value: u64) {
        if value > self.largest.0 {
            self.largest = (value, self.count);
        }
        self.hash = (self.hash ^ value).wrapping_mul(PRIME);
        self.last = value;
        self.count += 1;
    }

    /// As one JSON object on one line, version 1, of values that begin with size `first`.
    pub fn json(&self, code: &str, first: u64) -> String {
        json!({
            "version": VERSION,
            "code": code,
            "to": (first + self.count).checked_sub(1).map(exact),
            "last": (self.count > 0).then(|| exact(self.last)),
            "largest": exact(self.largest.0),
            "largest_at": exact(first + self.largest.1),
            "checksum": format!("{:016x}", self.hash),
        })
        .to_string()
    }
}
