//! A file of rules in Starlark.
//!
//! Main function: [`File::read`]. The file is run once, frozen, and its functions are then called
//! from any number of threads; each call has a heap of its own that goes with it, so nothing is
//! collected and nothing leaks from one position to the next.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy_rules::{End, Fault, ParseError, Span, Sums, Text};
use starlark::environment::{FrozenModule, Module};
use starlark::eval::Evaluator;
use starlark::syntax::ast::{AssignTarget, AstStmt, Stmt};
use starlark::syntax::{AstModule, Dialect, DialectTypes};
use starlark::values::OwnedFrozenValue;

use crate::call::{self, Function};
use crate::contain::{caught, checked, globals, on_deep_stack, prepared, screened};
use crate::growth::Source;
use crate::print::Printed;
use crate::{Facts, Position, Script};

/// Rules in Starlark.
pub struct File {
    facts: Facts,
    source: Source,
    options: Function,
    canonical: Option<Function>,
    stuck: Option<Function>,
    parse: Option<Function>,
    show: Option<Function>,
}

const DIALECT: Dialect = Dialect {
    enable_def: true,
    enable_lambda: true,
    enable_load: false,
    enable_keyword_only_arguments: true,
    enable_positional_only_arguments: true,
    enable_types: DialectTypes::ParseOnly,
    enable_load_reexport: false,
    enable_top_level_stmt: true,
    enable_f_strings: true,
    _non_exhaustive: (),
};

impl File {
    /// Reads rules that questions call `name`. A call of them ends soon after `stop` is set.
    ///
    /// # Errors
    /// When they cannot be read, cannot be run, or define no `options`.
    pub fn read(name: &str, text: &Text, stop: Arc<AtomicBool>) -> Result<Self, ParseError> {
        screened(text)?;
        let printed = Arc::<Printed>::default();
        let read = on_deep_stack(|| caught(|| module(text, &stop, &printed)));
        let read = read.flatten().map_err(|panic| text.error_here("rules that can be run", panic));
        let (source, module, places) = read.flatten()?;
        let defined = Defined { module, places, text, stop, printed };
        let options = defined.function("options")?.ok_or_else(|| {
            let error = text.error_here("rules that define `options(p)`", "none");
            error.help("def options(p): return [...], a list of what a move can lead to")
        })?;
        let parse = defined.function("parse")?;
        let canonical = defined.function("canonical")?;
        let stuck = defined.function("stuck")?;
        let show = defined.function("show")?;
        let facts = Facts {
            name: name.to_string(),
            words: defined.words()?,
            start: defined.start()?,
            loopy: defined.flag("loopy")?,
            ends: stuck.is_some(),
            parses: parse.is_some(),
            shows: show.is_some(),
            canonical: canonical.is_some(),
        };
        Ok(Self { facts, source, options, canonical, stuck, parse, show })
    }
}

/// The top-level names of a file with the places of their definitions.
type Places = HashMap<String, Span>;

/// Runs a file.
fn module(
    text: &Text,
    stop: &AtomicBool,
    printed: &Printed,
) -> Result<(Source, FrozenModule, Places), ParseError> {
    let parse = |source: &Source| {
        AstModule::parse(text.name(), source.run().to_string(), &DIALECT)
            .map_err(|error| call::place(source, &error, "rules in Starlark, a subset of Python", None))
    };
    let written = Source::new(text);
    let ast = parse(&written)?;
    checked(&ast, text)?;
    let mut places = Places::new();
    defined(ast.statement(), &mut places);
    let source = written.bounded(ast.statement());
    let ast = prepared(parse(&source)?);
    let frozen = Module::with_temp_heap(|module| {
        {
            let mut evaluator = Evaluator::new(&module);
            call::limit(&mut evaluator, stop, printed);
            evaluator
                .eval_module(ast, &globals())
                .map_err(|error| call::place(&source, &error, "rules that can be run", None))?;
        }
        module.freeze().map_err(|error| text.error_here("rules that can be frozen", format!("{error:?}")))
    })?;
    Ok((source, frozen, places))
}

/// Collects where top-level names are defined.
fn defined(at: &AstStmt, places: &mut Places) {
    let span = |span: starlark::codemap::Span| span.begin().get() as usize..span.end().get() as usize;
    match &at.node {
        Stmt::Statements(inner) => inner.iter().for_each(|at| defined(at, places)),
        Stmt::Def(def) => {
            places.insert(def.name.node.ident.clone(), span(def.name.span));
        }
        Stmt::Assign(assign) => {
            if let AssignTarget::Identifier(name) = &assign.lhs.node {
                places.insert(name.node.ident.clone(), span(name.span));
            }
        }
        _ => {}
    }
}

/// What a file defines.
struct Defined<'t> {
    module: FrozenModule,
    places: Places,
    text: &'t Text,
    stop: Arc<AtomicBool>,
    printed: Arc<Printed>,
}

impl Defined<'_> {
    fn get(&self, name: &str) -> Option<OwnedFrozenValue> {
        self.module.get_option(name).ok().flatten()
    }

    fn place(&self, name: &str) -> Span {
        self.places.get(name).cloned().unwrap_or(0..1)
    }

    fn function(&self, name: &'static str) -> Result<Option<Function>, ParseError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match value.value().get_type() {
            "function" => {
                let (stop, printed) = (Arc::clone(&self.stop), Arc::clone(&self.printed));
                Ok(Some(Function { name, value, place: self.place(name), stop, printed }))
            }
            other => Err(self.text.error(
                self.place(name),
                format!("`{name}` to be a function of one argument"),
                format!("a value of type {other}"),
            )),
        }
    }

    fn flag(&self, name: &str) -> Result<bool, ParseError> {
        let Some(value) = self.get(name) else { return Ok(false) };
        value.value().unpack_bool().ok_or_else(|| {
            let found = format!("`{}`", value.value());
            self.text.error(self.place(name), format!("`{name}` to be True or False"), found)
        })
    }

    fn start(&self) -> Result<Option<Vec<Position>>, ParseError> {
        let Some(value) = self.get("start") else { return Ok(None) };
        let sum = call::sum(value.value());
        sum.map(Some).map_err(|wrong| {
            let error = self.text.error(self.place("start"), "`start` to be a position", wrong.found);
            wrong.help.map_or(error.clone(), |help| error.help(help))
        })
    }

    /// The words of `rules`, else the comment the file starts with, line by line.
    fn words(&self) -> Result<String, ParseError> {
        if let Some(value) = self.get("rules") {
            return value.value().unpack_str().map(str::to_string).ok_or_else(|| {
                let found = format!("a value of type {}", value.value().get_type());
                self.text.error(self.place("rules"), "`rules` to be a string", found)
            });
        }
        let comment = self.text.as_str().lines().map_while(|line| line.strip_prefix('#'));
        // The blank behind the sign is no indentation.
        let line = |line: &str| line.strip_prefix(' ').unwrap_or(line).trim_end().to_string();
        let lines: Vec<String> = comment.filter(|line| !line.starts_with('!')).map(line).collect();
        Ok(lines.join("\n").trim_matches('\n').to_string())
    }
}

impl Script for File {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn options(&self, at: &Position, out: &mut Sums<Position>) -> Result<(), Fault> {
        self.options
            .call(&self.source, call::Argument::Position(at), |value, heap| call::options(value, heap, out))
    }

    fn canonical(&self, at: &Position) -> Result<Option<Position>, Fault> {
        let Some(function) = &self.canonical else { return Ok(None) };
        let stand =
            function.call(&self.source, call::Argument::Position(at), |value, _| call::position(value, 0))?;
        Ok((stand != *at).then_some(stand))
    }

    fn stuck(&self, at: &Position) -> Result<End, Fault> {
        let Some(function) = &self.stuck else { return Ok(End::Loss) };
        function.call(&self.source, call::Argument::Position(at), |value, _| match value.unpack_str() {
            Some("loss") => Ok(End::Loss),
            Some("draw") => Ok(End::Draw),
            Some("win") => Ok(End::Win),
            _ => Err(call::Wrong::new("`stuck` to give \"loss\", \"draw\" or \"win\"", format!("`{value}`"))),
        })
    }

    fn parse(&self, text: &str) -> Result<Vec<Position>, Fault> {
        let Some(function) = &self.parse else { return Err(Fault::new("these rules read no boards")) };
        function.call(&self.source, call::Argument::Text(text), |value, _| call::sum(value))
    }

    fn show(&self, at: &Position) -> Result<Option<String>, Fault> {
        let Some(function) = &self.show else { return Ok(None) };
        function.call(&self.source, call::Argument::Position(at), |value, _| match value.unpack_str() {
            Some(text) => Ok(Some(text.to_string())),
            None => Err(call::Wrong::new("`show` to give a string", format!("`{value}`"))),
        })
    }
}
