//! The declaration of a user's game.
//!
//! Declarations live as long as the program. Those of users' games are kept by their words, so
//! that opening one file a million times takes memory once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use grundy_rules::Declaration;

use crate::Facts;

/// Name, words, and whether the rules read boards.
type Key = (String, String, bool);

static KNOWN: Mutex<Option<HashMap<Key, &'static Declaration>>> = Mutex::new(None);

/// How positions are written where rules do not read boards.
const PLAIN: &str = "numbers, words, or several of them with commas for a tuple, such as `3,4`; with blanks between \
                     them a sum";

/// How they are written where rules do.
const PARSED: &str = "what the file's own `parse` reads: its rules say how that is written; behind a `=` the plain \
                      form: numbers, words, or a tuple such as `=3,4`";

/// The declaration of a game with these facts.
pub(crate) fn of(facts: &Facts) -> &'static Declaration {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let key = (facts.name.clone(), facts.words.clone(), facts.parses);
    known.entry(key).or_insert_with(|| {
        let name: &'static str = facts.name.clone().leak();
        let words = if facts.words.is_empty() { "The file does not say." } else { facts.words.as_str() };
        Box::leak(Box::new(Declaration {
            name,
            aliases: &[],
            title: name,
            rules: words.to_string().leak(),
            variants: &[],
            position: if facts.parses { PARSED } else { PLAIN },
            moves: "`1:7>2+4`: the first part, 7, becomes the sum of 2 and 4; `1:1>[]` leaves nothing",
            examples: &[],
            source: "rules of your own",
        }))
    })
}
