//! Arena: tokens on the nodes of a graph, moved along its edges.
//!
//! ```text
//! arena:a-b,b-a,b-c a
//! [a] --> b --> c
//!     <--
//! ```
//! Rules: a move takes one token along an edge; the player who cannot move loses. Play may go
//! on for ever: that is a draw. A node without moves may be marked as a draw or a win for the
//! player who is stuck there. Several tokens are a sum: each moves as if it were alone.
//!
//! Notation: the graph (see [`crate::digraph_text`]) and the nodes of the tokens; a move is
//! `a>b`, with the number of the token in front if there are several, `2:a>b`.

use std::sync::Arc;

use grundy_rules::{
    Arena as _, Declaration, EachEffect, Edge, Edit, Effect, End, Example, Fault, Game, Nimber, Outcome, ParseError,
    Picture, Place, Ruleset, Sums, TermText, Tone, Vertex, Visit, Why, WhyPart,
};

use crate::digraph_text::{self, NamedGraph};

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "arena",
    aliases: &["digraph"],
    title: "Arena",
    rules: "Tokens stand on the nodes of a graph. A move takes one token along an edge. Who cannot move loses; play \
            without end is a draw. A node without edges may be marked. A token on a node marked as a draw ends the whole \
            game at once as a draw, and with it any sum it is part of. On a node marked as a win, who cannot move wins; \
            a game that can get there has no value to add, so it is played alone, with one token.",
    variants: &[("edges", "the graph as edges and marks (`=draw`, `=win`), `arena:a-b,b-c,c=draw`; or write @file with the graph in it")],
    position: "the nodes the tokens stand on, such as `a`; `arena @game.dot a` reads the graph from a file: an edge \
               list, JSON or DOT",
    moves: "`a>b`; with several tokens `2:a>b` moves the second",
    examples: &[
        Example { question: "arena:0-2,0-3,1-0,2-2 0", shows: "a win, though node 0 is infinite: inf(0)" },
        Example { question: "arena:a-b,b-a a", shows: "a draw: nobody ever gets stuck" },
        Example { question: "arena:a-b,b-c,c=draw a", shows: "a draw by a marked end" },
        Example { question: "arena:a-b,b-c,a-c,c-d a b", shows: "two tokens: a sum" },
    ],
    source: "C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966); A. S. Fraenkel and Y. Perl, \
             Constructions in combinatorial games with cycles (1975); Winning Ways, chapter 12",
};

/// Graphs up to this many nodes are drawn.
const DRAWN: u32 = 60;

/// Reads the graph and the nodes.
///
/// # Errors
/// When the graph cannot be read, or a node is not there.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let graph = Arc::new(digraph_text::read(term)?);
    let start = graph.read_nodes(&term.position)?;
    Ok(visit.visit(&DECLARATION, Tokens { game: OnGraph { graph }, start }))
}

/// What solvers see: one token on a graph.
#[derive(Clone, Debug)]
pub struct OnGraph {
    graph: Arc<NamedGraph>,
}

impl OnGraph {
    /// The graph.
    pub fn graph(&self) -> &NamedGraph {
        &self.graph
    }
}

impl Game for OnGraph {
    type Position = u32;

    fn options(&self, &node: &u32, out: &mut Sums<u32>) -> Result<(), Fault> {
        self.graph.steps(node).into_iter().for_each(|to| out.push([to]));
        Ok(())
    }

    fn dense_len(&self) -> Option<u64> {
        Some(self.graph.graph.nodes().into())
    }

    fn index(&self, &node: &u32) -> u64 {
        node.into()
    }

    fn end(&self, &node: &u32) -> End {
        self.graph.graph.end(node)
    }

    fn may_draw(&self) -> bool {
        true
    }
}

/// Tokens on a graph.
#[derive(Clone, Debug)]
pub struct Tokens {
    game: OnGraph,
    start: Vec<u32>,
}

impl Ruleset for Tokens {
    type Game = OnGraph;
    /// Where each token stands.
    type Board = Vec<u32>;
    /// Which token, and where it goes.
    type Move = (usize, u32);

    fn game(&self) -> &OnGraph {
        &self.game
    }

    fn start(&self) -> Vec<u32> {
        self.start.clone()
    }

    fn rules(&self) -> String {
        self.game.graph.rules()
    }

    fn write(&self, board: &Vec<u32>) -> String {
        let names: Vec<&str> = board.iter().map(|&node| self.game.graph.name(node)).collect();
        self.game.graph.position(names.join(" "))
    }

    fn write_part(&self, &node: &u32) -> String {
        self.game.graph.name(node).to_string()
    }

    fn parts(&self, board: &Vec<u32>) -> Vec<u32> {
        board.clone()
    }

    fn moves(&self, board: &Vec<u32>, each: &mut dyn FnMut((usize, u32)) -> bool) {
        for (token, &node) in board.iter().enumerate() {
            for to in self.game.graph.steps(node) {
                if !each((token, to)) {
                    return;
                }
            }
        }
    }

    fn effects(&self, board: &Vec<u32>, each: EachEffect<'_, Self>) {
        self.moves(board, &mut |mv| each(mv, Effect::Part { part: mv.0, becomes: vec![mv.1] }));
    }

    fn play(&self, board: &Vec<u32>, &(token, to): &(usize, u32)) -> Vec<u32> {
        let mut after = board.clone();
        after[token] = to;
        after
    }

    fn write_move(&self, board: &Vec<u32>, &(token, to): &(usize, u32)) -> String {
        let graph = &self.game.graph;
        let step = format!("{}>{}", graph.name(board[token]), graph.name(to));
        if board.len() > 1 { format!("{}:{step}", token + 1) } else { step }
    }

    fn picture(&self, board: &Vec<u32>) -> Picture {
        draw(&self.game.graph, board)
    }

    fn place(&self, _board: &Vec<u32>, mv: &(usize, u32)) -> Option<Place> {
        spot(&self.game.graph, mv.1)
    }

    /// A token more or less on a node.
    fn edits(&self, board: &Vec<u32>, place: Option<Place>) -> Vec<Edit> {
        let Some(node) = vertex(&self.game.graph, place) else { return Vec::new() };
        let mut edits = vec![Edit::new("+", self.write(&[&board[..], &[node]].concat()))];
        if let Some(token) = board.iter().position(|&at| at == node).filter(|_| board.len() > 1) {
            let mut fewer = board.clone();
            fewer.remove(token);
            edits.push(Edit::new("-", self.write(&fewer)));
        }
        edits
    }

    fn why(&self, board: &Vec<u32>, value: &dyn Fn(&u32) -> Option<Nimber>) -> Why {
        let part = |node: &u32| WhyPart::new(format!("token on {}", self.game.graph.name(*node)), value(node));
        Why { parts: board.iter().map(part).collect(), ..Why::default() }
    }
}

/// A node's place in the picture, where all nodes are drawn.
pub(crate) fn spot(graph: &NamedGraph, node: u32) -> Option<Place> {
    (graph.graph.nodes() <= DRAWN).then_some(Place::Vertex(node as usize))
}

/// The node at a place of the picture.
pub(crate) fn vertex(graph: &NamedGraph, place: Option<Place>) -> Option<u32> {
    let Some(Place::Vertex(vertex)) = place else { return None };
    let node = u32::try_from(vertex).ok().filter(|&node| node < graph.graph.nodes())?;
    spot(graph, node).map(|_| node)
}

/// The graph on a circle; of a large one only the tokens and where they can go.
pub(crate) fn draw(graph: &NamedGraph, tokens: &[u32]) -> Picture {
    let nodes = graph.graph.nodes();
    let mut shown: Vec<u32> = if nodes <= DRAWN {
        (0..nodes).collect()
    } else {
        tokens.iter().flat_map(|&node| std::iter::once(node).chain(graph.graph.row(node).iter().copied())).collect()
    };
    shown.sort_unstable();
    shown.dedup();
    shown.truncate(DRAWN as usize);
    let place = |i: usize| {
        let angle = std::f64::consts::TAU * i as f64 / shown.len() as f64;
        ((500.0 + 450.0 * angle.sin()) as u32, (500.0 - 450.0 * angle.cos()) as u32)
    };
    let vertex = |(i, &node): (usize, &u32)| {
        let tokens = tokens.iter().filter(|&&at| at == node).count() as u32;
        let tone = if tokens > 0 { Tone::Placed } else { Tone::Free };
        let end = match graph.graph.end(node) {
            End::Loss => None,
            End::Draw => Some(Outcome::Draw),
            End::Win => Some(Outcome::Win),
        };
        Vertex { tokens, end, ..Vertex::new(graph.name(node), place(i), tone) }
    };
    let mut edges = Vec::new();
    for (from, &node) in shown.iter().enumerate() {
        for target in graph.steps(node) {
            if let Ok(to) = shown.binary_search(&target) {
                edges.push(Edge { from, to, directed: true, wraps: false });
            }
        }
    }
    Picture::Graph { vertices: shown.iter().enumerate().map(vertex).collect(), edges }
}
