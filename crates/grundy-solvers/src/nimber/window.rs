//! The search that asks for a nimber only if it is one of a few: the common engine of nimber
//! tracking and of requested sets.
//!
//! Main function: [`search`]. A question is a position and a set of *wanted* values; the answer
//! is the nimber, or that it is none of the wanted. A position is open as long as some wanted
//! value is neither the value of an option nor excluded. Of an option with several parts all
//! but the largest are worked out; the largest is asked for the wanted values, moved by the xor
//! of the others (Lemoine and Viennot 2012, *Nimbers are inevitable*). What an option is asked
//! for is the [`Plan`]: the wanted values first (nimber tracking), or every value up to the
//! largest wanted one that no option has yet (requested sets, Beling and Rogalski 2020). The
//! root is asked for 0, then for 1, and so on, and so are the smaller parts.
//!
//! Invariants: `seen` holds only values of options, so the position has none of them; when all
//! options have been asked for every unseen value up to the largest wanted one, the nimber is
//! the least unseen. Wanted sets are 64 bits: a game with a nimber of 64 or more on the way
//! is handed to plain memoised mex. The stack is explicit. Cost: between 1 and a few visits a
//! position, of one pass over its options each.

use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy_rules::{Budget, Fault, Game, Known, Limit, Nimber, Stop, Sums};

use super::busy::Busy;
use super::fact::Fact;
use super::memo::Memo;
use super::memo_mex;
use super::near::Facts;
use super::table::{Table, hash_of};

/// Positions between two looks at the budget.
const BATCH: u64 = 256;

/// What an option is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// The wanted values; if no option has one, then the smaller ones.
    Tracking,
    /// All values up to the largest wanted one that are not seen yet.
    Requested,
}

/// Why a search has no answer.
enum Halt {
    /// A spent budget or a fault.
    Stop(Stop),
    /// A nimber of 64 or more.
    Large,
    /// Another thread has the answer.
    Finished,
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Self {
        Self::Stop(limit.into())
    }
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Self::Stop(fault.into())
    }
}

/// The nimber of `at`, on as many threads as the budget has.
pub(super) fn search<G: Game>(
    game: &G,
    at: &G::Position,
    table: &Table<G::Position>,
    budget: &Budget,
    plan: Plan,
) -> Result<Nimber, Stop> {
    match on_threads(game, table, budget, plan, |search| search.nimber(at)) {
        Ok(value) => Ok(value),
        Err(Halt::Stop(stop)) => Err(stop),
        Err(Halt::Large | Halt::Finished) => memo_mex::nimber(game, at, &mut Memo::new(game, budget), budget),
    }
}

/// What the nimber of `at` is known not to be, by an earlier search that was stopped.
pub(super) fn excluded<G: Game>(game: &G, at: &G::Position, table: &Table<G::Position>) -> Vec<Nimber> {
    let stand = game.canonical(at).unwrap_or_else(|| at.clone());
    let mask = table.get(&stand).excluded() | u64::from(game.known(at) == Known::NotZero);
    (0..64).filter(|&n| mask >> n & 1 != 0).map(Nimber).collect()
}

/// Whether the sum of `parts` has the nimber `target`: the largest part is asked for one value.
pub(super) fn decide<G: Game>(
    game: &G,
    parts: &[G::Position],
    target: Nimber,
    table: &Table<G::Position>,
    budget: &Budget,
    plan: Plan,
) -> Result<bool, Stop> {
    match on_threads(game, table, budget, plan, |search| search.decide(parts, target)) {
        Ok(answer) => Ok(answer),
        Err(Halt::Stop(stop)) => Err(stop),
        Err(Halt::Large | Halt::Finished) => {
            let mut memo = Memo::new(game, budget);
            let value = |part| memo_mex::nimber(game, part, &mut memo, budget);
            Ok(parts.iter().map(value).sum::<Result<Nimber, Stop>>()? == target)
        }
    }
}

/// All threads work at the same; the first answer counts.
fn on_threads<G: Game, T: Send>(
    game: &G,
    table: &Table<G::Position>,
    budget: &Budget,
    plan: Plan,
    work: impl Fn(&mut Search<'_, G>) -> Result<T, Halt> + Sync,
) -> Result<T, Halt> {
    if budget.threads <= 1 {
        return work(&mut Search::new(game, table, budget, plan));
    }
    let (busy, finished) = (Busy::new(), AtomicBool::new(false));
    let one = |thread| {
        let result = work(&mut Search::new(game, table, budget, plan).on_thread(thread, &busy, &finished));
        if !matches!(result, Err(Halt::Finished)) {
            finished.store(true, Ordering::Relaxed);
        }
        result
    };
    std::thread::scope(|scope| {
        let one = &one;
        let others: Vec<_> =
            (1..budget.threads as u64).map(|thread| scope.spawn(move || one(thread))).collect();
        let mut results = vec![one(0)];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        // An answer first, then what kept the threads from one.
        let rank = |result: &Result<T, Halt>| match result {
            Ok(_) => 0,
            Err(Halt::Stop(_)) => 1,
            Err(Halt::Large) => 2,
            Err(Halt::Finished) => 3,
        };
        results.into_iter().min_by_key(rank).expect("one thread at least")
    })
}

/// What came out for one position.
#[derive(Clone, Copy)]
enum Answer {
    Exact(u64),
    /// The nimber is none of these bits, the wanted ones among them.
    Not(u64),
}

/// One option that is not resolved yet.
#[derive(Clone, Copy)]
struct Choice {
    /// Xor of the parts whose nimber is known.
    xor: u64,
    /// The other parts, smallest first: a range of the frame's parts.
    from: u32,
    to: u32,
    /// What the part being asked is known not to be.
    excluded: u64,
    /// Order of asking.
    rank: u64,
    done: bool,
}

/// A position under way.
struct Frame<P> {
    at: P,
    wanted: u64,
    /// What the nimber is known not to be.
    ruled: u64,
    /// Values that some option is known to have.
    seen: u64,
    parts: Vec<P>,
    choices: Vec<Choice>,
    cursor: usize,
    /// Whether options are asked a second time, for all that matters.
    again: bool,
    /// Whether a choice was put off because another thread is at it.
    put_off: bool,
    /// Whether choices may no longer be put off.
    pressed: bool,
    /// Nodes of the whole search when this one began.
    began: u64,
}

/// One thread's search.
struct Search<'s, G: Game> {
    game: &'s G,
    facts: Facts<'s, G::Position>,
    budget: &'s Budget,
    plan: Plan,
    /// Positions that threads are at, where there are several; and this thread's number.
    busy: Option<(&'s Busy, u64)>,
    /// Set when another thread has the answer.
    finished: Option<&'s AtomicBool>,
    stack: Vec<Frame<G::Position>>,
    spare: Vec<Frame<G::Position>>,
    sums: Sums<G::Position>,
    stand_ins: StandIns<G::Position>,
    nodes: u64,
    told: u64,
}

enum Step<P> {
    Done(Answer),
    Ask { at: P, wanted: u64, ruled: u64 },
}

impl<'s, G: Game> Search<'s, G> {
    fn new(game: &'s G, table: &'s Table<G::Position>, budget: &'s Budget, plan: Plan) -> Self {
        Self {
            game,
            facts: Facts::new(table),
            budget,
            plan,
            busy: None,
            finished: None,
            stack: Vec::new(),
            spare: Vec::new(),
            sums: Sums::new(),
            stand_ins: StandIns { slots: Vec::new() },
            nodes: 0,
            told: 0,
        }
    }

    /// The same search as thread number `thread` of several.
    fn on_thread(self, thread: u64, busy: &'s Busy, finished: &'s AtomicBool) -> Self {
        Self { busy: Some((busy, thread)), finished: Some(finished), ..self }
    }

    /// The nimber of `at`, by asking for 0, then 1, and so on.
    fn nimber(&mut self, at: &G::Position) -> Result<Nimber, Halt> {
        if let Known::Nimber(value) = self.game.known(at) {
            return Ok(value);
        }
        let at = self.stand_ins.of(self.game, at);
        let mut ruled = self.facts.get(&at).excluded();
        loop {
            if let Some(value) = self.facts.get(&at).value() {
                return Ok(Nimber(value));
            }
            let wanted = lowest(!ruled);
            if wanted == 0 {
                return Err(Halt::Large);
            }
            let result = self.run(at.clone(), wanted, ruled);
            if result.is_err() {
                self.clear();
            }
            match result? {
                Answer::Exact(value) => {
                    self.budget.spend(std::mem::replace(&mut self.told, self.nodes).abs_diff(self.nodes))?;
                    return Ok(Nimber(value));
                }
                Answer::Not(values) => ruled |= values,
            }
        }
    }

    /// Whether a sum has the nimber `target`.
    fn decide(&mut self, parts: &[G::Position], target: Nimber) -> Result<bool, Halt> {
        let mut left = target.0;
        let mut open: Vec<G::Position> = Vec::new();
        for part in parts {
            if let Known::Nimber(value) = self.game.known(part) {
                left ^= value.0;
                continue;
            }
            let stand = self.stand_ins.of(self.game, part);
            match open.iter().position(|other| *other == stand) {
                Some(twin) => {
                    open.swap_remove(twin);
                }
                None => open.push(stand),
            }
        }
        open.sort_by_key(|part| self.game.size(part));
        let Some((last, smaller)) = open.split_last() else { return Ok(left == 0) };
        for part in smaller {
            left ^= self.nimber(part)?.0;
        }
        let fact = self.facts.get(last);
        if let Some(value) = fact.value() {
            return Ok(value == left);
        }
        if left >= 64 {
            return Err(Halt::Large);
        }
        if fact.excluded() >> left & 1 != 0 {
            return Ok(false);
        }
        let answer = self.run(last.clone(), 1 << left, fact.excluded());
        if answer.is_err() {
            self.clear();
        }
        Ok(matches!(answer?, Answer::Exact(value) if value == left))
    }

    fn run(&mut self, at: G::Position, wanted: u64, ruled: u64) -> Result<Answer, Halt> {
        self.push(at, wanted, ruled)?;
        loop {
            let top = self.stack.last_mut().expect("the loop ends when the root is done");
            match top.advance(&mut self.facts, self.plan, self.busy)? {
                Step::Ask { at, wanted, ruled } => self.push(at, wanted, ruled)?,
                Step::Done(answer) => {
                    let done = self.stack.pop().expect("there is a top frame");
                    let fact = match answer {
                        Answer::Exact(value) => Fact::exact(value).ok_or(Halt::Large)?,
                        Answer::Not(values) => Fact::excluding(values),
                    };
                    self.facts.put(&done.at, fact, self.nodes - done.began);
                    if let Some((busy, thread)) = self.busy {
                        busy.leave(hash_of(&done.at), thread);
                    }
                    self.spare.push(done);
                    match self.stack.last_mut() {
                        None => return Ok(answer),
                        Some(parent) => parent.hear(answer),
                    }
                }
            }
        }
    }

    /// Forgets a search that stopped half way.
    fn clear(&mut self) {
        while let Some(frame) = self.stack.pop() {
            if let Some((busy, thread)) = self.busy {
                busy.leave(hash_of(&frame.at), thread);
            }
            // What was found so far holds all the same.
            self.facts.put(&frame.at, Fact::excluding(frame.seen | frame.ruled), self.nodes - frame.began);
            self.spare.push(frame);
        }
    }

    fn push(&mut self, at: G::Position, wanted: u64, ruled: u64) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes - self.told >= BATCH {
            self.budget.spend(self.nodes - self.told)?;
            self.told = self.nodes;
            if self.finished.is_some_and(|finished| finished.load(Ordering::Relaxed)) {
                return Err(Halt::Finished);
            }
        }
        if self.stack.len() > MOST_DEPTH {
            return Err(Fault::new(format!(
                "more than {MOST_DEPTH} moves in a row: the game loops, or plain mex is the method for it"
            ))
            .into());
        }
        if let Some((busy, thread)) = self.busy {
            busy.enter(hash_of(&at), thread);
        }
        let mut frame = self.spare.pop().unwrap_or_else(|| Frame::new(at.clone()));
        frame.reset(at, wanted, ruled, self.nodes);
        self.sums.clear();
        let mut trouble = None;
        let (game, facts, stand_ins) = (self.game, &mut self.facts, &mut self.stand_ins);
        let at = frame.at.clone();
        let result = game.options_until(&at, &mut self.sums, &mut |sum| match frame
            .option(game, facts, sum, stand_ins)
        {
            Ok(()) => frame.is_settled(),
            Err(halt) => {
                trouble = Some(halt);
                true
            }
        });
        if !frame.is_settled() {
            frame.sort();
        }
        self.stack.push(frame);
        match trouble {
            Some(halt) => Err(halt),
            None => Ok(result?),
        }
    }
}

/// Longest line of moves that is followed; a frame holds all options of its position.
const MOST_DEPTH: usize = 100_000;

impl<P: Clone + Eq + Hash + Ord> Frame<P> {
    fn new(at: P) -> Self {
        Self {
            at,
            wanted: 0,
            ruled: 0,
            seen: 0,
            parts: Vec::new(),
            choices: Vec::new(),
            cursor: 0,
            again: false,
            put_off: false,
            pressed: false,
            began: 0,
        }
    }

    fn reset(&mut self, at: P, wanted: u64, ruled: u64, began: u64) {
        self.parts.clear();
        self.choices.clear();
        let (parts, choices) = (std::mem::take(&mut self.parts), std::mem::take(&mut self.choices));
        *self = Self { wanted, ruled, parts, choices, began, ..Self::new(at) };
    }

    /// Takes in an option: what is known of it at once, the rest as a choice.
    fn option<G: Game<Position = P>>(
        &mut self,
        game: &G,
        facts: &mut Facts<'_, P>,
        sum: &[P],
        stand_ins: &mut StandIns<P>,
    ) -> Result<(), Halt> {
        let from = self.parts.len();
        let mut xor = 0;
        let (mut excluded, mut cancelled) = (0, false);
        for part in sum {
            let known = game.known(part);
            if let Known::Nimber(value) = known {
                xor ^= value.0;
                continue;
            }
            let stand = stand_ins.of(game, part);
            let fact = facts.get(&stand);
            if let Some(value) = fact.value() {
                xor ^= value;
                continue;
            }
            // Equal parts cancel.
            if let Some(twin) = self.parts[from..].iter().position(|other| *other == stand) {
                self.parts.swap_remove(from + twin);
                cancelled = true;
                continue;
            }
            excluded = fact.excluded() | u64::from(known == Known::NotZero);
            self.parts.push(stand);
        }
        if xor >= 64 {
            return Err(Halt::Large);
        }
        let parts = &mut self.parts[from..];
        match parts.len() {
            0 => self.seen |= 1 << xor,
            count => {
                // What is excluded of one of several parts is looked up again in its turn.
                let excluded = if count == 1 && !cancelled { excluded } else { 0 };
                parts.sort_unstable_by(|a, b| game.size(a).cmp(&game.size(b)).then_with(|| a.cmp(b)));
                let square = |part: &P| game.size(part).saturating_mul(game.size(part));
                let rank = parts.iter().map(square).fold(0, u64::saturating_add);
                let to = self.parts.len() as u32;
                self.choices.push(Choice { xor, from: from as u32, to, excluded, rank, done: false });
            }
        }
        Ok(())
    }

    /// Puts the choices in order, easy ones first; among equals the game's order stays.
    fn sort(&mut self) {
        self.choices.sort_by_key(|choice| choice.rank);
    }

    /// Whether no wanted value can be the nimber any more.
    fn is_settled(&self) -> bool {
        self.wanted & !self.seen & !self.ruled == 0
    }

    /// Goes on until an answer or a question comes out.
    fn advance(&mut self, facts: &mut Facts<'_, P>, plan: Plan, busy: Option<(&Busy, u64)>) -> Result<Step<P>, Halt> {
        loop {
            // All values below the nimber are values of options.
            self.seen |= below((self.seen | self.ruled).trailing_ones());
            let need = self.wanted & !self.seen & !self.ruled;
            if need == 0 {
                return Ok(Step::Done(Answer::Not(self.seen | self.ruled)));
            }
            let matters = below(need.ilog2() + 1) & !self.seen;
            let Some(choice) = self.choices.get_mut(self.cursor) else {
                if self.put_off {
                    (self.cursor, self.put_off, self.pressed) = (0, false, true);
                    continue;
                }
                if plan == Plan::Tracking && !self.again {
                    (self.cursor, self.pressed, self.again) = (0, false, true);
                    continue;
                }
                let value = u64::from(self.seen.trailing_ones());
                return Ok(Step::Done(Answer::Exact(value)));
            };
            if choice.done {
                self.cursor += 1;
                continue;
            }
            let part = &self.parts[choice.from as usize];
            let fact = facts.get(part);
            choice.excluded |= fact.excluded();
            let last = choice.from + 1 == choice.to;
            if let Some(value) = fact.value() {
                choice.hear_value(value, &mut self.seen)?;
                continue;
            }
            let ask = if !last {
                lowest(!choice.excluded)
            } else if plan == Plan::Tracking && !self.again {
                moved(need, choice.xor) & !choice.excluded
            } else {
                moved(matters, choice.xor) & !choice.excluded
            };
            if ask == 0 {
                if !last {
                    return Err(Halt::Large);
                }
                // Nothing that matters now, and what matters only gets less.
                choice.done = self.again || plan == Plan::Requested;
                self.cursor += 1;
                continue;
            }
            if let Some((busy, thread)) = busy
                && !self.pressed
                && busy.elsewhere(hash_of(part), thread)
            {
                self.put_off = true;
                self.cursor += 1;
                continue;
            }
            return Ok(Step::Ask { at: part.clone(), wanted: ask, ruled: choice.excluded });
        }
    }

    /// Hears of the part that was asked.
    fn hear(&mut self, answer: Answer) {
        let choice = &mut self.choices[self.cursor];
        match answer {
            Answer::Not(values) => choice.excluded |= values,
            // A value of 64 or more cannot come out of a search of 64 bits.
            Answer::Exact(value) => {
                let _ = choice.hear_value(value, &mut self.seen);
            }
        }
    }
}

impl Choice {
    fn hear_value(&mut self, value: u64, seen: &mut u64) -> Result<(), Halt> {
        self.xor ^= value;
        if self.xor >= 64 {
            return Err(Halt::Large);
        }
        self.from += 1;
        self.excluded = 0;
        if self.from == self.to {
            self.done = true;
            *seen |= 1 << self.xor;
        }
        Ok(())
    }
}

/// Positions met lately and what stands for them, where the game has stand-ins.
struct StandIns<P> {
    slots: Vec<Option<(P, P)>>,
}

impl<P: Clone + Eq + Hash> StandIns<P> {
    const SLOTS: usize = 1 << 16;

    #[inline]
    fn of<G: Game<Position = P>>(&mut self, game: &G, at: &P) -> P {
        if self.slots.is_empty() {
            return match game.canonical(at) {
                None => at.clone(),
                Some(stand) => {
                    self.slots = vec![None; Self::SLOTS];
                    stand
                }
            };
        }
        let slot = (hash_of(at) >> 20) as usize % Self::SLOTS;
        match &self.slots[slot] {
            Some((key, stand)) if key == at => stand.clone(),
            _ => {
                let stand = game.canonical(at).unwrap_or_else(|| at.clone());
                self.slots[slot] = Some((at.clone(), stand.clone()));
                stand
            }
        }
    }
}

/// The bits below `n`.
#[inline]
fn below(n: u32) -> u64 {
    1u64.checked_shl(n).map_or(u64::MAX, |bit| bit - 1)
}

/// The lowest bit of a set.
#[inline]
fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// The set `{ v xor by : v in set }`, for `by < 64`.
#[inline]
fn moved(set: u64, by: u64) -> u64 {
    const HALVES: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    HALVES
        .iter()
        .enumerate()
        .filter(|(i, _)| by >> i & 1 != 0)
        .fold(set, |set, (i, half)| (set & half) << (1 << i) | set >> (1 << i) & half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_a_set_is_xor_on_its_members() {
        for by in 0..64 {
            for v in 0..64 {
                assert_eq!(moved(1 << v, by), 1 << (v ^ by));
            }
        }
        assert_eq!((below(0), below(3), below(64)), (0, 7, u64::MAX));
    }
}
