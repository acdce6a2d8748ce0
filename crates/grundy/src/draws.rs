//! Terms that can be drawn: outcomes with remoteness.

use grundy_rules::{Effect, Fault, Game, Known, Nimber, Outcome, Remoteness, Ruleset, Why};

use crate::error::Error;
use crate::term::{Ask, ListedMove, Reaching, Valued, Verdict};

/// A valued term of a game that can be drawn.
pub(crate) struct Outcomes<'t, R: Ruleset> {
    ruleset: &'t R,
    board: &'t R::Board,
    verdict: Verdict,
}

impl<'t, R: Ruleset> Outcomes<'t, R> {
    /// Finds the outcome of a board.
    pub(crate) fn new(ruleset: &'t R, board: &'t R::Board, _ask: &Ask) -> Result<Self, Error> {
        let mut this =
            Self { ruleset, board, verdict: Verdict { method: "closed form", ..Verdict::default() } };
        let (outcome, remoteness) = this.outcome(&ruleset.parts(board))?;
        this.verdict.outcome = Some(outcome);
        this.verdict.remoteness = remoteness;
        Ok(this)
    }

    fn outcome(&self, parts: &[<R::Game as Game>::Position]) -> Result<(Outcome, Option<Remoteness>), Fault> {
        let [part] = parts else { return Err(Fault::new("a game that can be drawn has one part")) };
        match self.ruleset.game().known(part) {
            Known::Outcome(outcome, remoteness) => Ok((outcome, remoteness)),
            _ => Err(Fault::new("no theorem for this position")),
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
            match self.outcome(&parts) {
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
