//! Outcomes, remoteness and loopy nimbers of small random graphs against the definitions.
//!
//! The oracle is value iteration on the joint graph of a sum: who can force the end within `k`
//! plies, for growing `k`. It knows no theory and shares no code with the solvers.

#![allow(clippy::unwrap_used)]

use grundy_rules::{Arena, Budget, Digraph, End, LoopyValue, Nimber, Outcome};
use grundy_solvers::retrograde::{add, nimbers, outcome, outcomes};

/// A small generator, so that every failure can be repeated.
struct Random(u64);

impl Random {
    /// A number below `n`.
    fn up_to(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % n
    }
}

/// Options of each node, and what being stuck means.
#[derive(Clone, Debug)]
struct Small {
    lists: Vec<Vec<usize>>,
    ends: Vec<End>,
}

impl Small {
    fn random(random: &mut Random, ends: &[End]) -> Self {
        let nodes = 1 + random.up_to(8);
        let density = 1 + random.up_to(4);
        let lists: Vec<Vec<usize>> = (0..nodes)
            .map(|_| (0..random.up_to(density + 1)).map(|_| random.up_to(nodes) as usize).collect())
            .collect();
        let ends = lists
            .iter()
            .map(
                |list| {
                    if list.is_empty() { ends[random.up_to(ends.len() as u64) as usize] } else { End::Loss }
                },
            )
            .collect();
        Self { lists, ends }
    }

    fn nim_heap(n: usize) -> Self {
        Self { lists: (0..=n).map(|v| (0..v).collect()).collect(), ends: vec![End::Loss; n + 1] }
    }

    fn digraph(&self) -> Digraph {
        let lists = self.lists.iter().map(|l| l.iter().map(|&v| v as u32).collect::<Vec<_>>());
        let mut graph = Digraph::from_lists(lists).unwrap();
        for (v, &end) in self.ends.iter().enumerate() {
            graph.mark(v as u32, end).unwrap();
        }
        graph
    }

    /// The sum as one graph; node `i * other.len() + j` is the pair. An end that is a draw is a
    /// loop, as in the definition of sums.
    fn sum(&self, other: &Self) -> Self {
        let width = other.lists.len();
        let own = self.with_loops();
        let others = other.with_loops();
        let mut lists = Vec::new();
        for (i, mine) in own.iter().enumerate() {
            for (j, theirs) in others.iter().enumerate() {
                let first = mine.iter().map(|&v| v * width + j);
                lists.push(first.chain(theirs.iter().map(|&v| i * width + v)).collect());
            }
        }
        Self { ends: vec![End::Loss; lists.len()], lists }
    }

    fn with_loops(&self) -> Vec<Vec<usize>> {
        let own = |(v, list): (usize, &Vec<usize>)| {
            if self.ends[v] == End::Draw { vec![v] } else { list.clone() }
        };
        self.lists.iter().enumerate().map(own).collect()
    }

    /// By the definition: who can force the end within `k` plies, for `k` = 0, 1, ...
    fn naive(&self) -> Vec<(Outcome, Option<u64>)> {
        let mut known: Vec<(Outcome, Option<u64>)> = (0..self.lists.len())
            .map(|v| match (self.lists[v].is_empty(), self.ends[v]) {
                (true, End::Loss) => (Outcome::Loss, Some(0)),
                (true, End::Win) => (Outcome::Win, Some(0)),
                _ => (Outcome::Draw, None),
            })
            .collect();
        for k in 1.. {
            let before = known.clone();
            for (v, list) in self.lists.iter().enumerate() {
                if known[v].1.is_some() || list.is_empty() {
                    continue;
                }
                if list.iter().any(|&o| before[o].0 == Outcome::Loss) {
                    known[v] = (Outcome::Win, Some(k));
                } else if list.iter().all(|&o| before[o].0 == Outcome::Win) {
                    known[v] = (Outcome::Loss, Some(k));
                }
            }
            if known == before {
                return known;
            }
        }
        unreachable!("each round decides a node or is the last")
    }
}

#[test]
fn outcomes_and_remoteness_are_those_of_the_definition() {
    let mut random = Random(20_240_601);
    for round in 0..10_000 {
        let small = Small::random(&mut random, &[End::Loss, End::Loss, End::Draw, End::Win]);
        let table = outcomes(&small.digraph(), &Budget::default()).unwrap();
        for (v, wanted) in small.naive().into_iter().enumerate() {
            let found = (table.outcome(v as u32), table.remoteness(v as u32).map(|r| r.0));
            assert_eq!(found, wanted, "round {round}, node {v} of {small:?}");
        }
    }
}

#[test]
fn loopy_values_are_those_that_sums_with_nim_heaps_define() {
    let mut random = Random(7);
    let heap = Small::nim_heap(9);
    let width = heap.lists.len();
    for round in 0..10_000 {
        let small = Small::random(&mut random, &[End::Loss, End::Loss, End::Loss, End::Draw]);
        let graph = small.digraph();
        let table = nimbers(&graph, &Budget::default()).unwrap();
        let naive = small.sum(&heap).naive();
        for v in 0..small.lists.len() {
            let with_heap = |n: usize| naive[v * width + n].0;
            let lost = (0..width).find(|&n| with_heap(n) == Outcome::Loss);
            let won = (0..width).filter(|&n| with_heap(n) == Outcome::Win);
            let wanted = match lost {
                Some(n) => LoopyValue::Finite(Nimber(n as u64)),
                None => LoopyValue::Infinite(won.map(|n| Nimber(n as u64)).collect()),
            };
            assert_eq!(table.value(&graph, v as u32), wanted, "round {round}, node {v} of {small:?}");
        }
    }
}

#[test]
fn sums_of_two_and_three_follow_the_sum_rules() {
    let mut random = Random(11);
    for round in 0..10_000 {
        let parts = [0; 3].map(|_| Small::random(&mut random, &[End::Loss, End::Loss, End::Draw]));
        let count = if round % 5 == 0 { 3 } else { 2 };
        let mut joint = parts[0].clone();
        let mut values: Vec<LoopyValue> = all_values(&parts[0]);
        for part in &parts[1..count] {
            joint = joint.sum(part);
            let others = all_values(part);
            values = values.iter().flat_map(|a| others.iter().map(|b| add(a, b))).collect();
        }
        for (v, (wanted, _)) in joint.naive().into_iter().enumerate() {
            assert_eq!(outcome(&values[v]), wanted, "round {round}, node {v} of {:?}", &parts[..count]);
        }
    }
}

fn all_values(small: &Small) -> Vec<LoopyValue> {
    let graph = small.digraph();
    let table = nimbers(&graph, &Budget::default()).unwrap();
    (0..graph.nodes()).map(|v| table.value(&graph, v)).collect()
}
