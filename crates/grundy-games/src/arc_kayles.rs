//! Arc Kayles: take an edge of a graph with both its vertices.
//!
//! Rules: a move takes two vertices that an edge joins, and with them every edge at either;
//! whoever cannot move loses. On the graph of a board it is Cram.
//! The main type is [`ArcKayles`]; positions are as in [`crate::node_kayles`], connected and of
//! two vertices at least, since a vertex alone is nothing. On a path it is Dawson's Kayles, octal
//! 0.07, which is Dawson's chess one vertex shorter: a path of `n` vertices has `n - 1` edges,
//! and taking an edge takes the edges beside it too. A cycle leaves a path two vertices shorter.
//! Source: Schaefer 1978; Winning Ways, chapter 4.

use grundy_rules::{
    Declaration, Effect, Example, Fault, Game, Graph, Known, Nimber, ParseError, Place, Search, Sums, TermText, Visit,
};

use rustc_hash::FxHashSet;

use crate::graph_board::{self, Kayles, OnGraph};
use crate::vertex_sets::set::{Set, add, and, count, each, minus, or};
use crate::vertex_sets::{Sets, at_width, dawson};

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "arc-kayles",
    aliases: &[],
    title: "Arc Kayles",
    rules: "A move takes an edge of a graph with both its vertices, and with them every edge at either. Who cannot \
            move loses.",
    variants: graph_board::VARIANTS,
    position: graph_board::POSITION,
    moves: "the two vertices, `u-v`, in the order of their numbers",
    examples: &[
        Example { question: "arc-kayles:path 9", shows: "Dawson's Kayles" },
        Example { question: "arc-kayles:petersen 5 2", shows: "the Petersen graph" },
        Example { question: "arc-kayles a-b,b-c,c-a,c-d", shows: "any graph, by its edges" },
    ],
    source: "Schaefer, J. Computer and System Sciences 16, 1978; Winning Ways, chapter 4",
};

/// Reads a graph.
///
/// # Errors
/// When the text is no graph, or one that is too large.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let read = graph_board::read(term)?;
    at_width!(&read.named.graph, W => Ok(visit.visit(&DECLARATION, OnGraph::<ArcKayles<W>>::new(read)?)), else {
        Err(read.too_large())
    })
}

/// Arc Kayles on one graph, with positions of `W` words.
#[derive(Debug)]
pub struct ArcKayles<const W: usize> {
    sets: Sets<W>,
}

impl<const W: usize> ArcKayles<W> {
    /// The game on `graph`; `None` when its components do not fit in `W` words.
    pub fn new(graph: &Graph) -> Option<Self> {
        Some(Self { sets: Sets::new(graph)? })
    }

    /// The components of two or more vertices.
    fn components(&self, live: impl Fn(u32) -> bool) -> Vec<Vec<u32>> {
        let mut components = self.sets.graph.components(live);
        components.retain(|component| component.len() > 1);
        components
    }

    /// The sum of positions that the vertices kept by `live` are: their connected components of
    /// two or more, in order of their least vertex.
    pub fn parts(&self, live: impl Fn(u32) -> bool) -> Vec<Set<W>> {
        self.components(live).iter().map(|component| self.sets.position(component)).collect()
    }

    /// Adds the option of taking the edge between the numbers `u` and `v` of `set`.
    #[inline]
    fn take(&self, number: u32, set: &Set<W>, u: usize, v: usize, out: &mut Sums<Set<W>>) {
        let class = &self.sets.classes[number as usize];
        let mut removed = [0; W];
        add(&mut removed, u);
        add(&mut removed, v);
        let rest = minus(set, &removed);
        let edge = and(&or(&class.near[u], &class.near[v]), &rest);
        class.split(rest, edge, |part| {
            if count(&part) > 1 {
                out.part(self.sets.tagged(number, part));
            }
        });
        out.end();
    }
}

impl<const W: usize> Game for ArcKayles<W> {
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
        let mut met = FxHashSet::default();
        for u in each(&set) {
            for v in each(&and(&class.near[u], &set)).filter(|&v| v > u) {
                if let Some(twins) = &twins
                    && !met.insert((twins[u].min(twins[v]), twins[u].max(twins[v])))
                {
                    continue;
                }
                self.take(number, &set, u, v, out);
                if enough(out.get(out.len() - 1)) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn known(&self, at: &Set<W>) -> Known {
        let (_, class, set) = self.sets.open(at);
        let path = |n: u32| if n == 0 { 0 } else { dawson::path(n - 1) };
        let value = class.narrow(&set).map(|(n, is_cycle)| if is_cycle { u64::from(path(n - 2) == 0) } else { path(n) });
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

impl<const W: usize> Kayles for ArcKayles<W> {
    type Taken = (u32, u32);

    fn on(graph: &Graph) -> Option<Self> {
        Self::new(graph)
    }

    fn sum(&self, live: &[bool]) -> Vec<Set<W>> {
        self.parts(|v| live[v as usize])
    }

    fn each_move(&self, live: &[bool], each: &mut dyn FnMut((u32, u32)) -> bool) {
        let both = |&(u, v): &(u32, u32)| live[u as usize] && live[v as usize];
        let _all = self.sets.graph.edges().filter(both).all(each);
    }

    fn each_effect(&self, live: &[bool], each: &mut dyn FnMut((u32, u32), Effect<Set<W>>) -> bool) {
        let mut becomes = Sums::new();
        for (part, component) in self.components(|v| live[v as usize]).iter().enumerate() {
            let set = self.sets.untagged(&self.sets.position(component));
            for &u in component {
                for &v in self.sets.graph.neighbours(u).iter().filter(|&&v| v > u && live[v as usize]) {
                    let ((class, from), (_, to)) = (self.sets.places[u as usize], self.sets.places[v as usize]);
                    becomes.clear();
                    self.take(class, &set, from as usize, to as usize, &mut becomes);
                    if !each((u, v), Effect::Part { part, becomes: becomes.parts().to_vec() }) {
                        return;
                    }
                }
            }
        }
    }

    fn gone(&self, &(u, v): &(u32, u32)) -> Vec<u32> {
        vec![u, v]
    }

    fn write(labels: &[String], &(u, v): &(u32, u32)) -> String {
        format!("{}-{}", labels[u as usize], labels[v as usize])
    }

    fn place(&self, mv: &(u32, u32)) -> Place {
        Place::Edge(self.sets.graph.edges().position(|edge| edge == *mv).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use grundy_rules::mex;

    use super::*;

    /// The nimber of the subgraph on `live`, from the rules.
    fn naive(edges: &[(u32, u32)], live: u32, memo: &mut HashMap<u32, u64>) -> u64 {
        if let Some(&value) = memo.get(&live) {
            return value;
        }
        let gone = edges.iter().map(|&(u, v)| 1 << u | 1 << v).filter(|gone| gone & live == *gone);
        let mut values: Vec<u64> = gone.map(|gone| naive(edges, live & !gone, memo)).collect();
        let value = mex(&mut values);
        memo.insert(live, value);
        value
    }

    /// The nimber through the game's own options.
    fn value<const W: usize>(game: &ArcKayles<W>, at: &Set<W>, memo: &mut HashMap<Set<W>, u64>) -> u64 {
        if let Some(&value) = memo.get(at) {
            return value;
        }
        let found = match (game.known(at), game.canonical(at)) {
            (Known::Nimber(value), _) => value.0,
            (_, Some(stand)) => value(game, &stand, memo),
            _ => {
                let mut options = Sums::new();
                game.options(at, &mut options).unwrap();
                let mut one = |part| value(game, part, memo);
                let mut values: Vec<u64> =
                    options.iter().map(|sum| sum.iter().map(&mut one).fold(0, |a, b| a ^ b)).collect();
                mex(&mut values)
            }
        };
        memo.insert(*at, found);
        found
    }

    fn whole<const W: usize>(graph: &Graph) -> u64 {
        let game = ArcKayles::<W>::new(graph).unwrap();
        let mut memo = HashMap::new();
        game.parts(|_| true).iter().map(|part| value(&game, part, &mut memo)).fold(0, |a, b| a ^ b)
    }

    #[test]
    fn few_edges_and_many() {
        let mut random = 1u64;
        for (n, percent) in [(9, 30), (11, 50), (13, 25), (17, 100), (18, 97), (18, 96)] {
            for _ in 0..4 {
                let mut edges = Vec::new();
                for (u, v) in (0..n).flat_map(|v| (0..v).map(move |u| (u, v))) {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    if random >> 33 & 127 < percent * 128 / 100 {
                        edges.push((u, v));
                    }
                }
                let graph = Graph::new(n, &edges).unwrap();
                let expected = naive(&edges, (1 << n) - 1, &mut HashMap::new());
                assert_eq!(whole::<1>(&graph), expected, "{graph:?}");
                assert_eq!(whole::<64>(&graph), expected, "{graph:?}");
            }
        }
    }

    #[test]
    fn graphs_with_many_ends() {
        // Each move on a complete graph takes two vertices, on a bipartite one of either side.
        for n in [256, 257, 300] {
            let edges: Vec<_> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
            assert_eq!(whole::<64>(&Graph::new(n, &edges).unwrap()), u64::from(n / 2 % 2), "complete {n}");
        }
        for n in [299, 300] {
            let edges: Vec<_> = (0..n).flat_map(|v| (0..n).map(move |u| (u, n + v))).collect();
            assert_eq!(whole::<64>(&Graph::new(2 * n, &edges).unwrap()), u64::from(n % 2), "bipartite {n}");
        }
    }
}
