//! Codes that are another game with its heaps renumbered.
//!
//! The main function is [`first_cousin`]. Let `A` be an octal code in which a heap of 1 has no
//! move, and let `B` play like `A` with every heap one token larger: `B(n) = A(n + 1)`. An option
//! of `A` that leaves two heaps leaves one or none of them once heaps of 1 are counted as
//! nothing, so a digit of `A` at place `c` gives `B`
//! - 4 in `A`: 7 at place `c + 1`; 2 in `A`: 3 at place `c`; 1 in `A`: 1 at place `c - 1`.
//!
//! The reader goes backwards, from `B` to the shorter `A`. The proof is in `docs/heaps.md`.
//!
//! Source: Guy and Smith 1956; Winning Ways, chapter 4 (first cousins).

use super::code::Code;

/// The code whose heap of `n + shift` equals a heap of `n` here, as far as shifting goes; `None`
/// when there is none or the code is no octal code.
pub fn first_cousin(code: &Code) -> Option<(Code, u64)> {
    let mut digits = code.plain()?;
    let mut shift = 0;
    while let Some(shorter) = step(&digits) {
        digits = shorter;
        shift += 1;
    }
    (shift > 0).then(|| (Code::from_plain(&digits), shift))
}

/// One step back; `digits[c]` is the digit at place `c`.
fn step(digits: &[u64]) -> Option<Vec<u64>> {
    let last = digits.iter().rposition(|&d| d != 0)?;
    if digits[0] != 0 || digits.iter().any(|&d| d > 7) {
        return None;
    }
    let digit = |c: usize| digits.get(c).copied().unwrap_or(0);
    let mut shorter = vec![0; last + 2];
    for c in 1..=last {
        if digit(c) & 4 != 0 {
            if digit(c) != 7 {
                return None;
            }
            shorter[c - 1] |= 4;
        } else if digit(c) & 2 != 0 {
            if digit(c) & 1 == 0 {
                return None;
            }
            shorter[c] |= 2;
        } else if digit(c) & 1 != 0 {
            shorter[c + 1] |= 1;
        }
    }
    // A step must not make the code longer, or it could go on for ever.
    let length = shorter.iter().rposition(|&d| d != 0)?;
    let fewer = |d: &[u64]| d.iter().map(|v| v.count_ones()).sum::<u32>();
    (length <= last && fewer(&shorter) < fewer(digits)).then_some(shorter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::Text;

    #[test]
    fn known_cousins() {
        let check = |code: &str, expected: Option<(&str, u64)>| {
            let code = Code::read(&Text::new("question", code)).unwrap();
            let found = first_cousin(&code).map(|(c, shift)| (c.to_string(), shift));
            assert_eq!(found, expected.map(|(c, shift)| (c.to_owned(), shift)), "{code}");
        };
        check("0.137", Some(("0.4", 2)));
        check("0.07", Some(("0.4", 1)));
        check("0.1777", Some(("0.454", 1)));
        check("0.77", Some(("4.4", 1)));
        check("0.6", None);
        check("0.45", None);
    }
}
