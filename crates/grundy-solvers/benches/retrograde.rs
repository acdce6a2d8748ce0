//! Retrograde analysis at scale, with the values it must give.
//!
//! `cargo bench -p grundy-solvers --bench retrograde [NAME]` prints a table; every line checks
//! what it computed. The graphs come from the generator below: xorshift64*, seed 2024. Processor
//! seconds are of all threads together: on a machine with other work they say more than the clock.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::time::Instant;

use grundy_rules::{Arena, Budget, Bytes, Digraph, End, PieceBoard, Vector};
use grundy_solvers::retrograde::{Lines, Outcomes, nimbers, outcomes, rider_nimbers};

/// xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    /// A Poisson variable, by inversion.
    fn poisson(&mut self, table: &[f64]) -> usize {
        let x = self.next() as f64 / 2f64.powi(64);
        table.iter().position(|&sum| x < sum).unwrap_or(table.len())
    }
}

/// The distribution function of a Poisson variable.
fn poisson_table(mean: f64) -> Vec<f64> {
    let (mut term, mut sum) = ((-mean).exp(), 0.0);
    let mut table = Vec::new();
    for k in 1..60 {
        sum += term;
        table.push(sum);
        term *= mean / f64::from(k);
    }
    table
}

/// A graph with Poisson(5) options a node, anywhere. With `layers` the options of the first
/// two thirds go to smaller numbers near by, so that these are decided, and those of the rest
/// stay among the rest: a random graph with as many options is nearly all draws.
fn random_graph(nodes: u32, layers: bool) -> Digraph {
    let mut random = Random(2024);
    let table = poisson_table(5.0);
    let mut starts = vec![0];
    let mut targets = Vec::with_capacity(nodes as usize * 5 + nodes as usize / 100);
    for v in 0..nodes {
        let options = random.poisson(&table);
        for _ in 0..if layers && v == 0 { 0 } else { options } {
            let to = if layers && v < nodes / 3 * 2 {
                v - 1 - random.below(u64::from(v).min(u64::from(nodes / 64))) as u32
            } else if layers {
                nodes / 3 * 2 + random.below(u64::from(nodes.div_ceil(3))) as u32
            } else {
                random.below(u64::from(nodes)) as u32
            };
            targets.push(to);
        }
        starts.push(targets.len() as u32);
    }
    targets.shrink_to_fit();
    Digraph::from_rows(starts, targets).unwrap()
}

/// Largest memory the process has had, in MiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmHWM:")).unwrap_or("VmHWM: 0 kB");
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn budget(threads: usize) -> Budget {
    Budget::default().with_bytes(Bytes(4 << 30)).with_threads(threads)
}

struct Row {
    name: &'static str,
    bar: f64,
    run: fn() -> (Seconds, String),
}

/// Time by the clock and of the processor.
type Seconds = (f64, f64);

/// Processor seconds of this process so far, in hundredths.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

fn timed<T>(work: impl FnOnce() -> T) -> (Seconds, T) {
    let (start, before) = (Instant::now(), processor());
    let out = work();
    ((start.elapsed().as_secs_f64(), processor() - before), out)
}

fn graph_row(nodes: u32, layers: bool, threads: usize, counts: [u64; 3], longest: u64) -> (Seconds, String) {
    let graph = random_graph(nodes, layers);
    let (seconds, table) = timed(|| outcomes(&graph, &budget(threads)).unwrap());
    (seconds, format!("{} edges, {}", graph.edges(), checked(&table, counts, longest)))
}

/// Holds a table to the numbers of lost, drawn and won nodes and its longest game.
fn checked(table: &Outcomes, counts: [u64; 3], longest: u64) -> String {
    assert_eq!(table.counts(), counts);
    assert_eq!(table.longest().unwrap().0, longest);
    format!("loss/draw/win {counts:?}, longest {longest}")
}

/// A leaper on a square board, to the corner: nothing is stored but the cells.
fn leaper(side: u32, counts: [u64; 3], longest: u64) -> (Seconds, String) {
    let (seconds, table) = walk(side);
    (seconds, checked(&table, counts, longest))
}

fn walk(side: u32) -> (Seconds, Outcomes) {
    let vectors = [Vector::step(-3, -2), Vector::step(-1, -2), Vector::step(1, 1)];
    let mut board = PieceBoard::new(side, side, &vectors, End::Draw).unwrap();
    board.target(0, 0).unwrap();
    timed(|| outcomes(&board, &budget(1)).unwrap())
}

/// The leaper again, with the time a node. By its pattern on smaller boards a quarter of the squares
/// is lost, a quarter won, and the longest game is twice the side.
fn scale(side: u32) -> (Seconds, String) {
    let (seconds, table) = walk(side);
    let [lost, drawn, won] = table.counts();
    let (nodes, quarter) = (u64::from(side).pow(2), u64::from(side).pow(2) / 4);
    assert_eq!(lost + drawn + won, nodes);
    assert!(lost.abs_diff(quarter) < nodes / 100 && won.abs_diff(quarter) < nodes / 100, "{lost} {won}");
    assert!(table.longest().unwrap().0.abs_diff(2 * u64::from(side)) < 10);
    (seconds, format!("{nodes} nodes, {:.1} processor nanoseconds each", seconds.1 * 1e9 / nodes as f64))
}

fn loopy_row(layers: bool, finite: usize, largest: u64) -> (Seconds, String) {
    let graph = random_graph(1_000_000, layers);
    let (seconds, table) = timed(|| nimbers(&graph, &budget(1)).unwrap());
    let values = (0..graph.nodes()).filter_map(|v| table.finite(v));
    assert_eq!((values.clone().count(), values.max().unwrap().0), (finite, largest));
    (seconds, format!("{finite} finite, largest {largest}"))
}

const ROWS: [Row; 15] = [
    Row {
        name: "random-1e7",
        bar: 2.5,
        run: || graph_row(10_000_000, false, 2, [82_696, 9_512_513, 404_791], 13),
    },
    Row {
        name: "layered-1e7",
        bar: 2.5,
        run: || graph_row(10_000_000, true, 2, [1_796_177, 3_170_539, 5_033_284], 173),
    },
    Row { name: "random-1e5", bar: 0.1, run: || graph_row(100_000, false, 1, [844, 95_051, 4105], 9) },
    Row { name: "random-1e6", bar: 1.0, run: || graph_row(1_000_000, false, 1, [8123, 951_936, 39_941], 11) },
    Row {
        name: "random-1e7-one",
        bar: 5.0,
        run: || graph_row(10_000_000, false, 1, [82_696, 9_512_513, 404_791], 13),
    },
    Row { name: "leaper-3000", bar: 0.6, run: || leaper(3000, [2_252_249, 4_495_502, 2_252_249], 5996) },
    // Time a node from 10^5 to 10^8 nodes stays within 3x.
    Row { name: "scale-1e5", bar: 0.01, run: || scale(316) },
    Row { name: "scale-1e6", bar: 0.1, run: || scale(1000) },
    Row { name: "scale-1e7", bar: 1.0, run: || scale(3162) },
    Row { name: "scale-1e8", bar: 10.0, run: || scale(10_000) },
    Row {
        name: "knight-2000",
        bar: 0.3,
        run: || {
            let vectors = [Vector::step(1, 2), Vector::step(2, 1)];
            let mut board = PieceBoard::new(2000, 2000, &vectors, End::Draw).unwrap();
            board.target(1999, 1999).unwrap();
            let (seconds, table) = timed(|| outcomes(&board, &budget(1)).unwrap());
            (seconds, checked(&table, [667, 3_998_001, 1332], 1332))
        },
    },
    Row { name: "loopy-1e6", bar: 5.0, run: || loopy_row(false, 8442, 1) },
    Row { name: "loopy-layered-1e6", bar: 5.0, run: || loopy_row(true, 669_388, 8) },
    Row {
        name: "wythoff-1e4",
        bar: 10.0,
        run: || {
            let (seconds, table) = timed(|| rider_nimbers(10_000, 10_000, Lines::QUEEN, &budget(2)).unwrap());
            let largest = table.values().iter().max().unwrap();
            let zeros = table.values().iter().filter(|&&v| v == 0).count();
            assert_eq!((*largest, zeros), (15_067, 7639));
            (seconds, format!("largest {largest}, {zeros} zeros"))
        },
    },
    Row {
        name: "wythoff-1e4-one",
        bar: 10.0,
        run: || {
            let (seconds, table) = timed(|| rider_nimbers(10_000, 10_000, Lines::QUEEN, &budget(1)).unwrap());
            let sum: u64 = table.values().iter().map(|&v| u64::from(v)).sum();
            assert_eq!(sum, 624_819_939_111);
            (seconds, format!("sum of all values {sum}"))
        },
    },
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    println!(
        "{:18} {:>9} {:>9} {:>7} {:>10}  what it found",
        "work", "seconds", "processor", "bar", "peak MiB"
    );
    for row in &ROWS {
        if wanted.is_empty() || wanted.iter().any(|w| row.name.contains(w.as_str())) {
            let ((seconds, processor), found) = (row.run)();
            println!(
                "{:18} {seconds:>9.3} {processor:>9.2} {:>7} {:>10}  {found}",
                row.name,
                row.bar,
                peak()
            );
        }
    }
}
