//! Terms that can be drawn: outcomes with remoteness, and loopy values.
//!
//! One part alone has an outcome and a remoteness by retrograde analysis. Several parts, and
//! terms of a sum, are added by their loopy values (Smith 1966; Fraenkel); then remoteness is
//! no function of the parts, and there is none.

use grundy_rules::{Effect, Fault, Game, Known, LoopyValue, Nimber, Outcome, Remoteness, Ruleset, Stop, Why};
use grundy_solvers::retrograde::{self, Explored, Nimbers, explore};

use crate::error::Error;
use crate::term::{Ask, ListedMove, Method, Reaching, Valued, Verdict};

type Position<R> = <<R as Ruleset>::Game as Game>::Position;

/// A valued term of a game that can be drawn.
pub(crate) struct Outcomes<'t, R: Ruleset> {
    ruleset: &'t R,
    board: &'t R::Board,
    parts: Vec<Position<R>>,
    /// The game graph, unless theorems tell the outcomes.
    explored: Option<Explored<Position<R>>>,
    /// Loopy values of the graph's nodes, where they have any.
    nimbers: Option<Nimbers>,
    verdict: Verdict,
}

impl<'t, R: Ruleset> Outcomes<'t, R> {
    /// Finds the outcome of a board; `alone` where it is the whole question.
    pub(crate) fn new(ruleset: &'t R, board: &'t R::Board, ask: &Ask, alone: bool) -> Result<Self, Error> {
        let parts = ruleset.parts(board);
        let single = alone && parts.len() == 1;
        let by_theorem = single
            && ask.method != Method::General
            && ask.method != Method::Kernel
            && matches!(ruleset.game().known(&parts[0]), Known::Outcome(..));
        let verdict = Verdict::default();
        let mut this = Self { ruleset, board, parts, explored: None, nimbers: None, verdict };
        if by_theorem {
            this.verdict.method = "closed form";
        } else if matches!(ask.method, Method::Auto | Method::General) {
            this.verdict.method = if single { "retrograde analysis" } else { "loopy nimbers" };
            match this.explore(ask, single) {
                Ok(()) => {}
                Err(Stop::Limit(limit)) => {
                    this.verdict.limit = Some(limit);
                    return Ok(this);
                }
                Err(Stop::Fault(fault)) => return Err(fault.into()),
            }
        } else {
            return Err(Error::Method(format!(
                "--method {} cannot answer this; use --method auto",
                ask.method
            )));
        }
        this.verdict.value = this.value(&this.parts);
        this.verdict.nimber = match this.verdict.value {
            Some(LoopyValue::Finite(nimber)) => Some(nimber),
            _ => None,
        };
        let (outcome, remoteness) = this.outcome(&this.parts)?;
        this.verdict.outcome = Some(outcome);
        this.verdict.remoteness = remoteness.filter(|_| alone);
        Ok(this)
    }

    /// Explores the game from all parts. An end that is a win for the stuck player has no
    /// loopy value: it may stand alone, and is refused in a sum.
    fn explore(&mut self, ask: &Ask, single: bool) -> Result<(), Stop> {
        let explored = explore(self.ruleset.game(), &self.parts, &ask.budget)?;
        match retrograde::nimbers(explored.graph(), &ask.budget) {
            Ok(nimbers) => self.nimbers = Some(nimbers),
            Err(Stop::Fault(_)) if single => {}
            Err(Stop::Fault(_)) => {
                let message = "a part of the sum can end as a win for the player who is stuck, so it has no value \
                               to add; ask about it alone";
                return Err(Fault::new(message).into());
            }
            Err(stop) => return Err(stop),
        }
        self.explored = Some(explored);
        Ok(())
    }

    /// The loopy value of a sum of positions that the exploration met.
    fn value(&self, parts: &[Position<R>]) -> Option<LoopyValue> {
        let explored = self.explored.as_ref()?;
        let nimbers = self.nimbers.as_ref()?;
        let mut total = LoopyValue::Finite(Nimber::ZERO);
        for part in parts {
            total = retrograde::add(&total, &nimbers.value(explored.graph(), explored.node(part)?));
        }
        Some(total)
    }

    /// Who wins a sum of positions, and in how many plies where it is a single one.
    fn outcome(&self, parts: &[Position<R>]) -> Result<(Outcome, Option<Remoteness>), Fault> {
        let outside = || Fault::new("a move leads outside the game");
        match (parts, &self.explored) {
            ([part], Some(explored)) => {
                Ok((explored.outcome(part).ok_or_else(outside)?, explored.remoteness(part)))
            }
            ([part], None) => match self.ruleset.game().known(part) {
                Known::Outcome(outcome, remoteness) => Ok((outcome, remoteness)),
                _ => Err(Fault::new("a theorem tells some outcomes and not others")),
            },
            // A move to nothing at all has ended the game.
            ([], _) => Ok((Outcome::Loss, Some(Remoteness(0)))),
            _ => Ok((retrograde::outcome(&self.value(parts).ok_or_else(outside)?), None)),
        }
    }
}

impl<R: Ruleset> Valued for Outcomes<'_, R> {
    fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn moves_to(&self, goal: Nimber, most: usize) -> Result<Reaching, Fault> {
        self.moves_where(&|value| *value == LoopyValue::Finite(goal), most)
    }

    fn moves_where(&self, wanted: &dyn Fn(&LoopyValue) -> bool, most: usize) -> Result<Reaching, Fault> {
        let mut reaching = Reaching { count: Some(0), ..Reaching::default() };
        self.each_move(&mut |mv| {
            if mv.value.as_ref().is_some_and(wanted) {
                reaching.add(mv, most);
            }
            true
        })?;
        Ok(reaching)
    }

    fn moves_with(&self, outcome: Outcome, most: usize) -> Result<Reaching, Fault> {
        let mut reaching = Reaching { count: Some(0), ..Reaching::default() };
        self.each_move(&mut |mv| {
            if mv.outcome == outcome {
                reaching.add(mv, most);
            }
            true
        })?;
        Ok(reaching)
    }

    fn each_move(&self, each: &mut dyn FnMut(ListedMove) -> bool) -> Result<(), Fault> {
        let mut end = Ok(());
        self.ruleset.effects(self.board, &mut |mv, effect| {
            let parts = match effect {
                Effect::Whole(parts) => parts,
                Effect::Part { part, becomes } => {
                    let (before, after) = (&self.parts[..part], &self.parts[part + 1..]);
                    before.iter().cloned().chain(becomes).chain(after.iter().cloned()).collect()
                }
            };
            match self.outcome(&parts) {
                Ok((outcome, remoteness)) => {
                    let value = self.value(&parts);
                    each(ListedMove {
                        text: self.ruleset.write_move(self.board, &mv),
                        place: self.ruleset.place(self.board, &mv),
                        leaves: match value {
                            Some(LoopyValue::Finite(nimber)) => Some(nimber),
                            _ => None,
                        },
                        value,
                        outcome: outcome.reversed(),
                        remoteness,
                    })
                }
                Err(fault) => {
                    end = Err(fault);
                    false
                }
            }
        });
        end
    }

    fn why(&self) -> Why {
        let value = |part: &Position<R>| self.value(std::slice::from_ref(part));
        let mut why = self.ruleset.why(self.board, &|part| match value(part) {
            Some(LoopyValue::Finite(nimber)) => Some(nimber),
            _ => None,
        });
        if why.parts.len() == self.parts.len() {
            for (shown, part) in why.parts.iter_mut().zip(&self.parts) {
                if let Some(value @ LoopyValue::Infinite(_)) = value(part) {
                    shown.label += &format!(": value {value}");
                }
            }
        }
        why
    }
}
