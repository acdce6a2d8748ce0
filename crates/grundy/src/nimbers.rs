//! Terms that have a nimber: parts valued by theorem, kernel or search, moves by what they leave.

use grundy_rules::Search;
use grundy_rules::{
    BoxedKernel, Budget, Declaration, Effect, End, Fault, Game, Known, Limit, LoopyValue, MoveSpan, Nimber,
    Nodes, Outcome, Ruleset, Stop, Sums, Why,
};
use grundy_solvers::nimber::{TableStats, excluded};

use crate::error::Error;
use crate::store::Store;
use crate::term::{Ask, FEW, ListedMove, Method, Reaching, Valued, Verdict};

/// Boards with more moves than this are not gone through move by move.
const LISTABLE: u128 = 5_000_000;

/// Nodes spent on a nimber that is not needed, since the outcome is known by theorem, and most
/// moves of a board where that is tried at all.
const ASIDE: u64 = 1_000_000;
const ASIDE_MOVES: u128 = 1000;

/// The method of a value that a theorem gives.
const CLOSED_FORM: &str = "closed form";

/// Nodes spent on the values of options that the search did not need, to tell how a nimber comes
/// about.
const WHY: u64 = 1000;

type Position<R> = <<R as Ruleset>::Game as Game>::Position;

/// A valued term.
pub(crate) struct Nimbers<'t, R: Ruleset> {
    ruleset: &'t R,
    board: &'t R::Board,
    parts: Vec<Position<R>>,
    /// The nimber of each part, when all are known.
    values: Option<Vec<Nimber>>,
    aided: Aided<'t, R::Game>,
    store: Store<Position<R>>,
    budget: Budget,
    verdict: Verdict,
}

impl<'t, R: Ruleset> Nimbers<'t, R> {
    /// Values the parts of a board.
    pub(crate) fn new(
        declaration: &Declaration,
        ruleset: &'t R,
        board: &'t R::Board,
        ask: &Ask,
    ) -> Result<Self, Error> {
        let game = ruleset.game();
        let parts = ruleset.parts(board);
        let by_theorem = |part: &Position<R>| matches!(game.known(part), Known::Nimber(_));
        let formula = !matches!(ask.method, Method::General | Method::Kernel);
        let mut aided = Aided { game, theorems: formula, kernel: None };
        let settled = formula && parts.iter().all(by_theorem);
        let mut method = if settled { known_by(game, &parts) } else { "" };
        let mut verdict = Verdict::default();
        if !settled && matches!(ask.method, Method::Auto | Method::Kernel) {
            match game.kernel(&parts, &ask.budget) {
                Some(Ok(kernel)) => {
                    ask.budget.spend(kernel.nodes()).unwrap_or_else(|limit| verdict.limit = Some(limit));
                    aided.kernel = Some(kernel);
                    method = "kernel";
                }
                Some(Err(Stop::Limit(limit))) => verdict.limit = Some(limit),
                Some(Err(Stop::Fault(fault))) => return Err(fault.into()),
                None if ask.method == Method::Kernel => {
                    return Err(Error::Method("there is no kernel for this board; use --method auto".into()));
                }
                None => {}
            }
        }
        // Where search is the game's own way, it goes on to the nimber within the whole budget.
        let asides = game.search() == Search::Mex || ask.method == Method::Formula;
        let not_zero =
            formula && asides && !ask.nimber && parts.len() == 1 && game.known(&parts[0]) == Known::NotZero;
        if ask.method == Method::Formula && !settled && !not_zero {
            return Err(Error::Method("no theorem gives the value of this board; use --method auto".into()));
        }
        let aside = not_zero && ask.budget.nodes.0 > ASIDE;
        let nodes = if aside { Nodes(ASIDE) } else { ask.budget.nodes };
        let budget = ask.budget.clone().with_nodes(nodes);
        let moves = ruleset.move_count(board).unwrap_or(0);
        // All options of one position are in memory at once.
        let bytes = moves.saturating_mul(size_of::<Position<R>>() as u128);
        if !settled && !not_zero && bytes > u128::from(budget.bytes.0) {
            verdict.limit = Some(Limit::Bytes(budget.bytes));
        }
        let skip =
            verdict.limit.is_some() || not_zero && (ask.method == Method::Formula || moves > ASIDE_MOVES);
        let store = Store::new(&aided, ask.method, &budget);
        let key = take_table(declaration, ruleset, ask, &store)?;
        if method.is_empty() {
            method = store.method();
        }
        let mut this = Self { ruleset, board, parts, values: None, aided, store, budget, verdict };
        if !skip {
            match this.value_all(&this.parts) {
                Ok(values) => this.values = Some(values),
                Err(Stop::Limit(Limit::Nodes(_))) if aside => {}
                Err(Stop::Limit(limit)) => this.verdict.limit = Some(limit),
                Err(Stop::Fault(fault)) => return Err(fault.into()),
            }
        }
        this.verdict.nimber = this.values.as_ref().map(|values| values.iter().copied().sum());
        this.verdict.outcome = this.verdict.nimber.map(Nimber::outcome);
        if not_zero && this.verdict.outcome.is_none() {
            this.verdict.outcome = Some(Outcome::Win);
            method = CLOSED_FORM;
        }
        if let (Some(_), [part], Store::Table(table, _)) = (this.verdict.limit, &this.parts[..], &this.store)
        {
            this.verdict.excluded = excluded(&this.aided, part, table);
            if this.verdict.excluded.first() == Some(&Nimber::ZERO) {
                this.verdict.outcome = Some(Outcome::Win);
            }
        }
        this.verdict.method = method;
        if let (Some(shelf), Some(key), Store::Table(table, _)) = (&ask.table, &key, &this.store) {
            shelf.store(game, key, table);
        }
        Ok(this)
    }

    fn nimber(&self, part: &Position<R>) -> Result<Nimber, Stop> {
        self.store.nimber(&self.aided, part, &self.budget)
    }

    /// The nimber of a sum.
    fn sum(&self, parts: &[Position<R>], budget: &Budget) -> Result<Nimber, Stop> {
        parts.iter().map(|part| self.store.nimber(&self.aided, part, budget)).sum()
    }

    /// Whether a sum has the nimber `goal`.
    fn is(&self, parts: &[Position<R>], goal: Nimber) -> Result<bool, Stop> {
        self.store.has_nimber(&self.aided, parts, goal, &self.budget)
    }

    /// Goes through the moves that leave the term at `goal`, until `each` says false. A part that
    /// a limit keeps from being valued ends the list: `Ok(false)`.
    fn each_reaching(&self, goal: Nimber, each: &mut dyn FnMut(R::Move) -> bool) -> Result<bool, Fault> {
        let Some(values) = &self.values else { return Ok(false) };
        let total: Nimber = values.iter().copied().sum();
        let mut end = Ok(true);
        self.ruleset.effects(self.board, &mut |mv, effect| {
            let reaches = match &effect {
                Effect::Part { part, becomes } => self.is(becomes, goal ^ total ^ values[*part]),
                Effect::Whole(parts) => self.is(parts, goal),
            };
            match reaches {
                Ok(true) => each(mv),
                Ok(false) => true,
                Err(stop) => {
                    end = match stop {
                        Stop::Limit(_) => Ok(false),
                        Stop::Fault(fault) => Err(fault),
                    };
                    false
                }
            }
        });
        end
    }

    fn value_all(&self, parts: &[Position<R>]) -> Result<Vec<Nimber>, Stop> {
        parts.iter().map(|part| self.nimber(part)).collect()
    }

    /// Goes through the moves with the nimber each leaves the term, until `each` says false.
    /// A part that a limit keeps from being valued ends the list: `Ok(false)`.
    fn each_left(
        &self,
        budget: &Budget,
        each: &mut dyn FnMut(R::Move, Nimber) -> bool,
    ) -> Result<bool, Fault> {
        let Some(values) = &self.values else { return Ok(false) };
        let total: Nimber = values.iter().copied().sum();
        let mut end = Ok(true);
        self.ruleset.effects(self.board, &mut |mv, effect| {
            let left = match &effect {
                Effect::Part { part, becomes } => {
                    self.sum(becomes, budget).map(|after| after ^ total ^ values[*part])
                }
                Effect::Whole(parts) => self.sum(parts, budget),
            };
            match left {
                Ok(left) => each(mv, left),
                Err(stop) => {
                    end = match stop {
                        Stop::Limit(_) => Ok(false),
                        Stop::Fault(fault) => Err(fault),
                    };
                    false
                }
            }
        });
        end
    }

    fn listed(&self, mv: &R::Move, left: Nimber) -> ListedMove {
        ListedMove {
            text: self.ruleset.write_move(self.board, mv),
            place: self.ruleset.place(self.board, mv),
            leaves: Some(left),
            value: None,
            outcome: left.outcome().reversed(),
            remoteness: None,
        }
    }

    /// The moves to `goal` by theorem, if the ruleset has one.
    fn by_theorem(&self, goal: Nimber, most: usize) -> Option<Vec<MoveSpan<R::Move>>> {
        if !self.aided.theorems {
            return None;
        }
        let targets: Vec<Nimber> = match &self.values {
            Some(values) => {
                let total: Nimber = values.iter().copied().sum();
                values.iter().map(|&value| goal ^ total ^ value).collect()
            }
            None if self.parts.len() == 1 => vec![goal],
            None => return None,
        };
        self.ruleset.moves_to(self.board, &targets, most)
    }
}

impl<R: Ruleset> Valued for Nimbers<'_, R> {
    fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn moves_to(&self, goal: Nimber, most: usize) -> Result<Reaching, Fault> {
        if let Some(spans) = self.by_theorem(goal, most) {
            return Ok(Reaching {
                count: Some(spans.iter().map(|span| span.count).sum()),
                list: spans
                    .iter()
                    .flat_map(|span| &span.moves)
                    .take(most)
                    .map(|mv| self.listed(mv, goal))
                    .collect(),
                spans: spans.into_iter().map(|span| span.text).collect(),
            });
        }
        let mut reaching = Reaching::default();
        if self.ruleset.move_count(self.board).is_some_and(|count| count > LISTABLE) {
            return Ok(reaching);
        }
        let mut count = 0u128;
        let all = self.each_reaching(goal, &mut |mv| {
            count += 1;
            if reaching.list.len() < most {
                reaching.list.push(self.listed(&mv, goal));
            }
            true
        })?;
        reaching.count = all.then_some(count);
        Ok(reaching)
    }

    fn moves_where(&self, wanted: &dyn Fn(&LoopyValue) -> bool, most: usize) -> Result<Reaching, Fault> {
        let mut reaching = Reaching::default();
        if self.ruleset.move_count(self.board).is_some_and(|count| count > LISTABLE) {
            return Ok(reaching);
        }
        reaching.count = Some(0);
        let all = self.each_left(&self.budget, &mut |mv, left| {
            if wanted(&LoopyValue::Finite(left)) {
                reaching.add(self.listed(&mv, left), most);
            }
            true
        })?;
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
        self.each_left(&self.budget, &mut |mv, left| each(self.listed(&mv, left))).map(|_| ())
    }

    fn leaves(&self) -> Option<Vec<Nimber>> {
        if self.parts.len() != 1 || self.ruleset.move_count(self.board).is_some_and(|n| n > FEW as u128) {
            return None;
        }
        let mut left = Vec::new();
        let all = self.each_left(&self.budget.aside(Nodes(WHY)), &mut |_, nimber| {
            left.push(nimber);
            left.len() <= FEW
        });
        (all == Ok(true) && left.len() <= FEW).then_some(left)
    }

    fn table(&self) -> Option<TableStats> {
        self.store.stats().filter(|stats| stats.looked > 0)
    }

    fn why(&self) -> Why {
        let value = |part: &Position<R>| {
            self.values.as_ref()?;
            self.nimber(part).ok()
        };
        self.ruleset.why(self.board, &value)
    }
}

/// How the values of parts are known without search: the first way that is no closed form, if any is.
fn known_by<G: Game>(game: &G, parts: &[G::Position]) -> &'static str {
    let mut ways = parts.iter().map(|part| game.known_by(part));
    ways.find(|&way| way != CLOSED_FORM).unwrap_or(CLOSED_FORM)
}

/// Takes what the table file of the question knows; the key to give it back under.
fn take_table<R: Ruleset>(
    declaration: &Declaration,
    ruleset: &R,
    ask: &Ask,
    store: &Store<Position<R>>,
) -> Result<Option<String>, Error> {
    let Some(shelf) = &ask.table else { return Ok(None) };
    let Store::Table(table, _) = store else {
        return Err(Error::Method("a table file goes with --method tracking or requested".into()));
    };
    let Some(rest) = ruleset.table_key() else {
        return Err(Error::Method(format!("tables of {} are not kept in files", declaration.name)));
    };
    let key = format!("{} {rest}", declaration.name);
    shelf.load(ruleset.game(), &key, table).map_err(Error::Method)?;
    Ok(Some(key))
}

/// A game with the aids that a method allows: theorems and a kernel.
pub(crate) struct Aided<'g, G: Game> {
    pub(crate) game: &'g G,
    pub(crate) theorems: bool,
    pub(crate) kernel: Option<BoxedKernel<'g, G::Position>>,
}

impl<G: Game> Game for Aided<'_, G> {
    type Position = G::Position;

    fn options(&self, at: &G::Position, out: &mut Sums<G::Position>) -> Result<(), Fault> {
        self.game.options(at, out)
    }

    fn options_until(
        &self,
        at: &G::Position,
        out: &mut Sums<G::Position>,
        enough: &mut dyn FnMut(&[G::Position]) -> bool,
    ) -> Result<(), Fault> {
        self.game.options_until(at, out, enough)
    }

    #[inline]
    fn known(&self, at: &G::Position) -> Known {
        if let Some(value) = self.kernel.as_ref().and_then(|kernel| kernel.value(at)) {
            return Known::Nimber(value);
        }
        if self.theorems { self.game.known(at) } else { Known::Unknown }
    }

    fn known_by(&self, at: &G::Position) -> &'static str {
        self.game.known_by(at)
    }

    fn canonical(&self, at: &G::Position) -> Option<G::Position> {
        self.game.canonical(at)
    }

    fn search(&self) -> Search {
        self.game.search()
    }

    fn bytes_beside(&self, at: &G::Position) -> u64 {
        self.game.bytes_beside(at)
    }

    fn size(&self, at: &G::Position) -> u64 {
        self.game.size(at)
    }

    fn dense_len(&self) -> Option<u64> {
        // A kernel answers nearly all: a flat table would only take memory.
        if self.kernel.is_some() { None } else { self.game.dense_len() }
    }

    fn index(&self, at: &G::Position) -> u64 {
        self.game.index(at)
    }

    fn end(&self, at: &G::Position) -> End {
        self.game.end(at)
    }
}
