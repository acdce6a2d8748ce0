//! `grundy table`: what it writes, and cells that outlive a program that was killed.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn grundy(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args.split(' ')).stdin(Stdio::null());
    command
}

fn answered(args: &str) -> Output {
    let output = grundy(args).output().unwrap();
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn text(args: &str) -> String {
    String::from_utf8(answered(args).stdout).unwrap()
}

/// A new file name of this test run.
fn place(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _gone = fs::remove_file(&path);
    path
}

/// Cram as published: Winning Ways, chapter 15, and Lemoine and Viennot 2012.
const CRAM: &str = "3,1,1,4\n4,0,2,0\n5,2,0,2\n";

#[test]
fn every_form() {
    let csv = text("table cram 3..4 3..6 --format csv");
    assert_eq!(csv, ",3,4,5,6\n3,0,1,1,4\n4,1,0,2,0\n");
    assert_eq!(text("table cram 3 3..6 --format b-file"), "# cram RxC\n3 0\n4 1\n5 1\n6 4\n");
    assert_eq!(text("table cram 3..6 3 --format b-file"), "# cram RxC\n3 0\n4 1\n5 1\n6 4\n");
    let several = text("table cram 3..4 3..4 --format b-file");
    assert_eq!(several, "# cram RxC\n# R = 3\n3 0\n4 1\n# R = 4\n3 1\n4 0\n");
    let json: serde_json::Value = serde_json::from_str(&text("table cram 3..4 3..4 --format json")).unwrap();
    assert_eq!(json["nimber"], serde_json::json!([[0, 1], [1, 0]]));
    for (name, start) in [("map.png", &b"\x89PNG"[..]), ("map.svg", b"<svg"), ("map.npy", b"\x93NUMPY")] {
        let path = place(name);
        answered(&format!("table cram 3..4 3..6 --output {}", path.display()));
        assert!(fs::read(&path).unwrap().starts_with(start), "{name}");
    }
}

#[test]
fn one_search_for_all_cells_gives_what_each_alone_gives() {
    for game in ["cram", "chomp"] {
        let all = text(&format!("table {game} 1..5 1..6 --format csv"));
        for (row, line) in (1..).zip(all.lines().skip(1)) {
            for (column, value) in (1..).zip(line.split(',').skip(1)) {
                let alone = text(&format!("table {game} {row} {column} --format csv"));
                assert_eq!(alone.lines().nth(1), Some(&*format!("{row},{value}")), "{game} {row}x{column}");
            }
        }
        assert_eq!(text(&format!("table {game} 1..5 1..6 --format csv --method general")), all);
    }
}

/// A table is killed in the middle, as by `kill -9`, and goes on where it was.
#[test]
fn a_killed_table_goes_on() {
    let path = place("killed.cells");
    // The last cells take far longer than the first.
    let args = format!("table cram 3..5 3..9 --method general --save {}", path.display());
    let mut child = grundy(&args).stdout(Stdio::null()).spawn().unwrap();
    let begin = Instant::now();
    let lines = || fs::read_to_string(&path).map_or(0, |text| text.lines().count());
    while lines() < 7 {
        assert!(child.try_wait().unwrap().is_none(), "it is not killed in time");
        assert!(begin.elapsed() < Duration::from_mins(5), "no cells come");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = fs::read_to_string(&path).unwrap();
    let whole = &kept[..=kept.rfind('\n').unwrap()];
    // A line that was cut off by the end of the program is worked out again.
    fs::write(&path, format!("{whole}5\t9\twi")).unwrap();
    let small = format!("table cram 3..5 4..6 --format csv --save {}", path.display());
    assert_eq!(text(&small), format!(",4,5,6\n{CRAM}"));
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(whole), "finished cells stay as they are");
    assert_eq!(after.lines().count(), after.lines().collect::<std::collections::HashSet<_>>().len());
    // All is there: nothing is left to work out.
    let again = grundy(&format!("{small} --nodes 0")).output().unwrap();
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    assert_eq!(fs::read_to_string(&path).unwrap(), after);
}

#[test]
fn a_limit_keeps_what_is_finished() {
    let path = place("limit.cells");
    let output =
        grundy(&format!("table cram 4..5 4..8 --nodes 2000 --save {}", path.display())).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).contains("limit reached"));
    let kept = fs::read_to_string(&path).unwrap().lines().count() - 2;
    assert!((1..10).contains(&kept), "{kept}");
}

#[test]
fn altered_files_and_those_of_other_tables_are_refused() {
    let path = place("altered.cells");
    let save = format!("--save {}", path.display());
    answered(&format!("table cram 2..3 2..3 {save}"));
    let whole = fs::read_to_string(&path).unwrap();
    let refused = |args: &str, why: &str| {
        let output = grundy(args).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && message.contains(why), "{args}: {message}");
        assert!(output.stdout.is_empty());
    };
    refused(&format!("table chomp 2..3 2..3 {save}"), "the saved cells are of `cram RxC`");
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    fs::write(&path, whole.replacen("loss\t0", "win\t1", 1)).unwrap();
    refused(&format!("table cram 2..3 2..3 {save}"), "line 3 was altered");
    fs::write(&path, "3 4 5\n").unwrap();
    refused(&format!("table cram 2..3 2..3 {save}"), "grundy cells 1");
    assert_eq!(fs::read_to_string(&path).unwrap(), "3 4 5\n");
}
