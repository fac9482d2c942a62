//! The functions of the module.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use super::convert::{Game, RoundNumber, Seed, text};
use super::errors;
use super::round::{Round, rules_of};
use crate::notation::brief;
use crate::random::{EntropyDice, SeedDice, random_deal};
use crate::rules::{RulesError, preset, preset_names};

/// A freshly dealt round, dealt again as often as the rules ask for it.
#[pyfunction]
#[pyo3(
    signature = (rules, seed = None, round = RoundNumber(0), game = None),
    text_signature = "(rules, seed=None, round=0, game=None)"
)]
pub(super) fn deal(
    rules: &Bound<'_, PyAny>,
    seed: Option<Seed>,
    round: RoundNumber,
    game: Option<Game>,
) -> PyResult<Round> {
    let py = rules.py();
    let rules = rules_of(rules)?;
    let game = game.map_or(round.0.into(), |game| game.0);
    let dealt = match seed {
        Some(seed) => random_deal(&rules, round.0, SeedDice::new(seed.0, game)),
        None => random_deal(&rules, round.0, EntropyDice),
    };
    dealt
        .and_then(|deal| crate::round::Round::new(rules, deal, round.0))
        .map(Round)
        .map_err(|error| errors::deal(py, error))
}

/// The names of the presets.
#[pyfunction]
pub(super) fn presets() -> Vec<&'static str> {
    preset_names().collect()
}

/// A preset's ``name``, ``family``, ``revision``, ``source``, ``summary`` and ``parameters``.
#[pyfunction]
#[pyo3(signature = (name, /))]
pub(super) fn preset_info<'py>(name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let py = name.py();
    let name = text(name, "name")?;
    let preset =
        preset(&name).ok_or_else(|| errors::rules(py, RulesError::UnknownPreset(brief(&name))))?;
    let values = preset.parameters();
    let mut parameters = Vec::new();
    for parameter in preset.table() {
        let row = PyDict::new(py);
        row.set_item("name", parameter.name)?;
        row.set_item(
            "value",
            super::rules::value(py, parameter.name, &values[parameter.name])?,
        )?;
        row.set_item("values", parameter.values)?;
        row.set_item("meaning", parameter.meaning)?;
        row.set_item("source", preset.source_of(parameter.name))?;
        parameters.push(row);
    }
    let info = PyDict::new(py);
    info.set_item("name", preset.name)?;
    info.set_item("family", preset.family())?;
    info.set_item("revision", preset.revision)?;
    info.set_item("source", preset.source)?;
    info.set_item("summary", preset.summary)?;
    info.set_item("parameters", parameters)?;
    Ok(info)
}

/// Whether two texts are the same JSON value.
#[pyfunction]
#[pyo3(signature = (first, second, /))]
pub(super) fn same_json(first: &[u8], second: &[u8]) -> bool {
    let read = |text| serde_json::from_slice::<Value>(text).ok();
    first == second || read(first).is_some_and(|value| Some(value) == read(second))
}
