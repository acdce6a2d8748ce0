//! What people see, one renderer a file. Everything goes out through [`print()`].

pub(crate) mod answer;
pub(crate) mod catalogue;
pub(crate) mod error;
mod graph;
pub(crate) mod picture;
pub(crate) mod table;
pub(crate) mod why;

use std::io::{ErrorKind, Write};

use anstyle::{AnsiColor, Color, Style};

/// Writes to standard output; colours go away where it is no terminal. A reader that has gone
/// away ends the program quietly.
pub(crate) fn print(text: &str) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        done => done,
    }
}

/// Writes bytes to standard output as they are.
pub(crate) fn print_bytes(bytes: &[u8]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        done => done,
    }
}

/// Text of at most 80 characters, its middle left out if need be.
pub(crate) fn shortened(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= 80 {
        return text.to_string();
    }
    let (head, tail) = (&letters[..60], &letters[letters.len() - 17..]);
    head.iter().chain(&['.'; 3]).chain(tail).collect()
}

/// Width to write for: the terminal's, or 100 where there is none.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0).max(20))
}

/// A colour.
pub(crate) const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// A text in a style.
pub(crate) fn styled(text: &str, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// `1 move`, `2 moves`.
pub(crate) fn counted(count: u128, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A text of paragraphs, each broken into lines; a line that is indented stays as it is, two blanks
/// further in.
pub(crate) fn paragraphs(text: &str, width: usize, indent: usize) -> String {
    let mut blocks: Vec<String> = Vec::new();
    let mut prose: Vec<&str> = Vec::new();
    for line in text.lines().chain([""]) {
        let apart = line.starts_with([' ', '\t']) && !line.trim().is_empty();
        if !apart && !line.trim().is_empty() {
            prose.push(line);
            continue;
        }
        if !prose.is_empty() {
            blocks.push(wrapped(&std::mem::take(&mut prose).join(" "), width, indent));
        }
        if apart {
            blocks.push(format!("  {}", line.trim()));
        }
    }
    blocks.join(&format!("\n{}", " ".repeat(indent)))
}

/// Breaks a text into lines of at most `width` characters, each after the first with `indent`
/// blanks in front.
pub(crate) fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut lines = String::new();
    let mut column = indent;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > indent && column + 1 + length > width {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            column = indent;
        } else if column > indent {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
    }
    lines
}
