//! `grundy solve`: a question in, an answer out; or a stream of positions, one a line.

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use grundy::{Answer, Ask, Question, Shelf, Text};

use crate::args::Solve;
use crate::exit::Exit;
use crate::input::Input;
use crate::{Done, guard, limits, output, show};

/// Answers the question of the arguments.
pub(crate) fn run(args: &Solve) -> Done {
    let done = answer(args);
    guard::over();
    if let (Err(error), true) = (&done, args.json_errors) {
        show::print(&format!("{}\n", show::error::json(error)))?;
    }
    done
}

fn answer(args: &Solve) -> Done {
    let budget = limits::told(limits::budget(&args.limits));
    let input = Input::new(&budget, args.limits.time).with_json_errors(args.json_errors);
    let mut input = input.with_options(args.options.as_ref());
    let text = input.question(&args.question);
    let nimber = args.each.is_some();
    let mut ask = Ask { budget, method: args.method, list: args.moves, nimber, table: None };
    if let Some(stream) = &args.each {
        return each(args, text.as_str(), stream, &mut input, &ask);
    }
    let question = Question::read(&text, &mut input).map_err(|error| input.told(error))?;
    if args.misere {
        return shown(args, grundy::misere(&question, &ask)?);
    }
    let Some(path) = &args.table else { return shown(args, grundy::solve(&question, &ask)?) };
    let shelf = Arc::new(shelf(path)?);
    ask.table = Some(Arc::clone(&shelf));
    let answer = grundy::solve(&question, &ask)?;
    output::write(path, &shelf.bytes())?;
    shown(args, answer)
}

fn shown(args: &Solve, mut answer: Answer) -> Done {
    guard::over();
    answer.limit = answer.limit.map(guard::named);
    if args.json {
        show::print(&format!("{}\n", grundy::json::answer(&answer)))?;
    } else {
        show::print(&show::answer::text(&answer, show::width()))?;
    }
    Ok(if answer.limit.is_some() { Exit::Limit } else { Exit::Answered })
}

/// The table file, or an empty one where there is none yet.
fn shelf(path: &Path) -> anyhow::Result<Shelf> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let read = Shelf::read(bytes).map_err(grundy::Error::Method);
    read.with_context(|| format!("{}: not used", path.display()))
}

/// Answers every line of a stream as it comes, one line of output for each.
fn each(args: &Solve, words: &str, stream: &str, load: &mut Input, ask: &Ask) -> Done {
    let source: Box<dyn std::io::Read> = if stream == "-" {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(stream).with_context(|| format!("cannot read {stream}"))?)
    };
    let mut reader = std::io::BufReader::new(source);
    let name = if stream == "-" { "standard input" } else { stream };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut exit = Exit::Answered;
    let (mut line, mut number) = (String::new(), 0);
    loop {
        // Whoever writes one question and waits is answered.
        if reader.buffer().is_empty() {
            out.flush()?;
        }
        line.clear();
        number += 1;
        let read = reader.read_line(&mut line);
        if read.with_context(|| format!("cannot read {name}, line {number}"))? == 0 {
            break;
        }
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let before = format!("{words} ");
        let text = Text::at(name, &format!("{before}{line}"), (number, 1));
        let question = Question::read(&text, load).map_err(|error| error.behind(&before));
        let question = question.inspect_err(|_| drop(out.flush()))?;
        let limit = if args.json {
            let answer = grundy::solve(&question, ask)?;
            writeln!(out, "{}", grundy::json::answer(&answer))?;
            answer.limit
        } else {
            let verdict = grundy::verdict(&question, ask)?;
            let nimber = verdict.nimber.map_or("-".to_string(), |nimber| nimber.to_string());
            let outcome = verdict.outcome.map_or("unknown", grundy::Outcome::word);
            writeln!(out, "{line}\t{nimber}\t{outcome}")?;
            verdict.limit
        };
        if limit.is_some() {
            exit = Exit::Limit;
            break;
        }
    }
    out.flush()?;
    Ok(exit)
}
