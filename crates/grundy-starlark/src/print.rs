//! What rules print: the first lines of it, on standard error.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use starlark::PrintHandler;

/// Most lines that one file of rules may print, and most characters of each.
const LINES: usize = 200;
const CHARACTERS: usize = 1000;

/// Counts the lines of one file of rules.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    lines: AtomicUsize,
}

impl PrintHandler for Printed {
    fn println(&self, text: &str) -> starlark::Result<()> {
        let line = match self.lines.fetch_add(1, Ordering::Relaxed) {
            n if n < LINES => text.chars().take(CHARACTERS).collect(),
            LINES => "print: what follows is not shown".to_string(),
            _ => return Ok(()),
        };
        // Rules do not fail because nobody reads what they print.
        let _printed = writeln!(std::io::stderr(), "{line}");
        Ok(())
    }
}
