//! The stop flag of a budget ends the work within a second.
#![allow(clippy::unwrap_used)]

mod limits;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use grundy_rules::{Budget, Bytes, End, Limit, PieceBoard, Stop, Vector};
use grundy_solvers::retrograde::{nimbers, outcomes};

use limits::{Answer, Way, term};

/// A tenth of a second into the work the stop flag is set; the work must end within a second.
fn check(what: &str, work: impl FnOnce(&Budget) -> Result<(), Stop>) {
    let budget = Budget::default().with_bytes(Bytes(4 << 30));
    let flag = budget.stop_flag();
    let start = Instant::now();
    let wait = Duration::from_millis(100);
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(wait);
            flag.store(true, Ordering::Relaxed);
        });
        work(&budget)
    });
    let late = start.elapsed().saturating_sub(wait);
    assert_eq!(result, Err(Stop::Limit(Limit::Stopped)), "{what}");
    assert!(late < Duration::from_secs(1), "{what}: ended {late:?} after the stop flag");
}

#[test]
fn searches_stop() {
    let cases = [
        (Way::Nimber, "pass", "any", "20000 20000"),
        (Way::Nimber, "pass", "half", "1000000 1000000"),
        (Way::Nimber, "heaps", "kayles", "100000000"),
        (Way::Nimber, "cram", "", "20x20"),
        (Way::Nimber, "cram", "", "60x60"),
        (Way::Nimber, "arc-kayles", "king", "30 30"),
        (Way::Nimber, "node-kayles", "grid", "60 60"),
        (Way::Nimber, "node-kayles", "queen", "30 30"),
        (Way::Explore, "wythoff", "", "4000 4000"),
        (Way::Explore, "wythoff", "", "1000000000 1000000000"),
        (Way::Explore, "piece", "queen", "20000x20000 1,1 to 20000,20000"),
        (Way::Whole, "heaps", "kayles", "100000000"),
    ];
    for (way, name, rules, position) in cases {
        let term = term(name, rules, position);
        let what = format!("{way:?} {name}:{rules} {position}");
        check(&what, |budget| grundy_games::open(&term, Answer(way, budget)).unwrap());
    }
}

/// A board on which rides are long, without a list of positions.
fn queen(side: u32) -> PieceBoard {
    let rides = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];
    let vectors = rides.map(|(x, y)| Vector::ride(x, y));
    let mut board = PieceBoard::new(side, side, &vectors, End::Draw).unwrap();
    board.target(side - 1, side - 1).unwrap();
    board
}

#[test]
fn boards_stop() {
    let board = queen(8000);
    check("outcomes", |budget| outcomes(&board, budget).map(|_| ()));
    check("nimbers", |budget| nimbers(&board, budget).map(|_| ()));
}
