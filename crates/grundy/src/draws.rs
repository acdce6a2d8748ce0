//! Terms that can be drawn: outcomes with remoteness, and loopy values.
//!
//! One part alone has an outcome and a remoteness by retrograde analysis. Several parts, and
//! terms of a sum, are added by their loopy values (Smith 1966; Fraenkel); then remoteness is
//! no function of the parts, and there is none. A game that splits is searched as a whole, and
//! keeps its remoteness.

use grundy_rules::{
    Effect, End, Fault, Game, Known, LoopyValue, Nimber, Outcome, ParseError, Remoteness, Ruleset, Stop,
    Sums, Text, Why,
};

use crate::error::Error;
use crate::game_graph::GameGraph;
use crate::term::{Ask, ListedMove, Method, Reaching, Valued, Verdict};

type Position<R> = <<R as Ruleset>::Game as Game>::Position;

/// Whether a part of a sum is stuck where that is a draw, which draws the sum at once.
pub(crate) fn is_drawn<G: Game>(game: &G, parts: &[G::Position]) -> bool {
    let stuck = |part| {
        let mut options = Sums::new();
        game.options(part, &mut options).is_ok() && options.is_empty()
    };
    game.may_draw() && parts.iter().any(|part| game.end(part) == End::Draw && stuck(part))
}

/// Why a move in a drawn sum is refused.
pub(crate) fn no_more_moves(mv: &Text) -> ParseError {
    mv.error_here("no more moves, since a part has ended as a draw and so the game", mv.as_str())
}

/// A valued term of a game that can be drawn.
pub(crate) struct Outcomes<'t, R: Ruleset> {
    ruleset: &'t R,
    board: &'t R::Board,
    parts: Vec<Position<R>>,
    /// The game graph, unless theorems tell the outcomes.
    graph: Option<GameGraph<'t, R::Game>>,
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
        let mut this = Self { ruleset, board, parts, graph: None, verdict: Verdict::default() };
        if by_theorem {
            this.verdict.method = "closed form";
        } else if matches!(ask.method, Method::Auto | Method::General) {
            this.verdict.method = if single { "retrograde analysis" } else { "loopy nimbers" };
            match GameGraph::new(ruleset.game(), std::slice::from_ref(&this.parts), !alone, &ask.budget) {
                Ok(graph) => {
                    if single || graph.is_whole() {
                        this.verdict.method = graph.method();
                    }
                    this.verdict.limit = graph.limit;
                    this.graph = Some(graph);
                }
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

    /// The loopy value of a sum of positions that play can reach.
    fn value(&self, parts: &[Position<R>]) -> Option<LoopyValue> {
        self.graph.as_ref()?.value(parts)
    }

    /// Who wins a sum of positions, and in how many plies where that is known.
    fn outcome(&self, parts: &[Position<R>]) -> Result<(Outcome, Option<Remoteness>), Fault> {
        match (parts, &self.graph) {
            (_, Some(graph)) => graph.outcome(parts),
            ([], None) => Ok((Outcome::Loss, Some(Remoteness(0)))),
            ([part], None) => match self.ruleset.game().known(part) {
                Known::Outcome(outcome, remoteness) => Ok((outcome, remoteness)),
                _ => Err(Fault::new("a theorem tells some outcomes and not others")),
            },
            _ => Err(Fault::new("a theorem tells the outcome of a move that splits the board")),
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
        if is_drawn(self.ruleset.game(), &self.parts) {
            return end;
        }
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
