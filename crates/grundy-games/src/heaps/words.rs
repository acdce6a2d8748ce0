//! The rules of a code in words, since people mix up `0.07` and `0.77`.

use grundy_rules::{Condition, Numbers, Shape, Turn};

use super::code::{Code, Digit};

/// A sentence for each digit of a code.
pub fn code(code: &Code) -> Vec<String> {
    let mut sentences = Vec::new();
    for (added, digit) in code.left.iter().enumerate().rev() {
        let start = match added {
            0 => "Take nothing, but leave".to_owned(),
            1 => "Add 1 token to a heap and leave".to_owned(),
            _ => format!("Add {added} tokens to a heap and leave"),
        };
        sentences.extend(sentence(&start, digit));
    }
    let fixed = code.right.len() - code.tail;
    for (i, digit) in code.right.iter().enumerate() {
        let taken = i + 1;
        let start = match (i < fixed, taken, code.tail) {
            (true, 1, _) => "Take 1 token from a heap and leave".to_owned(),
            (true, ..) => format!("Take {taken} tokens from a heap and leave"),
            (false, _, 1) => format!("Take {taken} tokens or more from a heap and leave"),
            (false, _, step) => {
                format!("Take {taken}, {}, {}... tokens from a heap and leave", taken + step, taken + 2 * step)
            }
        };
        sentences.extend(sentence(&start, digit));
    }
    if sentences.is_empty() {
        sentences.push("There is no move.".to_owned());
    }
    sentences
}

fn sentence(start: &str, digit: &Digit) -> Option<String> {
    let mut choices = Vec::new();
    for (count, allowed) in digit.counts.iter().enumerate() {
        let Some(condition) = *allowed else { continue };
        let heaps = match count {
            0 => "nothing".to_owned(),
            1 => "one heap".to_owned(),
            2 => "two heaps".to_owned(),
            3 => "three heaps".to_owned(),
            _ => format!("{count} heaps"),
        };
        let more = if digit.more && count + 1 == digit.counts.len() { " or more" } else { "" };
        let condition = match (condition, count) {
            (Condition::Any, _) => "",
            (Condition::AllUnequal | Condition::NotAllEqual, 2) => " of unequal size",
            (Condition::AllUnequal, _) => ", no two of them equal",
            (Condition::NotAllEqual, _) => ", not all of them equal",
            (Condition::AllEqual, _) => " of equal size",
        };
        choices.push(format!("{heaps}{more}{condition}"));
    }
    let last = choices.pop()?;
    let list = if choices.is_empty() { last } else { format!("{} or {last}", choices.join(", ")) };
    Some(format!("{start} {list}."))
}

/// `1,3,4`.
pub fn joined(list: &[u64]) -> String {
    list.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// `1, 3 or 4 tokens`.
pub fn tokens_or(list: &[u64]) -> String {
    let mut words: Vec<String> = list.iter().map(u64::to_string).collect();
    let last = words.pop().unwrap_or_default();
    let noun = if list == [1] { "token" } else { "tokens" };
    if words.is_empty() { format!("{last} {noun}") } else { format!("{} or {last} {noun}", words.join(", ")) }
}

/// The plural of a set's name.
pub fn set(numbers: Numbers) -> &'static str {
    match numbers {
        Numbers::Squares => "squares",
        Numbers::Primes => "primes",
        Numbers::Factorials => "factorials",
        Numbers::Fibonacci => "Fibonacci numbers",
    }
}

/// The plural of a set's name with its first numbers.
pub fn examples(numbers: Numbers) -> String {
    let first: Vec<String> = numbers.up_to(30).map(|x| x.to_string()).collect();
    format!("{} ({}...)", set(numbers), first.join(", "))
}

/// A coin-turning move as a code writes it.
pub fn turn_code(turn: &Turn) -> String {
    let most = match turn.most {
        most if most == turn.fewest => String::new(),
        u64::MAX => "+".to_owned(),
        most => format!("-{most}"),
    };
    let shape = match turn.shape {
        Shape::Any => "",
        Shape::Consecutive => "C",
        Shape::EquallySpaced => "E",
        Shape::Symmetric => "S",
    };
    let first = if turn.first { "F" } else { "" };
    let reach = if turn.reach == u64::MAX { String::new() } else { format!("@{}", turn.reach) };
    format!("{}{most}{first}{shape}{reach}", turn.fewest)
}

/// A coin-turning move in words.
pub fn turn(turn: &Turn) -> String {
    let count = match (turn.fewest, turn.most) {
        (1, 1) => "one coin".to_owned(),
        (fewest, u64::MAX) => format!("{fewest} coins or more"),
        (fewest, most) if fewest == most => format!("{fewest} coins"),
        (fewest, most) => format!("{fewest} to {most} coins"),
    };
    let shape = match turn.shape {
        Shape::Any => "",
        Shape::Consecutive => " on neighbouring places",
        Shape::EquallySpaced => " with equal distances",
        Shape::Symmetric => " that lie symmetrically about their middle",
    };
    let reach = match turn.reach {
        u64::MAX => String::new(),
        reach => format!(", all within {reach} neighbouring places"),
    };
    let first = if turn.first { ", the coin on place 1 among them" } else { "" };
    format!("Turn {count}{shape}{reach}{first}.")
}
