//! The functions of the module.

use std::thread::available_parallelism;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::convert::{First, Game, RoundNumber, Rounds, Seed, Threads, text};
use super::errors::{self, named_tuple};
use super::interrupt::interruptible;
use super::round::{Round, rules_of};
use crate::batch::{BatchError, Start, playouts};
use crate::notation::brief;
use crate::policy::Policy;
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

/// Exact totals over ``n`` random rounds: games ``first`` to ``first + n - 1`` of the seed.
#[pyfunction]
#[pyo3(
    signature = (rules, n, seed, *, first = First(0), round = RoundNumber(0), threads = Threads(1)),
    text_signature = "(rules, n, seed, *, first=0, round=0, threads=1)"
)]
pub(super) fn simulate(
    rules: &Bound<'_, PyAny>,
    n: Rounds,
    seed: Seed,
    first: First,
    round: RoundNumber,
    threads: Threads,
) -> PyResult<Py<PyAny>> {
    let py = rules.py();
    let rules = rules_of(rules)?;
    if threads.0 == 0 {
        return Err(errors::argument(
            py,
            "threads: at least one thread works".to_owned(),
        ));
    }
    if n.0 > 0 && first.0.checked_add(n.0 - 1).is_none() {
        return Err(errors::argument(
            py,
            "first: no games are numbered 2**64 or more".to_owned(),
        ));
    }
    // More threads than processors do not help, and the result is the same.
    let processors = available_parallelism().map_or(1, usize::from);
    let threads = usize::try_from(threads.0)
        .unwrap_or(processors)
        .min(processors);
    let tally = interruptible(py, |poll| {
        let start = Start::Rules(&rules, round.0);
        playouts(start, first.0, n.0, seed.0, Policy::Random, threads, poll).transpose()
    })?
    .map_err(|error| match error {
        BatchError::Deal(error) => errors::deal(py, error),
        BatchError::Memory(_) => PyMemoryError::new_err(error.to_string()),
    })?
    .tally();
    let fields = (
        tally.rounds,
        tally.out,
        tally.blocked,
        PyTuple::new(py, tally.wins)?,
        PyTuple::new(py, tally.wins_squared)?,
        PyTuple::new(py, tally.points)?,
        PyTuple::new(py, tally.points_squared)?,
        tally.actions,
        tally.actions_squared,
    );
    named_tuple(py, "Tally", fields)
}
