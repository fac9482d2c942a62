//! `bonepile.Action`.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::convert::{is_number, items, number, text, wrong_type};
use super::errors;
use crate::rules::Rules;

/// One action: its notation and its number.
#[pyclass(frozen, module = "bonepile")]
pub(super) struct Action {
    notation: String,
    /// The action's number under the rules it came from, ``0 <= index < rules.num_actions``.
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
            index: number(index, "index", 0..=u64::MAX)?,
        })
    }

    fn __str__(&self) -> &str {
        &self.notation
    }

    fn __repr__(&self) -> String {
        format!("Action('{}', {})", self.notation, self.index)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        match read(other)? {
            Some(text) => (self.notation == text).into_py_any(other.py()),
            None => Ok(other.py().NotImplemented()),
        }
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
    read(action)?.ok_or_else(|| wrong_type(action, "action", "a str or an Action"))
}

/// The notation of a text, of an action, or of the action of another engine: what has a number for
/// an `index`. None for anything else.
fn read(action: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(action) = action.cast::<Action>() {
        return Ok(Some(action.get().notation.clone()));
    }
    let text = if let Ok(text) = action.cast::<PyString>() {
        text.clone()
    } else if action
        .getattr_opt("index")?
        .is_some_and(|index| is_number(&index))
    {
        action.str()?
    } else {
        return Ok(None);
    };
    Ok(Some(text.to_string_lossy().into_owned()))
}

/// A sequence of what stands for actions.
pub(super) struct Actions<'py>(pub(super) Vec<Bound<'py, PyAny>>);

impl<'py> FromPyObject<'_, 'py> for Actions<'py> {
    type Error = PyErr;

    fn extract(actions: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        items(&actions, "actions", "actions").map(Self)
    }
}
