//! `bonepile.playouts` and what it returns.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::exceptions::{PyMemoryError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{PyMemoryView, PyTuple, PyType};

use super::buffers::{Column, Shape};
use super::convert::{
    First, Game, InstructionsName, PolicyName, RoundNumber, Rounds, Seed, Threads, to_python,
    wrong_type,
};
use super::errors::{self, named_tuple};
use super::interrupt::interruptible;
use super::pickles::{Pickled, pickled, unpickled};
use super::round::Round;
use super::rules::Rules;
use crate::batch::{self, Batch, BatchError, Instructions};
use crate::games::Games;
use crate::notation::round_record;
use crate::policy::Policy;
use crate::random::{SeedDice, random_deal};
use crate::rules::Choice;
use crate::tally::Tally;

/// Many games played out: four columns with one row a game, and what was played.
#[pyclass(frozen, eq, hash, module = "bonepile")]
#[derive(PartialEq, Eq)]
pub(super) struct Playouts {
    seed: u64,
    first: u64,
    policy: Policy,
    games: Arc<Games>,
}

impl Hash for Playouts {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.seed, self.first, self.policy).hash(hasher);
        (self.games.len(), self.games.sides).hash(hasher);
    }
}

/// Refuses a policy that means nothing under these rules.
pub(super) fn suiting(py: Python<'_>, policy: Policy, rules: &crate::rules::Rules) -> PyResult<()> {
    if policy.suits(rules) {
        return Ok(());
    }
    let message = format!("policy: {} is for train games only", policy.name());
    Err(errors::argument(py, message))
}

/// What playouts start from, and the round number of fresh deals.
enum Start {
    Rules(Arc<crate::rules::Rules>, u32),
    Round(crate::round::Round),
}

impl Start {
    /// Reads the start and what must suit it.
    fn read(start: &Bound<'_, PyAny>, round: u32, policy: Policy) -> PyResult<Self> {
        let py = start.py();
        let read = if let Ok(rules) = start.cast::<Rules>() {
            Self::Rules(Arc::clone(&rules.get().0), round)
        } else if let Ok(begun) = start.cast::<Round>() {
            if round != 0 {
                let message = "round: the Round that is played on has its own number";
                return Err(errors::argument(py, message.to_owned()));
            }
            Self::Round(begun.get().0.clone())
        } else {
            return Err(wrong_type(start, "start", "Rules or a Round"));
        };
        suiting(py, policy, read.borrowed().rules())?;
        Ok(read)
    }

    fn borrowed(&self) -> batch::Start<'_> {
        match self {
            Self::Rules(rules, round) => batch::Start::Rules(rules, *round),
            Self::Round(round) => batch::Start::Round(round),
        }
    }
}

/// Many games played to their end: games ``first`` to ``first + n - 1`` of the seed.
#[pyfunction]
#[pyo3(
    signature = (
        start, n, seed = None, *, threads = Threads(1), policy = PolicyName(Policy::Random),
        round = RoundNumber(0), first = First(0),
        instructions = InstructionsName(Instructions::Best)
    ),
    text_signature = "(start, n, seed=None, *, threads=1, policy='random', round=0, first=0, \
                      instructions='best')"
)]
#[allow(clippy::too_many_arguments)] // as many as the Python function has
pub(super) fn playouts(
    start: &Bound<'_, PyAny>,
    n: Rounds,
    seed: Option<Seed>,
    threads: Threads,
    policy: PolicyName,
    round: RoundNumber,
    first: First,
    instructions: InstructionsName,
) -> PyResult<Playouts> {
    let py = start.py();
    let (n, policy) = (n.0, policy.0);
    let start = Start::read(start, round.0, policy)?;
    first.expect_numbers(py, n)?;
    let seed = match seed {
        Some(seed) => seed.0,
        None => getrandom::u64().map_err(|error| PyOSError::new_err(error.to_string()))?,
    };
    let threads = threads.useful(batch::most_threads(n));
    let games = interruptible(py, |poll| {
        let batch = Batch {
            start: start.borrowed(),
            first: first.0,
            n,
            seed,
            policy,
            instructions: instructions.0,
        };
        batch.play(threads, poll).transpose()
    })?;
    Ok(Playouts {
        seed,
        first: first.0,
        policy,
        games: Arc::new(games.map_err(|error| match error {
            BatchError::Deal(error) => errors::deal(py, error),
            BatchError::Memory(_) => PyMemoryError::new_err(error.to_string()),
        })?),
    })
}

/// One of the games that :func:`playouts` plays, as a record of one round.
#[pyfunction]
#[pyo3(
    signature = (
        start, seed, game, *, policy = PolicyName(Policy::Random), round = RoundNumber(0)
    ),
    text_signature = "(start, seed, game, *, policy='random', round=0)"
)]
pub(super) fn playout_record<'py>(
    start: &Bound<'py, PyAny>,
    seed: Seed,
    game: Game,
    policy: PolicyName,
    round: RoundNumber,
) -> PyResult<Bound<'py, PyAny>> {
    let py = start.py();
    let dice = SeedDice::new(seed.0, game.0);
    let round = match Start::read(start, round.0, policy.0)? {
        Start::Round(round) => round,
        Start::Rules(rules, number) => random_deal(&rules, number, dice)
            .and_then(|deal| crate::round::Round::new(rules, deal, number))
            .map_err(|error| errors::deal(py, error))?,
    };
    to_python(py, &round_record(&round.playout(dice, policy.0)))
}

fn tally_tuple(py: Python<'_>, tally: Tally) -> PyResult<Py<PyAny>> {
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

#[pymethods]
impl Playouts {
    /// The points of each side, those in play and those of the end together.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        let shape = Shape::Rows(self.games.len(), self.games.sides);
        Column::of(&self.games, |games| &games.points, shape).view(py)
    }

    /// The side that won, -1 when nobody did and always in train games.
    #[getter]
    fn winner<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        let shape = Shape::Numbers(self.games.len());
        Column::of(&self.games, |games| &games.winner, shape).view(py)
    }

    /// How each round ended: 0 somebody went out, 1 blocked.
    #[getter]
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        let shape = Shape::Numbers(self.games.len());
        Column::of(&self.games, |games| &games.reason, shape).view(py)
    }

    /// How many actions were played since the start: leads, plays, draws, passes and stops.
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        let shape = Shape::Numbers(self.games.len());
        Column::of(&self.games, |games| &games.plies, shape).view(py)
    }

    /// The seed, the one that was drawn where none was given.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of the game in row 0.
    #[getter]
    fn first(&self) -> u64 {
        self.first
    }

    /// What chose the actions.
    #[getter]
    fn policy(&self) -> &'static str {
        self.policy.name()
    }

    /// How many sides score.
    #[getter]
    fn sides(&self) -> usize {
        self.games.sides
    }

    /// The exact totals; :meth:`Tally.merge` adds those of different games.
    fn tally(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let tally = py.detach(|| self.games.tally());
        tally_tuple(py, tally)
    }

    /// What the totals tell about games like these, with 95 % intervals.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let summary = py.import("bonepile.types")?.getattr("Summary")?;
        summary.call_method1("of", (self.tally(py)?,))
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Playouts of {} games: seed={}, first={}, policy='{}', sides={}>",
            self.games.len(),
            self.seed,
            self.first,
            self.policy(),
            self.games.sides,
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let games = &self.games;
        let columns = (
            pickled!(py, games.points),
            pickled!(py, games.winner),
            pickled!(py, games.reason),
            pickled!(py, games.plies),
        );
        let played = (self.seed, self.first, self.policy());
        let arguments = (played, games.lowest_wins, columns);
        let restore = py.get_type::<Self>().getattr("_unpickled")?;
        (restore, arguments).into_pyobject(py)
    }

    /// The playouts that a pickle holds.
    #[classmethod]
    fn _unpickled(
        class: &Bound<'_, PyType>,
        played: (Seed, First, PolicyName),
        lowest_wins: bool,
        columns: Pickled<'_>,
    ) -> PyResult<Self> {
        let (seed, first, policy) = played;
        let (points, winner, reason, plies) = columns;
        let games = || {
            let games = Games::from_columns(
                lowest_wins,
                unpickled!(points, i16)?,
                unpickled!(winner, i8)?,
                unpickled!(reason, u8)?,
                unpickled!(plies, u16)?,
            )?;
            first.has_numbers(games.len() as u64).then_some(games)
        };
        let games = games().ok_or_else(|| {
            let message = "columns: these are not the results of games";
            errors::argument(class.py(), message.to_owned())
        })?;
        Ok(Self {
            seed: seed.0,
            first: first.0,
            policy: policy.0,
            games: Arc::new(games),
        })
    }
}
