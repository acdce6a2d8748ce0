//! Answers about a game by looking at every whole position that play can reach.
//!
//! The main function is [`explore`]; the rest reads its list: nimbers by the mex rule, outcomes
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

/// The nimber of a position, by the mex rule on whole positions. `None` as for
/// [`Explored::nimbers`].
pub fn nimber<G: Naive>(game: &G, at: &G::State) -> Option<u64> {
    explore(game, at).nimbers().map(|values| values[0])
}

/// The misere nimber of a position, see [`Explored::misere_nimbers`].
pub fn misere_nimber<G: Naive>(game: &G, at: &G::State) -> Option<u64> {
    explore(game, at).misere_nimbers().map(|values| values[0])
}

/// Outcome and remoteness of a position in normal play. Loops and drawn ends are allowed.
pub fn verdict<G: Naive>(game: &G, at: &G::State) -> Verdict {
    explore(game, at).verdicts()[0]
}

/// Outcome and remoteness of a position in misere play.
pub fn misere_verdict<G: Naive>(game: &G, at: &G::State) -> Verdict {
    explore(game, at).misere_verdicts()[0]
}

/// The outcome of a position in normal play. Loops and drawn ends are allowed.
pub fn outcome<G: Naive>(game: &G, at: &G::State) -> Outcome {
    verdict(game, at).outcome
}

/// The outcome of a position in misere play.
pub fn misere_outcome<G: Naive>(game: &G, at: &G::State) -> Outcome {
    misere_verdict(game, at).outcome
}

/// The texts of all moves that leave the other player a loss; sorted, each once.
pub fn winning_moves<G: Naive>(game: &G, at: &G::State) -> Vec<String> {
    texts(moves_with_verdicts(game, at), Outcome::Loss)
}

/// As [`winning_moves`], in misere play.
pub fn misere_winning_moves<G: Naive>(game: &G, at: &G::State) -> Vec<String> {
    let all = explore(game, at);
    texts(beside_moves(game, at, &all.options[0], &all.misere_verdicts()), Outcome::Loss)
}

/// The texts of all moves that hold a draw, where nothing wins; sorted, each once.
pub fn drawing_moves<G: Naive>(game: &G, at: &G::State) -> Vec<String> {
    let moves = moves_with_verdicts(game, at);
    let won = moves.iter().any(|(_, left)| left.outcome == Outcome::Loss);
    if won { Vec::new() } else { texts(moves, Outcome::Draw) }
}

/// Every move with what it leaves to the other player, in the order of [`Naive::moves`].
pub fn moves_with_verdicts<G: Naive>(game: &G, at: &G::State) -> Vec<(String, Verdict)> {
    let all = explore(game, at);
    beside_moves(game, at, &all.options[0], &all.verdicts())
}

/// Every move with the nimber it leaves, in the order of [`Naive::moves`]. `None` as for
/// [`Explored::nimbers`].
pub fn moves_with_nimbers<G: Naive>(game: &G, at: &G::State) -> Option<Vec<(String, u64)>> {
    let all = explore(game, at);
    all.nimbers().map(|values| beside_moves(game, at, &all.options[0], &values))
}

fn beside_moves<G: Naive, V: Copy>(
    game: &G,
    at: &G::State,
    options: &[usize],
    values: &[V],
) -> Vec<(String, V)> {
    game.moves(at).into_iter().zip(options).map(|((text, _), &option)| (text, values[option])).collect()
}

fn texts(moves: Vec<(String, Verdict)>, wanted: Outcome) -> Vec<String> {
    let mut texts: Vec<String> =
        moves.into_iter().filter(|(_, left)| left.outcome == wanted).map(|(text, _)| text).collect();
    texts.sort();
    texts.dedup();
    texts
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
        assert_eq!(misere_winning_moves(&Nim, &vec![1, 1]), ["1:1>0", "2:1>0"]);
        assert_eq!(misere_nimber(&Nim, &vec![1]), Some(0));
        assert_eq!(verdict(&Nim, &vec![2, 2]), Verdict { outcome: Outcome::Loss, remoteness: Some(4) });
        assert_eq!(moves_with_nimbers(&Nim, &vec![2]), Some(vec![("1:2>0".into(), 0), ("1:2>1".into(), 1)]));
    }

    #[test]
    fn loops_draw_and_have_no_nimber() {
        let pair = Digraph::new(&[vec![1], vec![0, 2], vec![3], vec![]]);
        assert_eq!(verdict(&pair, &0), Verdict { outcome: Outcome::Draw, remoteness: None });
        assert_eq!(drawing_moves(&pair, &1), ["0"]);
        assert_eq!(verdict(&pair, &2), Verdict { outcome: Outcome::Win, remoteness: Some(1) });
        assert_eq!(nimber(&pair, &0), None);
        assert_eq!(nimber(&pair, &2), Some(1));
    }

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        // 0 loses: by 1 in 2 plies, by 2 in 4. 6 wins through 0 in 5 plies and through 3 in 1.
        let game = Digraph::new(&[vec![1, 2], vec![3], vec![4], vec![], vec![5], vec![3], vec![0, 3]]);
        assert_eq!(verdict(&game, &0).remoteness, Some(4));
        assert_eq!(verdict(&game, &6), Verdict { outcome: Outcome::Win, remoteness: Some(1) });
        assert_eq!(winning_moves(&game, &6), ["0", "3"]);
    }
}
