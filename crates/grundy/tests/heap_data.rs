//! Sequences and periods of heap games against published ones: `testdata/heaps-periods.toml`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::root;
use grundy::heaps::{HeapRules, HeapStatus, Study};
use grundy::{Budget, Text, no_files};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    row: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    code: String,
    source: String,
    #[serde(default)]
    first: u64,
    #[serde(default)]
    values: Vec<u64>,
    #[serde(default)]
    zeros: Vec<u64>,
    to: Option<u64>,
    preperiod: Option<u64>,
    period: Option<u64>,
    saltus: Option<u64>,
    status: Option<String>,
    exceptions: Option<Vec<u64>>,
    largest: Option<u64>,
    largest_at: Option<u64>,
    rare_mask: Option<String>,
    rare_count: Option<u64>,
}

/// Longest sequences that plain tests look at.
const MOST: u64 = 1_100_000;

fn study(code: &str, last: u64, stop: bool) -> Study {
    let rules = HeapRules::read(&Text::new("question", &format!("heaps:{code}")), &mut no_files)
        .expect("a sound code");
    Study::run(rules, last, stop, None, &Budget::default(), &mut |_| ())
}

#[test]
fn every_row_holds() {
    let text = std::fs::read_to_string(root().join("testdata/heaps-periods.toml")).unwrap();
    let data: Data = toml::from_str(&text).unwrap();
    let mut periods = 0;
    for row in &data.row {
        let code = &row.code;
        assert!(!row.source.is_empty(), "{code} has no source");
        let last = (row.first + row.values.len() as u64).max(row.zeros.last().copied().unwrap_or(0));
        if let Some(period) = row.period {
            let needed = row.to.unwrap_or(2 * row.preperiod.unwrap_or(0) + 2 * period + 2_000);
            if needed > MOST {
                continue;
            }
            let study = study(code, needed.max(last), row.status.is_none());
            let report = &study.reports[0];
            let r = report.repetition.unwrap_or_else(|| panic!("{code} has no period"));
            let wanted = row.status.as_deref().unwrap_or("proved");
            assert_eq!(report.status.word(), wanted, "{code}");
            assert_eq!(r.period, period, "{code}");
            assert_eq!(r.saltus, row.saltus.unwrap_or(0), "{code}");
            if let Some(preperiod) = row.preperiod {
                assert!(r.preperiod <= preperiod, "{code}: preperiod {} for {preperiod}", r.preperiod);
                // A published prefix may be longer than the least one, by heap 0 at most.
                assert!(preperiod - r.preperiod <= 1, "{code}: preperiod {} for {preperiod}", r.preperiod);
            }
            if let Some(exceptions) = &row.exceptions {
                assert_eq!(&report.exceptions.0, exceptions, "{code}");
            }
            if let (Some(largest), HeapStatus::Proved(_)) = (row.largest, &report.status) {
                assert_eq!((report.largest.0, Some(report.largest.1)), (largest, row.largest_at), "{code}");
            }
            periods += 1;
        } else if let Some(to) = row.to {
            // Where most positions are rare a plain test has no time for so many heaps.
            if row.rare_count.is_some_and(|count| count > 5_000) {
                continue;
            }
            let study = study(code, to, false);
            let report = &study.reports[0];
            let values: Vec<u64> = (0..=to).map_while(|n| study.value(0, n)).collect();
            let largest = values.iter().copied().max().unwrap_or(0);
            let at = values.iter().position(|&v| v == largest).map(|n| n as u64);
            assert_eq!((Some(largest), at), (row.largest, row.largest_at), "{code}");
            assert!(report.repetition.is_none(), "{code}");
            let mask = row.rare_mask.as_ref().and_then(|mask| usize::from_str_radix(mask, 16).ok());
            if let (Some((class, rare)), Some(mask)) = (study.engine.class(), mask) {
                assert_eq!(class.mask, mask, "{code}");
                assert_eq!(Some(rare), row.rare_count, "{code}");
            }
        }
        if row.values.is_empty() && row.zeros.is_empty() {
            continue;
        }
        let study = study(code, last, false);
        for (n, &value) in (row.first..).zip(&row.values) {
            assert_eq!(study.value(0, n), Some(value), "{code}, heap {n} ({})", row.source);
        }
        if let Some(&last) = row.zeros.last() {
            let zeros: Vec<u64> = (0..=last).filter(|&n| study.value(0, n) == Some(0)).collect();
            assert_eq!(zeros, row.zeros, "{code}");
        }
    }
    assert!(periods > 60, "{periods} periods");
}

#[test]
fn certificates_hold_and_tampered_ones_do_not() {
    for code in ["0.77", "0.07", "sub:2,3,7", "allbut:2,3,7", "4.4", "nim", "coins:1-3@5", "4!.02"] {
        let study = study(code, 5_000, true);
        let Ok(text) = grundy::heaps::certificate(&study, 0) else {
            assert_eq!(code, "4!.02", "{code} has no proof");
            continue;
        };
        let proved = grundy::heaps::verify(&text).unwrap_or_else(|error| panic!("{code}: {error}"));
        assert!(proved.starts_with("verified"), "{proved}");
        let r = study.reports[0].repetition.unwrap();
        let changes = [
            (format!("\"period\":{}", r.period), format!("\"period\":{}", r.period * 2)),
            (format!("\"period\":{}", r.period), format!("\"period\":{}", r.period + 1)),
            (format!("\"preperiod\":{}", r.preperiod), format!("\"preperiod\":{}", r.preperiod + 1)),
            (format!("\"saltus\":{}", r.saltus), format!("\"saltus\":{}", r.saltus + 1)),
            ("\"values\":[0".to_string(), "\"values\":[1".to_string()),
            ("\"checksum\":\"".to_string(), "\"checksum\":\"0".to_string()),
            ("\"version\":1".to_string(), "\"version\":2".to_string()),
            ("\"theorem\":\"".to_string(), "\"theorem\":\"x".to_string()),
            ("{".to_string(), String::new()),
        ];
        for (from, to) in changes {
            let tampered = text.replacen(&from, &to, 1);
            assert_ne!(tampered, text, "{code}: {from}");
            assert!(grundy::heaps::verify(&tampered).is_err(), "{code}: {from} became {to}");
        }
    }
    // Kayles' certificate under the name of another code.
    let text = grundy::heaps::certificate(&study("0.77", 5_000, true), 0).unwrap();
    assert!(grundy::heaps::verify(&text.replacen("0.77", "0.07", 1)).is_err());
}

#[test]
fn checkpoints_of_another_code_or_altered_ones_are_refused() {
    let study = study("0.6", 5_000, false);
    let bytes = grundy::heaps::save(&study.rules, &study.engine);
    let budget = Budget::default();
    let again = grundy::heaps::restore(&study.rules, &bytes, &budget).unwrap();
    assert_eq!(again.values(0, 4_000), study.engine.values(0, 4_000));
    let other = HeapRules::read(&Text::new("question", "heaps:0.7"), &mut no_files).unwrap();
    assert!(grundy::heaps::restore(&other, &bytes, &budget).is_err());
    for at in [0, 8, 12, 20, 30, bytes.len() / 2, bytes.len() - 1] {
        let mut altered = bytes.clone();
        altered[at] ^= 1;
        assert!(grundy::heaps::restore(&study.rules, &altered, &budget).is_err(), "byte {at}");
        assert!(grundy::heaps::restore(&study.rules, &bytes[..at], &budget).is_err(), "cut at {at}");
    }
}
