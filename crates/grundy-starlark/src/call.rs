//! One call of a function of the rules, and what comes back.
//!
//! Main function: [`Function::call`]. Errors point at the place in the rules where the call
//! failed, or at the function whose result is of no use, and name the position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy_rules::{Fault, ParseError, Span, Sums};
use starlark::environment::Module;
use starlark::eval::Evaluator;
use starlark::values::list::ListRef;
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, OwnedFrozenValue, UnpackValue, Value};

use crate::contain::caught;
use crate::growth::{LOOK, Source};
use crate::print::Printed;
use crate::{DEEPEST, Position};

/// Most steps of one call: turns of loops and calls of functions.
const STEPS: u64 = 20_000_000;
/// Most bytes of one call.
pub(crate) const BYTES: usize = 1 << 30;
/// Deepest calls of functions in one another.
const CALLS: usize = 100;

/// A function that the rules define.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) value: OwnedFrozenValue,
    /// Where its name is defined.
    pub(crate) place: Span,
    /// Ends a call in the middle of its work.
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) printed: Arc<Printed>,
}

/// What a function is called with.
#[derive(Clone, Copy)]
pub(crate) enum Argument<'a> {
    Position(&'a Position),
    Text(&'a str),
}

impl std::fmt::Display for Argument<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Position(at) => write!(f, "position {}", shortened(&at.to_string())),
            Self::Text(text) => write!(f, "the text `{}`", shortened(text)),
        }
    }
}

/// A value that is not what the rules were asked for.
pub(crate) struct Wrong {
    pub(crate) expected: String,
    pub(crate) found: String,
    pub(crate) help: Option<String>,
}

impl Wrong {
    pub(crate) fn new(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { expected: expected.into(), found: shortened(&found.into()), help: None }
    }

    fn help(mut self, help: &str) -> Self {
        self.help = Some(help.to_string());
        self
    }
}

/// Sets the limits of one run.
pub(crate) fn limit<'a>(evaluator: &mut Evaluator<'_, 'a, '_>, stop: &'a AtomicBool, printed: &'a Printed) {
    evaluator.set_print_handler(printed);
    evaluator.set_check_cancelled(Box::new(|| stop.load(Ordering::Relaxed)));
    // Each can be set once, and the evaluator is new.
    let _set = evaluator.set_max_tick_count(STEPS);
    let _set = evaluator.set_max_heap_size(BYTES);
    let _set = evaluator.set_max_callstack_size(CALLS);
}

impl Function {
    /// Calls the function and reads its result.
    pub(crate) fn call<R>(
        &self,
        source: &Source,
        argument: Argument<'_>,
        read: impl for<'v> FnOnce(Value<'v>, Heap<'v>) -> Result<R, Wrong>,
    ) -> Result<R, Fault> {
        let result = caught(|| {
            Module::with_temp_heap(|module| {
                let heap = module.heap();
                let mut evaluator = Evaluator::new(&module);
                limit(&mut evaluator, &self.stop, &self.printed);
                let function = heap.access_owned_frozen_value(&self.value);
                let argument = match argument {
                    Argument::Position(at) => alloc(heap, at),
                    Argument::Text(text) => heap.alloc(text),
                };
                match evaluator.eval_function(function, &[argument], &[]) {
                    Ok(value) => read(value, heap).map_err(Failure::Wrong),
                    Err(error) => Err(Failure::Error(error)),
                }
            })
        });
        let failure = match result {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(failure)) => failure,
            Err(panic) => Failure::Panic(panic),
        };
        if self.stop.load(Ordering::Relaxed) {
            return Err(Fault::stopped());
        }
        Err(Fault::at(self.told(source, argument, failure)))
    }

    fn told(&self, source: &Source, argument: Argument<'_>, failure: Failure) -> ParseError {
        let text = &source.text;
        let expected = format!("`{}` to work for {argument}", self.name);
        match failure {
            Failure::Error(error) => place(source, &error, &expected, Some(&self.place)),
            Failure::Panic(panic) => text.error(self.place.clone(), expected, format!("a failure: {panic}")),
            Failure::Wrong(wrong) => {
                let error =
                    text.error(self.place.clone(), wrong.expected, format!("{} at {argument}", wrong.found));
                match wrong.help {
                    Some(help) => error.help(help),
                    None => error,
                }
            }
        }
    }
}

enum Failure {
    Error(starlark::Error),
    Wrong(Wrong),
    Panic(String),
}

/// An error of Starlark with its place: the innermost one in the rules.
pub(crate) fn place(
    source: &Source,
    error: &starlark::Error,
    expected: &str,
    otherwise: Option<&Span>,
) -> ParseError {
    let text = &source.text;
    let frames = error.call_stack().frames.iter().rev().filter_map(|frame| frame.location.as_ref());
    let span = error.span().into_iter().chain(frames).find(|span| span.file.source() == source.run());
    let span = match (span, otherwise) {
        (Some(span), _) => source.written(span.span),
        (None, Some(span)) => span.clone(),
        (None, None) => 0..text.as_str().trim_end().len().min(1),
    };
    let message = error.without_diagnostic().to_string();
    let message = message
        .lines()
        .next()
        .unwrap_or("an error")
        .trim()
        .replace("__mul", "*")
        .replace("__shl", "<<")
        .replace(LOOK, "+");
    let message = message.strip_prefix("Parse error: ").unwrap_or(&message);
    text.error(span, expected, format!("an error: {}", shortened(message)))
}

/// The text, cut when it is long.
fn shortened(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = text.chars().take(160).map(clean).collect();
    if text.chars().nth(160).is_some() {
        short.push_str("...");
    }
    short
}

fn alloc<'v>(heap: Heap<'v>, position: &Position) -> Value<'v> {
    match position {
        Position::Int(n) => heap.alloc(*n),
        Position::Str(text) => heap.alloc(&**text),
        Position::Tuple(items) | Position::Whole(items) => {
            heap.alloc(AllocTuple(items.iter().map(|item| alloc(heap, item))))
        }
    }
}

/// Reads a list of options.
pub(crate) fn options<'v>(value: Value<'v>, heap: Heap<'v>, out: &mut Sums<Position>) -> Result<(), Wrong> {
    if let Some(list) = ListRef::from_value(value) {
        return list.content().iter().try_for_each(|&option| one_option(option, out));
    }
    if !["range", "set"].contains(&value.get_type()) {
        let wrong = Wrong::new("`options` to give a list of options", described(value));
        return Err(match value.get_type() {
            "NoneType" => wrong.help("a function without `return` gives None"),
            "tuple" => wrong.help("a tuple is one position: write the options in [ ]"),
            _ => wrong,
        });
    }
    let options =
        value.iterate(heap).map_err(|error| Wrong::new("`options` to give a list", error.to_string()))?;
    for option in options {
        one_option(option, out)?;
    }
    Ok(())
}

fn one_option(option: Value, out: &mut Sums<Position>) -> Result<(), Wrong> {
    match ListRef::from_value(option) {
        Some(parts) => {
            for &part in parts.content() {
                out.part(position(part, 0)?);
            }
        }
        None => out.part(position(option, 0)?),
    }
    out.end();
    Ok(())
}

/// Reads a position, or a list of positions.
pub(crate) fn sum(value: Value) -> Result<Vec<Position>, Wrong> {
    match ListRef::from_value(value) {
        Some(parts) => parts.content().iter().map(|&part| position(part, 0)).collect(),
        None => Ok(vec![position(value, 0)?]),
    }
}

/// Reads one position.
pub(crate) fn position(value: Value, depth: usize) -> Result<Position, Wrong> {
    if let Some(n) = value.unpack_i32() {
        return Ok(Position::Int(n.into()));
    }
    if let Some(text) = value.unpack_str() {
        return Ok(Position::text(text));
    }
    if let Some(items) = TupleRef::from_value(value) {
        if depth >= DEEPEST {
            return Err(Wrong::new(format!("tuples at most {DEEPEST} deep"), "more"));
        }
        return items
            .content()
            .iter()
            .map(|&item| position(item, depth + 1))
            .collect::<Result<_, _>>()
            .map(Position::tuple);
    }
    if let Ok(Some(n)) = i64::unpack_value(value) {
        return Ok(Position::Int(n));
    }
    let wrong = Wrong::new("a position: a number, a string or a tuple of them", described(value));
    Err(match value.get_type() {
        "bool" => wrong.help("write int(...) around it, since True and 1 are the same to Python"),
        "list" => wrong.help("a list is a sum of positions and cannot stand inside one: use a tuple"),
        "int" => wrong.help("numbers must fit 64 bits"),
        "float" => wrong.help("use // to divide whole numbers"),
        _ => wrong,
    })
}

fn described(value: Value) -> String {
    match value.get_type() {
        "NoneType" => "None".to_string(),
        "bool" | "float" => format!("{value}"),
        other => format!("a value of type {other}"),
    }
}
