//! Rules that are Python functions.
//!
//! They are called on the thread that asked, so Ctrl-C reaches the function itself. An exception
//! of the function is kept and raised as it is when the solver has come back.

use std::sync::{Arc, Mutex, PoisonError};

use grundy::Fault;
use grundy_starlark::{Facts, Position, Script};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::position::{position, sum, to_python};

/// The first exception that a function raised.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

/// The functions of a game.
pub(crate) struct Functions {
    pub(crate) facts: Facts,
    pub(crate) options: Py<PyAny>,
    pub(crate) canonical: Option<Py<PyAny>>,
    pub(crate) stuck: Option<Py<PyAny>>,
    pub(crate) show: Option<Py<PyAny>>,
    pub(crate) parse: Option<Py<PyAny>>,
}

impl Functions {
    /// The same functions, to be called with a place for exceptions.
    pub(crate) fn script(&self, py: Python<'_>, raised: &Raised) -> Called {
        let copy = |function: &Option<Py<PyAny>>| function.as_ref().map(|function| function.clone_ref(py));
        Called {
            functions: Self {
                facts: self.facts.clone(),
                options: self.options.clone_ref(py),
                canonical: copy(&self.canonical),
                stuck: copy(&self.stuck),
                show: copy(&self.show),
                parse: copy(&self.parse),
            },
            raised: Arc::clone(raised),
        }
    }
}

/// Functions that are called.
pub(crate) struct Called {
    functions: Functions,
    raised: Raised,
}

impl Called {
    fn call<R>(
        &self,
        name: &str,
        function: &Py<PyAny>,
        at: &Position,
        read: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<R>,
    ) -> Result<R, Fault> {
        Python::attach(|py| {
            let run = || read(&function.bind(py).call1((to_python(py, at)?,))?);
            run().map_err(|error| self.keep(py, error, &format!("in `{name}` at position {at}")))
        })
    }

    fn keep(&self, py: Python<'_>, error: PyErr, note: &str) -> Fault {
        // Notes are of Python 3.11 and later; without one the exception still tells the failure.
        let _noted = error.value(py).call_method1("add_note", (note,));
        let message = error.to_string();
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        Fault::new(message)
    }
}

impl Script for Called {
    fn facts(&self) -> &Facts {
        &self.functions.facts
    }

    fn options(&self, at: &Position, out: &mut grundy_starlark::Sums<Position>) -> Result<(), Fault> {
        self.call("options", &self.functions.options, at, |found| {
            let mut one = |option: &Bound<'_, PyAny>| -> PyResult<()> {
                match option.cast::<PyList>() {
                    Ok(parts) => {
                        for part in parts.iter() {
                            out.part(position(&part, 0)?);
                        }
                    }
                    Err(_) => out.part(position(option, 0)?),
                }
                out.end();
                Ok(())
            };
            if let Ok(list) = found.cast::<PyList>() {
                return list.iter().try_for_each(|option| one(&option));
            }
            let single = found.is_instance_of::<PyTuple>()
                || found.is_instance_of::<PyString>()
                || found.is_instance_of::<PyDict>();
            if single || found.is_none() {
                let kind = found.get_type().name()?;
                return Err(PyTypeError::new_err(format!("expected a list of options, found {kind}")));
            }
            found.try_iter()?.try_for_each(|option| one(&option?))
        })
    }

    fn canonical(&self, at: &Position) -> Result<Option<Position>, Fault> {
        let Some(function) = &self.functions.canonical else { return Ok(None) };
        let stand = self.call("canonical", function, at, |stand| position(stand, 0))?;
        Ok((stand != *at).then_some(stand))
    }

    fn stuck(&self, at: &Position) -> Result<grundy_starlark::End, Fault> {
        use grundy_starlark::End;
        let Some(function) = &self.functions.stuck else { return Ok(End::Loss) };
        self.call("stuck", function, at, |end| match end.extract::<String>().as_deref() {
            Ok("loss") => Ok(End::Loss),
            Ok("draw") => Ok(End::Draw),
            Ok("win") => Ok(End::Win),
            _ => Err(PyValueError::new_err(format!("expected \"loss\", \"draw\" or \"win\", found {end}"))),
        })
    }

    fn parse(&self, text: &str) -> Result<Vec<Position>, Fault> {
        let Some(function) = &self.functions.parse else {
            return Err(Fault::new("these rules read no boards"));
        };
        Python::attach(|py| {
            let run = || sum(&function.bind(py).call1((text,))?);
            run().map_err(|error| self.keep(py, error, &format!("in `parse` of `{text}`")))
        })
    }

    fn show(&self, at: &Position) -> Result<Option<String>, Fault> {
        let Some(function) = &self.functions.show else { return Ok(None) };
        self.call("show", function, at, |text| text.extract::<String>().map(Some))
    }
}
