//! The table of an arena as it stands in its file: shape, names and look-ups.
//!
//! The main type is [`Table`]. It borrows the bytes of the file and reads each number where it
//! stands, so a file that is mapped into memory costs only the pages that are looked at, once
//! [`Table::open`] has gone through it from front to back.
//!
//! # The file, version 2
//! Little-endian. 16 bytes `grundy arena 2\n\0`; then 32-bit numbers: nodes `n`, edges `m`, marks
//! `k`, 1 if there are loopy values else 0; `n + 1` starts; `m` options; `k` pairs of a node and
//! 1 (draw) or 2 (win), where being stuck is no loss; `n` outcomes, `4 r` + 1 (loss) or 2 (win)
//! with the remoteness `r`, 0 for a draw; with loopy values `n` values, 2^32 - 1 for infinite,
//! and `n` stages; the bytes of the question and of all names; `n + 1` starts of the names; the `n`
//! nodes in the order of their names. Then the question and the names in UTF-8, and at the end
//! the 64-bit FNV-1a hash of all bytes before.

use super::{Refused, refuse};

/// The first bytes of a file.
pub const MAGIC: &[u8; 16] = b"grundy arena 2\n\0";
/// The value of an infinite node.
pub const INFINITE: u32 = u32::MAX;

/// What a table says of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player to move loses in so many plies.
    Loss(u32),
    /// Nobody can force a win.
    Draw,
    /// The player to move wins in so many plies.
    Win(u32),
}

/// A table in the bytes of its file.
#[derive(Clone, Debug)]
pub struct Table<'f> {
    starts: Words<'f>,
    pub(super) options: Words<'f>,
    marks: Words<'f>,
    pub(super) outcomes: Words<'f>,
    /// Values and stages.
    pub(super) labels: Option<(Words<'f>, Words<'f>)>,
    name_starts: Words<'f>,
    by_name: Words<'f>,
    question: &'f str,
    names: &'f str,
}

/// A list of 32-bit numbers in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'f>(&'f [u8]);

impl<'f> Words<'f> {
    pub(super) fn get(self, i: usize) -> u32 {
        let b = &self.0[4 * i..4 * i + 4];
        u32::from_le_bytes([b[0], b[1], b[2], b[3]])
    }

    pub(super) fn len(self) -> usize {
        self.0.len() / 4
    }

    /// Whether the numbers ascend from 0 to `last`.
    fn covers(self, last: usize) -> bool {
        let ascends = (1..self.len()).all(|i| self.get(i - 1) <= self.get(i));
        self.get(0) == 0 && self.get(self.len() - 1) as usize == last && ascends
    }

    /// Takes the first `count` numbers off `bytes`.
    fn take(bytes: &mut &'f [u8], count: usize) -> Result<Self, Refused> {
        Ok(Self(cut(bytes, count.saturating_mul(4))?))
    }
}

/// Takes the first `length` bytes off `bytes`.
fn cut<'f>(bytes: &mut &'f [u8], length: usize) -> Result<&'f [u8], Refused> {
    let Some((taken, rest)) = bytes.split_at_checked(length) else { return refuse("the file is cut short") };
    *bytes = rest;
    Ok(taken)
}

/// The next bytes as text.
fn text<'f>(bytes: &mut &'f [u8], length: usize) -> Result<&'f str, Refused> {
    std::str::from_utf8(cut(bytes, length)?).map_err(|_| Refused("a name is no text".to_string()))
}

/// The 64-bit FNV-1a hash.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl<'f> Table<'f> {
    /// Reads the shape of a table and holds the file against its hash. Entries are not
    /// checked against the rules: [`super::check`] does that.
    ///
    /// # Errors
    /// When the file is no table, or was cut short or altered.
    pub fn open(file: &'f [u8]) -> Result<Self, Refused> {
        let Some(mut rest) = file.strip_prefix(MAGIC) else {
            return refuse("the file is no table of version 2");
        };
        let head = Words::take(&mut rest, 4)?;
        let [nodes, edges, marks] = [0, 1, 2].map(|i| head.get(i) as usize);
        let starts = Words::take(&mut rest, nodes + 1)?;
        let options = Words::take(&mut rest, edges)?;
        let marks = Words::take(&mut rest, 2 * marks)?;
        let outcomes = Words::take(&mut rest, nodes)?;
        let labels = match head.get(3) {
            0 => None,
            1 => Some((Words::take(&mut rest, nodes)?, Words::take(&mut rest, nodes)?)),
            _ => return refuse("the file is no table of version 2"),
        };
        let lengths = Words::take(&mut rest, 2)?;
        let name_starts = Words::take(&mut rest, nodes + 1)?;
        let by_name = Words::take(&mut rest, nodes)?;
        let question = text(&mut rest, lengths.get(0) as usize)?;
        let names = text(&mut rest, lengths.get(1) as usize)?;
        let end = file.len() - rest.len();
        if rest.len() != 8 || rest != hash(&file[..end]).to_le_bytes() {
            return refuse("the file is damaged: its hash is another");
        }
        let table = Self { starts, options, marks, outcomes, labels, name_starts, by_name, question, names };
        table.check_shape()?;
        Ok(table)
    }

    fn check_shape(&self) -> Result<(), Refused> {
        let nodes = self.outcomes.len();
        let marks: Vec<(u32, u32)> = self.marks().collect();
        let in_order = marks.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if !in_order || marks.iter().any(|&(node, mark)| node as usize >= nodes || !(1..=2).contains(&mark)) {
            return refuse("a mark is out of order, or on no node");
        }
        let rows = self.starts.covers(self.options.len());
        if !rows || (0..self.options.len()).any(|i| self.options.get(i) as usize >= nodes) {
            return refuse("the lists of options are no graph");
        }
        let borders = self.name_starts.covers(self.names.len())
            && (0..nodes).all(|i| self.names.is_char_boundary(self.name_starts.get(i) as usize));
        let named = borders && (0..nodes).all(|i| (self.by_name.get(i) as usize) < nodes);
        // Names in strict order are different, so all nodes are in the list.
        let name = |i: usize| self.name(self.by_name.get(i));
        if !named || !(1..nodes).all(|i| name(i - 1) < name(i)) {
            return refuse("the names of the nodes are not in order");
        }
        Ok(())
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> u32 {
        self.outcomes.len() as u32
    }

    /// The question whose game it is, as text.
    pub fn question(&self) -> &'f str {
        self.question
    }

    /// The name of a node.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn name(&self, node: u32) -> &'f str {
        let node = node as usize;
        &self.names[self.name_starts.get(node) as usize..self.name_starts.get(node + 1) as usize]
    }

    /// The node of this name, by bisection.
    pub fn find(&self, name: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.by_name.len());
        while low < high {
            let middle = low.midpoint(high);
            let node = self.by_name.get(middle);
            match self.name(node).cmp(name) {
                std::cmp::Ordering::Equal => return Some(node),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Who wins at a node, and in how many plies.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn outcome(&self, node: u32) -> Outcome {
        let entry = self.outcomes.get(node as usize);
        match entry % 4 {
            1 => Outcome::Loss(entry / 4),
            2 => Outcome::Win(entry / 4),
            _ => Outcome::Draw,
        }
    }

    /// Whether the table has loopy values.
    pub fn has_values(&self) -> bool {
        self.labels.is_some()
    }

    /// The nimber of a node; `None` for an infinite one, and where the table has no values.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn nimber(&self, node: u32) -> Option<u32> {
        self.labels.map(|(values, _)| values.get(node as usize)).filter(|&value| value != INFINITE)
    }

    /// The options of a node.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn options(&self, node: u32) -> impl ExactSizeIterator<Item = u32> {
        self.row(node as usize).map(|option| option as u32)
    }

    /// The options of a node, by index.
    pub(super) fn row(&self, node: usize) -> impl ExactSizeIterator<Item = usize> {
        let (from, to) = (self.starts.get(node) as usize, self.starts.get(node + 1) as usize);
        (from..to).map(|i| self.options.get(i) as usize)
    }

    /// Marked nodes, ascending, with 1 for a draw and 2 for a win.
    pub(super) fn marks(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.marks.len() / 2).map(|i| (self.marks.get(2 * i), self.marks.get(2 * i + 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::file;
    use super::*;

    #[test]
    fn nodes_are_found_by_name() {
        let bytes = file(&[&[2, 3], &[0], &[2], &[]], &[6, 9, 0, 1], None);
        let table = Table::open(&bytes).unwrap();
        assert_eq!((table.nodes(), table.question()), (4, "q"));
        for (node, name) in ["a", "b", "c", "d"].into_iter().enumerate() {
            assert_eq!(table.find(name), Some(node as u32));
            assert_eq!(table.name(node as u32), name);
        }
        assert_eq!([table.find(""), table.find("aa"), table.find("e")], [None; 3]);
        assert_eq!(table.options(0).collect::<Vec<_>>(), [2, 3]);
        assert_eq!([0, 1, 2, 3].map(|v| table.outcome(v)), {
            use Outcome::{Draw, Loss, Win};
            [Win(1), Loss(2), Draw, Loss(0)]
        });
    }
}
