//! Misere play: whoever makes the last move loses.
//!
//! Main function: [`misere`]. Nimbers do not add up under misere play, and reductions that keep
//! them do not keep its outcome, so this is a search of whole positions, for any finite game and
//! any sum. Invariant: on the stack from the root, all positions after a frame's cursor have been
//! found lost or won. Cost: one visit for each whole position that play can reach; the stack is
//! explicit. Source: Winning Ways, chapter 13. Left out on purpose: genus and quotients.

use std::collections::HashMap;

use grundy_rules::{Budget, Fault, Limit, Outcome};

use crate::answer::{Answer, AnswerMove, Moves, TermAnswer};
use crate::error::Error;
use crate::question::Question;
use crate::term::{Ask, Term};

/// What an entry of the memo takes beside its text, near enough for a limit.
const ENTRY: u64 = 64;
/// Bytes of a board beside what its text takes.
const BOARD: u64 = 128;

type Terms = Vec<Box<dyn Term>>;

/// A whole position under way.
struct Frame {
    key: String,
    options: Vec<Terms>,
    /// What the options take in memory.
    bytes: u64,
}

/// Answers a question under misere play: the outcome and every winning move.
///
/// # Errors
/// When a game can be drawn, or the rules fault. A spent budget is no error.
pub fn misere(question: &Question, ask: &Ask) -> Result<Answer, Error> {
    if let Some(term) = question.terms.iter().find(|term| term.may_draw()) {
        let message =
            format!("{} can be drawn or go on for ever: misere play is for finite games", term.name());
        return Err(Error::Method(message));
    }
    let mut search = Search { won: HashMap::new(), bytes: 0 };
    let root: Vec<&dyn Term> = question.terms.iter().map(AsRef::as_ref).collect();
    let mut list = Vec::new();
    let (moves, mut limit) = match options(&root, &ask.budget) {
        Ok(moves) => (moves, None),
        Err(limit) => (Vec::new(), Some(limit)),
    };
    let mut lost = (moves.is_empty() && limit.is_none()).then_some(false);
    for (term, text, place, after) in moves {
        match search.wins(&after, ask)? {
            Ok(true) => {}
            Ok(false) => list.push(AnswerMove {
                text: if root.len() == 1 { text } else { format!("{}/{text}", term + 1) },
                term,
                place,
                leaves: None,
                value: None,
                remoteness: None,
            }),
            Err(spent) => {
                limit = Some(spent);
                break;
            }
        }
        lost = Some(true);
    }
    let outcome = match (limit, list.is_empty(), lost) {
        (_, false, _) | (None, _, Some(false)) => Some(Outcome::Win),
        (None, true, _) => Some(Outcome::Loss),
        (Some(_), true, _) => None,
    };
    let count = limit.is_none().then_some(list.len() as u128);
    list.truncate(ask.most());
    let note = "misere play: whoever makes the last move loses; whole positions were searched";
    let term = |term: &dyn Term| TermAnswer {
        text: term.text(),
        title: term.declaration().title,
        nimber: None,
        value: None,
        picture: term.picture(),
        why: grundy_rules::Why { notes: vec![note.to_string()], ..grundy_rules::Why::default() },
    };
    Ok(Answer {
        question: question.text(),
        outcome,
        nimber: None,
        excluded: Vec::new(),
        value: None,
        remoteness: None,
        winning: Moves { list, count, ..Moves::default() },
        drawing: Moves { count: outcome.map(|_| 0), ..Moves::default() },
        terms: question.terms.iter().map(|one| term(&**one)).collect(),
        method: "misere search".to_string(),
        nodes: ask.budget.spent(),
        table: None,
        limit,
    })
}

/// What a sum takes in memory, about: its boards, and their texts as its key.
fn bytes_of(terms: &[&dyn Term]) -> u64 {
    terms.iter().map(|term| BOARD + 2 * term.text().len() as u64).sum()
}

/// A move of a sum: the term, the move, its place, and the whole sum after it.
type SumMove = (usize, String, Option<grundy_rules::Place>, Terms);

/// Every move of a sum, as far as they fit into memory.
fn options(terms: &[&dyn Term], budget: &Budget) -> Result<Vec<SumMove>, Limit> {
    let most = usize::try_from(budget.bytes.0 / bytes_of(terms).max(1)).unwrap_or(usize::MAX);
    let mut all = Vec::new();
    for (i, term) in terms.iter().enumerate() {
        let Some(options) = term.options(most - all.len()) else { return Err(Limit::Bytes(budget.bytes)) };
        for (text, place, after) in options {
            budget.spend(0)?;
            let mut sum: Terms = terms.iter().map(|term| term.copy()).collect();
            sum[i] = after;
            all.push((i, text, place, sum));
        }
    }
    Ok(all)
}

struct Search {
    /// Whether the player to move wins; `None` for a position under way.
    won: HashMap<String, Option<bool>>,
    bytes: u64,
}

impl Search {
    /// The order of the terms does not matter.
    fn key(terms: &Terms) -> String {
        let mut twins: Vec<String> = terms.iter().map(|term| term.twins()).collect();
        twins.sort_unstable();
        twins.join(" + ")
    }

    /// Opens a position; what is known of it, or a frame.
    fn open(&mut self, terms: &Terms, ask: &Ask) -> Result<Result<bool, Frame>, Stopped> {
        let key = Self::key(terms);
        match self.won.get(&key) {
            Some(Some(won)) => return Ok(Ok(*won)),
            Some(None) => {
                return Err(Stopped::Fault(Fault::new(format!("position {key} can be reached from itself"))));
            }
            None => {}
        }
        ask.budget.spend(1).map_err(Stopped::Limit)?;
        self.bytes += key.len() as u64 + ENTRY;
        ask.budget.reserve(self.bytes).map_err(Stopped::Limit)?;
        let all: Vec<&dyn Term> = terms.iter().map(AsRef::as_ref).collect();
        let options = options(&all, &ask.budget).map_err(Stopped::Limit)?;
        let options: Vec<Terms> = options.into_iter().map(|(_, _, _, after)| after).collect();
        let bytes = options.len() as u64 * bytes_of(&all);
        self.bytes += bytes;
        if options.is_empty() {
            self.won.insert(key, Some(true));
            return Ok(Ok(true));
        }
        self.won.insert(key.clone(), None);
        Ok(Err(Frame { key, options, bytes }))
    }

    /// Whether the player to move wins, or the limit that was hit.
    fn wins(&mut self, terms: &Terms, ask: &Ask) -> Result<Result<bool, Limit>, Error> {
        let mut stack = Vec::new();
        let result = self.run(&mut stack, terms, ask);
        for frame in stack {
            self.won.remove(&frame.key);
            self.bytes -= frame.bytes;
        }
        match result {
            Ok(won) => Ok(Ok(won)),
            Err(Stopped::Limit(limit)) => Ok(Err(limit)),
            Err(Stopped::Fault(fault)) => Err(fault.into()),
        }
    }

    fn run(&mut self, stack: &mut Vec<Frame>, terms: &Terms, ask: &Ask) -> Result<bool, Stopped> {
        let mut last = match self.open(terms, ask)? {
            Ok(won) => return Ok(won),
            Err(frame) => {
                stack.push(frame);
                None
            }
        };
        loop {
            let top = stack.last_mut().expect("the loop ends with the root");
            // An option that is lost for the other player wins at once.
            let done = match last.take() {
                Some(false) => Some(true),
                _ => match top.options.pop() {
                    None => Some(false),
                    Some(after) => {
                        match self.open(&after, ask)? {
                            Ok(won) => last = Some(won),
                            Err(frame) => stack.push(frame),
                        }
                        None
                    }
                },
            };
            if let Some(won) = done {
                let frame = stack.pop().expect("there is a top frame");
                self.bytes -= frame.bytes;
                self.won.insert(frame.key, Some(won));
                if stack.is_empty() {
                    return Ok(won);
                }
                last = Some(won);
            }
        }
    }
}

/// Why a search stopped.
enum Stopped {
    Limit(Limit),
    Fault(Fault),
}
