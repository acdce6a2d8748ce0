//! The sparse-space engine: values of heaps under rules that leave at most two parts.
//!
//! The main function is [`Core::block`], which finds the next 448 values.
//! - *Cover.* For each value `v`, a row of bits says which heaps of the block have an option `v`
//!   by one of a list of fixed parts ([`cover`]): one operation looks at 64 heaps. All rare
//!   positions are fixed parts, so the rows are complete for common values; for rare values a
//!   few small positions are taken that cover most heaps.
//! - *Turn.* Rows of bits become one set of values for each heap.
//! - *Decide.* Heap by heap, options with a part inside the block are added; then the least
//!   common value that is not an option is the candidate, and rare values below it that are
//!   still open are tested for a witness, two parts with that exclusive or (`witness`).
//!
//! Where no class makes most positions common, every value counts as rare and each is tested: the
//! naive method, but with vectors. The class, the lists and the window are chosen again when the
//! number of heaps doubles. None of these choices changes a value.
//!
//! Cost a heap: values times rare positions over 224 vector operations, plus the witness scans.
//! Memory: at most two cells a heap, the bit maps ([`MOST_MAPS`] at most), and the rare positions.
//!
//! Source: Gangolli and Plambeck 1989; Flammenkamp 2002; the rows of bits are ours.

use super::cell::Cell;
use super::class::{Class, choose};
use super::kernel::{BLOCK, Bitmaps, Fixed, WORDS, shift_of, transpose};
use super::machine::Machine;
use super::pair_rules::PairRules;

/// Heaps found the plain way before the first block.
const START: usize = 1024;
/// Most bytes of bit maps.
pub const MOST_MAPS: usize = 64 << 20;
/// Fixed parts in one chunk of helpers, and how many chunks are kept.
const CHUNK: usize = 32;
const CHUNKS: usize = 128;
/// Rare positions in a tile.
const TILE: usize = 256;
/// Most positions of one value among the helpers of a value.
const ALIKE: usize = 24;
/// What a chunk costs, and a witness scan with each of its steps, in cycles.
const CHUNK_COST: f32 = 110.0;
const SCAN_COST: f32 = 40.0;
const STEP_COST: f32 = 4.0;

/// A value did not fit the tables: they must grow and the block be done again.
#[derive(Clone, Copy, Debug)]
pub struct Grow;

/// The engine for one cell width.
#[derive(Debug)]
pub struct Core<C> {
    rules: PairRules,
    g: Vec<C>,
    /// The values of small heaps, backwards.
    mirror: Vec<C>,
    /// A power of two above every value; rows are kept for values below it.
    room: usize,
    tables: Tables,
}

/// All that is chosen anew when the number of heaps doubles.
#[derive(Debug)]
struct Tables {
    class: Option<Class>,
    /// Sets of common values, for even and odd heaps.
    common: [Vec<u64>; 2],
    maps: Bitmaps,
    /// Rare positions as fixed parts, in tiles of neighbouring positions; in each tile by bit
    /// shift.
    bulk: Vec<Fixed>,
    /// Where the shifts of each tile begin in `bulk`, and where the last one ends.
    tiles: Vec<[u32; 9]>,
    /// Rare positions found since the choice, by bit shift.
    recent: [Vec<Fixed>; 8],
    /// Those whose other part can lie in the same block, by `back`.
    near: Vec<Fixed>,
    /// Those beyond the window.
    far: Vec<Fixed>,
    rare_count: usize,
    /// For each value, small common positions as fixed parts, the likeliest to meet it first, in
    /// chunks with one bit shift each: shift, and where the chunk lies in `chunks`.
    helpers: Vec<Vec<(u8, u32, u32)>>,
    chunks: Vec<Fixed>,
    /// A further chunk of helpers is worth it when it covers so many heaps that matter.
    worth: f32,
    /// For each value, the share of recent heaps with a larger one.
    share: Vec<f32>,
    /// Values for which rows are made without being asked.
    top: usize,
    again_at: usize,
    words: Vec<u64>,
    rows: Vec<[u64; WORDS]>,
}

impl<C: Cell> Core<C> {
    /// An engine with no value yet.
    pub fn new(rules: PairRules) -> Self {
        Self::with_values(rules, Vec::new())
    }

    /// An engine that goes on from known values; the last few may be dropped.
    pub fn with_values(rules: PairRules, mut g: Vec<C>) -> Self {
        if g.len() > START {
            g.truncate(g.len() & !63);
        }
        let room = g.iter().map(|v| v.unpack() + 1).max().unwrap_or(1).next_power_of_two().max(64);
        let tables = Tables {
            class: None,
            common: [Vec::new(), Vec::new()],
            maps: Bitmaps::new::<C>(1, 512, &[]),
            bulk: Vec::new(),
            tiles: Vec::new(),
            recent: Default::default(),
            near: Vec::new(),
            far: Vec::new(),
            rare_count: 0,
            helpers: Vec::new(),
            chunks: Vec::new(),
            worth: 1.0,
            share: Vec::new(),
            top: room,
            again_at: 0,
            words: Vec::new(),
            rows: Vec::new(),
        };
        Self { rules, g, mirror: Vec::new(), room, tables }
    }

    /// The values found.
    pub fn values(&self) -> &[C] {
        &self.g
    }

    /// The rules.
    pub fn rules(&self) -> &PairRules {
        &self.rules
    }

    /// The same engine with wider cells.
    pub fn widen<D: Cell>(self) -> Core<D> {
        let g = self.g.iter().map(|v| D::pack(v.unpack())).collect();
        Core::with_values(self.rules, g)
    }

    /// Makes rows for twice as many values. Says no when the cells are too narrow.
    pub fn grow(&mut self) -> bool {
        if self.room * 2 > C::ROOM {
            return false;
        }
        self.room *= 2;
        self.tables.again_at = 0;
        true
    }

    /// What the last choice found: the class and the number of rare positions, the empty heap
    /// not counted.
    pub fn class(&self) -> (Option<Class>, usize) {
        (self.tables.class, self.tables.rare_count)
    }

    /// Bytes that the next blocks need.
    pub fn bytes(&self, last: usize) -> usize {
        last * 2 * C::WIDTH + MOST_MAPS
    }

    /// Makes room for values up to `last` without taking much more than needed.
    pub fn reserve(&mut self, last: usize) {
        let wanted = last + 1 + BLOCK;
        if self.g.capacity() < self.g.len() + BLOCK {
            let step = (self.g.len() / 4).max(1 << 16);
            self.g.reserve_exact(step.min(wanted.saturating_sub(self.g.len())).max(BLOCK));
        }
    }

    /// Finds values by the plain method until there are enough for blocks.
    fn start(&mut self) -> Result<(), Grow> {
        let mut seen = vec![usize::MAX; 4 * self.room];
        while self.g.len() < START {
            let n = self.g.len();
            let mut mark = |v: usize| {
                if let Some(place) = seen.get_mut(v) {
                    *place = n;
                }
            };
            if self.rules.whole.binary_search(&n).is_ok() {
                mark(0);
            }
            for &c in self.rules.one.iter().take_while(|&&c| c < n) {
                mark(self.g[n - c].unpack());
            }
            if self.rules.halves.iter().any(|&c| n >= c + 2 && (n - c) % 2 == 0) {
                mark(0);
            }
            for two in self.rules.two.iter().take_while(|two| two.taken + 2 <= n) {
                let total = n - two.taken;
                let most = if two.unequal { (total - 1) / 2 } else { total / 2 };
                (1..=most).for_each(|a| mark(self.g[a].unpack() ^ self.g[total - a].unpack()));
            }
            let value = seen.iter().position(|&at| at != n).unwrap_or(usize::MAX);
            if value >= self.room {
                return Err(Grow);
            }
            self.g.push(C::pack(value));
        }
        Ok(())
    }

    /// Chooses the class, the window and the lists for the values known now.
    fn choose(&mut self) {
        let n = self.g.len();
        let sample = n.min(1 << 18);
        let skip = (n - sample) & !1;
        let values = self.g[skip..].iter().skip(1).map(|v| v.unpack());
        let places = self.rules.two.len();
        let class = choose(values, self.room, self.rules.parity()).map(|(class, _)| class);
        let rare: Vec<usize> = match class {
            Some(class) => (1..n).filter(|&m| !class.common(self.g[m].unpack(), m)).collect(),
            None => Vec::new(),
        };
        let top = self.g[skip..].iter().map(|v| v.unpack()).max().unwrap_or(0) + 1;
        let sparse_cost = (rare.len() * places * top) as f64 / 300.0;
        let naive_cost = (n * places * C::WIDTH) as f64 / 32.0;
        let few = rare.len() * places <= n / 8 + 1024;
        let class = class.filter(|_| few && sparse_cost < naive_cost && places > 0);
        let rare = if class.is_some() { rare } else { Vec::new() };

        let backs = |r: usize| self.rules.two.iter().map(move |two| r + two.taken);
        let fixed = |r: usize, back: usize| Fixed { value: self.g[r].unpack() as u32, back: back as u32 };
        let most_reach = (MOST_MAPS * 8 / self.room / 2).saturating_sub(2048).max(4096);
        let wanted = rare.last().map_or(0, |&r| r + self.rules.two.last().map_or(0, |two| two.taken));
        let wanted = wanted.max(1 << 13).min(n);
        let maps = Bitmaps::new(self.room, wanted.min(most_reach), &self.g);
        let mut tables = Tables {
            class,
            common: [vec![0; self.room / 64], vec![0; self.room / 64]],
            maps,
            bulk: Vec::new(),
            tiles: Vec::new(),
            recent: Default::default(),
            near: Vec::new(),
            far: Vec::new(),
            rare_count: rare.len(),
            helpers: vec![Vec::new(); self.room],
            chunks: Vec::new(),
            worth: CHUNK_COST / (SCAN_COST + 4.0 * STEP_COST),
            share: vec![1.0; self.room],
            top,
            again_at: 2 * n,
            words: Vec::new(),
            rows: Vec::new(),
        };
        if let Some(class) = class {
            for v in 0..self.room {
                for parity in 0..2 {
                    tables.common[parity][v / 64] |= u64::from(class.common(v, parity)) << (v % 64);
                }
            }
        }
        for &r in &rare {
            for back in backs(r) {
                tables.add(fixed(r, back), n);
            }
        }
        tables.lay_tiles();
        tables.near.sort_unstable_by_key(|part| part.back);
        tables.choose_helpers(&self.g, skip, backs);
        self.mirror = self.g.iter().rev().copied().collect();
        self.tables = tables;
    }

    /// Finds the next [`BLOCK`] values, or the first [`START`].
    ///
    /// # Errors
    /// [`Grow`] when a value has no room; nothing is changed then.
    #[inline(always)]
    pub fn block<M: Machine>(&mut self) -> Result<(), Grow> {
        if self.g.len() < START {
            return self.start();
        }
        if self.g.len() >= self.tables.again_at {
            self.choose();
        }
        let Self { rules, g, mirror, room, tables } = self;
        let (from, room) = (g.len(), *room);
        let groups = room / 64;
        tables.maps.make_room(from);
        let mut words = std::mem::take(&mut tables.words);
        words.clear();
        words.resize(BLOCK * groups, 0);
        tables.mark_far(g, &mut words, groups);
        // Pairs of equal parts that the rows take for options though the rule forbids them.
        let doubtful = |n: usize| {
            rules.two.iter().any(|two| two.unequal && n > two.taken && (n - two.taken) % 2 == 0)
        };
        let any_unequal = rules.two.iter().any(|two| two.unequal);
        let mut rows = std::mem::take(&mut tables.rows);
        let mut done = tables.top.div_ceil(64).min(groups);
        tables.rows::<M>(from, 0..done, &mut rows, groups, &mut words);
        let mut fresh: Vec<usize> = Vec::new();
        let mut failed = false;
        let mut top = 0;
        let (mut scans, mut steps) = (0usize, 0usize);
        for i in 0..BLOCK {
            let n = from + i;
            let set = &mut words[i * groups..(i + 1) * groups];
            let mut mark = |v: usize| set[v / 64] |= 1 << (v % 64);
            for part in &tables.near {
                if part.back as usize > i {
                    break;
                }
                mark(part.value as usize ^ g[n - part.back as usize].unpack());
            }
            for &r in &fresh {
                for two in &rules.two {
                    if r + two.taken < n {
                        mark(g[r].unpack() ^ g[n - two.taken - r].unpack());
                    }
                }
            }
            for &c in &rules.one {
                if c < n {
                    mark(g[n - c].unpack());
                }
            }
            if rules.whole.binary_search(&n).is_ok()
                || rules.halves.iter().any(|&c| n >= c + 2 && (n - c) % 2 == 0)
            {
                mark(0);
            }
            let mut find = |g: &[C], v: usize| {
                let value = C::pack(v);
                scans += 1;
                rules.two.iter().filter(|two| n > two.taken).any(|two| {
                    let found = M::witness(g, mirror, n - two.taken, value, two.unequal);
                    steps += found.unwrap_or(n / 2) * C::WIDTH / 64;
                    found.is_some()
                })
            };
            let mut value = room;
            let mut w = 0;
            'search: while w < groups {
                if w == done {
                    tables.rows::<M>(from, done..done + 1, &mut rows, groups, &mut words);
                    done += 1;
                }
                let common = tables.common[n % 2][w];
                let mut free = !words[i * groups + w];
                if w == 0 && any_unequal && free & 1 == 0 && doubtful(n) {
                    // The row of 0 may hold a forbidden pair of equal parts: look again.
                    let sure = rules.one.iter().any(|&c| c < n && g[n - c].unpack() == 0)
                        || rules.whole.binary_search(&n).is_ok()
                        || rules.halves.iter().any(|&c| n >= c + 2 && (n - c) % 2 == 0);
                    if !sure && !find(g, 0) {
                        free |= 1;
                        value = 0;
                        break;
                    }
                }
                let least = free & common;
                let below = least.wrapping_sub(1) & !least;
                let mut open = free & !common & if least == 0 { u64::MAX } else { below };
                while open != 0 {
                    let v = w * 64 + open.trailing_zeros() as usize;
                    open &= open - 1;
                    if !find(g, v) {
                        value = v;
                        break 'search;
                    }
                }
                if least != 0 {
                    value = w * 64 + least.trailing_zeros() as usize;
                    break;
                }
                w += 1;
            }
            if value >= room {
                failed = true;
                break;
            }
            top = top.max(value + 1);
            g.push(C::pack(value));
            tables.maps.set(n, value);
            if tables.class.is_some_and(|class| !class.common(value, n)) {
                fresh.push(n);
            }
        }
        tables.words = words;
        tables.rows = rows;
        if failed {
            tables.maps.unset(g, from);
            g.truncate(from);
            return Err(Grow);
        }
        tables.top = top;
        if scans > 0 {
            let scan = SCAN_COST + STEP_COST * steps as f32 / scans as f32;
            tables.worth = 0.75 * tables.worth + 0.25 * CHUNK_COST / scan;
        }
        tables.note(&g[from..], from + BLOCK, &fresh, rules);
        Ok(())
    }
}

impl Tables {
    /// Files a fixed part; the next block begins at `n`.
    fn add(&mut self, part: Fixed, n: usize) {
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
    fn choose_helpers<C: Cell, B: Iterator<Item = usize>>(
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
        for (r, value) in g.iter().enumerate().take(g.len() / 4).skip(1) {
            let x = value.unpack();
            if self.class.is_some_and(|class| !class.common(x, r)) || places[x].len() >= ALIKE {
                continue;
            }
            places[x].extend(backs(r).filter(|&back| back < reach).map(|back| back as u32));
        }
        let used: Vec<usize> = (0..room).filter(|&x| !places[x].is_empty()).collect();
        let mut order = used.clone();
        let mut buckets: [Vec<Fixed>; 8] = Default::default();
        for v in 0..room {
            if self.common[0][v / 64] & self.common[1][v / 64] >> (v % 64) & 1 == 1 {
                continue;
            }
            order.sort_by_key(|&x| (std::cmp::Reverse(frequency[v ^ x]), x));
            buckets.iter_mut().for_each(Vec::clear);
            for &x in &order {
                if self.helpers[v].len() >= CHUNKS || frequency[v ^ x] == 0 {
                    break;
                }
                for &back in &places[x] {
                    let shift = shift_of(back);
                    let bucket = &mut buckets[shift];
                    bucket.push(Fixed { value: x as u32, back });
                    if bucket.len() == CHUNK {
                        let begin = self.chunks.len() as u32;
                        self.chunks.append(bucket);
                        self.helpers[v].push((shift as u8, begin, begin + CHUNK as u32));
                    }
                }
            }
            for (shift, bucket) in buckets.iter_mut().enumerate() {
                let begin = self.chunks.len() as u32;
                self.chunks.append(bucket);
                let end = self.chunks.len() as u32;
                if end > begin {
                    self.helpers[v].push((shift as u8, begin, end));
                }
            }
        }
    }

    /// Moves the recent rare positions into tiles: all the rows a tile touches fit a near cache.
    fn lay_tiles(&mut self) {
        self.bulk.extend(self.recent.iter_mut().flat_map(|list| list.drain(..)));
        self.bulk.sort_unstable_by_key(|part| part.back);
        self.tiles.clear();
        for (t, tile) in self.bulk.chunks_mut(TILE).enumerate() {
            tile.sort_unstable_by_key(|part| (shift_of(part.back), part.value, part.back));
            let begin = |shift: usize| tile.partition_point(|part| shift_of(part.back) < shift);
            self.tiles.push(std::array::from_fn(|shift| (t * TILE + begin(shift)) as u32));
        }
    }

    /// Marks options whose fixed part lies beyond the window, one by one.
    #[inline(always)]
    fn mark_far<C: Cell>(&self, g: &[C], words: &mut [u64], groups: usize) {
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

    /// Makes the rows of the values in some groups of 64 and adds them to the sets of the heaps.
    #[inline(always)]
    fn rows<M: Machine>(
        &self,
        from: usize,
        which: std::ops::Range<usize>,
        rows: &mut Vec<[u64; WORDS]>,
        groups: usize,
        words: &mut [u64],
    ) {
        rows.clear();
        rows.resize(which.len() * 64, [0; WORDS]);
        let values = which.start * 64..which.end * 64;
        let common = |v: usize, parity: usize| self.common[parity][v / 64] >> (v % 64) & 1 == 1;
        for tile in &self.tiles {
            for (v, acc) in values.clone().zip(rows.iter_mut()) {
                if common(v, 0) || common(v, 1) {
                    for shift in 0..8 {
                        let list = &self.bulk[tile[shift] as usize..tile[shift + 1] as usize];
                        M::cover(&self.maps, from, v, list, shift, acc);
                    }
                }
            }
        }
        for (shift, list) in self.recent.iter().enumerate().filter(|(_, list)| !list.is_empty()) {
            for (v, acc) in values.clone().zip(rows.iter_mut()) {
                if common(v, 0) || common(v, 1) {
                    M::cover(&self.maps, from, v, list, shift, acc);
                }
            }
        }
        for (v, acc) in values.zip(rows.iter_mut()) {
            let (even, odd) = (common(v, 0), common(v, 1));
            if !(even && odd) && self.share[v] > 0.0 {
                let matter =
                    (u64::from(!even) * 0x5555_5555_5555_5555) | (u64::from(!odd) * 0xaaaa_aaaa_aaaa_aaaa);
                self.help::<M>(from, v, matter, acc);
            }
        }
        for (group, rows) in which.zip(rows.chunks_exact(64)) {
            for block in 0..BLOCK / 64 {
                let mut square: [u64; 64] = std::array::from_fn(|j| rows[j][block]);
                transpose(&mut square);
                for (i, word) in square.iter().enumerate() {
                    words[(block * 64 + i) * groups + group] |= word;
                }
            }
        }
    }

    /// Adds helpers to the row of `v` as long as they pay.
    #[inline(always)]
    fn help<M: Machine>(&self, from: usize, v: usize, matter: u64, acc: &mut [u64; WORDS]) {
        let open = |acc: &[u64; WORDS]| -> u32 {
            acc[..BLOCK / 64].iter().map(|word| (!word & matter).count_ones()).sum()
        };
        let mut left = open(acc);
        for &(shift, begin, end) in &self.helpers[v] {
            let chunk = &self.chunks[begin as usize..end as usize];
            M::cover(&self.maps, from, v, chunk, shift.into(), acc);
            let now = open(acc);
            if (left - now) as f32 * self.share[v] * (now as f32 / left.max(1) as f32) < self.worth {
                break;
            }
            left = now;
        }
    }

    /// Takes note of a finished block: new rare positions, and how large the values were.
    fn note<C: Cell>(&mut self, block: &[C], next: usize, fresh: &[usize], rules: &PairRules) {
        let from = next - block.len();
        for &r in fresh {
            let value = block[r - from].unpack() as u32;
            for two in &rules.two {
                self.add(Fixed { value, back: (r + two.taken) as u32 }, next);
            }
        }
        self.rare_count += fresh.len();
        self.share.fill(0.0);
        for v in block {
            self.share[v.unpack()] += 1.0 / BLOCK as f32;
        }
        let mut above = 0.0;
        for share in self.share.iter_mut().rev() {
            let here = *share;
            *share = above;
            above += here;
        }
    }
}
