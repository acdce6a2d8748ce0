//! Everything that may stand behind `heaps:`.
//!
//! The main function is [`read`]: named games, subtraction sets (`sub:1,3,4`, `sub:squares`),
//! all-but sets (`allbut:2,3`, `allbut:primes`), coin-turning codes (`coins:1+C`), the strips of More
//! Reclamation (`strip`) and codes of the take-and-break language (`0.77`).
//!
//! A coin-turning code lists moves, with commas between: a number of coins `3`, a range `1-9`, or
//! `1+` for "one or more"; then letters: `C` on neighbouring places, `E` equally spaced, `S`
//! symmetric, `F` the coin on place 1 among them; then `@5`: all within five neighbouring
//! places. `CGSuite`'s brackets, as in `3(5)` and `1+(C)`, are read too.
//!
//! Source: Winning Ways, chapters 3, 4 and 14; `CGSuite` for the codes.

use grundy_rules::{
    Break, Condition, HeapSystem, Numbers, ParseError, Part, Parts, Rule, Shape, Takes, Text, Turn,
};

use super::code::Code;
use super::cousins::first_cousin;
use super::words;

/// Largest number that a subtraction set may name.
const MOST_TAKEN: u64 = 1_000_000;

/// Rules, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The canonical spelling.
    pub code: String,
    /// The rules as data.
    pub system: HeapSystem,
    /// The rules in words, a sentence each.
    pub words: Vec<String>,
}

/// Games with a name of their own: the name, what it stands for, and a remark.
pub const NAMED: &[(&str, &str, &str)] = &[
    ("nim", "0.[3]", "take any number of tokens"),
    ("kayles", "0.77", "knock down one pin or two neighbours"),
    ("dawsons-kayles", "0.07", "knock down two neighbouring pins"),
    ("dawsons-chess", "0.137", "Dawson's pawns; Node Kayles on a path"),
    ("guiles", "0.15", "Guiles"),
    ("officers", "0.6", "take one token, but not the last one of a heap"),
    ("treblecross", "0.007", "three crosses in a row win"),
    ("grundys-game", "4!.0", "split a heap into two unequal heaps"),
    ("laskers-nim", "4.[3]", "take any number, or split a heap into two"),
    ("turning-turtles", "coins:1-2", "turn one coin or two"),
    ("mock-turtles", "coins:1-3", "turn one, two or three coins"),
    ("moidores", "coins:1-9", "turn up to nine coins"),
    ("triplets", "coins:3", "turn three coins"),
    ("ruler", "coins:1+C", "turn neighbouring coins"),
    ("turnips", "coins:3E", "turn three equally spaced coins"),
    ("grunt", "coins:4FS", "turn four coins, symmetric, one of them on place 1; Grundy's game in disguise"),
    ("sym", "coins:1+S", "turn any coins that lie symmetrically"),
];

/// Reads what stands behind `heaps:`.
///
/// # Errors
/// Where the text is no code, name or set.
pub fn read(text: &Text) -> Result<Reading, ParseError> {
    let source = text.as_str();
    if let Some(&(name, stands_for, _)) = NAMED.iter().find(|(name, ..)| *name == source) {
        let mut reading = read(&Text::new(name, stands_for))?;
        reading.words.insert(0, format!("{name} is {}.", reading.code));
        name.clone_into(&mut reading.code);
        return Ok(reading);
    }
    let behind = |prefix: &str| source.starts_with(prefix).then(|| text.slice(prefix.len()..source.len()));
    if let Some(set) = behind("sub:") {
        return subtraction(&set);
    }
    if let Some(set) = behind("allbut:") {
        return all_but(&set);
    }
    if let Some(list) = behind("coins:") {
        return coins(&list);
    }
    if let Some(system) = behind("kinds:") {
        return super::kinds::read(&system, &['/']);
    }
    if source == "strip" {
        return Ok(strip());
    }
    if source.starts_with(|c: char| c.is_ascii_lowercase()) && !source.contains('.') {
        let list: Vec<&str> = NAMED.iter().map(|&(name, ..)| name).collect();
        let error = text.error_here("a code, a set or the name of a heap game", format!("`{source}`"));
        return Err(error.help(format!(
            "names are {}, strip; sets are sub:1,3,4, sub:squares, allbut:2,3; codes look like 0.77 or coins:3E",
            list.join(", ")
        )));
    }
    let code = Code::read(text)?;
    let mut sentences = words::code(&code);
    if let Some((shorter, shift)) = first_cousin(&code) {
        sentences.push(format!("A heap of n equals a heap of n + {shift} in {shorter}, its first cousin."));
    }
    Ok(Reading { code: code.to_string(), system: code.system(), words: sentences })
}

/// A move that takes tokens and leaves the rest as one heap.
fn take(takes: Takes, count: usize) -> Rule {
    let parts = Parts::These(vec![Part { kind: 0, least: u64::from(count > 0) }; count]);
    Rule::Break(Break { takes, parts, condition: Condition::Any })
}

fn numbers(text: &Text) -> Result<Vec<u64>, ParseError> {
    let mut list = Vec::new();
    for word in text.split(|c| c == ',') {
        list.push(word.number("a number of tokens", 1..=MOST_TAKEN)?);
    }
    if list.is_empty() {
        return Err(text.error_here("numbers with commas between, such as 1,3,4", "none"));
    }
    list.sort_unstable();
    list.dedup();
    Ok(list)
}

/// The set of a name; `None` where there are numbers.
fn named(text: &Text) -> Result<Option<Numbers>, ParseError> {
    let set = Numbers::named(text.as_str());
    if set.is_none() && text.as_str().starts_with(|c: char| c.is_ascii_alphabetic()) {
        let error = text.error_here("numbers, or the name of a set", format!("`{}`", text.as_str()));
        return Err(error.help(format!("the sets with names are {}", Numbers::ALL.map(Numbers::word).join(", "))));
    }
    Ok(set)
}

/// The game of taking these numbers and leaving one heap or nothing.
fn one_or_none(code: String, takes: Takes, sentence: String) -> Reading {
    Reading { code, system: HeapSystem::single(vec![take(takes, 0), take(takes, 1)]), words: vec![sentence] }
}

fn subtraction(text: &Text) -> Result<Reading, ParseError> {
    if let Some(set) = named(text)? {
        let sentence = format!("Take a number of tokens that is one of the {}.", words::examples(set));
        return Ok(one_or_none(format!("sub:{}", set.word()), Takes::OneOf(set), sentence));
    }
    let list = numbers(text)?;
    let rules = list.iter().flat_map(|&c| {
        let takes = Takes::Exactly(c as i64);
        [take(takes, 0), take(takes, 1)]
    });
    let sentence = format!("Take {} from a heap.", words::tokens_or(&list));
    let code = format!("sub:{}", words::joined(&list));
    Ok(Reading { code, system: HeapSystem::single(rules.collect()), words: vec![sentence] })
}

fn all_but(text: &Text) -> Result<Reading, ParseError> {
    if let Some(set) = named(text)? {
        let sentence = format!("Take a number of tokens that is none of the {}.", words::examples(set));
        return Ok(one_or_none(format!("allbut:{}", set.word()), Takes::NoneOf(set), sentence));
    }
    let list = numbers(text)?;
    let largest = list[list.len() - 1];
    let mut takes: Vec<Takes> = (1..largest)
        .filter(|c| list.binary_search(c).is_err())
        .map(|c| Takes::Exactly(c as i64))
        .collect();
    takes.push(Takes::Every { from: largest + 1, step: 1 });
    let rules = takes.into_iter().flat_map(|t| [take(t, 0), take(t, 1)]).collect();
    let sentence = format!("Take any number of tokens from a heap, but not {}.", words::tokens_or(&list));
    let code = format!("allbut:{}", words::joined(&list));
    Ok(Reading { code, system: HeapSystem::single(rules), words: vec![sentence] })
}

fn coins(text: &Text) -> Result<Reading, ParseError> {
    let (mut rules, mut codes, mut sentences) = (Vec::new(), Vec::new(), Vec::new());
    let source = text.as_str();
    let mut start = 0;
    for piece in source.split(',') {
        let word = text.slice(start..start + piece.len());
        start += piece.len() + 1;
        let turn = coin(&word)?;
        codes.push(words::turn_code(&turn));
        sentences.push(words::turn(&turn));
        rules.push(Rule::Turn(turn));
    }
    sentences.push("The last coin turned must go from heads to tails.".to_owned());
    Ok(Reading {
        code: format!("coins:{}", codes.join(",")),
        system: HeapSystem::single(rules),
        words: sentences,
    })
}

/// Reads one move of a coin-turning code.
fn coin(text: &Text) -> Result<Turn, ParseError> {
    let source = text.as_str();
    let digits = |from: usize| source[from..].bytes().take_while(u8::is_ascii_digit).count();
    let number = |from: usize, what: &str| {
        let range = from..from + digits(from);
        source[range.clone()].parse::<u64>().ok().filter(|&n| (1..=MOST_TAKEN).contains(&n)).ok_or_else(|| {
            let found = source[from..].chars().next().map_or("the end".to_owned(), |c| format!("`{c}`"));
            text.error(range, format!("{what}, a number from 1 to {MOST_TAKEN}"), found)
        })
    };
    let fewest = number(0, "how many coins are turned")?;
    let mut at = digits(0);
    let mut most = fewest;
    match source[at..].chars().next() {
        Some('+') => {
            most = u64::MAX;
            at += 1;
        }
        Some('-') => {
            most = number(at + 1, "how many coins at most")?;
            if most < fewest {
                return Err(text.error(at + 1..source.len(), "at least as many coins as before", "fewer"));
            }
            at += 1 + digits(at + 1);
        }
        _ => {}
    }
    let mut turn = Turn { fewest, most, shape: Shape::Any, reach: u64::MAX, first: false };
    while let Some(sign) = source[at..].chars().next() {
        let width = sign.len_utf8();
        match sign.to_ascii_uppercase() {
            '(' | ')' => {
                if digits(at + 1) > 0 {
                    turn.reach = number(at + 1, "how far the coins may lie apart")?;
                    at += digits(at + 1);
                }
            }
            '@' => {
                turn.reach = number(at + 1, "how far the coins may lie apart")?;
                at += digits(at + 1);
            }
            'C' => turn.shape = Shape::Consecutive,
            'E' => turn.shape = Shape::EquallySpaced,
            'S' => turn.shape = Shape::Symmetric,
            'F' => turn.first = true,
            _ => {
                let error = text.error(at..at + width, "C, E, S, F, @ or a comma", format!("`{sign}`"));
                return Err(error.help("C neighbouring, E equally spaced, S symmetric, F with the first coin, @5 within five places"));
            }
        }
        at += width;
    }
    Ok(turn)
}

/// The strips of More Reclamation.
fn strip() -> Reading {
    let words = [
        "A strip of n free rows, two places each, between stones or ends: free (no stone at either end), one (a \
         stone at one end), same (stones on one bank), opposite (stones on opposite banks).",
        "A move places a stone and cuts the strip in two; it may not touch a stone of the other bank, so strips \
         between stones on opposite banks have a row at least.",
    ];
    let words = words.map(str::to_owned).to_vec();
    Reading { code: "strip".to_owned(), system: HeapSystem::strips(), words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_all_but_sets_are_complements() {
        for set in Numbers::ALL {
            let takes = |text: String| {
                let reading = read(&Text::new("question", &text)).unwrap();
                assert_eq!(reading.code, text);
                let Rule::Break(rule) = &reading.system.kinds[0].rules[0] else { panic!("{text}") };
                rule.takes.up_to(1000).collect::<Vec<_>>()
            };
            let (one, none) = (takes(format!("sub:{}", set.word())), takes(format!("allbut:{}", set.word())));
            let mut all = [&one[..], &none].concat();
            all.sort_unstable();
            assert_eq!(all, (1..=1000).collect::<Vec<_>>(), "{set:?}");
        }
    }
}
