//! Annihilation games: two tokens that meet on a graph vanish.
//!
//! ```text
//! annihilation:a-b,b-c,c-a a b
//! [a] --> [b] --> c --> a
//! ```
//! Rules: a move takes one token along an edge; if another token stands there, both vanish. Who
//! cannot move loses; play without end is a draw.
//!
//! Notation: the graph (see [`crate::digraph_text`]) and the nodes with a token, each once; a
//! move is `a>b`. The tokens are one position, not a sum, since they meet.

use std::sync::Arc;

use grundy_rules::{
    Declaration, Edit, Example, Fault, Game, Nimber, ParseError, Picture, Place, Ruleset, Sums, TermText, Visit,
    Why, WhyPart,
};

use crate::arena::{draw, spot, vertex};
use crate::digraph_text::{self, NamedGraph};
use crate::owned::bytes_of;

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "annihilation",
    aliases: &[],
    title: "Annihilation",
    rules: "Tokens stand on different nodes of a graph. A move takes one token along an edge; if a token stands \
            there, both vanish. Who cannot move loses; play without end is a draw.",
    variants: &[("edges", "the graph as edges, `annihilation:a-b,b-c`; or write @file with the graph in it")],
    position: "the nodes with a token, each once, such as `a b`, or `(none)`; `annihilation @game.dot a b` reads the graph from a \
               file",
    moves: "`a>b`",
    examples: &[
        Example { question: "annihilation:a-b,b-c,c-a a b", shows: "a win: the two tokens vanish" },
        Example { question: "annihilation:a-b,b-a,b-c a c", shows: "a loss in two plies" },
    ],
    source: "A. S. Fraenkel and Y. Yesha, Theory of annihilation games I, J. Combin. Theory B 33 (1982)",
};

/// How a graph without tokens is written; a node of that name cannot be named alone.
const NONE: &str = "(none)";

/// Reads the graph and the nodes.
///
/// # Errors
/// When the graph cannot be read, has marked ends, or a node is not there or given twice.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let graph = digraph_text::read(term)?;
    if let Some(&(node, _)) = graph.graph.marks().first() {
        let found = format!("a mark on {}", graph.name(node));
        return Err(term.name.error_here("a graph without marked ends", found).help("the last token decides here"));
    }
    let none = term.position.as_str().trim() == NONE;
    let mut start = if none { Vec::new() } else { graph.read_nodes(&term.position)? };
    if let Some((_, word)) =
        start.iter().zip(term.position.words()).enumerate().find_map(|(i, (node, word))| {
            start[..i].contains(node).then_some((node, word))
        })
    {
        return Err(word.expected("each node once, since two tokens on it would vanish"));
    }
    start.sort_unstable();
    Ok(visit.visit(&DECLARATION, Annihilation { game: Vanishing { graph: Arc::new(graph) }, start }))
}

/// What solvers see: the set of nodes with a token.
#[derive(Clone, Debug)]
pub struct Vanishing {
    graph: Arc<NamedGraph>,
}

impl Vanishing {
    /// The nodes with a token after a move, ascending.
    fn after(tokens: &[u32], token: usize, to: u32) -> Vec<u32> {
        let mut after: Vec<u32> = tokens.to_vec();
        after.remove(token);
        match after.binary_search(&to) {
            Ok(i) => _ = after.remove(i),
            Err(i) => after.insert(i, to),
        }
        after
    }

    fn moves<'a>(&'a self, tokens: &'a [u32]) -> impl Iterator<Item = (usize, u32)> + 'a {
        let steps = |(token, &node): (usize, &u32)| {
            self.graph.steps(node).into_iter().map(move |to| (token, to))
        };
        tokens.iter().enumerate().flat_map(steps)
    }
}

impl Game for Vanishing {
    type Position = Vec<u32>;

    fn options(&self, at: &Vec<u32>, out: &mut Sums<Vec<u32>>) -> Result<(), Fault> {
        self.options_until(at, out, &mut |_| false)
    }

    fn options_until(
        &self,
        at: &Vec<u32>,
        out: &mut Sums<Vec<u32>>,
        enough: &mut dyn FnMut(&[Vec<u32>]) -> bool,
    ) -> Result<(), Fault> {
        for (token, to) in self.moves(at) {
            // A loop at a node leaves the token where it is.
            out.push([if at[token] == to { at.clone() } else { Self::after(at, token, to) }]);
            if enough(out.get(out.len() - 1)) {
                break;
            }
        }
        Ok(())
    }

    fn size(&self, at: &Vec<u32>) -> u64 {
        at.len() as u64
    }

    fn bytes_beside(&self, at: &Vec<u32>) -> u64 {
        bytes_of(at)
    }

    fn may_draw(&self) -> bool {
        true
    }
}

/// Tokens that vanish when they meet.
#[derive(Clone, Debug)]
pub struct Annihilation {
    game: Vanishing,
    start: Vec<u32>,
}

impl Annihilation {
    /// The nodes with a token, in the order of their names.
    fn names(&self, board: &[u32]) -> String {
        if board.is_empty() {
            return NONE.to_string();
        }
        let mut names: Vec<&str> = board.iter().map(|&node| self.game.graph.name(node)).collect();
        names.sort_unstable();
        names.join(" ")
    }
}

impl Ruleset for Annihilation {
    type Game = Vanishing;
    /// The nodes with a token, ascending.
    type Board = Vec<u32>;
    /// Which token, by its index, and where it goes.
    type Move = (usize, u32);

    fn game(&self) -> &Vanishing {
        &self.game
    }

    fn start(&self) -> Vec<u32> {
        self.start.clone()
    }

    fn rules(&self) -> String {
        self.game.graph.rules()
    }

    fn write(&self, board: &Vec<u32>) -> String {
        self.game.graph.position(self.names(board))
    }

    fn write_part(&self, part: &Vec<u32>) -> String {
        self.names(part)
    }

    fn parts(&self, board: &Vec<u32>) -> Vec<Vec<u32>> {
        vec![board.clone()]
    }

    fn moves(&self, board: &Vec<u32>, each: &mut dyn FnMut((usize, u32)) -> bool) {
        let _all = self.game.moves(board).all(each);
    }

    fn play(&self, board: &Vec<u32>, &(token, to): &(usize, u32)) -> Vec<u32> {
        if board[token] == to { board.clone() } else { Vanishing::after(board, token, to) }
    }

    fn write_move(&self, board: &Vec<u32>, &(token, to): &(usize, u32)) -> String {
        format!("{}>{}", self.game.graph.name(board[token]), self.game.graph.name(to))
    }

    fn picture(&self, board: &Vec<u32>) -> Picture {
        draw(&self.game.graph, board)
    }

    fn place(&self, _board: &Vec<u32>, &(_, to): &(usize, u32)) -> Option<Place> {
        spot(&self.game.graph, to)
    }

    /// A token put on a node or taken from it.
    fn edits(&self, board: &Vec<u32>, place: Option<Place>) -> Vec<Edit> {
        let Some(node) = vertex(&self.game.graph, place) else { return Vec::new() };
        let mut changed = board.clone();
        match board.binary_search(&node) {
            Ok(token) => _ = changed.remove(token),
            Err(token) => changed.insert(token, node),
        }
        vec![Edit::new(if changed.len() < board.len() { "-" } else { "+" }, self.write(&changed))]
    }

    fn why(&self, board: &Vec<u32>, value: &dyn Fn(&Vec<u32>) -> Option<Nimber>) -> Why {
        let label = format!("tokens on {}", self.names(board));
        let notes = vec!["the tokens are one position, since two that meet vanish".to_string()];
        Why { parts: vec![WhyPart::new(label, value(board))], notes, ..Why::default() }
    }
}
