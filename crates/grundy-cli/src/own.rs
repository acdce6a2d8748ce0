//! `grundy sequence` for rules of one's own: a position of every size, by one table.

use grundy::{Ask, Error, ParseError, Term, Text, Verdict};

use crate::exit::Exit;
use crate::heap_args::{Format, Sequence};
use crate::input::Input;
use crate::{Done, limits, sequence, show};

/// Largest size: beyond it the values do not fit the memory of a search anyway.
const LARGEST: u64 = 100_000_000;

/// Prints the values of the positions 0 to N.
pub(crate) fn sequence(args: &Sequence) -> Done {
    let budget = limits::budget(&args.limits);
    let mut input = Input { options: args.options.clone(), stop: budget.stop_flag() };
    let text = input.question(&args.term);
    if args.to > LARGEST {
        let error = Text::new("--to", &args.to.to_string());
        return Err(error.error_here(format!("a size of at most {LARGEST}"), args.to.to_string()).into());
    }
    if matches!(args.format, Format::Summary) || args.plot.is_some() || args.checkpoint.is_some() {
        let message = "--format summary, --plot and --checkpoint are for heap games; use --format text";
        return Err(Error::Method(message.into()).into());
    }
    let sizes: Vec<Vec<u64>> = (0..=args.to).map(|n| vec![n]).collect();
    let term = grundy::open_sized(&text, &mut input, 1)?;
    let verdicts = term.values(&sizes, &Ask { budget, ..Ask::default() })?;
    let verdicts = verdicts.ok_or_else(|| no_sizes(&text, &*term))?;
    let limit = verdicts.iter().find_map(|verdict| verdict.limit);
    let known = verdicts.iter().take_while(|verdict| verdict.outcome.is_some()).count();
    let verdicts = &verdicts[..known];
    if verdicts.iter().all(|verdict| verdict.nimber.is_some()) {
        let values = verdicts.iter().filter_map(|verdict| verdict.nimber).map(|nimber| nimber.0);
        sequence::write(&term.name(), values, known as u64, args)?;
    } else if args.format == Format::Text {
        let words: Vec<String> = verdicts.iter().map(outcome).collect();
        show::print(&(words.join(" ") + "\n"))?;
    } else {
        let message = "a game that can be drawn has outcomes, which are written as --format text";
        return Err(Error::Method(message.into()).into());
    }
    if known == sizes.len() {
        return Ok(Exit::Answered);
    }
    show::error::limit(limit, (known as u64).checked_sub(1));
    Ok(Exit::Limit)
}

/// W, L or D.
fn outcome(verdict: &Verdict) -> String {
    verdict.outcome.map_or("?".to_string(), |outcome| outcome.word()[..1].to_uppercase())
}

fn no_sizes(text: &Text, term: &dyn Term) -> ParseError {
    text.error_here("a game whose boards have one size", format!("`{}`", term.name()))
}
