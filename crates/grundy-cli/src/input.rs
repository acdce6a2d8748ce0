//! Files and standard input for questions, and files of rules.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy::{Loader, Open, ParseError, Term, TermText, Text};

/// Largest input that is read into memory.
const MOST: u64 = 1 << 30;

/// Reads the file of `@name`, or standard input for `-`.
pub(crate) fn load(name: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = if name == "-" {
        std::io::stdin().lock().take(MOST + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(name).and_then(|file| file.take(MOST + 1).read_to_end(&mut bytes))
    };
    match read {
        Err(error) => Err(error.to_string().to_lowercase()),
        Ok(_) if bytes.len() as u64 > MOST => Err("more than 1 GiB".to_string()),
        Ok(_) => Ok(bytes),
    }
}

/// What questions on the command line may use: files, files of rules, and rules in an option.
#[derive(Debug, Default)]
pub(crate) struct Input {
    /// The expression of `--options`, which is the game `@options`.
    pub(crate) options: Option<String>,
    /// Ends rules in the middle of their work.
    pub(crate) stop: Arc<AtomicBool>,
}

/// The name of the game of `--options` in a question.
pub(crate) const OPTIONS: &str = "@options";

impl Input {
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
                let bytes = load(path).map_err(|why| {
                    let error = name.error_here("a file of rules that can be read", why);
                    error.help("a question starts with a game, `kayles 7`, or with rules, `@game.star 7`")
                })?;
                grundy::text_of(path, bytes)
            }
        }
    }

    /// Reads a file of rules, by its name in a question.
    pub(crate) fn script(&self, name: &Text) -> Result<Arc<dyn grundy_starlark::Script>, ParseError> {
        grundy_starlark::rules(name.as_str(), &self.source(name)?, Arc::clone(&self.stop))
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
