//! `grundy verify`: a table or a certificate, checked without any solver.

use anyhow::Context;

use crate::args::Verify;
use crate::exit::Exit;
use crate::{Done, mapped, show};

/// Checks the file of the arguments; a certificate is JSON, a table is not.
pub(crate) fn run(args: &Verify) -> Done {
    let bytes = mapped::open(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let found = if bytes.first() == Some(&b'{') {
        let text = std::str::from_utf8(&bytes).context("the certificate is not UTF-8")?;
        grundy::heaps::verify(text)?
    } else {
        grundy::verify_arena::check(&bytes)?.to_string()
    };
    show::print(&format!("{found}\n"))?;
    Ok(Exit::Answered)
}
