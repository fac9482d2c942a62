//! `bonepile.Rules`.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyTuple, PyType};
use serde_json::{Map, Value};

use super::action::{Action, notation};
use super::convert::{
    SMALL, Unreadable, is_number, key_text, number, text, to_dict, to_json, to_python, type_name,
    wrong_type,
};
use super::errors;
use crate::notation::brief;
use crate::rules::RulesError;

/// A preset, a number of seats, and what the house changes.
#[pyclass(frozen, eq, hash, module = "bonepile")]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Rules(pub(super) Arc<crate::rules::Rules>);

/// What is asked for; what JSON has not is a fault already.
#[derive(Default)]
struct Asked {
    rules: Map<String, Value>,
    faults: Vec<(String, String)>,
}

impl Asked {
    fn add(&mut self, name: String, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match to_json(value, SMALL) {
            Ok(value) => {
                self.rules.insert(name, value);
            }
            Err(Unreadable::Fault { why, .. }) => self.faults.push((name, why)),
            Err(Unreadable::Raised(error)) => return Err(error),
        }
        Ok(())
    }

    fn open(self) -> Result<Rules, RulesError> {
        let rules = crate::rules::Rules::from_json_beside(&self.rules, self.faults)?;
        Ok(Rules(Arc::new(rules)))
    }
}

/// A parameter's value as Python has it: a map of hand sizes has numbers for keys.
pub(super) fn value<'py>(
    py: Python<'py>,
    name: &str,
    value: &Value,
) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Object(sizes) if name == "hand_size" => {
            let by_seats = PyDict::new(py);
            for (seats, size) in sizes {
                by_seats.set_item(
                    seats.parse::<u8>().unwrap_or_default(),
                    to_python(py, size)?,
                )?;
            }
            Ok(by_seats.into_any())
        }
        value => to_python(py, value),
    }
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (preset, /, *, players = None, **overrides),
        text_signature = "(preset, /, *, players, **overrides)"
    )]
    fn new(
        preset: &Bound<'_, PyAny>,
        players: Option<&Bound<'_, PyAny>>,
        overrides: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut asked = Asked::default();
        asked
            .rules
            .insert("preset".to_owned(), text(preset, "preset")?.into());
        if let Some(players) = players {
            asked.add("players".to_owned(), players)?;
        }
        for (name, value) in overrides.into_iter().flatten() {
            let name = text(&name, "a parameter's name")?;
            if name == "preset" {
                return Err(PyTypeError::new_err("preset: named twice"));
            }
            asked.add(name, &value)?;
        }
        asked
            .open()
            .map_err(|error| errors::rules(preset.py(), error))
    }

    /// The rules that :meth:`to_dict` or a record wrote down.
    #[classmethod]
    #[pyo3(signature = (rules, /))]
    fn from_dict(_class: &Bound<'_, PyType>, rules: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mapping = rules
            .cast::<PyMapping>()
            .map_err(|_| wrong_type(rules, "rules", "a mapping"))?;
        let mut asked = Asked::default();
        for item in mapping.items()? {
            let (name, value) = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
            match key_text(&name) {
                Some(name) => asked.add(name, &value)?,
                None => asked
                    .faults
                    .push((type_name(&name), "a name is a text".to_owned())),
            }
        }
        asked
            .open()
            .map_err(|error| errors::rules(rules.py(), error))
    }

    /// The name of the preset that the rules start from.
    #[getter]
    fn preset(&self) -> &'static str {
        self.0.preset().name
    }

    /// The number of seats, 2 to 8.
    #[getter]
    fn players(&self) -> u8 {
        self.0.players()
    }

    /// ``"line"`` (Block, Draw, All Fives) or ``"train"`` (Mexican Train).
    #[getter]
    fn family(&self) -> &'static str {
        self.0.preset().family()
    }

    /// How many sides score: the seats, or 2 where four seats are partners.
    #[getter]
    fn sides(&self) -> u8 {
        self.0.sides()
    }

    /// How many action numbers there are; they depend on the rules only.
    #[getter]
    fn num_actions(&self) -> usize {
        self.0.action_space().count()
    }

    /// Every parameter of the family with its value in force, None where its parent is off.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let parameters = PyDict::new(py);
        for (name, value) in self.0.parameters() {
            parameters.set_item(&name, self::value(py, &name, &value)?)?;
        }
        Ok(parameters)
    }

    /// ``preset``, ``players`` and the parameters that differ from the preset: JSON values.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_dict(py, &self.0.to_json())
    }

    /// The action with that notation or number, whether or not it is legal now.
    #[pyo3(signature = (action, /))]
    fn action(&self, action: &Bound<'_, PyAny>) -> PyResult<Action> {
        let py = action.py();
        let space = self.0.action_space();
        if is_number(action) {
            let index = number(action, "action", 0..=space.count() as u64 - 1)?;
            let found = space.action(index as usize);
            return found
                .map(|action| Action::of(&self.0, action))
                .ok_or_else(|| errors::argument(py, format!("action: there is no {index}")));
        }
        let text = notation(action)?;
        match text.parse::<crate::action::Action>() {
            Err(error) => Err(errors::notation(py, error.to_string())),
            Ok(action) if space.index(action).is_none() => Err(errors::notation(
                py,
                format!(
                    "{}: these rules have no such tile, place or action",
                    brief(&text)
                ),
            )),
            Ok(action) => Ok(Action::of(&self.0, action)),
        }
    }

    pub(super) fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut arguments = vec![format!("'{}'", self.0.preset().name)];
        for (name, value) in self
            .0
            .to_json()
            .iter()
            .filter(|(name, _)| *name != "preset")
        {
            arguments.push(format!("{name}={}", self::value(py, name, value)?.repr()?));
        }
        Ok(format!("Rules({})", arguments.join(", ")))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (
            py.get_type::<Self>().getattr("from_dict")?,
            (self.to_dict(py)?,),
        )
            .into_pyobject(py)
    }
}
