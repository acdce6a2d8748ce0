//! The certificate of a period of a heap game.
//!
//! The main function is [`heap_period`]. The theorems are stated and proved in `docs/heaps.md`;
//! here are their conditions, written down a second time.

use crate::code;
use crate::rules::{Certificate, Kind, Rule, Takes, values};
use crate::{Proved, Wrong, wrong};

/// Values beyond this many are refused before any work.
const MOST: u64 = 1 << 32;

/// Checks the certificate of a period.
///
/// # Errors
/// When it is no certificate, or anything in it does not hold.
pub fn heap_period(text: &str) -> Result<Proved, Wrong> {
    let c: Certificate =
        serde_json::from_str(text).map_err(|error| Wrong(format!("it cannot be read: {error}")))?;
    if c.format != "grundy heap period" || c.version != 1 {
        return wrong("its format or version is another");
    }
    if c.kind >= c.kinds.len() || c.period == 0 || c.period > MOST || c.preperiod > MOST {
        return wrong("a kind or a period that cannot be");
    }
    check_rules(&c.kinds)?;
    let code_read = match code::read(&c.code) {
        Some(rules) if c.kinds.len() == 1 => {
            let same = |a: &[Rule], b: &[Rule]| a.iter().all(|rule| b.contains(rule));
            if !same(&rules, &c.kinds[0].rules) || !same(&c.kinds[0].rules, &rules) {
                return wrong("its rules are not those of its code");
            }
            true
        }
        Some(_) => return wrong("its rules are not those of its code"),
        None => false,
    };
    let closure = closure(&c.kinds, c.kind);
    let checked_to = match c.theorem.as_str() {
        "window" | "window with side conditions" | "bounded memory" => repeats_by_window(&c, &closure)?,
        "all-but cover" => repeats_by_cover(&c)?,
        "strips of More Reclamation" => repeats_by_induction(&c)?,
        _ => return wrong("an unknown theorem"),
    };
    Ok(Proved {
        code: c.code,
        code_read,
        preperiod: c.preperiod,
        period: c.period,
        saltus: c.saltus,
        checked_to,
        theorem: c.theorem,
    })
}

/// Kinds exist, and every part is smaller than its heap.
fn check_rules(kinds: &[Kind]) -> Result<(), Wrong> {
    for rule in kinds.iter().flat_map(|kind| &kind.rules) {
        let Rule::Break(rule) = rule else { continue };
        if rule.parts.iter().any(|part| part.kind >= kinds.len()) {
            return wrong("a part of a kind that is not there");
        }
        let least: u64 = rule.parts.iter().map(|part| part.least).sum();
        let taken = match rule.takes {
            Takes::Exactly { exactly } => i128::from(exactly),
            Takes::Every { from, .. } => i128::from(from),
        };
        // The largest that one part can be is the heap less what is taken and the other parts.
        let t = rule.parts.len() as i128;
        let others = rule.parts.iter().map(|part| i128::from(least - part.least)).min().unwrap_or(0);
        let others = if rule.condition == "all unequal" { others.max(t * (t - 1) / 2) } else { others };
        if rule.condition == "all equal" && t > 1 {
            if taken < 0 && -taken >= t - 1 {
                return wrong("a rule that could leave a part as large as the heap");
            }
        } else if taken + others < 1 {
            return wrong("a rule that could leave a part as large as the heap");
        }
    }
    Ok(())
}

/// The kinds that play from `kind` reaches.
fn closure(kinds: &[Kind], kind: usize) -> Vec<usize> {
    let mut reached = vec![kind];
    let mut at = 0;
    while at < reached.len() {
        for rule in &kinds[reached[at]].rules {
            if let Rule::Break(rule) = rule {
                for part in &rule.parts {
                    if !reached.contains(&part.kind) {
                        reached.push(part.kind);
                    }
                }
            }
        }
        at += 1;
    }
    reached
}

/// The first heap from which on a repetition with this period follows by itself; `None` when the
/// theorem does not speak of it. `from` is at least 1.
fn window_end(kinds: &[Kind], closure: &[usize], from: u64, period: u64) -> Option<u64> {
    let (mut n0, p) = (u128::from(from), u128::from(period));
    let rules = || closure.iter().flat_map(|&kind| &kinds[kind].rules);
    for rule in rules() {
        if let Rule::Break(rule) = rule {
            n0 = rule.parts.iter().map(|part| u128::from(part.least)).fold(n0, u128::max);
        }
    }
    let mut end = n0;
    for rule in rules() {
        let reached = match rule {
            Rule::Turn { turn } => {
                let reach: u64 = turn.reach.parse().ok()?;
                let most: u64 = turn.most.parse().ok()?;
                let reach = if turn.shape == "consecutive" { reach.min(most) } else { reach };
                if turn.first || reach == u64::MAX {
                    return None;
                }
                n0 + u128::from(reach)
            }
            Rule::Break(rule) => {
                let Takes::Exactly { exactly } = rule.takes else { return None };
                let t = rule.parts.len() as u128;
                let k = u128::try_from(exactly).unwrap_or(0);
                let sided = t > 1 && rule.condition != "any";
                if sided {
                    // Side conditions: parts of one kind with one bound, which is not 0.
                    let first = &rule.parts[0];
                    if first.least == 0 || rule.parts.iter().any(|part| part != first) {
                        return None;
                    }
                }
                match rule.condition.as_str() {
                    "all unequal" if sided => t * n0 + (t - 1) * p + p * t * (t - 1) / 2 + k,
                    "not all equal" if sided => t * (n0 + p) + k,
                    "all equal" if sided => {
                        if t % 2 == 1 || p % t != 0 {
                            return None;
                        }
                        t * n0 + (t - 1) * p + k
                    }
                    _ => t * n0 + t.saturating_sub(1) * p + k,
                }
            }
        };
        end = end.max(reached);
    }
    u64::try_from(end).ok().filter(|&end| end < MOST)
}

/// The window theorem, for all kinds of the closure together.
fn repeats_by_window(c: &Certificate, closure: &[usize]) -> Result<u64, Wrong> {
    if c.saltus != 0 {
        return wrong("a saltus, where the theorem gives none");
    }
    // Other kinds may begin later, or repeat with a multiple of the period.
    let tries: &[(u64, u64)] = if closure.len() == 1 {
        &[(0, 1)]
    } else {
        &[(0, 1), (1, 1), (8, 1), (64, 1), (0, 2), (8, 2), (64, 2), (64, 12)]
    };
    let mut known: Vec<Vec<u64>> = Vec::new();
    for &(later, times) in tries {
        let from = (c.preperiod + later).max(1);
        let Some(period) = c.period.checked_mul(times) else { continue };
        let Some(end) = window_end(&c.kinds, closure, from, period) else { continue };
        let last = (end + period).max(from + period);
        if (known.first().map_or(0, Vec::len) as u64) <= last {
            known = values(&c.kinds, last)?;
        }
        let repeats =
            |kind: usize| (from..end).all(|n| known[kind][n as usize] == known[kind][(n + period) as usize]);
        if closure.iter().all(|&kind| repeats(kind)) {
            least(c, &known[c.kind], last)?;
            return Ok(last);
        }
    }
    wrong("the values do not repeat over the theorem's window, or the theorem does not take these rules")
}

/// All-but sets: the values before the window, moved, are the values before the next one.
fn repeats_by_cover(c: &Certificate) -> Result<u64, Wrong> {
    let [kind] = c.kinds.as_slice() else { return wrong("the theorem is for one kind of heap") };
    let (mut memory, mut one, mut whole) = (0u64, None, None);
    for rule in &kind.rules {
        let Rule::Break(rule) = rule else { return wrong("the theorem is for taking games") };
        if rule.parts.len() > 1 || rule.parts.iter().any(|part| part.least != 1) {
            return wrong("the theorem is for rules that leave one heap or none");
        }
        match rule.takes {
            Takes::Exactly { exactly } => memory = memory.max(u64::try_from(exactly).unwrap_or(0)),
            Takes::Every { from, step: 1 } if rule.parts.is_empty() => whole = Some(from),
            Takes::Every { from, step: 1 } => one = Some(from),
            Takes::Every { .. } => return wrong("the theorem is for tails without gaps"),
        }
    }
    let Some(tail) = one else { return wrong("the theorem needs a tail of numbers to take") };
    let memory = memory.max(tail.saturating_sub(1)).max(whole.map_or(0, |from| from.saturating_sub(1)));
    let from = c.preperiod.max(1);
    let end = from + memory;
    let last = end + c.period + 1;
    let known = &values(&c.kinds, last)?[0];
    if !(from..=end).all(|n| known[n as usize].checked_add(c.saltus) == Some(known[(n + c.period) as usize]))
    {
        return wrong("the values do not repeat over the theorem's window");
    }
    let first = if whole.is_some() { 0 } else { 1 };
    let set = |to: u64, moved: u64| {
        let mut set: Vec<u64> = (first..to).map(|n| known[n as usize] + moved).collect();
        if moved > 0 {
            set.extend(0..moved);
        }
        set.sort_unstable();
        set.dedup();
        set
    };
    if set(from, c.saltus) != set(from + c.period, 0) {
        return wrong("the values before the window do not cover those before the next one");
    }
    least(c, known, last)?;
    Ok(last)
}

/// The two kinds of strips whose values are proved by hand: no stone, and one stone.
fn repeats_by_induction(c: &Certificate) -> Result<u64, Wrong> {
    const STRIPS: [&[[(usize, u64); 2]]; 4] = [
        &[[(1, 0), (1, 0)]],
        &[[(2, 0), (1, 0)], [(3, 1), (1, 0)]],
        &[[(2, 0), (2, 0)], [(3, 1), (3, 1)]],
        &[[(2, 0), (3, 1)]],
    ];
    let is_strip = c.kinds.len() == 4
        && c.kinds.iter().zip(STRIPS).all(|(kind, rules)| {
            kind.rules.len() == rules.len()
                && kind.rules.iter().zip(rules).all(|(rule, parts)| match rule {
                    Rule::Break(rule) => {
                        rule.takes == Takes::Exactly { exactly: 1 }
                            && rule.condition == "any"
                            && rule.parts.iter().map(|p| (p.kind, p.least)).eq(parts.iter().copied())
                    }
                    Rule::Turn { .. } => false,
                })
        });
    if !is_strip || c.kind > 1 {
        return wrong("the theorem is for the strips of More Reclamation without a stone or with one");
    }
    let expected = if c.kind == 0 { (0, 2, 0) } else { (0, 1, 1) };
    if (c.preperiod, c.period, c.saltus) != expected {
        return wrong("the theorem gives another period");
    }
    let known = &values(&c.kinds, 200)?[c.kind];
    least(c, known, 200)?;
    Ok(200)
}

/// The repetition holds as far as known, begins nowhere earlier, has no smaller period, and has
/// the values that the certificate lists.
fn least(c: &Certificate, known: &[u64], last: u64) -> Result<(), Wrong> {
    let value = |n: u64| known[n as usize];
    let (n0, p) = (c.preperiod, c.period);
    if !(n0..=last - p).all(|n| value(n).checked_add(c.saltus) == Some(value(n + p))) {
        return wrong("the values do not repeat from the preperiod on");
    }
    if n0 > 0 && value(n0 - 1).checked_add(c.saltus) == Some(value(n0 - 1 + p)) {
        return wrong("the preperiod is not the least");
    }
    for q in (1..p).filter(|q| p.is_multiple_of(*q) && (c.saltus * q).is_multiple_of(p)) {
        let saltus = c.saltus * q / p;
        if (n0..n0 + p).all(|n| n + q <= last && value(n).checked_add(saltus) == Some(value(n + q))) {
            return wrong("the period is not the least");
        }
    }
    let first = &known[..(n0 + p) as usize];
    if c.values.as_ref().is_some_and(|values| values != first) {
        return wrong("its list of values is not the sequence");
    }
    let hash = first
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    if format!("{hash:016x}") != c.checksum {
        return wrong("its checksum is not that of the sequence");
    }
    Ok(())
}
