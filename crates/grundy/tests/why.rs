//! Derivations: what they say of moves is what the moves do.

use std::collections::BTreeSet;

use grundy::{Ask, GAMES, Question, Text, no_files};

fn note(question: &str) -> Option<String> {
    let answer = grundy::ask(question).unwrap_or_else(|error| panic!("{question}: {error}"));
    let [term] = &answer.terms[..] else { panic!("{question} is one term") };
    term.why.notes.iter().find(|note| note.starts_with("moves lead to")).cloned()
}

#[test]
fn a_position_with_few_moves_tells_its_least_missing_number() {
    let told = |question: &str| note(question).unwrap_or_default();
    assert_eq!(told("kayles 7"), "moves lead to 0 1 3 4 5: the least number missing is 2");
    assert_eq!(told("nim 2"), "moves lead to 0 1: the least number missing is 2");
    assert_eq!(told("chomp 2x2"), "moves lead to 0 1: the least number missing is 2");
    assert_eq!(told("heaps:0.77 7"), told("kayles 7"));
    assert_eq!(note("kayles 7 5"), None);
    assert_eq!(note("nim 13"), None);
}

#[test]
fn the_numbers_told_are_those_the_moves_leave() {
    let mut seen = 0;
    let rows = (1..30).map(|n| format!("kayles {n}"));
    let pairs = (0..6).flat_map(|a| (0..6).map(move |b| format!("wythoff {a} {b}")));
    let boards = (1..4).flat_map(|a| (1..5).map(move |b| format!("cram {a}x{b}")));
    let examples = GAMES.iter().flat_map(|game| game.examples).map(|example| example.question.to_string());
    for question in rows.chain(pairs).chain(boards).chain(examples.filter(|e| !e.contains(" + "))) {
        let Some(note) = note(&question) else { continue };
        let question = Question::read(&Text::new("question", &question), &mut no_files).unwrap();
        let look = grundy::outlook(&question, &Ask::default()).unwrap();
        assert!(look.complete);
        let left: BTreeSet<u64> = look.moves.iter().map(|mv| mv.leaves.unwrap().0).collect();
        let numbers: Vec<String> = left.iter().map(u64::to_string).collect();
        let least = (0..=left.len() as u64).find(|n| !left.contains(n)).unwrap();
        let expected = format!("moves lead to {}: the least number missing is {least}", numbers.join(" "));
        assert_eq!(note, expected, "{}", question.text());
        assert_eq!(look.nimber.map(|n| n.0), Some(least));
        seen += 1;
    }
    assert!(seen > 60, "{seen}");
}
