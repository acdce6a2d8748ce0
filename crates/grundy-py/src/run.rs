//! Running a solver for Python: the lock is free, Ctrl-C and the clock set the stop flag.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use grundy::{Budget, Bytes, Error, Load, Loader as Outside, Nodes, Open, ParseError, Term, TermText, Text};
use grundy_starlark::{Facts, Script};
use pyo3::prelude::*;

use crate::errors::raised;
use crate::function::{Functions, Raised};
use crate::position::sum;

/// Between two looks at signals.
const LOOK: Duration = Duration::from_millis(50);

/// Limits of a question.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Limits {
    nodes: Option<u64>,
    memory: Option<u64>,
    time: Option<Duration>,
    threads: usize,
}

#[pymethods]
impl Limits {
    #[new]
    fn new(nodes: Option<u64>, memory: Option<u64>, time: Option<f64>, threads: usize) -> PyResult<Self> {
        let bad = |what: &str| pyo3::exceptions::PyValueError::new_err(what.to_string());
        let time = time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| bad("time is a number of seconds, at least 0"))?;
        if !(1..=1024).contains(&threads) {
            return Err(bad("threads is a number from 1 to 1024"));
        }
        Ok(Self { nodes, memory, time, threads })
    }
}

/// Rules that users wrote.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Rules {
    name: String,
    source: Source,
}

enum Source {
    /// Starlark.
    Text(Text),
    /// Python functions.
    Functions(Functions),
}

#[pymethods]
impl Rules {
    /// Rules in Starlark; `name` is how questions call them, `file` how errors do.
    #[staticmethod]
    fn starlark(py: Python<'_>, name: String, file: &str, source: &str) -> PyResult<Self> {
        let text = Text::new(file, source);
        let read = py.detach(|| grundy_starlark::rules(&name, &text, Arc::default()));
        read.map_err(|error| raised(py, error.into()))?;
        Ok(Self { name, source: Source::Text(text) })
    }

    /// Rules that are functions.
    #[staticmethod]
    #[allow(clippy::too_many_arguments)]
    fn functions(
        name: String,
        words: String,
        options: Py<PyAny>,
        start: Option<Bound<'_, PyAny>>,
        canonical: Option<Py<PyAny>>,
        stuck: Option<Py<PyAny>>,
        show: Option<Py<PyAny>>,
        parse: Option<Py<PyAny>>,
        loopy: bool,
    ) -> PyResult<Self> {
        let facts = Facts {
            name: name.clone(),
            words,
            start: start.map(|start| sum(&start)).transpose()?,
            loopy,
            ends: stuck.is_some(),
            parses: parse.is_some(),
            shows: show.is_some(),
            canonical: canonical.is_some(),
        };
        let functions = Functions { facts, options, canonical, stuck, show, parse };
        Ok(Self { name, source: Source::Functions(functions) })
    }
}

impl Rules {
    /// Looks at the rules themselves, on this thread.
    pub(crate) fn examine<R: Send>(
        &self,
        py: Python<'_>,
        look: impl FnOnce(&dyn Script) -> Result<R, Error> + Send,
    ) -> PyResult<R> {
        let kept = Raised::default();
        let found = match &self.source {
            Source::Text(text) => {
                py.detach(|| look(&*grundy_starlark::rules(&self.name, text, Arc::default())?))
            }
            Source::Functions(functions) => {
                let script = functions.script(py, &kept);
                py.detach(|| look(&script))
            }
        };
        found.map_err(|error| {
            let exception = kept.lock().unwrap_or_else(PoisonError::into_inner).take();
            exception.unwrap_or_else(|| raised(py, error))
        })
    }
}

/// What a question needs: files, and the rules it may name.
struct Loader {
    scripts: Vec<(String, Arc<dyn Script>)>,
    texts: Vec<(String, Text)>,
    budget: Budget,
}

impl Outside for Loader {
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(Path::new(name)).map_err(|error| error.to_string().to_lowercase())
    }

    fn rules(&mut self, term: &TermText) -> Result<Box<dyn Term>, ParseError> {
        let name = term.name.as_str();
        if let Some((_, script)) = self.scripts.iter().find(|(known, _)| known == name) {
            return grundy_starlark::open(Arc::clone(script), term, Open);
        }
        let text = match self.texts.iter().find(|(known, _)| known == name) {
            Some((_, text)) => text.clone(),
            None => {
                let bytes = self.file(&name[1..]);
                let bytes = bytes.map_err(|why| term.name.error_here("rules, or a file of rules", why))?;
                grundy::text_of(&name[1..], bytes)?
            }
        };
        grundy_starlark::open(grundy_starlark::rules(name, &text, self.budget.stop_flag())?, term, Open)
    }
}

/// A piece of work with its rules and limits.
pub(crate) struct Work {
    loader: Loader,
    raised: Raised,
    /// Whether rules are Python functions, which run on the thread that asked.
    functions: bool,
    time: Option<Duration>,
}

impl Work {
    /// Work with these rules and limits.
    pub(crate) fn new(py: Python<'_>, rules: &[PyRef<'_, Rules>], limits: &Limits) -> Self {
        let raised = Raised::default();
        let (mut scripts, mut texts) = (Vec::<(String, Arc<dyn Script>)>::new(), Vec::new());
        for rules in rules {
            match &rules.source {
                Source::Text(text) => texts.push((rules.name.clone(), text.clone())),
                Source::Functions(functions) => {
                    scripts.push((rules.name.clone(), Arc::new(functions.script(py, &raised))));
                }
            }
        }
        let functions = !scripts.is_empty();
        let mut budget = Budget::default().with_threads(if functions { 1 } else { limits.threads });
        if let Some(nodes) = limits.nodes {
            budget = budget.with_nodes(Nodes(nodes));
        }
        if let Some(bytes) = limits.memory {
            budget = budget.with_bytes(Bytes(bytes));
        }
        Self { loader: Loader { scripts, texts, budget }, raised, functions, time: limits.time }
    }

    /// The budget of the work.
    pub(crate) fn budget(&self) -> Budget {
        self.loader.budget.clone()
    }

    /// Does the work.
    pub(crate) fn run<R: Send>(
        self,
        py: Python<'_>,
        work: impl FnOnce(Load<'_>) -> Result<R, Error> + Send,
    ) -> PyResult<R> {
        let Self { mut loader, raised: kept, functions, time } = self;
        let result =
            if functions { here(py, &mut loader, time, work) } else { aside(py, &mut loader, time, work)? };
        result.map_err(|error| {
            let exception = kept.lock().unwrap_or_else(PoisonError::into_inner).take();
            exception.unwrap_or_else(|| raised(py, error))
        })
    }
}

/// Works on this thread: functions hear Ctrl-C themselves.
fn here<R: Send>(
    py: Python<'_>,
    loader: &mut Loader,
    time: Option<Duration>,
    work: impl FnOnce(Load<'_>) -> Result<R, Error> + Send,
) -> Result<R, Error> {
    let (done, over) = channel::<()>();
    let stop = loader.budget.stop_flag();
    py.detach(|| {
        std::thread::scope(|scope| {
            if let Some(time) = time {
                scope.spawn(move || {
                    if over.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                        stop.store(true, Ordering::Relaxed);
                    }
                });
            }
            let result = work(loader);
            drop(done);
            result
        })
    })
}

/// Works on a thread of its own while this one looks for signals.
fn aside<R: Send>(
    py: Python<'_>,
    loader: &mut Loader,
    time: Option<Duration>,
    work: impl FnOnce(Load<'_>) -> Result<R, Error> + Send,
) -> PyResult<Result<R, Error>> {
    let stop = loader.budget.stop_flag();
    let deadline = time.map(|time| Instant::now() + time);
    let mut signal = Ok(());
    let result = py.detach(|| {
        std::thread::scope(|scope| {
            let (done, over) = channel::<()>();
            let thread = scope.spawn(move || {
                // The interpreter of users' rules writes and compares nested values by recursion.
                let result = grundy_starlark::on_deep_stack(|| work(loader));
                drop(done);
                result
            });
            while over.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    stop.store(true, Ordering::Relaxed);
                }
                if signal.is_ok() {
                    signal = Python::attach(|py| py.check_signals());
                    if signal.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
            thread.join()
        })
    });
    signal?;
    let result = result.unwrap_or_else(|_| Err("a panic".to_string()));
    result.map_err(|panic| {
        pyo3::exceptions::PyRuntimeError::new_err(format!("this is a fault of grundy: {panic}"))
    })
}
