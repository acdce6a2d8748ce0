//! Graphs with names for their vertices and places to draw them.
//!
//! Main function: [`NamedGraph::read`]. A graph is given by a family (`grid 3 5`), or in a
//! format that is told from the text: graph6 (one word of letters), an edge list (`a-b,b-c`, or
//! a line with two names for each edge), DIMACS (`p edge`), or undirected DOT.

use std::collections::HashMap;

use super::places::Shape;
use super::{Graph, GraphError, family, formats};
use crate::{ParseError, Text};

/// A graph, the names of its vertices and where to draw them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGraph {
    /// The graph.
    pub graph: Graph,
    /// The name of each vertex; no two are the same.
    pub labels: Vec<String>,
    /// Where each vertex lies, in thousandths of the drawing: right, down.
    pub places: Vec<(u32, u32)>,
    /// Edges that leave the board at one side and come back at the other, ascending.
    pub wraps: Vec<(u32, u32)>,
    /// The family's name; empty for a graph given by its edges.
    pub family: String,
    /// The text that reads as this graph, behind the family's name.
    pub text: String,
}

impl NamedGraph {
    /// Reads a graph of at most `most` vertices; `family` is the name of a family, or empty.
    ///
    /// # Errors
    /// When the text is no such graph, with the place of what is wrong.
    pub fn read(family: &Text, text: &Text, most: u64) -> Result<Self, ParseError> {
        if family.as_str().is_empty() { formats::read(text, most) } else { family::read(family, text, most) }
    }

    /// The vertex with this name.
    pub fn vertex(&self, label: &str) -> Option<u32> {
        self.labels.iter().position(|known| known == label).map(|v| v as u32)
    }

    /// A graph whose vertices are called 0, 1, and so on, in a circle.
    pub(super) fn numbered(graph: Graph) -> Self {
        let labels: Vec<String> = (0..graph.len()).map(|v| v.to_string()).collect();
        let text = formats::graph6(&graph);
        let places = Shape::Circle.places(graph.len().into());
        Self { graph, labels, places, wraps: Vec::new(), family: String::new(), text }
    }

    /// A graph from the names on its edges, which have their place in the text.
    pub(super) fn from_names(
        text: &Text,
        names: &[String],
        edges: &[(u32, u32)],
        place: impl Fn(usize) -> std::ops::Range<usize>,
    ) -> Result<Self, ParseError> {
        let graph = Graph::new(names.len() as u32, edges).map_err(|error| match error {
            GraphError::Loop { edge } => text
                .error(place(edge), "an edge between two vertices", "a loop")
                .help("this game is played on graphs without loops: take the edge out"),
            GraphError::Double { edge, .. } => text
                .error(place(edge), "an edge that was not given before", "the same edge again")
                .help("write each edge once, in one direction"),
            GraphError::OutOfRange { edge, .. } => {
                text.error(place(edge), "vertices of the graph", "another")
            }
        })?;
        if names.iter().zip(0..).all(|(name, v): (_, u32)| *name == v.to_string()) {
            return Ok(Self::numbered(graph));
        }
        let ends = |(u, v): (u32, u32)| format!("{}-{}", names[u as usize], names[v as usize]);
        let words: Vec<String> = names.iter().cloned().chain(graph.edges().map(ends)).collect();
        let places = Shape::Circle.places(graph.len().into());
        let (labels, text) = (names.to_vec(), words.join(","));
        Ok(Self { graph, labels, places, wraps: Vec::new(), family: String::new(), text })
    }
}

/// Names and their numbers, in order of appearance.
#[derive(Default)]
pub(super) struct Names {
    pub(super) list: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Names {
    pub(super) fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(name.to_string());
        self.numbers.insert(name.to_string(), number);
        number
    }

    /// Puts whole numbers in numeric order; returns the new number of each old one.
    pub(super) fn sort_numbers(&mut self) -> Vec<u32> {
        let count = self.list.len() as u32;
        let values: Option<Vec<u64>> = self.list.iter().map(|name| name.parse().ok()).collect();
        let Some(values) = values else { return (0..count).collect() };
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_by_key(|&v| values[v as usize]);
        let mut new = vec![0; order.len()];
        for (place, &old) in (0..).zip(&order) {
            new[old as usize] = place;
        }
        self.list = order.iter().map(|&old| self.list[old as usize].clone()).collect();
        new
    }
}
