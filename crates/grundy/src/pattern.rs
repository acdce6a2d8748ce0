//! What the values of a table look like: what a person who stares at it looks for.
//!
//! Main function: [`findings`]. A finding holds for every cell of the table and is said of no other:
//! it is observed, never proved. Findings come from the most telling to the least.

use grundy_rules::Outcome;

use crate::table::Table;

/// What holds for all cells of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// `constant`, `formula`, `periodic`, `symmetric`, `differences`, `zeros` or `rows`.
    pub kind: &'static str,
    /// In words, with `r` and `c` for the row and the column.
    pub words: String,
}

/// Largest modulus that is tried.
const MODULUS: u64 = 24;
/// A period counts when it was seen this many times over.
const SEEN: u64 = 3;
/// Losing positions that are listed.
const LISTED: usize = 24;

/// Looks for patterns in the nimbers of a table; in its outcomes where a cell has no nimber.
/// None are found in a table with an empty cell.
pub fn findings(table: &Table) -> Vec<Finding> {
    let Some(grid) = Grid::new(table) else { return Vec::new() };
    let mut found = Vec::new();
    if let Some(value) = grid.constant() {
        found.push(Finding { kind: "constant", words: format!("every cell is {}", grid.name(value)) });
        return found;
    }
    let formula = grid.nimbers.then(|| grid.formula()).flatten();
    let periodic = if formula.is_none() { grid.periodic() } else { None };
    let settled = formula.is_some() || periodic.is_some();
    found.extend(
        formula.map(|words| Finding { kind: "formula", words: format!("{} = {words}", grid.symbol()) }),
    );
    found.extend(periodic.map(|words| Finding { kind: "periodic", words }));
    if !settled && let Some(words) = grid.differences() {
        found.push(Finding { kind: "differences", words });
    }
    if grid.symmetric() {
        let words = "rows and columns can be exchanged".to_string();
        found.push(Finding { kind: "symmetric", words });
    }
    found.push(Finding { kind: "zeros", words: grid.zeros() });
    if !settled && let Some(words) = grid.rows_repeat() {
        found.push(Finding { kind: "rows", words });
    }
    found
}

/// A function of row and column with its words.
type Formula = (&'static str, fn(u64, u64) -> u64);

/// Values by row and column.
struct Grid {
    rows: Vec<u64>,
    columns: Vec<u64>,
    values: Vec<u64>,
    /// Whether the values are nimbers; otherwise 0, 1, 2 are loss, win and draw.
    nimbers: bool,
}

impl Grid {
    fn new(table: &Table) -> Option<Self> {
        let nimbers: Option<Vec<u64>> = table.cells.iter().map(|cell| cell.nimber.map(|n| n.0)).collect();
        let code = |outcome| match outcome {
            Outcome::Loss => 0,
            Outcome::Win => 1,
            Outcome::Draw => 2,
        };
        let (values, nimbers) = match nimbers {
            Some(values) => (values, true),
            None => (table.cells.iter().map(|cell| cell.outcome.map(code)).collect::<Option<_>>()?, false),
        };
        let (rows, columns) = (table.rows.clone().collect(), table.columns.clone().collect());
        Some(Self { rows, columns, values, nimbers })
    }

    /// Every cell: row, column, value.
    fn cells(&self) -> impl Iterator<Item = (u64, u64, u64)> {
        let places = self.rows.iter().flat_map(|&r| self.columns.iter().map(move |&c| (r, c)));
        places.zip(&self.values).map(|((r, c), &value)| (r, c, value))
    }

    fn symbol(&self) -> &'static str {
        if self.nimbers { "nimber" } else { "outcome" }
    }

    fn name(&self, value: u64) -> String {
        match (self.nimbers, value) {
            (true, value) => value.to_string(),
            (false, 0) => "a loss".into(),
            (false, 1) => "a win".into(),
            (false, _) => "a draw".into(),
        }
    }

    fn constant(&self) -> Option<u64> {
        let first = *self.values.first()?;
        self.values.iter().all(|&value| value == first).then_some(first)
    }

    fn holds(&self, formula: impl Fn(u64, u64) -> u64) -> bool {
        self.cells().all(|(r, c, value)| formula(r, c) == value)
    }

    /// A formula of few signs that gives every cell. A table of one row or column, or of fewer
    /// than nine cells, is too little to tell formulas apart.
    fn formula(&self) -> Option<String> {
        if self.rows.len() < 2 || self.columns.len() < 2 || self.values.len() < 9 {
            return None;
        }
        let plain: [Formula; 12] = [
            ("r", |r, _| r),
            ("c", |_, c| c),
            ("r xor c", |r, c| r ^ c),
            ("r + c", |r, c| r + c),
            ("|r - c|", u64::abs_diff),
            ("min(r, c)", u64::min),
            ("max(r, c)", u64::max),
            ("(r - 1) xor (c - 1)", |r, c| r.wrapping_sub(1) ^ c.wrapping_sub(1)),
            ("(r + 1) xor (c + 1) - 1", |r, c| ((r + 1) ^ (c + 1)).wrapping_sub(1)),
            ("min(r, c) mod 2", |r, c| r.min(c) % 2),
            ("max(r, c) mod 2", |r, c| r.max(c) % 2),
            ("r c mod 2", |r, c| r * c % 2),
        ];
        if let Some((words, _)) = plain.iter().find(|(_, formula)| self.holds(formula)) {
            return Some((*words).to_string());
        }
        for m in 2..=MODULUS {
            if self.holds(|r, c| (r + c) % m) {
                return Some(format!("(r + c) mod {m}"));
            }
            if self.holds(|r, c| r.abs_diff(c) % m) {
                return Some(format!("|r - c| mod {m}"));
            }
            for n in 2..=MODULUS {
                if self.holds(|r, c| (r % m) ^ (c % n)) {
                    return Some(format!("(r mod {m}) xor (c mod {n})"));
                }
            }
        }
        None
    }

    /// The least moduli by whose residues of row and column every value is given, where each was
    /// seen often enough.
    fn periodic(&self) -> Option<String> {
        let most = |side: &[u64]| (side.len() as u64 / SEEN).min(MODULUS);
        let (rows, columns) = (most(&self.rows), most(&self.columns));
        let mut sizes: Vec<(u64, u64)> =
            (1..=rows).flat_map(|m| (1..=columns).map(move |n| (m, n))).collect();
        sizes.sort_by_key(|&(m, n)| (m * n, m));
        let fits = |&(m, n): &(u64, u64)| {
            let mut known = vec![None; (m * n) as usize];
            self.cells()
                .all(|(r, c, value)| *known[((r % m) * n + c % n) as usize].get_or_insert(value) == value)
        };
        let (m, n) = sizes.into_iter().find(fits)?;
        Some(match (m, n) {
            (1, n) => format!("the {} is given by c mod {n} alone", self.symbol()),
            (m, 1) => format!("the {} is given by r mod {m} alone", self.symbol()),
            (m, n) => format!("the {} is given by r mod {m} and c mod {n}", self.symbol()),
        })
    }

    /// Whether the value is given by the difference or the sum of row and column.
    fn differences(&self) -> Option<String> {
        if self.rows.len() < 3 || self.columns.len() < 3 {
            return None;
        }
        let keys: [Formula; 3] =
            [("|r - c|", u64::abs_diff), ("r + c", |r, c| r + c), ("r xor c", |r, c| r ^ c)];
        let given = |key: fn(u64, u64) -> u64| {
            let mut known = std::collections::HashMap::new();
            self.cells().all(|(r, c, value)| *known.entry(key(r, c)).or_insert(value) == value)
        };
        let (words, _) = keys.iter().find(|(_, key)| given(*key))?;
        Some(format!("the {} is given by {words} alone", self.symbol()))
    }

    fn symmetric(&self) -> bool {
        let width = self.columns.len();
        self.rows == self.columns
            && width > 1
            && (0..width).all(|i| (0..i).all(|j| self.values[i * width + j] == self.values[j * width + i]))
    }

    /// The losing positions.
    fn zeros(&self) -> String {
        let symmetric = self.symmetric();
        let zeros: Vec<(u64, u64)> = self
            .cells()
            .filter(|&(r, c, value)| value == 0 && (!symmetric || r <= c))
            .map(|(r, c, _)| (r, c))
            .collect();
        if zeros.is_empty() {
            return "no position is lost for the player to move".into();
        }
        if symmetric && self.rows[0] == 0 && zeros.len() > 3 && golden(&zeros) {
            let count = zeros.len();
            return format!(
                "the losing positions are Wythoff's: the n-th is (floor(n g), floor(n g) + n), g = (1 + sqrt 5)/2; {count} seen"
            );
        }
        let list: Vec<String> = zeros.iter().take(LISTED).map(|(r, c)| format!("({r}, {c})")).collect();
        let more =
            if zeros.len() > LISTED { format!(" and {} more", zeros.len() - LISTED) } else { String::new() };
        let mirrored = if symmetric { " (and mirrored)" } else { "" };
        format!("losing for the player to move{mirrored}: {}{more}", list.join(" "))
    }

    /// Whether every row is periodic from some column on, with how much it rises in a period.
    fn rows_repeat(&self) -> Option<String> {
        let width = self.columns.len();
        let rows: Option<Vec<(usize, usize, i128)>> = self.values.chunks(width).map(repeat).collect();
        let rows = rows?;
        let list = self.rows.iter().zip(rows).map(|(r, (start, period, saltus))| {
            let rise = if saltus == 0 { String::new() } else { format!(" rising by {saltus}") };
            format!("row {r}: period {period} from column {}{rise}", self.columns[start])
        });
        Some(list.collect::<Vec<_>>().join("; "))
    }
}

/// The least period of a row from some column on, and the saltus; it must be seen three times.
fn repeat(row: &[u64]) -> Option<(usize, usize, i128)> {
    for period in 1..=row.len() / SEEN as usize {
        let rise = |i: usize| i128::from(row[i + period]) - i128::from(row[i]);
        let last = row.len() - period;
        let saltus = rise(last - 1);
        let start = (0..last).rev().take_while(|&i| rise(i) == saltus).last().unwrap_or(last);
        if row.len() - start >= SEEN as usize * period {
            return Some((start, period, saltus));
        }
    }
    None
}

/// Whether these are the first positions of Wythoff's game that are lost: differences 0, 1, 2, ...
/// and each first number the least that is new.
fn golden(zeros: &[(u64, u64)]) -> bool {
    let mut seen = std::collections::HashSet::new();
    let mut least = 0;
    zeros.iter().zip(0..).all(|(&(r, c), n)| {
        while seen.contains(&least) {
            least += 1;
        }
        seen.extend([r, c]);
        r == least && c == r + n
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ask, Text, no_files, table};

    fn words(template: &str, to: u64) -> Vec<String> {
        let text = Text::new("question", template);
        let table = table(&text, 0..=to, 0..=to, &mut no_files, &Ask::default()).unwrap();
        findings(&table).into_iter().map(|finding| finding.words).collect()
    }

    #[test]
    fn what_a_person_would_see() {
        assert_eq!(words("nim R C", 12)[0], "nimber = r xor c");
        // Wythoff 1907: the losing pairs are the golden ones.
        assert!(words("wythoff", 20).iter().any(|words| words.contains("Wythoff's")));
        // Taking 1, 2 or 3 from either heap.
        assert_eq!(words("heaps:0.333 R C", 12)[0], "nimber = (r mod 4) xor (c mod 4)");
        // Kayles in two rows repeats only later: nothing but symmetry and the losing positions.
        let kayles = words("kayles R C", 12);
        assert_eq!(kayles[0], "rows and columns can be exchanged");
        assert!(kayles[1].starts_with("losing for the player to move (and mirrored): (0, 0) (1, 1)"));
    }

    #[test]
    fn rows_that_repeat() {
        assert_eq!(repeat(&[7, 1, 2, 1, 2, 1, 2]), Some((1, 2, 0)));
        assert_eq!(repeat(&[0, 1, 2, 3, 4, 5]), Some((0, 1, 1)));
        assert_eq!(repeat(&[0, 1, 0, 3, 2, 7]), None);
        assert_eq!(repeat(&[]), None);
    }

    #[test]
    fn a_table_with_an_empty_cell_has_no_pattern() {
        let cells = vec![crate::TableCell::default(); 4];
        let table =
            Table { template: String::new(), rows: 0..=1, columns: 0..=1, cells, method: "", limit: None };
        assert_eq!(findings(&table), []);
    }
}
