//! Playing a question move by move: what may be played, what each move leads to, the reply.
//!
//! Main function: [`outlook`], every legal move with what it leads to. Front ends keep no rule of
//! any game: they hand texts to [`Question::play`] and get a question back. In a sum a move has
//! the number of its term and a `/` in front, as everywhere.

use std::collections::HashMap;

use grundy_rules::{Limit, Nimber, Nodes, Outcome, ParseError, Place, Remoteness, Text};

use crate::answer::TermAnswer;
use crate::error::Error;
use crate::question::Question;
use crate::solve::{methods, term_answers};
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
    /// What it leads to, for the player who makes it; `None` when that was not found.
    pub outcome: Option<Outcome>,
    /// Plies to the end after it, in a game that can be drawn.
    pub remoteness: Option<Remoteness>,
}

/// What a player who looks ahead sees.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// Who wins; `None` when a limit was hit first.
    pub outcome: Option<Outcome>,
    /// The nimber, where the game has one and it was found.
    pub nimber: Option<Nimber>,
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
        for (term, opened) in self.terms.iter().enumerate() {
            opened.legal(&mut |text, place| {
                if moves.len() == most {
                    complete = false;
                    return false;
                }
                let text = self.named(term, text);
                moves.push(PlayMove { text, term, place, leaves: None, outcome: None, remoteness: None });
                true
            });
        }
        (moves, complete)
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
    let alone = question.terms.len() == 1;
    let ask = &Ask { nimber: ask.nimber || !alone, ..ask.clone() };
    let valued = question.terms.iter().map(|term| term.value(ask)).collect::<Result<Vec<_>, _>>()?;
    let nimber = valued.iter().map(|term| term.verdict().nimber).sum::<Option<Nimber>>();
    let mut look = Outlook {
        outcome: if alone { valued[0].verdict().outcome } else { nimber.map(Nimber::outcome) },
        nimber,
        remoteness: if alone { valued[0].verdict().remoteness } else { None },
        moves: Vec::new(),
        complete: true,
        terms: term_answers(question, &valued),
        method: methods(&valued),
        nodes: Nodes::default(),
        limit: valued.iter().find_map(|term| term.verdict().limit),
    };
    (look.moves, look.complete) = question.legal(ask.most());
    fill(question, &valued, &mut look)?;
    fill_from_theorem(question, &valued, &mut look, ask.most())?;
    look.nodes = ask.budget.spent();
    Ok(look)
}

/// Gives the moves the values that the terms know.
fn fill(question: &Question, valued: &[Box<dyn Valued + '_>], look: &mut Outlook) -> Result<(), Error> {
    for (term, valued) in valued.iter().enumerate() {
        let own = valued.verdict().nimber;
        let rest = look.nimber.zip(own).map(|(total, own)| total ^ own);
        let mut waiting: HashMap<String, usize> = look
            .moves
            .iter()
            .enumerate()
            .filter(|(_, mv)| mv.term == term)
            .map(|(i, mv)| (mv.text.clone(), i))
            .collect();
        if waiting.is_empty() || (rest.is_none() && question.terms.len() > 1) {
            continue;
        }
        valued.each_move(&mut |listed| {
            if let Some(i) = waiting.remove(&question.named(term, listed.text)) {
                let mv = &mut look.moves[i];
                mv.leaves = listed.leaves.zip(rest).map(|(leaves, rest)| leaves ^ rest);
                mv.outcome = match mv.leaves {
                    Some(leaves) => Some(leaves.outcome().reversed()),
                    None => Some(listed.outcome),
                };
                mv.remoteness = listed.remoteness;
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
    if look.complete && look.moves.iter().all(|mv| mv.outcome.is_some()) || look.outcome.is_none() {
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
            look.moves.push(PlayMove { text, term, place, leaves: None, outcome: None, remoteness });
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
