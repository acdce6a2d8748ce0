//! Where the vertices of a family lie when it is drawn.
//!
//! Main function: [`Shape::places`]. Places are in thousandths of the drawing, 50 to 950, right
//! and down; whoever draws crops what is empty.

use std::f64::consts::TAU;

/// How a family looks.
pub(super) enum Shape {
    /// On a circle, from the top, clockwise.
    Circle,
    /// A row; a long one goes to and fro.
    Row,
    /// Vertex 0 in the middle of a circle of the others.
    Hub,
    /// So many vertices above, the others below.
    TwoRows(u64),
    /// The first half on a circle, the other half on a smaller one within.
    TwoRings,
    /// A board of so many columns.
    Board(u64),
    /// A cube of some dimension.
    Cube,
    /// A tree with so many children at each vertex, the root on top.
    Tree(u64),
}

/// Where one step along each dimension of a cube leads, for cubes of 3, 4, 5 and 6 dimensions.
/// Found by trial, for the largest distance of corners from each other and from other edges.
const CUBES: [&[(i32, i32)]; 4] = [
    &[(2, 0), (0, 2), (1, 1)],
    &[(3, 8), (8, 2), (-1, 17), (19, -4)],
    &[(-9, 6), (0, 19), (-38, 7), (-21, -6), (9, 39)],
    &[(-10, 18), (-31, 3), (2, 30), (6, 6), (-60, 13), (-19, -57)],
];

impl Shape {
    /// The place of each of `n` vertices.
    pub(super) fn places(&self, n: u64) -> Vec<(u32, u32)> {
        match *self {
            Self::Circle => ring(n, 450.0),
            Self::Row => row(n),
            Self::Hub => {
                (n > 0).then_some((500, 500)).into_iter().chain(ring(n.saturating_sub(1), 450.0)).collect()
            }
            Self::TwoRows(above) => {
                let line = |count: u64, y| (0..count).map(move |v| (spread(v, count), y));
                line(above, 250).chain(line(n - above, 750)).collect()
            }
            Self::TwoRings => [ring(n / 2, 450.0), ring(n / 2, 225.0)].concat(),
            Self::Board(columns) => {
                let columns = columns.max(1);
                let step = 900 / (n / columns).max(columns).max(1);
                (0..n).map(|v| ((50 + v % columns * step) as u32, (50 + v / columns * step) as u32)).collect()
            }
            Self::Cube => cube(n),
            Self::Tree(children) => tree(n, children),
        }
    }
}

fn ring(n: u64, radius: f64) -> Vec<(u32, u32)> {
    let place = |v: u64| {
        let angle = v as f64 / n as f64 * TAU;
        ((500.0 + radius * angle.sin()) as u32, (500.0 - radius * angle.cos()) as u32)
    };
    (0..n).map(place).collect()
}

/// The middle of the `v`-th of `count` equal pieces of the width.
fn spread(v: u64, count: u64) -> u32 {
    (50.0 + 900.0 * (v as f64 + 0.5) / count as f64) as u32
}

fn row(n: u64) -> Vec<(u32, u32)> {
    const SHORT: u64 = 12;
    let wide = n.isqrt().max(SHORT).min(n.max(1));
    let step = 900 / wide;
    let place = |v: u64| {
        let (line, along) = (v / wide, v % wide);
        let column = if line % 2 == 0 { along } else { wide - 1 - along };
        ((50 + column * step) as u32, (50 + line * step) as u32)
    };
    (0..n).map(place).collect()
}

fn cube(n: u64) -> Vec<(u32, u32)> {
    let dimension = n.ilog2() as usize;
    let Some(steps) = CUBES.get(dimension.saturating_sub(3)) else { return ring(n, 450.0) };
    let point = |v: u64| {
        let steps = steps.iter().enumerate().filter(|&(i, _)| v >> i & 1 == 1);
        steps.fold((0.0, 0.0), |(x, y), (_, &step)| (x + f64::from(step.0), y + f64::from(step.1)))
    };
    fit(&(0..n).map(point).collect::<Vec<_>>())
}

/// Points moved and scaled into the drawing, both ways alike.
fn fit(points: &[(f64, f64)]) -> Vec<(u32, u32)> {
    let least =
        points.iter().fold((0.0f64, 0.0f64), |least, point| (least.0.min(point.0), least.1.min(point.1)));
    let most = points.iter().fold((0.0f64, 0.0f64), |most, point| (most.0.max(point.0), most.1.max(point.1)));
    let scale = 900.0 / (most.0 - least.0).max(most.1 - least.1).max(1.0);
    points
        .iter()
        .map(|&(x, y)| ((50.0 + (x - least.0) * scale) as u32, (50.0 + (y - least.1) * scale) as u32))
        .collect()
}

fn tree(n: u64, children: u64) -> Vec<(u32, u32)> {
    let mut sizes = Vec::new();
    let (mut level, mut left) = (1, n);
    while left > 0 {
        let size = level.min(left);
        sizes.push(size);
        left -= size;
        level = level.saturating_mul(children);
    }
    let step = 900.0 / (sizes.len() as f64 - 1.0).max(4.0);
    let on_level = |(level, &size): (usize, &u64)| {
        let y = (50.0 + step * level as f64) as u32;
        (0..size).map(|v| (spread(v, size), y)).collect::<Vec<_>>()
    };
    sizes.iter().enumerate().flat_map(on_level).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(shape: &Shape, n: u64, expected: &[(u32, u32)]) {
        assert_eq!(shape.places(n), expected);
    }

    #[test]
    fn shapes_lie_where_they_should() {
        check(&Shape::Circle, 0, &[]);
        check(&Shape::Hub, 3, &[(500, 500), (500, 50), (500, 950)]);
        check(&Shape::Row, 3, &[(50, 50), (350, 50), (650, 50)]);
        check(&Shape::TwoRows(1), 3, &[(500, 250), (275, 750), (725, 750)]);
        check(&Shape::TwoRings, 4, &[(500, 50), (500, 950), (500, 275), (500, 725)]);
        check(&Shape::Board(2), 4, &[(50, 50), (500, 50), (50, 500), (500, 500)]);
        check(&Shape::Cube, 4, &[(50, 50), (950, 50), (50, 950), (950, 950)]);
        check(&Shape::Tree(2), 3, &[(500, 50), (275, 275), (725, 275)]);
    }

    #[test]
    fn corners_of_cubes_keep_apart() {
        for dimension in 0..=6 {
            let places = Shape::Cube.places(1 << dimension);
            for (i, a) in places.iter().enumerate() {
                for b in &places[..i] {
                    assert!(a.0.abs_diff(b.0) + a.1.abs_diff(b.1) > 30, "{dimension}: {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_row_goes_to_and_fro() {
        let places = Shape::Row.places(200);
        for pair in places.windows(2) {
            assert_eq!(pair[0].0.abs_diff(pair[1].0) + pair[0].1.abs_diff(pair[1].1), 64, "{pair:?}");
        }
    }
}
