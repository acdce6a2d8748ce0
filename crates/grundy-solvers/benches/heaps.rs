//! The sparse-space engine against `ogsolve`, in CPU seconds of one thread, where that is
//! installed (on the path, or named by `OGSOLVE`).
//!
//! `cargo bench -p grundy-solvers --bench heaps` prints a table of ratios. Values are compared:
//! all of them up to heap 20,000, and the last one. Ratios, not seconds, are what counts.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a bench prints its table and stops at the first wrong value"
)]

use std::fs;
use std::process::Command;

use grundy_rules::{Break, Budget, Condition, HeapSystem, Part, Parts, Rule, Takes};
use grundy_solvers::heaps::engine::Engine;

const ROWS: &[(&str, u64, f64)] = &[
    ("0.106", 10_000_000, 5.0),
    ("0.104", 10_000_000, 5.0),
    ("0.45", 10_000_000, 5.0),
    ("0.6", 1_000_000, 4.0),
    ("0.37", 100_000, 4.0),
    ("0.165", 100_000, 3.0),
    ("0.007", 100_000, 3.0),
    ("0.004", 100_000, 3.0),
];

fn system(code: &str) -> HeapSystem {
    let digits = code.split('.').flat_map(|part| part.chars()).filter_map(|c| c.to_digit(8));
    let mut rules = Vec::new();
    for (c, digit) in digits.enumerate() {
        for count in (0..3).filter(|count| digit >> count & 1 == 1) {
            let parts = Parts::These(vec![Part { kind: 0, least: 1 }; count]);
            rules.push(Rule::Break(Break {
                takes: Takes::Exactly(c as i64),
                parts,
                condition: Condition::Any,
            }));
        }
    }
    HeapSystem::single(rules)
}

/// CPU seconds of this process and of its children that ended.
fn cpu() -> Option<(f64, f64)> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<f64> =
        stat.rsplit(')').next()?.split_whitespace().filter_map(|f| f.parse().ok()).collect();
    // After the name and the state come 10 fields, then utime, stime, cutime, cstime.
    let at = 10;
    Some(((fields[at] + fields[at + 1]) / 100.0, (fields[at + 2] + fields[at + 3]) / 100.0))
}

fn ogsolve(code: &str, last: u64, flag: &str) -> Option<String> {
    let program = std::env::var("OGSOLVE").unwrap_or_else(|_| "ogsolve".to_owned());
    let out = Command::new(program).args([flag, "-m", "rc2", "-n", &last.to_string(), code]).output().ok()?;
    out.status.success().then(|| String::from_utf8_lossy(&out.stdout).into_owned())
}

fn main() {
    println!("code        n        grundy  ogsolve  ratio  bar");
    for &(code, last, bar) in ROWS {
        let before = cpu();
        let mut engine = Engine::new(system(code));
        engine.extend(last, &Budget::default()).expect("the budget is large enough");
        let own = cpu().zip(before).map(|(now, then)| now.0 - then.0);
        let before = cpu();
        let Some(stats) = ogsolve(code, last, "-s") else {
            println!("{code:6} {last:10}  {:7.2}  not installed", own.unwrap_or(0.0));
            continue;
        };
        let rival = cpu().zip(before).map(|(now, then)| now.1 - then.1);
        let value = engine.value(0, last).expect("found");
        assert!(stats.contains(&format!("nimber of {last}: {value}")), "{code}: heap {last}");
        let listed = ogsolve(code, 20_000, "-p").expect("it ran before");
        let line = listed.lines().max_by_key(|line| line.len()).unwrap_or("");
        let theirs: Vec<u64> = line.split_whitespace().filter_map(|v| v.parse().ok()).collect();
        assert_eq!(engine.values(0, 20_000), theirs, "{code}");
        let (own, rival) = (own.unwrap_or(0.0).max(0.01), rival.unwrap_or(0.0));
        println!("{code:6} {last:10}  {own:7.2}  {rival:7.2}  {:5.1}  {bar}", rival / own);
    }
}
