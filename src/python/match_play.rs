//! `bonepile.Match`.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMapping, PyString, PyTuple, PyType};
use serde_json::Value;

use super::action::notation;
use super::convert::{LARGE, Seed, Unreadable, to_json, to_python, wrong_type};
use super::deal::deal_like;
use super::errors::{self, NOTHING_TO_UNDO};
use super::round::{Round, rules_of};
use super::rules::Rules;
use crate::notation::play_match;

/// Rounds added up to a target (line games) or a number of rounds (train games); immutable.
#[pyclass(frozen, eq, hash, module = "bonepile")]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Match(crate::match_play::Match);

/// The JSON of a record that is a mapping.
fn record_json(record: &Bound<'_, PyAny>) -> PyResult<Value> {
    if !record.is_instance_of::<PyMapping>() {
        return Err(wrong_type(record, "record", "a mapping, a str or bytes"));
    }
    to_json(record, LARGE).map_err(|error| match error {
        Unreadable::Fault { path, why } => {
            let path = path.strip_prefix('.').unwrap_or("record");
            errors::bad_record(record.py(), format!("{path}: {why}"))
        }
        Unreadable::Raised(error) => error,
    })
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (rules, seed = None, deal = None))]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        seed: Option<Seed>,
        deal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rules = rules_of(rules)?;
        let deal = deal.map(deal_like).transpose()?;
        let dealt = crate::match_play::Match::new(rules, seed.map(|seed| seed.0), deal);
        dealt.map(Self).map_err(|error| errors::in_match(py, error))
    }

    /// The match that a record tells, as a mapping or as JSON text, every action checked.
    #[classmethod]
    #[pyo3(signature = (record, /, seed = None))]
    fn from_record(
        _class: &Bound<'_, PyType>,
        record: &Bound<'_, PyAny>,
        seed: Option<Seed>,
    ) -> PyResult<Self> {
        let py = record.py();
        let seed = seed.map(|seed| seed.0);
        let read = if let Ok(text) = record.cast::<PyString>() {
            let text = text.to_str().map_err(|_| {
                errors::bad_record(
                    py,
                    "not JSON: half of a surrogate pair stands alone".to_owned(),
                )
            })?;
            crate::match_play::Match::from_record_text(text.as_bytes(), seed)
        } else if let Ok(text) = record.cast::<PyBytes>() {
            crate::match_play::Match::from_record_text(text.as_bytes(), seed)
        } else {
            crate::match_play::Match::from_record(&record_json(record)?, seed)
        };
        read.map(Self).map_err(|error| errors::record(py, error))
    }

    /// The rules in force.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.0.rules().clone())
    }

    /// The round in progress, or the last one.
    #[getter]
    fn round(&self) -> Round {
        Round(self.0.round().clone())
    }

    /// Every round so far, the one in progress too.
    #[getter]
    fn rounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.rounds().cloned().map(Round).collect::<Vec<_>>())
    }

    /// Points of the finished rounds, one number a side.
    #[getter]
    fn totals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.totals())
    }

    /// The place of each side as the totals stand; equal totals share one: 1, 1, 3.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.places())
    }

    /// Whether the target or the number of rounds is reached.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The match after a legal action.
    #[pyo3(signature = (action, /))]
    fn play(&self, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let played = play_match(&self.0, &notation(action)?);
        played
            .map(Self)
            .map_err(|why| errors::illegal(action, why, self.0.round()))
    }

    /// The match before the last action.
    fn undo(&self, py: Python<'_>) -> PyResult<Self> {
        let before = self.0.undo().map(Self);
        before.ok_or_else(|| errors::state(py, NOTHING_TO_UNDO))
    }

    /// The match with its next round dealt, as the constructor deals the first.
    #[pyo3(signature = (deal = None))]
    fn next_round(&self, py: Python<'_>, deal: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let deal = deal.map(deal_like).transpose()?;
        self.0
            .next_round(deal)
            .map(Self)
            .map_err(|error| errors::in_match(py, error))
    }

    /// The match as played, as JSON values: rules, deals, actions and results, never a seed.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.record())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let record = self.record(py)?.repr()?;
        Ok(match self.0.seed() {
            Some(seed) => format!("Match.from_record({record}, seed={seed})"),
            None => format!("Match.from_record({record})"),
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let arguments = (self.record(py)?, self.0.seed());
        (py.get_type::<Self>().getattr("from_record")?, arguments).into_pyobject(py)
    }
}
