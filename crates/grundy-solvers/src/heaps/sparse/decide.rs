//! The heap by heap part of a block: options with a part inside the block, then the mex.
//!
//! The main function is [`block`].

use super::super::cell::Cell;
use super::super::kernel::{BLOCK, Row};
use super::super::machine::Machine;
use super::super::pair_rules::PairRules;
use super::super::planes::{Planes, ROWS};
use super::ahead::{alone, alongside, finish, worth};
use super::pool::Pool;
use super::tables::{Learned, Rows, Tables};
use super::{Core, Grow, ROUND_COST};

/// Heaps whose options with a part between 64 back and the block's begin are marked together.
pub(super) const SUB: usize = 64;
/// Finds the values of the next [`BLOCK`] heaps.
///
/// # Errors
/// [`Grow`] when a value has no room; nothing is changed then.
#[inline(always)]
pub(super) fn block<C: Cell, M: Machine>(core: &mut Core<C>) -> Result<(), Grow> {
    let Core { rules, g, mirror, planes, room, tables, pool, threads, largest, plain: _ } = core;
    let (from, groups) = (g.len(), *room / 64);
    if pool.as_ref().map_or(1, Pool::threads) != *threads {
        *pool = (*threads > 1 && worth(tables, from, groups)).then(|| Pool::new(*threads));
    }
    let own = alone(tables);
    own.maps.make_room(from);
    planes.make_room(from);
    let mut words = std::mem::take(&mut own.words);
    words.clear();
    words.resize(BLOCK * groups, 0);
    own.mark_far(g, &mut words, groups);
    let mut rows = std::mem::take(&mut own.rows);
    let mut learned = std::mem::take(&mut own.learned);
    let ceiling = own.ceiling;
    let ahead = own.ahead.take().filter(|ahead| ahead.from == from && ahead.ceiling == ceiling);
    let most = ahead.as_ref().map_or(groups, |ahead| ahead.groups);
    let done = own.top.div_ceil(64).min(most);
    let lists = (&mut rows, &mut learned);
    let spare = if let (Some(ahead), Some(pool)) = (ahead, &*pool) {
        finish::<M>(tables, pool, ahead, done, lists)
    } else {
        tables.rows::<M>(from, 0..done, lists);
        Vec::new()
    };
    Tables::turn(0..done, &rows, &mut words, groups);
    let mut work = Block {
        rules,
        single: Single::of(rules),
        mirror,
        planes,
        tables,
        learned,
        groups,
        from,
        done,
        words,
        rows,
        fresh: Vec::new(),
        step: None,
        sifted: Vec::new(),
        scans: 0.0,
        cost: 0.0,
        top: 0,
    };
    let begun = (from + BLOCK, done);
    let (fits, ahead) = alongside::<M, _>(tables, pool.as_ref(), begun, spare, || M::run(&mut work, g));
    let Block { words, rows, learned, fresh, scans, cost, top, .. } = work;
    let tables = alone(tables);
    tables.words = words;
    tables.rows = rows;
    tables.learned = learned;
    if !fits {
        g.truncate(from);
        return Err(Grow);
    }
    for (n, value) in g.iter().enumerate().skip(from) {
        tables.maps.set(n, value.unpack());
    }
    tables.ahead = ahead;
    tables.top = top;
    *largest = top.saturating_sub(1).max(*largest);
    if scans > 0.0 {
        tables.worth = 0.75 * tables.worth + 0.25 * ROUND_COST * scans / cost;
    }
    tables.note(&g[from..], from + BLOCK, &fresh, rules);
    Ok(())
}

/// Rules that leave at most one heap, or two equal ones.
struct Single {
    one: Vec<usize>,
    whole: Vec<usize>,
    halves: Vec<usize>,
    /// Rules ask for unequal heaps, for which the rows of 0 may hold too much.
    unequal: Vec<usize>,
}

impl Single {
    fn of(rules: &PairRules) -> Self {
        let unequal = rules.two.iter().filter(|two| two.unequal).map(|two| two.taken).collect();
        Self { one: rules.one.clone(), whole: rules.whole.clone(), halves: rules.halves.clone(), unequal }
    }

    /// Whether 0 is an option without two unequal heaps.
    fn reaches_zero<C: Cell>(&self, g: &[C], n: usize) -> bool {
        self.whole.binary_search(&n).is_ok()
            || self.halves.iter().any(|&c| n >= c + 2 && (n - c).is_multiple_of(2))
            || self.one.iter().any(|&c| c < n && g[n - c].unpack() == 0)
    }
}

/// A block in work.
pub(in crate::heaps) struct Block<'a, C> {
    pub(super) rules: &'a PairRules,
    single: Single,
    pub(super) mirror: &'a [C],
    pub(super) planes: &'a mut Planes,
    pub(super) tables: &'a Tables,
    pub(super) learned: Learned,
    pub(super) groups: usize,
    pub(super) from: usize,
    /// Groups of 64 values whose rows are made.
    pub(super) done: usize,
    pub(super) words: Vec<u64>,
    pub(super) rows: Rows,
    /// Rare positions found in this block.
    pub(super) fresh: Vec<usize>,
    /// A step of pairs of the heap in work.
    pub(super) step: Option<Box<[Row; ROWS]>>,
    /// For 64 heaps, the values that were looked for together.
    pub(super) sifted: Vec<u64>,
    pub(super) scans: f32,
    pub(super) cost: f32,
    pub(super) top: usize,
}

impl<C: Cell> Block<'_, C> {
    /// Finds the values of the heaps. Says no when a value has no room.
    #[inline(always)]
    pub(in crate::heaps) fn run<M: Machine>(&mut self, g: &mut Vec<C>) -> bool {
        if self.groups == 1 { self.decide::<M, true>(g) } else { self.decide::<M, false>(g) }
    }

    /// Goes through the heaps; `ONE` when a set of values is one word.
    #[inline(always)]
    fn decide<M: Machine, const ONE: bool>(&mut self, g: &mut Vec<C>) -> bool {
        let far_near = self.tables.near.partition_point(|part| (part.back as usize) < SUB);
        let common: [u64; 2] =
            if ONE { [self.tables.common[0][0], self.tables.common[1][0]] } else { [0; 2] };
        let special = !self.single.halves.is_empty() || !self.single.unequal.is_empty();
        let last_whole = self.single.whole.last().copied().unwrap_or(0);
        let sparse = self.tables.class.is_some();
        for sub in (0..BLOCK).step_by(SUB) {
            self.mark_sub::<ONE>(g, sub, far_near);
            if !ONE {
                self.planes.note(g);
                self.sift::<M>(sub);
            }
            for i in sub..sub + SUB {
                let n = self.from + i;
                let groups = if ONE { 1 } else { self.groups };
                let set = &mut self.words[i * groups..(i + 1) * groups];
                let mut mark = |v: usize| {
                    if ONE {
                        set[0] |= 1 << (v & 63);
                    } else {
                        set[v / 64] |= 1 << (v % 64);
                    }
                };
                let behind = &g[n - SUB..n];
                for part in &self.tables.near[..far_near] {
                    mark(part.value as usize ^ behind[(SUB - part.back as usize) & (SUB - 1)].unpack());
                }
                for &c in &self.single.one {
                    if c < n {
                        mark(g[n - c].unpack());
                    }
                }
                if !self.fresh.is_empty() {
                    for &r in &self.fresh {
                        for two in &self.rules.two {
                            if r + two.taken < n {
                                mark(g[r].unpack() ^ g[n - two.taken - r].unpack());
                            }
                        }
                    }
                }
                if (special || n <= last_whole) && self.single.reaches_zero(g, n) {
                    mark(0);
                }
                let value = if ONE && self.single.unequal.is_empty() {
                    let free = !set[0];
                    let least = free & common[n % 2];
                    let open = free & !common[n % 2] & least.wrapping_sub(1) & !least;
                    if open == 0 && least != 0 {
                        least.trailing_zeros() as usize
                    } else {
                        self.mex::<M>(g, n, i)
                    }
                } else {
                    self.mex::<M>(g, n, i)
                };
                if value >= self.groups * 64 {
                    return false;
                }
                self.top = self.top.max(value + 1);
                g.push(C::pack(value));
                let is_common = if ONE {
                    common[n % 2] >> value & 1 == 1
                } else {
                    self.tables.common[n % 2][value / 64] >> (value % 64) & 1 == 1
                };
                if sparse && !is_common {
                    self.fresh.push(n);
                }
            }
        }
        true
    }

    /// Marks, for 64 heaps together, options whose fixed part is rare and whose other part lies
    /// in this block, 64 tokens back or more.
    #[inline(always)]
    fn mark_sub<const ONE: bool>(&mut self, g: &[C], sub: usize, far_near: usize) {
        let first = self.from + sub;
        for part in &self.tables.near[far_near..] {
            let back = part.back as usize;
            if back >= sub + SUB {
                break;
            }
            let others = &g[first - back..][..SUB];
            if ONE {
                let x = u64::from(part.value);
                let sets = &mut self.words[sub..sub + SUB];
                for (set, other) in sets.iter_mut().zip(others) {
                    *set |= 1 << ((x ^ other.unpack() as u64) & 63);
                }
            } else {
                let sets = self.words[sub * self.groups..].chunks_exact_mut(self.groups);
                for (set, other) in sets.zip(others) {
                    let v = part.value as usize ^ other.unpack();
                    set[v / 64] |= 1 << (v % 64);
                }
            }
        }
    }

    /// The mex of heap `n`, with witness scans for the rare values that are open.
    #[inline(never)]
    fn mex<M: Machine>(&mut self, g: &[C], n: usize, i: usize) -> usize {
        self.planes.note(g);
        for w in 0..self.groups {
            if w == self.done {
                let (from, groups) = (self.from, self.groups);
                self.tables.rows::<M>(from, w..w + 1, (&mut self.rows, &mut self.learned));
                Tables::turn(w..w + 1, &self.rows, &mut self.words, groups);
                self.done += 1;
            }
            let mut free = !self.words[i * self.groups + w];
            let common = self.tables.common[n % 2][w];
            if w == 0 && free & 1 == 0 && !self.single.unequal.is_empty() {
                // The row of 0 may hold a forbidden pair of equal heaps: look again.
                let doubt = |c: &usize| n > *c && (n - c).is_multiple_of(2);
                if self.single.unequal.iter().any(doubt)
                    && !self.single.reaches_zero(g, n)
                    && !self.find::<M>(g, n, 0)
                {
                    free |= 1;
                    if common & 1 == 1 {
                        return 0;
                    }
                }
            }
            let least = free & common;
            let mut open = free & !common;
            if least != 0 {
                open &= least.wrapping_sub(1) & !least;
            }
            if let Some(v) = self.gap::<M>(g, n, w, open) {
                return v;
            }
            if least != 0 {
                return w * 64 + least.trailing_zeros() as usize;
            }
        }
        self.groups * 64
    }
}
