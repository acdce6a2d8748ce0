//! Pictures in a terminal.
//!
//! A marked place (a winning move) stands in brackets, so that it shows without colour too. A
//! grid too wide for that is drawn one character a tile, a marked tile as `#`.

use std::collections::HashMap;

use anstyle::{AnsiColor, Style};
use grundy::{MarkKind, Outcome, Picture, Place, Tile, Tone};

use super::{colour, styled};

/// Marks by place.
pub(crate) type Marks = HashMap<Place, MarkKind>;

/// Rows of a grid that are drawn.
const ROWS: usize = 120;

/// In a grid of more rows than `LONG` a run of more than so many that look the same is cut short.
const RUN: usize = 4;
const LONG: usize = 40;

/// Heaps are drawn token by token up to this size.
const TOKENS: u64 = 60;

/// The picture as lines with `indent` blanks in front.
pub(crate) fn text(picture: &Picture, marks: &Marks, width: usize, indent: usize) -> String {
    let lines = match picture {
        Picture::Tiles(rows) => grid(rows, marks, width.saturating_sub(indent)),
        Picture::Heaps(heaps) => self::heaps(heaps, marks, width.saturating_sub(indent)),
        Picture::Graph { vertices, edges } => super::graph::lines(vertices, edges, marks),
        Picture::Piece { rows, columns, at, target, glyph } => vec![format!(
            "{glyph} on square {},{} of a board of {rows} rows and {columns} columns, going to {},{}",
            at.0, at.1, target.0, target.1
        )],
    };
    let margin = " ".repeat(indent);
    lines.iter().fold(String::new(), |text, line| text + &margin + line.trim_end() + "\n")
}

fn grid(rows: &[Vec<Tile>], marks: &Marks, width: usize) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let margin = rows.len().to_string().len();
    let wide = margin + 1 + 3 * columns <= width;
    if !wide && margin + 2 + columns > width {
        let what = format!("{} rows of {columns} tiles", rows.len());
        return vec![format!("(too wide to draw here: {what}; a line is {width} characters)")];
    }
    let mut lines = Vec::new();
    if wide && columns > 1 {
        let number = |column: usize| format!("{:^3}", (column + 1) % 10);
        let numbers: String = (0..columns).map(number).collect();
        lines.push(format!("{} {}", " ".repeat(margin), styled(&numbers, Style::new().dimmed())));
    }
    let marked_row = |r: usize| (0..columns).any(|c| marks.contains_key(&Place::Cell(r as u64, c as u64)));
    let again = |r: usize| rows.get(r) == rows.get(r - 1) && !marked_row(r) && !marked_row(r - 1);
    let mut same = 0;
    for (r, row) in rows.iter().enumerate().take(ROWS) {
        same = if r > 0 && again(r) { same + 1 } else { 0 };
        if rows.len() > LONG && same >= RUN {
            if r + 1 == rows.len().min(ROWS) || !again(r + 1) {
                lines.push(format!("... the same down to row {}", r + 1));
            }
            continue;
        }
        let number = styled(&format!("{:margin$}", r + 1), Style::new().dimmed());
        let mut line = format!("{number} ");
        for (c, tile) in row.iter().enumerate() {
            let mark = marks.get(&Place::Cell(r as u64, c as u64));
            line += &match (mark, wide) {
                (Some(&kind), true) => styled(&format!("[{}]", tile.glyph), marked(kind)),
                (Some(&kind), false) => styled("#", marked(kind)),
                (None, true) => format!(" {} ", styled(&tile.glyph.to_string(), tone(tile.tone))),
                (None, false) => styled(&tile.glyph.to_string(), tone(tile.tone)),
            };
        }
        lines.push(line);
    }
    if rows.len() > ROWS {
        lines.push(format!("... and {} more rows", rows.len() - ROWS));
    }
    lines
}

fn heaps(heaps: &[u64], marks: &Marks, width: usize) -> Vec<String> {
    let number = heaps.len().to_string().len();
    let size = heaps.iter().max().map_or(1, |most| most.to_string().len());
    let room = (width.saturating_sub(number + size + 6) as u64).min(TOKENS);
    let mut lines: Vec<String> = Vec::new();
    for (i, &heap) in heaps.iter().enumerate().take(ROWS) {
        let tokens = if heap <= room {
            "*".repeat(heap as usize)
        } else {
            format!("{}...", "*".repeat(room as usize))
        };
        let line = format!("{:number$}: {heap:size$} {tokens}", i + 1);
        lines.push(match marks.get(&Place::Heap(i)) {
            Some(&kind) => styled(&format!("[{line}]"), marked(kind)),
            None => format!(" {line}"),
        });
    }
    if heaps.len() > ROWS {
        lines.push(format!("... and {} more heaps", heaps.len() - ROWS));
    }
    lines
}

pub(super) fn marked(kind: MarkKind) -> Style {
    match kind {
        MarkKind::Win => colour(AnsiColor::Green).bold(),
        MarkKind::Draw => colour(AnsiColor::Yellow).bold(),
        MarkKind::Loss => colour(AnsiColor::Red),
    }
}

pub(super) fn tone(tone: Tone) -> Style {
    match tone {
        Tone::Outside | Tone::Free => Style::new(),
        Tone::Dead => Style::new().dimmed(),
        Tone::Water => colour(AnsiColor::Blue),
        Tone::Placed => colour(AnsiColor::Yellow).bold(),
        Tone::Fixed | Tone::Kind(1) => colour(AnsiColor::Magenta),
        Tone::Kind(0) => colour(AnsiColor::Cyan),
        Tone::Kind(_) | Tone::Outcome(Outcome::Draw) => colour(AnsiColor::Yellow),
        Tone::Outcome(Outcome::Win) => colour(AnsiColor::Green),
        Tone::Outcome(Outcome::Loss) => colour(AnsiColor::Red),
    }
}
