//! Wythoff's game: two heaps; a move takes from one heap, or as many from both.
//!
//! ```text
//! wythoff 4 7
//! 1 ****
//! 2 *******
//! ```
//! Notation: the two sizes; a move is the two sizes after it, `1,2`. A view of the chess queen
//! that runs to the corner: [`crate::bo`] holds the rules and the theory.

use grundy_rules::{
    Declaration, Edit, Example, MoveSpan, Nimber, ParseError, Picture, Place, Ruleset, TermText, Visit, Why, WhyPart,
};

use crate::bo::{Piece, Race, by_golden_ratio};
use crate::by_hand;
use crate::golden;
use crate::long_wythoff::{self, LongWythoff};

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "wythoff",
    aliases: &[],
    title: "Wythoff's game",
    rules: "There are two heaps. A move takes any number of tokens, at least one, from one heap, or the same \
            number from both. Who cannot move loses.",
    variants: &[],
    position: "the sizes of the two heaps, such as `4 7`; from 2^62 on, and to 10000 digits, without nimbers",
    moves: "the two sizes after the move: `1,2`",
    examples: &[
        Example { question: "wythoff 4 7", shows: "a loss: the third pair of the golden ratio" },
        Example { question: "wythoff 5 5", shows: "a win with all moves to a P-position" },
    ],
    source: "W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907); \
             OEIS A000201, A001950, A004481",
};

/// Reads the two sizes.
///
/// # Errors
/// When there are not two sizes of at most 10000 digits.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    term.no_rules()?;
    let text = term.board()?;
    if let Some(long) = long_wythoff::read(text)? {
        return Ok(visit.visit(&DECLARATION, LongWythoff::new(&DECLARATION, 1, long)));
    }
    let words: Vec<_> = text.split(|c| c.is_whitespace() || c == ',').collect();
    if let Some(extra) = words.get(2) {
        return Err(extra.expected("two sizes and nothing more"));
    }
    let sizes = words
        .iter()
        .map(|word| word.number("the size of a heap", 0..=golden::LIMIT - 1))
        .collect::<Result<Vec<_>, _>>()?;
    let [a, b] = sizes[..] else {
        return Err(text.error_at_end("the sizes of two heaps, such as `4 7`"));
    };
    Ok(visit.visit(&DECLARATION, Wythoff { race: Race::new(Piece::Queen, a, b), start: (a, b) }))
}

/// Wythoff's game from two heaps on.
#[derive(Clone, Debug)]
pub struct Wythoff {
    race: Race,
    start: (u64, u64),
}

impl Ruleset for Wythoff {
    type Game = Race;
    type Board = (u64, u64);
    type Move = (u64, u64);

    fn game(&self) -> &Race {
        &self.race
    }

    fn start(&self) -> (u64, u64) {
        self.start
    }

    fn write(&self, &(a, b): &(u64, u64)) -> String {
        format!("{a} {b}")
    }

    fn write_part(&self, part: &(u64, u64)) -> String {
        self.write(part)
    }

    fn parts(&self, &(a, b): &(u64, u64)) -> Vec<(u64, u64)> {
        vec![(a.min(b), a.max(b))]
    }

    fn moves(&self, &(a, b): &(u64, u64), each: &mut dyn FnMut((u64, u64)) -> bool) {
        Piece::Queen.steps(a, b, each);
    }

    fn move_count(&self, &(a, b): &(u64, u64)) -> Option<u128> {
        Some(Piece::Queen.step_count(a, b))
    }

    fn moves_to(
        &self,
        &(a, b): &(u64, u64),
        targets: &[Nimber],
        _most: usize,
    ) -> Option<Vec<MoveSpan<(u64, u64)>>> {
        (targets == [Nimber::ZERO]).then(|| by_golden_ratio(a, b).map(|to| span(to.0, to.1)).collect())
    }

    fn play(&self, _board: &(u64, u64), mv: &(u64, u64)) -> (u64, u64) {
        *mv
    }

    fn write_move(&self, _board: &(u64, u64), &(a, b): &(u64, u64)) -> String {
        format!("{a},{b}")
    }

    fn picture(&self, &(a, b): &(u64, u64)) -> Picture {
        Picture::Heaps(vec![a, b])
    }

    /// A move that takes from both heaps has no one place.
    fn place(&self, &(a, b): &(u64, u64), &(x, y): &(u64, u64)) -> Option<Place> {
        match (x < a, y < b) {
            (true, false) => Some(Place::Heap(0)),
            (false, true) => Some(Place::Heap(1)),
            _ => None,
        }
    }

    fn edits(&self, &(a, b): &(u64, u64), place: Option<Place>) -> Vec<Edit> {
        by_hand::sizes(&[a, b], false, place)
    }

    fn why(&self, board: &(u64, u64), value: &dyn Fn(&(u64, u64)) -> Option<Nimber>) -> Why {
        let &(a, b) = board;
        let part = WhyPart::new(format!("heaps of {a} and {b}"), value(&self.parts(board)[0]));
        let gap = a.abs_diff(b);
        let (low, high) = golden::with_gap(gap);
        let notes = vec![
            "the player to move loses exactly when the heaps are a pair floor(k phi), floor(k phi) + k (Wythoff \
             1907)"
                .to_string(),
            format!("for k = {gap}, the difference of {a} and {b}, that is the pair {low}, {high}"),
        ];
        Why { parts: vec![part], notes, ..Why::default() }
    }
}

fn span(a: u64, b: u64) -> MoveSpan<(u64, u64)> {
    MoveSpan { moves: vec![(a, b)], count: 1, text: format!("{a},{b}") }
}
