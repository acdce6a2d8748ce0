//! Annihilation games.
//!
//! Rules: tokens stand on nodes of a directed graph, no two on one. A move takes a token along
//! an edge; if a token stands there, both vanish. Who cannot move loses; play without end is a
//! draw.
//!
//! Position: for each node whether a token is there. Move: `0>2`, from node 0 to node 2.

use crate::Naive;
use crate::games::Digraph;

/// Annihilation on a graph; what its ends mean is not looked at.
#[derive(Clone, Debug)]
pub struct Annihilation(pub Digraph);

impl Naive for Annihilation {
    type State = Vec<bool>;

    fn moves(&self, tokens: &Vec<bool>) -> Vec<(String, Vec<bool>)> {
        let mut moves = Vec::new();
        for (from, to) in self.0.edge_list() {
            if tokens[from] {
                let mut after = tokens.clone();
                after[from] = false;
                after[to] = !after[to];
                moves.push((format!("{from}>{to}"), after));
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, answer};

    #[test]
    fn two_tokens_vanish_and_a_loop_moves_nothing() {
        let ring = Annihilation(Digraph::new(&[vec![1], vec![2], vec![0]]));
        let two = answer(&ring, &vec![true, true, false]);
        assert_eq!((two.verdict.outcome, two.winning_moves()), (Outcome::Win, vec!["0>1".to_string()]));
        let one = Annihilation(Digraph::new(&[vec![0]]));
        assert_eq!(answer(&one, &vec![true]).verdict.outcome, Outcome::Draw);
    }
}
