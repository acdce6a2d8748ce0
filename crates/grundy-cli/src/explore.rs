//! `grundy explore`: the whole game as a table, in one run or in several.

use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use grundy::{Checkpoint, Loader, Open, ParseError, Question, Term, TermText, Text};

use crate::args::Explore;
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::{Done, limits, output, show};

/// Writes the table of a question.
pub(crate) fn run(args: &Explore) -> Done {
    let text = Text::new("question", &args.question.join(" "));
    let budget = limits::told(limits::budget(&args.limits));
    let mut input = Reading { input: Input::new(&budget, args.limits.time), read: Vec::new() };
    let question = Question::read(&text, &mut input).map_err(|error| input.input.told(error))?;
    let [term] = &question.terms[..] else {
        anyhow::bail!(grundy::Error::Method(
            "a table holds one game; leave out the + and ask for one table each".to_string()
        ));
    };
    let Some(path) = &args.checkpoint else {
        return finish(args, term.table(&budget, None));
    };
    // What was read decides the game as much as the words do, and a graph can be a long word.
    let text = term.text();
    let hash = grundy::verify_arena::hash(&[text.as_bytes(), &[0], &input.read].concat());
    let key = format!("{} [{hash:016x}]", show::shortened(&text));
    let saved = saved(path)?;
    let (mut last, mut failed) = (Instant::now(), None);
    let mut save = |run: &dyn Fn() -> Vec<u8>, ended: bool| {
        if ended || last.elapsed() >= args.every {
            failed = output::write(path, &run()).err();
            last = Instant::now();
        }
    };
    let checkpoint = Checkpoint { key, saved: saved.as_deref(), save: &mut save };
    let bytes = term.table(&budget, Some(checkpoint));
    if let Some(error) = failed {
        return Err(error);
    }
    let refused = bytes.is_err() && !matches!(bytes, Err(grundy::Error::Limit(_))) && saved.is_some();
    if refused {
        let bytes = bytes.with_context(|| format!("{}: not used, and left as it is", path.display()));
        return bytes.map(|_| Exit::Answered);
    }
    let done = bytes.is_ok();
    let exit = finish(args, bytes)?;
    if done && path.exists() {
        std::fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(exit)
}

/// The saved run, if there is one.
fn saved(path: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

fn finish(args: &Explore, bytes: Result<Vec<u8>, grundy::Error>) -> Done {
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(grundy::Error::Limit(limit)) => {
            let saved = args.checkpoint.as_ref().filter(|path| path.exists());
            let saved = saved.map_or(String::new(), |path| format!("; go on from {}", path.display()));
            show::print(&format!("limit reached: {limit}; no table is written{saved}\n"))?;
            return Ok(Exit::Limit);
        }
        Err(error) => return Err(error.into()),
    };
    output::write(&args.output, &bytes)?;
    show::print(&format!("{}: {} bytes\n", args.output.display(), bytes.len()))?;
    Ok(Exit::Answered)
}

/// Input that remembers what was read.
struct Reading {
    input: Input,
    read: Vec<u8>,
}

impl Loader for Reading {
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let bytes = self.input.file(name)?;
        self.read.extend(&bytes);
        Ok(bytes)
    }

    fn rules(&mut self, term: &TermText) -> Result<Box<dyn Term>, ParseError> {
        let script = self.input.script(&term.name)?;
        if let Ok(bytes) = input::load(&term.name.as_str()[1..]) {
            self.read.extend(bytes);
        }
        grundy_starlark::open(script, term, Open)
    }
}
