//! The games, one file each, with their rules in plain words at the top.
//!
//! Move texts are those of the program's own games where it has the game: `row,col` on boards,
//! `x,y` for a piece, `2:7>2+4` for a heap.

mod annihilation;
mod arc_kayles;
mod bo;
mod chomp;
mod cram;
mod darkraft;
mod digraph;
mod free_piece;
mod nim;
mod node_kayles;
mod nogo;
mod numbers;
mod reclamation;
mod river;
mod take_break;
mod typed_heaps;
mod wound_heaps;
mod wythoff;

pub use annihilation::Annihilation;
pub use arc_kayles::ArcKayles;
pub use bo::{Bo, Piece};
pub use chomp::Chomp;
pub use cram::Cram;
pub use darkraft::Darkraft;
pub use digraph::Digraph;
pub use free_piece::FreePiece;
pub use nim::Nim;
pub use node_kayles::{NodeKayles, grid_graph, path_graph, queen_graph};
pub use nogo::NoGo;
pub use numbers::{Euclid, Fibonacci, Koppers, Nimhoff, Pass, RWythoff, Take};
pub use reclamation::Reclamation;
pub use river::River;
pub use take_break::TakeBreak;
pub use typed_heaps::{HeapRule, Sizes, TypedHeaps};
pub use wound_heaps::{Mark, WindUp};
pub use wythoff::Wythoff;

/// `row,col`, the text of a cell.
pub(crate) fn cell_text((row, col): (i64, i64)) -> String {
    format!("{row},{col}")
}
