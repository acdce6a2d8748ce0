//! A sequence of values over one size: one question with its size left open.
//!
//! Main function: [`sequence`]. The template is a question in which `N` stands for the size, such
//! as `cram 2xN`, `wythoff 3 N` or `kayles N + nim 3`; one without it gets the size behind it:
//! `node-kayles:path`. A user's rules share one table for all sizes; other games are solved size
//! by size. (Heap games have engines of their own: [`heaps`](crate::heaps).)

use grundy_rules::{Limit, ParseError, Text};
use grundy_solvers::heaps::period::{Repetition, find, find_arithmetic};
use serde_json::json;

use crate::error::Error;
use crate::heaps::exact;
use crate::json::VERSION;
use crate::question::{Load, Question, open_sized};
use crate::table::{TableCell, filled};
use crate::term::Ask;

/// Values over one size.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The question with `N` in it, or the name of a user's rules.
    pub template: String,
    /// The first size that the game has.
    pub first: u64,
    /// The values from that size on, as far as they are known.
    pub cells: Vec<TableCell>,
    /// The limit that was hit, if one was.
    pub limit: Option<Limit>,
}

impl Sequence {
    /// The nimbers, where every size has one.
    pub fn nimbers(&self) -> Option<Vec<u64>> {
        self.cells.iter().map(|cell| cell.nimber.map(|nimber| nimber.0)).collect()
    }

    /// The size of the last known value.
    pub fn last(&self) -> Option<u64> {
        (self.first + self.cells.len() as u64).checked_sub(1).filter(|_| !self.cells.is_empty())
    }

    /// The least period that is seen in the nimbers, or in the outcomes where there are no
    /// nimbers: it goes round three times and makes up half of what was looked at. It is
    /// observed, never proved.
    pub fn repetition(&self) -> Option<Repetition> {
        let len = self.cells.len() as u64;
        let seen = |r: Repetition| r.preperiod + 3 * r.period <= len && 2 * r.preperiod <= len;
        let found = match self.nimbers() {
            Some(nimbers) => find_arithmetic(&nimbers, seen),
            None => find(&self.cells.iter().map(|cell| cell.outcome).collect::<Vec<_>>(), seen),
        }?;
        Some(Repetition { preperiod: found.preperiod + self.first, ..found })
    }

    /// The largest nimber and the first size that has it.
    pub fn largest(&self) -> Option<(u64, u64)> {
        let mut sized = self.nimbers()?.into_iter().zip(self.first..);
        let first = sized.next()?;
        Some(sized.fold(first, |most, one| if one.0 > most.0 { one } else { most }))
    }

    /// Sizes before the repeating part whose nimber is not what the repetition would give them.
    pub fn exceptions(&self) -> Vec<u64> {
        let (Some(r), Some(nimbers)) = (self.repetition(), self.nimbers()) else { return Vec::new() };
        let from = (r.preperiod - self.first) as usize;
        let period = r.period as usize;
        let fits = |at: usize| {
            let rounds = (from - at).div_ceil(period);
            nimbers[at].checked_add(rounds as u64 * r.saltus) == Some(nimbers[at + rounds * period])
        };
        (0..from).filter(|&at| !fits(at)).map(|at| at as u64 + self.first).collect()
    }

    /// The report on the period as `grundy period --json` has it, one JSON object on one line.
    pub fn period_json(&self) -> String {
        let (r, largest, exceptions) = (self.repetition(), self.largest(), self.exceptions());
        json!({
            "version": VERSION,
            "code": self.template,
            "status": if r.is_some() { "observed" } else { "none" },
            "preperiod": r.map(|r| exact(r.preperiod)),
            "period": r.map(|r| exact(r.period)),
            "saltus": r.map(|r| exact(r.saltus)),
            "checked_to": self.last().map(exact),
            "theorem": null,
            "exceptions": exceptions.iter().map(|&n| exact(n)).collect::<Vec<_>>(),
            "exception_count": exact(exceptions.len() as u64),
            "largest": largest.map(|(value, _)| exact(value)),
            "largest_at": largest.map(|(_, size)| exact(size)),
            "limit": self.limit.map(Limit::name),
        })
        .to_string()
    }
}

/// Most sizes of a sequence.
const MOST: u64 = 100_000_000;
/// Sizes that a game may lack at the beginning.
const LACKING: u64 = 16;

/// Answers the question of `template` for every size up to `last`.
///
/// # Errors
/// When the question cannot be read for any size, there are too many, or its rules fault. A spent
/// budget is no error: the sequence is then shorter.
pub fn sequence(template: &Text, last: u64, load: Load<'_>, ask: &Ask) -> Result<Sequence, Error> {
    if last > MOST {
        return Err(Error::Method(format!("a sequence has sizes of at most {MOST}, not {last}")));
    }
    let ask = Ask { nimber: true, ..ask.clone() };
    if template.as_str().trim().starts_with('@') {
        return rules(template, last, load, &ask);
    }
    let text = template.as_str().trim();
    let open = if filled(text, &[('N', 0)]) == text { format!("{text} N") } else { text.to_string() };
    let mut read = |n: u64| Question::read(&Text::new("question", &filled(&open, &[('N', n)])), load);
    let first = first(last, &mut read)?;
    let mut sequence = Sequence { template: open.clone(), first, cells: Vec::new(), limit: None };
    for n in first..=last {
        let answer = crate::solve::verdict(&read(n)?, &ask)?;
        if answer.outcome.is_none() || (answer.limit.is_some() && answer.nimber.is_none()) {
            sequence.limit = answer.limit;
            break;
        }
        sequence.cells.push(TableCell::of(answer));
    }
    Ok(sequence)
}

/// The first size for which the question can be read.
fn first(last: u64, read: &mut dyn FnMut(u64) -> Result<Question, ParseError>) -> Result<u64, ParseError> {
    let mut wrong = None;
    for n in 0..=last.min(LACKING) {
        match read(n) {
            Ok(_) => return Ok(n),
            Err(error) => wrong = Some(error),
        }
    }
    match wrong {
        Some(error) => Err(error),
        None => Ok(0),
    }
}

/// A user's rules: the position of each size.
fn rules(template: &Text, last: u64, load: Load<'_>, ask: &Ask) -> Result<Sequence, Error> {
    let term = open_sized(template, load, 1)?;
    let sizes: Vec<Vec<u64>> = (0..=last).map(|n| vec![n]).collect();
    let verdicts = term.values(&sizes, ask)?.ok_or_else(|| {
        template.error_here("a game whose boards have one size", format!("`{}`", term.name()))
    })?;
    let limit = verdicts.iter().find_map(|verdict| verdict.limit);
    let known = verdicts.into_iter().take_while(|verdict| verdict.outcome.is_some());
    let cells = known.map(TableCell::of).collect();
    Ok(Sequence { template: term.name(), first: 0, cells, limit })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_files;

    #[test]
    fn sizes_go_where_n_stands_or_last() {
        let check = |template: &str, last, first, expected: &[u64]| {
            let text = Text::new("question", template);
            let found = sequence(&text, last, &mut no_files, &Ask::default()).expect(template);
            let values: Vec<u64> =
                found.cells.iter().filter_map(|cell| cell.nimber).map(|nimber| nimber.0).collect();
            assert_eq!((found.first, &values[..]), (first, expected), "{template}");
        };
        // Dawson's chess; dominoes on a row (0.07); Kayles beside a heap of nim.
        check("node-kayles:path", 9, 0, &[0, 1, 1, 2, 0, 3, 1, 1, 0, 3]);
        check("cram 1xN", 9, 1, &[0, 1, 1, 2, 0, 3, 1, 1, 0]);
        check("kayles N + nim 3", 5, 0, &[3, 2, 1, 0, 2, 7]);
        check("wythoff 1 N", 5, 0, &[1, 2, 0, 4, 5, 3]);
        let repeats = |template: &str, last| {
            let text = Text::new("question", template);
            sequence(&text, last, &mut no_files, &Ask::default()).expect(template).repetition()
        };
        // Dawson's chess has period 34 from 52 on; a knight's race is won, lost or drawn by thirds.
        let chess = repeats("node-kayles:path", 180).map(|r| (r.preperiod, r.period, r.saltus));
        assert_eq!(chess, Some((52, 34, 0)));
        // Winning Ways, chapter 4: the exceptions of Dawson's chess, 0 among them as a path of none.
        let text = Text::new("question", "node-kayles:path");
        let found = sequence(&text, 180, &mut no_files, &Ask::default()).unwrap();
        assert_eq!(found.exceptions(), [0, 14, 16, 17, 31, 34, 51]);
        assert_eq!(repeats("nim N", 40).map(|r| (r.preperiod, r.period, r.saltus)), Some((0, 1, 1)));
        assert_eq!(repeats("bo:knight NxN 1,1", 60).map(|r| r.period), Some(3));
        assert_eq!(repeats("bo:knight NxN 1,1", 4), None);
        let text = Text::new("question", "cram NxM");
        assert!(sequence(&text, 5, &mut no_files, &Ask::default()).is_err());
    }
}
