//! Random heaps and random codes of taking and breaking.

use super::Random;
use crate::games::{HeapRule, Sizes, TakeBreak, TypedHeaps};

/// From 0 to `heaps` heaps of 0 to `size` beans.
pub fn heap_sizes(random: &mut Random, heaps: u64, size: u64) -> Vec<u64> {
    (0..random.between(0, heaps)).map(|_| random.between(0, size)).collect()
}

/// A code with 1 to `places` digits right of the point, and sometimes one left of it that makes
/// no play endless. Most digits are octal, some allow more parts.
pub fn take_break(random: &mut Random, places: u64) -> TakeBreak {
    let most = *random.pick(&[3, 7, 7, 7, 15]);
    let right: Vec<u64> = (0..random.between(1, places)).map(|_| random.between(0, most)).collect();
    // At place 0 a heap must fall into at least two parts, else it stays as it is for ever.
    let left = if random.chance(1, 4) { vec![*random.pick(&[0, 4, 8, 12])] } else { Vec::new() };
    TakeBreak { left, right }
}

/// A system of 1 to `types` types with a few rules, each of which leaves at most `parts` heaps,
/// all smaller than the heap it is for.
pub fn typed_heaps(random: &mut Random, types: u64, parts: u64) -> TypedHeaps {
    let types = random.between(1, types);
    let mut rules = Vec::new();
    for _ in 0..random.between(1, 3 * types) {
        let leaves =
            (0..random.between(0, parts)).map(|_| (random.below(types) as usize, random.between(0, 2)));
        let leaves: Vec<(usize, u64)> = leaves.collect();
        let sizes =
            *random.pick(&[Sizes::Any, Sizes::Any, Sizes::AllUnequal, Sizes::NotAllEqual, Sizes::AllEqual]);
        let takes = random.between(1, 4) as i64;
        rules.push(HeapRule { from: random.below(types) as usize, takes, leaves, sizes });
    }
    let names = ('a'..='z').map(String::from).take(types as usize).collect();
    TypedHeaps { types: names, rules }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber;

    #[test]
    fn every_code_ends() {
        let mut random = Random::new(10);
        for _ in 0..300 {
            let code = take_break(&mut random, 4);
            let heaps = heap_sizes(&mut random, 2, 5);
            assert!(nimber(&code, &heaps).is_some(), "{code:?}");
            let system = typed_heaps(&mut random, 3, 2);
            assert!(nimber(&system, &vec![(0, 7)]).is_some(), "{system:?}");
        }
    }
}
