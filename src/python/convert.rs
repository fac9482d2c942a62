//! Python values to JSON values and back, and the reading of numbers and texts.

use std::ops::RangeInclusive;
use std::thread::available_parallelism;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMapping, PySequence, PyString,
    PyTuple,
};
use serde_json::{Map, Number, Value};

use super::errors;
use crate::batch::Instructions;
use crate::notation::brief;
use crate::policy::Policy;
use crate::rules::Choice;
use crate::solving::{Objective, Play};
use crate::tile::MAX_SET;
use crate::trail::By;

/// Nothing that is read nests deeper.
const DEEPEST: usize = 32;

/// What is read holds no more values than this: a small graph of lists may unfold to any number.
pub(super) const SMALL: usize = 10_000;

/// The same, for a record of many rounds.
pub(super) const LARGE: usize = 10_000_000;

/// Why a Python value cannot be read as JSON.
pub(super) enum Unreadable {
    /// It holds something that JSON has not: where, and what.
    Fault { path: String, why: String },
    /// It raised an exception of its own.
    Raised(PyErr),
}

impl From<PyErr> for Unreadable {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl Unreadable {
    fn fault(why: impl Into<String>) -> Self {
        Self::Fault {
            path: String::new(),
            why: why.into(),
        }
    }

    fn under(self, step: &str) -> Self {
        match self {
            Self::Fault { path, why } => Self::Fault {
                path: format!("{step}{path}"),
                why,
            },
            raised @ Self::Raised(_) => raised,
        }
    }
}

/// Reads a Python value as JSON, if it holds at most `most` values. Integer keys become texts, as JSON
/// has them.
pub(super) fn to_json(value: &Bound<'_, PyAny>, most: usize) -> Result<Value, Unreadable> {
    Reader::new(false, most).read(value)
}

/// Reads a Python value as JSON, with `true` in place of whatever JSON has not.
pub(super) fn to_json_leniently(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    match Reader::new(true, SMALL).read(value) {
        Ok(value) => Ok(value),
        Err(Unreadable::Raised(error)) => Err(error),
        Err(Unreadable::Fault { .. }) => Ok(Value::Bool(true)),
    }
}

struct Reader<'py> {
    lenient: bool,
    left: usize,
    /// The containers around the value that is read.
    around: Vec<Bound<'py, PyAny>>,
}

impl<'py> Reader<'py> {
    fn new(lenient: bool, most: usize) -> Self {
        Self {
            lenient,
            left: most,
            around: Vec::new(),
        }
    }

    fn read(&mut self, value: &Bound<'py, PyAny>) -> Result<Value, Unreadable> {
        match self.read_strictly(value) {
            Err(Unreadable::Fault { .. }) if self.lenient => Ok(Value::Bool(true)),
            read => read,
        }
    }

    fn read_strictly(&mut self, value: &Bound<'py, PyAny>) -> Result<Value, Unreadable> {
        self.left = self
            .left
            .checked_sub(1)
            .ok_or_else(|| Unreadable::fault("too many values"))?;
        if value.is_none() {
            return Ok(Value::Null);
        }
        if let Ok(flag) = value.cast::<PyBool>() {
            return Ok(flag.is_true().into());
        }
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(text.to_string_lossy().into());
        }
        if value.is_instance_of::<PyInt>() {
            let number = value.extract::<i64>().map(Value::from);
            let number = number.or_else(|_| value.extract::<u64>().map(Value::from));
            // Beyond 64 bits as from JSON text: no whole number any more.
            return number.or_else(|_| match value.extract::<f64>() {
                Ok(number) => Ok(number.into()),
                Err(_) => Err(Unreadable::fault("a number beyond all bounds")),
            });
        }
        if let Ok(number) = value.cast::<PyFloat>() {
            return Number::from_f64(number.value())
                .map(Value::Number)
                .ok_or_else(|| Unreadable::fault("a number that is not finite"));
        }
        if self.around.len() >= DEEPEST {
            return Err(Unreadable::fault("nested too deeply"));
        }
        if self.around.iter().any(|around| around.is(value)) {
            return Err(Unreadable::fault("it holds itself"));
        }
        self.around.push(value.clone());
        let read = self.read_container(value);
        self.around.pop();
        read
    }

    fn read_container(&mut self, value: &Bound<'py, PyAny>) -> Result<Value, Unreadable> {
        if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            let mut list = Vec::new();
            for (at, item) in value.try_iter()?.enumerate() {
                let item = self
                    .read(&item?)
                    .map_err(|error| error.under(&format!("[{at}]")))?;
                list.push(item);
            }
            return Ok(list.into());
        }
        let Ok(mapping) = value.cast::<PyMapping>() else {
            return Err(Unreadable::fault(format!(
                "a value of type {}",
                type_name(value)
            )));
        };
        let mut object = Map::new();
        for item in mapping.items()? {
            let (key, item) = item.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
            let Some(key) = key_text(&key) else {
                return Err(Unreadable::fault(format!(
                    "a key of type {}",
                    type_name(&key)
                )));
            };
            let item = self
                .read(&item)
                .map_err(|error| error.under(&format!(".{key}")))?;
            if object.insert(key, item).is_some() {
                return Err(Unreadable::fault(
                    "a key given twice, as a number and as a text",
                ));
            }
        }
        Ok(object.into())
    }
}

/// A key as JSON has it.
pub(super) fn key_text(key: &Bound<'_, PyAny>) -> Option<String> {
    if let Ok(text) = key.cast::<PyString>() {
        return Some(text.to_string_lossy().into_owned());
    }
    is_number(key)
        .then(|| key.extract::<i64>().ok())?
        .map(|number| number.to_string())
}

/// A JSON value as Python has it.
pub(super) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (_, Some(number)) => number.into_pyobject(py)?.into_any(),
            _ => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::Array(list) => {
            let items = list
                .iter()
                .map(|item| to_python(py, item))
                .collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(object) => to_dict(py, object)?.into_any(),
    })
}

/// A JSON object as a dictionary.
pub(super) fn to_dict<'py>(
    py: Python<'py>,
    object: &Map<String, Value>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, value) in object {
        dict.set_item(key, to_python(py, value)?)?;
    }
    Ok(dict)
}

/// Whether a value is a whole number; true and false are none.
pub(super) fn is_number(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>()
}

/// A whole number in that range, whatever Python takes for one but true and false; `name` says which
/// argument it is.
pub(super) fn number(
    value: &Bound<'_, PyAny>,
    name: &str,
    range: RangeInclusive<u64>,
) -> PyResult<u64> {
    let py = value.py();
    if value.is_instance_of::<PyBool>() {
        return Err(wrong_type(value, name, "an int"));
    }
    let shown = match value.extract::<u64>() {
        Ok(number) if range.contains(&number) => return Ok(number),
        Ok(number) => number.to_string(),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => {
            return Err(wrong_type(value, name, "an int"));
        }
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => value
            .extract::<i64>()
            .map_or("a number beyond 64 bits".to_owned(), |n| n.to_string()),
        Err(error) => return Err(error),
    };
    let (least, most) = range.into_inner();
    let message = format!("{name}: {shown} is not in the range {least} to {most}");
    Err(errors::argument(py, message))
}

/// Arguments that are whole numbers, each with its range.
macro_rules! numbers {
    ($($(#[$doc:meta])* $argument:ident($width:ty) = $name:literal in $range:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $argument(pub(super) $width);

        impl<'py> FromPyObject<'_, 'py> for $argument {
            type Error = PyErr;

            fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                Ok(Self(number(&value, $name, $range)? as $width))
            }
        }
    )+};
}

numbers! {
    /// The number of a round in its match.
    RoundNumber(u32) = "round" in 0..=u32::MAX.into();
    /// How many actions a count looks ahead.
    Depth(u32) = "depth" in 0..=u32::MAX.into();
    /// What dice come from.
    Seed(u64) = "seed" in 0..=u64::MAX;
    /// Which of a seed's games the dice are of.
    Game(u64) = "game" in 0..=u64::MAX;
    /// The first of several games.
    First(u64) = "first" in 0..=u64::MAX;
    /// How many rounds: the sums of squares over them are exact in 64 bits.
    Rounds(u64) = "n" in 1..=1 << 32;
    /// The pip that a train starts from.
    OpenEnd(u8) = "start" in 0..=MAX_SET.into();
    /// How many positions a search remembers.
    TableSize(usize) = "table" in 0..=u32::MAX.into();
    /// How many threads work.
    Threads(u64) = "threads" in 1..=u64::MAX;
}

impl First {
    /// Whether so many games from this one on have numbers.
    pub(super) fn has_numbers(self, n: u64) -> bool {
        n == 0 || self.0.checked_add(n - 1).is_some()
    }

    pub(super) fn expect_numbers(self, py: Python<'_>, n: u64) -> PyResult<()> {
        if self.has_numbers(n) {
            return Ok(());
        }
        let message = "first: no games are numbered 2**64 or more";
        Err(errors::argument(py, message.to_owned()))
    }
}

impl Threads {
    /// More threads than processors, or than find work, do not help, and the result is the same. How
    /// many processors there are is asked of the system, which takes longer than a small batch.
    pub(super) fn useful(self, most: usize) -> usize {
        let asked = usize::try_from(self.0).map_or(most, |asked| asked.min(most));
        if asked <= 1 {
            return 1;
        }
        asked.min(available_parallelism().map_or(1, usize::from))
    }
}

/// Whether the value of every action is wanted.
#[derive(Clone, Copy)]
pub(super) struct Moves(pub(super) bool);

impl<'py> FromPyObject<'_, 'py> for Moves {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match value.cast::<PyBool>() {
            Ok(flag) => Ok(Self(flag.is_true())),
            Err(_) => Err(wrong_type(&value, "moves", "a bool")),
        }
    }
}

/// Arguments that are one of a fixed list of names.
macro_rules! named {
    ($($(#[$doc:meta])* $name:ident($choice:ty) = $argument:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $name(pub(super) $choice);

        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = PyErr;

            fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                choice(&value, $argument).map(Self)
            }
        }
    )+};
}

named! {
    /// What chooses the actions.
    PolicyName(Policy) = "policy";
    /// What of the processor may be used.
    InstructionsName(Instructions) = "instructions";
    /// What a round is worth.
    ObjectiveName(Objective) = "objective";
    /// For whom every seat plays.
    PlayName(Play) = "play";
    /// What makes a train the longest.
    ByName(By) = "by";
}

fn choice<C: Choice>(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<C> {
    let Ok(text) = value.cast::<PyString>() else {
        return Err(wrong_type(value, argument, "a str"));
    };
    let text = text.to_string_lossy();
    C::from_name(&text).ok_or_else(|| {
        let names = C::VALUES.iter().map(|(_, name)| *name);
        let names = names.collect::<Vec<_>>().join(", ");
        let message = format!("{argument}: there is no {:?}, only {names}", brief(&text));
        errors::argument(value.py(), message)
    })
}

/// A text; halves of surrogate pairs are replaced, for nothing that is read here holds one.
pub(super) fn text(value: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    match value.cast::<PyString>() {
        Ok(text) => Ok(text.to_string_lossy().into_owned()),
        Err(_) => Err(wrong_type(value, name, "a str")),
    }
}

/// The items of a sequence that is no text.
pub(super) fn items<'py>(
    value: &Bound<'py, PyAny>,
    name: &str,
    of: &str,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut items = Vec::new();
    for item in sequence(value, name, of)?.try_iter()? {
        if items.len() == MOST_ITEMS {
            let message = format!("{name}: too many {of}");
            return Err(errors::argument(value.py(), message));
        }
        items.push(item?);
    }
    Ok(items)
}

/// More than these are no hand, no boneyard and no round; some sequences have no end.
const MOST_ITEMS: usize = 1 << 20;

/// A sequence that is no text.
pub(super) fn sequence<'a, 'py>(
    value: &'a Bound<'py, PyAny>,
    name: &str,
    of: &str,
) -> PyResult<&'a Bound<'py, PySequence>> {
    let is_text = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>();
    match value.cast::<PySequence>() {
        Ok(sequence) if !is_text => Ok(sequence),
        _ => Err(wrong_type(value, name, &format!("a sequence of {of}"))),
    }
}

pub(super) fn wrong_type(value: &Bound<'_, PyAny>, name: &str, wanted: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "{name}: {wanted} is wanted, not {}",
        full_type_name(value)
    ))
}

/// With the module, unless it is a built-in type: both engines have a `Round`.
fn full_type_name(value: &Bound<'_, PyAny>) -> String {
    value
        .get_type()
        .fully_qualified_name()
        .map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

pub(super) fn type_name(value: &Bound<'_, PyAny>) -> String {
    value
        .get_type()
        .name()
        .map_or_else(|_| "?".to_owned(), |name| name.to_string())
}
