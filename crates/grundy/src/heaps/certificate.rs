//! Certificates of periods: written here, checked by a crate that shares nothing with the solvers.

use grundy_rules::{Condition, HeapSystem, Parts, Rule, Shape, Takes};
use grundy_solvers::heaps::analysis::Status;
use serde_json::{Value, json};

use super::study::{FNV, Study, fnv};
use crate::error::Error;

/// Most values written out; of longer lists the checksum alone stands in the certificate.
const LISTED: usize = 100_000;

/// The certificate of a kind's proved period, as JSON.
///
/// # Errors
/// When the period is not proved.
pub fn certificate(study: &Study, kind: usize) -> Result<String, Error> {
    let report = &study.reports[kind];
    let (Status::Proved(theorem), Some(r), Some(closed)) =
        (&report.status, report.repetition, study.closed(kind))
    else {
        return Err(Error::Method("a certificate needs a proved period, and none was found".into()));
    };
    let hash = closed.first.iter().fold(FNV, |hash, value| fnv(hash, &value.to_le_bytes()));
    let listed = closed.first.len() <= LISTED;
    let form = json!({
        "format": "grundy heap period",
        "version": 1,
        "code": study.rules.code,
        "kinds": system(&study.rules.system),
        "kind": kind,
        "theorem": theorem.name(),
        "preperiod": r.preperiod,
        "period": r.period,
        "saltus": r.saltus,
        "values": if listed { json!(closed.first) } else { Value::Null },
        "checksum": format!("{hash:016x}"),
    });
    Ok(format!("{form}\n"))
}

/// The rules of a system as JSON.
fn system(system: &HeapSystem) -> Value {
    let rules = |rules: &[Rule]| rules.iter().map(rule).collect::<Vec<_>>();
    system.kinds.iter().map(|kind| json!({"name": kind.name, "rules": rules(&kind.rules)})).collect()
}

fn rule(rule: &Rule) -> Value {
    match rule {
        Rule::Break(rule) => {
            let takes = match rule.takes {
                Takes::Exactly(c) => json!({"exactly": c}),
                Takes::Every { from, step } => json!({"from": from, "step": step}),
                Takes::OneOf(set) => json!({"set": set.word()}),
                Takes::NoneOf(set) => json!({"all_but": set.word()}),
            };
            let parts = match &rule.parts {
                Parts::These(parts) => {
                    json!(parts.iter().map(|p| json!({"kind": p.kind, "least": p.least})).collect::<Vec<_>>())
                }
                Parts::AtLeast { kind, count } => json!({"kind": kind, "at_least": count}),
            };
            let condition = match rule.condition {
                Condition::Any => "any",
                Condition::AllUnequal => "all unequal",
                Condition::NotAllEqual => "not all equal",
                Condition::AllEqual => "all equal",
            };
            json!({"takes": takes, "parts": parts, "condition": condition})
        }
        Rule::Turn(turn) => {
            let shape = match turn.shape {
                Shape::Any => "any",
                Shape::Consecutive => "consecutive",
                Shape::EquallySpaced => "equally spaced",
                Shape::Symmetric => "symmetric",
            };
            json!({
                "turn": {
                    "fewest": turn.fewest,
                    "most": turn.most.to_string(),
                    "shape": shape,
                    "reach": turn.reach.to_string(),
                    "first": turn.first,
                }
            })
        }
    }
}

/// Checks a certificate: what it proves in a sentence.
///
/// # Errors
/// When it does not hold; the message says what is wrong.
pub fn verify(text: &str) -> Result<String, Error> {
    grundy_verify::heap_period(text)
        .map(|proved| proved.to_string())
        .map_err(|wrong| Error::Method(wrong.to_string()))
}
