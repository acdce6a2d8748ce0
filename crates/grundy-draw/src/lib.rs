//! Draws boards: a [`Picture`] becomes a [`Drawing`], and that SVG or PNG.
//!
//! Main function: [`draw`]. A drawing is a flat list of plain shapes, some of them gathered in
//! [`Spot`]s, the places a move can go to; whoever shows it colours by [`Paint`] and knows no
//! game. [`svg::inline`] is for pages that bring their own style sheet, [`svg::standalone`] for
//! files, [`png::encode`] for pixels.
//!
//! Cost: one shape or two a cell; grids beyond [`layout::MOST`] rows or columns are cut, and say so.

mod crop;
mod graph;
mod layout;
pub mod png;
mod strokes;
pub mod svg;

use std::collections::HashMap;

use grundy_rules::{Mark, MarkKind, Outcome, Picture, Place, Tone};

pub use layout::MOST;

/// A picture with shapes and sizes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Width in units.
    pub width: f32,
    /// Height in units.
    pub height: f32,
    /// What lies under the spots, in order.
    pub under: Vec<Shape>,
    /// Places a move can go to, in reading order.
    pub spots: Vec<Spot>,
    /// What lies over them, in order.
    pub over: Vec<Shape>,
    /// What was left out, or what its signs mean, in words.
    pub note: Option<String>,
}

/// The shapes of one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// The place.
    pub place: Place,
    /// What stands there, for people who hear the board read.
    pub name: String,
    /// Its shapes, in order.
    pub shapes: Vec<Shape>,
    /// Where a mark goes: middle and radius.
    pub badge: (f32, f32, f32),
    /// The mark, if there is one.
    pub mark: Option<MarkKind>,
}

/// A shape and how to colour it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its outline.
    pub form: Form,
    /// Its colours.
    pub paint: Paint,
}

/// An outline.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A rectangle: left, top, width, height, and the radius of its corners.
    Rect(f32, f32, f32, f32, f32),
    /// A disc: middle and radius.
    Disc(f32, f32, f32),
    /// A line: from, to, and the vertices that its two ends follow when they are moved.
    Line((f32, f32), (f32, f32), Option<(usize, usize)>),
    /// A parabola: from, where its ends point to, to, and the vertices as at a line.
    Curve((f32, f32), (f32, f32), (f32, f32), Option<(usize, usize)>),
    /// A circle: middle, radius, and the vertices as at a line.
    Ring(f32, f32, f32, Option<(usize, usize)>),
    /// A text around a middle, with its height.
    Text(f32, f32, f32, String),
}

/// Colours by meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// What a tile, a vertex or a token is.
    Tone(Tone),
    /// A text on that.
    On(Tone),
    /// A piece or stone.
    Piece,
    /// A text on a piece.
    OnPiece,
    /// Numbers at the border.
    Border,
    /// An edge.
    Edge,
    /// A ground that only shows where it is touched.
    Ground,
}

/// Draws a picture. `places` are those that moves go to: only a picture of one piece on a large
/// board needs them, since its squares are not drawn. Marks lie on top.
pub fn draw(picture: &Picture, places: &[Place], marks: &[Mark]) -> Drawing {
    let mut drawing = layout::lay_out(picture, places);
    for mark in marks {
        if let Some(spot) = drawing.spots.iter_mut().find(|spot| spot.place == mark.place) {
            // A place with several moves shows the best of them.
            if spot.mark.is_none_or(|old| rank(old) < rank(mark.kind)) {
                spot.mark = Some(mark.kind);
            }
        }
    }
    count(&mut drawing, marks);
    if matches!(picture, Picture::Piece { .. }) {
        // Squares of a large board lie close together: what is marked stays in sight.
        drawing.spots.sort_by_key(|spot| spot.mark.map_or(0, |kind| 1 + rank(kind)));
    }
    drawing
}

/// Says behind a heap how many moves its mark stands for, where they are several.
fn count(drawing: &mut Drawing, marks: &[Mark]) {
    const WIDE: f32 = 80.0;
    let mut counts: HashMap<(Place, MarkKind), usize> = HashMap::new();
    for mark in marks {
        *counts.entry((mark.place, mark.kind)).or_default() += 1;
    }
    let middle = drawing.width + WIDE / 2.0;
    for spot in drawing.spots.iter_mut().filter(|spot| matches!(spot.place, Place::Heap(_))) {
        let moves = spot.mark.and_then(|kind| counts.get(&(spot.place, kind))).copied().unwrap_or(0);
        if moves > 1 {
            let form = Form::Text(middle, spot.badge.1, 13.0, format!("{moves} moves"));
            spot.shapes.push(Shape { form, paint: Paint::Border });
            drawing.width = middle + WIDE / 2.0;
        }
    }
}

fn rank(kind: MarkKind) -> u8 {
    match kind {
        MarkKind::Win => 2,
        MarkKind::Draw => 1,
        MarkKind::Loss => 0,
    }
}

impl Paint {
    /// The name of its class in a style sheet.
    pub fn class(self) -> &'static str {
        match self {
            Self::Tone(tone) => match tone {
                Tone::Outside => "outside",
                Tone::Free => "free",
                Tone::Dead => "dead",
                Tone::Fixed => "fixed",
                Tone::Water => "water",
                Tone::Placed => "placed",
                Tone::Kind(0) => "kind0",
                Tone::Kind(1) => "kind1",
                Tone::Kind(_) => "kind2",
                Tone::Outcome(Outcome::Win) => "win",
                Tone::Outcome(Outcome::Draw) => "draw",
                Tone::Outcome(Outcome::Loss) => "loss",
            },
            Self::On(Tone::Dead) => "ondead",
            Self::On(Tone::Fixed | Tone::Water) => "ondark",
            Self::On(Tone::Outcome(_)) => "onoutcome",
            Self::On(_) => "on",
            Self::Piece => "piece",
            Self::OnPiece => "onpiece",
            Self::Border => "border",
            Self::Edge => "edge",
            Self::Ground => "ground",
        }
    }

    /// Fill colour on paper, red, green, blue; `None` where nothing shows.
    pub fn colour(self) -> Option<[u8; 3]> {
        COLOURS.iter().find(|(class, _)| *class == self.class()).map(|&(_, colour)| colour)
    }
}

/// The colours of files, by class.
pub(crate) const COLOURS: [(&str, [u8; 3]); 20] = [
    ("free", [0xf3, 0xf1, 0xea]),
    ("dead", [0xd9, 0xd6, 0xcf]),
    ("fixed", [0x6d, 0x67, 0x70]),
    ("water", [0x5b, 0x96, 0xc4]),
    ("placed", [0xe9, 0xe4, 0xd6]),
    ("kind0", [0xcf, 0xe3, 0xe6]),
    ("kind1", [0xe9, 0xd9, 0xe8]),
    ("kind2", [0xf2, 0xe2, 0xc4]),
    ("win", [0x62, 0x99, 0x24]),
    ("draw", [0xe3, 0xb3, 0x1e]),
    ("loss", [0xc4, 0x45, 0x3b]),
    ("on", [0x2b, 0x2a, 0x33]),
    ("ondead", [0x9b, 0x97, 0x8f]),
    ("ondark", [0xf6, 0xf4, 0xf0]),
    ("onoutcome", [0xff, 0xff, 0xff]),
    ("piece", [0x3a, 0x38, 0x48]),
    ("onpiece", [0xff, 0xff, 0xff]),
    ("border", [0x80, 0x7c, 0x76]),
    ("edge", [0x9b, 0x97, 0x8f]),
    ("badge", [0xff, 0xff, 0xff]),
];

/// The colour of a mark on paper.
pub(crate) fn mark_colour(kind: MarkKind) -> [u8; 3] {
    Paint::Tone(Tone::Outcome(match kind {
        MarkKind::Win => Outcome::Win,
        MarkKind::Draw => Outcome::Draw,
        MarkKind::Loss => Outcome::Loss,
    }))
    .colour()
    .unwrap_or([0; 3])
}

/// The sign of a mark, as chess databases write it.
pub fn sign(kind: MarkKind) -> char {
    match kind {
        MarkKind::Win => '+',
        MarkKind::Draw => '=',
        MarkKind::Loss => '-',
    }
}

/// A place as pages and JSON write it: `cell:2,3`, `heap:0`, numbers from 0.
pub fn place_text(place: Place) -> String {
    match place {
        Place::Cell(row, column) => format!("cell:{row},{column}"),
        Place::Heap(i) => format!("heap:{i}"),
        Place::Vertex(i) => format!("vertex:{i}"),
        Place::Edge(i) => format!("edge:{i}"),
    }
}

/// Reads what [`place_text`] writes.
pub fn read_place(text: &str) -> Option<Place> {
    let (kind, rest) = text.split_once(':')?;
    let number = || rest.parse().ok();
    match kind {
        "cell" => {
            let (row, column) = rest.split_once(',')?;
            Some(Place::Cell(row.parse().ok()?, column.parse().ok()?))
        }
        "heap" => number().map(Place::Heap),
        "vertex" => number().map(Place::Vertex),
        "edge" => number().map(Place::Edge),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use grundy_rules::{Edge, Tile, Vertex};

    use super::*;

    fn tiles() -> Picture {
        let row = |letters: &str| letters.chars().map(|c| Tile::new(c, Tone::Free)).collect();
        Picture::Tiles(vec![row("ab"), row("<&")])
    }

    #[test]
    fn places_are_read_as_they_are_written() {
        for place in [Place::Cell(2, 1 << 60), Place::Heap(0), Place::Vertex(7), Place::Edge(1)] {
            assert_eq!(read_place(&place_text(place)), Some(place));
        }
        for text in ["", "cell", "cell:1", "cell:-1,2", "heap:x", "row:1"] {
            assert_eq!(read_place(text), None, "{text}");
        }
    }

    #[test]
    fn every_place_is_a_spot_and_text_is_escaped() {
        let mark = Mark { place: Place::Cell(1, 0), kind: MarkKind::Win };
        let drawing = draw(&tiles(), &[], &[mark]);
        assert_eq!(drawing.spots.len(), 4);
        assert_eq!(drawing.spots[2].mark, Some(MarkKind::Win));
        let svg = svg::standalone(&drawing);
        assert!(svg.contains("&lt;") && svg.contains("&amp;"), "{svg}");
        assert!(svg.contains("data-place=\"cell:1,0\""));
        assert!(!svg::inline(&drawing).contains("<style"));
    }

    #[test]
    fn the_best_mark_of_a_place_shows() {
        let at = |kind| Mark { place: Place::Heap(0), kind };
        let marks = [at(MarkKind::Loss), at(MarkKind::Win), at(MarkKind::Draw)];
        let drawing = draw(&Picture::Heaps(vec![3]), &[], &marks);
        assert_eq!(drawing.spots[0].mark, Some(MarkKind::Win));
    }

    #[test]
    fn a_heap_says_how_many_moves_its_mark_stands_for() {
        let at = |heap, kind| Mark { place: Place::Heap(heap), kind };
        let marks = [at(0, MarkKind::Loss), at(0, MarkKind::Win), at(0, MarkKind::Win), at(1, MarkKind::Win)];
        let svg = svg::standalone(&draw(&Picture::Heaps(vec![3, 3]), &[], &marks));
        assert_eq!(svg.matches(" moves</text>").count(), 1, "{svg}");
        assert!(svg.contains(">2 moves</text>"), "{svg}");
    }

    #[test]
    fn tokens_ends_wraps_and_loops_of_graphs_show() {
        let mut vertices = vec![Vertex::new("a", (0, 0), Tone::Free), Vertex::new("b", (300, 0), Tone::Free)];
        vertices.push(Vertex {
            tokens: 2,
            end: Some(Outcome::Draw),
            ..Vertex::new("c", (600, 0), Tone::Free)
        });
        let edge = |from, to, wraps| Edge { from, to, directed: false, wraps };
        let check = |edges: Vec<Edge>, wanted: &[&str]| {
            let svg = svg::inline(&draw(&Picture::Graph { vertices: vertices.clone(), edges }, &[], &[]));
            for part in wanted {
                assert!(svg.contains(part), "{part}: {svg}");
            }
        };
        check(vec![], &[">2</text>", ">draw</text>", "c, an end that is a draw, 2 tokens"]);
        check(vec![edge(0, 1, false)], &["<line class=\"edge\"", "data-from=\"0\" data-to=\"1\""]);
        // A line would run through `b`.
        check(vec![edge(0, 2, false)], &["<path class=\"edge\"", "data-from=\"0\" data-to=\"2\""]);
        check(vec![edge(0, 2, true)], &["data-from=\"0\" data-to=\"0\"", "data-from=\"2\" data-to=\"2\""]);
        check(vec![edge(1, 1, false)], &["data-from=\"1\" data-to=\"1\""]);
    }

    #[test]
    fn a_graph_is_cropped_to_its_shapes() {
        let row = (0..4).map(|x| Vertex::new("v", (50 + 225 * x, 50), Tone::Free)).collect();
        let drawing = draw(&Picture::Graph { vertices: row, edges: vec![] }, &[], &[]);
        assert!(drawing.width > 5.0 * drawing.height, "{} x {}", drawing.width, drawing.height);
        let left = drawing.spots.iter().map(|spot| spot.badge.0).fold(f32::INFINITY, f32::min);
        assert!((0.0..60.0).contains(&left), "{left}");
    }

    #[test]
    fn every_kind_of_picture_becomes_pixels() {
        let vertex = |x, y| Vertex::new("v", (x, y), Tone::Free);
        let pictures = [
            tiles(),
            Picture::Heaps(vec![0, 3, 70, u64::MAX]),
            Picture::Graph {
                vertices: vec![vertex(0, 0), vertex(1000, 500)],
                edges: vec![Edge { from: 0, to: 1, directed: true, wraps: false }],
            },
            Picture::Piece { rows: 1 << 60, columns: 9, at: (1, 1), target: (1 << 60, 9), glyph: 'N' },
            Picture::Tiles(vec![]),
            Picture::Heaps(vec![]),
        ];
        for picture in pictures {
            let drawing = draw(&picture, &[Place::Cell(0, 4)], &[]);
            assert!(drawing.width.is_finite() && drawing.height > 0.0, "{drawing:?}");
            let bytes = png::encode(&drawing, 2.0).unwrap();
            assert_eq!(&bytes[1..4], b"PNG");
        }
    }

    #[test]
    fn large_grids_are_cut() {
        let row = vec![Tile::new('.', Tone::Free); 3];
        let drawing = draw(&Picture::Tiles(vec![row; 5000]), &[], &[]);
        assert_eq!(drawing.spots.len(), 3 * MOST);
        assert!(drawing.note.is_some());
    }
}
