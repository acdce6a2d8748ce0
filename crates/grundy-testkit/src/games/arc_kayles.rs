//! Arc Kayles.
//!
//! Rules: a move picks an edge of a graph; its two vertices are taken away, and with them every
//! edge that has one of them. A loop is an edge with one vertex. Who finds no edge loses.
//!
//! Position: for each vertex, whether it is still there. Move: `u-v`, the edge's vertices from 0,
//! the smaller first.

use crate::Naive;

/// Arc Kayles on any graph, with loops and double edges as it may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArcKayles {
    /// How many vertices.
    pub vertices: usize,
    /// The edges, each a pair of vertices.
    pub edges: Vec<(usize, usize)>,
}

impl ArcKayles {
    /// The whole graph.
    pub fn start(&self) -> Vec<bool> {
        vec![true; self.vertices]
    }
}

impl Naive for ArcKayles {
    type State = Vec<bool>;

    fn moves(&self, left: &Vec<bool>) -> Vec<(String, Vec<bool>)> {
        let mut moves = Vec::new();
        for &(u, v) in &self.edges {
            if left[u] && left[v] {
                let mut after = left.clone();
                after[u] = false;
                after[v] = false;
                moves.push((format!("{}-{}", u.min(v), u.max(v)), after));
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::path_graph;
    use crate::nimber;

    #[test]
    fn paths_are_dawsons_kayles_and_with_loops_kayles() {
        // OEIS A002187 shifted by one, and A002186.
        let dawson = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3];
        let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6];
        for n in 0..12 {
            let plain = ArcKayles { vertices: n, edges: path_graph(n) };
            assert_eq!(nimber(&plain, &plain.start()), Some(dawson[n]), "path of {n}");
            let looped = ArcKayles {
                vertices: n,
                edges: path_graph(n).into_iter().chain((0..n).map(|v| (v, v))).collect(),
            };
            assert_eq!(nimber(&looped, &looped.start()), Some(kayles[n]), "looped path of {n}");
        }
    }
}
