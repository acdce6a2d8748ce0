//! Node Kayles: take a vertex of a graph together with its neighbours.
//!
//! Rules: a move takes a vertex and all its neighbours; whoever cannot move loses.
//! The main type is [`NodeKayles`]. A position is a connected vertex set in one component of
//! the graph; the components are numbered each on its own, so that sets stay small, and equal
//! ones share their numbers. Invariant: positions are connected and not empty, kept by
//! [`NodeKayles::parts`] and by the options. Cost: an option takes a few word operations where
//! the rest stays in one piece near the vertex, else a flood of the smaller pieces.
//! Source: Schaefer 1978; on paths it is Dawson's chess (Winning Ways, chapter 4).

mod dawson;
mod set;
mod shape;

use std::collections::HashMap;

use grundy_rules::{Effect, Fault, Game, Graph, Known, Nimber, Sums};

use self::set::{Set, add, and, count, each, first, is_empty, minus, or};
use self::shape::Shapes;

/// The widths of positions, in words, that a program should be ready to open.
pub const WIDTHS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

/// Node Kayles on one graph, with positions of `W` words.
#[derive(Debug)]
pub struct NodeKayles<const W: usize> {
    graph: Graph,
    /// Class and number in it of each vertex.
    places: Vec<(u32, u32)>,
    classes: Vec<Class<W>>,
    /// A position's class stands in the top bits of its last word, from this bit on.
    tag_shift: u32,
    shapes: Shapes<W>,
}

/// Components that are the same graph once they are numbered.
#[derive(Debug)]
struct Class<const W: usize> {
    /// Neighbours of each vertex.
    near: Vec<Set<W>>,
    /// Vertices of degree three or more.
    branching: Set<W>,
    is_cycle: bool,
    /// Where the component falls apart without a vertex and its neighbours: the pieces of
    /// vertex `v` are `pieces[cuts[v]..cuts[v + 1]]`, none where it stays in one piece.
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

impl<const W: usize> NodeKayles<W> {
    /// The game on `graph`; `None` when its components do not fit in `W` words, see
    /// [`width_for`].
    pub fn new(graph: &Graph) -> Option<Self> {
        let numbering = Numbering::new(graph);
        let total = W as u32 * 64;
        if numbering.bits() > total || numbering.tag_bits > 32 {
            return None;
        }
        Some(Self {
            graph: graph.clone(),
            places: numbering.places,
            classes: numbering.classes.iter().map(Class::new).collect(),
            tag_shift: 64 - numbering.tag_bits,
            shapes: Shapes::new(),
        })
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The sum of positions that the vertices kept by `live` are: their connected components, in
    /// order of their least vertex.
    pub fn parts(&self, live: impl Fn(u32) -> bool) -> Vec<Set<W>> {
        self.graph.components(live).iter().map(|component| self.position(component)).collect()
    }

    /// What taking `v` does to the sum [`NodeKayles::parts`] of the same vertices: the number of
    /// its part and what becomes of it; `None` when `v` is not among them.
    pub fn effect(&self, live: impl Fn(u32) -> bool, v: u32) -> Option<Effect<Set<W>>> {
        let components = self.graph.components(live);
        let part = components.iter().position(|component| component.binary_search(&v).is_ok())?;
        let (class, number) = self.places[v as usize];
        let set = self.untagged(&self.position(&components[part]));
        let mut becomes = Sums::new();
        self.take(class, &set, number as usize, &mut becomes);
        Some(Effect::Part { part, becomes: becomes.parts().to_vec() })
    }

    /// Calls `each` with every vertex kept by `live` and what taking it does, part by part, until
    /// it says false.
    pub fn effects(&self, live: impl Fn(u32) -> bool, each: &mut dyn FnMut(u32, Effect<Set<W>>) -> bool) {
        let mut becomes = Sums::new();
        for (part, component) in self.graph.components(live).iter().enumerate() {
            let set = self.untagged(&self.position(component));
            for &v in component {
                let (class, number) = self.places[v as usize];
                becomes.clear();
                self.take(class, &set, number as usize, &mut becomes);
                if !each(v, Effect::Part { part, becomes: becomes.parts().to_vec() }) {
                    return;
                }
            }
        }
    }

    /// The position of a connected list of vertices.
    fn position(&self, component: &[u32]) -> Set<W> {
        let mut set = [0; W];
        for &v in component {
            add(&mut set, self.places[v as usize].1 as usize);
        }
        let class = component.first().map_or(0, |&v| self.places[v as usize].0);
        self.tagged(class, set)
    }

    #[inline]
    fn tagged(&self, class: u32, mut set: Set<W>) -> Set<W> {
        set[W - 1] |= u64::from(class).checked_shl(self.tag_shift).unwrap_or(0);
        set
    }

    #[inline]
    fn class_of(&self, at: &Set<W>) -> u32 {
        at[W - 1].checked_shr(self.tag_shift).unwrap_or(0) as u32
    }

    #[inline]
    fn untagged(&self, at: &Set<W>) -> Set<W> {
        let mut set = *at;
        set[W - 1] &= !u64::MAX.checked_shl(self.tag_shift).unwrap_or(0);
        set
    }

    /// Adds the option of taking vertex number `v` of `set`.
    #[inline]
    fn take(&self, class_number: u32, set: &Set<W>, v: usize, out: &mut Sums<Set<W>>) {
        let class = &self.classes[class_number as usize];
        let mut removed = and(&class.near[v], set);
        let mut edge = [0; W];
        for u in each(&removed) {
            edge = or(&edge, &class.near[u]);
        }
        add(&mut removed, v);
        let rest = minus(set, &removed);
        let edge = and(&edge, &rest);
        let emit = |part| out.part(self.tagged(class_number, part));
        let pieces = class.pieces(v);
        if pieces.is_empty() {
            class.split(rest, edge, emit);
        } else {
            let mut emit = emit;
            for piece in pieces {
                class.split(and(&rest, piece), and(&edge, piece), &mut emit);
            }
        }
        out.end();
    }
}

impl<const W: usize> Class<W> {
    fn new(graph: &Graph) -> Self {
        let mut near = vec![[0; W]; graph.len() as usize];
        let mut branching = [0; W];
        for v in 0..graph.len() {
            graph.neighbours(v).iter().for_each(|&u| add(&mut near[v as usize], u as usize));
            if graph.degree(v) >= 3 {
                add(&mut branching, v as usize);
            }
        }
        let is_cycle = graph.len() >= 3 && (0..graph.len()).all(|v| graph.degree(v) == 2);
        let mut class = Self { near, branching, is_cycle, pieces: Vec::new(), cuts: vec![0] };
        for v in 0..graph.len() {
            let components = graph.components(|u| u != v && !graph.joined(v, u));
            if components.len() > 1 {
                for component in &components {
                    let mut piece = [0; W];
                    for &u in component {
                        add(&mut piece, u as usize);
                    }
                    class.pieces.push(piece);
                }
            }
            class.cuts.push(class.pieces.len() as u32);
        }
        class
    }

    #[inline]
    fn pieces(&self, v: usize) -> &[Set<W>] {
        &self.pieces[self.cuts[v] as usize..self.cuts[v + 1] as usize]
    }

    /// Calls `emit` with each component of `left`, every one of which meets `edge`.
    ///
    /// The flood of a component ends early once it holds all of `edge` that is left: whatever
    /// else is left must then belong to it.
    #[inline]
    fn split(&self, mut left: Set<W>, mut edge: Set<W>, mut emit: impl FnMut(Set<W>)) {
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

    /// The nimber of a connected set where no vertex has three neighbours in it.
    #[inline]
    fn known(&self, set: &Set<W>) -> Option<u64> {
        let n = count(set);
        let branching = and(set, &self.branching);
        if is_empty(&branching) {
            let whole = self.is_cycle && n as usize == self.near.len();
            return Some(if whole { dawson::cycle(n) } else { dawson::path(n) });
        }
        if each(&branching).any(|v| count(&and(&self.near[v], set)) > 2) {
            return None;
        }
        let ends = each(set).any(|v| count(&and(&self.near[v], set)) < 2);
        Some(if ends { dawson::path(n) } else { dawson::cycle(n) })
    }
}

impl<const W: usize> Game for NodeKayles<W> {
    type Position = Set<W>;

    fn options(&self, at: &Set<W>, out: &mut Sums<Set<W>>) -> Result<(), Fault> {
        let (class, set) = (self.class_of(at), self.untagged(at));
        each(&set).for_each(|v| self.take(class, &set, v, out));
        Ok(())
    }

    fn known(&self, at: &Set<W>) -> Known {
        let class = &self.classes[self.class_of(at) as usize];
        class.known(&self.untagged(at)).map_or(Known::Unknown, |value| Known::Nimber(Nimber(value)))
    }

    fn canonical(&self, at: &Set<W>) -> Option<Set<W>> {
        let class = &self.classes[self.class_of(at) as usize];
        let stand = self.shapes.stand_in(at, &self.untagged(at), &class.near);
        (stand != *at).then_some(stand)
    }

    fn size(&self, at: &Set<W>) -> u64 {
        u64::from(count(&self.untagged(at)))
    }
}

#[cfg(test)]
mod tests;
