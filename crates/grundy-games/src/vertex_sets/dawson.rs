//! Node Kayles on paths and cycles: Dawson's chess.
//!
//! Main functions: [`path`] and [`cycle`]. Taking a vertex and its neighbours from a path is
//! octal 0.137. Its nimbers have period 34 from 52 on: by the window theorem of Guy and Smith
//! (1956) it is enough that `g(n + 34) = g(n)` for 52 <= n < 2 * 52 + 34 + 3, which a test
//! checks by the plain recurrence. Every move on a cycle of three or more takes three vertices
//! and leaves a path, so a cycle's nimber is 1 where that path's is 0, and else 0.

const PERIOD: usize = 34;
const PREPERIOD: usize = 52;

/// The nimbers of paths of fewer than [`PREPERIOD`] `+` [`PERIOD`] vertices.
static PATHS: [u8; PREPERIOD + PERIOD] = recurrence();

/// The nimbers of the paths with fewer than `N` vertices, by the rules.
const fn recurrence<const N: usize>() -> [u8; N] {
    let mut values = [0; N];
    let mut n = 1;
    while n < N {
        // Values stay below 64: the largest is 9.
        let mut seen = 0u64;
        let mut v = 0;
        while v < n {
            let left = if v == 0 { 0 } else { v - 1 };
            let right = if v + 2 > n { 0 } else { n - v - 2 };
            seen |= 1 << (values[left] ^ values[right]);
            v += 1;
        }
        values[n] = seen.trailing_ones() as u8;
        n += 1;
    }
    values
}

/// The nimber of the path with `n` vertices.
pub(crate) fn path(n: u32) -> u64 {
    let n = n as usize;
    let n = if n < PREPERIOD { n } else { PREPERIOD + (n - PREPERIOD) % PERIOD };
    u64::from(PATHS[n])
}

/// The nimber of the cycle with `n >= 3` vertices.
pub(crate) fn cycle(n: u32) -> u64 {
    u64::from(path(n - 3) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_holds() {
        let values: [u8; 400] = recurrence();
        let end = 2 * PREPERIOD + PERIOD + 3;
        assert!((PREPERIOD..end).all(|n| values[n + PERIOD] == values[n]));
        assert!(values.iter().zip(0..).all(|(&value, n)| u64::from(value) == path(n)));
        assert_eq!(values[51], 2);
        assert_ne!(values[51], values[51 + PERIOD]);
    }
}
