//! What can go wrong besides a spent budget, which is an answer.

use grundy_rules::{Fault, ParseError};

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The question could not be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The rules broke their contract.
    #[error("{}", .0.message)]
    Fault(Fault),
    /// A method that cannot answer this question.
    #[error("{0}")]
    Method(String),
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
