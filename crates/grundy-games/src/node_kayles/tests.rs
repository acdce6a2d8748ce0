//! Node Kayles against whole-graph search from the rules alone.

use std::collections::HashMap;

use grundy_rules::mex;

use super::*;

/// The nimber of the subgraph on `live` (at most 16 vertices), from the rules.
fn naive(graph: &Graph, live: u32, memo: &mut HashMap<u32, u64>) -> u64 {
    if let Some(&value) = memo.get(&live) {
        return value;
    }
    let mut values = Vec::new();
    for v in (0..graph.len()).filter(|v| live >> v & 1 != 0) {
        let gone = graph.neighbours(v).iter().fold(1 << v, |gone, u| gone | 1 << u);
        values.push(naive(graph, live & !gone, memo));
    }
    let value = mex(&mut values);
    memo.insert(live, value);
    value
}

/// The nimber through the game's own options.
fn value<const W: usize>(game: &NodeKayles<W>, at: &Set<W>, memo: &mut HashMap<Set<W>, u64>) -> u64 {
    if let Some(&value) = memo.get(at) {
        return value;
    }
    let found = match (game.known(at), game.canonical(at)) {
        (Known::Nimber(value), _) => value.0,
        (_, Some(stand)) => {
            assert_eq!(game.canonical(&stand), None);
            value(game, &stand, memo)
        }
        _ => {
            let mut options = Sums::new();
            game.options(at, &mut options).unwrap();
            let mut values: Vec<u64> = options
                .iter()
                .map(|sum| sum.iter().map(|part| value(game, part, memo)).fold(0, |a, b| a ^ b))
                .collect();
            mex(&mut values)
        }
    };
    memo.insert(*at, found);
    found
}

fn check<const W: usize>(graph: &Graph) {
    let game = NodeKayles::<W>::new(graph).unwrap();
    let (mut memo, mut oracle) = (HashMap::new(), HashMap::new());
    let mut sum = |parts: &[Set<W>]| parts.iter().map(|p| value(&game, p, &mut memo)).fold(0, |a, b| a ^ b);
    let all = (1 << graph.len()) - 1;
    assert_eq!(sum(&game.parts(|_| true)), naive(graph, all, &mut oracle), "{graph:?}");
    // Every second vertex gone, and what each move does.
    let live = |v: u32| v % 3 != 1;
    let mask = (0..graph.len()).filter(|&v| live(v)).fold(0, |mask, v| mask | 1 << v);
    let parts = game.parts(live);
    let mut effects = Vec::new();
    game.effects(live, &mut |v, effect| {
        effects.push((v, effect));
        true
    });
    assert_eq!(effects.len() as u32, (0..graph.len()).filter(|&v| live(v)).count() as u32);
    for (v, effect) in effects {
        let Effect::Part { part, becomes } = effect else { panic!("a part changes") };
        let mut after = parts.clone();
        after.remove(part);
        after.extend(becomes);
        let gone = graph.neighbours(v).iter().fold(1 << v, |gone, u| gone | 1 << u);
        assert_eq!(sum(&after), naive(graph, mask & !gone, &mut oracle), "{graph:?} at {v}");
    }
}

/// A small generator of graphs: a linear congruential sequence.
fn random_graph(seed: u64) -> Graph {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let n = 1 + next(11) as u32;
    let density = 1 + next(9);
    let mut edges = Vec::new();
    for u in 0..n {
        for v in u + 1..n {
            if next(14) < density {
                edges.push((u, v));
            }
        }
    }
    Graph::new(n, &edges).unwrap()
}

#[test]
fn random_graphs() {
    for seed in 0..600 {
        let graph = random_graph(seed);
        check::<1>(&graph);
        check::<2>(&graph);
    }
}

#[test]
fn paths_cycles_and_many_equal_components() {
    for n in 3..14 {
        let path: Vec<_> = (1..n).map(|v| (v - 1, v)).collect();
        let cycle: Vec<_> = (0..n).map(|v| (v, (v + 1) % n)).collect();
        check::<1>(&Graph::new(n, &path).unwrap());
        check::<1>(&Graph::new(n, &cycle).unwrap());
    }
    let triples: Vec<_> = (0..300).filter(|v| v % 3 != 2).map(|v| (v, v + 1)).collect();
    let graph = Graph::new(300, &triples).unwrap();
    assert_eq!(width_for(&graph), Some(1));
    let game = NodeKayles::<1>::new(&graph).unwrap();
    let parts = game.parts(|_| true);
    assert_eq!((parts.len(), game.sets.classes.len()), (100, 1));
}

#[test]
fn widths() {
    let path = |n: u32| Graph::new(n, &(1..n).map(|v| (v - 1, v)).collect::<Vec<_>>()).unwrap();
    let check = |n, expected| assert_eq!(width_for(&path(n)), expected);
    check(64, Some(1));
    check(65, Some(2));
    check(4096, Some(64));
    check(4097, None);
    assert!(NodeKayles::<1>::new(&path(65)).is_none());
}

#[test]
fn dense_graphs() {
    // Nearly complete, and two complete graphs that share a few vertices.
    let complete = |range: std::ops::Range<u32>| {
        range.clone().flat_map(move |v| (range.start..v).map(move |u| (u, v))).collect::<Vec<_>>()
    };
    let mut edges = complete(0..19);
    edges.retain(|&(u, v)| (u * 7 + v * 3) % 17 != 0);
    let graph = Graph::new(19, &edges).unwrap();
    let mut shared = complete(0..20);
    shared.retain(|&(u, v)| v < 18 || u > 0);
    let other = Graph::new(20, &shared).unwrap();
    for graph in [graph, other] {
        assert!(graph.edge_count() >= 8 * graph.len() as usize);
        check::<1>(&graph);
        check::<64>(&graph);
    }
    // One move takes everything.
    for n in [256, 300] {
        let game = NodeKayles::<64>::new(&Graph::new(n, &complete(0..n)).unwrap()).unwrap();
        let mut memo = HashMap::new();
        let parts = game.parts(|_| true);
        assert_eq!(parts.len(), 1);
        assert_eq!(value(&game, &parts[0], &mut memo), 1);
    }
}
