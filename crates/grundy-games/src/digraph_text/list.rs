//! Edge lists: an edge a line in a file, or all edges in one word.

use grundy_rules::{ParseError, Span, Text, Word};

use super::{Builder, NamedGraph};

/// Reads a file with an edge, a node or a mark on each line.
pub(super) fn read(text: &Text) -> Result<NamedGraph, ParseError> {
    let mut builder = Builder::new(text);
    let mut start = 0;
    for line in text.as_str().split_inclusive('\n') {
        let content = line.split('#').next().unwrap_or(line);
        let words: Vec<(Span, &str)> = words(content, start).collect();
        match &words[..] {
            [] => {}
            [(span, name)] => _ = builder.node(name, || span.clone())?,
            [(span, name), (_, "="), (end_span, end)] => {
                let node = builder.node(name, || span.clone())?;
                let whole = if matches!(*end, "loss" | "draw" | "win") { span } else { end_span };
                builder.mark(node, end, whole.clone())?;
            }
            [(from_span, from), (to_span, to)] => {
                let (from, to) =
                    (builder.node(from, || from_span.clone())?, builder.node(to, || to_span.clone())?);
                builder.edge(from, to);
            }
            [_, _, (span, extra), ..] => {
                let error = text.error(span.clone(), "one edge on a line", format!("`{extra}`"));
                return Err(error.help("an edge is two names, `a b`; an end is `a = draw`"));
            }
        }
        start += line.len();
    }
    builder.finish()
}

/// The words of a line that starts at byte `start`; `=` is a word of its own.
fn words(line: &str, start: usize) -> impl Iterator<Item = (Span, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += line[at..].find(|c: char| !c.is_whitespace())?;
        let rest = &line[at..];
        let length = if rest.starts_with('=') {
            1
        } else {
            rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len())
        };
        let span = start + at..start + at + length;
        at += length;
        Some((span, &rest[..length]))
    })
}

/// Reads `a-b,b-c,d=draw,e`.
pub(super) fn in_one_word(text: &Text) -> Result<NamedGraph, ParseError> {
    let mut builder = Builder::new(text);
    let span = |word: &Word<'_>, from: usize, to: usize| word.start + from..word.start + to;
    for word in text.split(|c| c == ',') {
        let length = word.text.len();
        if let Some(at) = word.text.find('=') {
            let node = builder.node(&word.text[..at], || span(&word, 0, at))?;
            let end = &word.text[at + 1..];
            let bad = !matches!(end, "loss" | "draw" | "win");
            builder.mark(node, end, if bad { span(&word, at + 1, length) } else { span(&word, 0, at) })?;
        } else if let Some(at) = word.text.find('-') {
            let from = builder.node(&word.text[..at], || span(&word, 0, at))?;
            let to = builder.node(&word.text[at + 1..], || span(&word, at + 1, length))?;
            builder.edge(from, to);
        } else {
            builder.node(word.text, || span(&word, 0, length))?;
        }
    }
    builder.finish()
}
