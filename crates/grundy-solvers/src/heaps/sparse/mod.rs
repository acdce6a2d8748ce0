//! The sparse-space engine: values of heaps under rules that leave at most two parts.
//!
//! The main function is [`Core::block`], which finds the next [`BLOCK`] values.
//! - *Cover.* For each value `v`, a row of bits says which heaps of the block have an option `v`
//!   by one of a list of fixed parts (`cover`): one operation looks at 64 heaps. All rare
//!   positions are fixed parts, so the rows are complete for common values; for rare values a
//!   few small positions are taken that cover most heaps.
//! - *Turn.* Rows of bits become one set of values for each heap.
//! - *Decide.* Heap by heap, options with a part inside the block are added; then the least
//!   common value that is not an option is the candidate, and rare values below it that are
//!   still open are tested for a witness, two parts with that exclusive or (planes of bits, or `witness`).
//!
//! Where no class makes most positions common, every value counts as rare and each is tested: the
//! naive method, but with vectors; where there are too many values for that, options are marked one
//! by one. The class, the lists and the window are chosen again when the
//! number of heaps doubles. None of these choices changes a value.
//!
//! Cost a heap: values times rare positions over 224 vector operations, plus the witness scans.
//! Memory: at most two cells a heap, the bit maps ([`MOST_MAPS`] at most), planes of 20 MiB at most,
//! and the rare positions.
//!
//! Source: Gangolli and Plambeck 1989; Flammenkamp 2002; the rows of bits are ours.

use std::sync::Arc;

mod ahead;
mod decide;
mod pool;
mod sift;
mod tables;

use super::cell::Cell;
use super::class::{Class, choose};
use super::kernel::{BLOCK, Bitmaps, Fixed};
use super::machine::Machine;
use super::pair_rules::PairRules;
use super::planes::Planes;
use ahead::alone;
pub(super) use decide::Block;
use pool::Pool;
pub(super) use tables::Tables;

/// Heaps found the plain way before the first block.
const START: usize = 1024;
/// Most bytes of bit maps.
pub const MOST_MAPS: usize = 64 << 20;
/// What a round of helpers costs, and a witness scan with each of its steps, in cycles.
const ROUND_COST: f32 = 650.0;
const SCAN_COST: f32 = 90.0;
/// A step of planes, and of 64 bytes of cells.
const STEP_COST: f32 = 45.0;
const CELL_COST: f32 = 4.0;
/// A step for many values, and for each value of them.
const FILL_COST: f32 = 160.0;
const MET_COST: f32 = 10.0;
/// Marking every option is faster where there are more values than a heap's size over the one, or
/// where rare positions times values are more than the size times the other.
const VALUES_FEW: usize = 20;
const RARE_FEW: usize = 130;
/// Smaller parts up to which a scan is not worth remembering where it ended.
const LONG: usize = 512;

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
    /// The bits of the values.
    planes: Planes,
    /// A power of two above every value; rows are kept for values below it.
    room: usize,
    tables: Arc<Tables>,
    /// The threads besides this one, once there are any.
    pool: Option<Pool>,
    /// Threads that may work.
    threads: usize,
    /// The largest value.
    largest: usize,
    /// Whether heaps are marked one by one until the next choice.
    plain: bool,
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
        let largest = g.iter().map(|v| v.unpack()).max().unwrap_or(0);
        let tables = Tables {
            class: None,
            common: [Vec::new(), Vec::new()],
            maps: Bitmaps::new::<C>(1, 512, &[]),
            bulk: Vec::new(),
            tiles: Vec::new(),
            far_tiles: 0,
            ahead: None,
            recent: Default::default(),
            near: Vec::new(),
            far: Vec::new(),
            rare_count: 0,
            helpers: Vec::new(),
            chunks: Vec::new(),
            learned: Vec::new(),
            ceiling: room,
            worth: 1.0,
            share: Vec::new(),
            likely: Vec::new(),
            top: room,
            again_at: 0,
            words: Vec::new(),
            rows: Vec::new(),
        };
        Self {
            rules,
            g,
            mirror: Vec::new(),
            planes: Planes::default(),
            pool: None,
            room,
            tables: Arc::new(tables),
            threads: 1,
            largest,
            plain: false,
        }
    }

    /// The values found.
    pub fn values(&self) -> &[C] {
        &self.g
    }

    /// The rules.
    pub fn rules(&self) -> &PairRules {
        &self.rules
    }

    /// The largest value found.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// Lets so many threads work on what follows.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// The same engine with wider cells.
    pub fn widen<D: Cell>(self) -> Core<D> {
        let g = self.g.iter().map(|v| D::pack(v.unpack())).collect();
        let mut core = Core::with_values(self.rules, g);
        core.threads = self.threads;
        core
    }

    /// Makes rows for twice as many values. Says no when the cells are too narrow.
    pub fn grow(&mut self) -> bool {
        if self.room * 2 > C::ROOM {
            return false;
        }
        self.room *= 2;
        alone(&mut self.tables).again_at = 0;
        true
    }

    /// What the last choice found: the class and the number of rare positions, the empty heap
    /// not counted.
    pub fn class(&self) -> (Option<Class>, usize) {
        (self.tables.class, self.tables.rare_count)
    }

    /// Bytes that the next blocks need.
    pub fn bytes(&self, last: usize) -> usize {
        last * 2 * C::WIDTH + MOST_MAPS + self.planes.bytes()
    }

    /// Makes room for values up to `last` without taking much more than needed.
    pub fn reserve(&mut self, last: usize) {
        let wanted = last + 1 + BLOCK;
        if self.g.capacity() < self.g.len() + BLOCK {
            let step = (self.g.len() / 4).max(1 << 16);
            self.g.reserve_exact(step.min(wanted.saturating_sub(self.g.len())).max(BLOCK));
        }
    }

    /// Finds the values of heaps below `end` by the plain method: every option is marked.
    fn mark(&mut self, end: usize) -> Result<(), Grow> {
        let from = self.g.len();
        let mut seen = vec![usize::MAX; self.room];
        while self.g.len() < end {
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
            if self.rules.halves.iter().any(|&c| n >= c + 2 && (n - c).is_multiple_of(2)) {
                mark(0);
            }
            for two in self.rules.two.iter().take_while(|two| two.taken + 2 <= n) {
                let total = n - two.taken;
                let most = if two.unequal { (total - 1) / 2 } else { total / 2 };
                (1..=most).for_each(|a| mark(self.g[a].unpack() ^ self.g[total - a].unpack()));
            }
            let value = seen.iter().position(|&at| at != n).unwrap_or(usize::MAX);
            if value >= self.room {
                // Blocks begin at whole words.
                self.g.truncate(from);
                return Err(Grow);
            }
            self.largest = self.largest.max(value);
            self.g.push(C::pack(value));
        }
        Ok(())
    }

    /// Chooses the class, the window and the lists for the values known now.
    fn choose(&mut self) {
        let n = self.g.len();
        let sample = n.min(1 << 18);
        let skip = (n - sample) & !1;
        // All values count: a stretch that nearly repeats would suggest a class that fits it alone.
        let values = self.g[1..].iter().map(|v| v.unpack());
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
        self.plain = match class {
            Some(_) => rare.len() * top > RARE_FEW * n,
            None => top * VALUES_FEW > n,
        };
        if self.plain {
            let tables = alone(&mut self.tables);
            (tables.class, tables.rare_count, tables.again_at) = (None, 0, 2 * n - BLOCK);
            return;
        }

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
            far_tiles: 0,
            ahead: None,
            recent: Default::default(),
            near: Vec::new(),
            far: Vec::new(),
            rare_count: rare.len(),
            helpers: vec![Vec::new(); self.room],
            chunks: Vec::new(),
            learned: vec![Vec::new(); self.room],
            ceiling: self.g.iter().map(|v| v.unpack() + 1).max().unwrap_or(1).next_power_of_two(),
            worth: ROUND_COST / (SCAN_COST + 4.0 * STEP_COST),
            share: vec![1.0; self.room],
            likely: vec![0; self.room / 64],
            top,
            again_at: 2 * n - BLOCK,
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
        self.planes = Planes::new(self.room, tables.class.is_some());
        self.tables = Arc::new(tables);
    }

    /// Finds the next [`BLOCK`] values, or the first [`START`].
    ///
    /// # Errors
    /// [`Grow`] when a value has no room; nothing is changed then.
    #[inline(always)]
    pub(super) fn block<M: Machine>(&mut self) -> Result<(), Grow> {
        if self.g.len() < START {
            return self.mark(START);
        }
        if self.g.len() >= self.tables.again_at {
            self.choose();
        }
        if self.plain {
            return self.mark(self.g.len() + BLOCK);
        }
        decide::block::<C, M>(self)
    }
}
