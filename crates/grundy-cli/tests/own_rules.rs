//! Rules of one's own at the command line: every way to ask, and rules that mean harm. These end
//! with exit code 1 or 3, soon, and inside a memory limit of the system.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Kibibytes of address space that the program may have: two stacks of 4 GiB of which next to
/// nothing is used, twice the 128 MiB of `--memory`, and room.
const SPACE: u32 = 10 << 20;

/// Runs a command in a shell that bounds its memory, with rules on standard input.
fn within(rules: &str, words: &str) -> Output {
    let program = assert_cmd::cargo::cargo_bin("grundy");
    let line = format!("ulimit -v {SPACE}; ulimit -c 0; exec {} {words}", program.display());
    let mut child = Command::new("sh")
        .args(["-c", &line])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read.
    let _written = child.stdin.take().unwrap().write_all(rules.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a command prints that must be answered.
fn answered(rules: &str, words: &str) -> String {
    let output = within(rules, words);
    assert_eq!(output.status.code(), Some(0), "{words}: {}", text(&output.stderr));
    text(&output.stdout)
}

const KAYLES: &str = "# Kayles.\nstart = 7\ndef options(n):\n    return [[a, n - k - a] for k in (1, 2) for a in range((n - k) // 2 + 1)]\n";
const PAIR: &str =
    "def options(p):\n    a, b = p\n    return [(k, b) for k in range(a)] + [(a, k) for k in range(b)]\n";

#[test]
fn every_way_to_ask() {
    assert!(answered(KAYLES, "solve @-").contains("nimber 2"));
    assert!(answered(KAYLES, "solve @- 7 5").contains("nimber 6"));
    assert!(answered(KAYLES, "solve @- 7 + nim 2").contains("the player to move loses"));
    assert!(answered(KAYLES, "solve @- 9 --threads 2 --memory 64M --json").contains("\"nimber\":4"));
    assert!(answered(KAYLES, "solve @- 30 --threads 2 --method tracking --json").contains("\"nimber\":7"));
    assert_eq!(answered(KAYLES, "sequence @- --to 12"), "0 1 2 3 1 4 3 2 1 4 2 6 4\n");
    assert_eq!(
        answered("", "sequence --options '[n - k for k in (1, 3, 4) if n >= k]' --to 9"),
        "0 1 0 1 2 3 2 0 1 0\n"
    );
    assert!(answered("", "solve --options '[n - 1] if n else []' 5").contains("nimber 1"));
    let table = answered(PAIR, "table @- 3 3 --format csv");
    assert_eq!(table.lines().last(), Some("3,3,2,1,0"), "{table}");
    assert!(answered(KAYLES, "games @-").contains("Kayles."));
    let commands =
        "# Take\n# one.\n#\n#   grundy solve @- 3\n#   grundy solve @- 4\ndef options(n):\n    return []\n";
    let told = "\n  Take one.\n    grundy solve @- 3\n    grundy solve @- 4\n\nPosition\n  numbers";
    assert!(answered(commands, "games @-").contains(told));
    let parsed = "def parse(text):\n    return int(text)\ndef options(n):\n    return []\n";
    assert!(answered(parsed, "games @-").contains("what the file's own `parse` reads"));
    let table = within(KAYLES, "table @- 2 2");
    assert_eq!(table.status.code(), Some(1));
    assert!(text(&table.stderr).contains("a table asks for options(p) of a pair p = (row, column)"));
    assert_eq!(answered(KAYLES, "table '@- R C' 1 1 --format csv"), ",0,1\n0,0,1\n1,1,0\n");
    let loopy = "loopy = True\ndef options(n):\n    return [1 - n]\n";
    assert!(answered(loopy, "solve @- 0").contains("draw"));
    assert_eq!(answered(loopy, "sequence @- --to 1"), "D D\n");
}

#[test]
fn the_commands_of_the_guide_run() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    let block = |kind: &str| guide.split(kind).nth(1).unwrap().split("```").next().unwrap().to_string();
    let folder = std::env::temp_dir().join(format!("grundy-guide-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("game.star"), block("```python\n")).unwrap();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut ran = 0;
    for line in block("```text\ngrundy ").split("\ngrundy ") {
        let words = line.split("   ").next().unwrap().trim();
        let words = words.replace("@game.star", &format!("@{}", folder.join("game.star").display()));
        let program = assert_cmd::cargo::cargo_bin("grundy");
        let command = format!("{} {words}", program.display());
        let output =
            Command::new("sh").args(["-c", &command]).current_dir(root).stdin(Stdio::null()).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(0), "{words}: {}", text(&output.stderr));
        assert!(!output.stdout.is_empty(), "{words}");
        ran += 1;
    }
    assert!(ran >= 9, "{ran}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn rules_can_be_played() {
    let folder = std::env::temp_dir().join(format!("grundy-own-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("kayles.star");
    std::fs::write(&file, KAYLES).unwrap();
    let played = answered("1:7>3+3\nq\n", &format!("play @{} 7 --seed 1", file.display()));
    assert!(played.contains("The computer plays"), "{played}");
    let drawn = answered("", &format!("draw @{} 7", file.display()));
    assert!(drawn.starts_with("<svg"), "{drawn}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_heap_game_is_offered_and_taken_when_asked() {
    let offered = within(KAYLES, "sequence @- --to 150");
    assert!(text(&offered.stderr).contains("heaps:0.77"), "{}", text(&offered.stderr));
    let taken = within(KAYLES, "sequence @- --to 150 --heaps");
    assert_eq!(text(&taken.stdout), text(&offered.stdout));
    for (body, code) in [
        ("[[a, n - a] for a in range(1, (n + 1) // 2)]", "heaps:4!.0"),
        ("list(range(n))", "heaps:0.[3]"),
        ("[n - k for k in (1, 3, 4) if n >= k]", "heaps:0.3033"),
        ("[k for k in range(n)] + [[k, n - k] for k in range(1, n)]", "heaps:4.[3]"),
        ("[n - 1] if n > 1 else []", "heaps:0.2"),
    ] {
        let rules = format!("def options(n):\n    return {body}\n");
        let output = within(&rules, "sequence @- --to 100");
        assert!(text(&output.stderr).contains(code), "{body}: {}", text(&output.stderr));
        let taken = within(&rules, "sequence @- --to 100 --heaps");
        assert_eq!(text(&taken.stdout), text(&output.stdout), "{body}");
    }
    // What changes later is not offered in silence: the comparison finds it.
    let later = "def options(n):\n    return [n - k for k in (1, 2) if n >= k] if n != 140 else [0]\n";
    let refused = within(later, "sequence @- --to 150 --heaps");
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("position 140"), "{}", text(&refused.stderr));
    for body in ["[n - 1] if n else [0]", "[(n, 1)]", "[n // 2] if n else []"] {
        let rules = format!("def options(n):\n    return {body}\n");
        let refused = within(&rules, "sequence @- --to 100 --heaps");
        assert_eq!(refused.status.code(), Some(1), "{body}");
        assert_eq!(text(&refused.stdout), "");
    }
}

#[test]
fn errors_are_told_as_json_when_asked() {
    let output = within("def options(n):\n  return [n - '1']", "solve @- 5 --json --json-errors");
    assert_eq!(output.status.code(), Some(1));
    let form: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(form["error"]["line"], 2);
    assert_eq!(form["error"]["kind"], "input");
    assert!(form["error"]["message"].as_str().unwrap().contains("position 5"));
}

/// Statements at the top of a file, in `options`, and what is asked of them.
fn harmful() -> Vec<String> {
    let function = |body: &str| {
        format!("def options(n):\n  {}\n  return [n - 1] if n else []\n", body.replace('\n', "\n  "))
    };
    let bodies = [
        "x = [1] * 1000000000",
        "x = 'ab' * 2000000000",
        "x = 'a'\nfor _ in range(60):\n  x = x + x",
        "x = [0]\nfor _ in range(60):\n  x += x",
        "x = [0]\nfor _ in range(60):\n  x.extend(x)",
        "x = 'ab'\nfor _ in range(60):\n  x = x.replace('a', 'aa').replace('b', 'abb')",
        "x = 'ab'\nfor _ in range(60):\n  x = x.join([x, x])",
        "x = 'ab'\nfor _ in range(60):\n  x = '%s%s' % (x, x)",
        "x = 'ab'\nfor _ in range(60):\n  x = f'{x}{x}'",
        "x = 'ab'\nfor _ in range(60):\n  x = '{0}{0}{0}'.format(x)",
        "x = 3\nfor _ in range(60):\n  x = x * x",
        "x = 1 << 1000000000",
        "x = int('9' * 9000000)",
        "f = lambda g: g(g)\nf(f)",
        "for a in range(10000000):\n  for b in range(10000000):\n    pass",
        "x = [[[c for c in range(1000)] for b in range(1000)] for a in range(1000)]",
        "x = {i: str(i) for i in range(9000000)}",
        "x = [str(i) * 1000 for i in range(9000000)]",
        "for i in range(9000000):\n  print('flood' * 1000)",
        "x, y = (1,), (1,)\nfor _ in range(60):\n  x, y = (x, x), (y, y)\nz = x == y",
        "x = (1,)\nfor _ in range(60):\n  x = (x, x)\nz = str(x)",
        "x = (1,)\nfor _ in range(60):\n  x = (x, x)\nz = {x: 1}",
        "x = ()\nfor _ in range(5000000):\n  x = (x,)",
        "x = ()\nfor _ in range(500000):\n  x = (x,)\nz = str(x)",
        "x, y = (), ()\nfor _ in range(500000):\n  x, y = (x,), (y,)\nz = x == y",
        "x = [list(range(1000000)) for _ in range(1000)]",
        "x = list(range(9000000))\ny = [sorted(x, reverse = True) for _ in range(1000)]",
        "x = 'a' * 9000000\ny = [x.upper() for _ in range(1000)]",
        "x = 'a b ' * 2000000\ny = [x.split(' ') for _ in range(1000)]",
        "x = []\nx.append(x)\nz = str(x)\nz = x == [x]\nfail(x)",
        "fail('no')",
        "x = 1 // 0",
    ];
    let mut all: Vec<String> = bodies.iter().map(|body| function(body)).collect();
    // The same when the file is read; `for` at the top is Starlark too.
    all.extend(bodies.iter().map(|body| format!("{body}\ndef options(n):\n  return []\n")));
    let options = [
        "[n + 1]",
        "[(n, 'x' * 100000 + str(n))] if type(n) == 'int' else [(n[0] + 1, n[1] + 'y')]",
        "[1] * 9000000",
        "[[1] * 3000000, n + 1]",
        "['a' * 9000000 + str(n)]",
        "[(n, n)] if n else []",
        "[str(n) + str(i) for i in range(100000)]",
        "[n - 1, [n - 1] * 100000] if n else 5",
        "(n, n)",
        "None",
        "[[[n]]]",
        "[n / 2]",
        "[n == 1]",
        "[n * 1000000007] if n < 1000000000 else [n * n * n]",
    ];
    all.extend(options.iter().map(|value| format!("def options(n):\n  return {value}\n")));
    all.extend(options.iter().map(|value| format!("loopy = True\ndef options(n):\n  return {value}\n")));
    let more = [
        "load('a.star', 'b')\ndef options(n):\n  return []",
        "def options(n):\n  return options(n + 1)",
        "def f(n):\n  return [f(n + 1)]\ndef options(n):\n  return f(n)",
        "def options(n):\n  return [n - 1] if n else []\ndef canonical(p):\n  return 'x' * 9000000 + str(p)\ndef stuck(p):\n  return 'a' * 9000000",
        "def options(n):\n  return []\ndef parse(t):\n  x = 'a'\n  for _ in range(60):\n    x = x + x\n  return x",
        "def options(n):\n  return [n + 1]\ndef show(p):\n  for i in range(10000000):\n    for j in range(10000000):\n      pass",
        "import os",
        "while True:\n  pass",
        "x = 10 ** 10 ** 10",
        "def options(n):\n",
    ];
    all.extend(more.map(str::to_string));
    all.push(format!("x = {}\ndef options(n):\n  return []", "9".repeat(60_000)));
    all.push(format!("x = {}{}\ndef options(n):\n  return []", "[".repeat(30_000), "]".repeat(30_000)));
    all.push(format!("x = 1\n{}def options(n):\n  return []", "x = [x, x, x, x]\n".repeat(3000)));
    all.push(format!("x = 'a' * 1000000\n{}def options(n):\n  return []", "y = x.upper()\n".repeat(4000)));
    all.push("a".repeat(5_000_000));
    all
}

#[test]
fn rules_that_mean_harm_are_contained() {
    let all = harmful();
    std::thread::scope(|scope| {
        for part in all.chunks(all.len().div_ceil(4)) {
            scope.spawn(|| part.iter().for_each(|rules| contained(rules)));
        }
    });
}

fn contained(rules: &str) {
    let start = Instant::now();
    let output = within(rules, "solve @- 5 --json --json-errors --memory 128M --time 0.3");
    let (code, took) = (output.status.code(), start.elapsed());
    let shown: String = rules.chars().take(300).collect();
    let told = text(&output.stderr);
    // A few of them do no harm at all when they are run once.
    assert!(matches!(code, Some(0 | 1 | 3)), "{shown}\n{:?}\n{told}", output.status);
    assert!(told.len() < 300_000, "{shown}");
    assert!(!told.contains("panicked"), "{shown}\n{told}");
    assert!(took < Duration::from_secs(20), "{shown}: {took:?}");
    let line = text(&output.stdout);
    let form: serde_json::Value =
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{shown}\n{code:?} {line}\n{told}"));
    let limited = form["limit"].is_string() || form["error"]["kind"] == "limit";
    assert_eq!(limited, code == Some(3), "{shown}\n{line}");
    assert_eq!(form["error"]["kind"] == "input", code == Some(1), "{shown}\n{line}");
}
