//! Sequences, periods, certificates and checkpoints through the command.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use serde_json::Value;

fn grundy(args: &[&str]) -> std::process::Output {
    Command::cargo_bin("grundy").unwrap().args(args).env("COLUMNS", "100").output().unwrap()
}

/// Standard output of a command that must answer.
fn answer(line: &str) -> String {
    let output = grundy(&line.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a command that must end with this code.
fn refusal(line: &str, code: i32) -> String {
    let output = grundy(&line.split(' ').collect::<Vec<_>>());
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{line}: {message}");
    message
}

/// A directory of its own for a test.
fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).unwrap();
    place
}

#[test]
fn sequences_in_every_format() {
    assert_eq!(answer("sequence heaps:0.77 --to 9"), "0 1 2 3 1 4 3 2 1 4\n");
    assert_eq!(answer("sequence kayles --to 9"), "0 1 2 3 1 4 3 2 1 4\n");
    assert_eq!(answer("sequence kayles --to 2 --format csv"), "n,value\n0,0\n1,1\n2,2\n");
    assert_eq!(answer("sequence kayles --to 2 --format bfile --offset 5"), "5 0\n6 1\n7 2\n");
    let json: Value = serde_json::from_str(&answer("sequence heaps:0.07 --to 5 --format json")).unwrap();
    assert_eq!(json, serde_json::json!({"version": 1, "code": "0.07", "values": [0, 0, 1, 1, 2, 0]}));
    let output = grundy(&["sequence", "kayles", "--to", "4", "--format", "npy"]);
    assert_eq!(output.stdout[..8], *b"\x93NUMPY\x01\x00");
    assert_eq!(output.stdout.len() % 64, 5 * 8);
    let last: Vec<u64> =
        output.stdout.rchunks(8).take(2).map(|b| u64::from_le_bytes(b.try_into().unwrap())).collect();
    assert_eq!(last, [1, 3]);
    let summary = answer("sequence heaps:0.06 --to 9999 --format summary");
    let json: Value = serde_json::from_str(&summary).unwrap();
    assert_eq!((&json["to"], &json["code"]), (&9999.into(), &"0.06".into()));
    assert_eq!(json["checksum"].as_str().unwrap().len(), 16);
}

#[test]
fn a_proved_period_gives_what_finding_every_value_gives() {
    for code in ["0.77", "0.45", "sub:2,3,7", "allbut:2,3"] {
        let line = format!("sequence heaps:{code} --to 30000 --format summary");
        assert_eq!(answer(&line), answer(&format!("{line} --no-period")), "{code}");
    }
}

#[test]
fn sequences_of_other_games() {
    assert_eq!(answer("sequence node-kayles:path --to 9"), "0 1 1 2 0 3 1 1 0 3\n");
    assert_eq!(answer("sequence cram 1xN --to 4 --format bfile"), "1 0\n2 1\n3 1\n4 2\n");
    assert_eq!(answer("sequence kayles N + nim 3 --to 3"), "3 2 1 0\n");
    assert!(refusal("sequence cram --to 3", 1).contains("a size, rows x columns"));
    assert!(refusal("sequence cram 2xN --to 3 --no-period", 1).contains("for heap games"));
    // Cram on two rows is 0 and 1 by turns: Winning Ways, chapter 15.
    let summary: Value = serde_json::from_str(&answer("sequence cram 2xN --to 9 --format summary")).unwrap();
    assert_eq!(
        (&summary["last"], &summary["largest"], &summary["largest_at"]),
        (&1.into(), &1.into(), &1.into())
    );
    let odd: Vec<&str> = "1 0 1 0 1 0 1 0 1".split(' ').collect();
    assert_eq!(answer("sequence cram 2xN --to 9").trim().split(' ').collect::<Vec<_>>(), odd);
}

#[test]
fn periods_of_other_games() {
    let seen = answer("period node-kayles:path --to 180 --json");
    let json: Value = serde_json::from_str(&seen).unwrap();
    // Dawson's chess: Guy and Smith 1956.
    assert_eq!(
        (&json["status"], &json["period"], &json["preperiod"]),
        (&"observed".into(), &34.into(), &52.into())
    );
    let own = grundy(&["period", "--options", "[n - k for k in (1, 3, 4) if n >= k]"]);
    let text = String::from_utf8(own.stdout).unwrap();
    assert!(text.contains("period 7, preperiod 0 (observed up to 300)"), "{text}");
    assert!(String::from_utf8(own.stderr).unwrap().contains("for a proof"));
    let races = answer("period bo:knight NxN 1,1 --to 60");
    assert!(races.contains("period 3, preperiod 1 (observed up to 60)"), "{races}");
    assert!(refusal("period cram 2xN --certificate no.json", 1).contains("for heap games"));
    assert!(answer("period cram 3xN --to 4").contains("no period seen up to 4"));
}

#[test]
fn endless_sequences_keep_their_limits() {
    let to = "sequence heaps:0.77 --to 4611686018427387904";
    for format in ["text", "bfile", "csv", "summary"] {
        assert!(
            refusal(&format!("{to} --format {format} --time 0.05"), 3).contains("limit reached"),
            "{format}"
        );
    }
    for format in ["json", "npy"] {
        assert!(refusal(&format!("{to} --format {format}"), 3).contains("memory"), "{format}");
    }
    assert!(refusal("sequence heaps:0.77 --to 18446744073709551615", 1).contains("at most"));
    // OEIS has sequences that begin below 0.
    assert_eq!(answer("sequence heaps:0.77 --to 2 --format bfile --offset -1"), "-1 0\n0 1\n1 2\n");
    assert!(refusal("sequence nonsense --to 3", 1).contains("the name of a game"));
}

#[test]
fn plots_in_both_formats() {
    let place = place("plots");
    for (name, begin) in [("p.svg", &b"<svg"[..]), ("p.png", b"\x89PNG")] {
        let path = place.join(name);
        answer(&format!("sequence heaps:0.07 --to 500 --plot {}", path.display()));
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.windows(4).take(200).any(|window| window == begin), "{name}");
        assert!(bytes.len() > 2000, "{name}");
    }
    let path = place.join("p.gif");
    refusal(&format!("sequence heaps:0.07 --to 500 --plot {}", path.display()), 1);
    assert!(!path.exists());
}

#[test]
fn periods_as_text_and_as_json() {
    insta::assert_snapshot!("periods", {
        let mut all = String::new();
        for line in [
            "period heaps:0.77",
            "period heaps:0.07",
            "period heaps:strip --to 2000",
            "period heaps:allbut:2,3,7",
            "period heaps:0.3F --to 400",
            "period heaps:0.6 --to 3000",
            "period heaps:0.07 --json",
            "period heaps:0.6 --to 3000 --json",
            "games heaps:0.07",
            "games heaps:4~.0",
        ] {
            all += &format!("$ grundy {line}\n{}\n", answer(line));
        }
        all
    });
}

#[test]
fn certificates_hold_and_tampered_ones_do_not() {
    let place = place("certificates");
    let path = place.join("c.json");
    let file = path.display();
    answer(&format!("period heaps:0.07 --certificate {file}"));
    assert!(answer(&format!("verify {file}")).starts_with("verified"));
    let text = fs::read_to_string(&path).unwrap();
    for (from, to) in [
        ("\"period\":34", "\"period\":68"),
        ("\"period\":34", "\"period\":17"),
        ("\"preperiod\":53", "\"preperiod\":54"),
        ("\"preperiod\":53", "\"preperiod\":12"),
        ("\"code\":\"0.07\"", "\"code\":\"0.77\""),
        ("\"values\":[0,0,1", "\"values\":[0,1,1"),
        ("\"theorem\":\"window\"", "\"theorem\":\"all-but cover\""),
        ("\"saltus\":0", "\"saltus\":1"),
        ("\"least\":1", "\"least\":0"),
        ("}", ""),
    ] {
        let tampered = text.replacen(from, to, 1);
        assert_ne!(tampered, text, "{from}");
        fs::write(&path, tampered).unwrap();
        let message = refusal(&format!("verify {file}"), 1);
        assert!(message.starts_with("error: "), "{from}: {message}");
    }
    fs::write(&path, [0xff, 0xfe, b'{']).unwrap();
    refusal(&format!("verify {file}"), 1);
    // Without a proof there is no certificate.
    let none = place.join("none.json");
    refusal(&format!("period heaps:0.6 --to 1000 --certificate {}", none.display()), 1);
    assert!(!none.exists());
}

#[test]
fn a_heap_of_any_size() {
    let text = answer("solve heaps:0.77 1000000000000000000 5 --json");
    let json: Value = serde_json::from_str(&text).unwrap();
    // 10^18 is 4 modulo 12, where Kayles has the value 1; 5 has 4.
    assert_eq!(json["nimber"], 5);
    assert_eq!(json["outcome"], "win");
    let text = answer("solve heaps:0.77 1000000000000000000 5");
    assert!(text.contains("winning moves"), "{text}");
}

#[test]
fn bad_codes_have_a_place_and_a_mend() {
    let mut all = String::new();
    for code in ["0.7-", "0.7.7", "0.7[3", "0.7]", "3.0", "2.7", "0.{2,", "sub:", "sub:0", "coins:9-1", ""] {
        let line = format!("sequence heaps:{code} --to 5");
        all += &format!("$ grundy {line}\n{}\n", refusal(&line, 1));
    }
    all += &refusal("sequence heaps:0.6 --to 99999999999999 --no-period", 3);
    insta::assert_snapshot!("bad_codes", all);
}

/// What a run of 0.004 says, whose values take time and have no period.
const RUN: &str = "sequence heaps:0.004 --to 120000 --format summary";

#[test]
fn killed_at_any_moment_a_run_resumes() {
    let place = place("killed");
    let path = place.join("run.checkpoint");
    let args: Vec<String> =
        format!("{RUN} --checkpoint {}", path.display()).split(' ').map(str::to_owned).collect();
    let begun = Instant::now();
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("grundy"))
        .args(&args)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !path.exists() && begun.elapsed() < Duration::from_mins(2) {
        std::thread::sleep(Duration::from_millis(5));
    }
    // SIGKILL: the program has no time to clean up.
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success(), "the run was over before it could be killed");
    let saved = fs::read(&path).unwrap();
    assert!(saved.len() > 1000, "{} bytes", saved.len());
    let resumed = answer(&args.join(" "));
    assert_eq!(resumed, answer(RUN));
    assert!(fs::read(&path).unwrap().len() > saved.len());
}

#[test]
fn checkpoints_that_do_not_fit_are_refused_and_stay() {
    let place = place("refused");
    let path = place.join("c");
    let run = |code: &str| {
        format!("sequence heaps:{code} --to 3000 --format summary --checkpoint {}", path.display())
    };
    let straight = answer(&run("0.6"));
    let sound = fs::read(&path).unwrap();
    let check = |bytes: &[u8], code: &str, message: &str| {
        fs::write(&path, bytes).unwrap();
        let said = refusal(&run(code), 1);
        assert!(said.contains(message), "{said}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "{message}");
    };
    check(&sound, "0.7", "it belongs to `0.6`");
    check(&sound[..sound.len() / 2], "0.6", "cut short");
    check(b"", "0.6", "no checkpoint");
    check(b"GRUNDYHP", "0.6", "no checkpoint");
    let mut altered = sound.clone();
    altered[sound.len() / 2] ^= 4;
    check(&altered, "0.6", "cut short or altered");
    fs::write(&path, &sound).unwrap();
    assert_eq!(answer(&run("0.6")), straight);
}
