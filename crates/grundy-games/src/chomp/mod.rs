//! Chomp: eat a piece of a chocolate bar and all pieces below and right of it.
//!
//! Rules: the bar has rows that get no longer from top to bottom. A move picks a piece and eats it
//! with all pieces that lie below it, right of it or both. The piece in the top left corner is
//! poisoned: whoever has only that one left loses.
//!
//! ```text
//! chomp 3 3 3
//! ###        picking 2,2 leaves  ###
//! ###                            #
//! ###                            #
//! ```
//! Notation: the lengths of the rows, or `RxC`; a move is `row,column`.
//!
//! The main type is [`Chomp`]. A position is the edge of the bar as a path: from the bottom left
//! to the top right corner a 0 for a step to the right, a 1 for a step up, below a leading 1;
//! of a bar and its mirror image the smaller path. The kernel, [`table`], values every bar inside
//! a rectangle in one pass.
//! Source: Schuh 1952; Gale 1974 (the first player wins every rectangle but the single piece, by
//! strategy stealing); OEIS A112471, A284687.

mod table;

use grundy_rules::{
    BoxedKernel, Budget, Declaration, EachEffect, Edit, Effect, Example, Fault, Game, Known, Nimber, ParseError, Picture, Place,
    Ruleset, Stop, Sums, TermText, Tile, Tone, Visit, Why, WhyPart,
};

use self::table::Table;

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "chomp",
    aliases: &[],
    title: "Chomp",
    rules: "A bar has rows that get no longer from top to bottom. A move picks a piece and eats it with all pieces \
            below it, right of it or both; the piece in the top left corner is poisoned and is not eaten. Who has only \
            that one left loses.",
    variants: &[],
    position: "the lengths of the rows, the longest first: `5 3 3`; or the size of a whole bar: `4x7`",
    moves: "`row,column` of the piece, from 1",
    examples: &[
        Example { question: "chomp 3x3", shows: "a square: the piece at 2,2 wins" },
        Example { question: "chomp 5 3 3", shows: "any Young diagram" },
    ],
    source: "Schuh 1952; Gale, American Mathematical Monthly 81, 1974; OEIS A112471",
};

/// Rows and columns together are at most this many, so that a path fits in 64 bits.
const MOST: u64 = 62;

/// Reads a bar.
///
/// # Errors
/// When rows grow, or there are too many.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    term.no_rules()?;
    let text = term.board()?;
    let mut words = text.words();
    let Some(first) = words.next() else {
        return Err(text.error_at_end("the lengths of the rows, such as `5 3 3`, or a size, such as `4x7`"));
    };
    let most = MOST - 1;
    let mut rows = Vec::new();
    if let Some((height, width)) = first.text.split_once(['x', 'X']) {
        let at = height.len() + 1;
        let whole = first.to_text();
        let number = |from: usize, to: usize, what: &str, most: u64| match whole.slice(from..to).words().next() {
            Some(word) => word.number(what, 1..=most),
            None => Err(first.expected("a size, rows x columns, such as `4x7`")),
        };
        let height = number(0, height.len(), "the number of rows", most)?;
        let width = number(at, at + width.len(), "the number of columns", MOST - height)?;
        rows = vec![width as u8; height as usize];
        if let Some(word) = words.next() {
            return Err(word.expected("nothing after the size"));
        }
    } else {
        for word in text.words() {
            let longest = rows.last().map_or(most, |&row| u64::from(row));
            rows.push(word.number("the length of a row, no longer than the one above", 1..=longest)? as u8);
            if rows.len() as u64 + u64::from(rows[0]) > MOST {
                return Err(word.expected(format!("a bar whose rows and columns together are at most {MOST}")));
            }
        }
    }
    Ok(visit.visit(&DECLARATION, Bar { rows }))
}

/// The rules of Chomp.
#[derive(Clone, Copy, Debug)]
pub struct Chomp;

/// The path of a bar that is not empty.
fn path(rows: &[u8]) -> u64 {
    let mut path = 1u64;
    let mut column = 0;
    for &row in rows.iter().rev() {
        path <<= row - column;
        path = path << 1 | 1;
        column = row;
    }
    path
}

/// The path of the mirror image: the steps backwards, right for up.
fn mirrored(path: u64) -> u64 {
    let steps = path.ilog2();
    let ones = (1u64 << steps) - 1;
    1 << steps | !(path.reverse_bits() >> (64 - steps)) & ones
}

fn normal(rows: &[u8]) -> u64 {
    let path = path(rows);
    path.min(mirrored(path))
}

/// The rows of a path, the longest first, and how many.
fn rows_of(path: u64) -> ([u8; 64], usize) {
    let (mut rows, mut count, mut column) = ([0; 64], 0, 0);
    for i in (0..path.ilog2()).rev() {
        if path >> i & 1 != 0 {
            rows[count] = column;
            count += 1;
        } else {
            column += 1;
        }
    }
    rows[..count].reverse();
    (rows, count)
}

/// Calls `each` with every piece that can be picked and what is left.
fn bites(rows: &[u8], mut each: impl FnMut((usize, u8), &[u8]) -> bool) {
    let mut left = [0u8; 64];
    for (i, &length) in rows.iter().enumerate() {
        for column in 0..length {
            if (i, column) == (0, 0) {
                continue;
            }
            let mut count = 0;
            for (r, &row) in rows.iter().enumerate() {
                left[r] = if r < i { row } else { row.min(column) };
                count += usize::from(left[r] > 0);
            }
            if !each((i, column), &left[..count]) {
                return;
            }
        }
    }
}

impl Game for Chomp {
    type Position = u64;

    fn options(&self, &at: &u64, out: &mut Sums<u64>) -> Result<(), Fault> {
        let (rows, count) = rows_of(at);
        bites(&rows[..count], |_, left| {
            out.push([normal(left)]);
            true
        });
        Ok(())
    }

    fn known(&self, &at: &u64) -> Known {
        let (rows, count) = rows_of(at);
        if rows[0] == 1 || count == 1 {
            // A strip is a nim heap of what is not poisoned.
            return Known::Nimber(Nimber(u64::from(rows[0]).max(count as u64) - 1));
        }
        if rows[..count].iter().all(|&row| row == rows[0]) { Known::NotZero } else { Known::Unknown }
    }

    fn size(&self, &at: &u64) -> u64 {
        let (rows, count) = rows_of(at);
        rows[..count].iter().map(|&row| u64::from(row)).sum()
    }

    fn kernel(&self, parts: &[u64], budget: &Budget) -> Option<Result<BoxedKernel<'_, u64>, Stop>> {
        let sizes = parts.iter().map(|&part| rows_of(part)).map(|(rows, count)| (count, rows[0]));
        let (height, width) = sizes.fold((0, 0), |all, size| (all.0.max(size.0), all.1.max(size.1)));
        let table = Table::new(height, usize::from(width), budget)?;
        Some(table.map(|table| Box::new(table) as BoxedKernel<'_, u64>))
    }
}

/// A bar of chocolate.
#[derive(Debug)]
struct Bar {
    rows: Vec<u8>,
}

impl Ruleset for Bar {
    type Game = Chomp;
    type Board = Vec<u8>;
    type Move = (usize, u8);

    fn game(&self) -> &Chomp {
        &Chomp
    }

    fn start(&self) -> Vec<u8> {
        self.rows.clone()
    }

    fn write(&self, rows: &Vec<u8>) -> String {
        rows.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
    }

    fn sized(&self, sizes: &[u64]) -> Option<Vec<u8>> {
        let &[rows, columns] = sizes else { return None };
        let fits = rows > 0 && columns > 0 && rows.checked_add(columns)? <= MOST;
        fits.then(|| vec![columns as u8; rows as usize])
    }

    fn parts(&self, rows: &Vec<u8>) -> Vec<u64> {
        vec![normal(rows)]
    }

    /// The bar or its mirror image.
    fn write_part(&self, &part: &u64) -> String {
        let (rows, count) = rows_of(part);
        self.write(&rows[..count].to_vec())
    }

    fn moves(&self, rows: &Vec<u8>, each: &mut dyn FnMut((usize, u8)) -> bool) {
        bites(rows, |mv, _| each(mv));
    }

    fn effects(&self, rows: &Vec<u8>, each: EachEffect<'_, Self>) {
        bites(rows, |mv, left| each(mv, Effect::Part { part: 0, becomes: vec![normal(left)] }));
    }

    fn move_count(&self, rows: &Vec<u8>) -> Option<u128> {
        Some(rows.iter().map(|&row| u128::from(row)).sum::<u128>() - 1)
    }

    fn play(&self, rows: &Vec<u8>, &(row, column): &(usize, u8)) -> Vec<u8> {
        let bitten = rows.iter().enumerate().map(|(r, &length)| if r < row { length } else { length.min(column) });
        bitten.filter(|&length| length > 0).collect()
    }

    fn write_move(&self, _rows: &Vec<u8>, &(row, column): &(usize, u8)) -> String {
        format!("{},{}", row + 1, column + 1)
    }

    fn picture(&self, rows: &Vec<u8>) -> Picture {
        let width = usize::from(rows[0]);
        let tile = |r: usize, c: usize| match (r, c) {
            (0, 0) => Tile::new('x', Tone::Fixed),
            _ if c < usize::from(rows[r]) => Tile::new('#', Tone::Free),
            _ => Tile::new(' ', Tone::Outside),
        };
        Picture::Tiles((0..rows.len()).map(|r| (0..width).map(|c| tile(r, c)).collect()).collect())
    }

    /// A piece is where its row ends, or the row goes on by one; rows above are as long at least.
    fn edits(&self, rows: &Vec<u8>, place: Option<Place>) -> Vec<Edit> {
        let edit = |label: &str, rows: Vec<u8>| Edit::new(label, self.write(&rows));
        let Some(place) = place else {
            let longer = |by: i16| rows.iter().map(|&row| (i16::from(row) + by).max(1) as u8).collect();
            let mut edits = vec![edit("+ row", [&rows[..], &[1]].concat())];
            if rows[0] < u8::MAX {
                edits.push(edit("+ column", longer(1)));
            }
            if rows.len() > 1 {
                edits.push(edit("- row", rows[..rows.len() - 1].to_vec()));
            }
            if rows[0] > 1 {
                edits.push(edit("- column", longer(-1)));
            }
            return edits;
        };
        let Place::Cell(row, column) = place else { return Vec::new() };
        let (Ok(row), Ok(length)) = (usize::try_from(row), u8::try_from(column + 1)) else { return Vec::new() };
        let Some(&old) = rows.get(row) else { return Vec::new() };
        let mut edits = Vec::new();
        if length != old {
            let ends = |(r, &row_length): (usize, &u8)| match r < row {
                true => row_length.max(length),
                false if r == row => length,
                false => row_length.min(length),
            };
            edits.push(edit("the row ends here", rows.iter().enumerate().map(ends).collect()));
        }
        if old < u8::MAX {
            let grown = |(r, &row_length): (usize, &u8)| if r > row { row_length } else { row_length.max(old + 1) };
            edits.push(edit("one more in the row", rows.iter().enumerate().map(grown).collect()));
        }
        edits
    }

    fn place(&self, _rows: &Vec<u8>, &(row, column): &(usize, u8)) -> Option<Place> {
        Some(Place::Cell(row as u64, u64::from(column)))
    }

    fn why(&self, rows: &Vec<u8>, value: &dyn Fn(&u64) -> Option<Nimber>) -> Why {
        let pieces: u32 = rows.iter().map(|&row| u32::from(row)).sum();
        let rectangle = rows.len() > 1 && rows[0] > 1 && rows.iter().all(|&row| row == rows[0]);
        let stealing = "a rectangle is won: if picking the last piece does not win, the answer to it would have won at once";
        Why {
            parts: vec![WhyPart::new(format!("bar of {pieces} pieces"), value(&normal(rows)))],
            notes: rectangle.then(|| stealing.to_string()).into_iter().collect(),
            ..Why::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_rows() {
        let check = |rows: &[u8], conjugate: &[u8]| {
            let (read, count) = rows_of(path(rows));
            assert_eq!(&read[..count], rows);
            assert_eq!(mirrored(path(rows)), path(conjugate));
            assert_eq!(normal(rows), normal(conjugate));
        };
        check(&[1], &[1]);
        check(&[4], &[1, 1, 1, 1]);
        check(&[3, 1], &[2, 1, 1]);
        check(&[5, 3, 3], &[3, 3, 3, 1, 1]);
    }

    #[test]
    fn the_table_gives_what_the_definition_gives() {
        let budget = Budget::default();
        for (height, width) in [(1, 5), (5, 1), (3, 4), (4, 3), (4, 4)] {
            let whole = normal(&vec![width; height]);
            let kernel = Chomp.kernel(&[whole], &budget).unwrap().unwrap();
            let mut open = vec![whole];
            let mut met = std::collections::BTreeSet::from([whole]);
            while let Some(at) = open.pop() {
                let mut options = Sums::new();
                Chomp.options(&at, &mut options).unwrap();
                let mut values: Vec<u64> = options.parts().iter().map(|p| kernel.value(p).unwrap().0).collect();
                assert_eq!(kernel.value(&at), Some(Nimber(grundy_rules::mex(&mut values))));
                match Chomp.known(&at) {
                    Known::Nimber(value) => assert_eq!(kernel.value(&at), Some(value)),
                    Known::NotZero => assert_ne!(kernel.value(&at), Some(Nimber(0))),
                    _ => {}
                }
                open.extend(options.parts().iter().filter(|&&part| met.insert(part)));
            }
        }
    }
}
