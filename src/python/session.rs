//! `bonepile.Session`.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::convert::wrong_type;
use super::errors;
use super::interrupt::interruptible;

#[pyclass(frozen, module = "bonepile")]
#[derive(Default)]
pub(super) struct Session {
    conversation: Mutex<crate::notation::Session>,
    /// The thread on which a signal's handler may be running in the middle of an answer.
    polling: Mutex<Option<ThreadId>>,
}

/// The lock, also when a panic let go of it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    /// Refuses a handler that an answer is waiting for: it would wait for that answer.
    fn not_within_an_answer(&self, py: Python<'_>) -> PyResult<()> {
        if *lock(&self.polling) == Some(thread::current().id()) {
            return Err(errors::state(
                py,
                "the session is in the middle of an answer",
            ));
        }
        Ok(())
    }
}

// The conversation is only waited for detached: who holds it may be waiting for the interpreter.
#[pymethods]
impl Session {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    #[getter]
    fn closed(&self, py: Python<'_>) -> PyResult<bool> {
        self.not_within_an_answer(py)?;
        Ok(py.detach(|| lock(&self.conversation).closed()))
    }

    #[pyo3(signature = (line, /))]
    fn answer<'py>(&self, line: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let py = line.py();
        let line = line
            .cast::<PyBytes>()
            .map_err(|_| wrong_type(line, "line", "bytes"))?
            .as_bytes();
        self.not_within_an_answer(py)?;
        let answer = interruptible(py, |poll| {
            lock(&self.conversation).answer(line, &mut || {
                *lock(&self.polling) = Some(thread::current().id());
                let go_on = poll();
                *lock(&self.polling) = None;
                go_on
            })
        })?;
        Ok(PyBytes::new(py, &answer))
    }
}
