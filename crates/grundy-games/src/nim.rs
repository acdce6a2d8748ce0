//! Nim: heaps of tokens; a move takes any number of tokens, at least one, from one heap.
//!
//! ```text
//! nim 3 4 5
//! 1 ***
//! 2 ****
//! 3 *****
//! ```
//! Notation: the sizes of the heaps; a move `2:4>1` leaves 1 of the second heap's 4.
//! A heap of `n` has the nimber `n` (Bouton 1901); the general method agrees on small heaps.

use grundy_rules::{Declaration, Example, Fault, Game, Known, Nimber, ParseError, Sums, TermText, Visit};

use crate::heap_row::{HeapGame, HeapRow};

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "nim",
    aliases: &[],
    title: "Nim",
    rules: "There are heaps of tokens. A move takes any number of tokens, at least one, from one heap. \
            Who cannot move loses.",
    variants: &[],
    position: "the sizes of the heaps, such as `3 4 5`; each up to 2^64 - 1",
    moves: "`2:4>1`: of the second heap, of 4, leave 1; `2:4>0` takes it whole",
    examples: &[
        Example { question: "nim 3 4 5", shows: "a win: take 2 from the first heap" },
        Example { question: "nim 1 2 3", shows: "a loss: 1 xor 2 xor 3 is 0" },
    ],
    source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
};

/// Reads heap sizes.
///
/// # Errors
/// When a word is no heap size, or there is none.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    term.no_rules()?;
    Ok(visit.visit(&DECLARATION, HeapRow::read(Nim, term.board()?)?))
}

/// The rules of Nim.
#[derive(Clone, Copy, Debug)]
pub struct Nim;

impl Game for Nim {
    type Position = u64;

    fn options(&self, at: &u64, out: &mut Sums<u64>) -> Result<(), Fault> {
        self.options_until(at, out, &mut |_| false)
    }

    fn options_until(
        &self,
        &heap: &u64,
        out: &mut Sums<u64>,
        enough: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<(), Fault> {
        let _ended = (0..heap).any(|left| {
            out.push((left > 0).then_some(left));
            enough(out.get(out.len() - 1))
        });
        Ok(())
    }

    fn known(&self, &heap: &u64) -> Known {
        Known::Nimber(Nimber(heap))
    }
}

impl HeapGame for Nim {
    fn leavings(&self, heap: u64, each: &mut dyn FnMut(&[u64]) -> bool) {
        let _all = (0..heap).all(|left| each(if left == 0 { &[] } else { std::slice::from_ref(&left) }));
    }

    fn count(&self, heap: u64) -> u128 {
        heap.into()
    }

    fn leavings_to(&self, heap: u64, Nimber(target): Nimber) -> Option<Vec<Vec<u64>>> {
        let left = if target == 0 { Vec::new() } else { vec![target] };
        Some(if target < heap { vec![left] } else { Vec::new() })
    }

    fn note(&self, _heaps: &[u64]) -> &'static str {
        "a nim heap of n tokens has the nimber n (Bouton 1901)"
    }
}
