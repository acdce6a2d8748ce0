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
//! Source: Guy and Smith 1956 for octal codes; the further signs as `CGSuite` has them.

mod reader;
mod show;

use grundy_rules::{Break, Condition, HeapSystem, Part, Parts, Rule, Takes};

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

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::{Heap, ParseError, Text};

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
