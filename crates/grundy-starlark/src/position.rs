//! Positions of users' games: an integer, a string, or a tuple of them.
//!
//! Main type: [`Position`]. Its text is what Python would write, without blanks: `7`, `3,4`,
//! `LRX/RRL`, `"a\x20b"`, `(1,2),5`. A tuple at the top needs no parentheses and a plain word
//! no quotes; [`read`] accepts Python's own form too, and several positions are a sum. Written
//! text never contains a blank, so that it can stand in a question.

use std::fmt::{self, Write};
use std::sync::Arc;

use grundy_rules::{ParseError, Text};

/// Deepest nesting of tuples, in text and from rules.
pub const DEEPEST: usize = 32;

/// One part of a sum.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Position {
    /// A number.
    Int(i64),
    /// A string.
    Str(Arc<str>),
    /// A tuple.
    Tuple(Arc<[Position]>),
    /// Several parts that are searched as one, sorted, in games that can be drawn; users' rules
    /// never see it.
    Whole(Arc<[Position]>),
}

impl Position {
    /// A string.
    pub fn text(text: &str) -> Self {
        Self::Str(text.into())
    }

    /// A tuple.
    pub fn tuple(items: Vec<Self>) -> Self {
        Self::Tuple(items.into())
    }

    /// How the position lists its parts.
    pub(crate) fn parts(&self) -> &[Self] {
        match self {
            Self::Whole(parts) => parts,
            single => std::slice::from_ref(single),
        }
    }

    /// Several parts as one position.
    pub(crate) fn whole(mut parts: Vec<Self>) -> Self {
        if parts.len() == 1 {
            return parts.remove(0);
        }
        parts.sort_unstable();
        Self::Whole(parts.into())
    }

    fn write(&self, out: &mut impl Write, top: bool) -> fmt::Result {
        match self {
            Self::Int(n) => write!(out, "{n}"),
            Self::Str(text) if is_word(text) => out.write_str(text),
            Self::Str(text) => quote(text, out),
            Self::Tuple(items) => {
                let bare = top && !items.is_empty();
                if !bare {
                    out.write_char('(')?;
                }
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.write_char(',')?;
                    }
                    item.write(out, false)?;
                }
                if items.len() == 1 {
                    out.write_char(',')?;
                }
                if bare { Ok(()) } else { out.write_char(')') }
            }
            Self::Whole(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        out.write_char('+')?;
                    }
                    part.write(out, true)?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, true)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, true)
    }
}

/// Whether a string can be written without quotes.
fn is_word(text: &str) -> bool {
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !"()[],\"'\\=".contains(c);
    let number = |text: &str| {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        digits.starts_with(|c: char| c.is_ascii_digit())
    };
    !text.is_empty()
        && text.chars().all(plain)
        && !text.starts_with(['@', '+', '-', '\u{feff}'])
        && !number(text)
}

fn quote(text: &str, out: &mut impl Write) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            '\n' => out.write_str("\\n")?,
            c if (c as u32) < 0x80 && (c == ' ' || c.is_control()) => write!(out, "\\x{:02x}", c as u32)?,
            c if c.is_whitespace() || c.is_control() || c == '\u{feff}' => {
                write!(out, "\\U{:08x}", c as u32)?;
            }
            c => out.write_char(c)?,
        }
    }
    out.write_char('"')
}

/// Reads positions: several of them, apart by blanks or in `[ ]`, are a sum.
///
/// # Errors
/// When the text is no position.
pub fn read(text: &Text) -> Result<Vec<Position>, ParseError> {
    let mut reader = Reader { text, at: 0 };
    let mut parts = Vec::new();
    reader.blanks();
    if reader.take('[') {
        loop {
            reader.blanks();
            if reader.take(']') {
                break;
            }
            parts.push(reader.item(0)?);
            reader.blanks();
            if !reader.take(',') && reader.peek() != Some(']') {
                return Err(reader.expected("`,` or `]`"));
            }
        }
        reader.blanks();
    } else {
        while reader.peek().is_some() {
            parts.push(reader.top()?);
            if reader.peek().is_some_and(|c| !c.is_whitespace()) {
                return Err(reader.expected("a blank or `,`"));
            }
            reader.blanks();
        }
        if parts.is_empty() {
            return Err(text.error_at_end("a position: a number, a word or numbers with commas"));
        }
    }
    if reader.peek().is_some() {
        return Err(reader.expected("nothing after `]`"));
    }
    Ok(parts)
}

struct Reader<'t> {
    text: &'t Text,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text.as_str()[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn expected(&self, expected: &str) -> ParseError {
        match self.peek() {
            None => self.text.error(self.at..self.at, expected, "the end"),
            Some(c) => self.text.error(self.at..self.at + c.len_utf8(), expected, format!("`{c}`")),
        }
    }

    /// A position that may be a tuple without parentheses.
    fn top(&mut self) -> Result<Position, ParseError> {
        let first = self.item(0)?;
        if self.peek() != Some(',') {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.take(',') {
            if self.peek().is_none_or(char::is_whitespace) {
                break;
            }
            items.push(self.item(1)?);
        }
        Ok(Position::tuple(items))
    }

    fn item(&mut self, depth: usize) -> Result<Position, ParseError> {
        match self.peek() {
            Some('(') if depth >= DEEPEST => Err(self.expected(&format!("at most {DEEPEST} tuples deep"))),
            Some('(') => self.tuple(depth),
            Some(quote @ ('"' | '\'')) => self.quoted(quote),
            Some('[') => {
                Err(self.expected("a number, a word or a tuple").help("a list is a sum and cannot be inside"))
            }
            Some(c) if c.is_whitespace() || "),]=".contains(c) => Err(self.expected("a position")),
            None => Err(self.expected("a position")),
            Some(_) => self.word(),
        }
    }

    fn tuple(&mut self, depth: usize) -> Result<Position, ParseError> {
        let open = self.at;
        self.take('(');
        let mut items = Vec::new();
        let mut comma = false;
        loop {
            self.blanks();
            if self.take(')') {
                break;
            }
            if self.peek().is_none() {
                return Err(self.text.error(open..open + 1, "a `)` for this `(`", "the end"));
            }
            if !items.is_empty() && !comma {
                return Err(self.expected("`,` or `)`"));
            }
            items.push(self.item(depth + 1)?);
            self.blanks();
            comma = self.take(',');
        }
        // As in Python, (7) is 7 and (7,) is a tuple.
        if items.len() == 1 && !comma {
            return Ok(items.remove(0));
        }
        Ok(Position::tuple(items))
    }

    fn word(&mut self) -> Result<Position, ParseError> {
        let start = self.at;
        let length = self.rest().find(|c: char| c.is_whitespace() || "()[],\"'\\=".contains(c));
        let word = &self.rest()[..length.unwrap_or(self.rest().len())];
        let digits = word.strip_prefix('-').unwrap_or(word);
        if digits.starts_with(|c: char| c.is_ascii_digit()) && digits.bytes().all(|b| b.is_ascii_digit()) {
            let span = start..start + word.len();
            let number = word.parse().map_err(|_| {
                self.text.error(span, "a number that fits 64 bits", format!("{} digits", digits.len()))
            })?;
            self.at += word.len();
            return Ok(Position::Int(number));
        }
        if !is_word(word) {
            let span = start..start + word.len().max(1);
            let error = self.text.error(span, "a number, a word or a tuple", format!("`{word}`"));
            return Err(error.help("a string that starts like a number stands in quotes"));
        }
        let position = Position::text(word);
        self.at += word.len();
        Ok(position)
    }

    fn quoted(&mut self, quote: char) -> Result<Position, ParseError> {
        let open = self.at;
        self.take(quote);
        let mut string = String::new();
        loop {
            let at = self.at;
            let Some(c) = self.peek() else {
                return Err(self.text.error(
                    open..open + 1,
                    format!("a {quote} at the end of the string"),
                    "none",
                ));
            };
            self.at += c.len_utf8();
            match c {
                c if c == quote => return Ok(Position::text(&string)),
                '\\' => string.push(self.escape(at)?),
                c => string.push(c),
            }
        }
    }

    fn escape(&mut self, backslash: usize) -> Result<char, ParseError> {
        let letter = self.peek();
        self.at += letter.map_or(0, char::len_utf8);
        let digits = match letter {
            Some(c @ ('"' | '\'' | '\\')) => return Ok(c),
            Some('n') => return Ok('\n'),
            Some('t') => return Ok('\t'),
            Some('r') => return Ok('\r'),
            Some('x') => 2,
            Some('u') => 4,
            Some('U') => 8,
            _ => 0,
        };
        let code = self.rest().get(..digits).filter(|code| code.bytes().all(|b| b.is_ascii_hexdigit()));
        let c = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        match c.filter(|_| digits > 0) {
            Some(c) => {
                self.at += digits;
                Ok(c)
            }
            None => Err(self.text.error(
                backslash..self.at,
                r#"an escape: \n \t \r \\ \" \' \xHH \uHHHH \UHHHHHHHH"#,
                format!("`{}`", &self.text.as_str()[backslash..self.at]),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Option<Vec<String>> {
        let parts = read(&Text::new("question", text)).ok()?;
        Some(parts.iter().map(Position::to_string).collect())
    }

    #[test]
    fn positions_are_read_and_written() {
        let check = |text: &str, expected: &[&str]| {
            let expected = expected.iter().map(ToString::to_string).collect();
            assert_eq!(parts(text), Some(expected), "{text}");
        };
        check("7", &["7"]);
        check("-7", &["-7"]);
        check("3,4", &["3,4"]);
        check("(3, 4)", &["3,4"]);
        check("(3)", &["3"]);
        check("(3,)", &["3,"]);
        check("3,", &["3,"]);
        check("()", &["()"]);
        check("()  5", &["()", "5"]);
        check("[3, 4]", &["3", "4"]);
        check("[]", &[]);
        check("3 4 4,5", &["3", "4", "4,5"]);
        check("LRX/RRL", &["LRX/RRL"]);
        check("'LRX'", &["LRX"]);
        check(r#""a b""#, &[r#""a\x20b""#]);
        check(r#""12""#, &[r#""12""#]);
        check(r#""\u00e9\n""#, &[r#""é\n""#]);
        check("((1,2),x),'+'", &[r#"((1,2),x),"+""#]);
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for text in
            ["", " ", "(", "(3", "(3 4)", "3,,4", "[3", "[3]4", "[[3]]", "3x", "\"a", "\"\\q\"", "a(b", "=3"]
        {
            assert_eq!(parts(text), None, "{text}");
        }
        for text in
            ["99999999999999999999", "\"\\x\"", "\"\\ud800\"", "\"\\x\u{e9}\u{e9}\"", "()5", "@a", "--"]
        {
            assert_eq!(parts(text), None, "{text}");
        }
        assert_eq!(parts(&"(".repeat(100_000)), None);
        assert_eq!(parts(&format!("{}{}", "(".repeat(40), ")".repeat(40))), None);
    }

    #[test]
    fn written_text_reads_back() {
        let strings = [
            "", "a", "12", "-1", "+", "a b", "a\tb", "\u{2003}", "\u{7f}", "é", "\"", "\\", "=", "@",
            "\u{feff}",
        ];
        for string in strings {
            for position in [
                Position::text(string),
                Position::tuple(vec![Position::text(string)]),
                Position::tuple(vec![
                    Position::Int(i64::MIN),
                    Position::tuple(vec![]),
                    Position::text(string),
                ]),
            ] {
                let text = position.to_string();
                assert!(!text.contains(char::is_whitespace), "{text}");
                assert_eq!(read(&Text::new("question", &text)), Ok(vec![position]), "{text}");
            }
        }
    }
}
