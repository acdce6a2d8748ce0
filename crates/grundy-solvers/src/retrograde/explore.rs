//! Any game as a graph: every position that play can reach from a start, numbered.
//!
//! The main functions are [`positions`], which makes the graph, and [`explore`], which solves it
//! too. Positions get numbers in the order of a breadth-first
//! search, so the start is number 0 and the numbers are the same on every machine. A game with
//! options of several parts has no such graph; [`Whole`] makes one position of a sum, for games
//! that split and for sums of games searched as one.
//!
//! Cost: one call of `options` a position; about twice the size of a position and 16 bytes a
//! position, 4 bytes an edge, and what [`outcomes`] takes.

use std::hash::Hash;

use grundy_rules::{Budget, Digraph, End, Fault, Game, Outcome, Progress, Remoteness, Stop, Sums};
use rustc_hash::FxHashMap;

use super::{Outcomes, outcomes};

/// The positions of a game and their graph.
#[derive(Clone, Debug)]
pub struct Positions<P> {
    /// The position of each node; `None` is the empty sum, where the player to move is stuck.
    at: Vec<Option<P>>,
    index: FxHashMap<P, u32>,
    graph: Digraph,
}

/// A game explored from its starts and solved.
#[derive(Clone, Debug)]
pub struct Explored<P> {
    positions: Positions<P>,
    outcomes: Outcomes,
}

/// Explores `game` from `starts` and finds the outcome and the remoteness of every position
/// it meets; `None` as soon as an option has several parts. What the game says it knows is not
/// used.
///
/// # Errors
/// A spent budget; rules that break their contract.
pub fn explore<G: Game>(
    game: &G,
    starts: &[G::Position],
    budget: &Budget,
) -> Result<Option<Explored<G::Position>>, Stop> {
    let Some(positions) = positions(game, starts, budget)? else { return Ok(None) };
    let outcomes = outcomes(&positions.graph, budget)?;
    Ok(Some(Explored { positions, outcomes }))
}

/// Every position that play can reach from `starts`, as a graph; `None` as soon as an option
/// has several parts.
///
/// # Errors
/// A spent budget; rules that break their contract.
pub fn positions<G: Game>(
    game: &G,
    starts: &[G::Position],
    budget: &Budget,
) -> Result<Option<Positions<G::Position>>, Stop> {
    let mut index = FxHashMap::default();
    let mut positions = Vec::new();
    let mut empty = None;
    for start in starts {
        number(&mut index, &mut positions, start)?;
    }
    let (mut rows, mut targets, mut marks) = (vec![0], Vec::new(), Vec::new());
    let mut sums = Sums::new();
    let (mut node, mut counted, mut beside) = (0, 0, 0);
    while node < positions.len() {
        if node % 1024 == 0 {
            budget.spend(if node == 0 { 0 } else { 1024 })?;
            // The graph and the index each hold the position.
            beside += 2 * positions[counted..].iter().flatten().map(|at| game.bytes_beside(at)).sum::<u64>();
            counted = positions.len();
            if node % (1 << 20) == 0 && node > 0 {
                let note = format!("positions explored, {counted} met");
                budget.report(&Progress { done: node as u64, total: None, note });
            }
            budget.reserve(beside + bytes::<G::Position>(counted, targets.len()))?;
        }
        sums.clear();
        if let Some(at) = positions[node].clone() {
            game.options(&at, &mut sums)?;
            for sum in sums.iter() {
                targets.push(match sum {
                    [] => *empty.get_or_insert_with(|| {
                        positions.push(None);
                        positions.len() as u32 - 1
                    }),
                    [part] => number(&mut index, &mut positions, part)?,
                    _ => return Ok(None),
                });
            }
            if sums.is_empty() && game.end(&at) != End::Loss {
                marks.push((node as u32, game.end(&at)));
            }
        }
        let edges = u32::try_from(targets.len());
        rows.push(edges.map_err(|_| Fault::new("the game has 2^32 moves or more, more than fit"))?);
        node += 1;
    }
    let mut graph = Digraph::from_rows(rows, targets)?;
    for (node, end) in marks {
        graph.mark(node, end)?;
    }
    Ok(Some(Positions { at: positions, index, graph }))
}

/// The number of a position, a new one if need be.
fn number<P: Clone + Eq + Hash>(
    index: &mut FxHashMap<P, u32>,
    positions: &mut Vec<Option<P>>,
    position: &P,
) -> Result<u32, Fault> {
    if let Some(&node) = index.get(position) {
        return Ok(node);
    }
    let node = u32::try_from(positions.len()).ok().filter(|&node| node < u32::MAX);
    let node = node.ok_or_else(|| Fault::new("the game has 2^32 positions or more, more than fit"))?;
    positions.push(Some(position.clone()));
    index.insert(position.clone(), node);
    Ok(node)
}

/// Bytes that so many positions and edges take.
fn bytes<P>(positions: usize, edges: usize) -> u64 {
    (positions * (2 * size_of::<P>() + 16) + 4 * edges) as u64
}

impl<P: Eq + Hash> Positions<P> {
    /// The node of a position, if play can reach it.
    pub fn node(&self, position: &P) -> Option<u32> {
        self.index.get(position).copied()
    }

    /// The position of a node; `None` is the empty sum.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn position(&self, node: u32) -> Option<&P> {
        self.at[node as usize].as_ref()
    }

    /// The positions as a graph.
    pub fn graph(&self) -> &Digraph {
        &self.graph
    }

    /// The graph alone.
    pub fn into_graph(self) -> Digraph {
        self.graph
    }
}

impl<P: Eq + Hash> Explored<P> {
    /// The node of a position, if play can reach it.
    pub fn node(&self, position: &P) -> Option<u32> {
        self.positions.node(position)
    }

    /// Who wins at a position, if play can reach it.
    pub fn outcome(&self, position: &P) -> Option<Outcome> {
        self.node(position).map(|node| self.outcomes.outcome(node))
    }

    /// Plies to the end from a position, if play can reach it and it is no draw.
    pub fn remoteness(&self, position: &P) -> Option<Remoteness> {
        self.node(position).and_then(|node| self.outcomes.remoteness(node))
    }

    /// The positions as a graph.
    pub fn graph(&self) -> &Digraph {
        &self.positions.graph
    }

    /// Outcome and remoteness of every node.
    pub fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }
}

/// A game whose positions are whole sums of another game's: what splits stays together.
///
/// Its position is a sorted list of parts. A part where being stuck is a draw draws the whole
/// sum (it is a loop that passes for ever), so such a sum is an end.
#[derive(Clone, Debug)]
pub struct Whole<'g, G>(pub &'g G);

impl<G: Game> Whole<'_, G> {
    /// The sum of `parts` as one position.
    pub fn position(&self, parts: impl IntoIterator<Item = G::Position>) -> Vec<G::Position> {
        let mut parts: Vec<_> = parts.into_iter().collect();
        parts.sort_unstable();
        parts
    }

    /// What a part without options means; `None` for a part that has some.
    fn stuck(&self, part: &G::Position, sums: &mut Sums<G::Position>) -> Result<Option<End>, Fault> {
        sums.clear();
        self.0.options(part, sums)?;
        Ok(sums.is_empty().then(|| self.0.end(part)))
    }
}

impl<G: Game> Game for Whole<'_, G> {
    type Position = Vec<G::Position>;

    fn options(&self, at: &Self::Position, out: &mut Sums<Self::Position>) -> Result<(), Fault> {
        let mut sums = Sums::new();
        for part in at {
            match self.stuck(part, &mut sums)? {
                Some(End::Draw) => return Ok(()),
                Some(End::Win) if at.len() > 1 => {
                    let message = format!(
                        "{part:?} ends as a win for the player who is stuck: it has no value in a sum"
                    );
                    return Err(Fault::new(message));
                }
                _ => {}
            }
        }
        for (i, part) in at.iter().enumerate() {
            if i > 0 && at[i - 1] == *part {
                continue;
            }
            sums.clear();
            self.0.options(part, &mut sums)?;
            for sum in sums.iter() {
                let rest = at[..i].iter().chain(&at[i + 1..]).chain(sum);
                out.push([self.position(rest.cloned())]);
            }
        }
        Ok(())
    }

    fn end(&self, at: &Self::Position) -> End {
        match at.as_slice() {
            [part] => self.0.end(part),
            _ if at.iter().any(|part| self.0.end(part) == End::Draw) => End::Draw,
            _ => End::Loss,
        }
    }

    fn may_draw(&self) -> bool {
        self.0.may_draw()
    }

    fn bytes_beside(&self, at: &Self::Position) -> u64 {
        let parts = at.iter().map(|part| self.0.bytes_beside(part)).sum::<u64>();
        parts + (at.len() * size_of::<G::Position>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Take one or two; a heap of 4 may also be split in halves.
    struct Heaps;

    impl Game for Heaps {
        type Position = u32;

        fn options(&self, &n: &u32, out: &mut Sums<u32>) -> Result<(), Fault> {
            for take in 1..=n.min(2) {
                out.push((n > take).then_some(n - take));
            }
            if n == 4 {
                out.push([2, 2]);
            }
            Ok(())
        }
    }

    #[test]
    fn games_that_split_are_played_as_a_whole() {
        assert!(explore(&Heaps, &[4], &Budget::default()).unwrap().is_none());
        let explored = explore(&Heaps, &[3], &Budget::default()).unwrap().unwrap();
        assert_eq!(explored.outcome(&3), Some(Outcome::Loss));
        assert_eq!(explored.remoteness(&3), Some(Remoteness(2)));
        assert_eq!(explored.remoteness(&2), Some(Remoteness(1)));
        assert_eq!(explored.outcome(&4), None);
        let whole = Whole(&Heaps);
        let start = whole.position([4, 3]);
        let explored = explore(&whole, std::slice::from_ref(&start), &Budget::default()).unwrap().unwrap();
        assert_eq!(explored.outcome(&start), Some(Outcome::Win));
        assert_eq!(explored.outcome(&vec![2, 2, 3]), Some(Outcome::Loss));
    }

    #[test]
    fn a_spent_budget_is_told() {
        let tight = Budget::default().with_bytes(grundy_rules::Bytes(10));
        assert!(matches!(explore(&Heaps, &[3], &tight), Err(Stop::Limit(_))));
    }
}
