//! The table of an arena: a graph with outcome, remoteness and loopy value of every node.
//!
//! The main function is [`check`]. It looks at each node once, with its options and for loopy
//! values their options too, and refuses the table at the first node whose entry does not
//! follow. A table that passes is right:
//!
//! - A node won or lost in `r` plies rests on nodes of smaller remoteness, down to the ends. A
//!   draw has no lost option and a drawn one, so nobody is ever forced.
//! - A node of value `m` has options of all values below `m` and none of value `m`, and each
//!   other option can be answered by a move to value `m` *of an earlier stage*, so answers do not
//!   go round in a circle (the 2-cycle labelled 0, 1 fails here). An infinite node has, for
//!   the least value missing among its options, an option that cannot be answered so: the
//!   labelling cannot be extended, and what it leaves out is infinite (Smith 1966).
//!
//! The form of the file, and how to look things up in it without reading it whole, are in
//! `file.rs`: [`Table`].

mod file;

use std::fmt;

pub use file::{INFINITE, MAGIC, Outcome, Table, hash};

/// What a table that holds says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Nodes lost, drawn and won.
    pub outcomes: [u64; 3],
    /// Finite and infinite nodes, where the table has loopy values.
    pub values: Option<[u64; 2]>,
    /// Edges looked at.
    pub edges: u64,
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lost, drawn, won] = self.outcomes;
        write!(f, "verified: {lost} nodes lost, {drawn} drawn, {won} won, over {} edges", self.edges)?;
        match self.values {
            Some([finite, infinite]) => write!(f, "; {finite} nimbers, {infinite} infinite"),
            None => Ok(()),
        }
    }
}

/// Why a table is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the table does not hold: {}", self.0)
    }
}

impl std::error::Error for Refused {}

fn refuse<T>(message: impl Into<String>) -> Result<T, Refused> {
    Err(Refused(message.into()))
}

/// Checks every node of a table.
///
/// # Errors
/// When the file is no table, is damaged, or an entry does not follow from the rules.
pub fn check(file: &[u8]) -> Result<Checked, Refused> {
    let table = Table::open(file)?;
    let mut checked =
        Checked { outcomes: [0; 3], values: table.labels.map(|_| [0; 2]), edges: table.options.len() as u64 };
    let mut marks = table.marks().peekable();
    for node in 0..table.outcomes.len() {
        let mark = marks.next_if(|&(marked, _)| marked as usize == node).map_or(0, |(_, mark)| mark);
        if mark != 0 && table.row(node).len() > 0 {
            return refuse(format!("node {node} has moves and is marked as an end"));
        }
        table.check_outcome(node, mark)?;
        checked.outcomes[match table.outcomes.get(node) % 4 {
            1 => 0,
            2 => 2,
            _ => 1,
        }] += 1;
        if let Some((values, _)) = table.labels {
            if mark == 2 {
                return refuse(format!(
                    "node {node} is a win for the stuck player, so there are no loopy values"
                ));
            }
            table.check_label(node, mark)?;
            if let Some(counts) = &mut checked.values {
                counts[usize::from(values.get(node) == INFINITE)] += 1;
            }
        }
    }
    Ok(checked)
}

impl Table<'_> {
    fn check_outcome(&self, node: usize, mark: u32) -> Result<(), Refused> {
        // The best lost option, the longest won one, whether there is a drawn one.
        let (mut lost, mut won, mut drawn) = (None::<u32>, None::<u32>, false);
        for option in self.row(node) {
            let entry = self.outcomes.get(option);
            match entry % 4 {
                1 => lost = Some(lost.map_or(entry / 4, |r| r.min(entry / 4))),
                2 => won = won.max(Some(entry / 4)),
                _ => drawn = true,
            }
        }
        let expected = match (lost, drawn, won, mark) {
            (Some(r), ..) => 4 * (r + 1) + 2,
            (None, true, ..) | (None, false, None, 1) => 0,
            (None, false, Some(r), _) => 4 * (r + 1) + 1,
            (None, false, None, 2) => 2,
            (None, false, None, _) => 1,
        };
        let found = self.outcomes.get(node);
        if found == expected {
            return Ok(());
        }
        let word = |entry: u32| match entry % 4 {
            1 => format!("a loss in {}", entry / 4),
            2 => format!("a win in {}", entry / 4),
            _ => "a draw".to_string(),
        };
        refuse(format!("node {node} is called {}, its options make it {}", word(found), word(expected)))
    }

    fn check_label(&self, node: usize, mark: u32) -> Result<(), Refused> {
        let Some((values, stages)) = self.labels else { return Ok(()) };
        let own = values.get(node);
        if mark == 1 {
            return if own == INFINITE {
                Ok(())
            } else {
                refuse(format!("node {node} is a draw with a nimber"))
            };
        }
        let mut below: Vec<u32> = self.row(node).map(|o| values.get(o)).filter(|&v| v != INFINITE).collect();
        below.sort_unstable();
        below.dedup();
        let least = (0u32..).zip(&below).take_while(|&(i, &v)| i == v).count() as u32;
        let answered = |option: usize, value: u32, before: Option<u32>| {
            values.get(option) < value
                || self
                    .row(option)
                    .any(|o| values.get(o) == value && before.is_none_or(|stage| stages.get(o) < stage))
        };
        if own == INFINITE {
            // Something must keep the node from the least value its options miss.
            if self.row(node).all(|option| answered(option, least, None)) {
                return refuse(format!("node {node} is called infinite, its options make it {least}"));
            }
            return Ok(());
        }
        if own != least {
            return refuse(format!("node {node} is called {own}, the mex of its options is {least}"));
        }
        match self.row(node).find(|&option| !answered(option, own, Some(stages.get(node)))) {
            Some(option) => refuse(format!(
                "node {node} is called {own}, but a move to {option} cannot be answered by one to {own}"
            )),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table from lists of options, outcomes, values and stages.
    pub(super) fn file(lists: &[&[u32]], outcomes: &[u32], labels: Option<(&[u32], &[u32])>) -> Vec<u8> {
        let edges: u32 = lists.iter().map(|list| list.len() as u32).sum();
        let mut words = vec![lists.len() as u32, edges, 0, u32::from(labels.is_some()), 0];
        let mut sum = 0;
        for list in lists {
            sum += list.len() as u32;
            words.push(sum);
        }
        words.extend(lists.iter().flat_map(|list| list.iter()));
        words.extend(outcomes);
        if let Some((values, stages)) = labels {
            words.extend(values);
            words.extend(stages);
        }
        // The question `q`; the nodes are called `a`, `b` and so on.
        let nodes = lists.len() as u32;
        words.extend([1, nodes]);
        words.extend(0..=nodes);
        words.extend(0..nodes);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        bytes.push(b'q');
        bytes.extend(b'a'..b'a' + nodes as u8);
        let hash = hash(&bytes);
        bytes.extend(hash.to_le_bytes());
        bytes
    }

    #[test]
    fn a_cycle_of_two_has_no_nimbers() {
        let lists: [&[u32]; 2] = [&[1], &[0]];
        let infinite = check(&file(&lists, &[0, 0], Some((&[INFINITE; 2], &[0; 2]))));
        assert_eq!(infinite.unwrap().values, Some([0, 2]));
        // Every stage is refused: the move to the node called 1 is answered by a later 0 only.
        for stages in [[0, 0], [1, 0], [0, 1], [5, 3]] {
            assert!(check(&file(&lists, &[0, 0], Some((&[0, 1], &stages)))).is_err());
        }
    }

    #[test]
    fn outcomes_follow_from_options() {
        let lists: [&[u32]; 4] = [&[2, 3], &[0], &[2], &[]];
        let right = [4 + 2, 2 * 4 + 1, 0, 1];
        assert_eq!(check(&file(&lists, &right, None)).unwrap().outcomes, [2, 1, 1]);
        let labels = ([INFINITE, 0, INFINITE, 0], [0, 1, 0, 0]);
        assert!(check(&file(&lists, &right, Some((&labels.0, &labels.1)))).is_ok());
        for node in 0..4 {
            for entry in 0..16 {
                let mut wrong = right;
                wrong[node] = entry;
                assert_eq!(check(&file(&lists, &wrong, None)).is_ok(), wrong == right, "{wrong:?}");
            }
            for value in [0, 1, 2, INFINITE] {
                let mut values = labels.0;
                values[node] = value;
                let holds = check(&file(&lists, &right, Some((&values, &labels.1)))).is_ok();
                assert_eq!(holds, values == labels.0, "{values:?}");
            }
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let right = file(&[&[1], &[]], &[6, 1], None);
        assert!(check(&right).is_ok());
        for length in 0..right.len() {
            assert!(check(&right[..length]).is_err());
        }
        for byte in 0..right.len() {
            let mut wrong = right.clone();
            wrong[byte] ^= 1;
            assert!(check(&wrong).is_err(), "byte {byte}");
        }
    }
}
