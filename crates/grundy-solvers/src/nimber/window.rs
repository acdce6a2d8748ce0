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
use rustc_hash::FxHashSet;

use super::busy::Busy;
use super::fact::Fact;
use super::frame::{Answer, Frame, Step, lowest};
use super::memo::Memo;
use super::memo_mex::{self, loops};
use super::near::Facts;
use super::table::{Table, hash_of};
use crate::watch::Watch;

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
pub(super) enum Halt {
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

/// One thread's search.
struct Search<'s, G: Game> {
    game: &'s G,
    facts: Facts<'s, G::Position>,
    budget: &'s Budget,
    watch: Watch,
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
    /// Bytes of the stack, at most half of the budget's beside a table of all of them.
    held: u64,
    /// Length of the stack at which it is looked through for loops.
    look_at: usize,
}

/// A line of moves that makes one suspect a loop.
const LONG: usize = 1 << 12;

impl<'s, G: Game> Search<'s, G> {
    fn new(game: &'s G, table: &'s Table<G::Position>, budget: &'s Budget, plan: Plan) -> Self {
        Self {
            game,
            facts: Facts::new(table),
            budget,
            watch: Watch::new(budget),
            plan,
            busy: None,
            finished: None,
            stack: Vec::new(),
            spare: Vec::new(),
            sums: Sums::new(),
            stand_ins: StandIns { slots: Vec::new() },
            nodes: 0,
            told: 0,
            held: 0,
            look_at: LONG,
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
                    self.held -= done.bytes();
                    let fact = match answer {
                        Answer::Exact(value) => Fact::exact(value).ok_or(Halt::Large)?,
                        Answer::Not(values) => Fact::excluding(values),
                    };
                    self.facts.put(&done.at, fact, self.nodes - done.began);
                    if done.marked {
                        self.leave(&done.at);
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

    /// Takes the mark off a position.
    fn leave(&self, at: &G::Position) {
        if let Some((busy, thread)) = self.busy {
            busy.leave(hash_of(at), thread);
        }
    }

    /// Forgets a search that stopped half way.
    fn clear(&mut self) {
        while let Some(frame) = self.stack.pop() {
            if frame.marked {
                self.leave(&frame.at);
            }
            // What was found so far holds all the same.
            self.facts.put(&frame.at, Fact::excluding(frame.seen | frame.ruled), self.nodes - frame.began);
        }
        (self.held, self.look_at) = (0, LONG);
        self.spare.clear();
    }

    /// Whether a position on the way from the root can be reached from itself.
    fn look_for_loops(&self) -> Result<(), Fault> {
        let mut met = FxHashSet::default();
        match self.stack.iter().find(|frame| !met.insert(&frame.at)) {
            Some(frame) => Err(loops(&frame.at)),
            None => Ok(()),
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
        if self.stack.len() >= self.look_at {
            self.look_at *= 2;
            self.look_for_loops()?;
        }
        let mut frame = self.spare.pop().unwrap_or_else(|| Frame::new(at.clone()));
        frame.reset(at, wanted, ruled, self.nodes);
        self.sums.clear();
        let mut trouble = None;
        let (game, facts, stand_ins) = (self.game, &mut self.facts, &mut self.stand_ins);
        let (watch, held, finished) = (&self.watch, self.held, self.finished);
        let at = frame.at.clone();
        let result = game.options_until(&at, &mut self.sums, &mut |sum| {
            // The list of options takes about as much as the frame that is made of it.
            let fits = watch.go_on_with(2 * (held + 2 * frame.bytes()));
            if finished.is_some_and(|finished| finished.load(Ordering::Relaxed)) {
                trouble = Some(Halt::Finished);
                return true;
            }
            match fits.map_err(Halt::from).and_then(|()| frame.option(game, facts, sum, stand_ins)) {
                Ok(()) => frame.is_settled(),
                Err(halt) => {
                    trouble = Some(halt);
                    true
                }
            }
        });
        if !frame.is_settled() {
            frame.sort(game);
            if let Some((busy, thread)) = self.busy {
                busy.enter(hash_of(&at), thread);
                frame.marked = true;
            }
        }
        self.held += frame.bytes();
        self.stack.push(frame);
        self.watch.go_on_with(2 * self.held)?;
        match trouble {
            Some(halt) => Err(halt),
            None => Ok(result?),
        }
    }
}

/// Positions met lately and what stands for them, where the game has stand-ins.
pub(super) struct StandIns<P> {
    slots: Vec<Option<(P, P)>>,
}

/// Bytes of the stand-ins that are kept, where positions are large.
const STAND_IN_BYTES: usize = 8 << 20;

impl<P: Clone + Eq + Hash> StandIns<P> {
    const SLOTS: usize = {
        let fit = STAND_IN_BYTES / size_of::<Option<(P, P)>>();
        if fit < 1 << 16 { fit } else { 1 << 16 }
    };

    #[inline]
    pub(super) fn of<G: Game<Position = P>>(&mut self, game: &G, at: &P) -> P {
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

#[cfg(test)]
mod tests {
    use grundy_rules::Bytes;

    use super::*;

    /// One heap from which one or two tokens go; from `circle` tokens on play goes round.
    struct Line {
        circle: u32,
    }

    impl Game for Line {
        type Position = u32;

        fn options(&self, &at: &u32, out: &mut Sums<u32>) -> Result<(), Fault> {
            if at >= self.circle {
                out.push([self.circle + (at - self.circle + 1) % 5]);
                return Ok(());
            }
            for next in at.saturating_sub(2)..at {
                out.push([next]);
            }
            Ok(())
        }
    }

    fn ask(game: &Line, at: u32, bytes: u64) -> Result<Nimber, Stop> {
        let budget = Budget::default().with_bytes(Bytes(bytes));
        search(game, &at, &Table::new(budget.bytes), &budget, Plan::Tracking)
    }

    #[test]
    fn lines_as_long_as_memory_lasts() {
        let game = Line { circle: u32::MAX };
        assert_eq!(ask(&game, 400_000, 1 << 30).unwrap(), Nimber(400_000 % 3));
        assert!(
            matches!(ask(&game, 400_000, 1 << 22), Err(Stop::Limit(Limit::Bytes(Bytes(bytes)))) if bytes == 1 << 22)
        );
    }

    #[test]
    fn a_loop_is_named_and_not_followed_for_ever() {
        match ask(&Line { circle: 50 }, 52, 1 << 30) {
            Err(Stop::Fault(fault)) => {
                assert!(fault.message.contains("can be reached from itself"), "{fault}");
            }
            other => panic!("{other:?}"),
        }
    }
}
