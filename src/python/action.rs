//! `bonepile.Action`.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::convert::{items, number, text, wrong_type};
use super::errors;
use crate::rules::Rules;

#[pyclass(frozen, module = "bonepile")]
pub(super) struct Action {
    notation: String,
    #[pyo3(get)]
    index: u64,
}

impl Action {
    /// An action that the rules number.
    pub(super) fn of(rules: &Rules, action: crate::action::Action) -> Self {
        Self {
            notation: action.to_string(),
            index: rules.action_space().index(action).unwrap_or_default() as u64,
        }
    }

    pub(super) fn all(rules: &Rules, actions: Vec<crate::action::Action>) -> Vec<Self> {
        actions
            .into_iter()
            .map(|action| Self::of(rules, action))
            .collect()
    }
}

#[pymethods]
impl Action {
    #[new]
    #[pyo3(signature = (notation, index))]
    fn new(notation: &Bound<'_, PyAny>, index: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = notation.py();
        let notation = text(notation, "notation")?;
        if let Err(error) = notation.parse::<crate::action::Action>() {
            return Err(errors::notation(py, error.to_string()));
        }
        Ok(Self {
            notation,
            index: number(index, "index", u64::MAX)?,
        })
    }

    fn __str__(&self) -> &str {
        &self.notation
    }

    fn __repr__(&self) -> String {
        format!("Action('{}', {})", self.notation, self.index)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let equal = if let Ok(other) = other.cast::<Self>() {
            self.notation == other.get().notation
        } else if let Ok(other) = other.cast::<PyString>() {
            self.notation == other.to_string_lossy()
        } else {
            return Ok(py.NotImplemented());
        };
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.notation).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (&self.notation, self.index)).into_pyobject(py)
    }
}

/// The notation of what stands for an action.
pub(super) fn notation(action: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(action) = action.cast::<Action>() {
        return Ok(action.get().notation.clone());
    }
    text(action, "action").map_err(|_| wrong_type(action, "action", "a str or an Action"))
}

/// A sequence of what stands for actions.
pub(super) struct Actions<'py>(pub(super) Vec<Bound<'py, PyAny>>);

impl<'py> FromPyObject<'_, 'py> for Actions<'py> {
    type Error = PyErr;

    fn extract(actions: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        items(&actions, "actions", "actions").map(Self)
    }
}
