//! Many boards of one game, named by their sizes, with one table for all.
//!
//! Main function: [`values`]. What one board needs is there for the next, so a sequence of heaps
//! or a table of boards costs little more than its largest board.

use grundy_rules::{Game, Limit, LoopyValue, Nimber, Ruleset, Stop};

use crate::error::Error;
use crate::game_graph::GameGraph;
use crate::nimbers::Aided;
use crate::store::Store;
use crate::term::{Ask, Method, Verdict};

/// Takes the verdict of each board, in order.
type Each<'e> = &'e mut dyn FnMut(usize, Verdict) -> Result<(), Error>;

/// Tells `each` what the boards are worth, in order. From the board on at which a limit was hit,
/// verdicts hold the limit and nothing else.
pub(crate) fn values<R: Ruleset>(
    ruleset: &R,
    boards: &[R::Board],
    ask: &Ask,
    each: Each<'_>,
) -> Result<(), Error> {
    if ruleset.game().may_draw() {
        outcomes(ruleset, boards, ask, each)
    } else {
        nimbers(ruleset, boards, ask, each)
    }
}

fn nimbers<R: Ruleset>(ruleset: &R, boards: &[R::Board], ask: &Ask, each: Each<'_>) -> Result<(), Error> {
    let theorems = !matches!(ask.method, Method::General | Method::Kernel);
    let mut game = Aided { game: ruleset.game(), theorems, kernel: None };
    let mut limit = None;
    let mut method = "";
    if matches!(ask.method, Method::Auto | Method::Kernel) {
        let parts: Vec<_> = boards.iter().flat_map(|board| ruleset.parts(board)).collect();
        match game.game.kernel(&parts, &ask.budget) {
            Some(Ok(kernel)) => {
                limit = ask.budget.spend(kernel.nodes()).err();
                game.kernel = Some(kernel);
                method = "kernel";
            }
            Some(Err(Stop::Limit(spent))) => limit = Some(spent),
            Some(Err(Stop::Fault(fault))) => return Err(fault.into()),
            None => {}
        }
    }
    let store = Store::new(&game, ask.method, &ask.budget);
    if method.is_empty() {
        method = store.method();
    }
    for (i, board) in boards.iter().enumerate() {
        if limit.is_none() {
            let parts = ruleset.parts(board);
            let mut values = parts.iter().map(|part| store.nimber(&game, part, &ask.budget));
            // A board whose options are all known costs no search: it counts as one position.
            let spent = ask.budget.spend(1).map_err(Stop::from);
            match spent.and_then(|()| values.by_ref().sum::<Result<Nimber, Stop>>()) {
                Ok(value) => {
                    let (nimber, outcome) = (Some(value), Some(value.outcome()));
                    each(i, Verdict { nimber, outcome, method, ..Verdict::default() })?;
                    continue;
                }
                Err(Stop::Limit(spent)) => limit = Some(spent),
                Err(Stop::Fault(fault)) => return Err(fault.into()),
            }
        }
        each(i, unknown(limit))?;
    }
    Ok(())
}

fn outcomes<R: Ruleset>(ruleset: &R, boards: &[R::Board], ask: &Ask, each: Each<'_>) -> Result<(), Error> {
    let starts: Vec<_> = boards.iter().map(|board| ruleset.parts(board)).collect();
    let graph = match GameGraph::new(ruleset.game(), &starts, false, &ask.budget) {
        Ok(graph) => graph,
        Err(Stop::Limit(limit)) => return (0..boards.len()).try_for_each(|i| each(i, unknown(Some(limit)))),
        Err(Stop::Fault(fault)) => return Err(fault.into()),
    };
    for (i, parts) in starts.iter().enumerate() {
        let (outcome, remoteness) = graph.outcome(parts)?;
        let value = graph.value(parts);
        let nimber = match value {
            Some(LoopyValue::Finite(nimber)) => Some(nimber),
            _ => None,
        };
        let (outcome, method) = (Some(outcome), graph.method());
        each(i, Verdict { nimber, value, outcome, remoteness, method, ..Verdict::default() })?;
    }
    Ok(())
}

fn unknown(limit: Option<Limit>) -> Verdict {
    Verdict { limit, ..Verdict::default() }
}
