//! Every listed game has data, examples and a round trip; every data row holds.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::{drawing, root, solve, sorted, winning};
use grundy::{GAMES, Method, Place, Question, Text, no_files};
use serde::Deserialize;

/// A data file: see `testdata/README.md`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    row: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    question: String,
    outcome: Option<String>,
    nimber: Option<u64>,
    remoteness: Option<u64>,
    winning: Option<Vec<String>>,
    drawing: Option<Vec<String>>,
    winning_count: Option<u64>,
    source: String,
}

fn data(game: &str) -> Data {
    let path = root().join(format!("testdata/{game}.toml"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_game_has_data_and_every_row_holds() {
    for game in GAMES {
        let data = data(game.name);
        assert!(!data.row.is_empty(), "{}", game.name);
        for row in &data.row {
            let question = &row.question;
            assert!(!row.source.trim().is_empty(), "{question} has no source");
            assert!(
                row.outcome.is_some() || row.nimber.is_some() || row.winning_count.is_some(),
                "{question} tests nothing"
            );
            let answer = solve(question, Method::Auto);
            if let Some(outcome) = &row.outcome {
                assert_eq!(answer.outcome.map(grundy::Outcome::word), Some(outcome.as_str()), "{question}");
            }
            if let Some(nimber) = row.nimber {
                assert_eq!(answer.nimber.map(|n| n.0), Some(nimber), "{question}");
            }
            if let Some(remoteness) = row.remoteness {
                assert_eq!(answer.remoteness.map(|n| n.0), Some(remoteness), "{question}");
            }
            if let Some(moves) = &row.winning {
                assert_eq!(winning(&answer), sorted(moves.clone()), "{question}");
            }
            if let Some(moves) = &row.drawing {
                assert_eq!(drawing(&answer), sorted(moves.clone()), "{question}");
            }
            if let Some(count) = row.winning_count {
                assert_eq!(answer.winning.count, Some(count.into()), "{question}");
            }
        }
    }
}

#[test]
fn every_data_file_belongs_to_a_game() {
    // Data files of other things than positions say so in their name: `GAME-WHAT.toml`.
    for entry in fs::read_dir(root().join("testdata")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(stem) = name.strip_suffix(".toml") {
            let owned = |game: &&&grundy::Declaration| {
                stem == game.name || stem.starts_with(&format!("{}-", game.name))
            };
            assert!(GAMES.iter().find(owned).is_some(), "testdata/{name} belongs to no listed game");
        }
    }
}

#[test]
fn every_game_has_examples_that_hold_their_form() {
    for game in GAMES {
        assert!(!game.examples.is_empty(), "{}", game.name);
        for example in game.examples {
            assert!(example.question.starts_with(game.name), "{}", example.question);
            let first = solve(example.question, Method::Auto);
            let again = solve(&first.question, Method::Auto);
            assert_eq!(first.question, again.question, "the canonical form of {}", example.question);
            assert_eq!(first.outcome, again.outcome, "{}", example.question);
            assert!(first.outcome.is_some(), "{}", example.question);
        }
    }
}

#[test]
fn declarations_are_complete_and_names_are_unique() {
    let mut names = BTreeSet::new();
    for game in GAMES {
        for name in std::iter::once(&game.name).chain(game.aliases) {
            assert!(names.insert(*name), "{name} is listed twice");
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c.is_ascii_digit()), "{name}");
        }
        for text in [game.title, game.rules, game.position, game.moves, game.source] {
            assert!(text.len() >= 3 && !text.contains("  "), "{}: {text:?}", game.name);
        }
    }
}

#[test]
fn every_game_can_be_changed_by_hand() {
    let cells = (0..4).flat_map(|row| (0..4).map(move |column| Place::Cell(row, column)));
    let places: Vec<Option<Place>> = cells
        .chain((0..4).flat_map(|i| [Place::Heap(i), Place::Vertex(i)]))
        .map(Some)
        .chain([None])
        .collect();
    for game in GAMES {
        let mut changed = 0;
        for example in game.examples.iter().take(3) {
            let question = Question::read(&Text::new("question", example.question), &mut no_files).unwrap();
            for term in &question.terms {
                let edits = places.iter().flat_map(|&place| term.edits(place));
                for (label, text) in edits {
                    assert!(!label.is_empty(), "{}", example.question);
                    assert_ne!(text, term.text(), "{label}");
                    let read = Question::read(&Text::new("question", &text), &mut no_files);
                    changed += usize::from(read.is_ok_and(|read| read.text() == text));
                }
            }
        }
        assert!(changed > 0, "{} is edited as text only", game.name);
    }
}
