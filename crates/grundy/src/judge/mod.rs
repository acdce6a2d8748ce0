//! The four contest problems, with their own input and output forms.
//!
//! Main function: [`judge`]. Input is held to what the contest promises in shape; its largest
//! sizes count only when asked. Nothing is written before all input is known to be sound (for
//! Bo: before the first eight million answers are).

mod bo;
mod boards;
mod tokens;

use std::io::{Read, Write};

use grundy_rules::Budget;

use crate::error::Error;

/// A contest problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Codeforces 138D World of Darkraft.
    Darkraft,
    /// Codeforces 335C More Reclamation.
    Reclamation,
    /// HDU 5754 Life Winner Bo.
    Bo,
    /// SWERC 2019-20 L River Game.
    River,
}

/// How to judge.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Hold the input to the contest's largest sizes too.
    pub strict: bool,
    /// Read tests one after another to the end of the input.
    pub many: bool,
    /// The limits.
    pub budget: Budget,
}

/// Reads a contest's input and writes its output.
///
/// # Errors
/// When the input is not what the contest promises, a limit is reached, or reading or writing
/// fails.
pub fn judge(
    problem: Problem,
    input: impl Read,
    out: &mut impl Write,
    options: &Options,
) -> Result<(), Error> {
    match problem {
        Problem::Bo => bo::judge(input, out, options),
        _ => boards::judge(problem, input, out, options),
    }
}
