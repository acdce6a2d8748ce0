//! The whole game of a question as a table file that `grundy-verify` checks node by node.
//!
//! Main function: [`bytes`]. The form of the file is documented in `grundy_verify::arena`.

use grundy_rules::{Arena, Budget, Digraph, End, Game, Outcome, Stop};
use grundy_solvers::retrograde::{self, Nimbers, Outcomes, explore};

use crate::error::Error;

/// Explores `game` from `starts` and writes down the graph, outcomes, remoteness and, where
/// they exist, loopy values with their stages. The first start is node 0.
pub(crate) fn bytes<G: Game>(game: &G, starts: &[G::Position], budget: &Budget) -> Result<Vec<u8>, Error> {
    let explored = explore(game, starts, budget).map_err(stopped)?;
    let nimbers = match retrograde::nimbers(explored.graph(), budget) {
        Ok(nimbers) => Some(nimbers),
        Err(Stop::Fault(_)) => None,
        Err(stop) => return Err(stopped(stop)),
    };
    Ok(write(explored.graph(), explored.outcomes(), nimbers.as_ref()))
}

/// A spent budget leaves no table: nothing half-written.
fn stopped(stop: Stop) -> Error {
    match stop {
        Stop::Fault(fault) => fault.into(),
        Stop::Limit(limit) => Error::Limit(limit),
    }
}

fn write(graph: &Digraph, outcomes: &Outcomes, nimbers: Option<&Nimbers>) -> Vec<u8> {
    let mut bytes = grundy_verify::arena::MAGIC.to_vec();
    let mut word = |word: u32| bytes.extend(word.to_le_bytes());
    let nodes = graph.nodes();
    let labelled = u32::from(nimbers.is_some());
    for number in [nodes, graph.edges() as u32, graph.marks().len() as u32, labelled, 0] {
        word(number);
    }
    let mut edges = 0;
    for node in 0..nodes {
        edges += graph.row(node).len() as u32;
        word(edges);
    }
    (0..nodes).for_each(|node| graph.row(node).iter().for_each(|&to| word(to)));
    for &(node, end) in graph.marks() {
        word(node);
        word(if end == End::Draw { 1 } else { 2 });
    }
    for node in 0..nodes {
        let remoteness = outcomes.remoteness(node).map_or(0, |r| r.0 as u32);
        word(match outcomes.outcome(node) {
            Outcome::Draw => 0,
            Outcome::Loss => 4 * remoteness + 1,
            Outcome::Win => 4 * remoteness + 2,
        });
    }
    if let Some(nimbers) = nimbers {
        (0..nodes).for_each(|node| word(nimbers.finite(node).map_or(u32::MAX, |n| n.0 as u32)));
        (0..nodes).for_each(|node| word(nimbers.stage(node).unwrap_or(0)));
    }
    let hash = grundy_verify::arena::hash(&bytes);
    bytes.extend(hash.to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_random_graphs_hold() {
        let mut random = 99u64;
        let mut below = |n: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % n
        };
        for round in 0..2000 {
            let nodes = 1 + below(12);
            let lists: Vec<Vec<u32>> =
                (0..nodes).map(|_| (0..below(4)).map(|_| below(nodes) as u32).collect()).collect();
            let mut graph = Digraph::from_lists(&lists).unwrap();
            for node in 0..nodes as u32 {
                if lists[node as usize].is_empty() && below(3) == 0 {
                    graph.mark(node, if below(2) == 0 { End::Draw } else { End::Win }).unwrap();
                }
            }
            let budget = Budget::default();
            let outcomes = retrograde::outcomes(&graph, &budget).unwrap();
            let nimbers = retrograde::nimbers(&graph, &budget).ok();
            let file = write(&graph, &outcomes, nimbers.as_ref());
            let checked = grundy_verify::arena::check(&file);
            assert!(checked.is_ok(), "round {round}: {checked:?} for {lists:?}");
            assert_eq!(checked.unwrap().outcomes, outcomes.counts());
        }
    }
}
