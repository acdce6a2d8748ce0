//! Looking for witnesses: many values of many heaps at once, then what is left one by one.
//!
//! The main functions are [`Block::sift`], in which a stretch of large parts stays in a near cache while
//! all heaps that can leave them are done, and [`Block::gap`].

use super::super::cell::Cell;
use super::super::kernel::{Fixed, Row};
use super::super::machine::Machine;
use super::super::pair_rules::Two;
use super::super::planes::{ROWS, SPAN};
use super::decide::{Block, SUB};
use super::{CELL_COST, FILL_COST, LONG, MET_COST, SCAN_COST, STEP_COST};

/// Bytes of cells that a scan looks at before planes.
const FIRST: usize = 512;
/// Fewer open values are looked for one by one.
const FEW: usize = 3;

impl<C: Cell> Block<'_, C> {
    /// Looks for the likely open values of 64 heaps among the pairs of heaps that are known before
    /// them, and marks those that are options. Takes rules with one place that leaves two heaps.
    #[inline(always)]
    pub(super) fn sift<M: Machine>(&mut self, sub: usize) {
        self.sifted.clear();
        self.sifted.resize(SUB * self.groups, 0);
        let [two] = self.rules.two[..] else { return };
        let first = self.from + sub;
        // Heaps with open values, and the lowest span of their parts.
        let (mut alive, mut lowest) = (0u64, usize::MAX);
        for i in 0..SUB {
            let total = (first + i).saturating_sub(two.taken);
            let steps = self.planes.steps(total);
            if steps > 0 && self.likely(sub, i, two) {
                alive |= 1 << i;
                lowest = lowest.min((total - 1) / SPAN + 1 - steps);
            }
        }
        for span in (lowest..first / SPAN).rev() {
            let mut rest = alive;
            while rest != 0 {
                let i = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let total = first + i - two.taken;
                let step = ((total - 1) / SPAN).wrapping_sub(span);
                if step < self.planes.steps(total) && !self.step::<M>(sub, i, total, step) {
                    alive &= !(1 << i);
                }
            }
        }
    }

    /// Notes the likely open values of a heap; says whether there are any.
    #[inline(always)]
    fn likely(&mut self, sub: usize, i: usize, two: Two) -> bool {
        let words = &self.words[(sub + i) * self.groups..][..self.done];
        let common = &self.tables.common[(self.from + sub + i) % 2];
        let mut any = 0;
        for (w, &word) in words.iter().enumerate() {
            let least = !word & common[w];
            let mut open = !word & !common[w] & self.tables.likely[w];
            if least != 0 {
                open &= least.wrapping_sub(1) & !least;
            }
            if w == 0 && two.unequal {
                open &= !1;
            }
            self.sifted[i * self.groups + w] = open;
            self.scans += open.count_ones() as f32;
            any |= open;
            if least != 0 {
                break;
            }
        }
        any != 0
    }

    /// Looks for the values of one heap in one step of pairs; says whether any were open.
    #[inline(always)]
    fn step<M: Machine>(&mut self, sub: usize, i: usize, total: usize, step: usize) -> bool {
        let sifted = &self.sifted[i * self.groups..][..self.done];
        let words = &mut self.words[(sub + i) * self.groups..][..self.done];
        let open = sifted.iter().zip(&*words).map(|(open, word)| (open & !word).count_ones()).sum::<u32>();
        if open == 0 {
            return false;
        }
        let many = open as usize >= FEW;
        let rows = self.step.get_or_insert_with(|| Box::new([Row::default(); ROWS]));
        if many {
            M::fill(self.planes, total, step, rows);
            self.cost += FILL_COST + MET_COST * open as f32;
        } else {
            self.cost += STEP_COST * open as f32;
        }
        for (w, (word, sifted)) in words.iter_mut().zip(sifted).enumerate() {
            let mut rest = sifted & !*word;
            if rest == 0 {
                continue;
            }
            if many {
                *word |= M::met(self.planes, rows, w, rest);
                continue;
            }
            while rest != 0 {
                let v = w * 64 + rest.trailing_zeros() as usize;
                let met = M::scan(self.planes, total, step..step + 1, v).is_some();
                *word |= u64::from(met) << (v % 64);
                rest &= rest - 1;
            }
        }
        true
    }

    /// The least of some open values (bits of group `w`) that is no option of `n`.
    #[inline(always)]
    pub(super) fn gap<M: Machine>(&mut self, g: &[C], n: usize, w: usize, mut open: u64) -> Option<usize> {
        while open != 0 {
            let v = w * 64 + open.trailing_zeros() as usize;
            if !self.find::<M>(g, n, v) {
                return Some(v);
            }
            open &= open - 1;
        }
        None
    }

    /// Whether `v` is an option of `n` that leaves two heaps.
    #[inline(always)]
    pub(super) fn find<M: Machine>(&mut self, g: &[C], n: usize, v: usize) -> bool {
        let value = C::pack(v);
        let sub = (n - self.from) % SUB;
        let sifted =
            self.sifted.get(sub * self.groups + v / 64).is_some_and(|word| word >> (v % 64) & 1 == 1);
        self.scans += f32::from(!sifted);
        for two in &self.rules.two {
            if n <= two.taken {
                break;
            }
            let total = n - two.taken;
            // Of two unequal parts with value 0 the planes know too little.
            let mut last = if two.unequal && v == 0 { 0 } else { self.planes.last(total) };
            let mut steps = if last == 0 { 0 } else { self.planes.steps(total) };
            if sifted {
                steps = steps.min(((total - 1) / SPAN + 1).saturating_sub((n - sub) / SPAN));
            }
            // Most scans are short: the first cells, then planes, then cells beyond the planes.
            let mut found = None;
            if !sifted {
                found = M::witness(g, self.mirror, total, (1, FIRST / C::WIDTH), value, two.unequal);
                self.cost += SCAN_COST;
                last = last.max(FIRST / C::WIDTH);
            }
            if found.is_none() && steps > 0 {
                found = M::scan(self.planes, total, 0..steps, v);
                let seen = found.map_or(steps, |a| a.min(total - a) / SPAN + 1);
                self.cost += STEP_COST * seen as f32;
            }
            if found.is_none() && last < two.most(n) {
                found = M::witness(g, self.mirror, total, (last + 1, total), value, two.unequal);
                self.cost += CELL_COST * (found.unwrap_or(n / 2) * C::WIDTH / 64) as f32;
            }
            if let Some(a) = found {
                let r = a.min(total - a);
                if r > LONG {
                    let part = Fixed { value: g[r].unpack() as u32, back: (r + two.taken) as u32 };
                    self.tables.learn(&mut self.learned[v], part, self.from);
                }
                return true;
            }
        }
        false
    }
}
