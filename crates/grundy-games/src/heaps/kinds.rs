//! Heap systems as people write them, in a file or behind `heaps:kinds:`.
//!
//! The main function is [`read`]. A kind of heap is `NAME = MOVE, MOVE...`; a move is
//! `TAKE: PART + PART...`, where `TAKE` is a number of tokens (`-1` adds one, `2+` is two or more,
//! `1+2` is 1, 3, 5..., `squares` is one of them, `non-squares` none), and a `PART` is the name of a kind and its least size; `-` leaves
//! nothing. Behind the parts `!` asks for all unequal, `?` for not all equal, `=` for all equal;
//! `~` and `^` stand for `!` and `?`.
//!
//! ```text
//! # heaps.txt: Kayles with a pin that cannot be knocked down at one end
//! free = 1: free0 + free0, 2: free0 + free0
//! held = 1: held0 + free0, 2: held0 + free0
//! ```
//! In a file a kind stands on a line; in a question kinds stand with `/` between and no blanks.

use std::fmt::Write;

use grundy_rules::{
    Break, Condition, HeapKind, HeapSystem, Numbers, ParseError, Part, Parts, Rule, Takes, Text, Word,
};

use super::names::Reading;
use super::words;

/// Most kinds, moves of a kind, and parts of a move.
const MOST: usize = 64;
/// Largest numbers.
const LARGEST: u64 = 1_000_000;

/// Reads a system; `apart` are the signs between kinds.
///
/// # Errors
/// Where the text is no system, or its rules could go on without end.
pub fn read(text: &Text, apart: &[char]) -> Result<Reading, ParseError> {
    let lines = lines(text, apart);
    if lines.is_empty() {
        return Err(text
            .error_here("a kind of heap, such as `pile = 1: pile0 + pile0`", "nothing")
            .help("a line for each kind: its name, =, and its moves"));
    }
    let names = lines.iter().map(name).collect::<Result<Vec<_>, _>>()?;
    if let Some(i) = (1..names.len()).find(|&i| names[..i].contains(&names[i])) {
        return Err(lines[i].error_here("a kind that was not described before", format!("`{}`", names[i])));
    }
    if names.len() > MOST {
        return Err(lines[MOST].error_here(format!("at most {MOST} kinds"), "more"));
    }
    let mut kinds = Vec::new();
    for (line, kind) in lines.iter().zip(&names) {
        let from = line.as_str().find('=').map_or(0, |n| n + 1);
        let mut rules = Vec::new();
        for word in line.slice(from..line.as_str().len()).split(|c| c == ',') {
            let moves = word.to_text();
            let rule = Rule::Break(rule(&moves, &names)?);
            // A rule that looks at its own kind only is checked where it stands.
            let mut alone = HeapSystem { kinds: vec![HeapKind { name: String::new(), rules: Vec::new() }; names.len()] };
            alone.kinds[kinds.len()].rules.push(rule.clone());
            if let Err(loops) = alone.check() {
                return Err(moves.error_here("a move that leaves only smaller heaps", format!("`{}`", moves.as_str().trim())).help(loops.to_string()));
            }
            rules.push(rule);
        }
        if rules.is_empty() || rules.len() > MOST {
            return Err(line.error_at_end(format!("1 to {MOST} moves, such as `1: {kind}0 + {kind}0`")));
        }
        kinds.push(HeapKind { name: kind.clone(), rules });
    }
    let system = HeapSystem { kinds };
    let words = sentences(&system);
    Ok(Reading { code: format!("kinds:{}", write(&system)), system, words })
}

/// The pieces that describe a kind: comments and blank lines are left out.
fn lines(text: &Text, apart: &[char]) -> Vec<Text> {
    let source = text.as_str();
    let mut list = Vec::new();
    let mut start = 0;
    for piece in source.split(apart) {
        let end = piece.find('#').unwrap_or(piece.len());
        if !piece[..end].trim().is_empty() {
            list.push(text.slice(start..start + end));
        }
        start += piece.len() + 1;
    }
    list
}

fn name(line: &Text) -> Result<String, ParseError> {
    let source = line.as_str();
    let Some(end) = source.find('=') else {
        return Err(line.error_at_end("`=` behind the name of a kind"));
    };
    let name = source[..end].trim();
    let good = !name.is_empty() && name.len() <= 32 && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    if good {
        return Ok(name.to_owned());
    }
    let found = if name.is_empty() { "nothing".to_owned() } else { format!("`{name}`") };
    Err(line.error(0..end, "the name of a kind, in small letters", found))
}

fn rule(text: &Text, names: &[String]) -> Result<Break, ParseError> {
    let source = text.as_str();
    let Some(colon) = source.find(':') else {
        return Err(text.error_at_end("`:` and the parts that are left, such as `1: pile0`"));
    };
    let takes = takes(&text.slice(0..colon))?;
    let trimmed = source.trim_end();
    let condition = match trimmed[colon + 1..].chars().last() {
        Some('!' | '~') => Condition::AllUnequal,
        Some('?' | '^') => Condition::NotAllEqual,
        Some('=') => Condition::AllEqual,
        _ => Condition::Any,
    };
    let end = if condition == Condition::Any { trimmed.len() } else { trimmed.len() - 1 };
    let rest = text.slice(colon + 1..end);
    let mut parts = Vec::new();
    if rest.as_str().trim() != "-" {
        for word in rest.split(|c| c == '+' || c.is_whitespace()) {
            parts.push(part(&word, names)?);
        }
        if parts.is_empty() || parts.len() > MOST {
            return Err(rest.error_at_end("parts such as `pile0`, or `-` for nothing"));
        }
    }
    Ok(Break { takes, parts: Parts::These(parts), condition })
}

fn takes(text: &Text) -> Result<Takes, ParseError> {
    let Some(word) = text.words().next() else {
        return Err(text.error_here("how many tokens are taken", "nothing"));
    };
    let whole = word.to_text();
    let number = |from: usize, to: usize| {
        let part = whole.slice(from..to);
        match part.words().next() {
            Some(word) => word.number("a number of tokens", 0..=LARGEST),
            None => Err(part.error_here("a number of tokens", "nothing")),
        }
    };
    let source = word.text;
    if let Some(set) = Numbers::named(source) {
        return Ok(Takes::OneOf(set));
    }
    if let Some(set) = source.strip_prefix("non-").and_then(Numbers::named) {
        return Ok(Takes::NoneOf(set));
    }
    if source.starts_with('-') {
        return Ok(Takes::Exactly(-(number(1, source.len())?.cast_signed())));
    }
    match source.find('+') {
        None => Ok(Takes::Exactly(number(0, source.len())?.cast_signed())),
        Some(at) => {
            let step = if at + 1 == source.len() { 1 } else { number(at + 1, source.len())?.max(1) };
            Ok(Takes::Every { from: number(0, at)?, step })
        }
    }
}

fn part(word: &Word<'_>, names: &[String]) -> Result<Part, ParseError> {
    let digits = word.text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let split = word.text.len() - digits;
    let Some(kind) = names.iter().position(|name| *name == word.text[..split]) else {
        return Err(word
            .error(0..split.max(1).min(word.text.len()), "the name of a kind and the part's least size")
            .help(format!("the kinds are {}; a part is written {}0", names.join(", "), names[0])));
    };
    let text = word.to_text().slice(split..word.text.len());
    let Some(size) = text.words().next() else {
        return Err(word.expected("a least size behind the name of the kind").help(format!("write {}0 for any size", names[kind])));
    };
    Ok(Part { kind, least: size.number("the least size of a part", 0..=LARGEST)? })
}

/// The system in one line without blanks.
fn write(system: &HeapSystem) -> String {
    let mut text = String::new();
    for (k, kind) in system.kinds.iter().enumerate() {
        let _written = write!(text, "{}{}=", if k > 0 { "/" } else { "" }, kind.name);
        for (i, rule) in kind.rules.iter().enumerate() {
            let Rule::Break(rule) = rule else { continue };
            let takes = match rule.takes {
                Takes::Every { from, step: 1 } => format!("{from}+"),
                Takes::Every { from, step } => format!("{from}+{step}"),
                Takes::Exactly(c) => c.to_string(),
                Takes::OneOf(set) => set.word().to_owned(),
                Takes::NoneOf(set) => format!("non-{}", set.word()),
            };
            let _written = write!(text, "{}{takes}:{}", if i > 0 { "," } else { "" }, parts(system, rule, "+"));
        }
    }
    text
}

fn parts(system: &HeapSystem, rule: &Break, between: &str) -> String {
    let Parts::These(parts) = &rule.parts else { return String::new() };
    let list: Vec<String> = parts.iter().map(|p| format!("{}{}", system.kinds[p.kind].name, p.least)).collect();
    let sign = match rule.condition {
        Condition::Any => "",
        Condition::AllUnequal => "~",
        Condition::NotAllEqual => "^",
        Condition::AllEqual => "=",
    };
    if list.is_empty() { "-".to_owned() } else { format!("{}{sign}", list.join(between)) }
}

fn sentences(system: &HeapSystem) -> Vec<String> {
    let mut sentences = Vec::new();
    for kind in &system.kinds {
        for rule in &kind.rules {
            let Rule::Break(rule) = rule else { continue };
            let taken = match rule.takes {
                Takes::Exactly(c) if c < 0 => format!("Add {} to", -c),
                Takes::Exactly(c) => format!("Take {c} from"),
                Takes::Every { from, step: 1 } => format!("Take {from} or more from"),
                Takes::Every { from, step } => format!("Take {from}, {}, ... from", from + step),
                Takes::OneOf(set) => format!("Take one of the {} from", words::set(set)),
                Takes::NoneOf(set) => format!("Take a number that is none of the {} from", words::set(set)),
            };
            let left = match &rule.parts {
                Parts::These(parts) if parts.is_empty() => "nothing".to_owned(),
                Parts::These(parts) => parts
                    .iter()
                    .map(|p| format!("a heap `{}` of {} or more", system.kinds[p.kind].name, p.least))
                    .collect::<Vec<_>>()
                    .join(" and "),
                Parts::AtLeast { .. } => String::new(),
            };
            let condition = match rule.condition {
                Condition::Any => "",
                Condition::AllUnequal => ", no two equal",
                Condition::NotAllEqual => ", not all equal",
                Condition::AllEqual => ", all equal",
            };
            sentences.push(format!("{taken} a heap `{}` and leave {left}{condition}.", kind.name));
        }
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strips_are_written_and_read() {
        let code = write(&HeapSystem::strips());
        let again = read(&Text::new("question", &code), &['/']).unwrap();
        assert_eq!(again.system, HeapSystem::strips());
        let file = "# More Reclamation\nfree = 1: one0 + one0\none = 1: same0 + one0, 1: opposite1 + one0\n\
                    same = 1: same0 + same0, 1: opposite1 + opposite1\nopposite = 1: same0 + opposite1\n";
        assert_eq!(read(&Text::new("file", file), &['\n']).unwrap().system, HeapSystem::strips());
    }

    #[test]
    fn sets_with_names_are_written_and_read() {
        let line = "a=squares:a0+a0,non-primes:a1";
        let read = |text: &str| read(&Text::new("question", text), &['/']).unwrap();
        assert_eq!(read(line).code, format!("kinds:{line}"));
        assert!(read(line).words[1].contains("none of the primes"), "{:?}", read(line).words);
    }

    #[test]
    fn bad_systems_are_refused_at_their_place() {
        let check = |text: &str, start: usize, expected: &str| {
            let error = read(&Text::new("file", text), &['\n']).unwrap_err();
            assert_eq!((error.span().start, error.to_string().contains(expected)), (start, true), "{text}: {error}");
        };
        check("", 0, "a kind");
        check("pile 1: pile0", 13, "`=`");
        check("pile = 1 pile0", 14, "`:`");
        check("pile = 1: pole0", 10, "the name of a kind");
        check("pile = 1: pile", 10, "least size");
        check("pile = 0: pile0", 6, "smaller heaps");
        check("pile = x: pile0", 7, "a number of tokens");
        check("a = 1: a0\na = 2: a0", 10, "not described before");
    }
}
