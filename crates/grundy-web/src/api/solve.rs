//! The doors that solve a position.

use grundy::Method;

use super::door::{Desk, Door, Json, done, written};
use crate::error::Refusal;
use crate::forms::{self, Ask};
use crate::pool::{Done, Wish};

/// The form of the door that says what every legal move leads to.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct MovesAsk(pub(crate) Ask);

/// The form of the door that answers as `grundy solve --json` does.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct SolveAsk(pub(crate) Ask);

/// What the facade is asked.
fn ask(form: &Ask, desk: &Desk<'_>) -> Result<grundy::Ask, Refusal> {
    let method = form.method.as_deref().unwrap_or("auto").parse();
    let method: Method = method.map_err(|error: String| Refusal::request(error))?;
    let list = form.list.map_or(desk.moves, |n| (n.max(1) as usize).min(desk.moves));
    Ok(grundy::Ask { method, list, ..desk.ask() })
}

impl Door for MovesAsk {
    const NAME: &'static str = "moves";

    fn rules(&self) -> Option<&str> {
        self.0.rules.as_deref()
    }

    fn wish(&self) -> Result<Wish, Refusal> {
        self.0.wish()
    }

    fn in_lines(&self) -> bool {
        self.0.stream
    }

    fn answer(&self, desk: &mut Desk<'_>) -> Result<Done<Json>, Refusal> {
        let question = desk.read(&self.0.question)?;
        let look = grundy::outlook(&question, &ask(&self.0, desk)?)?;
        let limited = look.limit.is_some();
        done(&forms::outlook(&question, look), limited)
    }
}

impl Door for SolveAsk {
    const NAME: &'static str = "solve";

    fn rules(&self) -> Option<&str> {
        self.0.rules.as_deref()
    }

    fn wish(&self) -> Result<Wish, Refusal> {
        self.0.wish()
    }

    fn in_lines(&self) -> bool {
        self.0.stream
    }

    fn answer(&self, desk: &mut Desk<'_>) -> Result<Done<Json>, Refusal> {
        let question = desk.read(&self.0.question)?;
        let answer = grundy::solve(&question, &ask(&self.0, desk)?)?;
        written(grundy::json::answer(&answer), answer.limit.is_some())
    }
}
