//! What can go wrong besides a spent budget, which is an answer.

use grundy_rules::{Fault, Limit, ParseError};

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
    /// Input could not be read or output not written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A limit that ended the work where nothing less than the whole answer is of use.
    #[error("limit reached: {0}")]
    Limit(Limit),
    /// A method that cannot answer this question.
    #[error("{0}")]
    Method(String),
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        match fault.place {
            Some(place) => Self::Parse(place),
            None => Self::Fault(fault),
        }
    }
}
