//! Graphs by name: paths, grids, boards of chess pieces and others.
//!
//! Main function: [`read`]; the families stand in one table, [`FAMILIES`].

use super::Graph;
use super::named::NamedGraph;
use super::places::Shape;
use crate::{ParseError, Text};

/// A family of graphs.
struct Family {
    name: &'static str,
    /// The parameters, each with its least value.
    parameters: &'static [(&'static str, u64)],
    /// The number of vertices; `None` where it does not fit.
    size: fn(&[u64]) -> Option<u64>,
    make: fn(&[u64]) -> Made,
    about: &'static str,
}

/// What a family makes: a number of vertices, edges (a pair may come twice), and how it looks.
struct Made {
    n: u64,
    edges: Vec<(u64, u64)>,
    shape: Shape,
}

fn product(parameters: &[u64]) -> Option<u64> {
    parameters[0].checked_mul(parameters[1])
}

/// Joins squares of a board by steps: down, right, and whether a piece slides.
fn board(size: &[u64], steps: &[(i64, i64)], slides: bool, wraps: (bool, bool)) -> Made {
    let (rows, columns) = (size[0] as i64, size[1] as i64);
    let mut edges = Vec::new();
    for r in 0..rows {
        for c in 0..columns {
            for &(down, right) in steps {
                let (mut i, mut j) = (r + down, c + right);
                loop {
                    let to = (
                        if wraps.0 { i.rem_euclid(rows) } else { i },
                        if wraps.1 { j.rem_euclid(columns) } else { j },
                    );
                    if !(0..rows).contains(&to.0) || !(0..columns).contains(&to.1) || to == (r, c) {
                        break;
                    }
                    edges.push(((r * columns + c) as u64, (to.0 * columns + to.1) as u64));
                    (i, j) = (i + down, j + right);
                    if !slides {
                        break;
                    }
                }
            }
        }
    }
    Made { n: (rows * columns) as u64, edges, shape: Shape::Board(columns as u64) }
}

const SIDES: &[(i64, i64)] = &[(0, 1), (1, 0)];
const CORNERS: &[(i64, i64)] = &[(1, 1), (1, -1)];
const ALL: &[(i64, i64)] = &[(0, 1), (1, 0), (1, 1), (1, -1)];
const LEAPS: &[(i64, i64)] = &[(1, 2), (2, 1), (1, -2), (2, -1)];

fn ring(n: u64, from: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..n).map(move |v| (from + v, from + (v + 1) % n))
}

fn numbered(n: u64, shape: Shape, edges: Vec<(u64, u64)>) -> Made {
    Made { n, edges, shape }
}

/// Every family.
const FAMILIES: &[Family] = &[
    Family {
        name: "path",
        parameters: &[("vertices", 0)],
        size: |p| Some(p[0]),
        about: "a path",
        make: |p| numbered(p[0], Shape::Row, (1..p[0]).map(|v| (v - 1, v)).collect()),
    },
    Family {
        name: "cycle",
        parameters: &[("vertices", 3)],
        size: |p| Some(p[0]),
        about: "a cycle",
        make: |p| numbered(p[0], Shape::Circle, ring(p[0], 0).collect()),
    },
    Family {
        name: "complete",
        parameters: &[("vertices", 0)],
        size: |p| Some(p[0]),
        about: "all joined",
        make: |p| {
            numbered(p[0], Shape::Circle, (0..p[0]).flat_map(|v| (0..v).map(move |u| (u, v))).collect())
        },
    },
    Family {
        name: "bipartite",
        parameters: &[("left vertices", 0), ("right vertices", 0)],
        size: |p| p[0].checked_add(p[1]),
        about: "all left joined to all right",
        make: |p| {
            numbered(
                p[0] + p[1],
                Shape::TwoRows(p[0]),
                (0..p[0]).flat_map(|u| (0..p[1]).map(move |v| (u, p[0] + v))).collect(),
            )
        },
    },
    Family {
        name: "star",
        parameters: &[("leaves", 0)],
        size: |p| p[0].checked_add(1),
        about: "one vertex and its leaves",
        make: |p| numbered(p[0] + 1, Shape::Hub, (1..=p[0]).map(|v| (0, v)).collect()),
    },
    Family {
        name: "wheel",
        parameters: &[("spokes", 3)],
        size: |p| p[0].checked_add(1),
        about: "a cycle and its hub",
        make: |p| numbered(p[0] + 1, Shape::Hub, (1..=p[0]).map(|v| (0, v)).chain(ring(p[0], 1)).collect()),
    },
    Family {
        name: "grid",
        parameters: &[("rows", 1), ("columns", 1)],
        size: product,
        about: "a board, side by side",
        make: |p| board(p, SIDES, false, (false, false)),
    },
    Family {
        name: "cylinder",
        parameters: &[("rows", 1), ("columns", 3)],
        size: product,
        about: "a grid whose rows close up",
        make: |p| board(p, SIDES, false, (false, true)),
    },
    Family {
        name: "torus",
        parameters: &[("rows", 3), ("columns", 3)],
        size: product,
        about: "a grid whose rows and columns close up",
        make: |p| board(p, SIDES, false, (true, true)),
    },
    Family {
        name: "king",
        parameters: &[("rows", 1), ("columns", 1)],
        size: product,
        about: "squares a king's move apart",
        make: |p| board(p, ALL, false, (false, false)),
    },
    Family {
        name: "queen",
        parameters: &[("rows", 1), ("columns", 1)],
        size: product,
        about: "squares a queen's move apart",
        make: |p| board(p, ALL, true, (false, false)),
    },
    Family {
        name: "rook",
        parameters: &[("rows", 1), ("columns", 1)],
        size: product,
        about: "squares a rook's move apart",
        make: |p| board(p, SIDES, true, (false, false)),
    },
    Family {
        name: "bishop",
        parameters: &[("rows", 1), ("columns", 1)],
        size: product,
        about: "squares a bishop's move apart",
        make: |p| board(p, CORNERS, true, (false, false)),
    },
    Family {
        name: "knight",
        parameters: &[("rows", 1), ("columns", 1)],
        size: product,
        about: "squares a knight's move apart",
        make: |p| board(p, LEAPS, false, (false, false)),
    },
    Family {
        name: "hypercube",
        parameters: &[("dimension", 0)],
        size: |p| 1u64.checked_shl(u32::try_from(p[0]).ok()?),
        about: "corners of a cube",
        make: |p| {
            numbered(
                1 << p[0],
                Shape::Cube,
                (0..1 << p[0]).flat_map(|v: u64| (0..p[0]).map(move |i| (v, v ^ 1 << i))).collect(),
            )
        },
    },
    Family {
        name: "petersen",
        parameters: &[("n", 3), ("k", 1)],
        size: |p| p[0].checked_mul(2),
        about: "the generalised Petersen graph P(n,k)",
        make: |p| {
            let (n, k) = (p[0], p[1] % p[0]);
            let inner = (0..n).map(move |v| (n + v, n + (v + k) % n));
            numbered(
                2 * n,
                Shape::TwoRings,
                ring(n, 0).chain((0..n).map(|v| (v, n + v))).chain(inner).collect(),
            )
        },
    },
    Family {
        name: "prism",
        parameters: &[("n", 3)],
        size: |p| p[0].checked_mul(2),
        about: "two cycles, joined vertex by vertex",
        make: |p| {
            numbered(
                2 * p[0],
                Shape::TwoRings,
                ring(p[0], 0).chain(ring(p[0], p[0])).chain((0..p[0]).map(|v| (v, p[0] + v))).collect(),
            )
        },
    },
    Family {
        name: "tree",
        parameters: &[("children", 1), ("levels", 1)],
        size: |p| {
            (0..p[1].min(64))
                .try_fold(0u64, |sum, i| sum.checked_add(p[0].checked_pow(i as u32)?))
                .filter(|_| p[1] <= 64 || p[0] < 2)
                .map(|n| if p[0] == 1 { p[1] } else { n })
        },
        about: "the tree where every vertex above the last level has so many children",
        make: |p| {
            let n = if p[0] == 1 { p[1] } else { (0..p[1]).map(|i| p[0].pow(i as u32)).sum() };
            numbered(n, Shape::Tree(p[0]), (1..n).map(|v| ((v - 1) / p[0], v)).collect())
        },
    },
];

/// The families: name, parameters, and what they are.
pub fn families() -> impl Iterator<Item = (&'static str, String, &'static str)> {
    FAMILIES.iter().map(|family| {
        let parameters: Vec<&str> = family.parameters.iter().map(|&(name, _)| name).collect();
        (family.name, parameters.join(", "), family.about)
    })
}

/// Reads the parameters of a family.
pub(super) fn read(name: &Text, text: &Text, most: u64) -> Result<NamedGraph, ParseError> {
    let Some(family) = FAMILIES.iter().find(|family| family.name == name.as_str()) else {
        let known: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        return Err(name
            .error_here("the name of a family of graphs", format!("`{}`", name.as_str()))
            .help(format!("families are {}; a graph of your own stands behind a blank", known.join(", "))));
    };
    let split = |c: char| c.is_whitespace() || c == 'x' || c == ',';
    let mut words = text.split(split);
    let mut parameters = Vec::new();
    for &(what, least) in family.parameters {
        let what = format!("the number of {what}");
        let Some(word) = words.next() else { return Err(text.error_at_end(what)) };
        parameters.push(word.number(&what, least..=u64::MAX)?);
    }
    if let Some(word) = words.next() {
        return Err(word.expected("nothing more, or `without` and vertices that are gone"));
    }
    let size = (family.size)(&parameters).filter(|&n| n <= most);
    if size.is_none() {
        let found = "a larger one".to_string();
        return Err(text.error_here(format!("a graph of at most {most} vertices"), found));
    }
    let Made { n, edges, shape } = (family.make)(&parameters);
    let mut edges: Vec<(u32, u32)> =
        edges.into_iter().filter(|(u, v)| u != v).map(|(u, v)| (u.min(v) as u32, u.max(v) as u32)).collect();
    edges.sort_unstable();
    edges.dedup();
    let graph = Graph::new(n as u32, &edges).expect("each pair once, in range");
    let words: Vec<String> = parameters.iter().map(u64::to_string).collect();
    let columns = if let Shape::Board(columns) = shape { columns } else { 0 };
    let label = |v: u64| match (v.checked_div(columns), v.checked_rem(columns)) {
        (Some(row), Some(column)) => format!("{},{}", row + 1, column + 1),
        _ => v.to_string(),
    };
    // On a board that closes up, what is more than a step long goes round.
    let closes = matches!(family.name, "cylinder" | "torus");
    let round = |&(u, v): &(u32, u32)| closes && v - u != 1 && u64::from(v - u) != columns;
    Ok(NamedGraph {
        labels: (0..n).map(label).collect(),
        places: shape.places(n),
        wraps: edges.iter().copied().filter(round).collect(),
        graph,
        family: family.name.to_string(),
        text: words.join(" "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(name: &str, text: &str) -> Result<NamedGraph, ParseError> {
        read(&Text::new("question", name), &Text::new("question", text), 100_000)
    }

    #[test]
    fn sizes_and_degrees() {
        let check = |name, text, n, m: usize| {
            let made = make(name, text).unwrap();
            assert_eq!((made.graph.len(), made.graph.edge_count()), (n, m), "{name} {text}");
            assert_eq!(make(name, &made.text), Ok(made));
        };
        check("path", "0", 0, 0);
        check("path", "5", 5, 4);
        check("cycle", "5", 5, 5);
        check("complete", "6", 6, 15);
        check("bipartite", "2 3", 5, 6);
        check("star", "4", 5, 4);
        check("wheel", "5", 6, 10);
        check("grid", "3x4", 12, 17);
        check("cylinder", "2 3", 6, 9);
        check("torus", "3 3", 9, 18);
        check("king", "2 2", 4, 6);
        check("queen", "3 3", 9, 28);
        check("rook", "2 3", 6, 9);
        check("bishop", "3 3", 9, 10);
        check("knight", "3 3", 9, 8);
        check("hypercube", "3", 8, 12);
        check("petersen", "5 2", 10, 15);
        check("prism", "4", 8, 12);
        check("tree", "2 3", 7, 6);
        check("tree", "1 70", 70, 69);
    }

    #[test]
    fn edges_that_go_round_are_told() {
        let check = |name, text, expected: &[(u32, u32)]| {
            assert_eq!(make(name, text).unwrap().wraps, expected, "{name} {text}");
        };
        check("grid", "3 3", &[]);
        check("rook", "1 3", &[]);
        check("cylinder", "2 3", &[(0, 2), (3, 5)]);
        check("torus", "3 3", &[(0, 2), (0, 6), (1, 7), (2, 8), (3, 5), (6, 8)]);
    }

    #[test]
    fn bad_parameters_point_at_the_place() {
        let check = |name, text, span: std::ops::Range<usize>| {
            assert_eq!(make(name, text).unwrap_err().span(), span, "{name} {text}");
        };
        check("path", "1000000000", 0..10);
        check("path", "99999999999999999999", 0..20);
        check("path", "", 0..0);
        check("cycle", "2", 0..1);
        check("grid", "3", 1..1);
        check("grid", "3 -4", 2..4);
        check("grid", "3 4 5", 4..5);
        check("hypercube", "64", 0..2);
        check("tree", "3 100", 0..5);
        check("gird", "3 4", 0..4);
    }
}
