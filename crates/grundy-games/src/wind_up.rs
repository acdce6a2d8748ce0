//! Wind-up: subtract modulo `n`; whoever reaches 0 has wound the clock up and wins.
//!
//! ```text
//! wind-up:7/1,2,5 4
//! 1 ****
//! ```
//! Notation: the modulus and what may be subtracted, with a slash between, and where the hands
//! of the clocks stand; a move `1:4>2` turns the first clock from 4 to 2.
//!
//! Hands can go round for ever, so a clock has a loopy nimber, and the sum of several clocks
//! follows the rules for those. With 7/1,2,5 the places 2, 4 and 5 are the nimbers 2, 1 and 2.

use grundy_rules::{Declaration, Example, Fault, Game, ParseError, Sums, TermText, Text, Visit};

use crate::heap_row::{HeapGame, HeapRow};
use crate::numbers::{joined, read};

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "wind-up",
    aliases: &[],
    title: "Wind-up",
    rules: "Each clock has n hours, from 0 to n - 1. A move turns one clock back by an allowed number of hours, \
            past 0 if need be. A clock that shows 0 has stopped. Who cannot move loses; play without end is a draw.",
    variants: &[("n/list", "the hours of a clock and by how many it may be turned, `wind-up:7/1,2,5`")],
    position: "the hours the clocks show, such as `4 5`",
    moves: "`1:4>2`: turn the first clock from 4 to 2",
    examples: &[
        Example { question: "wind-up:7/1,2,5 4", shows: "a win: the nimber is 1 though the clock can go round" },
        Example { question: "wind-up:7/1,2,5 2 5", shows: "a loss: two clocks of the nimber 2" },
    ],
    source: "A. Davies, Games-at-Dal 2023: subtraction modulo n; theory: C. A. B. Smith, Graphs and composite games \
             (1966)",
};

/// Reads the rules and the hours.
///
/// # Errors
/// When a number cannot be read, an hour is not on the clock, or there is no clock.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let rules = WindUp::read(&term.rules)?;
    let text = term.board()?;
    for word in text.split(|c| c.is_whitespace() || c == ',') {
        word.number("the hour of a clock", 0..=rules.hours - 1)?;
    }
    Ok(visit.visit(&DECLARATION, HeapRow::read(rules, text)?))
}

/// Clocks of one kind.
#[derive(Clone, Debug)]
struct WindUp {
    hours: u64,
    /// By how many hours a clock may be turned; from 1 to `hours`, ascending.
    turns: Vec<u64>,
}

impl WindUp {
    fn read(text: &Text) -> Result<Self, ParseError> {
        let wanted = "the hours of a clock and by how many it may be turned, such as `7/1,2,5`";
        let Some(slash) = text.as_str().find('/') else {
            let found = if text.as_str().is_empty() { "none".into() } else { format!("`{}`", text.as_str()) };
            return Err(text.error_here(wanted, found));
        };
        let hours = read(&text.slice(0..slash), wanted, 1..=1, 1..=1 << 31)?[0];
        let mut turns = read(&text.slice(slash + 1..text.as_str().len()), wanted, 1..=1000, 1..=1 << 31)?;
        for turn in &mut turns {
            *turn = (*turn - 1) % hours + 1;
        }
        turns.sort_unstable();
        turns.dedup();
        Ok(Self { hours, turns })
    }

    fn left(&self, hour: u64) -> impl Iterator<Item = u64> {
        let turns = if hour == 0 { &[][..] } else { &self.turns };
        turns.iter().map(move |turn| (hour + self.hours - turn) % self.hours)
    }
}

impl Game for WindUp {
    type Position = u64;

    fn options(&self, &hour: &u64, out: &mut Sums<u64>) -> Result<(), Fault> {
        // A clock that has stopped stays on the table, as on the board.
        self.left(hour).for_each(|left| out.push([left]));
        Ok(())
    }

    fn may_draw(&self) -> bool {
        true
    }
}

impl HeapGame for WindUp {
    fn leavings(&self, hour: u64, each: &mut dyn FnMut(&[u64]) -> bool) {
        let _all = self.left(hour).all(|left| each(&[left]));
    }

    fn count(&self, hour: u64) -> u128 {
        self.left(hour).count() as u128
    }

    fn rules(&self) -> String {
        format!("{}/{}", self.hours, joined(&self.turns, ","))
    }

    fn note(&self, _heaps: &[u64]) -> &'static str {
        "a clock that can go round has a loopy nimber: a number, or an infinity with the numbers it can move to"
    }
}
