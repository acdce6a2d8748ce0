//! How a board looks, without saying on what.
//!
//! A [`Picture`] is made by the game; the terminal, the page and the notebook each draw it.
//! [`Mark`]s lie on top: where a move goes and what it leads to.

use crate::Outcome;

/// A board to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// A grid of tiles, row by row from the top; every row has the same length.
    Tiles(Vec<Vec<Tile>>),
    /// Heaps of so many tokens.
    Heaps(Vec<u64>),
    /// A graph, its vertices placed on a plane (x to the right, y down).
    Graph {
        /// Vertices in order of their number.
        vertices: Vec<Vertex>,
        /// Edges between them.
        edges: Vec<Edge>,
    },
    /// One piece on a board too large or too plain to draw tile by tile; squares count from 1.
    Piece {
        /// Rows of the board.
        rows: u64,
        /// Columns of the board.
        columns: u64,
        /// Where the piece stands: row, column.
        at: (u64, u64),
        /// Where it goes: row, column.
        target: (u64, u64),
        /// The piece's letter, as chess writes it.
        glyph: char,
    },
}

/// One cell of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// What stands there.
    pub glyph: char,
    /// How to colour it.
    pub tone: Tone,
}

impl Tile {
    /// A tile.
    pub fn new(glyph: char, tone: Tone) -> Self {
        Self { glyph, tone }
    }
}

/// What a tile is, so that each front end can colour it in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Nothing there, not part of the board.
    Outside,
    /// A free place.
    Free,
    /// A place nobody can play on any more.
    Dead,
    /// Something that stands there to stay: a wall, a protected cell.
    Fixed,
    /// Water.
    Water,
    /// Something a player put there.
    Placed,
    /// First, second and third kind of live cell.
    Kind(u8),
    /// A square from which the player to move wins, loses or draws.
    Outcome(Outcome),
}

/// A vertex of a drawn graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// Its name.
    pub label: String,
    /// Place to the right, in thousandths of the drawing's width.
    pub x: u32,
    /// Place down, in thousandths of the drawing's height.
    pub y: u32,
    /// How to colour it.
    pub tone: Tone,
    /// Tokens that stand on it.
    pub tokens: u32,
    /// What being stuck there is for the player who is, where that is no loss.
    pub end: Option<Outcome>,
}

impl Vertex {
    /// A vertex without tokens, at a place in thousandths.
    pub fn new(label: impl Into<String>, (x, y): (u32, u32), tone: Tone) -> Self {
        Self { label: label.into(), x, y, tone, tokens: 0, end: None }
    }
}

/// An edge between two vertices, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// From this vertex.
    pub from: usize,
    /// To this vertex.
    pub to: usize,
    /// Whether it has a direction.
    pub directed: bool,
    /// Whether it leaves the board at one side and comes back at the other.
    pub wraps: bool,
}

/// A place in a picture that a move touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// A tile or square: row and column from 0.
    Cell(u64, u64),
    /// A heap, by number from 0.
    Heap(usize),
    /// A vertex, by number from 0.
    Vertex(usize),
    /// An edge, by number from 0.
    Edge(usize),
}

/// A mark on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub place: Place,
    /// What a move there does for the player who makes it.
    pub kind: MarkKind,
}

/// What a marked move does for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// It wins.
    Win,
    /// It draws.
    Draw,
    /// It loses.
    Loss,
}
