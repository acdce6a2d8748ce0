//! Node Kayles: take a vertex of a graph together with its neighbours.
//!
//! Rules: a move takes a vertex and all its neighbours; whoever cannot move loses.
//! The main type is [`NodeKayles`]. A position is a connected vertex set in one component of
//! the graph; the components are numbered each on its own, so that sets stay small, and equal
//! ones share their numbers. Invariant: positions are connected and not empty, kept by
//! [`NodeKayles::parts`] and by the options. Cost: an option takes a few word operations where
//! the rest stays in one piece near the vertex, else a flood of the smaller pieces.
//! Source: Schaefer 1978; on paths it is Dawson's chess (Winning Ways, chapter 4).

use grundy_rules::{Declaration, Effect, Example, Fault, Game, Graph, Known, Nimber, ParseError, Place, Search, Sums, TermText, Visit};

use crate::graph_board::{self, Kayles, OnGraph};
use crate::vertex_sets::{Sets, dawson, at_width};
use crate::vertex_sets::set::{Set, add, and, count, each, minus, or};
pub use crate::vertex_sets::{WIDTHS, width_for};

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "node-kayles",
    aliases: &[],
    title: "Node Kayles",
    rules: "A move takes a vertex of a graph and all its neighbours. Who cannot move loses.",
    variants: graph_board::VARIANTS,
    position: graph_board::POSITION,
    moves: "the name of the vertex: its number from 0, or `row,column` on a board",
    examples: &[
        Example { question: "node-kayles:path 7", shows: "Dawson's chess with seven pawns" },
        Example { question: "node-kayles:queen 5 5", shows: "queens that do not attack each other" },
        Example { question: "node-kayles 0-1,1-2,2-3,1-3", shows: "any graph, by its edges" },
    ],
    source: "Schaefer, J. Computer and System Sciences 16, 1978; Winning Ways, chapter 4; OEIS A002187, A316632",
};

/// Reads a graph.
///
/// # Errors
/// When the text is no graph, or one that is too large.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let read = graph_board::read(term)?;
    at_width!(&read.named.graph, W => Ok(visit.visit(&DECLARATION, OnGraph::<NodeKayles<W>>::new(read)?)), else {
        Err(read.too_large())
    })
}

/// Node Kayles on one graph, with positions of `W` words.
#[derive(Debug)]
pub struct NodeKayles<const W: usize> {
    sets: Sets<W>,
}

impl<const W: usize> NodeKayles<W> {
    /// The game on `graph`; `None` when its components do not fit in `W` words, see
    /// [`width_for`].
    pub fn new(graph: &Graph) -> Option<Self> {
        Some(Self { sets: Sets::with_pieces(graph)? })
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.sets.graph
    }

    /// The sum of positions that the vertices kept by `live` are: their connected components, in
    /// order of their least vertex.
    pub fn parts(&self, live: impl Fn(u32) -> bool) -> Vec<Set<W>> {
        self.sets.graph.components(live).iter().map(|component| self.sets.position(component)).collect()
    }

    /// Calls `each` with every vertex kept by `live` and what taking it does, part by part, until
    /// it says false.
    pub fn effects(&self, live: impl Fn(u32) -> bool, each: &mut dyn FnMut(u32, Effect<Set<W>>) -> bool) {
        let mut becomes = Sums::new();
        for (part, component) in self.sets.graph.components(live).iter().enumerate() {
            let set = self.sets.untagged(&self.sets.position(component));
            for &v in component {
                let (class, number) = self.sets.places[v as usize];
                becomes.clear();
                self.take(class, &set, number as usize, &mut becomes);
                if !each(v, Effect::Part { part, becomes: becomes.parts().to_vec() }) {
                    return;
                }
            }
        }
    }

    /// Adds the option of taking vertex number `v` of `set`.
    #[inline]
    fn take(&self, class_number: u32, set: &Set<W>, v: usize, out: &mut Sums<Set<W>>) {
        let class = &self.sets.classes[class_number as usize];
        let mut removed = and(&class.near[v], set);
        let mut edge = [0; W];
        for u in each(&removed) {
            edge = or(&edge, &class.near[u]);
        }
        add(&mut removed, v);
        let rest = minus(set, &removed);
        let edge = and(&edge, &rest);
        let mut emit = |part| out.part(self.sets.tagged(class_number, part));
        let pieces = class.pieces(v);
        if pieces.is_empty() {
            class.split(rest, edge, emit);
        } else {
            for piece in pieces {
                class.split(and(&rest, piece), and(&edge, piece), &mut emit);
            }
        }
        out.end();
    }
}

impl<const W: usize> Game for NodeKayles<W> {
    type Position = Set<W>;

    fn options(&self, at: &Set<W>, out: &mut Sums<Set<W>>) -> Result<(), Fault> {
        self.options_until(at, out, &mut |_| false)
    }

    fn options_until(
        &self,
        at: &Set<W>,
        out: &mut Sums<Set<W>>,
        enough: &mut dyn FnMut(&[Set<W>]) -> bool,
    ) -> Result<(), Fault> {
        let (number, class, set) = self.sets.open(at);
        let twins = class.twins(&set);
        let first = |&v: &usize| twins.as_ref().is_none_or(|twins| usize::from(twins[v]) == v);
        let _stopped = each(&set).filter(first).any(|v| {
            self.take(number, &set, v, out);
            enough(out.get(out.len() - 1))
        });
        Ok(())
    }

    fn known(&self, at: &Set<W>) -> Known {
        let (_, class, set) = self.sets.open(at);
        let value = class.narrow(&set).map(|(n, is_cycle)| if is_cycle { dawson::cycle(n) } else { dawson::path(n) });
        value.map_or(Known::Unknown, |value| Known::Nimber(Nimber(value)))
    }

    fn canonical(&self, at: &Set<W>) -> Option<Set<W>> {
        self.sets.stand_in(at)
    }

    fn size(&self, at: &Set<W>) -> u64 {
        u64::from(count(&self.sets.untagged(at)))
    }

    fn pack(&self, at: &Set<W>) -> Vec<u64> {
        at.to_vec()
    }

    fn unpack(&self, words: &[u64]) -> Option<Set<W>> {
        self.sets.checked(words)
    }

    fn search(&self) -> Search {
        Search::Tracking
    }
}

impl<const W: usize> Kayles for NodeKayles<W> {
    type Taken = u32;

    fn on(graph: &Graph) -> Option<Self> {
        Self::new(graph)
    }

    fn sum(&self, live: &[bool]) -> Vec<Set<W>> {
        self.parts(|v| live[v as usize])
    }

    fn each_move(&self, live: &[bool], each: &mut dyn FnMut(u32) -> bool) {
        let _all = (0..).zip(live).filter(|&(_, &live)| live).all(|(v, _)| each(v));
    }

    fn each_effect(&self, live: &[bool], each: &mut dyn FnMut(u32, Effect<Set<W>>) -> bool) {
        self.effects(|v| live[v as usize], each);
    }

    fn gone(&self, &v: &u32) -> Vec<u32> {
        [v].into_iter().chain(self.sets.graph.neighbours(v).iter().copied()).collect()
    }

    fn write(labels: &[String], &v: &u32) -> String {
        labels[v as usize].clone()
    }

    fn place(&self, &v: &u32) -> Place {
        Place::Vertex(v as usize)
    }
}

#[cfg(test)]
mod tests;
