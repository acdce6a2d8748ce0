//! Bounds on what grows by `+`.
//!
//! Main function: [`Source::bounded`]. A list or string that is doubled thirty times does not fit
//! any memory, and the interpreter looks at its memory every thousand steps only. What `+`, `+=`
//! and `extend` add therefore goes through a function that looks at its length and at the memory
//! taken so far: `a + b` is run as `a + __part(b)`. Sums with a number written out are left as
//! they are, since they can only be numbers. Text is inserted and nothing taken away, so every
//! place in what runs has one in what was written.

use grundy_rules::{Span, Text};
use starlark::syntax::ast::{ArgumentP, AssignOp, AstExpr, AstLiteral, AstStmt, BinOp, Expr, Stmt};

/// The name of the function that looks.
pub(crate) const LOOK: &str = "__part";

/// Rules as they were written, and as they run.
pub(crate) struct Source {
    pub(crate) text: Text,
    run: String,
    /// Where something was inserted, in order: the place in `text`, and how many bytes.
    inserted: Vec<(usize, usize)>,
}

impl Source {
    /// Rules that run as they are written.
    pub(crate) fn new(text: &Text) -> Self {
        Self { text: text.clone(), run: text.as_str().to_string(), inserted: Vec::new() }
    }

    /// The same rules with bounds on what grows.
    pub(crate) fn bounded(&self, at: &AstStmt) -> Self {
        let mut grown = Vec::new();
        statements(at, &mut grown);
        // At one place what ends comes before what begins.
        let mut marks: Vec<(usize, bool)> =
            grown.iter().flat_map(|span| [(span.end, false), (span.start, true)]).collect();
        marks.sort_unstable();
        let (mut run, mut inserted, mut done) = (String::new(), Vec::new(), 0);
        for (at, begins) in marks {
            let mark = if begins { format!("{LOOK}(") } else { ")".to_string() };
            run += &self.text.as_str()[done..at];
            run += &mark;
            inserted.push((at, mark.len()));
            done = at;
        }
        run += &self.text.as_str()[done..];
        Self { text: self.text.clone(), run, inserted }
    }

    /// What runs.
    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    /// The place in what was written of a place in what runs.
    pub(crate) fn written(&self, span: starlark::codemap::Span) -> Span {
        self.offset(span.begin().get() as usize)..self.offset(span.end().get() as usize)
    }

    fn offset(&self, at: usize) -> usize {
        let mut before = 0;
        for &(place, length) in &self.inserted {
            if at < place + before + length {
                return (at - before).min(place);
            }
            before += length;
        }
        at - before
    }
}

fn statements(at: &AstStmt, grown: &mut Vec<Span>) {
    at.visit_expr(|inner| expressions(inner, grown));
    assignments(at, grown);
}

fn assignments(at: &AstStmt, grown: &mut Vec<Span>) {
    if let Stmt::AssignModify(_, AssignOp::Add, added) = &at.node {
        let listed = matches!(added.node, Expr::Tuple(_) | Expr::List(_) | Expr::ListComprehension(..));
        if !listed && !is_literal(added) {
            grown.push(span(added));
        }
    }
    at.visit_stmt(|inner| assignments(inner, grown));
}

fn expressions(at: &AstExpr, grown: &mut Vec<Span>) {
    match &at.node {
        // What is inside an f-string is told without its exact place.
        Expr::FString(_) => return,
        Expr::Op(a, BinOp::Add, b) if !is_number(a) && !is_number(b) => {
            let growing = |side: &AstExpr| !is_literal(side) && !matches!(side.node, Expr::Tuple(_));
            grown.extend([b, a].into_iter().find(|side| growing(side)).map(|side| span(side)));
        }
        Expr::Call(function, arguments) if is_extend(function) => {
            grown.extend(arguments.args.iter().filter_map(|argument| match &argument.node {
                ArgumentP::Positional(list) => Some(span(list)),
                _ => None,
            }));
        }
        _ => {}
    }
    at.visit_expr(|inner| expressions(inner, grown));
}

fn is_extend(function: &AstExpr) -> bool {
    matches!(&function.node, Expr::Dot(_, name) if name.node == "extend")
}

fn is_literal(at: &AstExpr) -> bool {
    matches!(at.node, Expr::Literal(_))
}

fn is_number(at: &AstExpr) -> bool {
    matches!(at.node, Expr::Literal(AstLiteral::Int(_) | AstLiteral::Float(_)))
}

fn span(at: &AstExpr) -> Span {
    at.span.begin().get() as usize..at.span.end().get() as usize
}
