//! Values of rounds, every tile known.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMemoryView, PyTuple, PyType};

use super::action::Action;
use super::buffers::{Column, Number, Shape};
use super::convert::{
    First, Moves, ObjectiveName, PlayName, RoundNumber, Rounds, Seed, TableSize, Threads,
    wrong_type,
};
use super::errors::{self, named_tuple};
use super::interrupt::interruptible;
use super::pickles::{Pickled, pickled, unpickled};
use super::round::{round_of, rules_of};
use crate::rules::{Choice, Rules};
use crate::solving::{
    Deals, Limit, Objective, Play, Question, Solution, SolveError, SolveManyError, Value,
};

/// What the rest of a round is worth for the side on turn, when every side plays its best.
#[pyfunction]
#[pyo3(
    signature = (
        round, objective = ObjectiveName(Objective::Points), *, moves = Moves(false), limit = None,
        play = PlayName(Play::Exact), table = None
    ),
    text_signature = "(round, objective='points', *, moves=False, limit=None, play='exact', \
                      table=None)"
)]
pub(super) fn solve(
    round: &Bound<'_, PyAny>,
    objective: ObjectiveName,
    moves: Moves,
    limit: Option<&Bound<'_, PyAny>>,
    play: PlayName,
    table: Option<TableSize>,
) -> PyResult<Py<PyAny>> {
    let py = round.py();
    let round = round_of(round)?;
    let question = Question {
        play: play.0,
        moves: moves.0,
        limit: limit.map_or_else(|| Ok(Limit::default()), read_limit)?,
        table: table.map(|size| size.0),
        ..Question::new(objective.0)
    };
    let solution = interruptible(py, |poll| round.solve(question, poll).transpose())?;
    let solution = solution.map_err(|error| refused(py, error))?;
    told(py, round.rules(), solution)
}

fn read_limit(limit: &Bound<'_, PyAny>) -> PyResult<Limit> {
    let class = limit.py().import("bonepile.types")?.getattr("Limit")?;
    if !limit.is_instance(&class)? {
        return Err(wrong_type(limit, "limit", "a Limit or None"));
    }
    let seconds = limit.getattr("seconds")?.extract::<Option<f64>>()?;
    Ok(Limit {
        nodes: limit.getattr("nodes")?.extract()?,
        // Longer than a clock counts is no limit.
        time: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
    })
}

fn refused(py: Python<'_>, error: SolveError) -> PyErr {
    match error {
        SolveError::Memory => PyMemoryError::new_err(error.to_string()),
        _ => errors::argument(py, error.to_string()),
    }
}

fn told(py: Python<'_>, rules: &Rules, solution: Solution) -> PyResult<Py<PyAny>> {
    let fields = (
        solution
            .value
            .map(|value| told_value(py, value))
            .transpose()?,
        solution.best.map(|best| Action::of(rules, best)),
        PyTuple::new(py, Action::all(rules, solution.line))?,
        told_moves(py, rules, solution.moves)?,
        solution.exact,
        told_value(py, solution.low)?,
        told_value(py, solution.high)?,
        solution.nodes,
        solution.hits,
    );
    named_tuple(py, "Solution", fields)
}

fn told_value(py: Python<'_>, value: Value) -> PyResult<Py<PyAny>> {
    match value {
        Value::One(value) => value.into_py_any(py),
        Value::BySide(values) => PyTuple::new(py, values)?.into_py_any(py),
    }
}

fn told_moves(
    py: Python<'_>,
    rules: &Rules,
    moves: Option<Vec<(crate::action::Action, Option<i32>)>>,
) -> PyResult<Py<PyAny>> {
    let Some(moves) = moves else {
        return Ok(py.None());
    };
    let values = PyDict::new(py);
    for (action, value) in moves {
        values.set_item(Action::of(rules, action), value)?;
    }
    values.into_py_any(py)
}

/// Many games solved: four columns with one row a game, and what was solved.
#[pyclass(frozen, eq, hash, module = "bonepile")]
#[derive(PartialEq, Eq)]
pub(super) struct Solutions {
    seed: u64,
    first: u64,
    objective: Objective,
    columns: Arc<crate::solving::Solutions>,
}

impl Hash for Solutions {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.seed, self.first, self.objective, self.columns.len()).hash(hasher);
    }
}

impl Solutions {
    fn column<'py, T: Number>(
        &self,
        py: Python<'py>,
        part: impl FnOnce(&crate::solving::Solutions) -> &[T],
    ) -> PyResult<Bound<'py, PyMemoryView>> {
        let shape = Shape::Numbers(self.columns.len());
        Column::of(&self.columns, part, shape).view(py)
    }
}

/// Games ``first`` to ``first + n - 1`` of the seed, dealt and solved.
#[pyfunction]
#[pyo3(
    signature = (
        rules, n, seed, *, objective = ObjectiveName(Objective::Points), round = RoundNumber(0),
        first = First(0), threads = Threads(1)
    ),
    text_signature = "(rules, n, seed, *, objective='points', round=0, first=0, threads=1)"
)]
pub(super) fn solve_many(
    rules: &Bound<'_, PyAny>,
    n: Rounds,
    seed: Seed,
    objective: ObjectiveName,
    round: RoundNumber,
    first: First,
    threads: Threads,
) -> PyResult<Solutions> {
    let py = rules.py();
    let deals = Deals {
        rules: rules_of(rules)?,
        round: round.0,
        seed: seed.0,
        first: first.0,
        n: n.0,
        objective: objective.0,
    };
    first.expect_numbers(py, deals.n)?;
    let threads = threads.useful(usize::try_from(deals.n).unwrap_or(usize::MAX));
    let solved = interruptible(py, |poll| deals.solve(threads, poll).transpose())?;
    let columns = solved.map_err(|error| match error {
        SolveManyError::ManySides(_) => errors::argument(py, error.to_string()),
        SolveManyError::Solve(error) => refused(py, error),
        SolveManyError::Deal(error) => errors::deal(py, error),
        SolveManyError::Memory(_) => PyMemoryError::new_err(error.to_string()),
    })?;
    Ok(Solutions {
        seed: deals.seed,
        first: deals.first,
        objective: deals.objective,
        columns: Arc::new(columns),
    })
}

#[pymethods]
impl Solutions {
    /// What each game is worth for the side of the seat on turn.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.column(py, |columns| &columns.value)
    }

    /// The seat on turn.
    #[getter]
    fn leader<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.column(py, |columns| &columns.leader)
    }

    /// The number of the first action that reaches the value.
    #[getter]
    fn best<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.column(py, |columns| &columns.best)
    }

    /// How many positions were looked at.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.column(py, |columns| &columns.nodes)
    }

    /// The seed of the deals.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of the game in row 0.
    #[getter]
    fn first(&self) -> u64 {
        self.first
    }

    /// What the values count.
    #[getter]
    fn objective(&self) -> &'static str {
        self.objective.name()
    }

    fn __len__(&self) -> usize {
        self.columns.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Solutions of {} games: seed={}, first={}, objective='{}'>",
            self.columns.len(),
            self.seed,
            self.first,
            self.objective(),
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let columns = (
            pickled!(py, self.columns.value),
            pickled!(py, self.columns.leader),
            pickled!(py, self.columns.best),
            pickled!(py, self.columns.nodes),
        );
        let arguments = ((self.seed, self.first, self.objective()), columns);
        let restore = py.get_type::<Self>().getattr("_unpickled")?;
        (restore, arguments).into_pyobject(py)
    }

    /// The solutions that a pickle holds.
    #[classmethod]
    fn _unpickled(
        class: &Bound<'_, PyType>,
        solved: (Seed, First, ObjectiveName),
        columns: Pickled<'_>,
    ) -> PyResult<Self> {
        let (seed, first, objective) = solved;
        let (value, leader, best, nodes) = columns;
        let columns = || {
            let columns = crate::solving::Solutions::from_columns(
                unpickled!(value, i16)?,
                unpickled!(leader, i8)?,
                unpickled!(best, i32)?,
                unpickled!(nodes, u32)?,
            )?;
            first.has_numbers(columns.len() as u64).then_some(columns)
        };
        let columns = columns().ok_or_else(|| {
            let message = "columns: these are not solutions of games";
            errors::argument(class.py(), message.to_owned())
        })?;
        Ok(Self {
            seed: seed.0,
            first: first.0,
            objective: objective.0,
            columns: Arc::new(columns),
        })
    }
}
