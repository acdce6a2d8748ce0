//! Terms that can be drawn: outcomes with remoteness.

use grundy_rules::{Effect, Fault, Game, Known, Nimber, Outcome, Remoteness, Ruleset, Stop, Why};
use grundy_solvers::retrograde::{Explored, explore};

use crate::error::Error;
use crate::term::{Ask, ListedMove, Method, Reaching, Valued, Verdict};

type Position<R> = <<R as Ruleset>::Game as Game>::Position;

/// A valued term of a game that can be drawn.
pub(crate) struct Outcomes<'t, R: Ruleset> {
    ruleset: &'t R,
    board: &'t R::Board,
    /// The game graph, unless theorems tell the outcomes.
    explored: Option<Explored<Position<R>>>,
    verdict: Verdict,
}

impl<'t, R: Ruleset> Outcomes<'t, R> {
    /// Finds the outcome of a board.
    pub(crate) fn new(ruleset: &'t R, board: &'t R::Board, ask: &Ask) -> Result<Self, Error> {
        let parts = ruleset.parts(board);
        let [part] = &parts[..] else {
            return Err(Fault::new("a game that can be drawn has one part").into());
        };
        let by_theorem = ask.method != Method::General
            && ask.method != Method::Kernel
            && matches!(ruleset.game().known(part), Known::Outcome(..));
        let mut this = Self { ruleset, board, explored: None, verdict: Verdict::default() };
        if by_theorem {
            this.verdict.method = "closed form";
        } else if matches!(ask.method, Method::Auto | Method::General) {
            this.verdict.method = "retrograde analysis";
            match explore(ruleset.game(), &parts, &ask.budget) {
                Ok(explored) => this.explored = Some(explored),
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
        let (outcome, remoteness) = this.outcome(part)?;
        this.verdict.outcome = Some(outcome);
        this.verdict.remoteness = remoteness;
        Ok(this)
    }

    fn outcome(&self, part: &Position<R>) -> Result<(Outcome, Option<Remoteness>), Fault> {
        if let Some(explored) = &self.explored {
            let outcome =
                explored.outcome(part).ok_or_else(|| Fault::new("a move leads outside the game"))?;
            return Ok((outcome, explored.remoteness(part)));
        }
        match self.ruleset.game().known(part) {
            Known::Outcome(outcome, remoteness) => Ok((outcome, remoteness)),
            _ => Err(Fault::new("a theorem tells some outcomes and not others")),
        }
    }
}

impl<R: Ruleset> Valued for Outcomes<'_, R> {
    fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn moves_to(&self, _goal: Nimber, _most: usize) -> Result<Reaching, Fault> {
        Err(Fault::new("a game that can be drawn has no nimber"))
    }

    fn moves_with(&self, outcome: Outcome, most: usize) -> Result<Reaching, Fault> {
        let mut reaching = Reaching::default();
        let mut count = 0;
        self.each_move(&mut |mv| {
            if mv.outcome == outcome {
                count += 1;
                if reaching.list.len() < most {
                    reaching.list.push(mv);
                }
            }
            true
        })?;
        reaching.count = Some(count);
        Ok(reaching)
    }

    fn each_move(&self, each: &mut dyn FnMut(ListedMove) -> bool) -> Result<(), Fault> {
        let mut end = Ok(());
        self.ruleset.effects(self.board, &mut |mv, effect| {
            let (Effect::Whole(parts) | Effect::Part { becomes: parts, .. }) = effect;
            let outcome = match &parts[..] {
                [part] => self.outcome(part),
                _ => Err(Fault::new("a game that can be drawn has one part")),
            };
            match outcome {
                Ok((outcome, remoteness)) => each(ListedMove {
                    text: self.ruleset.write_move(self.board, &mv),
                    place: self.ruleset.place(self.board, &mv),
                    leaves: None,
                    outcome: outcome.reversed(),
                    remoteness,
                }),
                Err(fault) => {
                    end = Err(fault);
                    false
                }
            }
        });
        end
    }

    fn why(&self) -> Why {
        self.ruleset.why(self.board, &|_| None)
    }
}
