//! From errors to exceptions.

use grundy::{Error, ParseError};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

/// The exception of an error.
pub(crate) fn raised(py: Python<'_>, error: Error) -> PyErr {
    match error {
        Error::Parse(parse) => parse_error(py, &parse).unwrap_or_else(|failure| failure),
        Error::Limit(limit) => limit_error(py, &limit.to_string()).unwrap_or_else(|failure| failure),
        Error::Io(error) => PyOSError::new_err(error.to_string()),
        other => PyValueError::new_err(other.to_string()),
    }
}

fn exception<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("grundy._errors")?.getattr(name)
}

fn limit_error(py: Python<'_>, limit: &str) -> PyResult<PyErr> {
    Ok(PyErr::from_value(exception(py, "LimitError")?.call1((limit,))?))
}

fn parse_error(py: Python<'_>, error: &ParseError) -> PyResult<PyErr> {
    let source = error.source_text();
    let span = error.span();
    let characters = |at: usize| source.get(..at.min(source.len())).map_or(0, |text| text.chars().count());
    let (line, column) = error.line_and_column();
    let fields = (
        error.expected(),
        error.found(),
        error.help_text(),
        error.name(),
        source,
        characters(span.start),
        characters(span.end),
        line,
        column,
    );
    Ok(PyErr::from_value(exception(py, "ParseError")?.call1(fields)?))
}
