"""What a rare situation is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from ...types import Family
from ..dice import Dice
from .mending import Rounds, unchanged
from .table import Sizes, Table, Wanted
from .trace import Trace
from .train_layouts import Layout, shuffled
from .wishes import Wish, anything

__all__ = ["MakeLayout", "Mend", "Situation"]

_SMALL = Sizes()
_FAMILIES: tuple[Family, ...] = ("line", "train")
MakeLayout: TypeAlias = Callable[[Dice, Table], Layout]
"""Deals for rules that were drawn."""
Mend: TypeAlias = Callable[[Dice, Rounds], Rounds]
"""Changes the deal of a round that came close."""


@dataclass(frozen=True)
class Situation:
    """A rare thing: how a trace tells that it happened, and what brings it about.

    ``wanted`` are the values of parameters without which it cannot happen; a preset that has them
    can meet it under its own rules, unless ``own`` names others. ``sizes`` are what a house plays
    with, ``layout`` deals, ``wish`` is what the seats like to do. ``attempts``: how many rounds are
    tried under a preset's own rules and under rules of the house. ``mend`` has a last go at each.
    """

    name: str
    met: Callable[[Trace], bool]
    families: tuple[Family, ...] = _FAMILIES
    wanted: Wanted = field(default_factory=dict)
    sizes: Sizes = _SMALL
    layout: MakeLayout = shuffled
    wish: Wish = anything
    own: tuple[str, ...] | None = None
    attempts: tuple[int, int] = (6, 16)
    mend: Mend = unchanged
