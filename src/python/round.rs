//! `bonepile.Round`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBool, PyBytes, PyDict, PyList, PyMapping, PyTuple, PyType};
use serde_json::{Map, Value};

use super::action::{Action, Actions, notation};
use super::convert::{
    Depth, Game, PolicyName, RoundNumber, Seed, to_json_leniently, to_python, wrong_type,
};
use super::deal::{Deal, deal_like};
use super::errors::{self, NOTHING_TO_UNDO, named_tuple};
use super::interrupt::interruptible;
use super::playouts::suiting;
use super::rules::Rules;
use crate::notation::{divide, play, refusal, snapshot};
use crate::policy::Policy;
use crate::random::{EntropyDice, SeedDice};

/// One deal being played out: :meth:`play` returns the next round and leaves this one as it is.
#[pyclass(frozen, eq, hash, module = "bonepile")]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Round(pub(super) crate::round::Round);

impl Round {
    /// A round after further actions.
    fn played(mut round: crate::round::Round, actions: Actions<'_>) -> PyResult<Self> {
        for action in actions.0 {
            round = play(&round, &notation(&action)?)
                .map_err(|why| errors::illegal(&action, why, &round))?;
        }
        Ok(Self(round))
    }

    fn texts(&self) -> Vec<String> {
        self.0.actions().iter().map(ToString::to_string).collect()
    }
}

/// The rules that an argument must be.
pub(super) fn rules_of(rules: &Bound<'_, PyAny>) -> PyResult<Arc<crate::rules::Rules>> {
    match rules.cast::<Rules>() {
        Ok(rules) => Ok(Arc::clone(&rules.get().0)),
        Err(_) => Err(wrong_type(rules, "rules", "Rules")),
    }
}

/// The round that an argument must be.
pub(super) fn round_of<'a>(round: &'a Bound<'_, PyAny>) -> PyResult<&'a crate::round::Round> {
    match round.cast::<Round>() {
        Ok(round) => Ok(&round.get().0),
        Err(_) => Err(wrong_type(round, "round", "a Round")),
    }
}

/// The JSON of a position that is a mapping. What JSON has not is refused where it stands.
fn position_json(position: &Bound<'_, PyAny>) -> PyResult<Map<String, Value>> {
    let Ok(mapping) = position.cast::<PyMapping>() else {
        return Err(wrong_type(position, "position", "a mapping"));
    };
    let Value::Object(mut json) = to_json_leniently(position)? else {
        let reason = "position: not all of its keys are texts".to_owned();
        return Err(errors::bad_position(position.py(), &[reason]));
    };
    // The one key for which the value that stands in for anything else is a good one.
    if json.contains_key("drew") && !mapping.get_item("drew")?.is_instance_of::<PyBool>() {
        json.insert("drew".to_owned(), Value::Null);
    }
    Ok(json)
}

#[pymethods]
impl Round {
    #[new]
    #[pyo3(
        signature = (rules, deal, round = RoundNumber(0), actions = Actions(Vec::new())),
        text_signature = "(rules, deal, round=0, actions=())"
    )]
    fn new(
        rules: &Bound<'_, PyAny>,
        deal: &Bound<'_, PyAny>,
        round: RoundNumber,
        actions: Actions<'_>,
    ) -> PyResult<Self> {
        let py = deal.py();
        let rules = rules_of(rules)?;
        let dealt = crate::round::Round::new(rules, deal_like(deal)?, round.0);
        let round = dealt.map_err(|error| errors::deal(py, error))?;
        Self::played(round, actions)
    }

    /// The round that goes on from a position.
    #[classmethod]
    #[pyo3(
        signature = (rules, position, actions = Actions(Vec::new())),
        text_signature = "(rules, position, actions=())"
    )]
    fn from_position(
        _class: &Bound<'_, PyType>,
        rules: &Bound<'_, PyAny>,
        position: &Bound<'_, PyAny>,
        actions: Actions<'_>,
    ) -> PyResult<Self> {
        let py = position.py();
        let rules = rules_of(rules)?;
        let position = position_json(position)?;
        let round = crate::round::Round::from_position(rules, &position)
            .map_err(|error| errors::position(py, &error))?;
        Self::played(round, actions)
    }

    /// The rules in force.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(Arc::clone(self.0.rules()))
    }

    /// The deal, its leader filled in; None for a round that was set up from a position.
    #[getter]
    fn deal(&self) -> Option<Deal> {
        self.0.deal().cloned().map(Deal)
    }

    /// The position that the round was set up from; None for a round that was dealt.
    #[getter]
    fn set_up_from<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let position = self.0.set_up_from();
        position
            .map(|position| to_python(py, &position.to_json()))
            .transpose()
    }

    /// The 0-based number of the round in its match.
    #[getter]
    fn round(&self) -> u32 {
        self.0.number()
    }

    /// What has been played since the deal or the position.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, Action::all(self.0.rules(), self.0.actions()))
    }

    /// The seat on turn, None when the round is over.
    #[getter]
    fn to_play(&self) -> Option<u8> {
        self.0.to_play()
    }

    /// How the round ended, None while it goes on.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let Some(outcome) = self.0.outcome() else {
            return Ok(None);
        };
        let reason = outcome.reason.name();
        let out = PyTuple::new(py, outcome.out)?;
        let points = PyTuple::new(py, outcome.points)?;
        named_tuple(py, "Result", (reason, out, outcome.winner, points)).map(Some)
    }

    /// Every legal action, in the order that random play counts them; [] when over.
    fn legal_actions(&self) -> Vec<Action> {
        Action::all(self.0.rules(), self.0.legal_actions())
    }

    /// Whether the action is legal now; False for text that is no action.
    #[pyo3(signature = (action, /))]
    fn is_legal(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        let action = notation(action)?.parse().ok();
        Ok(action.is_some_and(|action| self.0.is_legal(action)))
    }

    /// The first reason why not, None when the action is legal.
    #[pyo3(signature = (action, /))]
    fn why_illegal(&self, action: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
        let py = action.py();
        let why = refusal(&self.0, &notation(action)?);
        why.map(|why| named_tuple(py, "Refusal", (why.code.name(), why.message)))
            .transpose()
    }

    /// The round after a legal action.
    #[pyo3(signature = (action, /))]
    fn play(&self, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let played = play(&self.0, &notation(action)?);
        played
            .map(Self)
            .map_err(|why| errors::illegal(action, why, &self.0))
    }

    /// The round before the last action.
    fn undo(&self, py: Python<'_>) -> PyResult<Self> {
        let before = self.0.undo().map(Self);
        before.ok_or_else(|| errors::state(py, NOTHING_TO_UNDO))
    }

    /// The same actions on another deal.
    #[pyo3(signature = (deal))]
    fn with_deal(&self, deal: &Bound<'_, PyAny>) -> PyResult<Self> {
        let played = self.0.with_deal(deal_like(deal)?);
        played
            .map(Self)
            .map_err(|error| errors::with_deal(deal.py(), error))
    }

    /// The whole table as JSON values, hidden tiles included: what two engines must agree on.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &snapshot(&self.0))
    }

    /// Everything that the round needs to go on, as JSON values.
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.position().to_json())
    }

    /// Equal for two rounds under equal rules only when all that can follow is equal.
    fn position_key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.position_key())
    }

    /// The number of sequences of exactly ``depth`` actions, draws and passes included.
    #[pyo3(signature = (depth, /))]
    fn perft(&self, py: Python<'_>, depth: Depth) -> PyResult<u64> {
        interruptible(py, |poll| self.0.perft(depth.0, poll))
    }

    /// For each legal action, the sequences of ``depth`` actions that begin with it.
    #[pyo3(signature = (depth, /))]
    fn divide<'py>(&self, py: Python<'py>, depth: Depth) -> PyResult<Bound<'py, PyDict>> {
        interruptible(py, |poll| divide(&self.0, depth.0, poll))?.into_py_dict(py)
    }

    /// The round played to its end by a policy with the dice of game ``game`` of the seed.
    #[pyo3(
        signature = (seed = None, game = None, policy = PolicyName(Policy::Random)),
        text_signature = "($self, seed=None, game=None, policy='random')"
    )]
    fn playout(
        &self,
        py: Python<'_>,
        seed: Option<Seed>,
        game: Option<Game>,
        policy: PolicyName,
    ) -> PyResult<Self> {
        suiting(py, policy.0, self.0.rules())?;
        let game = game.map_or(self.0.number().into(), |game| game.0);
        Ok(Self(match seed {
            Some(seed) => self.0.playout(SeedDice::new(seed.0, game), policy.0),
            None => self.0.playout(EntropyDice, policy.0),
        }))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rules = self.rules().__repr__(py)?;
        let actions = PyList::new(py, self.texts())?.repr()?;
        Ok(match (self.deal(), self.set_up_from(py)?) {
            (Some(deal), _) => {
                let (deal, number) = (deal.__repr__(py)?, self.0.number());
                format!("Round({rules}, {deal}, round={number}, actions={actions})")
            }
            (None, position) => {
                let position = position.into_pyobject(py)?.repr()?;
                format!("Round.from_position({rules}, {position}, actions={actions})")
            }
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = py.get_type::<Self>();
        let actions = PyTuple::new(py, self.texts())?;
        if let Some(deal) = self.deal() {
            let arguments = (self.rules(), deal, self.0.number(), actions);
            return (class, arguments).into_pyobject(py);
        }
        let arguments = (self.rules(), self.set_up_from(py)?, actions);
        (class.getattr("from_position")?, arguments).into_pyobject(py)
    }
}
