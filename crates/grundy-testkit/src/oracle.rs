//! Answers about a game by looking at every whole position that play can reach.
//!
//! The main function is [`answer`]. Everything here reads the list that [`explore`] makes: nimbers by the mex rule, outcomes
//! and remoteness by the definition, round by round.
//!
//! Cost: `O(positions * moves)` for nimbers and `O(remoteness * positions * moves)` for outcomes.
//! Source: the definitions only (Winning Ways, chapters 3, 9, 12 and 13).

use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::hash::Hash;

/// More positions than this are a mistake in a test, or a game without end.
const MOST_POSITIONS: usize = 8_000_000;

/// A game as its rules say it: whole positions, and moves with their text.
pub trait Naive {
    /// The whole position, everything that the rules look at.
    type State: Clone + Eq + Hash + Ord + Debug;

    /// Every legal move: its text, and the position it leads to.
    fn moves(&self, at: &Self::State) -> Vec<(String, Self::State)>;

    /// What a player who has no move at `at` gets. Asked only there.
    fn stuck(&self, _at: &Self::State) -> Outcome {
        Outcome::Loss
    }
}

impl<G: Naive + ?Sized> Naive for &G {
    type State = G::State;

    fn moves(&self, at: &Self::State) -> Vec<(String, Self::State)> {
        (**self).moves(at)
    }

    fn stuck(&self, at: &Self::State) -> Outcome {
        (**self).stuck(at)
    }
}

/// What the player to move gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player to move loses.
    Loss,
    /// Neither can force a win.
    Draw,
    /// The player to move wins.
    Win,
}

impl Outcome {
    /// What the other player gets.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// An outcome and how long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Verdict {
    /// What the player to move gets.
    pub outcome: Outcome,
    /// Plies to the end when the winner hurries and the loser delays; a draw has none.
    pub remoteness: Option<u64>,
}

/// All positions that play can reach from a start, which is number 0.
#[derive(Clone, Debug)]
pub struct Explored<S> {
    /// The positions, in the order they were met.
    pub states: Vec<S>,
    /// For each position, where its moves lead, in the order of [`Naive::moves`].
    pub options: Vec<Vec<usize>>,
    /// For each position without a move, what the player to move gets; else `None`.
    pub stuck: Vec<Option<Outcome>>,
}

/// Lists every position that play can reach from `start`.
///
/// # Panics
/// When there are more than eight million: the oracle is for small positions.
pub fn explore<G: Naive>(game: &G, start: &G::State) -> Explored<G::State> {
    let mut number = HashMap::from([(start.clone(), 0)]);
    let mut all = Explored { states: vec![start.clone()], options: vec![], stuck: vec![] };
    while all.options.len() < all.states.len() {
        let at = all.states[all.options.len()].clone();
        let mut options = Vec::new();
        for (_, next) in game.moves(&at) {
            let fresh = all.states.len();
            let index = *number.entry(next).or_insert_with_key(|next| {
                all.states.push(next.clone());
                fresh
            });
            options.push(index);
        }
        assert!(all.states.len() <= MOST_POSITIONS, "too many positions for the naive oracle");
        all.stuck.push(options.is_empty().then(|| game.stuck(&at)));
        all.options.push(options);
    }
    all
}

impl<S> Explored<S> {
    /// The nimber of each position, by the mex rule on whole positions. `None` when play can be
    /// endless, or when some player without a move does not lose.
    pub fn nimbers(&self) -> Option<Vec<u64>> {
        self.mex_values(0)
    }

    /// The misere nimber of each position: a position without moves has 1, any other the mex of
    /// its options. It is 0 where the player to move loses misere play.
    pub fn misere_nimbers(&self) -> Option<Vec<u64>> {
        self.mex_values(1)
    }

    fn mex_values(&self, of_the_end: u64) -> Option<Vec<u64>> {
        if self.stuck.iter().flatten().any(|&end| end != Outcome::Loss) {
            return None;
        }
        let mut values: Vec<Option<u64>> = vec![None; self.options.len()];
        let mut open: Vec<usize> = (0..self.options.len()).rev().collect();
        // Most options were met later than the position itself, so one sweep settles nearly all.
        while !open.is_empty() {
            let before = open.len();
            open.retain(|&at| {
                let options: Option<Vec<u64>> = self.options[at].iter().map(|&o| values[o]).collect();
                values[at] = options.map(|found| if found.is_empty() { of_the_end } else { mex(&found) });
                values[at].is_none()
            });
            if open.len() == before {
                return None;
            }
        }
        values.into_iter().collect()
    }

    /// The outcome of each position with its remoteness. Loops are allowed.
    ///
    /// Round k finds the positions whose remoteness is k: from what the earlier rounds settled,
    /// a position is won when some move leaves the other player a loss, and lost when every move
    /// leaves a win. What no round settles is a draw.
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.rounds(|end| end)
    }

    /// As [`Explored::verdicts`], with the last rule turned: to be stuck wins where it lost.
    pub fn misere_verdicts(&self) -> Vec<Verdict> {
        self.rounds(Outcome::reversed)
    }

    fn rounds(&self, end: impl Fn(Outcome) -> Outcome) -> Vec<Verdict> {
        let draw = Verdict { outcome: Outcome::Draw, remoteness: None };
        let mut verdicts = vec![draw; self.options.len()];
        let mut open = Vec::new();
        for (at, stuck) in self.stuck.iter().enumerate() {
            match stuck.map(&end) {
                Some(Outcome::Draw) => {}
                Some(outcome) => verdicts[at] = Verdict { outcome, remoteness: Some(0) },
                None => open.push(at),
            }
        }
        for round in 1.. {
            let mut settled = Vec::new();
            open.retain(|&at| {
                let mut options = self.options[at].iter().map(|&o| verdicts[o].outcome);
                let outcome = if options.clone().any(|o| o == Outcome::Loss) {
                    Outcome::Win
                } else if options.all(|o| o == Outcome::Win) {
                    Outcome::Loss
                } else {
                    return true;
                };
                settled.push((at, outcome));
                false
            });
            if settled.is_empty() {
                break;
            }
            for (at, outcome) in settled {
                verdicts[at] = Verdict { outcome, remoteness: Some(round) };
            }
        }
        verdicts
    }
}

/// The least number that is not in `values`.
fn mex(values: &[u64]) -> u64 {
    let one_is_left_out = 0..=values.len() as u64;
    one_is_left_out.into_iter().find(|n| !values.contains(n)).expect("more numbers than values")
}

/// All that a solver's answer says of a position in normal play, found in one exploration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Outcome and remoteness. Loops and drawn ends are allowed.
    pub verdict: Verdict,
    /// The nimber; `None` as for [`Explored::nimbers`].
    pub nimber: Option<u64>,
    /// Every move with what it leaves to the other player, in the order of [`Naive::moves`].
    pub moves: Vec<MoveAnswer>,
}

/// What a move leaves to the other player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move's text.
    pub text: String,
    /// Outcome and remoteness of the position it leaves.
    pub leaves: Verdict,
    /// The nimber it leaves; `None` where the whole game has none.
    pub nimber: Option<u64>,
}

impl Answer {
    /// The texts of all moves that leave the other player a loss; sorted, each once.
    pub fn winning_moves(&self) -> Vec<String> {
        self.texts(Outcome::Loss)
    }

    /// The texts of all moves that hold a draw, where nothing wins; sorted, each once.
    pub fn drawing_moves(&self) -> Vec<String> {
        if self.verdict.outcome == Outcome::Draw { self.texts(Outcome::Draw) } else { Vec::new() }
    }

    fn texts(&self, wanted: Outcome) -> Vec<String> {
        let wanted = self.moves.iter().filter(|mv| mv.leaves.outcome == wanted);
        let mut texts: Vec<String> = wanted.map(|mv| mv.text.clone()).collect();
        texts.sort();
        texts.dedup();
        texts
    }
}

/// Solves a position in normal play.
pub fn answer<G: Naive>(game: &G, at: &G::State) -> Answer {
    let all = explore(game, at);
    told(game, &all, &all.verdicts(), all.nimbers().as_deref())
}

/// Solves a position in misere play; the nimbers are misere nimbers.
pub fn misere_answer<G: Naive>(game: &G, at: &G::State) -> Answer {
    let all = explore(game, at);
    told(game, &all, &all.misere_verdicts(), all.misere_nimbers().as_deref())
}

fn told<G: Naive>(
    game: &G,
    all: &Explored<G::State>,
    verdicts: &[Verdict],
    nimbers: Option<&[u64]>,
) -> Answer {
    let nimber = |at: usize| nimbers.map(|values| values[at]);
    let moves = game.moves(&all.states[0]).into_iter().zip(&all.options[0]);
    let moves = moves.map(|((text, _), &to)| MoveAnswer { text, leaves: verdicts[to], nimber: nimber(to) });
    Answer { verdict: verdicts[0], nimber: nimber(0), moves: moves.collect() }
}

/// The nimber of a position; `None` as for [`Explored::nimbers`].
pub fn nimber<G: Naive>(game: &G, at: &G::State) -> Option<u64> {
    explore(game, at).nimbers().map(|values| values[0])
}

/// The misere nimber of a position, see [`Explored::misere_nimbers`].
pub fn misere_nimber<G: Naive>(game: &G, at: &G::State) -> Option<u64> {
    explore(game, at).misere_nimbers().map(|values| values[0])
}

/// The outcome of a position in normal play.
pub fn outcome<G: Naive>(game: &G, at: &G::State) -> Outcome {
    explore(game, at).verdicts()[0].outcome
}

/// The outcome of a position in misere play.
pub fn misere_outcome<G: Naive>(game: &G, at: &G::State) -> Outcome {
    explore(game, at).misere_verdicts()[0].outcome
}

/// The texts of all winning moves, see [`Answer::winning_moves`].
pub fn winning_moves<G: Naive>(game: &G, at: &G::State) -> Vec<String> {
    answer(game, at).winning_moves()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Digraph, Nim};

    #[test]
    fn nim_from_the_rules() {
        assert_eq!(nimber(&Nim, &vec![3, 4, 5]), Some(2));
        assert_eq!(winning_moves(&Nim, &vec![3, 4, 5]), ["1:3>1"]);
        assert_eq!(outcome(&Nim, &vec![1, 2, 3]), Outcome::Loss);
        assert_eq!(misere_outcome(&Nim, &vec![1, 1]), Outcome::Win);
        assert_eq!(misere_answer(&Nim, &vec![1, 1]).winning_moves(), ["1:1>0", "2:1>0"]);
        assert_eq!(misere_nimber(&Nim, &vec![1]), Some(0));
        let two = answer(&Nim, &vec![2, 1]);
        assert_eq!(two.verdict, Verdict { outcome: Outcome::Win, remoteness: Some(3) });
        let moves: Vec<(&str, Option<u64>)> =
            two.moves.iter().map(|mv| (mv.text.as_str(), mv.nimber)).collect();
        assert_eq!(moves, [("1:2>0", Some(1)), ("1:2>1", Some(0)), ("2:1>0", Some(2))]);
    }

    #[test]
    fn loops_draw_and_have_no_nimber() {
        let pair = Digraph::new(&[vec![1], vec![0, 2], vec![3], vec![]]);
        assert_eq!(answer(&pair, &0).verdict, Verdict { outcome: Outcome::Draw, remoteness: None });
        assert_eq!(answer(&pair, &1).drawing_moves(), ["0"]);
        assert_eq!(answer(&pair, &2).verdict, Verdict { outcome: Outcome::Win, remoteness: Some(1) });
        assert_eq!(nimber(&pair, &0), None);
        assert_eq!(nimber(&pair, &2), Some(1));
    }

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        // 0 loses: by 1 in 2 plies, by 2 in 4. 6 wins through 0 in 5 plies and through 3 in 1.
        let game = Digraph::new(&[vec![1, 2], vec![3], vec![4], vec![], vec![5], vec![3], vec![0, 3]]);
        assert_eq!(answer(&game, &0).verdict.remoteness, Some(4));
        assert_eq!(answer(&game, &6).verdict, Verdict { outcome: Outcome::Win, remoteness: Some(1) });
        assert_eq!(winning_moves(&game, &6), ["0", "3"]);
    }
}
