//! `grundy sequence` and `grundy period` for all games but heaps: a position of every size.

use std::path::Path;
use std::sync::Arc;

use grundy::{Ask, Error, TableCell, Text};
use grundy_starlark::Script;

use crate::exit::Exit;
use crate::heap_args::{Format, Period, Sequence};
use crate::input::Input;
use crate::{Done, guard, limits, output, plot, recognise, sequence, show};

/// Sizes that `grundy period` looks at by default.
const SIZES: u64 = 300;

/// Prints the values of the positions up to size N.
pub(crate) fn sequence(args: &Sequence) -> Done {
    let budget = limits::budget(&args.limits);
    let mut input = Input::new(&budget, args.limits.time).with_options(args.options.as_ref());
    let text = input.question(&args.term);
    let script = script(&text, &mut input)?;
    match (&script, args.heaps) {
        (Some(script), true) => return recognise::taken(&**script, args, &budget),
        (None, true) => {
            let message = "--heaps is for rules of one's own; leave it out here";
            return Err(Error::Method(message.into()).into());
        }
        _ => {}
    }
    for (name, given) in [
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
    if let Some(path) = &args.plot {
        output::write(path, &picture(&found, path)?)?;
    }
    if args.plot.is_some() && args.format == Format::Text {
        // The picture is the answer.
    } else if found.cells.iter().all(|cell| cell.nimber.is_some()) {
        let values = found.cells.iter().filter_map(|cell| cell.nimber).map(|nimber| nimber.0);
        sequence::write(&found.template, (found.first, known), values, args, &ask.budget)?;
    } else if args.format == Format::Text {
        let words: Vec<String> = found.cells.iter().map(outcome).collect();
        show::print(&(words.join(" ") + "\n"))?;
    } else {
        let message = "a game that can be drawn has outcomes, which are written as --format text";
        return Err(Error::Method(message.into()).into());
    }
    if found.first + known > args.to {
        if let Some(script) = &script {
            let advice = |_: &str| format!("--heaps takes its engine and compares all up to {}", args.to);
            recognise::offer(&**script, args.to, advice)?;
        }
        return Ok(Exit::Answered);
    }
    show::error::limit(found.limit, (found.first + known).checked_sub(1));
    Ok(Exit::Limit)
}

/// The rules of one's own that a question begins with.
fn script(text: &Text, input: &mut Input) -> Result<Option<Arc<dyn Script>>, Error> {
    match text.words().next() {
        Some(name) if name.text.starts_with('@') => {
            input.script(&name.to_text()).map(Some).map_err(|error| input.told(error))
        }
        _ => Ok(None),
    }
}

fn picture(found: &grundy::Sequence, path: &Path) -> anyhow::Result<Vec<u8>> {
    let Some(values) = found.nimbers() else {
        let message = "a game that can be drawn has outcomes, of which there is no plot; see `grundy table`";
        return Err(Error::Method(message.into()).into());
    };
    let value = |n: u64| values.get(usize::try_from(n - found.first).ok()?).copied();
    let sequence = plot::Sequence {
        title: &found.template,
        sizes: "size",
        span: (found.first, found.last().unwrap_or(found.first)),
        value: &value,
        preperiod: found.repetition().map(|r| r.preperiod),
        rare: (&|_, _| false, 0),
    };
    plot::draw(&sequence, path)
}

/// Reports on the period that the values of the positions up to size N show.
pub(crate) fn period(args: &Period) -> Done {
    for (name, given) in [
        ("--certificate", args.certificate.is_some()),
        ("--checkpoint", args.checkpoint.is_some()),
        ("--kind", args.kind.is_some()),
    ] {
        if given {
            let message = format!("{name} is for heap games, such as heaps:0.77; leave it out here");
            return Err(Error::Method(message).into());
        }
    }
    let budget = limits::budget(&args.limits);
    let mut input = Input::new(&budget, args.limits.time).with_options(args.options.as_ref());
    let text = input.question(&args.term);
    let script = script(&text, &mut input)?;
    let (ask, last) = (Ask { budget, ..Ask::default() }, args.to.unwrap_or(SIZES));
    let found = grundy::sequence(&text, last, &mut input, &ask).map_err(|error| input.told(error))?;
    guard::over();
    show::print(&if args.json { found.period_json() + "\n" } else { report(&found) })?;
    if found.last() == Some(last) {
        if let Some(script) = &script {
            let advice = |name: &str| format!("`grundy period {name}` looks further, for a proof");
            recognise::offer(&**script, last, advice)?;
        }
        return Ok(Exit::Answered);
    }
    show::error::limit(found.limit, found.last());
    Ok(Exit::Limit)
}

fn report(found: &grundy::Sequence) -> String {
    let last = found.last().map_or_else(|| "nothing".to_string(), |last| last.to_string());
    let mut text = format!("{}\n", found.template);
    text += &match found.repetition() {
        None => format!("no period seen up to {last}\n"),
        Some(r) => {
            let saltus = if r.saltus > 0 { format!(", saltus {}", r.saltus) } else { String::new() };
            format!("period {}{saltus}, preperiod {} (observed up to {last})\n", r.period, r.preperiod)
        }
    };
    if let Some((value, size)) = found.largest() {
        text += &format!("  largest value: {value} at {size}\n");
    }
    text
}

/// W, L or D.
fn outcome(cell: &TableCell) -> String {
    cell.outcome.map_or("?".to_string(), |outcome| outcome.word()[..1].to_uppercase())
}
