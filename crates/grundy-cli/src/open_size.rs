//! `grundy sequence` for all games but heaps: a position of every size.

use grundy::{Ask, Error, TableCell};

use crate::exit::Exit;
use crate::heap_args::{Format, Sequence};
use crate::input::Input;
use crate::{Done, guard, limits, recognise, sequence, show};

/// Prints the values of the positions up to size N.
pub(crate) fn sequence(args: &Sequence) -> Done {
    let budget = limits::budget(&args.limits);
    let mut input = Input::new(&budget, args.limits.time).with_options(args.options.as_ref());
    let text = input.question(&args.term);
    let script = match text.words().next() {
        Some(name) if name.text.starts_with('@') => {
            Some(input.script(&name.to_text()).map_err(|error| input.told(error))?)
        }
        _ => None,
    };
    match (&script, args.heaps) {
        (Some(script), true) => return recognise::taken(&**script, args, &budget),
        (None, true) => {
            let message = "--heaps is for rules of one's own; leave it out here";
            return Err(Error::Method(message.into()).into());
        }
        _ => {}
    }
    for (name, given) in [
        ("--format summary", args.format == Format::Summary),
        ("--plot", args.plot.is_some()),
        ("--checkpoint", args.checkpoint.is_some()),
        ("--kind", args.kind.is_some()),
        ("--no-period", args.no_period),
    ] {
        if given {
            let message = format!("{name} is for heap games, such as heaps:0.77; leave it out here");
            return Err(Error::Method(message).into());
        }
    }
    let ask = Ask { budget, ..Ask::default() };
    let found = grundy::sequence(&text, args.to, &mut input, &ask).map_err(|error| input.told(error))?;
    guard::over();
    let known = found.cells.len() as u64;
    if found.cells.iter().all(|cell| cell.nimber.is_some()) {
        let values = found.cells.iter().filter_map(|cell| cell.nimber).map(|nimber| nimber.0);
        sequence::write(&found.template, (found.first, known), values, args)?;
    } else if args.format == Format::Text {
        let words: Vec<String> = found.cells.iter().map(outcome).collect();
        show::print(&(words.join(" ") + "\n"))?;
    } else {
        let message = "a game that can be drawn has outcomes, which are written as --format text";
        return Err(Error::Method(message.into()).into());
    }
    if found.first + known > args.to {
        if let Some(script) = &script {
            recognise::offer(&**script, args.to)?;
        }
        return Ok(Exit::Answered);
    }
    show::error::limit(found.limit, (found.first + known).checked_sub(1));
    Ok(Exit::Limit)
}

/// W, L or D.
fn outcome(cell: &TableCell) -> String {
    cell.outcome.map_or("?".to_string(), |outcome| outcome.word()[..1].to_uppercase())
}
