//! Boards and graphs against the naive oracle, by every method, and theorems as properties.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::sync::Arc;

use common::{solve, sorted, winning};
use grundy::{Ask, Budget, Method, Nodes, Question, Shelf, Text, no_files};
use grundy_testkit::games::{ArcKayles, Chomp, Cram, Nim, NoGo, NodeKayles};
use grundy_testkit::generate::{self, Random};
use grundy_testkit::{Naive, answer, misere_answer};

const ALL: &[Method] = &[Method::Auto, Method::General, Method::Mex, Method::Tracking, Method::Requested];

/// Compares one position by every method: outcome, nimber and all winning moves.
fn check<G: Naive>(game: &G, state: &G::State, question: &str) {
    let oracle = answer(game, state);
    for &method in ALL {
        let ours = solve(question, method);
        let context = format!("{question} by {method}");
        assert_eq!(ours.nimber.map(|n| n.0), oracle.nimber, "{context}");
        assert_eq!(ours.outcome.expect("small").word(), oracle.verdict.outcome.to_string(), "{context}");
        assert_eq!(winning(&ours), sorted(oracle.winning_moves()), "{context}");
    }
}

fn graph_text(vertices: usize, edges: &[(usize, usize)]) -> String {
    if vertices == 0 {
        return "?".to_string();
    }
    let names = (0..vertices).map(|v| v.to_string());
    names.chain(edges.iter().map(|(u, v)| format!("{u}-{v}"))).collect::<Vec<_>>().join(",")
}

fn without(live: &[bool]) -> String {
    let gone: Vec<String> = (0..live.len()).filter(|&v| !live[v]).map(|v| v.to_string()).collect();
    if gone.is_empty() { String::new() } else { format!(" without {}", gone.join(" ")) }
}

#[test]
fn kayles_on_random_graphs() {
    let mut random = Random::new(21);
    for _ in 0..400 {
        let (vertices, edges) = generate::graph(&mut random, 10);
        let text = graph_text(vertices, &edges);
        let nodes = NodeKayles { vertices, edges: edges.clone() };
        let arcs = ArcKayles { vertices, edges };
        let live: Vec<bool> = (0..vertices).map(|_| random.chance(3, 4)).collect();
        for live in [nodes.start(), live] {
            check(&nodes, &live, &format!("node-kayles {text}{}", without(&live)));
            check(&arcs, &live, &format!("arc-kayles {text}{}", without(&live)));
        }
    }
}

#[test]
fn cram_on_regions_with_holes() {
    let mut random = Random::new(22);
    for _ in 0..400 {
        let board = generate::region(&mut random, 4, 5);
        check(&Cram, &board, &format!("cram {board}"));
    }
}

#[test]
fn chomp_on_random_bars() {
    let mut random = Random::new(23);
    for _ in 0..300 {
        let rows = generate::partition(&mut random, 18);
        let words: Vec<String> = rows.iter().map(u64::to_string).collect();
        check(&Chomp, &rows, &format!("chomp {}", words.join(" ")));
    }
}

#[test]
fn nogo_on_random_boards() {
    let mut random = Random::new(24);
    // Square boards, rows and columns, which fall apart, and rows beside other regions.
    for (rows, columns, count) in [(3, 3, 300), (1, 9, 300), (8, 1, 100), (2, 5, 100)] {
        for _ in 0..count {
            let board = generate::nogo(&mut random, rows, columns);
            check(&NoGo, &board, &format!("nogo {board}"));
        }
    }
}

fn nimber(question: &str) -> u64 {
    solve(question, Method::Auto).nimber.unwrap().0
}

#[test]
fn vertex_transitive_graphs_are_zero_or_one() {
    let transitive =
        ["cycle 11", "complete 7", "hypercube 4", "torus 4 5", "prism 7", "petersen 5 2", "petersen 8 3"];
    for graph in transitive {
        assert!(nimber(&format!("node-kayles:{graph}")) <= 1, "{graph}");
    }
}

#[test]
fn an_involution_that_moves_no_vertex_to_a_neighbour_makes_zero() {
    // The half turn of a grid with an even number of rows and of columns.
    for (rows, columns) in [(2, 4), (4, 4), (4, 6), (2, 10)] {
        assert_eq!(nimber(&format!("node-kayles:grid {rows} {columns}")), 0);
        assert_eq!(nimber(&format!("cram {rows}x{columns}")), 0);
    }
    // Two copies of any graph.
    let mut random = Random::new(25);
    for _ in 0..50 {
        let (n, edges) = generate::graph(&mut random, 9);
        let twice: Vec<(usize, usize)> = edges.iter().flat_map(|&(u, v)| [(u, v), (u + n, v + n)]).collect();
        assert_eq!(nimber(&format!("node-kayles {}", graph_text(2 * n, &twice))), 0);
    }
}

#[test]
fn cram_is_arc_kayles_on_the_grid_and_node_kayles_on_its_line_graph() {
    for (rows, columns) in [(1, 8), (2, 5), (3, 3), (3, 4), (3, 5), (4, 4)] {
        let cram = nimber(&format!("cram {rows}x{columns}"));
        assert_eq!(nimber(&format!("arc-kayles:grid {rows} {columns}")), cram, "{rows}x{columns}");
        let cell = |r: usize, c: usize| r * columns + c;
        let mut dominoes = Vec::new();
        for r in 0..rows {
            for c in 0..columns {
                if c + 1 < columns {
                    dominoes.push((cell(r, c), cell(r, c + 1)));
                }
                if r + 1 < rows {
                    dominoes.push((cell(r, c), cell(r + 1, c)));
                }
            }
        }
        let meet =
            |a: (usize, usize), b: (usize, usize)| a.0 == b.0 || a.0 == b.1 || a.1 == b.0 || a.1 == b.1;
        let n = dominoes.len();
        let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (j, i)));
        let edges: Vec<(usize, usize)> = pairs.filter(|&(j, i)| meet(dominoes[i], dominoes[j])).collect();
        assert_eq!(nimber(&format!("node-kayles {}", graph_text(n, &edges))), cram, "{rows}x{columns}");
    }
}

#[test]
fn rook_graphs() {
    for rows in 1..=5u64 {
        for columns in 1..=5 {
            assert_eq!(nimber(&format!("node-kayles:rook {rows} {columns}")), rows.min(columns) % 2);
        }
    }
}

fn read(question: &str) -> Question {
    Question::read(&Text::new("question", question), &mut no_files).unwrap()
}

/// Compares one position under misere play.
fn check_misere<G: Naive>(game: &G, state: &G::State, question: &str) {
    let oracle = misere_answer(game, state);
    let ours = grundy::misere(&read(question), &Ask::default()).unwrap();
    assert_eq!(ours.outcome.expect("small").word(), oracle.verdict.outcome.to_string(), "{question}");
    assert_eq!(winning(&ours), sorted(oracle.winning_moves()), "{question}");
}

#[test]
fn misere_play() {
    let mut random = Random::new(26);
    for _ in 0..60 {
        let board = generate::region(&mut random, 3, 4);
        check_misere(&Cram, &board, &format!("cram {board}"));
        let rows = generate::partition(&mut random, 9);
        let words: Vec<String> = rows.iter().map(u64::to_string).collect();
        check_misere(&Chomp, &rows, &format!("chomp {}", words.join(" ")));
        let heaps: Vec<u64> = (0..3).map(|_| random.below(4)).collect();
        let words: Vec<String> = heaps.iter().map(u64::to_string).collect();
        check_misere(&Nim, &heaps, &format!("nim {}", words.join(" ")));
    }
}

/// Sums are searched without regard to the order of their parts, which are few kinds here.
#[test]
fn misere_sums_of_many_parts() {
    let answer = |question: &str| {
        let budget = Budget::default().with_nodes(Nodes(4_000));
        let answer = grundy::misere(&read(question), &Ask { budget, ..Ask::default() }).unwrap();
        answer.outcome.unwrap_or_else(|| panic!("{question}: {:?}", answer.limit))
    };
    // Bouton 1901: misere nim is won like nim while a heap of two or more is there.
    assert_eq!(answer("nim 2 2 2 2 2 2 2"), grundy::Outcome::Win);
    assert_eq!(answer("nim 2 2 + nim 2 2 + nim 2 2"), grundy::Outcome::Loss);
    assert_eq!(answer("kayles 4 4 4 4 4"), answer("heaps:0.77 4 4 4 4 4"));
}

#[test]
fn a_stopped_search_says_what_the_nimber_is_not() {
    let question = "cram #...../....../....../......";
    let nimber = solve(question, Method::Auto).nimber.unwrap();
    for nodes in [300, 600, 1200] {
        let ask = Ask { budget: Budget::default().with_nodes(Nodes(nodes)), ..Ask::default() };
        let answer = grundy::solve(&read(question), &ask).unwrap();
        assert!(answer.limit.is_some() || answer.nimber == Some(nimber));
        assert!(!answer.excluded.contains(&nimber));
    }
}

#[test]
fn threads_agree() {
    for question in ["cram 3x9", "cram 4x7", "node-kayles:grid 3 14", "nogo 2x4"] {
        let alone = solve(question, Method::Auto);
        for _ in 0..5 {
            let ask = Ask { budget: Budget::default().with_threads(2), list: 0, ..Ask::default() };
            let both = grundy::solve(&read(question), &ask).unwrap();
            assert_eq!((both.nimber, winning(&both)), (alone.nimber, winning(&alone)), "{question}");
        }
    }
}

#[test]
fn a_shared_table_gives_the_same_a_hundred_times() {
    for question in ["cram ##...../......./......./....#..", "node-kayles:grid 3 7", "nogo 1x7"] {
        let alone = solve(question, Method::Auto);
        for run in 0..100 {
            // Every other run has room for a few positions only.
            let bytes = if run % 2 == 0 { 1 << 16 } else { 1 << 24 };
            let budget = Budget::default().with_threads(2).with_bytes(grundy::Bytes(bytes));
            let both = grundy::solve(&read(question), &Ask { budget, list: 0, ..Ask::default() }).unwrap();
            assert_eq!((both.nimber, winning(&both)), (alone.nimber, winning(&alone)), "{question}");
        }
    }
}

#[test]
fn a_table_file_saves_work_and_is_checked() {
    let with = |question: &str, shelf: &Arc<Shelf>| {
        let ask = Ask { table: Some(Arc::clone(shelf)), ..Ask::default() };
        grundy::solve(&read(question), &ask)
    };
    for question in ["cram 3x9", "node-kayles:grid 3 13", "arc-kayles:petersen 7 2", "nogo 2x4"] {
        let shelf = Arc::new(Shelf::default());
        let first = with(question, &shelf).unwrap();
        let bytes = shelf.bytes();
        let again = Arc::new(Shelf::read(bytes.clone()).unwrap());
        let second = with(question, &again).unwrap();
        assert_eq!((first.nimber, winning(&first)), (second.nimber, winning(&second)), "{question}");
        assert!(second.nodes < first.nodes, "{question}: {:?} {:?}", first.nodes, second.nodes);
        assert!(Shelf::read(bytes[..bytes.len() - 1].to_vec()).is_err());
        for at in [0, 20, bytes.len() / 2, bytes.len() - 1] {
            let mut altered = bytes.clone();
            altered[at] ^= 1;
            assert!(Shelf::read(altered).is_err(), "{question}: byte {at}");
        }
        assert!(with("cram 3x3", &Arc::new(Shelf::read(bytes).unwrap())).is_err());
    }
}
