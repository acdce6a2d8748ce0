//! Files and standard input for questions, and files of rules.

use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grundy::{Budget, Error, Limit, Loader, Open, ParseError, Term, TermText, Text};
use grundy_starlark::Script;

use crate::guard::{self, Guard};

/// Largest input that is read into memory.
const MOST: u64 = 1 << 30;

/// Largest file of rules that is read into memory; the interpreter takes less.
const MOST_RULES: u64 = 1 << 20;

/// Reads the file of `@name`, or standard input for `-`.
pub(crate) fn load(name: &str) -> Result<Vec<u8>, String> {
    load_most(name, MOST, "more than 1 GiB")
}

fn load_most(name: &str, most: u64, more: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = if name == "-" {
        std::io::stdin().lock().take(most + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(name).and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
    };
    match read {
        Err(error) => Err(error.to_string().to_lowercase()),
        Ok(_) if bytes.len() as u64 > most => Err(more.to_string()),
        Ok(_) => Ok(bytes),
    }
}

/// What questions on the command line may use: files, files of rules, and rules in an option.
pub(crate) struct Input {
    /// The expression of `--options`, which is the game `@options`.
    options: Option<String>,
    /// What was read, since standard input can be read once.
    read: HashMap<String, Arc<dyn Script>>,
    /// Ends rules in the middle of their work.
    stop: Arc<AtomicBool>,
    /// What rules are held to.
    guard: Guard,
}

/// The name of the game of `--options` in a question.
pub(crate) const OPTIONS: &str = "@options";

impl Input {
    /// For work within `budget` that began just now and may take `time`.
    pub(crate) fn new(budget: &Budget, time: Option<Duration>) -> Self {
        Self {
            options: None,
            read: HashMap::new(),
            stop: budget.stop_flag(),
            guard: Guard::new(time, budget.bytes.0),
        }
    }

    /// The same with the rules of `--options`.
    pub(crate) fn with_options(self, options: Option<&String>) -> Self {
        Self { options: options.cloned(), ..self }
    }

    /// The same for a program that wants errors as JSON too.
    pub(crate) fn with_json_errors(self, json: bool) -> Self {
        Self { guard: self.guard.with_json(json), ..self }
    }

    /// Why a question was not read: its mistake, or that the rules had no time to run.
    pub(crate) fn told(&self, error: impl Into<Error>) -> Error {
        let error = error.into();
        let stopped = self.stop.load(Ordering::Relaxed) && matches!(error, Error::Parse(_));
        if stopped { Error::Limit(guard::named(Limit::Stopped)) } else { error }
    }

    /// The words of a question, with the game of `--options` in front if there is one.
    pub(crate) fn question(&self, words: &[String]) -> Text {
        let game = self.options.iter().map(|_| OPTIONS);
        let words: Vec<&str> = game.chain(words.iter().map(String::as_str)).collect();
        Text::new("question", &words.join(" "))
    }

    /// The source of a file of rules, by its name in a question.
    fn source(&self, name: &Text) -> Result<Text, ParseError> {
        let path = &name.as_str()[1..];
        match &self.options {
            Some(expression) if name.as_str() == OPTIONS => {
                Ok(Text::new("--options", &format!("def options(n): return {expression}\n")))
            }
            _ if path.is_empty() => Err(name.error_here("the file name of rules after the @", "nothing")),
            _ => {
                let bytes = load_most(path, MOST_RULES, "more than 1 MiB").map_err(|why| {
                    let error = name.error_here("a file of rules that can be read", why);
                    error.help("a question starts with a game, `kayles 7`, or with rules, `@game.star 7`")
                })?;
                grundy::text_of(path, bytes)
            }
        }
    }

    /// Reads a file of rules, by its name in a question.
    pub(crate) fn script(&mut self, name: &Text) -> Result<Arc<dyn Script>, ParseError> {
        if let Some(script) = self.read.get(name.as_str()) {
            return Ok(Arc::clone(script));
        }
        let source = self.source(name)?;
        self.guard.watch(&self.stop);
        let script = grundy_starlark::rules(name.as_str(), &source, Arc::clone(&self.stop))?;
        self.read.insert(name.as_str().to_string(), Arc::clone(&script));
        Ok(script)
    }
}

impl Loader for Input {
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        load(name)
    }

    fn rules(&mut self, term: &TermText) -> Result<Box<dyn Term>, ParseError> {
        grundy_starlark::open(self.script(&term.name)?, term, Open)
    }
}
