//! Heaps with moves of one heap at a time: Mark, i-Mark and Wind-up.
//!
//! Mark: take an allowed number from a heap, or divide it by an allowed number and round down. In
//! i-Mark the number must divide the heap. Wind-up: turn a clock of `n` hours back by an allowed
//! number of hours, round and round; one that shows 0 has stopped. Who cannot move loses; play
//! without end is a draw.
//!
//! Position: the sizes, or the hours. Move: `1:12>6`, the first heap, of 12, becomes 6.

use crate::Naive;

/// Every move that changes one heap into one of `left`.
fn moves(heaps: &[u64], left: impl Fn(u64) -> Vec<u64>) -> Vec<(String, Vec<u64>)> {
    let mut moves = Vec::new();
    for (i, &heap) in heaps.iter().enumerate() {
        for left in left(heap) {
            let mut after = heaps.to_vec();
            after[i] = left;
            moves.push((format!("{}:{heap}>{left}", i + 1), after));
        }
    }
    moves
}

/// Mark and i-Mark.
#[derive(Clone, Debug)]
pub struct Mark {
    /// What may be taken.
    pub take: Vec<u64>,
    /// By what may be divided.
    pub divide: Vec<u64>,
    /// Whether nothing may remain of a division.
    pub exact: bool,
}

impl Naive for Mark {
    type State = Vec<u64>;

    fn moves(&self, heaps: &Vec<u64>) -> Vec<(String, Vec<u64>)> {
        moves(heaps, |heap| {
            let mut all = Vec::new();
            for left in 0..heap {
                let taken = self.take.contains(&(heap - left));
                let divided =
                    self.divide.iter().any(|&d| heap / d == left && (!self.exact || left * d == heap));
                if taken || divided {
                    all.push(left);
                }
            }
            all
        })
    }
}

/// Wind-up.
#[derive(Clone, Debug)]
pub struct WindUp {
    /// The hours of a clock.
    pub hours: u64,
    /// By how many it may be turned back.
    pub turns: Vec<u64>,
}

impl Naive for WindUp {
    type State = Vec<u64>;

    fn moves(&self, clocks: &Vec<u64>) -> Vec<(String, Vec<u64>)> {
        moves(clocks, |hour| {
            let mut all = Vec::new();
            for &turn in if hour == 0 { &[][..] } else { &self.turns } {
                let mut at = hour;
                for _ in 0..turn {
                    at = if at == 0 { self.hours - 1 } else { at - 1 };
                }
                all.push(at);
            }
            all
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LoopyValue, loopy_value, nimber};

    #[test]
    fn published_values() {
        // Fraenkel 2011: lost when the binary form ends in an odd number of zeros.
        let mark = Mark { take: vec![1], divide: vec![2], exact: false };
        let lost: Vec<u64> = (0..20).filter(|&n| nimber(&mark, &vec![n]) == Some(0)).collect();
        assert_eq!(lost, [0, 2, 6, 8, 10, 14, 18]);
        // OEIS A263635.
        let mark = Mark { exact: true, ..mark };
        let values: Vec<u64> = (0..12).map(|n| nimber(&mark, &vec![n]).unwrap()).collect();
        assert_eq!(values, [0, 1, 0, 1, 2, 0, 2, 0, 1, 0, 1, 0]);
        // A. Davies, Games-at-Dal 2023.
        let clock = WindUp { hours: 7, turns: vec![1, 2, 5] };
        for (hour, value) in [(2, 2), (4, 1), (5, 2)] {
            assert_eq!(loopy_value(&clock, &vec![hour]), Some(LoopyValue::Finite(value)));
        }
    }
}
