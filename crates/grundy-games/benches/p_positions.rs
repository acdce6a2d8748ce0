//! Is a pair of 1000-digit heaps a P-position of Wythoff's game?
//!
//! `cargo bench -p grundy-games --bench p_positions`; the bar is 1 ms, the aim 0.1 ms.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use grundy_games::r_wythoff::is_p_position;
use num_bigint::BigUint;

fn main() {
    let rounds = 1000u32;
    let pairs: Vec<(BigUint, BigUint)> = (0..rounds)
        .map(|i| {
            let n = BigUint::from(10u32).pow(999) * 3u32 + i;
            let low: BigUint = (&n + (&n * &n * 5u32).sqrt()) / 2u32;
            let high = &low + &n;
            (low, high)
        })
        .collect();
    let start = Instant::now();
    let found = pairs.iter().filter(|(a, b)| is_p_position(1, a, b)).count();
    let each = start.elapsed().as_secs_f64() / f64::from(rounds);
    assert_eq!(found, rounds as usize);
    assert!(pairs.iter().all(|(a, b)| !is_p_position(1, &(a + 1u32), &(b + 1u32))));
    println!("1000 digits, all P-positions: {:.1} microseconds each", each * 1e6);
}
