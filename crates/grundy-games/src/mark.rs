//! Mark and i-Mark: take a few tokens, or divide the heap.
//!
//! ```text
//! mark:1/2 12
//! 1 ************
//! ```
//! Notation: what may be taken and by what may be divided, with a slash between, and the sizes
//! of the heaps; a move `1:12>6` leaves 6 of the first heap's 12.
//!
//! Theorem (Fraenkel 2011): in Mark with `1/2` the player to move at one heap loses exactly when
//! the binary size ends in an odd number of zeros, or is 0.

use grundy_rules::{Declaration, Example, Fault, Game, Known, Nimber, ParseError, Sums, TermText, Text, Visit};

use crate::heap_row::{HeapGame, HeapRow};
use crate::numbers::{joined, read};

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "mark",
    aliases: &[],
    title: "Mark",
    rules: "There are heaps. A move takes an allowed number of tokens from a heap, or divides a heap by an allowed \
            number and rounds down. Who cannot move loses.",
    variants: &[("take/divide", "what may be taken and by what may be divided, `mark:1,2/3`; `1/2` if left out")],
    position: "the sizes of the heaps, such as `12 7`",
    moves: "`1:12>6`: of the first heap, of 12, leave 6",
    examples: &[
        Example { question: "mark 12", shows: "a win: leave 6, whose binary form ends in one zero" },
        Example { question: "mark:1,2/3 10 11", shows: "a sum of two heaps" },
    ],
    source: "A. S. Fraenkel, Aperiodic subtraction games, Electronic J. Combin. 18(2) (2011), P19",
};

/// Reads the rules and the sizes.
///
/// # Errors
/// When a number cannot be read, or there is no heap.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let rules = Mark::read(&term.rules, false)?;
    Ok(visit.visit(&DECLARATION, HeapRow::read(rules, term.board()?)?))
}

/// What may be done to a heap.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// What may be taken; positive, ascending.
    take: Vec<u64>,
    /// By what may be divided; at least 2, ascending.
    divide: Vec<u64>,
    /// Whether a division must leave no rest.
    exact: bool,
}

impl Mark {
    /// Reads `1,2/3`; nothing at all is `1/2`.
    pub(crate) fn read(text: &Text, exact: bool) -> Result<Self, ParseError> {
        if text.as_str().is_empty() {
            return Ok(Self { take: vec![1], divide: vec![2], exact });
        }
        let wanted = "what may be taken and by what may be divided, such as `1,2/3`";
        let Some(slash) = text.as_str().find('/') else {
            return Err(text.error_here(wanted, format!("`{}`", text.as_str())));
        };
        let list = |part: Text, least| {
            let mut list = read(&part, wanted, 1..=1000, least..=1 << 62)?;
            list.sort_unstable();
            list.dedup();
            Ok(list)
        };
        let take = list(text.slice(0..slash), 1)?;
        let divide = list(text.slice(slash + 1..text.as_str().len()), 2)?;
        Ok(Self { take, divide, exact })
    }

    fn is_plain(&self) -> bool {
        self.take == [1] && self.divide == [2]
    }

    /// What may be left of a heap, each once: first by taking, then by dividing.
    fn left(&self, heap: u64) -> Vec<u64> {
        let taken = self.take.iter().take_while(|&&k| k <= heap).map(|k| heap - k);
        let divisors = self.divide.iter().filter(|&d| heap > 0 && (!self.exact || heap.is_multiple_of(*d)));
        let mut left: Vec<u64> = Vec::new();
        for n in taken.chain(divisors.map(|d| heap / d)) {
            if !left.contains(&n) {
                left.push(n);
            }
        }
        left
    }
}

impl Game for Mark {
    type Position = u64;

    fn options(&self, &heap: &u64, out: &mut Sums<u64>) -> Result<(), Fault> {
        self.left(heap).into_iter().for_each(|left| out.push((left > 0).then_some(left)));
        Ok(())
    }

    fn known(&self, &heap: &u64) -> Known {
        match (self.is_plain(), self.exact) {
            (false, _) => Known::Unknown,
            (true, false) => Known::Nimber(Nimber(halves(heap))),
            (true, true) => Known::Nimber(Nimber(exact_halves(heap))),
        }
    }

    fn size(&self, &heap: &u64) -> u64 {
        heap
    }
}

/// The nimber of Mark with `1/2`: 0 where the binary form ends in an odd number of zeros; any
/// other heap has one option of nimber 0, so its nimber is 1 or 2 by the other option's. That
/// goes down to less than half in at most three steps.
fn halves(mut heap: u64) -> u64 {
    let zero = |heap: u64| heap == 0 || heap.trailing_zeros() % 2 == 1;
    let mut steps = 0;
    while !zero(heap) {
        heap = if zero(heap - 1) { heap / 2 } else { heap - 1 };
        steps += 1;
    }
    if steps == 0 { 0 } else { 2 - steps % 2 }
}

/// The nimber of i-Mark with `1/2`: odd heaps from 5 on are 0, since what they leave is not;
/// so an even heap from 6 on is the mex of 0 and the nimber of its half.
fn exact_halves(mut heap: u64) -> u64 {
    let mut halved = 0;
    while heap >= 6 && heap.is_multiple_of(2) {
        heap /= 2;
        halved += 1;
    }
    let mut value = match heap {
        1 | 3 => 1,
        4 => 2,
        _ => 0,
    };
    for _ in 0..halved {
        value = if value == 1 { 2 } else { 1 };
    }
    value
}

impl HeapGame for Mark {
    fn leavings(&self, heap: u64, each: &mut dyn FnMut(&[u64]) -> bool) {
        let _all = self.left(heap).iter().all(|left| each(if *left == 0 { &[] } else { std::slice::from_ref(left) }));
    }

    fn count(&self, heap: u64) -> u128 {
        self.left(heap).len() as u128
    }

    fn rules(&self) -> String {
        format!("{}/{}", joined(&self.take, ","), joined(&self.divide, ","))
    }

    fn note(&self, _heaps: &[u64]) -> &'static str {
        match (self.is_plain(), self.exact) {
            (false, _) => "values by search: one heap after the other",
            (true, false) => "a heap is lost exactly when its binary size ends in an odd number of zeros (Fraenkel 2011)",
            (true, true) => "odd heaps from 5 on have the nimber 0, even ones 1 or 2 by their halves (Sopena 2015)",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::naive;

    fn mark(rules: &str, exact: bool) -> Mark {
        Mark::read(&Text::new("question", rules), exact).unwrap()
    }

    #[test]
    fn theorems_are_the_mex() {
        for exact in [false, true] {
            let rules = mark("", exact);
            let mut memo = std::collections::HashMap::new();
            for heap in 0..3000 {
                let value = naive(&rules, &heap, &mut memo);
                match rules.known(&heap) {
                    Known::Nimber(known) => assert_eq!(known.0, value, "{heap}"),
                    Known::NotZero => assert_ne!(value, 0, "{heap}"),
                    _ => panic!("no theorem"),
                }
            }
        }
    }

    #[test]
    fn values_of_oeis_a263635() {
        let expected = [0, 1, 0, 1, 2, 0, 2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2];
        assert_eq!((0..25).map(exact_halves).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn rules_are_read() {
        assert_eq!(mark("2,1/3", false).rules(), "1,2/3");
        for wrong in ["1", "1/1", "0/2", "/2", "1/", "1,x/2"] {
            assert!(Mark::read(&Text::new("question", wrong), false).is_err(), "{wrong}");
        }
    }
}
