//! `grundy period`: the period of a heap game, with its proof.

use std::fmt::Write;

use grundy::Text;
use grundy::heaps::{HeapRules, HeapStatus, Report, Study, certificate, period_json};

use crate::exit::Exit;
use crate::heap_args::Period;
use crate::{Done, limits, open_size, output, show, study};

/// Heaps that are looked at by default.
const HEAPS: u64 = 1_000_000;

/// Reports on the period of the arguments' game.
pub(crate) fn run(args: &Period) -> Done {
    if args.options.is_some() || !HeapRules::are_in(&Text::new("question", &args.term.join(" "))) {
        return open_size::period(args);
    }
    let rules = study::rules(&args.term)?;
    let wanted = study::kind(&rules, args.kind.as_deref())?;
    let budget = limits::budget(&args.limits);
    let done = study::run(rules, args.to.unwrap_or(HEAPS), true, &budget, args.checkpoint.as_ref())?;
    let mut text = String::new();
    for kind in 0..done.reports.len() {
        if args.kind.is_some() && kind != wanted {
            continue;
        }
        text += &if args.json { period_json(&done, kind) + "\n" } else { report(&done, kind, kind == 0) };
    }
    show::print(&text)?;
    if let Some(path) = &args.certificate {
        output::write(path, certificate(&done, wanted)?.as_bytes())?;
    }
    let proved = done.reports.iter().all(|report| matches!(report.status, HeapStatus::Proved(_)));
    Ok(if done.limit.is_some() && !proved { Exit::Limit } else { Exit::Answered })
}

/// The report on a kind, for people.
fn report(study: &Study, kind: usize, first: bool) -> String {
    let report: &Report = &study.reports[kind];
    let mut text = String::new();
    if first {
        let _written = writeln!(text, "{}", study.rules.name);
        for sentence in &study.rules.words {
            let _written = writeln!(text, "  {sentence}");
        }
    }
    let name = study.rules.system.kinds[kind].name.as_str();
    let head = if name.is_empty() { String::new() } else { format!("{name}: ") };
    let _written = match report.repetition {
        None => writeln!(text, "{head}no period seen up to heap {}", report.checked_to),
        Some(r) => {
            let saltus = if r.saltus > 0 { format!(", saltus {}", r.saltus) } else { String::new() };
            let sure = match &report.status {
                HeapStatus::Proved(theorem) => format!("proved: {theorem}"),
                HeapStatus::Observed | HeapStatus::None => {
                    format!("observed up to heap {}", report.checked_to)
                }
            };
            writeln!(text, "{head}period {}{saltus}, preperiod {} ({sure})", r.period, r.preperiod)
        }
    };
    if report.repetition.is_some() {
        let (list, count) = &report.exceptions;
        let shown: Vec<String> = list.iter().take(40).map(u64::to_string).collect();
        let more = if *count > 40 { ", ..." } else { "" };
        let _written = match count {
            0 => writeln!(text, "  exceptions: none"),
            _ => writeln!(text, "  exceptions: {count}: {}{more}", shown.join(", ")),
        };
    }
    let _written = writeln!(text, "  largest value: {} at heap {}", report.largest.0, report.largest.1);
    if let Some((class, rare)) = study.engine.class() {
        let by = if class.place.is_some() { " and the parity of the heap" } else { "" };
        let _written = writeln!(text, "  sparse space: mask {:x}{by}, {rare} rare heaps", class.mask);
    }
    if let Some(limit) = study.limit {
        let _written = writeln!(text, "  stopped: {limit}");
    }
    text
}
