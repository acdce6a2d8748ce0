//! The exit codes, all of them.

use std::process::ExitCode;

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The question is answered.
    Answered = 0,
    /// The input is bad.
    BadInput = 1,
    /// Something else failed.
    Failure = 2,
    /// A limit was reached first; what is known was shown.
    Limit = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
