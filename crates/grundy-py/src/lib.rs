//! The native part of the Python package: questions in, plain values out.
//!
//! The package's face (classes, documentation, types) is written in Python, under `python/grundy`;
//! here stands only what needs the solvers. Rules of games are elsewhere. While solvers work the
//! interpreter's lock is free, and Ctrl-C sets the stop flag.
#![cfg(feature = "extension-module")]

mod errors;
mod function;
mod position;
mod run;

use grundy::heaps::{HeapRules, Study, period_json};
use grundy::{Limit, Outcome, ParseError, TableCell, Text};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::run::{Limits, Rules, Work};

/// Functions and classes of the module.
#[pymodule]
mod _grundy {
    #[pymodule_export]
    use super::{games, heap_code, heap_sequence, period, sequence, solve, table, write_position};
    #[pymodule_export]
    use crate::run::{Limits, Rules};
}

/// Answers a question: the answer as JSON, and an SVG picture of each term.
#[pyfunction]
fn solve(
    py: Python<'_>,
    question: String,
    rules: Vec<PyRef<'_, Rules>>,
    method: &str,
    moves: usize,
    limits: &Limits,
) -> PyResult<(String, Vec<String>)> {
    let method = method.parse().map_err(PyValueError::new_err)?;
    let work = Work::new(py, &rules, limits);
    let budget = work.budget();
    work.run(py, move |load| {
        let text = Text::new("question", &question);
        let question = grundy::Question::read(&text, load)?;
        let ask = grundy::Ask { budget, method, list: moves, ..grundy::Ask::default() };
        let answer = grundy::solve(&question, &ask)?;
        let pictures = (0..answer.terms.len()).map(|term| picture(&answer, term)).collect();
        Ok((grundy::json::answer(&answer), pictures))
    })
}

/// The SVG picture of a term, with its winning or drawing moves marked.
fn picture(answer: &grundy::Answer, term: usize) -> String {
    use grundy::{Mark, MarkKind};
    let winning = answer.winning.list.iter().map(|mv| (mv, MarkKind::Win));
    let drawing = answer.drawing.list.iter().map(|mv| (mv, MarkKind::Draw));
    let marks: Vec<Mark> = winning
        .chain(drawing)
        .filter(|(mv, _)| mv.term == term)
        .filter_map(|(mv, kind)| Some(Mark { place: mv.place?, kind }))
        .collect();
    grundy_draw::svg::standalone(&grundy_draw::draw(&answer.terms[term].picture, &[], &marks))
}

/// Nimbers, outcomes and remoteness of cells, how many of the first are known, and the limit.
type Arrays<'py> =
    (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<u64>>, usize, Option<String>);

/// Cells as arrays: outcomes are 1 a win, 0 a draw, -1 a loss; what is not known is -2 or 2^64 - 1.
fn arrays<'py>(py: Python<'py>, cells: &[TableCell], limit: Option<Limit>) -> Arrays<'py> {
    let none = u64::MAX;
    let nimbers = cells.iter().map(|cell| cell.nimber.map_or(none, |n| n.0)).collect::<Vec<u64>>();
    let remoteness = cells.iter().map(|cell| cell.remoteness.map_or(none, |n| n.0)).collect::<Vec<u64>>();
    let outcome = |outcome| match outcome {
        Some(Outcome::Win) => 1,
        Some(Outcome::Draw) => 0,
        Some(Outcome::Loss) => -1,
        None => -2i8,
    };
    let outcomes = cells.iter().map(|cell| outcome(cell.outcome)).collect::<Vec<i8>>();
    let known = if limit.is_none() {
        cells.len()
    } else {
        cells.iter().take_while(|cell| cell.outcome.is_some()).count()
    };
    (
        PyArray1::from_vec(py, nimbers),
        PyArray1::from_vec(py, outcomes),
        PyArray1::from_vec(py, remoteness),
        known,
        limit.map(|limit| limit.to_string()),
    )
}

/// A heap game with its heaps left open: a bare code, `0.77`, is one too.
fn heap_rules(game: &str, load: grundy::Load<'_>) -> Result<HeapRules, ParseError> {
    HeapRules::read(&Text::new("question", game), load)
}

/// The nimbers of the heaps 0 to `last` of a heap game: as many as a limit allows, and the limit.
/// `None` when the game is no heap game.
#[pyfunction]
fn heap_sequence<'py>(
    py: Python<'py>,
    game: String,
    last: u64,
    limits: &Limits,
) -> PyResult<Option<(Bound<'py, PyArray1<u64>>, Option<String>)>> {
    let work = Work::new(py, &[], limits);
    let budget = work.budget();
    let found = work.run(py, move |load| {
        let rules = match heap_rules(&game, load) {
            Ok(rules) => rules,
            Err(error) if game.starts_with("heaps:") => return Err(error.into()),
            Err(_) => return Ok(None),
        };
        let study = Study::run(rules, last, true, None, &budget, &mut |_| {});
        let closed = study.closed(0);
        let value = |n| study.value(0, n).or_else(|| closed.as_ref().map(|form| form.value(n)));
        let values: Vec<u64> = (0..=last).map_while(value).collect();
        Ok(Some((values, study.limit)))
    })?;
    Ok(found.map(|(values, limit)| (PyArray1::from_vec(py, values), limit.map(|limit| limit.to_string()))))
}

/// The heap code whose options the rules have on the numbers 0 to `last`, if there is one.
#[pyfunction]
fn heap_code(py: Python<'_>, rules: &Rules, last: u64) -> PyResult<Option<String>> {
    rules.examine(py, |script| {
        let Some(code) = grundy_starlark::heap_code(script)? else { return Ok(None) };
        let heaps = heap_rules(&format!("heaps:{code}"), &mut grundy::no_files)?;
        for n in 0..=last {
            if !grundy_starlark::same_options(script, &heaps.system, n)? {
                return Ok(None);
            }
        }
        Ok(Some(code))
    })
}

/// The report on the period of a heap game, one JSON object for each kind of heap.
#[pyfunction]
fn period(py: Python<'_>, game: String, last: u64, limits: &Limits) -> PyResult<Vec<String>> {
    let work = Work::new(py, &[], limits);
    let budget = work.budget();
    work.run(py, move |load| {
        let rules = heap_rules(&game, load)?;
        let study = Study::run(rules, last, true, None, &budget, &mut |_| {});
        Ok((0..study.reports.len()).map(|kind| period_json(&study, kind)).collect())
    })
}

/// What a game's boards of sizes 0 to `last` are worth.
#[pyfunction]
fn sequence<'py>(
    py: Python<'py>,
    game: String,
    rules: Vec<PyRef<'py, Rules>>,
    last: u64,
    method: &str,
    limits: &Limits,
) -> PyResult<Arrays<'py>> {
    let method = method.parse().map_err(PyValueError::new_err)?;
    let work = Work::new(py, &rules, limits);
    let budget = work.budget();
    let verdicts = work.run(py, move |load| {
        let text = Text::new("question", &game);
        let term = grundy::open_sized(&text, load, 1)?;
        let ask = grundy::Ask { budget, method, ..grundy::Ask::default() };
        let sizes: Vec<Vec<u64>> = (0..=last).map(|n| vec![n]).collect();
        let values = term.values(&sizes, &ask)?;
        Ok(values.ok_or_else(|| {
            text.error_here("a game whose boards have one size", format!("`{}`", term.name()))
        })?)
    })?;
    let limit = verdicts.iter().find_map(|verdict| verdict.limit);
    let cell = |verdict: grundy::Verdict| TableCell {
        outcome: verdict.outcome,
        nimber: verdict.nimber,
        value: verdict.value,
        remoteness: verdict.remoteness,
    };
    Ok(arrays(py, &verdicts.into_iter().map(cell).collect::<Vec<_>>(), limit))
}

/// What a game's boards of two sizes are worth, row by row; the ranges hold both their ends.
#[pyfunction]
fn table<'py>(
    py: Python<'py>,
    game: String,
    rules: Vec<PyRef<'py, Rules>>,
    rows: (u64, u64),
    columns: (u64, u64),
    method: &str,
    limits: &Limits,
) -> PyResult<Arrays<'py>> {
    let method = method.parse().map_err(PyValueError::new_err)?;
    let work = Work::new(py, &rules, limits);
    let budget = work.budget();
    let table = work.run(py, move |load| {
        let ask = grundy::Ask { budget, method, ..grundy::Ask::default() };
        grundy::table(&Text::new("question", &game), rows.0..=rows.1, columns.0..=columns.1, load, &ask)
    })?;
    Ok(arrays(py, &table.cells, table.limit))
}

/// The games: name, title, rules, position, moves, examples, source of each.
#[pyfunction]
#[allow(clippy::type_complexity)]
fn games() -> Vec<(String, String, String, String, String, Vec<(String, String)>, String)> {
    grundy::GAMES
        .iter()
        .map(|game| {
            let examples = game.examples.iter().map(|e| (e.question.to_string(), e.shows.to_string()));
            (
                game.name.to_string(),
                game.title.to_string(),
                game.rules.to_string(),
                game.position.to_string(),
                game.moves.to_string(),
                examples.collect(),
                game.source.to_string(),
            )
        })
        .collect()
}

/// A position, or a list of positions, as a question writes it.
#[pyfunction]
fn write_position(position: &Bound<'_, PyAny>) -> PyResult<String> {
    let parts = position::sum(position)?;
    if parts.is_empty() {
        return Ok("[]".to_string());
    }
    Ok(parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}
