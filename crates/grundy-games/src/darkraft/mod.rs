//! World of Darkraft: reflectors on a board whose rays destroy each other.
//!
//! Every cell is `L`, `R` or `X`. A move picks an active cell; it and every cell on its rays
//! become inactive. `L` fires down-left and up-right, `R` up-left and down-right, `X` all four
//! ways. A ray stops before the next inactive cell or at the edge. Who cannot move loses.
//!
//! ```text
//! darkraft LRX/X.L/RRL
//! LRX
//! X.L        . is an inactive cell
//! RRL
//! ```
//! Notation: the rows from the top, with `/` or white space between; a move is `row,column`.
//!
//! Cells with x + y even and odd never meet. Turned by 45 degrees, a ray is a piece of a row or
//! column, so that play cuts rectangles into rectangles ([`region::Region`]): that gives few
//! positions, a dense numbering, and a kernel ([`kernel`]) that fills the whole table at once.

mod board;
mod kernel;
mod region;

pub use board::{Board, Cells};
pub use region::{Region, Regions};

use grundy_rules::{
    Declaration, EachEffect, Edit, Effect, Example, Nimber, ParseError, Picture, Place, Ruleset, TermText, Tile, Tone,
    Visit, Why, WhyPart,
};

use crate::by_hand;

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "darkraft",
    aliases: &[],
    title: "World of Darkraft",
    rules: "Every cell of a board holds a reflector L, R or X. A move picks an active cell: it fires rays, L down-left \
            and up-right, R up-left and down-right, X all four ways, and becomes inactive with every cell its rays \
            pass. A ray stops before the next inactive cell or at the edge. Who cannot move loses.",
    variants: &[],
    position: "the rows of the board, of the letters L, R, X, and `.` for an inactive cell, with `/` or white space \
               between: `LRX/X.L/RRL`; a first line `rows columns` as in the contest may stand before",
    moves: "`row,column` of the cell, from 1",
    examples: &[
        Example { question: "darkraft LLL/LLL/LRR", shows: "a win: rays stop before inactive cells" },
        Example { question: "darkraft RL/LR", shows: "a loss" },
        Example { question: "darkraft L.L/LLL/LRX", shows: "a board in the middle of a game" },
    ],
    source: "Codeforces 138D World of Darkraft (Codeforces Beta Round 99, 2011)",
};

/// Reads a board.
///
/// # Errors
/// When the rows are ragged, hold another letter, or do not fit a first line of sizes.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    term.no_rules()?;
    let (board, start) = board::read(term.board()?)?;
    Ok(visit.visit(&DECLARATION, Darkraft::new(board, start)))
}

/// A board of reflectors.
#[derive(Debug)]
pub struct Darkraft {
    regions: Regions,
    start: Cells,
}

impl Darkraft {
    fn new(board: Board, start: Cells) -> Self {
        Self { regions: Regions::new(board, &start), start }
    }

    fn board(&self) -> &Board {
        self.regions.board()
    }

    /// One half of the board, turned so that rays run along rows and columns.
    fn turned(&self, active: &Cells, parity: usize) -> Picture {
        let board = self.board();
        let side = board.rows() + board.columns() - 1;
        let tile = |u: usize, v: usize| match board.at_turned(u, v) {
            Some(cell) => self.tile(active, cell),
            None => Tile::new(' ', Tone::Outside),
        };
        let row_parity = (parity + board.columns() - 1) % 2;
        let row = |u| (parity..side).step_by(2).map(|v| tile(u, v)).collect();
        Picture::Tiles((row_parity..side).step_by(2).map(row).collect())
    }

    fn tile(&self, active: &Cells, cell: usize) -> Tile {
        match self.board().letter(cell) {
            letter if active.has(cell) => {
                let kind = match letter {
                    b'L' => 0,
                    b'R' => 1,
                    _ => 2,
                };
                Tile::new(letter as char, Tone::Kind(kind))
            }
            _ => Tile::new('.', Tone::Dead),
        }
    }
}

impl Ruleset for Darkraft {
    type Game = Regions;
    type Board = Cells;
    type Move = usize;

    fn game(&self) -> &Regions {
        &self.regions
    }

    fn start(&self) -> Cells {
        self.start.clone()
    }

    fn write(&self, active: &Cells) -> String {
        let board = self.board();
        let mut text = String::with_capacity(board.rows() * (board.columns() + 1));
        for cell in 0..board.len() {
            if cell > 0 && cell % board.columns() == 0 {
                text.push('/');
            }
            text.push(if active.has(cell) { board.letter(cell) as char } else { '.' });
        }
        text
    }

    fn parts(&self, active: &Cells) -> Vec<Region> {
        self.regions.split(active).into_iter().map(|(region, _)| region).collect()
    }

    /// The board with the cells of the region alone.
    fn write_part(&self, part: &Region) -> String {
        self.write(&self.regions.all_cells(part))
    }

    fn moves(&self, active: &Cells, each: &mut dyn FnMut(usize) -> bool) {
        let _all = active.iter().all(each);
    }

    fn effects(&self, active: &Cells, each: EachEffect<'_, Self>) {
        let split = self.regions.split(active);
        let mut part_of = vec![0; self.board().len()];
        for (part, (_, cells)) in split.iter().enumerate() {
            for &cell in cells {
                part_of[cell] = part;
            }
        }
        for cell in active.iter() {
            let part = part_of[cell];
            let becomes = self.regions.after(&split[part].0, cell);
            if !each(cell, Effect::Part { part, becomes }) {
                return;
            }
        }
    }

    fn move_count(&self, active: &Cells) -> Option<u128> {
        Some(active.iter().count() as u128)
    }

    fn play(&self, active: &Cells, &cell: &usize) -> Cells {
        let mut after = active.clone();
        self.board().fire(&mut after, cell);
        after
    }

    fn write_move(&self, _active: &Cells, &cell: &usize) -> String {
        let columns = self.board().columns();
        format!("{},{}", cell / columns + 1, cell % columns + 1)
    }

    fn picture(&self, active: &Cells) -> Picture {
        let board = self.board();
        let cells: Vec<Tile> = (0..board.len()).map(|cell| self.tile(active, cell)).collect();
        Picture::Tiles(cells.chunks(board.columns()).map(<[Tile]>::to_vec).collect())
    }

    fn place(&self, _active: &Cells, &cell: &usize) -> Option<Place> {
        let columns = self.board().columns();
        Some(Place::Cell((cell / columns) as u64, (cell % columns) as u64))
    }

    fn edits(&self, active: &Cells, place: Option<Place>) -> Vec<Edit> {
        by_hand::grid(&self.write(active), "LRX.", place)
    }

    fn why(&self, active: &Cells, value: &dyn Fn(&Region) -> Option<Nimber>) -> Why {
        let split = self.regions.split(active);
        let mut why = Why::default();
        for (parity, name) in [(0, "even"), (1, "odd")] {
            let mut half = Some(Nimber::ZERO);
            for (region, cells) in split.iter().filter(|(_, cells)| self.board().parity(cells[0]) == parity) {
                let of = value(region);
                half = half.zip(of).map(|(a, b)| a ^ b);
                let first = self.write_move(active, &cells[0]);
                let kind = match region {
                    Region::Rectangle(..) => "rectangle",
                    Region::Irregular(..) => "irregular region",
                };
                let cells = cells.len();
                why.parts.push(WhyPart::new(format!("{name} half: {kind} of {cells} cells from {first}"), of));
            }
            let shown = half.map_or("unknown".to_string(), |nimber| nimber.to_string());
            why.pictures.push((format!("{name} half, turned: nimber {shown}"), self.turned(active, parity)));
        }
        why.notes.push(
            "cells with row + column even and odd never meet; turned by 45 degrees a ray runs along a row or \
             column, so L cuts a rectangle in two, R in two the other way, and X in four"
                .to_string(),
        );
        why
    }
}
