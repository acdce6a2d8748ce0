//! The shared face of games whose board is a few numbers that belong together.
//!
//! A game says in [`NumberGame`] which numbers a move can leave; [`Numbers`] makes a game and a
//! ruleset of it. Unlike in [`crate::heap_row`] the board is one position, not a sum of heaps.
//! A move is written as the numbers after it, `1,2`.

use std::fmt::Debug;
use std::hash::Hash;

use grundy_rules::{
    Edit, Fault, Game, Known, MoveSpan, Nimber, ParseError, Picture, Place, Ruleset, Sums, Text, Why, WhyPart,
};

use crate::by_hand;

/// A game on a tuple of numbers.
pub(crate) trait NumberGame: Debug + Send + Sync {
    /// The numbers.
    type At: Clone + Eq + Hash + Ord + Debug + Send + Sync + AsRef<[u64]> + AsMut<[u64]>;

    /// Calls `each` with the numbers after every move, in a fixed order, until it says false.
    fn after(&self, at: &Self::At, each: &mut dyn FnMut(Self::At) -> bool);

    /// Number of moves.
    fn count(&self, at: &Self::At) -> u128;

    /// The same position as solvers know it, such as in ascending order.
    fn canonical(&self, at: &Self::At) -> Self::At {
        at.clone()
    }

    /// Bytes that the numbers keep on the heap, where there is no fixed number of them.
    fn bytes_beside(&self, _at: &Self::At) -> u64 {
        0
    }

    /// What a theorem says of a canonical position.
    fn known(&self, _at: &Self::At) -> Known {
        Known::Unknown
    }

    /// The numbers after every move to a P-position, where a theorem lists them.
    fn to_zero(&self, _at: &Self::At) -> Option<Vec<Self::At>> {
        None
    }

    /// The rules in text, as after `game:`.
    fn rules(&self) -> String {
        String::new()
    }

    /// The board in text.
    fn write(&self, at: &Self::At) -> String {
        joined(at.as_ref(), " ")
    }

    /// A move in text, by the numbers after it.
    fn write_move(&self, after: &Self::At) -> String {
        joined(after.as_ref(), ",")
    }

    /// The heaps to draw, the first numbers.
    fn heaps(&self, at: &Self::At) -> Vec<u64> {
        at.as_ref().to_vec()
    }

    /// The board in a sentence.
    fn label(&self, at: &Self::At) -> String {
        match at.as_ref() {
            [heap] => format!("heap of {heap}"),
            heaps => format!("heaps of {}", joined(heaps, " and ")),
        }
    }

    /// The theorem behind the values, in a sentence; empty where there is none.
    fn note(&self) -> &'static str {
        ""
    }

    /// What the theorem says of this board, in a sentence.
    fn remark(&self, _at: &Self::At) -> Option<String> {
        None
    }
}

/// A game on numbers, from some numbers on.
#[derive(Clone, Debug)]
pub(crate) struct Numbers<G: NumberGame> {
    game: OnNumbers<G>,
    start: G::At,
}

impl<G: NumberGame> Numbers<G> {
    pub(crate) fn new(rules: G, start: G::At) -> Self {
        Self { game: OnNumbers(rules), start }
    }
}

/// What solvers see of a game on numbers.
#[derive(Clone, Debug)]
pub(crate) struct OnNumbers<G>(pub(crate) G);

impl<G: NumberGame> Game for OnNumbers<G> {
    type Position = G::At;

    fn options(&self, at: &G::At, out: &mut Sums<G::At>) -> Result<(), Fault> {
        self.options_until(at, out, &mut |_| false)
    }

    fn options_until(
        &self,
        at: &G::At,
        out: &mut Sums<G::At>,
        enough: &mut dyn FnMut(&[G::At]) -> bool,
    ) -> Result<(), Fault> {
        self.0.after(at, &mut |after| {
            out.push([self.0.canonical(&after)]);
            !enough(out.get(out.len() - 1))
        });
        Ok(())
    }

    fn bytes_beside(&self, at: &G::At) -> u64 {
        self.0.bytes_beside(at)
    }

    fn known(&self, at: &G::At) -> Known {
        self.0.known(at)
    }

    fn size(&self, at: &G::At) -> u64 {
        at.as_ref().iter().fold(0, |sum: u64, &n| sum.saturating_add(n))
    }
}

impl<G: NumberGame> Ruleset for Numbers<G> {
    type Game = OnNumbers<G>;
    type Board = G::At;
    type Move = G::At;

    fn game(&self) -> &OnNumbers<G> {
        &self.game
    }

    fn start(&self) -> G::At {
        self.start.clone()
    }

    fn rules(&self) -> String {
        self.game.0.rules()
    }

    fn write(&self, board: &G::At) -> String {
        self.game.0.write(board)
    }

    fn write_part(&self, part: &G::At) -> String {
        self.game.0.write(part)
    }

    fn parts(&self, board: &G::At) -> Vec<G::At> {
        vec![self.game.0.canonical(board)]
    }

    fn moves(&self, board: &G::At, each: &mut dyn FnMut(G::At) -> bool) {
        self.game.0.after(board, each);
    }

    fn move_count(&self, board: &G::At) -> Option<u128> {
        Some(self.game.0.count(board))
    }

    fn moves_to(&self, board: &G::At, targets: &[Nimber], _most: usize) -> Option<Vec<MoveSpan<G::At>>> {
        if targets != [Nimber::ZERO] {
            return None;
        }
        let span = |after: G::At| {
            let text = self.game.0.write_move(&after);
            MoveSpan { moves: vec![after], count: 1, text }
        };
        let moves = self.game.0.to_zero(board)?;
        Some(moves.into_iter().map(span).collect())
    }

    fn play(&self, _board: &G::At, mv: &G::At) -> G::At {
        mv.clone()
    }

    fn write_move(&self, _board: &G::At, mv: &G::At) -> String {
        self.game.0.write_move(mv)
    }

    fn picture(&self, board: &G::At) -> Picture {
        Picture::Heaps(self.game.0.heaps(board))
    }

    fn edits(&self, board: &G::At, place: Option<Place>) -> Vec<Edit> {
        let heaps = self.game.0.heaps(board);
        let write = |heaps: &[u64]| {
            let mut at = board.clone();
            at.as_mut()[..heaps.len()].copy_from_slice(heaps);
            self.game.0.write(&at)
        };
        by_hand::heaps(&heaps, None, |size| size, write, place)
    }

    fn why(&self, board: &G::At, value: &dyn Fn(&G::At) -> Option<Nimber>) -> Why {
        let rules = &self.game.0;
        let part = WhyPart::new(rules.label(board), value(&rules.canonical(board)));
        let note = Some(rules.note()).filter(|note| !note.is_empty()).map(str::to_string);
        let notes = note.into_iter().chain(rules.remark(board)).collect();
        Why { parts: vec![part], notes, ..Why::default() }
    }
}

/// Reads numbers between blanks or commas, at least `count.start()` and at most `count.end()`.
pub(crate) fn read(
    text: &Text,
    what: &str,
    count: std::ops::RangeInclusive<usize>,
    range: std::ops::RangeInclusive<u64>,
) -> Result<Vec<u64>, ParseError> {
    let words: Vec<_> = text.split(|c| c.is_whitespace() || c == ',').collect();
    if let Some(extra) = words.get(*count.end()) {
        let most = if *count.end() == 1 { "one number".into() } else { format!("{} numbers", count.end()) };
        return Err(extra.expected(format!("{most} and nothing more")));
    }
    let numbers: Vec<u64> =
        words.iter().map(|word| word.number(what, range.clone())).collect::<Result<_, _>>()?;
    if numbers.len() < *count.start() {
        return Err(text.error_at_end(what));
    }
    Ok(numbers)
}

/// Numbers with something between them.
pub(crate) fn joined(numbers: &[u64], between: &str) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(between)
}

/// Holds what a game knows by theorem equal to what the mex over all options says.
#[cfg(test)]
pub(crate) fn check_theorem<G: NumberGame>(rules: &G, positions: impl IntoIterator<Item = G::At>) {
    let game = OnNumbers(rules);
    let mut memo = std::collections::HashMap::new();
    for at in positions {
        let at = rules.canonical(&at);
        let nimber = naive(&game, &at, &mut memo);
        match rules.known(&at) {
            Known::Nimber(known) => assert_eq!(known.0, nimber, "{at:?}"),
            Known::NotZero => assert_ne!(0, nimber, "{at:?}"),
            _ => panic!("no theorem for {at:?}"),
        }
        if let Some(listed) = rules.to_zero(&at) {
            let mut listed: Vec<_> = listed.iter().map(|after| rules.canonical(after)).collect();
            let mut wanted = Vec::new();
            rules.after(&at, &mut |after| {
                let after = rules.canonical(&after);
                if naive(&game, &after, &mut memo) == 0 {
                    wanted.push(after);
                }
                true
            });
            listed.sort();
            wanted.sort();
            listed.dedup();
            wanted.dedup();
            assert_eq!(listed, wanted, "moves to 0 from {at:?}");
        }
    }
}

/// The nimber by the definition.
#[cfg(test)]
pub(crate) fn naive<G: Game>(
    game: &G,
    at: &G::Position,
    memo: &mut std::collections::HashMap<G::Position, u64>,
) -> u64 {
    if let Some(&value) = memo.get(at) {
        return value;
    }
    let mut sums = Sums::new();
    game.options(at, &mut sums).unwrap();
    let mut values: Vec<u64> =
        sums.iter().map(|sum| sum.iter().fold(0, |total, part| total ^ naive(game, part, memo))).collect();
    let value = grundy_rules::mex(&mut values);
    memo.insert(at.clone(), value);
    value
}

#[cfg(test)]
impl<G: NumberGame> NumberGame for &G {
    type At = G::At;

    fn after(&self, at: &G::At, each: &mut dyn FnMut(G::At) -> bool) {
        (**self).after(at, each);
    }

    fn count(&self, at: &G::At) -> u128 {
        (**self).count(at)
    }

    fn canonical(&self, at: &G::At) -> G::At {
        (**self).canonical(at)
    }
}
