//! `bonepile.Session`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::convert::wrong_type;
use super::interrupt::interruptible;

#[pyclass(frozen, module = "bonepile")]
pub(super) struct Session(Mutex<crate::notation::Session>);

impl Session {
    /// Only to be waited for detached: who holds it may be waiting for the interpreter.
    fn lock(&self) -> MutexGuard<'_, crate::notation::Session> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Session {
    #[new]
    fn new() -> Self {
        Self(Mutex::default())
    }

    #[getter]
    fn closed(&self, py: Python<'_>) -> bool {
        py.detach(|| self.lock().closed())
    }

    #[pyo3(signature = (line, /))]
    fn answer<'py>(&self, line: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let py = line.py();
        let line = line
            .cast::<PyBytes>()
            .map_err(|_| wrong_type(line, "line", "bytes"))?
            .as_bytes();
        let answer = interruptible(py, |poll| self.lock().answer(line, poll))?;
        Ok(PyBytes::new(py, &answer))
    }
}
