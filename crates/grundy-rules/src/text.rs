//! Text that people typed, and errors that point into it.
//!
//! A [`Text`] is a stretch of a whole source (the question on the command line, or a file) and
//! remembers where it lies. Everything a reader refuses becomes a [`ParseError`] with the byte
//! span in the *whole* source, what was expected and what was found; front ends draw the caret.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// A range of bytes in a source.
pub type Span = Range<usize>;

/// A stretch of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The whole source.
    source: Arc<str>,
    /// What to call the source: a file name, or `question`.
    name: Arc<str>,
    /// Line and column of the source's start, from 1 (a stream is read piece by piece).
    origin: (usize, usize),
    span: Span,
}

impl Text {
    /// All of `source`, which people know as `name`. A leading byte-order mark is passed over.
    pub fn new(name: &str, source: &str) -> Self {
        let start = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { span: start..source.len(), ..Self::at(name, source, (1, 1)) }
    }

    /// All of a piece that starts at this line and column of a longer stream.
    pub fn at(name: &str, source: &str, origin: (usize, usize)) -> Self {
        Self { source: source.into(), name: name.into(), origin, span: 0..source.len() }
    }

    /// The characters.
    pub fn as_str(&self) -> &str {
        &self.source[self.span.clone()]
    }

    /// Where this text lies in its source.
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// What the source is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The part of this text at `range`, counted from its own start.
    ///
    /// # Panics
    /// When the range does not lie in the text on character borders.
    #[must_use]
    pub fn slice(&self, range: Span) -> Self {
        let span = self.span.start + range.start..self.span.start + range.end;
        assert!(self.source.get(span.clone()).is_some() && span.end <= self.span.end);
        Self { span, ..self.clone() }
    }

    /// The words between white space.
    pub fn words(&self) -> impl Iterator<Item = Word<'_>> {
        self.split(char::is_whitespace)
    }

    /// The non-empty pieces between characters that are separators.
    pub fn split(&self, separator: impl Fn(char) -> bool) -> impl Iterator<Item = Word<'_>> {
        let text = self.as_str();
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = at + text[at..].find(|c| !separator(c))?;
            let end = text[start..].find(&separator).map_or(text.len(), |n| start + n);
            at = end;
            Some(Word { text: &text[start..end], start, from: self })
        })
    }

    /// An error about `range`, counted from this text's start.
    pub fn error(&self, range: Span, expected: impl Into<String>, found: impl Into<String>) -> ParseError {
        ParseError(Box::new(Place {
            name: Arc::clone(&self.name),
            source: Arc::clone(&self.source),
            origin: self.origin,
            span: self.span.start + range.start..self.span.start + range.end,
            expected: expected.into(),
            found: found.into(),
            help: None,
        }))
    }

    /// An error about the end of the text.
    pub fn error_at_end(&self, expected: impl Into<String>) -> ParseError {
        let end = self.as_str().trim_end().len();
        self.error(end..end, expected, "the end")
    }

    /// An error about the text as a whole.
    pub fn error_here(&self, expected: impl Into<String>, found: impl Into<String>) -> ParseError {
        self.error(0..self.as_str().trim_end().len(), expected, found)
    }

    /// That the whole text is no legal move, with one that is; `None` when the game is over.
    #[must_use]
    pub fn no_legal_move(&self, example: Option<String>) -> ParseError {
        let error = self.error_here("a legal move on this board", format!("`{}`", self.as_str().trim()));
        match example {
            Some(example) => error.help(format!("a legal move is {example}")),
            None => error.help("no move is left here: the game is over"),
        }
    }
}

/// A piece of a [`Text`].
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// The characters.
    pub text: &'a str,
    /// Where it starts, counted from the start of its [`Text`].
    pub start: usize,
    from: &'a Text,
}

impl Word<'_> {
    /// The word as a text of its own.
    pub fn to_text(&self) -> Text {
        self.from.slice(self.start..self.start + self.text.len())
    }

    /// An error: this word stands where something else was expected.
    pub fn expected(&self, expected: impl Into<String>) -> ParseError {
        self.error(0..self.text.len(), expected)
    }

    /// An error about the bytes `range` of this word.
    pub fn error(&self, range: Span, expected: impl Into<String>) -> ParseError {
        let found = format!("`{}`", shortened(&self.text[range.clone()]));
        self.from.error(self.start + range.start..self.start + range.end, expected, found)
    }

    /// An error about the bytes `range` of this word, with what was found in words.
    pub fn error_found(
        &self,
        range: Span,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> ParseError {
        self.from.error(self.start + range.start..self.start + range.end, expected, found)
    }

    /// The word as a number in `range`; `what` says what it counts, as in "the number of rows".
    ///
    /// # Errors
    /// When it is not a number of decimal digits, or lies outside `range`.
    pub fn number(&self, what: &str, range: RangeInclusive<u64>) -> Result<u64, ParseError> {
        let wanted = if *range.end() == u64::MAX {
            format!("{what}, a number from {} to 2^64 - 1", range.start())
        } else {
            format!("{what}, a number from {} to {}", range.start(), range.end())
        };
        if self.text.is_empty() || !self.text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(self.expected(wanted));
        }
        match self.text.parse() {
            Ok(n) if range.contains(&n) => Ok(n),
            _ => Err(self.expected(wanted)),
        }
    }
}

/// The text, cut in the middle when it is long, so that a message stays one line.
fn shortened(text: &str) -> String {
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let count = text.chars().count();
    if count <= 40 {
        return text.chars().map(clean).collect();
    }
    let head: String = text.chars().take(24).map(clean).collect();
    let tail: String = text.chars().skip(count - 8).map(clean).collect();
    format!("{head}...{tail}")
}

/// Input that could not be read: where, what was expected, what was found, how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(Box<Place>);

/// The fields of an error, in a box of their own so that results stay small.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    name: Arc<str>,
    source: Arc<str>,
    origin: (usize, usize),
    span: Span,
    expected: String,
    found: String,
    help: Option<String>,
}

impl ParseError {
    /// Adds how to mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(help.into());
        self
    }

    /// The same with the first bytes of its source left out, which nobody wrote: a program put
    /// them before what it read.
    #[must_use]
    pub fn behind(mut self, before: &str) -> Self {
        if let Some(rest) = self.0.source.strip_prefix(before) {
            let less = |at: usize| at.saturating_sub(before.len());
            self.0.span = less(self.0.span.start)..less(self.0.span.end);
            self.0.source = rest.into();
        }
        self
    }

    /// The whole source the span points into.
    pub fn source_text(&self) -> &str {
        &self.0.source
    }

    /// What the source is called: a file name, or `question`.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Bytes of the source that the error is about.
    pub fn span(&self) -> Span {
        self.0.span.clone()
    }

    /// What was expected there.
    pub fn expected(&self) -> &str {
        &self.0.expected
    }

    /// What was found there.
    pub fn found(&self) -> &str {
        &self.0.found
    }

    /// How to mend it, if there is more to say.
    pub fn help_text(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// Line and column of the error, both from 1; the column counts characters.
    pub fn line_and_column(&self) -> (usize, usize) {
        let mut start = self.0.span.start.min(self.0.source.len());
        while !self.0.source.is_char_boundary(start) {
            start -= 1;
        }
        let before = &self.0.source[..start];
        let line_start = before.rfind('\n').map_or(0, |n| n + 1);
        let line = before.matches('\n').count() + self.0.origin.0;
        let before_line = if line == self.0.origin.0 { self.0.origin.1 } else { 1 };
        let column = before[line_start..].chars().filter(|&c| c != '\u{feff}').count() + before_line;
        (line, column)
    }

    /// Column of the first character of [`ParseError::line`]: more than 1 only where a long
    /// line of a stream was read piece by piece.
    pub fn line_origin(&self) -> usize {
        let (line, _) = self.line_and_column();
        if line == self.0.origin.0 { self.0.origin.1 } else { 1 }
    }

    /// The line of the source the error is on, without its line end.
    pub fn line(&self) -> &str {
        let (line, _) = self.line_and_column();
        self.0.source.lines().nth(line - self.0.origin.0).unwrap_or("")
    }

    /// How many characters of that line the error covers, at least 1.
    pub fn width(&self) -> usize {
        let on_line = self.0.source.get(self.0.span.clone()).unwrap_or("");
        on_line.lines().next().unwrap_or("").chars().count().max(1)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.0.expected, self.0.found)
    }
}

impl std::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_place() {
        let text = Text::new("question", "\u{feff}nim 3\t40\r\n5");
        let words: Vec<&str> = text.words().map(|w| w.text).collect();
        assert_eq!(words, ["nim", "3", "40", "5"]);
        let error = text.words().nth(3).unwrap().expected("nothing more");
        assert_eq!(error.line_and_column(), (2, 1));
        assert_eq!(error.line(), "5");
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let check = |source: &str, expected: Option<u64>| {
            let text = Text::new("question", source);
            let word = text.words().next().unwrap();
            assert_eq!(word.number("rows", 1..=20).ok(), expected, "{source}");
        };
        check("7", Some(7));
        check("007", Some(7));
        check("0", None);
        check("21", None);
        check("-1", None);
        check("+1", None);
        check("1e3", None);
        check("1000000000000000000000000000000", None);
        check("\u{0663}", None);
    }

    #[test]
    fn long_words_are_cut_in_messages() {
        let text = Text::new("question", &"9".repeat(1000));
        let error = text.words().next().unwrap().number("rows", 1..=20).unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected rows, a number from 1 to 20, found `999999999999999999999999...99999999`"
        );
    }
}
