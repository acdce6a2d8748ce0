//! From text to an opened question.
//!
//! ```text
//! question = term { "+" term }
//! term     = game [ ":" rules ] [ position ] | @rules-file [ position ]
//! position = words; a first word @file reads a file, - reads standard input
//! ```
//! A `+` between terms stands alone between blanks. What a question needs from outside, files
//! and games that users wrote, comes through [`Loader`].

use grundy_rules::{Declaration, ParseError, Ruleset, Span, TermText, Text, Visit};

use crate::term::{Opened, Term};

/// What a question needs from outside. A function that reads files is enough; it knows no games
/// but the program's own.
pub trait Loader {
    /// The bytes of the file of a word `@file`, or of standard input for `-`; the name comes
    /// without the `@`.
    ///
    /// # Errors
    /// The reason why there are none.
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String>;

    /// Opens a term whose game is a file of rules: its name starts with `@`.
    ///
    /// # Errors
    /// When the rules or the position cannot be read; the provided one always.
    fn rules(&mut self, term: &TermText) -> Result<Box<dyn Term>, ParseError> {
        let found = format!("`{}`", term.name.as_str());
        Err(term.name.error_here("the name of a game", found).help("files of rules are off here"))
    }
}

impl<F: FnMut(&str) -> Result<Vec<u8>, String>> Loader for F {
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self(name)
    }
}

/// What is handed on.
pub type Load<'l> = &'l mut dyn Loader;

/// A loader for places where files are off.
///
/// # Errors
/// Always.
pub fn no_files(_name: &str) -> Result<Vec<u8>, String> {
    Err("files cannot be read here; write the position into the question".to_string())
}

/// A sum of positions.
pub struct Question {
    /// The terms, at least one.
    pub terms: Vec<Box<dyn Term>>,
}

impl Question {
    /// Opens a question.
    ///
    /// # Errors
    /// When a game is unknown, a position cannot be read, or a file cannot be loaded.
    pub fn read(text: &Text, load: Load<'_>) -> Result<Self, ParseError> {
        let cut = cut(text, load)?;
        let open = |term: &TermText| {
            if term.name.as_str().starts_with('@') {
                load.rules(term)
            } else {
                grundy_games::open(term, Open)
            }
        };
        let terms = cut.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { terms })
    }

    /// The question in its canonical form.
    pub fn text(&self) -> String {
        self.terms.iter().map(|term| term.text()).collect::<Vec<_>>().join(" + ")
    }
}

/// Opens a game with its sizes left open: any board of so many sizes stands for all.
///
/// # Errors
/// When there is more than one term, the game is unknown, or has no such board.
pub fn open_sized(text: &Text, load: Load<'_>, sizes: usize) -> Result<Box<dyn Term>, ParseError> {
    let (before, between) = if text.as_str().starts_with('@') { ("=", ",") } else { ("", " ") };
    let any = vec!["1"; sizes].join(between);
    let whole = Text::new(text.name(), &format!("{} {before}{any}", text.as_str().trim()));
    let mut question = Question::read(&whole, load)?;
    if question.terms.len() > 1 {
        return Err(text.error_here("one game", format!("a sum of {}", question.terms.len())));
    }
    Ok(question.terms.remove(0))
}

/// Makes a term of any ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Open;

impl Visit for Open {
    type Out = Box<dyn Term>;

    fn visit<R: Ruleset + 'static>(self, declaration: &'static Declaration, ruleset: R) -> Box<dyn Term> {
        let board = ruleset.start();
        Box::new(Opened::new(declaration, ruleset.into(), board))
    }
}

/// Cuts a question into its terms and loads their files.
pub(crate) fn cut(text: &Text, load: Load<'_>) -> Result<Vec<TermText>, ParseError> {
    let words: Vec<(usize, &str)> = text.words().map(|word| (word.start, word.text)).collect();
    let mut terms = Vec::new();
    for term in words.split(|&(_, word)| word == "+") {
        let Some((&(start, first), rest)) = term.split_first() else {
            // The place of the missing term: after the last `+` read so far.
            let end = text.as_str().len();
            let at = words.iter().filter(|&&(_, word)| word == "+").map(|&(at, _)| at).nth(terms.len());
            let at = at.unwrap_or(end);
            let found = if at == end { "the end" } else { "`+`" };
            return Err(text
                .error(at..(at + 1).min(end), "a game and a position, such as `nim 3 4 5`", found)
                .help("`grundy games` lists the games"));
        };
        let end = rest.last().map_or(start + first.len(), |&(at, word)| at + word.len());
        let colon = first.find(':').filter(|_| !first.starts_with('@'));
        let name = text.slice(start..start + colon.unwrap_or(first.len()));
        let rules = text.slice(colon.map_or(start + first.len(), |n| start + n + 1)..start + first.len());
        let (mut file, mut from) = (None, start + first.len());
        if let Some(&(at, word)) = rest.first()
            && (word.starts_with('@') || word == "-")
        {
            let span = at..at + word.len();
            let path = word.strip_prefix('@').unwrap_or(word);
            if path.is_empty() {
                return Err(text.error(span, "a file name after the @", "nothing"));
            }
            let bytes =
                load.file(path).map_err(|why| text.error(span.clone(), "a file that can be read", why))?;
            file = Some(text_of(path, bytes)?);
            from = span.end;
        }
        terms.push(TermText { name, rules, file, position: text.slice(from..end) });
    }
    Ok(terms)
}

/// The text of a file's bytes.
///
/// # Errors
/// When they are not UTF-8; the error points at the first byte that is not.
pub fn text_of(name: &str, bytes: Vec<u8>) -> Result<Text, ParseError> {
    let name = if name == "-" { "standard input" } else { name };
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Text::new(name, &text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[at];
            let whole = Text::new(name, &String::from_utf8_lossy(error.as_bytes()));
            let at = at - whole.span().start;
            let span: Span = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
            Err(whole.error(span, "text in UTF-8", format!("the byte 0x{byte:02x}")))
        }
    }
}
