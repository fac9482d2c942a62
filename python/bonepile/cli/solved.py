"""What the commands that solve share: how a round is solved, and its values in words."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Protocol, cast

from ..solving import Limit, Objective, Play, Solution, Value
from ..types import AnyRound, AnyRules, Engine, Train, TrainMeasure
from .common import UsageError

__all__ = ["Solver", "check_play", "for_side", "meaning", "side_of", "solved", "written"]


class Solver(Protocol):
    """An engine that solves (docs/solving.md), which one under test need not do."""

    def solve(
        self,
        round: AnyRound,
        objective: Objective,
        *,
        moves: bool,
        limit: Limit | None,
        play: Play,
    ) -> Solution:
        """What a round is worth."""

    def longest_train(self, hand: Sequence[str], start: int, by: TrainMeasure) -> Train:
        """The longest chain that a hand can lay."""


def check_play(rules: AnyRules, options: Namespace) -> None:
    """See to it that ``--play`` and the number of sides go together."""
    play, sides = options.play or "exact", rules.sides
    if (play == "exact") is (sides == 2):
        return
    if sides == 2:
        raise UsageError(f"--play {play} is for three sides or more, and this round has two")
    raise UsageError(f"a round of {sides} sides wants --play paranoid or --play maxn")


def solved(engine: Engine, round: AnyRound, options: Namespace) -> Solution:
    """Solve a round as the options say, with the value of every action."""
    limited = options.nodes is not None or options.seconds is not None
    return cast(Solver, engine).solve(
        round,
        options.objective,
        moves=True,
        limit=Limit(options.nodes, options.seconds) if limited else None,
        play=options.play or "exact",
    )


def side_of(round: AnyRound) -> int:
    """Return the side of the seat on turn."""
    assert round.to_play is not None
    return round.to_play % round.rules.sides


def for_side(value: Value | None, side: int) -> int | None:
    """Return a value as it is for the side on turn."""
    return value[side] if isinstance(value, tuple) else value


def written(value: Value | None) -> str:
    """Write a value, ``?`` for one that is not proven."""
    if value is None:
        return "?"
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


MEANING = {
    "points": "points from here on, its own less those of all others",
    "win": "1 for a win, -1 when another side wins, 0 when nobody does",
}
IN_TRAINS = "penalty points from here on, those of all others less its own"

HOW = {
    "exact": "every side plays its best",
    "paranoid": "all others play against the side on turn",
    "maxn": "every side plays for itself alone",
}


def meaning(rules: AnyRules, options: Namespace) -> str:
    """Tell what the values of a solution count, and how the seats play."""
    trains = rules.family == "train" and options.objective == "points"
    counts = IN_TRAINS if trains else MEANING[options.objective]
    return f"values: {counts}; {HOW[options.play or 'exact']}"
