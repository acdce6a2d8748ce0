//! Subtraction games with one pass move.
//!
//! ```text
//! pass:1,2,3 4 6
//! 1 ****
//! 2 ******
//! ```
//! Notation: what may be taken behind the colon, then the sizes, and `used` when the pass is
//! gone; a move is the sizes after it and `used` if need be: `4,3`, `4,6,used`.
//!
//! The pass belongs to the whole board, so the heaps are one position and not a sum. Chess-like
//! as it looks, one pass upsets the theory: no closed form is known for nim with a pass
//! (Morrison, Friedman and Landsberg 2012), so values come from search.

use grundy_rules::{Declaration, Example, ParseError, TermText, Text, Visit};

use crate::numbers::{NumberGame, Numbers, joined, read};
use crate::owned::bytes_of;

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "pass",
    aliases: &["nim-with-a-pass"],
    title: "Subtraction with a pass",
    rules: "There are heaps. A move takes tokens from one heap, in an allowed number. Once in the game, and while \
            any token is left, one player may pass instead; after that nobody may. Who can do neither loses.",
    variants: &[
        ("any", "any number of tokens may be taken: nim"),
        ("half", "at most half of a heap may be taken"),
        ("list", "the numbers that may be taken, `pass:1,2,3`"),
    ],
    position: "the sizes of the heaps, such as `4 6`, and `used` if the pass is gone; at most 16 heaps",
    moves: "the sizes after the move, and `used` if the pass is gone: `4,3`",
    examples: &[
        Example { question: "pass:any 1 2 3", shows: "a win, unlike without a pass" },
        Example { question: "pass:half 12", shows: "a nimber of OEIS A295041" },
        Example { question: "pass:1,2,3 4 4 used", shows: "a loss: the pass is gone" },
    ],
    source: "R. E. Morrison, E. J. Friedman and A. S. Landsberg, Combinatorial games with a pass: a dynamical \
             systems approach, Chaos 22 (2012); R. Miyadera, M. Kashihara and K. Oomori, OEIS A295041",
};

/// Reads what may be taken, the sizes, and whether the pass is gone.
///
/// # Errors
/// When a number is no size, or there is none.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let take = Take::read(&term.rules)?;
    let text = term.board()?;
    let last = text.split(|c| c.is_whitespace() || c == ',').last();
    let used = last.filter(|word| word.text == "used");
    let sizes = used.map_or(text.as_str().len(), |word| word.start);
    let what = "the sizes of the heaps, such as `4 6`";
    let mut numbers = read(&text.slice(0..sizes), what, 1..=16, 0..=1 << 62)?;
    numbers.push(u64::from(used.is_none()));
    Ok(visit.visit(&DECLARATION, Numbers::new(take, numbers)))
}

/// What may be taken from a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Take {
    Any,
    Half,
    /// Positive, ascending, without repeats.
    List(Vec<u64>),
}

impl Take {
    fn read(text: &Text) -> Result<Self, ParseError> {
        match text.as_str() {
            "any" => Ok(Self::Any),
            "half" => Ok(Self::Half),
            _ => {
                let what = "what may be taken: `any`, `half`, or numbers such as `1,2,3`";
                let mut list = read(text, what, 1..=1000, 1..=1 << 62)?;
                list.sort_unstable();
                list.dedup();
                Ok(Self::List(list))
            }
        }
    }

    /// Calls `each` with what may be taken from a heap.
    fn each(&self, heap: u64, mut each: impl FnMut(u64) -> bool) -> bool {
        match self {
            Self::Any => (1..=heap).all(each),
            Self::Half => (1..=heap / 2).all(each),
            Self::List(list) => list.iter().take_while(|&&k| k <= heap).all(|&k| each(k)),
        }
    }
}

impl NumberGame for Take {
    /// The sizes, and at the end 1 while the pass may be used.
    type At = Vec<u64>;

    fn after(&self, at: &Vec<u64>, each: &mut dyn FnMut(Vec<u64>) -> bool) {
        let heaps = at.len() - 1;
        for i in 0..heaps {
            let more = self.each(at[i], |taken| {
                let mut after = at.clone();
                after[i] -= taken;
                each(after)
            });
            if !more {
                return;
            }
        }
        if at[heaps] == 1 && at[..heaps].iter().any(|&n| n > 0) {
            let mut after = at.clone();
            after[heaps] = 0;
            each(after);
        }
    }

    fn bytes_beside(&self, at: &Vec<u64>) -> u64 {
        bytes_of(at)
    }

    fn count(&self, at: &Vec<u64>) -> u128 {
        let (&pass, heaps) = at.split_last().expect("the pass stands at the end");
        let takes = heaps.iter().map(|&heap| match self {
            Self::Any => u128::from(heap),
            Self::Half => u128::from(heap / 2),
            Self::List(list) => list.partition_point(|&k| k <= heap) as u128,
        });
        takes.sum::<u128>() + u128::from(pass == 1 && heaps.iter().any(|&n| n > 0))
    }

    fn canonical(&self, at: &Vec<u64>) -> Vec<u64> {
        let (&pass, heaps) = at.split_last().expect("the pass stands at the end");
        let mut sorted: Vec<u64> = heaps.iter().copied().filter(|&n| n > 0).collect();
        sorted.sort_unstable();
        sorted.push(pass);
        sorted
    }

    fn rules(&self) -> String {
        match self {
            Self::Any => "any".into(),
            Self::Half => "half".into(),
            Self::List(list) => joined(list, ","),
        }
    }

    fn write(&self, at: &Vec<u64>) -> String {
        let (&pass, heaps) = at.split_last().expect("the pass stands at the end");
        joined(heaps, " ") + if pass == 1 { "" } else { " used" }
    }

    fn label(&self, at: &Vec<u64>) -> String {
        let (&pass, heaps) = at.split_last().expect("the pass stands at the end");
        let heaps = if let [heap] = heaps { format!("heap of {heap}") } else { format!("heaps of {}", joined(heaps, " and ")) };
        format!("{heaps}, the pass {}", if pass == 1 { "not used" } else { "used" })
    }

    fn write_move(&self, after: &Vec<u64>) -> String {
        let (&pass, heaps) = after.split_last().expect("the pass stands at the end");
        joined(heaps, ",") + if pass == 1 { "" } else { ",used" }
    }

    fn heaps(&self, at: &Vec<u64>) -> Vec<u64> {
        at[..at.len() - 1].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{OnNumbers, naive};

    #[test]
    fn half_a_heap_or_a_pass() {
        // OEIS A295041.
        let expected = [0, 1, 0, 1, 3, 0, 2, 1, 5, 3, 4, 0, 7, 2, 6, 1, 9, 5, 8, 3, 11];
        let mut memo = std::collections::HashMap::new();
        for (n, value) in (0..).zip(expected) {
            let at = Take::Half.canonical(&vec![n, 1]);
            assert_eq!(naive(&OnNumbers(Take::Half), &at, &mut memo), value, "heap {n}");
        }
    }
}
