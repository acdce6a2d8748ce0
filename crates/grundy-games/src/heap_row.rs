//! The shared face of games played on a row of heaps: text, moves and picture.
//!
//! A game says in [`HeapGame`] what a move can leave of one heap; [`HeapRow`] makes a ruleset
//! of it. A board is the list of heap sizes in the order people wrote them. Heaps of nothing
//! stay on the board, so that the number of a heap never changes.

use grundy_rules::{
    EachEffect, Edit, Effect, Game, MoveSpan, Nimber, ParseError, Picture, Place, Ruleset, Text, Why, WhyPart,
};

use crate::by_hand;

/// A game played on heaps, each heap on its own.
pub(crate) trait HeapGame: Game<Position = u64> + Send {
    /// Calls `each` with what every move leaves of a heap, until it says false. Parts are
    /// positive; no part means the heap is gone.
    fn leavings(&self, heap: u64, each: &mut dyn FnMut(&[u64]) -> bool);

    /// Number of moves on a heap.
    fn count(&self, heap: u64) -> u128;

    /// What leaves the nimber `target` of a heap, where a theorem lists it without search.
    fn leavings_to(&self, _heap: u64, _target: Nimber) -> Option<Vec<Vec<u64>>> {
        None
    }

    /// The rules in text, as after `game:`.
    fn rules(&self) -> String {
        String::new()
    }

    /// The theorem behind the values of these heaps, in a sentence.
    fn note(&self, heaps: &[u64]) -> &'static str;
}

/// A game of heaps from some heaps on.
#[derive(Clone, Debug)]
pub(crate) struct HeapRow<G> {
    rules: G,
    start: Vec<u64>,
}

/// A move: which heap, and what is left of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeapMove {
    /// Index of the heap, from 0.
    pub(crate) heap: usize,
    /// Sizes that are left, in the order they are written; none when the heap is gone.
    pub(crate) left: Vec<u64>,
}

impl<G> HeapRow<G> {
    /// Reads heap sizes.
    pub(crate) fn read(rules: G, text: &Text) -> Result<Self, ParseError> {
        let start = text
            .split(|c| c.is_whitespace() || c == ',')
            .map(|word| word.number("the size of a heap", 0..=u64::MAX))
            .collect::<Result<Vec<_>, _>>()?;
        if start.is_empty() {
            return Err(text.error_at_end("the sizes of the heaps, such as `3 4 5`"));
        }
        Ok(Self { rules, start })
    }
}

impl<G: HeapGame> Ruleset for HeapRow<G> {
    type Game = G;
    type Board = Vec<u64>;
    type Move = HeapMove;

    fn game(&self) -> &G {
        &self.rules
    }

    fn start(&self) -> Vec<u64> {
        self.start.clone()
    }

    fn rules(&self) -> String {
        self.rules.rules()
    }

    fn write(&self, board: &Vec<u64>) -> String {
        joined(board, " ")
    }

    fn twins(&self, board: &Vec<u64>) -> String {
        let mut sorted = board.clone();
        sorted.sort_unstable();
        self.write(&sorted)
    }

    fn parts(&self, board: &Vec<u64>) -> Vec<u64> {
        board.clone()
    }

    fn moves(&self, board: &Vec<u64>, each: &mut dyn FnMut(HeapMove) -> bool) {
        let mut more = true;
        for (heap, &size) in board.iter().enumerate() {
            self.rules.leavings(size, &mut |left| {
                more = each(HeapMove { heap, left: left.to_vec() });
                more
            });
            if !more {
                return;
            }
        }
    }

    fn move_count(&self, board: &Vec<u64>) -> Option<u128> {
        Some(board.iter().map(|&heap| self.rules.count(heap)).sum())
    }

    fn effects(&self, board: &Vec<u64>, each: EachEffect<'_, Self>) {
        self.moves(board, &mut |mv| {
            let effect = Effect::Part { part: mv.heap, becomes: mv.left.clone() };
            each(mv, effect)
        });
    }

    fn moves_to(&self, board: &Vec<u64>, targets: &[Nimber], most: usize) -> Option<Vec<MoveSpan<HeapMove>>> {
        let mut spans = Vec::new();
        for (heap, (&size, &target)) in board.iter().zip(targets).enumerate() {
            let leavings = self.rules.leavings_to(size, target)?;
            let count = leavings.len() as u128;
            let moves: Vec<_> = leavings.into_iter().take(most).map(|left| HeapMove { heap, left }).collect();
            if count > 0 {
                let text = moves.iter().map(|mv| self.write_move(board, mv)).collect::<Vec<_>>().join(", ");
                spans.push(MoveSpan { moves, count, text });
            }
        }
        Some(spans)
    }

    /// The first part takes the heap's place, others follow at the end of the row.
    fn play(&self, board: &Vec<u64>, mv: &HeapMove) -> Vec<u64> {
        let mut after = board.clone();
        after[mv.heap] = mv.left.first().copied().unwrap_or(0);
        after.extend(mv.left.iter().skip(1));
        after
    }

    /// `2:7>2+4`: the second heap, of 7, leaves 2 and 4; `2:7>0` takes it whole.
    fn write_move(&self, board: &Vec<u64>, mv: &HeapMove) -> String {
        let left = if mv.left.is_empty() { "0".to_string() } else { joined(&mv.left, "+") };
        format!("{}:{}>{left}", mv.heap + 1, board[mv.heap])
    }

    fn picture(&self, board: &Vec<u64>) -> Picture {
        Picture::Heaps(board.clone())
    }

    fn place(&self, _board: &Vec<u64>, mv: &HeapMove) -> Option<Place> {
        Some(Place::Heap(mv.heap))
    }

    fn sized(&self, sizes: &[u64]) -> Option<Vec<u64>> {
        Some(sizes.to_vec())
    }

    fn edits(&self, board: &Vec<u64>, place: Option<Place>) -> Vec<Edit> {
        by_hand::sizes(board, true, place)
    }

    fn why(&self, board: &Vec<u64>, value: &dyn Fn(&u64) -> Option<Nimber>) -> Why {
        let part = |&size: &u64| WhyPart::new(format!("heap of {size}"), value(&size));
        let notes = vec![self.rules.note(board).to_string()];
        Why { parts: board.iter().map(part).collect(), notes, ..Why::default() }
    }
}

fn joined(sizes: &[u64], between: &str) -> String {
    sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(between)
}
