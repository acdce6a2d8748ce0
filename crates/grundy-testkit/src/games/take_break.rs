//! Taking and breaking: octal games and their wider family.
//!
//! Rules: a code has digits left and right of a point. The digit at place k right of the point
//! says what taking k beans from a heap may leave: 1 if it may leave nothing, 2 if one heap,
//! 4 if two, 8 if three, and so on, the permissions added up. Left of the point the places are
//! 0, -1, -2 and so on: there a move takes nothing, or adds beans. Heaps left are never empty.
//! Who cannot move loses.
//!
//! Position: the sizes. Move: `2:7>2+4`, the second heap, of 7, leaves 2 and 4; `2:7>0` takes it
//! whole.
//!
//! Source: Winning Ways, chapter 4.

use crate::Naive;

/// A taking-and-breaking game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakeBreak {
    /// The digits left of the point, from the point outwards: places 0, -1, -2, ...
    pub left: Vec<u64>,
    /// The digits right of the point: places 1, 2, 3, ...
    pub right: Vec<u64>,
}

impl TakeBreak {
    /// A code with digits right of the point only.
    pub fn right(digits: &[u64]) -> Self {
        Self { left: Vec::new(), right: digits.to_vec() }
    }

    /// Every way to move on one heap, as the sizes left, ascending.
    fn leaves(&self, size: u64) -> Vec<Vec<u64>> {
        let right = self.right.iter().zip(1_u64..).filter(|&(_, taken)| taken <= size);
        let left = self.left.iter().zip(0..).map(|(digit, added)| (digit, size + added));
        let mut leaves = Vec::new();
        for (digit, rest) in left.chain(right.map(|(digit, taken)| (digit, size - taken))) {
            for parts in (0..64).filter(|bit| digit >> bit & 1 == 1) {
                split(rest, parts, 1, &mut Vec::new(), &mut leaves);
            }
        }
        leaves
    }
}

/// Appends every way to write `rest` as `parts` numbers, ascending, none below `least`.
fn split(rest: u64, parts: u64, least: u64, so_far: &mut Vec<u64>, out: &mut Vec<Vec<u64>>) {
    if parts == 0 {
        if rest == 0 {
            out.push(so_far.clone());
        }
        return;
    }
    for part in least..=rest {
        so_far.push(part);
        split(rest - part, parts - 1, part, so_far, out);
        so_far.pop();
    }
}

impl Naive for TakeBreak {
    type State = Vec<u64>;

    fn moves(&self, heaps: &Vec<u64>) -> Vec<(String, Vec<u64>)> {
        let mut moves = Vec::new();
        for (i, &size) in heaps.iter().enumerate().filter(|&(_, &size)| size > 0) {
            for parts in self.leaves(size) {
                let words: Vec<String> = parts.iter().map(u64::to_string).collect();
                let left = if words.is_empty() { "0".into() } else { words.join("+") };
                let mut after: Vec<u64> = heaps.clone();
                after.swap_remove(i);
                after.extend(parts);
                after.sort_unstable();
                moves.push((format!("{}:{size}>{left}", i + 1), after));
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{misere_nimber, nimber, winning_moves};

    fn check(game: &TakeBreak, from: u64, expected: &[u64]) {
        for (n, &value) in (from..).zip(expected) {
            assert_eq!(nimber(game, &vec![n]), Some(value), "{game:?}, heap {n}");
        }
    }

    #[test]
    fn sequences() {
        // OEIS A002186: Kayles, 0.77.
        let kayles = TakeBreak::right(&[7, 7]);
        check(&kayles, 0, &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]);
        // OEIS A002187: Dawson's chess, 0.137; 0.07 and 0.4 are the same shifted.
        let chess = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0];
        check(&TakeBreak::right(&[1, 3, 7]), 0, &chess);
        check(&TakeBreak::right(&[0, 7]), 1, &chess);
        check(&TakeBreak::right(&[4]), 2, &chess);
    }

    #[test]
    fn digits_left_of_the_point_and_beyond_seven() {
        // CGSuite, GameHeapTest.scala: 0.3F from heap 1; tczajka/octal-games: 4.12, 4.72.
        check(&TakeBreak::right(&[3, 15]), 1, &[1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7]);
        let splits = |right: &[u64]| TakeBreak { left: vec![4], right: right.to_vec() };
        check(&splits(&[1, 2]), 0, &[0, 1, 1, 2, 2, 0, 4, 2, 1, 1, 2, 2, 1, 4, 2, 1]);
        check(&splits(&[7, 2]), 0, &[0, 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 2, 4]);
    }

    #[test]
    fn misere() {
        // CGSuite, GameHeapTest.scala: Kayles and Dawson's Kayles.
        let kayles = [1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2, 4, 0, 1, 2, 5, 1, 6, 3, 2, 0];
        let dawson = [1, 1, 0, 0, 2, 1, 3, 0, 0, 1, 1, 3, 0, 2, 1, 1, 0, 0, 2, 1, 3];
        for n in 0..=20 {
            let value = |code: &[u64]| misere_nimber(&TakeBreak::right(code), &vec![n as u64]);
            assert_eq!(value(&[7, 7]), Some(kayles[n]), "Kayles {n}");
            assert_eq!(value(&[0, 7]), Some(dawson[n]), "Dawson's Kayles {n}");
        }
    }

    #[test]
    fn moves() {
        let kayles = TakeBreak::right(&[7, 7]);
        assert_eq!(winning_moves(&kayles, &vec![1, 2]), ["2:2>1"]);
        assert_eq!(winning_moves(&kayles, &vec![0, 5]), ["2:5>2+2"]);
        let texts: Vec<String> = kayles.moves(&vec![2, 5]).into_iter().map(|(text, _)| text).collect();
        assert_eq!(texts, ["1:2>1", "1:2>0", "2:5>4", "2:5>1+3", "2:5>2+2", "2:5>3", "2:5>1+2"]);
    }
}
