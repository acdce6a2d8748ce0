//! Random rules, random mutations of the examples and random positions: an answer or an error with
//! a place inside its source, never anything else.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::Path;
use std::sync::Arc;

use grundy::{Ask, Budget, Error, Loader, Nodes, Open, ParseError, Question, Term, TermText, Text};

struct Rules<'s>(&'s str);

impl Loader for Rules<'_> {
    fn file(&mut self, _name: &str) -> Result<Vec<u8>, String> {
        Err("no files".to_string())
    }

    fn rules(&mut self, term: &TermText) -> Result<Box<dyn Term>, ParseError> {
        let source = Text::new("fuzz.star", self.0);
        grundy_starlark::open(
            grundy_starlark::rules(term.name.as_str(), &source, Arc::default())?,
            term,
            Open,
        )
    }
}

/// What must hold for any rules and any position.
fn body(rules: &str, position: &str) {
    let question = format!("@fuzz.star {position}");
    let read = Question::read(&Text::new("question", &question), &mut Rules(rules));
    let solved = read.map_err(Error::from).and_then(|question| {
        let budget = Budget::default().with_nodes(Nodes(2000));
        let answer = grundy::solve(&question, &Ask { budget, list: 20, ..Ask::default() })?;
        // The canonical question reads back and means the same.
        let again = Question::read(&Text::new("question", &answer.question), &mut Rules(rules))?;
        assert_eq!(again.text(), answer.question, "{rules}\n{position}");
        Ok(answer)
    });
    if let Err(Error::Parse(error)) = solved {
        let span = error.span();
        assert!(error.source_text().get(span).is_some(), "{rules}\n{position}\n{error}");
        assert!(!error.expected().is_empty() && !error.found().is_empty());
    }
}

/// Numbers that look random (Marsaglia's xorshift, 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

const TOKENS: &[&str] = &[
    "def ",
    "options",
    "(n)",
    ":\n  ",
    "return ",
    "[",
    "]",
    "(",
    ")",
    "n",
    " - ",
    " + ",
    " * ",
    "1",
    "0",
    "2",
    "-3",
    "'a'",
    "\"x\"",
    ", ",
    " for k in range(n)",
    " if n > 0",
    "None",
    "True",
    "lambda n: ",
    "stuck = ",
    "loopy = ",
    "canonical = ",
    "start = ",
    "parse = ",
    "show = ",
    "\n",
    "\n  ",
    " << ",
    " // ",
    " % ",
    "{",
    "}",
    "n[0]",
    ".split('/')",
    "len(n)",
    "1.5",
    "é",
    "\u{0}",
    "#",
    "\\",
    "'''",
    "f'{n}'",
    "load('a', 'b')",
    "**",
    ";",
];

const POSITIONS: &[&str] = &[
    "",
    "0",
    "5",
    "-1",
    "3,4",
    "(1,(2,x))",
    "abc",
    "a/b",
    "[]",
    "[1, 2]",
    "1 2 3",
    "=3",
    "\"\"",
    "(",
    "9223372036854775807",
    "é",
];

#[test]
fn random_rules_do_no_harm() {
    let mut dice = Dice(1);
    for _ in 0..1500 {
        let mut rules = String::new();
        if dice.below(3) > 0 {
            rules += "def options(n):\n  return ";
        }
        for _ in 0..dice.below(25) {
            rules += dice.of(TOKENS);
        }
        let position = dice.of(POSITIONS);
        body(&rules, position);
    }
}

#[test]
fn changed_examples_do_no_harm() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rules");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut dice = Dice(2);
    for path in paths {
        let source = std::fs::read_to_string(path).unwrap();
        for _ in 0..40 {
            let mut rules: Vec<char> = source.chars().collect();
            for _ in 0..=dice.below(3) {
                let at = dice.below(rules.len());
                let length = dice.below(12).min(rules.len() - at);
                let insert: Vec<char> = dice.of(TOKENS).chars().collect();
                rules.splice(at..at + length, insert);
            }
            let rules: String = rules.into_iter().collect();
            body(&rules, dice.of(POSITIONS));
        }
    }
}

#[test]
fn random_positions_do_no_harm() {
    let mut dice = Dice(3);
    let pieces = [
        "(", ")", "[", "]", ",", " ", "1", "-", "a", "\"", "'", "\\", "n", "x41", "u00e9", "=", "é", "@",
        "+", "99",
    ];
    for _ in 0..4000 {
        let position: String = (0..dice.below(14)).map(|_| pieces[dice.below(pieces.len())]).collect();
        body("def options(p):\n  return []", &position);
    }
}
