//! The rules files of `examples/rules`: every one runs, and the ones that are games of the program
//! give its answers.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::Path;
use std::sync::Arc;

use grundy::{Answer, Ask, Budget, Error, Loader, Open, ParseError, Question, Term, TermText, Text};

/// Opens rules among the examples.
struct Examples;

impl Loader for Examples {
    fn file(&mut self, _name: &str) -> Result<Vec<u8>, String> {
        Err("no files".to_string())
    }

    fn rules(&mut self, term: &TermText) -> Result<Box<dyn Term>, ParseError> {
        let name = &term.name.as_str()[1..];
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rules").join(name);
        let source = Text::new(name, &std::fs::read_to_string(path).unwrap());
        grundy_starlark::open(
            grundy_starlark::rules(term.name.as_str(), &source, Arc::default())?,
            term,
            Open,
        )
    }
}

fn solve(question: &str) -> Result<Answer, Error> {
    let question = Question::read(&Text::new("question", question), &mut Examples)?;
    grundy::solve(&question, &Ask::default())
}

/// The rules' answer and the program's own.
fn same(rules: &str, game: &str) {
    let (ours, known) = (solve(rules).unwrap(), solve(game).unwrap());
    assert_eq!(ours.outcome, known.outcome, "{rules}");
    if ours.nimber.is_some() && known.nimber.is_some() {
        assert_eq!(ours.nimber, known.nimber, "{rules}");
    }
}

/// Numbers that look random (Marsaglia's xorshift, 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

#[test]
fn every_example_says_how_to_ask_and_runs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rules");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        let source = std::fs::read_to_string(&path).unwrap();
        let mut questions = 0;
        for line in source.lines().filter_map(|line| line.strip_prefix("#   grundy solve @examples/rules/")) {
            let answer = solve(&format!("@{line}")).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert!(answer.outcome.is_some(), "{line}");
            assert_eq!(solve(&answer.question).unwrap().outcome, answer.outcome, "{line}");
            questions += 1;
        }
        assert!(questions > 0 || source.contains("#   grundy sequence"), "{name} says no question");
        files += 1;
    }
    assert!(files >= 10);
}

#[test]
fn kayles_and_wythoff_are_the_known_ones() {
    for n in 0..60 {
        same(&format!("@kayles.star {n}"), &format!("kayles {n}"));
    }
    for a in 0..14 {
        for b in 0..14 {
            same(&format!("@wythoff.star {a},{b}"), &format!("wythoff {a} {b}"));
        }
    }
    same("@kayles.star 7 5 + @subtraction.star 9 + nim 3", "kayles 7 5 + nim 3");
}

#[test]
fn darkraft_is_the_known_one() {
    let mut dice = Dice(1);
    for _ in 0..2000 {
        let (rows, columns) = (1 + dice.below(3), 1 + dice.below(3));
        let row = |dice: &mut Dice| (0..columns).map(|_| ['L', 'R', 'X'][dice.below(3)]).collect::<String>();
        let board: Vec<String> = (0..rows).map(|_| row(&mut dice)).collect();
        let board = board.join("/");
        same(&format!("@darkraft.star {board}"), &format!("darkraft {board}"));
    }
}

#[test]
fn reclamation_is_the_known_one() {
    let mut dice = Dice(2);
    for _ in 0..2000 {
        let rows = 1 + dice.below(6);
        let mut board = rows.to_string();
        let mut taken: Vec<(usize, usize)> = Vec::new();
        for _ in 0..dice.below(3) {
            let (r, c) = (1 + dice.below(rows), 1 + dice.below(2));
            let free = taken.iter().all(|&(i, j)| (i, j) != (r, c) && (j == c || i.abs_diff(r) > 1));
            if free {
                taken.push((r, c));
                board += &format!(" {r},{c}");
            }
        }
        same(&format!("@reclamation.star {board}"), &format!("reclamation {board}"));
    }
}

#[test]
fn bo_is_the_known_one() {
    for piece in ["king", "rook", "knight", "queen"] {
        for rows in 2..16 {
            for columns in 2..16 {
                let rules = format!("@bo.star {piece} {rows} {columns}");
                same(&rules, &format!("bo:{piece} {rows}x{columns} 1,1"));
            }
        }
    }
}

#[test]
fn river_is_the_known_one() {
    // One river across the middle, straight or with a step, with random banks.
    let mut dice = Dice(3);
    for _ in 0..1500 {
        let n = 2 + dice.below(3);
        let mut rows = vec![vec!['.'; n]; n];
        for row in &mut rows {
            for cell in row.iter_mut() {
                *cell = if dice.below(4) == 0 { 'x' } else { '.' };
            }
        }
        let (mut at, mut column) = (dice.below(n), 0);
        while column < n {
            rows[at][column] = '*';
            let next = if dice.below(3) == 0 { dice.below(n) } else { at };
            if next.abs_diff(at) == 1 {
                rows[next][column] = '*';
                at = next;
            }
            column += 1;
        }
        let board = rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/");
        if let Ok(known) = solve(&format!("river {board}")) {
            let ours = solve(&format!("@river.star {board}")).unwrap();
            assert_eq!(ours.outcome, known.outcome, "{board}");
        }
    }
}

#[test]
fn sizes_share_one_table() {
    let term = grundy::open_sized(&Text::new("question", "@kayles.star"), &mut Examples, 1).unwrap();
    let sizes: Vec<Vec<u64>> = (0..=60).map(|n| vec![n]).collect();
    let budget = Budget::default();
    let ask = Ask { budget: budget.clone(), ..Ask::default() };
    let values = term.values(&sizes, &ask).unwrap().unwrap();
    for (n, verdict) in values.iter().enumerate() {
        assert_eq!(verdict.nimber, solve(&format!("kayles {n}")).unwrap().nimber, "{n}");
    }
    assert!(budget.spent().0 <= 61);
}
