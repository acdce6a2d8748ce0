//! Sums of games played as one game, and the values of loopy games by brute force.
//!
//! The main functions are [`table`], which turns any game into its list of positions, and
//! [`loopy_values`]. In a [`Sum`] a player moves in one term; nothing is added up, the product of
//! the positions is searched as a whole.
//!
//! Ends: the sum is over when no term has a move, and then the player to move loses. A term that
//! stands at an end declared a draw makes the whole sum a draw at once. A term whose stuck player
//! wins has no meaning in a sum, and is refused.
//! Source of the loopy values: Smith 1966; Winning Ways, chapter 12 (only their meaning is used).

use crate::{Explored, Naive, Outcome, Verdict, explore, nimber};

/// A game as the list of its positions: position 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// For each position, its moves: text and the position they lead to.
    pub moves: Vec<Vec<(String, usize)>>,
    /// For each position, what a player gets who has no move there.
    pub stuck: Vec<Outcome>,
}

impl Naive for Table {
    type State = usize;

    fn moves(&self, &at: &usize) -> Vec<(String, usize)> {
        self.moves[at].clone()
    }

    fn stuck(&self, &at: &usize) -> Outcome {
        self.stuck[at]
    }
}

/// Lists a game's positions from `start` on with their moves.
pub fn table<G: Naive>(game: &G, start: &G::State) -> Table {
    let all = explore(game, start);
    let moves = all.states.iter().zip(&all.options).map(|(at, options)| {
        game.moves(at).into_iter().zip(options).map(|((text, _), &next)| (text, next)).collect()
    });
    Table {
        moves: moves.collect(),
        stuck: all.stuck.iter().map(|end| end.unwrap_or(Outcome::Loss)).collect(),
    }
}

/// A single nim heap as a table, to add to other games.
pub fn nim_heap(size: u64) -> Table {
    table(&crate::games::Nim, &vec![size])
}

/// A sum of games as one game. Its positions are one position for each term, its move texts
/// have the term's number and a slash in front: `2/1,3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum(pub Vec<Table>);

impl Sum {
    /// Every term at its start.
    pub fn start(&self) -> Vec<usize> {
        vec![0; self.0.len()]
    }

    fn drawn(&self, at: &[usize]) -> bool {
        let ends = self.0.iter().zip(at).filter(|&(term, &i)| term.moves[i].is_empty());
        let ends: Vec<Outcome> = ends.map(|(term, &i)| term.stuck[i]).collect();
        assert!(!ends.contains(&Outcome::Win), "a sum has no meaning where a stuck player wins");
        ends.contains(&Outcome::Draw)
    }
}

impl Naive for Sum {
    type State = Vec<usize>;

    fn moves(&self, at: &Vec<usize>) -> Vec<(String, Vec<usize>)> {
        let mut moves = Vec::new();
        if self.drawn(at) {
            return moves;
        }
        for (term, game) in self.0.iter().enumerate() {
            for (text, next) in &game.moves[at[term]] {
                let mut after = at.clone();
                after[term] = *next;
                moves.push((format!("{}/{text}", term + 1), after));
            }
        }
        moves
    }

    fn stuck(&self, at: &Vec<usize>) -> Outcome {
        if self.drawn(at) { Outcome::Draw } else { Outcome::Loss }
    }
}

/// The nimber of a sum, by the mex rule on the sum's whole positions.
pub fn sum_nimber(terms: &[Table]) -> Option<u64> {
    let sum = Sum(terms.to_vec());
    nimber(&sum, &sum.start())
}

/// What a position of a loopy game does in sums with nim heaps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LoopyValue {
    /// With this nim heap the sum is lost for the player to move.
    Finite(u64),
    /// No nim heap makes a lost sum; with these (ascending) it is won, with all others drawn.
    Infinite(Vec<u64>),
}

/// The value of every position of `game`, from the outcomes of its sums with the nim heaps of
/// `0..=bound`, each pair of position and heap searched as one game. `None` where some stuck
/// player wins. A bound of the number of positions is enough for every value to show.
pub fn loopy_values(game: &Table, bound: u64) -> Option<Vec<LoopyValue>> {
    let heaps = bound as usize + 1;
    let mut pairs = Explored { states: Vec::new(), options: Vec::new(), stuck: Vec::new() };
    for (at, moves) in game.moves.iter().enumerate() {
        let end = moves.is_empty().then_some(game.stuck[at]);
        if end == Some(Outcome::Win) {
            return None;
        }
        for heap in 0..heaps {
            let mut options: Vec<usize> = moves.iter().map(|&(_, next)| next * heaps + heap).collect();
            options.extend((0..heap).map(|smaller| at * heaps + smaller));
            if end == Some(Outcome::Draw) {
                options.clear();
            }
            pairs.states.push((at, heap));
            pairs.stuck.push(if options.is_empty() { end } else { None });
            pairs.options.push(options);
        }
    }
    let verdicts = pairs.verdicts();
    Some(verdicts.chunks(heaps).map(value_from).collect())
}

/// The value of a position whose sums with the heaps 0, 1, 2, ... have these verdicts.
fn value_from(with_heaps: &[Verdict]) -> LoopyValue {
    let sizes = |wanted| {
        let found = (0..).zip(with_heaps).filter(move |(_, sum)| sum.outcome == wanted);
        found.map(|(size, _)| size).collect::<Vec<u64>>()
    };
    match sizes(Outcome::Loss).first() {
        Some(&size) => LoopyValue::Finite(size),
        None => LoopyValue::Infinite(sizes(Outcome::Win)),
    }
}

/// The value of one position, see [`loopy_values`].
pub fn loopy_value<G: Naive>(game: &G, at: &G::State) -> Option<LoopyValue> {
    let table = table(game, at);
    let bound = table.moves.len() as u64;
    loopy_values(&table, bound).map(|values| values[0].clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Digraph, Nim};
    use crate::{outcome, winning_moves};
    use LoopyValue::{Finite, Infinite};

    #[test]
    fn a_sum_is_searched_as_one_game() {
        let sum = Sum(vec![table(&Nim, &vec![1, 2]), nim_heap(2)]);
        assert_eq!(sum_nimber(&sum.0), Some(1));
        assert_eq!(winning_moves(&sum, &sum.start()), ["1/1:1>0"]);
    }

    #[test]
    fn loopy_values_from_sums_with_heaps() {
        let check = |edges: &[Vec<usize>], expected: &[LoopyValue]| {
            let game = Digraph::new(edges);
            for (start, value) in expected.iter().enumerate() {
                assert_eq!(loopy_value(&game, &start).as_ref(), Some(value), "{edges:?} from {start}");
            }
        };
        // The example that published programs get wrong: node 0 can win with a heap of 0 only.
        check(
            &[vec![2, 3], vec![0], vec![2], vec![]],
            &[Infinite(vec![0]), Finite(0), Infinite(vec![]), Finite(0)],
        );
        // The 2-cycle that passes every local condition with the labels 0 and 1.
        check(&[vec![1], vec![0]], &[Infinite(vec![]), Infinite(vec![])]);
        check(&[vec![1, 2], vec![2], vec![]], &[Finite(2), Finite(1), Finite(0)]);
        // Wind-up: back by 1, 2 or 5 on a circle of 7 places, until the token stands on 0.
        let back =
            |at: usize| if at == 0 { vec![] } else { [1, 2, 5].map(|step| (at + 7 - step) % 7).to_vec() };
        let windup: Vec<Vec<usize>> = (0..7).map(back).collect();
        check(&windup, &[0, 1, 2, 0, 1, 2, 0].map(Finite));
    }

    #[test]
    fn a_drawn_end_draws_every_sum_it_is_in() {
        let end = Digraph::new(&[vec![1], vec![]]).with_end(1, Outcome::Draw);
        assert_eq!(loopy_value(&end, &1), Some(Infinite(vec![])));
        let sum = Sum(vec![table(&end, &1), nim_heap(3)]);
        assert_eq!(outcome(&sum, &sum.start()), Outcome::Draw);
        assert_eq!(loopy_value(&end.with_end(1, Outcome::Win), &0), None);
    }
}
