//! What is stored of a node: its outcome and its remoteness in one word.
//!
//! A [`Cell`] has a kind in its two lowest bits and a number above. An open node's number
//! counts the options not yet known to be won; a decided node's number is its remoteness.
//! Open nodes that stay open are draws.

use grundy_rules::{Outcome, Remoteness};

/// Not decided yet, or a draw.
pub(super) const OPEN: u32 = 0;
/// Lost by the player to move.
pub(super) const LOSS: u32 = 1;
/// Won by the player to move.
pub(super) const WIN: u32 = 2;

/// Kind and number of a node in one word.
pub(super) trait Cell: Copy + Eq + Send + Sync {
    /// Largest number that fits.
    const MOST: u32;

    /// A cell; the number is at most [`Cell::MOST`].
    fn new(kind: u32, number: u32) -> Self;
    /// One of [`OPEN`], [`LOSS`], [`WIN`].
    fn kind(self) -> u32;
    /// The number.
    fn number(self) -> u32;
    /// An open cell with one option fewer.
    fn less(self) -> Self;
}

macro_rules! cell {
    ($word:ty) => {
        impl Cell for $word {
            const MOST: u32 = (<$word>::MAX >> 2) as u32;

            #[inline]
            fn new(kind: u32, number: u32) -> Self {
                ((number << 2) | kind) as $word
            }

            #[inline]
            fn kind(self) -> u32 {
                u32::from(self) & 3
            }

            #[inline]
            fn number(self) -> u32 {
                u32::from(self) >> 2
            }

            #[inline]
            fn less(self) -> Self {
                self - 4
            }
        }
    };
}
cell!(u16);
cell!(u32);

/// The cells of all nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cells {
    /// Numbers below 2^14.
    Narrow(Vec<u16>),
    /// Numbers below 2^30.
    Wide(Vec<u32>),
}

impl Cells {
    fn get(&self, node: u32) -> u32 {
        match self {
            Self::Narrow(cells) => u32::from(cells[node as usize]),
            Self::Wide(cells) => cells[node as usize],
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Narrow(cells) => cells.len(),
            Self::Wide(cells) => cells.len(),
        }
    }
}

/// The same cells with room for larger numbers.
pub(super) fn widen(cells: &[u16]) -> Vec<u32> {
    cells.iter().map(|&cell| u32::from(cell)).collect()
}

/// Outcome and remoteness of every node.
///
/// Two tables are equal when they say the same of every node.
#[derive(Clone, Debug)]
pub struct Outcomes {
    pub(super) cells: Cells,
}

impl PartialEq for Outcomes {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && (0..self.len())
                .all(|v| self.outcome(v) == other.outcome(v) && self.remoteness(v) == other.remoteness(v))
    }
}

impl Eq for Outcomes {}

impl Outcomes {
    /// How many nodes there are.
    pub fn len(&self) -> u32 {
        self.cells.len() as u32
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Who wins at `node`.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn outcome(&self, node: u32) -> Outcome {
        match self.cells.get(node).kind() {
            LOSS => Outcome::Loss,
            WIN => Outcome::Win,
            _ => Outcome::Draw,
        }
    }

    /// Plies to the end under best play; a draw has none.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn remoteness(&self, node: u32) -> Option<Remoteness> {
        let cell = self.cells.get(node);
        (cell.kind() != OPEN).then(|| Remoteness(u64::from(cell.number())))
    }

    /// How many nodes are lost, drawn and won.
    pub fn counts(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        let mut count = |cell: u32| {
            counts[match cell.kind() {
                LOSS => 0,
                WIN => 2,
                _ => 1,
            }] += 1;
        };
        match &self.cells {
            Cells::Narrow(cells) => cells.iter().for_each(|&cell| count(u32::from(cell))),
            Cells::Wide(cells) => cells.iter().for_each(|&cell| count(cell)),
        }
        counts
    }

    /// The largest remoteness, if anything is decided.
    pub fn longest(&self) -> Option<Remoteness> {
        (0..self.len()).filter_map(|v| self.remoteness(v)).max()
    }

    /// The nodes that are draws, ascending.
    pub fn draws(&self) -> impl Iterator<Item = u32> {
        (0..self.len()).filter(|&v| self.outcome(v) == Outcome::Draw)
    }

    /// Bytes a node takes.
    pub fn width(&self) -> u64 {
        match self.cells {
            Cells::Narrow(_) => 2,
            Cells::Wide(_) => 4,
        }
    }
}

/// A run between two levels: enough to go on from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial {
    pub(super) cells: Cells,
    pub(super) level: u32,
}

impl Partial {
    /// The remoteness whose nodes are found, but whose predecessors are not.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> u32 {
        self.cells.len() as u32
    }

    /// The cells as bytes, little-endian, and the bytes a node takes (2 or 4).
    pub fn to_bytes(&self) -> (Vec<u8>, u8) {
        match &self.cells {
            Cells::Narrow(cells) => (cells.iter().flat_map(|c| c.to_le_bytes()).collect(), 2),
            Cells::Wide(cells) => (cells.iter().flat_map(|c| c.to_le_bytes()).collect(), 4),
        }
    }

    /// The run that [`Partial::to_bytes`] wrote; `None` when the width is neither 2 nor 4 or
    /// does not divide the bytes.
    pub fn from_bytes(bytes: &[u8], width: u8, level: u32) -> Option<Self> {
        let cells = match width {
            2 if bytes.len().is_multiple_of(2) => {
                let word = |b: &[u8]| u16::from_le_bytes([b[0], b[1]]);
                Cells::Narrow(bytes.chunks_exact(2).map(word).collect())
            }
            4 if bytes.len().is_multiple_of(4) => {
                let word = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
                Cells::Wide(bytes.chunks_exact(4).map(word).collect())
            }
            _ => return None,
        };
        Some(Self { cells, level })
    }

    /// The finished table, once nothing is left to do.
    pub(super) fn into_outcomes(self) -> Outcomes {
        Outcomes { cells: self.cells }
    }
}
