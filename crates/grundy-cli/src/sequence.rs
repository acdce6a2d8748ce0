//! `grundy sequence`: a game's boards of size 0, 1, 2 and so on.

use grundy::{Ask, Budget, Limit, ParseError, Term, Text, Verdict};

use crate::args::Sequence;
use crate::exit::Exit;
use crate::input::Input;
use crate::{Done, limits, show};

/// Prints the values of a game's boards of sizes 0 to N.
pub(crate) fn run(args: &Sequence) -> Done {
    let budget = limits::budget(&args.limits);
    let input = Input { options: args.options.clone(), stop: budget.stop_flag() };
    let text = input.question(&args.game);
    let sizes: Vec<Vec<u64>> = (0..=u64::from(args.to)).map(|n| vec![n]).collect();
    let verdicts = values(input, &text, &sizes, budget)?;
    let known = verdicts.iter().map_while(|verdict| word(verdict).ok());
    show::print(&(show::wrapped(&known.collect::<Vec<_>>().join(" "), show::width(), 0) + "\n"))?;
    ended(&verdicts)
}

fn values(mut input: Input, text: &Text, sizes: &[Vec<u64>], budget: Budget) -> anyhow::Result<Vec<Verdict>> {
    let term = grundy::open_sized(text, &mut input, sizes.last().map_or(1, Vec::len))?;
    let ask = Ask { budget, ..Ask::default() };
    let values = term.values(sizes, &ask)?;
    Ok(values.ok_or_else(|| no_sizes(text, &*term))?)
}

fn no_sizes(text: &Text, term: &dyn Term) -> ParseError {
    text.error_here("a game whose boards have such sizes", format!("`{}`", term.name()))
}

/// A verdict in a word: the nimber, or the outcome of a game that can be drawn.
fn word(verdict: &Verdict) -> Result<String, Option<Limit>> {
    let nimber = verdict.nimber.map(|nimber| nimber.to_string());
    nimber.or_else(|| verdict.outcome.map(|o| o.word()[..1].to_uppercase())).ok_or(verdict.limit)
}

fn ended(verdicts: &[Verdict]) -> Done {
    match verdicts.iter().find_map(|verdict| word(verdict).err().flatten()) {
        None => Ok(Exit::Answered),
        Some(limit) => Err(grundy::Error::Limit(limit).into()),
    }
}
