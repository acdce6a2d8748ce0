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

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::run::{Limits, Rules, Work};

/// Functions and classes of the module.
#[pymodule]
mod _grundy {
    #[pymodule_export]
    use super::{games, solve, values, write_position};
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
    let method = method.parse().map_err(pyo3::exceptions::PyValueError::new_err)?;
    let work = Work::new(py, &rules, limits);
    let budget = work.budget();
    work.run(py, move |load| {
        let text = grundy::Text::new("question", &question);
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

/// What a game's boards of these sizes are worth: nimbers, outcomes (1 win, 0 draw, -1 loss) and
/// remoteness, each an array with -2 or 2^64 - 1 where there is none, and the limit that was hit.
#[pyfunction]
fn values<'py>(
    py: Python<'py>,
    game: String,
    rules: Vec<PyRef<'py, Rules>>,
    sizes: Vec<Vec<u64>>,
    method: &str,
    limits: &Limits,
) -> PyResult<Bound<'py, PyTuple>> {
    let method = method.parse().map_err(pyo3::exceptions::PyValueError::new_err)?;
    let work = Work::new(py, &rules, limits);
    let budget = work.budget();
    let verdicts = work.run(py, move |load| {
        let text = grundy::Text::new("question", &game);
        let term = grundy::open_sized(&text, load, sizes.first().map_or(1, Vec::len))?;
        let ask = grundy::Ask { budget, method, ..grundy::Ask::default() };
        let values = term.values(&sizes, &ask)?;
        Ok(values.ok_or_else(|| {
            text.error_here("a game whose boards have such sizes", format!("`{}`", term.name()))
        })?)
    })?;
    let none = u64::MAX;
    let nimbers = verdicts.iter().map(|verdict| verdict.nimber.map_or(none, |n| n.0)).collect::<Vec<u64>>();
    let remoteness = verdicts.iter().map(|v| v.remoteness.map_or(none, |n| n.0)).collect::<Vec<u64>>();
    let outcome = |outcome| match outcome {
        Some(grundy::Outcome::Win) => 1,
        Some(grundy::Outcome::Draw) => 0,
        Some(grundy::Outcome::Loss) => -1,
        None => -2i8,
    };
    let outcomes = verdicts.iter().map(|verdict| outcome(verdict.outcome)).collect::<Vec<i8>>();
    let known = verdicts.iter().take_while(|verdict| verdict.outcome.is_some()).count();
    let limit = verdicts.iter().find_map(|verdict| verdict.limit).map(|limit| limit.to_string());
    (
        PyArray1::from_vec(py, nimbers),
        PyArray1::from_vec(py, outcomes),
        PyArray1::from_vec(py, remoteness),
        known,
        limit,
    )
        .into_pyobject(py)
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
