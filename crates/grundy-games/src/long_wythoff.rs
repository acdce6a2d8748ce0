//! Wythoff's game and its tolerant forms on heaps of any length, by theorem alone.
//!
//! The main function is [`is_p_position`]; [`read`] and [`LongWythoff`] answer questions whose
//! numbers do not fit in 62 bits. With `s = 2 x + (r - 2) n` the pair `(x, x + r n)` is a
//! P-position exactly when `s^2 <= (r^2 + 4) n^2 < (s + 2)^2`, so no root is taken to decide one
//! (docs/arenas.md). Winning moves need a few roots.
//!
//! Cost: a division and three multiplications of numbers of that length to decide.
//!
//! Source: A. S. Fraenkel 1982, see [`crate::r_wythoff`].
//!
//! Left out: nimbers, which no theorem tells.

use grundy_rules::{
    Declaration, Fault, Game, Known, MoveSpan, Nimber, ParseError, Picture, Ruleset, Sums, Text, Tile, Tone,
    Why, WhyPart,
};
use num_bigint::{BigInt, BigUint, Sign};

use crate::owned::ALLOCATION;
use crate::r_wythoff;

/// Most digits of a heap.
const DIGITS: usize = 10_000;
/// Digits shown in a picture.
const SHOWN: usize = 30;

/// Whether the player to move at heaps `a` and `b` loses; `r = 1` is Wythoff's game.
///
/// Cost: a division and three multiplications of numbers of that length.
///
/// # Panics
/// When `r` is 0.
pub fn is_p_position(r: u64, a: &BigUint, b: &BigUint) -> bool {
    let (small, large) = (a.min(b), a.max(b));
    let gap = large - small;
    let n = &gap / r;
    if &n * r != gap {
        return false;
    }
    // The lower number is floor(n a) with 0 < a < 2, so it is below 2 n: most pairs end here.
    if *small > (&n << 1u32) {
        return false;
    }
    let s: BigInt = (BigInt::from(small.clone()) << 1u32) + (BigInt::from(r) - 2) * BigInt::from(n.clone());
    let square = BigInt::from(&n * &n) * (BigInt::from(r) * BigInt::from(r) + 4);
    let next: BigInt = &s + 2;
    let at_least = s.sign() == Sign::Minus || &s * &s <= square;
    at_least && next.sign() == Sign::Plus && square < &next * &next
}

/// Two heaps of any length.
type Pair = [BigUint; 2];

/// Reads two sizes where at least one is 2^62 or more; `None` where the short numbers do.
///
/// # Errors
/// When there are not two numbers, or one has more than 10000 digits.
pub(crate) fn read(text: &Text) -> Result<Option<Pair>, ParseError> {
    let words: Vec<_> = text.split(|c| c.is_whitespace() || c == ',').collect();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let long = |text: &str| text.parse::<u64>().map_or(true, |n| n >= r_wythoff::LIMIT);
    if words.len() != 2 || !words.iter().all(|word| digits(word.text)) || !words.iter().any(|w| long(w.text))
    {
        return Ok(None);
    }
    if let Some(word) = words.iter().find(|word| word.text.len() > DIGITS) {
        return Err(word.expected(format!("the size of a heap, of at most {DIGITS} digits")));
    }
    let number = |text: &str| BigUint::parse_bytes(text.as_bytes(), 10);
    Ok(number(words[0].text).zip(number(words[1].text)).map(<[BigUint; 2]>::from))
}

/// The rules with their tolerance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tolerance {
    r: u64,
}

/// Two long heaps.
#[derive(Clone, Debug)]
pub(crate) struct LongWythoff {
    game: Tolerance,
    start: Pair,
    /// The declaration whose rules they are; the tolerance is written for one of them only.
    declaration: &'static Declaration,
}

impl LongWythoff {
    pub(crate) fn new(declaration: &'static Declaration, r: u64, start: Pair) -> Self {
        Self { game: Tolerance { r }, start, declaration }
    }
}

impl Tolerance {
    /// The lower number of pair `n`.
    fn lower(self, n: &BigUint) -> BigUint {
        let r = BigUint::from(self.r);
        let root = (n * n * (&r * &r + 4u32)).sqrt();
        (root + 2u32 * n - r * n) / 2u32
    }

    /// The number that makes a P-position with `a`. The number `n` of its pair is next to
    /// `a` divided by `a_r` or by `a_r + r`, and 1 over these is `(sqrt(r^2 + 4) + r - 2) / 2 r` and
    /// `(r + 2 - sqrt(r^2 + 4)) / 2 r`.
    fn partner(self, a: &BigUint) -> BigUint {
        let r = BigUint::from(self.r);
        let root = (a * a * (&r * &r + 4u32)).sqrt();
        let first = (&root + &r * a - (2u32 * a).min(&root + &r * a)) / (2u32 * &r);
        let second = ((&r + 2u32) * a - root) / (2u32 * &r);
        for near in [first, second] {
            let low = if near > BigUint::from(2u32) { &near - 2u32 } else { BigUint::ZERO };
            for step in 0u32..5 {
                let n = &low + step;
                let lower = self.lower(&n);
                let upper = &lower + &r * &n;
                if lower == *a {
                    return upper;
                }
                if upper == *a {
                    return lower;
                }
            }
        }
        unreachable!("every number is in one pair (Beatty)")
    }

    /// The heaps after every move to a P-position.
    fn to_zero(self, [a, b]: &Pair) -> Vec<Pair> {
        if is_p_position(self.r, a, b) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let (down, right) = (self.partner(b), self.partner(a));
        if down < *a {
            found.push([down, b.clone()]);
        }
        if right < *b {
            found.push([a.clone(), right]);
        }
        // From both: the signed gap changes by less than r, so it becomes one of the two
        // multiples of r around it.
        let gap = a.max(b) - a.min(b);
        let below = &gap / self.r;
        let exact = &below * self.r == gap;
        let mut steps = vec![(below.clone(), b >= a)];
        if !exact {
            steps.push((below + 1u32, b >= a));
        }
        for (n, upwards) in steps {
            let low = self.lower(&n);
            let high = &low + n * self.r;
            let to = if upwards { [low, high] } else { [high, low] };
            if to[0] < *a && to[1] < *b && !found.contains(&to) {
                found.push(to);
            }
        }
        found
    }

    /// Calls `each` with the heaps after every move, until it says false.
    fn after(self, [a, b]: &Pair, each: &mut dyn FnMut(Pair) -> bool) {
        let up_to = |end: &BigUint, each: &mut dyn FnMut(BigUint) -> bool| {
            let mut n = BigUint::ZERO;
            while n < *end {
                if !each(n.clone()) {
                    return false;
                }
                n += 1u32;
            }
            true
        };
        let single =
            up_to(a, &mut |left| each([left, b.clone()])) && up_to(b, &mut |left| each([a.clone(), left]));
        let _all = single
            && up_to(a, &mut |k| {
                let (k, width) = (k + 1u32, BigUint::from(self.r - 1));
                let mut l = if k > width { &k - &width } else { BigUint::from(1u32) };
                let high = (&k + width).min(b.clone());
                while l <= high {
                    if !each([a - &k, b - &l]) {
                        return false;
                    }
                    l += 1u32;
                }
                true
            });
    }
}

impl Game for Tolerance {
    type Position = Pair;

    fn options(&self, at: &Pair, out: &mut Sums<Pair>) -> Result<(), Fault> {
        self.options_until(at, out, &mut |_| false)
    }

    fn options_until(
        &self,
        at: &Pair,
        out: &mut Sums<Pair>,
        enough: &mut dyn FnMut(&[Pair]) -> bool,
    ) -> Result<(), Fault> {
        self.after(at, &mut |after| {
            out.push([sorted(after)]);
            !enough(out.get(out.len() - 1))
        });
        Ok(())
    }

    fn known(&self, [a, b]: &Pair) -> Known {
        if is_p_position(self.r, a, b) { Known::Nimber(Nimber::ZERO) } else { Known::NotZero }
    }

    fn bytes_beside(&self, [a, b]: &Pair) -> u64 {
        [a, b].map(|n| n.bits().div_ceil(8) + ALLOCATION).iter().sum()
    }
}

fn sorted(mut pair: Pair) -> Pair {
    pair.sort_unstable();
    pair
}

impl Ruleset for LongWythoff {
    type Game = Tolerance;
    type Board = Pair;
    /// The heaps after the move.
    type Move = Pair;

    fn game(&self) -> &Tolerance {
        &self.game
    }

    fn start(&self) -> Pair {
        self.start.clone()
    }

    fn rules(&self) -> String {
        if self.declaration.variants.is_empty() { String::new() } else { self.game.r.to_string() }
    }

    fn write(&self, [a, b]: &Pair) -> String {
        format!("{a} {b}")
    }

    fn parts(&self, board: &Pair) -> Vec<Pair> {
        vec![sorted(board.clone())]
    }

    fn moves(&self, board: &Pair, each: &mut dyn FnMut(Pair) -> bool) {
        self.game.after(board, each);
    }

    /// One heap alone has more moves than fit.
    fn move_count(&self, [a, b]: &Pair) -> Option<u128> {
        u128::try_from(a + b).ok().filter(|&n| n < 1 << 62).or(Some(u128::MAX))
    }

    fn moves_to(&self, board: &Pair, targets: &[Nimber], _most: usize) -> Option<Vec<MoveSpan<Pair>>> {
        let span = |to: Pair| {
            let text = self.write_move(board, &to);
            MoveSpan { moves: vec![to], count: 1, text }
        };
        (targets == [Nimber::ZERO]).then(|| self.game.to_zero(board).into_iter().map(span).collect())
    }

    fn play(&self, _board: &Pair, mv: &Pair) -> Pair {
        mv.clone()
    }

    fn write_move(&self, _board: &Pair, [a, b]: &Pair) -> String {
        format!("{a},{b}")
    }

    /// Reads the two heaps after the move, since nobody can go through all moves.
    fn parse_move(&self, board: &Pair, text: &Text) -> Result<Pair, ParseError> {
        let words: Vec<_> = text.split(|c| c.is_whitespace() || c == ',').collect();
        let number = |text: &str| BigUint::parse_bytes(text.as_bytes(), 10);
        let to = match &words[..] {
            [a, b] => number(a.text).zip(number(b.text)).map(<[BigUint; 2]>::from),
            _ => None,
        };
        let legal = |[x, y]: &Pair| {
            if *x > board[0] || *y > board[1] {
                return false;
            }
            let (first, second) = (&board[0] - x, &board[1] - y);
            let (none, r) = (BigUint::ZERO, BigUint::from(self.game.r));
            let apart = first.clone().max(second.clone()) - first.clone().min(second.clone());
            (first != none || second != none) && (first == none || second == none || apart < r)
        };
        let wanted = "the two sizes after a legal move, such as `1,2`";
        to.filter(legal).ok_or_else(|| text.error_here(wanted, format!("`{}`", text.as_str().trim())))
    }

    /// The digits, cut in the middle when they are many.
    fn picture(&self, board: &Pair) -> Picture {
        let rows = board.each_ref().map(|heap| {
            let digits: Vec<char> = heap.to_string().chars().collect();
            if digits.len() <= SHOWN {
                return digits;
            }
            [&digits[..SHOWN - 13], &['.'; 3], &digits[digits.len() - 10..]].concat()
        });
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let padded = |row: &Vec<char>| {
            let blank = std::iter::repeat_n(Tile::new(' ', Tone::Outside), width - row.len());
            blank.chain(row.iter().map(|&digit| Tile::new(digit, Tone::Free))).collect()
        };
        Picture::Tiles(rows.iter().map(padded).collect())
    }

    fn why(&self, board: &Pair, value: &dyn Fn(&Pair) -> Option<Nimber>) -> Why {
        let label = format!("heaps of {} and {} digits", digits(&board[0]), digits(&board[1]));
        let note = "the player to move loses exactly at the pairs floor(n a), floor(n a) + r n with \
                    a = (2 - r + sqrt(r^2 + 4)) / 2 (Wythoff 1907; Fraenkel 1982)";
        let part = WhyPart::new(label, value(&sorted(board.clone())));
        Why { parts: vec![part], notes: vec![note.to_string()], ..Why::default() }
    }
}

fn digits(number: &BigUint) -> usize {
    number.to_string().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(a: u64, b: u64) -> Pair {
        [a.into(), b.into()]
    }

    #[test]
    fn winning_moves_are_those_that_reach_a_p_position() {
        for r in 1..6 {
            let rules = Tolerance { r };
            for (a, b) in (0..25).flat_map(|a| (0..25).map(move |b| (a, b))) {
                let mut wanted = Vec::new();
                rules.after(&pair(a, b), &mut |to| {
                    if is_p_position(r, &to[0], &to[1]) {
                        wanted.push(to);
                    }
                    true
                });
                let mut found = rules.to_zero(&pair(a, b));
                found.sort();
                wanted.sort();
                wanted.dedup();
                assert_eq!(found, wanted, "{r}: {a} {b}");
                assert_eq!(wanted.is_empty(), is_p_position(r, &a.into(), &b.into()), "{r}: {a} {b}");
            }
        }
    }

    #[test]
    fn moves_of_long_heaps_win_and_are_legal() {
        let text = |text: &str| Text::new("question", text);
        for r in [1, 2, 7, 1 << 31] {
            for i in 0..50u32 {
                let a = BigUint::from(10u32).pow(1000) + BigUint::from(7u32).pow(1100) * i;
                let b = BigUint::from(10u32).pow(980 + i % 25) + i;
                let rules = LongWythoff::new(&r_wythoff::DECLARATION, r, [a.clone(), b.clone()]);
                let board = rules.start();
                let winning = rules.game.to_zero(&board);
                assert!(!winning.is_empty());
                for to in winning {
                    assert!(is_p_position(r, &to[0], &to[1]));
                    assert_eq!(rules.parse_move(&board, &text(&rules.write_move(&board, &to))).unwrap(), to);
                }
                assert!(rules.parse_move(&board, &text(&format!("{a},{b}"))).is_err());
                assert!(rules.parse_move(&board, &text(&format!("{a},{}", &b + 1u32))).is_err());
            }
        }
    }

    #[test]
    fn only_long_numbers_are_read() {
        let read = |text: &str| read(&Text::new("question", text));
        assert_eq!(read("4 7").unwrap(), None);
        assert_eq!(read("4 7 99999999999999999999").unwrap(), None);
        assert_eq!(read("4 x").unwrap(), None);
        assert!(read("4 99999999999999999999").unwrap().is_some());
        assert!(read(&format!("4 {}", "9".repeat(10_001))).is_err());
    }
}
