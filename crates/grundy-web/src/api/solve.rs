//! The doors that may take long: answers in one piece, or in lines with progress between.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use grundy::heaps::{self, HeapRules, Study};
use grundy::{Budget, Method, Question, Text, no_files};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, watch};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::body::Body;
use super::read;
use crate::Shared;
use crate::error::{ErrorForm, Refusal};
use crate::forms::{self, Ask, KindForm, OutlookForm, SequenceAsk, SequenceForm, TableAsk};
use crate::pool::{Done, Wish};

/// What every legal move leads to, and why.
#[utoipa::path(post, path = "/api/v1/moves", request_body = Ask, responses(
    (status = 200, body = OutlookForm), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
pub(crate) async fn moves(
    State(shared): State<Arc<Shared>>,
    Body(ask): Body<Ask>,
) -> Result<Response, Refusal> {
    answer(shared, ask, |question, ask| {
        let look = grundy::outlook(question, ask)?;
        let limited = look.limit.is_some();
        Ok((serde_json::value::to_raw_value(&forms::outlook(question, look)), limited))
    })
    .await
}

/// The answer of `grundy solve --json`; docs/answer.schema.json describes it.
#[utoipa::path(post, path = "/api/v1/solve", request_body = Ask, responses(
    (status = 200, body = serde_json::Value), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
pub(crate) async fn solve(
    State(shared): State<Arc<Shared>>,
    Body(ask): Body<Ask>,
) -> Result<Response, Refusal> {
    answer(shared, ask, |question, ask| {
        let answer = grundy::solve(question, ask)?;
        Ok((RawValue::from_string(grundy::json::answer(&answer)), answer.limit.is_some()))
    })
    .await
}

/// Most cells of a table.
const CELLS: u64 = 10_000;

/// The outcome and the nimber for every row and column, as `grundy table --json` writes them.
#[utoipa::path(post, path = "/api/v1/table", request_body = TableAsk, responses(
    (status = 200, body = serde_json::Value), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
pub(crate) async fn table(
    State(shared): State<Arc<Shared>>,
    Body(ask): Body<TableAsk>,
) -> Result<Response, Refusal> {
    let count = |[first, last]: [u64; 2]| last.checked_sub(first).and_then(|n| n.checked_add(1)).unwrap_or(0);
    let cells = count(ask.rows).saturating_mul(count(ask.columns));
    if cells == 0 || cells > CELLS {
        return Err(Refusal::request(format!(
            "expected a table of 1 to {CELLS} cells, found one of {cells}"
        )));
    }
    let wish = Wish { name: named(ask.job.as_ref())?, ..Wish::default() };
    let (rows, columns) = (ask.rows[0]..=ask.rows[1], ask.columns[0]..=ask.columns[1]);
    let job = move |budget: &Budget| {
        let text = Text::new("question", &ask.question);
        let ask = grundy::Ask { budget: budget.clone(), ..grundy::Ask::default() };
        let table = grundy::table(&text, rows.clone(), columns.clone(), &mut no_files, &ask)?;
        let json = RawValue::from_string(grundy::json::table(&table));
        let json = json.map_err(|error| Refusal::failure(error.to_string()))?;
        Ok(if table.limit.is_some() { Done::Partial(json) } else { Done::Whole(json) })
    };
    Ok(Json(shared.pool.run(&wish, None, job).await?).into_response())
}

/// Longest sequence.
const HEAPS: u64 = 20_000;

/// The nimbers of a heap game's heaps, and their period.
#[utoipa::path(post, path = "/api/v1/sequence", request_body = SequenceAsk, responses(
    (status = 200, body = SequenceForm), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
pub(crate) async fn sequence(
    State(shared): State<Arc<Shared>>,
    Body(ask): Body<SequenceAsk>,
) -> Result<Response, Refusal> {
    if ask.to > HEAPS {
        return Err(Refusal::request(format!("expected a last heap of at most {HEAPS}, found {}", ask.to)));
    }
    let wish = Wish { name: named(ask.job.as_ref())?, ..Wish::default() };
    let job = move |budget: &Budget| {
        let rules = HeapRules::read(&Text::new("question", &ask.question), &mut no_files)?;
        let study = Study::run(rules, ask.to, false, None, budget, &mut |_| {});
        let mut kinds = Vec::with_capacity(study.reports.len());
        for kind in 0..study.reports.len() {
            let value = |n| study.value(kind, n).map(|value| forms::Number(value.into()));
            let report = RawValue::from_string(heaps::period_json(&study, kind));
            kinds.push(KindForm {
                values: (0..=ask.to).map_while(value).collect(),
                report: report.map_err(|error| Refusal::failure(error.to_string()))?,
            });
        }
        let form = SequenceForm {
            version: grundy::json::VERSION,
            question: study.rules.name.clone(),
            words: study.rules.words.clone(),
            kinds,
            limit: study.limit.map(grundy::Limit::name),
        };
        Ok(if study.limit.is_some() { Done::Partial(form) } else { Done::Whole(form) })
    };
    Ok(Json(shared.pool.run(&wish, None, job).await?).into_response())
}

/// The name of a job, if it is short enough.
fn named(name: Option<&String>) -> Result<Option<String>, Refusal> {
    match name {
        Some(name) if name.len() > 64 => {
            Err(Refusal::request("expected the name of a job of at most 64 bytes"))
        }
        name => Ok(name.cloned()),
    }
}

/// An answer in JSON, and whether a limit cut it short.
type Found = (Result<Box<RawValue>, serde_json::Error>, bool);

async fn answer(
    shared: Arc<Shared>,
    ask: Ask,
    find: impl Fn(&Question, &grundy::Ask) -> Result<Found, grundy::Error> + Send + Sync + 'static,
) -> Result<Response, Refusal> {
    named(ask.job.as_ref())?;
    let method: Method =
        ask.method.as_deref().unwrap_or("auto").parse().map_err(|error: String| Refusal::request(error))?;
    let list = ask.list.map_or(shared.limits.moves, |n| (n.max(1) as usize).min(shared.limits.moves));
    let (wish, question) = (ask.wish(), ask.question.clone());
    let job = move |budget: &Budget| {
        let question = read(&question)?;
        let ask = grundy::Ask { budget: budget.clone(), method, list, ..grundy::Ask::default() };
        let (json, limited) = find(&question, &ask)?;
        let json = json.map_err(|error| Refusal::failure(error.to_string()))?;
        Ok(if limited { Done::Partial(json) } else { Done::Whole(json) })
    };
    if !ask.stream {
        return Ok(Json(shared.pool.run(&wish, None, job).await?).into_response());
    }
    // The lines go through a channel: when the client leaves, its end closes and the work is dropped.
    let (lines, receiver) = mpsc::channel::<Bytes>(4);
    let (told, mut nodes) = watch::channel(0);
    tokio::spawn(async move {
        let work = shared.pool.run(&wish, Some(told), job);
        tokio::pin!(work);
        let done = loop {
            tokio::select! {
                done = &mut work => break done,
                () = lines.closed() => return,
                Ok(()) = nodes.changed() => {
                    let count = *nodes.borrow_and_update();
                    let line = Line::Progress { nodes: forms::Number(count.into()) };
                    if lines.send(line.bytes()).await.is_err() {
                        return;
                    }
                }
            }
        };
        let line = match done {
            Ok(json) => Line::Result(json),
            Err(refusal) => Line::Error(Box::new(refusal.form().error)),
        };
        // The client may have left.
        _ = lines.send(line.bytes()).await;
    });
    let stream = ReceiverStream::new(receiver).map(Ok::<Bytes, std::convert::Infallible>);
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], axum::body::Body::from_stream(stream))
        .into_response())
}

/// A line of an answer that comes in pieces.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Progress { nodes: forms::Number },
    Result(Box<RawValue>),
    Error(Box<crate::error::Fault>),
}

impl Line {
    fn bytes(&self) -> Bytes {
        let mut text = serde_json::to_string(self).unwrap_or_default();
        text.push('\n');
        text.into()
    }
}
