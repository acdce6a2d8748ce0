//! Games on a few numbers: r-Wythoff, Fibonacci nim, Euclid, Koppers' nim, subtraction with a
//! pass, cyclic nimhoff.
//!
//! The rules stand at each game. A move is the numbers after it, `1,3`, unless its game says
//! otherwise; who cannot move loses.

use crate::Naive;

fn text(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// Two heaps: take any number from one, or from both numbers, each at least 1, that differ by
/// less than this.
#[derive(Clone, Copy, Debug)]
pub struct RWythoff(pub u64);

impl Naive for RWythoff {
    type State = (u64, u64);

    fn moves(&self, &(a, b): &(u64, u64)) -> Vec<(String, (u64, u64))> {
        let mut moves = Vec::new();
        for x in 0..=a {
            for y in 0..=b {
                let (first, second) = (a - x, b - y);
                let one = (first == 0) != (second == 0);
                let both = first > 0 && second > 0 && first.abs_diff(second) < self.0;
                if one || both {
                    moves.push((text(&[x, y]), (x, y)));
                }
            }
        }
        moves
    }
}

/// One heap, and how many tokens may be taken at most: twice what was taken last. A move is the
/// number taken.
#[derive(Clone, Copy, Debug)]
pub struct Fibonacci;

impl Naive for Fibonacci {
    type State = (u64, u64);

    fn moves(&self, &(heap, most): &(u64, u64)) -> Vec<(String, (u64, u64))> {
        let taken = (1..=heap).filter(|&k| k <= most);
        taken.map(|k| (k.to_string(), (heap - k, 2 * k))).collect()
    }
}

/// Two positive numbers: subtract a positive multiple of the smaller from the larger; what is left
/// stays positive.
#[derive(Clone, Copy, Debug)]
pub struct Euclid;

impl Naive for Euclid {
    type State = (u64, u64);

    fn moves(&self, &(a, b): &(u64, u64)) -> Vec<(String, (u64, u64))> {
        let mut moves = Vec::new();
        for left in 1..a.max(b) {
            let after = if a >= b { (left, b) } else { (a, left) };
            let taken = a.max(b) - left;
            if taken % a.min(b) == 0 {
                moves.push((text(&[after.0, after.1]), after));
            }
        }
        moves
    }
}

/// Two heaps, neither empty: throw one away and split the other in two, neither empty. Which of
/// the two new heaps is first makes no difference: the smaller one is.
#[derive(Clone, Copy, Debug)]
pub struct Koppers;

impl Naive for Koppers {
    type State = (u64, u64);

    fn moves(&self, &(a, b): &(u64, u64)) -> Vec<(String, (u64, u64))> {
        let mut moves = Vec::new();
        for heap in [a, b] {
            for first in 1..heap {
                let second = heap - first;
                if first <= second {
                    moves.push((text(&[first, second]), (first, second)));
                }
            }
        }
        moves
    }
}

/// What a move may take from a heap in [`Pass`].
#[derive(Clone, Debug)]
pub enum Take {
    /// Any number.
    Any,
    /// At most half of it.
    Half,
    /// One of these numbers.
    List(Vec<u64>),
}

/// Heaps and one pass: a move takes from one heap, or passes while nobody has passed and a token
/// is left. A move is the sizes after it, and `used` once the pass is gone.
#[derive(Clone, Debug)]
pub struct Pass(pub Take);

impl Naive for Pass {
    /// The sizes, and whether the pass is gone.
    type State = (Vec<u64>, bool);

    fn moves(&self, (heaps, used): &(Vec<u64>, bool)) -> Vec<(String, (Vec<u64>, bool))> {
        let named = |heaps: &[u64], used: bool| text(heaps) + if used { ",used" } else { "" };
        let mut moves = Vec::new();
        for (i, &heap) in heaps.iter().enumerate() {
            for taken in 1..=heap {
                let allowed = match &self.0 {
                    Take::Any => true,
                    Take::Half => 2 * taken <= heap,
                    Take::List(list) => list.contains(&taken),
                };
                if allowed {
                    let mut after = heaps.clone();
                    after[i] -= taken;
                    moves.push((named(&after, *used), (after, *used)));
                }
            }
        }
        if !used && heaps.iter().any(|&heap| heap > 0) {
            moves.push((named(heaps, true), (heaps.clone(), true)));
        }
        moves
    }
}

/// Heaps: take any number from one heap, or fewer than this in all from several.
#[derive(Clone, Copy, Debug)]
pub struct Nimhoff(pub u64);

impl Naive for Nimhoff {
    type State = Vec<u64>;

    fn moves(&self, heaps: &Vec<u64>) -> Vec<(String, Vec<u64>)> {
        // All smaller boards, one heap after the other.
        let mut boards: Vec<Vec<u64>> = vec![vec![]];
        for &heap in heaps {
            let longer =
                |board: &Vec<u64>| (0..=heap).map(|left| [&board[..], &[left]].concat()).collect::<Vec<_>>();
            boards = boards.iter().flat_map(longer).collect();
        }
        boards.retain(|after| {
            let changed = heaps.iter().zip(after).filter(|(before, after)| before != after).count();
            let taken = heaps.iter().sum::<u64>() - after.iter().sum::<u64>();
            changed == 1 || changed > 1 && taken < self.0
        });
        boards.into_iter().map(|after| (text(&after), after)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{nimber, winning_moves};

    #[test]
    fn published_values() {
        // CGSuite, GameHeapTest.scala: generalised Wythoff with tolerance 2, row 10.
        let row: Vec<u64> = (0..8).map(|b| nimber(&RWythoff(2), &(10, b)).unwrap()).collect();
        assert_eq!(row, [10, 11, 12, 13, 0, 14, 9, 17]);
        // Fibonacci numbers are lost (Whinihan 1963).
        let lost: Vec<u64> = (1..40).filter(|&n| nimber(&Fibonacci, &(n, n - 1)) == Some(0)).collect();
        assert_eq!(lost, [1, 2, 3, 5, 8, 13, 21, 34]);
        // Nivasch 2006: the whole part of |25/7 - 7/25|.
        assert_eq!(nimber(&Euclid, &(25, 7)), Some(3));
        // OEIS A053398.
        let diagonal: Vec<u64> = (1..5).map(|a| nimber(&Koppers, &(a, 5 - a)).unwrap()).collect();
        assert_eq!(diagonal, [2, 2, 2, 2]);
        // Fraenkel and Lorberbom 1991: 3 (1 xor 1 xor 2) + (1 + 2 + 1) mod 3.
        assert_eq!(nimber(&Nimhoff(3), &vec![4, 5, 7]), Some(7));
        // One token and a pass: to take it wins, to pass loses.
        assert_eq!(winning_moves(&Pass(Take::Any), &(vec![1], false)), ["0"]);
    }
}
