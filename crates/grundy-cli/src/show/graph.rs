//! Graphs in a terminal: a line a vertex, with its neighbours.

use grundy::{Edge, Outcome, Place, Tone, Vertex};

use super::picture::{Marks, marked, tone};
use super::styled;

/// Graphs up to this many vertices are written out.
const WRITTEN: usize = 40;

/// The graph as lines: its size, and each vertex with where its edges lead, its tokens and its
/// mark. A marked place stands in brackets.
pub(super) fn lines(vertices: &[Vertex], edges: &[Edge], marks: &Marks) -> Vec<String> {
    let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let vertex_count = count(vertices.len(), "vertex", "vertices");
    let mut lines = vec![format!("graph with {vertex_count} and {}", count(edges.len(), "edge", "edges"))];
    if vertices.len() > WRITTEN {
        return lines;
    }
    let directed = edges.iter().any(|edge| edge.directed);
    let wide = vertices.iter().map(|vertex| vertex.label.chars().count()).max().unwrap_or(0);
    for (i, vertex) in vertices.iter().enumerate() {
        let name = match marks.get(&Place::Vertex(i)) {
            Some(&kind) => styled(&format!("[{}]", vertex.label), marked(kind)),
            None => format!(" {} ", styled(&vertex.label, tone(vertex.tone))),
        };
        let pad = " ".repeat(wide - vertex.label.chars().count());
        let mut line = name + &pad + if directed { " >" } else { " -" };
        let mut neighbours = neighbours(i, vertices, edges);
        neighbours.sort_unstable();
        for (neighbour, edge) in &neighbours {
            let label = &vertices[*neighbour].label;
            line += &match marks.get(&Place::Edge(*edge)) {
                Some(&kind) => format!(" {}", styled(&format!("[{label}]"), marked(kind))),
                None => format!(" {label}"),
            };
        }
        if neighbours.is_empty() {
            line += match (vertex.tone, directed, vertex.end) {
                (Tone::Dead, ..) => " (gone)",
                (_, false, _) => " (alone)",
                (.., Some(Outcome::Draw)) => " (end: a draw)",
                (.., Some(Outcome::Win)) => " (end: a win for who is stuck)",
                _ => " (end)",
            };
        }
        if vertex.tokens > 0 {
            let tokens = count(vertex.tokens as usize, "token", "tokens");
            line += &format!("   {}", styled(&format!("* {tokens}"), tone(Tone::Placed)));
        }
        lines.push(line);
    }
    lines
}

/// Where the edges of a vertex lead, and which edges they are; nothing leads to a vertex that is gone.
fn neighbours(of: usize, vertices: &[Vertex], edges: &[Edge]) -> Vec<(usize, usize)> {
    let other = |(i, edge): (usize, &Edge)| {
        let end = if edge.from == of {
            edge.to
        } else if edge.to == of && !edge.directed {
            edge.from
        } else {
            return None;
        };
        let live = vertices[of].tone != Tone::Dead && vertices[end].tone != Tone::Dead;
        live.then_some((end, i))
    };
    edges.iter().enumerate().filter_map(other).collect()
}

#[cfg(test)]
mod tests {
    use grundy::MarkKind;

    use super::*;

    fn edge(from: usize, to: usize, directed: bool) -> Edge {
        Edge { from, to, directed, wraps: false }
    }

    fn check(vertices: &[Vertex], edges: &[Edge], marks: &Marks, expected: &[&str]) {
        let lines = lines(vertices, edges, marks);
        let plain: Vec<String> =
            lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect();
        assert_eq!(plain, expected);
    }

    #[test]
    fn tokens_ends_and_marks_are_written() {
        let mut vertices = ["a", "bb", "c"].map(|name| Vertex::new(name, (0, 0), Tone::Free));
        vertices[0].tokens = 2;
        vertices[2].end = Some(Outcome::Draw);
        let edges = [edge(1, 0, true), edge(0, 1, true), edge(0, 2, true)];
        let marks = Marks::from([(Place::Vertex(1), MarkKind::Win)]);
        let expected = [
            "graph with 3 vertices and 3 edges",
            " a   > bb c   * 2 tokens",
            "[bb] > a",
            " c   > (end: a draw)",
        ];
        check(&vertices, &edges, &marks, &expected);
    }

    #[test]
    fn one_is_no_plural_and_the_gone_have_no_neighbours() {
        let mut vertices = ["1", "2"].map(|name| Vertex::new(name, (0, 0), Tone::Free));
        let edges = [edge(0, 1, false)];
        let marks = Marks::from([(Place::Edge(0), MarkKind::Win)]);
        check(&vertices, &edges, &marks, &["graph with 2 vertices and 1 edge", " 1  - [2]", " 2  - [1]"]);
        vertices[1].tone = Tone::Dead;
        let expected = ["graph with 2 vertices and 1 edge", " 1  - (alone)", " 2  - (gone)"];
        check(&vertices, &edges, &Marks::new(), &expected);
        check(&vertices[..1], &[], &Marks::new(), &["graph with 1 vertex and 0 edges", " 1  - (alone)"]);
    }
}
