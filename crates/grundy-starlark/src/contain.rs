//! What keeps rules from taking the program down with them.
//!
//! Starlark bounds steps and memory, but looks at both only now and then, and some single steps
//! are as large as one likes. [`globals`] therefore gives `range` a largest length, [`prepared`]
//! sends `*` and `<<` through functions that refuse large results, and `growth` bounds `+`. Deep
//! nesting would overflow the stack of a recursive reader, so [`on_deep_stack`] gives it a large
//! one and [`checked`] refuses what is nested deeper than anyone writes. A panic inside the
//! interpreter is caught by [`caught`] and its message kept off the terminal.
//!
//! Left out: `replace`, `join` and formatting can make a large string in one step, and the text
//! or the comparison of a list that holds one other list many times over takes long. Rules of
//! strangers belong in a process of their own with limits, as the command line has them.

use std::any::Any;
use std::cell::Cell;
use std::collections::HashMap;
use std::num::NonZeroI32;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::{Mutex, Once, PoisonError};

use grundy_rules::{ParseError, Span, Text};
use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension};
use starlark::starlark_module;
use starlark::syntax::AstModule;
use starlark::syntax::ast::{AssignOp, AstExpr, AstStmt, Stmt};
use starlark::values::list::ListRef;
use starlark::values::range::Range;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value};

use crate::call::BYTES;

/// Longest source, bytes.
pub(crate) const LONGEST: usize = 64 << 10;
/// Deepest nesting of brackets, and of statements and expressions in one another.
const BRACKETS: usize = 100;
const DEEPEST: usize = 400;
/// Longest range, and longest list or string made by `*`.
const MOST: usize = 10_000_000;
/// Most bits of a number made by `*` or `<<`.
const BITS: usize = 4096;
/// Bytes of address space for a stack, the first that the system gives: values nest at most as deep
/// as a call has steps, and writing and comparing them is recursive. Only what is used is taken.
const STACKS: [usize; 3] = [4 << 30, 1 << 30, 256 << 20];

/// What rules can name.
pub(crate) fn globals() -> Globals {
    use LibraryExtension::{Filter, Map, Print, SetType};
    GlobalsBuilder::extended_by(&[Map, Filter, SetType, Print]).with(functions).build()
}

#[starlark_module]
fn functions(builder: &mut GlobalsBuilder) {
    /// Numbers from `start` to before `stop`.
    fn range(
        #[starlark(require = pos)] a1: i32,
        #[starlark(require = pos)] a2: Option<i32>,
        #[starlark(require = pos, default = 1)] step: i32,
    ) -> anyhow::Result<Range> {
        let (start, stop) = a2.map_or((0, a1), |a2| (a1, a2));
        let step = NonZeroI32::new(step).ok_or_else(|| anyhow::anyhow!("the step of a range is 0"))?;
        let length = (i64::from(stop) - i64::from(start)) / i64::from(step.get());
        if length > MOST as i64 {
            anyhow::bail!("a range of more than {MOST} numbers");
        }
        Ok(Range::new(start, stop, step))
    }

    /// The sum of numbers.
    fn sum<'v>(
        #[starlark(require = pos)] numbers: Value<'v>,
        #[starlark(require = pos)] start: Option<Value<'v>>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let mut total = start.unwrap_or_else(|| heap.alloc(0));
        for number in numbers.iterate(heap)? {
            total = total.add(number, heap)?;
        }
        Ok(total)
    }

    fn __mul<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        if let (Some(x), Some(y)) = (a.unpack_i32(), b.unpack_i32()) {
            return Ok(heap.alloc(i64::from(x) * i64::from(y)));
        }
        for (list, times) in [(a, b), (b, a)] {
            if let (Some(length), Some(times)) = (length(list), times.unpack_i32())
                && length.saturating_mul(times.max(0) as usize) > MOST
            {
                return Err(starlark::Error::new_value(anyhow::anyhow!(
                    "more than {MOST} items made by `*`"
                )));
            }
        }
        if bits(a) + bits(b) > BITS {
            return Err(starlark::Error::new_value(anyhow::anyhow!("a number of more than {BITS} bits")));
        }
        a.mul(b, heap)
    }

    /// What `+` adds, if it is not too large and there is memory left.
    fn __part<'v>(#[starlark(require = pos)] added: Value<'v>, heap: Heap<'v>) -> anyhow::Result<Value<'v>> {
        if added.unpack_i32().is_some() {
            return Ok(added);
        }
        if length(added).is_some_and(|length| length > MOST) {
            anyhow::bail!("more than {MOST} items added by `+`");
        }
        if heap.allocated_bytes() > BYTES {
            anyhow::bail!("one call took more than {} GiB of memory", BYTES >> 30);
        }
        Ok(added)
    }

    fn __shl<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        if b.unpack_i32().is_some_and(|b| b > 0 && bits(a) + b as usize > BITS) {
            return Err(starlark::Error::new_value(anyhow::anyhow!("a number of more than {BITS} bits")));
        }
        a.left_shift(b, heap)
    }
}

/// The length of a list, tuple or string.
fn length(value: Value) -> Option<usize> {
    ListRef::from_value(value)
        .map(|list| list.content().len())
        .or_else(|| TupleRef::from_value(value).map(TupleRef::len))
        .or_else(|| value.unpack_str().map(str::len))
}

/// At most how many bits a number has; 0 for what is no number.
fn bits(value: Value) -> usize {
    match value.unpack_i32() {
        Some(_) => 32,
        None if value.get_type() == "int" => value.to_str().len() * 10 / 3 + 1,
        None => 0,
    }
}

/// Checks the nesting of read rules.
///
/// # Errors
/// At nesting deeper than anyone writes, and at `*=` and `<<=`.
pub(crate) fn checked(ast: &AstModule, text: &Text) -> Result<(), ParseError> {
    statement(ast.statement(), 0, text)?;
    let mut result = Ok(());
    ast.statement().visit_expr(|inner| {
        if result.is_ok() {
            result = expression(inner, 0, text);
        }
    });
    result
}

/// Puts `*` and `<<` under control.
pub(crate) fn prepared(mut ast: AstModule) -> AstModule {
    let replaced = [("*", "__mul"), ("<<", "__shl")].map(|(op, name)| (op.to_string(), name.to_string()));
    ast.replace_binary_operators(&HashMap::from(replaced));
    ast
}

fn too_deep(text: &Text, span: starlark::codemap::Span) -> ParseError {
    let start = span.begin().get() as usize;
    let error = text.error(start..start + 1, format!("nesting at most {DEEPEST} deep"), "more");
    error.help("a chain of operators counts too: cut it into several lines")
}

fn statement(at: &AstStmt, depth: usize, text: &Text) -> Result<(), ParseError> {
    if depth > DEEPEST {
        return Err(too_deep(text, at.span));
    }
    if let Stmt::AssignModify(_, op @ (AssignOp::Multiply | AssignOp::LeftShift), _) = &at.node {
        let op = if matches!(op, AssignOp::Multiply) { "*" } else { "<<" };
        let span: Span = at.span.begin().get() as usize..at.span.end().get() as usize;
        let error = text.error(span, "an assignment with `=`", format!("`{op}=`"));
        return Err(error.help(format!("write x = x {op} y")));
    }
    let mut result = Ok(());
    at.visit_stmt(|inner| {
        if result.is_ok() {
            result = statement(inner, depth + 1, text);
        }
    });
    result
}

fn expression(at: &AstExpr, depth: usize, text: &Text) -> Result<(), ParseError> {
    if depth > DEEPEST {
        return Err(too_deep(text, at.span));
    }
    at.visit_expr_err(|inner| expression(inner, depth + 1, text))
}

/// Refuses a source that is too long, or whose brackets nest too deep.
pub(crate) fn screened(text: &Text) -> Result<(), ParseError> {
    let source = text.as_str();
    if source.len() > LONGEST {
        let found = format!("{} bytes", source.len());
        return Err(text.error(0..1, format!("rules of at most {} KiB", LONGEST >> 10), found));
    }
    let (mut depth, mut quote, mut comment, mut escaped) = (0usize, None, false, false);
    for (at, byte) in source.bytes().enumerate() {
        match (quote, byte) {
            _ if comment => comment = byte != b'\n',
            _ if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(open), byte) if byte == open => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'#') => comment = true,
            (None, b'(' | b'[' | b'{') => {
                depth += 1;
                if depth > BRACKETS {
                    return Err(text.error(
                        at..at + 1,
                        format!("brackets nested at most {BRACKETS} deep"),
                        "more",
                    ));
                }
            }
            (None, b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

/// Runs `work` on a thread with a stack deep enough for what users' rules can nest.
///
/// # Errors
/// The message of a panic, or why there is no thread.
pub fn on_deep_stack<R: Send>(work: impl FnOnce() -> R + Send) -> Result<R, String> {
    let work = Mutex::new(Some(work));
    let run = || work.lock().unwrap_or_else(PoisonError::into_inner).take().map(|work| work());
    std::thread::scope(|scope| {
        let mut refused = String::new();
        for stack in STACKS {
            match std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, run) {
                Ok(thread) => {
                    let done = thread.join().map_err(|payload| message(&*payload))?;
                    return done.ok_or_else(|| "the work was done twice".to_string());
                }
                Err(error) => refused = error.to_string(),
            }
        }
        Err(refused)
    })
}

thread_local! {
    /// Whether a panic on this thread is caught and told by its catcher.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` and turns a panic into its message.
pub(crate) fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if !QUIET.get() {
                before(info);
            }
        }));
    });
    let outer = QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(outer);
    result.map_err(|payload| message(&*payload))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_string())
}
