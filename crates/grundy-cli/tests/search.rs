//! Searches through the command: streams, misere play, table files and Ctrl-C.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

fn grundy(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args.split(' ')).stdin(Stdio::null());
    command
}

fn json(args: &str) -> Value {
    let output = grundy(&format!("{args} --json")).output().unwrap();
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A new file name of this test run.
fn place(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _gone = fs::remove_file(&path);
    path
}

/// Resident memory of a process in KiB.
#[cfg(target_os = "linux")]
fn resident(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[cfg(not(target_os = "linux"))]
fn resident(_pid: u32) -> u64 {
    0
}

/// Fifty thousand positions go through in the memory that two thousand take.
#[test]
fn a_stream_takes_constant_memory() {
    let mut child =
        grundy("solve cram --each -").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // Regions of 3 x 3 cells, given by the bits of a number.
    let board = |n: u32| -> String {
        let row =
            |y: u32| (0..3).map(|x| if n >> (3 * y + x) & 1 == 0 { '.' } else { '#' }).collect::<String>();
        [row(0), row(1), row(2)].join("/")
    };
    let mut first = vec![String::new(); 512];
    let mut early = 0;
    for round in 0..100 {
        let all: String = (0..512).map(|n| board(n) + "\n").collect();
        stdin.write_all(all.as_bytes()).unwrap();
        // The program writes in blocks: answers are read four rounds late.
        if round >= 4 {
            for slot in &mut first {
                let line = lines.next().unwrap().unwrap();
                assert!(round == 4 || *slot == line, "{line}");
                *slot = line;
            }
        }
        if round == 4 {
            early = resident(child.id());
        }
    }
    let late = resident(child.id());
    assert!(late < early + 4096, "{early} KiB, then {late} KiB");
    drop(stdin);
    assert_eq!(lines.count(), 4 * 512);
    assert!(child.wait().unwrap().success());
    assert_eq!(first[0], ".../.../...\t0\tloss");
    assert_eq!(first[511], "###/###/###\t0\tloss");
}

#[test]
fn a_bad_line_of_a_stream_is_named() {
    let mut child = grundy("solve node-kayles --each -")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"D?{\n\nDQc\nD?\nD?{\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{message}");
    // What stands before the bad line is answered.
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
    assert!(message.contains("standard input") && message.contains('4'), "{message}");
}

#[test]
fn misere_play() {
    // Bouton 1901: with heaps of one only, misere nim is lost with an odd number of them.
    for (question, outcome) in [
        ("nim 1 1 1", "loss"),
        ("nim 1 1", "win"),
        ("nim 2 2", "loss"),
        ("nim 3 1", "win"),
        ("cram 1x2", "loss"),
        ("cram 2x2", "win"),
        ("nim 1 + cram 1x2", "win"),
    ] {
        let answer = json(&format!("solve {question} --misere"));
        assert_eq!(answer["outcome"], outcome, "{question}");
        assert_eq!(answer["winning_moves"].as_array().unwrap().is_empty(), outcome == "loss", "{question}");
    }
    let output = grundy("solve cram 6x6 --misere --nodes 1000").output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("unknown") && text.contains("limit reached"), "{text}");
}

fn refused(args: &str, why: &str) {
    let Output { status, stdout, stderr } = grundy(args).output().unwrap();
    let message = String::from_utf8_lossy(&stderr).into_owned();
    assert_eq!(status.code(), Some(1), "{args}: {message}");
    assert!(stdout.is_empty() && message.contains(why), "{args}: {message}");
}

#[test]
fn table_files() {
    let path = place("search.table");
    let with = |question: &str| format!("solve {question} --table {}", path.display());
    let first = json(&with("cram 3x9"));
    let again = json(&with("cram 3x9"));
    assert_eq!((&first["nimber"], &first["winning_moves"]), (&again["nimber"], &again["winning_moves"]));
    assert!(again["nodes"].as_u64() < first["nodes"].as_u64(), "{first} {again}");
    assert!(again["table"]["hits"].as_u64().unwrap() > 0 && again["table"]["dropped"] == 0, "{again}");
    let whole = fs::read(&path).unwrap();
    refused(&with("cram 4x9"), "the table file is of `cram frame 3x9`");
    refused(&with("node-kayles:grid 3 9"), "the table file is of `cram frame 3x9`");
    for (bytes, why) in [
        (whole[..whole.len() - 1].to_vec(), "cut short or altered"),
        (whole[..20].to_vec(), "cut short or altered"),
        ([&whole[..100], &[whole[100] ^ 1], &whole[101..]].concat(), "cut short or altered"),
        (b"something else\n".to_vec(), "grundy table 1"),
    ] {
        fs::write(&path, &bytes).unwrap();
        refused(&with("cram 3x9"), why);
        assert_eq!(fs::read(&path).unwrap(), bytes, "a refused file stays as it is");
    }
}

/// Ctrl-C in the middle of a search shows what is known and exits with 3.
#[cfg(unix)]
#[test]
fn ctrl_c_shows_bounds() {
    let child = grundy("solve cram 6x9 --json").stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["limit"], &answer["nimber"]), (&"stopped".into(), &Value::Null));
    // A half turn with a domino across the centre: the first player wins.
    assert_eq!((&answer["outcome"], &answer["excluded"][0]), (&"win".into(), &0.into()), "{answer}");
}
