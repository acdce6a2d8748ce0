//! Life Winner Bo: a stream of queries, each answered by theorem.

use std::io::{Read, Write};

use grundy_games::bo::Piece;
use grundy_rules::Outcome;

use super::Options;
use super::tokens::Tokens;
use crate::error::Error;

/// Answers held back until the input is known to be sound; a longer input is answered as it is
/// read, so that memory stays bounded.
const HELD: usize = 16 << 20;

/// Boards have at most this many rows and columns: the golden ratio is exact below.
const MOST: u64 = 1 << 62;

/// Judges the tests of a stream.
pub(super) fn judge(input: impl Read, out: &mut impl Write, options: &Options) -> Result<(), Error> {
    let mut tokens = Tokens::new(input);
    let mut answers: Vec<u8> = Vec::new();
    let (most_tests, most_side) = if options.strict { (1000, 1000) } else { (u64::MAX, MOST) };
    loop {
        let tests = tokens.number("the number of queries", 0, most_tests)?;
        for _ in 0..tests {
            let piece = tokens.number("the piece (1 king, 2 rook, 3 knight, 4 queen)", 1, 4)?;
            let rows = tokens.number("the number of rows", 2, most_side)?;
            let columns = tokens.number("the number of columns", 2, most_side)?;
            let outcome = Piece::ALL[piece as usize - 1].outcome(rows - 1, columns - 1);
            answers.extend_from_slice(match outcome {
                Outcome::Win => b"B\n",
                Outcome::Loss => b"G\n",
                Outcome::Draw => b"D\n",
            });
            if answers.len() >= HELD {
                out.write_all(&answers)?;
                answers.clear();
            }
        }
        if !tokens.more()? {
            out.write_all(&answers)?;
            return Ok(());
        }
        if !options.many {
            let error = tokens.error_at_next("nothing after the last query");
            return Err(error.help("--many reads tests one after another").into());
        }
    }
}
