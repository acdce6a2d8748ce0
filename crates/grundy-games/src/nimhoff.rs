//! Cyclic nimhoff: nim, or a few tokens from several heaps at once.
//!
//! ```text
//! nimhoff:3 4 5 7
//! 1 ****
//! 2 *****
//! 3 *******
//! ```
//! Notation: `h` behind the colon and the sizes; a move is the sizes after it, `4,5,6`.
//!
//! Theorem (Fraenkel and Lorberbom 1991): with each size as `h q + r`, `r < h`, the nimber is
//! `h` times the nim sum of all `q`, plus the sum of all `r` modulo `h`.

use grundy_rules::{Declaration, Example, Known, Nimber, ParseError, TermText, Visit};

use crate::numbers::{NumberGame, Numbers, read};
use crate::owned::bytes_of;

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "nimhoff",
    aliases: &["cyclic-nimhoff"],
    title: "Cyclic nimhoff",
    rules: "There are heaps and a number h. A move takes any number of tokens from one heap, or tokens from \
            several heaps that are fewer than h together. Who cannot move loses.",
    variants: &[("h", "fewer than h tokens may come from several heaps, `nimhoff:3`; h = 1 is nim")],
    position: "the sizes of the heaps, such as `4 5 7`; at most 16 heaps",
    moves: "the sizes after the move: `4,5,6`",
    examples: &[
        Example { question: "nimhoff:3 4 5 7", shows: "the nimber by the theorem" },
        Example { question: "nimhoff:1 1 2 3", shows: "nim, and a loss" },
    ],
    source: "A. S. Fraenkel and M. Lorberbom, Nimhoff games, J. Combin. Theory A 58 (1991)",
};

/// Reads `h` and the sizes.
///
/// # Errors
/// When `h` is missing or not positive, or there is no size.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let h = read(&term.rules, "how many tokens h, as in `nimhoff:3`", 1..=1, 1..=1 << 32)?;
    let sizes = read(term.board()?, "the sizes of the heaps, such as `4 5 7`", 1..=16, 0..=1 << 62)?;
    Ok(visit.visit(&DECLARATION, Numbers::new(Nimhoff { h: h[0] }, sizes)))
}

#[derive(Clone, Copy, Debug)]
struct Nimhoff {
    h: u64,
}

impl Nimhoff {
    /// Calls `each` with the heaps after taking at most `room` tokens from the heaps from `i`
    /// on, of which `taken` heaps have lost some already; moves on one heap are left out.
    fn several(
        heaps: &mut [u64],
        i: usize,
        room: u64,
        taken: usize,
        each: &mut dyn FnMut(Vec<u64>) -> bool,
    ) -> bool {
        if i == heaps.len() {
            return taken < 2 || each(heaps.to_vec());
        }
        let size = heaps[i];
        for k in 0..=size.min(room) {
            heaps[i] = size - k;
            let more = Self::several(heaps, i + 1, room - k, taken + usize::from(k > 0), each);
            heaps[i] = size;
            if !more {
                return false;
            }
        }
        true
    }
}

impl NumberGame for Nimhoff {
    type At = Vec<u64>;

    fn after(&self, at: &Vec<u64>, each: &mut dyn FnMut(Vec<u64>) -> bool) {
        for i in 0..at.len() {
            for left in 0..at[i] {
                let mut after = at.clone();
                after[i] = left;
                if !each(after) {
                    return;
                }
            }
        }
        Self::several(&mut at.clone(), 0, self.h - 1, 0, each);
    }

    fn bytes_beside(&self, at: &Vec<u64>) -> u64 {
        bytes_of(at)
    }

    fn count(&self, at: &Vec<u64>) -> u128 {
        let single: u128 = at.iter().map(|&n| u128::from(n)).sum();
        // The choices from several heaps, counted by how many tokens they take in all; beyond
        // a million tokens nobody lists them, and a large number will do.
        let most = self.h - 1;
        if most > 1 << 20 {
            return u128::MAX;
        }
        let mut ways = vec![0u128; most as usize + 1];
        ways[0] = 1;
        for &n in at {
            for total in (0..ways.len()).rev() {
                let from = total.saturating_sub(n.min(total as u64) as usize);
                ways[total] = ways[from..=total].iter().fold(0, |sum, &w| sum.saturating_add(w));
            }
        }
        let alone: u128 = at.iter().map(|&n| u128::from(n.min(most))).sum();
        let all = ways[1..].iter().fold(0u128, |sum, &w| sum.saturating_add(w));
        single.saturating_add(all - alone)
    }

    fn canonical(&self, at: &Vec<u64>) -> Vec<u64> {
        let mut sorted: Vec<u64> = at.iter().copied().filter(|&n| n > 0).collect();
        sorted.sort_unstable();
        sorted
    }

    fn known(&self, at: &Vec<u64>) -> Known {
        let nim = at.iter().fold(0, |sum, n| sum ^ (n / self.h));
        let rest = at.iter().map(|n| n % self.h).sum::<u64>() % self.h;
        Known::Nimber(Nimber(self.h * nim + rest))
    }

    fn rules(&self) -> String {
        self.h.to_string()
    }

    fn note(&self) -> &'static str {
        "with each size written as h q + r, the nimber is h times the nim sum of all q, plus the sum of all r \
         modulo h (Fraenkel and Lorberbom 1991)"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::check_theorem;

    fn positions() -> impl Iterator<Item = Vec<u64>> {
        (0..7).flat_map(|a| (0..7).flat_map(move |b| (0..6).map(move |c| vec![a, b, c])))
    }

    #[test]
    fn the_theorem_is_the_mex() {
        for h in 1..6 {
            check_theorem(&Nimhoff { h }, positions());
        }
    }

    #[test]
    fn moves_are_counted() {
        for h in 1..6 {
            for at in positions() {
                let mut count = 0;
                Nimhoff { h }.after(&at, &mut |_| {
                    count += 1;
                    true
                });
                assert_eq!(Nimhoff { h }.count(&at), count, "{h} {at:?}");
            }
        }
    }
}
