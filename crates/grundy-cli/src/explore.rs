//! `grundy explore`: the whole game as a table.

use anyhow::Context;
use grundy::{Question, Text};

use crate::args::Explore;
use crate::exit::Exit;
use crate::input::Input;
use crate::{Done, limits, show};

/// Writes the table of a question.
pub(crate) fn run(args: &Explore) -> Done {
    let text = Text::new("question", &args.question.join(" "));
    let budget = limits::budget(&args.limits);
    let question = {
        let mut input = Input::new(&budget, args.limits.time);
        Question::read(&text, &mut input).map_err(|error| input.told(error))?
    };
    let [term] = &question.terms[..] else {
        anyhow::bail!("a table holds one game; leave out the + and ask for one table each");
    };
    let bytes = match term.table(&budget) {
        Ok(bytes) => bytes,
        Err(grundy::Error::Limit(limit)) => {
            show::print(&format!("limit reached: {limit}; no table is written\n"))?;
            return Ok(Exit::Limit);
        }
        Err(error) => return Err(error.into()),
    };
    show::write(&args.output, &bytes).with_context(|| format!("cannot write {}", args.output.display()))?;
    show::print(&format!("{}: {} bytes\n", args.output.display(), bytes.len()))?;
    Ok(Exit::Answered)
}
