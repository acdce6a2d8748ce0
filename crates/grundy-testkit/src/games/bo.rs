//! Life Winner Bo (HDU 5754).
//!
//! Rules: one chess piece stands on a board of N x M squares and moves as in chess, but x and y
//! never decrease: the king one step right, down or both; the rook any way right or down; the
//! queen also along the diagonal; the knight (1,2) or (2,1). Whoever moves it onto (N,M) wins, so
//! that the player to move there has lost. A player stuck anywhere else has a draw.
//!
//! Position: (x,y) from 1. Move: `x,y` of the square moved to.

use crate::{Naive, Outcome};

/// Which piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// The contest's type 1.
    King,
    /// Type 2.
    Rook,
    /// Type 3.
    Knight,
    /// Type 4.
    Queen,
}

impl Piece {
    /// All four, in the contest's order.
    pub const ALL: [Self; 4] = [Self::King, Self::Rook, Self::Knight, Self::Queen];
}

/// Life Winner Bo with one piece on one board.
#[derive(Clone, Copy, Debug)]
pub struct Bo {
    /// The piece.
    pub piece: Piece,
    /// The board: (N, M).
    pub size: (u64, u64),
}

impl Naive for Bo {
    type State = (u64, u64);

    fn moves(&self, &(x, y): &(u64, u64)) -> Vec<(String, (u64, u64))> {
        let far = self.size.0.max(self.size.1);
        let along = (1..far).flat_map(|k| [(k, 0), (0, k)]);
        let steps: Vec<(u64, u64)> = match self.piece {
            Piece::King => vec![(1, 0), (0, 1), (1, 1)],
            Piece::Rook => along.collect(),
            Piece::Knight => vec![(1, 2), (2, 1)],
            Piece::Queen => along.chain((1..far).map(|k| (k, k))).collect(),
        };
        let squares = steps.into_iter().map(|(right, down)| (x + right, y + down));
        let inside = squares.filter(|&(x, y)| x <= self.size.0 && y <= self.size.1);
        inside.map(|(x, y)| (format!("{x},{y}"), (x, y))).collect()
    }

    fn stuck(&self, at: &(u64, u64)) -> Outcome {
        if *at == self.size { Outcome::Loss } else { Outcome::Draw }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{answer, nimber, outcome, winning_moves};

    #[test]
    fn sample_and_the_knight_that_can_reach_the_corner() {
        let check = |piece, size, expected: &str| {
            assert_eq!(outcome(&Bo { piece, size }, &(1, 1)).to_string(), expected, "{piece:?} {size:?}");
        };
        check(Piece::King, (5, 5), "loss");
        check(Piece::Rook, (5, 5), "loss");
        check(Piece::Knight, (5, 5), "draw");
        check(Piece::Queen, (5, 5), "win");
        check(Piece::Knight, (4, 7), "draw"); // (1,1) to (2,3), (3,5), (4,7) is possible
        check(Piece::Knight, (4, 4), "loss");
    }

    #[test]
    fn moves_and_values() {
        let queen = Bo { piece: Piece::Queen, size: (5, 5) };
        assert_eq!(winning_moves(&queen, &(1, 1)), ["5,5"]);
        let rook = Bo { piece: Piece::Rook, size: (6, 4) };
        assert_eq!(nimber(&rook, &(1, 1)), Some(5 ^ 3));
        let knight = Bo { piece: Piece::Knight, size: (4, 7) };
        assert_eq!(nimber(&knight, &(1, 1)), None);
        assert_eq!(answer(&knight, &(4, 7)).verdict.remoteness, Some(0));
        assert_eq!(answer(&knight, &(1, 1)).drawing_moves(), ["2,3", "3,2"]); // both by way of (4,4)
    }
}
