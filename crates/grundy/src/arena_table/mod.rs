//! The whole game of a question as a table file that `grundy-verify` checks node by node.
//!
//! Main function: [`bytes`]. The form of the file is documented in `grundy_verify::arena`. A long
//! run can be written down between two levels and taken up again: [`Checkpoint`]; what is
//! written down is in `saved.rs`.
//!
//! Cost: that of [`retrograde`], and the file itself in memory.

mod saved;

use std::collections::HashSet;

use grundy_rules::{
    Arena, Budget, Digraph, End, Fault, Game, Limit, Nodes, Outcome, PieceBoard, Ruleset, Stop,
};
use grundy_solvers::retrograde::{self, Nimbers, Outcomes, Partial, Positions, Whole, positions};

use crate::error::Error;
use crate::game_graph::FEW;
use saved::Saved;

/// Takes a function that writes a run down, and whether the run has ended.
pub(crate) type Save<'c> = dyn FnMut(&dyn Fn() -> Vec<u8>, bool) + 'c;

/// How a long run is saved and taken up again.
pub struct Checkpoint<'c> {
    /// What the run is of, with everything that decides it: rules, position, files. A saved run
    /// with another key is refused.
    pub key: String,
    /// What an earlier run saved, if there was one.
    pub saved: Option<&'c [u8]>,
    /// Called between two levels with a function that writes the run down; calling it is up to
    /// the caller, who has a clock. True where a limit has ended the run: this is the last call.
    pub save: &'c mut Save<'c>,
}

/// A game as a graph whose nodes have names.
enum Drawn<'r> {
    Graph(Digraph, Names),
    /// A piece's board; the squares name themselves.
    Board(&'r PieceBoard),
}

/// The names of nodes in one string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Names {
    ends: Vec<u32>,
    text: String,
}

impl Names {
    fn of(names: impl Iterator<Item = String>) -> Result<Self, Fault> {
        let mut all = Self::default();
        for name in names {
            all.text += &name;
            let end = u32::try_from(all.text.len());
            all.ends.push(end.map_err(|_| Fault::new("the names of the positions take more than 4 GiB"))?);
        }
        Ok(all)
    }

    fn get(&self, node: usize) -> &str {
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.text[start as usize..self.ends[node] as usize]
    }

    /// Nodes in the order of their names; of equal names all but the first get `#` and their
    /// number behind.
    fn sorted(&mut self) -> Result<Vec<u32>, Fault> {
        loop {
            let mut order: Vec<u32> = (0..self.ends.len() as u32).collect();
            order.sort_by_key(|&node| self.get(node as usize));
            let twice = |pair: &&[u32]| self.get(pair[0] as usize) == self.get(pair[1] as usize);
            let again: HashSet<u32> = order.windows(2).filter(twice).map(|pair| pair[1]).collect();
            if again.is_empty() {
                return Ok(order);
            }
            let renamed = (0..self.ends.len() as u32).map(|node| {
                let name = self.get(node as usize);
                if again.contains(&node) { format!("{name}#{node}") } else { name.to_string() }
            });
            *self = Self::of(renamed)?;
        }
    }
}

/// Solves the game of a board and writes down the graph, outcomes, remoteness and, where they
/// exist, loopy values with their stages.
pub(crate) fn bytes<R: Ruleset>(
    ruleset: &R,
    board: &R::Board,
    question: &str,
    budget: &Budget,
    mut checkpoint: Option<Checkpoint<'_>>,
) -> Result<Vec<u8>, Error> {
    let mut partial = None;
    let drawn = match checkpoint.as_ref().and_then(|checkpoint| Some((checkpoint.saved?, &checkpoint.key))) {
        Some((saved, key)) => {
            let saved = Saved::read(saved, key).map_err(Error::Method)?;
            partial = Some(saved.partial);
            match (saved.graph, ruleset.game()) {
                (Some((graph, names)), _) => Drawn::Graph(graph, names),
                (None, game) => {
                    Drawn::Board(game.piece_board().ok_or_else(saved::broken).map_err(Error::Method)?)
                }
            }
        }
        None => draw(ruleset, board, budget).map_err(stopped)?,
    };
    let mut save = |partial: &Partial, ended: bool| {
        if let Some(checkpoint) = &mut checkpoint {
            let graph = match &drawn {
                Drawn::Graph(graph, names) => Some((graph, names)),
                Drawn::Board(_) => None,
            };
            let key = &checkpoint.key;
            (checkpoint.save)(&|| saved::write(key, graph, partial), ended);
        }
    };
    match &drawn {
        Drawn::Graph(graph, names) => solve(graph, names.clone(), question, partial, budget, &mut save),
        Drawn::Board(board) => {
            let name = |node| {
                let (x, y) = board.square(node);
                format!("{},{}", x + 1, y + 1)
            };
            let names = Names::of((0..board.nodes()).map(name))?;
            solve(*board, names, question, partial, budget, &mut save)
        }
    }
}

/// The graph of a game: of its positions, of whole sums where it splits, or of a board too
/// large for a list of positions. The parts of the board asked about come first.
fn draw<'r, R: Ruleset>(ruleset: &'r R, board: &R::Board, budget: &Budget) -> Result<Drawn<'r>, Stop> {
    let (game, parts) = (ruleset.game(), ruleset.parts(board));
    let squares = game.piece_board().filter(|board| board.stuck() != End::Win);
    let few = budget.spent().0.saturating_add(FEW).min(budget.nodes.0);
    let tight = squares.map(|_| budget.clone().with_nodes(Nodes(few)));
    match (positions(game, &parts, tight.as_ref().unwrap_or(budget)), squares) {
        (Ok(Some(all)), _) => named(all, |part| name(ruleset, part)),
        (Ok(None), _) => {
            let whole = Whole(game);
            let Some(all) = positions(&whole, &[whole.position(parts)], budget)? else {
                return Err(Fault::new("a whole sum became several").into());
            };
            let names = |parts: &Vec<_>| parts.iter().map(|part| name(ruleset, part)).collect();
            named(all, |parts| sum_name(names(parts)))
        }
        (Err(Stop::Limit(Limit::Nodes(_))), Some(board)) => {
            // The least that a square takes in the file, with a name of three letters.
            budget.reserve(34 * u64::from(board.nodes()))?;
            Ok(Drawn::Board(board))
        }
        (Err(stop), _) => Err(stop),
    }
}

/// The name of nothing at all.
const NOTHING: &str = "()";

/// The name of a position.
pub(crate) fn name<R: Ruleset>(ruleset: &R, part: &<R::Game as Game>::Position) -> String {
    Some(ruleset.write_part(part)).filter(|name| !name.is_empty()).unwrap_or_else(|| NOTHING.to_string())
}

/// The name of a whole sum by those of its parts, in whatever order they come.
pub(crate) fn sum_name(mut parts: Vec<String>) -> String {
    parts.sort_unstable();
    if parts.is_empty() { NOTHING.to_string() } else { parts.join(" + ") }
}

/// A graph with its names.
fn named<P: Eq + std::hash::Hash>(
    all: Positions<P>,
    name: impl Fn(&P) -> String,
) -> Result<Drawn<'static>, Stop> {
    let nodes = 0..all.graph().nodes();
    let names = Names::of(nodes.map(|node| {
        let name = all.position(node).map(&name);
        name.unwrap_or_else(|| NOTHING.to_string())
    }))?;
    Ok(Drawn::Graph(all.into_graph(), names))
}

fn solve<A: Arena>(
    arena: &A,
    names: Names,
    question: &str,
    partial: Option<Partial>,
    budget: &Budget,
    save: &mut dyn FnMut(&Partial, bool),
) -> Result<Vec<u8>, Error> {
    let edges: u64 = (0..arena.nodes()).map(|node| u64::from(arena.degree(node))).sum();
    let length = 28 * u64::from(arena.nodes()) + 4 * edges + 2 * names.text.len() as u64;
    budget.reserve(length).map_err(Error::Limit)?;
    let run = retrograde::outcomes_from(arena, partial, budget, &mut |partial| save(partial, false));
    let outcomes = match run {
        Ok(outcomes) => outcomes,
        Err(halt) => {
            if let Some(partial) = &halt.partial {
                save(partial, true);
            }
            return Err(stopped(halt.stop));
        }
    };
    let nimbers = match retrograde::nimbers(arena, budget) {
        Ok(nimbers) => Some(nimbers),
        Err(Stop::Fault(_)) => None,
        Err(stop) => return Err(stopped(stop)),
    };
    Ok(write(arena, names, question, &outcomes, nimbers.as_ref())?)
}

/// A spent budget leaves no table: nothing half-written.
fn stopped(stop: Stop) -> Error {
    match stop {
        Stop::Fault(fault) => fault.into(),
        Stop::Limit(limit) => Error::Limit(limit),
    }
}

fn write<A: Arena>(
    arena: &A,
    mut names: Names,
    question: &str,
    outcomes: &Outcomes,
    nimbers: Option<&Nimbers>,
) -> Result<Vec<u8>, Fault> {
    let order = names.sorted()?;
    let nodes = arena.nodes();
    let mut marks = Vec::new();
    let (mut starts, mut targets) = (vec![0], Vec::new());
    arena.each_node(0..nodes, |node, options| {
        targets.extend_from_slice(options);
        starts.push(targets.len() as u32);
        match arena.end(node) {
            End::Draw if options.is_empty() => marks.extend([node, 1]),
            End::Win if options.is_empty() => marks.extend([node, 2]),
            _ => {}
        }
    });
    if u32::try_from(targets.len()).is_err() {
        return Err(Fault::new("the game has 2^32 moves or more, more than a table holds"));
    }
    let mut bytes = grundy_verify::arena::MAGIC.to_vec();
    let mut words = |words: &mut dyn Iterator<Item = u32>| bytes.extend(words.flat_map(u32::to_le_bytes));
    let labelled = u32::from(nimbers.is_some());
    words(&mut [nodes, targets.len() as u32, marks.len() as u32 / 2, labelled].into_iter());
    words(&mut starts.into_iter());
    words(&mut targets.into_iter());
    words(&mut marks.into_iter());
    words(&mut (0..nodes).map(|node| {
        let remoteness = outcomes.remoteness(node).map_or(0, |r| r.0 as u32);
        match outcomes.outcome(node) {
            Outcome::Draw => 0,
            Outcome::Loss => 4 * remoteness + 1,
            Outcome::Win => 4 * remoteness + 2,
        }
    }));
    if let Some(nimbers) = nimbers {
        words(&mut (0..nodes).map(|node| nimbers.finite(node).map_or(u32::MAX, |n| n.0 as u32)));
        words(&mut (0..nodes).map(|node| nimbers.stage(node).unwrap_or(0)));
    }
    words(&mut [question.len() as u32, names.text.len() as u32, 0].into_iter().chain(names.ends));
    words(&mut order.into_iter());
    bytes.extend(question.as_bytes());
    bytes.extend(names.text.as_bytes());
    let hash = grundy_verify::arena::hash(&bytes);
    bytes.extend(hash.to_le_bytes());
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_random_graphs_hold() {
        let mut random = 99u64;
        let mut below = |n: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % n
        };
        for round in 0..2000 {
            let nodes = 1 + below(12);
            let lists: Vec<Vec<u32>> =
                (0..nodes).map(|_| (0..below(4)).map(|_| below(nodes) as u32).collect()).collect();
            let mut graph = Digraph::from_lists(&lists).unwrap();
            for node in 0..nodes as u32 {
                if lists[node as usize].is_empty() && below(3) == 0 {
                    graph.mark(node, if below(2) == 0 { End::Draw } else { End::Win }).unwrap();
                }
            }
            let budget = Budget::default();
            let outcomes = retrograde::outcomes(&graph, &budget).unwrap();
            let nimbers = retrograde::nimbers(&graph, &budget).ok();
            // Some names come twice.
            let names = Names::of((0..nodes).map(|node| (node / 2).to_string())).unwrap();
            let file = write(&graph, names, "arena", &outcomes, nimbers.as_ref()).unwrap();
            let checked = grundy_verify::arena::check(&file);
            assert!(checked.is_ok(), "round {round}: {checked:?} for {lists:?}");
            assert_eq!(checked.unwrap().outcomes, outcomes.counts());
        }
    }

    #[test]
    fn equal_names_are_told_apart() {
        let mut names = Names::of(["a", "b", "a", "a#2"].map(String::from).into_iter()).unwrap();
        let order = names.sorted().unwrap();
        let all: Vec<&str> = order.iter().map(|&node| names.get(node as usize)).collect();
        assert_eq!(all, ["a", "a#2", "a#2#3", "b"]);
    }
}
