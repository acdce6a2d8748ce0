//! Graphs in DOT, the language of Graphviz.
//!
//! Nodes, edges with chains and groups in braces, and the attribute `end` of a node are read;
//! every other attribute is passed over. Left out: ports, HTML labels, subgraphs with a name
//! used again.

use grundy_rules::{ParseError, Span, Text};

use super::{Builder, NamedGraph};

/// Whether a text begins like DOT.
pub(super) fn looks_like(text: &str) -> bool {
    let text = without_remarks(text.trim_start());
    let word: String = text.chars().take_while(char::is_ascii_alphabetic).collect::<String>().to_lowercase();
    let rest = text[word.len()..].trim_start();
    match word.as_str() {
        "strict" => rest.to_lowercase().starts_with("digraph") || rest.to_lowercase().starts_with("graph"),
        "digraph" | "graph" => {
            rest.split_inclusive(['{', '\n']).next().is_some_and(|line| line.contains('{'))
        }
        _ => false,
    }
}

/// The text behind remarks at its start.
fn without_remarks(mut text: &str) -> &str {
    loop {
        let rest = if text.starts_with("//") || text.starts_with('#') {
            text.split_once('\n').map(|(_, rest)| rest)
        } else if text.starts_with("/*") {
            text.split_once("*/").map(|(_, rest)| rest)
        } else {
            return text;
        };
        text = rest.unwrap_or("").trim_start();
    }
}

/// Reads a graph in DOT.
pub(super) fn read(text: &Text) -> Result<NamedGraph, ParseError> {
    let mut reader =
        Reader { text, tokens: tokens(text)?, at: 0, arrow: "->", depth: 0, builder: Builder::new(text) };
    reader.graph()?;
    reader.builder.finish()
}

/// A name, possibly in quotes, or a sign.
#[derive(Clone, Debug)]
struct Token {
    text: String,
    span: Span,
    /// Whether it is a name, so that `"->"` in quotes is no arrow.
    name: bool,
}

/// Cuts the text; remarks are left out.
fn tokens(text: &Text) -> Result<Vec<Token>, ParseError> {
    let source = text.as_str();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        let line_start = source[..at].ends_with('\n') || at == 0;
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if rest.starts_with("//") || (c == '#' && line_start) {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            let end =
                rest.find("*/").ok_or_else(|| text.error(at..at + 2, "the end of the remark", "none"))?;
            at += end + 2;
        } else if c == '"' {
            let end = rest[1..].find('"').ok_or_else(|| text.error(at..at + 1, "a closing quote", "none"))?;
            tokens.push(Token { text: rest[1..=end].to_string(), span: at..at + end + 2, name: true });
            at += end + 2;
        } else {
            let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            let (length, name) = if rest.starts_with("->") || rest.starts_with("--") {
                (2, false)
            } else if is_name(c) {
                (rest.find(|c| !is_name(c)).unwrap_or(rest.len()), true)
            } else {
                (c.len_utf8(), false)
            };
            tokens.push(Token { text: rest[..length].to_string(), span: at..at + length, name });
            at += length;
        }
    }
    Ok(tokens)
}

struct Reader<'t> {
    text: &'t Text,
    tokens: Vec<Token>,
    at: usize,
    /// The arrow of this graph; with `--` edges go both ways.
    arrow: &'static str,
    /// Open braces, at most [`DEEPEST`].
    depth: usize,
    builder: Builder<'t>,
}

/// Braces inside each other; the reader calls itself once for each.
const DEEPEST: usize = 100;

impl Reader<'_> {
    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    /// Whether a sign comes next.
    fn sees(&self, sign: &str) -> bool {
        self.tokens.get(self.at).is_some_and(|token| !token.name && token.text == sign)
    }

    /// Whether this word comes next.
    fn sees_word(&self, word: &str) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.name && token.text.eq_ignore_ascii_case(word))
    }

    fn error(&self, expected: &str) -> ParseError {
        match self.tokens.get(self.at) {
            Some(token) => self.text.error(token.span.clone(), expected, format!("`{}`", token.text)),
            None => self.text.error_at_end(expected),
        }
    }

    fn expect(&mut self, sign: &str) -> Result<(), ParseError> {
        if self.sees(sign) {
            self.at += 1;
            return Ok(());
        }
        Err(self.error(&format!("`{sign}`")))
    }

    fn graph(&mut self) -> Result<(), ParseError> {
        if self.sees_word("strict") {
            self.at += 1;
        }
        if self.sees_word("graph") {
            self.arrow = "--";
        }
        self.at += 1;
        if self.tokens.get(self.at).is_some_and(|token| token.name) {
            self.at += 1;
        }
        self.group()?;
        if self.at < self.tokens.len() {
            return Err(self.error("nothing after the graph"));
        }
        Ok(())
    }

    /// Reads statements in braces; returns the nodes named in them.
    fn group(&mut self) -> Result<Vec<u32>, ParseError> {
        self.expect("{")?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("fewer braces inside each other"));
        }
        let mut named = Vec::new();
        while !self.sees("}") {
            if self.sees(";") || self.sees(",") {
                self.at += 1;
            } else if self.at >= self.tokens.len() {
                return Err(self.error("`}`"));
            } else {
                self.statement(&mut named)?;
            }
        }
        self.at += 1;
        self.depth -= 1;
        Ok(named)
    }

    /// Reads a node, a chain of edges, a default or an attribute of the graph.
    fn statement(&mut self, named: &mut Vec<u32>) -> Result<(), ParseError> {
        let default = ["node", "edge", "graph"].iter().any(|word| self.sees_word(word));
        if default && self.tokens.get(self.at + 1).is_some_and(|t| !t.name && t.text == "[") {
            self.at += 1;
            return self.attributes(&[]);
        }
        let is = self.tokens.get(self.at + 1).is_some_and(|t| !t.name && t.text == "=");
        if is {
            self.at += 3;
            return Ok(());
        }
        let mut from = self.ends("a node or an edge")?;
        named.extend(&from);
        let mut edge = false;
        while self.sees("->") || self.sees("--") {
            self.expect(self.arrow)?;
            let to = self.ends("a node after the arrow")?;
            for &a in &from {
                for &b in &to {
                    self.builder.edge(a, b);
                    if self.arrow == "--" {
                        self.builder.edge(b, a);
                    }
                }
            }
            named.extend(&to);
            from = to;
            edge = true;
        }
        self.attributes(if edge { &[] } else { &from })
    }

    /// Reads a node or a group of nodes.
    fn ends(&mut self, expected: &str) -> Result<Vec<u32>, ParseError> {
        if self.sees_word("subgraph") {
            self.at += 1;
            if self.tokens.get(self.at).is_some_and(|token| token.name) {
                self.at += 1;
            }
        }
        if self.sees("{") {
            return self.group();
        }
        match self.next() {
            Some(token) if token.name => Ok(vec![self.builder.node(&token.text, || token.span.clone())?]),
            _ => {
                self.at -= 1;
                Err(self.error(expected))
            }
        }
    }

    /// Reads attributes in brackets, if there are any, and marks `nodes` with their `end`.
    fn attributes(&mut self, nodes: &[u32]) -> Result<(), ParseError> {
        while self.sees("[") {
            self.at += 1;
            while !self.sees("]") {
                let Some(key) = self.next() else { return Err(self.error("`]`")) };
                if !self.sees("=") {
                    continue;
                }
                self.at += 1;
                let Some(value) = self.next() else { return Err(self.error("a value")) };
                if key.name && key.text.eq_ignore_ascii_case("end") {
                    for &node in nodes {
                        self.builder.mark(node, &value.text, value.span.clone())?;
                    }
                }
            }
            self.at += 1;
        }
        Ok(())
    }
}
