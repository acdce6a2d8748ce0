//! Numbers from a stream in constant memory, with places for messages.
//!
//! The main type is [`Tokens`]: a window over the stream. The part of the current line that is
//! still in the window is what a message shows.

use std::io::{ErrorKind, Read};

use grundy_rules::{ParseError, Text};

use crate::error::Error;

/// Size of the window, and so the length of the longest token.
const WINDOW: usize = 1 << 16;

/// Bytes shown of a line around an error.
const SHOWN: usize = 200;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// White-space separated tokens of a stream.
pub(super) struct Tokens<R> {
    input: R,
    window: Box<[u8]>,
    /// Next byte, and the end of what is read.
    at: usize,
    end: usize,
    /// Number of the current line, where the window's part of it starts, and the column there.
    line: usize,
    line_at: usize,
    column: usize,
}

impl<R: Read> Tokens<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, window: vec![0; WINDOW].into(), at: 0, end: 0, line: 0, line_at: 0, column: 1 }
    }

    /// Moves what is left to the front of the window and reads more; false at the end.
    fn refill(&mut self) -> std::io::Result<bool> {
        // Keep a piece of the line before the token, for messages.
        let keep = self.at.saturating_sub(SHOWN).max(self.line_at.min(self.at));
        self.column += keep - self.line_at.min(keep);
        self.window.copy_within(keep..self.end, 0);
        (self.at, self.end, self.line_at) = (self.at - keep, self.end - keep, 0);
        if self.end == WINDOW {
            return Ok(false);
        }
        if self.line == 0 {
            self.line = 1;
            while self.end < BYTE_ORDER_MARK.len() && self.read()? {}
            if self.window[..self.end].starts_with(BYTE_ORDER_MARK) {
                (self.at, self.line_at) = (BYTE_ORDER_MARK.len(), BYTE_ORDER_MARK.len());
            }
            if self.end > self.at {
                return Ok(true);
            }
        }
        self.read()
    }

    fn read(&mut self) -> std::io::Result<bool> {
        loop {
            match self.input.read(&mut self.window[self.end..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                done => {
                    let read = done?;
                    self.end += read;
                    return Ok(read > 0);
                }
            }
        }
    }

    /// Skips white space; whether a token follows.
    pub(super) fn more(&mut self) -> std::io::Result<bool> {
        loop {
            while self.at < self.end {
                match self.window[self.at] {
                    b'\n' => {
                        self.line += 1;
                        (self.line_at, self.column) = (self.at + 1, 1);
                    }
                    byte if byte.is_ascii_whitespace() || byte == 0x0b => {}
                    _ => return Ok(true),
                }
                self.at += 1;
            }
            if !self.refill()? {
                return Ok(false);
            }
        }
    }

    /// The next token as a number from `least` to `most`; `what` says what it counts.
    #[inline]
    pub(super) fn number(&mut self, what: &str, least: u64, most: u64) -> Result<u64, Error> {
        let wanted = || {
            if most == u64::MAX {
                format!("{what}, a number of at least {least}")
            } else {
                format!("{what}, a number from {least} to {most}")
            }
        };
        if !self.more()? {
            return Err(self.error(self.at..self.at, wanted(), Some("the end".to_string())).into());
        }
        let mut start = self.at;
        let (mut value, mut sound) = (Some(0u64), true);
        loop {
            while self.at < self.end && !self.window[self.at].is_ascii_whitespace() {
                let digit = self.window[self.at].wrapping_sub(b'0');
                sound &= digit < 10;
                value = value.and_then(|v| v.checked_mul(10)?.checked_add(u64::from(digit)));
                self.at += 1;
            }
            if self.at < self.end {
                break;
            }
            // The token may go on behind the window: look at it again from its start.
            let token = self.at - start;
            self.at = start;
            let more = token + SHOWN < WINDOW && self.refill()?;
            start = self.at;
            self.at += token;
            if !more {
                break;
            }
        }
        match value {
            Some(value) if sound && (least..=most).contains(&value) => Ok(value),
            _ => Err(self.error(start..self.at, wanted(), None).into()),
        }
    }

    /// An error about the token that [`Tokens::more`] found.
    pub(super) fn error_at_next(&self, wanted: &str) -> ParseError {
        let rest = &self.window[self.at..self.end];
        let token = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.error(self.at..self.at + token, wanted.to_string(), None)
    }

    /// An error about bytes of the window; what was found is the bytes themselves if not given.
    fn error(&self, token: std::ops::Range<usize>, wanted: String, found: Option<String>) -> ParseError {
        let line_at = self.line_at.min(token.start);
        let rest = &self.window[token.end..self.end];
        let line_end = rest.iter().take(SHOWN).position(|&b| b == b'\n').unwrap_or(rest.len().min(SHOWN));
        let lossy = |range: std::ops::Range<usize>| String::from_utf8_lossy(&self.window[range]).into_owned();
        let (before, own) = (lossy(line_at..token.start), lossy(token.clone()));
        let source = format!("{before}{own}{}", lossy(token.end..token.end + line_end));
        let text = Text::at("standard input", &source, (self.line.max(1), self.column));
        let shown: String = own.chars().take(40).collect();
        let found = found.unwrap_or_else(|| format!("`{shown}`"));
        text.error(before.len()..before.len() + own.len(), wanted, found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that gives one byte at a time.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let Some((&first, rest)) = self.0.split_first() else { return Ok(0) };
            buffer[0] = first;
            self.0 = rest;
            Ok(1)
        }
    }

    fn numbers(input: impl Read) -> Vec<u64> {
        let mut tokens = Tokens::new(input);
        let mut found = Vec::new();
        while tokens.more().unwrap() {
            found.push(tokens.number("n", 0, u64::MAX).unwrap());
        }
        found
    }

    #[test]
    fn reads_whatever_the_pieces() {
        let text = b"\xef\xbb\xbf1 22\r\n\t333  \n\n4444\x0c5";
        assert_eq!(numbers(&text[..]), [1, 22, 333, 4444, 5]);
        assert_eq!(numbers(Drip(text)), [1, 22, 333, 4444, 5]);
        let many: String = (0..50_000u64).fold(String::new(), |text, n| text + &n.to_string() + " ");
        assert_eq!(numbers(many.as_bytes()), (0..50_000).collect::<Vec<_>>());
    }

    #[test]
    fn errors_have_their_place() {
        let check = |input: &str, place: (usize, usize), message: &str| {
            let mut tokens = Tokens::new(Drip(input.as_bytes()));
            let error = loop {
                match tokens.number("n", 1, 9) {
                    Ok(_) => {}
                    Err(Error::Parse(error)) => break error,
                    Err(other) => panic!("{other}"),
                }
            };
            assert_eq!(error.line_and_column(), place, "{input:?}");
            assert_eq!(error.to_string(), message, "{input:?}");
        };
        check("", (1, 1), "expected n, a number from 1 to 9, found the end");
        check("1 2\n3 x4", (2, 3), "expected n, a number from 1 to 9, found `x4`");
        check("1 2\n3 10", (2, 3), "expected n, a number from 1 to 9, found `10`");
        check("1\n", (2, 1), "expected n, a number from 1 to 9, found the end");
        check(
            &format!("{}-1", "1 ".repeat(70_000)),
            (1, 140_001),
            "expected n, a number from 1 to 9, found `-1`",
        );
        let huge = "9".repeat(200_000);
        check(&huge, (1, 1), &format!("expected n, a number from 1 to 9, found `{}`", "9".repeat(40)));
    }
}
