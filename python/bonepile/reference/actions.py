"""Actions: what they are, how they are written and how they are numbered."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from bonepile.errors import NotationError
from bonepile.types import Family

from .tiles import Tile, is_tile_text, tile_set, tile_text
from .values import Frozen, is_whole, number, plain, set_once, shown

LEAD = "lead"
"""The place of a lead, which is written without one."""

MEXICAN_TRAIN = "M"

LINE_PLACES = (LEAD, "L", "R", "N", "S")

_PLAY = re.compile(r"([0-9]+-[0-9]+)(?:@([LRNSM0-7]))?")


class Move(NamedTuple):
    """An action taken apart: tile and place, or no tile and ``draw``, ``pass`` or ``stop``."""

    tile: Tile | None
    place: str


DRAW = Move(None, "draw")
PASS = Move(None, "pass")
STOP = Move(None, "stop")

WORDS = (DRAW.place, PASS.place, STOP.place)


def read_action(text: str) -> tuple[str, str] | None:
    """The written tile and the place (``LEAD`` without one), or no tile and the word.

    None if the text is unreadable. Readable is what is in the notation of any game: the tile need
    not be in a set, nor the place on a table.
    """
    if text in WORDS:
        return "", text
    found = _PLAY.fullmatch(text)
    if found is None or not is_tile_text(found[1]):
        return None
    return found[1], found[2] or LEAD


class Action(Frozen):
    """One action: its notation and its number under the rules that it came from.

    Two actions are equal when their notation is; an action equals and hashes like that string.
    Raises NotationError for text that is not in the notation, ArgumentError for a negative number.
    """

    __slots__ = ("index", "notation")

    notation: str
    index: int

    def __init__(self, notation: str, index: int) -> None:
        if not isinstance(notation, str):
            msg = f"notation must be a str, not {type(notation).__name__}"
            raise TypeError(msg)
        if read_action(notation) is None:
            msg = f"{shown(notation)} is not an action"
            raise NotationError(msg)
        set_once(self, "notation", plain(notation))
        set_once(self, "index", number("index", index, 0, 1 << 64))

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"Action({self.notation!r}, {self.index})"

    def __eq__(self, other: object) -> bool:
        notation = notation_of(other)
        return NotImplemented if notation is None else self.notation == notation

    def __hash__(self) -> int:
        return hash(self.notation)

    def __reduce__(self) -> tuple[type[Action], tuple[str, int]]:
        return Action, (self.notation, self.index)


def notation_of(action: object) -> str | None:
    """The notation of what stands for an action: a string, or an action of any engine."""
    # A string has an `index` too: a method.
    if isinstance(action, str):
        return str.__str__(action)
    return str(action) if is_whole(getattr(action, "index", None)) else None


class Book:
    """Every action that has a number: by number, by notation, and taken apart."""

    def __init__(self, places: tuple[str, ...], words: tuple[Move, ...], top: int) -> None:
        moves = [Move(tile, place) for tile in tile_set(top) for place in places]
        moves += words
        self.moves = moves
        self.actions = [Action(_written(move), index) for index, move in enumerate(moves)]
        self.action_of = dict(zip(moves, self.actions, strict=True))
        self.move_of = {action.notation: move for move, action in self.action_of.items()}
        self.text_of = {move: action.notation for move, action in self.action_of.items()}


def _written(move: Move) -> str:
    if move.tile is None:
        return move.place
    if move.place == LEAD:
        return tile_text(move.tile)
    return f"{tile_text(move.tile)}@{move.place}"


def train_names(players: int) -> tuple[str, ...]:
    """The trains: the seats' own in order, then the Mexican Train."""
    return (*(str(seat) for seat in range(players)), MEXICAN_TRAIN)


@cache
def action_book(family: Family, top: int, players: int) -> Book:
    """The numbered actions of a family, a set and a number of seats."""
    if family == "line":
        return Book(LINE_PLACES, (DRAW, PASS), top)
    return Book(train_names(players), (DRAW, PASS, STOP), top)
