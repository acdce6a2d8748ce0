//! The sequence of a heap game and its period.

use grundy_rules::{Budget, Limit};
use grundy_solvers::heaps::analysis::{Closed, Report, Status, analyse};
use grundy_solvers::heaps::engine::Engine;
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

    /// A checksum of the values of heaps 0 to `last` of a kind: FNV-1a, 64 bits, over each value
    /// as eight bytes, lowest first.
    pub fn checksum(&self, kind: usize, last: u64) -> u64 {
        let closed = self.closed(kind);
        let value = |n| self.value(kind, n).or_else(|| closed.as_ref().map(|form| form.value(n)));
        (0..=last).map_while(value).fold(FNV, |hash, value| fnv(hash, &value.to_le_bytes()))
    }
}

/// Where FNV-1a begins.
pub(super) const FNV: u64 = 0xcbf2_9ce4_8422_2325;

/// One more piece of FNV-1a.
pub(super) fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A number, as a string beyond 2^53.
pub(super) fn exact(n: u64) -> Value {
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
    let closed = study.closed(kind);
    let value = |n| study.value(kind, n).or_else(|| closed.as_ref().map(|form| form.value(n)));
    let mut largest = (0, 0);
    for n in 0..=last {
        let Some(value) = value(n) else { break };
        if value > largest.0 {
            largest = (value, n);
        }
    }
    json!({
        "version": VERSION,
        "code": study.rules.code,
        "to": exact(last),
        "last": value(last).map(exact),
        "largest": exact(largest.0),
        "largest_at": exact(largest.1),
        "checksum": format!("{:016x}", study.checksum(kind, last)),
    })
    .to_string()
}
