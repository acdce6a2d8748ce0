//! Sums of heaps: each heap valued by a proved period, or by finding values up to it.

use grundy_rules::{Effect, Fault, Game, Heap, HeapSystem, LoopyValue, Nimber, Outcome, Ruleset, Why};
use grundy_solvers::heaps::analysis::{Closed, Status, analyse};
use grundy_solvers::heaps::engine::Engine;
use grundy_solvers::heaps::winning::{Leaving, leaving};

use crate::error::Error;
use crate::term::{Ask, FEW, ListedMove, Method, Reaching, Valued, Verdict};

/// Heaps up to this size are searched for winning moves option by option.
const LISTABLE: u64 = 1 << 14;

/// A valued sum of heaps.
pub(crate) struct HeapSum<'t, R: Ruleset> {
    ruleset: &'t R,
    board: &'t R::Board,
    system: &'t HeapSystem,
    parts: Vec<Heap>,
    engine: Engine,
    /// For each kind the closed form, where its period is proved.
    forms: Vec<Option<Closed>>,
    notes: Vec<String>,
    verdict: Verdict,
}

impl<'t, R: Ruleset> HeapSum<'t, R> {
    /// Values the heaps of a board, or says that its game is no heap system.
    pub(crate) fn new(ruleset: &'t R, board: &'t R::Board, ask: &Ask) -> Result<Option<Self>, Error> {
        let game = ruleset.game();
        let Some(system) = game.heap_system() else { return Ok(None) };
        if ask.method == Method::General {
            return Ok(None);
        }
        let parts: Vec<Heap> = ruleset.parts(board).iter().map(|part| game.heap(part)).collect();
        let last = parts.iter().map(|heap| heap.size).max().unwrap_or(0);
        let mut engine = Engine::new(system.clone());
        let (reports, limit) = analyse(&mut engine, last, true, &ask.budget, &mut |_| ());
        let forms: Vec<Option<Closed>> = reports.iter().map(|report| Closed::of(&engine, report)).collect();
        let mut notes = Vec::new();
        for report in &reports {
            if let (Status::Proved(theorem), Some(r)) = (&report.status, report.repetition) {
                let kind = match system.kinds[report.kind].name.as_str() {
                    "" => String::new(),
                    name => format!(" of `{name}`"),
                };
                let saltus = if r.saltus > 0 { format!(" and saltus {}", r.saltus) } else { String::new() };
                notes.push(format!(
                    "from heap {} on the nimbers{kind} repeat with period {}{saltus} (proved: {theorem})",
                    r.preperiod, r.period
                ));
            }
        }
        let proved = forms.iter().all(Option::is_some);
        let mut verdict =
            Verdict { method: if proved { "proved period" } else { "heap values" }, ..Verdict::default() };
        let mut this =
            Self { ruleset, board, system, parts, engine, forms, notes, verdict: Verdict::default() };
        verdict.nimber = this.parts.iter().map(|&heap| this.nimber(heap)).sum();
        verdict.outcome = verdict.nimber.map(Nimber::outcome);
        if verdict.nimber.is_none() {
            verdict.limit = limit;
            if ask.method == Method::Formula {
                return Err(Error::Method("no period is proved for these heaps; use --method auto".into()));
            }
        }
        this.verdict = verdict;
        Ok(Some(this))
    }

    fn nimber(&self, heap: Heap) -> Option<Nimber> {
        let found = self.engine.value(heap.kind, heap.size);
        found.or_else(|| self.forms[heap.kind].as_ref().map(|form| form.value(heap.size))).map(Nimber)
    }

    /// Calls `each` with every move and the nimber it leaves the sum, until it says false; stops
    /// at a heap whose value is not known and then says no.
    fn each_left(&self, each: &mut dyn FnMut(R::Move, Nimber) -> bool) -> bool {
        let Some(total) = self.verdict.nimber else { return false };
        let game = self.ruleset.game();
        let mut all = true;
        self.ruleset.effects(self.board, &mut |mv, effect| {
            let (own, becomes) = match &effect {
                Effect::Part { part, becomes } => (self.nimber(self.parts[*part]), becomes),
                Effect::Whole(parts) => (Some(total), parts),
            };
            let after: Option<Nimber> = becomes.iter().map(|part| self.nimber(game.heap(part))).sum();
            let Some((own, after)) = own.zip(after) else {
                all = false;
                return false;
            };
            each(mv, total ^ own ^ after)
        });
        all
    }

    fn listed(&self, mv: &R::Move, left: Nimber) -> ListedMove {
        ListedMove {
            text: self.ruleset.write_move(self.board, mv),
            place: self.ruleset.place(self.board, mv),
            leaves: Some(left),
            value: Some(LoopyValue::Finite(left)),
            outcome: left.outcome().reversed(),
            remoteness: None,
        }
    }

    /// The moves on heap `i` that give it the value `target`, found by classes.
    fn by_classes(&self, i: usize, target: Nimber, most: usize) -> Option<Vec<Leaving>> {
        let forms: Option<Vec<Closed>> = self.forms.iter().cloned().collect();
        leaving(self.system, &forms?, self.parts[i], target.0, most)
    }
}

impl<R: Ruleset> Valued for HeapSum<'_, R> {
    fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn moves_to(&self, goal: Nimber, most: usize) -> Result<Reaching, Fault> {
        let mut reaching = Reaching::default();
        let Some(total) = self.verdict.nimber else { return Ok(reaching) };
        let small = self.parts.iter().all(|heap| heap.size <= LISTABLE);
        let mut count = Some(0u128);
        if !small {
            for (i, &heap) in self.parts.iter().enumerate() {
                let own = self.nimber(heap).unwrap_or(Nimber::ZERO);
                let room = most.saturating_sub(reaching.list.len());
                let Some(found) = self.by_classes(i, goal ^ total ^ own, room) else {
                    count = None;
                    continue;
                };
                for leaving in found {
                    count = count.map(|count| count + leaving.count);
                    if leaving.count > 8 {
                        reaching.spans.push(format!(
                            "heap {}: {} ({} moves)",
                            i + 1,
                            leaving.text,
                            leaving.count
                        ));
                    }
                    for left in &leaving.left {
                        if reaching.list.len() < most
                            && let Some(mv) = self.ruleset.heap_move(self.board, i, left)
                        {
                            reaching.list.push(self.listed(&mv, goal));
                        }
                    }
                }
            }
            if count.is_some() || self.parts.iter().any(|heap| heap.size > 1 << 20) {
                reaching.count = count;
                return Ok(reaching);
            }
            reaching = Reaching::default();
        }
        let mut count = 0;
        let all = self.each_left(&mut |mv, left| {
            if left == goal {
                count += 1;
                if reaching.list.len() < most {
                    reaching.list.push(self.listed(&mv, left));
                }
            }
            true
        });
        reaching.count = all.then_some(count);
        Ok(reaching)
    }

    fn moves_where(&self, wanted: &dyn Fn(&LoopyValue) -> bool, most: usize) -> Result<Reaching, Fault> {
        let mut reaching = Reaching::default();
        if self.parts.iter().any(|heap| heap.size > LISTABLE) {
            return Ok(reaching);
        }
        reaching.count = Some(0);
        let all = self.each_left(&mut |mv, left| {
            if wanted(&LoopyValue::Finite(left)) {
                reaching.add(self.listed(&mv, left), most);
            }
            true
        });
        reaching.count = reaching.count.filter(|_| all);
        Ok(reaching)
    }

    fn moves_with(&self, outcome: Outcome, most: usize) -> Result<Reaching, Fault> {
        match outcome {
            Outcome::Win => self.moves_to(Nimber::ZERO, most),
            _ => Ok(Reaching { count: Some(0), ..Reaching::default() }),
        }
    }

    fn each_move(&self, each: &mut dyn FnMut(ListedMove) -> bool) -> Result<(), Fault> {
        self.each_left(&mut |mv, left| each(self.listed(&mv, left)));
        Ok(())
    }

    fn leaves(&self) -> Option<Vec<Nimber>> {
        let [Heap { size, .. }] = self.parts[..] else { return None };
        let mut left = Vec::new();
        let all = size <= FEW as u64
            && self.each_left(&mut |_, nimber| {
                left.push(nimber);
                left.len() <= FEW
            });
        (all && left.len() <= FEW).then_some(left)
    }

    fn why(&self) -> Why {
        let game = self.ruleset.game();
        let mut why = self.ruleset.why(self.board, &|part| self.nimber(game.heap(part)));
        why.notes.extend(self.notes.iter().cloned());
        why
    }
}
