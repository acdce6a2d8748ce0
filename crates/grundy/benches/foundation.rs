//! The four problems beyond the contests' sizes, against the published program and the naive way.
//!
//! `cargo bench -p grundy --bench foundation`. Every value is asserted. Where the environment
//! variable `DARKRAFT_RIVAL` names the published Darkraft program (built with `g++ -O2`), it runs
//! on the same boards in the same run; processes are compared by CPU seconds.

use std::hint::black_box;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

use grundy::judge::{Options, Problem, judge};
use grundy::{Ask, Budget, Method, Outcome, Question, Text, no_files};
use grundy_testkit::generate::Random;

fn main() {
    println!("{:48} {:>10} {:>12} {:>8}", "work", "seconds", "other way", "ratio");
    darkraft_process();
    darkraft_boards();
    reclamation();
    bo();
    river();
}

/// One line of the table; `other` is the rival or the naive way.
fn row(work: &str, seconds: f64, other: Option<(&str, f64)>) {
    let (name, ratio) = other.map_or((String::new(), String::new()), |(name, time)| {
        (format!("{time:.4} {name}"), format!("{:.1}x", time / seconds))
    });
    println!("{work:48} {seconds:10.4} {name:>12} {ratio:>8}");
}

/// The least time of `runs` runs, and the value.
fn timed<T>(runs: u32, mut work: impl FnMut() -> T) -> (f64, T) {
    let mut best = f64::INFINITY;
    let mut value = None;
    for _ in 0..runs {
        let start = Instant::now();
        value = Some(black_box(work()));
        best = best.min(start.elapsed().as_secs_f64());
    }
    (best, value.expect("at least one run"))
}

fn board(rows: usize, random: &mut Random) -> Vec<String> {
    (0..rows).map(|_| (0..rows).map(|_| *random.pick(&['L', 'R', 'X'])).collect()).collect()
}

fn answer(question: &str, method: Method, threads: usize) -> grundy::Answer {
    let read = Question::read(&Text::new("question", question), &mut no_files).expect("a sound question");
    let budget = Budget::default().with_threads(threads);
    grundy::solve(&read, &Ask { budget, method, ..Ask::default() }).expect("an answer")
}

fn judged(problem: Problem, input: &str) -> String {
    let mut out = Vec::new();
    judge(problem, input.as_bytes(), &mut out, &Options::default()).expect("sound input");
    String::from_utf8(out).expect("text")
}

/// CPU seconds of a whole process, and what it printed; a shell's `times` counts its children.
fn process(program: &str, args: &str, input: &str) -> (f64, String) {
    let script = format!("{program} {args}; times 1>&2");
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let children = text.lines().last().unwrap_or("").to_string();
    let seconds = children
        .split_whitespace()
        .map(|time| {
            let (minutes, seconds) = time.trim_end_matches('s').split_once('m').expect("0m0.01s");
            60.0 * minutes.parse::<f64>().expect("minutes") + seconds.parse::<f64>().expect("seconds")
        })
        .sum();
    (seconds, String::from_utf8_lossy(&output.stdout).into_owned())
}

/// 20 boards of 20 x 20, each a whole process, ours and the published one.
fn darkraft_process() {
    let mut random = Random::new(138);
    let inputs: Vec<String> =
        (0..20).map(|_| format!("20 20\n{}\n", board(20, &mut random).join("\n"))).collect();
    let expected: Vec<String> = inputs.iter().map(|input| judged(Problem::Darkraft, input)).collect();
    let ours =
        option_env!("CARGO_BIN_EXE_grundy").map(str::to_string).or_else(|| std::env::var("GRUNDY").ok());
    let total = |program: &str, args: &str| {
        let mut sum = 0.0;
        for (input, expected) in inputs.iter().zip(&expected) {
            let (seconds, out) = process(program, args, input);
            assert_eq!(&out, expected, "{program}");
            sum += seconds;
        }
        sum / inputs.len() as f64
    };
    let (seconds, _) = timed(3, || inputs.iter().map(|i| judged(Problem::Darkraft, i)).collect::<String>());
    row("darkraft 20x20, in this process", seconds / 20.0, None);
    if let Some(ours) = ours {
        let own = total(&ours, "judge cf-138d");
        let rival = std::env::var("DARKRAFT_RIVAL").ok().map(|rival| total(&rival, ""));
        row("darkraft 20x20, whole process, CPU", own.max(1e-4), rival.map(|seconds| ("published", seconds)));
    }
}

fn darkraft_boards() {
    let mut random = Random::new(60);
    let question = format!("darkraft {}", board(20, &mut random).join("/"));
    let (kernel, by_kernel) = timed(5, || answer(&question, Method::Kernel, 1).nimber);
    let (general, by_search) = timed(5, || answer(&question, Method::General, 1).nimber);
    assert_eq!(by_kernel, by_search);
    row("darkraft 20x20, kernel", kernel, Some(("general", general)));
    row("darkraft 20x20, general method", general, None);
    let question = format!("darkraft {}", board(60, &mut random).join("/"));
    let (one, value) = timed(1, || answer(&question, Method::Auto, 1).nimber);
    let (two, by_two) = timed(1, || answer(&question, Method::Auto, 2).nimber);
    assert_eq!(value, by_two);
    // Found by the kernel and, once, by the general method.
    assert!(value.is_some());
    row("darkraft 60x60, one thread", one, None);
    row("darkraft 60x60, two threads", two, Some(("one", one)));
}

fn reclamation() {
    let (rows, count) = (1_000_000_000_000_000_000u64, 100_000u64);
    let mut random = Random::new(335);
    // One stone in each tenth of a millionth of the river, far from the next.
    let step = rows / count;
    let mut stones: Vec<(u64, u64)> =
        (0..count).map(|i| (i * step + 1 + random.below(step - 2), random.between(1, 2))).collect();
    // By the closed forms, from the stones in order.
    let mut nimber = (stones[0].0 - 1) ^ (rows - stones[stones.len() - 1].0);
    for pair in stones.windows(2) {
        let width = pair[1].0 - pair[0].0 - 1;
        nimber ^= if pair[0].1 == pair[1].1 { width % 2 } else { (width + 1) % 2 };
    }
    random.shuffle(&mut stones);
    let lines: String = stones.iter().fold(String::new(), |text, (r, c)| text + &format!("{r} {c}\n"));
    let input = format!("{rows} {count}\n{lines}");
    let (seconds, out) = timed(3, || judged(Problem::Reclamation, &input));
    assert_eq!(out, if nimber == 0 { "LOSE\n" } else { "WIN\n" });
    row("reclamation 10^18 rows, 10^5 stones", seconds, None);
}

fn bo() {
    let mut random = Random::new(5754);
    let mut input = String::from("1000000\n");
    let mut wythoff = 0;
    for _ in 0..1_000_000 {
        let (piece, mut n, mut m) =
            (random.between(1, 4), random.between(2, 1 << 59), random.between(2, 1 << 59));
        if random.chance(1, 3) {
            // Near the diagonal, where knights decide.
            m = n + random.below(3);
        } else if random.chance(1, 3) {
            m = 2 + n % 1000;
            n = 2 + n % 997;
        }
        wythoff += u64::from(piece == 4);
        input += &format!("{piece} {n} {m}\n");
    }
    assert!(wythoff > 200_000);
    let (seconds, out) = timed(3, || judged(Problem::Bo, &input));
    assert_eq!(out.len(), 2_000_000);
    for (line, letter) in input.lines().skip(1).zip(out.lines()).step_by(97) {
        let numbers: Vec<u64> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
        let name = ["king", "rook", "knight", "queen"][numbers[0] as usize - 1];
        let outcome = answer(&format!("bo:{name} {}x{}", numbers[1], numbers[2]), Method::Formula, 1).outcome;
        let expected = match outcome {
            Some(Outcome::Win) => "B",
            Some(Outcome::Loss) => "G",
            _ => "D",
        };
        assert_eq!(letter, expected, "{line}");
    }
    row("bo judge, 10^6 queries", seconds, None);
    let (general, value) = timed(1, || answer("bo:knight 2000x2000", Method::General, 1).outcome);
    assert_eq!(value, answer("bo:knight 2000x2000", Method::Formula, 1).outcome);
    row("bo:knight 2000x2000, explored without theorem", general, None);
}

/// A river that winds through a board of `n` rows: teeth of water with one or two firm columns
/// between, so that the banks are long and connected.
fn winding(n: usize, period: usize, depth: usize) -> String {
    let mut rows = vec![vec!['.'; n]; n];
    for column in 0..n {
        rows[n / 2][column] = '*';
        if column % period == 1 {
            rows[n / 2 - depth.min(n / 2)..n / 2].iter_mut().for_each(|row| row[column] = '*');
        }
    }
    rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

fn river() {
    for (name, n, period, depth) in [
        ("river N = 10, teeth", 10, 2, 2),
        ("river N = 10, wide teeth", 10, 3, 3),
        ("river N = 20, bank component of 40", 20, 2, 2),
        ("river N = 100, banks of 200+, combs", 100, 2, 2),
        ("river N = 100, banks of 200+, ladders", 100, 3, 3),
    ] {
        let question = format!("river {}", winding(n, period, depth));
        let (seconds, found) = timed(3, || answer(&question, Method::Auto, 1));
        let largest = found.terms[0].why.parts.iter().map(|part| part.label.clone()).max_by_key(|label| {
            label.split(' ').nth(2).and_then(|word| word.parse::<u32>().ok()).unwrap_or(0)
        });
        assert!(found.nimber.is_some());
        row(&format!("{name}: {}", largest.unwrap_or_default()), seconds, None);
    }
}
