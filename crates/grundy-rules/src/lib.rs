//! The vocabulary that games and solvers share.
//!
//! Two traits carry the whole design. A [`Game`] is what solvers see: small positions and
//! their options, each option a sum of positions. A [`Ruleset`] is what people see: a board
//! with its text, its moves and its picture, and how that board falls into a sum of positions.
//!
//! This crate knows no game, no solver and no terminal.

mod arena;
mod budget;
mod game;
mod graph;
mod heap_system;
mod picture;
mod piece;
mod region;
mod ruleset;
mod text;
mod value;

pub use arena::{Arena, Digraph};
pub use budget::{Budget, Bytes, Limit, Nodes, Progress, Stop};
pub use game::{BoxedKernel, End, Fault, Game, Kernel, Known, Search, Sums};
pub use graph::{Graph, GraphError, NamedGraph, families};
pub use heap_system::{
    Break, Condition, Heap, HeapKind, HeapSystem, Loops, Numbers, Part, Parts, Rule, Shape, Takes, Turn,
};
pub use picture::{Edge, Mark, MarkKind, Picture, Place, Tile, Tone, Vertex};
pub use piece::{PieceBoard, Vector};
pub use region::{FREE, Region};
pub use ruleset::{
    Declaration, EachEffect, Edit, Effect, Example, MoveSpan, Ruleset, TermText, Visit, Why, WhyPart,
};
pub use text::{ParseError, Span, Text, Word};
pub use value::{LoopyValue, Nimber, Outcome, Remoteness, mex};
