//! Games of arenas and their relatives against the naive oracle: outcome, remoteness, nimber or
//! loopy value, and all winning and drawing moves.

mod common;

use common::{drawing, solve, winning};
use grundy::{LoopyValue, Method};
use grundy_testkit::games::{
    Annihilation, Digraph, Euclid, Fibonacci, FreePiece, Koppers, Mark, Nim, Nimhoff, Pass, RWythoff, Take,
    WindUp,
};
use grundy_testkit::generate::{self, Random};
use grundy_testkit::{Naive, Outcome, Sum, answer, loopy_values, table};

const BOTH: [Method; 2] = [Method::Auto, Method::General];

/// Compares a position of a game with nimbers.
fn nimbers<G: Naive>(game: &G, state: &G::State, question: &str) {
    let oracle = answer(game, state);
    for method in BOTH {
        let ours = solve(question, method);
        assert_eq!(
            ours.outcome.expect("no limit").word(),
            oracle.verdict.outcome.to_string(),
            "{question} by {method}"
        );
        assert_eq!(winning(&ours), oracle.winning_moves(), "{question} by {method}");
        assert!(ours.winning.complete(), "{question} by {method}");
        // By theorem the outcome alone may be known.
        if ours.nimber.is_some() || method == Method::General {
            assert_eq!(ours.nimber.map(|n| n.0), oracle.nimber, "{question} by {method}");
        }
    }
}

/// What a test met, so that it cannot pass on trivial positions alone.
#[derive(Debug, Default)]
struct Met {
    decided: u32,
    drawn: u32,
    finite: u32,
    infinite: u32,
}

impl Met {
    fn all(&self, least: u32) {
        let all = [self.decided, self.drawn, self.finite, self.infinite];
        assert!(all.iter().all(|&n| n >= least), "{self:?}");
    }
}

/// Compares a position of a game that can be drawn; a `sum` has no remoteness.
fn draws<G: Naive>(game: &G, state: &G::State, question: &str, sum: bool, met: &mut Met) {
    let oracle = answer(game, state);
    let ours = solve(question, Method::Auto);
    assert_eq!(ours.outcome.expect("no limit").word(), oracle.verdict.outcome.to_string(), "{question}");
    assert_eq!(winning(&ours), oracle.winning_moves(), "{question}");
    assert_eq!(drawing(&ours), oracle.drawing_moves(), "{question}");
    let remoteness = oracle.verdict.remoteness.filter(|_| !sum);
    assert_eq!(ours.remoteness.map(|n| n.0), remoteness, "{question}");
    let drawn = oracle.verdict.outcome == Outcome::Draw;
    *if drawn { &mut met.drawn } else { &mut met.decided } += 1;
    let listed = table(game, state);
    if listed.moves.len() > 40 {
        return;
    }
    let theirs = loopy_values(&listed, listed.moves.len() as u64);
    // A sum without loops has a nimber and no other value.
    match (
        ours.value.clone().or(ours.nimber.map(LoopyValue::Finite)),
        theirs.map(|mut values| values.swap_remove(0)),
    ) {
        (Some(LoopyValue::Finite(ours)), Some(grundy_testkit::LoopyValue::Finite(theirs))) => {
            met.finite += 1;
            assert_eq!(ours.0, theirs, "{question}");
        }
        (Some(LoopyValue::Infinite(ours)), Some(grundy_testkit::LoopyValue::Infinite(theirs))) => {
            met.infinite += 1;
            assert_eq!(ours.iter().map(|n| n.0).collect::<Vec<_>>(), theirs, "{question}");
        }
        (None, None) => {}
        pair => panic!("{question}: {pair:?}"),
    }
}

fn words(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

fn list(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

#[test]
fn games_on_two_numbers() {
    let mut random = Random::new(41);
    for _ in 0..600 {
        let (a, b) = (random.below(13), random.below(13));
        let r = random.between(1, 5);
        nimbers(&RWythoff(r), &(a, b), &format!("r-wythoff:{r} {a} {b}"));
        let (heap, most) = (random.below(25), random.below(12));
        nimbers(&Fibonacci, &(heap, most), &format!("fibonacci {heap} {most}"));
        let (a, b) = (random.between(1, 40), random.between(1, 40));
        nimbers(&Euclid, &(a, b), &format!("euclid {a} {b}"));
        let (a, b) = (random.between(1, 14), random.between(1, 14));
        nimbers(&Koppers, &(a, b), &format!("koppers {a} {b}"));
    }
    for heap in 1..60 {
        nimbers(&Fibonacci, &(heap, heap - 1), &format!("fibonacci {heap}"));
    }
}

/// Up to three random numbers below `most`, one at least, each once.
fn set(random: &mut Random, least: u64, most: u64) -> Vec<u64> {
    let mut all: Vec<u64> = (0..random.between(1, 3)).map(|_| random.between(least, most)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn games_on_heaps() {
    let mut random = Random::new(42);
    for _ in 0..400 {
        let heaps: Vec<u64> = (0..random.between(1, 3)).map(|_| random.below(6)).collect();
        let text = words(&heaps);
        let h = random.between(1, 5);
        nimbers(&Nimhoff(h), &heaps, &format!("nimhoff:{h} {text}"));
        let (take, name) = match random.below(3) {
            0 => (Take::Any, "any".to_string()),
            1 => (Take::Half, "half".to_string()),
            _ => {
                let set = set(&mut random, 1, 5);
                (Take::List(set.clone()), list(&set))
            }
        };
        let used = random.chance(1, 2);
        let question = format!("pass:{name} {text}{}", if used { " used" } else { "" });
        nimbers(&Pass(take), &(heaps.clone(), used), &question);
        let (take, divide) = (set(&mut random, 1, 4), set(&mut random, 2, 4));
        for (exact, name) in [(false, "mark"), (true, "i-mark")] {
            let heaps: Vec<u64> = heaps.iter().map(|heap| heap * 3).collect();
            let game = Mark { take: take.clone(), divide: divide.clone(), exact };
            let question = format!("{name}:{}/{} {}", list(&take), list(&divide), words(&heaps));
            nimbers(&game, &heaps, &question);
            let plain = Mark { take: vec![1], divide: vec![2], exact };
            nimbers(&plain, &heaps, &format!("{name} {}", words(&heaps)));
        }
    }
}

#[test]
fn clocks_that_go_round() {
    let mut random = Random::new(43);
    let mut met = Met::default();
    for _ in 0..1500 {
        let hours = random.between(1, 9);
        let turns = set(&mut random, 1, 10);
        let clocks: Vec<u64> = (0..random.between(1, 2)).map(|_| random.below(hours)).collect();
        let question = format!("wind-up:{hours}/{} {}", list(&turns), words(&clocks));
        let sum = clocks.len() > 1;
        draws(&WindUp { hours, turns }, &clocks, &question, sum, &mut met);
    }
    met.all(50);
    // The labels of wind-up 7/1,2,5 that others get wrong.
    for (hour, value) in [(2, 2), (4, 1), (5, 2)] {
        assert_eq!(solve(&format!("wind-up:7/1,2,5 {hour}"), Method::Auto).nimber.unwrap().0, value);
    }
}

#[test]
fn pieces_on_boards() {
    let mut random = Random::new(44);
    let mut met = Met::default();
    for _ in 0..2000 {
        let size = (random.between(1, 5) as i64, random.between(1, 5) as i64);
        let square = |random: &mut Random| {
            (random.below(size.0.unsigned_abs()) as i64, random.below(size.1.unsigned_abs()) as i64)
        };
        let mut vectors: Vec<(i64, i64, bool)> = (0..random.between(1, 3))
            .map(|_| (random.below(5) as i64 - 2, random.below(5) as i64 - 2, random.chance(1, 3)))
            .filter(|&(x, y, _)| (x, y) != (0, 0))
            .collect();
        vectors.sort_unstable();
        vectors.dedup();
        if vectors.is_empty() {
            continue;
        }
        let start = square(&mut random);
        let targets: Vec<_> = (0..random.below(3)).map(|_| square(&mut random)).collect();
        let mut closed: Vec<_> = (0..random.below(3)).map(|_| square(&mut random)).collect();
        closed.retain(|&at| at != start);
        let stuck = *random.pick(&[Outcome::Loss, Outcome::Draw, Outcome::Win]);
        let game = FreePiece { size, vectors, torus: random.chance(1, 4), targets, closed, stuck };
        let vector = |&(x, y, ride): &(i64, i64, bool)| format!("{x}/{y}{}", if ride { "+" } else { "" });
        let all = game.vectors.iter().map(vector).collect::<Vec<_>>().join(",");
        let at = |(x, y): (i64, i64)| format!("{},{}", x + 1, y + 1);
        let mut question = format!("piece:{all} {}x{} {} stuck {stuck}", size.0, size.1, at(start));
        game.targets.iter().for_each(|&square| question += &format!(" to {}", at(square)));
        game.closed.iter().for_each(|&square| question += &format!(" closed {}", at(square)));
        if game.torus {
            question += " torus";
        }
        draws(&game, &start, &question, false, &mut met);
    }
    met.all(100);
}

/// A graph with moves written as the program writes them.
struct Tokens(Digraph);

impl Naive for Tokens {
    type State = usize;

    fn moves(&self, &at: &usize) -> Vec<(String, usize)> {
        self.0.edges[at].iter().map(|&to| (format!("{at}>{to}"), to)).collect()
    }

    fn stuck(&self, &at: &usize) -> Outcome {
        self.0.ends[at]
    }
}

/// The graph as a question has it.
fn graph(game: &Digraph, ends: bool) -> String {
    let mut parts: Vec<String> = (0..game.edges.len()).map(|node| node.to_string()).collect();
    parts.extend(game.edge_list().iter().map(|(from, to)| format!("{from}-{to}")));
    for (node, end) in game.ends.iter().enumerate() {
        if ends && game.edges[node].is_empty() {
            parts.push(format!("{node}={end}"));
        }
    }
    parts.join(",")
}

#[test]
fn tokens_on_graphs() {
    let mut random = Random::new(45);
    let mut met = Met::default();
    for _ in 0..3000 {
        let game =
            generate::digraph(&mut random, 8, &[Outcome::Loss, Outcome::Loss, Outcome::Draw, Outcome::Win]);
        let question = format!("arena:{} 0", graph(&game, true));
        draws(&Tokens(game), &0, &question, false, &mut met);
    }
    met.all(200);
    // What others got wrong.
    let answer = solve("arena:0-2,0-3,1-0,2-2 0", Method::Auto);
    assert_eq!(answer.value, Some(LoopyValue::Infinite(vec![grundy::Nimber(0)])));
    let none = solve("arena:0-1,1-2,2-0,1-1 0", Method::Auto);
    assert_eq!((none.outcome, none.nodes.0 <= 1024), (Some(grundy::Outcome::Draw), true));
}

#[test]
fn tokens_that_vanish() {
    let mut random = Random::new(46);
    let mut met = Met::default();
    for _ in 0..1500 {
        let game = generate::digraph(&mut random, 6, &[Outcome::Loss]);
        let tokens: Vec<bool> = game.edges.iter().map(|_| random.chance(1, 2)).collect();
        let on = tokens.iter().enumerate().filter(|(_, there)| **there);
        let on: Vec<u64> = on.map(|(node, _)| node as u64).collect();
        let place = if on.is_empty() { "(none)".to_string() } else { words(&on) };
        let question = format!("annihilation:{} {place}", graph(&game, false));
        draws(&Annihilation(game), &tokens, &question, false, &mut met);
    }
    met.all(100);
}

#[test]
fn sums_of_two_and_three_with_loops() {
    let mut random = Random::new(47);
    let mut met = Met::default();
    for _ in 0..1500 {
        let (mut terms, mut questions) = (Vec::new(), Vec::new());
        for _ in 0..random.between(2, 3) {
            match random.below(4) {
                0 => {
                    let heap = random.below(5);
                    terms.push(table(&Nim, &vec![heap]));
                    questions.push(format!("nim {heap}"));
                }
                1 => {
                    let (hours, turns) = (random.between(1, 6), set(&mut random, 1, 5));
                    let hour = random.below(hours);
                    questions.push(format!("wind-up:{hours}/{} {hour}", list(&turns)));
                    terms.push(table(&WindUp { hours, turns }, &vec![hour]));
                }
                _ => {
                    let game =
                        generate::digraph(&mut random, 5, &[Outcome::Loss, Outcome::Loss, Outcome::Draw]);
                    questions.push(format!("arena:{} 0", graph(&game, true)));
                    terms.push(table(&Tokens(game), &0));
                }
            }
        }
        let sum = Sum(terms);
        draws(&sum, &sum.start(), &questions.join(" + "), true, &mut met);
    }
    met.all(30);
}
