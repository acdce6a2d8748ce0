//! What `sequence` and `period` share: running a study with progress and checkpoints.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Context;
use grundy::heaps::{HeapRules, Study, restore, save};
use grundy::{Budget, ParseError, Progress, Text};

use crate::{input, output};

/// Time before the first checkpoint, and the least between two.
const SAVE_FIRST: Duration = Duration::from_millis(250);
/// Most time between two.
const SAVE_LAST: Duration = Duration::from_secs(30);
/// Saving takes at most about one part in so many of the time.
const SAVE_SHARE: u32 = 50;
/// Time between two lines of progress.
const SHOW_EVERY: Duration = Duration::from_millis(250);

/// Reads the term of the arguments.
pub(crate) fn rules(term: &[String]) -> Result<HeapRules, ParseError> {
    HeapRules::read(&Text::new("question", &term.join(" ")), &mut input::load)
}

/// The index of the kind of heap that was asked for, the first by default.
pub(crate) fn kind(rules: &HeapRules, name: Option<&str>) -> Result<usize, ParseError> {
    let Some(name) = name else { return Ok(0) };
    let kinds = &rules.system.kinds;
    if let [_] = &kinds[..] {
        let found = format!("`{name}`, and {} has one kind of heap", rules.name);
        return Err(Text::new("--kind", name).error_here("no --kind", found));
    }
    kinds.iter().position(|kind| kind.name == name).ok_or_else(|| {
        let list: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
        Text::new("--kind", name).error_here("a kind of heap", format!("`{name}`")).help(format!(
            "the kinds of {} are {}",
            rules.name,
            list.join(", ")
        ))
    })
}

/// Runs a study, from its checkpoint if there is one.
pub(crate) fn run(
    rules: HeapRules,
    last: u64,
    stop: bool,
    budget: &Budget,
    checkpoint: Option<&PathBuf>,
) -> anyhow::Result<Study> {
    let mut from = None;
    if let Some(path) = checkpoint
        && path.exists()
    {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        from = Some(restore(&rules, &bytes, budget)?);
    }
    let budget = &budget.clone().with_sink(progress());
    let (mut saved, mut wait) = (Instant::now(), SAVE_FIRST);
    let mut failed = None;
    let known = rules.clone();
    let study = Study::run(rules, last, stop, from, budget, &mut |engine| {
        if let Some(path) = checkpoint
            && saved.elapsed() >= wait
        {
            let begun = Instant::now();
            if let Err(error) = output::write(path, &save(&known, engine)) {
                failed = Some(error);
            }
            // Short runs lose little, long ones spend little on saving.
            let cost = begun.elapsed().saturating_mul(SAVE_SHARE);
            wait = (wait + wait / 8).min(SAVE_LAST).max(cost);
            saved = Instant::now();
        }
    });
    if let Some(path) = checkpoint {
        output::write(path, &save(&study.rules, &study.engine))?;
    }
    if io::stderr().is_terminal() {
        eprint(b"\r\x1b[K");
    }
    match failed {
        Some(error) => Err(error),
        None => Ok(study),
    }
}

/// A sink that keeps one line of progress on a terminal.
fn progress() -> impl Fn(&Progress) + Send + Sync + 'static {
    let begun = Instant::now();
    let shown = Mutex::new(None::<(Instant, u64)>);
    let terminal = io::stderr().is_terminal();
    move |progress: &Progress| {
        let Ok(mut last) = shown.lock() else { return };
        let now = Instant::now();
        if !terminal || last.is_some_and(|(at, _)| now - at < SHOW_EVERY) {
            return;
        }
        let (at, done) = last.unwrap_or((begun, 0));
        let rate =
            (progress.done - done.min(progress.done)) as f64 / (now - at).as_secs_f64().max(1e-9) / 1e6;
        *last = Some((now, progress.done));
        let note = if progress.note.is_empty() { String::new() } else { format!(", {}", progress.note) };
        eprint(format!("\r\x1b[Kheap {}, {rate:.1} million a second{note}", progress.done).as_bytes());
    }
}

fn eprint(bytes: &[u8]) {
    // Progress that cannot be shown is no harm.
    let _shown = io::stderr().write_all(bytes);
}
