//! A reader of its own for the plain codes: octal, hexadecimal and beyond, subtraction and
//! all-but sets. Other codes are not read; their certificates are checked for the rules in them.

use crate::rules::{Break, Part, Rule, Takes};

/// Codes with names, for the sake of people.
const NAMED: &[(&str, &str)] = &[
    ("kayles", "0.77"),
    ("dawsons-kayles", "0.07"),
    ("dawsons-chess", "0.137"),
    ("guiles", "0.15"),
    ("officers", "0.6"),
    ("treblecross", "0.007"),
    ("nim", "allbut:"),
];

/// The rules of a code, if it is a plain one.
pub(crate) fn read(code: &str) -> Option<Vec<Rule>> {
    let code = NAMED.iter().find(|(name, _)| *name == code).map_or(code, |(_, code)| code);
    let mut rules = Vec::new();
    if let Some(list) = code.strip_prefix("sub:") {
        for number in list.split(',') {
            let c: i64 = number.parse().ok()?;
            rules.extend([0, 1].map(|count| rule(Takes::Exactly { exactly: c }, count)));
        }
        return Some(rules);
    }
    if let Some(list) = code.strip_prefix("allbut:") {
        let not: Vec<u64> =
            list.split(',').filter(|n| !n.is_empty()).map(str::parse).collect::<Result<_, _>>().ok()?;
        let largest = not.iter().copied().max().unwrap_or(0);
        for c in (1..=largest).filter(|c| !not.contains(c)) {
            rules.extend([0, 1].map(|count| rule(Takes::Exactly { exactly: c as i64 }, count)));
        }
        rules.extend([0, 1].map(|count| rule(Takes::Every { from: largest + 1, step: 1 }, count)));
        return Some(rules);
    }
    let (left, right) = code.split_once('.')?;
    let digits = |text: &str| text.chars().map(|c| c.to_digit(36)).collect::<Option<Vec<u32>>>();
    let left = digits(left)?;
    for (i, &digit) in left.iter().rev().enumerate() {
        add(&mut rules, -(i as i64), digit);
    }
    for (i, &digit) in digits(right)?.iter().enumerate() {
        add(&mut rules, i as i64 + 1, digit);
    }
    Some(rules)
}

fn add(rules: &mut Vec<Rule>, taken: i64, digit: u32) {
    for count in (0..6).filter(|count| digit >> count & 1 == 1) {
        rules.push(rule(Takes::Exactly { exactly: taken }, count));
    }
}

fn rule(takes: Takes, count: usize) -> Rule {
    let parts = (0..count).map(|_| Part { kind: 0, least: 1 }).collect();
    Rule::Break(Break { takes, parts, condition: "any".to_owned() })
}
