//! Boards and graphs: every row asserts its nimber, and Cram and Chomp are timed beside `igsolve`
//! where the variable `IGSOLVE` names one (`cargo install igsolve`). Ratios of CPU time count.
//!
//! `cargo bench -p grundy --bench boards [WORD]` runs the rows whose question contains the word.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a bench prints its table and stops at the first wrong value"
)]

use std::process::Command;
use std::time::{Duration, Instant};

use grundy::{Ask, Budget, Question, Text, no_files};

/// The question, its nimber, and the arguments that make `igsolve` do the same.
struct Row {
    question: &'static str,
    nimber: u64,
    theirs: &'static str,
}

const fn row(question: &'static str, nimber: u64, theirs: &'static str) -> Row {
    Row { question, nimber, theirs }
}

/// Values: Lemoine and Viennot 2012 (Cram), OEIS A316632 and A316533 with docs/results.md (Node
/// Kayles), A344227 (queens). Chomp's is the kernel's own; the data tests hold it to the counts
/// that are published.
const WORK: &[Row] = &[
    row("cram 5x6", 2, "--tt hash-map -m br-asp-set cram -r 5 -c 6"),
    row("cram 5x7", 1, "--tt hash-map -m br-asp-set cram -r 5 -c 7"),
    row("cram 5x8", 1, "--tt hash-map -m br-asp-set cram -r 5 -c 8"),
    row("cram 4x11", 1, "--tt hash-map -m br-asp-set cram -r 4 -c 11"),
    row("chomp 10x10", 19, "-m def chomp -r 10 -c 10"),
    row("chomp 12x12", 41, "-m def chomp -r 12 -c 12"),
    row("node-kayles:grid 3 22", 0, ""),
    row("node-kayles:petersen 26 2", 0, ""),
    row("node-kayles:queen 8 8", 3, ""),
    row("node-kayles:queen 9 9", 1, ""),
    row("node-kayles:queen 10 10", 0, ""),
];

/// CPU time of this process and of its children that have ended, where the system tells.
fn cpu(child: bool) -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let first = if child { 13 } else { 11 };
    let ticks = fields[first].parse::<u64>().ok()? + fields[first + 1].parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

/// Wall and CPU time of some work; wall for both where the system keeps no account.
fn timed(child: bool, work: impl FnOnce()) -> [Duration; 2] {
    let (start, before) = (Instant::now(), cpu(child));
    work();
    let wall = start.elapsed();
    [wall, cpu(child).zip(before).map_or(wall, |(after, before)| after.saturating_sub(before))]
}

fn ours(row: &Row, threads: usize) -> ([Duration; 2], u64) {
    let read =
        Question::read(&Text::new("question", row.question), &mut no_files).expect("the question reads");
    let budget = Budget::default().with_threads(threads);
    let ask = Ask { budget: budget.clone(), nimber: true, ..Ask::default() };
    let time = timed(false, || {
        let nimber = read.terms[0].value(&ask, true).expect("it is answered").verdict().nimber;
        assert_eq!(nimber.map(|n| n.0), Some(row.nimber), "{}", row.question);
    });
    (time, budget.spent().0)
}

fn theirs(row: &Row) -> Option<[Duration; 2]> {
    let program = std::env::var_os("IGSOLVE").filter(|_| !row.theirs.is_empty())?;
    Some(timed(true, || {
        let done =
            Command::new(&program).args(row.theirs.split(' ')).output().expect("IGSOLVE names a program");
        assert!(done.status.success(), "{:?}", String::from_utf8_lossy(&done.stderr));
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(text.contains(&format!(": {}", row.nimber)), "{}: {text}", row.question);
    }))
}

fn main() {
    let word = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    println!(
        "{:26} {:>9} {:>9} {:>11} {:>11} {:>6} {:>9} {:>6}",
        "question", "cpu s", "wall s", "2 threads s", "positions", "gain", "igsolve s", "ratio"
    );
    for row in WORK.iter().filter(|row| row.question.contains(&word)) {
        let ([one, cpu], nodes) = ours(row, 1);
        let ([two, _], _) = ours(row, 2);
        let seconds = |time: Duration| format!("{:.2}", time.as_secs_f64());
        let ratio = |a: Duration, b: Duration| format!("{:.2}", a.as_secs_f64() / b.as_secs_f64().max(0.01));
        let rival = theirs(row).map(|[_, rival]| rival);
        println!(
            "{:26} {:>9} {:>9} {:>11} {nodes:>11} {:>6} {:>9} {:>6}",
            row.question,
            seconds(cpu),
            seconds(one),
            seconds(two),
            ratio(one, two),
            rival.map_or("-".to_string(), seconds),
            rival.map_or("-".to_string(), |rival| ratio(rival, cpu)),
        );
    }
}
