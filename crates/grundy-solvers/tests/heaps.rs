//! The engines of heaps against the plain definition, and the theorems' traps.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use grundy_rules::{
    Break, Budget, Condition, Heap, HeapSystem, Limit, Nodes, Part, Parts, Rule, Shape, Takes, Turn,
};
use grundy_solvers::heaps::analysis::{Closed, Status, analyse, report};
use grundy_solvers::heaps::engine::Engine;
use grundy_solvers::heaps::naive;
use grundy_solvers::heaps::theorem::Theorem;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

fn split(taken: i64, count: usize, condition: Condition) -> Rule {
    let parts = Parts::These(vec![Part { kind: 0, least: 1 }; count]);
    Rule::Break(Break { takes: Takes::Exactly(taken), parts, condition })
}

/// An octal code, `digits[c]` at place `c`.
fn octal(digits: &[u64], condition: Condition) -> HeapSystem {
    let mut rules = Vec::new();
    for (c, digit) in digits.iter().enumerate() {
        for count in (0..6).filter(|count| digit >> count & 1 == 1) {
            rules.push(split(c as i64, count, condition));
        }
    }
    HeapSystem::single(rules)
}

fn random_octal(random: &mut Random, condition: Condition) -> HeapSystem {
    let places = 1 + random.below(4) as usize;
    let mut digits = vec![random.below(3) / 2 * 4];
    digits.extend((0..places).map(|_| random.below(8)));
    octal(&digits, condition)
}

fn same_values(system: &HeapSystem, last: u64) {
    system.check().unwrap_or_else(|loops| panic!("{system:?}: {loops}"));
    let mut engine = Engine::new(system.clone());
    engine.extend(last, &Budget::default()).expect("within the budget");
    let slow = naive::values(system, last, &Budget::default()).expect("within the budget");
    for (kind, slow) in slow.iter().enumerate() {
        let fast = engine.values(kind, last);
        if let Some(n) = (0..slow.len()).find(|&n| fast[n] != slow[n]) {
            panic!("heap {n}: {} for {}, {system:?}", fast[n], slow[n]);
        }
    }
}

#[test]
fn octal_codes_equal_the_definition() {
    let mut random = Random(1);
    for _ in 0..16 {
        let system = random_octal(&mut random, Condition::Any);
        same_values(&system, 2_000);
    }
    same_values(&random_octal(&mut random, Condition::Any), 6_500);
}

#[test]
fn side_conditions_equal_the_definition() {
    let mut random = Random(2);
    for condition in [Condition::AllUnequal, Condition::NotAllEqual, Condition::AllEqual] {
        for _ in 0..5 {
            same_values(&random_octal(&mut random, condition), 2_000);
        }
    }
}

#[test]
fn large_values_widen_the_cells() {
    // 0.007 has values beyond 255 from heap 12,000 on; 4.4 with values doubling early.
    same_values(&octal(&[0, 0, 0, 7], Condition::Any), 13_000);
    same_values(&octal(&[4, 4, 4, 4], Condition::Any), 4_000);
}

/// Where values grow with the heap the engines mark options one by one.
#[test]
fn many_values_equal_the_definition() {
    for digits in
        [&[0, 4, 5, 5, 6, 4, 0, 6, 7][..], &[4, 3, 3, 3], &[4, 1, 2, 6, 3], &[0, 0, 0, 4], &[0, 0, 4, 4]]
    {
        same_values(&octal(digits, Condition::Any), 5_000);
    }
    // 0.57=21[2], and Lasker's nim.
    let tail = |from| {
        let parts = Parts::These(vec![Part { kind: 0, least: 1 }]);
        Rule::Break(Break { takes: Takes::Every { from, step: 1 }, parts, condition: Condition::Any })
    };
    let mut rules = octal(&[0, 5, 7], Condition::AllEqual).kinds[0].rules.clone();
    rules.extend([split(3, 1, Condition::Any), split(4, 0, Condition::Any), tail(5)]);
    same_values(&HeapSystem::single(rules), 1_500);
    same_values(
        &HeapSystem::single(vec![split(0, 2, Condition::Any), split(1, 0, Condition::Any), tail(1)]),
        1_500,
    );
}

#[test]
fn other_rules_equal_the_definition() {
    let mut random = Random(3);
    let takes = |random: &mut Random| match random.below(3) {
        0 => Takes::Exactly(1 + random.below(3) as i64),
        1 => Takes::Every { from: 1 + random.below(3), step: 1 + random.below(3) },
        _ => Takes::OneOf(grundy_rules::Numbers::Squares),
    };
    for _ in 0..40 {
        let count = 1 + random.below(3) as usize;
        let parts = match random.below(4) {
            0 => Parts::AtLeast { kind: 0, count },
            _ => Parts::These(vec![Part { kind: 0, least: random.below(3) }; count]),
        };
        let condition = [Condition::Any, Condition::Any, Condition::AllUnequal, Condition::NotAllEqual]
            [random.below(4) as usize];
        let rule = Rule::Break(Break { takes: takes(&mut random), parts, condition });
        let system = HeapSystem::single(vec![rule, split(2, 1, Condition::Any)]);
        same_values(&system, if matches!(system.most_parts(), None | Some(3..)) { 28 } else { 120 });
    }
    same_values(&HeapSystem::strips(), 300);
    for shape in [Shape::Any, Shape::Consecutive, Shape::EquallySpaced, Shape::Symmetric] {
        for (fewest, most, reach, first) in
            [(1, 3, u64::MAX, false), (3, 3, 6, false), (2, 4, u64::MAX, true)]
        {
            let turn = Rule::Turn(Turn { fewest, most, shape, reach, first });
            same_values(&HeapSystem::single(vec![turn]), 24);
        }
    }
}

/// Codes of every kind: octal and hexadecimal, growing heaps, side conditions, sets, coins, typed.
fn random_system(random: &mut Random, kind: u64) -> (HeapSystem, u64) {
    let condition = [Condition::AllUnequal, Condition::NotAllEqual, Condition::AllEqual];
    let condition = condition[random.below(3) as usize];
    match kind {
        0 => (random_octal(random, Condition::Any), 2_000),
        1 => (random_octal(random, condition), 2_000),
        2 => {
            // Subtraction and all-but sets.
            let mut rules = vec![];
            for _ in 0..=random.below(4) {
                let taken = 1 + random.below(12) as i64;
                rules.extend([split(taken, 0, Condition::Any), split(taken, 1, Condition::Any)]);
            }
            if random.below(2) == 0 {
                let takes = Takes::Every { from: 13, step: 1 };
                let parts = Parts::These(vec![Part { kind: 0, least: random.below(2) }]);
                rules.push(Rule::Break(Break { takes, parts, condition: Condition::Any }));
            }
            (HeapSystem::single(rules), 2_000)
        }
        3 => {
            let takes = [
                Takes::OneOf(grundy_rules::Numbers::Squares),
                Takes::OneOf(grundy_rules::Numbers::Primes),
                Takes::OneOf(grundy_rules::Numbers::Fibonacci),
                Takes::OneOf(grundy_rules::Numbers::Factorials),
                Takes::NoneOf(grundy_rules::Numbers::Squares),
                Takes::NoneOf(grundy_rules::Numbers::Fibonacci),
            ][random.below(6) as usize];
            let parts = Parts::These(vec![Part { kind: 0, least: 0 }]);
            let rule = Rule::Break(Break { takes, parts, condition: Condition::Any });
            (HeapSystem::single(vec![rule, split(1 + random.below(9) as i64, 1, Condition::Any)]), 2_000)
        }
        4 => {
            let turn = Turn {
                fewest: 1 + random.below(2),
                most: 2,
                shape: Shape::Any,
                reach: 3 + random.below(40),
                first: false,
            };
            (HeapSystem::single(vec![Rule::Turn(turn)]), 2_000)
        }
        5 => {
            // Two kinds that leave each other.
            let part = |random: &mut Random| Part { kind: random.below(2) as usize, least: random.below(2) };
            let rule = |random: &mut Random| {
                let parts = (0..=random.below(2)).map(|_| part(random)).collect();
                let takes = Takes::Exactly(1 + random.below(3) as i64);
                Rule::Break(Break { takes, parts: Parts::These(parts), condition: Condition::Any })
            };
            let mut system = HeapSystem::single(vec![rule(random), rule(random)]);
            let other = grundy_rules::HeapKind { name: "b".into(), rules: vec![rule(random), rule(random)] };
            system.kinds[0].name = "a".into();
            system.kinds.push(other);
            (system, 400)
        }
        _ => {
            // Three heaps left, and heaps that grow: quartic for the naive method.
            let mut rules = vec![split(1 + random.below(3) as i64, 3, Condition::Any)];
            rules.push(split(random.below(3) as i64, 2, Condition::Any));
            rules.push(split(-1, 3, Condition::Any));
            (HeapSystem::single(rules), 120)
        }
    }
}

#[test]
fn codes_of_every_kind_equal_the_definition() {
    let mut random = Random(11);
    for round in 0..42 {
        let (system, last) = random_system(&mut random, round % 7);
        same_values(&system, last);
    }
}

#[test]
fn one_thread_is_two() {
    let mut random = Random(12);
    let check = |system: HeapSystem, last: u64| {
        let mut engines = [1, 2, 3].map(|threads| {
            let mut engine = Engine::new(system.clone());
            engine.extend(last, &Budget::default().with_threads(threads)).expect("within the budget");
            engine.values(0, last)
        });
        engines.sort();
        assert!(engines[0] == engines[2], "{system:?}");
    };
    // Codes with many rare heaps, where threads do work, and random ones.
    check(octal(&[0, 6], Condition::Any), 60_000);
    check(octal(&[0, 3, 7], Condition::Any), 40_000);
    check(octal(&[4], Condition::AllUnequal), 40_000);
    for _ in 0..12 {
        check(random_octal(&mut random, Condition::Any), 12_000);
    }
}

#[test]
fn saved_and_resumed_is_straight() {
    let codes = [octal(&[0, 6], Condition::Any), octal(&[4, 0], Condition::AllUnequal), HeapSystem::strips()];
    for system in codes {
        let mut straight = Engine::new(system.clone());
        straight.extend(5_000, &Budget::default()).unwrap();
        let mut first = Engine::new(system.clone());
        first.extend(1_500, &Budget::default()).unwrap();
        let bytes = first.to_bytes();
        let mut second = Engine::from_bytes(system.clone(), &bytes, &Budget::default()).unwrap();
        second.extend(5_000, &Budget::default()).unwrap();
        for kind in 0..system.kinds.len() {
            assert_eq!(second.values(kind, 5_000), straight.values(kind, 5_000));
        }
        assert!(Engine::from_bytes(system, &bytes[..bytes.len() - 1], &Budget::default()).is_none());
    }
}

#[test]
fn a_spent_budget_keeps_what_there_is() {
    let mut engine = Engine::new(octal(&[0, 6], Condition::Any));
    let budget = Budget::default().with_nodes(Nodes(5_000));
    assert!(matches!(engine.extend(1_000_000, &budget), Err(Limit::Nodes(_))));
    assert!(engine.len() >= 1_024 && engine.len() < 10_000);
}

fn study(system: HeapSystem, last: u64) -> (Engine, Status, Option<(u64, u64, u64)>) {
    let mut engine = Engine::new(system);
    let (reports, _) = analyse(&mut engine, last, true, &Budget::default(), &mut |_| ());
    let r = reports[0].repetition.map(|r| (r.preperiod, r.period, r.saltus));
    (engine, reports[0].status.clone(), r)
}

#[test]
fn proved_periods_hold_far_beyond_their_window() {
    let mut random = Random(5);
    let mut proofs = 0;
    for round in 0..150 {
        let condition = [Condition::Any, Condition::AllUnequal, Condition::NotAllEqual][round % 3];
        let system = random_octal(&mut random, condition);
        let (engine, status, _) = study(system.clone(), 3_000);
        if let Status::Proved(_) = status {
            proofs += 1;
            let form = Closed::of(&engine, &report(&engine, 0)).unwrap();
            let mut far = Engine::new(system.clone());
            far.extend(12_000, &Budget::default()).unwrap();
            for n in 0..=12_000 {
                assert_eq!(far.value(0, n), Some(form.value(n)), "heap {n} of {system:?}");
            }
        }
    }
    assert!(proofs > 50, "only {proofs} proofs");
}

#[test]
fn traps_of_the_theorems() {
    // 0.0004: from 0 the window holds with p = 1, yet heap 6 has the value 1.
    let trap = octal(&[0, 0, 0, 0, 4], Condition::Any);
    let theorem = Theorem::of(&trap, &[0]).unwrap();
    assert_eq!(theorem.last_needed(0, 1), theorem.last_needed(1, 1));
    let (engine, status, _) = study(trap, 2_000);
    assert_eq!(engine.value(0, 6), Some(1));
    assert!(!matches!(status, Status::Proved(_)));
    // 4!.002: heaps 4 to 15 pass the plain window with p = 5; heap 16 does not.
    let rules = vec![split(0, 2, Condition::AllUnequal), split(3, 1, Condition::Any)];
    let trap = HeapSystem::single(rules);
    let values = naive::values(&trap, 30, &Budget::default()).unwrap().remove(0);
    let plain = 2 * 4 + 5 + 3;
    assert!((4..plain).all(|n| values[n] == values[n + 5]) && values[plain] != values[plain + 5]);
    let needed = Theorem::of(&trap, &[0]).unwrap().last_needed(4, 5).unwrap();
    // The window must reach heap 16, where the repetition fails.
    assert!(needed >= 16 + 5);
    // A tail is never proved by a window; an odd number of equal parts has no theorem.
    let tail = Rule::Break(Break {
        takes: Takes::Every { from: 1, step: 1 },
        parts: Parts::These(vec![Part { kind: 0, least: 1 }; 2]),
        condition: Condition::Any,
    });
    assert_eq!(Theorem::of(&HeapSystem::single(vec![tail]), &[0]), None);
    assert_eq!(Theorem::of(&HeapSystem::single(vec![split(1, 3, Condition::AllEqual)]), &[0]), None);
    // 0.161 is not 0.36: the first difference is at heap 519.
    let mut one = Engine::new(octal(&[0, 1, 6, 1], Condition::Any));
    let mut other = Engine::new(octal(&[0, 3, 6], Condition::Any));
    one.extend(600, &Budget::default()).unwrap();
    other.extend(600, &Budget::default()).unwrap();
    let shift = |n: u64| one.value(0, n + 1) == other.value(0, n) || one.value(0, n) == other.value(0, n);
    assert!((0..600).any(|n| !shift(n)));
    // Heap 92679 of Grundy's game has 46339 options.
    let mut options = 0;
    let grundy = octal(&[4], Condition::AllUnequal);
    grundy.options(Heap { kind: 0, size: 92_679 }, &mut |_| {
        options += 1;
        true
    });
    assert_eq!(options, 46_339);
}

#[test]
fn strips_have_their_closed_forms() {
    let mut engine = Engine::new(HeapSystem::strips());
    let (reports, _) = analyse(&mut engine, 1_000, true, &Budget::default(), &mut |_| ());
    assert!(reports.iter().all(|report| matches!(report.status, Status::Proved(_))));
    let forms: Vec<Closed> = reports.iter().map(|report| Closed::of(&engine, report).unwrap()).collect();
    for w in [0, 1, 2, 3, 100, 101, 1_000_000_000_000_000_001] {
        let expected = [w % 2, w, w % 2, if w == 0 { 0 } else { (w + 1) % 2 }];
        let found: Vec<u64> = forms.iter().map(|form| form.value(w)).collect();
        assert_eq!(found, expected, "width {w}");
    }
}
