//! i-Mark: take a few tokens, or divide the heap by a number that divides it.
//!
//! ```text
//! i-mark:1/2 12
//! 1 ************
//! ```
//! Rules, notation and code are those of [`crate::mark`]; only a division must leave no rest.
//! Theorem (Sopena 2015; OEIS A263635), for `1/2`: odd heaps from 5 on have the nimber 0, an
//! even heap from 6 on the mex of 0 and its half's.

use grundy_rules::{Declaration, Example, ParseError, TermText, Visit};

use crate::heap_row::HeapRow;
use crate::mark::Mark;

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "i-mark",
    aliases: &[],
    title: "i-Mark",
    rules: "There are heaps. A move takes an allowed number of tokens from a heap, or divides a heap by an allowed \
            number that divides it. Who cannot move loses.",
    variants: &[("take/divide", "what may be taken and by what may be divided, `i-mark:1,2/2,3`; `1/2` if left out")],
    position: "the sizes of the heaps, such as `12 7`",
    moves: "`1:12>6`: of the first heap, of 12, leave 6",
    examples: &[
        Example { question: "i-mark 12 8", shows: "a loss: both heaps have the nimber 1" },
        Example { question: "i-mark:1,2/3 10", shows: "other numbers, by search" },
    ],
    source: "E. Sopena, i-Mark: a new subtraction division game, Theoret. Comput. Sci. 627 (2016), arXiv:1509.04199; \
             OEIS A263635",
};

/// Reads the rules and the sizes.
///
/// # Errors
/// When a number cannot be read, or there is no heap.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let rules = Mark::read(&term.rules, true)?;
    Ok(visit.visit(&DECLARATION, HeapRow::read(rules, term.board()?)?))
}
