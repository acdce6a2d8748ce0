//! Reading codes: signs to digits, errors with their place.
//!
//! The main function is [`Code::read`].

use grundy_rules::{Condition, HeapSystem, ParseError, Takes, Text};

use super::{Code, Digit, MOST_PARTS, MOST_PLACES};

impl Code {
    /// Reads a code.
    ///
    /// # Errors
    /// A sign that is no digit, two points, an open bracket, a digit that would make a heap go
    /// on for ever.
    pub fn read(text: &Text) -> Result<Self, ParseError> {
        let source = text.as_str();
        let mut reader = Reader { text, source, at: 0 };
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let (mut point, mut open, mut places) = (false, None, Vec::new());
        while let Some(sign) = reader.peek() {
            let from = reader.at;
            match sign {
                '.' if point => return Err(reader.error(from, "one point only", "a second point")),
                '.' => {
                    point = true;
                    reader.skip();
                }
                '[' | '_' if !point => {
                    return Err(reader.error(from, "a point before the digits that repeat", "no point yet"));
                }
                '[' | '_' if open.is_some() => {
                    return Err(reader.error(from, "the end of the digits that repeat", "another bracket"));
                }
                '[' | '_' => {
                    open = Some((right.len(), from, sign));
                    reader.skip();
                }
                ']' => {
                    reader.skip();
                    let Some((start, _, '[')) = open else {
                        return Err(reader.error(from, "a digit or the end of the code", "`]` without `[`"));
                    };
                    if start == right.len() {
                        return Err(reader.error(from, "digits between the brackets", "none"));
                    }
                    if let Some(sign) = reader.peek() {
                        let found = format!("`{sign}`");
                        return Err(reader.error(reader.at, "the end of the code behind `]`", found));
                    }
                    open = Some((start, from, ']'));
                }
                _ => {
                    let digit = reader.digit()?;
                    let digits = if point { &mut right } else { &mut left };
                    digits.push(digit);
                    if digits.len() > MOST_PLACES {
                        let most = format!("at most {MOST_PLACES} digits on each side of the point");
                        return Err(reader.error(from, most, "more"));
                    }
                    places.push((point, from..reader.at));
                }
            }
        }
        if !point {
            let error = text.error_at_end("a point and the digits behind it");
            return Err(error.help("a code looks like 0.77 (Kayles); `grundy games heaps` lists what can be said"));
        }
        let tail = match open {
            Some((_, from, '[')) => {
                return Err(reader.error(from, "a `]` that ends the digits that repeat", "the end"));
            }
            Some((start, from, _)) if start == right.len() => {
                return Err(reader.error(from, "digits that repeat", "the end"));
            }
            Some((start, ..)) => right.len() - start,
            None => 0,
        };
        if left.is_empty() && right.is_empty() {
            return Err(text.error_here("digits", format!("`{source}`")));
        }
        let from_point = left.len();
        left.reverse();
        let code = Self { left, right, tail };
        code.refuse_loops(text, &places, from_point)?;
        Ok(code.normal())
    }

    fn refuse_loops(
        &self,
        text: &Text,
        places: &[(bool, std::ops::Range<usize>)],
        from_point: usize,
    ) -> Result<(), ParseError> {
        for (added, digit) in self.left.iter().enumerate() {
            let mut rules = Vec::new();
            digit.rules(Takes::Exactly(-(added as i64)), &mut rules);
            if let Err(loops) = HeapSystem::single(rules).check() {
                let (_, range) = places[from_point - 1 - added].clone();
                let what = if added == 0 {
                    "a digit under which a heap gets smaller: here no token is taken, so two heaps or more must be left (4, 8, ...)".to_owned()
                } else {
                    format!(
                        "a digit under which every heap left is smaller: here {added} more tokens come in, so {} heaps or more must be left",
                        added + 2
                    )
                };
                let found = format!("`{}`", &text.as_str()[range.clone()]);
                return Err(text.error(range, what, found).help(loops.to_string()));
            }
        }
        Ok(())
    }
}

struct Reader<'a> {
    text: &'a Text,
    source: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.source[self.at..].chars().next()
    }

    fn skip(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    fn error(&self, at: usize, expected: impl Into<String>, found: impl Into<String>) -> ParseError {
        let width = self.source[at..].chars().next().map_or(0, char::len_utf8);
        self.text.error(at..at + width, expected, found)
    }

    fn digit(&mut self) -> Result<Digit, ParseError> {
        let from = self.at;
        let sign = self.peek().unwrap_or(' ');
        self.skip();
        match sign {
            '*' => {
                let condition = self.condition().unwrap_or_default();
                let counts = vec![Some(Condition::Any), Some(Condition::Any), Some(condition)];
                Ok(Digit { counts, more: true }.normal())
            }
            '{' | '%' => self.set(from, if sign == '{' { '}' } else { '%' }),
            _ => match sign.to_digit(36) {
                Some(value) => {
                    let condition = self.condition().unwrap_or_default();
                    Ok(Digit::new(u64::from(value), condition))
                }
                None => Err(self.error(from, "a digit 0-9 or A-Z, `{`, `*` or a point", format!("`{sign}`"))),
            },
        }
    }

    fn condition(&mut self) -> Option<Condition> {
        let condition = match self.peek()? {
            '!' | '~' => Condition::AllUnequal,
            '?' | '^' => Condition::NotAllEqual,
            '=' => Condition::AllEqual,
            _ => return None,
        };
        self.skip();
        Some(condition)
    }

    /// Numbers of heaps up to the closing sign; the opening one is read.
    fn set(&mut self, from: usize, close: char) -> Result<Digit, ParseError> {
        let mut listed: Vec<(usize, Option<Condition>)> = Vec::new();
        let mut more = false;
        loop {
            let at = self.at;
            let digits = self.source[at..].bytes().take_while(u8::is_ascii_digit).count();
            let number = self.source[at..at + digits].parse::<usize>();
            match number {
                Ok(count) if count <= MOST_PARTS => {
                    self.at += digits;
                    let condition = self.condition();
                    listed.push((count, condition));
                }
                Ok(_) => {
                    let found = format!("`{}`", &self.source[at..at + digits]);
                    let most = format!("a number of heaps, at most {MOST_PARTS}");
                    return Err(self.text.error(at..at + digits, most, found));
                }
                Err(_) => {
                    let found = self.peek().map_or("the end".to_owned(), |c| format!("`{c}`"));
                    return Err(self.error(at, "a number of heaps", found));
                }
            }
            match self.peek() {
                Some(',') => self.skip(),
                Some('+') => {
                    more = true;
                    self.skip();
                    if self.peek() != Some(close) {
                        let found = self.peek().map_or("the end".to_owned(), |c| format!("`{c}`"));
                        return Err(self.error(self.at, format!("`{close}` behind `+`"), found));
                    }
                    self.skip();
                    break;
                }
                Some(sign) if sign == close => {
                    self.skip();
                    break;
                }
                Some(sign) => {
                    return Err(self.error(self.at, format!("`,`, `+` or `{close}`"), format!("`{sign}`")));
                }
                None => return Err(self.error(from, format!("a `{close}` that ends the list"), "the end")),
            }
        }
        let at = self.at;
        let whole = self.condition();
        if whole.is_some() && listed.iter().any(|(_, condition)| condition.is_some()) {
            return Err(self.error(at, "one condition for the list or one for each number", "both"));
        }
        let longest = listed.iter().map(|&(count, _)| count).max().unwrap_or(0);
        let mut counts = vec![None; longest + 1];
        for &(count, condition) in &listed {
            counts[count] = Some(condition.or(whole).unwrap_or_default());
        }
        if more {
            // "Or more" reaches two heaps at least, so that its condition means something.
            let last = listed.iter().find(|&&(count, _)| count == longest).and_then(|&(_, c)| c);
            let last = last.or(whole).unwrap_or_default();
            while counts.len() < 3 {
                counts.push(Some(last));
            }
        }
        Ok(Digit { counts, more }.normal())
    }
}
