//! Small random positions of every game, the same on every machine for the same seed.
//!
//! The main type is [`Random`]; each function draws one position from it. Sizes are upper bounds
//! unless the doc says otherwise, so that one call in a loop meets tiny and larger cases.

mod boards;
mod graphs;
mod heaps;
mod rivers;

pub use boards::{
    bo, darkraft_dead, darkraft_full, darkraft_played, every_board, nogo, partition, partitions, reclamation,
    region,
};
pub use graphs::{digraph, every_digraph, every_graph, graph, multigraph, tree};
pub use heaps::{heap_sizes, take_break, typed_heaps};
pub use rivers::{keeps_river_promises, river_free, river_promised};

use crate::Naive;

/// A small deterministic source of random numbers.
///
/// The generator is splitmix64 (Steele, Lea, Flood, *Fast splittable pseudorandom number
/// generators*, OOPSLA 2014): a counter that steps by the golden ratio, and a mixing function.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The source for a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `n - 1`, each as likely as makes no difference in tests.
    ///
    /// # Panics
    /// When `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "no number is below 0");
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// True `hits` times in `of`.
    pub fn chance(&mut self, hits: u64, of: u64) -> bool {
        self.below(of) < hits
    }

    /// One of the items.
    ///
    /// # Panics
    /// When there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

/// The position after at most `plies` random moves from `start`.
pub fn played<G: Naive>(random: &mut Random, game: &G, start: &G::State, plies: u64) -> G::State {
    let mut at = start.clone();
    for _ in 0..plies {
        let moves = game.moves(&at);
        if moves.is_empty() {
            break;
        }
        at = random.pick(&moves).1.clone();
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_bits() {
        // The first outputs of splitmix64 for the seed 1234567, as its reference program prints.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn ranges_are_met_and_kept() {
        let mut random = Random::new(1);
        let mut seen = [0; 5];
        for _ in 0..1000 {
            seen[random.below(5) as usize] += 1;
            assert!((3..=4).contains(&random.between(3, 4)));
        }
        assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
        let mut items = [1, 2, 3, 4, 5];
        random.shuffle(&mut items);
        items.sort_unstable();
        assert_eq!(items, [1, 2, 3, 4, 5]);
    }
}
