//! Bad input: exit code 1, nothing on standard output, one message with the place, what was
//! expected and what was found. The messages are snapshots.

use assert_cmd::Command;

/// Standard error of a command that must refuse its input.
fn refused(args: &str, stdin: &[u8]) -> String {
    let output = Command::cargo_bin("grundy")
        .unwrap()
        .args(args.split(' ').filter(|word| !word.is_empty()))
        .write_stdin(stdin)
        .env("COLUMNS", "100")
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{args}: {message}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{args}");
    assert!(message.starts_with("error: "), "{args}: {message}");
    assert!(message.len() < 2000, "{args}: {message}");
    message
}

#[test]
fn questions() {
    let mut all = String::new();
    for question in [
        "",
        "+",
        "nim 3 +",
        "nim 3 + + nim 4",
        "nmi 3 4",
        "nim",
        "nim -1",
        "nim 1e30",
        "nim 3 x 5",
        "nim 99999999999999999999",
        "nim:3 4",
        "nim @",
        "nim @no-such-file.txt",
        "darkraft",
        "darkraft LRX/LR",
        "darkraft LRX/LYX",
        "darkraft 2 2 LR",
        "darkraft 2 2 LR RL XX",
        "darkraft 0 2",
        "reclamation 0",
        "reclamation 12 4,1 4,2",
        "reclamation 12 4,1 5,2",
        "reclamation 12 4,1 4,1",
        "reclamation 12 13,1",
        "reclamation 12 4,3",
        "reclamation 12 4",
        "reclamation 12 2 4 1",
        "reclamation 1000000000000000000000000000000",
        "river xxx/**/...",
        "river xxx/***",
        "river ***/.../***",
        "river ***/***/***/...",
        "river ..../.**./..../....",
        "river ****/****/**../....",
        "river xxx/cxx/***",
        "river xxx/***/cc.",
        "river:wild xxx/***/...",
        "bo",
        "bo:pawn 5x5",
        "bo:king",
        "bo:king 5",
        "bo:king 0x5",
        "bo:king 5x5 6,1",
        "bo:king 5x5 1",
        "bo:king 5x5 1,1 2,2",
        "bo:queen 9999999999999999999x5",
        "bo:knight 5x5 + nim 3",
        "wythoff 4",
        "wythoff 4 7 9",
    ] {
        let message = refused(&format!("solve {question}"), b"");
        all += &format!("$ grundy solve {question}\n{message}\n");
    }
    insta::assert_snapshot!(all);
}

#[test]
fn contests() {
    let mut all = String::new();
    for (contest, input) in [
        ("cf-138d", &b""[..]),
        ("cf-138d", b"2"),
        ("cf-138d", b"2 2\nLR\n"),
        ("cf-138d", b"2 2\nLR\nRL\nXX\n"),
        ("cf-138d", b"2 2\nLR\nL.\n"),
        ("cf-138d", b"2 2\nLR/RL\n"),
        ("cf-138d", b"-2 2\nLR\nRL\n"),
        ("cf-138d", b"2 2\nLR\nR\xff\n"),
        ("cf-138d --strict", b"21 1\n"),
        ("cf-335c", b""),
        ("cf-335c", b"3"),
        ("cf-335c", b"3 -1"),
        ("cf-335c", b"3 2\n1 1\n"),
        ("cf-335c", b"3 4\n"),
        ("cf-335c", b"3 1\n1 1\n2 2\n"),
        ("cf-335c", b"3 2\n1 1\n2 2\n"),
        ("cf-335c", b"3,1 2\n"),
        ("cf-335c --strict", b"101 0\n"),
        ("hdu-5754", b""),
        ("hdu-5754", b"2\n1 5 5\n"),
        ("hdu-5754", b"1\n5 5 5\n"),
        ("hdu-5754", b"1\n1 1 5\n"),
        ("hdu-5754", b"1\n1 5 5\n6\n"),
        ("hdu-5754", b"1\n1 5 1000000000000000000000000000000\n"),
        ("hdu-5754 --strict", b"1\n1 5 1001\n"),
        ("hdu-5754", b"1\n1 5 \xff\xfe\n"),
        ("gym-102501l", b""),
        ("gym-102501l", b"3\nxxx\n***\n"),
        ("gym-102501l", b"3\nxxx\n***\n..\n"),
        ("gym-102501l", b"3\nxxx\n***\n..c\n"),
        ("gym-102501l", b"3\nxxx\n**.\n...\n"),
        ("gym-102501l --strict", b"11\n"),
    ] {
        let message = refused(&format!("judge {contest}"), input);
        all += &format!("$ grundy judge {contest} <<< {:?}\n{message}\n", String::from_utf8_lossy(input));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn arguments() {
    for args in [
        "",
        "solve",
        "solve --json",
        "sovle nim 3",
        "solve nim 3 --nodes many",
        "judge cf-1",
        "games chess",
        "man nothing",
        "completions fish-and-chips",
        "solve nim 3 --method magic",
        "solve nim 3 --threads 0",
    ] {
        let output = Command::cargo_bin("grundy").unwrap().args(args.split_whitespace()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args}");
    }
}

#[test]
fn a_game_that_needs_another_method_says_so() {
    let message = refused("solve darkraft LR/RL --method formula", b"");
    insta::assert_snapshot!(message, @"error: no theorem gives the value of this board; use --method auto");
}

#[test]
fn spent_limits_exit_with_3_and_name_the_limit() {
    for (args, name) in [
        ("solve --method general --nodes 100 nim 5000", "nodes"),
        ("solve --method general --memory 10K nim 100000", "memory"),
        ("solve --method general nim 1000000000000000000", "memory"),
    ] {
        let output =
            Command::cargo_bin("grundy").unwrap().args(args.split(' ')).arg("--json").output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{args}");
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["limit"], name, "{args}");
        assert_eq!(answer["outcome"], serde_json::Value::Null, "{args}");
    }
}
