//! The derivation of an answer for people: the parts and their nimbers, the theorems, and what a
//! winning move does.

use anstyle::Style;
use grundy::{Answer, LoopyValue, Nimber, Outcome, Picture, Place, TermAnswer};

use super::answer::{is_stuck_win, plies};
use super::picture::{self, Marks};
use super::{styled, wrapped};

/// Parts of a sum shown one by one.
const PARTS: usize = 40;

/// Parts a winning move can be made in that are told one by one.
const TOLD: usize = 8;

/// The title and all that stands under it.
pub(crate) fn text(answer: &Answer, width: usize) -> String {
    let mut text = format!("\n{}\n", styled("Why", Style::new().bold()));
    for (i, term) in answer.terms.iter().enumerate() {
        text += &parts(answer, i, term, width);
    }
    if answer.terms.len() > 1 {
        let sum = match &answer.value {
            Some(value @ LoopyValue::Infinite(_)) => value.to_string(),
            _ => xor(answer.terms.iter().map(|term| term.nimber)),
        };
        text += &format!("  sum of the terms: {sum}\n");
    }
    if let Some(goal) = goal(answer) {
        text += &format!("  {}\n", wrapped(&goal, width, 2));
    }
    for term in &answer.terms {
        for (title, picture) in &term.why.pictures {
            text += &format!("  {}\n", wrapped(title, width, 2));
            text += &picture::text(picture, &Marks::new(), width, 4);
        }
    }
    text
}

/// The parts of a term and the sentences about them.
fn parts(answer: &Answer, i: usize, term: &TermAnswer, width: usize) -> String {
    let mut text = String::new();
    let prefix = if answer.terms.len() > 1 { format!("term {}: ", i + 1) } else { String::new() };
    let parts = &term.why.parts;
    for part in parts.iter().take(PARTS) {
        let value = part.value.map_or(String::new(), |nimber| format!(": nimber {nimber}"));
        text += &format!("  {prefix}{}{value}\n", wrapped(&part.label, width, 4));
    }
    if parts.len() > PARTS {
        text += &format!("  {prefix}... and {} more parts\n", parts.len() - PARTS);
    }
    if parts.len() > 1 && term.nimber.is_some() {
        text += &format!("  {prefix}together: {}\n", xor(parts.iter().map(|part| part.value)));
    }
    for note in &term.why.notes {
        text += &format!("  {}\n", wrapped(note, width, 2));
    }
    text
}

/// What a winning move does, or why there is none.
fn goal(answer: &Answer) -> Option<String> {
    let told = match (answer.outcome?, answer.nimber) {
        (Outcome::Loss, Some(_)) if answer.value.is_none() => {
            "any move leaves a nimber other than 0, and the other player can bring that back to 0".to_string()
        }
        (Outcome::Win, Some(total)) => {
            let parts = changes(answer, total);
            if parts.is_empty() {
                "a move wins when it leaves the nimber 0".to_string()
            } else {
                format!("a move wins when it brings the whole to 0: {}", parts.join("; or "))
            }
        }
        (Outcome::Win, None) if is_stuck_win(answer) => return None,
        (Outcome::Win, None) => {
            "a move wins when it leaves a position that is lost for the other player".into()
        }
        (Outcome::Loss, _) => "any move leaves a position that is won for the other player".into(),
        (Outcome::Draw, _) if answer.drawing.count == Some(0) => return None,
        (Outcome::Draw, _) => {
            "no move leaves a position that is lost for the other player, and a drawing move \
                               leaves one that is not won"
                .into()
        }
    };
    let hurry = match (answer.outcome?, answer.remoteness) {
        (Outcome::Win, Some(remoteness)) if remoteness.0 > 1 => {
            format!("; who hurries wins in {}", plies(remoteness))
        }
        (Outcome::Loss, Some(remoteness)) if remoteness.0 > 0 => {
            format!("; who delays loses in {}", plies(remoteness))
        }
        _ => String::new(),
    };
    Some(told + &hurry)
}

/// The parts in which a move can bring the exclusive or to 0, each with its nimber before and
/// after; none where the answer is one part or does not tell them all.
///
/// A part whose nimber has to fall always has such a move. One whose nimber has to rise is told
/// where a winning move is known to be made in it.
fn changes(answer: &Answer, total: Nimber) -> Vec<String> {
    let mut told = Vec::new();
    let mut sum = Nimber::ZERO;
    let count: usize = answer.terms.iter().map(|term| term.why.parts.len()).sum();
    if count < 2 {
        return told;
    }
    for (i, term) in answer.terms.iter().enumerate() {
        for (p, part) in term.why.parts.iter().enumerate() {
            let Some(from) = part.value else { return Vec::new() };
            sum ^= from;
            let to = from ^ total;
            if to < from || rises(answer, i, term, p) {
                let prefix = if answer.terms.len() > 1 { format!("term {}: ", i + 1) } else { String::new() };
                told.push(format!("{prefix}{} from {from} to {to}", part.label));
            }
        }
    }
    if sum != total {
        return Vec::new();
    }
    if told.len() > TOLD {
        let more = told.len() - TOLD;
        told.truncate(TOLD);
        told.push(format!("in one of {more} more parts"));
    }
    told
}

/// Whether a winning move is known to be made in this part.
fn rises(answer: &Answer, i: usize, term: &TermAnswer, part: usize) -> bool {
    let heaps = matches!(&term.picture, Picture::Heaps(heaps) if heaps.len() == term.why.parts.len());
    let mut moves = answer.winning.list.iter().filter(|mv| mv.term == i);
    moves.any(|mv| term.why.parts.len() == 1 || heaps && mv.place == Some(Place::Heap(part)))
}

/// `3 xor 5 = 6`, short where there are many.
fn xor(values: impl Iterator<Item = Option<Nimber>>) -> String {
    let values: Vec<Option<Nimber>> = values.collect();
    let Some(total) = values.iter().copied().sum::<Option<Nimber>>() else {
        return "unknown".to_string();
    };
    if values.len() > PARTS {
        return format!("the exclusive or of {} nimbers is {total}", values.len());
    }
    let each: Vec<String> = values.iter().flatten().map(ToString::to_string).collect();
    format!("{} = {total}", each.join(" xor "))
}
