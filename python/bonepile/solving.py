"""What solving takes and gives back, the same for both engines (docs/solving.md)."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from bonepile.errors import ArgumentError

if TYPE_CHECKING:
    from bonepile.types import AnyAction

__all__ = [
    "OBJECTIVES",
    "PLAYS",
    "Limit",
    "Objective",
    "Play",
    "Solution",
    "Train",
    "TrainMeasure",
    "Value",
]

Objective = Literal["points", "win"]
"""What a value counts."""
OBJECTIVES: tuple[Objective, ...] = ("points", "win")

Play = Literal["exact", "paranoid", "maxn"]
"""For whom every seat plays."""
PLAYS: tuple[Play, ...] = ("exact", "paranoid", "maxn")

TrainMeasure = Literal["tiles", "pips"]
"""What makes one train longer than another."""

Value: TypeAlias = int | tuple[int, ...]
"""A number for the side of the seat on turn; under ``maxn`` one a side."""


LONGEST = 1 << 53
"""Seconds that a whole number may give: beyond it floats skip whole numbers."""


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends early: after so many positions, or after so many seconds.

    None is no limit. Raises ArgumentError for a negative number, nodes of 2**64 or more and whole
    seconds above 2**53;
    TypeError for a value of the wrong type.
    """

    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        _expect_number("nodes", self.nodes, (int,))
        _expect_number("seconds", self.seconds, (int, float))
        if self.nodes is not None and not 0 <= self.nodes < 1 << 64:
            raise ArgumentError("nodes must be at least 0 and below 2**64")
        if self.seconds is not None and not 0 <= self.seconds <= inf:
            raise ArgumentError("seconds must be at least 0")
        if isinstance(self.seconds, int) and self.seconds > LONGEST:
            raise ArgumentError(f"seconds must be at most {LONGEST}, or infinite")


def _expect_number(name: str, value: object, types: tuple[type, ...]) -> None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, types)):
        wanted = " or ".join(type.__name__ for type in types)
        msg = f"{name} must be {wanted} or None, not {type(value).__name__}"
        raise TypeError(msg)


class Solution(NamedTuple):
    """What a round is worth, and how far that is proven.

    ``value``: for the side of the seat on turn, what it makes from here on more than the other
    makes, or 1, 0 or -1 for a win, neither or a loss; None when it is not known. Under ``maxn`` a
    tuple, one number a side. ``best``: the first legal action that reaches it; None when the round
    is over or nothing is known. ``line``: ``best`` and what follows it to the end of the round,
    each the best of its seat. ``moves``: every legal action, in their order, with its value for the
    side on turn, None where it is not known; None unless asked for.

    ``exact``: whether all that was asked for is proven. When a limit ended the search before that,
    ``line`` may end early, the value is at least ``low`` and at most ``high``, and ``best`` is a
    guess while ``value`` is None. ``nodes``: positions looked at. ``hits``: those found in the
    table.
    """

    value: Value | None
    best: AnyAction | None
    line: tuple[AnyAction, ...]
    moves: dict[AnyAction, int | None] | None
    exact: bool
    low: Value
    high: Value
    nodes: int
    hits: int


class Train(NamedTuple):
    """A chain of tiles laid from an open end.

    ``tiles``: in the order of play. ``count``: how many they are. ``pips``: those of all of them.
    ``end``: the last open end, the one to start from where there are no tiles.
    """

    tiles: tuple[str, ...]
    count: int  # type: ignore[assignment]  # hides the method of tuples
    pips: int
    end: int
