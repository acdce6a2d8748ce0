//! Rules that are a taking-and-breaking code.
//!
//! Main functions: [`heap_code`], which reads a code off the options of small numbers, and
//! [`same_options`], which compares the options of one number with those of a heap system.
//! Nothing is proved by looking at some numbers: who uses the heap system in the place of the
//! rules compares every number whose value is used, or says that it was not done.
//!
//! What can be found: digits with up to four parts, equal or all unequal, and digits that repeat
//! for ever. Numbers that are heaps of another size, such as `n` for a heap of `n + 1`, are not.

use std::collections::BTreeSet;

use grundy_rules::{Fault, Heap, HeapSystem, Sums};

use crate::{Position, Script};

/// Numbers whose options the code is read off.
const PROBED: i64 = 64;
/// Places of the code: an option that takes more needs numbers that are not probed.
const PLACES: usize = 32;
/// Most parts of an option.
const PARTS: usize = 4;
/// Longest repetition that is looked for.
const REPEATED: usize = 8;

/// The options of a number, each as sizes in ascending order without those that are 0.
type Options = BTreeSet<Vec<u64>>;

/// A code whose options the rules may have, such as `0.77`; `None` when none of them fits.
///
/// # Errors
/// When the rules fail.
pub fn heap_code(script: &dyn Script) -> Result<Option<String>, Fault> {
    if script.facts().loopy || script.facts().ends {
        return Ok(None);
    }
    let mut probed = Vec::new();
    for n in 0..=PROBED {
        let Some(options) = options(script, n)? else { return Ok(None) };
        probed.push(options);
    }
    if !probed[0].is_empty() {
        return Ok(None);
    }
    let digits: Vec<Digit> = (0..PLACES).map(|taken| Digit::read(&probed, taken)).collect();
    Ok(written(&digits))
}

/// Whether the options of the number `n` are those of a heap of `n` in a system of one kind.
///
/// # Errors
/// When the rules fail.
pub fn same_options(script: &dyn Script, system: &HeapSystem, n: u64) -> Result<bool, Fault> {
    let Some(found) = i64::try_from(n).ok().map(|n| options(script, n)).transpose()?.flatten() else {
        return Ok(false);
    };
    let mut expected = Options::new();
    system.options(Heap { kind: 0, size: n }, &mut |parts| {
        let mut sizes: Vec<u64> = parts.iter().map(|part| part.size).collect();
        sizes.sort_unstable();
        expected.insert(sizes);
        true
    });
    Ok(found == expected)
}

/// The options of a number; `None` where one of them is no sum of numbers.
fn options(script: &dyn Script, n: i64) -> Result<Option<Options>, Fault> {
    let mut sums = Sums::new();
    script.options(&Position::Int(n), &mut sums)?;
    let mut options = Options::new();
    for sum in sums.iter() {
        let mut sizes = Vec::with_capacity(sum.len());
        for part in sum {
            match part {
                Position::Int(0) => {}
                Position::Int(size @ 1..) => sizes.push(*size as u64),
                _ => return Ok(None),
            }
        }
        sizes.sort_unstable();
        options.insert(sizes);
    }
    Ok(Some(options))
}

/// What may be left when so many tokens are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Digit {
    /// Bit `t`: `t` parts.
    parts: u32,
    /// Whether parts must be all unequal.
    unequal: bool,
}

impl Digit {
    /// Reads a digit off the smallest numbers that have such options.
    fn read(probed: &[Options], taken: usize) -> Self {
        let has = |sizes: Vec<u64>| {
            let n = taken + sizes.iter().sum::<u64>() as usize;
            probed.get(n).is_some_and(|options| options.contains(&sizes))
        };
        let (mut parts, mut unequal) = (0, false);
        for count in 0..=PARTS {
            if has(vec![1; count]) {
                parts |= 1 << count;
            } else if count > 1 && has((1..=count as u64).collect()) {
                parts |= 1 << count;
                unequal = true;
            }
        }
        Self { parts, unequal }
    }
}

/// The digits as a code, with what repeats for ever in brackets.
fn written(digits: &[Digit]) -> Option<String> {
    let last = digits.iter().rposition(|digit| digit.parts > 0)?;
    let (head, tail) = if last < digits.len() / 2 {
        (last.max(1) + 1, 0)
    } else {
        (1..digits.len() / 2).find_map(|head| {
            let repeats =
                |&length: &usize| (head + length..digits.len()).all(|i| digits[i] == digits[i - length]);
            (1..=REPEATED).find(repeats).map(|length| (head, length))
        })?
    };
    let mut code = String::new();
    for (i, digit) in digits[..head + tail].iter().enumerate() {
        if i == 1 {
            code.push('.');
        }
        if tail > 0 && i == head {
            code.push('[');
        }
        code.push(char::from_digit(digit.parts, 36)?.to_ascii_uppercase());
        if digit.unequal {
            code.push('!');
        }
    }
    if tail > 0 {
        code.push(']');
    }
    Some(code)
}
