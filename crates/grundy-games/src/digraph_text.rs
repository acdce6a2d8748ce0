//! Graphs of positions in text: edge lists, JSON and DOT, from a file or in one word.
//!
//! Main function: [`read`]. Nodes have names; [`NamedGraph`] keeps them beside a [`Digraph`].
//!
//! ```text
//! edge list     a b            an edge from a to b
//!               c              a node
//!               d = draw       being stuck at d is a draw (or a win, or a loss)
//!               # a remark
//! one word      a-b,b-c,d=draw
//! JSON          [[1, 2], [0], []]                        the options of node 0, 1, ...
//!               {"nodes": 3, "edges": [[0, 1]], "ends": {"2": "draw"}}
//!               {"options": {"a": ["b"], "b": []}, "ends": {"b": "win"}}
//! DOT           digraph { a -> b -> c; b -> {a c}; c [end=draw] }
//! ```
//! In DOT, `graph` with `--` has both directions. A name has no blank and none of `, = + : @ "`
//! and no `-`, so that it can stand in a question.
//!
//! Each reader has a file in this folder; each hands its nodes, edges and marks with their
//! places to [`Builder`], which refuses what is no graph.

mod dot;
mod json;
mod list;

use std::collections::{HashMap, HashSet};

use grundy_rules::{Arena, Digraph, End, ParseError, Span, TermText, Text, Word};

/// Most nodes and edges of a file's graph that are written out; a larger one is named by its file.
const WRITTEN: usize = 10_000;

/// A graph whose nodes have names.
#[derive(Clone, Debug)]
pub struct NamedGraph {
    /// The graph.
    pub graph: Digraph,
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    /// The file it was read from, as a question names it.
    file: Option<String>,
}

impl NamedGraph {
    /// The name of a node.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn name(&self, node: u32) -> &str {
        &self.names[node as usize]
    }

    /// The node of this name.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// Where a token can go; several edges to one node are one move.
    pub(crate) fn steps(&self, node: u32) -> Vec<u32> {
        let mut seen = HashSet::new();
        self.graph.row(node).iter().copied().filter(|&to| seen.insert(to)).collect()
    }

    /// The graph behind the colon of a question; nothing where the file is named instead.
    pub(crate) fn rules(&self) -> String {
        if self.file().is_some() { String::new() } else { self.write() }
    }

    /// The words of a position: the file if it is named, and these.
    pub(crate) fn position(&self, words: String) -> String {
        match self.file() {
            Some(file) => format!("{file} {words}"),
            None => words,
        }
    }

    /// The file that stands for the graph in text.
    fn file(&self) -> Option<&str> {
        let large = self.graph.edges() + self.names.len() > WRITTEN;
        self.file.as_deref().filter(|_| large)
    }

    /// Reads the names of nodes, at least one.
    pub(crate) fn read_nodes(&self, text: &Text) -> Result<Vec<u32>, ParseError> {
        let node = |word: Word<'_>| {
            self.number(word.text).ok_or_else(|| {
                let error = word.expected("the name of a node of the graph");
                match self.names.first() {
                    Some(first) => error.help(format!(
                        "the graph has {} nodes, from {first} to {}",
                        self.names.len(),
                        self.names[self.names.len() - 1]
                    )),
                    None => error.help("the graph has no node"),
                }
            })
        };
        let nodes = text.words().map(node).collect::<Result<Vec<_>, _>>()?;
        if nodes.is_empty() {
            return Err(text.error_at_end("the node to start at"));
        }
        Ok(nodes)
    }

    /// The graph in one word, as after `arena:`.
    fn write(&self) -> String {
        // In the order of the names, so that reading and writing again gives the same text.
        let (mut parts, mut marks, mut alone) = (Vec::new(), Vec::new(), Vec::new());
        let mut mentioned = vec![false; self.names.len()];
        for node in 0..self.graph.nodes() {
            for &to in self.graph.row(node) {
                parts.push(format!("{}-{}", self.name(node), self.name(to)));
                mentioned[node as usize] = true;
                mentioned[to as usize] = true;
            }
        }
        for &(node, end) in self.graph.marks() {
            marks.push(format!("{}={}", self.name(node), word(end)));
            mentioned[node as usize] = true;
        }
        for (name, _) in self.names.iter().zip(mentioned).filter(|(_, mentioned)| !mentioned) {
            alone.push(name.clone());
        }
        for group in [&mut parts, &mut marks, &mut alone] {
            group.sort();
        }
        [parts, marks, alone].concat().join(",")
    }
}

fn word(end: End) -> &'static str {
    match end {
        End::Loss => "loss",
        End::Draw => "draw",
        End::Win => "win",
    }
}

/// Reads the graph of a term: from its file, or from the word behind the colon.
pub(crate) fn read(term: &TermText) -> Result<NamedGraph, ParseError> {
    let Some(file) = &term.file else {
        if term.rules.as_str().is_empty() {
            let name = term.name.as_str();
            let help = format!("write `{name}:a-b,b-c a`, or `{name} @graph.dot a` with the graph in a file");
            return Err(term.rules.error_here("a graph", "none").help(help));
        }
        return list::in_one_word(&term.rules);
    };
    if let Some(word) = term.rules.words().next() {
        return Err(word.expected("no graph behind the colon, since a file holds one"));
    }
    let mut graph = match file.as_str().trim_start().chars().next() {
        Some('{' | '[') => json::read(file),
        Some(_) if dot::looks_like(file.as_str()) => dot::read(file),
        _ => list::read(file),
    }?;
    graph.file =
        Some(if file.name() == STANDARD_INPUT { "-".to_string() } else { format!("@{}", file.name()) });
    Ok(graph)
}

/// What questions call the text that was read for `-`.
const STANDARD_INPUT: &str = "standard input";

/// Collects a graph and refuses what is none.
pub(crate) struct Builder<'t> {
    text: &'t Text,
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    edges: Vec<(u32, u32)>,
    marks: Vec<(u32, End, Span)>,
}

impl<'t> Builder<'t> {
    /// An empty graph, read from `text`.
    pub(crate) fn new(text: &'t Text) -> Self {
        Self { text, names: Vec::new(), numbers: HashMap::new(), edges: Vec::new(), marks: Vec::new() }
    }

    /// The node of this name, a new one if need be; `span` finds its place for an error.
    pub(crate) fn node(&mut self, name: &str, span: impl Fn() -> Span) -> Result<u32, ParseError> {
        if let Some(&node) = self.numbers.get(name) {
            return Ok(node);
        }
        if name.is_empty() || name.contains(|c: char| c.is_whitespace() || ",=+:@\"-".contains(c)) {
            let wanted = "a name without blanks and without , = + : @ \" -";
            return Err(self.text.error(span(), wanted, format!("`{name}`")));
        }
        let node = u32::try_from(self.names.len())
            .map_err(|_| self.text.error(span(), "fewer than 2^32 nodes", "one more"))?;
        self.names.push(name.to_string());
        self.numbers.insert(name.to_string(), node);
        Ok(node)
    }

    /// The node of this name, which must be there already.
    pub(crate) fn known(&self, name: &str, span: impl Fn() -> Span) -> Result<u32, ParseError> {
        self.numbers.get(name).copied().ok_or_else(|| {
            let wanted = format!("one of the {} nodes of the graph", self.names.len());
            self.text.error(span(), wanted, format!("`{name}`"))
        })
    }

    /// Adds an edge.
    pub(crate) fn edge(&mut self, from: u32, to: u32) {
        self.edges.push((from, to));
    }

    /// Says what being stuck at a node means; `span` is the place of the mark.
    pub(crate) fn mark(&mut self, node: u32, end: &str, span: Span) -> Result<(), ParseError> {
        let end = match end {
            "loss" => End::Loss,
            "draw" => End::Draw,
            "win" => End::Win,
            _ => return Err(self.text.error(span, "loss, draw or win", format!("`{end}`"))),
        };
        self.marks.push((node, end, span));
        Ok(())
    }

    /// The graph.
    pub(crate) fn finish(self) -> Result<NamedGraph, ParseError> {
        let whole = |fault: grundy_rules::Fault| {
            self.text.error_here("a graph", fault.message).help("split the graph, or leave nodes out")
        };
        let mut graph = Digraph::from_edges(self.names.len() as u32, &self.edges).map_err(whole)?;
        let mut marked = HashMap::new();
        for (node, end, span) in self.marks {
            if marked.insert(node, end).is_some_and(|before| before != end) {
                let name = &self.names[node as usize];
                let found = format!("another mark for `{name}`");
                return Err(self.text.error(span, "one mark for each end", found));
            }
            if !graph.row(node).is_empty() {
                let name = &self.names[node as usize];
                return Err(self
                    .text
                    .error(span, "an end", format!("`{name}`, which has moves"))
                    .help("only a node without moves can be an end; take the mark or the moves away"));
            }
            graph.mark(node, end).map_err(whole)?;
        }
        Ok(NamedGraph { graph, names: self.names, numbers: self.numbers, file: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A term whose graph stands in a file.
    fn from_file(content: &str) -> Result<NamedGraph, ParseError> {
        let text = Text::new("question", "arena a");
        read(&TermText {
            name: text.slice(0..5),
            rules: text.slice(5..5),
            file: Some(Text::new("graph", content)),
            position: text.slice(6..7),
        })
    }

    #[test]
    fn every_form_gives_the_same_graph() {
        let check = |content: &str, expected: &str| {
            assert_eq!(from_file(content).unwrap().write(), expected, "{content}");
        };
        let graph = "a-b,a-c,b-a,c=draw,d";
        check("a b\na c # to the end\n\nb a\nc = draw\nd\n", graph);
        check("digraph G {\n a -> b -> a; a -> c; /* end */ c [end=draw, color=\"#fff\"]; d; }", graph);
        check(
            "strict digraph \"x\" { node [shape=box]; rankdir=LR; a -> {b c} b -> a c[label=\"c\" end=\"draw\"] \"d\" }",
            graph,
        );
        check(
            r#"{"options": {"a": ["b", "c"], "b": ["a"], "c": [], "d": []}, "ends": {"c": "draw"}}"#,
            graph,
        );
        check("[[1, 2], [0], [], []]", "0-1,0-2,1-0,3");
        check(
            r#"{"nodes": 4, "edges": [[0, 1], [0, 2], [1, 0]], "ends": {"2": "draw"}}"#,
            "0-1,0-2,1-0,2=draw,3",
        );
        check(r#"{"nodes": ["a", "b"], "edges": [["a", "b"], ["a", "b"]]}"#, "a-b,a-b");
        check("graph { a -- b }", "a-b,b-a");
        check("digraph {}", "");
        check("", "");
        check("[]", "");
    }

    #[test]
    fn a_large_graph_is_named_by_its_file() {
        let content = (0..8000).fold(String::new(), |text, node| text + &format!("{node} {}\n", node + 1));
        let large = from_file(&content).unwrap();
        assert_eq!((large.rules(), large.position("0".into())), (String::new(), "@graph 0".to_string()));
        let small = from_file("a b\n").unwrap();
        assert_eq!((small.rules(), small.position("a".into())), ("a-b".to_string(), "a".to_string()));
    }

    #[test]
    fn errors_have_a_place() {
        let check = |content: &str, line: usize, column: usize, expected: &str| {
            let error = from_file(content).unwrap_err();
            assert_eq!(
                (error.line_and_column(), error.to_string().as_str()),
                ((line, column), expected),
                "{content}"
            );
        };
        check("a b\nb c d\n", 2, 5, "expected one edge on a line, found `d`");
        check("a b\na = draw\n", 2, 1, "expected an end, found `a`, which has moves");
        check("a = lost\n", 1, 5, "expected loss, draw or win, found `lost`");
        check("a b-c\n", 1, 3, "expected a name without blanks and without , = + : @ \" -, found `b-c`");
        check("digraph { a -> b", 1, 17, "expected `}`, found the end");
        check("digraph { a -> }", 1, 16, "expected a node after the arrow, found `}`");
        check("digraph { a -- b }", 1, 13, "expected `->`, found `--`");
        check("digraph { a [end=later] }", 1, 18, "expected loss, draw or win, found `later`");
        check("digraph { a } b", 1, 15, "expected nothing after the graph, found `b`");
        check("[[1, 2], [0], [", 1, 15, "expected JSON, found EOF while parsing a list");
        check("[[1, 2], [0]]", 1, 6, "expected one of the 2 nodes of the graph, found `2`");
        check(
            r#"{"nodes": 1000000000000, "edges": []}"#,
            1,
            11,
            "expected at most 4294967295 nodes, found 1000000000000",
        );
        check(
            r#"{"nodes": 2, "edges": [[0, 5]]}"#,
            1,
            28,
            "expected one of the 2 nodes of the graph, found `5`",
        );
        check(r#"{"nodes": 2, "edges": [[0]]}"#, 1, 24, "expected an edge as two nodes, found `[0]`");
        check(
            r#"{"nodes": 2, "edges": [[0,1]], "ends": {"0": "draw"}}"#,
            1,
            41,
            "expected an end, found `0`, which has moves",
        );
        check(r#"{"edges": 1}"#, 1, 11, "expected a list of edges, found `1`");
    }
}
