//! The doors of a game in play: read a position, play moves, let the computer move, edit.

use std::time::Duration;

use grundy::{Strength, Text};

use super::door::{Desk, Door, Json, done};
use crate::error::Refusal;
use crate::forms::{self, Edit, EditForm, EditsForm, Play, PlayForm, Read, Reply};
use crate::lesson;
use crate::pool::{Done, Wish};

impl Door for Read {
    const NAME: &'static str = "parse";

    fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    fn answer(&self, desk: &mut Desk<'_>) -> Result<Done<Json>, Refusal> {
        done(&forms::position(&desk.read(&self.question)?, desk.moves), false)
    }
}

impl Door for Play {
    const NAME: &'static str = "play";

    fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    fn answer(&self, desk: &mut Desk<'_>) -> Result<Done<Json>, Refusal> {
        if self.moves.len() > desk.moves {
            return Err(Refusal::request(format!("at most {} moves", desk.moves)));
        }
        let mut question = desk.read(&self.question)?;
        let mut positions = vec![question.text()];
        for mv in &self.moves {
            question = question.play(&Text::new("move", mv))?;
            positions.push(question.text());
        }
        let position = forms::position(&question, desk.moves);
        done(&PlayForm { positions, mv: None, position }, false)
    }
}

impl Door for Reply {
    const NAME: &'static str = "reply";

    fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    fn wish(&self) -> Result<Wish, Refusal> {
        if self.strength > 100 {
            return Err(Refusal::request("expected a strength from 0 to 100"));
        }
        // A reply that would take long is played with what is known by then.
        Ok(Wish { time: Some(Duration::from_secs(5)), ..Wish::default() })
    }

    fn answer(&self, desk: &mut Desk<'_>) -> Result<Done<Json>, Refusal> {
        let question = desk.read(&self.question)?;
        let look = grundy::outlook(&question, &desk.ask())?;
        let Some(mv) = look.reply(Strength { percent: self.strength, seed: self.seed }) else {
            return Err(Refusal::request("the game is over: there is no move"));
        };
        let after = question.play(&Text::new("move", &mv.text))?;
        let positions = vec![question.text(), after.text()];
        let position = forms::position(&after, desk.moves);
        done(&PlayForm { positions, mv: Some(mv.text.clone()), position }, look.limit.is_some())
    }
}

impl Door for Edit {
    const NAME: &'static str = "edit";

    fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    fn answer(&self, desk: &mut Desk<'_>) -> Result<Done<Json>, Refusal> {
        let question = desk.read(&self.question)?;
        let place = match &self.place {
            Some(text) => Some(grundy_draw::read_place(text).ok_or_else(|| {
                Refusal::request("expected a place such as cell:0,1, heap:0, vertex:0 or edge:0")
            })?),
            None => None,
        };
        let at = usize::try_from(self.term).unwrap_or(usize::MAX);
        let Some(term) = question.terms.get(at) else {
            let count = question.terms.len();
            return Err(Refusal::request(format!("there are {count} terms, numbered from 0")));
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
            .filter(|edit| desk.read(&edit.question).is_ok())
            .collect();
        done(&EditsForm { edits }, false)
    }
}

/// The form of the door for lessons.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct LessonAsk(pub(crate) Read);

impl Door for LessonAsk {
    const NAME: &'static str = "lesson";

    fn rules(&self) -> Option<&str> {
        self.0.rules.as_deref()
    }

    fn wish(&self) -> Result<Wish, Refusal> {
        Ok(Wish { time: Some(Duration::from_secs(10)), ..Wish::default() })
    }

    fn answer(&self, desk: &mut Desk<'_>) -> Result<Done<Json>, Refusal> {
        let question = desk.read(&self.0.question)?;
        let lesson = lesson::html(&question, desk.budget, &lesson::Bounds::default())?;
        done(&lesson.html, !lesson.complete)
    }
}
