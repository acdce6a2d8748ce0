//! Simple undirected graphs, and an order of the vertices that keeps neighbours close.
//!
//! The main type is [`Graph`]. Invariant, kept by [`Graph::new`]: no loop, no double edge, each
//! list of neighbours ascending. Cost: `O(n + m)` words; every function here is `O(n + m)` but
//! for sorting. Source of the order: E. Cuthill and J. `McKee` 1969, started at an end of the graph as
//! George and Liu 1979 find it. Left out on purpose: weights, directions, changing a graph.

mod family;
mod formats;
mod named;
mod places;

use std::collections::BTreeMap;
use std::fmt;

pub use self::family::families;
pub use self::named::NamedGraph;

/// A simple undirected graph; vertices are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// Where each vertex's neighbours start in `ends`; one more entry than vertices.
    starts: Vec<u32>,
    /// All lists of neighbours, one after the other.
    ends: Vec<u32>,
}

/// Why a list of edges is no simple graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// Edge number `edge` ends at a vertex that the graph does not have.
    OutOfRange {
        /// Index into the list of edges.
        edge: usize,
        /// The vertex that is not there.
        vertex: u32,
    },
    /// Edge number `edge` joins a vertex to itself.
    Loop {
        /// Index into the list of edges.
        edge: usize,
    },
    /// Edge number `edge` was there before.
    Double {
        /// Index into the list of edges.
        edge: usize,
        /// Index of the first of the two.
        first: usize,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { vertex, .. } => write!(f, "vertex {vertex} is not in the graph"),
            Self::Loop { .. } => f.write_str("an edge joins a vertex to itself"),
            Self::Double { .. } => f.write_str("an edge is given twice"),
        }
    }
}

impl std::error::Error for GraphError {}

impl Graph {
    /// The graph with `n` vertices and these edges, each given once in either direction.
    ///
    /// # Errors
    /// The first edge in the list that is out of range, a loop or a repetition.
    pub fn new(n: u32, edges: &[(u32, u32)]) -> Result<Self, GraphError> {
        let mut seen = BTreeMap::new();
        for (edge, &(u, v)) in edges.iter().enumerate() {
            if let Some(&vertex) = [u, v].iter().find(|&&end| end >= n) {
                return Err(GraphError::OutOfRange { edge, vertex });
            }
            if u == v {
                return Err(GraphError::Loop { edge });
            }
            if let Some(first) = seen.insert((u.min(v), u.max(v)), edge) {
                return Err(GraphError::Double { edge, first });
            }
        }
        let mut lists = vec![Vec::new(); n as usize];
        for &(u, v) in seen.keys() {
            lists[u as usize].push(v);
            lists[v as usize].push(u);
        }
        Ok(Self::from_lists(lists))
    }

    fn from_lists(lists: Vec<Vec<u32>>) -> Self {
        let mut starts = vec![0];
        let mut ends = Vec::new();
        for mut list in lists {
            list.sort_unstable();
            ends.append(&mut list);
            starts.push(ends.len() as u32);
        }
        Self { starts, ends }
    }

    /// Number of vertices.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u32 {
        (self.starts.len() - 1) as u32
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.ends.len() / 2
    }

    /// The neighbours of `v`, ascending.
    ///
    /// # Panics
    /// When there is no vertex `v`.
    pub fn neighbours(&self, v: u32) -> &[u32] {
        &self.ends[self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize]
    }

    /// Number of neighbours of `v`.
    ///
    /// # Panics
    /// When there is no vertex `v`.
    pub fn degree(&self, v: u32) -> usize {
        self.neighbours(v).len()
    }

    /// Whether an edge joins `u` and `v`.
    ///
    /// # Panics
    /// When there is no vertex `u`.
    pub fn joined(&self, u: u32, v: u32) -> bool {
        self.neighbours(u).binary_search(&v).is_ok()
    }

    /// The edges, smaller end first, ascending.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.len())
            .flat_map(move |u| self.neighbours(u).iter().filter(move |&&v| v > u).map(move |&v| (u, v)))
    }

    /// The connected components of the subgraph on the vertices that `live` keeps: each
    /// ascending, in order of their least vertex.
    pub fn components(&self, live: impl Fn(u32) -> bool) -> Vec<Vec<u32>> {
        let mut met: Vec<bool> = (0..self.len()).map(|v| !live(v)).collect();
        let mut components = Vec::new();
        for root in 0..self.len() {
            if met[root as usize] {
                continue;
            }
            met[root as usize] = true;
            let mut component = vec![root];
            let mut next = 0;
            while let Some(&v) = component.get(next) {
                next += 1;
                for &u in self.neighbours(v) {
                    if !met[u as usize] {
                        met[u as usize] = true;
                        component.push(u);
                    }
                }
            }
            component.sort_unstable();
            components.push(component);
        }
        components
    }

    /// The subgraph on these vertices, which get the numbers 0, 1, ... in the order given.
    ///
    /// # Panics
    /// When a vertex is not in the graph.
    #[must_use]
    pub fn induced(&self, vertices: &[u32]) -> Self {
        let number: BTreeMap<u32, u32> = vertices.iter().copied().zip(0..).collect();
        let list = |&v: &u32| self.neighbours(v).iter().filter_map(|u| number.get(u).copied()).collect();
        Self::from_lists(vertices.iter().map(list).collect())
    }

    /// The vertices of one component in an order that keeps neighbours close together (a small
    /// bandwidth): breadth first from one end, low degrees first.
    ///
    /// # Panics
    /// When `component` is empty or a vertex is not in the graph.
    pub fn band_order(&self, component: &[u32]) -> Vec<u32> {
        let mut start = *component.iter().min_by_key(|&&v| self.degree(v)).expect("a component has a vertex");
        let mut order = self.breadth_first(start, component);
        // Walk to an end: a last layer as far away as it gets.
        for _ in 0..4 {
            let far = self.breadth_first(order.last().expect("not empty").0, component);
            if far.last().expect("not empty").1 <= order.last().expect("not empty").1 {
                break;
            }
            start = far[0].0;
            order = far;
        }
        debug_assert_eq!(order[0].0, start);
        order.into_iter().map(|(v, _)| v).collect()
    }

    /// The vertices of `start`'s component with their distance, breadth first.
    fn breadth_first(&self, start: u32, component: &[u32]) -> Vec<(u32, u32)> {
        let mut met: BTreeMap<u32, bool> = component.iter().map(|&v| (v, false)).collect();
        met.insert(start, true);
        let mut order = vec![(start, 0)];
        let mut next = 0;
        while let Some(&(v, layer)) = order.get(next) {
            next += 1;
            let from = order.len();
            for &u in self.neighbours(v) {
                if let Some(mark @ false) = met.get_mut(&u) {
                    *mark = true;
                    order.push((u, layer + 1));
                }
            }
            order[from..].sort_by_key(|&(u, _)| (self.degree(u), u));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_edges_are_named() {
        let check = |edges: &[(u32, u32)], expected| assert_eq!(Graph::new(3, edges), Err(expected));
        check(&[(0, 1), (1, 3)], GraphError::OutOfRange { edge: 1, vertex: 3 });
        check(&[(2, 2)], GraphError::Loop { edge: 0 });
        check(&[(0, 1), (1, 2), (1, 0)], GraphError::Double { edge: 2, first: 0 });
    }

    #[test]
    fn components_and_subgraphs() {
        let graph = Graph::new(6, &[(5, 0), (0, 3), (1, 2)]).unwrap();
        assert_eq!(graph.components(|_| true), [vec![0, 3, 5], vec![1, 2], vec![4]]);
        assert_eq!(graph.components(|v| v != 0), [vec![1, 2], vec![3], vec![4], vec![5]]);
        let part = graph.induced(&[3, 0, 5]);
        assert_eq!(part.edges().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
        assert_eq!((graph.len(), graph.edge_count(), graph.degree(0)), (6, 3, 2));
    }

    #[test]
    fn the_band_of_a_shuffled_path_is_one() {
        let n = 50;
        let name = |i: u32| i * 17 % n;
        let edges: Vec<_> = (1..n).map(|i| (name(i - 1), name(i))).collect();
        let graph = Graph::new(n, &edges).unwrap();
        let all: Vec<u32> = (0..n).collect();
        let path = graph.induced(&graph.band_order(&all));
        assert!(path.edges().all(|(u, v)| v == u + 1));
    }
}
