//! Life Winner Bo: one chess piece runs to the far corner of a board.
//!
//! Whoever moves the piece onto the last square (N, M) wins. Moves go as in chess, with x and y
//! never falling, inside the board. A player who is stuck anywhere else ends the game as a draw;
//! only the knight can be.
//!
//! ```text
//! bo:knight 4x4 1,1
//! N...
//! ....
//! ....
//! ...*
//! ```
//! Notation: the board as `NxM` (rows x columns) and the square `x,y` from 1, `1,1` if left out;
//! a move is the square moved to. Solvers see the distances `(N - x, M - y)`, smaller first,
//! since all four pieces move alike in both directions.
//!
//! Closed forms, proved in docs/bo.md and tested against the general method: king by parities,
//! rook `a xor b`, queen by Wythoff's pairs (outcome only), knight by `a = b`, `3 | a`.

use grundy_rules::{
    Declaration, Edit, End, Example, Fault, Game, Known, MoveSpan, Nimber, Outcome, ParseError, Picture, Place,
    Remoteness, Ruleset, Sums, TermText, Text, Tile, Tone, Visit, Why, WhyPart,
};

use crate::golden;

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "bo",
    aliases: &[],
    title: "Life Winner Bo",
    rules: "One chess piece stands on a board of N rows and M columns. Players move it in turn as in chess, but \
            never up and never to the left. Whoever moves it onto the last square (N, M) wins. If the player to \
            move is stuck anywhere else, which only happens to a knight, the game is a draw.",
    variants: &[
        ("king", "one step right, down or diagonally"),
        ("rook", "any number of steps right or down"),
        ("knight", "two steps one way and one the other"),
        ("queen", "any number of steps right, down or diagonally"),
    ],
    position: "the board and the square the piece stands on, `8x8 1,1`; rows and columns below 2^62; the square \
               is 1,1 if left out",
    moves: "the square moved to: `x,y`, row and column from 1",
    examples: &[
        Example { question: "bo:queen 5x5", shows: "a win with the squares that reach a Wythoff pair" },
        Example { question: "bo:knight 5x5", shows: "a draw, with the moves that keep it" },
        Example { question: "bo:knight 9x9 3,3", shows: "a loss and its remoteness" },
        Example { question: "bo:rook 1000000000x1000000", shows: "boards of any size" },
    ],
    source: "HDU 5754 Life Winner Bo (2016); queen: W. A. Wythoff (1907)",
};

/// Boards up to this many rows and columns are drawn whole.
const DRAWN: u64 = 40;

/// The chess pieces of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// One step.
    King,
    /// Along a row or column.
    Rook,
    /// Two and one.
    Knight,
    /// Along a row, column or diagonal.
    Queen,
}

impl Piece {
    /// All four, in the order of the contest's numbers 1 to 4.
    pub const ALL: [Self; 4] = [Self::King, Self::Rook, Self::Knight, Self::Queen];

    /// The piece's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Rook => "rook",
            Self::Knight => "knight",
            Self::Queen => "queen",
        }
    }

    fn glyph(self) -> char {
        match self {
            Self::King => 'K',
            Self::Rook => 'R',
            Self::Knight => 'N',
            Self::Queen => 'Q',
        }
    }

    /// Calls `each` with the distances every move leads to, until it says false.
    pub(crate) fn steps(self, a: u64, b: u64, each: &mut dyn FnMut((u64, u64)) -> bool) {
        let mut fixed = |down: u64, right: u64| match (a.checked_sub(down), b.checked_sub(right)) {
            (Some(a), Some(b)) => each((a, b)),
            _ => true,
        };
        match self {
            Self::King => _ = fixed(1, 0) && fixed(0, 1) && fixed(1, 1),
            Self::Knight => _ = fixed(1, 2) && fixed(2, 1),
            Self::Rook => _ = (1..=a).all(|n| fixed(n, 0)) && (1..=b).all(|n| fixed(0, n)),
            Self::Queen => {
                _ = (1..=a).all(|n| fixed(n, 0))
                    && (1..=b).all(|n| fixed(0, n))
                    && (1..=a.min(b)).all(|n| fixed(n, n));
            }
        }
    }

    /// Number of moves from these distances.
    pub(crate) fn step_count(self, a: u64, b: u64) -> u128 {
        let (a, b) = (u128::from(a), u128::from(b));
        match self {
            Self::King => a.min(1) + b.min(1) + a.min(b).min(1),
            Self::Knight => u128::from(a >= 1 && b >= 2) + u128::from(a >= 2 && b >= 1),
            Self::Rook => a + b,
            Self::Queen => a + b + a.min(b),
        }
    }

    /// Who wins, for the player to move, with these distances to the corner; both below
    /// 2^62.
    pub fn outcome(self, a: u64, b: u64) -> Outcome {
        match self.theorem(a.min(b), a.max(b)) {
            Known::Nimber(nimber) => nimber.outcome(),
            Known::Outcome(outcome, _) => outcome,
            Known::NotZero | Known::Unknown => Outcome::Win,
        }
    }

    /// What the theorems say of the distances `a <= b`.
    fn theorem(self, a: u64, b: u64) -> Known {
        match self {
            Self::King => Known::Nimber(Nimber(match (a % 2, b % 2) {
                (0, 0) => 0,
                (0, _) => 1,
                (_, 1) => 2,
                _ => 3,
            })),
            Self::Rook => Known::Nimber(Nimber(a ^ b)),
            Self::Queen if golden::is_pair(a, b) => Known::Nimber(Nimber::ZERO),
            Self::Queen => Known::NotZero,
            Self::Knight => match (a % 3, b - a) {
                (0, 0) => Known::Outcome(Outcome::Loss, Some(Remoteness(a / 3 * 2))),
                (1, 1) => Known::Outcome(Outcome::Win, Some(Remoteness(a / 3 * 2 + 1))),
                _ => Known::Outcome(Outcome::Draw, None),
            },
        }
    }

    fn note(self) -> &'static str {
        match self {
            Self::King => {
                "with the distances a <= b to the corner, a king's nimber is 0 if both are even, 2 if both are \
                 odd, 1 if only b is odd, 3 if only a is odd"
            }
            Self::Rook => {
                "the two distances to the corner are two nim heaps: the nimber is their exclusive or"
            }
            Self::Queen => {
                "the player to move loses exactly when the distances to the corner are a pair floor(k phi), \
                 floor(k phi) + k (Wythoff 1907)"
            }
            Self::Knight => {
                "the player to move loses exactly when both distances to the corner are the same multiple of 3, \
                 and wins exactly one knight's move before such a square; all else is a draw"
            }
        }
    }
}

/// Reads the piece, the board and the square.
///
/// # Errors
/// When the piece is none of the four, or the board or square cannot be read.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let wanted = "a piece: king, rook, knight or queen";
    let name = term.rules.as_str();
    let Some(piece) = Piece::ALL.into_iter().find(|piece| piece.name() == name) else {
        let found = if name.is_empty() { "none".to_string() } else { format!("`{name}`") };
        return Err(term.rules.error_here(wanted, found).help("write it behind a colon: `bo:knight 8x8`"));
    };
    let (rows, columns, at) = read(term.board()?)?;
    Ok(visit.visit(&DECLARATION, Bo { race: Race::new(piece, rows - 1, columns - 1), rows, columns, at }))
}

fn read(text: &Text) -> Result<(u64, u64, (u64, u64)), ParseError> {
    let wanted = "the board as rows x columns, such as `8x8`";
    let mut words = text.words();
    let size = words.next().ok_or_else(|| text.error_at_end(wanted))?.to_text();
    let sides: Vec<_> = size.split(|c| c == 'x').collect();
    let [rows, columns] = sides[..] else {
        return Err(size.error_here(wanted, format!("`{}`", size.as_str())));
    };
    let rows = rows.number("the number of rows", 1..=golden::LIMIT)?;
    let columns = columns.number("the number of columns", 1..=golden::LIMIT)?;
    let Some(square) = words.next() else {
        return Ok((rows, columns, (1, 1)));
    };
    if let Some(extra) = words.next() {
        return Err(extra.expected("nothing after the square"));
    }
    let square = square.to_text();
    let sides: Vec<_> = square.split(|c| c == ',').collect();
    let [x, y] = sides[..] else {
        return Err(square.error_here("the square as row,column, such as `1,1`", format!("`{}`", square.as_str())));
    };
    let at = (x.number("the row of the piece", 1..=rows)?, y.number("the column of the piece", 1..=columns)?);
    Ok((rows, columns, at))
}

/// What solvers see: a piece at some distances from the corner, `(a, b)` with `a <= b`.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    piece: Piece,
    /// Largest distances, smaller first.
    most: (u64, u64),
}

impl Race {
    /// A race of `piece` from distances up to `a` and `b`.
    pub fn new(piece: Piece, a: u64, b: u64) -> Self {
        Self { piece, most: (a.min(b), a.max(b)) }
    }

    /// The derivation for one position, called `label`.
    fn why(
        &self,
        at: (u64, u64),
        label: String,
        value: &dyn Fn(&(u64, u64)) -> Option<Nimber>,
    ) -> Why {
        Why { parts: vec![WhyPart::new(label, value(&at))], notes: vec![self.piece.note().into()], ..Why::default() }
    }
}

impl Game for Race {
    type Position = (u64, u64);

    fn options(&self, at: &(u64, u64), out: &mut Sums<(u64, u64)>) -> Result<(), Fault> {
        self.options_until(at, out, &mut |_| false)
    }

    fn options_until(
        &self,
        &(a, b): &(u64, u64),
        out: &mut Sums<(u64, u64)>,
        enough: &mut dyn FnMut(&[(u64, u64)]) -> bool,
    ) -> Result<(), Fault> {
        self.piece.steps(a, b, &mut |(a, b)| {
            // A piece in the corner stays a part: that it stands there is how the game ends.
            out.push([(a.min(b), a.max(b))]);
            !enough(out.get(out.len() - 1))
        });
        Ok(())
    }

    fn known(&self, &(a, b): &(u64, u64)) -> Known {
        self.piece.theorem(a, b)
    }

    fn size(&self, &(a, b): &(u64, u64)) -> u64 {
        a + b
    }

    fn dense_len(&self) -> Option<u64> {
        (self.most.0 + 1).checked_mul(self.most.1 + 1)
    }

    fn index(&self, &(a, b): &(u64, u64)) -> u64 {
        a * (self.most.1 + 1) + b
    }

    fn end(&self, at: &(u64, u64)) -> End {
        if *at == (0, 0) { End::Loss } else { End::Draw }
    }

    fn may_draw(&self) -> bool {
        self.piece == Piece::Knight
    }
}

/// A piece on a board.
#[derive(Clone, Debug)]
pub struct Bo {
    race: Race,
    rows: u64,
    columns: u64,
    at: (u64, u64),
}

impl Bo {
    fn distances(&self, &(x, y): &(u64, u64)) -> (u64, u64) {
        (self.rows - x, self.columns - y)
    }

    fn square(&self, (a, b): (u64, u64)) -> (u64, u64) {
        (self.rows - a, self.columns - b)
    }

    fn span(&self, to: (u64, u64)) -> MoveSpan<(u64, u64)> {
        let square = self.square(to);
        MoveSpan { moves: vec![square], count: 1, text: format!("{},{}", square.0, square.1) }
    }

    /// Rows or columns to draw, as a range from 1, around where the piece stands.
    fn window(side: u64, at: u64) -> (u64, u64) {
        let first = at.saturating_sub(DRAWN / 4).clamp(1, side.saturating_sub(DRAWN - 1).max(1));
        (first, side.min(first + DRAWN - 1))
    }
}

impl Ruleset for Bo {
    type Game = Race;
    type Board = (u64, u64);
    type Move = (u64, u64);

    fn game(&self) -> &Race {
        &self.race
    }

    fn start(&self) -> (u64, u64) {
        self.at
    }

    fn rules(&self) -> String {
        self.race.piece.name().to_string()
    }

    fn write(&self, &(x, y): &(u64, u64)) -> String {
        format!("{}x{} {x},{y}", self.rows, self.columns)
    }

    fn parts(&self, board: &(u64, u64)) -> Vec<(u64, u64)> {
        let (a, b) = self.distances(board);
        vec![(a.min(b), a.max(b))]
    }

    fn moves(&self, board: &(u64, u64), each: &mut dyn FnMut((u64, u64)) -> bool) {
        let (a, b) = self.distances(board);
        self.race.piece.steps(a, b, &mut |to| each(self.square(to)));
    }

    fn move_count(&self, board: &(u64, u64)) -> Option<u128> {
        let (a, b) = self.distances(board);
        Some(self.race.piece.step_count(a, b))
    }

    fn moves_to(
        &self,
        board: &(u64, u64),
        targets: &[Nimber],
        _most: usize,
    ) -> Option<Vec<MoveSpan<(u64, u64)>>> {
        let (a, b) = self.distances(board);
        let &[Nimber(target)] = targets else { return None };
        match self.race.piece {
            Piece::Rook => {
                let down = Some((target ^ b, b)).filter(|to| to.0 < a);
                let right = Some((a, target ^ a)).filter(|to| to.1 < b);
                Some(down.into_iter().chain(right).map(|to| self.span(to)).collect())
            }
            Piece::Queen if target == 0 => Some(by_golden_ratio(a, b).map(|to| self.span(to)).collect()),
            _ => None,
        }
    }

    fn play(&self, _board: &(u64, u64), mv: &(u64, u64)) -> (u64, u64) {
        *mv
    }

    fn write_move(&self, _board: &(u64, u64), &(x, y): &(u64, u64)) -> String {
        format!("{x},{y}")
    }

    fn picture(&self, &(x, y): &(u64, u64)) -> Picture {
        let glyph = self.race.piece.glyph();
        if self.rows > DRAWN || self.columns > DRAWN {
            let (rows, columns) = (self.rows, self.columns);
            return Picture::Piece { rows, columns, at: (x, y), target: (rows, columns), glyph };
        }
        let tile = |row, column| match (row, column) {
            at if at == (x, y) => Tile::new(glyph, Tone::Placed),
            at if at == (self.rows, self.columns) => Tile::new('*', Tone::Fixed),
            _ => Tile::new('.', Tone::Free),
        };
        Picture::Tiles((1..=self.rows).map(|row| (1..=self.columns).map(|c| tile(row, c)).collect()).collect())
    }

    fn place(&self, _board: &(u64, u64), &(x, y): &(u64, u64)) -> Option<Place> {
        Some(Place::Cell(x - 1, y - 1))
    }

    fn edits(&self, &(x, y): &(u64, u64), place: Option<Place>) -> Vec<Edit> {
        let (rows, columns) = (self.rows, self.columns);
        match place {
            Some(Place::Cell(row, column)) if row < rows && column < columns && (row + 1, column + 1) != (x, y) => {
                vec![Edit::new(self.race.piece.glyph(), format!("{rows}x{columns} {},{}", row + 1, column + 1))]
            }
            Some(_) => Vec::new(),
            None => {
                let same = format!("{rows}x{columns} {x},{y}");
                let others = Piece::ALL.into_iter().filter(|&piece| piece != self.race.piece);
                let pieces = others.map(|piece| Edit::new(piece.name(), same.clone()).with_rules(piece.name()));
                let sizes = [
                    ("+ row", (rows + 1, columns)),
                    ("+ column", (rows, columns + 1)),
                    ("- row", (rows - 1, columns)),
                    ("- column", (rows, columns - 1)),
                ];
                let fits = |&(_, (rows, columns)): &(&str, (u64, u64))| x <= rows && y <= columns;
                let sizes = sizes.into_iter().filter(fits);
                pieces
                    .chain(sizes.map(|(label, (n, m))| Edit::new(label, format!("{n}x{m} {x},{y}"))))
                    .collect()
            }
        }
    }

    /// The map of the board: who wins from each square, near the piece on a large board.
    fn why(&self, board: &(u64, u64), value: &dyn Fn(&(u64, u64)) -> Option<Nimber>) -> Why {
        let (a, b) = self.distances(board);
        let label = format!("{} at the distances {a} and {b} from the corner", self.race.piece.name());
        let mut why = self.race.why((a.min(b), a.max(b)), label, value);
        let (rows, columns) = (Self::window(self.rows, board.0), Self::window(self.columns, board.1));
        let tile = |x, y| {
            let (a, b) = self.distances(&(x, y));
            let outcome = self.race.piece.outcome(a, b);
            let glyph = match outcome {
                Outcome::Win => 'W',
                Outcome::Loss => 'L',
                Outcome::Draw => 'D',
            };
            Tile::new(glyph, Tone::Outcome(outcome))
        };
        let map: Vec<Vec<Tile>> = (rows.0..=rows.1).map(|x| (columns.0..=columns.1).map(|y| tile(x, y)).collect()).collect();
        let title = format!(
            "who wins from each square (W: the player to move), rows {} to {}, columns {} to {}",
            rows.0, rows.1, columns.0, columns.1
        );
        match only(&map) {
            Some(outcome) => why.notes.push(format!(
                "all squares in rows {} to {} and columns {} to {} are {outcome} for the player to move",
                rows.0, rows.1, columns.0, columns.1
            )),
            None => why.pictures.push((title, Picture::Tiles(map))),
        }
        why
    }
}

/// The outcome that all tiles of a map have, in a word.
fn only(map: &[Vec<Tile>]) -> Option<&'static str> {
    let first = map.first()?.first()?;
    let word = match first.tone {
        Tone::Outcome(Outcome::Win) => "won",
        Tone::Outcome(Outcome::Loss) => "lost",
        _ => "drawn",
    };
    map.iter().flatten().all(|tile| tile == first).then_some(word)
}

/// The moves of a queen, or in Wythoff's game, that lead from `(a, b)` to a P-position.
pub(crate) fn by_golden_ratio(a: u64, b: u64) -> impl Iterator<Item = (u64, u64)> {
    let (low, high) = golden::with_gap(a.abs_diff(b));
    let both = if a <= b { (low, high) } else { (high, low) };
    let down = Some((golden::partner(b), b)).filter(|to| to.0 < a);
    let right = Some((a, golden::partner(a))).filter(|to| to.1 < b);
    let both = Some(both).filter(|to| to.0 < a && to.1 < b);
    down.into_iter().chain(right).chain(both)
}
