//! The engine for all other rules: sets of values for sums of parts.
//!
//! The main function is [`Sets::extend`]. For each rule and each total `m` it keeps the set of
//! values that the rule's parts can have when they add up to `m`: the set for parts `p, q...` is
//! the union over the sizes `a` of `p` of the set for `q...` with total `m - a`, moved by the
//! value of `a`. So rules that leave many heaps cost as much a heap as two. Endless lists of
//! numbers to take add unions over earlier totals; coin-turning moves that take any lower places
//! add one place at a time. Rules with other side conditions are listed option by option.
//!
//! Cost: sizes times rules times values over 64 word operations a heap; memory: sizes times
//! values bits a rule.

use grundy_rules::{
    Break, Budget, Condition, Heap, HeapSystem, Limit, Part, Parts, Rule, Shape, Takes, Turn,
};

/// A set of values: from word number `first` on, so that a single large value takes one word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Set {
    first: usize,
    words: Vec<u64>,
}

impl Set {
    /// The words from 0 on, `room` of them at least, to be added to.
    fn open(&mut self, room: usize) -> &mut [u64] {
        if self.first > 0 {
            let first = std::mem::take(&mut self.first);
            self.words.splice(0..0, std::iter::repeat_n(0, first));
        }
        if self.words.len() < room {
            self.words.resize(room, 0);
        }
        &mut self.words
    }

    /// The same set in as few words as it needs.
    fn closed(mut self) -> Self {
        let last = self.words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        self.words.truncate(last);
        let empty = self.words.iter().take_while(|&&word| word == 0).count();
        self.words.drain(..empty);
        self.words.shrink_to_fit();
        self.first += empty;
        self
    }

    fn insert(&mut self, value: u64) {
        let word = (value / 64) as usize;
        self.open(word + 1)[word] |= 1 << (value % 64);
    }

    /// Adds all of `other`, each moved by `value`.
    fn add_moved(&mut self, other: &Self, value: u64) {
        if let &[word] = &other.words[..]
            && word.is_power_of_two()
        {
            self.insert((other.first as u64 * 64 + u64::from(word.trailing_zeros())) ^ value);
            return;
        }
        if other.words.is_empty() {
            return;
        }
        let (high, low) = ((value / 64) as usize, value % 64);
        // Moving by a value below the size of a power-of-two stretch stays inside it.
        let end = other.first + other.words.len();
        let words = self.open(end.next_power_of_two().max((high + 1).next_power_of_two()));
        if low == 0 {
            for (w, &word) in (other.first..).zip(&other.words) {
                words[w ^ high] |= word;
            }
            return;
        }
        for (c, chunk) in other.words.chunks(LANES).enumerate() {
            let mut lanes = [0; LANES];
            lanes[..chunk.len()].copy_from_slice(chunk);
            move_bits(&mut lanes, low);
            for (k, &word) in lanes[..chunk.len()].iter().enumerate() {
                words[(other.first + c * LANES + k) ^ high] |= word;
            }
        }
    }

    fn mex(&self) -> u64 {
        if self.first > 0 {
            return 0;
        }
        let full = self.words.iter().take_while(|&&word| word == u64::MAX).count();
        let rest = self.words.get(full).map_or(0, |word| word.trailing_ones());
        full as u64 * 64 + u64::from(rest)
    }

    fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8 + 32
    }
}

/// Words that are moved together.
const LANES: usize = 8;

/// Moves the bits of words to their numbers xor `by`, which is below 64.
fn move_bits(words: &mut [u64; LANES], by: u64) {
    const MASKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (k, mask) in MASKS.iter().enumerate() {
        if by >> k & 1 == 1 {
            let shift = 1 << k;
            for word in words.iter_mut() {
                *word = ((*word & mask) << shift) | ((*word >> shift) & mask);
            }
        }
    }
}

/// How the options of a rule are found.
#[derive(Debug)]
enum Plan {
    /// Parts that add up to the rest: `stages[i][m]` is the set for the last `i` parts with total
    /// `m`; `unions[m]` the union over every `step`-th total up to `m`.
    Sum { rule: Break, parts: Vec<Part>, more: bool, stages: Vec<Vec<Set>>, unions: Vec<Set> },
    /// Coins on any lower places: `lower[i]` is the set for `i` of the places so far.
    Coins { turn: Turn, lower: Vec<Set> },
    /// One by one.
    Listed,
}

/// The engine.
#[derive(Debug)]
pub struct Sets {
    system: HeapSystem,
    plans: Vec<Vec<Plan>>,
    values: Vec<Vec<u64>>,
    bytes: u64,
}

impl Sets {
    /// An engine with no value yet.
    pub fn new(system: HeapSystem) -> Self {
        let plans = system.kinds.iter().map(|kind| kind.rules.iter().map(plan).collect()).collect();
        let values = vec![Vec::new(); system.kinds.len()];
        Self { system, plans, values, bytes: 0 }
    }

    /// The values found, for each kind.
    pub fn values(&self) -> &[Vec<u64>] {
        &self.values
    }

    /// The largest value found, of all kinds.
    pub fn largest(&self) -> u64 {
        self.values.iter().flatten().copied().max().unwrap_or(0)
    }

    /// Finds the values up to heaps of `last`.
    ///
    /// # Errors
    /// The limit that was spent.
    pub fn extend(&mut self, last: u64, budget: &Budget) -> Result<(), Limit> {
        while self.values[0].len() as u64 <= last {
            let n = self.values[0].len() as u64;
            budget.spend(1 + n / 64)?;
            budget.reserve(self.bytes)?;
            let mut found = Vec::with_capacity(self.plans.len());
            for kind in 0..self.plans.len() {
                let mut options = Set::default();
                for (rule, plan) in self.plans[kind].iter_mut().enumerate() {
                    plan.add(
                        &self.system.kinds[kind].rules[rule],
                        kind,
                        n,
                        &self.values,
                        &mut options,
                        budget,
                    )?;
                }
                found.push(options.mex());
            }
            let largest = found.iter().copied().max().unwrap_or(0);
            let sets: u64 = self.plans.iter().flatten().map(Plan::sets).sum();
            // A set of values below 2^63 takes so many bytes once it holds this one.
            let bytes = largest.checked_next_power_of_two().map_or(u64::MAX, |room| room / 4 + 64);
            budget.reserve(self.bytes.saturating_add(bytes.saturating_mul(sets)))?;
            for (kind, value) in found.into_iter().enumerate() {
                self.values[kind].push(value);
            }
            for (kind, plans) in self.plans.iter_mut().enumerate() {
                for plan in plans {
                    self.bytes += plan.after(kind, n, &self.values);
                }
            }
        }
        Ok(())
    }

    /// Takes values that are known; they must be the first ones.
    ///
    /// # Errors
    /// The limit that was spent.
    pub fn restore(&mut self, known: &[Vec<u64>], budget: &Budget) -> Result<(), Limit> {
        let len = known.first().map_or(0, Vec::len);
        for n in 0..len {
            budget.spend(1 + n as u64 / 64)?;
            for (kind, values) in known.iter().enumerate() {
                self.values[kind].push(values[n]);
            }
            for (kind, plans) in self.plans.iter_mut().enumerate() {
                for plan in plans {
                    self.bytes += plan.after(kind, n as u64, &self.values);
                }
            }
        }
        Ok(())
    }
}

fn plan(rule: &Rule) -> Plan {
    match rule {
        Rule::Turn(turn) => {
            let most = turn.most.min(turn.fewest.max(24));
            let free = turn.shape == Shape::Any && !turn.first && turn.reach == u64::MAX;
            // With no bound on the coins every number of them has to be followed; 24 are plenty,
            // since more places than values are never needed, but no proof is kept here for that.
            if free && turn.most == most {
                let mut lower = vec![Set::default(); most as usize];
                lower[0].insert(0);
                return Plan::Coins { turn: *turn, lower };
            }
            Plan::Listed
        }
        Rule::Break(rule) => {
            let (parts, more) = match &rule.parts {
                Parts::These(parts) => (parts.clone(), false),
                Parts::AtLeast { kind, count } => (vec![Part { kind: *kind, least: 1 }; *count], true),
            };
            let grows = matches!(rule.takes, Takes::Exactly(..=-1));
            let free = rule.condition == Condition::Any || (parts.len() < 2 && !more);
            if free && !grows {
                let stages = vec![Vec::new(); parts.len() + 1];
                return Plan::Sum { rule: rule.clone(), parts, more, stages, unions: Vec::new() };
            }
            Plan::Listed
        }
    }
}

impl Plan {
    /// How many sets a new value can make larger.
    fn sets(&self) -> u64 {
        match self {
            Self::Sum { stages, .. } => stages.len() as u64 + 1,
            Self::Coins { lower, .. } => lower.len() as u64,
            Self::Listed => 1,
        }
    }

    /// Adds the options of a heap of `n`.
    fn add(
        &mut self,
        rule: &Rule,
        kind: usize,
        n: u64,
        values: &[Vec<u64>],
        options: &mut Set,
        budget: &Budget,
    ) -> Result<(), Limit> {
        match self {
            Self::Sum { rule, parts, more, stages, unions } => {
                // Totals up to `n` are needed when nothing is taken, where no part is as large.
                let own = matches!(rule.takes, Takes::Exactly(0));
                if own {
                    let set = whole(parts, *more, stages, n, values);
                    options.add_moved(&set, 0);
                    return Ok(());
                }
                let top = stages.len() - 1;
                match rule.takes {
                    Takes::Every { from, .. } => {
                        if let Some(m) = n.checked_sub(from) {
                            options.add_moved(&unions[m as usize], 0);
                        }
                    }
                    takes => {
                        for c in takes.up_to(n) {
                            options.add_moved(&stages[top][(n as i64 - c) as usize], 0);
                        }
                    }
                }
                Ok(())
            }
            Self::Coins { turn, lower } => {
                if n > 0 {
                    for set in lower.iter().take(turn.most as usize).skip(turn.fewest as usize - 1) {
                        options.add_moved(set, 0);
                    }
                }
                Ok(())
            }
            Self::Listed => {
                let system = HeapSystem::single(vec![rule.clone()]);
                let mut count = 0u64;
                let mut spent = Ok(());
                let alone = matches!(rule, Rule::Turn(_));
                let each = &mut |parts: &[Heap]| {
                    count += 1;
                    if count.is_multiple_of(4096) {
                        spent = budget.spend(4096);
                    }
                    let kind_of = |p: &Heap| if alone { kind } else { p.kind };
                    options.insert(parts.iter().fold(0, |x, p| x ^ values[kind_of(p)][p.size as usize]));
                    spent.is_ok()
                };
                system.options(Heap { kind: 0, size: n }, each);
                spent
            }
        }
    }

    /// Brings the tables up to date once the value of `n` is known; says how many bytes they grew.
    fn after(&mut self, kind: usize, n: u64, values: &[Vec<u64>]) -> u64 {
        match self {
            Self::Sum { rule, parts, more, stages, unions } => {
                let mut grown = 0;
                for i in 0..=parts.len() {
                    let set = stage(&parts[parts.len() - i..], *more && i == parts.len(), stages, n, values)
                        .closed();
                    grown += set.bytes();
                    stages[i].push(set);
                }
                if let Takes::Every { step, .. } = rule.takes {
                    let mut set = stages[parts.len()][n as usize].clone();
                    if let Some(m) = n.checked_sub(step) {
                        set.add_moved(&unions[m as usize], 0);
                    }
                    grown += set.bytes();
                    unions.push(set);
                }
                grown
            }
            Self::Coins { lower, .. } => {
                if n > 0 {
                    let value = values[kind][n as usize];
                    let before: u64 = lower.iter().map(Set::bytes).sum();
                    for i in (1..lower.len()).rev() {
                        let (less, rest) = lower.split_at_mut(i);
                        rest[0].add_moved(&less[i - 1], value);
                    }
                    return lower.iter().map(Set::bytes).sum::<u64>() - before;
                }
                0
            }
            Self::Listed => 0,
        }
    }
}

/// The set for `parts` with total `m`; sets of the last parts with smaller totals are known.
fn stage(parts: &[Part], more: bool, stages: &[Vec<Set>], m: u64, values: &[Vec<u64>]) -> Set {
    let mut set = Set::default();
    let Some((first, rest)) = parts.split_first() else {
        if m == 0 {
            set.insert(0);
        }
        if more && m > 0 {
            // Any number of parts, of the only kind.
            for a in 1..=m {
                if let (Some(&value), Some(tail)) =
                    (values[0].get(a as usize), stages[0].get((m - a) as usize))
                {
                    set.add_moved(tail, value);
                }
            }
        }
        return set;
    };
    let own = &stages[parts.len()];
    let tails = &stages[rest.len()];
    // Among equal parts the first may be the smallest.
    let alike = if more { 1 } else { 1 + rest.iter().take_while(|part| *part == first).count() as u64 };
    for a in first.least..=m / alike {
        let Some(&value) = values[first.kind].get(a as usize) else { break };
        if let Some(tail) = tails.get((m - a) as usize) {
            set.add_moved(tail, value);
        }
        // One part more than listed: the first part, then at least the listed ones.
        if more
            && a > 0
            && let Some(tail) = own.get((m - a) as usize)
        {
            set.add_moved(tail, value);
        }
    }
    set
}

/// The set for all parts with total `n`, when heaps of `n` have no value yet.
fn whole(parts: &[Part], more: bool, stages: &[Vec<Set>], n: u64, values: &[Vec<u64>]) -> Set {
    stage(parts, more, stages, n, values)
}
