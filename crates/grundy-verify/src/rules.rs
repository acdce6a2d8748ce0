//! The rules in a certificate, and the values that they give.

use serde::Deserialize;

use crate::{Wrong, wrong};

/// A certificate as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Certificate {
    pub(crate) format: String,
    pub(crate) version: u64,
    pub(crate) code: String,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) kind: usize,
    pub(crate) theorem: String,
    pub(crate) preperiod: u64,
    pub(crate) period: u64,
    pub(crate) saltus: u64,
    pub(crate) values: Option<Vec<u64>>,
    pub(crate) checksum: String,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kind {
    pub(crate) name: String,
    pub(crate) rules: Vec<Rule>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(untagged)]
pub(crate) enum Rule {
    Break(Break),
    Turn { turn: Turn },
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Break {
    pub(crate) takes: Takes,
    pub(crate) parts: Vec<Part>,
    pub(crate) condition: String,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(untagged)]
pub(crate) enum Takes {
    Exactly { exactly: i64 },
    Every { from: u64, step: u64 },
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    pub(crate) kind: usize,
    pub(crate) least: u64,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Turn {
    pub(crate) fewest: u64,
    pub(crate) most: String,
    pub(crate) shape: String,
    pub(crate) reach: String,
    pub(crate) first: bool,
}

/// The values of all kinds for heaps of 0 to `last`, by the definition.
pub(crate) fn values(kinds: &[Kind], last: u64) -> Result<Vec<Vec<u64>>, Wrong> {
    let mut values: Vec<Vec<u64>> = vec![Vec::new(); kinds.len()];
    for n in 0..=last {
        let mut next = Vec::new();
        for (k, kind) in kinds.iter().enumerate() {
            let mut options = Vec::new();
            for rule in &kind.rules {
                match rule {
                    Rule::Break(rule) => broken(rule, n, &values, &mut options)?,
                    Rule::Turn { turn } => turned(turn, k, n, &values, &mut options)?,
                }
                if options.len() > 1 << 20 {
                    options.sort_unstable();
                    options.dedup();
                }
            }
            options.sort_unstable();
            options.dedup();
            let mex = options.iter().zip(0..).take_while(|&(&value, least)| value == least).count();
            next.push(mex as u64);
        }
        for (list, value) in values.iter_mut().zip(next) {
            list.push(value);
        }
    }
    Ok(values)
}

fn broken(rule: &Break, n: u64, values: &[Vec<u64>], options: &mut Vec<u64>) -> Result<(), Wrong> {
    let mut taken: Vec<i64> = Vec::new();
    match rule.takes {
        Takes::Exactly { exactly } => taken.push(exactly),
        Takes::Every { step: 0, .. } => return wrong("a step of 0"),
        Takes::Every { from, step } => taken.extend((from..=n).step_by(step as usize).map(|c| c as i64)),
    }
    for c in taken {
        if let Some(rest) = n.checked_add_signed(-c) {
            let mut sizes = Vec::new();
            leave(rule, 0, rest, 0, &mut sizes, values, options)?;
        }
    }
    Ok(())
}

/// Goes through all ways to give the parts from number `at` on `rest` tokens.
fn leave(
    rule: &Break,
    at: usize,
    rest: u64,
    sum: u64,
    sizes: &mut Vec<u64>,
    values: &[Vec<u64>],
    options: &mut Vec<u64>,
) -> Result<(), Wrong> {
    let Some(part) = rule.parts.get(at) else {
        if rest == 0 && allowed(&rule.condition, sizes)? {
            options.push(sum);
        }
        return Ok(());
    };
    let last = at + 1 == rule.parts.len();
    let from = if last { rest.max(part.least) } else { part.least };
    for size in from..=rest {
        let Some(&value) = values[part.kind].get(size as usize) else {
            return wrong("a rule leaves a part as large as the heap");
        };
        sizes.push(size);
        leave(rule, at + 1, rest - size, sum ^ value, sizes, values, options)?;
        sizes.pop();
    }
    Ok(())
}

fn allowed(condition: &str, sizes: &[u64]) -> Result<bool, Wrong> {
    let unequal = |i: usize, j: usize| sizes[i] != sizes[j];
    let count = sizes.len();
    Ok(match condition {
        "any" => true,
        _ if count < 2 => true,
        "all unequal" => (0..count).all(|i| (0..i).all(|j| unequal(i, j))),
        "not all equal" => (1..count).any(|i| unequal(i, 0)),
        "all equal" => !(1..count).any(|i| unequal(i, 0)),
        _ => return wrong("an unknown side condition"),
    })
}

/// Coin-turning moves with a bounded reach, and no coin that must be among those turned.
fn turned(
    turn: &Turn,
    kind: usize,
    n: u64,
    values: &[Vec<u64>],
    options: &mut Vec<u64>,
) -> Result<(), Wrong> {
    let (Some(most), Some(reach)) = (turn.most.parse::<u64>().ok(), turn.reach.parse::<u64>().ok()) else {
        return wrong("a coin-turning rule with a number that cannot be read");
    };
    if n == 0 {
        return Ok(());
    }
    if reach > 24 && turn.shape != "consecutive" {
        return wrong("a coin-turning rule with too long a reach for this checker");
    }
    let reach = if turn.shape == "consecutive" { reach.min(most) } else { reach };
    let low = (n + 1).saturating_sub(reach).max(1);
    let below: Vec<u64> = (low..n).collect();
    if turn.shape == "consecutive" {
        for count in turn.fewest..=most.min(n - low + 1) {
            let coins = n - (count - 1)..n;
            options.push(coins.map(|m| values[kind][m as usize]).fold(0, |x, v| x ^ v));
        }
        return Ok(());
    }
    for chosen in 0u32..1 << below.len() {
        let count = u64::from(chosen.count_ones()) + 1;
        if count < turn.fewest || count > most {
            continue;
        }
        let coins: Vec<u64> = below
            .iter()
            .enumerate()
            .filter(|(i, _)| chosen >> i & 1 == 1)
            .map(|(_, &m)| m)
            .chain([n])
            .collect();
        let fits = match turn.shape.as_str() {
            "any" => true,
            "equally spaced" => coins.windows(3).all(|w| w[1] - w[0] == w[2] - w[1]),
            "symmetric" => (0..coins.len()).all(|i| coins[i] + coins[coins.len() - 1 - i] == coins[0] + n),
            _ => return wrong("an unknown shape of coins"),
        };
        if fits {
            options.push(coins[..coins.len() - 1].iter().fold(0, |x, &m| x ^ values[kind][m as usize]));
        }
    }
    Ok(())
}
