//! A token on a directed graph.
//!
//! Rules: a token stands on a node; a move takes it along an edge. The graph may have loops and
//! cycles, and several edges between the same nodes. A player without a move loses, or draws or
//! wins where the node says so.
//!
//! Position: the token's node, from 0. Move: the node it goes to.

use crate::{Naive, Outcome};

/// A directed graph with a meaning for each node without moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph {
    /// For each node, where its edges lead.
    pub edges: Vec<Vec<usize>>,
    /// For each node, what a player gets who has no move there.
    pub ends: Vec<Outcome>,
}

impl Digraph {
    /// A graph in which a player without a move loses.
    pub fn new(edges: &[Vec<usize>]) -> Self {
        Self { edges: edges.to_vec(), ends: vec![Outcome::Loss; edges.len()] }
    }

    /// The same graph, in which being stuck on `node` means `end`.
    #[must_use]
    pub fn with_end(mut self, node: usize, end: Outcome) -> Self {
        self.ends[node] = end;
        self
    }

    /// The edges as pairs (from, to).
    pub fn edge_list(&self) -> Vec<(usize, usize)> {
        let pairs = self.edges.iter().enumerate();
        pairs.flat_map(|(from, to)| to.iter().map(move |&to| (from, to))).collect()
    }
}

impl Naive for Digraph {
    type State = usize;

    fn moves(&self, &at: &usize) -> Vec<(String, usize)> {
        self.edges[at].iter().map(|&to| (to.to_string(), to)).collect()
    }

    fn stuck(&self, &at: &usize) -> Outcome {
        self.ends[at]
    }
}
