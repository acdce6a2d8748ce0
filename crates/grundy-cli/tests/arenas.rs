//! Games on graphs at the command line: runs that are killed and taken up again, tables that
//! are looked up and checked, bad graphs, and the plan of a large run.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

fn grundy(folder: &Folder, args: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("grundy"));
    command.current_dir(&folder.0).env("COLUMNS", "100").args(args.split_whitespace());
    command
}

fn run(folder: &Folder, args: &str) -> Output {
    grundy(folder, args).output().unwrap()
}

/// Standard output of a command that ends with this code.
fn told(folder: &Folder, args: &str, code: i32) -> String {
    let output = run(folder, args);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args}: {message}");
    String::from_utf8(output.stdout).unwrap()
}

/// A path of so many nodes, with ways back that help nobody: a level a node.
fn path(nodes: usize) -> String {
    (1..nodes).fold(String::new(), |text, node| {
        let back = if node % 14 == 7 { format!("{node} {}\n", nodes - 1) } else { String::new() };
        text + &format!("{node} {}\n{back}", node - 1)
    })
}

#[test]
fn a_killed_run_goes_on_to_the_same_table() {
    let folder = Folder::new("killed");
    folder.file("game", path(3000));
    let question = "explore arena @game 2999";
    told(&folder, &format!("{question} -o whole"), 0);
    let whole = std::fs::read(folder.0.join("whole")).unwrap();
    let mut child = grundy(&folder, &format!("{question} -o table --checkpoint run --every 0"))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let (saved, begun) = (folder.0.join("run"), Instant::now());
    while !saved.exists() {
        assert!(begun.elapsed() < Duration::from_mins(2) && child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(2));
    }
    // SIGKILL: nothing can be tidied up.
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().code(), None, "killed before its end");
    assert!(!folder.0.join("table").exists());
    refused_and_left(&folder, &saved);
    told(&folder, &format!("{question} -o table --checkpoint run"), 0);
    assert_eq!(std::fs::read(folder.0.join("table")).unwrap(), whole);
    assert!(!saved.exists());
}

/// A saved run of another game, cut short or altered is refused, and nothing is written.
fn refused_and_left(folder: &Folder, saved: &Path) {
    let bytes = std::fs::read(saved).unwrap();
    let check = |name: &str, question: &str, content: &[u8], said: &str| {
        let path = folder.file(name, content);
        let output = run(folder, &format!("explore {question} -o other --checkpoint {name}"));
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}: {message}");
        assert!(message.contains(said) && message.contains("left as it is"), "{message}");
        assert_eq!(std::fs::read(path).unwrap(), content);
        assert!(!folder.0.join("other").exists());
    };
    folder.file("longer", path(3001));
    check("run-1", "arena:a-b a", &bytes, "not of `arena:a-b a");
    check("run-2", "arena @longer 2999", &bytes, "not of");
    check("run-3", "arena @game 2998", &bytes, "not of");
    check("run-4", "arena @game 2999", &bytes[..bytes.len() - 9], "cut short or altered");
    check(
        "run-5",
        "arena @game 2999",
        &[&bytes[..500], b"x", &bytes[501..]].concat(),
        "cut short or altered",
    );
    check("run-6", "arena @game 2999", b"something else", "expected a saved run");
    check("run-7", "arena @game 2999", b"", "expected a saved run");
}

#[test]
fn a_run_that_hits_its_limit_is_saved_and_does_not_begin_again() {
    let folder = Folder::new("limit");
    folder.file("game", path(3000));
    let question = "explore arena @game 2999 -o table --checkpoint run";
    // Listing the positions takes 2048 nodes of the budget, the levels 3000, the values 4500.
    let said = told(&folder, &format!("{question} --nodes 4500"), 3);
    assert!(said.contains("limit reached: nodes") && said.contains("go on from run"), "{said}");
    assert!(!folder.0.join("table").exists() && folder.0.join("run").exists());
    // From the beginning this would not do.
    told(&folder, "explore arena @game 2999 -o other --nodes 6000", 3);
    told(&folder, &format!("{question} --nodes 6000"), 0);
    assert!(told(&folder, "verify table", 0).starts_with("verified: "));
}

#[test]
fn tables_are_looked_up_by_name() {
    let folder = Folder::new("lookup");
    folder.file("game", "0 2\n0 3\n1 0\n2 2\n");
    told(&folder, "explore arena @game 0 --output table", 0);
    told(&folder, "explore pass:1,2 2 3 --output pass", 0);
    told(&folder, "explore annihilation:a-b,b-c,c-a a b --output tokens", 0);
    let mut all = String::new();
    told(&folder, "explore cram 3x3 --output cram", 0);
    told(&folder, "explore darkraft RL/LR --output darkraft", 0);
    told(&folder, "explore node-kayles:path 5 --output path", 0);
    told(&folder, "explore piece:knight 3x4 1,1 to 3,4 --output piece", 0);
    for args in [
        "table",
        "table 0",
        "table 0 3 3",
        "pass",
        "pass 3 2",
        "tokens",
        "tokens (none)",
        "cram 3x3",
        "cram .../##./###",
        "cram 3x4",
        "darkraft RL/LR",
        "darkraft R./..",
        "path 5 without 2",
        "path 4",
        "piece 3x4 2,2 to 3,4",
        "piece 3x4 2,2",
    ] {
        let output = run(&folder, &format!("lookup {args}"));
        all += &format!(
            "$ grundy lookup {args}\n{}{}\n",
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap()
        );
    }
    insta::assert_snapshot!(all);
    let mut bytes = std::fs::read(folder.0.join("table")).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    folder.file("damaged", &bytes);
    folder.file("short", &bytes[..100]);
    for args in ["lookup damaged 0", "lookup short 0", "verify damaged", "verify short", "lookup table 4"] {
        assert_eq!(told(&folder, args, 1), "", "{args}");
    }
}

#[test]
fn bad_graphs_and_boards_are_refused_with_a_place() {
    let folder = Folder::new("bad");
    let mut all = String::new();
    for (name, content) in [
        ("edge.json", r#"{"nodes": 2, "edges": [[0, 5]]}"#),
        ("lists.json", "[[1, 2], [0]]"),
        ("mark.txt", "a b\na = draw\n"),
        ("mark.dot", "digraph { a -> b; a [end=win] }"),
        ("short.dot", "digraph { a -> b; b -> "),
        ("short.json", r#"{"nodes": 2, "edges": [[0, 1"#),
        ("large.json", r#"{"nodes": 1000000000000, "edges": []}"#),
        ("fine.txt", "a b\n"),
    ] {
        folder.file(name, content);
        all += &refused(&folder, &format!("solve arena @{name} z"));
    }
    for question in [
        "arena:a-b,a=draw a",
        "arena:a-b",
        "arena @missing.dot a",
        "annihilation:a-b,b=draw a",
        "annihilation:a-b a a",
        "piece:0/0 8x8 1,1",
        "piece:1/2,0/0+ 8x8 1,1",
        "piece:1/2 8x8 9,1",
        "piece:1/2 8x8 1,1 to 9,9",
        "piece:1/2 8x8 1,1 closed 1,1",
        "piece:1/2 1000000x1000000 1,1",
        "wind-up:7/1,2 7",
        "mark:1/1 5",
        "euclid 0 5",
    ] {
        all += &refused(&folder, &format!("explore {question} -o out"));
    }
    insta::assert_snapshot!(all);
    assert!(!folder.0.join("out").exists());
    // A board whose numbers do not fit in the memory allowed: a limit, not an error.
    let said = told(&folder, "solve piece:1/2,2/1 60000x60000 1,1 to 60000,60000", 3);
    assert!(said.contains("memory"), "{said}");
    told(&folder, "explore piece:1/2,2/1 60000x60000 1,1 -o out", 3);
    assert!(!folder.0.join("out").exists());
}

fn refused(folder: &Folder, args: &str) -> String {
    let output = run(folder, args);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{args}: {message}");
    assert!(output.stdout.is_empty(), "{args}");
    format!("$ grundy {args}\n{message}\n")
}

#[test]
fn a_large_run_tells_its_plan_first() {
    let folder = Folder::new("plan");
    let large = run(&folder, "solve piece:-3/-2,-1/-2,1/1 1001x1000 1001,1000 to 1,1");
    let told = String::from_utf8(large.stderr).unwrap();
    insta::assert_snapshot!(told, @r"
    plan: outcomes of 1001000 nodes, 0 stored edges, 1 MiB; a pass for each remoteness
    plan: values of 1001000 nodes, 0 stored edges, 15 MiB; a pass for each value
    ");
    assert_eq!(large.status.code(), Some(0));
    let small = run(&folder, "solve piece:-3/-2,-1/-2,1/1 10x10 10,10 to 1,1");
    assert_eq!((small.status.code(), small.stderr.is_empty()), (Some(0), true));
}

#[test]
fn wythoff_pairs_of_a_hundred_digits() {
    let folder = Folder::new("wythoff");
    // The pair of 10^97: its lower number has the digits of the golden ratio.
    let script = |a: &str, b: &str| told(&folder, &format!("solve wythoff {a} {b} --json"), 0);
    let answer = |a: &str, b: &str| serde_json::from_str::<serde_json::Value>(&script(a, b)).unwrap();
    let low = "1618033988749894848204586834365638117720309179805762862135448622705260462818902449707207204189391137484";
    let low = &low[..98];
    let gap = format!("1{}", "0".repeat(97));
    let high = format!("2{}", &low[1..]);
    assert_eq!((low.len(), gap.len(), high.len()), (98, 98, 98));
    let lost = answer(low, &high);
    assert_eq!((&lost["outcome"], lost["winning_moves"].as_array().unwrap().len()), (&"loss".into(), 0));
    let won = answer(low, &format!("9{high}"));
    assert_eq!(won["outcome"], "win");
    let moves = won["winning_moves"].as_array().unwrap();
    assert!(moves.contains(&format!("{low},{high}").into()), "{moves:?}");
}
