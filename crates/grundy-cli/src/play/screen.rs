//! What a game shows: boards, moves, and how it ended.

use anstyle::{AnsiColor, Style};
use grundy::{MarkKind, Outcome, Outlook, Place, PlayMove, Question};

use super::winner;
use crate::show::answer::plies;
use crate::show::picture::{self, Marks};
use crate::show::{self, colour, paragraphs, styled, wrapped};

/// What is known of the moves, where hints are on.
pub(super) type Hint<'h> = &'h Outlook;

/// The commands.
pub(super) const HELP: &str = "\
A move as text plays it. Commands:
  ?  hints on or off    m  list the moves    w  why, with all winning moves
  u  undo               r  redo              g  let the computer move for you
  q  quit               h  this help
";

/// The first lines.
pub(super) fn opening(question: &Question, friend: bool, second: bool, live: bool) -> String {
    let titles: Vec<&str> = question.terms.iter().map(|term| term.declaration().title).collect();
    let who = match (friend, second) {
        (true, _) => "two players",
        (false, false) => "you begin",
        (false, true) => "the computer begins",
    };
    let mut text = format!("{}: {who}\n", styled(&titles.join(" + "), Style::new().bold()));
    let mut told: Vec<&str> = Vec::new();
    for term in &question.terms {
        let game = term.declaration();
        if !told.contains(&game.name) {
            told.push(game.name);
            text += &format!("{}\n", paragraphs(game.rules, show::width(), 0));
        }
    }
    let keys = if live { "Arrow keys and Enter choose a move, or type it" } else { "Type a move" };
    let keys = format!("{keys}; ? shows hints, h helps, q quits.");
    text + &format!("{}\n", wrapped(&keys, show::width(), 0))
}

/// The boards of a position, and with hints what the moves lead to.
pub(super) fn position(question: &Question, hint: Option<Hint<'_>>) -> String {
    boards(question, hint, None)
}

/// The boards; `chosen` stands out: a term and a place.
pub(super) fn boards(question: &Question, hint: Option<Hint<'_>>, chosen: Option<(usize, Place)>) -> String {
    let mut text = String::from("\n");
    for (i, term) in question.terms.iter().enumerate() {
        if question.terms.len() > 1 {
            text += &format!("Term {}: {}\n", i + 1, term.declaration().title);
        }
        let mut marks = hint.map_or_else(Marks::new, |look| marks(&look.moves, i));
        if let Some((_, place)) = chosen.filter(|&(term, _)| term == i) {
            marks.insert(place, MarkKind::Draw);
        }
        text += &picture::text(&term.picture(), &marks, show::width(), 2);
    }
    text += &format!("{}\n", styled(&question.text(), Style::new().dimmed()));
    if let Some(look) = hint {
        text += &verdict(look);
    }
    text
}

/// The winning or drawing moves of one term.
fn marks(moves: &[PlayMove], term: usize) -> Marks {
    let good = |mv: &&PlayMove| mv.term == term && matches!(mv.outcome, Some(Outcome::Win | Outcome::Draw));
    let mut marks = Marks::new();
    for mv in moves.iter().filter(good) {
        let Some(place) = mv.place else { continue };
        let kind = if mv.outcome == Some(Outcome::Win) { MarkKind::Win } else { MarkKind::Draw };
        if marks.get(&place) != Some(&MarkKind::Win) {
            marks.insert(place, kind);
        }
    }
    marks
}

fn verdict(look: &Outlook) -> String {
    let mut text = match look.outcome {
        Some(Outcome::Win) => styled("the player to move wins", colour(AnsiColor::Green).bold()),
        Some(Outcome::Loss) => styled("the player to move loses", colour(AnsiColor::Red).bold()),
        Some(Outcome::Draw) => styled("a draw", colour(AnsiColor::Yellow).bold()),
        None => styled("unknown", colour(AnsiColor::Yellow).bold()),
    };
    if let Some(nimber) = look.nimber {
        text += &format!("; nimber {nimber}");
    }
    if let Some(remoteness) = look.remoteness {
        text += &format!("; {} to the end", plies(remoteness));
    }
    if let Some(limit) = look.limit {
        text += &format!("; limit reached: {limit}");
    }
    let best = |outcome| look.moves.iter().filter(move |mv| mv.outcome == Some(outcome));
    for (outcome, word) in [(Outcome::Win, "winning"), (Outcome::Draw, "drawing")] {
        let moves: Vec<&str> = best(outcome).map(|mv| mv.text.as_str()).collect();
        if !moves.is_empty() {
            let more = if moves.len() > 20 { "; ..." } else { "" };
            let shown = moves[..moves.len().min(20)].join("; ");
            text += &wrapped(&format!("; {word}: {shown}{more}"), show::width(), 2);
            break;
        }
    }
    text + "\n"
}

/// All moves, with hints what each leads to.
pub(super) fn moves(question: &Question, hint: Option<Hint<'_>>, most: usize) -> String {
    let (legal, complete) = match hint {
        Some(look) => (look.moves.clone(), look.complete),
        None => question.legal(most),
    };
    let one = |mv: &PlayMove| match mv.outcome {
        None => mv.text.clone(),
        Some(Outcome::Win) => styled(&format!("{}+", mv.text), colour(AnsiColor::Green).bold()),
        Some(Outcome::Draw) => styled(&format!("{}=", mv.text), colour(AnsiColor::Yellow)),
        Some(Outcome::Loss) => styled(&format!("{}-", mv.text), colour(AnsiColor::Red)),
    };
    let mut shown: Vec<String> = legal.iter().map(one).collect();
    if !complete {
        shown.push("...".to_string());
    }
    wrapped(&shown.join("; "), show::width(), 0) + "\n"
}

/// Who won.
pub(super) fn ending(outcome: Option<Outcome>, ply: usize, friend: bool, second: bool) -> String {
    let who = match (winner(outcome, ply), friend) {
        (None, _) if outcome.is_none() => "nobody knows who won".to_string(),
        (None, _) => "a draw".to_string(),
        (Some(seat), true) => format!("the {} player wins", if seat == 0 { "first" } else { "second" }),
        (Some(seat), false) if (seat == 1) == second => "you win".to_string(),
        (Some(_), false) => "the computer wins".to_string(),
    };
    format!("No move is left: {}\n", styled(&who, Style::new().bold()))
}
