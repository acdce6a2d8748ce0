//! What a finished table says of a position of its game, without solving anything.
//!
//! The main function is [`lookup`]. A position is named as the table names it, or written as in
//! a question about the table's game.

use grundy_rules::{LoopyValue, Nimber, Outcome, Text};
use grundy_solvers::retrograde;
use grundy_verify::arena::Table;

use crate::arena_table::sum_name;
use crate::error::Error;
use crate::question::{Load, Question};

/// The nodes of a table that a position is: one, or one for each part of a sum.
///
/// # Errors
/// Where the text is no position, or the table does not have it.
pub fn lookup(table: &Table<'_>, position: &str, load: Load<'_>) -> Result<Vec<u32>, Error> {
    if let Some(node) = table.find(position) {
        return Ok(vec![node]);
    }
    let missing = || {
        let example = if table.nodes() > 0 { table.name(0) } else { "none" };
        Error::Method(format!("the table has no position `{position}`; one it has is `{example}`"))
    };
    let of = table.question();
    let game = of.split(' ').next().unwrap_or_default();
    let read = |text: &str, load: Load<'_>| Question::read(&Text::new("position", text), load);
    let asked = read(&format!("{game} {position}"), load)?;
    let table_of = read(of, load)?;
    let ([asked], [table_of]) = (&asked.terms[..], &table_of.terms[..]) else { return Err(missing()) };
    let (ground, names) = asked.nodes();
    if ground != table_of.nodes().0 {
        return Err(Error::Method(format!(
            "the table is of another board: `{of}`; write the position on that one"
        )));
    }
    if let Some(node) = table.find(&sum_name(names.clone())) {
        return Ok(vec![node]);
    }
    names.iter().map(|name| table.find(name).ok_or_else(missing)).collect()
}

/// Whether the plies to the end that a table has are those of the game: not where solvers see it
/// without parts that are worth 0.
pub fn counts_plies(table: &Table<'_>, load: Load<'_>) -> bool {
    let question = Question::read(&Text::new("question", table.question()), load);
    question.is_ok_and(|question| question.terms.iter().all(|term| term.keeps_length()))
}

/// The value of a node; `None` in a table without values.
pub fn value(table: &Table<'_>, node: u32) -> Option<LoopyValue> {
    if !table.has_values() {
        return None;
    }
    if let Some(nimber) = table.nimber(node) {
        return Some(LoopyValue::Finite(Nimber(nimber.into())));
    }
    let mut finite: Vec<Nimber> =
        table.options(node).filter_map(|to| table.nimber(to)).map(|n| Nimber(n.into())).collect();
    finite.sort_unstable();
    finite.dedup();
    Some(LoopyValue::Infinite(finite))
}

/// The value of a sum of nodes and its outcome; `None` in a table without values.
pub fn together(table: &Table<'_>, nodes: &[u32]) -> Option<(LoopyValue, Outcome)> {
    let mut sum = LoopyValue::Finite(Nimber::ZERO);
    for &node in nodes {
        sum = retrograde::add(&sum, &value(table, node)?);
    }
    let outcome = retrograde::outcome(&sum);
    Some((sum, outcome))
}
