//! From the arguments' limits to a budget: the clock and Ctrl-C become a stop flag.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundy::{Budget, Bytes, Nodes, Progress};

use crate::args::Limits;

/// The budget of a question. Ctrl-C stops it once; a second Ctrl-C ends the program.
pub(crate) fn budget(limits: &Limits) -> Budget {
    let mut budget = Budget::default().with_threads(limits.threads);
    if let Some(nodes) = limits.nodes {
        budget = budget.with_nodes(Nodes(nodes));
    }
    if let Some(bytes) = limits.memory {
        budget = budget.with_bytes(Bytes(bytes));
    }
    if let Some(time) = limits.time {
        let stop = budget.stop_flag();
        std::thread::spawn(move || {
            std::thread::sleep(time);
            stop.store(true, Ordering::Relaxed);
        });
    }
    let stop = budget.stop_flag();
    let asked = AtomicBool::new(false);
    // Without a handler Ctrl-C just ends the program, which is no harm.
    let _installed = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        stop.store(true, Ordering::Relaxed);
    });
    budget
}

/// Positions from which on a run tells its plan.
const LARGE: u64 = 1_000_000;

/// The same budget, with the plan of a large run told on standard error and, on a terminal, a
/// line of progress.
pub(crate) fn told(budget: Budget) -> Budget {
    let shown = Mutex::new(Instant::now());
    let terminal = io::stderr().is_terminal();
    budget.with_sink(move |progress: &Progress| {
        // What cannot be shown is no harm.
        let mut out = io::stderr().lock();
        if progress.note.starts_with("plan: ") {
            if progress.total.is_some_and(|total| total >= LARGE) {
                _ = writeln!(out, "{}", progress.note);
            }
            return;
        }
        let Ok(mut last) = shown.lock() else { return };
        if terminal && last.elapsed() >= Duration::from_secs(1) {
            *last = Instant::now();
            let total = progress.total.map_or(String::new(), |total| format!(" of {total}"));
            _ = write!(out, "\r\x1b[K{}{total}, {}\r", progress.done, progress.note);
        }
    })
}

/// A whole number, also as 10^9 or 1e9.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let wanted = || format!("expected a whole number, such as 1000000 or 10^6, found `{text}`");
    let (base, exponent) = match text.split_once('^').or_else(|| text.split_once('e')) {
        None => return text.parse().map_err(|_| wanted()),
        Some(("10", exponent)) if text.contains('^') => (1u64, exponent),
        Some((base, exponent)) if text.contains('e') => (base.parse().map_err(|_| wanted())?, exponent),
        Some(_) => return Err(wanted()),
    };
    let exponent: u32 = exponent.parse().map_err(|_| wanted())?;
    10u64.checked_pow(exponent).and_then(|power| base.checked_mul(power)).ok_or_else(wanted)
}

/// A number of bytes, also with K, M, G or T behind it.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let wanted = || format!("expected bytes, such as 512M or 4G, found `{text}`");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_lowercase().trim_end_matches('b').trim_end_matches('i') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(wanted()),
    };
    digits.parse::<u64>().ok().and_then(|n| n.checked_mul(1 << shift)).ok_or_else(wanted)
}

/// A time in seconds, which may have a fraction.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let wanted = || format!("expected a time in seconds, such as 2.5, found `{text}`");
    let seconds: f64 = text.parse().map_err(|_| wanted())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| wanted())
}

/// A number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ 1..=1024) => Ok(n),
        _ => Err(format!("expected a number of threads from 1 to 1024, found `{text}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_sizes() {
        let check = |text, expected| assert_eq!(count(text).ok(), expected, "{text}");
        check("12", Some(12));
        check("10^6", Some(1_000_000));
        check("2e3", Some(2000));
        check("3^4", None);
        check("10^30", None);
        check("-1", None);
        let check = |text, expected| assert_eq!(bytes(text).ok(), expected, "{text}");
        check("512", Some(512));
        check("512M", Some(512 << 20));
        check("4GiB", Some(4 << 30));
        check("1T", Some(1 << 40));
        check("99999999999G", None);
        check("4X", None);
        check("\u{e9}", None);
    }
}
