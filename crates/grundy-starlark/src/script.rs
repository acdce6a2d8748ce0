//! What a game needs of the language its rules are written in.

use grundy_rules::{End, Fault, Sums};

use crate::Position;

/// Rules in some language. Every function is pure: the same position, the same answer.
pub trait Script: Send + Sync {
    /// What the rules say of themselves.
    fn facts(&self) -> &Facts;

    /// Appends the options of `at`, each a sum.
    ///
    /// # Errors
    /// When the rules fail, or give something that is no option.
    fn options(&self, at: &Position, out: &mut Sums<Position>) -> Result<(), Fault>;

    /// Another position of the same value that stands for `at`; `None` where it stands for itself.
    ///
    /// # Errors
    /// When the rules fail, or give something that is no position.
    fn canonical(&self, _at: &Position) -> Result<Option<Position>, Fault> {
        Ok(None)
    }

    /// What the player gets who cannot move at `at`.
    ///
    /// # Errors
    /// When the rules fail, or give something that is no end.
    fn stuck(&self, _at: &Position) -> Result<End, Fault> {
        Ok(End::Loss)
    }

    /// Reads a board as the rules want it written; called only where [`Facts::parses`].
    ///
    /// # Errors
    /// When the rules fail, or give something that is no sum of positions.
    fn parse(&self, _text: &str) -> Result<Vec<Position>, Fault> {
        Err(Fault::new("these rules read no boards"))
    }

    /// How a position looks, in lines of text; `None` where the rules do not say.
    ///
    /// # Errors
    /// When the rules fail, or give something that is no string.
    fn show(&self, _at: &Position) -> Result<Option<String>, Fault> {
        Ok(None)
    }
}

/// What rules say of themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
// Each is a fact of its own; no two of them make a state.
#[allow(clippy::struct_excessive_bools)]
pub struct Facts {
    /// The name in questions, such as `@game.star`.
    pub name: String,
    /// The rules in words, as far as their author wrote them down.
    pub words: String,
    /// The position to start from, where a question gives none.
    pub start: Option<Vec<Position>>,
    /// Whether play may be endless.
    pub loopy: bool,
    /// Whether the rules say what being stuck means: then a game may be drawn.
    pub ends: bool,
    /// Whether the rules read boards themselves.
    pub parses: bool,
    /// Whether the rules say how a position looks.
    pub shows: bool,
    /// Whether the rules know canonical positions.
    pub canonical: bool,
}
