//! The API: one handler a door, all of them text in and forms out.

mod body;
pub(crate) mod door;
pub(crate) mod play;
pub(crate) mod solve;
pub(crate) mod values;

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use grundy::GAMES;
use utoipa::OpenApi;

use self::body::Body;
use self::door::{enter, find};
use self::play::LessonAsk;
use self::solve::{MovesAsk, SolveAsk};
use self::values::{PatternAsk, PeriodAsk};
use crate::error::{ErrorForm, Refusal};
use crate::forms::{
    self, Ask, Edit, EditsForm, GamesForm, OutlookForm, PatternForm, PeriodForm, Play, PlayForm,
    PositionForm, Read, Reply, SequenceAsk, SequenceForm, Stop, Stopped, TableAsk,
};
use crate::{Shared, assets, guard};

type Served = State<Arc<Shared>>;

/// All doors.
pub(crate) fn router(shared: &Arc<Shared>) -> axum::Router {
    axum::Router::new()
        .route("/api/v1/games", get(games))
        .route("/api/v1/openapi.json", get(description))
        .route("/api/v1/parse", post(parse))
        .route("/api/v1/play", post(play))
        .route("/api/v1/reply", post(reply))
        .route("/api/v1/edit", post(edit))
        .route("/api/v1/moves", post(moves))
        .route("/api/v1/solve", post(solve))
        .route("/api/v1/sequence", post(sequence))
        .route("/api/v1/period", post(period))
        .route("/api/v1/table", post(table))
        .route("/api/v1/pattern", post(pattern))
        .route("/api/v1/stop", post(stop))
        .route("/api/v1/lesson", post(lesson))
        .method_not_allowed_fallback(async || {
            let status = axum::http::StatusCode::METHOD_NOT_ALLOWED;
            Refusal::new(status, "request", "this door takes another method")
        })
        .fallback(get(assets::serve).fallback(async || {
            Refusal::new(axum::http::StatusCode::NOT_FOUND, "request", "there is no door of this name")
        }))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(shared), guard::guard))
        .with_state(Arc::clone(shared))
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "grundy",
        description = "Impartial games and games that can be drawn: who wins, the nimber, every winning move, and why.",
    ),
    paths(games, parse, play, reply, edit, moves, solve, sequence, period, table, pattern, stop, lesson),
    components(schemas(ErrorForm))
)]
struct Description;

/// The description of the API in JSON.
pub(crate) fn openapi() -> String {
    Description::openapi().to_pretty_json().expect("the description has only maps with keys that are strings")
}

async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], openapi()).into_response()
}

/// The games.
#[utoipa::path(get, path = "/api/v1/games", responses((status = 200, body = GamesForm)))]
async fn games() -> axum::Json<GamesForm> {
    let games = GAMES.iter().map(|game| forms::game(game)).collect();
    axum::Json(GamesForm { version: grundy::json::VERSION, games })
}

/// Reads a question: its canonical form, its boards and its legal moves.
#[utoipa::path(post, path = "/api/v1/parse", request_body = Read, responses(
    (status = 200, body = PositionForm), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn parse(State(shared): Served, Body(ask): Body<Read>) -> Result<Response, Refusal> {
    enter(shared, ask).await
}

/// Plays moves from a question.
#[utoipa::path(post, path = "/api/v1/play", request_body = Play, responses(
    (status = 200, body = PlayForm), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn play(State(shared): Served, Body(ask): Body<Play>) -> Result<Response, Refusal> {
    enter(shared, ask).await
}

/// Lets the computer move.
#[utoipa::path(post, path = "/api/v1/reply", request_body = Reply, responses(
    (status = 200, body = PlayForm), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn reply(State(shared): Served, Body(ask): Body<Reply>) -> Result<Response, Refusal> {
    enter(shared, ask).await
}

/// Ways to change a board by hand at a place, or as a whole.
#[utoipa::path(post, path = "/api/v1/edit", request_body = Edit, responses(
    (status = 200, body = EditsForm), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn edit(State(shared): Served, Body(ask): Body<Edit>) -> Result<Response, Refusal> {
    enter(shared, ask).await
}

/// What every legal move leads to, and why.
#[utoipa::path(post, path = "/api/v1/moves", request_body = Ask, responses(
    (status = 200, content((OutlookForm = "application/json"), (String = "application/x-ndjson"))), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn moves(State(shared): Served, Body(ask): Body<Ask>) -> Result<Response, Refusal> {
    enter(shared, MovesAsk(ask)).await
}

/// The answer of `grundy solve --json`; docs/answer.schema.json describes it.
#[utoipa::path(post, path = "/api/v1/solve", request_body = Ask, responses(
    (status = 200, content((serde_json::Value = "application/json"), (String = "application/x-ndjson"))), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn solve(State(shared): Served, Body(ask): Body<Ask>) -> Result<Response, Refusal> {
    enter(shared, SolveAsk(ask)).await
}

/// The nimbers of a game's boards of every size, and for heaps their period.
#[utoipa::path(post, path = "/api/v1/sequence", request_body = SequenceAsk, responses(
    (status = 200, body = SequenceForm), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn sequence(State(shared): Served, Body(ask): Body<SequenceAsk>) -> Result<Response, Refusal> {
    enter(shared, ask).await
}

/// The periods of a heap game.
#[utoipa::path(post, path = "/api/v1/period", request_body = SequenceAsk, responses(
    (status = 200, body = PeriodForm), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn period(State(shared): Served, Body(ask): Body<SequenceAsk>) -> Result<Response, Refusal> {
    enter(shared, PeriodAsk(ask)).await
}

/// The outcome and the nimber for every row and column, as `grundy table --format json` writes them.
#[utoipa::path(post, path = "/api/v1/table", request_body = TableAsk, responses(
    (status = 200, body = serde_json::Value), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn table(State(shared): Served, Body(ask): Body<TableAsk>) -> Result<Response, Refusal> {
    enter(shared, ask).await
}

/// What a table looks like: formulas, periods, symmetry, losing positions.
#[utoipa::path(post, path = "/api/v1/pattern", request_body = TableAsk, responses(
    (status = 200, body = PatternForm), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn pattern(State(shared): Served, Body(ask): Body<TableAsk>) -> Result<Response, Refusal> {
    enter(shared, PatternAsk(ask)).await
}

/// Tells a job to end with what it knows.
#[utoipa::path(post, path = "/api/v1/stop", request_body = Stop, responses(
    (status = 200, body = Stopped), (status = "4XX", body = ErrorForm)))]
async fn stop(State(shared): Served, Body(ask): Body<Stop>) -> Result<axum::Json<Stopped>, Refusal> {
    let name = forms::named(Some(&ask.job))?;
    Ok(axum::Json(Stopped { stopped: name.is_some_and(|name| shared.pool.stop(&name)) }))
}

/// A page for a class without the program: the game tree, playable offline.
#[utoipa::path(post, path = "/api/v1/lesson", request_body = Read, responses(
    (status = 200, body = String, content_type = "text/html"),
    (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn lesson(State(shared): Served, Body(ask): Body<Read>) -> Result<Response, Refusal> {
    let json = find(&shared, LessonAsk(ask), None).await?;
    let html: String =
        serde_json::from_str(json.get()).map_err(|error| Refusal::failure(error.to_string()))?;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"lesson.html\""),
    ];
    Ok((headers, html).into_response())
}
