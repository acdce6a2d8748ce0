//! The code language of taking and breaking games.
//!
//! [`Code::read`] reads a code such as `0.77`, `4!.0`, `0.3F`, `0.7[03]` or `80.0` and
//! [`Code::system`] gives its rules as data; [`Code`] prints as its canonical spelling.
//!
//! A code is a row of digits. The last digit left of the point says what may be left when no
//! token is taken, the one before it when a token is added, and so on; the first digit right of
//! the point says it for one token taken. A digit `0`-`9`, `A`-`Z` is a sum of 1 (no heap may be
//! left), 2 (one heap), 4 (two heaps), 8 (three), 16, 32; heaps left are never empty.
//! `{2,3}` lists numbers of heaps; `{2,4+}` ends with "or more"; `*` is `{0+}`. Behind a digit,
//! or behind a number in braces, `!` asks for heaps all unequal, `?` for heaps not all equal,
//! `=` for heaps all equal. Digits in `[ ]` at the end repeat for ever. For the shell's sake
//! `_` may stand for `[`, `%2,3%` for `{2,3}`, `~` for `!` and `^` for `?`.
//!
//! Source: Guy and Smith 1956 for octal codes; the further signs as CGSuite has them.

use std::fmt;

use grundy_rules::{Break, Condition, HeapSystem, ParseError, Part, Parts, Rule, Takes, Text};

/// Most tokens that one digit may add or take by its place, and most parts it may name.
const MOST_PLACES: usize = 4096;
const MOST_PARTS: usize = 64;

/// What a digit allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digit {
    /// For each number of heaps left: whether it is allowed, and under which condition.
    pub counts: Vec<Option<Condition>>,
    /// Whether more heaps than listed are allowed, under the last condition.
    pub more: bool,
}

/// A code, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Digits left of the point; the first is that of no token taken, the next of one added.
    pub left: Vec<Digit>,
    /// Digits right of the point; the first is that of one token taken.
    pub right: Vec<Digit>,
    /// How many of the last digits repeat for ever.
    pub tail: usize,
}

impl Digit {
    /// The digit of this value, all conditions the same.
    pub fn new(value: u64, condition: Condition) -> Self {
        let counts = 0..u64::BITS - value.leading_zeros();
        let counts = counts.map(|t| (value >> t & 1 == 1).then_some(condition)).collect();
        Self { counts, more: false }.normal()
    }

    /// Conditions mean something for two heaps and more only; zeros at the end go.
    fn normal(mut self) -> Self {
        for allowed in self.counts.iter_mut().take(2).flatten() {
            *allowed = Condition::Any;
        }
        while self.counts.last().is_some_and(Option::is_none) {
            self.counts.pop();
        }
        if self.more {
            let last = self.counts.last().copied().flatten().unwrap_or_default();
            while self.counts.len() > 3 && self.counts[self.counts.len() - 2] == Some(last) {
                self.counts.pop();
            }
        }
        self
    }

    /// Whether it allows nothing.
    pub fn is_zero(&self) -> bool {
        self.counts.is_empty()
    }

    /// Its value, where it is a plain digit without conditions.
    pub fn plain(&self) -> Option<u64> {
        let plain = |c: &Option<Condition>| c.is_none_or(|c| c == Condition::Any);
        if self.more || self.counts.len() > 63 || !self.counts.iter().all(plain) {
            return None;
        }
        Some(self.counts.iter().enumerate().map(|(t, c)| u64::from(c.is_some()) << t).sum())
    }

    /// Its rules, when `takes` tokens are taken.
    fn rules(&self, takes: Takes, out: &mut Vec<Rule>) {
        for (count, allowed) in self.counts.iter().enumerate() {
            let Some(condition) = *allowed else { continue };
            if self.more && count + 1 == self.counts.len() {
                break;
            }
            let parts = Parts::These(vec![Part { kind: 0, least: 1 }; count]);
            out.push(Rule::Break(Break { takes, parts, condition }));
        }
        if let (true, Some(Some(condition))) = (self.more, self.counts.last()) {
            let parts = Parts::AtLeast { kind: 0, count: self.counts.len() - 1 };
            out.push(Rule::Break(Break { takes, parts, condition: *condition }));
        }
    }
}

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

    fn normal(mut self) -> Self {
        if self.right[self.right.len() - self.tail..].iter().all(Digit::is_zero) {
            self.right.truncate(self.right.len() - self.tail);
            self.tail = 0;
        }
        if self.tail == 0 {
            while self.right.last().is_some_and(Digit::is_zero) {
                self.right.pop();
            }
        }
        while self.left.last().is_some_and(Digit::is_zero) {
            self.left.pop();
        }
        self
    }

    /// The rules as data.
    pub fn system(&self) -> HeapSystem {
        let mut rules = Vec::new();
        for (added, digit) in self.left.iter().enumerate() {
            digit.rules(Takes::Exactly(-(added as i64)), &mut rules);
        }
        let fixed = self.right.len() - self.tail;
        for (i, digit) in self.right.iter().enumerate() {
            let takes = if i < fixed {
                Takes::Exactly(i as i64 + 1)
            } else {
                Takes::Every { from: i as u64 + 1, step: self.tail as u64 }
            };
            digit.rules(takes, &mut rules);
        }
        HeapSystem::single(rules)
    }

    /// The plain values of all digits, first that of no token taken; `None` for codes with a
    /// tail, with conditions, with "or more", or with tokens added.
    pub fn plain(&self) -> Option<Vec<u64>> {
        if self.tail > 0 || self.left.len() > 1 {
            return None;
        }
        let zero = self.left.first().map_or(Some(0), Digit::plain)?;
        let mut values = vec![zero];
        for digit in &self.right {
            values.push(digit.plain()?);
        }
        Some(values)
    }

    /// The code with these plain digits.
    pub fn from_plain(values: &[u64]) -> Self {
        let digit = |&value: &u64| Digit::new(value, Condition::Any);
        let left = values.first().map(digit).into_iter().collect();
        Self { left, right: values.iter().skip(1).map(digit).collect(), tail: 0 }.normal()
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

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |c: Condition| match c {
            Condition::Any => "",
            Condition::AllUnequal => "!",
            Condition::NotAllEqual => "?",
            Condition::AllEqual => "=",
        };
        let mut over_two = self.counts.iter().skip(2).flatten().copied();
        let first = over_two.next().unwrap_or_default();
        let same = over_two.all(|c| c == first);
        let value: u64 = self.counts.iter().enumerate().take(63).map(|(t, c)| u64::from(c.is_some()) << t).sum();
        let digit = u32::try_from(value).ok().and_then(|v| char::from_digit(v, 36));
        if let (Some(digit), true, false) = (digit, same, self.more) {
            return write!(f, "{}{}", digit.to_ascii_uppercase(), sign(first));
        }
        if self.more && self.counts.len() == 3 && value == 7 {
            return write!(f, "*{}", sign(first));
        }
        f.write_str("{")?;
        let mut between = "";
        for (count, allowed) in self.counts.iter().enumerate() {
            if let Some(condition) = allowed {
                write!(f, "{between}{count}{}", if same { "" } else { sign(*condition) })?;
                between = ",";
            }
        }
        f.write_str(if self.more { "+}" } else { "}" })?;
        f.write_str(if same { sign(first) } else { "" })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.left.is_empty() {
            f.write_str("0")?;
        }
        self.left.iter().rev().try_for_each(|digit| digit.fmt(f))?;
        f.write_str(".")?;
        let fixed = self.right.len() - self.tail;
        self.right[..fixed].iter().try_for_each(|digit| digit.fmt(f))?;
        if self.tail > 0 {
            f.write_str("[")?;
            self.right[fixed..].iter().try_for_each(|digit| digit.fmt(f))?;
            f.write_str("]")?;
        }
        if self.right.is_empty() { f.write_str("0") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::Heap;

    fn read(code: &str) -> Result<Code, ParseError> {
        Code::read(&Text::new("question", code))
    }

    fn options(code: &str, n: u64) -> String {
        let mut text = Vec::new();
        read(code).unwrap().system().options(Heap { kind: 0, size: n }, &mut |parts| {
            let sizes: Vec<String> = parts.iter().map(|p| p.size.to_string()).collect();
            text.push(if sizes.is_empty() { "-".to_owned() } else { sizes.join(",") });
            true
        });
        text.join("  ")
    }

    #[test]
    fn codes_have_one_spelling() {
        let check = |code: &str, expected: &str| {
            assert_eq!(read(code).unwrap().to_string(), expected, "{code}");
            assert_eq!(read(expected).unwrap(), read(code).unwrap(), "{code}");
        };
        check(".77", "0.77");
        check("04.30", "4.3");
        check("04.00[30]", "4.00[30]");
        check("04.00[00]", "4.0");
        check("00.00[00]", "0.0");
        check("0.{1,2!}", "0.6!");
        check("0.{0!,2!,3!}", "0.D!");
        check("0.{0!,2!,3}", "0.{0,2!,3}");
        check("0.{0!,2!,3!+}", "0.{0,2+}!");
        check("0.{0!,2,3!+}", "0.{0,2,3!+}");
        check("0.{0,1,2!,3!,4!+}", "0.*!");
        check("0.{0,1!,2,3,4+}", "0.*");
        check("0.{0!,3+}", "0.{0,3+}");
        check("4~.0", "4!.0");
        check("0.3_03", "0.3[03]");
        check("0.%2,3^%", "0.{2,3?}");
        check("0.3f", "0.3F");
    }

    #[test]
    fn options_are_those_of_the_published_examples() {
        // Source: the tests of CGSuite's reader, options of one heap.
        let check = |code: &str, n: u64, expected: &str| {
            let sorted = |text: &str| {
                let mut list: Vec<String> = text.split("  ").map(str::to_owned).collect();
                list.sort();
                list
            };
            assert_eq!(sorted(&options(code, n)), sorted(expected), "{code} {n}");
        };
        check("0.3", 9, "8");
        check("0.77", 9, "8  1,7  2,6  3,5  4,4  7  1,6  2,5  3,4");
        check("4!.0", 8, "1,7  2,6  3,5");
        check("0.3F", 9, "8  7  1,6  2,5  3,4  1,1,5  1,2,4  1,3,3  2,2,3");
        check("0.3F!", 9, "8  7  1,6  2,5  3,4  1,2,4");
        check("0.3f?", 11, "10  9  1,8  2,7  3,6  4,5  1,1,7  1,2,6  1,3,5  1,4,4  2,2,5  2,3,4");
        check(
            "0.*3",
            7,
            "6  1,5  2,4  3,3  1,1,4  1,2,3  2,2,2  1,1,1,3  1,1,2,2  1,1,1,1,2  1,1,1,1,1,1  5",
        );
        check("0.*?3", 7, "6  1,5  2,4  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2  5");
        check("0.*!3", 7, "6  1,5  2,4  1,2,3  5");
        check("0.[3]", 7, "6  5  4  3  2  1  -");
        check("0.3[1]", 7, "6  -");
        check("0.7[03]", 7, "6  1,5  2,4  3,3  4  2  -");
        check("80.0", 7, "1,1,6  1,2,5  1,3,4  2,2,4  2,3,3");
        check("0.*=", 11, "10  5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1");
        check("{2+}=.0", 10, "5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1");
        check("0.{0,1,3+}", 1, "-");
        check("0.{0,1,3+}", 7, "6  1,1,4  1,2,3  2,2,2  1,1,1,3  1,1,2,2  1,1,1,1,2  1,1,1,1,1,1");
        check("0.{2,3?+}", 7, "1,5  2,4  3,3  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2");
    }

    #[test]
    fn bad_codes_are_refused_at_their_place() {
        let check = |code: &str, start: usize, expected: &str| {
            let error = read(code).unwrap_err();
            assert_eq!(error.span().start, start, "{code}: {error}");
            assert!(error.to_string().contains(expected), "{code}: {error}");
        };
        check("0.7-7", 3, "a digit 0-9");
        check("0.7.7", 3, "a second point");
        check("0.7[3", 3, "`]`");
        check("0.7]", 3, "without");
        check("0.[]", 3, "digits between");
        check("0.3[1]2", 6, "the end of the code");
        check("77", 2, "a point");
        check("7.0", 0, "no token is taken");
        check("2.1", 0, "no token is taken");
        check("40.0", 0, "3 heaps or more");
        check("0.{2,", 5, "a number of heaps");
        check("0.{2", 2, "ends the list");
        check("0.{2!}=", 6, "both");
        check("0.{99}", 3, "at most 64");
        check(".", 0, "digits");
        check("[3].0", 0, "a point before");
    }
}
