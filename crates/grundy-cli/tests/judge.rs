//! The judges byte for byte: the contests' samples, any white space, and streams.

use assert_cmd::Command;

fn judged(args: &str, input: &[u8]) -> String {
    let output = Command::cargo_bin("grundy")
        .unwrap()
        .arg("judge")
        .args(args.split(' '))
        .write_stdin(input)
        .output()
        .unwrap();
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{args}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn samples() {
    // From the contests' statements; the third Darkraft board is the known trap.
    for (args, input, output) in [
        ("cf-138d", "2 2\nRL\nLR\n", "LOSE\n"),
        ("cf-138d", "2 2\nRR\nRR\n", "WIN\n"),
        ("cf-138d --strict", "3 3\nLLL\nLLL\nLRR\n", "WIN\n"),
        ("cf-335c", "3 1\n1 1\n", "WIN\n"),
        ("cf-335c --strict", "12 2\n4 1\n8 1\n", "WIN\n"),
        ("cf-335c", "1 1\n1 2\n", "LOSE\n"),
        ("hdu-5754 --strict", "4\n1 5 5\n2 5 5\n3 5 5\n4 5 5\n", "G\nG\nD\nB\n"),
        ("hdu-5754", "1\n3 4 7\n", "D\n"),
        ("hdu-5754", "0\n", ""),
        ("gym-102501l --strict", "3\nxxx\n***\n...\n", "First player will win\n"),
        ("gym-102501l", "2\n**\n..\n", "First player will win\n"),
        ("gym-102501l", "2\n..\n..\n", "Second player will win\n"),
    ] {
        assert_eq!(judged(args, input.as_bytes()), output, "{input:?}");
    }
}

#[test]
fn any_white_space_is_fine() {
    for input in ["2 2\r\nRL\r\nLR", "\u{feff}2\t2\n\n\nRL LR\n\n", " 2\n2\nRL\nLR \n"] {
        assert_eq!(judged("cf-138d", input.as_bytes()), "LOSE\n", "{input:?}");
    }
    assert_eq!(judged("cf-335c", b"\xef\xbb\xbf12 2 8 1\r\n\r\n4\t1"), "WIN\n");
    assert_eq!(judged("hdu-5754", b"\xef\xbb\xbf1\r\n4\t5\n\n5"), "B\n");
    assert_eq!(judged("gym-102501l", b"3\r\nxxx\r\n***\r\n..."), "First player will win\n");
}

#[test]
fn many_tests_in_one_file() {
    let input = b"2 2\nRL\nLR\n2 2\nRR\nRR\n1 1\nX\n";
    assert_eq!(judged("cf-138d --many", input), "LOSE\nWIN\nWIN\n");
    assert_eq!(judged("hdu-5754 --many", b"1\n1 5 5\n2\n2 5 5\n3 5 5\n"), "G\nG\nD\n");
    assert_eq!(judged("cf-335c --many", b"3 1 1 1\n1 1 1 2"), "WIN\nLOSE\n");
}

#[test]
fn beyond_the_contests_sizes() {
    assert_eq!(judged("cf-335c", b"1000000000000000000 0\n"), "LOSE\n");
    assert_eq!(judged("hdu-5754", b"1\n4 1618033988749894849 2618033988749894849\n"), "G\n");
    let board = "30 30\n".to_string() + &"LRXRXLXXRLLRXLRXLRXLLRXXLRLRXL\n".repeat(30);
    assert!(["WIN\n", "LOSE\n"].contains(&judged("cf-138d", board.as_bytes()).as_str()));
}

#[test]
fn the_judges_agree_with_the_naive_ones() {
    use grundy::judge::{Options, Problem, judge};
    use grundy_testkit::generate::{self, Random};
    use grundy_testkit::judges;

    let run = |problem, input: &str| {
        let mut out = Vec::new();
        judge(problem, input.as_bytes(), &mut out, &Options::default())
            .unwrap_or_else(|e| panic!("{input}: {e}"));
        String::from_utf8(out).unwrap()
    };
    let mut random = Random::new(12);
    for _ in 0..400 {
        let board = generate::darkraft_full(&mut random, 3, 4);
        let input = format!("{} {}\n{}\n", board.rows(), board.cols(), board.to_string().replace('/', "\n"));
        assert_eq!(run(Problem::Darkraft, &input), judges::darkraft(&input), "{input}");

        let board = generate::reclamation(&mut random, 7);
        let mut stones = board.cells_with('o');
        random.shuffle(&mut stones);
        let lines: String = stones.iter().map(|(row, column)| format!("{row} {column}\n")).collect();
        let input = format!("{} {}\n{lines}", board.rows(), stones.len());
        assert_eq!(run(Problem::Reclamation, &input), judges::reclamation(&input), "{input}");

        let board = generate::river_promised(&mut random, 5);
        if !board.to_string().contains('c') {
            let input = format!("{}\n{}\n", board.rows(), board.to_string().replace('/', "\n"));
            assert_eq!(run(Problem::River, &input), judges::river(&input), "{input}");
        }

        let tests = random.below(5);
        let mut input = format!("{tests}\n");
        for _ in 0..tests {
            let (piece, n, m) = (random.between(1, 4), random.between(2, 9), random.between(2, 9));
            input += &format!("{piece} {n} {m}\n");
        }
        assert_eq!(run(Problem::Bo, &input), judges::bo(&input), "{input}");
    }
}
