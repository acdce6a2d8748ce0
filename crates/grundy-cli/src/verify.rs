//! `grundy verify`: a certificate of a period, or a table of a whole game, checked.

use anyhow::Context;

use crate::args::Verify;
use crate::exit::Exit;
use crate::{Done, show};

/// Checks the file of the arguments. Certificates are JSON, tables are not.
pub(crate) fn run(args: &Verify) -> Done {
    let bytes = std::fs::read(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let checked = if bytes.trim_ascii_start().starts_with(b"{") {
        grundy::heaps::verify(&String::from_utf8_lossy(&bytes))?.to_string()
    } else {
        grundy::verify_arena::check(&bytes)?.to_string()
    };
    show::print(&format!("{checked}\n"))?;
    Ok(Exit::Answered)
}
