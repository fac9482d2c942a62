//! `bonepile.VectorRound`.

use std::collections::TryReserveError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

use super::buffers::{Number, Rewritten, Shape};
use super::convert::{RoundNumber, Rounds, Seed};
use super::errors;
use super::integers::integers;
use super::round::rules_of;
use super::rules::Rules;
use crate::vector_round::{Columns, VectorError, Widths};

/// Many rounds in step, one a slot, for programs that learn.
#[pyclass(frozen, module = "bonepile")]
pub(super) struct VectorRound {
    rules: Arc<crate::rules::Rules>,
    slots: usize,
    widths: Widths,
    /// Locked only while no Python code runs, so that nobody waits for it.
    shown: Mutex<Shown>,
}

/// The rounds, and the memory that shows them.
struct Shown {
    rounds: crate::vector_round::VectorRound,
    to_play: Rewritten<i8>,
    legal_mask: Rewritten<u8>,
    observation: Rewritten<i16>,
    rewards: Rewritten<i16>,
    done: Rewritten<u8>,
    game: Rewritten<u64>,
}

impl Shown {
    fn new(
        py: Python<'_>,
        rounds: crate::vector_round::VectorRound,
        slots: usize,
        widths: &Widths,
    ) -> Result<Self, TryReserveError> {
        let mut shown = Self {
            rounds,
            to_play: Rewritten::zeros(slots)?,
            legal_mask: Rewritten::zeros(slots.saturating_mul(widths.num_actions))?,
            observation: Rewritten::zeros(slots.saturating_mul(widths.observation_size))?,
            rewards: Rewritten::zeros(slots.saturating_mul(widths.sides))?,
            done: Rewritten::zeros(slots)?,
            game: Rewritten::zeros(slots)?,
        };
        let (rounds, mut columns) = shown.parts(py);
        rounds.show(&mut columns);
        Ok(shown)
    }

    fn parts<'a>(
        &'a mut self,
        py: Python<'a>,
    ) -> (&'a mut crate::vector_round::VectorRound, Columns<'a>) {
        let columns = Columns {
            to_play: self.to_play.numbers(py),
            legal_mask: self.legal_mask.numbers(py),
            observation: self.observation.numbers(py),
            rewards: self.rewards.numbers(py),
            done: self.done.numbers(py),
            game: self.game.numbers(py),
        };
        (&mut self.rounds, columns)
    }
}

fn no_memory(error: &impl ToString) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

impl VectorRound {
    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A column of one number a slot.
    fn numbers<'py, T: Number>(
        &self,
        py: Python<'py>,
        column: impl FnOnce(&Shown) -> &Rewritten<T>,
    ) -> PyResult<Bound<'py, PyMemoryView>> {
        let column = column(&self.shown()).column(Shape::Numbers(self.slots));
        column.view(py)
    }

    /// A column of one row a slot.
    fn rows<'py, T: Number>(
        &self,
        py: Python<'py>,
        column: impl FnOnce(&Shown) -> &Rewritten<T>,
        width: usize,
    ) -> PyResult<Bound<'py, PyMemoryView>> {
        let column = column(&self.shown()).column(Shape::Rows(self.slots, width));
        column.view(py)
    }
}

#[pymethods]
impl VectorRound {
    #[new]
    #[pyo3(
        signature = (rules, n, seed, *, round = RoundNumber(0)),
        text_signature = "(rules, n, seed, *, round=0)"
    )]
    fn new(rules: &Bound<'_, PyAny>, n: Rounds, seed: Seed, round: RoundNumber) -> PyResult<Self> {
        let py = rules.py();
        let rules = rules_of(rules)?;
        let slots = usize::try_from(n.0).map_err(|error| no_memory(&error))?;
        let rounds = crate::vector_round::VectorRound::new(&rules, slots, seed.0, round.0);
        let rounds = rounds.map_err(|error| match error {
            VectorError::Deal(error) => errors::deal(py, error),
            VectorError::Memory(_) => no_memory(&error),
        })?;
        let widths = Widths::of(&rules);
        let shown = Shown::new(py, rounds, slots, &widths).map_err(|error| no_memory(&error))?;
        Ok(Self {
            rules,
            slots,
            widths,
            shown: Mutex::new(shown),
        })
    }

    /// The rules in force.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(Arc::clone(&self.rules))
    }

    /// How many action numbers there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.widths.num_actions
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        self.widths.observation_size
    }

    /// The seat on turn: format ``b``, shape (n,).
    #[getter]
    fn to_play<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.numbers(py, |shown| &shown.to_play)
    }

    #[allow(clippy::doc_markdown)] // the words of the stub
    /// 1 for each legal action, by number: format ``B``, shape (n, num_actions).
    #[getter]
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.rows(py, |shown| &shown.legal_mask, self.widths.num_actions)
    }

    /// What the seat on turn sees, as :func:`observe` tells it.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.rows(py, |shown| &shown.observation, self.widths.observation_size)
    }

    /// The points that the last step brought each side, in play and at the end of the round.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.rows(py, |shown| &shown.rewards, self.widths.sides)
    }

    /// 1 where the last step ended the round: format ``B``, shape (n,).
    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.numbers(py, |shown| &shown.done)
    }

    /// The number of the game that each slot plays: format ``Q``, shape (n,).
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.numbers(py, |shown| &shown.game)
    }

    fn __len__(&self) -> usize {
        self.slots
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rules = self.rules().__repr__(py)?;
        Ok(format!("<VectorRound of {} rounds: {rules}>", self.slots))
    }

    /// Play one action number a slot, and deal the next episode where a round ended.
    #[pyo3(signature = (actions, /))]
    fn step(&self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = actions.py();
        let numbers = integers(actions, "actions", self.slots)?;
        let played = {
            let mut shown = self.shown();
            let (rounds, mut columns) = shown.parts(py);
            rounds.step(&numbers, &mut columns)
        };
        played.map_err(|illegal| errors::illegal_slot(py, &illegal, numbers[illegal.slot]))
    }
}
