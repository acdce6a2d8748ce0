//! What stands behind a door: a form in, JSON out.
//!
//! Main function: [`enter`]. A form with rules of its own is answered in a child process, where
//! whatever strangers' rules do can be ended ([`crate::child`]); any other in this one. Both
//! call the same [`Door::answer`].

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use grundy::{Budget, Loader, Question, Text};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, watch};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use crate::error::Refusal;
use crate::forms;
use crate::pool::{Done, Wish};
use crate::{Shared, child};

/// JSON that is written.
pub(crate) type Json = Box<RawValue>;

/// A form that a door takes.
pub(crate) trait Door: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The last part of the door's address.
    const NAME: &'static str;

    /// Rules that the form brings along.
    fn rules(&self) -> Option<&str>;

    /// What it may cost, where that is not what everything may cost.
    ///
    /// # Errors
    /// When the form is out of bounds: nothing is begun.
    fn wish(&self) -> Result<Wish, Refusal> {
        Ok(Wish::default())
    }

    /// Whether the answer is to come in lines with progress between.
    fn in_lines(&self) -> bool {
        false
    }

    /// The answer.
    ///
    /// # Errors
    /// When something in the form cannot be read, or the rules fault.
    fn answer(&self, desk: &mut Desk<'_>) -> Result<Done<Json>, Refusal>;
}

/// What an answer is worked out with.
pub(crate) struct Desk<'d> {
    pub(crate) budget: &'d Budget,
    /// Most moves in a list.
    pub(crate) moves: usize,
    pub(crate) load: &'d mut dyn Loader,
}

impl Desk<'_> {
    /// Reads a question as a client sent it.
    pub(crate) fn read(&mut self, question: &str) -> Result<Question, Refusal> {
        Ok(Question::read(&Text::new("question", question), self.load)?)
    }

    /// The budget and the bounds as the facade takes them.
    pub(crate) fn ask(&self) -> grundy::Ask {
        grundy::Ask { budget: self.budget.clone(), list: self.moves, ..grundy::Ask::default() }
    }
}

/// A form as JSON; `limited` when a limit cut it short.
pub(crate) fn done(form: &impl Serialize, limited: bool) -> Result<Done<Json>, Refusal> {
    let json = serde_json::value::to_raw_value(form).map_err(|error| Refusal::failure(error.to_string()))?;
    Ok(if limited { Done::Partial(json) } else { Done::Whole(json) })
}

/// Text that is JSON already.
pub(crate) fn written(json: String, limited: bool) -> Result<Done<Json>, Refusal> {
    let json = RawValue::from_string(json).map_err(|error| Refusal::failure(error.to_string()))?;
    Ok(if limited { Done::Partial(json) } else { Done::Whole(json) })
}

/// Answers a form within the bounds of the server.
pub(crate) async fn find<D: Door>(
    shared: &Arc<Shared>,
    form: D,
    nodes: Option<watch::Sender<u64>>,
) -> Result<Json, Refusal> {
    let wish = form.wish()?;
    let moves = shared.limits.moves;
    if form.rules().is_some() {
        let Some(program) = shared.program.clone() else {
            return Err(Refusal::request("this server takes no rules of one's own"));
        };
        let job = move |budget: &Budget| child::ask(&program, &form, moves, budget);
        return shared.pool.run_own(&wish, nodes, job).await;
    }
    let job = move |budget: &Budget| {
        form.answer(&mut Desk { budget, moves, load: &mut grundy::no_files as &mut dyn Loader })
    };
    shared.pool.run(&wish, nodes, job).await
}

/// Answers a form over HTTP.
pub(crate) async fn enter<D: Door>(shared: Arc<Shared>, form: D) -> Result<Response, Refusal> {
    if !form.in_lines() {
        return Ok(axum::Json(find(&shared, form, None).await?).into_response());
    }
    form.wish()?;
    // The lines go through a channel: when the client leaves, its end closes and the work is dropped.
    let (lines, receiver) = mpsc::channel::<Bytes>(4);
    let (told, mut nodes) = watch::channel(0);
    tokio::spawn(async move {
        let work = find(&shared, form, Some(told));
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
    Result(Json),
    Error(Box<crate::error::Fault>),
}

impl Line {
    fn bytes(&self) -> Bytes {
        let mut text = serde_json::to_string(self).unwrap_or_default();
        text.push('\n');
        text.into()
    }
}
