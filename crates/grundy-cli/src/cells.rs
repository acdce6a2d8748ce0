//! The finished cells of a table in a file that survives the end of the program at any moment.
//!
//! The main type is [`Cells`]. The file is text: a line `grundy cells 1`, the question with `R` and
//! `C` in it, then a line a cell, in the order of finishing: row, column, outcome, nimber, loopy
//! value and remoteness (`-` where there is none) and a checksum (FNV-1a of 32 bits) of what stands
//! before it, with tabs between. A line goes out in one write as soon as its cell is finished. A
//! last line without its end is what a killed program leaves: it is cut off. Any other line that
//! does not read is refused, so that a file that was altered is never believed.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use grundy::{Error, Keep, LoopyValue, Nimber, Outcome, Remoteness, TableCell};

const MAGIC: &str = "grundy cells 1\n";

/// Time between two lines of progress.
const PAUSE: Duration = Duration::from_millis(200);

/// Finished cells, in a file if there is one, and the progress on the terminal.
#[derive(Debug)]
pub(crate) struct Cells {
    file: Option<(PathBuf, File)>,
    /// The template of the file; empty where it is new.
    template: String,
    done: HashMap<(u64, u64), TableCell>,
    /// Cells of the table, and how many are finished.
    of: u64,
    finished: u64,
    shown: Option<Instant>,
}

impl Cells {
    /// No file.
    pub(crate) fn nowhere(of: u64) -> Self {
        let shown = std::io::stderr().is_terminal().then(Instant::now);
        Self { file: None, template: String::new(), done: HashMap::new(), of, finished: 0, shown }
    }

    /// The cells of a file, which is made if it is not there.
    pub(crate) fn open(path: &Path, of: u64) -> anyhow::Result<Self> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        if file.try_lock().is_err() {
            bail!("{}: another grundy works with this file; give each its own", path.display());
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| format!("cannot read {}", path.display()))?;
        let mut this = Self::nowhere(of);
        let whole = this.read(&bytes).map_err(|why| Error::Method(format!("{}: {why}", path.display())))?;
        if whole < bytes.len() {
            file.set_len(whole as u64).with_context(|| format!("cannot write {}", path.display()))?;
            file.seek(SeekFrom::End(0))?;
        }
        this.file = Some((path.to_path_buf(), file));
        Ok(this)
    }

    /// Reads a file; the number of bytes that are whole lines.
    fn read(&mut self, bytes: &[u8]) -> Result<usize, String> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if !bytes.starts_with(&MAGIC.as_bytes()[..bytes.len().min(MAGIC.len())]) {
            return Err(
                "expected a file of finished cells, which starts with `grundy cells 1`; name a new file"
                    .into(),
            );
        }
        let text = std::str::from_utf8(&bytes[..whole]).map_err(|_| "this is no text".to_string())?;
        let mut lines = text.lines();
        let (Some(_magic), Some(template)) = (lines.next(), lines.next()) else { return Ok(0) };
        self.template = template.to_string();
        for (number, line) in (3..).zip(lines) {
            let (place, cell) = parse(line).ok_or_else(|| {
                format!("line {number} was altered: its checksum is wrong; remove that line and it is worked out again")
            })?;
            self.done.insert(place, cell);
        }
        Ok(whole)
    }

    fn write(&mut self, text: &str) -> Result<(), Error> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        file.write_all(text.as_bytes()).map_err(|error| {
            std::io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display())).into()
        })
    }

    /// Shows how far the table is, where people watch.
    fn progress(&mut self) {
        self.finished += 1;
        if let Some(shown) = self.shown.filter(|shown| shown.elapsed() > PAUSE) {
            let _shown = write!(std::io::stderr(), "\r{} of {} cells", self.finished, self.of);
            self.shown = Some(shown + shown.elapsed());
        }
    }
}

impl Drop for Cells {
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _cleared = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

impl Keep for Cells {
    fn begin(&mut self, template: &str) -> Result<(), Error> {
        if self.file.is_none() {
            return Ok(());
        }
        if self.template.is_empty() {
            self.template = template.to_string();
            return self.write(&format!("{MAGIC}{template}\n"));
        }
        if self.template != template {
            let message =
                format!("the saved cells are of `{}`, not of `{template}`; name another file", self.template);
            return Err(Error::Method(message));
        }
        Ok(())
    }

    fn find(&mut self, row: u64, column: u64) -> Option<TableCell> {
        let found = self.done.get(&(row, column)).cloned();
        if found.is_some() {
            self.progress();
        }
        found
    }

    fn keep(&mut self, row: u64, column: u64, cell: &TableCell) -> Result<(), Error> {
        self.progress();
        self.write(&line((row, column), cell))
    }
}

fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// A cell as a line.
fn line((row, column): (u64, u64), cell: &TableCell) -> String {
    let dash = || "-".to_string();
    let fields = [
        row.to_string(),
        column.to_string(),
        cell.outcome.map_or_else(dash, |outcome| outcome.word().to_string()),
        cell.nimber.map_or_else(dash, |n| n.0.to_string()),
        cell.value.as_ref().map_or_else(dash, ToString::to_string),
        cell.remoteness.map_or_else(dash, |n| n.0.to_string()),
    ];
    let text = fields.join("\t");
    format!("{text}\t{:08x}\n", checksum(&text))
}

/// The cell of a line; `None` where it does not read.
fn parse(line: &str) -> Option<((u64, u64), TableCell)> {
    let (text, sum) = line.rsplit_once('\t')?;
    if u32::from_str_radix(sum, 16).ok()? != checksum(text) {
        return None;
    }
    let fields: Vec<&str> = text.split('\t').collect();
    let &[row, column, outcome, nimber, value, remoteness] = &fields[..] else { return None };
    let number = |text: &str| (text != "-").then(|| text.parse::<u64>().ok());
    let numbers = |text: &str| -> Option<Vec<Nimber>> {
        let words = text.split(',').filter(|word| !word.is_empty());
        words.map(|word| word.parse().ok().map(Nimber)).collect()
    };
    let value = match value.strip_prefix("inf(").and_then(|text| text.strip_suffix(')')) {
        Some(list) => Some(LoopyValue::Infinite(numbers(list)?)),
        None if value == "-" => None,
        None => Some(LoopyValue::Finite(Nimber(value.parse().ok()?))),
    };
    let outcome = match outcome {
        "-" => None,
        word => Some([Outcome::Win, Outcome::Loss, Outcome::Draw].into_iter().find(|o| o.word() == word)?),
    };
    let flat = |n: Option<Option<u64>>| n.map_or(Some(None), |n| n.map(Some));
    let cell = TableCell {
        outcome,
        nimber: flat(number(nimber))?.map(Nimber),
        value,
        remoteness: flat(number(remoteness))?.map(Remoteness),
    };
    Some(((row.parse().ok()?, column.parse().ok()?), cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back() {
        let infinite = LoopyValue::Infinite(vec![Nimber(0), Nimber(2)]);
        for cell in [
            TableCell::default(),
            TableCell { outcome: Some(Outcome::Win), nimber: Some(Nimber(u64::MAX)), ..TableCell::default() },
            TableCell { outcome: Some(Outcome::Draw), value: Some(infinite), ..TableCell::default() },
            TableCell {
                outcome: Some(Outcome::Loss),
                nimber: Some(Nimber(0)),
                value: Some(LoopyValue::Finite(Nimber(0))),
                remoteness: Some(Remoteness(8)),
            },
        ] {
            let text = line((3, 14), &cell);
            assert_eq!(parse(text.trim_end()), Some(((3, 14), cell)), "{text}");
            let altered = text.replacen('3', "2", 1);
            assert_eq!(parse(altered.trim_end()), None);
        }
    }
}
