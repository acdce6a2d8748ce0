//! Graphs: vertices as discs, tokens as small dark discs on them, marked ends with a tag in the disc.
//!
//! Main function: [`lay_out`]. Cost: edges times vertices while that is small, so that no edge
//! runs through a vertex it does not touch; `n` squared for up to [`EXACT`] vertices.

use grundy_rules::{Edge, Outcome, Place, Tone, Vertex};

use crate::crop::crop;
use crate::{Drawing, Form, Paint, Shape, Spot};

/// Up to so many vertices the closest two are looked for.
const EXACT: usize = 600;

/// Up to so many pairs of an edge and a vertex are looked at.
const PAIRS: usize = 4_000_000;

type Point = (f32, f32);

pub(crate) fn lay_out(vertices: &[Vertex], edges: &[Edge]) -> Drawing {
    let scale = scale(vertices);
    let plane = Plane {
        points: vertices.iter().map(|v| (v.x as f32 * scale, v.y as f32 * scale)).collect(),
        radius: (0.36 * scale * closest(vertices)).clamp(7.0, 22.0),
        looks: vertices.len().saturating_mul(edges.len()) <= PAIRS,
    };
    let mut drawing = Drawing::default();
    for (i, edge) in edges.iter().enumerate() {
        if edge.from.max(edge.to) < vertices.len() {
            let sign = if edge.directed { '>' } else { '-' };
            let name = format!("{} {sign} {}", vertices[edge.from].label, vertices[edge.to].label);
            let (shapes, (x, y)) = plane.edge(edge);
            drawing.spots.push(Spot { place: Place::Edge(i), name, shapes, badge: (x, y, 8.0), mark: None });
        }
    }
    drawing.spots.extend(vertices.iter().enumerate().map(|(i, vertex)| plane.vertex(i, vertex, edges)));
    drawing.note = note(vertices);
    crop(&mut drawing);
    drawing
}

/// What the signs at vertices say.
fn note(vertices: &[Vertex]) -> Option<String> {
    let mut parts = Vec::new();
    if vertices.iter().any(|v| v.tokens > 0) {
        parts.push("dark discs are tokens");
    }
    for (end, text) in [
        (Outcome::Win, "`win`: who is stuck there wins"),
        (Outcome::Draw, "`draw`: being stuck there is a draw"),
    ] {
        if vertices.iter().any(|v| v.end == Some(end)) {
            parts.push(text);
        }
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Units a thousandth: small graphs are drawn small, and large ones so that vertices keep apart.
fn scale(vertices: &[Vertex]) -> f32 {
    const FAR: f32 = 110.0;
    const NEAR: f32 = 34.0;
    let closest = closest(vertices);
    (FAR / closest).min((NEAR / closest).clamp(0.6, 2.0))
}

/// The distance of the closest two vertices, in thousandths; 1 at least.
fn closest(vertices: &[Vertex]) -> f32 {
    let distance =
        |(a, b): (&Vertex, &Vertex)| (a.x as f32 - b.x as f32).hypot(a.y as f32 - b.y as f32).max(1.0);
    let pairs = vertices.iter().enumerate().flat_map(|(i, a)| {
        // Of many vertices only neighbours by number.
        let most = if vertices.len() <= EXACT { EXACT } else { 1 };
        vertices[i + 1..].iter().take(most).map(move |b| (a, b))
    });
    pairs.map(distance).fold(1000.0, f32::min)
}

struct Plane {
    points: Vec<Point>,
    radius: f32,
    /// Whether edges are bent around vertices.
    looks: bool,
}

impl Plane {
    /// The shapes of an edge, and the place of its mark.
    fn edge(&self, edge: &Edge) -> (Vec<Shape>, Point) {
        let (from, to) = (self.points[edge.from], self.points[edge.to]);
        let ends = Some((edge.from, edge.to));
        let shape = |form| Shape { form, paint: Paint::Edge };
        if edge.from == edge.to {
            let (ux, uy) = unit(self.middle(), from).unwrap_or((0.0, -1.0));
            let (x, y) = (from.0 + 1.2 * self.radius * ux, from.1 + 1.2 * self.radius * uy);
            let top = (x + 0.7 * self.radius * ux, y + 0.7 * self.radius * uy);
            return (vec![shape(Form::Ring(x, y, 0.7 * self.radius, ends))], top);
        }
        let (ux, uy) = unit(from, to).unwrap_or((1.0, 0.0));
        if edge.wraps {
            let long = self.radius + 20.0;
            let (out, back) =
                ((from.0 - long * ux, from.1 - long * uy), (to.0 + long * ux, to.1 + long * uy));
            let stub = |from, to, end| shape(Form::Line(from, to, Some((end, end))));
            return (vec![stub(from, out, edge.from), stub(back, to, edge.to)], out);
        }
        let (line, before, middle) = match self.bend(edge) {
            None => {
                let middle = (f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1));
                (Form::Line(from, to, ends), from, middle)
            }
            Some(control) => {
                let middle = (
                    f32::midpoint(f32::midpoint(from.0, to.0), control.0),
                    f32::midpoint(f32::midpoint(from.1, to.1), control.1),
                );
                (Form::Curve(from, control, to, ends), control, middle)
            }
        };
        let mut shapes = vec![shape(line)];
        if edge.directed {
            let (ux, uy) = unit(before, to).unwrap_or((ux, uy));
            let tip = (to.0 - ux * self.radius, to.1 - uy * self.radius);
            for side in [-1.0, 1.0] {
                let back = (tip.0 - 9.0 * ux - side * 5.0 * uy, tip.1 - 9.0 * uy + side * 5.0 * ux);
                shapes.push(shape(Form::Line(back, tip, None)));
            }
        }
        (shapes, middle)
    }

    /// The point an edge is drawn to, where the straight line would run through another vertex.
    fn bend(&self, edge: &Edge) -> Option<Point> {
        if !self.looks {
            return None;
        }
        // Both directions of an edge bend alike.
        let (a, b) = (self.points[edge.from.min(edge.to)], self.points[edge.from.max(edge.to)]);
        let (ux, uy) = unit(a, b)?;
        let length = (b.0 - a.0).hypot(b.1 - a.1);
        let half = (f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1));
        let centre = self.middle();
        let outward = (half.0 - centre.0) * uy - (half.1 - centre.1) * ux;
        let normal = if outward < -0.5 { (-uy, ux) } else { (uy, -ux) };
        let room = self.radius + 5.0;
        let mut height = 0.0f32;
        for (v, point) in self.points.iter().enumerate() {
            if v == edge.from || v == edge.to {
                continue;
            }
            let (dx, dy) = (point.0 - a.0, point.1 - a.1);
            let (along, aside) = ((dx * ux + dy * uy) / length, dx * normal.0 + dy * normal.1);
            if (0.02..=0.98).contains(&along) && aside.abs() < self.radius {
                height = height.max((room + aside) / (4.0 * along * (1.0 - along)));
            }
        }
        let height = 2.0 * height.min(0.45 * length);
        (height > 0.0).then_some((half.0 + height * normal.0, half.1 + height * normal.1))
    }

    /// The middle of what the vertices fill.
    fn middle(&self) -> Point {
        let fold = |start: f32, f: fn(f32, f32) -> f32| {
            self.points.iter().fold((start, start), |(x, y), point| (f(x, point.0), f(y, point.1)))
        };
        let (least, most) = (fold(f32::INFINITY, f32::min), fold(f32::NEG_INFINITY, f32::max));
        (f32::midpoint(least.0, most.0), f32::midpoint(least.1, most.1))
    }

    fn vertex(&self, i: usize, vertex: &Vertex, edges: &[Edge]) -> Spot {
        let ((x, y), radius) = (self.points[i], self.radius);
        let text = |x, y, size, text: String, paint| Shape { form: Form::Text(x, y, size, text), paint };
        let disc = |x, y, radius, paint| Shape { form: Form::Disc(x, y, radius), paint };
        let letters = vertex.label.chars().count().max(1) as f32;
        let size = (0.9 * radius).min(16.0).min(2.6 * radius / letters).max(4.0);
        let label = if vertex.end.is_some() { y - 0.3 * radius } else { y };
        let mut shapes = vec![
            Shape { form: Form::Ring(x, y, radius, None), paint: Paint::Edge },
            disc(x, y, radius - 1.0, Paint::Tone(vertex.tone)),
            text(x, label, size, vertex.label.clone(), Paint::On(vertex.tone)),
        ];
        let mut name = vertex.label.clone();
        if vertex.tone == Tone::Dead {
            name += ", gone";
        }
        if let Some(outcome) = vertex.end {
            let word = outcome.word();
            let tone = Tone::Outcome(outcome);
            // Inside the disc, where it covers no arrow head.
            let size = (0.48 * radius).max(5.0);
            let (width, height) = (0.67 * size * word.len() as f32 + 4.0, size + 3.0);
            let middle = y + 0.52 * radius;
            let tag = Form::Rect(x - width / 2.0, middle - height / 2.0, width, height, 3.0);
            shapes.push(Shape { form: tag, paint: Paint::Tone(tone) });
            shapes.push(text(x, middle, size, word.to_string(), Paint::On(tone)));
            name += &format!(", an end that is a {word}");
        }
        if vertex.tokens > 0 {
            let small = (0.5 * radius).max(6.0);
            let (ux, uy) = self.free_side(i, edges);
            let (x, y) = (x + 1.2 * radius * ux, y + 1.2 * radius * uy);
            shapes.push(disc(x, y, small + 1.5, Paint::OnPiece));
            shapes.push(disc(x, y, small, Paint::Piece));
            if vertex.tokens > 1 {
                let count = vertex.tokens.to_string();
                let size = (1.4 * small).min(2.4 * small / count.len() as f32);
                shapes.push(text(x, y, size, count, Paint::OnPiece));
            }
            name +=
                &if vertex.tokens == 1 { ", 1 token".into() } else { format!(", {} tokens", vertex.tokens) };
        }
        let badge = (x + radius * 0.75, y - radius * 0.75, 8.0);
        Spot { place: Place::Vertex(i), name, shapes, badge, mark: None }
    }
}

/// Sides of a vertex where no mark stands, the best first.
const SIDES: [Point; 7] =
    [(-0.71, -0.71), (-1.0, 0.0), (-0.26, -0.97), (0.97, 0.26), (0.71, 0.71), (-0.71, 0.71), (0.0, 1.0)];

impl Plane {
    /// The side of a vertex that its edges leave free, as a direction.
    fn free_side(&self, of: usize, edges: &[Edge]) -> Point {
        let others = edges.iter().filter(|edge| edge.from == of || edge.to == of);
        let directions: Vec<Point> = others
            .filter_map(|edge| match if edge.from == of { edge.to } else { edge.from } {
                other if other == of => Some(unit(self.middle(), self.points[of]).unwrap_or((0.0, -1.0))),
                other => unit(self.points[of], self.points[other]),
            })
            .collect();
        // How near the nearest edge is; farther than this is no gain.
        let near = |side: &Point| directions.iter().map(|d| d.0 * side.0 + d.1 * side.1).fold(0.6, f32::max);
        SIDES.iter().copied().min_by(|a, b| near(a).total_cmp(&near(b))).unwrap_or(SIDES[0])
    }
}

/// The direction from one point to another; none where they are one.
fn unit(from: Point, to: Point) -> Option<Point> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    (length > 0.01).then(|| (dx / length, dy / length))
}
