"""Tiles: unordered pairs of pips, their sets, their order and their notation."""

from __future__ import annotations

import re
from functools import cache
from typing import TypeAlias

Tile: TypeAlias = tuple[int, int]
"""The two halves of a tile, the lower pip first."""

_TILE = re.compile(r"(0|[1-9][0-9]*)-(0|[1-9][0-9]*)")


def is_double(tile: Tile) -> bool:
    """Whether both halves show the same pip."""
    return tile[0] == tile[1]


def fits(tile: Tile, open_end: int) -> bool:
    """Whether one of the tile's halves equals the open end."""
    return open_end in tile


def other_half(tile: Tile, open_end: int) -> int:
    """The open end that a tile leaves when it is laid on ``open_end``; a double keeps the pip."""
    low, high = tile
    return high if low == open_end else low


def tile_index(tile: Tile) -> int:
    """The tile's number, the same in every set."""
    low, high = tile
    return high * (high + 1) // 2 + low


@cache
def tile_set(top: int) -> tuple[Tile, ...]:
    """The double-``top`` set: every unordered pair of 0..top once, in index order."""
    return tuple((low, high) for high in range(top + 1) for low in range(high + 1))


def tile_text(tile: Tile) -> str:
    """The tile in notation: ``6-9``."""
    return TEXT[tile]


def is_tile_text(text: str) -> bool:
    """Whether the text is a tile in notation, of whatever set: low-high, no leading zeros."""
    found = _TILE.fullmatch(text)
    return found is not None and written_order(found[1]) <= written_order(found[2])


def written_order(pip: str) -> tuple[int, str]:
    """A key that orders written pips as numbers, however many digits they have."""
    return len(pip), pip


def text_order(text: str) -> tuple[tuple[int, str], ...]:
    """A key that orders written tiles by (low, high)."""
    return tuple(written_order(pip) for pip in text.split("-"))


@cache
def tiles_by_text(top: int) -> dict[str, Tile]:
    """The tiles of the double-``top`` set by their notation."""
    return {TEXT[tile]: tile for tile in tile_set(top)}


TEXT: dict[Tile, str] = {tile: f"{tile[0]}-{tile[1]}" for tile in tile_set(18)}
"""Notation of every tile of the largest set."""
