//! Where everything goes: sizes in units, 48 a cell.

use grundy_rules::{Picture, Place, Tile, Tone};

use crate::{Drawing, Form, Paint, Shape, Spot, graph};

/// Rows and columns of a grid, and heaps, that are drawn.
pub const MOST: usize = 100;

const CELL: f32 = 48.0;
const BORDER: f32 = 26.0;

/// Tokens of a heap in a line, and in all; larger heaps show a few and their number.
const LINE: u64 = 16;
const TOKENS: u64 = 64;

pub(crate) fn lay_out(picture: &Picture, places: &[Place]) -> Drawing {
    match picture {
        Picture::Tiles(rows) => grid(rows),
        Picture::Heaps(heaps) => self::heaps(heaps),
        Picture::Graph { vertices, edges } => graph::lay_out(vertices, edges),
        &Picture::Piece { rows, columns, at, target, glyph } => {
            piece((rows, columns), at, target, glyph, places)
        }
    }
}

fn text(x: f32, y: f32, size: f32, text: impl Into<String>, paint: Paint) -> Shape {
    Shape { form: Form::Text(x, y, size, text.into()), paint }
}

fn grid(rows: &[Vec<Tile>]) -> Drawing {
    let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
    let (shown_rows, shown_columns) = (height.min(MOST), width.min(MOST));
    let mut drawing = Drawing {
        width: BORDER + CELL * shown_columns as f32 + 4.0,
        height: BORDER + CELL * shown_rows as f32 + 4.0,
        note: (height > MOST || width > MOST).then(|| {
            format!("the first {shown_rows} of {height} rows and {shown_columns} of {width} columns")
        }),
        ..Drawing::default()
    };
    let middle = |i: usize| BORDER + CELL * (i as f32 + 0.5);
    let number = |x, y, i: usize| text(x, y, 13.0, (i + 1).to_string(), Paint::Border);
    drawing.under.extend((0..shown_columns).map(|c| number(middle(c), BORDER * 0.55, c)));
    for (r, row) in rows.iter().enumerate().take(MOST) {
        drawing.under.push(number(BORDER * 0.5, middle(r), r));
        for (c, &tile) in row.iter().enumerate().take(MOST) {
            if tile.tone != Tone::Outside {
                drawing.spots.push(cell(r, c, middle(c), middle(r), tile));
            }
        }
    }
    drawing
}

fn cell(row: usize, column: usize, x: f32, y: f32, tile: Tile) -> Spot {
    let half = CELL / 2.0 - 1.5;
    let square = Form::Rect(x - half, y - half, 2.0 * half, 2.0 * half, 5.0);
    let mut shapes = vec![Shape { form: square, paint: Paint::Tone(tile.tone) }];
    let glyph = tile.glyph.to_string();
    match (tile.tone, tile.glyph) {
        (Tone::Placed, _) => {
            shapes.push(Shape { form: Form::Disc(x, y, half * 0.74), paint: Paint::Piece });
            if tile.glyph == 'o' {
                shapes.push(Shape { form: Form::Disc(x, y, half * 0.6), paint: Paint::OnPiece });
            } else if tile.glyph.is_ascii_uppercase() {
                shapes.push(text(x, y, 24.0, glyph, Paint::OnPiece));
            }
        }
        (Tone::Water, _) | (_, '.' | ' ') | (Tone::Dead, 'x') => {}
        (tone, _) => shapes.push(text(x, y, 24.0, glyph, Paint::On(tone))),
    }
    let name = format!("{},{} {}", row + 1, column + 1, tile.glyph);
    let badge = (x + half - 8.0, y - half + 8.0, 8.0);
    Spot { place: Place::Cell(row as u64, column as u64), name, shapes, badge, mark: None }
}

fn heaps(heaps: &[u64]) -> Drawing {
    const TOKEN: f32 = 26.0;
    let longest = heaps.iter().take(MOST).map(|&heap| heap.min(LINE)).max().unwrap_or(0).max(4);
    let digits = heaps.iter().take(MOST).max().map_or(1, |most| most.to_string().len()) as f32;
    let (left, right) = (52.0, 24.0 + 10.0 * digits);
    let width = left + TOKEN * longest as f32 + right;
    let mut drawing = Drawing { width, height: 4.0, ..Drawing::default() };
    if heaps.len() > MOST {
        drawing.note = Some(format!("the first {MOST} of {} heaps", heaps.len()));
    }
    for (i, &heap) in heaps.iter().enumerate().take(MOST) {
        let shown = if heap <= TOKENS { heap } else { LINE };
        let lines = shown.div_ceil(LINE).max(1);
        let high = TOKEN * lines as f32 + 14.0;
        let top = drawing.height;
        let ground = Form::Rect(30.0, top, width - 32.0, high, 6.0);
        let mut shapes = vec![Shape { form: ground, paint: Paint::Ground }];
        for token in 0..shown {
            let x = left + TOKEN * ((token % LINE) as f32 + 0.5);
            let y = top + 7.0 + TOKEN * ((token / LINE) as f32 + 0.5);
            let paint = if heap > TOKENS && token >= LINE - 3 { Paint::Border } else { Paint::Piece };
            let radius = if paint == Paint::Border { 3.0 } else { TOKEN * 0.4 };
            shapes.push(Shape { form: Form::Disc(x, y, radius), paint });
        }
        let middle = top + high / 2.0;
        shapes.push(text(width - right / 2.0 - 6.0, middle, 16.0, heap.to_string(), Paint::On(Tone::Free)));
        drawing.under.push(text(16.0, middle, 13.0, (i + 1).to_string(), Paint::Border));
        let name = format!("{}: {heap}", i + 1);
        drawing.spots.push(Spot {
            place: Place::Heap(i),
            name,
            shapes,
            badge: (41.0, middle, 8.0),
            mark: None,
        });
        drawing.height += high + 6.0;
    }
    drawing
}

fn piece(size: (u64, u64), at: (u64, u64), target: (u64, u64), glyph: char, places: &[Place]) -> Drawing {
    const LONG: f32 = 440.0;
    let (rows, columns) = (size.0.max(1) as f32, size.1.max(1) as f32);
    let shape = (rows / columns).clamp(0.25, 4.0);
    let (width, height) = if shape < 1.0 { (LONG, LONG * shape) } else { (LONG / shape, LONG) };
    let margin = 34.0;
    let along = |n: u64, of: u64, long: f32| {
        margin + if of > 1 { long * ((n.saturating_sub(1)) as f32 / (of - 1) as f32) } else { 0.0 }
    };
    let point = |square: (u64, u64)| (along(square.1, size.1, width), along(square.0, size.0, height));
    let mut drawing =
        Drawing { width: width + 2.0 * margin, height: height + 2.0 * margin, ..Drawing::default() };
    let board = Form::Rect(margin - 18.0, margin - 18.0, width + 36.0, height + 36.0, 8.0);
    drawing.under.push(Shape { form: board, paint: Paint::Tone(Tone::Free) });
    let (x, y) = point(target);
    drawing.under.push(Shape { form: Form::Disc(x, y, 15.0), paint: Paint::Tone(Tone::Fixed) });
    drawing.under.push(text(x, y, 18.0, "*", Paint::On(Tone::Fixed)));
    let (x, y) = point(at);
    drawing.over.push(Shape { form: Form::Disc(x, y, 13.0), paint: Paint::Piece });
    drawing.over.push(text(x, y, 17.0, glyph.to_string(), Paint::OnPiece));
    drawing.note = Some(format!(
        "the piece is on {},{} of a board of {} rows and {} columns",
        at.0, at.1, size.0, size.1
    ));
    let radius = (600.0 / places.len().max(1) as f32).clamp(2.0, 6.0);
    for &place in places.iter().take(2000) {
        if let Place::Cell(row, column) = place {
            let (x, y) = point((row.saturating_add(1), column.saturating_add(1)));
            let dot = Shape { form: Form::Disc(x, y, radius), paint: Paint::Border };
            let name = format!("{},{}", u128::from(row) + 1, u128::from(column) + 1);
            drawing.spots.push(Spot { place, name, shapes: vec![dot], badge: (x, y, 8.0), mark: None });
        }
    }
    drawing
}
