//! A table of values over two sizes: one question with rows and columns left open.
//!
//! Main function: [`table`]. The template is a question in which `R` and `C` stand for the row
//! and the column, such as `cram RxC`, `wythoff R C` or `piece:1/2,2/1 40x40 R,C to 40,40`; one
//! without them gets `RxC` or, where a game does not read that, `R C` behind it.
//!
//! A piece that wanders over one board is solved once for all its squares, and Wythoff's game and
//! a queen or rook of Bo by the values of their lines. Games that have boards of all sizes inside
//! one (Cram, Chomp, a user's rules with the position `(R, C)`) fill the table by one search that
//! remembers what it met; other games cell by cell. [`table_kept`] hands on every cell the moment
//! it is finished, and does not work on those that were finished earlier.

use std::ops::RangeInclusive;

use grundy_rules::{Limit, LoopyValue, Nimber, Outcome, ParseError, Remoteness, Stop, Text};
use grundy_solvers::retrograde::{self, Lines, RiderTable, rider_nimbers};

use crate::error::Error;
use crate::keep::Keep;
use crate::question::{Load, Question, open_sized};
use crate::term::{Ask, Term, Verdict};

/// What is known of one cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableCell {
    /// Who wins, for the player to move.
    pub outcome: Option<Outcome>,
    /// The nimber, where there is one.
    pub nimber: Option<Nimber>,
    /// The loopy value, in a game that can be drawn.
    pub value: Option<LoopyValue>,
    /// Plies to the end, in a game that can be drawn.
    pub remoteness: Option<Remoteness>,
}

impl TableCell {
    /// What a verdict says, without its limit.
    pub(crate) fn of(verdict: Verdict) -> Self {
        let Verdict { nimber, value, outcome, remoteness, .. } = verdict;
        Self { outcome, nimber, value, remoteness }
    }
}

/// Values over two sizes.
#[derive(Clone, Debug)]
pub struct Table {
    /// The question with `R` and `C` in it.
    pub template: String,
    /// The rows, from top to bottom.
    pub rows: RangeInclusive<u64>,
    /// The columns, from left to right.
    pub columns: RangeInclusive<u64>,
    /// The cells, row by row; cells behind a limit are empty.
    pub cells: Vec<TableCell>,
    /// How they were found.
    pub method: &'static str,
    /// The limit that was hit, if one was.
    pub limit: Option<Limit>,
}

impl Table {
    /// Row and column of every cell, in the order of [`Table::cells`].
    fn places(&self) -> impl Iterator<Item = (u64, u64)> + use<> {
        let columns = self.columns.clone();
        self.rows.clone().flat_map(move |row| columns.clone().map(move |column| (row, column)))
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        (self.columns.end() - self.columns.start() + 1) as usize
    }
}

/// Most cells of a table.
const MOST: u128 = 1 << 28;

/// How a user's rules are asked for the position of two sizes.
const PAIR: &str = " =R,C";

/// Answers the question of `template` for every row and column.
///
/// # Errors
/// When a range is empty or the table has more than 2^28 cells; when a cell's question cannot be
/// read, or its rules fault. A spent budget is no error: the table then has empty cells.
pub fn table(
    template: &Text,
    rows: RangeInclusive<u64>,
    columns: RangeInclusive<u64>,
    load: Load<'_>,
    ask: &Ask,
) -> Result<Table, Error> {
    table_kept(template, rows, columns, load, ask, &mut ())
}

/// The same, with the cells handed on as they are finished.
///
/// # Errors
/// As [`table`], and when a cell cannot be kept.
pub fn table_kept(
    template: &Text,
    rows: RangeInclusive<u64>,
    columns: RangeInclusive<u64>,
    load: Load<'_>,
    ask: &Ask,
    keep: &mut dyn Keep,
) -> Result<Table, Error> {
    let count = |range: &RangeInclusive<u64>| {
        if range.is_empty() { 0 } else { u128::from(range.end() - range.start()) + 1 }
    };
    let cells = count(&rows).saturating_mul(count(&columns));
    if cells == 0 || cells > MOST {
        let message = format!("a table has 1 to 2^28 cells, not {cells}; choose other rows and columns");
        return Err(Error::Method(message));
    }
    // Cells are held as they were kept, as they come, and in their order.
    ask.budget.reserve(cells as u64 * 3 * size_of::<TableCell>() as u64).map_err(Error::Limit)?;
    let first = (*rows.start(), *columns.start());
    let template = completed(template.as_str().trim(), first, load)?;
    keep.begin(&template)?;
    let mut table = Table { template, rows, columns, cells: Vec::new(), method: "cell by cell", limit: None };
    if piece(&mut table, load, ask)? || riders(&mut table, ask)? {
        for ((row, column), cell) in table.places().zip(&table.cells).filter(|(_, cell)| is_done(cell)) {
            if keep.find(row, column).is_none() {
                keep.keep(row, column, cell)?;
            }
        }
        return Ok(table);
    }
    let mut cells: Vec<Option<TableCell>> =
        table.places().map(|(row, column)| keep.find(row, column)).collect();
    let open: Vec<(u64, u64)> =
        table.places().zip(&cells).filter(|(_, cell)| cell.is_none()).map(|(place, _)| place).collect();
    if !open.is_empty() {
        let mut fresh = Vec::with_capacity(open.len());
        let mut each = |i: usize, verdict: Verdict| {
            let whole = verdict.limit.is_none();
            let cell = TableCell::of(verdict);
            if whole && is_done(&cell) {
                keep.keep(open[i].0, open[i].1, &cell)?;
            }
            fresh.push(cell);
            Ok(())
        };
        let done = match together(&mut table, &open, load, ask, &mut each) {
            Ok(false) => cell_by_cell(&mut table, &open, load, ask, &mut each),
            done => done.map(|_| ()),
        };
        done.map_err(|error| with_pair(error, &table.template))?;
        let mut fresh = fresh.into_iter();
        cells.iter_mut().filter(|cell| cell.is_none()).for_each(|cell| *cell = fresh.next());
    }
    table.cells = cells.into_iter().map(Option::unwrap_or_default).collect();
    Ok(table)
}

/// An error of a user's rules, with what a table asks of them.
fn with_pair(error: Error, template: &str) -> Error {
    match error {
        Error::Parse(error) if template.ends_with(PAIR) => Error::Parse(error.help(
            "a table asks for options(p) of a pair p = (row, column); for other positions write R and C where \
             row and column go",
        )),
        error => error,
    }
}

/// Whether something is known of a cell.
fn is_done(cell: &TableCell) -> bool {
    cell.outcome.is_some()
}

/// Takes the verdict of each open cell, in order.
type Each<'e> = &'e mut dyn FnMut(usize, Verdict) -> Result<(), Error>;

/// The template with both letters in it.
fn completed(template: &str, (row, column): (u64, u64), load: Load<'_>) -> Result<String, ParseError> {
    if filled(template, &[('R', 0), ('C', 0)]) != template {
        return Ok(template.to_string());
    }
    if template.starts_with('@') {
        return Ok(format!("{template}{PAIR}"));
    }
    let square = format!("{template} RxC");
    let pair = format!("{template} R C");
    let mut read = |template: &str| {
        Question::read(&Text::new("question", &filled(template, &[('R', row), ('C', column)])), load)
    };
    match read(&square) {
        Ok(_) => Ok(square),
        Err(error) => read(&pair).map(|_| pair).map_err(|_| error),
    }
}

/// The template with numbers for letters such as `R` and `C`; letters inside words stay.
pub(crate) fn filled(template: &str, numbers: &[(char, u64)]) -> String {
    let letters: Vec<char> = template.chars().collect();
    let alone =
        |i: Option<usize>| i.and_then(|i| letters.get(i)).is_none_or(|c| !c.is_alphabetic() || *c == 'x');
    let mut text = String::new();
    for (i, &c) in letters.iter().enumerate() {
        match numbers.iter().find(|(letter, _)| *letter == c) {
            Some((_, number)) if alone(i.checked_sub(1)) && alone(Some(i + 1)) => text += &number.to_string(),
            _ => text.push(c),
        }
    }
    text
}

fn cell_by_cell(
    table: &mut Table,
    open: &[(u64, u64)],
    load: Load<'_>,
    ask: &Ask,
    each: Each<'_>,
) -> Result<(), Error> {
    let ask = Ask { nimber: true, ..ask.clone() };
    for (i, &(row, column)) in open.iter().enumerate() {
        if table.limit.is_some() {
            break;
        }
        let text = Text::new("question", &filled(&table.template, &[('R', row), ('C', column)]));
        let question = Question::read(&text, load)?;
        let answer = crate::solve::verdict(&question, &ask)?;
        table.limit = answer.limit;
        each(i, answer)?;
    }
    Ok(())
}

/// A piece on one board, if the template is that: all squares at once.
fn piece(table: &mut Table, load: Load<'_>, ask: &Ask) -> Result<bool, Error> {
    let Some(place) = table.template.find(" R,C") else { return Ok(false) };
    let name = table.template.split(':').next().unwrap_or_default();
    let is_piece = grundy_games::find(name).is_some_and(|d| d.name == grundy_games::piece::DECLARATION.name);
    let once = table.template[place + 4..].find(['R', 'C']).is_none() && !table.template.contains(" + ");
    if !is_piece || !once {
        return Ok(false);
    }
    let corner = [('R', *table.rows.start()), ('C', *table.columns.start())];
    let first = filled(&table.template, &corner);
    let terms = crate::question::cut(&Text::new("question", &first), load)?;
    let [term] = &terms[..] else { return Ok(false) };
    let board = grundy_games::piece::board(term)?;
    if *table.rows.start() == 0
        || *table.columns.start() == 0
        || *table.rows.end() > board.rows().into()
        || *table.columns.end() > board.columns().into()
    {
        return Ok(false);
    }
    let solved = retrograde::outcomes(&board, &ask.budget).and_then(|outcomes| {
        match retrograde::nimbers(&board, &ask.budget) {
            Ok(nimbers) => Ok((outcomes, Some(nimbers))),
            Err(Stop::Fault(_)) => Ok((outcomes, None)),
            Err(stop) => Err(stop),
        }
    });
    let cells = table.rows.clone().flat_map(|x| table.columns.clone().map(move |y| (x, y)));
    let cells = cells.map(|(x, y)| (x as u32 - 1) * board.columns() + y as u32 - 1);
    match solved {
        Ok((outcomes, nimbers)) => {
            let cell = |node: u32| {
                if board.is_closed(node) {
                    return TableCell::default();
                }
                let value = nimbers.as_ref().map(|nimbers| nimbers.value(&board, node));
                TableCell {
                    outcome: Some(outcomes.outcome(node)),
                    nimber: nimbers.as_ref().and_then(|nimbers| nimbers.finite(node)),
                    value,
                    remoteness: outcomes.remoteness(node),
                }
            };
            table.cells = cells.map(cell).collect();
        }
        Err(Stop::Limit(limit)) => {
            table.limit = Some(limit);
            table.cells = cells.map(|_| TableCell::default()).collect();
        }
        Err(Stop::Fault(fault)) => return Err(fault.into()),
    }
    table.method = "retrograde analysis of the whole board";
    Ok(true)
}

/// Wythoff's game, or Bo's queen or rook, if the template is that: by the values of lines.
fn riders(table: &mut Table, ask: &Ask) -> Result<bool, Error> {
    let (lines, shift) = match table.template.as_str() {
        "wythoff R C" => (Lines::QUEEN, 0),
        "bo:queen RxC" => (Lines::QUEEN, 1),
        "bo:rook RxC" => (Lines::ROOK, 1),
        _ => return Ok(false),
    };
    let (rows, columns) = (table.rows.end() + 1 - shift, table.columns.end() + 1 - shift);
    if *table.rows.start() < shift || *table.columns.start() < shift || rows + columns > u64::from(u16::MAX) {
        return Ok(false);
    }
    let solved = rider_nimbers(rows as usize, columns as usize, lines, &ask.budget);
    let cells = table.rows.clone().flat_map(|a| table.columns.clone().map(move |b| (a - shift, b - shift)));
    let cell = |solved: &RiderTable, (a, b): (u64, u64)| {
        let nimber = solved.nimber(a as usize, b as usize);
        TableCell { outcome: Some(nimber.outcome()), nimber: Some(nimber), ..TableCell::default() }
    };
    match solved {
        Ok(solved) => table.cells = cells.map(|at| cell(&solved, at)).collect(),
        Err(Stop::Limit(limit)) => {
            table.limit = Some(limit);
            table.cells = cells.map(|_| TableCell::default()).collect();
        }
        Err(Stop::Fault(fault)) => return Err(fault.into()),
    }
    table.method = "values of rows, columns and diagonals";
    Ok(true)
}

/// A game whose boards of all sizes one search can value.
fn together(
    table: &mut Table,
    open: &[(u64, u64)],
    load: Load<'_>,
    ask: &Ask,
    each: Each<'_>,
) -> Result<bool, Error> {
    let Some(term) = sized_term(table, open, load)? else { return Ok(false) };
    let sizes: Vec<Vec<u64>> = open.iter().map(|&(row, column)| vec![row, column]).collect();
    let (mut limit, mut method) = (None, None);
    let done = term.value_each(&sizes, ask, &mut |i, verdict| {
        limit = limit.or(verdict.limit);
        method = method.or(Some(verdict.method));
        each(i, verdict)
    })?;
    table.limit = limit;
    table.method = method.filter(|name| !name.is_empty()).unwrap_or(table.method);
    Ok(done)
}

/// The term that has all open boards: a user's rules, or the largest board of a game where every
/// cell's question is the board of its sizes.
fn sized_term(table: &Table, open: &[(u64, u64)], load: Load<'_>) -> Result<Option<Box<dyn Term>>, Error> {
    if let Some(game) = table.template.strip_suffix(PAIR).filter(|game| game.starts_with('@')) {
        let one = !game.contains(char::is_whitespace);
        return Ok(if one { Some(open_sized(&Text::new("question", game), load, 2)?) } else { None });
    }
    if table.template.contains('@') || table.template.contains(" + ") || open.len() < 2 {
        return Ok(None);
    }
    let mut read = |row, column| {
        Question::read(&Text::new("question", &filled(&table.template, &[('R', row), ('C', column)])), load)
    };
    // The largest board may be too large for a game that has all others.
    let Ok(mut largest) = read(*table.rows.end(), *table.columns.end()) else { return Ok(None) };
    let Some(term) = largest.terms.pop() else { return Ok(None) };
    for &(row, column) in open {
        let sized = term.sized_text(&[row, column]);
        if sized.is_none() || sized != Some(read(row, column)?.text()) {
            return Ok(None);
        }
    }
    Ok(Some(term))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_files;

    fn small(template: &str, most: u64) -> Table {
        table(&Text::new("question", template), 1..=most, 1..=most, &mut no_files, &Ask::default()).unwrap()
    }

    #[test]
    fn letters_are_filled_in() {
        let of = |template| filled(template, &[('R', 3), ('C', 4)]);
        assert_eq!(of("cram RxC"), "cram 3x4");
        assert_eq!(of("darkraft LRX/RCL"), "darkraft LRX/RCL");
        assert_eq!(of("piece:1/2 9x9 R,C to 9,9"), "piece:1/2 9x9 3,4 to 9,9");
        assert_eq!(small("wythoff", 2).template, "wythoff R C");
        assert_eq!(small("bo:king", 2).template, "bo:king RxC");
    }

    #[test]
    fn every_way_gives_the_same_table() {
        let nimbers = |table: &Table| table.cells.iter().map(|cell| cell.nimber).collect::<Vec<_>>();
        let outcomes = |table: &Table| table.cells.iter().map(|cell| cell.outcome).collect::<Vec<_>>();
        let fast = small("wythoff R C", 12);
        assert_eq!(nimbers(&fast), nimbers(&small("r-wythoff:1 R C", 12)));
        assert_eq!(nimbers(&small("bo:queen RxC", 9)), nimbers(&small("bo:queen  RxC", 9)));
        assert_eq!(nimbers(&small("bo:rook RxC", 9)), nimbers(&small("bo:rook  RxC", 9)));
        let piece = small("piece:-1/-2,-2/-1 9x9 R,C to 1,1", 9);
        assert_eq!(outcomes(&piece), outcomes(&small("bo:knight RxC", 9)));
        assert_eq!(piece.method, "retrograde analysis of the whole board");
        assert_eq!(piece.cells, small("piece:-1/-2,-2/-1  9x9  R,C to 1,1", 9).cells);
    }

    #[test]
    fn impossible_tables_are_refused() {
        let ask = Ask::default();
        let text = Text::new("question", "nim R C");
        assert!(table(&text, std::ops::RangeInclusive::new(1, 0), 1..=5, &mut no_files, &ask).is_err());
        assert!(table(&text, 0..=u64::MAX, 0..=u64::MAX, &mut no_files, &ask).is_err());
        assert!(table(&Text::new("question", "nothing"), 1..=5, 1..=5, &mut no_files, &ask).is_err());
    }
}
