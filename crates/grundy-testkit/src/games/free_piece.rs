//! A piece that moves by vectors.
//!
//! Rules: a move takes the piece along a vector, once or, along a ride, any number of times in one
//! move. It never enters a closed square or passes over one, and leaves the board only on a torus,
//! where it comes in again on the other side; a ride does not come back to its own square. Whoever
//! moves it onto a target wins. What a player gets who is stuck elsewhere is a rule of the game;
//! play without end is a draw.
//!
//! Position: row and column from 0. Move: `x,y` of the square moved to, from 1.

use crate::{Naive, Outcome};

/// A piece on a board.
#[derive(Clone, Debug)]
pub struct FreePiece {
    /// Rows and columns.
    pub size: (i64, i64),
    /// Rows down and columns right, and whether it is a ride.
    pub vectors: Vec<(i64, i64, bool)>,
    /// Whether the edges are joined.
    pub torus: bool,
    /// Target squares.
    pub targets: Vec<(i64, i64)>,
    /// Closed squares.
    pub closed: Vec<(i64, i64)>,
    /// What a player gets who is stuck away from the targets.
    pub stuck: Outcome,
}

impl Naive for FreePiece {
    type State = (i64, i64);

    fn moves(&self, start: &(i64, i64)) -> Vec<(String, (i64, i64))> {
        let mut moves = Vec::new();
        if self.targets.contains(start) {
            return moves;
        }
        for &(down, right, ride) in &self.vectors {
            let mut at = *start;
            loop {
                at = (at.0 + down, at.1 + right);
                if self.torus {
                    at = (at.0.rem_euclid(self.size.0), at.1.rem_euclid(self.size.1));
                }
                let outside = at.0 < 0 || at.1 < 0 || at.0 >= self.size.0 || at.1 >= self.size.1;
                let back = ride && at == *start;
                if outside || back || self.closed.contains(&at) {
                    break;
                }
                moves.push((format!("{},{}", at.0 + 1, at.1 + 1), at));
                if !ride {
                    break;
                }
            }
        }
        moves
    }

    fn stuck(&self, at: &(i64, i64)) -> Outcome {
        if self.targets.contains(at) { Outcome::Loss } else { self.stuck }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer;

    #[test]
    fn the_knight_that_can_reach_the_corner_and_a_ring() {
        let mut piece = FreePiece {
            size: (4, 7),
            vectors: vec![(1, 2, false), (2, 1, false)],
            torus: false,
            targets: vec![(3, 6)],
            closed: vec![],
            stuck: Outcome::Draw,
        };
        assert_eq!(answer(&piece, &(0, 0)).verdict.outcome, Outcome::Draw);
        piece.torus = true;
        piece.vectors = vec![(0, 1, true)];
        assert_eq!(answer(&piece, &(3, 0)).winning_moves(), ["4,7"]);
        piece.closed = vec![(3, 4)];
        assert_eq!(answer(&piece, &(3, 0)).verdict.outcome, Outcome::Draw);
    }
}
