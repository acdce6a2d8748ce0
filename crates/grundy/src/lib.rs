//! grundy solves impartial combinatorial games, and two-player games that can be drawn.
//!
//! ```
//! let answer = grundy::ask("nim 3 4 5")?;
//! assert_eq!(answer.outcome, Some(grundy::Outcome::Win));
//! assert_eq!(answer.winning.list[0].text, "1:3>1");
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! Text goes through one pipeline: [`Question::read`] opens it, [`solve`] answers it, and
//! [`json::answer`] or a front end of yours shows the [`Answer`]. `solve` reads no clock, no file
//! and no randomness: a [`Budget`] bounds it.

mod answer;
mod arena_table;
mod draws;
mod error;
mod game_graph;
pub mod heaps;
pub mod json;
pub mod judge;
mod keep;
pub mod lookup;
mod misere;
mod nimbers;
pub mod pattern;
mod play;
mod question;
mod sequence;
mod shelf;
mod sized;
mod solve;
mod store;
mod table;
mod term;

pub use answer::{Answer, AnswerMove, Moves, TermAnswer};
pub use arena_table::Checkpoint;
pub use error::Error;
pub use grundy_games::{LIST as GAMES, find as find_game, unknown_name as unknown_game};
pub use grundy_rules::{
    Budget, Bytes, Declaration, Edge, Example, Fault, Limit, LoopyValue, Mark, MarkKind, Nimber, Nodes,
    Outcome, ParseError, Picture, Place, Progress, Remoteness, Stop, TermText, Text, Tile, Tone, Vertex, Why,
    WhyPart, Word,
};
pub use grundy_verify::arena as verify_arena;
pub use keep::Keep;
pub use misere::misere;
pub use play::{Outlook, PlayMove, Strength, outlook};
pub use question::{Load, Loader, Open, Question, no_files, open_sized, text_of};
pub use sequence::{Sequence, sequence};
pub use shelf::Shelf;
pub use solve::{ask, solve, verdict};
pub use table::{Table, TableCell, table, table_kept};
pub use term::{Ask, ListedMove, Method, Reaching, Term, TermOption, Valued, Verdict};
