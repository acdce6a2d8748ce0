//! One stand-in for all the places and turns in which the same small graph comes up.
//!
//! The main type is [`Shapes`]. A position is written as a *code*: the whole adjacency of its
//! vertices after a renumbering that depends on the shape alone as far as that is cheap (colours
//! from degrees, refined; breadth first from the rarest colour). Equal codes mean isomorphic
//! graphs; isomorphic graphs may still get two codes, which costs work and never a wrong value.
//! The first position met with a code stands for all others. Cost: `O(m log n)` a position.
//! Source: the refinement is Weisfeiler and Leman 1968. Left out on purpose: an exact canonical
//! form, which costs more than it saves here.

use std::hash::BuildHasher;
use std::sync::Mutex;

use rustc_hash::{FxBuildHasher, FxHashMap};

/// Bytes of codes kept; beyond, new shapes stand for themselves.
const MOST_BYTES: usize = 256 << 20;
/// Tables by hash, so that threads seldom wait.
const SHARDS: usize = 16;
/// Rounds of refinement.
const ROUNDS: usize = 3;
/// Most starts that are tried.
const STARTS: usize = 4;

/// Codes and the positions that stand for them.
#[derive(Debug)]
pub(crate) struct Shapes<P> {
    shards: Vec<Mutex<Shard<P>>>,
}

#[derive(Debug)]
struct Shard<P> {
    stands: FxHashMap<Box<[u8]>, P>,
    bytes: usize,
}

/// The graph on the vertices of a position: lists of neighbours by small numbers.
pub(crate) struct Small {
    /// A dense graph of a few hundred vertices has more than 2^16 ends.
    starts: Vec<u32>,
    ends: Vec<u16>,
    colours: Vec<u64>,
}

impl<P: Copy> Shapes<P> {
    pub(crate) fn new() -> Self {
        Self {
            shards: (0..SHARDS)
                .map(|_| Mutex::new(Shard { stands: FxHashMap::default(), bytes: 0 }))
                .collect(),
        }
    }

    /// The position that stands for the shape of `at`, whose graph is `graph`.
    pub(crate) fn stand_in(&self, at: &P, graph: &Small) -> P {
        let code = graph.code();
        let shard = FxBuildHasher.hash_one(&code) as usize >> 7 & (SHARDS - 1);
        // A thread that panicked while it held the lock left a sound table: one insert at a time.
        let mut shard = self.shards[shard].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(stand) = shard.stands.get(&code[..]) {
            return *stand;
        }
        if shard.bytes < MOST_BYTES / SHARDS {
            shard.bytes += code.len() + size_of::<(Box<[u8]>, P)>() * 2;
            shard.stands.insert(code.into_boxed_slice(), *at);
        }
        *at
    }
}

/// A cheap mixing of two words.
#[inline]
fn mix(a: u64, b: u64) -> u64 {
    let x = (a ^ b.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^ x >> 29
}

impl Small {
    /// The graph whose vertices have these lists of neighbours: list `v` is
    /// `ends[starts[v]..starts[v + 1]]`.
    pub(crate) fn new(starts: Vec<u32>, ends: Vec<u16>) -> Self {
        let mut small = Self { starts, ends, colours: Vec::new() };
        small.colours = (0..small.len()).map(|v| small.neighbours(v).len() as u64).collect();
        for _ in 0..ROUNDS {
            let refine = |v| {
                let around = small
                    .neighbours(v)
                    .iter()
                    .fold(0u64, |sum, &u| sum.wrapping_add(mix(small.colours[u as usize], 0x5bd1_e995)));
                mix(small.colours[v], around)
            };
            small.colours = (0..small.len()).map(refine).collect();
        }
        small
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn neighbours(&self, v: usize) -> &[u16] {
        &self.ends[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// The vertices of the rarest colour, the least colour among equals; at most [`STARTS`].
    fn starts(&self) -> Vec<u16> {
        let mut by_colour: Vec<(u64, u16)> = self.colours.iter().copied().zip(0..).collect();
        by_colour.sort_unstable();
        let rarest = by_colour.chunk_by(|a, b| a.0 == b.0).min_by_key(|class| class.len());
        rarest.unwrap_or(&[]).iter().take(STARTS).map(|&(_, v)| v).collect()
    }

    /// The least code over all starts.
    fn code(&self) -> Vec<u8> {
        self.starts().into_iter().map(|start| self.code_from(start)).min().unwrap_or_default()
    }

    /// For each vertex in order: how many earlier neighbours it has, and how far back they are.
    fn code_from(&self, start: u16) -> Vec<u8> {
        const NEW: u16 = u16::MAX;
        let mut place = vec![NEW; self.len()];
        let mut order = vec![start];
        place[start as usize] = 0;
        let mut code = Vec::with_capacity(self.ends.len() / 2 + self.len());
        let mut back = Vec::new();
        let mut next = 0;
        while let Some(&v) = order.get(next) {
            let from = order.len();
            order.extend(self.neighbours(v as usize).iter().filter(|&&u| place[u as usize] == NEW));
            order[from..].sort_by_key(|&u| (self.colours[u as usize], u));
            for (i, &u) in order.iter().enumerate().skip(from) {
                place[u as usize] = i as u16;
            }
            back.clear();
            let earlier = |&u: &u16| {
                let place = usize::from(place[u as usize]);
                (place < next).then(|| (next - place) as u16)
            };
            back.extend(self.neighbours(v as usize).iter().filter_map(earlier));
            back.sort_unstable();
            write(&mut code, back.len() as u16);
            for &distance in &back {
                write(&mut code, distance);
            }
            next += 1;
        }
        code
    }
}

/// A number as one byte, or as three from 255 on: codes can be told apart from the left.
fn write(code: &mut Vec<u8>, number: u16) {
    match u8::try_from(number) {
        Ok(byte) if byte < u8::MAX => code.push(byte),
        _ => {
            code.push(u8::MAX);
            code.extend(number.to_le_bytes());
        }
    }
}
