//! The games, one file each, and the list of them.
//!
//! To add a game: write its file (a `DECLARATION`, an `open`, a [`Ruleset`](grundy_rules::Ruleset)
//! and a [`Game`](grundy_rules::Game)), add its line to the list below, and give it a data file
//! `testdata/NAME.toml`. The command line, the tests and every other front end find it there.
//! Games know no solver.

mod by_hand;
pub mod digraph_text;
mod golden;
mod graph_board;
mod heap_row;
mod long_wythoff;
mod numbers;
mod owned;
mod vertex_sets;

use grundy_rules::{Declaration, ParseError, TermText, Text, Visit};

/// Declares the modules of the games, the catalogue, and the way from a name to a game.
macro_rules! games {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Every game, in the order of the catalogue.
        pub const LIST: &[&Declaration] = &[$(&$module::DECLARATION),*];

        /// Reads a term and hands the ruleset to `visit`.
        ///
        /// # Errors
        /// When no game has that name, or the game cannot read its rules or position.
        pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
            let name = term.name.as_str();
            $(if names(&$module::DECLARATION, name) {
                return $module::open(term, visit);
            })*
            Err(unknown(term))
        }
    };
}

games! {
    darkraft,
    reclamation,
    river,
    bo,
    nim,
    kayles,
    wythoff,
    r_wythoff,
    euclid,
    fibonacci,
    koppers,
    nimhoff,
    pass,
    mark,
    i_mark,
    wind_up,
    arena,
    piece,
    annihilation,
    node_kayles,
    arc_kayles,
    cram,
    chomp,
    nogo,
    heaps,
}

/// Whether the game is called `name`.
fn names(declaration: &Declaration, name: &str) -> bool {
    declaration.name == name || declaration.aliases.contains(&name)
}

/// The declaration of a game by one of its names.
pub fn find(name: &str) -> Option<&'static Declaration> {
    LIST.iter().copied().find(|declaration| names(declaration, name))
}

fn unknown(term: &TermText) -> ParseError {
    unknown_name(&term.name)
}

/// Says that no game has this name, and which one may be meant.
pub fn unknown_name(text: &Text) -> ParseError {
    let name = text.as_str();
    let list: Vec<&str> = LIST.iter().map(|declaration| declaration.name).collect();
    let close =
        list.iter().filter(|known| distance(known, name) <= 2).min_by_key(|known| distance(known, name));
    let found = if name.is_empty() { "no name".to_string() } else { format!("`{name}`") };
    text.error_here("the name of a game", found).help(match close {
        Some(close) => format!("did you mean `{close}`? `grundy games` lists all"),
        None => format!("grundy knows {}", list.join(", ")),
    })
}

/// How many letters to change, add or drop to get from one word to the other (Levenshtein 1965).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
