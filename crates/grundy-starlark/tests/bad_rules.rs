//! Rules that fail: the place, the position, and never the end of the program.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundy::{
    Answer, Ask, Budget, Error, Limit, Loader, Nodes, Open, Outcome, ParseError, Question, Term, TermText,
    Text,
};

/// One text of rules, whatever the name.
struct Rules<'s>(&'s str, Arc<AtomicBool>);

impl Loader for Rules<'_> {
    fn file(&mut self, _name: &str) -> Result<Vec<u8>, String> {
        Err("no files".to_string())
    }

    fn rules(&mut self, term: &TermText) -> Result<Box<dyn Term>, ParseError> {
        let source = Text::new("game.star", self.0);
        let script = grundy_starlark::rules(term.name.as_str(), &source, Arc::clone(&self.1))?;
        grundy_starlark::open(script, term, Open)
    }
}

fn within(rules: &str, position: &str, budget: Budget) -> Result<Answer, Error> {
    let question = format!("@game.star {position}");
    let mut rules = Rules(rules, budget.stop_flag());
    let question = Question::read(&Text::new("question", &question), &mut rules)?;
    grundy::solve(&question, &Ask { budget, ..Ask::default() })
}

fn solve(rules: &str, position: &str) -> Result<Answer, Error> {
    within(rules, position, Budget::default())
}

/// Rules, position, and how the error reads: message, line, marked text, help.
fn check(rules: &str, position: &str, message: &str, line: usize, marked: &str, help: Option<&str>) {
    match solve(rules, position) {
        Err(Error::Parse(error)) => {
            assert_eq!(error.to_string(), message, "{rules}");
            assert_eq!(error.name(), "game.star", "{rules}");
            assert_eq!(error.line_and_column().0, line, "{rules}");
            assert_eq!(&error.source_text()[error.span()], marked, "{rules}");
            assert_eq!(error.help_text(), help, "{rules}");
        }
        other => panic!("{rules}: {other:?}"),
    }
}

#[test]
fn the_place_and_the_position_are_told() {
    let at = |expected: &str, found: &str| format!("expected {expected}, found {found}");
    let position = "a position: a number, a string or a tuple of them";
    check(
        "def options(n):\n  return [n - '1']",
        "5",
        &at(
            "`options` to work for position 5",
            "an error: Operation `-` not supported for types `int` and `string`",
        ),
        2,
        "n - '1'",
        None,
    );
    check(
        "def options(n):\n  pass",
        "5",
        &at("`options` to give a list of options", "None at position 5"),
        1,
        "options",
        Some("a function without `return` gives None"),
    );
    check(
        "\ndef options(n):\n  return [n > 3]",
        "5",
        &at(position, "True at position 5"),
        2,
        "options",
        Some("write int(...) around it, since True and 1 are the same to Python"),
    );
    check(
        "def options(n):\n  return [[[1]]]",
        "3,4",
        &at(position, "a value of type list at position 3,4"),
        1,
        "options",
        Some("a list is a sum of positions and cannot stand inside one: use a tuple"),
    );
    check(
        "def options(n):\n  return [n / 2]",
        "5",
        &at(position, "2.5 at position 5"),
        1,
        "options",
        Some("use // to divide whole numbers"),
    );
    check(
        "def options(n):\n  return (1, 2)",
        "5",
        &at("`options` to give a list of options", "a value of type tuple at position 5"),
        1,
        "options",
        Some("a tuple is one position: write the options in [ ]"),
    );
    check(
        "def moves(n):\n  return []",
        "5",
        "expected rules that define `options(p)`, found none",
        1,
        "def moves(n):\n  return []",
        Some("def options(p): return [...], a list of what a move can lead to"),
    );
    check(
        "options = 7",
        "5",
        "expected `options` to be a function of one argument, found a value of type int",
        1,
        "options",
        None,
    );
    check(
        "loopy = 1\ndef options(n):\n  return []",
        "5",
        "expected `loopy` to be True or False, found `1`",
        1,
        "loopy",
        None,
    );
    check(
        "def stuck(n):\n  return 'lost'\ndef options(n):\n  return []",
        "5",
        "expected `stuck` to give \"loss\", \"draw\" or \"win\", found `\"lost\"` at position 5",
        1,
        "stuck",
        None,
    );
    check(
        "def canonical(n):\n  return None\ndef options(n):\n  return []",
        "5",
        &at(position, "None at position 5"),
        1,
        "canonical",
        None,
    );
}

#[test]
fn what_shows_a_position_fails_in_its_place() {
    check(
        "def show(n):\n  return 5\ndef options(n):\n  return []",
        "5",
        "expected `show` to give a string, found `5` at position 5",
        1,
        "show",
        None,
    );
}

#[test]
fn places_are_those_of_the_written_text() {
    let at = |expected: &str, found: &str| format!("expected {expected}, found {found}");
    check(
        "def options(n):\n  x = n + n + len('é'); x += n; y = [n] + [n]; y.extend(y); return [x - '1']",
        "5",
        &at(
            "`options` to work for position 5",
            "an error: Operation `-` not supported for types `int` and `string`",
        ),
        2,
        "x - '1'",
        None,
    );
    check(
        "def options(n):\n  m = n\n  return [n + (m + 'a')]",
        "5",
        &at(
            "`options` to work for position 5",
            "an error: Operation `+` not supported for types `int` and `string`",
        ),
        3,
        "m + 'a'",
        None,
    );
}

#[test]
fn rules_that_cannot_be_read_are_refused() {
    let refused = |rules: &str, line: usize| match solve(rules, "5") {
        Err(Error::Parse(error)) => assert_eq!(error.line_and_column().0, line, "{rules}: {error}"),
        other => panic!("{rules}: {other:?}"),
    };
    refused("def options(n)\n  return []", 1);
    refused("def options(n):\n  return [", 2);
    refused("def options(n):\n  while True:\n    pass", 2);
    refused("def options(n):\n  return []\nx = y", 3);
    refused("load('a.star', 'b')\ndef options(n):\n  return []", 1);
    refused("def options(n):\n  x = 1\n  x *= 2\n  return []", 3);
    refused("def options(a, b):\n  return []", 1);
    refused("x = 1 // 0\ndef options(n):\n  return []", 1);
    refused("def options(n):\n  return []\nstart = None", 3);
    refused("\u{0}", 1);
    refused("", 1);
    refused(&"(".repeat(50_000), 1);
    refused(&format!("x = {}1", "-".repeat(60_000)), 1);
    refused(&format!("x = {}1", "not ".repeat(15_000)), 1);
    refused(&format!("x = 1{}", " + 1".repeat(15_000)), 1);
    refused(&format!("x = {}1", "lambda: ".repeat(8_000)), 1);
    refused(&format!("x = a{}", ".a".repeat(30_000)), 1);
    refused(&format!("x = {}1", "1 if 1 else ".repeat(5_000)), 1);
    refused(&"#".repeat(70_000), 1);
}

#[test]
fn a_position_that_cannot_be_read_is_refused_in_the_question() {
    for position in ["", "(", "99999999999999999999", "5 [", "\"a"] {
        match solve("def options(n):\n  return []", position) {
            Err(Error::Parse(error)) => assert_eq!(error.name(), "question", "{position}"),
            other => panic!("{position}: {other:?}"),
        }
    }
}

#[test]
fn large_steps_and_endless_work_are_contained() {
    let contained = |body: &str| {
        let start = Instant::now();
        match solve(&format!("def options(n):\n{body}\n  return []"), "5") {
            Err(Error::Parse(error)) => assert!(error.line_and_column().0 >= 1, "{body}: {error}"),
            other => panic!("{body}: {other:?}"),
        }
        // A few seconds of work; the machine may be busy with more.
        assert!(start.elapsed() < Duration::from_mins(2), "{body}");
    };
    contained("  x = [1] * 1000000000");
    contained("  x = 1000000000 * [1]");
    contained("  x = 'ab' * 1000000000");
    contained("  x = (1, 2) * 2000000000");
    contained("  x = 'a'\n  for _ in range(60):\n    x = x + x");
    contained("  x = [0]\n  for _ in range(60):\n    x += x");
    contained("  x = [0]\n  for _ in range(60):\n    x.extend(x)");
    contained("  x = 1 << 100000000");
    contained("  x = list(range(2000000000))");
    contained("  x = 3\n  for _ in range(60):\n    x = x * x");
    contained("  for _ in range(10000000):\n    for _ in range(10000000):\n      pass");
    contained("  f = lambda g: g(g)\n  f(f)");
    contained("  x = [0]\n  for _ in range(10000000):\n    x.append(x[-1:] + [1, 2, 3, 4, 5, 6, 7, 8])");
}

#[test]
fn an_endless_game_that_is_declared_finite_is_a_fault() {
    match solve("def options(n):\n  return [1 - n]", "0") {
        Err(Error::Fault(fault)) => assert!(fault.message.contains("can be reached from itself"), "{fault}"),
        other => panic!("{other:?}"),
    }
    let loopy = solve("loopy = True\ndef options(n):\n  return [1 - n]", "0").unwrap();
    assert_eq!(loopy.outcome, Some(Outcome::Draw));
    let endless =
        within("def options(n):\n  return [n + 1]", "0", Budget::default().with_nodes(Nodes(10_000)));
    assert!(matches!(endless.unwrap().limit, Some(Limit::Nodes(_))));
}

#[test]
fn the_stop_flag_ends_a_call_in_the_middle() {
    let budget = Budget::default();
    let stop = budget.stop_flag();
    let waiting = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        stop.store(true, Ordering::Relaxed);
    });
    let start = Instant::now();
    let rules = "def options(n):\n  for _ in range(10000000):\n    x = 0\n  return [n + 1]";
    let answer = within(rules, "0", budget).unwrap();
    assert_eq!(answer.limit, Some(Limit::Stopped));
    assert!(start.elapsed() < Duration::from_secs(2));
    waiting.join().unwrap();
}

#[test]
fn ends_can_draw_and_win() {
    let rules = "def options(n):\n  return [n - k for k in (2, 3) if n >= k]\ndef stuck(n):\n  return 'draw' if n else 'loss'";
    let outcome = |position: &str| solve(rules, position).unwrap().outcome.unwrap();
    assert_eq!(outcome("0"), Outcome::Loss);
    assert_eq!(outcome("1"), Outcome::Draw);
    assert_eq!(outcome("2"), Outcome::Win);
    assert_eq!(outcome("1 2"), Outcome::Draw);
    let misere = "def options(n):\n  return [n - k for k in (1, 2) if n >= k]\ndef stuck(n):\n  return 'win'";
    assert_eq!(solve(misere, "1").unwrap().outcome, Some(Outcome::Loss));
    assert_eq!(solve(misere, "4").unwrap().outcome, Some(Outcome::Loss));
    assert!(matches!(solve(misere, "1 2"), Err(Error::Fault(_))));
}
