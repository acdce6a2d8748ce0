//! Fuzz bodies for every parser: whatever the bytes, an answer or a message, never a panic, and
//! what was read is written in a form that reads the same. Run over the corpus of
//! `testdata/corpus`, over mutations of it, and over random text.

mod common;

use std::fs;

use common::root;
use grundy::judge::{Options, Problem, judge};
use grundy::{Budget, Bytes, GAMES, Nodes, Question, Text, no_files, text_of};
use grundy_testkit::generate::Random;
use proptest::prelude::*;

/// A question: reading it ends, and its canonical form reads the same.
fn question(bytes: &[u8]) {
    let Ok(text) = text_of("question", bytes.to_vec()) else { return };
    // A graph by name may be as large as memory: only small numbers here.
    if text.as_str().bytes().filter(u8::is_ascii_digit).count() > 40 {
        return;
    }
    match Question::read(&text, &mut no_files) {
        Ok(read) => {
            let canonical = read.text();
            let again = Question::read(&Text::new("question", &canonical), &mut no_files)
                .unwrap_or_else(|error| panic!("{canonical}: {error}"));
            assert_eq!(again.text(), canonical, "from {:?}", text.as_str());
        }
        Err(error) => message(&error, &text),
    }
}

/// An error points into its source and says what was expected and found in one line.
fn message(error: &grundy::ParseError, text: &Text) {
    let span = error.span();
    let source = error.source_text();
    assert!(span.start <= span.end && span.end <= source.len(), "{error} at {span:?} of {:?}", text.as_str());
    assert!(source.get(span).is_some(), "{error}: the span cuts a character of {source:?}");
    let (line, column) = error.line_and_column();
    assert!(line >= 1 && column >= 1 && error.width() >= 1);
    assert!(!error.expected().is_empty() && !error.found().is_empty());
    assert!(!error.to_string().contains('\n') && error.to_string().len() < 1500, "{error}");
}

/// A contest's input: an answer or a message.
fn contest(bytes: &[u8]) {
    let budget = Budget::default().with_nodes(Nodes(200_000)).with_bytes(Bytes(64 << 20));
    for problem in [Problem::Darkraft, Problem::Reclamation, Problem::Bo, Problem::River] {
        for many in [false, true] {
            // A stream of queries may say how long it is: that is no loop here, since it ends.
            let options = Options { strict: true, many, budget: budget.clone() };
            let mut out = Vec::new();
            match judge(problem, bytes, &mut out, &options) {
                Ok(()) => {}
                Err(grundy::Error::Parse(error)) => {
                    assert!(out.is_empty(), "{problem:?} wrote before it refused {bytes:?}");
                    message(&error, &Text::new("input", &String::from_utf8_lossy(bytes)));
                }
                Err(_) => assert!(out.is_empty()),
            }
        }
    }
}

fn corpus() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = GAMES
        .iter()
        .flat_map(|game| game.examples)
        .map(|example| example.question.as_bytes().to_vec())
        .collect();
    for entry in fs::read_dir(root().join("testdata/corpus")).expect("there is a corpus") {
        seeds.push(fs::read(entry.expect("a file").path()).expect("readable"));
    }
    seeds
}

/// Changes a seed in a few places.
fn mutate(seed: &[u8], random: &mut Random) -> Vec<u8> {
    const BITS: &[&[u8]] = &[
        b"",
        b" ",
        b"+",
        b" + ",
        b"@",
        b"-",
        b"/",
        b",",
        b":",
        b"x",
        b"0",
        b"9999999999",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\n",
        "é".as_bytes(),
    ];
    let mut bytes = seed.to_vec();
    for _ in 0..random.between(1, 4) {
        let at = random.below(bytes.len() as u64 + 1) as usize;
        let cut = random.below(4) as usize;
        let end = (at + cut).min(bytes.len());
        bytes.splice(at..end, random.pick(BITS).iter().copied());
    }
    bytes
}

#[test]
fn the_corpus_and_its_mutations() {
    let mut random = Random::new(20);
    for seed in corpus() {
        question(&seed);
        contest(&seed);
        for _ in 0..60 {
            let bytes = mutate(&seed, &mut random);
            question(&bytes);
            contest(&bytes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        question(&bytes);
        contest(&bytes);
    }

    #[test]
    fn random_words(name in 0..GAMES.len(), rest in "[LRX.*xc/ 0-9,:+>-]{0,30}") {
        question(format!("{}{rest}", GAMES[name].name).as_bytes());
        contest(rest.as_bytes());
    }
}
