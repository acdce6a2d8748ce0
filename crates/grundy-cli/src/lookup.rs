//! `grundy lookup`: what a finished table says of a position, without solving anything.

use std::collections::BTreeSet;

use anyhow::Context;
use grundy::verify_arena::{Outcome, Table};

use crate::args::Lookup;
use crate::exit::Exit;
use crate::{Done, mapped, show};

/// Shows the positions of the arguments with their moves, or what the table is of.
pub(crate) fn run(args: &Lookup) -> Done {
    let bytes = mapped::open(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let table = Table::open(&bytes).with_context(|| format!("{}: not used", args.file.display()))?;
    let mut text = String::new();
    if args.nodes.is_empty() {
        text += &format!("{}: {} positions\n", show::shortened(table.question()), table.nodes());
    }
    for name in &args.nodes {
        let Some(node) = table.find(name) else {
            let example = if table.nodes() > 0 { table.name(0) } else { "none" };
            anyhow::bail!(grundy::Error::Method(format!(
                "{} has no position `{name}`; one it has is `{example}`",
                args.file.display()
            )));
        };
        text += &format!("{name}: {}\n", said(&table, node));
        let mut options: Vec<u32> = table.options(node).collect();
        options.sort_by_key(|&option| goodness(&table, option));
        options.dedup();
        for option in options {
            text += &format!("  {}: {}\n", table.name(option), said(&table, option));
        }
    }
    show::print(&text)?;
    Ok(Exit::Answered)
}

/// Outcome, remoteness and value of a position, for the player to move there.
fn said(table: &Table<'_>, node: u32) -> String {
    let outcome = match table.outcome(node) {
        Outcome::Loss(plies) => format!("loss in {plies}"),
        Outcome::Draw => "draw".to_string(),
        Outcome::Win(plies) => format!("win in {plies}"),
    };
    match (table.has_values(), table.nimber(node)) {
        (false, _) => outcome,
        (true, Some(nimber)) => format!("{outcome}, nimber {nimber}"),
        (true, None) => {
            let values: BTreeSet<u32> =
                table.options(node).filter_map(|option| table.nimber(option)).collect();
            let values: Vec<String> = values.iter().map(u32::to_string).collect();
            format!("{outcome}, value inf({})", values.join(","))
        }
    }
}

/// The order of moves for the player who makes them: quick wins, draws, slow losses.
fn goodness(table: &Table<'_>, option: u32) -> (u8, u32, u32) {
    match table.outcome(option) {
        Outcome::Loss(plies) => (0, plies, option),
        Outcome::Draw => (1, 0, option),
        Outcome::Win(plies) => (2, u32::MAX - plies, option),
    }
}
