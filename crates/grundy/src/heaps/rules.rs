//! Reading the rules of a heap game whose heaps are left open.

use grundy_games::heaps::{self, names};
use grundy_rules::{HeapSystem, ParseError, Text};

use crate::question::{Load, cut};

/// The rules of a heap game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapRules {
    /// How a question names them, such as `heaps:0.77`.
    pub name: String,
    /// The code alone.
    pub code: String,
    /// The rules as data.
    pub system: HeapSystem,
    /// The rules in words.
    pub words: Vec<String>,
}

impl HeapRules {
    /// Whether a question with its size left open asks for one heap game and nothing else, so that
    /// [`HeapRules::read`] is to read it.
    pub fn are_in(text: &Text) -> bool {
        let mut words = text.words();
        let Some(first) = words.next() else { return false };
        let name = first.text.split(':').next().unwrap_or_default();
        let file = |word: &str| word == "-" || word.starts_with('@');
        name == "heaps"
            || names::NAMED.iter().any(|(known, ..)| *known == first.text)
                && words.all(|word| word.text == "N" || file(word.text))
    }

    /// Reads a term without heaps: `heaps:0.77`, `heaps @FILE`, or the name of a heap game such
    /// as `kayles`; a word `N` may stand where the size would.
    ///
    /// # Errors
    /// When the text is no such term.
    pub fn read(text: &Text, load: Load<'_>) -> Result<Self, ParseError> {
        let terms = cut(text, load)?;
        let [term] = &terms[..] else {
            return Err(text.error_here("one heap game, such as heaps:0.77", "a sum"));
        };
        if let Some(word) = term.position.words().find(|word| word.text != "N") {
            return Err(word.expected("nothing, or N for the size that is left open"));
        }
        let name = term.name.as_str();
        let reading = if name == "heaps" {
            heaps::rules(term)?
        } else if term.rules.as_str().is_empty() && names::NAMED.iter().any(|(known, ..)| *known == name) {
            names::read(&term.name)?
        } else {
            let known: Vec<&str> = names::NAMED.iter().map(|&(known, ..)| known).collect();
            let error = term.name.error_here("a heap game", format!("`{name}`"));
            return Err(
                error.help(format!("write heaps:CODE, such as heaps:0.77, or one of {}", known.join(", ")))
            );
        };
        let name = format!("heaps:{}", reading.code);
        Ok(Self { name, code: reading.code, system: reading.system, words: reading.words })
    }
}
