//! The heap by heap part of a block: options with a part inside the block, then the mex.
//!
//! The main function is [`block`].

use super::super::cell::Cell;
use super::super::kernel::{BLOCK, Fixed, SIFT};
use super::super::machine::Machine;
use super::super::pair_rules::PairRules;
use super::ahead::alongside;
use super::tables::{Learned, Rows, Tables};
use super::{Core, Grow, LONG, ROUND_COST, SCAN_COST, STEP_COST};

/// Heaps whose options with a part between 64 back and the block's begin are marked together.
const SUB: usize = 64;
/// Pairs between two looks at what was found.
const STRETCH: usize = 512;

/// Finds the values of the next [`BLOCK`] heaps.
///
/// # Errors
/// [`Grow`] when a value has no room; nothing is changed then.
#[inline(always)]
pub(super) fn block<C: Cell, M: Machine>(core: &mut Core<C>) -> Result<(), Grow> {
    let Core { rules, g, mirror, room, tables, threads, largest } = core;
    let (from, groups) = (g.len(), *room / 64);
    tables.maps.make_room(from);
    let mut words = std::mem::take(&mut tables.words);
    words.clear();
    words.resize(BLOCK * groups, 0);
    tables.mark_far(g, &mut words, groups);
    let mut rows = std::mem::take(&mut tables.rows);
    let mut learned = std::mem::take(&mut tables.learned);
    let ahead = tables.ahead.take().filter(|ahead| ahead.from == from && ahead.ceiling == tables.ceiling);
    let most = ahead.as_ref().map_or(groups, |ahead| ahead.groups);
    let done = tables.top.div_ceil(64).min(most);
    let lists = (&mut rows, &mut learned);
    tables.rows::<M>(from, 0..done, lists, (&mut words, groups), (ahead.as_ref(), *threads));
    let mut work = Block {
        rules,
        single: Single::of(rules),
        mirror,
        tables,
        learned,
        groups,
        from,
        done,
        words,
        rows,
        fresh: Vec::new(),
        scans: 0,
        steps: 0,
        top: 0,
    };
    let spare = ahead.map(|ahead| ahead.rows).unwrap_or_default();
    let begun = (from + BLOCK, done, *threads);
    let (fits, ahead) = alongside::<M, _>(tables, begun, spare, || M::run(&mut work, g));
    let Block { words, rows, learned, fresh, scans, steps, top, .. } = work;
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
    if scans > 0 {
        let scan = SCAN_COST + STEP_COST * steps as f32 / scans as f32;
        tables.worth = 0.75 * tables.worth + 0.25 * ROUND_COST / scan;
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
    rules: &'a PairRules,
    single: Single,
    mirror: &'a [C],
    tables: &'a Tables,
    learned: Learned,
    groups: usize,
    from: usize,
    /// Groups of 64 values whose rows are made.
    done: usize,
    words: Vec<u64>,
    rows: Rows,
    /// Rare positions found in this block.
    fresh: Vec<usize>,
    scans: usize,
    steps: usize,
    top: usize,
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
        for w in 0..self.groups {
            if w == self.done {
                let (from, groups) = (self.from, self.groups);
                let lists = (&mut self.rows, &mut self.learned);
                self.tables.rows::<M>(from, w..w + 1, lists, (&mut self.words, groups), (None, 1));
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

    /// The least of some open values (bits of group `w`) that is no option of `n`. Values that most
    /// heaps exceed are likely to be options: they are looked for together.
    #[inline(always)]
    fn gap<M: Machine>(&mut self, g: &[C], n: usize, w: usize, mut open: u64) -> Option<usize> {
        while open != 0 {
            let v = w * 64 + open.trailing_zeros() as usize;
            let rest = open & (open - 1);
            let likely = open & self.tables.likely[w];
            if self.rules.two.len() == 1 && likely >> (v % 64) & 1 == 1 && likely.count_ones() > 1 {
                open &= !likely;
                if let Some(v) = self.sift::<M>(g, n, w, likely) {
                    // Values left out may be smaller still.
                    open &= (1u64 << (v % 64)) - 1;
                    return self.gap_one_by_one::<M>(g, n, w, open).or(Some(v));
                }
                continue;
            }
            if !self.find::<M>(g, n, v) {
                return Some(v);
            }
            open = rest;
        }
        None
    }

    fn gap_one_by_one<M: Machine>(&mut self, g: &[C], n: usize, w: usize, mut open: u64) -> Option<usize> {
        while open != 0 {
            let v = w * 64 + open.trailing_zeros() as usize;
            if !self.find::<M>(g, n, v) {
                return Some(v);
            }
            open &= open - 1;
        }
        None
    }

    /// The least of several values that is no option of `n`, by one place that leaves two heaps:
    /// the pairs go round in stretches, and each value stays until it is found or all pairs were
    /// seen.
    #[inline(always)]
    fn sift<M: Machine>(&mut self, g: &[C], n: usize, w: usize, mut open: u64) -> Option<usize> {
        let two = self.rules.two[0];
        let most = two.most(n);
        let total = n.saturating_sub(two.taken);
        let stretches = most.div_ceil(STRETCH).max(1);
        let mut values = [C::default(); SIFT];
        // In each place a value, and the number of stretches after which it has seen all.
        let mut places = [(0, 0); SIFT];
        let (mut active, mut clock, mut at) = (0u32, 0, 0);
        let mut least = None;
        loop {
            for (k, place) in places.iter_mut().enumerate() {
                if open != 0 && active >> k & 1 == 0 {
                    let v = w * 64 + open.trailing_zeros() as usize;
                    open &= open - 1;
                    *place = (v, clock + stretches);
                    values[k] = C::pack(v);
                    active |= 1 << k;
                    self.scans += 1;
                }
            }
            let working = || places.iter().enumerate().filter(|(k, _)| active >> k & 1 == 1);
            let Some(next) = working().map(|(_, place)| place.1).min() else { return least };
            let begun = clock;
            let hits = loop {
                let first = 1 + at * STRETCH;
                let range = (first, most.min(first + STRETCH - 1));
                let hits = M::sift(g, self.mirror, total, range, &values, two.unequal) & active;
                clock += 1;
                at = if at + 1 == stretches { 0 } else { at + 1 };
                if hits != 0 || clock == next {
                    break hits;
                }
            };
            let used = active.count_ones() as usize;
            self.steps += (clock - begun) * (STRETCH * C::WIDTH / 64 * used).div_ceil(SIFT);
            active &= !hits;
            for (k, place) in places.iter().enumerate() {
                if active >> k & 1 == 1 && place.1 == clock {
                    least = Some(least.map_or(place.0, |least: usize| least.min(place.0)));
                }
            }
            if let Some(least) = least {
                // That value and larger ones do not matter any more.
                open &= (1u64 << (least % 64)) - 1;
                for (k, place) in places.iter().enumerate() {
                    active &= !(u32::from(place.0 >= least) << k);
                }
            }
        }
    }

    /// Whether `v` is an option of `n` that leaves two heaps.
    #[inline(always)]
    fn find<M: Machine>(&mut self, g: &[C], n: usize, v: usize) -> bool {
        let value = C::pack(v);
        self.scans += 1;
        for two in &self.rules.two {
            if n <= two.taken {
                break;
            }
            let found = M::witness(g, self.mirror, n - two.taken, value, two.unequal);
            self.steps += found.unwrap_or(n / 2) * C::WIDTH / 64;
            if let Some(a) = found {
                let r = a.min(n - two.taken - a);
                if r * C::WIDTH > LONG * 64 {
                    let part = Fixed { value: g[r].unpack() as u32, back: (r + two.taken) as u32 };
                    self.tables.learn(&mut self.learned[v], part, self.from);
                }
                return true;
            }
        }
        false
    }
}
