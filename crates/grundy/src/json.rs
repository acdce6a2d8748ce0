//! Answers as JSON, version 1; the schema is `docs/answer.schema.json`.
//!
//! Integers beyond 2^53 are written as strings, since many readers keep numbers as floats.

use grundy_rules::Limit;
use serde::Serialize;
use serde::ser::Serializer;
use serde_json::Value;

use crate::answer::{Answer, AnswerMove, Moves};
use crate::error::Error;
use crate::table::{Table, TableCell};

/// The version of the form.
pub const VERSION: u32 = 1;

/// An answer as one JSON object on one line.
///
/// # Panics
/// Never: the form has no map whose keys could fail.
pub fn answer(answer: &Answer) -> String {
    let moves = answer.winning.list.iter().map(|mv| (mv, "win"));
    let moves = moves.chain(answer.drawing.list.iter().map(|mv| (mv, "draw")));
    let form = AnswerForm {
        version: VERSION,
        question: &answer.question,
        outcome: answer.outcome.map(grundy_rules::Outcome::word),
        nimber: answer.nimber.map(|n| Exact(n.0.into())),
        value: answer.value.as_ref().map(ToString::to_string),
        remoteness: answer.remoteness.map(|n| Exact(n.0.into())),
        winning_moves: texts(&answer.winning),
        drawing_moves: texts(&answer.drawing),
        winning_count: answer.winning.count.map(Exact),
        drawing_count: answer.drawing.count.map(Exact),
        winning_sets: answer.winning.spans.iter().map(String::as_str).collect(),
        moves: moves.map(|(mv, outcome)| move_form(mv, outcome)).collect(),
        terms: answer
            .terms
            .iter()
            .map(|term| TermForm {
                text: &term.text,
                nimber: term.nimber.map(|n| Exact(n.0.into())),
                value: term.value.as_ref().map(ToString::to_string),
                parts: term
                    .why
                    .parts
                    .iter()
                    .map(|part| PartForm {
                        label: &part.label,
                        nimber: part.value.map(|n| Exact(n.0.into())),
                    })
                    .collect(),
                notes: term.why.notes.iter().map(String::as_str).collect(),
            })
            .collect(),
        method: &answer.method,
        nodes: Exact(answer.nodes.0.into()),
        table: answer.table.map(|stats| StatsForm {
            entries: stats.entries,
            bytes: stats.bytes,
            looked: Exact(stats.looked.into()),
            hits: Exact(stats.hits.into()),
            dropped: Exact(stats.dropped.into()),
        }),
        excluded: answer.excluded.iter().map(|n| n.0).collect(),
        limit: answer.limit.map(Limit::name),
    };
    serde_json::to_string(&form).expect("the form has no map with keys that are no strings")
}

/// An error as one JSON object on one line: `kind` is `input`, `limit` or `failure`, `message` one
/// line; for text that could not be read its `name`, `line`, `column`, `width`, and what was
/// `expected` and `found` there.
pub fn error(error: &Error) -> String {
    let kind = match error {
        Error::Limit(_) => "limit",
        Error::Io(_) => "failure",
        _ => "input",
    };
    let mut form = serde_json::json!({ "kind": kind, "message": error.to_string() });
    if let Error::Parse(error) = error {
        let (line, column) = error.line_and_column();
        form["name"] = error.name().into();
        form["line"] = line.into();
        form["column"] = column.into();
        form["width"] = error.width().into();
        form["expected"] = error.expected().into();
        form["found"] = error.found().into();
        form["help"] = error.help_text().into();
    }
    serde_json::json!({ "version": VERSION, "error": form }).to_string()
}

/// A failure in words, in the form of [`error`].
pub fn failure(kind: &str, message: &str) -> String {
    serde_json::json!({ "version": VERSION, "error": { "kind": kind, "message": message } }).to_string()
}

/// A table as one JSON object on one line: a list of rows for each thing that is known.
pub fn table(table: &Table) -> String {
    let rows = |cell: &dyn Fn(&TableCell) -> Value| -> Value {
        table.cells.chunks(table.width()).map(|row| row.iter().map(cell).collect::<Value>()).collect()
    };
    let number = |n: Option<u64>| match n {
        Some(n) if n > 1 << 53 => n.to_string().into(),
        n => Value::from(n),
    };
    let mut object = serde_json::json!({
        "version": VERSION,
        "question": table.template,
        "rows": [table.rows.start(), table.rows.end()],
        "columns": [table.columns.start(), table.columns.end()],
        "method": table.method,
        "limit": table.limit.map(Limit::name),
        "outcome": rows(&|cell| cell.outcome.map(grundy_rules::Outcome::word).into()),
        "nimber": rows(&|cell| number(cell.nimber.map(|n| n.0))),
    });
    if table.cells.iter().any(|cell| cell.value.is_some()) {
        object["value"] = rows(&|cell| cell.value.as_ref().map(ToString::to_string).into());
    }
    if table.cells.iter().any(|cell| cell.remoteness.is_some()) {
        object["remoteness"] = rows(&|cell| number(cell.remoteness.map(|n| n.0)));
    }
    object.to_string()
}

fn texts(moves: &Moves) -> Vec<&str> {
    moves.list.iter().map(|mv| mv.text.as_str()).collect()
}

fn move_form<'a>(mv: &'a AnswerMove, outcome: &'static str) -> MoveForm<'a> {
    MoveForm {
        mv: &mv.text,
        term: mv.term + 1,
        outcome,
        leaves: mv.leaves.map(|n| Exact(n.0.into())),
        value: mv.value.as_ref().map(ToString::to_string),
        remoteness: mv.remoteness.map(|n| Exact(n.0.into())),
    }
}

/// A number that is a string beyond 2^53.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact(pub u128);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(n) if n <= 1 << 53 => serializer.serialize_u64(n),
            _ => serializer.collect_str(&self.0),
        }
    }
}

#[derive(Serialize)]
struct AnswerForm<'a> {
    version: u32,
    question: &'a str,
    outcome: Option<&'static str>,
    nimber: Option<Exact>,
    value: Option<String>,
    remoteness: Option<Exact>,
    winning_moves: Vec<&'a str>,
    drawing_moves: Vec<&'a str>,
    winning_count: Option<Exact>,
    drawing_count: Option<Exact>,
    winning_sets: Vec<&'a str>,
    moves: Vec<MoveForm<'a>>,
    terms: Vec<TermForm<'a>>,
    method: &'a str,
    nodes: Exact,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<StatsForm>,
    /// What the nimber is known not to be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    excluded: Vec<u64>,
    limit: Option<&'static str>,
}

/// How the search's table did.
#[derive(Serialize)]
struct StatsForm {
    entries: u64,
    bytes: u64,
    looked: Exact,
    hits: Exact,
    dropped: Exact,
}

#[derive(Serialize)]
struct MoveForm<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    term: usize,
    outcome: &'static str,
    leaves: Option<Exact>,
    value: Option<String>,
    remoteness: Option<Exact>,
}

#[derive(Serialize)]
struct TermForm<'a> {
    text: &'a str,
    nimber: Option<Exact>,
    value: Option<String>,
    parts: Vec<PartForm<'a>>,
    notes: Vec<&'a str>,
}

#[derive(Serialize)]
struct PartForm<'a> {
    label: &'a str,
    nimber: Option<Exact>,
}
