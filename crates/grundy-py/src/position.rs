//! Positions between Python and Rust: integers, strings, tuples of them; a list is a sum.

use grundy_starlark::{DEEPEST, Position};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyString, PyTuple};

/// The Python value of a position.
pub(crate) fn to_python<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
    Ok(match position {
        Position::Int(n) => n.into_pyobject(py)?.into_any(),
        Position::Str(text) => PyString::new(py, text).into_any(),
        Position::Tuple(items) | Position::Whole(items) => {
            let items = items.iter().map(|item| to_python(py, item)).collect::<PyResult<Vec<_>>>()?;
            PyTuple::new(py, items)?.into_any()
        }
    })
}

/// Reads a position, or a list of positions.
pub(crate) fn sum(value: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    match value.cast::<PyList>() {
        Ok(parts) => parts.iter().map(|part| position(&part, 0)).collect(),
        Err(_) => Ok(vec![position(value, 0)?]),
    }
}

/// Reads one position.
pub(crate) fn position(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Position> {
    if value.is_exact_instance_of::<PyInt>() {
        let number = value.extract::<i64>();
        return number.map(Position::Int).map_err(|_| PyOverflowError::new_err("numbers must fit 64 bits"));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Position::text(&text.to_cow()?));
    }
    if let Ok(items) = value.cast::<PyTuple>() {
        if depth >= DEEPEST {
            return Err(PyValueError::new_err(format!("tuples more than {DEEPEST} deep")));
        }
        let items = items.iter().map(|item| position(&item, depth + 1)).collect::<PyResult<Vec<_>>>()?;
        return Ok(Position::tuple(items));
    }
    if value.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err("a position cannot hold True or False: write int(...) around it"));
    }
    if value.is_instance_of::<PyList>() {
        return Err(PyTypeError::new_err(
            "a list is a sum of positions and cannot stand inside one: use a tuple",
        ));
    }
    // NumPy's integers and others that stand for one.
    if let Ok(index) = value.call_method0("__index__") {
        let number = index.extract::<i64>();
        return number.map(Position::Int).map_err(|_| PyOverflowError::new_err("numbers must fit 64 bits"));
    }
    let kind = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("expected a position (an int, a str or a tuple of them), found {kind}")))
}
