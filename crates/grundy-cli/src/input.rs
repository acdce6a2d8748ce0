//! Files and standard input for questions, and files of rules.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grundy::{Budget, Loader, Open, ParseError, Term, TermText, Text};

use crate::guard::Guard;

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
#[derive(Debug)]
pub(crate) struct Input {
    /// The expression of `--options`, which is the game `@options`.
    options: Option<String>,
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
        Self { options: None, stop: budget.stop_flag(), guard: Guard::new(time, budget.bytes.0) }
    }

    /// The same with the rules of `--options`.
    pub(crate) fn with_options(self, options: Option<&String>) -> Self {
        Self { options: options.cloned(), ..self }
    }

    /// The same for a program that wants errors as JSON too.
    pub(crate) fn with_json_errors(self, json: bool) -> Self {
        Self { guard: Guard { json, ..self.guard }, ..self }
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
    pub(crate) fn script(&self, name: &Text) -> Result<Arc<dyn grundy_starlark::Script>, ParseError> {
        let source = self.source(name)?;
        self.guard.watch(&self.stop);
        grundy_starlark::rules(name.as_str(), &source, Arc::clone(&self.stop))
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
