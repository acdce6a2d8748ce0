//! `grundy sequence`: the values of a game over its size; here those of heap games.

use std::fmt::Write;

use grundy::heaps::{HeapRules, HeapStatus, Study, Summary, summary_json};
use grundy::{Budget, Error, Text};

use crate::exit::Exit;
use crate::heap_args::{Format, Sequence};
use crate::{Done, limits, open_size, output, plot, show, study};

/// Writes the sequence of the arguments.
pub(crate) fn run(args: &Sequence) -> Done {
    if args.options.is_some() || !HeapRules::are_in(&Text::new("question", &args.term.join(" "))) {
        return open_size::sequence(args);
    }
    let budget = limits::budget(&args.limits);
    of_heaps(args, study::rules(&args.term)?, &budget)
}

/// Writes the sequence of a heap game.
pub(crate) fn of_heaps(args: &Sequence, rules: HeapRules, budget: &Budget) -> Done {
    let kind = study::kind(&rules, args.kind.as_deref())?;
    if args.to > MOST {
        let message = format!("a sequence goes up to heap {MOST} at most, not {}", args.to);
        return Err(Error::Method(message).into());
    }
    // A proved period gives the rest; without one every value is found.
    let done = study::run(rules, args.to, !args.no_period, budget, args.checkpoint.as_ref())?;
    let known = last_known(&done, kind, args.to);
    if let Some(known) = known {
        if let Some(path) = &args.plot {
            output::write(path, &plot::heaps(&done, kind, known, path)?)?;
        }
        if args.plot.is_none() || args.format != Format::Text {
            let written = print(&done, kind, known, args, budget)?;
            if written != known + 1 {
                show::error::limit(budget.spend(0).err(), written.checked_sub(1));
                return Ok(Exit::Limit);
            }
        }
    }
    if known == Some(args.to) {
        return Ok(Exit::Answered);
    }
    show::error::limit(done.limit, known);
    Ok(Exit::Limit)
}

/// The last heap that a sequence may go up to.
const MOST: u64 = 1 << 62;
/// Values between two looks at the clock.
const LOOK: u64 = 1 << 16;
/// Bytes that a value takes in JSON, about.
const JSON_VALUE: u64 = 8;

/// The last heap up to `last` whose value is known.
fn last_known(study: &Study, kind: usize, last: u64) -> Option<u64> {
    if matches!(study.reports[kind].status, HeapStatus::Proved(_)) {
        Some(last)
    } else {
        study.engine.len().checked_sub(1).map(|n| n.min(last))
    }
}

/// Writes the values up to `last`; how many were written.
fn print(study: &Study, kind: usize, last: u64, args: &Sequence, budget: &Budget) -> anyhow::Result<u64> {
    if args.format == Format::Summary && last < study.engine.len() {
        show::print(&format!("{}\n", summary_json(study, kind, last)))?;
        return Ok(last + 1);
    }
    let closed = if last < study.engine.len() { None } else { study.closed(kind) };
    let value = |n: u64| {
        study.value(kind, n).or_else(|| closed.as_ref().map(|form| form.value(n))).unwrap_or_default()
    };
    write(&study.rules.code, (0, last + 1), (0..=last).map(value), args, budget)
}

/// Writes so many values, the first of them that of the size `first`, in the format that was
/// asked for; how many were written before a limit.
pub(crate) fn write(
    code: &str,
    (first, count): (u64, u64),
    values: impl Iterator<Item = u64>,
    args: &Sequence,
    budget: &Budget,
) -> anyhow::Result<u64> {
    let fits = |bytes: u64| budget.reserve(count.saturating_mul(bytes)).map_err(Error::Limit);
    match args.format {
        Format::Json => {
            fits(JSON_VALUE)?;
            let from = if first > 0 { format!("\"first\":{first},") } else { String::new() };
            let mut text = format!("{{\"version\":1,\"code\":{},{from}\"values\":[", quoted(code));
            for (n, value) in (0u64..).zip(values) {
                if n > 0 {
                    text.push(',');
                }
                text += &exact(value);
            }
            show::print(&(text + "]}\n"))?;
            Ok(count)
        }
        Format::Npy => {
            fits(8)?;
            show::print_bytes(&npy(values, count))?;
            Ok(count)
        }
        Format::Summary => {
            let mut summary = Summary::default();
            for (n, value) in (0..).zip(values) {
                if n % LOOK == 0 && budget.spend(0).is_err() {
                    return Ok(n);
                }
                summary.add(value);
            }
            show::print(&(summary.json(code, first) + "\n"))?;
            Ok(count)
        }
        Format::Text | Format::Bfile | Format::Csv => lines(first, values, args, budget),
    }
}

/// Writes values as text, piece by piece.
fn lines(
    first: u64,
    values: impl Iterator<Item = u64>,
    args: &Sequence,
    budget: &Budget,
) -> anyhow::Result<u64> {
    let (mut text, mut written) = (String::new(), 0);
    if args.format == Format::Csv {
        text += "n,value\n";
    }
    for (n, value) in (first..).zip(values) {
        if written % LOOK == 0 && budget.spend(0).is_err() {
            break;
        }
        let _written = match args.format {
            Format::Bfile => writeln!(text, "{} {value}", i128::from(n) + i128::from(args.offset)),
            Format::Csv => writeln!(text, "{n},{value}"),
            _ => write!(text, "{}{value}", if n > first { " " } else { "" }),
        };
        written += 1;
        if text.len() > 1 << 20 {
            show::print(&text)?;
            text.clear();
        }
    }
    if args.format == Format::Text {
        text.push('\n');
    }
    show::print(&text)?;
    Ok(written)
}

/// A number, as a string beyond 2^53.
fn exact(n: u64) -> String {
    if n <= 1 << 53 { n.to_string() } else { format!("\"{n}\"") }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The array format of `numpy`, version 1.0, of little-endian 64-bit numbers.
fn npy(values: impl Iterator<Item = u64>, len: u64) -> Vec<u8> {
    let head = format!("{{'descr': '<u8', 'fortran_order': False, 'shape': ({len},), }}");
    // Magic, version, length of the head; the data begin at a multiple of 64.
    let padded = (10 + head.len() + 1).next_multiple_of(64) - 10;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((padded as u16).to_le_bytes());
    bytes.extend(format!("{head:<width$}\n", width = padded - 1).bytes());
    values.for_each(|value| bytes.extend(value.to_le_bytes()));
    bytes
}
