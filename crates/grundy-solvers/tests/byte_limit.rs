//! The bytes of a budget end the work before much more than these are taken.
#![allow(clippy::unwrap_used)]

mod limits;

use grundy_rules::{Budget, Bytes, Limit, Stop};

use limits::{Answer, Way, term};

const LIMIT: u64 = 64 << 20;

#[test]
fn bytes_of_options_and_positions_count() {
    let cases = [
        (Way::Nimber, "pass", "any", "20000 20000"),
        (Way::Nimber, "heaps", "kayles", "100000000"),
        (Way::Explore, "wythoff", "", "4000 4000"),
        (Way::Explore, "pass", "any", "2000 2000"),
        (Way::Explore, "piece", "queen", "8000x8000 1,1 to 8000,8000"),
        (Way::Whole, "heaps", "kayles", "100000000"),
    ];
    for (way, name, rules, position) in cases {
        let term = term(name, rules, position);
        let budget = Budget::default().with_bytes(Bytes(LIMIT));
        let result = grundy_games::open(&term, Answer(way, &budget)).unwrap();
        let what = format!("{way:?} {name}:{rules} {position}");
        assert_eq!(result, Err(Stop::Limit(Limit::Bytes(budget.bytes))), "{what}");
        if let Some(most) = most_resident() {
            assert!(most < LIMIT * 3 / 2 + (32 << 20), "{what}: {} MiB", most >> 20);
        }
    }
}

/// The most bytes that the process has had in memory, where the system tells.
fn most_resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib << 10)
}
