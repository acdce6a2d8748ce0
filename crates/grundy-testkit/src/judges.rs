//! The four contest problems, from input text to output text, by the naive oracle.
//!
//! One function a problem. The input is taken to be well formed (any white space between its
//! words) and small; these are twins to compare the real judges with, not judges themselves.
//!
//! # Panics
//! All of them, on input that is not well formed.

use crate::games::{Bo, Darkraft, Piece, Reclamation, River};
use crate::{Board, Outcome, outcome};

/// World of Darkraft, Codeforces 138D: `n m` and n words of m letters; `WIN` or `LOSE`.
///
/// # Panics
/// On input that is not well formed.
pub fn darkraft(input: &str) -> String {
    let words: Vec<&str> = input.split_whitespace().collect();
    let board = Board::read(&words[2..].join("/"));
    assert_eq!((board.rows(), board.cols()), (number(words[0]) as usize, number(words[1]) as usize));
    win_or_lose(outcome(&Darkraft, &board))
}

/// More Reclamation, Codeforces 335C: `r n` and n pairs `row col`; `WIN` or `LOSE`.
///
/// # Panics
/// On input that is not well formed.
pub fn reclamation(input: &str) -> String {
    let numbers: Vec<i64> = input.split_whitespace().map(number).collect();
    let stones: Vec<(i64, i64)> = numbers[2..].chunks(2).map(|stone| (stone[0], stone[1])).collect();
    assert_eq!(stones.len() as i64, numbers[1]);
    win_or_lose(outcome(&Reclamation, &Reclamation::position(numbers[0] as usize, &stones)))
}

/// Life Winner Bo, HDU 5754: `T` and T triples `type N M`; a line each, `B`, `G` or `D`.
///
/// # Panics
/// On input that is not well formed.
pub fn bo(input: &str) -> String {
    let numbers: Vec<i64> = input.split_whitespace().map(number).collect();
    let tests = numbers[1..].chunks(3).map(|test| {
        let piece = Piece::ALL[test[0] as usize - 1];
        match outcome(&Bo { piece, size: (test[1] as u64, test[2] as u64) }, &(1, 1)) {
            Outcome::Win => "B\n",
            Outcome::Loss => "G\n",
            Outcome::Draw => "D\n",
        }
    });
    tests.collect()
}

/// River Game, Gym 102501L: `N` and N words of N letters; a sentence.
///
/// # Panics
/// On input that is not well formed.
pub fn river(input: &str) -> String {
    let words: Vec<&str> = input.split_whitespace().collect();
    let board = Board::read(&words[1..].join("/"));
    assert_eq!((board.rows() as i64, board.cols() as i64), (number(words[0]), number(words[0])));
    match outcome(&River, &board) {
        Outcome::Win => "First player will win\n".into(),
        _ => "Second player will win\n".into(),
    }
}

fn number(word: &str) -> i64 {
    word.parse().expect("a number")
}

fn win_or_lose(outcome: Outcome) -> String {
    (if outcome == Outcome::Win { "WIN\n" } else { "LOSE\n" }).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_the_contests() {
        assert_eq!(darkraft("2 2\nRL\nLR\n"), "LOSE\n");
        assert_eq!(darkraft("2 2\r\nRR\r\nRR"), "WIN\n");
        assert_eq!(darkraft("3 3\nLLL\nLLL\nLRR\n"), "WIN\n");
        assert_eq!(reclamation("3 1\n1 1\n"), "WIN\n");
        assert_eq!(reclamation("12 2\n4 1\n8 1\n"), "WIN\n");
        assert_eq!(reclamation("1 1\n1 2\n"), "LOSE\n");
        assert_eq!(bo("4\n1 5 5\n2 5 5\n3 5 5\n4 5 5\n"), "G\nG\nD\nB\n");
        assert_eq!(bo("1 3 4 7"), "D\n");
        assert_eq!(river("3\nxxx\n***\n...\n"), "First player will win\n");
        assert_eq!(river("2\n..\n.x\n"), "Second player will win\n");
    }
}
