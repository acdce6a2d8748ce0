//! Rules of strangers, in a process of their own.
//!
//! The server starts its own program anew and hands it one form ([`ask`]); there [`serve_one`]
//! answers it and ends. What rules may do to a process ends with the child: it has a limit on
//! memory that the system keeps, and is killed when it does not end soon after it was told to.
//! It is told by its standard input coming to an end, which also happens when the server dies.
//!
//! The form goes in as one line of JSON; out come lines, `nodes` now and then and `end` last.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use grundy::{Budget, Bytes, Loader, Nodes, Open, ParseError, Term, TermText, Text};
use grundy_starlark::Script;
use serde::{Deserialize, Serialize};

use crate::api::door::{Desk, Door, Json};
use crate::api::play::LessonAsk;
use crate::api::solve::{MovesAsk, SolveAsk};
use crate::api::values::{PatternAsk, PeriodAsk};
use crate::error::{Fault, Refusal};
use crate::forms::{Edit, Play, Read as ReadAsk, Reply, SequenceAsk, TableAsk};
use crate::pool::Done;

/// The name of the game that a form's own rules are.
const OWN: &str = "@rules";
/// How long a child that was told to end may take for it.
const GRACE: Duration = Duration::from_secs(3);
/// How often a child says how far it is.
const TICK: Duration = Duration::from_millis(100);
/// Longest answer, bytes.
const LONGEST: u64 = 64 << 20;
/// Memory that a child may take beyond its tables: a reader's stack and one call of the rules.
const ROOM: u64 = 1536 << 20;

/// What a child is asked.
#[derive(Serialize, Deserialize)]
struct Errand {
    door: String,
    form: Json,
    moves: usize,
    nodes: u64,
    bytes: u64,
}

/// A line of what it says.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Nodes(u64),
    End { whole: bool, json: Json },
    Refused { status: u16, fault: Fault },
}

/// Has a form with rules answered in a child.
///
/// # Errors
/// What the child refuses; when it was killed or broke down, words for that.
pub(crate) fn ask<D: Door>(
    program: &Path,
    form: &D,
    moves: usize,
    budget: &Budget,
) -> Result<Done<Json>, Refusal> {
    let failed = |error: &dyn std::fmt::Display| Refusal::failure(error.to_string());
    let json = serde_json::value::to_raw_value(form).map_err(|error| failed(&error))?;
    let (nodes, bytes) = (budget.nodes.0, budget.bytes.0);
    let errand = Errand { door: D::NAME.to_string(), form: json, moves, nodes, bytes };
    let mut errand = serde_json::to_vec(&errand).map_err(|error| failed(&error))?;
    errand.push(b'\n');
    let child = Command::new(program)
        .arg("serve")
        .arg("--one")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed(&error))?;
    let mut child = Killed(child);
    let (Some(mut input), Some(output)) = (child.0.stdin.take(), child.0.stdout.take()) else {
        return Err(failed(&"a process without pipes"));
    };
    let (lines, heard) = sync_channel(16);
    std::thread::spawn(move || {
        for line in BufReader::new(output.take(LONGEST)).lines() {
            let Ok(line) = line else { return };
            if lines.send(line).is_err() {
                return;
            }
        }
    });
    // A child that is gone already says so by the end of its output.
    _ = input.write_all(&errand);
    let mut input = Some(input);
    let stop = budget.stop_flag();
    let mut told: Option<Instant> = None;
    loop {
        match heard.recv_timeout(Duration::from_millis(20)) {
            Ok(line) => match serde_json::from_str(&line) {
                Ok(Line::Nodes(nodes)) => _ = budget.spend(nodes),
                Ok(Line::End { whole: true, json }) => return Ok(Done::Whole(json)),
                Ok(Line::End { whole: false, json }) => return Ok(Done::Partial(json)),
                Ok(Line::Refused { status, fault }) => {
                    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
                    return Err(Refusal::of(status, fault));
                }
                Err(error) => return Err(failed(&error)),
            },
            Err(RecvTimeoutError::Disconnected) => {
                let message = "the rules used more memory than rules may, or broke the program";
                return Err(Refusal::new(StatusCode::BAD_REQUEST, "limit", message));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if stop.load(Ordering::Relaxed) {
            drop(input.take());
            let since = *told.get_or_insert_with(Instant::now);
            if since.elapsed() > GRACE {
                let message = "the rules did not end in time";
                return Err(Refusal::new(StatusCode::BAD_REQUEST, "limit", message));
            }
        }
    }
}

/// A child that is killed and waited for when this is dropped.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        // It may have ended by itself.
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// Answers one form from standard input on standard output.
///
/// # Errors
/// When standard input holds no errand, or standard output is closed.
pub fn serve_one() -> std::io::Result<()> {
    let mut line = String::new();
    let mut input = BufReader::new(std::io::stdin());
    input.read_line(&mut line)?;
    let errand: Errand = serde_json::from_str(&line)?;
    // Where the system has no such limit, the deadline is left.
    if let Some(taken) = address_space() {
        let most = taken.saturating_add(errand.bytes).saturating_add(ROOM);
        _ = rlimit::setrlimit(rlimit::Resource::AS, most, most);
    }
    let budget = Budget::default().with_nodes(Nodes(errand.nodes)).with_bytes(Bytes(errand.bytes));
    let stop = budget.stop_flag();
    std::thread::spawn(move || {
        // The end of the input, in whatever way it comes, is the word to stop.
        _ = input.read_to_end(&mut Vec::new());
        stop.store(true, Ordering::Relaxed);
        // Rules that do not end then end with the process, even when nobody is left to kill it.
        std::thread::sleep(GRACE);
        std::process::exit(1);
    });
    let ticking = budget.clone();
    std::thread::spawn(move || {
        let mut told = 0;
        loop {
            std::thread::sleep(TICK);
            let spent = ticking.spent().0;
            if say(&Line::Nodes(spent - told)).is_err() {
                return;
            }
            told = spent;
        }
    });
    let line = match answer(&errand, &budget) {
        Ok(Done::Whole(json)) => Line::End { whole: true, json },
        Ok(Done::Partial(json)) => Line::End { whole: false, json },
        Err(refusal) => {
            let (status, fault) = refusal.parts();
            Line::Refused { status: status.as_u16(), fault }
        }
    };
    say(&line)
}

/// Bytes of address space that this process has taken, stacks that it will never fill among them.
fn address_space() -> Option<u64> {
    let pages: u64 = std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').next()?.parse().ok()?;
    // A larger page only makes the limit lower.
    Some(pages * 4096)
}

fn say(line: &Line) -> std::io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn answer(errand: &Errand, budget: &Budget) -> Result<Done<Json>, Refusal> {
    match errand.door.as_str() {
        ReadAsk::NAME => at::<ReadAsk>(errand, budget),
        Play::NAME => at::<Play>(errand, budget),
        Reply::NAME => at::<Reply>(errand, budget),
        Edit::NAME => at::<Edit>(errand, budget),
        MovesAsk::NAME => at::<MovesAsk>(errand, budget),
        SolveAsk::NAME => at::<SolveAsk>(errand, budget),
        SequenceAsk::NAME => at::<SequenceAsk>(errand, budget),
        PeriodAsk::NAME => at::<PeriodAsk>(errand, budget),
        TableAsk::NAME => at::<TableAsk>(errand, budget),
        PatternAsk::NAME => at::<PatternAsk>(errand, budget),
        LessonAsk::NAME => at::<LessonAsk>(errand, budget),
        other => Err(Refusal::failure(format!("no door `{other}`"))),
    }
}

fn at<D: Door>(errand: &Errand, budget: &Budget) -> Result<Done<Json>, Refusal> {
    let form: D = serde_json::from_str(errand.form.get()).map_err(|e| Refusal::failure(e.to_string()))?;
    let source = Text::new("rules", form.rules().unwrap_or_default());
    let script = grundy_starlark::rules(OWN, &source, budget.stop_flag())?;
    let mut load = Own(script);
    form.answer(&mut Desk { budget, moves: errand.moves, load: &mut load })
}

/// Opens the one game that a form brought along.
struct Own(Arc<dyn Script>);

impl Loader for Own {
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        grundy::no_files(name)
    }

    fn rules(&mut self, term: &TermText) -> Result<Box<dyn Term>, ParseError> {
        if term.name.as_str() != OWN {
            let found = format!("`{}`", term.name.as_str());
            return Err(term.name.error_here(format!("`{OWN}`, the rules sent along"), found));
        }
        grundy_starlark::open(Arc::clone(&self.0), term, Open)
    }
}
