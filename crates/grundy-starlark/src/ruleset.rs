//! A user's game as people see it: boards, their text, their moves and pictures.
//!
//! A board is a list of parts. A move turns one part into the parts of one of its options, so
//! its text is `part:before>after`. Options that are the same sum are one move.

use std::collections::HashSet;
use std::sync::Arc;

use grundy_rules::{
    Declaration, EachEffect, Effect, Fault, Game, Nimber, ParseError, Picture, Place, Ruleset, Sums,
    TermText, Text, Tile, Tone, Why, WhyPart,
};

use crate::game::Kept;
use crate::{Position, Script, declaration, position};

/// Most rows and columns of a drawn position.
const DRAWN: usize = 500;

/// A game whose rules are a script, from some board on.
pub struct Scripted {
    script: Arc<dyn Script>,
    declaration: &'static Declaration,
    start: Vec<Position>,
    kept: Kept,
}

/// A move: which part, and what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptedMove {
    /// Index of the part, from 0.
    pub part: usize,
    /// The parts it becomes.
    pub left: Vec<Position>,
}

impl Scripted {
    /// A game from a board on.
    pub fn new(script: Arc<dyn Script>, start: Vec<Position>) -> Self {
        let declaration = declaration::of(script.facts());
        Self { script, declaration, start, kept: Kept::default() }
    }

    /// Reads the board of a term; without one the rules' own start.
    ///
    /// # Errors
    /// When the board cannot be read, or there is none.
    pub fn read(script: Arc<dyn Script>, term: &TermText) -> Result<Self, ParseError> {
        let text = term.board()?;
        let start = match (&script.facts().start, text.words().next()) {
            (Some(start), None) if term.file.is_none() => start.clone(),
            (None, None) if term.file.is_none() => {
                let error = term.name.error_here("a position behind the rules", "none");
                return Err(error.help("or write `start = ...` into the rules"));
            }
            _ => board(&*script, text)?,
        };
        // A picture has no way to fail, so what fails is told before the first.
        for part in &start {
            if let Err(fault) = script.show(part) {
                return Err(fault
                    .place
                    .unwrap_or_else(|| text.error_here("a position to show", fault.message)));
            }
        }
        Ok(Self::new(script, start))
    }

    /// What the program says of the game.
    pub fn declaration(&self) -> &'static Declaration {
        self.declaration
    }

    pub(crate) fn script(&self) -> &dyn Script {
        &*self.script
    }

    pub(crate) fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Calls `each` with every move of part `part` until it says false.
    fn moves_of(
        &self,
        board: &[Position],
        part: usize,
        each: &mut dyn FnMut(ScriptedMove) -> bool,
    ) -> Result<bool, Fault> {
        let mut sums = Sums::new();
        self.script.options(&board[part], &mut sums)?;
        let mut seen = HashSet::new();
        for sum in sums.iter() {
            let mut sorted = sum.to_vec();
            sorted.sort_unstable();
            if seen.insert(sorted) && !each(ScriptedMove { part, left: sum.to_vec() }) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn drawn(&self) -> bool {
        self.script.facts().loopy || self.script.facts().ends
    }

    fn shown(&self, part: &Position) -> Option<String> {
        self.script.show(part).ok().flatten()
    }
}

/// Reads a board: by the rules' own reader if they have one, unless the text starts with `=`.
fn board(script: &dyn Script, text: &Text) -> Result<Vec<Position>, ParseError> {
    let trimmed = text.as_str().trim();
    if trimmed.starts_with('=') {
        let equals = text.as_str().find('=').unwrap_or(0);
        return position::read(&text.slice(equals + 1..text.as_str().len()));
    }
    if !script.facts().parses {
        return position::read(text);
    }
    script.parse(trimmed).map_err(|fault| {
        fault.place.unwrap_or_else(|| text.error_here("a position that these rules read", fault.message))
    })
}

impl Ruleset for Scripted {
    type Game = Self;
    type Board = Vec<Position>;
    type Move = ScriptedMove;

    fn game(&self) -> &Self {
        self
    }

    fn start(&self) -> Vec<Position> {
        self.start.clone()
    }

    fn twins(&self, board: &Vec<Position>) -> String {
        let mut sorted = board.clone();
        sorted.sort_unstable();
        self.write(&sorted)
    }

    fn write(&self, board: &Vec<Position>) -> String {
        let literal = if self.script.facts().parses { "=" } else { "" };
        match board.as_slice() {
            [] => format!("{literal}[]"),
            parts => literal.to_string() + &joined(parts, " "),
        }
    }

    fn parts(&self, board: &Vec<Position>) -> Vec<Position> {
        if self.drawn() { vec![Position::whole(board.clone())] } else { board.clone() }
    }

    fn moves(&self, board: &Vec<Position>, each: &mut dyn FnMut(ScriptedMove) -> bool) {
        if self.script.facts().ends && board.len() > 1 {
            // One part that ended as a draw ends them all.
            let mut sums = Sums::new();
            if self.options(&Position::whole(board.clone()), &mut sums).is_err() || sums.is_empty() {
                return;
            }
        }
        for part in 0..board.len() {
            // Rules that fail have failed in the solver, which told where.
            if !matches!(self.moves_of(board, part, each), Ok(true)) {
                return;
            }
        }
    }

    fn play(&self, board: &Vec<Position>, mv: &ScriptedMove) -> Vec<Position> {
        let mut after = board.clone();
        after.splice(mv.part..=mv.part, mv.left.iter().cloned());
        after
    }

    fn effects(&self, board: &Vec<Position>, each: EachEffect<'_, Self>) {
        self.moves(board, &mut |mv| {
            let effect = if self.drawn() {
                Effect::Whole(vec![Position::whole(self.play(board, &mv))])
            } else {
                Effect::Part { part: mv.part, becomes: mv.left.clone() }
            };
            each(mv, effect)
        });
    }

    /// `2:7>2+4`: the second part, 7, becomes 2 and 4; `1:1>[]` leaves nothing.
    fn write_move(&self, board: &Vec<Position>, mv: &ScriptedMove) -> String {
        let left = if mv.left.is_empty() { "[]".to_string() } else { joined(&mv.left, "+") };
        format!("{}:{}>{left}", mv.part + 1, board[mv.part])
    }

    fn picture(&self, board: &Vec<Position>) -> Picture {
        if !self.script.facts().shows
            && let Some(heaps) = heaps(board)
        {
            return Picture::Heaps(heaps);
        }
        let mut rows: Vec<Vec<char>> = Vec::new();
        for (i, part) in board.iter().enumerate() {
            if i > 0 {
                rows.push(Vec::new());
            }
            let text = self.shown(part).unwrap_or_else(|| match part {
                Position::Str(text) => text.replace('/', "\n"),
                other => other.to_string(),
            });
            rows.extend(text.lines().take(DRAWN).map(|line| line.chars().take(DRAWN).collect::<Vec<_>>()));
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let tile = |c: char| match c {
            ' ' => Tile::new(' ', Tone::Outside),
            '.' | '_' => Tile::new(c, Tone::Free),
            c if c.is_control() => Tile::new('\u{fffd}', Tone::Fixed),
            c => Tile::new(c, Tone::Placed),
        };
        let row = |row: Vec<char>| {
            let filled = row.into_iter().map(tile);
            let mut filled: Vec<Tile> = filled.collect();
            filled.resize(width, Tile::new(' ', Tone::Outside));
            filled
        };
        Picture::Tiles(rows.into_iter().map(row).collect())
    }

    fn place(&self, board: &Vec<Position>, mv: &ScriptedMove) -> Option<Place> {
        heaps(board)?;
        match (&board[mv.part], mv.left.as_slice()) {
            (Position::Int(_), _) => Some(Place::Heap(mv.part)),
            (Position::Tuple(before), [Position::Tuple(after)]) if before.len() == after.len() => {
                let mut changed = (0..before.len()).filter(|&i| before[i] != after[i]);
                changed.next().filter(|_| changed.next().is_none()).map(Place::Heap)
            }
            _ => None,
        }
    }

    fn why(&self, board: &Vec<Position>, value: &dyn Fn(&Position) -> Option<Nimber>) -> Why {
        let label = |part: &Position| match part {
            Position::Int(n) => format!("position {n}"),
            part => format!("position {part}"),
        };
        let parts = if self.drawn() {
            Vec::new()
        } else {
            board.iter().map(|part| WhyPart::new(label(part), value(part))).collect()
        };
        let note = format!("the rules are those of {}", self.declaration.name);
        Why { parts, notes: vec![note], ..Why::default() }
    }

    fn sized(&self, sizes: &[u64]) -> Option<Vec<Position>> {
        let sizes = sizes.iter().map(|&n| i64::try_from(n).map(Position::Int)).collect::<Result<Vec<_>, _>>();
        match sizes.ok()?.as_slice() {
            [] => None,
            [size] => Some(vec![size.clone()]),
            sizes => Some(vec![Position::tuple(sizes.to_vec())]),
        }
    }
}

/// A board as heaps, where it is nothing else: numbers, or one tuple of numbers.
fn heaps(board: &[Position]) -> Option<Vec<u64>> {
    let items = match board {
        [Position::Tuple(items)] => items,
        parts => parts,
    };
    let heap = |item: &Position| match item {
        Position::Int(n) => u64::try_from(*n).ok(),
        _ => None,
    };
    items.iter().map(heap).collect()
}

fn joined(parts: &[Position], between: &str) -> String {
    parts.iter().map(Position::to_string).collect::<Vec<_>>().join(between)
}
