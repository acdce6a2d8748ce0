//! `grundy verify`: a certificate, checked.

use anyhow::Context;

use crate::args::Verify;
use crate::exit::Exit;
use crate::{Done, show};

/// Checks the certificate of the arguments.
pub(crate) fn run(args: &Verify) -> Done {
    let path = args.file.display();
    let text = std::fs::read_to_string(&args.file).with_context(|| format!("cannot read {path}"))?;
    show::print(&format!("{}\n", grundy::heaps::verify(&text)?))?;
    Ok(Exit::Answered)
}
