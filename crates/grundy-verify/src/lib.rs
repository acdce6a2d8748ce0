//! Checkers of certificates and tables.
//!
//! [`heap_period`] checks the certificate of a period of a heap game: it finds every value it
//! relies on again from the rules in the certificate, by the definition of the mex, and checks the
//! theorem's conditions itself. This crate knows neither the games nor the solvers, so a fault of
//! theirs cannot hide here.
//!
//! [`arena`] checks a table of outcomes or loopy values node by node.
//!
//! Cost of a period: as many steps as the naive method takes up to the end of the theorem's window, which for
//! two parts is about `(2 preperiod + 2 period)^2 / 4` a rule. A period of millions takes days.

pub mod arena;
mod code;
mod heaps;
mod rules;

use std::fmt;

pub use heaps::heap_period;

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// What the certificate says its code is.
    pub code: String,
    /// Whether the code was read again and means these rules.
    pub code_read: bool,
    /// First heap of the repeating part.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// What is added each period.
    pub saltus: u64,
    /// The last heap whose value was found again.
    pub checked_to: u64,
    /// The theorem.
    pub theorem: String,
}

impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, preperiod, period, saltus, checked_to, theorem, .. } = self;
        write!(f, "verified: {code} has preperiod {preperiod} and period {period}")?;
        if *saltus > 0 {
            write!(f, " with saltus {saltus}")?;
        }
        write!(f, " ({theorem}; all values to heap {checked_to} found again)")?;
        if self.code_read {
            Ok(())
        } else {
            write!(f, "; for the rules in the file, the code itself was not read")
        }
    }
}

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(pub String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the certificate does not hold: {}", self.0)
    }
}

impl std::error::Error for Wrong {}

/// Refuses with a message.
fn wrong<T>(message: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong(message.into()))
}
