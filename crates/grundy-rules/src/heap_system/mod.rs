//! Heap systems: the rules of taking and breaking games as data.
//!
//! A [`HeapSystem`] has one or more *kinds* of heap. A rule of a kind turns a heap of `n`
//! tokens into a sum of heaps: [`Rule::Break`] takes a number of tokens `c` (or adds some) and
//! leaves parts that add up to `n - c`, each with a lower bound, under a side condition;
//! [`Rule::Turn`] is a coin-turning move whose last coin stands on place `n`. The main functions
//! are [`HeapSystem::options`], which lists what a heap can become, and [`HeapSystem::check`],
//! which refuses rules under which play could be endless.
//!
//! Readers of codes build these; solvers read them. An empty heap is written by leaving it out.
//!
//! Source: Guy and Smith 1956, *The G-values of various games*; Winning Ways, chapters 4 and 14.

mod numbers;
mod options;

use std::fmt;

pub use numbers::{Numbers, Takes};

/// A heap of some kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heap {
    /// Index of the kind in its system.
    pub kind: usize,
    /// Number of tokens.
    pub size: u64,
}

/// The rules of a game with heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapSystem {
    /// The kinds of heap, in order of their index.
    pub kinds: Vec<HeapKind>,
}

/// One kind of heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapKind {
    /// Its name, empty where there is one kind only.
    pub name: String,
    /// What a heap of it can become.
    pub rules: Vec<Rule>,
}

/// A family of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Take tokens and leave parts.
    Break(Break),
    /// Turn coins, the last of them on place `n`; each other coin turned is a heap left.
    Turn(Turn),
}

/// Taking tokens from a heap and leaving parts that add up to the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// How many tokens are taken.
    pub takes: Takes,
    /// What is left.
    pub parts: Parts,
    /// A side condition on the sizes of two or more parts.
    pub condition: Condition,
}

/// The parts that a move leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Exactly these.
    These(Vec<Part>),
    /// Any number of parts of one kind, but at least so many, each with a token or more.
    AtLeast {
        /// Their kind.
        kind: usize,
        /// The least number of parts.
        count: usize,
    },
}

/// One part that a move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its kind.
    pub kind: usize,
    /// Its least size.
    pub least: u64,
}

/// A side condition on the sizes of the parts, where there are two or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Condition {
    /// None.
    #[default]
    Any,
    /// No two parts are equal (`!`).
    AllUnequal,
    /// The parts are not all equal (`?`).
    NotAllEqual,
    /// All parts are equal (`=`).
    AllEqual,
}

impl Condition {
    /// Whether parts of these sizes are allowed; fewer than two always are.
    pub fn allows(self, sizes: &[u64]) -> bool {
        if sizes.len() < 2 {
            return true;
        }
        let first_differs = sizes.iter().any(|&size| size != sizes[0]);
        match self {
            Self::Any => true,
            Self::NotAllEqual => first_differs,
            Self::AllEqual => !first_differs,
            Self::AllUnequal => (1..sizes.len()).all(|i| !sizes[..i].contains(&sizes[i])),
        }
    }
}

/// A coin-turning move: the last coin stands on place `n` and goes from heads to tails; the
/// others stand on lower places and are turned either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Fewest coins turned, the last one counted.
    pub fewest: u64,
    /// Most coins turned.
    pub most: u64,
    /// How the coins must lie.
    pub shape: Shape,
    /// All coins turned lie within so many neighbouring places.
    pub reach: u64,
    /// Whether the coin on place 1 must be among them.
    pub first: bool,
}

/// How the coins of a move must lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Anywhere.
    Any,
    /// On neighbouring places.
    Consecutive,
    /// With equal distances.
    EquallySpaced,
    /// Symmetric about the middle between the first and the last.
    Symmetric,
}

/// Why a system is refused: under its rules a heap could go on for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loops {
    /// Index of the kind.
    pub kind: usize,
    /// Index of the rule in its kind.
    pub rule: usize,
    /// A heap that has an option with a part as large as itself, in words.
    pub reason: String,
}

impl fmt::Display for Loops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl HeapSystem {
    /// A system with one kind of heap.
    pub fn single(rules: Vec<Rule>) -> Self {
        Self { kinds: vec![HeapKind { name: String::new(), rules }] }
    }

    /// The strips of free rows of More Reclamation, by what stands at their two ends: nothing
    /// (`free`), one stone (`one`), two stones on the `same` bank or on `opposite` banks.
    pub fn strips() -> Self {
        let part = |kind, least| Part { kind, least };
        let (one, same, opposite) = (1, 2, 3);
        let place = |parts: [Part; 2]| {
            let parts = Parts::These(parts.to_vec());
            Rule::Break(Break { takes: Takes::Exactly(1), parts, condition: Condition::Any })
        };
        let kind = |name: &str, rules| HeapKind { name: name.to_owned(), rules };
        let touching = place([part(same, 0), part(same, 0)]);
        let apart = place([part(opposite, 1), part(opposite, 1)]);
        let kinds = vec![
            kind("free", vec![place([part(one, 0), part(one, 0)])]),
            kind("one", vec![place([part(same, 0), part(one, 0)]), place([part(opposite, 1), part(one, 0)])]),
            kind("same", vec![touching, apart]),
            kind("opposite", vec![place([part(same, 0), part(opposite, 1)])]),
        ];
        Self { kinds }
    }

    /// The kinds that play from a heap of `kind` can reach, itself among them, ascending.
    pub fn closure(&self, kind: usize) -> Vec<usize> {
        let mut reached = vec![kind];
        let mut at = 0;
        while at < reached.len() {
            for rule in &self.kinds[reached[at]].rules {
                let kinds: Vec<usize> = match rule {
                    Rule::Break(rule) => match &rule.parts {
                        Parts::These(parts) => parts.iter().map(|part| part.kind).collect(),
                        Parts::AtLeast { kind, .. } => vec![*kind],
                    },
                    Rule::Turn(_) => vec![reached[at]],
                };
                for kind in kinds {
                    if !reached.contains(&kind) {
                        reached.push(kind);
                    }
                }
            }
            at += 1;
        }
        reached.sort_unstable();
        reached
    }

    /// Refuses rules that leave a part as large as the heap itself: with them play could be
    /// endless. Every other system ends, since the largest heap touched gets smaller.
    ///
    /// # Errors
    /// The first such rule.
    pub fn check(&self) -> Result<(), Loops> {
        for (kind, k) in self.kinds.iter().enumerate() {
            for (rule, r) in k.rules.iter().enumerate() {
                if let Rule::Break(b) = r
                    && let Some(reason) = b.loops()
                {
                    return Err(Loops { kind, rule, reason });
                }
            }
        }
        Ok(())
    }

    /// Calls `each` with every option of `heap`, parts without tokens left out, until it says
    /// false; says whether it went through. Parts that a rule does not tell apart come in one
    /// order only; an option that several rules allow comes several times.
    pub fn options(&self, heap: Heap, each: &mut dyn FnMut(&[Heap]) -> bool) -> bool {
        self.kinds[heap.kind].rules.iter().all(|rule| match rule {
            Rule::Break(b) => b.options(heap.size, &mut |_, parts| each(parts)),
            Rule::Turn(t) => t.options(heap, each),
        })
    }

    /// Most parts that an option can leave; `None` when there is no bound.
    pub fn most_parts(&self) -> Option<usize> {
        let of = |rule: &Rule| match rule {
            Rule::Break(b) => match &b.parts {
                Parts::These(parts) => Some(parts.len()),
                Parts::AtLeast { .. } => None,
            },
            Rule::Turn(t) => usize::try_from(t.most - 1).ok(),
        };
        self.kinds.iter().flat_map(|k| &k.rules).try_fold(0, |most, rule| Some(most.max(of(rule)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(taken: i64, count: usize, condition: Condition) -> Rule {
        let parts = Parts::These(vec![Part { kind: 0, least: 1 }; count]);
        Rule::Break(Break { takes: Takes::Exactly(taken), parts, condition })
    }

    fn listed(rules: Vec<Rule>, n: u64) -> String {
        let mut text = Vec::new();
        HeapSystem::single(rules).options(Heap { kind: 0, size: n }, &mut |parts| {
            let sizes: Vec<String> = parts.iter().map(|p| p.size.to_string()).collect();
            text.push(if sizes.is_empty() { "-".to_owned() } else { sizes.join("+") });
            true
        });
        text.join(" ")
    }

    #[test]
    fn breaking_lists_each_option_once() {
        use Condition::{AllEqual, AllUnequal, Any, NotAllEqual};
        assert_eq!(listed(vec![split(0, 2, AllUnequal)], 8), "1+7 2+6 3+5");
        assert_eq!(listed(vec![split(0, 2, Any)], 8), "1+7 2+6 3+5 4+4");
        assert_eq!(listed(vec![split(2, 3, Any)], 9), "1+1+5 1+2+4 1+3+3 2+2+3");
        assert_eq!(listed(vec![split(2, 3, AllUnequal)], 9), "1+2+4");
        assert_eq!(listed(vec![split(0, 3, NotAllEqual)], 6), "1+1+4 1+2+3");
        assert_eq!(listed(vec![split(-1, 3, Any)], 7), "1+1+6 1+2+5 1+3+4 2+2+4 2+3+3");
        assert_eq!(listed(vec![split(0, 2, AllEqual)], 8), "4+4");
        assert_eq!(listed(vec![split(3, 0, Any), split(3, 1, Any)], 3), "-");
    }

    #[test]
    fn coins_lie_as_the_shape_says() {
        let turn =
            |fewest, most, shape, reach, first| vec![Rule::Turn(Turn { fewest, most, shape, reach, first })];
        assert_eq!(listed(turn(1, 3, Shape::Any, u64::MAX, false), 3), "- 1 2 1+2");
        assert_eq!(listed(turn(1, u64::MAX, Shape::Consecutive, u64::MAX, false), 3), "- 2 1+2");
        assert_eq!(listed(turn(3, 3, Shape::EquallySpaced, u64::MAX, false), 6), "4+5 2+4");
        assert_eq!(listed(turn(4, 4, Shape::Symmetric, u64::MAX, true), 7), "1+2+6 1+3+5");
        assert_eq!(listed(turn(3, 3, Shape::Any, 5, false), 6), "2+3 2+4 2+5 3+4 3+5 4+5");
    }

    #[test]
    fn rules_that_loop_are_refused() {
        let check = |rule: Rule, ends: bool| {
            assert_eq!(HeapSystem::single(vec![rule.clone()]).check().is_ok(), ends, "{rule:?}");
        };
        check(split(0, 1, Condition::Any), false);
        check(split(0, 0, Condition::Any), false);
        check(split(0, 2, Condition::Any), true);
        check(split(-1, 2, Condition::Any), false);
        check(split(-1, 3, Condition::Any), true);
        check(split(-2, 3, Condition::AllUnequal), true);
        check(split(-1, 2, Condition::AllEqual), false);
        check(split(1, 1, Condition::Any), true);
    }
}
