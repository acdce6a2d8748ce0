//! Any term answered inside a budget, for the tests of limits.

use grundy_rules::{Budget, Declaration, Game, Ruleset, Search, Stop, TermText, Text, Visit};
use grundy_solvers::nimber::{Memo, Table, memo_mex, tracking};
use grundy_solvers::retrograde::{Whole, explore};

/// What is done with a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Its nimber by the game's own search.
    Nimber,
    /// Its graph of positions.
    Explore,
    /// Its graph of whole sums.
    Whole,
}

/// Answers a term inside a budget.
pub(crate) struct Answer<'b>(pub(crate) Way, pub(crate) &'b Budget);

impl Visit for Answer<'_> {
    type Out = Result<(), Stop>;

    fn visit<R: Ruleset + 'static>(self, _: &'static Declaration, ruleset: R) -> Self::Out {
        let (game, budget) = (ruleset.game(), self.1);
        let parts = ruleset.parts(&ruleset.start());
        match self.0 {
            Way::Explore => explore(game, &parts, budget).map(|_| ()),
            Way::Whole => {
                let whole = Whole(game);
                explore(&whole, &[whole.position(parts)], budget).map(|_| ())
            }
            Way::Nimber if game.search() == Search::Mex => {
                let mut memo = Memo::new(game, budget);
                parts.iter().try_for_each(|part| memo_mex::nimber(game, part, &mut memo, budget).map(|_| ()))
            }
            Way::Nimber => {
                let table = Table::new(budget.bytes);
                parts.iter().try_for_each(|part| tracking::nimber(game, part, &table, budget).map(|_| ()))
            }
        }
    }
}

/// The term `name:rules position`.
pub(crate) fn term(name: &str, rules: &str, position: &str) -> TermText {
    let text = |text| Text::new("question", text);
    TermText { name: text(name), rules: text(rules), file: None, position: text(position) }
}
