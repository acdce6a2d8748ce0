//! What `solve` gives back.

use grundy_rules::{Limit, LoopyValue, Nimber, Nodes, Outcome, Picture, Place, Remoteness, Why};
use grundy_solvers::nimber::TableStats;

/// The answer to a question, for the player to move.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question in canonical form.
    pub question: String,
    /// Who wins; `None` when a limit was hit first.
    pub outcome: Option<Outcome>,
    /// The nimber, where the game has one and it was found.
    pub nimber: Option<Nimber>,
    /// What the nimber is known not to be, when a limit kept it from being found.
    pub excluded: Vec<Nimber>,
    /// The loopy value, where a term can be drawn and the value was found.
    pub value: Option<LoopyValue>,
    /// Plies to the end under best play, in a game that can be drawn; a sum has none, since it
    /// is no function of the terms.
    pub remoteness: Option<Remoteness>,
    /// Every move that wins.
    pub winning: Moves,
    /// Every move that draws, when none wins.
    pub drawing: Moves,
    /// The terms of the sum with their values.
    pub terms: Vec<TermAnswer>,
    /// How it was found.
    pub method: String,
    /// Positions worked through.
    pub nodes: Nodes,
    /// How the tables of the search did, all terms together, where it used some.
    pub table: Option<TableStats>,
    /// The limit that was hit, if one was.
    pub limit: Option<Limit>,
}

/// A set of moves.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// The first of them, in the order of the board; all when there are `count`.
    pub list: Vec<AnswerMove>,
    /// How many there are; `None` when they could not be counted.
    pub count: Option<u128>,
    /// The set in words, where a theorem gave it.
    pub spans: Vec<String>,
}

impl Moves {
    /// Whether the list holds them all.
    pub fn complete(&self) -> bool {
        self.count == Some(self.list.len() as u128)
    }
}

/// A move of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerMove {
    /// Its text; in a sum with the term's number and a `/` in front.
    pub text: String,
    /// Index of its term, from 0.
    pub term: usize,
    /// Where it goes in the term's picture.
    pub place: Option<Place>,
    /// The nimber its term has after it.
    pub leaves: Option<Nimber>,
    /// The loopy value its term has after it, in a game that can be drawn.
    pub value: Option<LoopyValue>,
    /// Plies to the end after it, in a game that can be drawn.
    pub remoteness: Option<Remoteness>,
}

/// One term of the sum.
#[derive(Clone, Debug)]
pub struct TermAnswer {
    /// The term in canonical form.
    pub text: String,
    /// The game's title.
    pub title: &'static str,
    /// Its nimber.
    pub nimber: Option<Nimber>,
    /// Its loopy value, in a game that can be drawn.
    pub value: Option<LoopyValue>,
    /// How the board looks.
    pub picture: Picture,
    /// The derivation.
    pub why: Why,
}
