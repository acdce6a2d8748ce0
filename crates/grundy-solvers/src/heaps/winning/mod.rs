//! The moves on a heap that leave a given value, for heaps too large to list them.
//!
//! The main function is [`leaving`]. Once the values of all kinds repeat for ever, the moves that
//! take `c` tokens and leave two heaps fall into classes modulo the period: each class is found by
//! one look, and counted. Parts below the preperiod are looked at one by one. Cost: preperiod plus
//! period steps a rule.

mod growing;

use grundy_rules::{Break, Condition, Heap, HeapSystem, Part, Parts, Rule, Takes};

use super::analysis::Closed;

/// Moves of one rule that take the same number of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// What the first of them leave; all of them when `count` is not larger.
    pub left: Vec<Vec<Heap>>,
    /// How many there are.
    pub count: u128,
    /// The moves in words.
    pub text: String,
}

/// Most preperiod plus period steps for a rule.
const MOST_STEPS: u64 = 1 << 28;

/// The moves on `heap` that leave the value `target`, at most `most` of them one by one; `forms`
/// has the values of every kind. `None` for rules that this does not cover.
pub fn leaving(
    system: &HeapSystem,
    forms: &[Closed],
    heap: Heap,
    target: u64,
    most: usize,
) -> Option<Vec<Leaving>> {
    let mut list = Vec::new();
    for rule in &system.kinds[heap.kind].rules {
        let Rule::Break(rule) = rule else { return None };
        let Parts::These(parts) = &rule.parts else { return None };
        match (rule.takes, parts.as_slice()) {
            (Takes::Exactly(taken), parts) => {
                let Some(rest) = heap.size.checked_add_signed(-taken) else { continue };
                if let Some(found) = exactly(rule, parts, taken, rest, forms, target, most)? {
                    list.push(found);
                }
            }
            (takes, []) => {
                let takes_all = i64::try_from(heap.size).is_ok_and(|n| takes.contains(n));
                if takes_all && target == 0 && heap.size > 0 {
                    list.push(Leaving { left: vec![Vec::new()], count: 1, text: "take all".to_owned() });
                }
            }
            (Takes::Every { from, step }, [part]) => {
                let Some(largest) = heap.size.checked_sub(from) else { continue };
                list.extend(every(*part, largest, step, &forms[part.kind], target, most)?);
            }
            _ => return None,
        }
    }
    Some(list)
}

/// Moves that take so many and leave `rest` tokens. The outer `None`: not covered.
#[allow(clippy::option_option)]
fn exactly(
    rule: &Break,
    parts: &[Part],
    taken: i64,
    rest: u64,
    forms: &[Closed],
    target: u64,
    most: usize,
) -> Option<Option<Leaving>> {
    let head = match taken {
        0 => "take nothing".to_owned(),
        c if c < 0 => format!("add {}", -c),
        c => format!("take {c}"),
    };
    match *parts {
        [] => {
            let fits = rest == 0 && target == 0;
            Some(fits.then(|| Leaving {
                left: vec![Vec::new()],
                count: 1,
                text: format!("{head}, leave nothing"),
            }))
        }
        [part] => {
            let fits = rest >= part.least && value(forms, part, rest) == target;
            let left = vec![heaps(&[(part, rest)])];
            Some(fits.then(|| Leaving { left, count: 1, text: format!("{head}, leave {rest}") }))
        }
        [a, b] => two(rule.condition, a, b, rest, forms, target, most, &head),
        _ => None,
    }
}

fn value(forms: &[Closed], part: Part, size: u64) -> u64 {
    if size == 0 { 0 } else { forms[part.kind].value(size) }
}

fn heaps(parts: &[(Part, u64)]) -> Vec<Heap> {
    parts.iter().filter(|(_, size)| *size > 0).map(|&(part, size)| Heap { kind: part.kind, size }).collect()
}

#[allow(clippy::too_many_arguments, clippy::option_option)]
fn two(
    condition: Condition,
    a: Part,
    b: Part,
    rest: u64,
    forms: &[Closed],
    target: u64,
    most: usize,
    head: &str,
) -> Option<Option<Leaving>> {
    let Some(last) = rest.checked_sub(b.least).filter(|&last| last >= a.least) else { return Some(None) };
    let alike = a == b;
    let last = if alike { last.min(rest / 2) } else { last };
    let half = (rest.is_multiple_of(2) && alike).then_some(rest / 2);
    let mut moves = Found { left: Vec::new(), count: 0, most, texts: Vec::new() };
    let fits = |x: u64| value(forms, a, x) ^ value(forms, b, rest - x) == target;
    if condition == Condition::AllEqual {
        if let Some(x) = half.filter(|&x| x >= a.least && fits(x)) {
            moves.one(a, b, x, rest);
        }
        return Some(moves.done(head));
    }
    let allowed = |x: u64| condition == Condition::Any || Some(x) != half;
    let (one, other) = (forms[a.kind].repetition, forms[b.kind].repetition);
    if one.saltus != 0 || other.saltus != 0 {
        return growing::two(condition, (a, b), rest, forms, target, (most, head));
    }
    // Small first parts, then small second parts, one by one.
    let from = a.least.max(one.preperiod);
    let to = if alike { last } else { last.min(rest.saturating_sub(b.least.max(other.preperiod))) };
    let period = one.period.checked_mul(other.period / gcd(one.period, other.period))?;
    if from.saturating_add(period).saturating_add(last.saturating_sub(to)) > MOST_STEPS {
        return None;
    }
    let beyond_middle = to.saturating_add(1).max(from);
    for x in (a.least..from.min(last.saturating_add(1))).chain(beyond_middle..=last) {
        if fits(x) && allowed(x) {
            moves.one(a, b, x, rest);
        }
    }
    // The rest by residue classes.
    if from <= to {
        for first in from..=to.min(from + period - 1) {
            if !fits(first) {
                continue;
            }
            let mut count = u128::from((to - first) / period) + 1;
            if let Some(half) = half.filter(|&h| h >= first && h <= to && (h - first).is_multiple_of(period))
            {
                count -= u128::from(!allowed(half));
            }
            let members = (0..).map(|k| first + k * period).take_while(|&x| x <= to).filter(|&x| allowed(x));
            moves.many(a, b, rest, members, count, (first, period, to));
        }
    }
    Some(moves.done(head))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

struct Found {
    left: Vec<Vec<Heap>>,
    count: u128,
    most: usize,
    texts: Vec<String>,
}

/// Most classes to put in words.
const WORDS: usize = 24;

impl Found {
    fn one(&mut self, a: Part, b: Part, x: u64, rest: u64) {
        self.many(a, b, rest, std::iter::once(x), 1, (x, 0, x));
    }

    fn many(
        &mut self,
        a: Part,
        b: Part,
        rest: u64,
        members: impl Iterator<Item = u64>,
        count: u128,
        (first, step, last): (u64, u64, u64),
    ) {
        if count == 0 {
            return;
        }
        self.count += count;
        let room = self.most.saturating_sub(self.left.len());
        self.left.extend(members.take(room).map(|x| heaps(&[(a, x), (b, rest - x)])));
        let last = (last - first).checked_div(step).map_or(first, |steps| first + steps * step);
        self.texts.push(match count {
            1 => first.to_string(),
            2 => format!("{first}, {last}"),
            _ => format!("{first}, {}, ..., {last}", first + step),
        });
    }

    fn done(self, head: &str) -> Option<Leaving> {
        if self.count == 0 {
            return None;
        }
        let more = self.texts.len().saturating_sub(WORDS);
        let mut list = self.texts[..self.texts.len() - more].join("; ");
        if more > 0 {
            list += &format!("; and {more} classes more");
        }
        let text = format!("{head}, leave a and the rest, where a is {list}");
        Some(Leaving { left: self.left, count: self.count, text })
    }
}

/// Moves that leave one heap of at most `largest`, `largest - step`...
#[allow(clippy::option_option)]
fn every(
    part: Part,
    largest: u64,
    step: u64,
    form: &Closed,
    target: u64,
    most: usize,
) -> Option<Option<Leaving>> {
    let r = form.repetition;
    let first = part.least.max(1);
    let reachable = |m: u64| m >= first && m <= largest && (largest - m).is_multiple_of(step);
    let mut found: Vec<u64> = Vec::new();
    let mut classes = Vec::new();
    let mut count = 0u128;
    for m in 0..r.preperiod + r.period {
        let value = form.first[m as usize];
        if m < r.preperiod {
            if value == target && reachable(m) {
                found.push(m);
                count += 1;
            }
        } else if r.saltus > 0 {
            if let Some(gap) = target.checked_sub(value)
                && gap.is_multiple_of(r.saltus)
                && let Some(m) = (gap / r.saltus).checked_mul(r.period).and_then(|far| far.checked_add(m))
                && reachable(m)
            {
                found.push(m);
                count += 1;
            }
        } else if value == target {
            if step != 1 {
                return None;
            }
            let start = if m < first { m + (first - m).div_ceil(r.period) * r.period } else { m };
            if start <= largest {
                let members = u128::from((largest - start) / r.period) + 1;
                count += members;
                let room = most.saturating_sub(found.len()) as u64;
                found.extend((0..room.min(members as u64)).map(|k| start + k * r.period));
                classes.push(format!("{start}, {}, ...", start + r.period));
            }
        }
    }
    if count == 0 {
        return Some(None);
    }
    let words: Vec<String> =
        if classes.is_empty() { found.iter().take(WORDS).map(u64::to_string).collect() } else { classes };
    let left = found.iter().take(most).map(|&m| vec![Heap { kind: part.kind, size: m }]).collect();
    Some(Some(Leaving { left, count, text: format!("leave {}", words.join("; ")) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::analysis::analyse;
    use crate::heaps::engine::Engine;
    use grundy_rules::Budget;

    #[test]
    fn classes_are_the_moves_that_listing_finds() {
        let split = |taken, count, condition| {
            let parts = Parts::These(vec![Part { kind: 0, least: 1 }; count]);
            Rule::Break(Break { takes: Takes::Exactly(taken), parts, condition })
        };
        let plain = |taken, count| split(taken, count, Condition::Any);
        let kayles = vec![plain(1, 0), plain(1, 1), plain(1, 2), plain(2, 0), plain(2, 1), plain(2, 2)];
        let uneven = vec![split(1, 2, Condition::AllUnequal), plain(1, 1), plain(1, 0)];
        let nim = vec![0, 1].into_iter().map(|count| {
            let parts = Parts::These(vec![Part { kind: 0, least: 1 }; count]);
            Rule::Break(Break { takes: Takes::Every { from: 1, step: 1 }, parts, condition: Condition::Any })
        });
        for system in [kayles, uneven, nim.collect()].map(HeapSystem::single) {
            let mut engine = Engine::new(system.clone());
            let (reports, _) = analyse(&mut engine, 20_000, true, &Budget::default(), &mut |_| ());
            let form = Closed::of(&engine, &reports[0]).expect("these codes have a period");
            for size in [1, 2, 5, 70, 71, 150, 155, 400] {
                for target in 0..12 {
                    let heap = Heap { kind: 0, size };
                    let mut listed = Vec::new();
                    system.options(heap, &mut |parts| {
                        if parts.iter().fold(0, |x, p| x ^ form.value(p.size)) == target {
                            listed.push(parts.to_vec());
                        }
                        true
                    });
                    let found = leaving(&system, std::slice::from_ref(&form), heap, target, 10_000).unwrap();
                    let count: u128 = found.iter().map(|span| span.count).sum();
                    let mut moves: Vec<Vec<Heap>> = found.into_iter().flat_map(|span| span.left).collect();
                    moves.sort();
                    listed.sort();
                    assert_eq!(moves, listed, "heap {size} to {target}");
                    assert_eq!(count, listed.len() as u128);
                }
            }
        }
    }
}
