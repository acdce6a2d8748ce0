//! One opened term of a question, with its types erased.
//!
//! The main trait is [`Term`]; [`Opened`] makes one of any ruleset and board. Types are erased
//! here, once a question: everything below works on the game's own positions.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use grundy_rules::{
    Budget, Declaration, Edit, Fault, Game, Limit, LoopyValue, Nimber, Outcome, ParseError, Picture, Place,
    Remoteness, Ruleset, Text, Why,
};

use grundy_solvers::nimber::TableStats;

use crate::arena_table::{self, Checkpoint};
use crate::draws::{self, Outcomes};
use crate::error::Error;
use crate::heaps::HeapSum;
use crate::nimbers::Nimbers;
use crate::shelf::Shelf;
use crate::sized;

/// How to answer.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// The limits.
    pub budget: Budget,
    /// The method, or the choice of one.
    pub method: Method,
    /// Most moves to list one by one; more are counted and described. 0 lists all that can be
    /// enumerated.
    pub list: usize,
    /// Insist on the nimber where the outcome alone is known by theorem; a sum needs it.
    pub nimber: bool,
    /// A table file: what it knows is used, and what is found is added.
    pub table: Option<Arc<Shelf>>,
}

impl Ask {
    /// Most moves to list, where 0 was asked.
    pub(crate) fn most(&self) -> usize {
        if self.list == 0 { usize::MAX } else { self.list }
    }
}

/// A method of solving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The best that the game offers: closed form, then kernel, then search.
    #[default]
    Auto,
    /// Only theorems.
    Formula,
    /// The game's own kernel.
    Kernel,
    /// Memoised mex, or for games that can be drawn retrograde analysis; no theorem, no kernel.
    General,
    /// Memoised mex, with theorems.
    Mex,
    /// Nimber tracking, with theorems.
    Tracking,
    /// Requested sets, with theorems.
    Requested,
}

impl Method {
    /// All methods with their names.
    pub const ALL: [(&'static str, Self); 7] = [
        ("auto", Self::Auto),
        ("formula", Self::Formula),
        ("kernel", Self::Kernel),
        ("general", Self::General),
        ("mex", Self::Mex),
        ("tracking", Self::Tracking),
        ("requested", Self::Requested),
    ];
}

impl FromStr for Method {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, method)| method).ok_or_else(|| {
            let names = Self::ALL.map(|(known, _)| known).join(", ");
            format!("expected one of {names}, found `{name}`")
        })
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::ALL.iter().find(|(_, method)| method == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}

/// What a term is worth, for the player to move.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// The nimber, where the game has one and it was found.
    pub nimber: Option<Nimber>,
    /// The loopy value, in a game that can be drawn, where it was found.
    pub value: Option<LoopyValue>,
    /// What the nimber is known not to be, when a limit kept it from being found.
    pub excluded: Vec<Nimber>,
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// Plies to the end, in a game that can be drawn.
    pub remoteness: Option<Remoteness>,
    /// The limit that kept the rest from being known.
    pub limit: Option<Limit>,
    /// The method's name.
    pub method: &'static str,
}

/// Moves of a position whose values are told one by one to say how its nimber comes about.
pub(crate) const FEW: usize = 300;

/// A legal move and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMove {
    /// Its text.
    pub text: String,
    /// Where it goes in the picture.
    pub place: Option<Place>,
    /// The nimber the term has after it.
    pub leaves: Option<Nimber>,
    /// The loopy value the term has after it, in a game that can be drawn.
    pub value: Option<LoopyValue>,
    /// What it leads to, for the player who makes it.
    pub outcome: Outcome,
    /// Plies to the end after it, in a game that can be drawn.
    pub remoteness: Option<Remoteness>,
}

/// Moves that reach a goal.
#[derive(Clone, Debug, Default)]
pub struct Reaching {
    /// The first of them.
    pub list: Vec<ListedMove>,
    /// How many there are; `None` when they could not be counted.
    pub count: Option<u128>,
    /// Sets of them in words, where they were found by theorem.
    pub spans: Vec<String>,
}

impl Reaching {
    /// Counts a move, and lists it while there is room.
    pub(crate) fn add(&mut self, mv: ListedMove, most: usize) {
        self.count = self.count.map(|count| count + 1);
        if self.list.len() < most {
            self.list.push(mv);
        }
    }
}

/// A valued term: it knows what it is worth, and which moves lead where.
pub trait Valued {
    /// What the term is worth.
    fn verdict(&self) -> &Verdict;

    /// Moves after which the term has the nimber `goal`; at most `most` of them one by one.
    ///
    /// # Errors
    /// When the rules fault.
    fn moves_to(&self, goal: Nimber, most: usize) -> Result<Reaching, Fault>;

    /// Moves after which the term has a value that is `wanted`; at most `most` of them one by
    /// one. This is what a sum with infinite values asks.
    ///
    /// # Errors
    /// When the rules fault.
    fn moves_where(&self, wanted: &dyn Fn(&LoopyValue) -> bool, most: usize) -> Result<Reaching, Fault>;

    /// Moves that lead to this outcome for the player who makes them, in a game that can be
    /// drawn; at most `most` of them one by one.
    ///
    /// # Errors
    /// When the rules fault.
    fn moves_with(&self, outcome: Outcome, most: usize) -> Result<Reaching, Fault>;

    /// Every legal move with what it leads to when the term stands alone, until `each` says false.
    ///
    /// # Errors
    /// When the rules fault.
    fn each_move(&self, each: &mut dyn FnMut(ListedMove) -> bool) -> Result<(), Fault>;

    /// The nimbers that the moves leave, one a move, where the term is one part with a few
    /// hundred moves at most and they are at hand without much search.
    fn leaves(&self) -> Option<Vec<Nimber>> {
        None
    }

    /// How the search's table did, where there is one.
    fn table(&self) -> Option<TableStats> {
        None
    }

    /// The derivation.
    fn why(&self) -> Why;
}

/// A move of a term: its text, where it goes in the picture, and the term after it.
pub type TermOption = (String, Option<Place>, Box<dyn Term>);

/// One position of one game.
pub trait Term: Send + Sync {
    /// What the program says of the game.
    fn declaration(&self) -> &'static Declaration;

    /// The game's name with its rules, as in a question.
    fn name(&self) -> String;

    /// The term in canonical form.
    fn text(&self) -> String;

    /// A text for search: what [`Ruleset::twins`] says, with the game's name.
    fn twins(&self) -> String;

    /// How the board looks.
    fn picture(&self) -> Picture;

    /// Whether the game can be drawn.
    fn may_draw(&self) -> bool;

    /// Whether positions as solvers see them take as many moves as by the rules
    /// ([`Game::keeps_length`]).
    fn keeps_length(&self) -> bool;

    /// Whether a part has ended as a draw: that ends the term and every sum it stands in, so
    /// nobody moves any more.
    fn is_drawn(&self) -> bool;

    /// What positions stand on besides the rules (see [`Ruleset::ground`]), and the names that a
    /// table has for the parts of this board.
    fn nodes(&self) -> (String, Vec<String>);

    /// Calls `each` with the text of every legal move until it says false.
    fn moves(&self, each: &mut dyn FnMut(String) -> bool);

    /// Every legal move: its text, where it goes in the picture, and the term after it; `None`
    /// where there are more than `most`.
    fn options(&self, most: usize) -> Option<Vec<TermOption>>;

    /// The same term again.
    fn copy(&self) -> Box<dyn Term>;

    /// Calls `each` with the text of every legal move and where it goes in the picture, until it
    /// says false.
    fn legal(&self, each: &mut dyn FnMut(String, Option<Place>) -> bool);

    /// Ways to change the board by hand at a place, or as a whole where `place` is `None`: what
    /// will be there, and the term it makes. They need not be moves.
    fn edits(&self, place: Option<Place>) -> Vec<(String, String)>;

    /// The term after a move.
    ///
    /// # Errors
    /// When the text is no legal move.
    fn play(&self, mv: &Text) -> Result<Box<dyn Term>, ParseError>;

    /// The whole game from here on, as a table that `grundy-verify` checks; with a checkpoint
    /// the run can be taken up again.
    ///
    /// # Errors
    /// A spent budget; rules that fault; a saved run that is damaged or of another game.
    fn table(&self, budget: &Budget, checkpoint: Option<Checkpoint<'_>>) -> Result<Vec<u8>, Error>;

    /// Finds what the term is worth; `alone` where it is the whole question, so that its loopy
    /// value matters only if it has one.
    ///
    /// # Errors
    /// When the rules fault, or the method cannot answer. A spent budget is no error: it stands
    /// in the verdict.
    fn value<'t>(&'t self, ask: &Ask, alone: bool) -> Result<Box<dyn Valued + 't>, Error>;

    /// What the game's boards of these sizes are worth, in order, by one table for all; `None`
    /// where the game has no board of such sizes. The term's own board does not matter.
    ///
    /// # Errors
    /// As [`Term::value`].
    fn values(&self, sizes: &[Vec<u64>], ask: &Ask) -> Result<Option<Vec<Verdict>>, Error> {
        let mut verdicts = Vec::with_capacity(sizes.len());
        let done = self.value_each(sizes, ask, &mut |_, verdict| {
            verdicts.push(verdict);
            Ok(())
        })?;
        Ok(done.then_some(verdicts))
    }

    /// The same with each verdict handed on as it is found, with its number in `sizes`; `false`
    /// where the game has no board of such sizes.
    ///
    /// # Errors
    /// As [`Term::value`], and those of `each`.
    fn value_each(
        &self,
        sizes: &[Vec<u64>],
        ask: &Ask,
        each: &mut dyn FnMut(usize, Verdict) -> Result<(), Error>,
    ) -> Result<bool, Error>;

    /// The question, in canonical form, of the game's board of these sizes.
    fn sized_text(&self, sizes: &[u64]) -> Option<String>;
}

/// A ruleset and a board: the only implementor of [`Term`].
pub(crate) struct Opened<R: Ruleset> {
    declaration: &'static Declaration,
    ruleset: Arc<R>,
    board: R::Board,
}

impl<R: Ruleset> Opened<R> {
    pub(crate) fn new(declaration: &'static Declaration, ruleset: Arc<R>, board: R::Board) -> Self {
        Self { declaration, ruleset, board }
    }
}

impl<R: Ruleset + 'static> Term for Opened<R> {
    fn declaration(&self) -> &'static Declaration {
        self.declaration
    }

    fn name(&self) -> String {
        match self.ruleset.rules() {
            rules if rules.is_empty() => self.declaration.name.to_string(),
            rules => format!("{}:{rules}", self.declaration.name),
        }
    }

    fn text(&self) -> String {
        format!("{} {}", self.name(), self.ruleset.write(&self.board))
    }

    fn twins(&self) -> String {
        format!("{} {}", self.name(), self.ruleset.twins(&self.board))
    }

    fn picture(&self) -> Picture {
        self.ruleset.picture(&self.board)
    }

    fn keeps_length(&self) -> bool {
        self.ruleset.game().keeps_length()
    }

    fn may_draw(&self) -> bool {
        self.ruleset.game().may_draw()
    }

    fn is_drawn(&self) -> bool {
        draws::is_drawn(self.ruleset.game(), &self.ruleset.parts(&self.board))
    }

    fn nodes(&self) -> (String, Vec<String>) {
        let parts = self.ruleset.parts(&self.board);
        (self.ruleset.ground(), parts.iter().map(|part| arena_table::name(&*self.ruleset, part)).collect())
    }

    fn moves(&self, each: &mut dyn FnMut(String) -> bool) {
        self.legal(&mut |text, _| each(text));
    }

    fn options(&self, most: usize) -> Option<Vec<TermOption>> {
        let mut options: Vec<TermOption> = Vec::new();
        let mut all = true;
        if self.is_drawn() {
            return Some(options);
        }
        self.ruleset.moves(&self.board, &mut |mv| {
            let board = self.ruleset.play(&self.board, &mv);
            let after = Self::new(self.declaration, Arc::clone(&self.ruleset), board);
            let (text, place) =
                (self.ruleset.write_move(&self.board, &mv), self.ruleset.place(&self.board, &mv));
            all = options.len() < most;
            if all {
                options.push((text, place, Box::new(after)));
            }
            all
        });
        all.then_some(options)
    }

    fn legal(&self, each: &mut dyn FnMut(String, Option<Place>) -> bool) {
        if self.is_drawn() {
            return;
        }
        self.ruleset.moves(&self.board, &mut |mv| {
            each(self.ruleset.write_move(&self.board, &mv), self.ruleset.place(&self.board, &mv))
        });
    }

    fn copy(&self) -> Box<dyn Term> {
        Box::new(Self::new(self.declaration, Arc::clone(&self.ruleset), self.board.clone()))
    }

    fn edits(&self, place: Option<Place>) -> Vec<(String, String)> {
        let term = |edit: Edit| {
            let rules = edit.rules.unwrap_or_else(|| self.ruleset.rules());
            let colon = if rules.is_empty() { "" } else { ":" };
            (edit.label, format!("{}{colon}{rules} {}", self.declaration.name, edit.position))
        };
        self.ruleset.edits(&self.board, place).into_iter().map(term).collect()
    }

    fn play(&self, mv: &Text) -> Result<Box<dyn Term>, ParseError> {
        if self.is_drawn() {
            return Err(draws::no_more_moves(mv));
        }
        let mv = self.ruleset.parse_move(&self.board, mv)?;
        let board = self.ruleset.play(&self.board, &mv);
        Ok(Box::new(Self::new(self.declaration, Arc::clone(&self.ruleset), board)))
    }

    fn table(&self, budget: &Budget, checkpoint: Option<Checkpoint<'_>>) -> Result<Vec<u8>, Error> {
        arena_table::bytes(&*self.ruleset, &self.board, &self.text(), budget, checkpoint)
    }

    fn value<'t>(&'t self, ask: &Ask, alone: bool) -> Result<Box<dyn Valued + 't>, Error> {
        if self.may_draw() {
            Ok(Box::new(Outcomes::new(&*self.ruleset, &self.board, ask, alone)?))
        } else if let Some(heaps) = HeapSum::new(&*self.ruleset, &self.board, ask)? {
            Ok(Box::new(heaps))
        } else {
            Ok(Box::new(Nimbers::new(self.declaration, &*self.ruleset, &self.board, ask)?))
        }
    }

    fn value_each(
        &self,
        sizes: &[Vec<u64>],
        ask: &Ask,
        each: &mut dyn FnMut(usize, Verdict) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let boards = sizes.iter().map(|sizes| self.ruleset.sized(sizes)).collect::<Option<Vec<_>>>();
        let Some(boards) = boards else { return Ok(false) };
        sized::values(&*self.ruleset, &boards, ask, each)?;
        Ok(true)
    }

    fn sized_text(&self, sizes: &[u64]) -> Option<String> {
        self.ruleset.sized_text(sizes).map(|board| format!("{} {board}", self.name()))
    }
}
