//! Rules that leave at most two heaps: what the sparse-space engine takes.
//!
//! [`PairRules::of`] sorts the rules of a [`HeapSystem`] with one kind of heap by the number of
//! heaps they leave. Parts that may be empty are two rules, one with the part and one without.

use grundy_rules::{Condition, HeapSystem, Parts, Rule, Takes};

/// Rules with one kind of heap, finitely many numbers to take, and at most two parts left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairRules {
    /// Heaps of these sizes may be taken whole, ascending.
    pub whole: Vec<usize>,
    /// So many tokens may be taken to leave one heap, ascending.
    pub one: Vec<usize>,
    /// So many may be taken to leave two heaps, ascending.
    pub two: Vec<Two>,
    /// So many may be taken to leave two equal heaps, ascending.
    pub halves: Vec<usize>,
}

/// Taking tokens and leaving two heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Two {
    /// Tokens taken.
    pub taken: usize,
    /// Whether the two heaps must be unequal.
    pub unequal: bool,
}

impl Two {
    /// The largest smaller part that a heap of `n` can leave; 0 when it cannot leave two.
    #[inline]
    pub fn most(self, n: usize) -> usize {
        n.saturating_sub(self.taken + usize::from(self.unequal)) / 2
    }
}

/// Largest number of tokens taken: far beyond the codes people write.
const MOST_TAKEN: u64 = 1 << 20;

impl PairRules {
    /// The rules of `system`, if they are of this shape.
    pub fn of(system: &HeapSystem) -> Option<Self> {
        let [kind] = system.kinds.as_slice() else { return None };
        let mut rules = Self::default();
        for rule in &kind.rules {
            let Rule::Break(rule) = rule else { return None };
            let Takes::Exactly(taken) = rule.takes else { return None };
            let taken = u64::try_from(taken).ok().filter(|&c| c <= MOST_TAKEN)? as usize;
            let Parts::These(parts) = &rule.parts else { return None };
            match parts.as_slice() {
                [] => rules.whole.push(taken),
                [part] => match part.least {
                    0 => {
                        rules.whole.push(taken);
                        rules.one.push(taken);
                    }
                    1 => rules.one.push(taken),
                    _ => return None,
                },
                [a, b] if a.least == 1 && b.least == 1 => match rule.condition {
                    Condition::Any => rules.two.push(Two { taken, unequal: false }),
                    Condition::AllUnequal | Condition::NotAllEqual => {
                        rules.two.push(Two { taken, unequal: true });
                    }
                    Condition::AllEqual => rules.halves.push(taken),
                },
                _ => return None,
            }
        }
        rules.whole.sort_unstable();
        rules.whole.dedup();
        rules.one.sort_unstable();
        rules.one.dedup();
        rules.halves.sort_unstable();
        rules.halves.dedup();
        // `false` sorts first: the freer rule stays.
        rules.two.sort_unstable();
        rules.two.dedup_by_key(|two| two.taken);
        Some(rules)
    }

    /// The parity of all places that leave two heaps, if they have one.
    pub fn parity(&self) -> Option<usize> {
        let first = self.two.first()?.taken % 2;
        self.two.iter().all(|two| two.taken % 2 == first).then_some(first)
    }
}
