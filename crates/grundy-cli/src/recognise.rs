//! Rules of one's own that are a heap game: offered, and taken where asked for, never silently.

use grundy::heaps::HeapRules;
use grundy::{Budget, Error, Limit, Text};
use grundy_starlark::Script;

use crate::exit::Exit;
use crate::heap_args::Sequence;
use crate::{Done, sequence, show};

/// Positions whose options are compared before a heap game is offered.
const OFFERED: u64 = 100;

/// `grundy sequence --heaps`: the engine of the heap game that the rules are.
pub(crate) fn taken(script: &dyn Script, args: &Sequence, budget: &Budget) -> Done {
    let Some(rules) = recognised(script)? else {
        let message = "the options of these rules are those of no heap code; leave --heaps out";
        return Err(Error::Method(message.into()).into());
    };
    if let Some(limit) = compared(script, &rules, args.to, budget)? {
        show::error::limit(Some(limit), None);
        return Ok(Exit::Limit);
    }
    sequence::of_heaps(args, rules, budget)
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

/// Says so where the rules seem to be a heap game, for which there is a faster engine; `advice`
/// tells what to do, from the name of the game.
pub(crate) fn offer(
    script: &dyn Script,
    last: u64,
    advice: impl FnOnce(&str) -> String,
) -> Result<(), Error> {
    if last >= OFFERED
        && let Some(rules) = recognised(script)?
    {
        let name = &rules.name;
        show::error::note(&format!("up to {OFFERED} these are the options of {name}; {}", advice(name)));
    }
    Ok(())
}
