//! SVG: text that scales, with a group a spot.

use std::fmt::Write;

use grundy_rules::MarkKind;

use crate::{COLOURS, Drawing, Form, Shape, Spot, place_text, sign};

/// SVG without colours, for a page whose style sheet knows the classes.
pub fn inline(drawing: &Drawing) -> String {
    write(drawing, "")
}

/// SVG that shows the same everywhere.
pub fn standalone(drawing: &Drawing) -> String {
    write(drawing, &style())
}

fn write(drawing: &Drawing, style: &str) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" viewBox=\"0 0 {} {}\" width=\"{0}\" height=\"{1}\">{style}",
        drawing.width, drawing.height
    );
    drawing.under.iter().for_each(|shape| write_shape(&mut svg, shape));
    drawing.spots.iter().for_each(|spot| write_spot(&mut svg, spot));
    drawing.over.iter().for_each(|shape| write_shape(&mut svg, shape));
    svg + "</svg>"
}

/// Writing to a string cannot fail.
macro_rules! put {
    ($($arg:tt)*) => { _ = write!($($arg)*) };
}

fn write_spot(svg: &mut String, spot: &Spot) {
    let (x, y, radius) = spot.badge;
    let place = place_text(spot.place);
    let name = escaped(&spot.name);
    put!(
        svg,
        "<g class=\"spot\" data-place=\"{place}\" data-name=\"{name}\" data-badge=\"{x},{y},{radius}\">"
    );
    spot.shapes.iter().for_each(|shape| write_shape(svg, shape));
    if let Some(kind) = spot.mark {
        write_mark(svg, kind, spot.badge);
    }
    svg.push_str("</g>");
}

/// A disc for a win, a diamond for a draw, a square for a loss, each with its sign.
fn write_mark(svg: &mut String, kind: MarkKind, (x, y, r): (f32, f32, f32)) {
    let (word, side) = match kind {
        MarkKind::Win => ("win", 0.0),
        MarkKind::Draw => ("draw", r * 0.85),
        MarkKind::Loss => ("loss", r * 0.85),
    };
    put!(svg, "<g class=\"mark {word}\">");
    match kind {
        MarkKind::Win => put!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"),
        MarkKind::Draw | MarkKind::Loss => {
            let turn = if kind == MarkKind::Draw {
                format!(" transform=\"rotate(45 {x} {y})\"")
            } else {
                String::new()
            };
            let (left, top, wide) = (x - side, y - side, 2.0 * side);
            put!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{wide}\"{turn}/>");
        }
    }
    put!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\">{}</text></g>", 1.7 * r, sign(kind));
}

fn write_shape(svg: &mut String, shape: &Shape) {
    let class = shape.paint.class();
    match &shape.form {
        Form::Rect(x, y, width, height, round) => {
            put!(
                svg,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/>"
            );
        }
        Form::Disc(x, y, radius) => {
            put!(svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
        }
        Form::Line((x1, y1), (x2, y2), ends) => {
            let ends = data(*ends);
            put!(svg, "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"{ends}/>");
        }
        Form::Curve((x1, y1), (x, y), (x2, y2), ends) => {
            let ends = data(*ends);
            put!(svg, "<path class=\"{class}\" d=\"M{x1} {y1}Q{x} {y} {x2} {y2}\"{ends}/>");
        }
        Form::Ring(x, y, radius, ends) => {
            let ends = data(*ends);
            put!(svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{ends}/>");
        }
        Form::Text(x, y, size, text) => {
            let text = escaped(text);
            put!(svg, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{text}</text>");
        }
    }
}

/// The vertices that a shape follows.
fn data(ends: Option<(usize, usize)>) -> String {
    ends.map_or(String::new(), |(from, to)| format!(" data-from=\"{from}\" data-to=\"{to}\""))
}

fn style() -> String {
    let mut css = String::from(
        "<style>text{font-family:system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}\
         .edge{fill:none;stroke-width:2}.ground{fill:none}",
    );
    for (class, [r, g, b]) in COLOURS {
        let what = if class == "edge" { "stroke" } else { "fill" };
        put!(css, ".{class}{{{what}:#{r:02x}{g:02x}{b:02x}}}");
    }
    css + ".mark text{fill:#fff;font-weight:700}.mark{stroke:#fff;stroke-width:1}.mark text{stroke:none}</style>"
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if c.is_control() => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}
