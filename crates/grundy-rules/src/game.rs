//! What solvers see of a game.
//!
//! The main trait is [`Game`]: positions and their options. An option is a *sum* of positions,
//! so that splitting a heap, cutting a board and falling apart into components are one thing.
//! Options come in one flat pass into [`Sums`]: no closure and no allocation a node.

use std::fmt;
use std::hash::Hash;

use crate::{Budget, Heap, HeapSystem, Nimber, Outcome, ParseError, PieceBoard, Remoteness, Stop};

/// The rules of one variant, with its code, graph or board fixed.
pub trait Game: Sync {
    /// One part of a sum. Small, and in canonical form: equal values that the game can tell to
    /// be equal cheaply (translated, mirrored) should be equal positions.
    type Position: Clone + Eq + Hash + Ord + fmt::Debug + Send + Sync;

    /// Appends every option of `at`, each a sum of canonical positions. Equal options may be
    /// merged, empty parts left out, and options that are proved not to change the value too.
    ///
    /// # Errors
    /// A [`Fault`] when the rules break their contract (rules written by users can).
    fn options(&self, at: &Self::Position, out: &mut Sums<Self::Position>) -> Result<(), Fault>;

    /// Like [`Game::options`], but may end early: `enough` is told of each option as it comes and
    /// says whether that was enough. For games whose options cost more than a look-up; a wrong
    /// override makes wrong answers.
    ///
    /// # Errors
    /// As [`Game::options`].
    fn options_until(
        &self,
        at: &Self::Position,
        out: &mut Sums<Self::Position>,
        enough: &mut dyn FnMut(&[Self::Position]) -> bool,
    ) -> Result<(), Fault> {
        self.options(at, out)?;
        let _ = out.iter().any(enough);
        Ok(())
    }

    /// What a theorem says of `at` without search. The theorem is proved in the repository's
    /// docs and tested against the general method. A wrong override makes wrong answers.
    fn known(&self, _at: &Self::Position) -> Known {
        Known::Unknown
    }

    /// How [`Game::known`] comes by the nimber it gives, in a word or two for the answer.
    fn known_by(&self, _at: &Self::Position) -> &'static str {
        "closed form"
    }

    /// Another position of the same value that stands for `at`, where that costs more to find than
    /// a table look-up: solvers ask once for each position they meet for the first time, work on
    /// the one returned and remember both. `None` where `at` stands for itself; asked about what
    /// it returned, it must say `None`. A wrong override mixes up values.
    fn canonical(&self, _at: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The way of searching that suits the game; the same values come out of all of them.
    fn search(&self) -> Search {
        Search::Mex
    }

    /// How hard a position is, for ordering work; any number is right, a good one is fast.
    fn size(&self, _at: &Self::Position) -> u64 {
        0
    }

    /// Bytes that a position keeps on the heap, beside its own size; a wrong override makes a
    /// budget of bytes too wide or too narrow.
    fn bytes_beside(&self, _at: &Self::Position) -> u64 {
        0
    }

    /// How many indices [`Game::index`] uses, where the game numbers its positions densely.
    /// With `Some`, solvers use a flat table instead of a hash map.
    fn dense_len(&self) -> Option<u64> {
        None
    }

    /// The index of a position, below [`Game::dense_len`]; two positions share an index only if
    /// they have the same value. A wrong override mixes up values.
    fn index(&self, _at: &Self::Position) -> u64 {
        unreachable!("index is called only where dense_len is Some")
    }

    /// The position as words, always the same number of them, for table files; none where the
    /// game's tables are not kept.
    fn pack(&self, _at: &Self::Position) -> Vec<u64> {
        Vec::new()
    }

    /// The position that [`Game::pack`] wrote as these words; `None` when there is none.
    fn unpack(&self, _words: &[u64]) -> Option<Self::Position> {
        None
    }

    /// What a player who cannot move at `at` gets. Draw and win only where every option has
    /// one part, since a sum would not know whose end counts.
    fn end(&self, _at: &Self::Position) -> End {
        End::Loss
    }

    /// Whether play can be endless or end in a draw. Such a game has outcomes and
    /// loopy values; a wrong `false` makes solvers recurse for ever (they report a fault).
    fn may_draw(&self) -> bool {
        false
    }

    /// Whether play on the options as they are given takes as many moves as by the rules. A game says
    /// no that leaves out parts worth 0, or what play cannot tell from others in value alone:
    /// its nimbers are true, but a remoteness found on them is not.
    fn keeps_length(&self) -> bool {
        true
    }

    /// The rules as a heap system, where every position is one heap, which [`Game::heap`] names:
    /// then the engines of heaps find values and periods. A wrong override makes wrong answers.
    fn heap_system(&self) -> Option<&HeapSystem> {
        None
    }

    /// The heap that a position is, where [`Game::heap_system`] gives a system.
    fn heap(&self, _at: &Self::Position) -> Heap {
        unreachable!("heap is called only where heap_system is Some")
    }

    /// The board, where every position is a square of it by its number, and options are the
    /// squares a piece can go to: then solvers walk over the board and store no position. A wrong
    /// override makes wrong answers.
    fn piece_board(&self) -> Option<&PieceBoard> {
        None
    }

    /// A kernel of the game's own that finds all values at once, where one is much faster than
    /// the general method. It must give the same values: a test holds them equal.
    /// `parts` is what will be asked for first; `None` where the general method is better.
    fn kernel(
        &self,
        _parts: &[Self::Position],
        _budget: &Budget,
    ) -> Option<Result<BoxedKernel<'_, Self::Position>, Stop>> {
        None
    }
}

/// A kernel that borrows its game.
pub type BoxedKernel<'g, P> = Box<dyn Kernel<P> + 'g>;

/// Values found by a game's own kernel.
pub trait Kernel<P>: Send + Sync {
    /// The value of a position that play can reach from the board the kernel was built for;
    /// `None` for a position outside its table.
    fn value(&self, at: &P) -> Option<Nimber>;

    /// Positions in the table, for the answer's account of work.
    fn nodes(&self) -> u64;
}

/// What is known of a position without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing.
    Unknown,
    /// Its nimber.
    Nimber(Nimber),
    /// That its nimber is not 0: the player to move wins.
    NotZero,
    /// Its outcome, in a game that can be drawn; draws have no remoteness.
    Outcome(Outcome, Option<Remoteness>),
}

/// A way of searching for nimbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// The mex of all options, each position once.
    #[default]
    Mex,
    /// Nimber tracking: one question at a time, asked of the largest part.
    Tracking,
    /// Requested sets of nimbers.
    Requested,
}

/// What being stuck means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// The player who cannot move loses: normal play.
    #[default]
    Loss,
    /// The game is a draw.
    Draw,
    /// The player who cannot move wins.
    Win,
}

/// A contract that the rules broke, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What happened and at which position.
    pub message: String,
    /// Where in the text of the rules, where people wrote them.
    pub place: Option<ParseError>,
    /// Whether it is no fault of the rules: they were told to stop in the middle of their work.
    pub stopped: bool,
}

impl Fault {
    /// A fault with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, stopped: false }
    }

    /// A fault of rules that people wrote, at a place in their text.
    pub fn at(place: ParseError) -> Self {
        Self { message: place.to_string(), place: Some(place), stopped: false }
    }

    /// The end of rules that heard the stop flag; solvers take it for a spent budget.
    pub fn stopped() -> Self {
        Self { message: "stopped by the time limit or by you".to_string(), place: None, stopped: true }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// A list of sums in one flat buffer.
#[derive(Clone, Debug)]
pub struct Sums<P> {
    parts: Vec<P>,
    ends: Vec<u32>,
}

impl<P> Default for Sums<P> {
    fn default() -> Self {
        Self { parts: Vec::new(), ends: Vec::new() }
    }
}

impl<P> Sums<P> {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a part to the sum that is being written.
    #[inline]
    pub fn part(&mut self, part: P) {
        self.parts.push(part);
    }

    /// Ends the sum that is being written; with no part since the last end it is the empty sum.
    ///
    /// # Panics
    /// At 2^32 parts: positions are small, and memory ends before.
    #[inline]
    pub fn end(&mut self) {
        self.ends.push(u32::try_from(self.parts.len()).expect("fewer than 2^32 parts a position"));
    }

    /// Adds a whole sum.
    pub fn push(&mut self, parts: impl IntoIterator<Item = P>) {
        self.parts.extend(parts);
        self.end();
    }

    /// Forgets all sums and keeps the memory.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }

    /// How many sums there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no sum.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Sum number `i`, as its parts.
    ///
    /// # Panics
    /// When there is no sum `i`.
    #[inline]
    pub fn get(&self, i: usize) -> &[P] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.parts[start..self.ends[i] as usize]
    }

    /// The sums in order.
    pub fn iter(&self) -> impl Iterator<Item = &[P]> {
        (0..self.len()).map(|i| self.get(i))
    }

    /// All parts of all sums, in order.
    pub fn parts(&self) -> &[P] {
        &self.parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_keep_their_parts_apart() {
        let mut sums = Sums::new();
        sums.push([1, 2]);
        sums.push([]);
        sums.push([3]);
        let read: Vec<Vec<i32>> = sums.iter().map(<[i32]>::to_vec).collect();
        assert_eq!(read, vec![vec![1, 2], vec![], vec![3]]);
    }
}
