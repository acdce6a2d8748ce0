//! The pipeline: a question in, an answer out.
//!
//! Main function: [`solve`]. A sum of games has the exclusive or of their nimbers (Sprague,
//! Grundy), and a move in it wins when it makes that 0. Terms with loops have loopy values; a
//! sum with one of those follows the rules of Smith and Fraenkel.

use grundy_rules::{LoopyValue, Nimber, Outcome, Text, Why};
use grundy_solvers::retrograde;

use crate::answer::{Answer, AnswerMove, Moves, TermAnswer};
use crate::error::Error;
use crate::question::{Question, no_files};
use crate::term::{Ask, Reaching, Valued, Verdict};

/// Most different values of moves that a derivation lists.
const SHOWN: usize = 12;

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
    let valued = value_all(question, ask)?;
    let alone = valued.len() == 1;
    let sum = added(&valued);
    let (outcome, nimber) = (sum.outcome, sum.nimber);
    let looped = sum.value.is_some();
    let mut answer = Answer {
        question: question.text(),
        outcome,
        nimber,
        excluded: sum.excluded,
        value: sum.value,
        remoteness: sum.remoteness,
        winning: Moves { count: outcome.map(|_| 0), ..Moves::default() },
        drawing: Moves { count: outcome.map(|_| 0), ..Moves::default() },
        terms: Vec::new(),
        method: methods(&valued),
        nodes: ask.budget.spent(),
        table: None,
        limit: sum.limit,
    };
    match outcome {
        // A term that has ended as a draw ended the sum.
        Some(Outcome::Draw) if question.is_drawn() => {}
        Some(wanted @ (Outcome::Win | Outcome::Draw)) if looped && !alone => {
            let moves = looping(&valued, wanted, ask.most())?;
            if wanted == Outcome::Win {
                answer.winning = moves;
            } else {
                answer.drawing = moves;
            }
        }
        Some(Outcome::Win) => answer.winning = winning(&valued, nimber, ask.most())?,
        Some(Outcome::Draw) => {
            answer.drawing.add(valued[0].moves_with(Outcome::Draw, ask.most())?, 0, alone, ask.most());
        }
        Some(Outcome::Loss) | None => {}
    }
    answer.table = valued.iter().filter_map(|term| term.table()).reduce(|a, b| a + b);
    // Last, since a derivation may look at a few positions more.
    answer.terms = term_answers(question, &valued);
    Ok(answer)
}

/// Each term with its value and its derivation.
pub(crate) fn term_answers(question: &Question, valued: &[Box<dyn Valued + '_>]) -> Vec<TermAnswer> {
    let mut answers = Vec::with_capacity(valued.len());
    for (term, valued) in question.terms.iter().zip(valued) {
        answers.push(TermAnswer {
            text: term.text(),
            title: term.declaration().title,
            nimber: valued.verdict().nimber,
            value: valued.verdict().value.clone(),
            picture: term.picture(),
            why: why(&**valued),
        });
    }
    answers
}

/// The derivation of a term, with the least missing number first where its moves are few.
fn why(valued: &(dyn Valued + '_)) -> Why {
    let mut why = valued.why();
    if let Some(nimber) = valued.verdict().nimber
        && let Some(mut left) = valued.leaves()
    {
        left.sort_unstable();
        left.dedup();
        let told: Vec<String> = left.iter().map(ToString::to_string).collect();
        match told.len() {
            0 => why.notes.insert(0, "no move is left, and the nimber of that is 0".to_string()),
            1..=SHOWN => {
                let note = format!("moves lead to {}: the least number missing is {nimber}", told.join(" "));
                why.notes.insert(0, note);
            }
            _ => {}
        }
    }
    why
}

/// What a question is worth, without its moves: much quicker than [`solve`].
///
/// # Errors
/// As [`solve`].
pub fn verdict(question: &Question, ask: &Ask) -> Result<Verdict, Error> {
    Ok(added(&value_all(question, ask)?))
}

pub(crate) fn value_all<'q>(question: &'q Question, ask: &Ask) -> Result<Vec<Box<dyn Valued + 'q>>, Error> {
    let alone = question.terms.len() == 1;
    let ask = Ask { nimber: ask.nimber || !alone, ..ask.clone() };
    question.terms.iter().map(|term| term.value(&ask, alone)).collect()
}

/// What the terms are worth together.
pub(crate) fn added(valued: &[Box<dyn Valued + '_>]) -> Verdict {
    if let [term] = valued {
        return term.verdict().clone();
    }
    let nimber = valued.iter().map(|term| term.verdict().nimber).sum::<Option<Nimber>>();
    let looped = valued.iter().any(|term| term.verdict().value.is_some());
    let value = if looped { total(valued.iter()) } else { None };
    let outcome = value.as_ref().map(retrograde::outcome).or(nimber.map(Nimber::outcome));
    let limit = valued.iter().find_map(|term| term.verdict().limit);
    Verdict { nimber, value, outcome, limit, ..Verdict::default() }
}

/// The loopy value of a sum of terms, if all are known.
pub(crate) fn total<'v, 'b: 'v>(terms: impl Iterator<Item = &'v Box<dyn Valued + 'b>>) -> Option<LoopyValue> {
    let mut total = LoopyValue::Finite(Nimber::ZERO);
    for term in terms {
        let verdict = term.verdict();
        let value = verdict.value.clone().or(verdict.nimber.map(LoopyValue::Finite))?;
        total = retrograde::add(&total, &value);
    }
    Some(total)
}

/// The moves with this outcome in a sum that has a term with loops.
fn looping(valued: &[Box<dyn Valued + '_>], outcome: Outcome, most: usize) -> Result<Moves, Error> {
    let mut moves = Moves { count: Some(0), ..Moves::default() };
    for (i, term) in valued.iter().enumerate() {
        let others = valued[..i].iter().chain(&valued[i + 1..]);
        let Some(rest) = total(others) else {
            moves.count = None;
            continue;
        };
        let room = most - moves.list.len();
        let wanted =
            |value: &LoopyValue| retrograde::outcome(&retrograde::add(&rest, value)).reversed() == outcome;
        let mut reaching = match (&rest, outcome) {
            // Only a term equal to the rest makes the sum a loss for the other player.
            (LoopyValue::Infinite(_), Outcome::Win) => Reaching { count: Some(0), ..Reaching::default() },
            (LoopyValue::Finite(rest), Outcome::Win) => term.moves_to(*rest, room)?,
            _ => term.moves_where(&wanted, room)?,
        };
        reaching.list.iter_mut().for_each(|mv| mv.remoteness = None);
        moves.add(reaching, i, false, most);
    }
    Ok(moves)
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
            value: mv.value,
            remoteness: mv.remoteness,
        }));
    }
}

/// The names of the methods used, each once.
pub(crate) fn methods(valued: &[Box<dyn Valued + '_>]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for term in valued {
        if !names.contains(&term.verdict().method) {
            names.push(term.verdict().method);
        }
    }
    names.join(", ")
}
