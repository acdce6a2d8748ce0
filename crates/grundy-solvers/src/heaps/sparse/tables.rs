//! What the sparse-space engine chooses anew when the number of heaps doubles, and the rows of
//! bits made from it.
//!
//! The main function is [`Tables::rows`]. Rare positions lie in tiles of neighbours, so that the
//! stretch of all maps that one tile reads fits a near cache; helpers lie in chunks, and a row
//! takes chunks as long as they cover more heaps than the witness scans they save would cost.
//! With several threads the tiles that lie far back are done ahead ([`Ahead`]): while one block is
//! decided, its own heaps are out of their reach.

use super::super::cell::Cell;
use super::super::class::Class;
use super::super::kernel::{BLOCK, Bitmaps, Fixed, WORDS, shift_of, transpose};
use super::super::machine::Machine;
use super::super::pair_rules::PairRules;
use super::ahead::Ahead;

/// A row of bits for each value.
pub(super) type Rows = Vec<[u64; WORDS]>;

/// For each value, parts that were witnesses, with how much they cover lately.
pub(super) type Learned = Vec<Vec<(Fixed, f32)>>;

/// Rare positions in a tile.
const TILE: usize = 256;
/// Fixed parts in one chunk of helpers, and how many chunks a value has at most. Eight chunks,
/// one for each bit shift and so for each size of heap modulo 8, make a round.
const CHUNK: usize = 16;
const CHUNKS: usize = 64;
/// Most positions of one value among the helpers of a value.
const ALIKE: usize = 24;
/// Most witnesses remembered for a value.
const LEARNED: usize = 48;
/// Values looked for together have so large a share of recent heaps above them.
const LIKELY: f32 = 0.1;
/// Its score when it is new, and the score below which it is dropped: scores are eight times
/// the heaps it covers in a block.
const FRESH: f32 = 12.0;
const KEEP: f32 = 3.0;

/// All that is chosen anew when the number of heaps doubles.
#[derive(Clone, Debug)]
pub(in crate::heaps) struct Tables {
    pub(super) class: Option<Class>,
    /// Sets of common values, for even and odd heaps.
    pub(super) common: [Vec<u64>; 2],
    pub(super) maps: Bitmaps,
    /// Rare positions as fixed parts, in tiles of neighbouring positions; in each tile by bit
    /// shift.
    pub(super) bulk: Vec<Fixed>,
    /// Where the shifts of each tile begin in `bulk`, and where the last one ends.
    pub(super) tiles: Vec<[u32; 9]>,
    /// The tiles from this one on lie two blocks back or more.
    pub(super) far_tiles: usize,
    /// Rows of the next block, begun ahead.
    pub(super) ahead: Option<Ahead>,
    /// Rare positions found since the choice, by bit shift.
    pub(super) recent: [Vec<Fixed>; 8],
    /// Those whose other part can lie in the same block, by `back`.
    pub(super) near: Vec<Fixed>,
    /// Those beyond the window.
    pub(super) far: Vec<Fixed>,
    pub(super) rare_count: usize,
    /// For each value, small common positions as fixed parts, the likeliest to meet it first, in
    /// chunks with one bit shift each: shift, and where the chunk lies in `chunks`.
    pub(super) helpers: Vec<Vec<(u8, u32, u32)>>,
    pub(super) chunks: Vec<Fixed>,
    pub(super) learned: Learned,
    /// A further chunk of helpers is worth it when it covers so many heaps that matter.
    pub(super) worth: f32,
    /// For each value, the share of recent heaps with a larger one.
    pub(super) share: Vec<f32>,
    /// The values with so large a share that they are looked for together.
    pub(super) likely: Vec<u64>,
    /// Values for which rows are made without being asked.
    pub(super) top: usize,
    /// A power of two above every value found: no option is larger.
    pub(super) ceiling: usize,
    pub(super) again_at: usize,
    pub(super) words: Vec<u64>,
    pub(super) rows: Rows,
}

/// Whether every heap of the block is covered.
#[inline(always)]
fn full(acc: &[u64; WORDS]) -> bool {
    acc[..BLOCK / 64].iter().fold(u64::MAX, |all, word| all & word) == u64::MAX
}

impl Tables {
    /// Files a fixed part; the next block begins at `n`.
    pub(super) fn add(&mut self, part: Fixed, n: usize) {
        let back = part.back as usize;
        if back <= self.maps.reach() && back <= n {
            self.recent[shift_of(part.back)].push(part);
            if back < BLOCK {
                self.near.push(part);
            }
        } else {
            self.far.push(part);
        }
    }

    /// Chooses the helpers of each value: a part of value `x` meets `v` where the other part has
    /// `v ^ x`, so parts for which that is a frequent value come first.
    pub(super) fn choose_helpers<C: Cell, B: Iterator<Item = usize>>(
        &mut self,
        g: &[C],
        skip: usize,
        backs: impl Fn(usize) -> B,
    ) {
        let room = self.helpers.len();
        let mut frequency = vec![0u32; room];
        for v in &g[skip..] {
            frequency[v.unpack()] += 1;
        }
        let reach = self.maps.reach().min(g.len());
        let mut places: Vec<Vec<u32>> = vec![Vec::new(); room];
        // Closer parts would serve the first heaps of a block only.
        let near = BLOCK.min(g.len() / 8);
        for (r, value) in g.iter().enumerate().take(g.len() / 2).skip(near) {
            let x = value.unpack();
            if self.class.is_some_and(|class| !class.common(x, r)) || places[x].len() >= ALIKE {
                continue;
            }
            places[x].extend(backs(r).filter(|&back| back < reach).map(|back| back as u32));
        }
        let alike: Vec<usize> = (0..room).filter(|&x| !places[x].is_empty()).collect();
        let mut order: Vec<u64> = Vec::new();
        let mut buckets: [Vec<Fixed>; 8] = Default::default();
        for v in 0..room {
            if (self.common[0][v / 64] & self.common[1][v / 64]) >> (v % 64) & 1 == 1 {
                continue;
            }
            // The most frequent first.
            order.clear();
            let frequent = alike.iter().map(|&x| (frequency[v ^ x], x)).filter(|&(times, _)| times > 0);
            order.extend(frequent.map(|(times, x)| (u64::from(!times) << 32) | x as u64));
            order.sort_unstable();
            buckets.iter_mut().for_each(Vec::clear);
            let most = CHUNK * CHUNKS / 8;
            for x in order.iter().map(|key| key & 0xffff_ffff) {
                for &back in &places[x as usize] {
                    let bucket = &mut buckets[shift_of(back)];
                    if bucket.len() < most {
                        bucket.push(Fixed { value: x as u32, back });
                    }
                }
                if buckets.iter().all(|bucket| bucket.len() == most) {
                    break;
                }
            }
            for round in 0..most / CHUNK {
                for (shift, bucket) in buckets.iter().enumerate() {
                    let rest = bucket.get(round * CHUNK..).unwrap_or_default();
                    let begin = self.chunks.len() as u32;
                    self.chunks.extend_from_slice(&rest[..rest.len().min(CHUNK)]);
                    let end = self.chunks.len() as u32;
                    self.helpers[v].push((shift as u8, begin, end));
                }
                if buckets.iter().all(|bucket| bucket.len() <= (round + 1) * CHUNK) {
                    break;
                }
            }
        }
    }

    /// Moves the recent rare positions into tiles: all the rows a tile touches fit a near cache.
    pub(super) fn lay_tiles(&mut self) {
        self.bulk.extend(self.recent.iter_mut().flat_map(|list| list.drain(..)));
        self.bulk.sort_unstable_by_key(|part| part.back);
        self.tiles.clear();
        let near = self.bulk.partition_point(|part| (part.back as usize) < 2 * BLOCK);
        let (close, distant) = self.bulk.split_at_mut(near);
        self.far_tiles = close.len().div_ceil(TILE);
        let parts = [(0, close), (near, distant)];
        for (at, part) in parts {
            for (t, tile) in part.chunks_mut(TILE).enumerate() {
                tile.sort_unstable_by_key(|part| (shift_of(part.back), part.value, part.back));
                let begin = |shift: usize| tile.partition_point(|part| shift_of(part.back) < shift);
                self.tiles.push(std::array::from_fn(|shift| (at + t * TILE + begin(shift)) as u32));
            }
        }
    }

    /// Marks options whose fixed part lies beyond the window, one by one.
    #[inline(always)]
    pub(super) fn mark_far<C: Cell>(&self, g: &[C], words: &mut [u64], groups: usize) {
        let from = g.len();
        for part in &self.far {
            let back = part.back as usize;
            let first = (back + 1).saturating_sub(from);
            let last = BLOCK.min(back);
            for i in first..last {
                let v = part.value as usize ^ g[from + i - back].unpack();
                words[i * groups + v / 64] |= 1 << (v % 64);
            }
        }
    }

    /// Whether `v` can be common for a heap of this parity.
    #[inline(always)]
    fn common(&self, v: usize, parity: usize) -> bool {
        self.common[parity][v / 64] >> (v % 64) & 1 == 1
    }

    /// Covers the rows of neighbouring values, those from `first` on, by some tiles.
    #[inline(always)]
    pub(super) fn cover_tiles<M: Machine>(
        &self,
        from: usize,
        tiles: &[[u32; 9]],
        first: usize,
        rows: &mut [[u64; WORDS]],
    ) {
        let last = self.ceiling;
        for tile in tiles {
            for (v, acc) in (first..last).zip(rows.iter_mut()) {
                if (self.common(v, 0) || self.common(v, 1)) && !full(acc) {
                    for shift in 0..8 {
                        let list = &self.bulk[tile[shift] as usize..tile[shift + 1] as usize];
                        M::cover(&self.maps, from, v, list, shift, acc);
                    }
                }
            }
        }
    }

    /// The part of the rows of neighbouring values that lies two blocks back or more.
    #[inline(always)]
    pub(in crate::heaps) fn begin<M: Machine>(&self, from: usize, first: usize, rows: &mut [[u64; WORDS]]) {
        self.cover_tiles::<M>(from, &self.tiles[self.far_tiles..], first, rows);
        for (shift, list) in self.recent.iter().enumerate().filter(|(_, list)| !list.is_empty()) {
            for (v, acc) in (first..self.ceiling).zip(rows.iter_mut()) {
                if self.common(v, 0) || self.common(v, 1) {
                    M::cover(&self.maps, from, v, list, shift, acc);
                }
            }
        }
    }

    /// The rest of the rows of neighbouring values: near parts, recent ones from `begun` on, and
    /// helpers.
    #[inline(always)]
    pub(in crate::heaps) fn finish<M: Machine>(
        &self,
        from: usize,
        first: usize,
        rows: &mut [[u64; WORDS]],
        learned: &mut [Vec<(Fixed, f32)>],
        begun: Option<[usize; 8]>,
    ) {
        let tiles = if begun.is_some() { self.far_tiles } else { self.tiles.len() };
        let begun = begun.unwrap_or([0; 8]);
        self.cover_tiles::<M>(from, &self.tiles[..tiles], first, rows);
        let values = first..self.ceiling;
        for (shift, list) in self.recent.iter().enumerate() {
            let list = &list[begun[shift]..];
            if list.is_empty() {
                continue;
            }
            for (v, acc) in values.clone().zip(rows.iter_mut()) {
                if self.common(v, 0) || self.common(v, 1) {
                    M::cover(&self.maps, from, v, list, shift, acc);
                }
            }
        }
        for (v, (acc, learned)) in values.zip(rows.iter_mut().zip(learned)) {
            let (even, odd) = (self.common(v, 0), self.common(v, 1));
            if !(even && odd) && self.share[v] > 0.0 {
                let matter =
                    (u64::from(!even) * 0x5555_5555_5555_5555) | (u64::from(!odd) * 0xaaaa_aaaa_aaaa_aaaa);
                self.help::<M>(from, v, matter, acc, learned);
            }
        }
    }

    /// Makes the rows of the values in some groups of 64.
    #[inline(always)]
    pub(super) fn rows<M: Machine>(
        &self,
        from: usize,
        which: std::ops::Range<usize>,
        (rows, learned): (&mut Rows, &mut Learned),
    ) {
        let (first, end) = (which.start * 64, which.end * 64);
        rows.clear();
        rows.resize(end - first, [0; WORDS]);
        self.finish::<M>(from, first, rows, &mut learned[first..end], None);
    }

    /// Adds rows of some groups of 64 values to the sets of the heaps.
    #[inline(always)]
    pub(super) fn turn(which: std::ops::Range<usize>, rows: &Rows, words: &mut [u64], groups: usize) {
        for (group, rows) in which.zip(rows.chunks_exact(64)) {
            for block in 0..BLOCK / 64 {
                let mut square = [0; 64];
                for (word, row) in square.iter_mut().zip(rows) {
                    *word = row[block];
                }
                transpose(&mut square);
                for (i, word) in square.iter().enumerate() {
                    words[(block * 64 + i) * groups + group] |= word;
                }
            }
        }
    }

    /// Remembers a part that was a witness for a value with this list.
    pub(super) fn learn(&self, list: &mut Vec<(Fixed, f32)>, part: Fixed, n: usize) {
        if part.back as usize > self.maps.reach().min(n) {
            return;
        }
        if list.len() < LEARNED {
            if list.iter().all(|(known, _)| *known != part) {
                list.push((part, FRESH));
            }
        } else {
            // Any place will do, unless the part there has proved itself.
            let at = part.back as usize % LEARNED;
            if list[at].1 <= FRESH {
                list[at] = (part, FRESH);
            }
        }
    }

    /// Adds helpers to the row of `v` as long as they pay.
    #[inline(always)]
    fn help<M: Machine>(
        &self,
        from: usize,
        v: usize,
        matter: u64,
        acc: &mut [u64; WORDS],
        learned: &mut Vec<(Fixed, f32)>,
    ) {
        let open = |acc: &[u64; WORDS]| -> u32 {
            acc[..BLOCK / 64].iter().map(|word| (!word & matter).count_ones()).sum()
        };
        let mut left = open(acc);
        let share = self.share[v];
        let mut k = 0;
        while k < learned.len() && left > 0 {
            let (part, score) = learned[k];
            M::cover(&self.maps, from, v, &[part], shift_of(part.back), acc);
            let now = open(acc);
            let score = 0.875 * score + (left - now) as f32 * share;
            left = now;
            if score > KEEP {
                learned[k].1 = score;
                k += 1;
            } else {
                learned.swap_remove(k);
            }
        }
        for round in self.helpers[v].chunks(8) {
            for &(shift, begin, end) in round {
                let chunk = &self.chunks[begin as usize..end as usize];
                M::cover(&self.maps, from, v, chunk, shift.into(), acc);
            }
            let now = open(acc);
            if (left - now) as f32 * share * (now as f32 / left.max(1) as f32) < self.worth {
                break;
            }
            left = now;
        }
    }

    /// Takes note of a finished block: new rare positions, and how large the values were.
    pub(super) fn note<C: Cell>(&mut self, block: &[C], next: usize, fresh: &[usize], rules: &PairRules) {
        let from = next - block.len();
        for &r in fresh {
            let value = block[r - from].unpack() as u32;
            for two in &rules.two {
                self.add(Fixed { value, back: (r + two.taken) as u32 }, next);
            }
        }
        self.rare_count += fresh.len();
        self.share.fill(0.0);
        let largest = block.iter().map(|v| v.unpack()).max().unwrap_or(0);
        self.ceiling = self.ceiling.max((largest + 1).next_power_of_two());
        for v in block {
            self.share[v.unpack()] += 1.0 / BLOCK as f32;
        }
        let mut above = 0.0;
        for share in self.share.iter_mut().rev() {
            let here = *share;
            *share = above;
            above += here;
        }
        let bits = |shares: &[f32]| {
            (0..).zip(shares).fold(0, |bits, (k, &share)| bits | u64::from(share >= LIKELY) << k)
        };
        self.likely = self.share.chunks(64).map(bits).collect();
    }
}
