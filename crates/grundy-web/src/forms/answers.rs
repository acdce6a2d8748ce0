//! What they get.

use grundy::{Declaration, LoopyValue, Outcome, Outlook, PlayMove, Question, TermAnswer, Why};
use serde::Serialize;
use utoipa::ToSchema;

use super::Number;

/// The values of boards of every size, one list a kind of heap.
#[derive(Serialize, ToSchema)]
pub(crate) struct SequenceForm {
    pub(crate) version: u32,
    /// The rules as a question names them.
    pub(crate) question: String,
    /// The rules in words.
    pub(crate) words: Vec<String>,
    pub(crate) kinds: Vec<KindForm>,
    /// The limit that was hit, if one was.
    pub(crate) limit: Option<&'static str>,
}

/// The values of one kind of heap.
#[derive(Serialize, ToSchema)]
pub(crate) struct KindForm {
    /// The size of the first value.
    pub(crate) first: u64,
    /// Nimbers of the boards of that size and on; they end early where a limit was hit.
    pub(crate) values: Vec<Number>,
    /// The report of `grundy period --json`: `status` is `proved`, `observed` or another word;
    /// `preperiod`, `period`, `saltus`, `exceptions`.
    #[schema(value_type = Object)]
    pub(crate) report: Box<serde_json::value::RawValue>,
}

/// The periods of a heap game, one report a kind of heap.
#[derive(Serialize, ToSchema)]
pub(crate) struct PeriodForm {
    pub(crate) version: u32,
    /// The rules as a question names them.
    pub(crate) question: String,
    /// The rules in words.
    pub(crate) words: Vec<String>,
    /// Reports as `grundy period --json` writes them.
    #[schema(value_type = Vec<Object>)]
    pub(crate) reports: Vec<Box<serde_json::value::RawValue>>,
    /// The limit that was hit, if one was.
    pub(crate) limit: Option<&'static str>,
}

/// What a table looks like.
#[derive(Serialize, ToSchema)]
pub(crate) struct PatternForm {
    pub(crate) version: u32,
    /// The question with `R` and `C` in it.
    pub(crate) question: String,
    /// First and last row.
    pub(crate) rows: [Number; 2],
    /// First and last column.
    pub(crate) columns: [Number; 2],
    /// What holds for every cell of it: observed, not proved. Empty where a limit was hit.
    pub(crate) findings: Vec<FindingForm>,
    /// The limit that was hit, if one was.
    pub(crate) limit: Option<&'static str>,
}

/// What holds for every cell of a table.
#[derive(Serialize, ToSchema)]
pub(crate) struct FindingForm {
    /// `constant`, `formula`, `periodic`, `symmetric`, `differences`, `zeros` or `rows`.
    kind: &'static str,
    /// In words, with `r` and `c` for the row and the column.
    words: String,
}

impl From<grundy::pattern::Finding> for FindingForm {
    fn from(finding: grundy::pattern::Finding) -> Self {
        Self { kind: finding.kind, words: finding.words }
    }
}

/// Whether there was such a job.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Stopped {
    pub(crate) stopped: bool,
}

/// The games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GamesForm {
    pub(crate) version: u32,
    pub(crate) games: Vec<GameForm>,
}

/// What the program says of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameForm {
    name: &'static str,
    title: &'static str,
    rules: &'static str,
    variants: Vec<VariantForm>,
    position: &'static str,
    moves: &'static str,
    examples: Vec<ExampleForm>,
    source: &'static str,
}

/// What may stand behind the game's name and a colon.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct VariantForm {
    rules: &'static str,
    meaning: &'static str,
}

/// A question and what it shows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExampleForm {
    question: &'static str,
    shows: &'static str,
}

pub(crate) fn game(game: &Declaration) -> GameForm {
    let variant = |&(rules, meaning): &(&'static str, &'static str)| VariantForm { rules, meaning };
    let example = |e: &grundy::Example| ExampleForm { question: e.question, shows: e.shows };
    GameForm {
        name: game.name,
        title: game.title,
        rules: game.rules,
        variants: game.variants.iter().map(variant).collect(),
        position: game.position,
        moves: game.moves,
        examples: game.examples.iter().map(example).collect(),
        source: game.source,
    }
}

/// A position to be shown and played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PositionForm {
    pub(crate) version: u32,
    /// The question in canonical form.
    pub(crate) question: String,
    pub(crate) terms: Vec<TermForm>,
    /// Legal moves in the order of the board.
    pub(crate) moves: Vec<MoveForm>,
    /// Whether those are all.
    pub(crate) complete: bool,
}

/// One term of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TermForm {
    /// The term in canonical form.
    text: String,
    /// The game's name with its rules.
    name: String,
    title: &'static str,
    /// The board as SVG without colours.
    svg: String,
    /// What the drawing leaves out.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// Whether the board can be changed by hand, as a whole or on its places.
    edits: bool,
}

/// A move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MoveForm {
    /// Its text; in a sum with the term's number and a `/` in front.
    #[serde(rename = "move")]
    mv: String,
    /// Its term, from 0.
    term: usize,
    /// Where it goes in the term's drawing.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// What it leads to for the player who makes it: `win`, `draw` or `loss`.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    /// The nimber of the whole question after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<Number>,
    /// The loopy value of the whole question after it, where that is no nimber.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// Plies to the end after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<Number>,
}

pub(crate) fn mv(mv: PlayMove) -> MoveForm {
    MoveForm {
        mv: mv.text,
        term: mv.term,
        place: mv.place.map(grundy_draw::place_text),
        outcome: mv.outcome.map(Outcome::word),
        leaves: mv.leaves.map(|n| Number(n.0.into())),
        value: infinite(mv.value.as_ref()),
        remoteness: mv.remoteness.map(|n| Number(n.0.into())),
    }
}

/// A loopy value that is no nimber.
fn infinite(value: Option<&LoopyValue>) -> Option<String> {
    value.filter(|value| matches!(value, LoopyValue::Infinite(_))).map(ToString::to_string)
}

pub(crate) fn position(question: &Question, most: usize) -> PositionForm {
    let (moves, complete) = question.legal(most);
    let term = |(i, term): (usize, &dyn grundy::Term)| {
        let places: Vec<_> = moves.iter().filter(|mv| mv.term == i).filter_map(|mv| mv.place).collect();
        let picture = term.picture();
        let drawing = grundy_draw::draw(&picture, &places, &[]);
        let edits = !term.edits(None).is_empty()
            || drawing.spots.iter().take(8).any(|spot| !term.edits(Some(spot.place)).is_empty());
        TermForm {
            text: term.text(),
            name: term.name(),
            title: term.declaration().title,
            svg: grundy_draw::svg::inline(&drawing),
            note: drawing.note,
            edits,
        }
    };
    PositionForm {
        version: grundy::json::VERSION,
        question: question.text(),
        terms: question.terms.iter().map(AsRef::as_ref).enumerate().map(term).collect(),
        moves: moves.into_iter().map(mv).collect(),
        complete,
    }
}

/// A position after moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlayForm {
    /// The questions after each move, the first one before them.
    pub(crate) positions: Vec<String>,
    /// The computer's move, where it was asked for one.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(crate) mv: Option<String>,
    pub(crate) position: PositionForm,
}

/// Ways to change a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct EditsForm {
    pub(crate) edits: Vec<EditForm>,
}

/// A change and the question it makes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct EditForm {
    pub(crate) label: String,
    pub(crate) question: String,
}

/// What every legal move leads to, and why.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OutlookForm {
    version: u32,
    question: String,
    /// `win`, `draw` or `loss` for the player to move; null when a limit was hit first.
    outcome: Option<&'static str>,
    nimber: Option<Number>,
    /// The loopy value, where that is no nimber.
    value: Option<String>,
    remoteness: Option<Number>,
    moves: Vec<MoveForm>,
    /// Whether every legal move is listed.
    complete: bool,
    terms: Vec<WhyForm>,
    method: String,
    nodes: Number,
    /// `nodes`, `memory` or `stopped` where that limit was hit.
    limit: Option<&'static str>,
}

/// The derivation of one term.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct WhyForm {
    title: &'static str,
    nimber: Option<Number>,
    parts: Vec<PartForm>,
    notes: Vec<String>,
    pictures: Vec<PictureForm>,
}

impl WhyForm {
    /// Leaves the drawings out.
    pub(crate) fn without_pictures(&mut self) {
        self.pictures.clear();
    }
}

/// A part of a sum.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PartForm {
    label: String,
    nimber: Option<Number>,
}

/// A drawing of a derivation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PictureForm {
    title: String,
    svg: String,
}

/// Parts of a derivation that are listed.
const PARTS: usize = 200;

pub(crate) fn outlook(question: &Question, look: Outlook) -> OutlookForm {
    OutlookForm {
        version: grundy::json::VERSION,
        question: question.text(),
        outcome: look.outcome.map(Outcome::word),
        nimber: look.nimber.map(|n| Number(n.0.into())),
        value: infinite(look.value.as_ref()),
        remoteness: look.remoteness.map(|n| Number(n.0.into())),
        moves: look.moves.into_iter().map(mv).collect(),
        complete: look.complete,
        terms: look.terms.iter().map(why).collect(),
        method: look.method,
        nodes: Number(look.nodes.0.into()),
        limit: look.limit.map(grundy::Limit::name),
    }
}

pub(crate) fn why(term: &TermAnswer) -> WhyForm {
    let Why { parts, notes, pictures } = &term.why;
    WhyForm {
        title: term.title,
        nimber: term.nimber.map(|n| Number(n.0.into())),
        parts: parts
            .iter()
            .take(PARTS)
            .map(|part| PartForm {
                label: part.label.clone(),
                nimber: part.value.map(|n| Number(n.0.into())),
            })
            .collect(),
        notes: notes.clone(),
        pictures: pictures
            .iter()
            .map(|(title, picture)| PictureForm {
                title: title.clone(),
                svg: grundy_draw::svg::inline(&grundy_draw::draw(picture, &[], &[])),
            })
            .collect(),
    }
}
