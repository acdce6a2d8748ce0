//! PNG: the same shapes as pixels. Letters are drawn as strokes, so no font is needed.

use grundy_rules::MarkKind;
use tiny_skia::{Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use crate::{Drawing, Form, Shape, mark_colour, sign, strokes};

/// Most pixels along a side.
const SIDE: f32 = 8000.0;

/// A PNG file of a drawing, `scale` pixels a unit (fewer where that would be too large).
///
/// # Errors
/// When the pixels do not fit in memory.
pub fn encode(drawing: &Drawing, scale: f32) -> Result<Vec<u8>, String> {
    let scale = scale.min(SIDE / drawing.width.max(1.0)).min(SIDE / drawing.height.max(1.0));
    let pixels = |units: f32| (units * scale).ceil().max(1.0) as u32;
    let mut map = Pixmap::new(pixels(drawing.width), pixels(drawing.height))
        .ok_or_else(|| "the picture is too large for memory".to_string())?;
    map.fill(Color::WHITE);
    let mut canvas = Canvas { map, scale };
    drawing.under.iter().for_each(|shape| canvas.shape(shape));
    for spot in &drawing.spots {
        spot.shapes.iter().for_each(|shape| canvas.shape(shape));
        if let Some(kind) = spot.mark {
            canvas.mark(kind, spot.badge);
        }
    }
    drawing.over.iter().for_each(|shape| canvas.shape(shape));
    canvas.map.encode_png().map_err(|error| error.to_string())
}

/// A PNG file of a map of colours, `width` of them a row, each a square of `side` pixels (fewer
/// where that would be too large).
///
/// # Errors
/// When the pixels do not fit in memory.
///
/// # Panics
/// When the colours make no whole rows.
pub fn map(colours: &[[u8; 3]], width: usize, side: usize) -> Result<Vec<u8>, String> {
    assert!(width > 0 && colours.len().is_multiple_of(width), "whole rows");
    let longest = width.max(colours.len() / width).max(1);
    let side = side.min(SIDE as usize / longest).max(1);
    let (columns, rows) = (width * side, colours.len() / width * side);
    let large = || "the picture is too large for memory".to_string();
    let size = |pixels: usize| u32::try_from(pixels).map_err(|_| large());
    let mut map = Pixmap::new(size(columns)?, size(rows)?).ok_or_else(large)?;
    for (i, pixel) in map.data_mut().chunks_exact_mut(4).enumerate() {
        let [red, green, blue] = colours[i / columns / side * width + i % columns / side];
        pixel.copy_from_slice(&[red, green, blue, u8::MAX]);
    }
    map.encode_png().map_err(|error| error.to_string())
}

struct Canvas {
    map: Pixmap,
    scale: f32,
}

impl Canvas {
    fn shape(&mut self, shape: &Shape) {
        let Some(colour) = shape.paint.colour() else { return };
        match &shape.form {
            &Form::Rect(x, y, width, height, round) => {
                self.fill(rounded(x, y, width, height, round), colour);
            }
            &Form::Disc(x, y, radius) => self.fill(PathBuilder::from_circle(x, y, radius), colour),
            &Form::Line(from, to, _) => self.lines(&[vec![from, to]], 2.0, colour),
            &Form::Curve(from, control, to, _) => {
                let mut path = PathBuilder::new();
                path.move_to(from.0, from.1);
                path.quad_to(control.0, control.1, to.0, to.1);
                self.stroke(path.finish(), 2.0, colour);
            }
            &Form::Ring(x, y, radius, _) => self.stroke(PathBuilder::from_circle(x, y, radius), 2.0, colour),
            Form::Text(x, y, size, text) => self.text(*x, *y, *size, text, colour),
        }
    }

    fn mark(&mut self, kind: MarkKind, (x, y, r): (f32, f32, f32)) {
        let side = r * 0.85;
        let form = |r: f32, side: f32| match kind {
            MarkKind::Win => PathBuilder::from_circle(x, y, r),
            MarkKind::Draw => {
                let reach = side * std::f32::consts::SQRT_2;
                polygon(&[(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)])
            }
            MarkKind::Loss => rounded(x - side, y - side, 2.0 * side, 2.0 * side, 0.0),
        };
        self.fill(form(r + 1.0, side + 1.0), [255; 3]);
        self.fill(form(r, side), mark_colour(kind));
        self.text(x, y, 1.7 * r, &sign(kind).to_string(), [255; 3]);
    }

    fn text(&mut self, x: f32, y: f32, size: f32, text: &str, colour: [u8; 3]) {
        self.lines(&strokes::lines(x, y, size, text), size / 9.0, colour);
    }

    fn fill(&mut self, path: Option<Path>, colour: [u8; 3]) {
        let Some(path) = path else { return };
        let scale = Transform::from_scale(self.scale, self.scale);
        self.map.fill_path(&path, &paint(colour), FillRule::Winding, scale, None);
    }

    fn lines(&mut self, lines: &[Vec<(f32, f32)>], width: f32, colour: [u8; 3]) {
        let mut path = PathBuilder::new();
        for line in lines {
            for (i, &(x, y)) in line.iter().enumerate() {
                if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
        }
        self.stroke(path.finish(), width, colour);
    }

    fn stroke(&mut self, path: Option<Path>, width: f32, colour: [u8; 3]) {
        let Some(path) = path else { return };
        let stroke = Stroke { width, line_cap: LineCap::Round, ..Stroke::default() };
        let scale = Transform::from_scale(self.scale, self.scale);
        self.map.stroke_path(&path, &paint(colour), &stroke, scale, None);
    }
}

fn paint([r, g, b]: [u8; 3]) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, 255);
    paint
}

fn polygon(points: &[(f32, f32)]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path.close();
    path.finish()
}

fn rounded(x: f32, y: f32, width: f32, height: f32, round: f32) -> Option<Path> {
    if round <= 0.0 {
        return Some(PathBuilder::from_rect(Rect::from_xywh(x, y, width, height)?));
    }
    let (right, bottom) = (x + width, y + height);
    let mut path = PathBuilder::new();
    path.move_to(x + round, y);
    path.line_to(right - round, y);
    path.quad_to(right, y, right, y + round);
    path.line_to(right, bottom - round);
    path.quad_to(right, bottom, right - round, bottom);
    path.line_to(x + round, bottom);
    path.quad_to(x, bottom, x, bottom - round);
    path.line_to(x, y + round);
    path.quad_to(x, y, x + round, y);
    path.close();
    path.finish()
}
