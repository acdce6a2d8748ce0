//! The table alone, under one thread and under two.

use super::*;

#[test]
fn what_is_put_is_found() {
    let table = Table::new(Bytes(1 << 24));
    for key in 0..50_000u64 {
        table.put(&key, Fact::exact(key % 17).unwrap(), key);
    }
    let lost = (0..50_000u64).filter(|key| table.get(key) != Fact::exact(key % 17).unwrap()).count() as u64;
    let stats = table.stats();
    assert_eq!(stats.entries + stats.dropped, 50_000);
    assert_eq!(lost, stats.dropped);
    assert!(lost < 50, "{stats:?}");
}

#[test]
fn a_full_table_keeps_inside_its_limit_and_tells_no_lies() {
    let table = Table::new(Bytes(1 << 16));
    for key in 0..50_000u64 {
        table.put(&key, Fact::exact(key % 17).unwrap(), key);
    }
    let stats = table.stats();
    assert!(stats.bytes <= 1 << 16 && stats.entries > 2000 && stats.dropped > 40_000, "{stats:?}");
    for key in 0..50_000u64 {
        let fact = table.get(&key);
        assert!(fact == Fact::NOTHING || fact == Fact::exact(key % 17).unwrap());
    }
}

#[test]
fn facts_of_two_threads_come_together() {
    let table = Table::new(Bytes(1 << 22));
    std::thread::scope(|scope| {
        for thread in 0..2u64 {
            let table = &table;
            scope.spawn(move || {
                for key in 0..20_000u64 {
                    table.put(&key, Fact::excluding(1 << thread), 1);
                }
            });
        }
    });
    let both = (0..20_000u64).filter(|key| table.get(key) == Fact::excluding(3)).count() as u64;
    assert!(both >= 20_000 - table.stats().dropped);
}

#[test]
fn two_threads_and_little_room_a_hundred_times() {
    let truth = |key: u64| Fact::exact(key.wrapping_mul(0x9e37_79b9) >> 7 & 63).unwrap();
    for round in 0..100u64 {
        let table = Table::new(Bytes(1 << 16));
        std::thread::scope(|scope| {
            for thread in 0..2u64 {
                let table = &table;
                scope.spawn(move || {
                    let mut state = round << 1 | thread;
                    for _ in 0..4000 {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        let key = state >> 51;
                        let found = table.get(&key);
                        assert!(found == Fact::NOTHING || found == truth(key), "{key}");
                        table.put(&key, truth(key), state >> 33 & 15);
                    }
                });
            }
        });
        let stats = table.stats();
        assert!(stats.bytes <= 1 << 16 && stats.hits > 0 && stats.looked == 8000, "{stats:?}");
    }
}
