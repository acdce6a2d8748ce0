//! A lesson: one file with a position, its game tree and the derivation, playable offline.
//!
//! Main function: [`html`]. The tree is walked breadth first; positions that are equal as text
//! are one node. Bounds on positions and bytes end the walk: moves beyond it are shown and
//! cannot be followed. The file holds its own script and style and asks the network for nothing.

use std::collections::{HashMap, VecDeque};

use grundy::{Ask, Budget, Bytes, Error, Nodes, Outcome, Question, Text};
use serde::Serialize;

use crate::{assets, forms};

/// The bounds of a lesson.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Positions.
    pub positions: usize,
    /// Bytes of the positions' drawings and moves.
    pub bytes: usize,
    /// Moves of a position.
    pub moves: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { positions: 2000, bytes: 6 << 20, moves: 300 }
    }
}

/// A finished lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The file.
    pub html: String,
    /// Positions in it.
    pub positions: usize,
    /// Whether every position that play can reach is in it.
    pub complete: bool,
}

#[derive(Serialize)]
struct Node {
    question: String,
    svg: Vec<String>,
    outcome: Option<&'static str>,
    nimber: Option<forms::Number>,
    remoteness: Option<forms::Number>,
    moves: Vec<Step>,
    why: Vec<forms::WhyForm>,
}

#[derive(Serialize)]
struct Step {
    #[serde(flatten)]
    mv: forms::MoveForm,
    /// Number of the position it leads to.
    to: Option<usize>,
}

/// Writes a lesson.
///
/// # Errors
/// When the rules fault. A spent budget shortens the lesson.
pub fn html(question: &Question, budget: &Budget, bounds: &Bounds) -> Result<Lesson, Error> {
    let mut numbers = HashMap::from([(question.text(), 0usize)]);
    let mut waiting = VecDeque::from([Question { terms: question.terms.iter().map(|t| t.copy()).collect() }]);
    let (mut nodes, mut bytes, mut complete) = (Vec::new(), 0, true);
    while let Some(at) = waiting.pop_front() {
        let left = budget.nodes.0.saturating_sub(budget.spent().0);
        let ask = Ask {
            budget: budget.clone().with_nodes(Nodes(left.max(1))),
            list: bounds.moves,
            ..Ask::default()
        };
        let ask = Ask { budget: ask.budget.with_bytes(Bytes(budget.bytes.0)), ..ask };
        let look = grundy::outlook(&at, &ask)?;
        complete &= look.complete && look.limit.is_none();
        let mut steps = Vec::new();
        for mv in &look.moves {
            let after = at.play(&Text::new("move", &mv.text))?;
            let text = after.text();
            let known = numbers.get(&text).copied();
            let room = numbers.len() < bounds.positions && bytes < bounds.bytes && look.limit.is_none();
            let to = known.or_else(|| {
                room.then(|| {
                    waiting.push_back(after);
                    numbers.insert(text, numbers.len());
                    numbers.len() - 1
                })
            });
            complete &= to.is_some();
            steps.push(Step { mv: forms::mv(mv.clone()), to });
        }
        let draw = |(i, term): (usize, &Box<dyn grundy::Term>)| {
            let places: Vec<_> =
                look.moves.iter().filter(|mv| mv.term == i).filter_map(|mv| mv.place).collect();
            grundy_draw::svg::inline(&grundy_draw::draw(&term.picture(), &places, &[]))
        };
        let first = nodes.is_empty();
        let mut why: Vec<_> = look.terms.iter().map(forms::why).collect();
        if !first {
            why.iter_mut().for_each(forms::WhyForm::without_pictures);
        }
        let node = Node {
            question: at.text(),
            svg: at.terms.iter().enumerate().map(draw).collect(),
            outcome: look.outcome.map(Outcome::word),
            nimber: look.nimber.map(|n| forms::Number(n.0.into())),
            remoteness: look.remoteness.map(|n| forms::Number(n.0.into())),
            moves: steps,
            why,
        };
        bytes += node.svg.iter().map(String::len).sum::<usize>() + 60 * node.moves.len();
        nodes.push(node);
    }
    let data = serde_json::to_string(&nodes).map_err(|error| Error::Io(error.into()))?;
    Ok(Lesson { html: page(&question.text(), &data), positions: nodes.len(), complete })
}

/// The page's modules that a lesson is made of, in an order in which each knows the ones before.
const MODULES: [&str; 5] = ["dom.js", "texts.js", "board.js", "why.js", "lesson.js"];

/// A module as a part of one script: its top-level names are shared with the others.
fn joined(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    lines
        .map(|line| line.strip_prefix("export ").unwrap_or(line))
        .fold(String::new(), |text, line| text + line + "\n")
}

/// The file around the data.
fn page(title: &str, data: &str) -> String {
    let text = |name: &str| {
        assets::file(name).map_or(String::new(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
    };
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    // Inside a script element only a `<` could end it.
    let data = data.replace('<', "\\u003c");
    text("lesson.html")
        .replace("{{title}}", &title)
        .replace("{{style}}", &text("style.css"))
        .replace("{{script}}", &MODULES.map(|name| joined(&text(name))).concat())
        .replace("{{data}}", &data)
}
