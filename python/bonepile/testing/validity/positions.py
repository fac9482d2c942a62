"""What a position says of the start (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...types import Json
from .history import Start, Tile, read_tile

__all__ = ["position_start"]


def position_start(sides: int, position: Mapping[str, Json]) -> Start:
    """Tell how a round begins that was set up from a position.

    ``sides`` is the number of sides that score in a line game. Keys that a position may leave out
    have the page's values.
    """
    layout = position.get("layout") or {}
    of_trains = "engine" in layout
    rows = layout.get("trains", {}) if of_trains else {arm: layout.get(arm, []) for arm in "LRNS"}
    return Start(
        hands=tuple(map(frozenset, map(_tiles, position["hands"]))),
        boneyard=_tiles(position.get("boneyard", [])),
        to_play=position["to_play"],
        rows={place: _tiles(row) for place, row in rows.items()},
        last=position.get("last"),
        passes=position.get("passes", 0),
        drew=position.get("drew", False),
        lead=_tile(layout.get("lead")),
        spinner=_tile(layout.get("spinner")),
        scores=tuple(position.get("scores", [0] * sides)),
        engine=read_tile(layout["engine"])[0] if of_trains else 0,
        turn=position.get("turn", "general"),
        owed=frozenset(position.get("owed", [])),
        markers=frozenset(position.get("markers", [])),
        open_doubles=tuple(position.get("open_doubles", [])),
    )


def _tiles(texts: Iterable[str]) -> tuple[Tile, ...]:
    return tuple(map(read_tile, texts))


def _tile(text: str | None) -> Tile | None:
    return None if text is None else read_tile(text)
