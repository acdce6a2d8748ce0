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

use std::fmt;

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

/// How many tokens a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// This many; a negative number adds tokens.
    Exactly(i64),
    /// `from`, `from + step`, `from + 2 step` and so on; `step` is at least 1.
    Every {
        /// The least.
        from: u64,
        /// The distance.
        step: u64,
    },
    /// Any number of a famous set.
    OneOf(Numbers),
}

/// Sets of positive numbers that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// 1, 4, 9, 16...
    Squares,
    /// 2, 3, 5, 7...
    Primes,
    /// 1, 2, 6, 24...
    Factorials,
    /// 1, 2, 3, 5, 8...
    Fibonacci,
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

impl Takes {
    /// The numbers of tokens that may be taken from `n`, ascending, at most `most`; a negative
    /// number adds tokens.
    pub fn up_to(self, most: u64) -> Box<dyn Iterator<Item = i64> + Send> {
        let limit = i64::try_from(most).unwrap_or(i64::MAX);
        match self {
            Self::Exactly(c) => Box::new((c <= limit).then_some(c).into_iter()),
            Self::Every { from, step } => {
                let step = usize::try_from(step.max(1)).unwrap_or(usize::MAX);
                Box::new((i64::try_from(from).unwrap_or(i64::MAX)..=limit).step_by(step))
            }
            Self::OneOf(numbers) => Box::new(numbers.up_to(most).map(u64::cast_signed)),
        }
    }

    /// Whether `taken` is allowed.
    pub fn contains(self, taken: i64) -> bool {
        match self {
            Self::Exactly(c) => c == taken,
            Self::Every { from, step } => {
                u64::try_from(taken).is_ok_and(|t| t >= from && (t - from).is_multiple_of(step.max(1)))
            }
            Self::OneOf(numbers) => u64::try_from(taken).is_ok_and(|t| numbers.contains(t)),
        }
    }

    /// The largest, if there is one.
    pub fn largest(self) -> Option<i64> {
        match self {
            Self::Exactly(c) => Some(c),
            Self::Every { .. } | Self::OneOf(_) => None,
        }
    }
}

impl Numbers {
    /// The numbers of the set up to `most`, ascending.
    pub fn up_to(self, most: u64) -> Box<dyn Iterator<Item = u64> + Send> {
        let most = most.min(i64::MAX.cast_unsigned());
        match self {
            Self::Squares => {
                Box::new((1u64..).map_while(|k| k.checked_mul(k)).take_while(move |&x| x <= most))
            }
            Self::Primes => Box::new((2..=most).filter(|&x| is_prime(x))),
            Self::Factorials => {
                let next = |&(k, x): &(u64, u64)| Some((k + 1, x.checked_mul(k + 1)?));
                Box::new(
                    std::iter::successors(Some((1u64, 1u64)), next)
                        .map(|(_, x)| x)
                        .take_while(move |&x| x <= most),
                )
            }
            Self::Fibonacci => {
                let next = |&(a, b): &(u64, u64)| Some((b, a.checked_add(b)?));
                Box::new(
                    std::iter::successors(Some((1u64, 2u64)), next)
                        .map(|(a, _)| a)
                        .take_while(move |&x| x <= most),
                )
            }
        }
    }

    /// Whether `x` is in the set.
    pub fn contains(self, x: u64) -> bool {
        match self {
            Self::Squares => x > 0 && x.isqrt().pow(2) == x,
            Self::Primes => is_prime(x),
            Self::Factorials | Self::Fibonacci => self.up_to(x).last() == Some(x),
        }
    }

    /// The word for the set in codes.
    pub fn word(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Primes => "primes",
            Self::Factorials => "factorials",
            Self::Fibonacci => "fibonacci",
        }
    }
}

/// Whether `x` is prime, by trial division.
fn is_prime(x: u64) -> bool {
    x >= 2 && (2..).take_while(|d| d * d <= x).all(|d| !x.is_multiple_of(d))
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

impl Break {
    /// A part as large as the heap, in words, if the rule can leave one.
    fn loops(&self) -> Option<String> {
        let Takes::Exactly(taken) = self.takes else {
            let (Takes::Every { from: 1.., .. } | Takes::OneOf(_)) = self.takes else {
                return Some("a move that takes nothing and leaves the heap as it was".to_owned());
            };
            return None;
        };
        let (count, leasts): (usize, Vec<u64>) = match &self.parts {
            Parts::These(parts) => (parts.len(), parts.iter().map(|p| p.least).collect()),
            Parts::AtLeast { count, .. } => (*count, vec![1; *count]),
        };
        if taken > 0 {
            return None;
        }
        let added = taken.unsigned_abs();
        let leave = |n: u64, part: u64| {
            format!("a heap of {n} could leave a part of {part} again, and so on without end")
        };
        if count == 0 {
            return (added == 0).then(|| "a move on nothing that leaves nothing".to_owned());
        }
        if self.condition == Condition::AllEqual && count > 1 {
            // A larger count only makes the parts smaller.
            let t = count as u64;
            return (0..=added / (t - 1)).find_map(|n| {
                let part = (n + added) / t;
                ((n + added).is_multiple_of(t) && part >= n && part > 0).then(|| leave(n, part))
            });
        }
        let sum: u64 = leasts.iter().sum();
        let others = match self.condition {
            Condition::AllUnequal => (1..count as u64).sum::<u64>().max(sum - leasts.iter().max()?),
            _ => sum - leasts.iter().max()?,
        };
        (others <= added).then(|| {
            let n = others + 5;
            leave(n, n + added - others)
        })
    }

    /// Calls `each` with the number taken and the parts left, for every option of a heap of `n`.
    pub fn options(&self, n: u64, each: &mut dyn FnMut(i64, &[Heap]) -> bool) -> bool {
        let mut parts = Vec::new();
        self.takes.up_to(n).all(|taken| {
            let Some(rest) = n.checked_add_signed(-taken) else { return true };
            match &self.parts {
                Parts::These(these) => self.leave(these, rest, &mut parts, &mut |p| each(taken, p)),
                Parts::AtLeast { kind, count } => {
                    let most = if self.condition == Condition::AllUnequal { rest.isqrt() * 2 } else { rest };
                    (*count as u64..=most).all(|k| {
                        let these = vec![Part { kind: *kind, least: 1 }; k as usize];
                        self.leave(&these, rest, &mut parts, &mut |p| each(taken, p))
                    })
                }
            }
        })
    }

    /// Lists the ways to leave `these` with `rest` tokens in all.
    fn leave(
        &self,
        these: &[Part],
        rest: u64,
        parts: &mut Vec<Heap>,
        each: &mut dyn FnMut(&[Heap]) -> bool,
    ) -> bool {
        parts.clear();
        let mut bounds: Vec<u64> = vec![0; these.len() + 1];
        for i in (0..these.len()).rev() {
            bounds[i] = bounds[i + 1] + these[i].least;
        }
        self.fill(these, &bounds, rest, parts, each)
    }

    fn fill(
        &self,
        these: &[Part],
        bounds: &[u64],
        rest: u64,
        parts: &mut Vec<Heap>,
        each: &mut dyn FnMut(&[Heap]) -> bool,
    ) -> bool {
        let at = parts.len();
        if at == these.len() {
            if rest > 0 {
                return true;
            }
            let sizes: Vec<u64> = parts.iter().map(|p| p.size).collect();
            if !self.condition.allows(&sizes) {
                return true;
            }
            let left: Vec<Heap> = parts.iter().copied().filter(|p| p.size > 0).collect();
            return each(&left);
        }
        let part = these[at];
        // Parts that are alike come in ascending order.
        let alike = at > 0 && these[at - 1] == part;
        let least = if alike { part.least.max(parts[at - 1].size) } else { part.least };
        let Some(most) = rest.checked_sub(bounds[at + 1]) else { return true };
        let to_come = these[at..].iter().take_while(|p| **p == part).count() as u64;
        let all_alike = to_come as usize == these.len() - at;
        let (least, most) = if at + 1 == these.len() {
            (least.max(rest), most)
        } else if all_alike {
            (least, most.min(rest / to_come))
        } else {
            (least, most)
        };
        for size in least..=most {
            parts.push(Heap { kind: part.kind, size });
            let more = self.fill(these, bounds, rest - size, parts, each);
            parts.pop();
            if !more {
                return false;
            }
        }
        true
    }
}

impl Turn {
    /// Calls `each` with the lower coins of every move whose last coin is on place `heap.size`.
    fn options(&self, heap: Heap, each: &mut dyn FnMut(&[Heap]) -> bool) -> bool {
        let n = heap.size;
        if n == 0 {
            return true;
        }
        let low = (n + 1).saturating_sub(self.reach).max(1);
        let most = self.most.min(n - low + 1);
        let place = |size| Heap { kind: heap.kind, size };
        (self.fewest..=most).all(|count| {
            let others = (count - 1) as usize;
            if others == 0 {
                return (self.first && n != 1) || each(&[]);
            }
            match self.shape {
                Shape::Consecutive => {
                    let from = n - others as u64;
                    let coins: Vec<Heap> = (from..n).map(place).collect();
                    (self.first && from != 1) || each(&coins)
                }
                Shape::EquallySpaced => (1..=(n - low) / others as u64).all(|gap| {
                    let coins: Vec<Heap> = (1..=others as u64).rev().map(|i| place(n - i * gap)).collect();
                    (self.first && coins[0].size != 1) || each(&coins)
                }),
                Shape::Any | Shape::Symmetric => {
                    let firsts = if self.first { low..=low.min(1) } else { low..=n - others as u64 };
                    firsts.into_iter().all(|first| {
                        let mut coins = vec![place(first)];
                        if self.shape == Shape::Any {
                            rising(&mut coins, others, n, each)
                        } else {
                            symmetric(first, n, others - 1, heap.kind, each)
                        }
                    })
                }
            }
        })
    }
}

/// Fills `coins` up to `count` with rising places below `n`.
fn rising(coins: &mut Vec<Heap>, count: usize, n: u64, each: &mut dyn FnMut(&[Heap]) -> bool) -> bool {
    if coins.len() == count {
        return each(coins);
    }
    let last = coins[coins.len() - 1];
    (last.size + 1..n).all(|size| {
        coins.push(Heap { size, ..last });
        let more = rising(coins, count, n, each);
        coins.pop();
        more
    })
}

/// Coins on `first`, on `n`, and `inner` between them, symmetric about the middle.
fn symmetric(first: u64, n: u64, inner: usize, kind: usize, each: &mut dyn FnMut(&[Heap]) -> bool) -> bool {
    let width = n - first - 1;
    if inner as u64 > width || (inner % 2 == 1 && width.is_multiple_of(2)) {
        return true;
    }
    let place = |size| Heap { kind, size };
    let mut half = vec![place(first)];
    rising(&mut half, 1 + inner / 2, first + 1 + width / 2, &mut |half| {
        let mut coins = half.to_vec();
        if inner % 2 == 1 {
            coins.push(place(first + 1 + width / 2));
        }
        coins.extend(half[1..].iter().rev().map(|coin| place(first + n - coin.size)));
        each(&coins)
    })
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
