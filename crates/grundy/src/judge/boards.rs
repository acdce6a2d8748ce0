//! The three problems whose input is one board: Darkraft, More Reclamation, River Game.
//!
//! A test's words are handed to the game's own reader, so that a message points into standard
//! input; what only the contest promises is checked here.

use std::io::{Read, Write};
use std::ops::RangeInclusive;

use grundy_games::{darkraft, reclamation, river};
use grundy_rules::{Outcome, ParseError, TermText, Text, Word};

use super::{Options, Problem};
use crate::error::Error;
use crate::question::{Open, text_of};
use crate::term::{Ask, Term};

/// Largest input that is read.
const MOST: u64 = 1 << 30;

/// Judges the tests of the whole input.
pub(super) fn judge(
    problem: Problem,
    input: impl Read,
    out: &mut impl Write,
    options: &Options,
) -> Result<(), Error> {
    let mut bytes = Vec::new();
    input.take(MOST).read_to_end(&mut bytes)?;
    let text = text_of("-", bytes)?;
    let words: Vec<Word<'_>> = text.words().collect();
    let mut answers = String::new();
    let mut at = 0;
    while at == 0 || at < words.len() {
        if at > 0 && !options.many {
            return Err(words[at]
                .expected("nothing after the end of the test")
                .help("--many reads tests one after another")
                .into());
        }
        let test = Test::cut(problem, &text, &words[at..], options.strict)?;
        at += test.words;
        let ask = Ask { budget: options.budget.clone(), ..Ask::default() };
        let valued = test.term.value(&ask, true)?;
        let verdict = valued.verdict();
        let wins = match (verdict.outcome, verdict.limit) {
            (Some(outcome), _) => outcome == Outcome::Win,
            (None, Some(limit)) => return Err(Error::Limit(limit)),
            (None, None) => return Err(Error::Method("the outcome could not be found".into())),
        };
        answers += match (problem, wins) {
            (Problem::River, true) => "First player will win\n",
            (Problem::River, false) => "Second player will win\n",
            (_, true) => "WIN\n",
            (_, false) => "LOSE\n",
        };
    }
    out.write_all(answers.as_bytes())?;
    Ok(())
}

/// One test.
struct Test {
    term: Box<dyn Term>,
    /// Words of the input it takes.
    words: usize,
}

impl Test {
    /// Reads the test that starts with the first of `words`.
    fn cut(problem: Problem, text: &Text, words: &[Word<'_>], strict: bool) -> Result<Self, ParseError> {
        let header = |i: usize, what: &str, shape: RangeInclusive<u64>, contest: u64| {
            let word = words.get(i).ok_or_else(|| text.error_at_end(what))?;
            word.number(what, *shape.start()..=if strict { contest } else { *shape.end() })
        };
        let (name, rest, letters) = match problem {
            Problem::Darkraft => {
                let rows = header(0, "the number of rows", 1..=4000, 20)?;
                header(1, "the number of columns", 1..=4000, 20)?;
                ("darkraft", 2 + rows, "LRX")
            }
            Problem::Reclamation => {
                let rows = header(0, "the number of rows", 1..=u64::MAX - 1, 100)?;
                let stones = header(1, "the number of stones", 0..=rows, 100)?;
                ("reclamation", stones.saturating_mul(2).saturating_add(2), "0123456789")
            }
            Problem::River | Problem::Bo => {
                let size = header(0, "the size of the board", 1..=2000, 10)?;
                ("river", 1 + size, "*.x")
            }
        };
        let count = words.len().min(usize::try_from(rest).unwrap_or(usize::MAX));
        for word in &words[..count] {
            // A position in the middle of a game is none of the contest's.
            if let Some(bad) = word.text.find(['.', 'c', ',']).filter(|_| word.text.is_ascii())
                && !letters.contains(&word.text[bad..=bad])
            {
                let wanted = letters.chars().map(String::from).collect::<Vec<_>>().join(", ");
                return Err(word.error(bad..bad + 1, format!("one of {wanted}")));
            }
            // The readers of boards take a slash between rows; the contests do not.
            if let Some(slash) = word.text.find('/') {
                return Err(word.error(slash..slash + 1, "rows with blanks or line ends between"));
            }
        }
        let end = words.get(count.saturating_sub(1)).map_or(0, |word| word.start + word.text.len());
        let start = words.first().map_or(0, |word| word.start);
        let empty = text.slice(start..start);
        let term = TermText {
            name: Text::new("judge", name),
            rules: empty,
            file: None,
            position: text.slice(start..end),
        };
        let term = match problem {
            Problem::Darkraft => darkraft::open(&term, Open)?,
            Problem::Reclamation => reclamation::open(&term, Open)?,
            Problem::River | Problem::Bo => river::open(&term, Open)?,
        };
        Ok(Self { term, words: count })
    }
}
