//! Many boards of one game, named by their sizes, with one table for all.
//!
//! Main function: [`values`]. What one board needs is there for the next, so a sequence of heaps
//! or a table of boards costs little more than its largest board.

use grundy_rules::{Game, Limit, LoopyValue, Nimber, Ruleset, Stop};
use grundy_solvers::nimber::{Memo, memo_mex};

use crate::error::Error;
use crate::game_graph::GameGraph;
use crate::nimbers::Aided;
use crate::term::{Ask, Method, Verdict};

/// What the boards are worth, in order. From the board on at which a limit was hit, verdicts hold
/// the limit and nothing else.
pub(crate) fn values<R: Ruleset>(ruleset: &R, boards: &[R::Board], ask: &Ask) -> Result<Vec<Verdict>, Error> {
    if ruleset.game().may_draw() { outcomes(ruleset, boards, ask) } else { nimbers(ruleset, boards, ask) }
}

fn nimbers<R: Ruleset>(ruleset: &R, boards: &[R::Board], ask: &Ask) -> Result<Vec<Verdict>, Error> {
    let theorems = matches!(ask.method, Method::Auto | Method::Formula);
    let game = Aided { game: ruleset.game(), theorems, kernel: None };
    let mut memo = Memo::new(&game, &ask.budget);
    let mut verdicts = Vec::with_capacity(boards.len());
    let mut limit = None;
    for board in boards {
        if limit.is_none() {
            let parts = ruleset.parts(board);
            let mut values = parts.iter().map(|part| memo_mex::nimber(&game, part, &mut memo, &ask.budget));
            // A board whose options are all known costs no search: it counts as one position.
            let spent = ask.budget.spend(1).map_err(Stop::from);
            match spent.and_then(|()| values.by_ref().sum::<Result<Nimber, Stop>>()) {
                Ok(value) => {
                    let (nimber, outcome) = (Some(value), Some(value.outcome()));
                    verdicts.push(Verdict { nimber, outcome, method: "memoised mex", ..Verdict::default() });
                    continue;
                }
                Err(Stop::Limit(spent)) => limit = Some(spent),
                Err(Stop::Fault(fault)) => return Err(fault.into()),
            }
        }
        verdicts.push(unknown(limit));
    }
    Ok(verdicts)
}

fn outcomes<R: Ruleset>(ruleset: &R, boards: &[R::Board], ask: &Ask) -> Result<Vec<Verdict>, Error> {
    let starts: Vec<_> = boards.iter().map(|board| ruleset.parts(board)).collect();
    let graph = match GameGraph::new(ruleset.game(), &starts, false, &ask.budget) {
        Ok(graph) => graph,
        Err(Stop::Limit(limit)) => return Ok(boards.iter().map(|_| unknown(Some(limit))).collect()),
        Err(Stop::Fault(fault)) => return Err(fault.into()),
    };
    let verdict = |parts: &Vec<_>| {
        let (outcome, remoteness) = graph.outcome(parts)?;
        let value = graph.value(parts);
        let nimber = match value {
            Some(LoopyValue::Finite(nimber)) => Some(nimber),
            _ => None,
        };
        let (outcome, method) = (Some(outcome), graph.method());
        Ok(Verdict { nimber, value, outcome, remoteness, method, ..Verdict::default() })
    };
    starts.iter().map(verdict).collect()
}

fn unknown(limit: Option<Limit>) -> Verdict {
    Verdict { limit, ..Verdict::default() }
}
