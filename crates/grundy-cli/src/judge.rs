//! `grundy judge`: a contest's input on standard input, its output on standard output.

use std::io::Write;

use grundy::judge::{Options, judge};

use crate::args::{Contest, Judge};
use crate::exit::Exit;
use crate::{Done, limits};

/// Runs the judge of a contest.
pub(crate) fn run(args: &Judge) -> Done {
    let problem = match args.contest {
        Contest::Darkraft => grundy::judge::Problem::Darkraft,
        Contest::Reclamation => grundy::judge::Problem::Reclamation,
        Contest::Bo => grundy::judge::Problem::Bo,
        Contest::River => grundy::judge::Problem::River,
    };
    let options = Options { strict: args.strict, many: args.many, budget: limits::budget(&args.limits) };
    let mut out = std::io::stdout().lock();
    judge(problem, std::io::stdin().lock(), &mut out, &options)?;
    out.flush()?;
    Ok(Exit::Answered)
}
