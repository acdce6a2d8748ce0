//! Games that take vertices from a graph, as people see them.
//!
//! The main type is [`OnGraph`]. Notation: the graph ([`grundy_rules::NamedGraph`]), and where
//! vertices are gone, the word `without` and their names.

use std::fmt::Debug;

use grundy_rules::{
    EachEffect, Edge, Edit, Effect, Game, Graph, NamedGraph, Nimber, ParseError, Picture, Place, Ruleset,
    TermText, Text, Tone, Vertex, Why, WhyPart,
};

/// Most vertices of a graph.
const MOST: u64 = 20_000;

/// What may stand behind the colon.
pub(crate) const VARIANTS: &[(&str, &str)] = &[
    (
        "path, cycle, complete, bipartite, star, wheel",
        "by the number of vertices (two numbers for bipartite)",
    ),
    ("grid, cylinder, torus", "by rows and columns"),
    ("king, queen, rook, bishop, knight", "squares a move apart, by rows and columns"),
    ("hypercube, petersen, prism, tree", "by dimension; n and k; n; children and levels"),
];

/// How graphs are written.
pub(crate) const POSITION: &str = "the numbers of a family (`grid 3 5`), or a graph: graph6, edges `0-1,1-2`, DIMACS or \
                                   undirected DOT; behind it, `without` and the vertices that are gone";

/// A graph that was read, and which vertices are there.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) named: NamedGraph,
    live: Vec<bool>,
    text: Text,
}

/// Reads a graph and the vertices that are gone.
pub(crate) fn read(term: &TermText) -> Result<Read, ParseError> {
    let word = term.position.words().find(|word| word.text == "without");
    let (before, after) = match word {
        None => (term.position.clone(), None),
        Some(word) => (
            term.position.slice(0..word.start),
            Some(term.position.slice(word.start + word.text.len()..term.position.as_str().len())),
        ),
    };
    let text = match &term.file {
        None => before,
        Some(file) => match before.words().next() {
            None => file.clone(),
            Some(word) => return Err(word.expected("nothing after the file, or `without` and vertices")),
        },
    };
    let named = NamedGraph::read(&term.rules, &text, MOST)?;
    let mut live = vec![true; named.graph.len() as usize];
    if let Some(after) = after {
        let names: std::collections::HashMap<&str, usize> =
            named.labels.iter().map(String::as_str).zip(0..).collect();
        for word in after.words() {
            let Some(&v) = names.get(word.text) else { return Err(word.expected("the name of a vertex")) };
            if !std::mem::replace(&mut live[v], false) {
                return Err(word.expected("a vertex that was not named before"));
            }
        }
    }
    Ok(Read { named, live, text })
}

impl Read {
    pub(crate) fn too_large(&self) -> ParseError {
        let found = format!("{} vertices", self.named.graph.len());
        self.text.error_here("a graph whose connected pieces have at most 4000 vertices", found)
    }
}

/// A game that takes vertices from a graph.
pub(crate) trait Kayles: Game + Debug + Send + Sized {
    /// What a move takes.
    type Taken: Clone + PartialEq + Debug + Send + Sync;

    /// The game on a graph, if it fits.
    fn on(graph: &Graph) -> Option<Self>;
    /// The sum that the live vertices are.
    fn sum(&self, live: &[bool]) -> Vec<Self::Position>;
    /// Every move, in a fixed order, until `each` says false.
    fn each_move(&self, live: &[bool], each: &mut dyn FnMut(Self::Taken) -> bool);
    /// Every move with what it does to the sum, in the order the parts give.
    fn each_effect(&self, live: &[bool], each: &mut dyn FnMut(Self::Taken, Effect<Self::Position>) -> bool);
    /// The vertices a move takes away; some may be gone before.
    fn gone(&self, mv: &Self::Taken) -> Vec<u32>;
    /// The move in text.
    fn write(labels: &[String], mv: &Self::Taken) -> String;
    /// Where it goes in the picture.
    fn place(&self, mv: &Self::Taken) -> Place;
}

/// A graph, a game on it, and the vertices of the start.
#[derive(Debug)]
pub(crate) struct OnGraph<K> {
    game: K,
    named: NamedGraph,
    start: Vec<bool>,
}

impl<K: Kayles> OnGraph<K> {
    pub(crate) fn new(read: Read) -> Result<Self, ParseError> {
        let game = K::on(&read.named.graph).ok_or_else(|| read.too_large())?;
        Ok(Self { game, named: read.named, start: read.live })
    }
}

impl<K: Kayles> Ruleset for OnGraph<K> {
    type Game = K;
    type Board = Vec<bool>;
    type Move = K::Taken;

    fn game(&self) -> &K {
        &self.game
    }

    fn start(&self) -> Vec<bool> {
        self.start.clone()
    }

    fn rules(&self) -> String {
        self.named.family.clone()
    }

    fn table_key(&self) -> Option<String> {
        Some(format!("{} {}", self.named.family, self.named.text))
    }

    fn write(&self, live: &Vec<bool>) -> String {
        let gone: Vec<&str> = self
            .named
            .labels
            .iter()
            .zip(live)
            .filter(|&(_, &live)| !live)
            .map(|(label, _)| label.as_str())
            .collect();
        if gone.is_empty() {
            self.named.text.clone()
        } else {
            format!("{} without {}", self.named.text, gone.join(" "))
        }
    }

    fn parts(&self, live: &Vec<bool>) -> Vec<K::Position> {
        self.game.sum(live)
    }

    fn moves(&self, live: &Vec<bool>, each: &mut dyn FnMut(K::Taken) -> bool) {
        self.game.each_move(live, each);
    }

    fn effects(&self, live: &Vec<bool>, each: EachEffect<'_, Self>) {
        // In the order of the moves, which is not that of the parts.
        let mut found: Vec<(K::Taken, Effect<K::Position>)> = Vec::new();
        self.game.each_effect(live, &mut |mv, effect| {
            found.push((mv, effect));
            true
        });
        let mut order: Vec<K::Taken> = Vec::new();
        self.game.each_move(live, &mut |mv| {
            order.push(mv);
            true
        });
        let place: std::collections::HashMap<Vec<u32>, usize> =
            order.iter().map(|mv| self.key(mv)).zip(0..).collect();
        found.sort_by_key(|(mv, _)| place.get(&self.key(mv)).copied());
        let _all = found.into_iter().all(|(mv, effect)| each(mv, effect));
    }

    fn play(&self, live: &Vec<bool>, mv: &K::Taken) -> Vec<bool> {
        let mut after = live.clone();
        for v in self.game.gone(mv) {
            after[v as usize] = false;
        }
        after
    }

    fn write_move(&self, _live: &Vec<bool>, mv: &K::Taken) -> String {
        K::write(&self.named.labels, mv)
    }

    /// A vertex is put back or taken away.
    fn edits(&self, live: &Vec<bool>, place: Option<Place>) -> Vec<Edit> {
        match place {
            Some(Place::Vertex(v)) if v < live.len() => {
                let mut changed = live.clone();
                changed[v] = !live[v];
                vec![Edit::new(if live[v] { "-" } else { "+" }, self.write(&changed))]
            }
            _ => Vec::new(),
        }
    }

    fn picture(&self, live: &Vec<bool>) -> Picture {
        let vertex = |v: usize| {
            let tone = if live[v] { Tone::Free } else { Tone::Dead };
            Vertex::new(self.named.labels[v].clone(), self.named.places[v], tone)
        };
        let edge = |ends: (u32, u32)| Edge {
            from: ends.0 as usize,
            to: ends.1 as usize,
            directed: false,
            wraps: self.named.wraps.binary_search(&ends).is_ok(),
        };
        Picture::Graph {
            vertices: (0..live.len()).map(vertex).collect(),
            edges: self.named.graph.edges().map(edge).collect(),
        }
    }

    fn place(&self, _live: &Vec<bool>, mv: &K::Taken) -> Option<Place> {
        Some(self.game.place(mv))
    }

    fn why(&self, live: &Vec<bool>, value: &dyn Fn(&K::Position) -> Option<Nimber>) -> Why {
        let components = self.named.graph.components(|v| live[v as usize]);
        let part = |component: &Vec<u32>| {
            let mut only = vec![false; live.len()];
            for &v in component {
                only[v as usize] = true;
            }
            let size = if component.len() == 1 {
                "1 vertex".into()
            } else {
                format!("{} vertices", component.len())
            };
            let label = format!("component of {size} from {}", self.named.labels[component[0] as usize]);
            WhyPart::new(label, self.game.sum(&only).iter().map(value).sum())
        };
        Why {
            parts: components.iter().map(part).collect(),
            notes: vec!["connected components are games of their own".to_string()],
            ..Why::default()
        }
    }
}

impl<K: Kayles> OnGraph<K> {
    /// The start of a move's list of vertices, which tells moves apart.
    fn key(&self, mv: &K::Taken) -> Vec<u32> {
        self.game.gone(mv).into_iter().take(2).collect()
    }
}
