//! Nim.
//!
//! Rules: a move makes one heap smaller, down to nothing at will. Who cannot move loses.
//!
//! Position: the sizes. Move: `2:7>3`, the second heap, of 7, leaves 3.

use crate::Naive;

/// Nim with any heaps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

impl Naive for Nim {
    type State = Vec<u64>;

    fn moves(&self, heaps: &Vec<u64>) -> Vec<(String, Vec<u64>)> {
        let mut moves = Vec::new();
        for (i, &size) in heaps.iter().enumerate() {
            for left in 0..size {
                let mut after = heaps.clone();
                after[i] = left;
                moves.push((format!("{}:{size}>{left}", i + 1), after));
            }
        }
        moves
    }
}
