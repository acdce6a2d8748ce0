#![allow(unsafe_code, missing_docs)]
use grundy_solvers::heaps::{pair_rules::*, sparse::*};
fn rules(code: &str) -> PairRules {
    let mut r = PairRules::default();
    let (l, d) = code.split_once('.').unwrap();
    let mut ds = vec![l.parse::<u32>().unwrap_or(0)];
    ds.extend(d.chars().map(|c| c.to_digit(8).unwrap()));
    for (c, d) in ds.iter().enumerate() {
        if d & 1 > 0 {
            r.whole.push(c)
        }
        if d & 2 > 0 {
            r.one.push(c)
        }
        if d & 4 > 0 {
            r.two.push(Two { taken: c, unequal: false })
        }
    }
    r
}
fn fast(c: &mut Core<u8>, n: usize) -> bool {
    while c.values().len() <= n {
        c.reserve(n);
        if grundy_solvers::heaps::machine::block(c).is_err() && !c.grow() {
            return false;
        }
    }
    true
}
fn fast16(c: &mut Core<u16>, n: usize) -> bool {
    while c.values().len() <= n {
        c.reserve(n);
        if grundy_solvers::heaps::machine::block(c).is_err() && !c.grow() {
            return false;
        }
    }
    true
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: usize = a[2].parse().unwrap();
    let t = std::time::Instant::now();
    let mut c = Core::<u8>::new(rules(&a[1]));
    let v: Vec<u32>;
    let class;
    if fast(&mut c, n) {
        class = c.class();
        v = c.values().iter().map(|&x| x as u32).collect()
    } else {
        let mut c = c.widen::<u16>();
        assert!(fast16(&mut c, n));
        class = c.class();
        v = c.values().iter().map(|&x| x as u32).collect()
    }
    eprintln!("{} {} {:?} class {:?}", a[1], n, t.elapsed(), class);
    if a.len() > 3 {
        for x in &v[..=n] {
            println!("{x}")
        }
    }
    let m = v[..=n].iter().max().unwrap();
    eprintln!("last {} max {} at {}", v[n], m, v.iter().position(|x| x == m).unwrap());
}
