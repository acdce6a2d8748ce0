//! The API: one handler a door, all of them text in and forms out.

mod body;
mod solve;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use grundy::{GAMES, Question, Strength, Text, no_files};
use utoipa::OpenApi;

use self::body::Body;
use crate::error::{ErrorForm, Refusal};
use crate::forms::{
    self, Edit, EditForm, EditsForm, GamesForm, Play, PlayForm, PositionForm, Read, Reply, Stop, Stopped,
};
use crate::pool::{Done, Wish};
use crate::{Shared, assets, guard, lesson};

/// All doors.
pub(crate) fn router(shared: &Arc<Shared>) -> axum::Router {
    axum::Router::new()
        .route("/api/v1/games", get(games))
        .route("/api/v1/openapi.json", get(description))
        .route("/api/v1/parse", post(parse))
        .route("/api/v1/play", post(play))
        .route("/api/v1/reply", post(reply))
        .route("/api/v1/edit", post(edit))
        .route("/api/v1/moves", post(solve::moves))
        .route("/api/v1/solve", post(solve::solve))
        .route("/api/v1/table", post(solve::table))
        .route("/api/v1/sequence", post(solve::sequence))
        .route("/api/v1/stop", post(stop))
        .route("/api/v1/lesson", post(lesson_file))
        .method_not_allowed_fallback(async || {
            let status = axum::http::StatusCode::METHOD_NOT_ALLOWED;
            Refusal::new(status, "request", "this door takes another method")
        })
        .fallback(get(assets::serve))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(shared), guard::guard))
        .with_state(Arc::clone(shared))
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "grundy",
        description = "Impartial games and games that can be drawn: who wins, the nimber, every winning move, and why.",
    ),
    paths(
        games,
        parse,
        play,
        reply,
        edit,
        stop,
        lesson_file,
        solve::moves,
        solve::solve,
        solve::table,
        solve::sequence
    ),
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

/// The text of a question as a client sent it.
pub(crate) fn read(question: &str) -> Result<Question, Refusal> {
    Ok(Question::read(&Text::new("question", question), &mut no_files)?)
}

/// Runs what cannot take long on a seat of its own, so that the listener stays quick.
async fn at_once<T: Send + 'static>(
    shared: &Shared,
    job: impl Fn() -> Result<T, Refusal> + Send + Sync + 'static,
) -> Result<Json<T>, Refusal> {
    let wish = Wish::default();
    shared.pool.run(&wish, None, move |_| job().map(Done::Whole)).await.map(Json)
}

/// The games.
#[utoipa::path(get, path = "/api/v1/games", responses((status = 200, body = GamesForm)))]
async fn games() -> Json<GamesForm> {
    let games = GAMES.iter().map(|game| forms::game(game)).collect();
    Json(GamesForm { version: grundy::json::VERSION, games })
}

/// Reads a question: its canonical form, its boards and its legal moves.
#[utoipa::path(post, path = "/api/v1/parse", request_body = Read, responses(
    (status = 200, body = PositionForm), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn parse(
    State(shared): State<Arc<Shared>>,
    Body(ask): Body<Read>,
) -> Result<Json<PositionForm>, Refusal> {
    let most = shared.limits.moves;
    at_once(&shared, move || Ok(forms::position(&read(&ask.question)?, most))).await
}

/// Plays moves from a question.
#[utoipa::path(post, path = "/api/v1/play", request_body = Play, responses(
    (status = 200, body = PlayForm), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn play(State(shared): State<Arc<Shared>>, Body(ask): Body<Play>) -> Result<Json<PlayForm>, Refusal> {
    let most = shared.limits.moves;
    if ask.moves.len() > most {
        return Err(Refusal::request(format!("at most {most} moves")));
    }
    at_once(&shared, move || {
        let mut question = read(&ask.question)?;
        let mut positions = vec![question.text()];
        for mv in &ask.moves {
            question = question.play(&Text::new("move", mv))?;
            positions.push(question.text());
        }
        Ok(PlayForm { positions, mv: None, position: forms::position(&question, most) })
    })
    .await
}

/// Lets the computer move.
#[utoipa::path(post, path = "/api/v1/reply", request_body = Reply, responses(
    (status = 200, body = PlayForm), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn reply(State(shared): State<Arc<Shared>>, Body(ask): Body<Reply>) -> Result<Json<PlayForm>, Refusal> {
    if ask.strength > 100 {
        return Err(Refusal::request("expected a strength from 0 to 100"));
    }
    let most = shared.limits.moves;
    // A reply that would take long is played with what is known by then.
    let wish = Wish { time: Some(std::time::Duration::from_secs(5)), ..Wish::default() };
    let form = shared.pool.run(&wish, None, move |budget| {
        let question = read(&ask.question)?;
        let look = grundy::outlook(
            &question,
            &grundy::Ask { budget: budget.clone(), list: most, ..Default::default() },
        )?;
        let Some(mv) = look.reply(Strength { percent: ask.strength, seed: ask.seed }) else {
            return Err(Refusal::request("the game is over: there is no move"));
        };
        let after = question.play(&Text::new("move", &mv.text))?;
        let positions = vec![question.text(), after.text()];
        let form = PlayForm { positions, mv: Some(mv.text.clone()), position: forms::position(&after, most) };
        Ok(if look.limit.is_some() { Done::Partial(form) } else { Done::Whole(form) })
    });
    form.await.map(Json)
}

/// Ways to change a board by hand at a place, or as a whole.
#[utoipa::path(post, path = "/api/v1/edit", request_body = Edit, responses(
    (status = 200, body = EditsForm), (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn edit(State(shared): State<Arc<Shared>>, Body(ask): Body<Edit>) -> Result<Json<EditsForm>, Refusal> {
    at_once(&shared, move || {
        let question = read(&ask.question)?;
        let place = match &ask.place {
            Some(text) => Some(grundy_draw::read_place(text).ok_or_else(|| {
                Refusal::request("expected a place such as cell:0,1, heap:0, vertex:0 or edge:0")
            })?),
            None => None,
        };
        let at = usize::try_from(ask.term).unwrap_or(usize::MAX);
        let Some(term) = question.terms.get(at) else {
            return Err(Refusal::request(format!(
                "there are {} terms, numbered from 0",
                question.terms.len()
            )));
        };
        let whole = |text: String| {
            let texts = question.terms.iter().enumerate();
            texts
                .map(|(i, term)| if i == at { text.clone() } else { term.text() })
                .collect::<Vec<_>>()
                .join(" + ")
        };
        let edits = term
            .edits(place)
            .into_iter()
            .map(|(label, text)| EditForm { label, question: whole(text) })
            .filter(|edit| read(&edit.question).is_ok())
            .collect();
        Ok(EditsForm { edits })
    })
    .await
}

/// Tells a job to end with what it knows.
#[utoipa::path(post, path = "/api/v1/stop", request_body = Stop, responses(
    (status = 200, body = Stopped), (status = "4XX", body = ErrorForm)))]
async fn stop(State(shared): State<Arc<Shared>>, Body(ask): Body<Stop>) -> Json<Stopped> {
    Json(Stopped { stopped: shared.pool.stop(&ask.job) })
}

/// A page for a class without the program: the game tree, playable offline.
#[utoipa::path(post, path = "/api/v1/lesson", request_body = Read, responses(
    (status = 200, body = String, content_type = "text/html"),
    (status = "4XX", body = ErrorForm), (status = 503, body = ErrorForm)))]
async fn lesson_file(State(shared): State<Arc<Shared>>, Body(ask): Body<Read>) -> Result<Response, Refusal> {
    let wish = Wish { time: Some(std::time::Duration::from_secs(10)), ..Wish::default() };
    let html = shared.pool.run(&wish, None, move |budget| {
        let lesson = lesson::html(&read(&ask.question)?, budget, &lesson::Bounds::default())?;
        Ok(if lesson.complete { Done::Whole(lesson.html) } else { Done::Partial(lesson.html) })
    });
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"lesson.html\""),
    ];
    Ok((headers, html.await?).into_response())
}
