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

use grundy_rules::{
    Budget, Bytes, Digraph, End, Fault, Game, Limit, Outcome, Progress, Remoteness, Stop, Sums,
};
use rustc_hash::FxHashMap;

use super::{Outcomes, outcomes};
use crate::nimber::map_bytes;
use crate::watch::Watch;

/// The positions of a game and their graph.
#[derive(Clone, Debug)]
pub struct Positions<P> {
    /// The position of each node; `None` is the empty sum, where the player to move is stuck.
    at: Vec<Option<P>>,
    index: FxHashMap<P, u32>,
    graph: Digraph,
    /// Bytes that positions keep beside their own size.
    beside: u64,
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
    let left = budget.bytes.0.saturating_sub(positions.bytes());
    let outcomes = outcomes(&positions.graph, &budget.clone().with_bytes(Bytes(left)));
    let outcomes = outcomes.map_err(|stop| match stop {
        Stop::Limit(Limit::Bytes(_)) => Limit::Bytes(budget.bytes).into(),
        other => other,
    })?;
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
    let watch = Watch::new(budget);
    let mut met = Met { at: Vec::new(), index: FxHashMap::default(), empty: None, beside: 0 };
    for start in starts {
        met.number(game, start, 0, &watch)?;
    }
    let (mut rows, mut targets, mut marks) = (vec![0], Vec::new(), Vec::new());
    let mut sums = Sums::new();
    let mut node = 0;
    while node < met.at.len() {
        if node % 1024 == 0 {
            budget.spend(if node == 0 { 0 } else { 1024 })?;
            if node % (1 << 20) == 0 && node > 0 {
                let note = format!("positions explored, {} met", met.at.len());
                budget.report(&Progress { done: node as u64, total: None, note });
            }
        }
        let edges = edge_bytes(&rows, &targets);
        watch.go_on_with(met.bytes() + edges)?;
        if let Some(at) = met.at[node].clone() {
            list(game, &at, &mut sums, met.bytes() + edges, &watch)?;
            for (i, sum) in sums.iter().enumerate() {
                if i & OFTEN == OFTEN {
                    watch.go_on_with(met.bytes() + edge_bytes(&rows, &targets))?;
                }
                targets.push(match sum {
                    [] => met.empty(),
                    [part] => met.number(game, part, edges, &watch)?,
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
    targets.shrink_to_fit();
    let mut graph = Digraph::from_rows(rows, targets)?;
    for (node, end) in marks {
        graph.mark(node, end)?;
    }
    Ok(Some(Positions { at: met.at, index: met.index, beside: met.beside, graph }))
}

/// Options of one position between two looks at the budget, less one; a power of two.
const OFTEN: usize = 63;

/// Lists the options of a position, inside the budget with `taken` bytes taken already.
fn list<G: Game>(
    game: &G,
    at: &G::Position,
    sums: &mut Sums<G::Position>,
    taken: u64,
    watch: &Watch,
) -> Result<(), Stop> {
    sums.clear();
    let (mut parts, mut count, mut beside, mut limit) = (0, 0, 0, Ok(()));
    game.options_until(at, sums, &mut |sum| {
        count += 1;
        parts += sum.len();
        beside += sum.iter().map(|part| game.bytes_beside(part)).sum::<u64>();
        if count & OFTEN == 0 {
            let bytes = (parts * size_of::<G::Position>() + count * size_of::<u32>()) as u64;
            limit = watch.go_on_with(taken + bytes + beside);
        }
        limit.is_err()
    })?;
    Ok(limit?)
}

/// The positions met so far.
struct Met<P> {
    at: Vec<Option<P>>,
    index: FxHashMap<P, u32>,
    /// The node of the empty sum.
    empty: Option<u32>,
    /// Bytes that positions keep beside their own size, in both places.
    beside: u64,
}

impl<P: Clone + Eq + Hash> Met<P> {
    /// The number of a position, a new one if need be; `others` are bytes taken elsewhere.
    fn number<G: Game<Position = P>>(
        &mut self,
        game: &G,
        position: &P,
        others: u64,
        watch: &Watch,
    ) -> Result<u32, Stop> {
        if let Some(&node) = self.index.get(position) {
            return Ok(node);
        }
        let node = u32::try_from(self.at.len()).ok().filter(|&node| node < u32::MAX);
        let node = node.ok_or_else(|| Fault::new("the game has 2^32 positions or more, more than fit"))?;
        if self.index.len() == self.index.capacity() {
            // The map is about to double.
            watch.go_on_with(self.bytes() + map_bytes::<(P, u32)>(self.index.capacity()) + others)?;
        }
        self.beside += 2 * game.bytes_beside(position);
        self.at.push(Some(position.clone()));
        self.index.insert(position.clone(), node);
        Ok(node)
    }

    /// The number of the empty sum.
    fn empty(&mut self) -> u32 {
        *self.empty.get_or_insert_with(|| {
            self.at.push(None);
            self.at.len() as u32 - 1
        })
    }

    fn bytes(&self) -> u64 {
        positions_bytes(&self.at, &self.index) + self.beside
    }
}

fn positions_bytes<P>(at: &Vec<Option<P>>, index: &FxHashMap<P, u32>) -> u64 {
    (at.capacity() * size_of::<Option<P>>()) as u64 + map_bytes::<(P, u32)>(index.capacity())
}

fn edge_bytes(rows: &Vec<u32>, targets: &Vec<u32>) -> u64 {
    (4 * (rows.capacity() + targets.capacity())) as u64
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

    /// Bytes of the positions and of their graph.
    fn bytes(&self) -> u64 {
        positions_bytes(&self.at, &self.index) + self.beside + self.graph.bytes()
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

/// Bytes that an allocator keeps beside an allocation.
const ALLOCATION: usize = 16;

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
        self.0.options_until(part, sums, &mut |_| true)?;
        Ok(sums.is_empty().then(|| self.0.end(part)))
    }
}

impl<G: Game> Game for Whole<'_, G> {
    type Position = Vec<G::Position>;

    fn options(&self, at: &Self::Position, out: &mut Sums<Self::Position>) -> Result<(), Fault> {
        self.options_until(at, out, &mut |_| false)
    }

    fn options_until(
        &self,
        at: &Self::Position,
        out: &mut Sums<Self::Position>,
        enough: &mut dyn FnMut(&[Self::Position]) -> bool,
    ) -> Result<(), Fault> {
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
            let mut ended = false;
            self.0.options_until(part, &mut sums, &mut |sum| {
                let rest = at[..i].iter().chain(&at[i + 1..]).chain(sum);
                out.push([self.position(rest.cloned())]);
                ended = enough(out.get(out.len() - 1));
                ended
            })?;
            if ended {
                return Ok(());
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
        parts + (at.capacity() * size_of::<G::Position>() + ALLOCATION) as u64
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
