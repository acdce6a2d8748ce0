#![allow(missing_docs)]
use grundy_games::heaps::names;
use grundy_rules::{Budget, Bytes, Text};
use grundy_solvers::heaps::{analysis::analyse, engine::Engine};
fn main() {
    for code in std::env::args().skip(2) {
        let last: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
        let r = names::read(&Text::new("q", &code)).unwrap();
        let t = std::time::Instant::now();
        let mut e = Engine::new(r.system);
        let (reports, limit) = analyse(
            &mut e,
            last,
            true,
            &Budget::default().with_bytes(Bytes(2 << 30)).with_sink(|p| eprintln!("{p:?}")),
            &mut |_| (),
        );
        for r in reports {
            println!(
                "{code} {:?} {:?} {:?} to {} ex {:?} largest {:?}",
                t.elapsed(),
                r.status,
                r.repetition,
                r.checked_to,
                (&r.exceptions.0[..r.exceptions.0.len().min(14)], r.exceptions.1),
                r.largest
            );
        }
        println!("  class {:?} limit {limit:?}", e.class());
    }
}
