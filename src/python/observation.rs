//! Observations of single rounds.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMemoryView, PySlice};

use super::buffers::{Column, Shape};
use super::convert::number;
use super::errors;
use super::round::{round_of, rules_of};

/// What a seat has seen of a round, as numbers: format ``h``, shape (size,), read-only.
#[pyfunction]
#[pyo3(signature = (round, seat = None))]
pub(super) fn observe<'py>(
    round: &Bound<'py, PyAny>,
    seat: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyMemoryView>> {
    let py = round.py();
    let round = round_of(round)?;
    let seat = match (seat, round.to_play()) {
        (Some(seat), _) => number(seat, "seat", 0..=u64::from(round.rules().players()) - 1)? as u8,
        (None, Some(seat)) => seat,
        (None, None) => {
            let message = "seat: the round is over, so that nobody is on turn: name a seat";
            return Err(errors::argument(py, message.to_owned()));
        }
    };
    let observation = Arc::new(round.observation(seat));
    let shape = Shape::Numbers(observation.len());
    Column::of(&observation, |observation| observation.as_slice(), shape).view(py)
}

/// Where each part of an observation stands, by its name and in order.
#[pyfunction]
#[pyo3(signature = (rules))]
pub(super) fn observation_layout<'py>(rules: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let py = rules.py();
    let layout = PyDict::new(py);
    for (name, part) in crate::observation::observation_layout(&*rules_of(rules)?) {
        let part = py.get_type::<PySlice>().call1((part.start, part.end))?;
        layout.set_item(name, part)?;
    }
    Ok(layout)
}
