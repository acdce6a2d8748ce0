//! The bits of the values in planes.
//!
//! Bit `k` of all values makes plane `k`. The values of small heaps are kept backwards, so that
//! a pair's two parts meet at one place; exclusive or of two planes is that bit of all pairs. The
//! main type is [`Planes`]; what is done with them: [`plane_loops`](super::plane_loops).
//!
//! A step is [`SPAN`] neighbouring large parts; steps go from the largest parts down.

use super::cell::Cell;
use super::kernel::{Row, WORDS, transpose};

/// Pairs in a step.
pub const SPAN: usize = WORDS * 64;
/// Bits in a group.
pub const GROUP: usize = 3;
/// Most planes: values are below `1 << MOST`.
pub const MOST: usize = 16;
/// Fewer planes are not worth their making.
const LEAST: usize = 7;
/// Rows that [`fill`](super::plane_loops::fill) makes, at most.
pub const ROWS: usize = MOST.div_ceil(GROUP) << GROUP;
/// Largest number of small heaps kept backwards, and the same where most values are common, so that
/// scans are few and most of them short.
const REACH: usize = 1 << 20;
const SPARSE_REACH: usize = 1 << 18;

/// Planes of the values of small heaps, backwards, and of recent heaps.
#[derive(Clone, Debug, Default)]
pub struct Planes {
    count: usize,
    /// Heaps below this are kept backwards.
    reach: usize,
    /// Eight copies, each one bit further; in each copy `count` rows of `stride` bytes.
    low: Vec<u8>,
    stride: usize,
    /// For [`SPAN`] heaps each, their planes.
    high: Vec<Row>,
    /// The span with which `high` begins.
    base: usize,
    /// Heaps below this are in `high`.
    noted: usize,
    /// How to make the planes, once they are asked for.
    plan: Option<Plan>,
}

/// How to make planes.
#[derive(Clone, Copy, Debug)]
struct Plan {
    count: usize,
    reach: usize,
}

/// One step of a scan: where its rows begin, and which pairs are none.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The first byte of plane 0 in the small heaps.
    pub low: usize,
    /// The first row in the recent heaps.
    pub high: usize,
    /// The smaller part of the pair of bit 0; that of bit `i` is smaller by `i`.
    pub part: usize,
    /// Whether there are bits that are no pair.
    pub edge: bool,
}

impl Planes {
    /// Planes for values below `room`, to be made when they are first asked for; none where that is
    /// too large, or so small that scans are short. `sparse` says that most values are common.
    pub fn new(room: usize, sparse: bool) -> Self {
        let count = room.trailing_zeros() as usize;
        let reach = if sparse { SPARSE_REACH } else { REACH };
        let plan = (LEAST..=MOST).contains(&count).then_some(Plan { count, reach });
        Self { plan, ..Self::default() }
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> usize {
        self.low.len() + size_of_val(&*self.high)
    }

    /// Planes of all heaps that are known.
    #[inline(never)]
    fn made<C: Cell>(Plan { count, reach }: Plan, g: &[C]) -> Self {
        let reach = g.len().min(reach);
        let stride = ((reach + 2 * SPAN).div_ceil(512) | 1) * 64;
        let mut low = vec![0u8; 8 * count * stride];
        let (first, others) = low.split_at_mut(count * stride);
        for (w, at) in (SPAN..SPAN + reach).step_by(64).enumerate() {
            let mut square = [0; 64];
            for (word, value) in square.iter_mut().zip(g[..reach - 64 * w].iter().rev()) {
                *word = value.unpack() as u64;
            }
            transpose(&mut square);
            for (k, word) in square.iter().enumerate().take(count) {
                first[k * stride + at / 8..][..8].copy_from_slice(&word.to_le_bytes());
            }
        }
        for (copy, others) in (1..8).zip(others.chunks_exact_mut(count * stride)) {
            // The last bits of a row are empty, and so are the first ones of the next.
            for (byte, (low, high)) in others.iter_mut().zip(first.iter().zip(&first[1..])) {
                *byte = (low >> copy) | (high << (8 - copy));
            }
        }
        let base = (g.len() - reach) / SPAN;
        let mut all =
            Self { count, reach, low, stride, high: Vec::new(), base, noted: base * SPAN, plan: None };
        all.make_room(g.len());
        all
    }

    /// Makes room for heaps up to two spans from `n` on; what lies too far back is dropped now
    /// and then.
    pub fn make_room(&mut self, n: usize) {
        if self.count == 0 {
            return;
        }
        let first = n.saturating_sub(self.reach) / SPAN;
        if first - self.base.min(first) > self.reach / SPAN + 2 {
            let rows = (first - self.base) * self.count;
            self.high.drain(..rows.min(self.high.len()));
            self.base = first;
            self.noted = self.noted.max(first * SPAN);
        }
        self.high.resize((n / SPAN + 3 - self.base) * self.count, Row::default());
    }

    /// Brings the planes up to date.
    #[inline(always)]
    pub fn note<C: Cell>(&mut self, g: &[C]) {
        if self.noted < g.len() {
            self.note_new(g);
        }
    }

    #[inline(never)]
    fn note_new<C: Cell>(&mut self, g: &[C]) {
        if let Some(plan) = self.plan.take() {
            *self = Self::made(plan, g);
        }
        if self.count == 0 {
            return;
        }
        while self.noted < g.len() {
            let n = self.noted;
            let at = (n / SPAN - self.base) * self.count;
            let word = n % SPAN / 64;
            if n.is_multiple_of(64) && n + 64 <= g.len() {
                let mut square = [0; 64];
                for (word, value) in square.iter_mut().zip(&g[n..]) {
                    *word = value.unpack() as u64;
                }
                transpose(&mut square);
                for (row, bits) in self.high[at..][..self.count].iter_mut().zip(square) {
                    row.0[word] = bits;
                }
                self.noted += 64;
                continue;
            }
            let mut rest = g[n].unpack();
            while rest != 0 {
                let k = rest.trailing_zeros() as usize;
                self.high[at + k].0[word] |= 1 << (n % 64);
                rest &= rest - 1;
            }
            self.noted += 1;
        }
    }

    /// The largest smaller part that scans of pairs with this total look at; no pair is left out
    /// if this is half the total or more.
    pub fn last(&self, total: usize) -> usize {
        if self.count == 0 { 0 } else { (self.reach - 1).min(total.saturating_sub(self.base * SPAN)) }
    }

    /// How many steps a scan of the pairs with this total takes.
    pub fn steps(&self, total: usize) -> usize {
        let last = self.last(total);
        if last == 0 || total < 2 {
            return 0;
        }
        let lowest = total.div_ceil(2).max(total - last);
        (total - 1) / SPAN - lowest / SPAN + 1
    }

    /// A step of a scan, from 0 on.
    #[inline(always)]
    pub fn step(&self, total: usize, step: usize) -> Step {
        let span = (total - 1) / SPAN - step;
        let part = total - span * SPAN;
        let at = SPAN + self.reach - 1 - part;
        Step {
            low: (at & 7) * self.count * self.stride + (at >> 3),
            high: (span - self.base) * self.count,
            part,
            edge: part < SPAN || part >= self.reach || span == 0,
        }
    }

    /// The bits of a step that are no pair.
    #[inline(never)]
    pub fn without(&self, total: usize, step: &Step) -> Row {
        let least = step.part.saturating_sub(self.reach - 1).max(usize::from(step.part == total));
        Row(std::array::from_fn(|w| {
            let bits = |end: usize| match end.saturating_sub(w * 64) {
                more @ 0..64 => (1u64 << more) - 1,
                _ => u64::MAX,
            };
            bits(least) | !bits(step.part)
        }))
    }

    /// The number of planes.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The small heaps, and the bytes from one plane to the next; the recent heaps.
    #[inline(always)]
    pub fn raw(&self) -> (&[u8], usize, &[Row]) {
        (&self.low, self.stride, &self.high)
    }

    /// Whether all rows of a step lie inside.
    #[inline(always)]
    pub fn inside(&self, step: &Step) -> bool {
        let end = step.low + (self.count - 1) * self.stride + WORDS * 8;
        step.high + self.count <= self.high.len() && end <= self.low.len()
    }

    /// Plane `k` of the pairs of a step.
    #[inline(always)]
    pub(super) fn pairs(&self, step: &Step, k: usize) -> Row {
        let mut row = self.high[step.high + k];
        let bytes = &self.low[step.low + k * self.stride..][..WORDS * 8];
        for (word, bytes) in row.0.iter_mut().zip(bytes.chunks_exact(8)) {
            let mut array = [0; 8];
            array.copy_from_slice(bytes);
            *word ^= u64::from_le_bytes(array);
        }
        row
    }
}
