//! Looking for the least period of a sequence of values.
//!
//! The main function is [`find`]. The last stretch of the sequence is looked for further back;
//! each place where it stands again is a candidate, which is followed back as far as it repeats.
//! Candidates come in ascending order, so the first that satisfies is the least. Cost: linear,
//! for each candidate followed the length it repeats.

/// A repetition: `g(n + period) = g(n) + saltus` for all `n` from `preperiod` on, as far as seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// First heap of the repeating part.
    pub preperiod: u64,
    /// Its length.
    pub period: u64,
    /// What is added each time.
    pub saltus: u64,
}

/// Most candidates that are followed back.
const CANDIDATES: usize = 4096;
/// Values that must stand again before a candidate is followed.
const STRETCH: usize = 64;
/// Places that are looked at together.
const WINDOW: usize = 256;

/// The repetition with the least period that `accept` says yes to.
pub fn find<T: Copy + Eq>(values: &[T], mut accept: impl FnMut(Repetition) -> bool) -> Option<Repetition> {
    let len = values.len();
    let stretch = STRETCH.min(len / 4);
    if stretch == 0 {
        return None;
    }
    let tail = &values[len - stretch..];
    let mut followed = 0;
    let mut work = 8 * len + 4096;
    // A period is the distance from the last value to an earlier end of the same stretch.
    let least = len - 1 - len / 2;
    let mut above = len - 1;
    while above > least {
        let from = above.saturating_sub(WINDOW).max(least);
        let ends = from..std::mem::replace(&mut above, from);
        if stretch == STRETCH && !may_end(values, ends.clone(), tail) {
            continue;
        }
        for end in ends.rev() {
            if values[end] != tail[stretch - 1] || values[end + 1 - stretch..=end] != *tail {
                continue;
            }
            let period = len - 1 - end;
            let preperiod = start(values, period);
            followed += 1;
            work = work.saturating_sub(len - preperiod);
            let found = Repetition { preperiod: preperiod as u64, period: period as u64, saltus: 0 };
            if accept(found) {
                return Some(found);
            }
            if followed >= CANDIDATES || work == 0 {
                return None;
            }
        }
    }
    None
}

#[allow(clippy::needless_bitwise_bool, reason = "without branches the loop becomes vector code")]
/// Whether the stretch may end at one of these places: some values of it are looked at, for all
/// places together, so that nearly all of them are passed over fast.
fn may_end<T: Copy + Eq>(values: &[T], ends: std::ops::Range<usize>, tail: &[T]) -> bool {
    let back = |by: usize| (&values[ends.start - by..ends.end - by], tail[tail.len() - 1 - by]);
    let [(a, w), (b, x), (c, y), (d, z)] = [back(0), back(1), back(4), back(11)];
    let pairs = a.iter().zip(b).zip(c.iter().zip(d));
    pairs.fold(false, |any, ((&a, &b), (&c, &d))| any | ((a == w) & (b == x) & (c == y) & (d == z)))
}

/// Where the repetition with this period begins.
fn start<T: Copy + Eq>(values: &[T], period: usize) -> usize {
    const STEP: usize = 256;
    let mut at = values.len() - period;
    while at >= STEP && values[at - STEP..at] == values[at - STEP + period..at + period] {
        at -= STEP;
    }
    while at > 0 && values[at - 1] == values[at - 1 + period] {
        at -= 1;
    }
    at
}

/// Like [`find`] for a sequence whose values may grow: the differences repeat.
pub fn find_arithmetic(values: &[u64], mut accept: impl FnMut(Repetition) -> bool) -> Option<Repetition> {
    let steps: Vec<i64> = values.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]).cast_signed()).collect();
    let with_saltus = |r: Repetition| {
        let at = r.preperiod as usize;
        let saltus = values[at + r.period as usize].checked_sub(values[at])?;
        Some(Repetition { saltus, ..r })
    };
    find(&steps, |r| with_saltus(r).is_some_and(&mut accept)).and_then(with_saltus)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_period_is_found() {
        let check = |values: &[u64], expected: Option<(u64, u64, u64)>| {
            let found = find_arithmetic(values, |r| r.period * 3 + r.preperiod <= values.len() as u64);
            assert_eq!(found.map(|r| (r.preperiod, r.period, r.saltus)), expected);
        };
        let kayles_like: Vec<u64> = (0..100).map(|n| if n < 7 { 9 } else { n % 3 }).collect();
        check(&kayles_like, Some((7, 3, 0)));
        let nim: Vec<u64> = (0..50).collect();
        check(&nim, Some((0, 1, 1)));
        let pairs: Vec<u64> = (0..50).map(|n| n / 2 + n % 2 * 5).collect();
        check(&pairs, Some((0, 2, 1)));
        let squares: Vec<u64> = (0..50).map(|n| n * n).collect();
        check(&squares, None);
    }

    #[test]
    fn every_period_and_preperiod_is_found() {
        for period in [1, 2, 13, 63, 64, 65, 255, 256, 257, 700] {
            for preperiod in [0, 1, 77, 500] {
                let value = |n: u64| if n < preperiod { 5000 + n } else { (n - preperiod) % period };
                let values: Vec<u64> = (0..2500).map(value).collect();
                let fits = |r: Repetition| r.preperiod + 2 * r.period <= 2500;
                let found = find(&values, fits).map(|r| (r.preperiod, r.period));
                assert_eq!(found, Some((preperiod, period)));
            }
        }
    }
}
