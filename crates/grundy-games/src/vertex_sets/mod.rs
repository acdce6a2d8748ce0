//! Games whose positions are connected vertex sets of one graph.
//!
//! The main type is [`Sets`]: the graph cut into components, each numbered on its own so that
//! sets stay small, equal ones sharing their numbers. A position is a set of such numbers as an
//! array of words, with its class (which numbered component) in the top bits of the last word.
//! Cost: splitting takes a few word operations where the rest stays in one piece near what was
//! taken, else a flood of the smaller pieces.

pub(crate) mod dawson;
pub(crate) mod set;
pub(crate) mod shape;

use std::collections::HashMap;

use grundy_rules::Graph;
use rustc_hash::FxHashMap;

use self::set::{Set, add, and, count, each, first, has, is_empty, minus, or};
use self::shape::{Shapes, Small};

/// Most neighbours in a list, where sets have more words than that.
const FEW: usize = 32;
/// Edges a vertex of a dense graph.
const DENSE: usize = 8;

/// The widths of positions, in words, that a program should be ready to open.
pub const WIDTHS: [usize; 4] = [1, 2, 4, 64];

/// Does something at the first width `W` of a list, in words, at which positions on a graph fit.
macro_rules! at_width {
    ([$($width:literal)*] $graph:expr, $w:ident => $done:expr, else $other:expr) => {
        match $crate::vertex_sets::width_for($graph) {
            $(Some(width) if width <= $width => {
                const $w: usize = $width;
                $done
            })*
            _ => $other,
        }
    };
    ($graph:expr, $w:ident => $done:expr, else $other:expr) => {
        $crate::vertex_sets::at_width!([1 2 4 64] $graph, $w => $done, else $other)
    };
}
pub(crate) use at_width;

/// A graph made ready for positions of `W` words.
#[derive(Debug)]
pub(crate) struct Sets<const W: usize> {
    pub(crate) graph: Graph,
    /// Class and number in it of each vertex.
    pub(crate) places: Vec<(u32, u32)>,
    pub(crate) classes: Vec<Class<W>>,
    /// A position's class stands in the top bits of its last word, from this bit on.
    tag_shift: u32,
    shapes: Shapes<Set<W>>,
}

/// Components that are the same graph once they are numbered.
#[derive(Debug)]
pub(crate) struct Class<const W: usize> {
    /// Neighbours of each vertex.
    pub(crate) near: Vec<Set<W>>,
    /// Vertices of degree three or more.
    branching: Set<W>,
    is_cycle: bool,
    /// The neighbours of each vertex as a list, where that is short beside the words of a set;
    /// else empty.
    few: Vec<Vec<u16>>,
    /// Whether there are so many edges that it pays to look for vertices with the same neighbours.
    is_dense: bool,
    /// Where the component falls apart without a vertex and its neighbours: the pieces of
    /// vertex `v` are `pieces[cuts[v]..cuts[v + 1]]`, none where it stays in one piece. Both are
    /// empty where nobody asked for them.
    pieces: Vec<Set<W>>,
    cuts: Vec<u32>,
}

/// The components of a graph, each numbered on its own.
struct Numbering {
    /// Class and number in it of each vertex.
    places: Vec<(u32, u32)>,
    /// One numbered graph a class.
    classes: Vec<Graph>,
    /// Bits that tell the classes apart.
    tag_bits: u32,
}

impl Numbering {
    fn new(graph: &Graph) -> Self {
        let mut places = vec![(0, 0); graph.len() as usize];
        let mut classes = Vec::new();
        let mut known: HashMap<Graph, u32> = HashMap::new();
        for component in graph.components(|_| true) {
            let order = graph.band_order(&component);
            let numbered = graph.induced(&order);
            let class = *known.entry(numbered).or_insert_with_key(|numbered| {
                classes.push(numbered.clone());
                classes.len() as u32 - 1
            });
            for (&v, number) in order.iter().zip(0..) {
                places[v as usize] = (class, number);
            }
        }
        let tag_bits = (classes.len().max(1) as u64).next_power_of_two().trailing_zeros();
        Self { places, classes, tag_bits }
    }

    fn bits(&self) -> u32 {
        self.classes.iter().map(Graph::len).max().unwrap_or(0) + self.tag_bits
    }
}

/// The least of [`WIDTHS`] that fits the positions of `graph`; `None` when a component is too
/// large for all of them.
pub fn width_for(graph: &Graph) -> Option<usize> {
    let bits = Numbering::new(graph).bits() as usize;
    WIDTHS.into_iter().find(|width| width * 64 >= bits)
}

impl<const W: usize> Sets<W> {
    pub(crate) fn new(graph: &Graph) -> Option<Self> {
        Self::of(graph, false)
    }

    /// The same, with what [`Class::pieces`] tells.
    pub(crate) fn with_pieces(graph: &Graph) -> Option<Self> {
        Self::of(graph, true)
    }

    fn of(graph: &Graph, pieces: bool) -> Option<Self> {
        let numbering = Numbering::new(graph);
        if numbering.bits() > W as u32 * 64 || numbering.tag_bits > 32 {
            return None;
        }
        Some(Self {
            graph: graph.clone(),
            places: numbering.places,
            classes: numbering.classes.iter().map(|graph| Class::new(graph, pieces)).collect(),
            tag_shift: 64 - numbering.tag_bits,
            shapes: Shapes::new(),
        })
    }

    /// The words as a position, if they are one: vertices of a class that is there.
    pub(crate) fn checked(&self, words: &[u64]) -> Option<Set<W>> {
        let at: Set<W> = words.try_into().ok()?;
        let class = self.classes.get(self.class_of(&at) as usize)?;
        let set = self.untagged(&at);
        (!is_empty(&set) && each(&set).all(|v| v < class.near.len())).then_some(at)
    }

    /// The class of a position, and the position without it.
    #[inline]
    pub(crate) fn open(&self, at: &Set<W>) -> (u32, &Class<W>, Set<W>) {
        let class = self.class_of(at);
        (class, &self.classes[class as usize], self.untagged(at))
    }

    /// Another position that stands for all of the same shape, if there is one.
    pub(crate) fn stand_in(&self, at: &Set<W>) -> Option<Set<W>> {
        let (_, class, set) = self.open(at);
        let stand = self.shapes.stand_in(at, &class.small(&set));
        (stand != *at).then_some(stand)
    }

    /// The position of a connected list of vertices.
    pub(crate) fn position(&self, component: &[u32]) -> Set<W> {
        let mut set = [0; W];
        for &v in component {
            add(&mut set, self.places[v as usize].1 as usize);
        }
        let class = component.first().map_or(0, |&v| self.places[v as usize].0);
        self.tagged(class, set)
    }

    #[inline]
    pub(crate) fn tagged(&self, class: u32, mut set: Set<W>) -> Set<W> {
        set[W - 1] |= u64::from(class).checked_shl(self.tag_shift).unwrap_or(0);
        set
    }

    #[inline]
    pub(crate) fn class_of(&self, at: &Set<W>) -> u32 {
        at[W - 1].checked_shr(self.tag_shift).unwrap_or(0) as u32
    }

    #[inline]
    pub(crate) fn untagged(&self, at: &Set<W>) -> Set<W> {
        let mut set = *at;
        set[W - 1] &= !u64::MAX.checked_shl(self.tag_shift).unwrap_or(0);
        set
    }
}

impl<const W: usize> Class<W> {
    fn new(graph: &Graph, pieces: bool) -> Self {
        let mut near = vec![[0; W]; graph.len() as usize];
        let mut few = vec![Vec::new(); if W > FEW { near.len() } else { 0 }];
        let mut branching = [0; W];
        for v in 0..graph.len() {
            if let Some(few) = few.get_mut(v as usize).filter(|_| graph.degree(v) <= FEW) {
                *few = graph.neighbours(v).iter().map(|&u| u as u16).collect();
            }
            graph.neighbours(v).iter().for_each(|&u| add(&mut near[v as usize], u as usize));
            if graph.degree(v) >= 3 {
                add(&mut branching, v as usize);
            }
        }
        let is_cycle = graph.len() >= 3 && (0..graph.len()).all(|v| graph.degree(v) == 2);
        let is_dense = graph.edge_count() >= DENSE * graph.len() as usize;
        let (pieces_of, cuts) = (Vec::new(), Vec::new());
        let mut class = Self { near, branching, is_cycle, few, is_dense, pieces: pieces_of, cuts };
        if pieces {
            class.find_pieces(graph);
        }
        class
    }

    fn find_pieces(&mut self, graph: &Graph) {
        self.cuts.push(0);
        let mut all = [0; W];
        (0..self.near.len()).for_each(|v| add(&mut all, v));
        for v in 0..graph.len() {
            let mut pieces = Vec::new();
            if self.is_dense {
                // A flood by whole sets takes a few steps, a walk along all edges many.
                let mut gone = self.near[v as usize];
                add(&mut gone, v as usize);
                let left = minus(&all, &gone);
                self.split(left, left, |piece| pieces.push(piece));
            } else {
                for component in graph.components(|u| u != v && !graph.joined(v, u)) {
                    let mut piece = [0; W];
                    for u in component {
                        add(&mut piece, u as usize);
                    }
                    pieces.push(piece);
                }
            }
            if pieces.len() > 1 {
                self.pieces.append(&mut pieces);
            }
            self.cuts.push(self.pieces.len() as u32);
        }
    }

    /// For each vertex of a set the least one that has the same neighbours in it, but for the two
    /// themselves: to exchange them changes nothing. `None` where that is not worth the look.
    pub(crate) fn twins(&self, set: &Set<W>) -> Option<Vec<u16>> {
        if !self.is_dense {
            return None;
        }
        // No vertex has both a twin that it is joined to and one that it is not.
        let (mut apart, mut joined) = (FxHashMap::default(), FxHashMap::default());
        let mut least = vec![0; self.near.len()];
        for v in each(set) {
            let mut around = and(&self.near[v], set);
            let first = *apart.entry(around).or_insert(v as u16);
            add(&mut around, v);
            least[v] = first.min(*joined.entry(around).or_insert(v as u16));
        }
        Some(least)
    }

    #[inline]
    pub(crate) fn pieces(&self, v: usize) -> &[Set<W>] {
        &self.pieces[self.cuts[v] as usize..self.cuts[v + 1] as usize]
    }

    /// Calls `emit` with each component of `left`, every one of which meets `edge`.
    ///
    /// The flood of a component ends early once it holds all of `edge` that is left: whatever
    /// else is left must then belong to it.
    #[inline]
    pub(crate) fn split(&self, mut left: Set<W>, mut edge: Set<W>, mut emit: impl FnMut(Set<W>)) {
        while let Some(start) = first(&edge) {
            let mut component = [0; W];
            add(&mut component, start);
            let mut front = component;
            loop {
                if is_empty(&minus(&edge, &component)) {
                    component = left;
                    break;
                }
                let mut grown = [0; W];
                for v in each(&front) {
                    grown = or(&grown, &self.near[v]);
                }
                front = minus(&and(&grown, &left), &component);
                if is_empty(&front) {
                    break;
                }
                component = or(&component, &front);
            }
            emit(component);
            left = minus(&left, &component);
            edge = minus(&edge, &component);
        }
    }

    /// The subgraph on a set, its vertices numbered anew.
    fn small(&self, set: &Set<W>) -> Small {
        let mut before = [0u16; W];
        let mut sum = 0;
        for (word, total) in set.iter().zip(&mut before) {
            *total = sum;
            sum += word.count_ones() as u16;
        }
        let rank = |v: usize| before[v / 64] + (set[v / 64] & ((1 << (v % 64)) - 1)).count_ones() as u16;
        let (mut starts, mut ends) = (vec![0], Vec::new());
        for v in each(set) {
            match self.few.get(v) {
                Some(few) if !few.is_empty() => {
                    ends.extend(few.iter().map(|&u| usize::from(u)).filter(|&u| has(set, u)).map(rank));
                }
                _ => ends.extend(each(&and(&self.near[v], set)).map(rank)),
            }
            starts.push(ends.len() as u32);
        }
        Small::new(starts, ends)
    }

    /// The number of vertices of a connected set in which no vertex has three neighbours, and
    /// whether it is a cycle; `None` for other sets.
    #[inline]
    pub(crate) fn narrow(&self, set: &Set<W>) -> Option<(u32, bool)> {
        let n = count(set);
        let branching = and(set, &self.branching);
        if is_empty(&branching) {
            return Some((n, self.is_cycle && n as usize == self.near.len()));
        }
        if each(&branching).any(|v| count(&and(&self.near[v], set)) > 2) {
            return None;
        }
        let ends = each(set).any(|v| count(&and(&self.near[v], set)) < 2);
        Some((n, !ends))
    }
}
