//! Every data row through the command with `--json`, each answer held to the schema.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use boon::{Compiler, Schemas};
use serde_json::Value;

#[test]
fn every_data_row_answers_in_the_schema() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut schemas = Schemas::new();
    let schema = root.join("docs/answer.schema.json");
    let schema = Compiler::new()
        .compile(schema.to_str().expect("the path is text"), &mut schemas)
        .expect("the schema is sound");
    let mut rows = 0;
    for game in grundy::GAMES {
        let path = root.join(format!("testdata/{}.toml", game.name));
        let data: toml::Table = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        for row in data["row"].as_array().unwrap() {
            let question = row["question"].as_str().unwrap();
            // The question comes in on standard input when it is long, as words otherwise.
            let output = Command::cargo_bin("grundy")
                .unwrap()
                .args(["solve", "--json", "--moves", "0"])
                .args(question.split(' '))
                .output()
                .unwrap();
            assert!(output.status.success(), "{question}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(output.stderr.is_empty(), "{question}");
            let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
            if let Err(error) = schemas.validate(&answer, schema) {
                panic!("{question}: {error}");
            }
            if let Some(outcome) = row.get("outcome") {
                assert_eq!(answer["outcome"], outcome.as_str().unwrap(), "{question}");
            }
            if let Some(nimber) = row.get("nimber") {
                let written = answer["nimber"].as_u64().or_else(|| answer["nimber"].as_str()?.parse().ok());
                assert_eq!(written, nimber.as_integer().map(|n| n as u64), "{question}");
            }
            for (key, field) in [("winning", "winning_moves"), ("drawing", "drawing_moves")] {
                if let Some(moves) = row.get(key) {
                    let mut expected: Vec<&str> =
                        moves.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
                    let mut found: Vec<&str> =
                        answer[field].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
                    expected.sort_unstable();
                    found.sort_unstable();
                    assert_eq!(found, expected, "{question}");
                }
            }
            rows += 1;
        }
    }
    assert!(rows >= 100, "{rows}");
}
