//! Reversed edges, built by a counting sort that stays in the cache.
//!
//! The main function is [`Reverse::new`]. Edges are first dealt into buckets of neighbouring
//! targets, then sorted inside each bucket, where the counters fit in the cache; a direct
//! counting sort misses it twice an edge.
//!
//! Cost: `O(V + E)` time, 4 bytes a node and an edge; 2 bytes an edge while it is built.

use std::hint::black_box;
use std::ops::Range;

use grundy_rules::{Arena, Limit};

use crate::watch::Watch;

/// Targets a bucket holds: its counters take 128 KiB.
const BUCKET: u32 = 15;
/// Rows that are looked at together.
const AHEAD: usize = 64;

/// Nodes that are gone through between two looks at the stop flag.
const PIECE: usize = 1 << 10;

/// Calls `work` with one piece of a range after the other, as long as nobody says stop.
///
/// # Errors
/// The stop flag is set.
pub(super) fn some_at_a_time(
    nodes: Range<u32>,
    watch: &Watch,
    mut work: impl FnMut(Range<u32>),
) -> Result<(), Limit> {
    let mut first = nodes.start;
    while first < nodes.end {
        watch.go_on()?;
        let last = first.saturating_add(PIECE as u32).min(nodes.end);
        work(first..last);
        first = last;
    }
    Ok(())
}

/// Where predecessors come from.
pub(super) trait Back: Sync {
    /// Appends the predecessors of all `nodes`.
    fn gather(&self, nodes: &[u32], out: &mut Vec<u32>);
}

/// Predecessors by the arena's rules.
pub(super) struct Rules<'a, A>(pub(super) &'a A);

impl<A: Arena> Back for Rules<'_, A> {
    #[inline]
    fn gather(&self, nodes: &[u32], out: &mut Vec<u32>) {
        for &node in nodes {
            self.0.predecessors(node, out);
        }
    }
}

/// For every node, those of its predecessors that lie in a range.
pub(super) struct Reverse {
    /// Where each node's predecessors start; one more entry than nodes.
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Reverse {
    /// Reverses the edges that start in `range`. There are fewer than 2^32 of them.
    ///
    /// # Errors
    /// The stop flag is set.
    pub(super) fn new<A: Arena>(arena: &A, range: Range<u32>, watch: &Watch) -> Result<Self, Limit> {
        let nodes = arena.nodes() as usize;
        let buckets = (nodes >> BUCKET) + 1;
        let mut ends = vec![0usize; buckets];
        some_at_a_time(range.clone(), watch, |nodes| {
            arena.each_node(nodes, |_, options| {
                for &to in options {
                    ends[(to >> BUCKET) as usize] += 1;
                }
            });
        })?;
        let edges: usize = ends.iter().sum();
        let mut sum = 0;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        // Each bucket's edges in the order of their sources, with the low bits of the target.
        let mut sources = vec![0u32; edges];
        let mut lows = vec![0u16; edges];
        some_at_a_time(range, watch, |nodes| {
            arena.each_node(nodes, |from, options| {
                for &to in options {
                    let place = &mut ends[(to >> BUCKET) as usize];
                    sources[*place] = from;
                    lows[*place] = (to & ((1 << BUCKET) - 1)) as u16;
                    *place += 1;
                }
            });
        })?;
        let mut reverse = Self { starts: vec![0; nodes + 1], sources };
        let (mut unsorted, mut done) = (Vec::new(), 0);
        for (bucket, &end) in ends.iter().enumerate() {
            watch.go_on()?;
            reverse.sort(bucket, done, &lows[done..end], &mut unsorted);
            done = end;
        }
        Ok(reverse)
    }

    /// Sorts one bucket, whose edges start at `done` and have targets with these low bits.
    fn sort(&mut self, bucket: usize, done: usize, lows: &[u16], unsorted: &mut Vec<u32>) {
        let low = bucket << BUCKET;
        let high = (low + (1 << BUCKET)).min(self.starts.len());
        let starts = &mut self.starts[low..high];
        for &to in lows {
            starts[usize::from(to)] += 1;
        }
        let mut sum = done as u32;
        for start in starts.iter_mut() {
            sum += std::mem::replace(start, sum);
        }
        unsorted.clear();
        unsorted.extend_from_slice(&self.sources[done..done + lows.len()]);
        for (&to, &from) in lows.iter().zip(unsorted.iter()) {
            let place = &mut starts[usize::from(to)];
            self.sources[*place as usize] = from;
            *place += 1;
        }
        // Each entry now is the end of its node, which is the start of the next.
        starts.rotate_right(1);
        if let Some(first) = starts.first_mut() {
            *first = done as u32;
        }
    }

    /// Bytes it takes for so many nodes and edges, while it is built.
    pub(super) fn bytes(nodes: u64, edges: u64) -> u64 {
        4 * nodes + 6 * edges
    }
}

impl Back for Reverse {
    /// Where the rows start is read for many nodes first, then the first entry of each row: these
    /// reads do not wait for each other, so their cache misses overlap.
    #[inline]
    fn gather(&self, nodes: &[u32], out: &mut Vec<u32>) {
        let mut rows = [(0u32, 0u32); AHEAD];
        for nodes in nodes.chunks(AHEAD) {
            for (row, &node) in rows.iter_mut().zip(nodes) {
                let node = node as usize;
                *row = (self.starts[node], self.starts[node + 1]);
            }
            let rows = &rows[..nodes.len()];
            let touch = rows.iter().fold(0, |sum, row| sum ^ self.sources.get(row.0 as usize).unwrap_or(&0));
            black_box(touch);
            for row in rows {
                out.extend_from_slice(&self.sources[row.0 as usize..row.1 as usize]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::{Budget, Digraph};

    #[test]
    fn predecessors_are_the_inverse_of_options() {
        let mut random = 1u64;
        let mut next = |below: u32| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((random >> 33) % u64::from(below)) as u32
        };
        for nodes in [1u32, 2, 40, 32_767, 32_768, 32_769, 100_000] {
            let edges: Vec<(u32, u32)> = (0..3 * nodes).map(|_| (next(nodes), next(nodes))).collect();
            let graph = Digraph::from_edges(nodes, &edges).unwrap();
            let half = nodes / 3;
            for range in [0..half, half..nodes] {
                let watch = Watch::new(&Budget::default());
                let reverse = Reverse::new(&graph, range.clone(), &watch).unwrap();
                let mut found = Vec::new();
                for v in 0..nodes {
                    let mut sources = Vec::new();
                    reverse.gather(&[v], &mut sources);
                    found.extend(sources.into_iter().map(|u| (u, v)));
                }
                let mut wanted: Vec<_> = edges.iter().copied().filter(|e| range.contains(&e.0)).collect();
                found.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(found, wanted);
            }
        }
    }
}
