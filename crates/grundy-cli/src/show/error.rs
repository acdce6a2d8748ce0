//! Errors on standard error: one message with the place, a caret, and how to mend it.

use std::io::Write;

use anstyle::AnsiColor;
use grundy::{Error, ParseError};

use super::{colour, styled};
use crate::exit::Exit;
use crate::guard;

/// Longest piece of a line that is shown around an error.
const SHOWN: usize = 76;

/// Shows why a command gave no answer, and says which exit code that is.
pub(crate) fn failure(error: &anyhow::Error) -> Exit {
    let parse = error.downcast_ref::<ParseError>().or_else(|| match error.downcast_ref::<Error>() {
        Some(Error::Parse(parse)) => Some(parse),
        _ => None,
    });
    if let Some(parse) = parse {
        report(&place(parse));
        return Exit::BadInput;
    }
    report(&format!("{}: {error:#}\n", label()));
    match error.downcast_ref::<Error>() {
        Some(Error::Limit(_)) => Exit::Limit,
        Some(_) => Exit::BadInput,
        None if error.is::<grundy::verify_arena::Refused>() => Exit::BadInput,
        None => Exit::Failure,
    }
}

/// Shows that a limit ended the work, and how far it got.
pub(crate) fn limit(limit: Option<grundy::Limit>, known: Option<u64>) {
    let name = limit.map_or_else(|| "no value".to_string(), |limit| guard::named(limit).to_string());
    let known = known.map_or_else(String::new, |n| format!("; values are known up to heap {n}"));
    report(&format!("limit reached: {name}{known}\n"));
}

/// Shows what clap says of the arguments: help and version are answers, the rest bad input.
pub(crate) fn usage(error: &clap::Error) -> Exit {
    // Nothing can be done about a terminal that takes no message.
    let _shown = error.print();
    if error.use_stderr() { Exit::BadInput } else { Exit::Answered }
}

/// Tells why the program ends without an answer.
pub(crate) fn told(message: &str) {
    report(&format!("{message}\n"));
}

/// An error as JSON.
pub(crate) fn json(error: &anyhow::Error) -> String {
    if let Some(parse) = error.downcast_ref::<ParseError>() {
        return grundy::json::error(&Error::Parse(parse.clone()));
    }
    match error.downcast_ref::<Error>() {
        Some(error) => grundy::json::error(error),
        None => grundy::json::failure("failure", &format!("{error:#}")),
    }
}

/// Warns of something that does not keep the command from its answer.
pub(crate) fn warn(message: &str) {
    report(&format!("{}: {message}\n", styled("warning", colour(AnsiColor::Yellow).bold())));
}

/// Tells something beside the answer.
pub(crate) fn note(message: &str) {
    report(&format!("{}: {message}\n", styled("note", colour(AnsiColor::Cyan))));
}

fn report(text: &str) {
    let _shown = anstream::stderr().write_all(text.as_bytes());
}

fn label() -> String {
    styled("error", colour(AnsiColor::Red).bold())
}

/// The message with its place.
fn place(error: &ParseError) -> String {
    let (line, column) = error.line_and_column();
    let mut text = format!("{}: {error}\n", label());
    text += &format!(" --> {}, line {line}, column {column}\n", error.name());
    let (piece, before) = piece(error.line().trim_start_matches('\u{feff}'), column - error.line_origin());
    let width = error.width().min(SHOWN.saturating_sub(before)).max(1);
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let carets = styled(&"^".repeat(width), colour(AnsiColor::Red).bold());
    text += &format!("{margin} |\n{number} | {piece}\n{margin} | {}{carets}\n", " ".repeat(before));
    if let Some(help) = error.help_text() {
        text += &format!("{}: {help}\n", styled("help", colour(AnsiColor::Cyan).bold()));
    }
    text
}

/// The part of a line around a column, and how many characters of it stand before the column.
fn piece(line: &str, column: usize) -> (String, usize) {
    let clean = |c: char| {
        if c == '\t' {
            ' '
        } else if c.is_control() {
            '\u{fffd}'
        } else {
            c
        }
    };
    let characters: Vec<char> = line.chars().map(clean).collect();
    if characters.len() <= SHOWN {
        return (characters.into_iter().collect(), column);
    }
    let start = column.saturating_sub(SHOWN / 2).min(characters.len() - SHOWN / 2);
    let end = (start + SHOWN).min(characters.len());
    let head = if start > 0 { "..." } else { "" };
    let tail = if end < characters.len() { "..." } else { "" };
    let middle: String = characters[start..end].iter().collect();
    (format!("{head}{middle}{tail}"), column - start + head.len())
}
