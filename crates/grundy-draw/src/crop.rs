//! Crops a drawing to what is on it.

use crate::{Drawing, Form, Shape};

/// What a drawing keeps free around its shapes.
const MARGIN: f32 = 10.0;

/// Moves every shape so that the drawing starts at a margin, and sets its size.
pub(crate) fn crop(drawing: &mut Drawing) {
    let (mut left, mut top) = (f32::INFINITY, f32::INFINITY);
    let (mut right, mut bottom) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
    let mut include = |(x, y): (f32, f32), around: (f32, f32)| {
        (left, right) = (left.min(x - around.0), right.max(x + around.0));
        (top, bottom) = (top.min(y - around.1), bottom.max(y + around.1));
    };
    for spot in &drawing.spots {
        let (x, y, radius) = spot.badge;
        include((x, y), (radius, radius));
    }
    for shape in shapes(drawing) {
        match shape.form {
            Form::Rect(x, y, width, height, _) => {
                include((x, y), (0.0, 0.0));
                include((x + width, y + height), (0.0, 0.0));
            }
            Form::Disc(x, y, radius) | Form::Ring(x, y, radius, _) => include((x, y), (radius, radius)),
            Form::Line(from, to, _) => {
                include(from, (0.0, 0.0));
                include(to, (0.0, 0.0));
            }
            Form::Curve(from, control, to, _) => {
                // No point of the curve lies beyond these.
                let half = |a: (f32, f32)| (f32::midpoint(a.0, control.0), f32::midpoint(a.1, control.1));
                for point in [from, half(from), half(to), to] {
                    include(point, (0.0, 0.0));
                }
            }
            Form::Text(x, y, size, ref text) => {
                include((x, y), (0.34 * size * text.chars().count() as f32, 0.5 * size));
            }
        }
    }
    if left > right {
        (left, right, top, bottom) = (0.0, 0.0, 0.0, 0.0);
    }
    let shift = |point: &mut (f32, f32)| {
        *point = (point.0 + MARGIN - left, point.1 + MARGIN - top);
    };
    let spots = drawing.spots.iter_mut();
    for shape in
        drawing.under.iter_mut().chain(&mut drawing.over).chain(spots.flat_map(|spot| &mut spot.shapes))
    {
        match &mut shape.form {
            Form::Rect(x, y, ..) | Form::Disc(x, y, _) | Form::Ring(x, y, ..) | Form::Text(x, y, ..) => {
                let mut point = (*x, *y);
                shift(&mut point);
                (*x, *y) = point;
            }
            Form::Line(from, to, _) => [from, to].into_iter().for_each(shift),
            Form::Curve(from, control, to, _) => [from, control, to].into_iter().for_each(shift),
        }
    }
    for spot in &mut drawing.spots {
        let mut point = (spot.badge.0, spot.badge.1);
        shift(&mut point);
        (spot.badge.0, spot.badge.1) = point;
    }
    (drawing.width, drawing.height) = (right - left + 2.0 * MARGIN, bottom - top + 2.0 * MARGIN);
}

fn shapes(drawing: &Drawing) -> impl Iterator<Item = &Shape> {
    drawing.under.iter().chain(&drawing.over).chain(drawing.spots.iter().flat_map(|spot| &spot.shapes))
}
