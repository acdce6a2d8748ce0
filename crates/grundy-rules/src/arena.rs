//! Finite graphs of positions, with or without cycles.
//!
//! An [`Arena`] numbers its positions from 0 and names the options of each. [`Digraph`] is the
//! explicit one: all options in one flat list (compressed sparse rows). Other arenas compute
//! options, and perhaps predecessors, from their rules and store nothing.
//!
//! Invariant of [`Digraph`], kept by its two constructors: every target is a node, and only
//! nodes without options carry a mark. Space: 4 bytes a node and 4 an edge.

use std::ops::Range;

use crate::{End, Fault};

/// A finite graph of positions, numbered densely.
pub trait Arena: Sync {
    /// Whether [`Arena::predecessors`] works. Without it solvers store reversed edges,
    /// 4 bytes each.
    const REVERSIBLE: bool = false;

    /// How many nodes there are; they are numbered from 0.
    fn nodes(&self) -> u32;

    /// Appends the options of `node`, each as often as there are moves to it.
    fn options(&self, node: u32, out: &mut Vec<u32>);

    /// What a player who cannot move at `node` gets.
    fn end(&self, _node: u32) -> End {
        End::Loss
    }

    /// How many options `node` has, counted as [`Arena::options`] lists them. A wrong override
    /// makes wrong losses.
    fn degree(&self, node: u32) -> u32 {
        let mut options = Vec::new();
        self.options(node, &mut options);
        options.len() as u32
    }

    /// Calls `each` with the degree of every node of a range, in order.
    fn each_degree(&self, nodes: Range<u32>, mut each: impl FnMut(u32)) {
        for node in nodes {
            each(self.degree(node));
        }
    }

    /// Appends every node that has `node` as an option, as often as it has it; called only
    /// where [`Arena::REVERSIBLE`] is true. A test holds it equal to the inverse of
    /// [`Arena::options`].
    fn predecessors(&self, _node: u32, _out: &mut Vec<u32>) {
        unreachable!("predecessors is called only where REVERSIBLE is true")
    }

    /// Calls `each` with every node of a range and its options, in order.
    fn each_node(&self, nodes: Range<u32>, mut each: impl FnMut(u32, &[u32])) {
        let mut options = Vec::new();
        for node in nodes {
            options.clear();
            self.options(node, &mut options);
            each(node, &options);
        }
    }
}

/// A graph with stored edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph {
    /// Where each node's options start in `targets`; one more entry than nodes.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// Nodes without options where being stuck is no loss, ascending.
    marks: Vec<(u32, End)>,
}

impl Default for Digraph {
    fn default() -> Self {
        Self { starts: vec![0], targets: Vec::new(), marks: Vec::new() }
    }
}

impl Digraph {
    /// The graph with these options of each node, from node 0 on.
    ///
    /// # Errors
    /// When an option is not a node, or there are 2^32 nodes or edges.
    pub fn from_lists<L: AsRef<[u32]>>(lists: impl IntoIterator<Item = L>) -> Result<Self, Fault> {
        let mut starts = vec![0];
        let mut targets = Vec::new();
        for list in lists {
            targets.extend_from_slice(list.as_ref());
            starts.push(position(targets.len())?);
        }
        Self::from_rows(starts, targets)
    }

    /// The graph with options `targets[starts[v]..starts[v + 1]]` of node `v`.
    ///
    /// # Errors
    /// When `starts` does not begin with 0, descends, or does not end with the number of
    /// targets; when a target is not a node; when there are 2^32 nodes.
    pub fn from_rows(starts: Vec<u32>, targets: Vec<u32>) -> Result<Self, Fault> {
        let shape = starts.first() == Some(&0)
            && starts.is_sorted()
            && starts.last().is_some_and(|&n| n as usize == targets.len());
        if !shape {
            return Err(Fault::new("the starts of the rows do not cover the list of options"));
        }
        let nodes = position(starts.len() - 1)?;
        if let Some(target) = targets.iter().find(|&&target| target >= nodes) {
            return Err(Fault::new(format!("an option is node {target}, but the last node is {}", {
                i64::from(nodes) - 1
            })));
        }
        Ok(Self { starts, targets, marks: Vec::new() })
    }

    /// The graph with these edges, each from a node to an option, in any order; options keep
    /// the order in which they are given.
    ///
    /// # Errors
    /// When an end of an edge is not below `nodes`, or there are 2^32 edges.
    pub fn from_edges(nodes: u32, edges: &[(u32, u32)]) -> Result<Self, Fault> {
        position(edges.len())?;
        let mut starts = vec![0u32; nodes as usize + 1];
        for &(from, to) in edges {
            if from >= nodes || to >= nodes {
                let wrong = from.max(to);
                return Err(Fault::new(format!("an edge names node {wrong} of a graph of {nodes} nodes")));
            }
            starts[from as usize + 1] += 1;
        }
        for v in 0..nodes as usize {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; edges.len()];
        for &(from, to) in edges {
            let place = &mut next[from as usize];
            targets[*place as usize] = to;
            *place += 1;
        }
        Ok(Self { starts, targets, marks: Vec::new() })
    }

    /// Says what being stuck at `node` means.
    ///
    /// # Errors
    /// When there is no such node, or it has options.
    pub fn mark(&mut self, node: u32, end: End) -> Result<(), Fault> {
        if node >= self.nodes() {
            return Err(Fault::new(format!(
                "the mark is on node {node} of a graph of {} nodes",
                self.nodes()
            )));
        }
        if end != End::Loss && !self.row(node).is_empty() {
            return Err(Fault::new(format!("node {node} has moves, so it cannot be marked as an end")));
        }
        match self.marks.binary_search_by_key(&node, |&(v, _)| v) {
            Ok(i) if end == End::Loss => {
                self.marks.remove(i);
            }
            Ok(i) => self.marks[i].1 = end,
            Err(_) if end == End::Loss => {}
            Err(i) => self.marks.insert(i, (node, end)),
        }
        Ok(())
    }

    /// The options of a node, in order.
    ///
    /// # Panics
    /// When there is no such node.
    #[inline]
    pub fn row(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// How many edges there are.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// Nodes where being stuck is a draw or a win, ascending.
    pub fn marks(&self) -> &[(u32, End)] {
        &self.marks
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> u64 {
        4 * (self.starts.len() + self.targets.len()) as u64
    }
}

impl Arena for Digraph {
    fn nodes(&self) -> u32 {
        (self.starts.len() - 1) as u32
    }

    fn options(&self, node: u32, out: &mut Vec<u32>) {
        out.extend_from_slice(self.row(node));
    }

    fn end(&self, node: u32) -> End {
        match self.marks.binary_search_by_key(&node, |&(v, _)| v) {
            Ok(i) => self.marks[i].1,
            Err(_) => End::Loss,
        }
    }

    fn degree(&self, node: u32) -> u32 {
        self.starts[node as usize + 1] - self.starts[node as usize]
    }

    fn each_node(&self, nodes: Range<u32>, mut each: impl FnMut(u32, &[u32])) {
        let starts = &self.starts[nodes.start as usize..=nodes.end as usize];
        for (node, ends) in nodes.zip(starts.windows(2)) {
            each(node, &self.targets[ends[0] as usize..ends[1] as usize]);
        }
    }
}

/// A count as an index of 32 bits.
fn position(count: usize) -> Result<u32, Fault> {
    u32::try_from(count).map_err(|_| Fault::new("the graph has 2^32 nodes or edges, more than fit"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_and_lists_give_the_same_graph() {
        let edges = [(2, 0), (0, 2), (0, 3), (1, 0), (2, 2), (2, 0)];
        let graph = Digraph::from_edges(4, &edges).unwrap();
        let lists: [&[u32]; 4] = [&[2, 3], &[0], &[0, 2, 0], &[]];
        assert_eq!(graph, Digraph::from_lists(lists).unwrap());
        assert_eq!((graph.nodes(), graph.edges(), graph.degree(2)), (4, 6, 3));
    }

    #[test]
    fn small_and_wrong_graphs() {
        assert_eq!(Digraph::default().nodes(), 0);
        assert_eq!(Digraph::from_edges(0, &[]).unwrap(), Digraph::default());
        assert!(Digraph::from_edges(2, &[(0, 2)]).is_err());
        assert!(Digraph::from_lists([[1u32]]).is_err());
        assert!(Digraph::from_rows(vec![0, 2, 1], vec![0]).is_err());
        assert!(Digraph::from_rows(vec![], vec![]).is_err());
        let mut graph = Digraph::from_edges(2, &[(0, 1)]).unwrap();
        assert!(graph.mark(0, End::Draw).is_err());
        assert!(graph.mark(2, End::Draw).is_err());
        graph.mark(1, End::Draw).unwrap();
        assert_eq!((graph.end(1), graph.end(0)), (End::Draw, End::Loss));
        graph.mark(1, End::Loss).unwrap();
        assert_eq!(graph.marks(), []);
    }
}
