//! A board of `NoGo` as people see it.

use grundy_rules::{
    Declaration, EachEffect, Edit, Effect, Example, Nimber, ParseError, Picture, Place, Region, Ruleset, TermText, Tile,
    Tone, Visit, Why, WhyPart,
};

use super::{Colour, NoGo, Stones};
use crate::by_hand;

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "nogo",
    aliases: &[],
    title: "Impartial NoGo",
    rules: "A move puts a black or a white stone on a free cell; afterwards every block of stones of one colour must \
            still have a free cell beside it. Who cannot move loses.",
    variants: &[],
    position: "the rows of the board, of `.` free cells, `x` black and `o` white stones and `#` holes, with `/` or \
               white space between: `.x./..o`; or the size of a whole board: `1x9`",
    moves: "`x:row,column` or `o:row,column`",
    examples: &[
        Example { question: "nogo 1x5", shows: "nimber 2" },
        Example { question: "nogo .x./..o", shows: "a board in the middle of a game" },
    ],
    source: "MCGS, University of Alberta: docs/MCGS-results.html; Chou, Teytaud and Yen 2011",
};

/// Reads a board.
///
/// # Errors
/// When rows are ragged, hold other letters, are too many, or a block has no free cell beside it.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    term.no_rules()?;
    let text = term.board()?;
    let letters = [('.', "a free cell"), ('x', "black"), ('o', "white"), ('#', "a hole")];
    let region = Region::read(text, &letters, 64)?;
    let game = NoGo::new(&region);
    let stones = Stones::of(&region);
    if !game.all_breathe(stones) {
        return Err(text.error_here("a free cell beside every block", "a block without one"));
    }
    Ok(visit.visit(&DECLARATION, NoGoBoard { game, region }))
}

/// A board of `NoGo`.
#[derive(Debug)]
struct NoGoBoard {
    game: NoGo,
    region: Region,
}

impl NoGoBoard {
    fn pieces(&self, board: &Region) -> Vec<Stones> {
        let mut pieces = Vec::new();
        self.game.pieces(Stones::of(board), |piece| pieces.push(piece));
        pieces
    }
}

impl Ruleset for NoGoBoard {
    type Game = NoGo;
    type Board = Region;
    type Move = (usize, Colour);

    fn game(&self) -> &NoGo {
        &self.game
    }

    fn start(&self) -> Region {
        self.region.clone()
    }

    fn table_key(&self) -> Option<String> {
        Some(format!("board {}x{}", self.region.rows(), self.region.columns()))
    }

    fn write(&self, board: &Region) -> String {
        board.text()
    }

    fn parts(&self, board: &Region) -> Vec<Stones> {
        self.pieces(board).into_iter().map(|piece| self.game.normal(piece)).collect()
    }

    fn moves(&self, board: &Region, each: &mut dyn FnMut((usize, Colour)) -> bool) {
        self.game.each(Stones::of(board), |cell, colour, _| each((cell as usize, colour)));
    }

    fn effects(&self, board: &Region, each: EachEffect<'_, Self>) {
        let pieces = self.pieces(board);
        self.game.each(Stones::of(board), |cell, colour, after| {
            let part = pieces.iter().position(|piece| piece.cells >> cell & 1 != 0);
            let part = part.expect("moves lie in pieces with two free cells or more");
            let mut becomes = Vec::new();
            let rest = after.map(|set| set & pieces[part].cells);
            self.game.pieces(rest, |piece| becomes.push(self.game.normal(piece)));
            each((cell as usize, colour), Effect::Part { part, becomes })
        });
    }

    fn play(&self, board: &Region, &(cell, colour): &(usize, Colour)) -> Region {
        let mut after = board.clone();
        after.set(cell, colour.letter());
        after
    }

    fn write_move(&self, board: &Region, &(cell, colour): &(usize, Colour)) -> String {
        format!("{}:{}", colour.letter() as char, board.cell_text(cell))
    }

    fn picture(&self, board: &Region) -> Picture {
        let tile = |&letter: &u8| match letter {
            b'.' => Tile::new('.', Tone::Free),
            b'#' => Tile::new('#', Tone::Fixed),
            stone => Tile::new(stone as char, Tone::Placed),
        };
        Picture::Tiles(board.cells().chunks(board.columns()).map(|row| row.iter().map(tile).collect()).collect())
    }

    fn place(&self, board: &Region, &(cell, _): &(usize, Colour)) -> Option<Place> {
        Some(Place::Cell((cell / board.columns()) as u64, (cell % board.columns()) as u64))
    }

    fn edits(&self, board: &Region, place: Option<Place>) -> Vec<Edit> {
        by_hand::grid(&by_hand::rows(board.cells(), board.columns()), ".xo#", place)
    }

    fn why(&self, board: &Region, value: &dyn Fn(&Stones) -> Option<Nimber>) -> Why {
        let part = |piece: Stones| {
            let first = board.cell_text(piece.cells.trailing_zeros() as usize);
            let label = format!("region of {} cells from {first}", piece.cells.count_ones());
            WhyPart::new(label, value(&self.game.normal(piece)))
        };
        Why {
            parts: self.pieces(board).into_iter().map(part).collect(),
            notes: vec![
                "regions between holes are games of their own, and in a row the parts on both sides of two stones \
                 of different colours side by side"
                    .to_string(),
            ],
            ..Why::default()
        }
    }
}
