//! Tables: as text, CSV, b-file, a `NumPy` array and a picture.

use std::fmt::Write;

use anstyle::AnsiColor;
use grundy::{Outcome, Table, TableCell};

use super::{colour, styled};
use crate::args::Shown;

/// What is shown, once the table is known.
fn chosen(table: &Table, shown: Shown) -> Shown {
    match shown {
        Shown::Auto if table.cells.iter().all(|cell| cell.nimber.is_some()) => Shown::Nimber,
        Shown::Auto => Shown::Outcome,
        shown => shown,
    }
}

/// A cell in words; empty where nothing is known.
fn word(cell: &TableCell, shown: Shown) -> String {
    match shown {
        Shown::Outcome => cell.outcome.map_or("", Outcome::word).to_string(),
        Shown::Value => {
            let nimber = || cell.nimber.map(|n| n.to_string());
            cell.value.as_ref().map(ToString::to_string).or_else(nimber).unwrap_or_default()
        }
        Shown::Remoteness => cell.remoteness.map_or(String::new(), |n| n.to_string()),
        Shown::Nimber | Shown::Auto => cell.nimber.map_or(String::new(), |n| n.to_string()),
    }
}

/// Columns for people; outcomes as one letter.
pub(crate) fn text(table: &Table, shown: Shown) -> String {
    let shown = chosen(table, shown);
    let short = |cell: &TableCell| match (shown, cell.outcome) {
        (Shown::Outcome, Some(outcome)) => outcome.word()[..1].to_uppercase(),
        _ => match word(cell, shown) {
            word if word.is_empty() => "?".to_string(),
            word => word,
        },
    };
    let words: Vec<String> = table.cells.iter().map(short).collect();
    let heads = table.columns.clone().map(|column| column.to_string().len());
    let width = words.iter().map(String::len).chain(heads).max().unwrap_or(1);
    let margin = table.rows.end().to_string().len();
    let mut text = format!("{:margin$} ", "");
    for column in table.columns.clone() {
        _ = write!(text, " {column:>width$}");
    }
    text.push('\n');
    for (row, (cells, words)) in
        table.rows.clone().zip(table.cells.chunks(table.width()).zip(words.chunks(table.width())))
    {
        _ = write!(text, "{row:>margin$} ");
        for (cell, word) in cells.iter().zip(words) {
            let padded = format!(" {word:>width$}");
            text += &match cell.outcome {
                Some(Outcome::Win) => styled(&padded, colour(AnsiColor::Green)),
                Some(Outcome::Draw) => styled(&padded, colour(AnsiColor::Yellow)),
                Some(Outcome::Loss) => styled(&padded, colour(AnsiColor::Red)),
                None => padded,
            };
        }
        text.push('\n');
    }
    _ = writeln!(text, "{}; {}", table.template, table.method);
    if let Some(limit) = table.limit {
        _ = writeln!(text, "limit reached: {limit}");
    }
    text
}

/// Comma-separated values: the columns on the first line, the row first on each other line.
pub(crate) fn csv(table: &Table, shown: Shown) -> String {
    let shown = chosen(table, shown);
    let mut text = String::new();
    for column in table.columns.clone() {
        _ = write!(text, ",{column}");
    }
    text.push('\n');
    for (row, cells) in table.rows.clone().zip(table.cells.chunks(table.width())) {
        _ = write!(text, "{row}");
        for cell in cells {
            let word = word(cell, shown);
            _ = if word.contains(',') { write!(text, ",\"{word}\"") } else { write!(text, ",{word}") };
        }
        text.push('\n');
    }
    text
}

/// A two-dimensional `NumPy` array of 64-bit integers: nimbers or remotenesses, -1 where there is
/// none; outcomes are 1 for a win, 0 for a draw, -1 for a loss and -2 where it is not known.
pub(crate) fn npy(table: &Table, shown: Shown) -> Vec<u8> {
    let shown = chosen(table, shown);
    let shape = (table.cells.len() / table.width(), table.width());
    let mut header =
        format!("{{'descr': '<i8', 'fortran_order': False, 'shape': ({}, {}), }}", shape.0, shape.1);
    // The magic word, the version and the length take 10 bytes; data starts at a multiple of 64.
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    for cell in &table.cells {
        let number = |n: Option<u64>| n.and_then(|n| i64::try_from(n).ok()).unwrap_or(-1);
        let value = match shown {
            Shown::Outcome => cell.outcome.map_or(-2, |outcome| outcome as i64 - 1),
            Shown::Remoteness => number(cell.remoteness.map(|n| n.0)),
            Shown::Nimber | Shown::Value | Shown::Auto => number(cell.nimber.map(|n| n.0)),
        };
        bytes.extend(value.to_le_bytes());
    }
    bytes
}

/// Pixels a cell is wide.
const CELL: usize = 8;

/// A picture: outcomes in green, yellow and red, numbers from dark to light, 0 in red. Cells of
/// one colour beside each other are one rectangle.
pub(crate) fn svg(table: &Table, shown: Shown) -> String {
    let shown = chosen(table, shown);
    let (width, height) = (table.width(), table.cells.len() / table.width());
    let fills = fills(table, shown);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\" \
         shape-rendering=\"crispEdges\">\n<title>{}, rows {} to {}, columns {} to {}</title>\n",
        width * CELL,
        height * CELL,
        table.template.replace('&', "&amp;").replace('<', "&lt;"),
        table.rows.start(),
        table.rows.end(),
        table.columns.start(),
        table.columns.end(),
    );
    for (y, row) in fills.chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let (count, [red, green, blue]) = (run.len(), run[0]);
            _ = writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{count}\" height=\"1\" fill=\"#{red:02x}{green:02x}{blue:02x}\"/>",
            );
            x += count;
        }
    }
    text + "</svg>\n"
}

/// The same picture in pixels.
pub(crate) fn png(table: &Table, shown: Shown) -> Result<Vec<u8>, String> {
    grundy_draw::png::map(&fills(table, chosen(table, shown)), table.width(), CELL)
}

/// Lines `n a(n)`: n is the column, or the row in a table of one column; rows of a larger table
/// stand below each other, each with its number in a comment. A row ends where a value is missing.
pub(crate) fn b_file(table: &Table, shown: Shown) -> String {
    let shown = chosen(table, shown);
    let mut text = format!("# {}\n", table.template);
    let one_column = table.width() == 1;
    let rows = if one_column { vec![&table.cells[..]] } else { table.cells.chunks(table.width()).collect() };
    for (row, cells) in table.rows.clone().zip(&rows) {
        if rows.len() > 1 {
            _ = writeln!(text, "# R = {row}");
        }
        let first = *if one_column { table.rows.start() } else { table.columns.start() };
        for (n, cell) in (first..).zip(*cells) {
            let word = word(cell, shown);
            if word.is_empty() {
                _ = writeln!(text, "# a({n}) is not known");
                break;
            }
            _ = writeln!(text, "{n} {word}");
        }
    }
    text
}

/// The colour of each cell.
fn fills(table: &Table, shown: Shown) -> Vec<[u8; 3]> {
    let number = |cell: &TableCell| match shown {
        Shown::Remoteness => cell.remoteness.map(|n| n.0),
        _ => cell.nimber.map(|n| n.0),
    };
    let most = table.cells.iter().filter_map(number).max().unwrap_or(0).max(1);
    let fill = |cell: &TableCell| match (shown, number(cell), cell.outcome) {
        (Shown::Outcome, _, Some(outcome)) | (_, None, Some(outcome)) => outcome_colour(outcome),
        (Shown::Outcome, _, None) | (_, None, None) => [0x80; 3],
        (Shown::Nimber, Some(0), _) => outcome_colour(Outcome::Loss),
        (_, Some(n), _) => heat(n as f64 / most as f64),
    };
    table.cells.iter().map(fill).collect()
}

fn outcome_colour(outcome: Outcome) -> [u8; 3] {
    match outcome {
        Outcome::Win => [0x2e, 0x9e, 0x44],
        Outcome::Draw => [0xe5, 0xc1, 0x00],
        Outcome::Loss => [0xd1, 0x2f, 0x2f],
    }
}

/// From dark blue by teal to light yellow, for a share from 0 to 1.
fn heat(share: f64) -> [u8; 3] {
    let stops = [(24.0, 24.0, 80.0), (30.0, 110.0, 140.0), (90.0, 190.0, 120.0), (250.0, 240.0, 170.0)];
    let at = share.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let i = (at as usize).min(stops.len() - 2);
    let mix = |a: f64, b: f64| (a + (b - a) * (at - i as f64)) as u8;
    let (low, high) = (stops[i], stops[i + 1]);
    [mix(low.0, high.0), mix(low.1, high.1), mix(low.2, high.2)]
}
