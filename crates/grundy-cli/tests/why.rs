//! What `solve` says of an answer: what a winning move does, in which part, and short lists.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use assert_cmd::Command;

/// The answer in one line, blanks closed up.
fn solve(question: &str) -> String {
    let mut command = Command::cargo_bin("grundy").expect("the program is built");
    let output = command.arg("solve").args(question.split(' ')).output().expect("the program runs");
    assert!(output.status.success(), "{question}");
    let text = String::from_utf8(output.stdout).expect("the program writes UTF-8");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn says(question: &str, told: &str) {
    let answer = solve(question);
    assert!(answer.contains(told), "{question}: {answer}");
}

#[test]
fn an_answer_says_what_a_winning_move_does() {
    says("nim 3 4 5", "a move wins when it brings the whole to 0: heap of 3 from 3 to 1 method");
    says("kayles 5 6", "to 0: heap of 5 from 4 to 3; or heap of 6 from 3 to 4 method");
    says("nim 3 4 5 + kayles 5", "term 1: heap of 5 from 5 to 3; or term 2: heap of 5 from 4 to 2 method");
    says("kayles 7", "a move wins when it leaves the nimber 0");
    says("nim 3 5 6", "any move leaves a nimber other than 0");
    says(
        "bo:knight 4x4",
        "any move leaves a position that is won for the other player; who delays loses in 2 plies",
    );
    says("bo:knight 7x6", "no move leaves a position that is lost for the other player");
    says("nim 1 2 --misere", "a move wins when it leaves a position that is lost for the other player");
    says("fibonacci 20", "in Fibonacci numbers 20 = 13 + 5 + 2; the least, 2, is at most 19");
    says("wythoff 3 4", "for k = 1, the difference of 3 and 4, that is the pair 1, 2");
}

/// In two rows of pins a part is told exactly when a winning move is made in it.
#[test]
fn the_parts_told_are_those_of_the_winning_moves() {
    let mut seen = 0;
    for (a, b) in [(1, 2), (2, 5), (3, 7), (4, 6), (5, 6), (6, 9), (7, 8), (8, 9)] {
        let answer = solve(&format!("kayles {a} {b}"));
        let Some((_, told)) = answer.split_once("brings the whole to 0: ") else { continue };
        let (_, moves) = answer.split_once(" winning move").unwrap();
        let (moves, _) = moves.split_once(" Why").unwrap();
        for (heap, size) in [(1, a), (2, b)] {
            let played = moves.contains(&format!(" {heap}:{size}>"));
            assert_eq!(told.contains(&format!("heap of {size} from")), played, "{answer}");
            seen += usize::from(played);
        }
    }
    assert!(seen > 6, "{seen}");
}

#[test]
fn a_stuck_player_who_wins_is_told_so() {
    says(
        "arena:d=win d",
        "the player to move wins; stuck, which is a win here graph with 1 vertex and 0 edges",
    );
}

#[test]
fn long_lists_and_boards_are_short() {
    says("kayles 7 --moves 1", "2 winning moves: 1:7>3+3; ... Why");
    says("kayles 7", "2 winning moves: 1:7>3+3; 1:7>1+4 Why");
    says("bo:rook 1000000000x1000000", "all squares in rows 1 to 40 and columns 1 to 40 are won");
    says("reclamation 1000000000000000000", "4 . . ... the same down to row 120");
}
