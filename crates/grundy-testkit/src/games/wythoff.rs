//! Wythoff's game.
//!
//! Rules: from two heaps a move takes any number from one of them, or the same number from
//! both. Who cannot move loses.
//!
//! Position: the two sizes. Move: `a,b`, the two sizes left.

use crate::Naive;

/// Wythoff's game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wythoff;

impl Naive for Wythoff {
    type State = (u64, u64);

    fn moves(&self, &(a, b): &(u64, u64)) -> Vec<(String, (u64, u64))> {
        let first = (0..a).map(|left| (left, b));
        let second = (0..b).map(|left| (a, left));
        let both = (1..=a.min(b)).map(|taken| (a - taken, b - taken));
        first.chain(second).chain(both).map(|(a, b)| (format!("{a},{b}"), (a, b))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{explore, nimber, winning_moves};

    #[test]
    fn nimbers_by_antidiagonals() {
        // OEIS A004481.
        let expected = [
            0, 1, 1, 2, 2, 2, 3, 0, 0, 3, 4, 4, 1, 4, 4, 5, 5, 5, 5, 5, 5, 6, 3, 3, 6, 3, 3, 6, 7, 7, 4, 2,
            2, 4, 7, 7, 8, 8, 8, 0, 7, 0, 8, 8, 8,
        ];
        let all = explore(&Wythoff, &(8, 8));
        let values = all.nimbers().unwrap();
        let value = |at| values[all.states.iter().position(|&state| state == at).unwrap()];
        let found: Vec<u64> =
            (0..=8).flat_map(|sum| (0..=sum).map(move |a| (a, sum - a))).map(value).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn row_ten() {
        // CGSuite, GameHeapTest.scala.
        let expected = [10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14, 18, 7];
        let found: Vec<u64> = (0..=12).map(|b| nimber(&Wythoff, &(10, b)).unwrap()).collect();
        assert_eq!(found, expected);
        assert_eq!(winning_moves(&Wythoff, &(10, 7)), ["10,6", "4,7", "7,4"]);
    }
}
