//! A run between two levels in bytes.
//!
//! Main functions: [`write`] and [`Saved::read`]. Little-endian: a line `grundy run 1`; a line
//! with the key; 1 if there is a graph, else 0; with a graph its nodes, edges and marks, the end of
//! each row, the options, the marks as pairs of a node and 1 (draw) or 2 (win), the ends of the
//! names and the names; the level; the bytes of a cell and the cells; and at the end the 64-bit
//! FNV-1a hash of all that came before. Numbers have 32 bits.

use grundy_rules::{Digraph, End};
use grundy_solvers::retrograde::Partial;

use super::Names;

const MAGIC: &[u8] = b"grundy run 1\n";

/// What a file held.
pub(super) struct Saved {
    /// The graph with its names, unless the rules give it.
    pub(super) graph: Option<(Digraph, Names)>,
    pub(super) partial: Partial,
}

/// The bytes of a run.
pub(super) fn write(key: &str, graph: Option<(&Digraph, &Names)>, partial: &Partial) -> Vec<u8> {
    use grundy_rules::Arena as _;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(key.replace('\n', " ").as_bytes());
    bytes.push(b'\n');
    let word = |bytes: &mut Vec<u8>, word: u32| bytes.extend(word.to_le_bytes());
    word(&mut bytes, u32::from(graph.is_some()));
    if let Some((graph, names)) = graph {
        let head = [graph.nodes(), graph.edges() as u32, graph.marks().len() as u32, names.text.len() as u32];
        for n in head {
            word(&mut bytes, n);
        }
        let mut end = 0;
        for node in 0..graph.nodes() {
            end += graph.degree(node);
            word(&mut bytes, end);
        }
        (0..graph.nodes()).flat_map(|node| graph.row(node)).for_each(|&to| word(&mut bytes, to));
        for &(node, end) in graph.marks() {
            word(&mut bytes, node);
            word(&mut bytes, if end == End::Draw { 1 } else { 2 });
        }
        names.ends.iter().for_each(|&end| word(&mut bytes, end));
        bytes.extend(names.text.as_bytes());
    }
    word(&mut bytes, partial.level());
    let (cells, width) = partial.to_bytes();
    word(&mut bytes, width.into());
    bytes.extend(cells);
    let hash = grundy_verify::arena::hash(&bytes);
    bytes.extend(hash.to_le_bytes());
    bytes
}

/// What is said of a file whose hash is right and whose content is not.
pub(super) fn broken() -> String {
    "the saved run does not hold together".to_string()
}

impl Saved {
    /// Reads a run.
    ///
    /// # Errors
    /// In words: when it is none, was cut short or altered, or is of something else.
    pub(super) fn read(bytes: &[u8], key: &str) -> Result<Self, String> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err("expected a saved run, which starts with `grundy run 1`".to_string());
        };
        let whole = bytes
            .len()
            .checked_sub(8)
            .filter(|&end| end >= MAGIC.len())
            .is_some_and(|end| grundy_verify::arena::hash(&bytes[..end]).to_le_bytes() == bytes[end..]);
        if !whole {
            return Err("the saved run was cut short or altered: its checksum is wrong".to_string());
        }
        let mut reader = Reader(&rest[..rest.len() - 8]);
        let of = reader.line()?;
        if of != key.replace('\n', " ") {
            return Err(format!("the saved run is of `{of}`, not of `{key}`"));
        }
        let graph = if reader.word()? == 1 { Some(reader.graph()?) } else { None };
        let level = reader.word()?;
        let width = u8::try_from(reader.word()?).map_err(|_| broken())?;
        let partial = Partial::from_bytes(reader.0, width, level).ok_or_else(broken)?;
        Ok(Self { graph, partial })
    }
}

/// Bytes that are still to be read.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn take(&mut self, length: usize) -> Result<&'b [u8], String> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or_else(broken)?;
        self.0 = rest;
        Ok(taken)
    }

    fn line(&mut self) -> Result<String, String> {
        let length = self.0.iter().position(|&byte| byte == b'\n').ok_or_else(broken)?;
        let line = String::from_utf8_lossy(self.take(length)?).into_owned();
        self.take(1).map(|_| line)
    }

    fn word(&mut self) -> Result<u32, String> {
        self.words(1).map(|words| words[0])
    }

    fn words(&mut self, count: usize) -> Result<Vec<u32>, String> {
        let word = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        Ok(self.take(count.saturating_mul(4))?.chunks_exact(4).map(word).collect())
    }

    fn graph(&mut self) -> Result<(Digraph, Names), String> {
        let head = self.words(4)?;
        let [nodes, edges, marks, letters] = [0, 1, 2, 3].map(|i| head[i] as usize);
        let mut starts = vec![0];
        starts.extend(self.words(nodes)?);
        let mut graph = Digraph::from_rows(starts, self.words(edges)?).map_err(|fault| fault.message)?;
        for mark in self.words(2 * marks)?.chunks_exact(2) {
            let end = if mark[1] == 1 { End::Draw } else { End::Win };
            graph.mark(mark[0], end).map_err(|fault| fault.message)?;
        }
        let ends = self.words(nodes)?;
        let text = std::str::from_utf8(self.take(letters)?).map_err(|_| broken())?.to_string();
        let borders = ends.is_sorted()
            && ends.iter().all(|&end| text.is_char_boundary(end as usize))
            && ends.last().is_none_or(|&end| end as usize == text.len());
        if borders { Ok((graph, Names { ends, text })) } else { Err(broken()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::{Budget, Nodes};
    use grundy_solvers::retrograde::{outcomes, outcomes_from};

    #[test]
    fn runs_are_taken_up_and_damage_is_refused() {
        let mut graph = Digraph::from_lists([&[1, 2][..], &[2], &[3], &[], &[]]).unwrap();
        graph.mark(4, End::Draw).unwrap();
        let names = Names::of(["a", "b\u{e9}", "", "d", "e"].map(String::from).into_iter()).unwrap();
        let tight = Budget::default().with_nodes(Nodes(1));
        let partial = outcomes_from(&graph, None, &tight, &mut |_| {}).unwrap_err().partial.unwrap();
        let bytes = write("key", Some((&graph, &names)), &partial);
        let saved = Saved::read(&bytes, "key").unwrap();
        assert_eq!(saved.graph, Some((graph.clone(), names)));
        let whole = outcomes(&graph, &Budget::default()).unwrap();
        let again = outcomes_from(&graph, Some(saved.partial), &Budget::default(), &mut |_| {}).unwrap();
        assert_eq!(again, whole);
        assert!(Saved::read(&bytes, "other key").is_err());
        for length in 0..bytes.len() {
            assert!(Saved::read(&bytes[..length], "key").is_err(), "{length}");
        }
        for byte in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[byte] ^= 1;
            assert!(Saved::read(&wrong, "key").is_err(), "{byte}");
        }
        let board = Saved::read(&write("key", None, &partial), "key").unwrap();
        assert!(board.graph.is_none() && board.partial == partial);
    }
}
