//! When a repetition that was seen is a proved period.
//!
//! The main function is [`Theorem::of`]: which theorem a set of rules allows, if any.
//! [`Theorem::last_needed`] says up to which heap the values must be known and repeat, and
//! [`Theorem::holds`] checks what else the theorem asks. Statements and proofs are in `docs/heaps.md`.
//!
//! Source: Guy and Smith 1956 for the window of octal codes; the longer windows for side
//! conditions, the bounded memory and the cover of all-but sets are proved in the docs.

use std::fmt;

use grundy_rules::{Condition, HeapSystem, Parts, Rule, Shape, Takes};

/// A theorem with the numbers it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Every option leaves few parts and takes few tokens: a repetition that lasts for a window
    /// lasts for ever.
    Window {
        /// For each rule: the parts it leaves, the tokens taken, its side condition.
        rules: Vec<(u64, i64, Condition)>,
        /// At least every lower bound on a part, and at least 1.
        least: u64,
    },
    /// A heap's value depends on so many heaps before it, in one way for all heaps.
    Memory {
        /// So many.
        heaps: u64,
    },
    /// Any number of tokens may be taken but for some small ones.
    AllBut {
        /// The largest number that may not be taken, or beyond which all may be.
        memory: u64,
        /// Whether a heap may be taken whole.
        whole: bool,
    },
    /// The strips of More Reclamation, by induction.
    Strip,
}

impl Theorem {
    /// The theorem that the rules of these kinds allow; the kinds must be closed, that is leave
    /// parts of their own kinds only. Turning rules have a theorem when their reach is bounded.
    pub fn of(system: &HeapSystem, kinds: &[usize]) -> Option<Self> {
        let rules: Vec<&Rule> = kinds.iter().flat_map(|&kind| &system.kinds[kind].rules).collect();
        if rules.iter().any(|rule| matches!(rule, Rule::Turn(_))) {
            return memory(&rules);
        }
        if rules.iter().any(|rule| matches!(rule, Rule::Break(rule) if rule.takes.largest().is_none())) {
            return if kinds.len() == 1 { all_but(&rules) } else { None };
        }
        let mut list = Vec::new();
        let mut least = 1;
        for rule in rules {
            let Rule::Break(rule) = rule else { return None };
            let (Takes::Exactly(taken), Parts::These(parts)) = (rule.takes, &rule.parts) else { return None };
            if rule.condition == Condition::AllEqual && parts.len() > 1 && parts.len() % 2 == 1 {
                return None;
            }
            if rule.condition != Condition::Any && parts.len() > 1 {
                // The side conditions are proved for parts of one kind and one bound.
                let first = parts[0];
                if parts.iter().any(|part| *part != first) || first.least == 0 {
                    return None;
                }
            }
            least = parts.iter().map(|part| part.least).fold(least, u64::max);
            list.push((parts.len() as u64, taken, rule.condition));
        }
        Some(Self::Window { rules: list, least })
    }

    /// The last heap whose value must be known, when the values are to repeat with this period
    /// from this heap on: `g(n + p) = g(n) + s` is needed for all `n` from `from` to this heap
    /// less `p`. `None` when the theorem does not take this period.
    pub fn last_needed(&self, from: u64, period: u64) -> Option<u64> {
        let (n0, p) = (u128::from(from), u128::from(period));
        let last = match self {
            Self::Window { rules, least } => {
                let n0 = n0.max(u128::from(*least));
                let mut window = n0;
                for &(parts, taken, condition) in rules {
                    let t = u128::from(parts);
                    let k = u128::try_from(taken.max(0)).unwrap_or(0);
                    let gaps = t.saturating_sub(1) * p;
                    let end = t * n0
                        + k
                        + match condition {
                            Condition::NotAllEqual if t > 1 => t * p,
                            Condition::AllUnequal if t > 1 => gaps + p * t * (t - 1) / 2,
                            Condition::AllEqual if t > 1 && p % t != 0 => return None,
                            _ => gaps,
                        };
                    window = window.max(end);
                }
                window + p - 1
            }
            Self::Memory { heaps } => n0.max(1) + u128::from(*heaps) + p,
            Self::AllBut { memory, .. } => n0.max(1) + u128::from(*memory) + p,
            Self::Strip => n0 + 2 * p + 8,
        };
        u64::try_from(last).ok()
    }

    /// Whether the theorem speaks of this repetition at all, once the window is seen: `g(n + p)
    /// = g(n) + s` from `from` on. `values` holds at least the values below `from + period`.
    pub fn holds(&self, values: &[u64], from: u64, period: u64, saltus: u64) -> bool {
        match self {
            Self::Window { .. } | Self::Memory { .. } => saltus == 0,
            Self::Strip => true,
            Self::AllBut { whole, .. } => {
                let first = usize::from(!whole);
                let from = from.max(1) as usize;
                let before = sorted(&values[first..from.max(first)], saltus);
                let mut wanted: Vec<u64> = (0..saltus).collect();
                wanted.extend(before);
                wanted == sorted(&values[first..from + period as usize], 0)
            }
        }
    }

    /// Its name, as reports and certificates write it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Window { rules, .. } => {
                let sided = |&(parts, _, c): &(u64, i64, Condition)| parts > 1 && c != Condition::Any;
                if rules.iter().any(sided) {
                    "window with side conditions"
                } else if rules.iter().all(|&(parts, ..)| parts < 2) {
                    "bounded memory"
                } else {
                    "window"
                }
            }
            Self::Memory { .. } => "bounded memory",
            Self::AllBut { .. } => "all-but cover",
            Self::Strip => "strips of More Reclamation",
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The different values, each plus `saltus`, ascending.
fn sorted(values: &[u64], saltus: u64) -> Vec<u64> {
    let mut list: Vec<u64> = values.iter().map(|v| v + saltus).collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// Turning rules with bounded reach.
fn memory(rules: &[&Rule]) -> Option<Theorem> {
    let mut heaps = 0;
    for rule in rules {
        let Rule::Turn(turn) = rule else { return None };
        let reach = match turn.shape {
            Shape::Consecutive => turn.reach.min(turn.most),
            _ if turn.most == 1 => 1,
            _ => turn.reach,
        };
        if turn.first || reach == u64::MAX {
            return None;
        }
        heaps = heaps.max(reach);
    }
    Some(Theorem::Memory { heaps })
}

/// Subtraction rules under which every number above some bound may be taken.
fn all_but(rules: &[&Rule]) -> Option<Theorem> {
    let mut memory = 0;
    let (mut whole, mut one) = (None, None);
    for rule in rules {
        let Rule::Break(rule) = rule else { return None };
        let Parts::These(parts) = &rule.parts else { return None };
        let tail = match parts.as_slice() {
            [] => &mut whole,
            [part] if part.least <= 1 => &mut one,
            _ => return None,
        };
        match rule.takes {
            Takes::Exactly(c) => memory = memory.max(u64::try_from(c).ok()?),
            Takes::Every { from, step: 1 } if tail.is_none() => *tail = Some(from),
            Takes::Every { .. } | Takes::OneOf(_) | Takes::NoneOf(_) => return None,
        }
        if let [part] = parts.as_slice()
            && part.least == 0
        {
            whole = whole.max(one);
        }
    }
    let memory = memory.max(one? - 1).max(whole.map_or(0, |from| from - 1));
    Some(Theorem::AllBut { memory, whole: whole.is_some() })
}
