//! A piece on a board: any piece by its vectors, on any board.
//!
//! ```text
//! piece:1/2,2/1 4x4 1,1 to 4,4
//! o...
//! ....
//! ....
//! ...*
//! ```
//! Rules: a move takes the piece along one of its vectors, `rows/columns`, or, with a `+`, any
//! number of times along it. Whoever moves it onto a target square wins. A player who is stuck
//! anywhere else draws if there is a target, and loses if there is none, unless the question
//! says otherwise. Squares may be closed; edges may be joined to a torus. Play without end is a
//! draw.
//!
//! Notation: the vectors or a chess piece behind the colon; the board, the square from 1, and
//! `to x,y`, `closed x,y`, `torus`, `stuck loss|draw|win`; a move is the square moved to.

use std::collections::HashSet;

use grundy_rules::{
    Arena, Declaration, Edit, End, Example, Fault, Game, Nimber, ParseError, Picture, PieceBoard, Place, Ruleset, Sums,
    TermText, Text, Tile, Tone, Vector, Visit, Why, WhyPart, Word,
};

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "piece",
    aliases: &["leaper"],
    title: "A piece on a board",
    rules: "A piece stands on a board. A move takes it along one of its vectors, or any number of times along a \
            vector marked with +. Whoever moves it onto a target square wins. A player who is stuck elsewhere draws \
            if there is a target and loses if there is none, unless `stuck` says otherwise. Being stuck where that is a \
            draw ends any sum at once as a draw; with `stuck win` the game has no value to add and is played alone. \
            Play without end is a draw.",
    variants: &[
        ("vectors", "rows/columns, with + for a ride: `piece:1/2,2/1`, `piece:1/0+,0/1+`, `piece:-3/-2,1/1`"),
        ("chess", "king, queen, rook, bishop or knight with all its moves, `piece:knight`"),
    ],
    position: "the board and the square of the piece, such as `8x8 1,1`; then as many as there are of `to 8,8` \
               (targets), `closed 3,4`, `torus`, `stuck loss` (or `draw`, `win`: what a player gets who is stuck)",
    moves: "the square moved to: `x,y`, row and column from 1",
    examples: &[
        Example { question: "piece:1/2,2/1 4x7 1,1 to 4,7", shows: "a draw, although the corner can be reached" },
        Example { question: "piece:knight 5x5 1,1 to 5,5", shows: "a knight that may turn back" },
        Example { question: "piece:-1/0+,0/-1+ 8x8 4,6", shows: "a rook towards the first square: nim" },
        Example { question: "piece:1/1,0/-1 5x5 2,3 closed 3,4 torus to 1,1", shows: "a torus with a closed square" },
    ],
    source: "generalises HDU 5754 Life Winner Bo (2016); draws: Winning Ways, chapter 12",
};

/// Boards up to this many rows and columns are drawn whole.
const DRAWN: u32 = 40;

/// The king's eight steps; rook and bishop have the first and the last four.
const EIGHT: [(i32, i32); 8] = [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// Reads the vectors, the board and the square.
///
/// # Errors
/// When a vector has no length, a square is not on the board, or a word is not understood.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let vectors = read_vectors(&term.rules)?;
    let (board, at) = read_board(term.board()?, &vectors)?;
    Ok(visit.visit(&DECLARATION, Piece { game: Moves { board }, at }))
}

/// The board of a term, as a graph of squares.
///
/// # Errors
/// As [`open`].
pub fn board(term: &TermText) -> Result<PieceBoard, ParseError> {
    Ok(read_board(term.board()?, &read_vectors(&term.rules)?)?.0)
}

/// Reads `1/2,2/1+`, or the name of a chess piece.
fn read_vectors(text: &Text) -> Result<Vec<Vector>, ParseError> {
    let rides = |steps: &[(i32, i32)]| steps.iter().map(|&(x, y)| Vector::ride(x, y)).collect();
    let knight = |&(x, y): &(i32, i32)| [Vector::step(2 * x + y, 2 * y - x), Vector::step(2 * x - y, 2 * y + x)];
    match text.as_str() {
        "king" => return Ok(EIGHT.iter().map(|&(x, y)| Vector::step(x, y)).collect()),
        "queen" => return Ok(rides(&EIGHT)),
        "rook" => return Ok(rides(&EIGHT[..4])),
        "bishop" => return Ok(rides(&EIGHT[4..])),
        "knight" => return Ok(EIGHT[..4].iter().flat_map(knight).collect()),
        _ => {}
    }
    let mut vectors = Vec::new();
    for word in text.split(|c| c == ',') {
        let plain = word.text.strip_suffix('+').unwrap_or(word.text);
        let vector = plain.split_once('/').and_then(|(x, y)| Some((number(x)?, number(y)?)));
        let Some((x, y)) = vector else {
            return Err(word.expected("a vector such as `1/2`, or `1/0+` for a ride, or a chess piece"));
        };
        if (x, y) == (0, 0) {
            return Err(word.expected("a vector that moves the piece"));
        }
        let vector = Vector { x, y, ride: plain.len() < word.text.len() };
        if vectors.contains(&vector) {
            return Err(word.expected("each vector once"));
        }
        vectors.push(vector);
    }
    if vectors.is_empty() {
        let error = text.error_here("the vectors of the piece, such as `1/2,2/1`", "none");
        return Err(error.help("write them behind the colon: `piece:1/2,2/1 8x8 1,1`"));
    }
    Ok(vectors)
}

/// A whole number of decimal digits with a sign or without, of at most nine digits.
fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let fits = !digits.is_empty() && digits.len() <= 9 && digits.bytes().all(|b| b.is_ascii_digit());
    if fits { text.parse().ok() } else { None }
}

fn read_board(text: &Text, vectors: &[Vector]) -> Result<(PieceBoard, u32), ParseError> {
    let wanted = "the board as rows x columns, such as `8x8`";
    let mut words = text.words();
    let size = words.next().ok_or_else(|| text.error_at_end(wanted))?;
    let sides = size.to_text();
    let sides: Vec<_> = sides.split(|c| c == 'x').collect();
    let [rows, columns] = sides[..] else { return Err(size.expected(wanted)) };
    let most = (1 << 31) - 1;
    let rows = rows.number("the number of rows", 1..=most)? as u32;
    let columns = columns.number("the number of columns", 1..=most)? as u32;
    let wanted = "the square of the piece as row,column, such as `1,1`";
    let start = words.next().ok_or_else(|| text.error_at_end(wanted))?;
    let (mut targets, mut closed, mut torus, mut stuck) = (Vec::new(), Vec::new(), false, None);
    while let Some(word) = words.next() {
        let mut following = |wanted: &str| words.next().ok_or_else(|| text.error_at_end(wanted));
        match word.text {
            "to" => targets.push(following("a target square after `to`")?),
            "closed" => closed.push(following("a square after `closed`")?),
            "torus" => torus = true,
            "stuck" => {
                let wanted = "loss, draw or win after `stuck`";
                let word = following(wanted)?;
                stuck = Some(match word.text {
                    "loss" => End::Loss,
                    "draw" => End::Draw,
                    "win" => End::Win,
                    _ => return Err(word.expected(wanted)),
                });
            }
            _ => return Err(word.expected("`to`, `closed`, `torus`, `stuck`, or nothing more")),
        }
    }
    let stuck = stuck.unwrap_or(if targets.is_empty() { End::Loss } else { End::Draw });
    let mut board = PieceBoard::new(rows, columns, vectors, stuck).map_err(|fault| misfit(&size, &fault))?;
    if torus {
        board = board.joined();
    }
    for word in &targets {
        let (x, y) = square(word, &board)?;
        board.target(x, y).map_err(|fault| misfit(word, &fault))?;
    }
    for word in &closed {
        let (x, y) = square(word, &board)?;
        board.close(x, y).map_err(|fault| misfit(word, &fault))?;
    }
    let (x, y) = square(&start, &board)?;
    let at = board.node(x, y).map_err(|fault| misfit(&start, &fault))?;
    if board.is_closed(at) {
        return Err(start.expected("a square that is not closed"));
    }
    Ok((board, at))
}

/// An error about a word that the board refused.
fn misfit(word: &Word<'_>, fault: &Fault) -> ParseError {
    word.error_found(0..word.text.len(), "a board that fits", fault.message.clone())
}

/// Reads a square, row and column from 1, into row and column from 0.
fn square(word: &Word<'_>, board: &PieceBoard) -> Result<(u32, u32), ParseError> {
    let text = word.to_text();
    let sides: Vec<_> = text.split(|c| c == ',').collect();
    let [x, y] = sides[..] else { return Err(word.expected("a square as row,column, such as `1,1`")) };
    let x = x.number("the row of a square", 1..=board.rows().into())?;
    let y = y.number("the column of a square", 1..=board.columns().into())?;
    Ok((x as u32 - 1, y as u32 - 1))
}

/// What solvers see: the square the piece stands on, by its number.
#[derive(Clone, Debug)]
pub struct Moves {
    board: PieceBoard,
}

impl Moves {
    /// Where the piece can go; several ways to one square are one move.
    fn options(&self, at: u32) -> Vec<u32> {
        let mut options = Vec::new();
        self.board.options(at, &mut options);
        let mut seen = HashSet::new();
        options.retain(|&to| seen.insert(to));
        options
    }
}

impl Game for Moves {
    type Position = u32;

    fn options(&self, at: &u32, out: &mut Sums<u32>) -> Result<(), Fault> {
        self.options_until(at, out, &mut |_| false)
    }

    fn options_until(
        &self,
        &at: &u32,
        out: &mut Sums<u32>,
        enough: &mut dyn FnMut(&[u32]) -> bool,
    ) -> Result<(), Fault> {
        let _ended = self.options(at).into_iter().any(|to| {
            out.push([to]);
            enough(&[to])
        });
        Ok(())
    }

    fn dense_len(&self) -> Option<u64> {
        Some(self.board.nodes().into())
    }

    fn index(&self, &at: &u32) -> u64 {
        at.into()
    }

    fn piece_board(&self) -> Option<&PieceBoard> {
        Some(&self.board)
    }

    fn end(&self, &at: &u32) -> End {
        self.board.end(at)
    }

    fn may_draw(&self) -> bool {
        true
    }
}

/// A piece on its board.
#[derive(Clone, Debug)]
pub struct Piece {
    game: Moves,
    at: u32,
}

impl Piece {
    fn name(&self, at: u32) -> String {
        let (x, y) = self.game.board.square(at);
        format!("{},{}", x + 1, y + 1)
    }

    /// The text of a board of some size, with the squares named as on this one.
    fn words(&self, (rows, columns): (u32, u32), at: u32, targets: &[u32], closed: &[u32]) -> String {
        let board = &self.game.board;
        let mut words = vec![format!("{rows}x{columns} {}", self.name(at))];
        words.extend(targets.iter().map(|&square| format!("to {}", self.name(square))));
        words.extend(closed.iter().map(|&square| format!("closed {}", self.name(square))));
        if board.is_torus() {
            words.push("torus".into());
        }
        let usual = if targets.is_empty() { End::Loss } else { End::Draw };
        match board.stuck() {
            stuck if stuck == usual => {}
            End::Loss => words.push("stuck loss".into()),
            End::Draw => words.push("stuck draw".into()),
            End::Win => words.push("stuck win".into()),
        }
        words.join(" ")
    }
}

impl Ruleset for Piece {
    type Game = Moves;
    /// The square the piece stands on, by its number.
    type Board = u32;
    /// The square moved to.
    type Move = u32;

    fn game(&self) -> &Moves {
        &self.game
    }

    fn start(&self) -> u32 {
        self.at
    }

    fn rules(&self) -> String {
        let vector = |v: &Vector| format!("{}/{}{}", v.x, v.y, if v.ride { "+" } else { "" });
        self.game.board.vectors().iter().map(vector).collect::<Vec<_>>().join(",")
    }

    fn write(&self, &at: &u32) -> String {
        let board = &self.game.board;
        self.words((board.rows(), board.columns()), at, &board.targets(), &board.closed())
    }

    /// The piece comes here, or the square becomes a target, closed or plain.
    fn edits(&self, &at: &u32, place: Option<Place>) -> Vec<Edit> {
        let board = &self.game.board;
        let (rows, columns) = (board.rows(), board.columns());
        let (targets, closed) = (board.targets(), board.closed());
        let edit = |label: &str, size, at, targets: &[u32], closed: &[u32]| {
            Edit::new(label, self.words(size, at, targets, closed))
        };
        let Some(place) = place else {
            let sizes = [("+ row", 1, 0), ("+ column", 0, 1), ("- row", -1, 0), ("- column", 0, -1)];
            let sizes = sizes.map(|(label, down, right)| {
                (label, rows.saturating_add_signed(down), columns.saturating_add_signed(right))
            });
            let fits = |&(_, rows, columns): &(&str, u32, u32)| {
                let inside = |&node: &u32| board.square(node).0 < rows && board.square(node).1 < columns;
                [at].iter().chain(&targets).chain(&closed).all(inside)
            };
            let resized = |(label, rows, columns)| edit(label, (rows, columns), at, &targets, &closed);
            return sizes.into_iter().filter(fits).map(resized).collect();
        };
        let Place::Cell(x, y) = place else { return Vec::new() };
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return Vec::new() };
        let Ok(node) = board.node(x, y) else { return Vec::new() };
        if node == at {
            return Vec::new();
        }
        let others = |list: &[u32]| -> Vec<u32> { list.iter().copied().filter(|&other| other != node).collect() };
        let (targets, closed) = (others(&targets), others(&closed));
        let size = (rows, columns);
        let mut edits = vec![edit("piece", size, node, &targets, &closed)];
        if !board.is_target(node) {
            edits.push(edit("target", size, at, &[&targets[..], &[node]].concat(), &closed));
        }
        if !board.is_closed(node) {
            edits.push(edit("closed", size, at, &targets, &[&closed[..], &[node]].concat()));
        }
        if board.is_target(node) || board.is_closed(node) {
            edits.push(edit("plain", size, at, &targets, &closed));
        }
        edits
    }

    /// The board, without the piece.
    fn ground(&self) -> String {
        let board = &self.game.board;
        self.words((board.rows(), board.columns()), 0, &board.targets(), &board.closed())
    }

    fn write_part(&self, &at: &u32) -> String {
        self.name(at)
    }

    fn parts(&self, &at: &u32) -> Vec<u32> {
        vec![at]
    }

    fn moves(&self, &at: &u32, each: &mut dyn FnMut(u32) -> bool) {
        let _all = self.game.options(at).into_iter().all(each);
    }

    fn play(&self, _board: &u32, &to: &u32) -> u32 {
        to
    }

    fn write_move(&self, _board: &u32, &to: &u32) -> String {
        self.name(to)
    }

    fn picture(&self, &at: &u32) -> Picture {
        let board = &self.game.board;
        let (rows, columns) = (board.rows(), board.columns());
        if rows > DRAWN || columns > DRAWN {
            let place = |node| {
                let (x, y) = board.square(node);
                (u64::from(x) + 1, u64::from(y) + 1)
            };
            let target = board.targets().first().map_or(place(at), |&node| place(node));
            return Picture::Piece { rows: rows.into(), columns: columns.into(), at: place(at), target, glyph: 'o' };
        }
        let tile = |node| match node {
            _ if node == at => Tile::new('o', Tone::Placed),
            _ if board.is_closed(node) => Tile::new('#', Tone::Fixed),
            _ if board.is_target(node) => Tile::new('*', Tone::Fixed),
            _ => Tile::new('.', Tone::Free),
        };
        Picture::Tiles((0..rows).map(|x| (0..columns).map(|y| tile(x * columns + y)).collect()).collect())
    }

    fn why(&self, &at: &u32, value: &dyn Fn(&u32) -> Option<Nimber>) -> Why {
        let part = WhyPart::new(format!("piece on {}", self.name(at)), value(&at));
        Why { parts: vec![part], ..Why::default() }
    }

    fn place(&self, _board: &u32, &to: &u32) -> Option<Place> {
        let (x, y) = self.game.board.square(to);
        Some(Place::Cell(x.into(), y.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_read() {
        let read = |text: &str| read_vectors(&Text::new("question", text));
        assert_eq!(read("1/2,-2/1+").unwrap(), [Vector::step(1, 2), Vector::ride(-2, 1)]);
        assert_eq!(read("knight").unwrap().len(), 8);
        let mut knight = read("knight").unwrap();
        knight.sort_unstable();
        knight.dedup();
        assert!(knight.len() == 8 && knight.iter().all(|v| v.x.abs() + v.y.abs() == 3));
        for wrong in ["", "0/0", "1", "1/", "1/2/3", "a/b", "1/2,1/2", "1/99999999999", "+1/2"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn boards_are_read() {
        let read = |text: &str| read_board(&Text::new("question", text), &[Vector::step(1, 0)]);
        let (board, at) = read("4x7 2,3 to 4,7 closed 1,1 torus stuck win").unwrap();
        assert_eq!((board.rows(), board.columns(), at, board.stuck()), (4, 7, 9, End::Win));
        assert!(board.is_torus() && board.is_target(27) && board.is_closed(0));
        for wrong in ["", "4x7", "4 1,1", "4x7 5,1", "4x7 1,1 to", "4x7 1,1 to 0,1", "4x7 1,1 closed 1,1", "4x7 1,1 up",
            "4x7 1,1 stuck here", "100000x100000 1,1", "0x3 1,1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
