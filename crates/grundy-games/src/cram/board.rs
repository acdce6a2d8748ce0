//! Cram as people see it: a board with holes.

use grundy_rules::{
    Declaration, EachEffect, Edit, Effect, Example, Game, Graph, Nimber, ParseError, Picture, Place, Region, Ruleset,
    TermText, Tile, Tone, Visit, Why, WhyPart,
};

use super::{Bits, Cram};
use crate::by_hand;
use crate::arc_kayles::ArcKayles;

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "cram",
    aliases: &[],
    title: "Cram",
    rules: "A move puts a domino, upright or lying, on two free cells that share an edge. Who cannot move loses.",
    variants: &[],
    position: "the rows of the board, of `.` free cells and `#` holes, with `/` or white space between: `.../.#.`; \
               or the size of a whole board: `4x5`",
    moves: "`row,column-row,column`, the two cells, the upper or left one first",
    examples: &[
        Example { question: "cram 4x5", shows: "nimber 2" },
        Example { question: "cram .../.#./...", shows: "a ring of eight cells: every move leaves a strip of six" },
    ],
    source: "Gardner, Scientific American, February 1974; Winning Ways, chapter 15; \
             Lemoine and Viennot, Nimbers are inevitable, 2012",
};

/// Most cells of a board.
const MOST: u64 = 4096;

/// Reads a board.
///
/// # Errors
/// When rows are ragged, hold other letters, or are too many.
///
/// # Panics
/// Never: the width is chosen for the graph.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    term.no_rules()?;
    let text = term.board()?;
    let region = Region::read(text, &[('.', "a free cell"), ('#', "a hole")], MOST)?;
    let (rows, columns) = (region.rows() as u32, region.columns() as u32);
    if let Some(game) = Cram::<u64>::new(rows, columns) {
        return Ok(visit.visit(&DECLARATION, CramBoard { game, region }));
    }
    if let Some(game) = Cram::<u128>::new(rows, columns) {
        return Ok(visit.visit(&DECLARATION, CramBoard { game, region }));
    }
    // A larger board is Arc Kayles on its graph.
    let graph = graph(&region);
    crate::vertex_sets::at_width!([64] &graph, W => {
        let game = ArcKayles::<W>::new(&graph).expect("the width fits");
        Ok(visit.visit(&DECLARATION, CramBoard { game, region }))
    }, else {
        Err(text.error_here(format!("a board of at most {MOST} cells"), "a larger one"))
    })
}

/// The graph of the free cells: cell number `i` is vertex `i`.
fn graph(region: &Region) -> Graph {
    let cells = region.cells().len();
    let later = |cell: usize| region.beside(cell).filter(move |&next| next > cell && region.is_free(next));
    let edges: Vec<(u32, u32)> = (0..cells)
        .filter(|&cell| region.is_free(cell))
        .flat_map(|cell| later(cell).map(move |next| (cell as u32, next as u32)))
        .collect();
    Graph::new(cells as u32, &edges).expect("each pair of neighbours is met once")
}

/// How a game of dominoes sees a board.
pub trait Dominoes: Game {
    /// The sum that the free cells are.
    fn sum(&self, free: &Region) -> Vec<Self::Position>;

    /// A position in text.
    fn text(&self, part: &Self::Position) -> String {
        format!("{part:?}")
    }

    /// Whether whole boards of these sizes are inside the game's own board.
    fn holds(&self, _rows: usize, _columns: usize) -> bool {
        false
    }
}

impl<B: Bits> Dominoes for Cram<B> {
    fn sum(&self, free: &Region) -> Vec<B> {
        let (rows, columns) = (free.rows(), free.columns());
        // The frame's shorter side counts the rows; a smaller board lies in its corner.
        let stride = self.columns() as usize;
        let place = |cell: usize| {
            let (r, c) = (cell / columns, cell % columns);
            if rows <= columns { r * stride + c } else { c * stride + r }
        };
        let cells = (0..rows * columns).filter(|&cell| free.is_free(cell));
        self.parts(cells.fold(B::NONE, |all, cell| all | B::ONE << place(cell) as u32))
    }

    /// The rows and columns that the piece takes.
    fn text(&self, &part: &B) -> String {
        let free = |r: u32, c: u32| part & B::ONE << (r * self.columns() + c) != B::NONE;
        let rows = (0..self.rows()).rev().find(|&r| (0..self.columns()).any(|c| free(r, c)));
        let columns = (0..self.columns()).rev().find(|&c| (0..self.rows()).any(|r| free(r, c)));
        let (Some(rows), Some(columns)) = (rows, columns) else { return String::new() };
        let row = |r| (0..=columns).map(|c| if free(r, c) { '.' } else { '#' }).collect::<String>();
        (0..=rows).map(row).collect::<Vec<_>>().join("/")
    }

    fn holds(&self, rows: usize, columns: usize) -> bool {
        rows.min(columns) <= self.rows() as usize && rows.max(columns) <= self.columns() as usize
    }
}

impl<const W: usize> Dominoes for ArcKayles<W> {
    fn sum(&self, free: &Region) -> Vec<Self::Position> {
        self.parts(|v| free.is_free(v as usize))
    }
}

/// A board of Cram and the game that values it.
#[derive(Debug)]
pub struct CramBoard<G> {
    game: G,
    region: Region,
}

/// The two cells of a domino, by number; the upper or left one first.
type Domino = (usize, usize);

impl<G: Dominoes + Send> CramBoard<G> {
    fn covered(board: &Region, &(a, b): &Domino) -> Region {
        let mut after = board.clone();
        after.set(a, b'#');
        after.set(b, b'#');
        after
    }

    /// The free cells connected with `cell`, ascending.
    fn piece(board: &Region, cell: usize, met: &mut [bool]) -> Vec<usize> {
        let mut piece = vec![cell];
        met[cell] = true;
        let mut next = 0;
        while let Some(&at) = piece.get(next) {
            next += 1;
            for near in board.beside(at).filter(|&near| board.is_free(near)) {
                if !std::mem::replace(&mut met[near], true) {
                    piece.push(near);
                }
            }
        }
        piece.sort_unstable();
        piece
    }

    /// The board with no other free cells than these.
    fn only(board: &Region, cells: &[usize]) -> Region {
        let mut only = board.clone();
        for cell in (0..board.cells().len()).filter(|cell| cells.binary_search(cell).is_err()) {
            only.set(cell, b'#');
        }
        only
    }

    /// The connected pieces of two or more cells.
    fn pieces(board: &Region) -> Vec<Vec<usize>> {
        let mut met = vec![false; board.cells().len()];
        let mut pieces = Vec::new();
        for cell in 0..met.len() {
            if board.is_free(cell) && !met[cell] {
                pieces.push(Self::piece(board, cell, &mut met));
            }
        }
        pieces.retain(|piece| piece.len() > 1);
        pieces
    }
}

impl<G: Dominoes + Send> Ruleset for CramBoard<G> {
    type Game = G;
    type Board = Region;
    type Move = Domino;

    fn game(&self) -> &G {
        &self.game
    }

    fn start(&self) -> Region {
        self.region.clone()
    }

    fn table_key(&self) -> Option<String> {
        let (rows, columns) = (self.region.rows(), self.region.columns());
        Some(format!("frame {}x{}", rows.min(columns), rows.max(columns)))
    }

    fn write(&self, board: &Region) -> String {
        board.text()
    }

    fn write_part(&self, part: &G::Position) -> String {
        self.game.text(part)
    }

    fn sized(&self, sizes: &[u64]) -> Option<Region> {
        let &[rows, columns] = sizes else { return None };
        let (rows, columns) = (usize::try_from(rows).ok()?, usize::try_from(columns).ok()?);
        (rows > 0 && columns > 0 && self.game.holds(rows, columns)).then(|| Region::whole(rows, columns))
    }

    fn parts(&self, board: &Region) -> Vec<G::Position> {
        self.game.sum(board)
    }

    fn moves(&self, board: &Region, each: &mut dyn FnMut(Domino) -> bool) {
        let columns = board.columns();
        let dominoes = (0..board.cells().len()).filter(|&cell| board.is_free(cell)).flat_map(|cell| {
            let right = (!(cell + 1).is_multiple_of(columns)).then_some(cell + 1);
            let down = cell + columns;
            [right, Some(down)].into_iter().flatten().filter(|&next| board.is_free(next)).map(move |next| (cell, next))
        });
        let _all = { dominoes }.all(each);
    }

    fn effects(&self, board: &Region, each: EachEffect<'_, Self>) {
        self.moves(board, &mut |domino| each(domino, Effect::Whole(self.game.sum(&Self::covered(board, &domino)))));
    }

    fn play(&self, board: &Region, domino: &Domino) -> Region {
        Self::covered(board, domino)
    }

    fn write_move(&self, board: &Region, &(a, b): &Domino) -> String {
        format!("{}-{}", board.cell_text(a), board.cell_text(b))
    }

    fn picture(&self, board: &Region) -> Picture {
        let tile = |&cell: &u8| if cell == b'.' { Tile::new('.', Tone::Free) } else { Tile::new('#', Tone::Fixed) };
        Picture::Tiles(board.cells().chunks(board.columns()).map(|row| row.iter().map(tile).collect()).collect())
    }

    fn place(&self, board: &Region, &(a, _): &Domino) -> Option<Place> {
        Some(Place::Cell((a / board.columns()) as u64, (a % board.columns()) as u64))
    }

    fn edits(&self, board: &Region, place: Option<Place>) -> Vec<Edit> {
        by_hand::grid(&by_hand::rows(board.cells(), board.columns()), ".#", place)
    }

    fn why(&self, board: &Region, value: &dyn Fn(&G::Position) -> Option<Nimber>) -> Why {
        let part = |piece: Vec<usize>| {
            let sum = self.game.sum(&Self::only(board, &piece));
            let label = format!("piece of {} cells from {}", piece.len(), board.cell_text(piece[0]));
            WhyPart::new(label, sum.iter().map(value).sum())
        };
        Why {
            parts: Self::pieces(board).into_iter().map(part).collect(),
            notes: vec!["pieces of free cells that do not touch are games of their own".to_string()],
            ..Why::default()
        }
    }
}
