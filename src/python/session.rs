//! `bonepile.Session`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, TryLockError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::convert::wrong_type;
use super::errors;
use super::interrupt::interruptible;

/// One conversation of the line protocol (docs/protocol.md): requests in, answers out.
#[pyclass(frozen, module = "bonepile")]
#[derive(Default)]
pub(super) struct Session {
    conversation: Mutex<crate::notation::Session>,
    closed: AtomicBool,
}

#[pymethods]
impl Session {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Whether ``quit`` was answered.
    #[getter]
    fn closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// The answer to one line, without a newline.
    #[pyo3(signature = (line, /))]
    fn answer<'py>(&self, line: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let py = line.py();
        let line = line
            .cast::<PyBytes>()
            .map_err(|_| wrong_type(line, "line", "bytes"))?
            .as_bytes();
        // Nobody waits for an answer in progress: a signal's handler would wait for itself, and a
        // forked child for a thread that it does not have.
        let mut conversation = match self.conversation.try_lock() {
            Ok(conversation) => conversation,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(errors::state(py, "the session is answering another line"));
            }
        };
        let conversation = &mut *conversation;
        let answer = interruptible(py, |poll| conversation.answer(line, poll))?;
        self.closed.store(conversation.closed(), Ordering::Release);
        Ok(PyBytes::new(py, &answer))
    }
}
