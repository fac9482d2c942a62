//! Long calls: without the interpreter's lock, and open to Ctrl-C.

use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How long a call goes on before it looks at pending signals again.
const INTERVAL: Duration = Duration::from_millis(50);

/// Runs `work` detached. It is given a question to ask now and then, on this thread only: whether to
/// go on. When the answer was no, the signal's exception is raised.
pub(super) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> Option<T> + Send,
) -> PyResult<T> {
    let (done, raised) = py.detach(|| {
        let mut raised = None;
        let mut next = Instant::now() + INTERVAL;
        let done = work(&mut || {
            if raised.is_none() && Instant::now() >= next {
                raised = pending_signal().err();
                next = Instant::now() + INTERVAL;
            }
            raised.is_none()
        });
        (done, raised)
    });
    match (raised, done) {
        (Some(raised), _) => Err(raised),
        (None, Some(done)) => Ok(done),
        (None, None) => Err(PyRuntimeError::new_err("the call ended before its work")),
    }
}

/// Raises what a pending signal raises; on another thread than the main one there is none.
fn pending_signal() -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        Ok(())
    })
}
