//! `bonepile.Deal`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString, PyTuple, PyType};
use serde_json::{Map, Value};

use super::convert::{is_number, items, text, to_json_leniently, to_python, wrong_type};
use super::errors;
use crate::tile::Tile;

/// Who is dealt what, and in which order the boneyard is drawn.
#[pyclass(frozen, eq, hash, module = "bonepile")]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Deal(pub(super) crate::deal::Deal);

fn read(py: Python<'_>, deal: &Map<String, Value>) -> PyResult<crate::deal::Deal> {
    crate::deal::Deal::from_json(deal).map_err(|error| errors::deal(py, error))
}

/// A deal, or a mapping that holds one.
pub(super) fn deal_like(deal: &Bound<'_, PyAny>) -> PyResult<crate::deal::Deal> {
    if let Ok(deal) = deal.cast::<Deal>() {
        return Ok(deal.get().0.clone());
    }
    match deal.cast::<PyMapping>() {
        Ok(mapping) => from_mapping(mapping),
        Err(_) => Err(wrong_type(deal, "deal", "a Deal or a mapping")),
    }
}

fn from_mapping(mapping: &Bound<'_, PyMapping>) -> PyResult<crate::deal::Deal> {
    let mut deal = Map::new();
    for key in ["hands", "boneyard", "engine", "leader"] {
        if mapping.contains(key)? {
            let value = mapping.get_item(key)?;
            let value = if key == "leader" && is_number(&value) {
                leader(&value)
            } else {
                to_json_leniently(&value)?
            };
            deal.insert(key.to_owned(), value);
        }
    }
    read(mapping.py(), &deal)
}

/// A seat of any size: which ones there are is for the rules to say.
fn leader(value: &Bound<'_, PyAny>) -> Value {
    value.extract::<u8>().unwrap_or(u8::MAX).into()
}

fn tiles(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Value> {
    let tiles = items(value, name, "tiles")?;
    let texts = tiles
        .iter()
        .enumerate()
        .map(|(at, tile)| text(tile, &format!("{name}[{at}]")));
    Ok(texts.collect::<PyResult<Vec<_>>>()?.into())
}

fn texts<'py>(py: Python<'py>, tiles: &[Tile]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(
        py,
        tiles
            .iter()
            .map(|tile| PyString::new(py, &tile.to_string())),
    )
}

#[pymethods]
impl Deal {
    #[new]
    #[pyo3(signature = (hands, boneyard, engine = None, leader = None))]
    fn new(
        hands: &Bound<'_, PyAny>,
        boneyard: &Bound<'_, PyAny>,
        engine: Option<&Bound<'_, PyAny>>,
        leader: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut deal = Map::new();
        let hands = items(hands, "hands", "hands")?;
        let hands = hands
            .iter()
            .enumerate()
            .map(|(seat, hand)| tiles(hand, &format!("hands[{seat}]")));
        deal.insert(
            "hands".to_owned(),
            hands.collect::<PyResult<Vec<_>>>()?.into(),
        );
        deal.insert("boneyard".to_owned(), tiles(boneyard, "boneyard")?);
        if let Some(engine) = engine {
            deal.insert("engine".to_owned(), text(engine, "engine")?.into());
        }
        if let Some(seat) = leader {
            if !is_number(seat) {
                return Err(wrong_type(seat, "leader", "an int"));
            }
            deal.insert("leader".to_owned(), self::leader(seat));
        }
        Ok(Self(read(boneyard.py(), &deal)?))
    }

    /// The deal that :meth:`to_dict` or a record wrote down; unknown keys are ignored.
    #[classmethod]
    #[pyo3(signature = (deal, /))]
    fn from_dict(_class: &Bound<'_, PyType>, deal: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mapping = deal
            .cast::<PyMapping>()
            .map_err(|_| wrong_type(deal, "deal", "a mapping"))?;
        Ok(Self(from_mapping(mapping)?))
    }

    /// One tuple a seat, tiles sorted by (low, high).
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hands = self
            .0
            .hands
            .iter()
            .map(|hand| texts(py, hand))
            .collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, hands)
    }

    /// Tiles in draw order: the first is drawn first.
    #[getter]
    fn boneyard<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        texts(py, &self.0.boneyard)
    }

    /// The double set aside before the deal (``engine = descending`` only).
    #[getter]
    fn engine(&self) -> Option<String> {
        self.0.engine.map(|tile| tile.to_string())
    }

    /// The seat that leads (``opening = any_tile`` only).
    #[getter]
    fn leader(&self) -> Option<u8> {
        self.0.leader
    }

    /// The deal as a record holds it: ``hands``, ``boneyard``, ``engine``, ``leader``.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.to_json())
    }

    pub(super) fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let deal = self.to_dict(py)?.cast_into::<PyDict>()?;
        let mut arguments = Vec::new();
        for (name, value) in deal {
            arguments.push(format!("{name}={}", value.repr()?));
        }
        Ok(format!("Deal({})", arguments.join(", ")))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let arguments = (
            self.hands(py)?,
            self.boneyard(py)?,
            self.engine(),
            self.leader(),
        );
        (py.get_type::<Self>(), arguments).into_pyobject(py)
    }
}
