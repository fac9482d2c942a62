//! Every error of the core as the exception of `bonepile.errors` that tells it.

use pyo3::IntoPyObjectExt;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::deal::DealError;
use crate::match_play::MatchError;
use crate::notation::{RecordError, Refusal, legal};
use crate::position::PositionError;
use crate::refusal::RefusalCode;
use crate::round::{Round, WithDealError};
use crate::rules::RulesError;
use crate::vector_round::IllegalSlot;

/// What an undo says that has nothing before it.
pub(super) const NOTHING_TO_UNDO: &str = "nothing has been played that could be undone";

/// The exception of that class; whatever goes wrong on the way is raised in its stead.
fn raise<'py>(
    py: Python<'py>,
    class: &str,
    arguments: impl IntoPyObject<'py, Output = Bound<'py, PyTuple>, Error = PyErr>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyErr {
    let build = || {
        let class = py.import("bonepile.errors")?.getattr(class)?;
        class.call(arguments.into_pyobject(py)?, keywords)
    };
    build().map_or_else(|error| error, PyErr::from_value)
}

/// A number outside its range.
pub(super) fn argument(py: Python<'_>, message: String) -> PyErr {
    raise(py, "ArgumentError", (message,), None)
}

/// Text that is not in the notation.
pub(super) fn notation(py: Python<'_>, message: String) -> PyErr {
    raise(py, "NotationError", (message,), None)
}

/// A call out of its time.
pub(super) fn state(py: Python<'_>, message: &str) -> PyErr {
    raise(py, "StateError", (message,), None)
}

pub(super) fn rules(py: Python<'_>, error: RulesError) -> PyErr {
    match error {
        RulesError::Bad(reasons) => raise(py, "RulesError", (reasons,), None),
        RulesError::UnknownPreset(_) => raise(py, "UnknownPresetError", (error.to_string(),), None),
    }
}

pub(super) fn deal(py: Python<'_>, error: DealError) -> PyErr {
    match error {
        DealError::Bad(reasons) => raise(py, "DealError", (reasons,), None),
        DealError::Redeal(reason) => raise(py, "RedealError", (reason,), None),
    }
}

pub(super) fn with_deal(py: Python<'_>, error: WithDealError) -> PyErr {
    match error {
        WithDealError::NoDeal => state(py, &error.to_string()),
        WithDealError::Deal(error) => deal(py, error),
    }
}

pub(super) fn position(py: Python<'_>, error: &PositionError) -> PyErr {
    bad_position(py, error.reasons())
}

/// A position that is not even JSON, or that is refused.
pub(super) fn bad_position(py: Python<'_>, reasons: &[String]) -> PyErr {
    raise(py, "PositionError", (reasons,), None)
}

/// An action that is not legal in the round. It is told as it was asked for, to the letter: a Python
/// text may hold what no Rust text can.
pub(super) fn illegal(asked: &Bound<'_, PyAny>, refusal: Refusal, round: &Round) -> PyErr {
    let class = match refusal.code {
        RefusalCode::RoundOver => "RoundOverError",
        _ => "IllegalActionError",
    };
    // Of a text only that: its class may write it otherwise.
    let action = if asked.is_instance_of::<PyString>() {
        let text = asked.py().get_type::<PyString>();
        text.call_method1(intern!(asked.py(), "__str__"), (asked,))
    } else {
        asked.str().map(Bound::into_any)
    };
    let action = match action {
        Ok(action) => action,
        Err(error) => return error,
    };
    let arguments = (action, refusal.code.name(), refusal.message, legal(round));
    raise(asked.py(), class, arguments, None)
}

/// A number that is not legal in its slot; the greatest stands for every one beyond 64 bits.
pub(super) fn illegal_slot(py: Python<'_>, illegal: &IllegalSlot, number: i64) -> PyErr {
    let (slot, code) = (illegal.slot, illegal.code.name());
    let number = match number {
        i64::MAX => "a number that long".to_owned(),
        number => number.to_string(),
    };
    let (action, message) = if let Some(action) = illegal.action {
        let message = format!("slot {slot}: {action} (action {number}) is not legal: {code}");
        (action.to_string(), message)
    } else {
        let message = format!("slot {slot}: {number} is not the number of an action");
        (number, message)
    };
    let mut legal: Vec<_> = illegal.legal.iter().map(ToString::to_string).collect();
    legal.sort_unstable();
    raise(
        py,
        "IllegalActionError",
        (action, code, message, legal),
        None,
    )
}

pub(super) fn in_match(py: Python<'_>, error: MatchError) -> PyErr {
    match error {
        MatchError::Rules(error) => rules(py, error),
        MatchError::Deal(error) => deal(py, error),
        MatchError::Early(message) => state(py, message),
    }
}

pub(super) fn record(py: Python<'_>, error: RecordError) -> PyErr {
    match error {
        RecordError::Rules(error) => rules(py, error),
        RecordError::Deal(error) => deal(py, error),
        RecordError::Position(error) => position(py, &error),
        RecordError::Fault(fault) => {
            let keywords = || {
                let keywords = PyDict::new(py);
                keywords.set_item("round", fault.round)?;
                keywords.set_item("at", fault.at)?;
                keywords.set_item("action", &fault.action)?;
                keywords.set_item("reason", fault.reason)?;
                keywords.set_item("legal", &fault.legal)?;
                Ok(keywords)
            };
            match keywords() {
                Ok(keywords) => raise(py, "RecordError", (&fault.message,), Some(&keywords)),
                Err(error) => error,
            }
        }
    }
}

/// A record that is not even JSON.
pub(super) fn bad_record(py: Python<'_>, message: String) -> PyErr {
    raise(py, "RecordError", (message,), None)
}

/// A named tuple of `bonepile.types`.
pub(super) fn named_tuple<'py>(
    py: Python<'py>,
    class: &str,
    fields: impl IntoPyObject<'py, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Py<PyAny>> {
    let class = py.import("bonepile.types")?.getattr(class)?;
    class.call1(fields.into_pyobject(py)?)?.into_py_any(py)
}
