//! River Game: cameras on the banks of rivers.
//!
//! Cells are wet `*`, firm `.` or protected `x`. A move puts a camera on a firm cell that shares
//! an edge with a wet cell. Two cameras that touch the same wet area may not share an edge. Who
//! cannot move loses.
//!
//! ```text
//! river xxx/***/...
//! xxx
//! ***
//! ...        c is a camera
//! ```
//! Notation: the rows from the top, with `/` or white space between; a move is `row,column`.
//! The contest promises square boards whose wet areas touch both sides, have at most two cells a
//! row of the board, and keep 3 apart; `river:free` plays on any board.
//!
//! A view of Node Kayles ([`crate::node_kayles`]): the vertices are the firm cells beside water,
//! and two that share an edge and a wet area are joined. A connected set of them is a *bank*.

use std::collections::BTreeSet;

use grundy_rules::{
    Declaration, EachEffect, Edit, Effect, Example, Game, Graph, Nimber, ParseError, Picture, Place, Ruleset, TermText,
    Text, Tile, Tone, Visit, Why, WhyPart,
};

use crate::by_hand;
use crate::node_kayles::NodeKayles;
use crate::vertex_sets::at_width;

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "river",
    aliases: &[],
    title: "River Game",
    rules: "On a board of wet, firm and protected cells, a move puts a camera on a firm cell that shares an edge \
            with a wet cell. Two cameras that touch the same wet area may not share an edge. Who cannot move loses.",
    variants: &[
        ("free", "any board; without it, the board keeps the contest's promises: square, every wet area touches the \
                  left and the right side, has at most 2N cells, and keeps a distance of 3 to the others"),
    ],
    position: "the rows of the board, of `*` wet, `.` firm, `x` protected and `c` camera, with `/` or white space \
               between: `xxx/***/...`; a first line with the size, as in the contest, may stand before",
    moves: "`row,column` of the camera, from 1",
    examples: &[
        Example { question: "river xxx/***/...", shows: "a win: the middle is the only winning move" },
        Example { question: "river:free .*./***/.*.", shows: "any board" },
    ],
    source: "SWERC 2019-20, problem L River Game (Gym 102501L)",
};

/// Boards have at most this many rows and columns.
const MOST: usize = 2000;

/// Reads a board.
///
/// # Errors
/// When rows are ragged or hold other letters, cameras conflict, or a promise is broken.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let free = match term.rules.as_str() {
        "" => false,
        "free" => true,
        other => {
            return Err(term
                .rules
                .error_here("`free`, or nothing behind `river`", format!("`{other}`"))
                .help("`river:free` plays on boards that break the contest's promises"));
        }
    };
    let text = term.board()?;
    let board = read(text, free)?;
    let graph = board.graph();
    at_width!(&graph, W => Ok(visit.visit(&DECLARATION, River::<W>::new(board, &graph, free))), else {
        Err(text.error_here("banks of at most 4000 connected cells", "a larger one"))
    })
}

/// The cells of a board, row by row, and which wet area each wet cell belongs to.
#[derive(Clone, Debug)]
struct Board {
    cells: Vec<u8>,
    rows: usize,
    columns: usize,
    /// Number of the wet area, from 1; 0 for a dry cell.
    area: Vec<u32>,
    /// Firm cells beside water, in ascending order: the vertices of the graph.
    banks: Vec<u32>,
    /// Cameras of the start, as vertices.
    cameras: BTreeSet<u32>,
}

impl Board {
    /// The cells that share an edge with `cell`.
    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let (rows, columns) = (self.rows, self.columns);
        [
            (row > 0).then(|| cell - columns),
            (column > 0).then(|| cell - 1),
            (column + 1 < columns).then(|| cell + 1),
            (row + 1 < rows).then(|| cell + columns),
        ]
        .into_iter()
        .flatten()
    }

    /// Whether both cells touch one wet area.
    fn share_water(&self, a: usize, b: usize) -> bool {
        let touched = |cell| self.beside(cell).map(|near| self.area[near]).filter(|&area| area > 0);
        touched(a).any(|area| touched(b).any(|other| other == area))
    }

    /// Numbers the wet areas and the banks.
    fn survey(&mut self) {
        self.area = vec![0; self.cells.len()];
        let mut areas = 0;
        for start in 0..self.cells.len() {
            if self.cells[start] != b'*' || self.area[start] > 0 {
                continue;
            }
            areas += 1;
            self.area[start] = areas;
            let mut flood = vec![start];
            while let Some(cell) = flood.pop() {
                for near in self.beside(cell) {
                    if self.cells[near] == b'*' && self.area[near] == 0 {
                        self.area[near] = areas;
                        flood.push(near);
                    }
                }
            }
        }
        let bank = |cell: &usize| {
            matches!(self.cells[*cell], b'.' | b'c') && self.beside(*cell).any(|near| self.area[near] > 0)
        };
        self.banks = (0..self.cells.len()).filter(bank).map(|cell| cell as u32).collect();
    }

    /// The vertex of a cell, if it is on a bank.
    fn vertex(&self, cell: usize) -> Option<u32> {
        self.banks.binary_search(&(cell as u32)).ok().map(|v| v as u32)
    }

    fn graph(&self) -> Graph {
        let mut edges = Vec::new();
        for (v, &cell) in (0..).zip(&self.banks) {
            for near in self.beside(cell as usize).filter(|&near| near > cell as usize) {
                if let Some(u) = self.vertex(near)
                    && self.share_water(cell as usize, near)
                {
                    edges.push((v, u));
                }
            }
        }
        Graph::new(self.banks.len() as u32, &edges).expect("each pair of neighbours is met once")
    }
}

/// A word of the text and the row of the board it became.
type Rows<'a> = Vec<grundy_rules::Word<'a>>;

fn read(text: &Text, free: bool) -> Result<Board, ParseError> {
    let mut rows: Rows<'_> = text.split(|c| c.is_whitespace() || c == '/').collect();
    let mut size = None;
    if rows.first().is_some_and(|word| word.text.starts_with(|c: char| c.is_ascii_digit() || c == '-')) {
        size = Some(rows.remove(0).number("the size of the board", 1..=MOST as u64)? as usize);
    }
    if rows.is_empty() {
        return Err(text.error_at_end("the rows of a board, such as `xxx/***/...`"));
    }
    let columns = size.unwrap_or(rows[0].text.len());
    for row in &rows {
        if let Some(at) = row.text.find(|c| !"*.xc".contains(c)) {
            let bad = row.text[at..].chars().next().map_or(1, char::len_utf8);
            return Err(row.error(at..at + bad, "* (wet), . (firm), x (protected) or c (camera)"));
        }
        if row.text.len() != columns || columns > MOST {
            let found = format!("a row of {}", row.text.len());
            let wanted = format!("a row of {} cells, as long as the others", columns.min(MOST));
            return Err(row.error_found(0..row.text.len(), wanted, found));
        }
    }
    let wanted = if free { size.unwrap_or(rows.len()) } else { columns };
    if rows.len() > wanted {
        return Err(rows[wanted].expected(format!("nothing after {wanted} rows: the board is square"))
            .help("`river:free` plays on boards of any shape"));
    }
    if rows.len() < wanted {
        return Err(text.error_at_end(format!("row {} of {wanted}: the board is square", rows.len() + 1))
            .help("`river:free` plays on boards of any shape"));
    }
    let cells = rows.iter().flat_map(|row| row.text.bytes()).collect();
    let mut board = Board {
        cells,
        rows: rows.len(),
        columns,
        area: Vec::new(),
        banks: Vec::new(),
        cameras: BTreeSet::new(),
    };
    board.survey();
    if !free {
        promises(&board, &rows)?;
    }
    cameras(&mut board, &rows)?;
    Ok(board)
}

/// An error about one cell of the board.
fn at_cell(board: &Board, rows: &Rows<'_>, cell: usize, expected: String, found: &str) -> ParseError {
    let (row, column) = (cell / board.columns, cell % board.columns);
    rows[row].error_found(column..column + 1, expected, found)
}

/// The contest's promises about wet areas.
fn promises(board: &Board, rows: &Rows<'_>) -> Result<(), ParseError> {
    let free = "`river:free` plays on boards that break the contest's promises";
    let areas = board.area.iter().max().copied().unwrap_or(0) as usize;
    let (mut count, mut first) = (vec![0usize; areas + 1], vec![usize::MAX; areas + 1]);
    let (mut left, mut right) = (vec![false; areas + 1], vec![false; areas + 1]);
    for (cell, &area) in board.area.iter().enumerate().filter(|&(_, &area)| area > 0) {
        let area = area as usize;
        count[area] += 1;
        first[area] = first[area].min(cell);
        left[area] |= cell % board.columns == 0;
        right[area] |= cell % board.columns == board.columns - 1;
        if count[area] > 2 * board.columns {
            let wanted = format!("a river of at most {} wet cells, twice the size of the board", 2 * board.columns);
            return Err(at_cell(board, rows, cell, wanted, "one more").help(free));
        }
        if let Some(other) = too_near(board, cell) {
            let (row, column) = (other / board.columns + 1, other % board.columns + 1);
            let wanted = "wet areas at least 3 cells apart".to_string();
            let found = format!("a wet cell too near to that of another area on {row},{column}");
            return Err(at_cell(board, rows, cell, wanted, &found).help(free));
        }
    }
    for area in 1..=areas {
        for (touches, side) in [(&left, "left"), (&right, "right")] {
            if !touches[area] {
                let wanted = format!("a river that touches the {side} side");
                return Err(at_cell(board, rows, first[area], wanted, "one that does not").help(free));
            }
        }
    }
    Ok(())
}

/// A wet cell of another area at a distance below 3, before `cell` in reading order.
fn too_near(board: &Board, cell: usize) -> Option<usize> {
    let (row, column) = ((cell / board.columns) as isize, (cell % board.columns) as isize);
    [(-2, 0), (-1, -1), (-1, 1), (0, -2)].into_iter().find_map(|(down, right)| {
        let (row, column) = (row + down, column + right);
        let inside = row >= 0 && column >= 0 && (column as usize) < board.columns;
        let other = inside.then(|| row as usize * board.columns + column as usize)?;
        (board.area[other] > 0 && board.area[other] != board.area[cell]).then_some(other)
    })
}

/// Puts the cameras of the text on the board.
fn cameras(board: &mut Board, rows: &Rows<'_>) -> Result<(), ParseError> {
    for cell in 0..board.cells.len() {
        if board.cells[cell] != b'c' {
            continue;
        }
        let Some(vertex) = board.vertex(cell) else {
            let wanted = "a camera beside water".to_string();
            return Err(at_cell(board, rows, cell, wanted, "one with no wet cell beside it"));
        };
        let clash = board.beside(cell).find(|&near| board.cells[near] == b'c' && near < cell && board.share_water(cell, near));
        if let Some(near) = clash {
            let (row, column) = (near / board.columns + 1, near % board.columns + 1);
            let wanted = format!("a camera that shares no edge with the one on {row},{column}");
            return Err(at_cell(board, rows, cell, wanted, "one beside it at the same water"));
        }
        board.cameras.insert(vertex);
    }
    Ok(())
}

/// A board with its banks as a graph, `W` words a position.
#[derive(Debug)]
pub struct River<const W: usize> {
    board: Board,
    kayles: NodeKayles<W>,
    free: bool,
}

impl<const W: usize> River<W> {
    fn new(board: Board, graph: &Graph, free: bool) -> Self {
        let kayles = NodeKayles::new(graph).expect("the width was chosen for this graph");
        Self { board, kayles, free }
    }

    /// Whether vertex `v` can still get a camera.
    fn live(&self, cameras: &BTreeSet<u32>) -> impl Fn(u32) -> bool {
        let mut live = vec![true; self.board.banks.len()];
        for &camera in cameras {
            live[camera as usize] = false;
            for &near in self.kayles.graph().neighbours(camera) {
                live[near as usize] = false;
            }
        }
        move |v| live[v as usize]
    }

    fn place_of(&self, v: u32) -> (usize, usize) {
        let cell = self.board.banks[v as usize] as usize;
        (cell / self.board.columns, cell % self.board.columns)
    }
}

impl<const W: usize> Ruleset for River<W> {
    type Game = NodeKayles<W>;
    /// Cameras, as vertices of the graph.
    type Board = BTreeSet<u32>;
    type Move = u32;

    fn game(&self) -> &NodeKayles<W> {
        &self.kayles
    }

    fn start(&self) -> BTreeSet<u32> {
        self.board.cameras.clone()
    }

    fn rules(&self) -> String {
        if self.free { "free".to_string() } else { String::new() }
    }

    fn write(&self, cameras: &BTreeSet<u32>) -> String {
        let mut cells = self.board.cells.clone();
        for (v, &cell) in (0..).zip(&self.board.banks) {
            cells[cell as usize] = if cameras.contains(&v) { b'c' } else { b'.' };
        }
        let rows = cells.chunks(self.board.columns).map(|row| String::from_utf8_lossy(row).into_owned());
        rows.collect::<Vec<_>>().join("/")
    }

    /// The map without cameras.
    fn ground(&self) -> String {
        self.write(&BTreeSet::new())
    }

    fn parts(&self, cameras: &BTreeSet<u32>) -> Vec<<NodeKayles<W> as Game>::Position> {
        self.kayles.parts(self.live(cameras))
    }

    fn moves(&self, cameras: &BTreeSet<u32>, each: &mut dyn FnMut(u32) -> bool) {
        let live = self.live(cameras);
        let _all = (0..self.board.banks.len() as u32).filter(|&v| live(v)).all(each);
    }

    /// Bank by bank, and in the order of the cells within each.
    fn effects(&self, cameras: &BTreeSet<u32>, each: EachEffect<'_, Self>) {
        let mut found: Vec<(u32, Effect<_>)> = Vec::new();
        self.kayles.effects(self.live(cameras), &mut |v, effect| {
            found.push((v, effect));
            true
        });
        found.sort_by_key(|&(v, _)| v);
        let _all = found.into_iter().all(|(v, effect)| each(v, effect));
    }

    fn move_count(&self, cameras: &BTreeSet<u32>) -> Option<u128> {
        let live = self.live(cameras);
        Some((0..self.board.banks.len() as u32).filter(|&v| live(v)).count() as u128)
    }

    fn play(&self, cameras: &BTreeSet<u32>, &v: &u32) -> BTreeSet<u32> {
        let mut after = cameras.clone();
        after.insert(v);
        after
    }

    fn write_move(&self, _cameras: &BTreeSet<u32>, &v: &u32) -> String {
        let (row, column) = self.place_of(v);
        format!("{},{}", row + 1, column + 1)
    }

    fn picture(&self, cameras: &BTreeSet<u32>) -> Picture {
        let live = self.live(cameras);
        let tile = |(cell, &letter): (usize, &u8)| match (letter, self.board.vertex(cell)) {
            (b'*', _) => Tile::new('*', Tone::Water),
            (b'x', _) => Tile::new('x', Tone::Fixed),
            (_, Some(v)) if cameras.contains(&v) => Tile::new('c', Tone::Placed),
            (_, Some(v)) if live(v) => Tile::new('.', Tone::Free),
            _ => Tile::new('.', Tone::Dead),
        };
        let tiles: Vec<Tile> = self.board.cells.iter().enumerate().map(tile).collect();
        Picture::Tiles(tiles.chunks(self.board.columns).map(<[Tile]>::to_vec).collect())
    }

    fn place(&self, _cameras: &BTreeSet<u32>, &v: &u32) -> Option<Place> {
        let (row, column) = self.place_of(v);
        Some(Place::Cell(row as u64, column as u64))
    }

    /// A board that no longer keeps the contest's promises is played freely.
    fn edits(&self, cameras: &BTreeSet<u32>, place: Option<Place>) -> Vec<Edit> {
        let rules = |edit: Edit| {
            let kept = read(&Text::new("board", &edit.position), false).is_ok();
            edit.with_rules(if kept { "" } else { "free" })
        };
        by_hand::grid(&self.write(cameras), ".*xc", place).into_iter().map(rules).collect()
    }

    fn why(
        &self,
        cameras: &BTreeSet<u32>,
        value: &dyn Fn(&<NodeKayles<W> as Game>::Position) -> Option<Nimber>,
    ) -> Why {
        let components = self.kayles.graph().components(self.live(cameras));
        let part = |(bank, position): (&Vec<u32>, &_)| {
            let first = self.write_move(cameras, &bank[0]);
            let cells = if bank.len() == 1 { "1 cell".to_string() } else { format!("{} cells", bank.len()) };
            WhyPart::new(format!("bank of {cells} from {first}"), value(position))
        };
        Why {
            parts: components.iter().zip(&self.parts(cameras)).map(part).collect(),
            notes: vec![
                "cameras on banks that are not connected do not disturb each other; on one bank a camera takes its \
                 cell and the cells beside it, which is Node Kayles"
                    .to_string(),
            ],
            ..Why::default()
        }
    }
}
