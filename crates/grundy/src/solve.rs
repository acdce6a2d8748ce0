//! The pipeline: a question in, an answer out.
//!
//! Main function: [`solve`]. A sum of games has the exclusive or of their nimbers (Sprague,
//! Grundy), and a move in it wins when it makes that 0.

use grundy_rules::{Nimber, Outcome, Text};

use crate::answer::{Answer, AnswerMove, Moves, TermAnswer};
use crate::error::Error;
use crate::question::{Question, no_files};
use crate::term::{Ask, Reaching, Valued};

/// Reads a question without files and answers it within the default budget.
///
/// # Errors
/// When the question cannot be read, or its rules fault.
pub fn ask(question: &str) -> Result<Answer, Error> {
    solve(&Question::read(&Text::new("question", question), &mut no_files)?, &Ask::default())
}

/// Answers a question: outcome, nimber or remoteness, every winning or drawing move, and why.
///
/// # Errors
/// When the rules fault, or the method cannot answer. A spent budget is no error: the answer
/// then names the limit and holds what is known.
pub fn solve(question: &Question, ask: &Ask) -> Result<Answer, Error> {
    let alone = question.terms.len() == 1;
    let ask = &Ask { nimber: ask.nimber || !alone, ..ask.clone() };
    let valued = question.terms.iter().map(|term| term.value(ask)).collect::<Result<Vec<_>, _>>()?;
    let nimber = valued.iter().map(|term| term.verdict().nimber).sum::<Option<Nimber>>();
    let outcome = if alone { valued[0].verdict().outcome } else { nimber.map(Nimber::outcome) };
    let mut answer = Answer {
        question: question.text(),
        outcome,
        nimber,
        remoteness: if alone { valued[0].verdict().remoteness } else { None },
        winning: Moves { count: outcome.map(|_| 0), ..Moves::default() },
        drawing: Moves { count: outcome.map(|_| 0), ..Moves::default() },
        terms: Vec::new(),
        method: methods(&valued),
        nodes: ask.budget.spent(),
        limit: valued.iter().find_map(|term| term.verdict().limit),
    };
    match outcome {
        Some(Outcome::Win) => answer.winning = winning(&valued, nimber, ask.most())?,
        Some(Outcome::Draw) => {
            answer.drawing.add(valued[0].moves_with(Outcome::Draw, ask.most())?, 0, alone, ask.most());
        }
        Some(Outcome::Loss) | None => {}
    }
    for (term, valued) in question.terms.iter().zip(&valued) {
        answer.terms.push(TermAnswer {
            text: term.text(),
            title: term.declaration().title,
            nimber: valued.verdict().nimber,
            picture: term.picture(),
            why: valued.why(),
        });
    }
    Ok(answer)
}

/// The moves that leave the whole sum at 0.
fn winning(valued: &[Box<dyn Valued + '_>], total: Option<Nimber>, most: usize) -> Result<Moves, Error> {
    let mut moves = Moves { count: Some(0), ..Moves::default() };
    for (i, term) in valued.iter().enumerate() {
        let left = most - moves.list.len();
        let reaching = match (total, term.verdict().nimber) {
            // The other terms have the value total xor own; the move must leave just that.
            (Some(total), Some(own)) => term.moves_to(total ^ own, left)?,
            _ => term.moves_with(Outcome::Win, left)?,
        };
        moves.add(reaching, i, valued.len() == 1, most);
    }
    Ok(moves)
}

impl Moves {
    /// Adds the moves of term `i`.
    fn add(&mut self, reaching: Reaching, i: usize, alone: bool, most: usize) {
        let named = |text: String| if alone { text } else { format!("{}/{text}", i + 1) };
        self.count = self.count.zip(reaching.count).map(|(a, b)| a + b);
        self.spans.extend(reaching.spans.into_iter().map(named));
        let room = most - self.list.len();
        self.list.extend(reaching.list.into_iter().take(room).map(|mv| AnswerMove {
            text: named(mv.text),
            term: i,
            place: mv.place,
            leaves: mv.leaves,
            remoteness: mv.remoteness,
        }));
    }
}

/// The names of the methods used, each once.
fn methods(valued: &[Box<dyn Valued + '_>]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for term in valued {
        if !names.contains(&term.verdict().method) {
            names.push(term.verdict().method);
        }
    }
    names.join(", ")
}
