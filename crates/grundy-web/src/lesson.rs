//! A lesson: one file with a position, its game tree and the derivation, playable offline.
//!
//! Main function: [`html`]. The tree is walked breadth first; positions that are equal as text
//! are one node. Bounds on positions and bytes end the walk: moves beyond it are shown and
//! cannot be followed. The file holds its own script and style and asks the network for nothing.

use std::collections::{HashMap, VecDeque};

use grundy::{Ask, Budget, Error, Outcome, Outlook, Question, Text};
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

/// Bytes of the texts of positions that are looked at, for each byte of a lesson.
const READ: usize = 16;

/// Most legal moves of a position whose winning moves are followed wherever they stand.
const FOLLOWED: usize = 20_000;

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
    let start = Question { terms: question.terms.iter().map(|term| term.copy()).collect() };
    let mut waiting = VecDeque::from([start]);
    let (mut nodes, mut bytes, mut read, mut complete) = (Vec::<Node>::new(), 0, 0, true);
    while let Some(at) = waiting.pop_front() {
        if budget.spend(0).is_err() || read > READ * bounds.bytes {
            break;
        }
        let look =
            grundy::outlook(&at, &Ask { budget: budget.clone(), list: bounds.moves, ..Ask::default() })?;
        complete &= look.complete && look.limit.is_none();
        // Of too many moves only the first are followed: a move is read by going through them all.
        let followed = if look.complete || at.legal(FOLLOWED).1 { usize::MAX } else { bounds.moves };
        let mut steps = Vec::new();
        for (i, mv) in look.moves.iter().enumerate() {
            if i >= followed {
                steps.push(Step { mv: forms::mv(mv.clone()), to: None });
                continue;
            }
            let after = at.play(&Text::new("move", &mv.text))?;
            let (text, next) = (after.text(), numbers.len());
            read += text.len();
            let to = match numbers.get(&text) {
                Some(&known) => Some(known),
                None if next < bounds.positions && bytes < bounds.bytes => {
                    waiting.push_back(after);
                    numbers.insert(text, next);
                    Some(next)
                }
                None => None,
            };
            steps.push(Step { mv: forms::mv(mv.clone()), to });
        }
        let node = node(&at, &look, steps, nodes.is_empty());
        bytes += node.svg.iter().map(String::len).sum::<usize>() + 60 * node.moves.len();
        // The text of a position is kept twice while others are looked for.
        bytes += 2 * node.question.len();
        nodes.push(node);
    }
    let count = nodes.len();
    for step in nodes.iter_mut().flat_map(|node| &mut node.moves) {
        step.to = step.to.filter(|&to| to < count);
        complete &= step.to.is_some();
    }
    let data = serde_json::to_string(&nodes).map_err(|error| Error::Io(error.into()))?;
    Ok(Lesson { html: page(&question.text(), &data), positions: count, complete })
}

/// One position of the tree; drawings of the derivation only with the first.
fn node(at: &Question, look: &Outlook, moves: Vec<Step>, first: bool) -> Node {
    let mut svg = Vec::with_capacity(at.terms.len());
    for (i, term) in at.terms.iter().enumerate() {
        let here = look.moves.iter().filter(|mv| mv.term == i);
        let places: Vec<_> = here.filter_map(|mv| mv.place).collect();
        svg.push(grundy_draw::svg::inline(&grundy_draw::draw(&term.picture(), &places, &[])));
    }
    let mut why: Vec<_> = look.terms.iter().map(forms::why).collect();
    if !first {
        why.iter_mut().for_each(forms::WhyForm::without_pictures);
    }
    Node {
        question: at.text(),
        svg,
        outcome: look.outcome.map(Outcome::word),
        nimber: look.nimber.map(|n| forms::Number(n.0.into())),
        remoteness: look.remoteness.map(|n| forms::Number(n.0.into())),
        moves,
        why,
    }
}

/// The page's modules that a lesson is made of, in an order in which each knows the ones before.
const MODULES: [&str; 8] =
    ["dom.js", "texts.js", "appearance.js", "outcome.js", "board.js", "steps.js", "why.js", "lesson.js"];

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

#[cfg(test)]
mod tests {
    use grundy::{Nodes, no_files};

    use super::*;

    fn lesson(question: &str, budget: &Budget, bounds: &Bounds) -> (Lesson, Vec<serde_json::Value>) {
        let question = Question::read(&Text::new("question", question), &mut no_files).unwrap();
        let lesson = html(&question, budget, bounds).unwrap();
        let data = lesson.html.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
        let nodes: Vec<serde_json::Value> = serde_json::from_str(data).unwrap();
        (lesson, nodes)
    }

    #[test]
    fn a_winning_move_far_down_a_huge_board_is_shown_and_not_followed() {
        for question in
            ["wythoff 1000000000 5", "heaps:0.77 1000000000000 5", "reclamation 1000000000000000001 7,2"]
        {
            let few = Bounds { positions: 3, ..Bounds::default() };
            let (lesson, nodes) = lesson(question, &Budget::default(), &few);
            assert!(!lesson.complete && !nodes.is_empty(), "{question}");
        }
    }

    #[test]
    fn the_whole_tree_of_a_small_game() {
        let (lesson, nodes) = lesson("nim 1 2", &Budget::default(), &Bounds::default());
        assert!(lesson.complete);
        // Heaps of 0 or 1, and of 0 to 2.
        assert_eq!(nodes.len(), 6);
        assert_eq!(lesson.positions, 6);
        assert!(!lesson.html.contains("{{"), "every hole is filled");
    }

    #[test]
    fn each_module_knows_only_the_ones_before() {
        for (i, name) in MODULES.iter().enumerate() {
            let module = assets::file(name).expect("the page has the module");
            let module = String::from_utf8_lossy(&module);
            for line in module.lines().filter(|line| line.starts_with("import ")) {
                // An import over several lines would not be left out of the joined script.
                let wanted = line.split("from './").nth(1).and_then(|rest| rest.strip_suffix("';"));
                let wanted =
                    wanted.unwrap_or_else(|| panic!("{name}: expected an import in one line, found {line}"));
                assert!(MODULES[..i].contains(&wanted), "{name} imports {wanted}, which is not before it");
            }
        }
    }

    #[test]
    fn bounds_cut_the_tree_and_no_move_leads_outside() {
        let few = Bounds { positions: 5, ..Bounds::default() };
        let small = Budget::default().with_nodes(Nodes(3));
        for (budget, bounds) in [(&Budget::default(), &few), (&small, &Bounds::default())] {
            let (lesson, nodes) = lesson("river:free .*./***/.*.", budget, bounds);
            assert!(!lesson.complete || nodes.len() > 5);
            for to in nodes.iter().flat_map(|node| node["moves"].as_array().unwrap()).map(|mv| &mv["to"]) {
                assert!(to.is_null() || (to.as_u64().unwrap() as usize) < nodes.len());
            }
        }
    }
}
