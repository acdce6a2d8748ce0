//! One position under way in the search of `window.rs`: which values its options are known to
//! have, and what to ask next.
//!
//! The main type is [`Frame`]; [`Frame::advance`] says the next [`Step`]. Invariants: `seen` holds
//! only values of options, so the position has none of them; a [`Choice`] is an option with a part
//! whose nimber is not known yet, smallest part first.

use std::hash::Hash;

use grundy_rules::{Game, Known};

use super::busy::Busy;
use super::near::Facts;
use super::table::hash_of;
use super::window::{Halt, Plan, StandIns};

/// What came out for one position.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    Exact(u64),
    /// The nimber is none of these bits, the wanted ones among them.
    Not(u64),
}

/// One option that is not resolved yet.
#[derive(Clone, Copy)]
pub(super) struct Choice {
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

/// How this pass over the choices deals with those that other threads are at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    /// It puts them off; there was none so far.
    Avoided,
    /// Some were put off.
    PutOff,
    /// They can no longer be put off.
    Met,
}

/// A position under way.
pub(super) struct Frame<P> {
    pub(super) at: P,
    wanted: u64,
    /// What the nimber is known not to be.
    pub(super) ruled: u64,
    /// Values that some option is known to have.
    pub(super) seen: u64,
    parts: Vec<P>,
    /// Bytes that the parts keep beside their own size.
    beside: u64,
    choices: Vec<Choice>,
    cursor: usize,
    /// Whether options are asked a second time, for all that matters.
    again: bool,
    others: Others,
    /// Whether other threads are told that one is at this position.
    pub(super) marked: bool,
    /// Nodes of the whole search when this one began.
    pub(super) began: u64,
}

pub(super) enum Step<P> {
    Done(Answer),
    Ask { at: P, wanted: u64, ruled: u64 },
}

impl<P: Clone + Eq + Hash + Ord> Frame<P> {
    /// Bytes of the position and its options.
    pub(super) fn bytes(&self) -> u64 {
        let parts = self.parts.len() * size_of::<P>();
        self.beside + (size_of::<Self>() + parts + self.choices.len() * size_of::<Choice>()) as u64
    }

    pub(super) fn new(at: P) -> Self {
        Self {
            at,
            wanted: 0,
            ruled: 0,
            seen: 0,
            parts: Vec::new(),
            beside: 0,
            choices: Vec::new(),
            cursor: 0,
            again: false,
            others: Others::Avoided,
            marked: false,
            began: 0,
        }
    }

    pub(super) fn reset(&mut self, at: P, wanted: u64, ruled: u64, began: u64) {
        self.parts.clear();
        self.choices.clear();
        let (parts, choices) = (std::mem::take(&mut self.parts), std::mem::take(&mut self.choices));
        *self = Self { wanted, ruled, parts, choices, began, ..Self::new(at) };
    }

    /// Takes in an option: what is known of it at once, the rest as a choice.
    pub(super) fn option<G: Game<Position = P>>(
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
                self.beside -= game.bytes_beside(&self.parts.swap_remove(from + twin));
                cancelled = true;
                continue;
            }
            excluded = fact.excluded() | u64::from(known == Known::NotZero);
            self.beside += game.bytes_beside(&stand);
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
                let to = self.parts.len() as u32;
                self.choices.push(Choice { xor, from: from as u32, to, excluded, rank: 0, done: false });
            }
        }
        Ok(())
    }

    /// Puts the choices in order, easy ones first; among equals the game's order stays.
    pub(super) fn sort<G: Game<Position = P>>(&mut self, game: &G) {
        let square = |part: &P| game.size(part).saturating_mul(game.size(part));
        for choice in &mut self.choices {
            let parts = &self.parts[choice.from as usize..choice.to as usize];
            choice.rank = parts.iter().map(square).fold(0, u64::saturating_add);
        }
        self.choices.sort_by_key(|choice| choice.rank);
    }

    /// Whether no wanted value can be the nimber any more.
    pub(super) fn is_settled(&self) -> bool {
        self.wanted & !self.seen & !self.ruled == 0
    }

    /// Goes on until an answer or a question comes out.
    pub(super) fn advance(
        &mut self,
        facts: &mut Facts<'_, P>,
        plan: Plan,
        busy: Option<(&Busy, u64)>,
    ) -> Result<Step<P>, Halt> {
        loop {
            // All values below the nimber are values of options.
            self.seen |= below((self.seen | self.ruled).trailing_ones());
            let need = self.wanted & !self.seen & !self.ruled;
            if need == 0 {
                return Ok(Step::Done(Answer::Not(self.seen | self.ruled)));
            }
            let matters = below(need.ilog2() + 1) & !self.seen;
            let Some(choice) = self.choices.get_mut(self.cursor) else {
                if self.others == Others::PutOff {
                    (self.cursor, self.others) = (0, Others::Met);
                    continue;
                }
                if plan == Plan::Tracking && !self.again {
                    (self.cursor, self.others, self.again) = (0, Others::Avoided, true);
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
                && self.others != Others::Met
                && busy.elsewhere(hash_of(part), thread)
            {
                self.others = Others::PutOff;
                self.cursor += 1;
                continue;
            }
            return Ok(Step::Ask { at: part.clone(), wanted: ask, ruled: choice.excluded });
        }
    }

    /// Hears of the part that was asked.
    pub(super) fn hear(&mut self, answer: Answer) {
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

/// The bits below `n`.
#[inline]
fn below(n: u32) -> u64 {
    1u64.checked_shl(n).map_or(u64::MAX, |bit| bit - 1)
}

/// The lowest bit of a set.
#[inline]
pub(super) fn lowest(set: u64) -> u64 {
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
