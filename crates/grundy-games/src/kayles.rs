//! Kayles: rows of pins; a move knocks down one pin or two neighbours, which may split a row.
//!
//! ```text
//! kayles 5 7
//! 1 *****
//! 2 *******
//! ```
//! Notation: the lengths of the rows; a move `2:7>2+4` knocks down one pin and leaves 2 and 4.
//! The nimbers have period 12 from length 71 on (Guy and Smith 1956; OEIS A002186). The window
//! of their theorem is checked in the tests, so long rows need no search.

use std::sync::LazyLock;

use grundy_rules::{Declaration, Example, Fault, Game, Known, Nimber, ParseError, Sums, TermText, Visit, mex};

use crate::heap_row::{HeapGame, HeapRow};

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "kayles",
    aliases: &[],
    title: "Kayles",
    rules: "There are rows of pins. A move knocks down one pin, or two pins that stand side by side; what is \
            left of the row on both sides are rows of their own. Who cannot move loses.",
    variants: &[],
    position: "the lengths of the rows, such as `5 7`; each up to 2^64 - 1",
    moves: "`2:7>2+4`: the second row, of 7, leaves 2 and 4; `1:1>0` takes the last pin",
    examples: &[
        Example { question: "kayles 7", shows: "a win: the moves that leave two rows of the same nimber" },
        Example { question: "kayles 5 7", shows: "a row is played as part of a sum" },
    ],
    source: "H. E. Dudeney, The Canterbury Puzzles (1907), 73; R. K. Guy and C. A. B. Smith, The G-values of \
             various games, Proc. Cambridge Phil. Soc. 52 (1956); OEIS A002186",
};

/// First length of the periodic part, and the period.
const PREPERIOD: u64 = 71;
const PERIOD: u64 = 12;

/// Nimbers of the lengths up to the end of the first period.
static VALUES: LazyLock<Vec<u64>> = LazyLock::new(|| values((PREPERIOD + PERIOD) as usize));

/// Reads row lengths.
///
/// # Errors
/// When a word is no length, or there is none.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    term.no_rules()?;
    Ok(visit.visit(&DECLARATION, HeapRow::read(Kayles, term.board()?)?))
}

/// The rules of Kayles.
#[derive(Clone, Copy, Debug)]
pub struct Kayles;

/// What a move can leave of a row: the shorter side first.
fn leavings(row: u64) -> impl Iterator<Item = (u64, u64)> {
    let pairs = |rest: u64| (0..=rest / 2).map(move |side| (side, rest - side));
    [1, 2].into_iter().filter_map(move |taken| row.checked_sub(taken)).flat_map(pairs)
}

/// Nimbers of the rows shorter than `len`, by the definition.
fn values(len: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::with_capacity(len);
    for row in 0..len as u64 {
        let mut options: Vec<u64> =
            leavings(row).map(|(a, b)| values[a as usize] ^ values[b as usize]).collect();
        values.push(mex(&mut options));
    }
    values
}

impl Game for Kayles {
    type Position = u64;

    fn options(&self, at: &u64, out: &mut Sums<u64>) -> Result<(), Fault> {
        self.options_until(at, out, &mut |_| false)
    }

    fn options_until(
        &self,
        &row: &u64,
        out: &mut Sums<u64>,
        enough: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<(), Fault> {
        let _ended = leavings(row).any(|(a, b)| {
            out.push([a, b].into_iter().filter(|&part| part > 0));
            enough(out.get(out.len() - 1))
        });
        Ok(())
    }

    fn known(&self, &row: &u64) -> Known {
        let row = if row < PREPERIOD { row } else { PREPERIOD + (row - PREPERIOD) % PERIOD };
        Known::Nimber(Nimber(VALUES[row as usize]))
    }
}

impl HeapGame for Kayles {
    fn leavings(&self, heap: u64, each: &mut dyn FnMut(&[u64]) -> bool) {
        let _all = leavings(heap).all(|(a, b)| match (a, b) {
            (0, 0) => each(&[]),
            (0, b) => each(&[b]),
            (a, b) => each(&[a, b]),
        });
    }

    fn count(&self, heap: u64) -> u128 {
        let after = |taken| heap.checked_sub(taken).map_or(0, |rest| u128::from(rest / 2) + 1);
        after(1) + after(2)
    }

    fn note(&self, heaps: &[u64]) -> &'static str {
        if heaps.iter().any(|&row| row >= PREPERIOD) {
            "from length 71 on the nimbers of Kayles repeat with period 12 (Guy and Smith 1956)"
        } else {
            "a row has the least nimber that no move on it leaves; a move that leaves two rows leaves the exclusive or \
             of theirs"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_of_guy_and_smith_holds() {
        // Octal 0.77: k = 2 places, options of at most t = 2 parts. If g(n + p) = g(n) for
        // n0 <= n < 2 n0 + p + k, then it holds for all n >= n0.
        let window = 2 * PREPERIOD + PERIOD + 2;
        let values = values((window + PERIOD) as usize);
        for n in PREPERIOD..window {
            assert_eq!(values[(n + PERIOD) as usize], values[n as usize], "length {n}");
        }
        assert_ne!(values[(PREPERIOD - 1 + PERIOD) as usize], values[(PREPERIOD - 1) as usize]);
    }
}
