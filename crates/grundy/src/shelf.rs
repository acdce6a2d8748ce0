//! A search's table in a file.
//!
//! The main type is [`Shelf`]: the bytes of a table file on the way in, and on the way out. The
//! format is the same on every machine: a line `grundy table 1`, a line that says what the table
//! is of, the number of words a position has and the number of positions, and then each
//! position's words and 32 bits of fact, all integers little-endian; last a checksum (FNV-1a of
//! 64 bits) of all that came before. A file that was cut short or altered is refused, and one of
//! other rules.

use std::sync::{Mutex, PoisonError};

use grundy_rules::Game;
use grundy_solvers::nimber::{Fact, Table};

const MAGIC: &str = "grundy table 1\n";

/// Nodes that a loaded fact is taken to have cost, for replacement.
const COST: u64 = 1 << 10;

/// A table file, read or to be written.
#[derive(Debug, Default)]
pub struct Shelf {
    bytes: Mutex<Vec<u8>>,
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte))
}

impl Shelf {
    /// A shelf with the bytes of a file; empty bytes are an empty shelf.
    ///
    /// # Errors
    /// When they are no table file, or one that was cut short or altered.
    pub fn read(bytes: Vec<u8>) -> Result<Self, String> {
        if !bytes.is_empty() {
            if !bytes.starts_with(MAGIC.as_bytes()) {
                return Err("expected a table file, which starts with `grundy table 1`".to_string());
            }
            let body = bytes.len().checked_sub(8).filter(|&end| end > MAGIC.len());
            let whole = body.is_some_and(|end| checksum(&bytes[..end]) == number(&bytes[end..]));
            if !whole {
                return Err("the table file was cut short or altered: its checksum is wrong".to_string());
            }
        }
        Ok(Self { bytes: Mutex::new(bytes) })
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts what the file knows into a table.
    pub(crate) fn load<G: Game>(
        &self,
        game: &G,
        key: &str,
        table: &Table<G::Position>,
    ) -> Result<(), String> {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        if bytes.is_empty() {
            return Ok(());
        }
        let rest = &bytes[MAGIC.len()..bytes.len() - 8];
        let broken = || "the table file holds something that is no position of this game".to_string();
        let line = rest.iter().position(|&byte| byte == b'\n').ok_or_else(broken)?;
        let of = String::from_utf8_lossy(&rest[..line]);
        if of != key {
            return Err(format!("the table file is of `{of}`, not of `{key}`"));
        }
        let rest = &rest[line + 1..];
        if rest.len() < 16 {
            return Err(broken());
        }
        let (width, count) = (number(&rest[..8]), number(&rest[8..16]));
        let size = width
            .checked_mul(8)
            .and_then(|n| n.checked_add(4))
            .filter(|_| width < 1 << 16)
            .ok_or_else(broken)?;
        let entries = &rest[16..];
        if count.checked_mul(size) != Some(entries.len() as u64) {
            return Err(broken());
        }
        for entry in entries.chunks(size as usize) {
            let (words, fact) = entry.split_at(entry.len() - 4);
            let words: Vec<u64> = words.chunks(8).map(number).collect();
            let at = game.unpack(&words).ok_or_else(broken)?;
            let at = game.canonical(&at).unwrap_or(at);
            table.put(&at, Fact::from_bits(number(fact) as u32), COST);
        }
        Ok(())
    }

    /// Takes what a table knows.
    pub(crate) fn store<G: Game>(&self, game: &G, key: &str, table: &Table<G::Position>) {
        let (mut entries, mut count, mut width) = (Vec::new(), 0u64, 0u64);
        table.each(|at, fact| {
            let words = game.pack(at);
            width = words.len() as u64;
            count += 1;
            words.iter().for_each(|word| entries.extend(word.to_le_bytes()));
            entries.extend(fact.bits().to_le_bytes());
        });
        let mut bytes = format!("{MAGIC}{key}\n").into_bytes();
        bytes.extend(width.to_le_bytes());
        bytes.extend(count.to_le_bytes());
        bytes.append(&mut entries);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        *self.bytes.lock().unwrap_or_else(PoisonError::into_inner) = bytes;
    }
}
