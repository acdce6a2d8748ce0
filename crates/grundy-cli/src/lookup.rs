//! `grundy lookup`: what a finished table says of a position, without solving anything.

use anyhow::Context;
use grundy::verify_arena::{Outcome, Table};
use grundy::{Budget, LoopyValue, lookup};

use crate::args::Lookup;
use crate::exit::Exit;
use crate::input::Input;
use crate::{Done, mapped, show};

/// Shows the position of the arguments with its moves, or what the table is of.
pub(crate) fn run(args: &Lookup) -> Done {
    let bytes = mapped::open(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let table = Table::open(&bytes).with_context(|| format!("{}: not used", args.file.display()))?;
    let mut text = String::new();
    if args.position.is_empty() {
        let count = if table.nodes() == 1 { "position" } else { "positions" };
        text += &format!("{}: {} {count}\n", show::shortened(table.question()), table.nodes());
    } else {
        let position = args.position.join(" ");
        let mut input = Input::new(&Budget::default(), None);
        let nodes = lookup::lookup(&table, &position, &mut input).map_err(|error| input.told(error))?;
        let plies = lookup::counts_plies(&table, &mut input);
        for &node in &nodes {
            text += &shown(&table, node, plies);
        }
        if nodes.len() > 1
            && let Some((value, outcome)) = lookup::together(&table, &nodes)
        {
            text += &format!("together: {}, {}\n", outcome.word(), named(&value));
        }
    }
    show::print(&text)?;
    Ok(Exit::Answered)
}

/// A position and its moves, the best first.
fn shown(table: &Table<'_>, node: u32, plies: bool) -> String {
    let mut text = format!("{}: {}\n", table.name(node), said(table, node, plies));
    let mut options: Vec<u32> = table.options(node).collect();
    options.sort_by_key(|&option| goodness(table, option));
    options.dedup();
    for option in options {
        text += &format!("  {}: {}\n", table.name(option), said(table, option, plies));
    }
    text
}

/// Outcome, remoteness where the table's is the game's, and value of a position, for the player to
/// move there.
fn said(table: &Table<'_>, node: u32, plies: bool) -> String {
    let (word, count) = match table.outcome(node) {
        Outcome::Loss(count) => ("loss", Some(count)),
        Outcome::Draw => ("draw", None),
        Outcome::Win(count) => ("win", Some(count)),
    };
    let outcome = match count.filter(|_| plies) {
        Some(count) => format!("{word} in {count}"),
        None => word.to_string(),
    };
    match lookup::value(table, node) {
        Some(value) => format!("{outcome}, {}", named(&value)),
        None => outcome,
    }
}

fn named(value: &LoopyValue) -> String {
    match value {
        LoopyValue::Finite(nimber) => format!("nimber {nimber}"),
        LoopyValue::Infinite(_) => format!("value {value}"),
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
