//! `grundy sequence` for rules of one's own: a position of every size, by one table.

use grundy::heaps::HeapRules;
use grundy::{Ask, Budget, Error, Limit, ParseError, Term, Text, Verdict};
use grundy_starlark::Script;

use crate::exit::Exit;
use crate::heap_args::{Format, Sequence};
use crate::input::Input;
use crate::{Done, guard, limits, sequence, show};

/// Largest size: beyond it the values do not fit the memory of a search anyway.
const LARGEST: u64 = 100_000_000;
/// Positions whose options are compared before a heap game is offered.
const OFFERED: u64 = 100;

/// Prints the values of the positions 0 to N.
pub(crate) fn sequence(args: &Sequence) -> Done {
    let budget = limits::budget(&args.limits);
    let mut input = Input::new(&budget, args.limits.time).with_options(args.options.as_ref());
    let text = input.question(&args.term);
    let name = text.slice(0..text.as_str().find(' ').unwrap_or(text.as_str().len()));
    let script = input.script(&name).map_err(|error| input.told(error))?;
    if args.heaps {
        let Some(rules) = recognised(&*script)? else {
            let message = "the options of these rules are those of no heap code; leave --heaps out";
            return Err(Error::Method(message.into()).into());
        };
        if let Some(limit) = compared(&*script, &rules, args.to, &budget)? {
            show::error::limit(Some(limit), None);
            return Ok(Exit::Limit);
        }
        return sequence::of_heaps(args, rules, &budget);
    }
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
    guard::over();
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
        offer(&*script, args.to)?;
        return Ok(Exit::Answered);
    }
    show::error::limit(limit, (known as u64).checked_sub(1));
    Ok(Exit::Limit)
}

/// The heap game whose options the rules have on small positions.
fn recognised(script: &dyn Script) -> Result<Option<HeapRules>, Error> {
    let Some(code) = grundy_starlark::heap_code(script)? else { return Ok(None) };
    let rules = HeapRules::read(&Text::new("question", &format!("heaps:{code}")), &mut grundy::no_files)?;
    for n in 0..=OFFERED {
        if !grundy_starlark::same_options(script, &rules.system, n)? {
            return Ok(None);
        }
    }
    Ok(Some(rules))
}

/// Compares the options of the positions 0 to `last` with those of a heap game.
fn compared(
    script: &dyn Script,
    rules: &HeapRules,
    last: u64,
    budget: &Budget,
) -> Result<Option<Limit>, Error> {
    for n in 0..=last {
        match grundy_starlark::same_options(script, &rules.system, n) {
            Ok(true) => {}
            Ok(false) => {
                let name = &rules.name;
                let message = format!("position {n} has other options than {name}; leave --heaps out");
                return Err(Error::Method(message));
            }
            Err(fault) if fault.stopped => return Ok(Some(Limit::Stopped)),
            Err(fault) => return Err(fault.into()),
        }
        if let Err(limit) = budget.spend(1) {
            return Ok(Some(limit));
        }
    }
    Ok(None)
}

/// Says so where the rules seem to be a heap game, for which there is a faster engine.
fn offer(script: &dyn Script, last: u64) -> Result<(), Error> {
    if last >= OFFERED
        && let Some(rules) = recognised(script)?
    {
        show::error::note(&format!(
            "up to {OFFERED} these are the options of {}; --heaps takes its engine and compares all up to {last}",
            rules.name
        ));
    }
    Ok(())
}

/// W, L or D.
fn outcome(verdict: &Verdict) -> String {
    verdict.outcome.map_or("?".to_string(), |outcome| outcome.word()[..1].to_uppercase())
}

fn no_sizes(text: &Text, term: &dyn Term) -> ParseError {
    text.error_here("a game whose boards have one size", format!("`{}`", term.name()))
}
