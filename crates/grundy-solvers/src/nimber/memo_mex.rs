//! The nimber of a position as the mex of its options' nimbers, each position once.
//!
//! Main function: [`nimber`]. Invariant: on the stack from the root, all parts before a frame's
//! cursor are known. Cost: one visit for each position that can be reached, one look-up for each
//! part of each of its options; the stack is explicit, so a game may be as long as memory lasts.
//! All options of the positions on the stack are held at once, and are counted against the bytes
//! of the budget together with the memo.
//! Source: Sprague 1935, Grundy 1939. Left out on purpose: any bound or window on the value
//! (those are methods of their own).

use std::fmt::Debug;
use std::hash::Hash;

use grundy_rules::{Budget, Fault, Game, Known, Nimber, Stop, Sums};

use super::memo::{Memo, Seen};
use crate::watch::Watch;

/// Positions between two looks at the budget.
const BATCH: u64 = 512;

/// Options of one position between two looks at the budget, less one; a power of two.
const OFTEN: usize = 63;

/// The nimber of `at`; every position met on the way is in `memo` afterwards.
///
/// # Errors
/// [`Stop`] when the budget is spent, or when the rules fault: an error of their own, or a
/// position that can be reached from itself in a game declared finite.
pub fn nimber<G: Game>(
    game: &G,
    at: &G::Position,
    memo: &mut Memo<G::Position>,
    budget: &Budget,
) -> Result<Nimber, Stop> {
    if let Known::Nimber(value) = game.known(at) {
        return Ok(value);
    }
    let mut search = Search {
        stack: Vec::new(),
        spare: Vec::new(),
        mex: Mex::default(),
        fresh: 0,
        held: 0,
        watch: Watch::new(budget),
    };
    let result = search.run(game, at, memo, budget);
    if result.is_err() {
        let open = search.stack.iter().flat_map(|frame| [Some(&frame.at), frame.alias.as_ref()]);
        memo.abandon(game, open.flatten());
    }
    result.map(Nimber)
}

/// One position on the way from the root.
struct Frame<P> {
    at: P,
    /// The position that `at` stands for, if that is another one.
    alias: Option<P>,
    options: Sums<P>,
    /// Values of the options' parts, in the order of [`Sums::parts`]; its length is the cursor.
    values: Vec<u64>,
    /// Bytes of the buffers, which a frame keeps when it is used again.
    buffers: u64,
    /// Bytes that the positions in it keep beside their own size.
    beside: u64,
}

struct Search<P> {
    stack: Vec<Frame<P>>,
    /// Frames kept for their memory.
    spare: Vec<Frame<P>>,
    mex: Mex,
    /// Nodes not yet told to the budget.
    fresh: u64,
    /// Bytes of all frames.
    held: u64,
    watch: Watch,
}

/// Bytes of the buffers for so many parts of so many options: buffers grow by doubling.
#[inline]
fn buffer_bytes<P>(parts: usize, sums: usize) -> u64 {
    (parts.next_power_of_two() * (size_of::<P>() + size_of::<u64>())
        + sums.next_power_of_two() * size_of::<u32>()) as u64
}

impl<P: Clone + Eq + Hash + Debug> Search<P> {
    fn run<G: Game<Position = P>>(
        &mut self,
        game: &G,
        root: &P,
        memo: &mut Memo<P>,
        budget: &Budget,
    ) -> Result<u64, Stop> {
        match self.look(game, root, memo)? {
            Look::Value(value) => return Ok(value),
            Look::Open { at, alias } => self.push(game, at, alias, memo)?,
        }
        loop {
            let top = self.stack.last_mut().expect("the loop ends when the root is closed");
            let cursor = top.values.len();
            if let Some(part) = top.options.parts().get(cursor).cloned() {
                match self.look(game, &part, memo)? {
                    Look::Value(value) => self.top().values.push(value),
                    Look::Open { at, alias } => {
                        self.push(game, at, alias, memo)?;
                        self.tell(budget)?;
                    }
                }
                continue;
            }
            let value = self.mex.of_sums(&top.options, &top.values);
            let done = self.stack.pop().expect("there is a top frame");
            let small = u32::try_from(value).ok().filter(|&v| v < u32::MAX - 1);
            let small = small.ok_or_else(|| Fault::new("a nimber beyond 2^32"))?;
            for at in [Some(&done.at), done.alias.as_ref()].into_iter().flatten() {
                memo.close(game, at, small);
            }
            self.keep(done);
            let Some(parent) = self.stack.last_mut() else {
                budget.spend(std::mem::take(&mut self.fresh))?;
                return Ok(value);
            };
            parent.values.push(value);
        }
    }

    fn top(&mut self) -> &mut Frame<P> {
        self.stack.last_mut().expect("there is a top frame")
    }

    fn push<G: Game<Position = P>>(
        &mut self,
        game: &G,
        at: P,
        alias: Option<P>,
        memo: &Memo<P>,
    ) -> Result<(), Stop> {
        let mut frame = match self.spare.pop() {
            Some(frame) => Frame { at, alias, ..frame },
            None => Frame { at, alias, options: Sums::new(), values: Vec::new(), buffers: 0, beside: 0 },
        };
        let others = self.held - frame.buffers + memo.bytes();
        let (mut parts, mut sums, mut beside) = (0, 0, game.bytes_beside(&frame.at));
        let mut limit = Ok(());
        let result = game.options_until(&frame.at, &mut frame.options, &mut |sum| {
            sums += 1;
            parts += sum.len();
            beside += sum.iter().map(|part| game.bytes_beside(part)).sum::<u64>();
            if sums & OFTEN == 0 {
                limit = self.watch.go_on_with(others + buffer_bytes::<P>(parts, sums) + beside);
            }
            limit.is_err()
        });
        let buffers = frame.buffers.max(buffer_bytes::<P>(parts, sums) + size_of::<Frame<P>>() as u64);
        self.held += buffers - frame.buffers + beside;
        (frame.buffers, frame.beside) = (buffers, beside);
        self.stack.push(frame);
        limit?;
        result?;
        Ok(self.watch.go_on_with(self.held + memo.bytes())?)
    }

    /// Keeps a frame for its memory.
    fn keep(&mut self, mut frame: Frame<P>) {
        frame.options.clear();
        frame.values.clear();
        self.held -= std::mem::take(&mut frame.beside);
        self.spare.push(frame);
    }

    fn tell(&mut self, budget: &Budget) -> Result<(), Stop> {
        self.fresh += 1;
        if self.fresh >= BATCH {
            budget.spend(std::mem::take(&mut self.fresh))?;
        }
        Ok(())
    }

    /// The value of a position if it is known, else the position opened.
    #[inline]
    fn look<G: Game<Position = P>>(&self, game: &G, at: &P, memo: &mut Memo<P>) -> Result<Look<P>, Stop> {
        if let Known::Nimber(value) = game.known(at) {
            return Ok(Look::Value(value.0));
        }
        if memo.is_full() {
            self.watch.go_on_with(self.held + memo.bytes_grown())?;
        }
        match memo.open(game, at) {
            Seen::Value(value) => Ok(Look::Value(u64::from(value))),
            Seen::New => self.look_canonical(game, at, memo),
            Seen::Open => Err(loops(at).into()),
        }
    }

    /// The same for a new position, by way of the one that stands for it.
    fn look_canonical<G: Game<Position = P>>(
        &self,
        game: &G,
        at: &P,
        memo: &mut Memo<P>,
    ) -> Result<Look<P>, Stop> {
        let Some(stand) = game.canonical(at) else {
            return Ok(Look::Open { at: at.clone(), alias: None });
        };
        let bytes = if memo.is_full() { memo.bytes_grown() } else { memo.bytes() };
        if let Err(limit) = self.watch.go_on_with(self.held + bytes) {
            memo.abandon(game, std::iter::once(at));
            return Err(limit.into());
        }
        match memo.open(game, &stand) {
            Seen::Value(value) => {
                memo.close(game, at, value);
                Ok(Look::Value(u64::from(value)))
            }
            Seen::New => Ok(Look::Open { at: stand, alias: Some(at.clone()) }),
            Seen::Open => {
                memo.abandon(game, std::iter::once(at));
                Err(loops(at).into())
            }
        }
    }
}

/// What is known of a position.
enum Look<P> {
    Value(u64),
    /// Nothing: `at` is to be worked out, and `alias` has the same value.
    Open {
        at: P,
        alias: Option<P>,
    },
}

/// The fault of a position that can be reached from itself.
pub(super) fn loops<P: Debug>(at: &P) -> Fault {
    Fault::new(format!("position {at:?} can be reached from itself, in a game that is declared to be finite"))
}

/// A reusable set for taking the mex: a stamp a value, so that clearing is free.
#[derive(Default)]
struct Mex {
    stamps: Vec<u32>,
    now: u32,
}

impl Mex {
    /// The mex of the sums' values, given the values of all their parts in order.
    fn of_sums<P>(&mut self, sums: &Sums<P>, values: &[u64]) -> u64 {
        // The mex is at most the number of options: larger values cannot matter.
        if self.stamps.len() < sums.len() + 1 {
            self.stamps.resize(sums.len() + 1, 0);
        }
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
        let mut rest = values;
        for sum in sums.iter() {
            let (own, next) = rest.split_at(sum.len());
            rest = next;
            let value = own.iter().fold(0, |a, b| a ^ b);
            if let Some(stamp) = usize::try_from(value).ok().and_then(|v| self.stamps.get_mut(v)) {
                *stamp = self.now;
            }
        }
        self.stamps.iter().position(|&stamp| stamp != self.now).unwrap_or(sums.len()) as u64
    }
}

#[cfg(test)]
mod tests {
    use grundy_rules::Nodes;

    use super::*;

    /// Take from a heap by octal code, one part a heap.
    struct Octal(&'static [u8]);

    impl Game for Octal {
        type Position = u32;
        fn options(&self, &n: &u32, out: &mut Sums<u32>) -> Result<(), Fault> {
            for (taken, &digit) in (1u32..).zip(self.0).take_while(|&(taken, _)| taken <= n) {
                let left = n - taken;
                if digit & 1 != 0 && left == 0 {
                    out.push([]);
                }
                if digit & 2 != 0 && left > 0 {
                    out.push([left]);
                }
                if digit & 4 != 0 {
                    (1..=left / 2).for_each(|a| out.push([a, left - a]));
                }
            }
            Ok(())
        }
    }

    #[test]
    fn kayles_to_twenty() {
        // OEIS A002186.
        let expected = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1];
        let (game, budget) = (Octal(&[7, 7]), Budget::default());
        let mut memo = Memo::new(&game, &budget);
        for (n, value) in (0..).zip(expected) {
            assert_eq!(nimber(&game, &n, &mut memo, &budget), Ok(Nimber(value)), "heap {n}");
        }
    }

    #[test]
    fn a_long_game_needs_no_deep_stack() {
        let (game, budget) = (Octal(&[3]), Budget::default());
        let mut memo = Memo::new(&game, &budget);
        assert_eq!(nimber(&game, &200_001, &mut memo, &budget), Ok(Nimber(1)));
    }

    #[test]
    fn a_spent_budget_stops_and_leaves_the_memo_sound() {
        let game = Octal(&[7, 7]);
        let small = Budget::default().with_nodes(Nodes(600));
        let mut memo = Memo::new(&game, &small);
        assert!(matches!(nimber(&game, &3000, &mut memo, &small), Err(Stop::Limit(_))));
        let budget = Budget::default();
        let straight = nimber(&game, &3000, &mut Memo::new(&game, &budget), &budget);
        assert_eq!(nimber(&game, &3000, &mut memo, &budget), straight);
    }

    struct Endless;

    impl Game for Endless {
        type Position = u8;
        fn options(&self, &at: &u8, out: &mut Sums<u8>) -> Result<(), Fault> {
            out.push([at ^ 1]);
            Ok(())
        }
    }

    #[test]
    fn a_loop_in_a_finite_game_is_a_fault() {
        let budget = Budget::default();
        let mut memo = Memo::new(&Endless, &budget);
        assert!(matches!(nimber(&Endless, &0, &mut memo, &budget), Err(Stop::Fault(_))));
    }
}
