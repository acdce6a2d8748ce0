//! The nimbers of all bars inside a rectangle, in one pass.
//!
//! The main type is [`Table`]. Bars with rows `l_1 >= ... >= l_R` are numbered by the
//! combinatorial number system: bar number `sum of C(l_i + R - i, R - i + 1)`. The number is a sum
//! over rows, so that of a bitten bar takes three look-ups, and it grows with every row, so that
//! all options of a bar come before it. Cost: one look-up for each piece of each of the
//! `C(R + C, R)` bars.

use grundy_rules::{Budget, Kernel, Limit, Nimber, Stop};

use super::rows_of;

/// Bars between two looks at the budget.
const BATCH: u64 = 1 << 14;

/// All nimbers of a rectangle.
#[derive(Debug)]
pub(super) struct Table {
    height: usize,
    width: usize,
    /// `terms[i][l]`: what a row `i` of length `l` adds to the number.
    terms: Vec<Vec<u64>>,
    values: Vec<u16>,
}

impl Table {
    /// The table of a rectangle; `None` when it is too large to be worth while.
    pub(super) fn new(height: usize, width: usize, budget: &Budget) -> Option<Result<Self, Stop>> {
        let terms: Option<Vec<Vec<u64>>> = (0..height)
            .map(|i| (0..=width).map(|l| binomial((l + height - 1 - i) as u64, (height - i) as u64)).collect())
            .collect();
        let count = binomial((height + width) as u64, height as u64)?;
        if height * width > usize::from(u16::MAX) {
            return None;
        }
        if budget.reserve(count.checked_mul(2)?).is_err() {
            return None;
        }
        let mut table = Self { height, width, terms: terms?, values: Vec::new() };
        Some(table.fill(count as usize, budget).map(|()| table).map_err(Stop::from))
    }

    fn fill(&mut self, count: usize, budget: &Budget) -> Result<(), Limit> {
        let (height, width) = (self.height, self.width);
        // sums[c][i]: what the rows above `i` add when all have length `c`.
        let sums: Vec<Vec<u32>> = (0..=width)
            .map(|c| (0..=height).map(|i| self.terms[..i].iter().map(|row| row[c]).sum::<u64>() as u32).collect())
            .collect();
        let mut values = vec![0u16; count];
        let mut rows = vec![0usize; height];
        // before[i]: what the rows above `i` add; after[i]: what row `i` and those below add.
        let (mut before, mut after) = (vec![0u32; height + 1], vec![0u32; height + 1]);
        let mut seen = vec![0u64; (height * width + 64) / 64];
        for number in 1..count {
            if (number as u64).is_multiple_of(BATCH) {
                budget.spend(BATCH)?;
            }
            // The next bar: the lowest row that can grow does, those below it vanish.
            let grows = (0..height).rev().find(|&i| i == 0 || rows[i] < rows[i - 1]).unwrap_or(0);
            rows[grows] += 1;
            rows[grows + 1..].fill(0);
            for i in grows..height {
                before[i + 1] = before[i] + self.terms[i][rows[i]] as u32;
            }
            let total = before[height];
            for i in 0..=height {
                after[i] = total - before[i];
            }
            seen.fill(0);
            // A bite at column `c` shortens rows `i` to `last` to `c`; `last` is the lowest longer than `c`.
            for (c, column) in sums[..rows[0]].iter().enumerate() {
                let last = rows.partition_point(|&row| row > c);
                let below = after[last] + column[last];
                for i in usize::from(c == 0)..last {
                    let value = values[(before[i] + below - column[i]) as usize];
                    seen[usize::from(value / 64)] |= 1 << (value % 64);
                }
            }
            let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
            values[number] = (full * 64) as u16 + seen[full].trailing_ones() as u16;
        }
        self.values = values;
        Ok(())
    }
}

/// The binomial coefficient, where it fits in 32 bits.
fn binomial(n: u64, k: u64) -> Option<u64> {
    let mut value = 1u64;
    for i in 0..k {
        if i >= n {
            return Some(0);
        }
        value = value.checked_mul(n - i)? / (i + 1);
    }
    (value < 1 << 32).then_some(value)
}

impl Kernel<u64> for Table {
    fn value(&self, &at: &u64) -> Option<Nimber> {
        let (rows, count) = rows_of(at);
        let mut rows = rows[..count].to_vec();
        if count > self.height || usize::from(rows[0]) > self.width {
            // The mirror image may fit.
            rows = (0..rows[0]).map(|c| rows.iter().filter(|&&row| row > c).count() as u8).collect();
        }
        if rows.len() > self.height || usize::from(rows[0]) > self.width {
            return None;
        }
        let number: u64 = rows.iter().enumerate().map(|(i, &row)| self.terms[i][usize::from(row)]).sum();
        Some(Nimber(u64::from(self.values[number as usize])))
    }

    fn nodes(&self) -> u64 {
        self.values.len() as u64
    }
}
