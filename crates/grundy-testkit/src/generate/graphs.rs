//! Random graphs, trees and directed graphs.

use super::Random;
use crate::Outcome;
use crate::games::Digraph;

/// A graph without loops or double edges: how many vertices, from 0 to `most`, and its edges. Any
/// density is as likely as any other.
pub fn graph(random: &mut Random, most: u64) -> (usize, Vec<(usize, usize)>) {
    let vertices = random.between(0, most) as usize;
    let density = random.between(0, 8);
    let pairs = (0..vertices).flat_map(|v| (0..v).map(move |u| (u, v)));
    (vertices, pairs.filter(|_| random.chance(density, 8)).collect())
}

/// A graph that may have loops and double edges.
pub fn multigraph(random: &mut Random, most: u64) -> (usize, Vec<(usize, usize)>) {
    let (vertices, mut edges) = graph(random, most);
    if vertices > 0 {
        for _ in 0..random.between(0, 3) {
            let mut end = || random.below(vertices as u64) as usize;
            edges.push((end(), end()));
        }
    }
    (vertices, edges)
}

/// A tree of 1 to `most` vertices with randomly numbered vertices.
pub fn tree(random: &mut Random, most: u64) -> (usize, Vec<(usize, usize)>) {
    let vertices = random.between(1, most) as usize;
    let mut names: Vec<usize> = (0..vertices).collect();
    random.shuffle(&mut names);
    let edges = (1..vertices).map(|v| (names[v], names[random.below(v as u64) as usize]));
    (vertices, edges.collect())
}

/// A directed graph of 1 to `most` nodes, with loops, cycles, double edges and parts that cannot
/// be reached. What a stuck player gets at a node is one of `ends`.
pub fn digraph(random: &mut Random, most: u64, ends: &[Outcome]) -> Digraph {
    let nodes = random.between(1, most);
    let degree = random.between(1, 4);
    let forward = random.chance(1, 3); // mostly without cycles, so that much is decided
    let edges: Vec<Vec<usize>> = (0..nodes)
        .map(|node| {
            let to = |random: &mut Random| {
                let low = if forward && random.chance(7, 8) { (node + 1).min(nodes - 1) } else { 0 };
                random.between(low, nodes - 1) as usize
            };
            (0..random.between(0, degree)).map(|_| to(random)).collect()
        })
        .collect();
    let ends = (0..nodes).map(|_| *random.pick(ends)).collect();
    Digraph { edges, ends }
}

/// Every graph without loops or double edges on these numbered vertices, as its edges.
///
/// # Panics
/// Beyond 11 vertices: there are 2^55 such graphs.
pub fn every_graph(vertices: usize) -> impl Iterator<Item = Vec<(usize, usize)>> {
    let pairs: Vec<(usize, usize)> = (0..vertices).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
    every_subset(pairs)
}

/// Every directed graph without double edges on these nodes, with loops, in which a stuck player
/// loses.
///
/// # Panics
/// Beyond 7 nodes: there are 2^49 such graphs.
pub fn every_digraph(nodes: usize) -> impl Iterator<Item = Digraph> {
    let pairs: Vec<(usize, usize)> =
        (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))).collect();
    every_subset(pairs).map(move |edges| {
        let of = |node| edges.iter().filter(move |edge| edge.0 == node).map(|edge| edge.1).collect();
        Digraph::new(&(0..nodes).map(of).collect::<Vec<Vec<usize>>>())
    })
}

fn every_subset<T: Copy>(items: Vec<T>) -> impl Iterator<Item = Vec<T>> {
    assert!(items.len() < 63, "too many subsets to list");
    (0..1_u64 << items.len()).map(move |set| {
        let inside = items.iter().enumerate().filter(|&(i, _)| set >> i & 1 == 1);
        inside.map(|(_, &item)| item).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LoopyValue, Sum, Verdict, explore, loopy_values, outcome, table};

    #[test]
    fn every_kind_of_digraph_turns_up() {
        let mut random = Random::new(6);
        let (mut looped, mut doubled, mut decided, mut drawn) = (0, 0, 0, 0);
        for _ in 0..1000 {
            let game = digraph(&mut random, 8, &[Outcome::Loss]);
            let edges = game.edge_list();
            looped += usize::from(edges.iter().any(|(from, to)| from == to));
            doubled += usize::from((1..edges.len()).any(|i| edges[..i].contains(&edges[i])));
            let drawn_here = outcome(&game, &0) == Outcome::Draw;
            drawn += usize::from(drawn_here);
            decided += usize::from(!drawn_here);
        }
        assert!(
            [looped, doubled, decided, drawn].iter().all(|&n| n > 100),
            "{looped} {doubled} {decided} {drawn}"
        );
    }

    #[test]
    fn verdicts_hold_at_every_node() {
        let mut random = Random::new(7);
        for _ in 0..1000 {
            let game = digraph(&mut random, 8, &[Outcome::Loss, Outcome::Draw, Outcome::Win]);
            let all = explore(&game, &0);
            let verdicts = all.verdicts();
            for (at, options) in all.options.iter().enumerate().filter(|(_, options)| !options.is_empty()) {
                let left = |wanted| options.iter().map(|&o| verdicts[o]).filter(move |v| v.outcome == wanted);
                let lost = left(Outcome::Loss).filter_map(|v| v.remoteness).min();
                let won = left(Outcome::Win).filter_map(|v| v.remoteness).max();
                let expected = match (lost, won) {
                    (Some(plies), _) => Verdict { outcome: Outcome::Win, remoteness: Some(plies + 1) },
                    (None, Some(plies)) if left(Outcome::Win).count() == options.len() => {
                        Verdict { outcome: Outcome::Loss, remoteness: Some(plies + 1) }
                    }
                    _ => Verdict { outcome: Outcome::Draw, remoteness: None },
                };
                assert_eq!(verdicts[at], expected, "{game:?}, node {at}");
            }
        }
    }

    /// The theory's sum rules, which the oracle itself does not use: finite and finite by xor, a
    /// finite a with infinity(K) a win if a is in K, all else a draw.
    #[test]
    fn sums_of_loopy_games_follow_the_rules_of_the_books() {
        let mut random = Random::new(8);
        for _ in 0..1000 {
            let [a, b] = [0, 1].map(|_| table(&digraph(&mut random, 6, &[Outcome::Loss, Outcome::Draw]), &0));
            let value = |game: &crate::Table| loopy_values(game, 8).unwrap()[0].clone();
            let expected = match (value(&a), value(&b)) {
                (LoopyValue::Finite(a), LoopyValue::Finite(b)) if a == b => Outcome::Loss,
                (LoopyValue::Finite(_), LoopyValue::Finite(_)) => Outcome::Win,
                (LoopyValue::Finite(a), LoopyValue::Infinite(k))
                | (LoopyValue::Infinite(k), LoopyValue::Finite(a))
                    if k.contains(&a) =>
                {
                    Outcome::Win
                }
                _ => Outcome::Draw,
            };
            let sum = Sum(vec![a, b]);
            assert_eq!(outcome(&sum, &sum.start()), expected, "{sum:?}");
        }
    }

    #[test]
    fn everything_is_listed_once() {
        assert_eq!(every_graph(4).collect::<std::collections::BTreeSet<_>>().len(), 64);
        let digraphs: Vec<Digraph> = every_digraph(2).collect();
        assert_eq!(digraphs.len(), 16);
        assert_eq!(digraphs[0b0110], Digraph::new(&[vec![1], vec![0]]));
    }

    #[test]
    fn graphs_and_trees_have_the_right_shape() {
        let mut random = Random::new(9);
        for _ in 0..500 {
            let (vertices, edges) = graph(&mut random, 8);
            assert!(edges.iter().all(|&(u, v)| u < v && v < vertices));
            let (vertices, edges) = tree(&mut random, 8);
            assert_eq!(edges.len(), vertices - 1);
            let mut reached = vec![0];
            let mut seen = 0;
            while let Some(&at) = reached.get(seen) {
                seen += 1;
                for &(u, v) in &edges {
                    let next = if u == at { v } else { u };
                    if (u == at || v == at) && !reached.contains(&next) {
                        reached.push(next);
                    }
                }
            }
            assert_eq!(reached.len(), vertices);
        }
    }
}
