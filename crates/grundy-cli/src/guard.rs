//! Rules of one's own held to the limits from outside.
//!
//! Main function: [`Guard::watch`]. The interpreter looks at the stop flag every thousand steps,
//! and one step may be as long or as large as its author likes (the text of a list that holds
//! itself a thousand times over). A thread looks at the clock and at the program's memory every
//! few milliseconds: past a limit it sets the stop flag, and when the work does not end soon it
//! ends the program with the exit code of a limit. Memory is what Linux says in `/proc`; elsewhere
//! only the clock is watched.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use grundy::{Bytes, Limit};

use crate::exit::Exit;
use crate::show;

/// Between two looks.
const LOOK: Duration = Duration::from_millis(10);
/// How long work may go on when its time is over.
const GRACE: Duration = Duration::from_millis(500);
/// What the program itself takes, and the steps between two looks of the interpreter.
const BESIDE: u64 = 64 << 20;
/// Bytes of a page.
const PAGE: u64 = 4096;

/// Whether the work is over, and only its answer is to be shown.
static OVER: AtomicBool = AtomicBool::new(false);

/// The memory that rules went past.
static SPENT: OnceLock<Bytes> = OnceLock::new();

/// The limit by its own name, where it was this guard that stopped the work.
pub(crate) fn named(limit: Limit) -> Limit {
    match (limit, SPENT.get()) {
        (Limit::Stopped, Some(&bytes)) => Limit::Bytes(bytes),
        _ => limit,
    }
}

/// Says that the work is over: what is shown from now on is shown to its end.
pub(crate) fn over() {
    let _out = std::io::stdout().lock();
    OVER.store(true, Ordering::Relaxed);
}

/// What rules are held to.
#[derive(Debug)]
pub(crate) struct Guard {
    /// When the work began, and how long it may take.
    time: Option<(Instant, Duration)>,
    /// Most memory for tables. The program may take as much again for one call of the rules.
    bytes: u64,
    /// Whether errors are told as JSON too.
    json: bool,
    watched: AtomicBool,
}

impl Guard {
    /// A guard for work that begins now.
    pub(crate) fn new(time: Option<Duration>, bytes: u64) -> Self {
        let time = time.map(|time| (Instant::now(), time));
        Self { time, bytes, json: false, watched: AtomicBool::new(false) }
    }

    /// The same for a program that wants errors as JSON too.
    pub(crate) fn with_json(self, json: bool) -> Self {
        Self { json, ..self }
    }

    /// Watches from now on, to the end of the program.
    pub(crate) fn watch(&self, stop: &Arc<AtomicBool>) {
        if self.watched.swap(true, Ordering::Relaxed) {
            return;
        }
        let (time, bytes, json, stop) = (self.time, self.bytes, self.json, Arc::clone(stop));
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(LOOK);
                let over = time.map_or(Duration::ZERO, |(began, time)| began.elapsed().saturating_sub(time));
                let taken = taken();
                if over > Duration::ZERO {
                    stop.store(true, Ordering::Relaxed);
                }
                if taken > bytes.saturating_add(BESIDE) && !stop.load(Ordering::Relaxed) {
                    _ = SPENT.set(Bytes(bytes));
                    stop.store(true, Ordering::Relaxed);
                }
                if taken > bytes.saturating_mul(2).saturating_add(2 * BESIDE) {
                    end("memory", json);
                }
                if over > GRACE {
                    end("time", json);
                }
            }
        });
    }
}

/// Bytes of memory that the program holds now; 0 where the system does not tell.
fn taken() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    pages.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * PAGE
}

/// Ends the program, unless its work is over.
fn end(limit: &str, json: bool) {
    let mut out = std::io::stdout().lock();
    if OVER.load(Ordering::Relaxed) {
        return;
    }
    let message = format!("limit reached: {limit}; one step of the rules went past it");
    if json {
        // Nothing can be done for a reader that has gone away.
        let _told = writeln!(out, "{}", grundy::json::failure("limit", &message));
        let _told = out.flush();
    }
    show::error::told(&message);
    std::process::exit(Exit::Limit as i32);
}
