//! Node Kayles.
//!
//! Rules: a move picks a vertex of a graph; it and all its neighbours are taken away. Who finds
//! no vertex loses.
//!
//! Position: for each vertex, whether it is still there. Move: the vertex, from 0.

use crate::Naive;

/// Node Kayles on any graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeKayles {
    /// How many vertices.
    pub vertices: usize,
    /// The edges, each a pair of vertices.
    pub edges: Vec<(usize, usize)>,
}

impl NodeKayles {
    /// The whole graph.
    pub fn start(&self) -> Vec<bool> {
        vec![true; self.vertices]
    }
}

impl Naive for NodeKayles {
    type State = Vec<bool>;

    fn moves(&self, left: &Vec<bool>) -> Vec<(String, Vec<bool>)> {
        let mut moves = Vec::new();
        for vertex in (0..self.vertices).filter(|&vertex| left[vertex]) {
            let mut after = left.clone();
            after[vertex] = false;
            for &(u, v) in &self.edges {
                if u == vertex {
                    after[v] = false;
                } else if v == vertex {
                    after[u] = false;
                }
            }
            moves.push((vertex.to_string(), after));
        }
        moves
    }
}

/// The edges of a path on `n` vertices.
pub fn path_graph(n: usize) -> Vec<(usize, usize)> {
    (1..n).map(|v| (v - 1, v)).collect()
}

/// The edges of a grid; the vertices are numbered row by row.
pub fn grid_graph(rows: usize, cols: usize) -> Vec<(usize, usize)> {
    square_graph(rows, cols, |down, right| down + right == 1)
}

/// The edges of the graph in which two squares are neighbours when queens there attack each
/// other; the vertices are numbered row by row.
pub fn queen_graph(rows: usize, cols: usize) -> Vec<(usize, usize)> {
    square_graph(rows, cols, |down, right| down == 0 || right == 0 || down == right)
}

fn square_graph(rows: usize, cols: usize, joined: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for v in 0..rows * cols {
        for u in 0..v {
            if joined((v / cols).abs_diff(u / cols), (v % cols).abs_diff(u % cols)) {
                edges.push((u, v));
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{nimber, winning_moves};

    fn value(vertices: usize, edges: Vec<(usize, usize)>) -> u64 {
        let game = NodeKayles { vertices, edges };
        nimber(&game, &game.start()).unwrap()
    }

    #[test]
    fn paths_are_dawsons_chess() {
        // OEIS A002187.
        let expected = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0];
        let found: Vec<u64> = (0..15).map(|n| value(n, path_graph(n))).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn grids() {
        for (cols, expected) in (1..).zip([2, 1, 1, 0, 3, 3]) {
            assert_eq!(value(3 * cols, grid_graph(3, cols)), expected, "OEIS A316632, 3x{cols}");
            assert_eq!(value(2 * cols, grid_graph(2, cols)), cols as u64 % 2, "A316632, comment, 2x{cols}");
        }
        assert_eq!(value(16, grid_graph(4, 4)), 0, "A316632, comment, 4xn");
    }

    #[test]
    fn queens() {
        for (n, expected) in (0..).zip([0, 1, 1, 2, 1, 3]) {
            assert_eq!(value(n * n, queen_graph(n, n)), expected, "OEIS A344227, n = {n}");
        }
    }

    #[test]
    fn moves() {
        let game = NodeKayles { vertices: 3, edges: path_graph(3) };
        assert_eq!(winning_moves(&game, &game.start()), ["1"]);
    }
}
