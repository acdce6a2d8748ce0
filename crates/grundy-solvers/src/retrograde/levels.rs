//! Retrograde analysis, one remoteness a level.
//!
//! The main function is [`outcomes`]. Nodes are dealt to threads by range. A thread owns the
//! cells of its range and the reversed edges that start there, so that within a level nothing
//! is shared but the list of nodes just decided: no atomic operation, one meeting a level.
//!
//! Predecessors of a batch are gathered first and their cells touched once before they are
//! changed, so that cache misses overlap. A list of nodes is put in rough order, so that reversed
//! edges are read from front to back.

use std::hint::black_box;
use std::ops::Range;

use grundy_rules::{Arena, Budget, Bytes, End, Fault, Limit, Progress, Stop};

use super::labels::{Cell, Cells, LOSS, OPEN, Outcomes, Partial, WIN, widen};
use super::reverse::{Back, Reverse, Rules, some_at_a_time};
use crate::watch::Watch;

/// Nodes whose predecessors are gathered at once: a few KiB.
const BATCH: usize = 256;
/// Nodes in a level from which on threads pay.
const CROWD: usize = 1 << 14;
/// A list longer than this is put in order, into about as many pieces.
const LONG: usize = 1 << 10;

/// Outcome and remoteness of every node.
///
/// # Errors
/// A spent budget; an arena whose numbers do not fit.
pub fn outcomes<A: Arena>(arena: &A, budget: &Budget) -> Result<Outcomes, Stop> {
    let watch = Watch::new(budget);
    whole_run(arena, None, budget, Some(&watch), &mut |_| {}).map_err(|halt| halt.stop)
}

/// A run that ended early.
#[derive(Clone, Debug)]
pub struct Halt {
    /// Why.
    pub stop: Stop,
    /// How far it came, once it had begun.
    pub partial: Option<Partial>,
}

/// Like [`outcomes`], from where an earlier run on the same arena ended. Between levels it
/// calls `checkpoint` with how far it is. A level once begun is gone through to its end, so that
/// the run can be taken up again.
///
/// # Errors
/// A spent budget, with how far it came; an arena whose numbers do not fit; a `partial` of
/// another size.
pub fn outcomes_from<A: Arena>(
    arena: &A,
    partial: Option<Partial>,
    budget: &Budget,
    checkpoint: &mut dyn FnMut(&Partial),
) -> Result<Outcomes, Halt> {
    whole_run(arena, partial, budget, None, checkpoint)
}

/// The run of [`outcomes_from`]; with a watch it also ends in the middle of a level, and cannot be
/// taken up again then.
fn whole_run<A: Arena>(
    arena: &A,
    partial: Option<Partial>,
    budget: &Budget,
    watch: Option<&Watch>,
    checkpoint: &mut dyn FnMut(&Partial),
) -> Result<Outcomes, Halt> {
    let early = |stop: Stop| Halt { stop, partial: None };
    let plan = Plan::new(arena, budget).map_err(early)?;
    let mut partial = match partial {
        Some(partial) if partial.nodes() == arena.nodes() => partial,
        Some(partial) => {
            let message =
                format!("the saved run is of {} nodes, the graph has {}", partial.nodes(), arena.nodes());
            return Err(early(Fault::new(message).into()));
        }
        None => Partial { cells: ends(arena, budget).map_err(|limit| early(limit.into()))?, level: 0 },
    };
    let run = if A::REVERSIBLE {
        let backs = [Rules(arena)];
        run(&backs, &plan, &mut partial, budget, watch, checkpoint)
    } else {
        match reversed(arena, &plan.ranges, budget) {
            Ok(backs) => run(&backs, &plan, &mut partial, budget, watch, checkpoint),
            Err(limit) => Err(limit.into()),
        }
    };
    match run {
        Ok(()) => Ok(partial.into_outcomes()),
        Err(stop) => Err(Halt { stop, partial: Some(partial) }),
    }
}

/// Who owns which nodes.
struct Plan {
    ranges: Vec<Range<u32>>,
    /// Bytes of the reversed edges and of the cells.
    bytes: u64,
}

impl Plan {
    /// Ranges of about the same size, one a thread; the memory is asked for and told.
    fn new<A: Arena>(arena: &A, budget: &Budget) -> Result<Self, Stop> {
        let nodes = arena.nodes();
        let threads = if A::REVERSIBLE || nodes < 1 << 16 { 1 } else { budget.threads.clamp(1, 64) as u32 };
        let size = nodes.div_ceil(threads).max(1);
        let mut ranges: Vec<_> =
            (0..nodes).step_by(size as usize).map(|v| v..v.saturating_add(size).min(nodes)).collect();
        if ranges.is_empty() {
            ranges.push(0..0);
        }
        let mut edges = 0;
        if !A::REVERSIBLE {
            some_at_a_time(0..nodes, &Watch::new(budget), |nodes| {
                arena.each_degree(nodes, |degree| edges += u64::from(degree));
            })?;
        }
        if edges >= 1 << 32 {
            return Err(Fault::new("the graph has 2^32 edges or more, more than can be reversed").into());
        }
        let reversed = if A::REVERSIBLE {
            0
        } else {
            Reverse::bytes(u64::from(nodes), edges) + (ranges.len() as u64 - 1) * 4 * u64::from(nodes)
        };
        let bytes = reversed + 2 * u64::from(nodes);
        budget.reserve(bytes)?;
        let note = format!(
            "plan: outcomes of {nodes} nodes, {edges} stored edges, {}; a pass for each remoteness",
            Bytes(bytes)
        );
        budget.report(&Progress { done: 0, total: Some(u64::from(nodes)), note });
        Ok(Self { ranges, bytes })
    }
}

/// The reversed edges that start in each range, built at the same time.
fn reversed<A: Arena>(arena: &A, ranges: &[Range<u32>], budget: &Budget) -> Result<Vec<Reverse>, Limit> {
    let watch = &Watch::new(budget);
    if let [range] = ranges {
        return Ok(vec![Reverse::new(arena, range.clone(), watch)?]);
    }
    std::thread::scope(|scope| {
        let new = |range: &Range<u32>| {
            let range = range.clone();
            scope.spawn(move || Reverse::new(arena, range, watch))
        };
        let threads: Vec<_> = ranges.iter().map(new).collect();
        threads.into_iter().map(|t| t.join().expect("a counting sort does not panic")).collect()
    })
}

/// The cells before the first level: ends are decided, the rest counts its options.
fn ends<A: Arena>(arena: &A, budget: &Budget) -> Result<Cells, Limit> {
    fn fill<A: Arena, W: Cell>(arena: &A, watch: &Watch) -> Result<Option<Vec<W>>, Limit> {
        let mut cells = Vec::with_capacity(arena.nodes() as usize);
        let mut fits = true;
        some_at_a_time(0..arena.nodes(), watch, |nodes| {
            arena.each_degree(nodes, |degree| {
                fits &= degree <= W::MOST;
                let end = if degree == 0 { arena.end(cells.len() as u32) } else { End::Draw };
                cells.push(match end {
                    End::Loss => W::new(LOSS, 0),
                    End::Win => W::new(WIN, 0),
                    // Of an end that is a draw: an option that never comes, so it stays open.
                    End::Draw => W::new(OPEN, degree.max(1)),
                });
            });
        })?;
        Ok(fits.then_some(cells))
    }
    let watch = Watch::new(budget);
    if let Some(cells) = fill(arena, &watch)? {
        return Ok(Cells::Narrow(cells));
    }
    budget.reserve(4 * u64::from(arena.nodes()))?;
    Ok(Cells::Wide(fill(arena, &watch)?.expect("a node has fewer than 2^30 options")))
}

/// The nodes of one range that were decided in one level.
#[derive(Default)]
struct Found {
    losses: Vec<u32>,
    wins: Vec<u32>,
}

impl Found {
    fn len(&self) -> usize {
        self.losses.len() + self.wins.len()
    }
}

/// Bytes of a node in a list, and in the list that is made of it in order.
const LISTED: u64 = 8;

/// Goes through the levels until nothing new is decided.
fn run<B: Back>(
    backs: &[B],
    plan: &Plan,
    partial: &mut Partial,
    budget: &Budget,
    watch: Option<&Watch>,
    checkpoint: &mut dyn FnMut(&Partial),
) -> Result<(), Stop> {
    let ranges = &plan.ranges[..];
    let mut bytes = plan.bytes;
    let total = u64::from(partial.nodes());
    let mut found: Vec<Found> = match &partial.cells {
        Cells::Narrow(cells) => ranges.iter().map(|r| at_level(cells, r, partial.level)).collect(),
        Cells::Wide(cells) => ranges.iter().map(|r| at_level(cells, r, partial.level)).collect(),
    };
    let (mut done, mut told) = (0, 0);
    loop {
        let count = found.iter().map(Found::len).sum::<usize>();
        if count == 0 {
            return Ok(());
        }
        budget.spend(count as u64)?;
        budget.reserve(bytes + LISTED * count as u64)?;
        done += count as u64;
        if done - told > 1 << 20 {
            told = done;
            let note = format!("remoteness {}", partial.level);
            budget.report(&Progress { done, total: Some(total), note });
        }
        if let Cells::Narrow(cells) = &partial.cells
            && partial.level >= u16::MOST
        {
            bytes += 2 * total;
            budget.reserve(bytes)?;
            partial.cells = Cells::Wide(widen(cells));
        }
        if partial.level >= u32::MOST {
            return Err(Fault::new("a remoteness reaches 2^30, more than the table holds").into());
        }
        let room = budget.bytes.0.saturating_sub(bytes) / LISTED / ranges.len() as u64;
        let early = watch.map(|watch| Early { watch, most: usize::try_from(room).unwrap_or(usize::MAX) });
        found = match &mut partial.cells {
            Cells::Narrow(cells) => level(cells, backs, ranges, &found, partial.level, early),
            Cells::Wide(cells) => level(cells, backs, ranges, &found, partial.level, early),
        }?;
        partial.level += 1;
        checkpoint(partial);
    }
}

/// The nodes of a range whose remoteness is `level`, ascending.
fn at_level<W: Cell>(cells: &[W], range: &Range<u32>, level: u32) -> Found {
    let mut found = Found::default();
    for (node, cell) in range.clone().zip(&cells[range.start as usize..range.end as usize]) {
        if cell.kind() != OPEN && cell.number() == level {
            let list = if cell.kind() == LOSS { &mut found.losses } else { &mut found.wins };
            list.push(node);
        }
    }
    found
}

/// When a level ends before it is through.
#[derive(Clone, Copy)]
struct Early<'a> {
    watch: &'a Watch,
    /// Most nodes that one thread may find.
    most: usize,
}

impl Early<'_> {
    #[inline]
    fn go_on(self, found: &Found) -> Result<(), Limit> {
        self.watch.go_on()?;
        if found.len() > self.most { Err(self.watch.too_many_bytes()) } else { Ok(()) }
    }
}

/// Decides what follows from the nodes of remoteness `at`: the nodes of remoteness `at + 1`.
fn level<W: Cell, B: Back>(
    cells: &mut [W],
    backs: &[B],
    ranges: &[Range<u32>],
    found: &[Found],
    at: u32,
    early: Option<Early<'_>>,
) -> Result<Vec<Found>, Limit> {
    let mut rest = cells;
    let mut parts = Vec::with_capacity(ranges.len());
    for (back, range) in backs.iter().zip(ranges) {
        let (own, others) = rest.split_at_mut(range.len());
        rest = others;
        parts.push(Part { own, first: range.start, back });
    }
    let crowd = found.iter().map(Found::len).sum::<usize>() >= CROWD;
    if parts.len() == 1 || !crowd {
        return parts.iter_mut().map(|part| part.level(found, at, early)).collect();
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            parts.iter_mut().map(|part| scope.spawn(move || part.level(found, at, early))).collect();
        threads.into_iter().map(|t| t.join().expect("a level does not panic")).collect()
    })
}

/// The cells of one range.
struct Part<'a, W, B> {
    own: &'a mut [W],
    first: u32,
    back: &'a B,
}

impl<W: Cell, B: Back> Part<'_, W, B> {
    fn level(&mut self, found: &[Found], at: u32, early: Option<Early<'_>>) -> Result<Found, Limit> {
        let mut next = Found::default();
        let mut flat = Vec::new();
        let (win, loss) = (W::new(WIN, at + 1), W::new(LOSS, at + 1));
        let go_on = |next: &Found| early.map_or(Ok(()), |early| early.go_on(next));
        for batch in found.iter().flat_map(|f| f.losses.chunks(BATCH)) {
            go_on(&next)?;
            self.gather(batch, &mut flat);
            for &node in &flat {
                let cell = &mut self.own[(node - self.first) as usize];
                if cell.kind() == OPEN {
                    *cell = win;
                    next.wins.push(node);
                }
            }
        }
        for batch in found.iter().flat_map(|f| f.wins.chunks(BATCH)) {
            go_on(&next)?;
            self.gather(batch, &mut flat);
            for &node in &flat {
                let cell = &mut self.own[(node - self.first) as usize];
                if cell.kind() == OPEN {
                    *cell = cell.less();
                    if cell.number() == 0 {
                        *cell = loss;
                        next.losses.push(node);
                    }
                }
            }
        }
        self.order(&mut next.wins);
        self.order(&mut next.losses);
        Ok(next)
    }

    /// The predecessors of a batch, their cells on the way into the cache.
    #[inline]
    fn gather(&self, batch: &[u32], flat: &mut Vec<u32>) {
        flat.clear();
        self.back.gather(batch, flat);
        let touch = flat.iter().fold(0, |sum, &node| sum ^ self.own[(node - self.first) as usize].number());
        black_box(touch);
    }

    /// Deals a long list of nodes into pieces of the range, from front to back.
    fn order(&self, list: &mut Vec<u32>) {
        if list.len() < LONG {
            return;
        }
        let shift = (self.own.len() / LONG).checked_ilog2().map_or(0, |bits| bits + 1);
        let piece = |node: u32| ((node - self.first) >> shift) as usize;
        let mut places = [0u32; LONG + 1];
        for &node in list.iter() {
            places[piece(node) + 1] += 1;
        }
        for i in 1..places.len() {
            places[i] += places[i - 1];
        }
        let mut ordered = vec![0; list.len()];
        for &node in list.iter() {
            let place = &mut places[piece(node)];
            ordered[*place as usize] = node;
            *place += 1;
        }
        *list = ordered;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::{Digraph, Outcome};

    fn solve(lists: &[&[u32]], marks: &[(u32, End)]) -> String {
        let mut graph = Digraph::from_lists(lists).unwrap();
        for &(node, end) in marks {
            graph.mark(node, end).unwrap();
        }
        let table = outcomes(&graph, &Budget::default()).unwrap();
        let word = |v| match (table.outcome(v), table.remoteness(v)) {
            (Outcome::Win, Some(r)) => format!("W{r}"),
            (Outcome::Loss, Some(r)) => format!("L{r}"),
            (Outcome::Draw, None) => "D".to_string(),
            odd => format!("{odd:?}"),
        };
        (0..table.len()).map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn small_graphs() {
        let check = |lists: &[&[u32]], marks: &[(u32, End)], expected: &str| {
            assert_eq!(solve(lists, marks), expected, "{lists:?}");
        };
        check(&[], &[], "");
        check(&[&[]], &[], "L0");
        check(&[&[]], &[(0, End::Draw)], "D");
        check(&[&[]], &[(0, End::Win)], "W0");
        check(&[&[0]], &[], "D");
        check(&[&[1], &[0]], &[], "D D");
        check(&[&[2, 3], &[0], &[0], &[]], &[], "W1 L2 L2 L0");
        check(&[&[1, 1], &[2, 2], &[]], &[], "L2 W1 L0");
        check(&[&[0, 1], &[]], &[], "W1 L0");
        check(&[&[1], &[]], &[(1, End::Draw)], "D D");
        check(&[&[1], &[]], &[(1, End::Win)], "L1 W0");
        check(&[&[1, 2], &[], &[]], &[(1, End::Win)], "W1 W0 L0");
        // The winner hurries, the loser delays.
        check(&[&[1, 2], &[], &[3], &[4], &[]], &[], "W1 L0 L2 W1 L0");
        check(&[&[1, 3], &[2], &[], &[4], &[5], &[6], &[]], &[], "L4 W1 L0 W3 L2 W1 L0");
    }

    #[test]
    fn long_ways_and_many_options_fit() {
        let path = |n: u32| (0..n).map(|v| if v == 0 { vec![] } else { vec![v - 1] });
        let graph = Digraph::from_lists(path(40_000)).unwrap();
        let table = outcomes(&graph, &Budget::default()).unwrap();
        assert!((0..40_000).all(|v| table.remoteness(v).unwrap().0 == u64::from(v)));
        assert_eq!(table.width(), 4);
        let star = (0..3u32).map(|v| if v == 0 { vec![1; 20_000] } else { vec![2; v as usize % 2] });
        let graph = Digraph::from_lists(star).unwrap();
        let table = outcomes(&graph, &Budget::default()).unwrap();
        assert_eq!((table.outcome(0), table.remoteness(0).unwrap().0), (Outcome::Loss, 2));
    }

    #[test]
    fn a_stopped_run_goes_on_to_the_same_table() {
        let graph =
            Digraph::from_lists((0..50u32).map(|v| {
                [v / 2, v.saturating_sub(1)].into_iter().filter(move |&t| t < v).collect::<Vec<_>>()
            }))
            .unwrap();
        let whole = outcomes(&graph, &Budget::default()).unwrap();
        for nodes in 0..50 {
            let tight = Budget::default().with_nodes(grundy_rules::Nodes(nodes));
            let halt = outcomes_from(&graph, None, &tight, &mut |_| {}).unwrap_err();
            let (bytes, width) = halt.partial.as_ref().unwrap().to_bytes();
            let again = Partial::from_bytes(&bytes, width, halt.partial.unwrap().level()).unwrap();
            assert_eq!(outcomes_from(&graph, Some(again), &Budget::default(), &mut |_| {}).unwrap(), whole);
        }
    }

    /// Pairs of a lost node and one that leads to it; being asked who leads there sets a flag.
    struct Alarm {
        pairs: u32,
        stop: std::sync::Arc<std::sync::atomic::AtomicBool>,
        asked: std::sync::atomic::AtomicUsize,
    }

    impl Arena for Alarm {
        const REVERSIBLE: bool = true;

        fn nodes(&self) -> u32 {
            2 * self.pairs
        }

        fn options(&self, node: u32, out: &mut Vec<u32>) {
            out.extend(node.checked_sub(self.pairs));
        }

        fn predecessors(&self, node: u32, out: &mut Vec<u32>) {
            use std::sync::atomic::Ordering::Relaxed;
            self.stop.store(true, Relaxed);
            self.asked.fetch_add(1, Relaxed);
            out.extend((node < self.pairs).then_some(node + self.pairs));
        }
    }

    #[test]
    fn a_level_ends_early_where_nobody_goes_on_with_it() {
        let run = |whole: bool| {
            let budget = Budget::default();
            let alarm = Alarm { pairs: 10_000, stop: budget.stop_flag(), asked: 0.into() };
            let stop = if whole {
                let halt = outcomes_from(&alarm, None, &budget, &mut |_| {}).unwrap_err();
                assert_eq!(halt.partial.unwrap().level(), 1);
                halt.stop
            } else {
                outcomes(&alarm, &budget).unwrap_err()
            };
            assert_eq!(stop, Stop::Limit(Limit::Stopped));
            alarm.asked.into_inner()
        };
        assert_eq!((run(true), run(false)), (10_000, BATCH));
    }
}
