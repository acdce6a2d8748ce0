//! Loopy nimbers: the nimber of every node of a graph with cycles, where it has one.
//!
//! The main function is [`nimbers`]. It goes value by value. A node that has options of all
//! values below `m` gets `m` when every option without a smaller value has an option of value
//! `m` to revert to; for one `m` that is a retrograde analysis with `m` as the lost nodes and
//! the reverting ones as the won. A node without an option of value `m` when `m` is through is
//! infinite for good. [`add`] and [`outcome`] are the rules for sums.
//!
//! Invariant: when value `m` begins, an active node has options of every value below `m`, and
//! `need` counts the options of each node that have none of these values. The *stage* of a node
//! is the round in which it got its value, counted within that value. Every reverting option
//! leads to a node of an earlier stage: this is what makes a table checkable node by node.
//!
//! Cost: `O(V + E)` for each value at worst, and values are at most the largest degree; 16 bytes
//! a node, and 4 an edge and node where the arena cannot name predecessors.
//!
//! Source: Smith 1966, *Graphs and composite games*; Fraenkel and Perl 1975; Fraenkel and
//! Yesha 1986, *The generalized Sprague-Grundy function and its invariance under certain
//! mappings*; *Winning Ways*, chapter 12.

use grundy_rules::{Arena, Budget, Bytes, End, Fault, Limit, LoopyValue, Nimber, Outcome, Progress, Stop};

use super::reverse::{Back, Reverse, Rules, some_at_a_time};
use crate::watch::Watch;

/// No value yet.
const ACTIVE: u32 = u32::MAX;
/// No value for good.
const INFINITE: u32 = u32::MAX - 1;

/// The loopy value of every node of an arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nimbers {
    values: Vec<u32>,
    stages: Vec<u32>,
}

impl Nimbers {
    /// How many nodes there are.
    pub fn len(&self) -> u32 {
        self.values.len() as u32
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The nimber of a node; `None` for an infinite one.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn finite(&self, node: u32) -> Option<Nimber> {
        let value = self.values[node as usize];
        (value != INFINITE).then(|| Nimber(u64::from(value)))
    }

    /// The round in which a finite node got its value, counted within that value; `None` for
    /// an infinite one.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn stage(&self, node: u32) -> Option<u32> {
        self.finite(node).map(|_| self.stages[node as usize])
    }

    /// The value of a node, of an infinite one with the values of its finite options.
    ///
    /// # Panics
    /// When there is no such node, or the arena is another one.
    pub fn value<A: Arena>(&self, arena: &A, node: u32) -> LoopyValue {
        if let Some(value) = self.finite(node) {
            return LoopyValue::Finite(value);
        }
        let mut options = Vec::new();
        arena.options(node, &mut options);
        let mut values: Vec<_> = options.iter().filter_map(|&option| self.finite(option)).collect();
        values.sort_unstable();
        values.dedup();
        LoopyValue::Infinite(values)
    }
}

/// The loopy value of every node. An end that is a draw is infinite, without options.
///
/// # Errors
/// A spent budget; a node that ends as a win for the player who is stuck: it has no value.
pub fn nimbers<A: Arena>(arena: &A, budget: &Budget) -> Result<Nimbers, Stop> {
    let nodes = arena.nodes();
    let plan = |edges: u64, bytes: u64| {
        let note = format!(
            "plan: values of {nodes} nodes, {edges} stored edges, {}; a pass for each value",
            Bytes(bytes)
        );
        budget.report(&Progress { done: 0, total: Some(nodes.into()), note });
    };
    budget.reserve(16 * u64::from(nodes))?;
    if A::REVERSIBLE {
        plan(0, 16 * u64::from(nodes));
        return run(arena, &Rules(arena), budget);
    }
    let watch = Watch::new(budget);
    let mut edges = 0;
    some_at_a_time(0..nodes, &watch, |nodes| {
        arena.each_degree(nodes, |degree| edges += u64::from(degree));
    })?;
    if edges >= 1 << 32 {
        return Err(Fault::new("the graph has 2^32 edges or more, more than can be reversed").into());
    }
    let bytes = 16 * u64::from(nodes) + Reverse::bytes(u64::from(nodes), edges);
    budget.reserve(bytes)?;
    plan(edges, bytes);
    run(arena, &Reverse::new(arena, 0..nodes, &watch)?, budget)
}

/// What is known between two rounds.
struct Work {
    values: Vec<u32>,
    stages: Vec<u32>,
    /// Options without one of the values that are through.
    need: Vec<u32>,
    /// While a value `m` is found: options without a smaller value that cannot revert yet, or
    /// [`REVERTS`] for a node that has an option of value `m` itself.
    open: Vec<u32>,
}

/// Marks a node that has an option of the value in work.
const REVERTS: u32 = u32::MAX;

fn run<A: Arena, B: Back>(arena: &A, back: &B, budget: &Budget) -> Result<Nimbers, Stop> {
    let nodes = arena.nodes();
    let watch = Watch::new(budget);
    let mut need: Vec<u32> = Vec::with_capacity(nodes as usize);
    some_at_a_time(0..nodes, &watch, |nodes| arena.each_degree(nodes, |degree| need.push(degree)))?;
    let mut work = Work {
        values: vec![ACTIVE; nodes as usize],
        stages: vec![0; nodes as usize],
        open: need.clone(),
        need,
    };
    let mut active = Vec::with_capacity(nodes as usize);
    for node in 0..nodes {
        match (work.need[node as usize], arena.end(node)) {
            (0, End::Draw) => work.values[node as usize] = INFINITE,
            (0, End::Win) => {
                let message =
                    format!("node {node} ends as a win for the player who is stuck: it has no nimber");
                return Err(Fault::new(message).into());
            }
            _ => active.push(node),
        }
    }
    for m in 0.. {
        if active.is_empty() {
            break;
        }
        budget.spend(active.len() as u64)?;
        let found = work.find(m, &active, back, &watch)?;
        // An option of value m is no hindrance from now on; a node without one never gets more.
        let mut before = Vec::new();
        for batch in found.chunks(BATCH) {
            watch.go_on()?;
            before.clear();
            back.gather(batch, &mut before);
            for &node in &before {
                work.need[node as usize] -= 1;
            }
        }
        active.retain(|&node| {
            let value = &mut work.values[node as usize];
            let reverts = work.open[node as usize] == REVERTS;
            if *value == ACTIVE && !reverts {
                *value = INFINITE;
            }
            *value == ACTIVE
        });
        work.open.clone_from(&work.need);
    }
    Ok(Nimbers { values: work.values, stages: work.stages })
}

/// Nodes whose predecessors are gathered at once.
const BATCH: usize = 256;

impl Work {
    /// Gives `m` to every active node it belongs to, and returns them; `open` starts as `need`.
    fn find<B: Back>(&mut self, m: u32, active: &[u32], back: &B, watch: &Watch) -> Result<Vec<u32>, Limit> {
        let mut found: Vec<u32> =
            active.iter().copied().filter(|&node| self.open[node as usize] == 0).collect();
        for &node in &found {
            self.values[node as usize] = m;
            self.stages[node as usize] = 0;
        }
        let (mut before, mut reverting) = (Vec::new(), Vec::new());
        let (mut first, mut stage) = (0, 0);
        while first < found.len() {
            let last = found.len();
            stage += 1;
            for start in (first..last).step_by(BATCH) {
                watch.go_on()?;
                before.clear();
                reverting.clear();
                back.gather(&found[start..last.min(start + BATCH)], &mut before);
                for &node in &before {
                    // A node with a smaller value is no hindrance to anyone already.
                    if self.values[node as usize] >= INFINITE && self.open[node as usize] != REVERTS {
                        self.open[node as usize] = REVERTS;
                        reverting.push(node);
                    }
                }
                for reverting in reverting.chunks(BATCH) {
                    watch.go_on()?;
                    before.clear();
                    back.gather(reverting, &mut before);
                    for &node in &before {
                        let open = &mut self.open[node as usize];
                        if self.values[node as usize] == ACTIVE && *open != REVERTS {
                            *open -= 1;
                            if *open == 0 {
                                self.values[node as usize] = m;
                                self.stages[node as usize] = stage;
                                found.push(node);
                            }
                        }
                    }
                }
            }
            first = last;
        }
        Ok(found)
    }
}

/// The value of a sum of two.
///
/// Two nimbers add by exclusive or; an infinity shifts its finite options by a nimber; two
/// infinities are drawn whatever else there is, which is infinity without finite options.
#[must_use]
pub fn add(a: &LoopyValue, b: &LoopyValue) -> LoopyValue {
    match (a, b) {
        (LoopyValue::Finite(a), LoopyValue::Finite(b)) => LoopyValue::Finite(*a ^ *b),
        (LoopyValue::Finite(n), LoopyValue::Infinite(k))
        | (LoopyValue::Infinite(k), LoopyValue::Finite(n)) => {
            let mut shifted: Vec<_> = k.iter().map(|&value| value ^ *n).collect();
            shifted.sort_unstable();
            LoopyValue::Infinite(shifted)
        }
        (LoopyValue::Infinite(_), LoopyValue::Infinite(_)) => LoopyValue::Infinite(Vec::new()),
    }
}

/// Who wins a position of this value: an infinity is won by moving to 0, and drawn otherwise.
pub fn outcome(value: &LoopyValue) -> Outcome {
    match value {
        LoopyValue::Finite(nimber) => nimber.outcome(),
        LoopyValue::Infinite(finite) if finite.contains(&Nimber::ZERO) => Outcome::Win,
        LoopyValue::Infinite(_) => Outcome::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::Digraph;

    fn values(lists: &[&[u32]], draws: &[u32]) -> String {
        let mut graph = Digraph::from_lists(lists).unwrap();
        for &node in draws {
            graph.mark(node, End::Draw).unwrap();
        }
        let table = nimbers(&graph, &Budget::default()).unwrap();
        (0..table.len()).map(|v| table.value(&graph, v).to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn small_graphs() {
        let check = |lists: &[&[u32]], draws: &[u32], expected: &str| {
            assert_eq!(values(lists, draws), expected, "{lists:?}");
        };
        check(&[], &[], "");
        check(&[&[]], &[], "0");
        check(&[&[]], &[0], "inf()");
        check(&[&[0]], &[], "inf()");
        check(&[&[1], &[0]], &[], "inf() inf()");
        check(&[&[2, 3], &[0], &[2], &[]], &[], "inf(0) 0 inf() 0");
        check(&[&[2, 3], &[0], &[0], &[]], &[], "1 0 0 0");
        check(&[&[1, 2], &[0], &[]], &[], "1 0 0");
        check(&[&[0, 1], &[]], &[], "inf(0) 0");
        check(&[&[1, 2], &[], &[1]], &[], "2 0 1");
    }

    #[test]
    fn a_win_for_the_stuck_player_has_no_nimber() {
        let mut graph = Digraph::from_edges(2, &[(0, 1)]).unwrap();
        graph.mark(1, End::Win).unwrap();
        assert!(matches!(nimbers(&graph, &Budget::default()), Err(Stop::Fault(_))));
    }

    #[test]
    fn winding_up() {
        // n = 7, S = {1, 2, 5}: subtract modulo 7, the player who reaches 0 wins.
        let lists: Vec<Vec<u32>> = (0..7u32)
            .map(|v| if v == 0 { vec![] } else { [1, 2, 5].map(|s| (v + 7 - s) % 7).to_vec() })
            .collect();
        let graph = Digraph::from_lists(&lists).unwrap();
        let table = nimbers(&graph, &Budget::default()).unwrap();
        let values: Vec<String> = (0..7).map(|v| table.value(&graph, v).to_string()).collect();
        assert_eq!([&values[2], &values[4], &values[5]], ["2", "1", "2"], "{values:?}");
    }
}
