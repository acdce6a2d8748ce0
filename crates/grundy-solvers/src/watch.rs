//! A budget that is looked at in the middle of long work: while one position's options are
//! listed, or one level of a graph is gone through.
//!
//! The main type is [`Watch`]. A look is one relaxed load, so it may stand in any loop whose
//! steps take longer than that.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy_rules::{Budget, Bytes, Limit};

/// The stop flag and the bytes of a budget.
#[derive(Debug)]
pub(crate) struct Watch {
    stop: Arc<AtomicBool>,
    bytes: Bytes,
}

impl Watch {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self { stop: budget.stop_flag(), bytes: budget.bytes }
    }

    /// Whether the stop flag is set.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the work may go on.
    ///
    /// # Errors
    /// The stop flag is set.
    #[inline]
    pub(crate) fn go_on(&self) -> Result<(), Limit> {
        if self.is_stopped() { Err(Limit::Stopped) } else { Ok(()) }
    }

    /// Whether the work may go on with `bytes` taken in all.
    ///
    /// # Errors
    /// The stop flag is set, or these are more bytes than the budget has.
    #[inline]
    pub(crate) fn go_on_with(&self, bytes: u64) -> Result<(), Limit> {
        self.go_on()?;
        if bytes > self.bytes.0 { Err(self.too_many_bytes()) } else { Ok(()) }
    }

    /// The limit of bytes.
    pub(crate) fn too_many_bytes(&self) -> Limit {
        Limit::Bytes(self.bytes)
    }
}
