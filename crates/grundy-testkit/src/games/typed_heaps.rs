//! Heaps of several types, with the rules given as data.
//!
//! Rules: a heap has a type and a size. A rule turns a heap of one type and size n into heaps of
//! given types whose sizes add up to n - c, each size at least a bound of its own, and all of
//! them unequal, or not all equal, or all equal, where the rule says so. Who cannot move loses.
//!
//! Position: (type, size) of each heap. Move: `2:b7>a2+b4`, the second heap, of type b and size
//! 7, leaves a2 and b4; a type may have the empty name. `2:b7>0` takes it whole.

use crate::Naive;

/// What a rule asks of the sizes it leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sizes {
    /// Nothing.
    #[default]
    Any,
    /// No two of them are equal.
    AllUnequal,
    /// At least two of them differ; fewer than two sizes never do.
    NotAllEqual,
    /// They are all equal.
    AllEqual,
}

/// One way to move on a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapRule {
    /// The type of heap it is for.
    pub from: usize,
    /// How many beans it takes, c above; negative where it adds some.
    pub takes: i64,
    /// What it leaves: for each heap its type and its least size.
    pub leaves: Vec<(usize, u64)>,
    /// What it asks of the sizes.
    pub sizes: Sizes,
}

/// A system of typed heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedHeaps {
    /// The name of each type.
    pub types: Vec<String>,
    /// The rules.
    pub rules: Vec<HeapRule>,
}

impl HeapRule {
    /// Every way to use the rule on a heap of this size, as the sizes left in order.
    fn uses(&self, size: u64) -> Vec<Vec<u64>> {
        let mut ways = Vec::new();
        if let Some(rest) = size.checked_add_signed(-self.takes) {
            self.fill(rest, &mut Vec::new(), &mut ways);
        }
        ways.retain(|sizes| self.allows(sizes));
        ways
    }

    fn fill(&self, rest: u64, so_far: &mut Vec<u64>, out: &mut Vec<Vec<u64>>) {
        let Some(&(_, least)) = self.leaves.get(so_far.len()) else {
            if rest == 0 {
                out.push(so_far.clone());
            }
            return;
        };
        for size in least..=rest {
            so_far.push(size);
            self.fill(rest - size, so_far, out);
            so_far.pop();
        }
    }

    fn allows(&self, sizes: &[u64]) -> bool {
        let mut pairs = sizes.iter().enumerate().flat_map(|(i, a)| sizes[..i].iter().map(move |b| (a, b)));
        match self.sizes {
            Sizes::Any => true,
            Sizes::AllUnequal => pairs.all(|(a, b)| a != b),
            Sizes::NotAllEqual => pairs.any(|(a, b)| a != b),
            Sizes::AllEqual => pairs.all(|(a, b)| a == b),
        }
    }
}

impl Naive for TypedHeaps {
    type State = Vec<(usize, u64)>;

    fn moves(&self, heaps: &Vec<(usize, u64)>) -> Vec<(String, Vec<(usize, u64)>)> {
        let name = |&(kind, size): &(usize, u64)| format!("{}{size}", self.types[kind]);
        let mut moves: Vec<(String, Vec<(usize, u64)>)> = Vec::new();
        for (i, heap) in heaps.iter().enumerate() {
            for rule in self.rules.iter().filter(|rule| rule.from == heap.0) {
                for sizes in rule.uses(heap.1) {
                    let mut parts: Vec<(usize, u64)> =
                        rule.leaves.iter().map(|&(kind, _)| kind).zip(sizes).collect();
                    parts.sort_unstable();
                    let words: Vec<String> = parts.iter().map(name).collect();
                    let left = if words.is_empty() { "0".into() } else { words.join("+") };
                    let text = format!("{}:{}>{left}", i + 1, name(heap));
                    let mut after = heaps.clone();
                    after.swap_remove(i);
                    after.extend(parts);
                    after.sort_unstable();
                    if !moves.contains(&(text.clone(), after.clone())) {
                        moves.push((text, after));
                    }
                }
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::TakeBreak;
    use crate::nimber;

    fn rule(from: usize, takes: i64, leaves: &[(usize, u64)]) -> HeapRule {
        HeapRule { from, takes, leaves: leaves.to_vec(), sizes: Sizes::Any }
    }

    #[test]
    fn grundys_game() {
        // OEIS A002188; CGSuite writes it 4!.0.
        let split = HeapRule { sizes: Sizes::AllUnequal, ..rule(0, 0, &[(0, 1), (0, 1)]) };
        let game = TypedHeaps { types: vec![String::new()], rules: vec![split] };
        let expected = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4];
        for (n, value) in (0..).zip(expected) {
            assert_eq!(nimber(&game, &vec![(0, n)]), Some(value), "heap {n}");
        }
        assert_eq!(game.moves(&vec![(0, 5)])[1].0, "1:5>2+3");
    }

    #[test]
    fn octal_codes_as_data() {
        let rules =
            [1, 2].map(|k| vec![rule(0, k, &[]), rule(0, k, &[(0, 1)]), rule(0, k, &[(0, 1), (0, 1)])]);
        let data = TypedHeaps { types: vec![String::new()], rules: rules.concat() };
        let kayles = TakeBreak::right(&[7, 7]);
        for n in 0..=14 {
            assert_eq!(nimber(&data, &vec![(0, n)]), nimber(&kayles, &vec![n]), "heap {n}");
        }
    }

    #[test]
    fn the_strips_of_more_reclamation() {
        // A stone in a run of w free rows leaves two shorter runs. Types: a both ends open, b one
        // stone, c two on one bank, d on opposite banks. Next to a stone only its own bank is free.
        let names = ["a", "b", "c", "d"].map(String::from).to_vec();
        let (a, b, c, d) = (0, 1, 2, 3);
        let rules = vec![
            rule(a, 1, &[(b, 0), (b, 0)]),
            rule(b, 1, &[(c, 0), (b, 0)]),
            rule(b, 1, &[(d, 1), (b, 0)]),
            rule(c, 1, &[(c, 0), (c, 0)]),
            rule(c, 1, &[(d, 1), (d, 1)]),
            rule(d, 1, &[(c, 0), (d, 1)]),
        ];
        let game = TypedHeaps { types: names, rules };
        for w in 0..=9 {
            let check = |kind, expected| {
                assert_eq!(nimber(&game, &vec![(kind, w)]), Some(expected), "type {kind}, {w} rows");
            };
            check(a, w % 2);
            check(b, w);
            check(c, w % 2);
            check(d, if w == 0 { 0 } else { (w + 1) % 2 });
        }
    }
}
