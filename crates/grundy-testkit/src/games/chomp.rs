//! Chomp.
//!
//! Rules: a bar of chocolate has rows that get no longer from top to bottom. A move picks a
//! piece and eats it with all pieces that lie below it, right of it or both. The piece in the
//! top left corner is poisoned and is not eaten: who has only that one left loses.
//!
//! Position: the lengths of the rows, the longest first. Move: `row,col` of the piece picked.

use crate::Naive;

/// Chomp on any Young diagram.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chomp;

impl Naive for Chomp {
    type State = Vec<u64>;

    fn moves(&self, rows: &Vec<u64>) -> Vec<(String, Vec<u64>)> {
        let mut moves = Vec::new();
        for (row, &length) in rows.iter().enumerate() {
            for col in 0..length {
                if (row, col) == (0, 0) {
                    continue;
                }
                let bitten = rows.iter().enumerate().map(|(r, &l)| if r < row { l } else { l.min(col) });
                let after: Vec<u64> = bitten.filter(|&length| length > 0).collect();
                moves.push((format!("{},{}", row + 1, col + 1), after));
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::partitions;
    use crate::{nimber, winning_moves};

    #[test]
    fn counts_by_partitions() {
        // OEIS A112471 (N-positions) from n = 1 and A284687 (nimber 1) from n = 1.
        let won = [0, 2, 2, 5, 4, 11, 12, 20, 25, 40, 53, 67, 92];
        let ones = [0, 2, 0, 0, 0, 3, 0, 2, 4, 4, 8, 9, 8];
        for n in 1..=13 {
            let values: Vec<u64> = partitions(n).iter().map(|rows| nimber(&Chomp, rows).unwrap()).collect();
            let count = |wanted: fn(&u64) -> bool| values.iter().filter(|v| wanted(v)).count();
            assert_eq!(count(|&v| v != 0), won[n as usize - 1], "A112471, n = {n}");
            assert_eq!(count(|&v| v == 1), ones[n as usize - 1], "A284687, n = {n}");
        }
    }

    #[test]
    fn moves() {
        assert_eq!(winning_moves(&Chomp, &vec![3, 3, 3]), ["2,2"]);
        assert_eq!(nimber(&Chomp, &vec![1]), Some(0));
    }
}
