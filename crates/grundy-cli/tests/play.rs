//! `grundy play`, `draw` and `export`, driven by scripts.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use assert_cmd::Command;

fn grundy(args: &[&str], stdin: &str) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("grundy").expect("the program is built");
    let output = command.args(args).write_stdin(stdin).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_scripted_game_is_plain_and_ends_with_the_winner() {
    let args = ["play", "nim", "1", "2", "--seed", "1"];
    let (code, shown, errors) = grundy(&args, "2:2>1\n2:1>0\n1:1>0\n");
    assert_eq!(code, Some(0), "{errors}");
    assert!(shown.ends_with("No move is left: you win\n"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "no colours off a terminal");
    let (_, again, _) = grundy(&args, "2:2>1\n2:1>0\n1:1>0\n");
    assert_eq!(shown, again, "the same seed plays the same game");
}

#[test]
fn two_friends_undo_and_redo() {
    let (code, shown, errors) = grundy(&["play", "nim", "2", "--friend"], "1:2>1\nu\nr\nu\n1:2>0\n");
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(shown.ends_with("No move is left: the first player wins\n"), "{shown}");
    assert_eq!(shown.matches("\nnim 1\n").count(), 2);
}

#[test]
fn the_computer_can_begin_and_hints_tell_what_wins() {
    let (code, shown, _) = grundy(&["play", "kayles", "3", "--second", "--seed", "7"], "?\nm\nw\nq\n");
    assert_eq!(code, Some(0));
    assert!(shown.contains("The computer plays 1:3>1+1"), "{shown}");
    assert!(shown.contains("the player to move loses; nimber 0"), "{shown}");
    assert!(shown.contains("1:1>0-; 2:1>0-"), "{shown}");
    assert!(shown.contains("Why"), "{shown}");
}

#[test]
fn a_knight_can_be_drawn() {
    let (code, shown, _) = grundy(&["play", "bo:knight", "3x3", "--seed", "1"], "2,3\ng\n");
    assert_eq!(code, Some(0));
    assert!(shown.contains("No move is left: a draw"), "{shown}");
}

#[test]
fn an_illegal_move_ends_a_script_with_its_place() {
    let (code, _, errors) = grundy(&["play", "nim", "3"], "1:3>7\n");
    assert_eq!(code, Some(1));
    assert!(errors.starts_with("error: expected a legal move"), "{errors}");
    assert!(errors.contains("^^^^^"), "{errors}");
}

#[test]
fn drawings_are_files_of_their_kind_or_nothing() {
    let folder = std::env::temp_dir().join(format!("grundy-draw-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let draw = |name: &str| grundy(&["draw", "darkraft", "LRX/XLR/RRL", "--out", &path(name)], "");
    assert_eq!(draw("a.svg").0, Some(0));
    let svg = std::fs::read_to_string(path("a.svg")).unwrap();
    assert_eq!(svg.matches("class=\"mark win\"").count(), 2);
    assert_eq!(draw("a.png").0, Some(0));
    assert_eq!(&std::fs::read(path("a.png")).unwrap()[1..4], b"PNG");
    assert_ne!(draw("a.gif").0, Some(0));
    assert_ne!(draw("no/such/folder/a.svg").0, Some(0));
    let (code, shown, _) = grundy(&["export", "nim", "1", "2", "--out", &path("lesson.html")], "");
    assert_eq!(code, Some(0));
    assert!(shown.contains("the whole game tree, 6 positions"), "{shown}");
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "nothing half-written stays: {left:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_description_of_the_api_names_every_door() {
    let (code, text, _) = grundy(&["serve", "--openapi"], "");
    assert_eq!(code, Some(0));
    let description: serde_json::Value = serde_json::from_str(&text).unwrap();
    for door in
        ["games", "parse", "play", "reply", "edit", "moves", "solve", "table", "sequence", "stop", "lesson"]
    {
        assert!(description["paths"].get(format!("/api/v1/{door}")).is_some(), "{door}");
    }
}
