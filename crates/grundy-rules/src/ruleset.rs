//! What people see of a game.
//!
//! The main trait is [`Ruleset`]: a *board* with its text, its moves and its picture, and
//! [`Ruleset::parts`], which says of which sum of positions the board consists. Solvers work on
//! the positions alone; a conformance test holds that for every board the moves and the options
//! of its parts are the same thing.

use std::fmt::Debug;

use crate::{Game, Heap, Nimber, ParseError, Picture, Place, Text};

type Position<R> = <<R as Ruleset>::Game as Game>::Position;

/// What [`Ruleset::effects`] calls: a move, what it does, and back whether to go on.
pub type EachEffect<'e, R> = &'e mut dyn FnMut(<R as Ruleset>::Move, Effect<Position<R>>) -> bool;

/// One game with its rules fixed, as people see it.
pub trait Ruleset: Send + Sync {
    /// What solvers work on. A game that is a view of another names the other one here.
    type Game: Game;
    /// A whole position as people write it.
    type Board: Clone + PartialEq + Debug + Send + Sync;
    /// A move on a board.
    type Move: Clone + PartialEq + Debug + Send + Sync;

    /// The solvers' side.
    fn game(&self) -> &Self::Game;

    /// The board the question was about.
    fn start(&self) -> Self::Board;

    /// The rules in text, as after `game:`; empty where the game has one variant.
    fn rules(&self) -> String {
        String::new()
    }

    /// What a file of the game's positions and values belongs to: rules and size, not the
    /// position. `None` where the game's tables are not kept.
    fn table_key(&self) -> Option<String> {
        None
    }

    /// The board's canonical text; reading it gives the same board.
    fn write(&self, board: &Self::Board) -> String;

    /// A text that two boards share only if play from one is play from the other move by move, in
    /// misere play too, such as that of a row of heaps in ascending order.
    fn twins(&self, board: &Self::Board) -> String {
        self.write(board)
    }

    /// The sum of positions the board consists of, in a fixed order, each canonical.
    fn parts(&self, board: &Self::Board) -> Vec<Position<Self>>;

    /// A position of the sum in text, to name it in a file. Games without a text of their own
    /// show it as programmers see it.
    fn write_part(&self, part: &Position<Self>) -> String {
        format!("{part:?}")
    }

    /// What positions stand on besides the rules, such as the size of the board: two boards with
    /// the same rules and the same ground have positions in common, and the same names for them.
    fn ground(&self) -> String {
        self.table_key().unwrap_or_default()
    }

    /// Calls `each` with every legal move, in a fixed order, until it says false.
    fn moves(&self, board: &Self::Board, each: &mut dyn FnMut(Self::Move) -> bool);

    /// The board after a legal move.
    fn play(&self, board: &Self::Board, mv: &Self::Move) -> Self::Board;

    /// The move's text.
    fn write_move(&self, board: &Self::Board, mv: &Self::Move) -> String;

    /// How the board looks.
    fn picture(&self, board: &Self::Board) -> Picture;

    /// Where in the picture a move goes, if it goes to one place.
    fn place(&self, _board: &Self::Board, _mv: &Self::Move) -> Option<Place> {
        None
    }

    /// Ways to change the board by hand at `place` of the picture, or as a whole where there is
    /// none, in the order a person would try them. They need not be moves. Games without any
    /// are edited as text.
    fn edits(&self, _board: &Self::Board, _place: Option<Place>) -> Vec<Edit> {
        Vec::new()
    }

    /// Reads a move. The provided one compares with the text of every legal move.
    ///
    /// # Errors
    /// When the text is no legal move on this board.
    fn parse_move(&self, board: &Self::Board, text: &Text) -> Result<Self::Move, ParseError> {
        let wanted = text.as_str().trim();
        let mut found = None;
        let mut example = None;
        self.moves(board, &mut |mv| {
            let written = self.write_move(board, &mv);
            if written == wanted {
                found = Some(mv);
            } else if example.is_none() {
                example = Some(written);
            }
            found.is_none()
        });
        found.ok_or_else(|| text.no_legal_move(example))
    }

    /// Calls `each` with every legal move and what it does to the sum, in the order of
    /// [`Ruleset::moves`], until it says false. The provided one reads the whole new board for
    /// every move; one that tells which part changes is faster. A wrong override makes wrong
    /// winning moves.
    fn effects(&self, board: &Self::Board, each: EachEffect<'_, Self>) {
        self.moves(board, &mut |mv| {
            let parts = self.parts(&self.play(board, &mv));
            each(mv, Effect::Whole(parts))
        });
    }

    /// Number of legal moves, where it can be had without listing them.
    fn move_count(&self, _board: &Self::Board) -> Option<u128> {
        None
    }

    /// The moves that give part `i` of [`Ruleset::parts`] the nimber `targets[i]`, for any one
    /// `i`, where a theorem lists them without search; at most `most` of them one by one. For
    /// boards with more moves than anyone can list. Parts are independent: a move counts when
    /// *its* part reaches *its* target.
    fn moves_to(
        &self,
        _board: &Self::Board,
        _targets: &[Nimber],
        _most: usize,
    ) -> Option<Vec<MoveSpan<Self::Move>>> {
        None
    }

    /// The board of these sizes, for games whose boards are numbered by one size or more: a heap of
    /// n, a board of r rows and c columns. `None` where a game has no such boards.
    fn sized(&self, _sizes: &[u64]) -> Option<Self::Board> {
        None
    }

    /// How the board of these sizes is written when it is the whole of a question.
    fn sized_text(&self, sizes: &[u64]) -> Option<String> {
        self.sized(sizes).map(|board| self.write(&board))
    }

    /// The move that leaves these heaps of part `part`, in a game that is a heap system; with it
    /// winning moves on heaps of any size are found from a proved period.
    fn heap_move(&self, _board: &Self::Board, _part: usize, _left: &[Heap]) -> Option<Self::Move> {
        None
    }

    /// What a teacher would show: the parts with their values. `value` knows the value of every
    /// part, unless the budget was spent.
    fn why(&self, board: &Self::Board, value: &dyn Fn(&Position<Self>) -> Option<Nimber>) -> Why {
        let parts = self.parts(board);
        let part = |p: &Position<Self>| WhyPart::new(format!("{p:?}"), value(p));
        Why { parts: parts.iter().map(part).collect(), ..Why::default() }
    }
}

/// A change to a board by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What will be there, short: `L`, `+1`.
    pub label: String,
    /// The text of the whole position after it.
    pub position: String,
    /// The rules after it, where they change with the board.
    pub rules: Option<String>,
}

impl Edit {
    /// A change that keeps the rules.
    pub fn new(label: impl Into<String>, position: impl Into<String>) -> Self {
        Self { label: label.into(), position: position.into(), rules: None }
    }

    /// The same change with other rules.
    #[must_use]
    pub fn with_rules(self, rules: impl Into<String>) -> Self {
        Self { rules: Some(rules.into()), ..self }
    }
}

/// What a move does to the sum of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect<P> {
    /// Part number `part` of [`Ruleset::parts`] becomes these parts; the rest stays.
    Part {
        /// Index of the part.
        part: usize,
        /// What it becomes.
        becomes: Vec<P>,
    },
    /// The whole board becomes these parts.
    Whole(Vec<P>),
}

/// A set of moves that do the same, too many to list perhaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSpan<M> {
    /// The first of them; all of them when `count` is not larger.
    pub moves: Vec<M>,
    /// How many there are.
    pub count: u128,
    /// The set in words, such as `rows 3, 5, ..., 99 in column 1`.
    pub text: String,
}

/// The derivation behind an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Why {
    /// The parts of the sum, in order.
    pub parts: Vec<WhyPart>,
    /// The theorem or the idea, in sentences.
    pub notes: Vec<String>,
    /// Drawings with their titles.
    pub pictures: Vec<(String, Picture)>,
}

/// One part of a sum and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyPart {
    /// What the part is, in words.
    pub label: String,
    /// Its value, unless the budget was spent.
    pub value: Option<Nimber>,
}

impl WhyPart {
    /// A part with its value.
    pub fn new(label: impl Into<String>, value: Option<Nimber>) -> Self {
        Self { label: label.into(), value }
    }
}

/// All that the program says of a game: the catalogue, the help and the tests read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The name in questions; its data file is `testdata/NAME.toml`.
    pub name: &'static str,
    /// Other names that are read and never written.
    pub aliases: &'static [&'static str],
    /// The name in sentences.
    pub title: &'static str,
    /// The rules in plain words.
    pub rules: &'static str,
    /// What may stand behind `name:`, each with its meaning; empty where nothing may.
    pub variants: &'static [(&'static str, &'static str)],
    /// How positions are written.
    pub position: &'static str,
    /// How moves are written.
    pub moves: &'static str,
    /// Questions that can be typed as they stand.
    pub examples: &'static [Example],
    /// Where the game and its theory come from.
    pub source: &'static str,
}

/// A question and what the answer shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The question.
    pub question: &'static str,
    /// What is worth seeing in the answer.
    pub shows: &'static str,
}

/// One term of a question, cut but not yet read: `name:rules position`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermText {
    /// The game's name.
    pub name: Text,
    /// What stands behind the colon; empty where there is none.
    pub rules: Text,
    /// The contents of the file that stands first in the position as `@file` or `-`.
    pub file: Option<Text>,
    /// The words of the position, without the file.
    pub position: Text,
}

impl TermText {
    /// The text of the board, for games whose position is one board: the words, or the file.
    ///
    /// # Errors
    /// When there are words beside the file.
    pub fn board(&self) -> Result<&Text, ParseError> {
        match (&self.file, self.position.words().next()) {
            (None, _) => Ok(&self.position),
            (Some(file), None) => Ok(file),
            (Some(_), Some(word)) => Err(word.expected("nothing after the file that holds the board")),
        }
    }

    /// Refuses text behind the colon, for games with one variant.
    ///
    /// # Errors
    /// When there is some.
    pub fn no_rules(&self) -> Result<(), ParseError> {
        match self.rules.words().next() {
            Some(word) => Err(word
                .expected(format!("nothing behind `{}:`", self.name.as_str()))
                .help(format!("this game has one variant: write `{}` alone", self.name.as_str()))),
            None => Ok(()),
        }
    }
}

/// Something to do with a ruleset whose type is known only once a question is read.
pub trait Visit {
    /// What comes out.
    type Out;

    /// Does it.
    fn visit<R: Ruleset + 'static>(self, declaration: &'static Declaration, ruleset: R) -> Self::Out;
}
