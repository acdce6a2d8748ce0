//! Playing a question move by move: what may be played, what each move leads to, the reply.
//!
//! Main function: [`outlook`], every legal move with what it leads to. Front ends keep no rule of
//! any game: they hand texts to [`Question::play`] and get a question back. In a sum a move has
//! the number of its term and a `/` in front, as everywhere.

use std::collections::HashMap;

use grundy_rules::{Limit, LoopyValue, Nimber, Nodes, Outcome, ParseError, Place, Remoteness, Text};
use grundy_solvers::retrograde;

use crate::answer::TermAnswer;
use crate::draws;
use crate::error::Error;
use crate::question::Question;
use crate::solve::{added, methods, term_answers, total, value_all};
use crate::term::{Ask, Valued};

/// A move in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayMove {
    /// Its text; in a sum with the term's number and a `/` in front.
    pub text: String,
    /// Index of its term, from 0.
    pub term: usize,
    /// Where it goes in the term's picture.
    pub place: Option<Place>,
    /// The nimber of the whole question after it.
    pub leaves: Option<Nimber>,
    /// The loopy value of the whole question after it.
    pub value: Option<LoopyValue>,
    /// What it leads to, for the player who makes it; `None` when that was not found.
    pub outcome: Option<Outcome>,
    /// Plies to the end after it, in a game that can be drawn.
    pub remoteness: Option<Remoteness>,
}

impl PlayMove {
    /// A move that nothing is known of.
    fn new(text: String, term: usize, place: Option<Place>) -> Self {
        Self { text, term, place, leaves: None, value: None, outcome: None, remoteness: None }
    }
}

/// What a player who looks ahead sees.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// Who wins; `None` when a limit was hit first.
    pub outcome: Option<Outcome>,
    /// The nimber, where the game has one and it was found.
    pub nimber: Option<Nimber>,
    /// The loopy value, where a term can be drawn and the value was found.
    pub value: Option<LoopyValue>,
    /// Plies to the end under best play, in a game that can be drawn.
    pub remoteness: Option<Remoteness>,
    /// Legal moves in the order of the board; winning moves beyond the list's bound stand last.
    pub moves: Vec<PlayMove>,
    /// Whether `moves` holds every legal move.
    pub complete: bool,
    /// The terms of the sum with their values and the derivation.
    pub terms: Vec<TermAnswer>,
    /// How it was found.
    pub method: String,
    /// Positions worked through.
    pub nodes: Nodes,
    /// The limit that was hit, if one was.
    pub limit: Option<Limit>,
}

impl Question {
    /// The legal moves, at most `most` of them, and whether those are all.
    pub fn legal(&self, most: usize) -> (Vec<PlayMove>, bool) {
        let mut moves = Vec::new();
        let mut complete = true;
        if self.is_drawn() {
            return (moves, complete);
        }
        for (term, opened) in self.terms.iter().enumerate() {
            opened.legal(&mut |text, place| {
                if moves.len() == most {
                    complete = false;
                    return false;
                }
                let text = self.named(term, text);
                moves.push(PlayMove::new(text, term, place));
                true
            });
        }
        (moves, complete)
    }

    /// Whether a term has ended as a draw, and so the sum.
    pub fn is_drawn(&self) -> bool {
        self.terms.iter().any(|term| term.is_drawn())
    }

    /// Whether the player to move has no move.
    pub fn is_over(&self) -> bool {
        self.legal(1).0.is_empty()
    }

    /// The question after a move.
    ///
    /// # Errors
    /// When the text is no legal move.
    pub fn play(&self, mv: &Text) -> Result<Self, ParseError> {
        if self.is_drawn() {
            return Err(draws::no_more_moves(mv));
        }
        let trimmed = mv.as_str().trim_start();
        let start = mv.as_str().len() - trimmed.len();
        let mut terms: Vec<_> = self.terms.iter().map(|term| term.copy()).collect();
        if let [term] = &mut terms[..] {
            *term = term.play(mv)?;
            return Ok(Self { terms });
        }
        let count = terms.len();
        let wanted = || format!("the number of a term from 1 to {count} and a `/` before the move");
        let Some(slash) = trimmed.find('/') else {
            return Err(mv.error_here(wanted(), format!("`{}`", trimmed.trim_end())));
        };
        let number = &trimmed[..slash];
        match number.parse::<usize>() {
            Ok(n) if (1..=count).contains(&n) => {
                terms[n - 1] = terms[n - 1].play(&mv.slice(start + slash + 1..mv.as_str().len()))?;
                Ok(Self { terms })
            }
            _ => Err(mv.error(start..start + slash, wanted(), format!("`{number}`"))),
        }
    }

    /// A move's text as the question writes it.
    fn named(&self, term: usize, text: String) -> String {
        if self.terms.len() == 1 { text } else { format!("{}/{text}", term + 1) }
    }
}

/// Finds what every legal move leads to; at most [`Ask::list`] moves are listed.
///
/// # Errors
/// When the rules fault, or the method cannot answer. A spent budget is no error: moves whose
/// value was not found have none.
pub fn outlook(question: &Question, ask: &Ask) -> Result<Outlook, Error> {
    let valued = value_all(question, ask)?;
    let sum = added(&valued);
    let (moves, complete) = question.legal(ask.most());
    let mut look = Outlook {
        outcome: sum.outcome,
        nimber: sum.nimber,
        value: sum.value,
        remoteness: sum.remoteness,
        moves,
        complete,
        terms: term_answers(question, &valued),
        method: methods(&valued),
        nodes: Nodes::default(),
        limit: sum.limit,
    };
    fill(question, &valued, &mut look)?;
    fill_from_theorem(question, &valued, &mut look, ask.most())?;
    look.nodes = ask.budget.spent();
    Ok(look)
}

/// Gives the moves the values that the terms know.
fn fill(question: &Question, valued: &[Box<dyn Valued + '_>], look: &mut Outlook) -> Result<(), Error> {
    let alone = valued.len() == 1;
    for (term, here) in valued.iter().enumerate() {
        let rest = total(valued[..term].iter().chain(&valued[term + 1..]));
        let moves = look.moves.iter().enumerate().filter(|(_, mv)| mv.term == term);
        let mut waiting: HashMap<String, usize> = moves.map(|(i, mv)| (mv.text.clone(), i)).collect();
        if waiting.is_empty() || rest.is_none() {
            continue;
        }
        here.each_move(&mut |listed| {
            if let Some(i) = waiting.remove(&question.named(term, listed.text)) {
                let mv = &mut look.moves[i];
                let own = listed.value.or(listed.leaves.map(LoopyValue::Finite));
                mv.value = rest.as_ref().zip(own.as_ref()).map(|(rest, own)| retrograde::add(rest, own));
                mv.leaves = match mv.value {
                    Some(LoopyValue::Finite(nimber)) => Some(nimber),
                    _ => None,
                };
                mv.outcome = match &mv.value {
                    Some(value) if !alone => Some(retrograde::outcome(value).reversed()),
                    _ => alone.then_some(listed.outcome),
                };
                mv.remoteness = listed.remoteness.filter(|_| alone);
            }
            !waiting.is_empty()
        })?;
    }
    Ok(())
}

/// Marks the winning moves that only a theorem knows, where the moves could not all be valued.
fn fill_from_theorem(
    question: &Question,
    valued: &[Box<dyn Valued + '_>],
    look: &mut Outlook,
    most: usize,
) -> Result<(), Error> {
    let valued_all = look.complete && look.moves.iter().all(|mv| mv.outcome.is_some());
    let looped = valued.len() > 1 && look.value.is_some();
    if valued_all || looped || look.outcome.is_none() {
        return Ok(());
    }
    let mut all_known = true;
    let mut winning = Vec::new();
    if look.outcome == Some(Outcome::Win) {
        for (term, valued) in valued.iter().enumerate() {
            let reaching = match (look.nimber, valued.verdict().nimber) {
                (Some(total), Some(own)) => valued.moves_to(total ^ own, most)?,
                _ => valued.moves_with(Outcome::Win, most)?,
            };
            all_known &= reaching.count == Some(reaching.list.len() as u128);
            winning.extend(reaching.list.into_iter().map(|mv| (term, mv)));
        }
    }
    let mut at: HashMap<String, usize> =
        look.moves.iter().enumerate().map(|(i, mv)| (mv.text.clone(), i)).collect();
    for (term, mv) in winning {
        let text = question.named(term, mv.text);
        let (place, remoteness) = (mv.place, mv.remoteness);
        let i = *at.entry(text.clone()).or_insert_with(|| {
            look.moves.push(PlayMove { remoteness, ..PlayMove::new(text, term, place) });
            look.moves.len() - 1
        });
        look.moves[i].outcome = Some(Outcome::Win);
        look.moves[i].leaves = look.nimber.map(|_| Nimber::ZERO);
    }
    let may_draw = question.terms.iter().any(|term| term.may_draw());
    if all_known && !may_draw {
        look.moves
            .iter_mut()
            .filter(|mv| mv.outcome.is_none())
            .for_each(|mv| mv.outcome = Some(Outcome::Loss));
    }
    Ok(())
}

/// How the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Of a hundred moves, how many are the best it knows; the others are any legal move.
    pub percent: u8,
    /// Chooses among equals; the same seed and question give the same move.
    pub seed: u64,
}

impl Outlook {
    /// The computer's move: one that wins soonest, else one that draws, else one that loses
    /// latest. `None` when the game is over.
    pub fn reply(&self, strength: Strength) -> Option<&PlayMove> {
        let mut dice = Dice(strength.seed);
        let wander = dice.below(100) >= usize::from(strength.percent);
        let plies = |mv: &PlayMove| mv.remoteness.map_or(0, |n| i128::from(n.0));
        let rank = |mv: &PlayMove| match mv.outcome {
            Some(Outcome::Win) => (3, -plies(mv)),
            Some(Outcome::Draw) => (2, 0),
            None => (1, 0),
            Some(Outcome::Loss) => (0, plies(mv)),
        };
        let best = self.moves.iter().map(rank).max()?;
        let open: Vec<&PlayMove> = self.moves.iter().filter(|mv| wander || rank(mv) == best).collect();
        Some(open[dice.below(open.len())])
    }
}

/// Numbers that look random (Steele, Lea and Flood's splitmix, 2014).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::no_files;

    fn read(question: &str) -> Question {
        Question::read(&Text::new("question", question), &mut no_files).unwrap()
    }

    fn looked(question: &str) -> Outlook {
        outlook(&read(question), &Ask { list: 100, ..Ask::default() }).unwrap()
    }

    #[test]
    fn moves_in_a_sum_are_judged_by_the_whole() {
        let look = looked("nim 1 2 + kayles 3");
        // 1 xor 2 xor 3 is 0: every move loses.
        assert_eq!(look.outcome, Some(Outcome::Loss));
        assert!(look.moves.iter().all(|mv| mv.outcome == Some(Outcome::Loss)));
        let look = looked("nim 3 + nim 5");
        let winning: Vec<&str> = look
            .moves
            .iter()
            .filter(|mv| mv.outcome == Some(Outcome::Win))
            .map(|mv| mv.text.as_str())
            .collect();
        assert_eq!(winning, ["2/1:5>3"]);
    }

    #[test]
    fn moves_agree_with_the_answer() {
        let questions = [
            "bo:knight 6x7 1,1 + nim 2",
            "bo:knight 5x5 + bo:knight 4x6",
            "bo:knight 9x9 3,3",
            "arena:0-2,0-3,1-0,2-2 0",
            "arena:0-2,0-3,1-0,2-2 0 + nim 1",
            "node-kayles path 5 + chomp 2x3",
            "cram 3x4",
            "wythoff 4 9",
        ];
        for question in questions {
            let Ok(question) = Question::read(&Text::new("question", question), &mut no_files) else {
                continue;
            };
            let look = outlook(&question, &Ask::default()).unwrap();
            let answer = crate::solve(&question, &Ask::default()).unwrap();
            assert_eq!(look.outcome, answer.outcome, "{}", answer.question);
            for (outcome, moves) in [(Outcome::Win, &answer.winning), (Outcome::Draw, &answer.drawing)] {
                let ours = look.moves.iter().filter(|mv| mv.outcome == Some(outcome));
                let ours: Vec<&str> = ours.map(|mv| mv.text.as_str()).collect();
                let theirs: Vec<&str> = moves.list.iter().map(|mv| mv.text.as_str()).collect();
                if look.outcome == Some(outcome) {
                    assert_eq!(ours, theirs, "{}", answer.question);
                }
            }
        }
    }

    #[test]
    fn too_many_moves_keep_the_winning_ones() {
        let look = looked("nim 1000000000000000000 5");
        assert!(!look.complete);
        let winning: Vec<&PlayMove> =
            look.moves.iter().filter(|mv| mv.outcome == Some(Outcome::Win)).collect();
        assert_eq!(winning.len(), 1);
        assert_eq!(winning[0].text, "1:1000000000000000000>5");
    }

    #[test]
    fn the_perfect_reply_never_gives_a_win_away() {
        for question in ["nim 3 4 5", "darkraft LRX/XLR/RRL", "bo:king 6x7 1,1", "river xxx/***/..."] {
            let mut at = read(question);
            let won = outlook(&at, &Ask::default()).unwrap().outcome;
            let mut plies = 0;
            while !at.is_over() {
                let look = outlook(&at, &Ask::default()).unwrap();
                let mv = look.reply(Strength { percent: 100, seed: plies }).unwrap();
                at = at.play(&Text::new("move", &mv.text)).unwrap();
                plies += 1;
            }
            assert_eq!(won == Some(Outcome::Win), plies % 2 == 1, "{question}");
        }
    }

    #[test]
    fn a_move_without_its_term_is_refused_in_a_sum() {
        let check = |mv: &str, expected: &str| {
            let error = read("nim 1 + nim 2").play(&Text::new("move", mv)).err().unwrap();
            assert!(error.to_string().starts_with(expected), "{error}");
        };
        check("1:1>0", "expected the number of a term");
        check("3/1:1>0", "expected the number of a term");
        check("2/1:1>0", "expected a legal move");
    }
}
