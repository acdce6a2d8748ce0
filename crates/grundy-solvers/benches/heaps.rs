//! The engine of heaps against `ogsolve`, in CPU seconds of one thread, where that is installed (on
//! the path, or named by `OGSOLVE`), and the time to a proof.
//!
//! `cargo bench -p grundy-solvers --bench heaps` prints a table of ratios and fails when a value is
//! wrong or a bar is missed; codes behind `--` choose rows. All values are compared, by their
//! checksum. The proofs of 0.354 and 0.454 take minutes and 2 GiB.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a bench prints its table and stops at the first wrong value"
)]

use std::fs;
use std::process::Command;
use std::time::Instant;

use grundy_rules::{Break, Budget, Bytes, Condition, HeapSystem, Nodes, Part, Parts, Rule, Takes};
use grundy_solvers::heaps::analysis::{Status, analyse};
use grundy_solvers::heaps::engine::Engine;

/// Code, last heap, how many times faster than the rival.
const AGAINST: &[(&str, u64, f64)] = &[
    ("0.106", 10_000_000, 5.0),
    ("0.104", 10_000_000, 5.0),
    ("0.45", 10_000_000, 5.0),
    ("0.6", 1_000_000, 4.0),
    ("0.37", 100_000, 4.0),
    ("0.165", 100_000, 3.0),
    ("0.007", 100_000, 3.0),
    ("0.004", 100_000, 3.0),
];

/// Code, last heap to look at, period, seconds.
const PROOFS: &[(&str, u64, u64, f64)] = &[
    ("0.16", 1_000_000, 149_459, 1.0),
    ("0.56", 1_000_000, 144, 1.0),
    ("0.127", 1_000_000, 4, 1.0),
    ("0.376", 10_000_000, 4, 20.0),
    ("0.354", 100_000_000, 1180, 60.0),
    ("0.454", 500_000_000, 60_620_715, 600.0),
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

fn checksum(values: impl Iterator<Item = u64>) -> (u64, u64) {
    values.fold((0, 0xcbf2_9ce4_8422_2325), |(count, sum), value| {
        (count + 1, (sum ^ value).wrapping_mul(0x0100_0000_01b3))
    })
}

fn extended(code: &str, last: u64, threads: usize) -> Engine {
    let mut engine = Engine::new(system(code));
    engine.extend(last, &Budget::default().with_threads(threads)).expect("the budget is large enough");
    engine
}

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let wanted = |code: &str| chosen.is_empty() || chosen.iter().any(|word| word == code);
    let mut missed = Vec::new();
    println!("code        n        grundy  ogsolve  ratio  bar");
    for &(code, last, bar) in AGAINST.iter().filter(|row| wanted(row.0)) {
        let before = cpu();
        let engine = extended(code, last, 1);
        let own = cpu().zip(before).map_or(0.0, |(now, then)| now.0 - then.0).max(0.01);
        let before = cpu();
        if ogsolve(code, last, "-s").is_none() {
            println!("{code:6} {last:10}  {own:7.2}  not installed");
            continue;
        }
        let rival = cpu().zip(before).map_or(0.0, |(now, then)| now.1 - then.1);
        let printed = ogsolve(code, last, "-p").expect("it ran before");
        let line = printed.lines().max_by_key(|line| line.len()).unwrap_or("");
        let theirs = checksum(line.split_whitespace().filter_map(|v| v.parse().ok()));
        let ours = checksum((0..=last).map(|n| engine.value(0, n).expect("found")));
        assert_eq!(ours, theirs, "{code}: the values differ");
        let ratio = rival / own;
        println!("{code:6} {last:10}  {own:7.2}  {rival:7.2}  {ratio:5.1}  {bar}");
        if ratio < bar {
            missed.push(format!("{code}: {ratio:.1} of {bar} times"));
        }
    }
    println!("\ncode     seconds to the proof  bar");
    for &(code, last, period, bar) in PROOFS.iter().filter(|row| wanted(row.0)) {
        let before = cpu();
        let mut engine = Engine::new(system(code));
        let budget = Budget::default().with_bytes(Bytes(2 << 30)).with_nodes(Nodes(u64::MAX));
        let (reports, limit) = analyse(&mut engine, last, true, &budget, &mut |_| ());
        let seconds = cpu().zip(before).map_or(0.0, |(now, then)| now.0 - then.0);
        assert_eq!(limit, None, "{code}");
        assert!(matches!(reports[0].status, Status::Proved(_)), "{code}: no proof");
        assert_eq!(reports[0].repetition.map(|r| r.period), Some(period), "{code}");
        println!("{code:6}   {seconds:20.2}  {bar}");
        if seconds > bar {
            missed.push(format!("{code}: {seconds:.1} of {bar} seconds"));
        }
    }
    if wanted("threads") {
        let time = |threads| {
            let begun = Instant::now();
            let engine = extended("0.6", 1_000_000, threads);
            (begun.elapsed().as_secs_f64(), checksum((0..=1_000_000).map(|n| engine.value(0, n).unwrap())))
        };
        let (one, two) = (time(1), time(2));
        assert_eq!(one.1, two.1, "two threads find other values");
        let ratio = one.0 / two.0;
        println!(
            "\n0.6 to 1000000 on the clock: {:.2} s, two threads {:.2} s, ratio {ratio:.2}, bar 1.6",
            one.0, two.0
        );
        if ratio < 1.6 {
            missed.push(format!("two threads: {ratio:.2} of 1.6 times"));
        }
    }
    assert!(missed.is_empty(), "missed: {}", missed.join("; "));
}
