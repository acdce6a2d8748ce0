//! Games that users write.
//!
//! A rules file is Starlark, a subset of Python, and the same file runs under Python:
//!
//! ```python
//! # take one or two, then split if you like
//! start = 12
//! def options(n):
//!     return [[a, n - k - a] for k in (1, 2) for a in range((n - k) // 2 + 1)]
//! ```
//! Main function: [`open`], from a term of a question to a ruleset. A position is an integer, a
//! string or a tuple of them ([`Position`]); a list is always a sum. The language sits behind
//! [`Script`], so that rules in another language (a Python function) make the same [`Scripted`]
//! ruleset.
//!
//! What a file may do is bounded: its length and nesting when it is read, steps, memory and call
//! depth in each call, and the size of what one `range`, `*` or `<<` makes. A panic inside the
//! interpreter is caught and becomes an error at the place of the call.

mod call;
mod contain;
mod declaration;
mod file;
mod game;
mod growth;
mod position;
mod print;
mod recognise;
mod ruleset;
mod script;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy_rules::{ParseError, TermText, Text, Visit};

pub use contain::on_deep_stack;
pub use file::File;
pub use grundy_rules::{End, Fault, Sums};
pub use position::{DEEPEST, Position, read};
pub use recognise::{heap_code, same_options};
pub use ruleset::{Scripted, ScriptedMove};
pub use script::{Facts, Script};

/// Reads rules in Starlark that questions call `name`. A call of them ends soon after `stop` is
/// set.
///
/// # Errors
/// When they cannot be read: the place of the first mistake.
pub fn rules(name: &str, source: &Text, stop: Arc<AtomicBool>) -> Result<Arc<dyn Script>, ParseError> {
    Ok(Arc::new(File::read(name, source, stop)?))
}

/// Opens a term: reads the position and hands the ruleset to `visit`.
///
/// # Errors
/// When the position cannot be read, or there is none and the rules give no start.
pub fn open<V: Visit>(script: Arc<dyn Script>, term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let ruleset = Scripted::read(script, term)?;
    Ok(visit.visit(ruleset.declaration(), ruleset))
}

/// What the program says of a user's game.
pub fn declaration(script: &dyn Script) -> &'static grundy_rules::Declaration {
    declaration::of(script.facts())
}
