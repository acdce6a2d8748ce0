//! Witness scans over [`Planes`]: 64 pairs an operation.
//!
//! The main functions are [`scan`], which looks for one value among many pairs, and [`fill`] with
//! [`met`], which look for many values among [`SPAN`](super::planes::SPAN) pairs: `fill` makes a row for
//! each value of each group of [`GROUP`] bits, and a value is there where its rows meet.

use std::ops::Range;

use super::kernel::{Row, WORDS};
use super::planes::{GROUP, Planes, ROWS, Step};

/// The pair of a step that a row of misses leaves, by its smaller part.
#[inline(always)]
pub(super) fn hit(step: &Step, misses: &Row) -> Option<usize> {
    let w = misses.0.iter().rposition(|&word| word != u64::MAX)?;
    Some(step.part - (w * 64 + 63 - (!misses.0[w]).leading_zeros() as usize))
}

/// Whether two parts with this total have this exclusive or, looked for from a step on: one of
/// them, which need not be the smaller one.
#[inline(always)]
pub fn scan(planes: &Planes, total: usize, steps: Range<usize>, value: usize) -> Option<usize> {
    for step in steps {
        let step = planes.step(total, step);
        let mut misses = if step.edge { planes.without(total, &step) } else { Row::default() };
        for k in 0..planes.count() {
            let flip = ((value >> k & 1) as u64).wrapping_neg();
            for (miss, word) in misses.0.iter_mut().zip(planes.pairs(&step, k).0) {
                *miss |= word ^ flip;
            }
        }
        if let Some(part) = hit(&step, &misses) {
            return Some(part);
        }
    }
    None
}

/// Makes, for each group of bits and each value of these bits, the row of the pairs that have it.
#[inline(always)]
pub fn fill(planes: &Planes, total: usize, step: usize, rows: &mut [Row; ROWS]) {
    let step = planes.step(total, step);
    for (first, rows) in (0..planes.count()).step_by(GROUP).zip(rows.chunks_exact_mut(1 << GROUP)) {
        let edge = first == 0 && step.edge;
        let without = if edge { planes.without(total, &step) } else { Row::default() };
        rows[0] = Row(without.0.map(|word| !word));
        for k in first..planes.count().min(first + GROUP) {
            let (clear, set) = rows.split_at_mut(1 << (k - first));
            let pairs = planes.pairs(&step, k);
            for (clear, set) in clear.iter_mut().zip(set) {
                for w in 0..WORDS {
                    set.0[w] = clear.0[w] & pairs.0[w];
                    clear.0[w] &= !pairs.0[w];
                }
            }
        }
    }
}

/// Digit `group` of a number, [`GROUP`] bits each.
#[inline(always)]
pub(super) fn digit(number: usize, group: usize) -> usize {
    number >> (group * GROUP) & ((1 << GROUP) - 1)
}

/// Which values of `open`, bits of the values from `64 * word` on, a pair of the step has.
#[inline(always)]
pub fn met(planes: &Planes, rows: &[Row; ROWS], word: usize, open: u64) -> u64 {
    let (mut met, mut rest) = (0, open);
    while rest != 0 {
        let v = rest.trailing_zeros() as usize;
        let mut all = [u64::MAX; WORDS];
        for group in 0..planes.count().div_ceil(GROUP) {
            let row = &rows[(group << GROUP) + digit(64 * word + v, group)];
            for (word, other) in all.iter_mut().zip(row.0) {
                *word &= other;
            }
        }
        met |= u64::from(all.iter().any(|&word| word != 0)) << v;
        rest &= rest - 1;
    }
    met
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scans_find_what_looking_one_by_one_finds() {
        let g: Vec<u16> = (0..9000usize).map(|n| ((n * n / 7) % 290) as u16).collect();
        for (room, known) in [(512, 4500), (1024, 9000)] {
            let mut planes = Planes::new(room, true);
            planes.note(&g[..known]);
            planes.make_room(8999);
            planes.note(&g);
            let mut rows = Box::new([Row::default(); ROWS]);
            for total in [2, 3, 64, 1023, 1024, 1025, 2048, 2500, 8192, 8999] {
                assert!(2 * planes.last(total) + 1 >= total, "{total}: pairs are left out");
                for value in 0..300 {
                    let pair = |a: &usize| g[*a] ^ g[total - a] == value as u16;
                    let expected = (1..total).any(|a| pair(&a));
                    let found = scan(&planes, total, 0..planes.steps(total), value);
                    assert_eq!(found.is_some(), expected, "{total} {value}");
                    assert!(found.is_none_or(|a| a > 0 && a < total && pair(&a)), "{total} {value}");
                    let any = (0..planes.steps(total)).any(|step| {
                        fill(&planes, total, step, &mut rows);
                        met(&planes, &rows, value / 64, 1 << (value % 64)) != 0
                    });
                    assert_eq!(any, expected, "{total} {value}");
                }
            }
        }
    }
}
