//! Heaps in the facade: solving by proved periods, sequences, periods, certificates, checkpoints.

mod certificate;
mod checkpoint;
mod rules;
mod study;
mod sum;

pub use certificate::{certificate, verify};
pub use checkpoint::{restore, save};
pub use grundy_solvers::heaps::analysis::{Report, Status as HeapStatus};
pub use grundy_solvers::heaps::engine::Engine;
pub use grundy_solvers::heaps::period::Repetition;
pub use rules::HeapRules;
pub(crate) use study::exact;
pub use study::{Study, Summary, period_json, summary_json};
pub(crate) use sum::HeapSum;
