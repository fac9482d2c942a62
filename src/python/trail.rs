//! Longest trains.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::convert::{ByName, OpenEnd, items, text};
use super::errors::{self, named_tuple};
use super::round::round_of;
use crate::tile::{MAX_SET, Tile};
use crate::tile_set::TileSet;
use crate::trail::{By, Train};

/// The longest chain that a hand can lay from an open end.
#[pyfunction]
#[pyo3(
    signature = (hand, start, by = ByName(By::Tiles)),
    text_signature = "(hand, start, by='tiles')"
)]
pub(super) fn longest_train(
    hand: &Bound<'_, PyAny>,
    start: OpenEnd,
    by: ByName,
) -> PyResult<Py<PyAny>> {
    let tiles = tile_set(hand)?;
    let train = crate::trail::longest_train(&tiles, start.0, by.0);
    told(hand.py(), &train)
}

/// The longest chain that the seat on turn can lay in its first turn.
#[pyfunction]
#[pyo3(signature = (round))]
pub(super) fn best_opening(round: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let py = round.py();
    let train = crate::trail::best_opening(round_of(round)?)
        .ok_or_else(|| errors::state(py, "no seat is about to lay the chain of its first turn"))?;
    told(py, &train)
}

/// The tiles of a hand, none of them twice.
fn tile_set(hand: &Bound<'_, PyAny>) -> PyResult<TileSet> {
    let py = hand.py();
    let mut tiles = TileSet::EMPTY;
    for (at, tile) in items(hand, "hand", "tiles")?.iter().enumerate() {
        let name = format!("hand[{at}]");
        let tile = text(tile, &name)?
            .parse::<Tile>()
            .map_err(|error| errors::notation(py, format!("{name}: {error}")))?;
        if tile.high() > MAX_SET {
            let message = format!("{name}: a double-{MAX_SET} set has no such tile");
            return Err(errors::notation(py, message));
        }
        if !tiles.insert(tile) {
            let message = format!("{name}: {tile} is there twice");
            return Err(errors::argument(py, message));
        }
    }
    Ok(tiles)
}

fn told(py: Python<'_>, train: &Train) -> PyResult<Py<PyAny>> {
    let tiles = PyTuple::new(py, train.tiles.iter().map(ToString::to_string))?;
    let count = train.tiles.len();
    named_tuple(py, "Train", (tiles, count, train.pips, train.end))
}
