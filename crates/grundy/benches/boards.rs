//! Boards and graphs: the values are asserted, and Cram and Chomp are timed beside `igsolve`
//! where that is on the path (`cargo install igsolve`). Ratios count, not seconds.
//!
//! `cargo bench -p grundy --bench boards`

#![allow(clippy::print_stdout, reason = "a bench prints its table")]

use std::process::Command;
use std::time::{Duration, Instant};

use grundy::{Ask, Budget, Method, Question, Text, no_files};

/// The question, its nimber, and what `igsolve` is told to do the same.
const WORK: &[(&str, u64, &[&str])] = &[
    ("cram 5x6", 2, &["--tt", "hash-map", "-m", "br-asp-set", "cram", "-r", "5", "-c", "6"]),
    ("cram 5x7", 1, &["--tt", "hash-map", "-m", "br-asp-set", "cram", "-r", "5", "-c", "7"]),
    ("cram 5x8", 1, &["--tt", "hash-map", "-m", "br-asp-set", "cram", "-r", "5", "-c", "8"]),
    ("cram 4x11", 1, &["--tt", "hash-map", "-m", "br-asp-set", "cram", "-r", "4", "-c", "11"]),
    ("node-kayles:grid 3 22", 0, &[]),
    ("node-kayles:petersen 26 2", 0, &[]),
    ("node-kayles:queen 8 8", 3, &[]),
];

fn ours(question: &str, threads: usize) -> (Duration, u64) {
    let read = Question::read(&Text::new("question", question), &mut no_files).expect("the question reads");
    let budget = Budget::default().with_threads(threads);
    let ask = Ask { budget: budget.clone(), method: Method::Auto, list: 1, nimber: true, table: None };
    let start = Instant::now();
    let nimber = read.terms[0].value(&ask, true).expect("it is answered").verdict().nimber;
    let time = start.elapsed();
    assert_eq!(nimber.map(|n| n.0), expected(question), "{question}");
    (time, budget.spent().0)
}

fn expected(question: &str) -> Option<u64> {
    WORK.iter().find(|work| work.0 == question).map(|work| work.1)
}

fn theirs(arguments: &[&str]) -> Option<Duration> {
    if arguments.is_empty() {
        return None;
    }
    let start = Instant::now();
    let done = Command::new("igsolve").args(arguments).output().ok()?;
    done.status.success().then(|| start.elapsed())
}

fn main() {
    println!(
        "{:28} {:>10} {:>10} {:>12} {:>10} {:>8}",
        "question", "1 thread", "2 threads", "positions", "igsolve", "ratio"
    );
    for &(question, _, arguments) in WORK {
        let (one, nodes) = ours(question, 1);
        let (two, _) = ours(question, 2);
        let rival = theirs(arguments);
        let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
        let ratio =
            rival.map_or("-".to_string(), |rival| format!("{:.2}", rival.as_secs_f64() / one.as_secs_f64()));
        let rival = rival.map_or("-".to_string(), seconds);
        println!(
            "{question:28} {:>10} {:>10} {nodes:>12} {rival:>10} {ratio:>8}",
            seconds(one),
            seconds(two)
        );
    }
}
