//! Graphs in JSON: lists of options, or nodes and edges.
//!
//! The syntax is read by a library; it keeps no places, so an error about the meaning points at
//! the first spelling of the value in question.

use grundy_rules::{ParseError, Span, Text};
use serde_json::{Map, Value};

use super::{Builder, NamedGraph};

/// Reads a graph in JSON.
pub(super) fn read(text: &Text) -> Result<NamedGraph, ParseError> {
    let value: Value = serde_json::from_str(text.as_str()).map_err(|error| syntax(text, &error))?;
    let mut builder = Builder::new(text);
    match &value {
        Value::Array(lists) => {
            count(&mut builder, text, lists.len() as u64, 0..1)?;
            for (from, list) in (0u32..).zip(lists) {
                options(&mut builder, text, from, list)?;
            }
        }
        Value::Object(fields) => object(&mut builder, text, fields)?,
        other => return Err(wrong(text, "a list of options, or an object", other)),
    }
    builder.finish()
}

/// Reads the form with named fields.
fn object(builder: &mut Builder<'_>, text: &Text, fields: &Map<String, Value>) -> Result<(), ParseError> {
    for name in fields.keys() {
        if !["nodes", "edges", "options", "ends"].contains(&name.as_str()) {
            let error = text.error(
                place(text, &format!("\"{name}\"")),
                "nodes, edges, options or ends",
                format!("`{name}`"),
            );
            return Err(error.help("the forms of a graph are in docs/arenas.md"));
        }
    }
    let declared = fields.contains_key("nodes") || fields.contains_key("options");
    match fields.get("nodes") {
        None => {}
        Some(Value::Array(names)) => {
            for name in names {
                builder.node(&name_of(text, name)?, || place(text, &name.to_string()))?;
            }
        }
        Some(number) => {
            let nodes =
                number.as_u64().ok_or_else(|| wrong(text, "the number of nodes, or their names", number))?;
            count(builder, text, nodes, place(text, &number.to_string()))?;
        }
    }
    match fields.get("options") {
        None => {}
        Some(Value::Object(lists)) => {
            for name in lists.keys() {
                builder.node(name, || place(text, &format!("\"{name}\"")))?;
            }
            for (name, list) in lists {
                let from = builder.known(name, || place(text, name))?;
                options(builder, text, from, list)?;
            }
        }
        Some(other) => return Err(wrong(text, "an object with the options of each node", other)),
    }
    match fields.get("edges") {
        None => {}
        Some(Value::Array(edges)) => {
            for edge in edges {
                let ends = edge.as_array().filter(|ends| ends.len() == 2);
                let ends = ends.ok_or_else(|| wrong(text, "an edge as two nodes", edge))?;
                let mut nodes = [0; 2];
                for (node, end) in nodes.iter_mut().zip(ends) {
                    let span = || within(text, edge, end);
                    let name = name_of(text, end)?;
                    *node = if declared { builder.known(&name, span)? } else { builder.node(&name, span)? };
                }
                builder.edge(nodes[0], nodes[1]);
            }
        }
        Some(other) => return Err(wrong(text, "a list of edges", other)),
    }
    match fields.get("ends") {
        None => Ok(()),
        Some(Value::Object(ends)) => ends.iter().try_for_each(|(name, end)| {
            let span = last_place(text, &format!("\"{name}\""));
            let node = builder.known(name, || span.clone())?;
            let end = end.as_str().ok_or_else(|| wrong(text, "loss, draw or win", end))?;
            builder.mark(node, end, span)
        }),
        Some(other) => Err(wrong(text, "an object with what each end is", other)),
    }
}

/// Adds nodes named 0, 1, 2, ...
fn count(builder: &mut Builder<'_>, text: &Text, nodes: u64, span: Span) -> Result<(), ParseError> {
    let most = u64::from(u32::MAX);
    if nodes > most {
        return Err(text.error(span, format!("at most {most} nodes"), nodes.to_string()));
    }
    (0..nodes).try_for_each(|node| builder.node(&node.to_string(), || span.clone()).map(drop))
}

/// Adds the options of one node.
fn options(builder: &mut Builder<'_>, text: &Text, from: u32, list: &Value) -> Result<(), ParseError> {
    let options = list.as_array().ok_or_else(|| wrong(text, "a list of options", list))?;
    for option in options {
        let to = builder.known(&name_of(text, option)?, || within(text, list, option))?;
        builder.edge(from, to);
    }
    Ok(())
}

/// A node's name: a string or a whole number.
fn name_of(text: &Text, value: &Value) -> Result<String, ParseError> {
    match value {
        Value::String(name) => Ok(name.clone()),
        Value::Number(number) if number.is_u64() => Ok(number.to_string()),
        other => Err(wrong(text, "a node, as a name or a number", other)),
    }
}

fn wrong(text: &Text, expected: &str, found: &Value) -> ParseError {
    let found = found.to_string();
    let span = place(text, &found);
    let shown: String = found.chars().take(40).collect();
    text.error(span, expected, format!("`{shown}`"))
}

/// Where a value is first spelled like this; the whole text where it is spelled otherwise.
fn place(text: &Text, spelled: &str) -> Span {
    match text.as_str().find(spelled) {
        Some(at) => at..at + spelled.len(),
        None => 0..text.as_str().trim_end().len().min(1),
    }
}

/// Where a value is last spelled like this.
fn last_place(text: &Text, spelled: &str) -> Span {
    text.as_str().rfind(spelled).map_or_else(|| place(text, spelled), |at| at..at + spelled.len())
}

/// Where a value is spelled inside another one, of which blanks do not count.
fn within(text: &Text, outer: &Value, inner: &Value) -> Span {
    let (outer, inner) = (outer.to_string(), inner.to_string());
    let mut letters = text.as_str().char_indices().filter(|(_, c)| !c.is_whitespace());
    let squeezed: Vec<(usize, char)> = letters.by_ref().collect();
    let plain: String = squeezed.iter().map(|&(_, c)| c).collect();
    let found = plain.find(&outer).and_then(|at| plain[at..].rfind(&inner[..]).map(|_| at));
    let Some(at) = found else { return place(text, &inner) };
    let Some(offset) = outer.rfind(&inner) else { return place(text, &inner) };
    let first = plain[..at + offset].chars().count();
    squeezed.get(first).map_or(0..0, |&(byte, _)| byte..byte + inner.len())
}

/// An error of the library, at its place.
fn syntax(text: &Text, error: &serde_json::Error) -> ParseError {
    let lines = text.as_str().split_inclusive('\n').take(error.line().saturating_sub(1));
    let line_start: usize = lines.map(str::len).sum();
    let length = text.as_str().trim_end().len();
    let at = (line_start + error.column().saturating_sub(1)).min(length.saturating_sub(1));
    let at = (0..=at).rev().find(|&at| text.as_str().is_char_boundary(at)).unwrap_or(0);
    let end = text.as_str()[at..].chars().next().map_or(at, |c| at + c.len_utf8());
    let message = error.to_string();
    let reason = message.split(" at line ").next().unwrap_or("something else");
    text.error(at..end, "JSON", reason.to_string())
}
