//! More Reclamation: stones on a river of two columns that must never be dammed.
//!
//! The river has R rows and 2 columns. A stone in row r, column c forbids the other column in
//! the rows r - 1, r and r + 1. A move puts a stone on a free cell; who cannot move loses.
//!
//! ```text
//! reclamation 5 2,1
//! ..
//! o.
//! ..
//! ..
//! ..
//! ```
//! Notation: the number of rows, then the stones `row,column`; a move is `row,column`. The
//! contest's own form `R n` with n pairs of numbers is read too.
//!
//! Every run of free rows is a strip of one of four types, by the stones at its ends: [`Ends`].
//! Their nimbers have closed forms, proved in docs/reclamation.md and tested against the general
//! method: width mod 2; width; width mod 2; (width + 1) mod 2.

use std::collections::BTreeMap;

use grundy_rules::{
    Declaration, EachEffect, Edit, Effect, Example, Fault, Game, Known, MoveSpan, Nimber, ParseError, Picture, Place,
    Ruleset, Sums, TermText, Text, Tile, Tone, Visit, Why, WhyPart, Word,
};

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "reclamation",
    aliases: &[],
    title: "More Reclamation",
    rules: "A river is R rows long and 2 columns wide. A move reclaims a free cell; then the other column can \
            never be reclaimed in the same row, the row above and the row below, so that the river is never \
            dammed. Neighbours in one column are allowed. Who cannot move loses.",
    variants: &[],
    position: "the number of rows and the stones: `12 4,1 8,1`; rows up to 2^64 - 2; or the contest's form \
               `12 2 4 1 8 1`",
    moves: "`row,column` from 1",
    examples: &[
        Example { question: "reclamation 12 4,1 8,1", shows: "three strips and their exclusive or" },
        Example { question: "reclamation 1000000000000000000 7,2", shows: "rivers of any length" },
    ],
    source: "Codeforces 335C More Reclamation (MemSQL start[c]up Round 2, 2013)",
};

/// The stones at the ends of a strip of free rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ends {
    /// No stone at either end: the whole river.
    Open,
    /// A stone at one end.
    One,
    /// Stones at both ends, in the same column.
    Same,
    /// Stones at both ends, in opposite columns.
    Opposite,
}

impl Ends {
    fn name(self) -> &'static str {
        match self {
            Self::Open => "no stone",
            Self::One => "one stone",
            Self::Same => "two stones on the same bank",
            Self::Opposite => "two stones on opposite banks",
        }
    }

    fn theorem(self, width: u64) -> Nimber {
        Nimber(match self {
            Self::Open | Self::Same => width % 2,
            Self::One => width,
            Self::Opposite => (width + 1) % 2,
        })
    }
}

/// Solvers' side: a strip of `width` free rows between these ends.
#[derive(Clone, Copy, Debug)]
pub struct Strips;

impl Game for Strips {
    type Position = (Ends, u64);

    fn options(&self, at: &(Ends, u64), out: &mut Sums<(Ends, u64)>) -> Result<(), Fault> {
        self.options_until(at, out, &mut |_| false)
    }

    fn options_until(
        &self,
        &(ends, width): &(Ends, u64),
        out: &mut Sums<(Ends, u64)>,
        enough: &mut dyn FnMut(&[(Ends, u64)]) -> bool,
    ) -> Result<(), Fault> {
        use Ends::{One, Open, Opposite, Same};
        for above in 0..width {
            let below = width - 1 - above;
            // A stone beside the end must keep to that end's column: no strip of width 0
            // between opposite stones.
            let mut ended = |upper: Ends, lower: Ends| {
                if (upper, above) == (Opposite, 0) || (lower, below) == (Opposite, 0) {
                    return false;
                }
                out.push([(upper, above), (lower, below)].into_iter().filter(|&(_, width)| width > 0));
                enough(out.get(out.len() - 1))
            };
            let ended = match ends {
                Open => ended(One, One),
                One => ended(Same, One) || ended(Opposite, One),
                Same => ended(Same, Same) || ended(Opposite, Opposite),
                Opposite => ended(Same, Opposite) || ended(Opposite, Same),
            };
            if ended {
                break;
            }
        }
        Ok(())
    }

    fn known(&self, &(ends, width): &(Ends, u64)) -> Known {
        Known::Nimber(ends.theorem(width))
    }

    fn size(&self, &(_, width): &(Ends, u64)) -> u64 {
        width
    }
}

/// Reads a river and its stones.
///
/// # Errors
/// When a number is out of range, or two stones coincide or conflict.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    term.no_rules()?;
    Ok(visit.visit(&DECLARATION, read(term.board()?)?))
}

fn read(text: &Text) -> Result<River, ParseError> {
    let mut words = text.words().peekable();
    let rows = words.next().ok_or_else(|| text.error_at_end("the number of rows"))?;
    let rows = rows.number("the number of rows", 1..=u64::MAX - 1)?;
    let mut river = River { rows, start: BTreeMap::new() };
    match words.peek() {
        Some(word) if !word.text.contains(',') => {
            let count = words.next().expect("peeked").number("the number of stones", 0..=rows)?;
            for done in 0..count {
                let missing = || text.error_at_end(format!("stone {} of {count} as row and column", done + 1));
                let row = words.next().ok_or_else(missing)?;
                let column = words.next().ok_or_else(missing)?;
                river.put(row, row, column)?;
            }
            if let Some(extra) = words.next() {
                return Err(extra.expected(format!("nothing after the {count} stones")));
            }
        }
        _ => {
            for word in words {
                let stone = word.to_text();
                let sides: Vec<_> = stone.split(|c| c == ',').collect();
                let [row, column] = sides[..] else {
                    return Err(word.expected("a stone as row,column, such as `4,1`"));
                };
                river.put(word, row, column)?;
            }
        }
    }
    Ok(river)
}

/// Column of a stone, 1 or 2, by its row.
type Stones = BTreeMap<u64, u64>;

/// A river of so many rows.
#[derive(Clone, Debug)]
pub struct River {
    rows: u64,
    start: Stones,
}

/// A run of free rows.
#[derive(Clone, Copy, Debug)]
struct Strip {
    /// First row.
    first: u64,
    width: u64,
    /// Columns of the stones above and below.
    above: Option<u64>,
    below: Option<u64>,
}

impl Strip {
    fn ends(&self) -> Ends {
        match (self.above, self.below) {
            (None, None) => Ends::Open,
            (Some(a), Some(b)) if a == b => Ends::Same,
            (Some(_), Some(_)) => Ends::Opposite,
            _ => Ends::One,
        }
    }

    fn position(&self) -> (Ends, u64) {
        (self.ends(), self.width)
    }

    /// Whether a stone may be put on `row` of the strip.
    fn allows(&self, row: u64, column: u64) -> bool {
        let beside = |end: Option<u64>, at_end: bool| !at_end || end.is_none_or(|stone| stone == column);
        beside(self.above, row == self.first) && beside(self.below, row == self.first + (self.width - 1))
    }

    /// The strips that a stone on `row` leaves.
    fn cut(&self, row: u64, column: u64) -> [Self; 2] {
        let above = row - self.first;
        [
            Self { width: above, below: Some(column), ..*self },
            Self { first: row + 1, width: self.width - 1 - above, above: Some(column), below: self.below },
        ]
    }
}

impl River {
    /// Puts a stone while reading; `word` is what an error points at.
    fn put(&mut self, word: Word<'_>, row: Word<'_>, column: Word<'_>) -> Result<(), ParseError> {
        let row = row.number("the row of a stone", 1..=self.rows)?;
        let column = column.number("the column of a stone", 1..=2)?;
        for near in row.saturating_sub(1)..=row.saturating_add(1) {
            if let Some(&other) = self.start.get(&near)
                && (near == row || other != column)
            {
                let found = format!("a stone on {row},{column}");
                return Err(word
                    .error_found(0..word.text.len(), format!("a cell that the stone on {near},{other} leaves free"), found)
                    .help("a stone forbids its row, and the other column in the rows above and below"));
            }
        }
        self.start.insert(row, column);
        Ok(())
    }

    /// The runs of free rows, from the top.
    fn strips(&self, stones: &Stones) -> Vec<Strip> {
        let mut strips = Vec::with_capacity(stones.len() + 1);
        let (mut first, mut above) = (1, None);
        for (&row, &column) in stones {
            if row > first {
                strips.push(Strip { first, width: row - first, above, below: Some(column) });
            }
            (first, above) = (row.saturating_add(1), Some(column));
        }
        if self.rows >= first && stones.last_key_value().is_none_or(|(&row, _)| row < self.rows) {
            strips.push(Strip { first, width: self.rows - first + 1, above, below: None });
        }
        strips
    }
}

/// A stone: row and column.
type Stone = (u64, u64);

impl Ruleset for River {
    type Game = Strips;
    type Board = Stones;
    type Move = Stone;

    fn game(&self) -> &Strips {
        &Strips
    }

    fn start(&self) -> Stones {
        self.start.clone()
    }

    fn write(&self, stones: &Stones) -> String {
        let mut text = self.rows.to_string();
        for (row, column) in stones {
            text += &format!(" {row},{column}");
        }
        text
    }

    fn parts(&self, stones: &Stones) -> Vec<(Ends, u64)> {
        self.strips(stones).iter().map(Strip::position).collect()
    }

    fn moves(&self, stones: &Stones, each: &mut dyn FnMut(Stone) -> bool) {
        self.effects(stones, &mut |mv, _| each(mv));
    }

    fn effects(&self, stones: &Stones, each: EachEffect<'_, Self>) {
        for (part, strip) in self.strips(stones).iter().enumerate() {
            for row in (0..strip.width).map(|down| strip.first + down) {
                for column in (1..=2).filter(|&column| strip.allows(row, column)) {
                    let left = strip.cut(row, column);
                    let becomes = left.iter().filter(|s| s.width > 0).map(Strip::position).collect();
                    if !each((row, column), Effect::Part { part, becomes }) {
                        return;
                    }
                }
            }
        }
    }

    fn move_count(&self, stones: &Stones) -> Option<u128> {
        let free = |strip: &Strip| match (strip.ends(), u128::from(strip.width)) {
            (Ends::Open, width) => 2 * width,
            (Ends::One, width) => 2 * width - 1,
            (Ends::Same, 1) => 1,
            (Ends::Same | Ends::Opposite, width) => 2 * width - 2,
        };
        Some(self.strips(stones).iter().map(free).sum())
    }

    fn moves_to(&self, stones: &Stones, targets: &[Nimber], most: usize) -> Option<Vec<MoveSpan<Stone>>> {
        let mut left = most;
        let mut spans = Vec::new();
        for (strip, &Nimber(target)) in self.strips(stones).iter().zip(targets) {
            for mut span in reaching(strip, target, left) {
                span.moves.truncate(left);
                left -= span.moves.len();
                spans.push(span);
            }
        }
        Some(spans)
    }

    fn play(&self, stones: &Stones, &(row, column): &Stone) -> Stones {
        let mut after = stones.clone();
        after.insert(row, column);
        after
    }

    /// Read without going through all moves, of which a long river has too many.
    fn parse_move(&self, stones: &Stones, text: &Text) -> Result<Stone, ParseError> {
        let wanted = text.as_str().trim();
        let numbers = wanted.split_once(',').and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
        let legal = |&(row, column): &Stone| {
            let strip = |strip: &Strip| (strip.first..strip.first + strip.width).contains(&row) && strip.allows(row, column);
            (1..=2).contains(&column)
                && self.write_move(stones, &(row, column)) == wanted
                && self.strips(stones).iter().any(strip)
        };
        numbers.filter(legal).ok_or_else(|| {
            let mut example = None;
            self.moves(stones, &mut |mv| {
                example = Some(self.write_move(stones, &mv));
                false
            });
            text.no_legal_move(example)
        })
    }

    fn write_move(&self, _stones: &Stones, (row, column): &Stone) -> String {
        format!("{row},{column}")
    }

    fn picture(&self, stones: &Stones) -> Picture {
        let strips = self.strips(stones);
        let shown = self.rows.min(200);
        let cell = |row: u64, column: u64| {
            if let Some(&stone) = stones.get(&row) {
                return if stone == column { Tile::new('o', Tone::Placed) } else { Tile::new('x', Tone::Dead) };
            }
            let i = strips.partition_point(|strip| strip.first <= row) - 1;
            if strips[i].allows(row, column) { Tile::new('.', Tone::Free) } else { Tile::new('x', Tone::Dead) }
        };
        Picture::Tiles((1..=shown).map(|row| vec![cell(row, 1), cell(row, 2)]).collect())
    }

    fn place(&self, _stones: &Stones, &(row, column): &Stone) -> Option<Place> {
        Some(Place::Cell(row - 1, column - 1))
    }

    fn edits(&self, stones: &Stones, place: Option<Place>) -> Vec<Edit> {
        let write = |rows: u64, stones: &Stones| River { rows, start: Stones::new() }.write(stones);
        let Some(place) = place else {
            let sizes = [("+ row", self.rows.checked_add(1)), ("- row", self.rows.checked_sub(1))];
            let edit = |(label, rows): (&str, Option<u64>)| Some(Edit::new(label, write(rows?, stones)));
            return sizes.into_iter().filter_map(edit).collect();
        };
        let Place::Cell(row, column) = place else { return Vec::new() };
        let mut changed = stones.clone();
        let label = if changed.remove(&(row + 1)) == Some(column + 1) {
            "."
        } else {
            changed.insert(row + 1, column + 1);
            "o"
        };
        vec![Edit::new(label, write(self.rows, &changed))]
    }

    fn why(&self, stones: &Stones, value: &dyn Fn(&(Ends, u64)) -> Option<Nimber>) -> Why {
        let part = |strip: &Strip| {
            let last = strip.first + (strip.width - 1);
            let rows = if strip.width == 1 { format!("row {last}") } else { format!("rows {} to {last}", strip.first) };
            WhyPart::new(format!("{rows}, {}", strip.ends().name()), value(&strip.position()))
        };
        Why {
            parts: self.strips(stones).iter().map(part).collect(),
            notes: vec![
                "a strip of w free rows has the nimber w mod 2 with no stone at its ends, w with one stone, \
                 w mod 2 with two on the same bank, (w + 1) mod 2 with two on opposite banks"
                    .to_string(),
            ],
            ..Why::default()
        }
    }
}

/// The moves that give a strip the nimber `target`, by the closed forms of what they leave.
fn reaching(strip: &Strip, target: u64, most: usize) -> Vec<MoveSpan<Stone>> {
    let (first, width) = (strip.first, strip.width);
    let last = first + (width - 1);
    match strip.ends() {
        // Both sides are one-stone strips: m xor n = target with m + n = width - 1.
        Ends::Open => splits(width - 1, target, most.div_ceil(2))
            .map(|(above, count)| {
                let moves = above.iter().flat_map(|m| [(first + m, 1), (first + m, 2)]).take(most).collect();
                MoveSpan { moves, count: 2 * count, text: listed(above.iter().map(|m| first + m), "either column") }
            })
            .into_iter()
            .collect(),
        // What is left away from the stone is n, and a strip beside the stone of value 0 or 1.
        Ends::One => {
            let mut moves = Vec::new();
            for rest in [target, target ^ 1].into_iter().filter(|&rest| rest < width) {
                let beside = width - 1 - rest;
                let (row, stone) = match (strip.above, strip.below) {
                    (Some(stone), _) => (first + beside, stone),
                    (_, stone) => (last - beside, stone.unwrap_or(1)),
                };
                for (column, ends) in [(stone, Ends::Same), (3 - stone, Ends::Opposite)] {
                    if strip.allows(row, column) && ends.theorem(beside).0 ^ rest == target && !(ends == Ends::Opposite && beside == 0) {
                        moves.push((row, column));
                    }
                }
            }
            moves.sort_unstable();
            moves
                .into_iter()
                .map(|mv| MoveSpan { moves: vec![mv], count: 1, text: format!("{},{}", mv.0, mv.1) })
                .collect()
        }
        // Every move leads to the same value.
        Ends::Same if target == (width - 1) % 2 => {
            let column = strip.above.unwrap_or(1);
            let mut spans = vec![run(first, last, column, most)];
            if width > 2 {
                let left = most.saturating_sub(spans[0].moves.len());
                spans.push(run(first + 1, last - 1, 3 - column, left));
            }
            spans
        }
        Ends::Opposite if target == width % 2 && width > 1 => {
            let column = strip.above.unwrap_or(1);
            let upper = run(first, last - 1, column, most);
            let left = most - upper.moves.len();
            vec![upper, run(first + 1, last, 3 - column, left)]
        }
        Ends::Same | Ends::Opposite => Vec::new(),
    }
}

/// All rows from `first` to `last` in a column.
fn run(first: u64, last: u64, column: u64, most: usize) -> MoveSpan<Stone> {
    let moves = (first..=last).take(most).map(|row| (row, column)).collect();
    let text = if first == last {
        format!("{first},{column}")
    } else {
        format!("rows {first} to {last} in column {column}")
    };
    MoveSpan { moves, count: u128::from(last - first) + 1, text }
}

/// The `m` with `m xor n = target` and `m + n = sum`, at most `most` of them, and how many
/// there are. Since `m + n = (m xor n) + 2 (m and n)`, the common bits are fixed and the bits
/// of `target` go to either side.
fn splits(sum: u64, target: u64, most: usize) -> Option<(Vec<u64>, u128)> {
    let twice = sum.checked_sub(target)?;
    let common = twice / 2;
    if twice % 2 == 1 || common & target != 0 {
        return None;
    }
    let mut subset = 0u64;
    let mut above = Vec::new();
    while above.len() < most {
        above.push(common | subset);
        if subset == target {
            break;
        }
        // The next subset of the bits of `target` in increasing order.
        subset = subset.wrapping_sub(target) & target;
    }
    Some((above, 1u128 << target.count_ones()))
}

fn listed(rows: impl Iterator<Item = u64>, suffix: &str) -> String {
    let shown: Vec<String> = rows.take(8).map(|row| row.to_string()).collect();
    format!("row {} in {suffix}", shown.join(", "))
}
