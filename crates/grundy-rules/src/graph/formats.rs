//! Graphs in the formats that programs write: graph6, edge lists, DIMACS and DOT.
//!
//! Main function: [`read`]. Which format it is can be told from the text: DOT starts with
//! `graph` or `strict`, DIMACS has a line that starts with `p`, graph6 is one word without digits
//! and hyphens, and all else is a list of edges.
//! Source: graph6 as in `nauty`'s formats.txt (B. D. `McKay`); DIMACS as in the coloring challenge
//! of 1993; DOT as in the Graphviz manual, without subgraphs and ports.

use super::Graph;
use super::named::{NamedGraph, Names};
use crate::{ParseError, Text, Word};

/// Reads a graph in any of the formats.
pub(super) fn read(text: &Text, most: u64) -> Result<NamedGraph, ParseError> {
    let Some(first) = text.words().next() else {
        return Err(text
            .error_at_end("a graph: graph6, edges such as `0-1,1-2`, DIMACS or DOT")
            .help("a family has its name behind the colon, such as `:grid 3 5`"));
    };
    let keyword = first.text.split('{').next().unwrap_or("");
    if ["graph", "strict", "digraph"].contains(&keyword) && text.as_str().contains('{') {
        return dot(text, most);
    }
    if text.as_str().lines().any(|line| line.trim_start().starts_with("p ")) {
        return dimacs(text, most);
    }
    let single = text.words().nth(1).is_none();
    if single
        && (first.text.starts_with(HEADER)
            || !first.text.contains(|c: char| c == '-' || c == ',' || c.is_ascii_digit()))
    {
        return read_graph6(&first, most);
    }
    edge_list(text, most)
}

const HEADER: &str = ">>graph6<<";

/// Reads one graph6 word.
fn read_graph6(word: &Word<'_>, most: u64) -> Result<NamedGraph, ParseError> {
    let skip = if word.text.starts_with(HEADER) { HEADER.len() } else { 0 };
    if let Some((at, bad)) = word.text.char_indices().skip(skip).find(|(_, c)| !('?'..='~').contains(c)) {
        return Err(word
            .error(at..at + bad.len_utf8(), "a letter of graph6, from `?` to `~`")
            .help("edges are written `0-1,1-2`"));
    }
    let sixes: Vec<u8> = word.text.bytes().skip(skip).map(|byte| byte - 63).collect();
    let number = |digits: &[u8]| digits.iter().fold(0u64, |n, &six| n << 6 | u64::from(six));
    let short = |what: &str| word.error_found(word.text.len()..word.text.len(), what, "the end");
    let (n, used) = match sixes.as_slice() {
        [] => return Err(short("the number of vertices")),
        [63, 63, rest @ ..] if rest.len() >= 6 => (number(&rest[..6]), 8),
        [63, 63, ..] => return Err(short("six letters for the number of vertices")),
        [63, rest @ ..] if rest.len() >= 3 => (number(&rest[..3]), 4),
        [63, ..] => return Err(short("three letters for the number of vertices")),
        [n, ..] => (u64::from(*n), 1),
    };
    if n > most {
        let found = format!("{n} vertices");
        return Err(word.error_found(
            skip..skip + used,
            format!("a graph of at most {most} vertices"),
            found,
        ));
    }
    let bits = n * n.saturating_sub(1) / 2;
    let letters = bits.div_ceil(6) as usize;
    let body = &sixes[used..];
    if body.len() < letters {
        return Err(short(&format!("{} more letters for the edges of {n} vertices", letters - body.len())));
    }
    if body.len() > letters {
        let at = skip + used + letters;
        return Err(word.error(at..word.text.len(), format!("the end, after the edges of {n} vertices")));
    }
    let bit = |i: u64| body[(i / 6) as usize] >> (5 - i % 6) & 1 != 0;
    if (bits..letters as u64 * 6).any(bit) {
        let at = word.text.len() - 1;
        return Err(word.error(at..at + 1, "a last letter whose spare bits are 0"));
    }
    let mut edges = Vec::new();
    let mut i = 0;
    for v in 1..n as u32 {
        for u in 0..v {
            if bit(i) {
                edges.push((u, v));
            }
            i += 1;
        }
    }
    let graph = Graph::new(n as u32, &edges).expect("graph6 gives each pair once");
    Ok(NamedGraph::numbered(graph))
}

/// The graph6 word of a graph.
pub(super) fn graph6(graph: &Graph) -> String {
    let n = u64::from(graph.len());
    let mut sixes: Vec<u8> = match n {
        0..=62 => vec![n as u8],
        63..=258_047 => [63].into_iter().chain((0..3).rev().map(|i| (n >> (6 * i) & 63) as u8)).collect(),
        _ => [63, 63].into_iter().chain((0..6).rev().map(|i| (n >> (6 * i) & 63) as u8)).collect(),
    };
    let start = sixes.len();
    sixes.resize(start + (n * n.saturating_sub(1) / 2).div_ceil(6) as usize, 0);
    for (u, v) in graph.edges() {
        let i = u64::from(v) * (u64::from(v) - 1) / 2 + u64::from(u);
        sixes[start + (i / 6) as usize] |= 1 << (5 - i % 6);
    }
    let word: String = sixes.into_iter().map(|six| (six + 63) as char).collect();
    // A word that starts with @ would be a file's name.
    if word.starts_with('@') { format!("{HEADER}{word}") } else { word }
}

/// Whether a name can stand in an edge list.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
}

fn too_many(word: &Word<'_>, most: u64) -> ParseError {
    word.error_found(0..word.text.len(), format!("a graph of at most {most} vertices"), "one more")
}

/// Reads edges: `u-v`, or lines with two names; a name alone is a vertex.
fn edge_list(text: &Text, most: u64) -> Result<NamedGraph, ParseError> {
    let mut names = Names::default();
    let (mut edges, mut places) = (Vec::new(), Vec::new());
    for line in text.split(|c| c == '\n' || c == ',' || c == ';') {
        let line_text = line.to_text();
        let words: Vec<Word<'_>> = line_text.words().collect();
        if words.first().is_some_and(|word| word.text.starts_with('#')) {
            continue;
        }
        let start = line.start;
        let pair = words.len() == 2 && !words.iter().any(|word| word.text.contains('-'));
        for word in &words {
            let ends: Vec<&str> = word.text.split('-').collect();
            if ends.len() > 2 || !ends.iter().all(|end| is_name(end)) {
                return Err(word.expected("a vertex, or an edge such as `0-1`"));
            }
            let numbers: Vec<u32> = ends.iter().map(|end| names.number(end)).collect();
            if names.list.len() as u64 > most {
                return Err(too_many(word, most));
            }
            if let [u, v] = numbers[..] {
                edges.push((u, v));
                places.push(start + word.start..start + word.start + word.text.len());
            }
        }
        if pair {
            edges.push((names.number(words[0].text), names.number(words[1].text)));
            places.push(start + words[0].start..start + words[1].start + words[1].text.len());
        }
    }
    let new = names.sort_numbers();
    for (u, v) in &mut edges {
        (*u, *v) = (new[*u as usize], new[*v as usize]);
    }
    NamedGraph::from_names(text, &names.list, &edges, |edge| places[edge].clone())
}

/// Reads DIMACS: `c` remarks, `p edge N M`, `e U V`.
fn dimacs(text: &Text, most: u64) -> Result<NamedGraph, ParseError> {
    let mut size: Option<u64> = None;
    let (mut edges, mut places) = (Vec::new(), Vec::new());
    for line in text.split(|c| c == '\n') {
        let line_text = line.to_text();
        let words: Vec<Word<'_>> = line_text.words().collect();
        let Some(kind) = words.first() else { continue };
        let need = |i: usize, what: &str| {
            words.get(i).copied().ok_or_else(|| line_text.error_at_end(what.to_string()))
        };
        match (kind.text, size) {
            ("c", _) => {}
            ("p", None) => {
                need(1, "`edge`")?;
                size = Some(need(2, "the number of vertices")?.number("the number of vertices", 0..=most)?);
            }
            ("e", Some(n)) => {
                let u = need(1, "a vertex")?.number("a vertex", 1..=n)?;
                let v = need(2, "a second vertex")?.number("a vertex", 1..=n)?;
                edges.push((u as u32 - 1, v as u32 - 1));
                places.push(line.start..line.start + line.text.trim_end().len());
            }
            ("p", Some(_)) => return Err(kind.expected("one line with `p`")),
            (_, None) => return Err(kind.expected("`c` or `p edge N M`")),
            (_, Some(_)) => return Err(kind.expected("`c` or `e U V`")),
        }
    }
    let names: Vec<String> = (1..=size.unwrap_or(0)).map(|v| v.to_string()).collect();
    NamedGraph::from_names(text, &names, &edges, |edge| places[edge].clone())
}

/// The pieces of a DOT text: names, `--`, and single signs, with their place; remarks are left out.
fn dot_tokens(text: &Text) -> Result<Vec<(usize, String)>, ParseError> {
    let source = text.as_str();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        let end_of = |mark: &str, from: usize| rest[from..].find(mark).map(|n| from + n + mark.len());
        let len = if rest.starts_with("//") || c == '#' {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            end_of("*/", 2).ok_or_else(|| text.error(at..at + 2, "a remark that ends with */", "no end"))?
        } else if c == '"' {
            let len = end_of("\"", 1).ok_or_else(|| text.error(at..at + 1, "a closing quote", "no end"))?;
            tokens.push((at, rest[1..len - 1].to_string()));
            len
        } else if rest.starts_with("--") || rest.starts_with("->") {
            tokens.push((at, rest[..2].to_string()));
            2
        } else if c.is_whitespace() {
            c.len_utf8()
        } else if c.is_alphanumeric() || c == '_' || c == '.' {
            let len =
                rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len());
            tokens.push((at, rest[..len].to_string()));
            len
        } else {
            tokens.push((at, c.to_string()));
            c.len_utf8()
        };
        at += len;
    }
    Ok(tokens)
}

/// Reads an undirected DOT graph.
fn dot(text: &Text, most: u64) -> Result<NamedGraph, ParseError> {
    let tokens = dot_tokens(text)?;
    let mut rest = tokens.as_slice();
    let span = |token: &(usize, String)| token.0..token.0 + token.1.len();
    let error = |token: Option<&(usize, String)>, wanted: &str| match token {
        Some(token) => text.error(span(token), wanted, format!("`{}`", token.1)),
        None => text.error_at_end(wanted.to_string()),
    };
    let take = |rest: &mut &[(usize, String)]| -> Option<(usize, String)> {
        let (first, others) = rest.split_first()?;
        *rest = others;
        Some(first.clone())
    };
    let strict = rest.first().is_some_and(|token| token.1 == "strict");
    if strict {
        take(&mut rest);
    }
    match take(&mut rest) {
        Some(token) if token.1 == "graph" => {}
        token => return Err(error(token.as_ref(), "`graph`: an undirected graph")),
    }
    if rest.first().is_some_and(|token| token.1 != "{") {
        take(&mut rest);
    }
    match take(&mut rest) {
        Some(token) if token.1 == "{" => {}
        token => return Err(error(token.as_ref(), "`{`")),
    }
    let mut names = Names::default();
    let (mut edges, mut places) = (Vec::new(), Vec::new());
    let mut before: Option<u32> = None;
    loop {
        let Some(token) = take(&mut rest) else { return Err(error(None, "`}`")) };
        match token.1.as_str() {
            "}" => break,
            ";" | "," => before = None,
            "[" => {
                while let Some(inside) = take(&mut rest) {
                    if inside.1 == "]" {
                        break;
                    }
                }
            }
            "{" | "subgraph" => {
                return Err(error(Some(&token), "vertices and edges: subgraphs are not read"));
            }
            "->" => return Err(error(Some(&token), "`--`: an undirected edge")),
            "--" => return Err(error(Some(&token), "a vertex before `--`")),
            "=" => {
                take(&mut rest);
                before = None;
            }
            name => {
                if rest.first().is_some_and(|next| next.1 == "=")
                    || ["graph", "node", "edge"].contains(&name)
                        && rest.first().is_some_and(|next| next.1 == "[")
                {
                    continue;
                }
                if !is_name(name) {
                    return Err(error(Some(&token), "a name of letters and digits"));
                }
                let v = names.number(name);
                if names.list.len() as u64 > most {
                    return Err(error(Some(&token), &format!("a graph of at most {most} vertices")));
                }
                if let Some(u) = before.take() {
                    let pair = (u.min(v), u.max(v));
                    if !(strict && edges.contains(&pair)) {
                        edges.push(pair);
                        places.push(span(&token));
                    }
                }
                if rest.first().is_some_and(|next| next.1 == "--") {
                    take(&mut rest);
                    before = Some(v);
                    if rest.first().is_none_or(|next| ["}", ";", "--", "["].contains(&next.1.as_str())) {
                        return Err(error(rest.first(), "a vertex after `--`"));
                    }
                }
            }
        }
    }
    if let Some(token) = rest.first() {
        return Err(error(Some(token), "nothing after `}`"));
    }
    NamedGraph::from_names(text, &names.list, &edges, |edge| places[edge].clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(source: &str) -> Text {
        Text::new("question", source)
    }

    #[test]
    fn the_same_graph_in_every_format() {
        let check = |source: &str, labels: &[&str]| {
            let read = read(&text(source), 100).unwrap();
            assert_eq!(read.labels, labels, "{source}");
            assert_eq!(read.graph.edges().collect::<Vec<_>>(), [(0, 1), (1, 2)], "{source}");
            assert_eq!(super::read(&text(&read.text), 100), Ok(read), "{source}");
        };
        check("Bg", &["0", "1", "2"]);
        check(">>graph6<<Bg\n", &["0", "1", "2"]);
        check("0-1,1-2", &["0", "1", "2"]);
        check("0-1 1-2", &["0", "1", "2"]);
        check("0 1\r\n2 1\r\n", &["0", "1", "2"]);
        check("7-10,10-11", &["7", "10", "11"]);
        check("a-b,b-c", &["a", "b", "c"]);
        check("c a path\np edge 3 2\ne 1 2\ne 3 2\n", &["1", "2", "3"]);
        check("graph { a -- b -- c }", &["a", "b", "c"]);
        check(
            "strict graph \"g\" {\n a [color=red]; node [shape=box] a--b; b--a; // x\n b--c }",
            &["a", "b", "c"],
        );
    }

    #[test]
    fn graph6_round_trips() {
        for n in 0..70u32 {
            let edges: Vec<(u32, u32)> = (0..n)
                .flat_map(|v| (0..v).map(move |u| (u, v)))
                .filter(|(u, v)| (u * 7 + v * 5) % 3 == 0)
                .collect();
            let graph = Graph::new(n, &edges).unwrap();
            assert_eq!(read(&text(&graph6(&graph)), 100).unwrap().graph, graph, "{n}");
        }
    }

    #[test]
    fn bad_graphs_point_at_the_place() {
        let check = |source: &str, span: std::ops::Range<usize>| {
            assert_eq!(read(&text(source), 100).unwrap_err().span(), span, "{source}");
        };
        check("B", 1..1);
        check("Bgg", 2..3);
        check("Bh", 1..2);
        check("B\u{e9}", 1..3);
        check("~~??~~~~", 0..8);
        check("0-1,1-1", 4..7);
        check("0-1,1-2,1-0", 8..11);
        check("0-1-2,", 0..5);
        check("0-", 0..2);
        check("p edge 1000000000 3", 7..17);
        check("p edge 3 1\ne 1 4", 15..16);
        check("p edge 3 1\ne 1 1", 11..16);
        check("p edge 3 1\ne 1", 14..14);
        check("graph { a -- b -> c }", 15..17);
        check("digraph { a -> b }", 0..7);
        check("graph { a --", 12..12);
        check("graph { a", 9..9);
        check("", 0..0);
    }
}
