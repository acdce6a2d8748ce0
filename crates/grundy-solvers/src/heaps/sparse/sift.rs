//! Looking for many values in many heaps at once.
//!
//! The main function is [`Block::sift`]: a stretch of large parts stays in a near cache while all
//! heaps that can leave them are done.

use super::super::cell::Cell;
use super::super::machine::Machine;
use super::super::pair_rules::Two;
use super::super::planes::SPAN;
use super::decide::{Block, SUB};
use super::{FILL_COST, MET_COST, STEP_COST};

/// Fewer open values are looked for one by one.
const FEW: usize = 3;

impl<C: Cell> Block<'_, C> {
    /// Looks for the likely open values of 64 heaps among the pairs of heaps that are known before
    /// them, and marks those that are options. Takes rules with one place that leaves two heaps.
    #[inline(always)]
    pub(super) fn sift<M: Machine>(&mut self, sub: usize) {
        self.sifted.fill(0);
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
        if many {
            M::fill(self.planes, total, step, &mut self.step);
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
                *word |= M::met(self.planes, &self.step, w, rest);
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
}
