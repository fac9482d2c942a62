"""Timing: everything in turn, so that a busy moment of the machine hits all alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import NamedTuple, Protocol

REPEATS = 7


class Totals(NamedTuple):
    """What games add up to: how many, their plies, and the points of each side.

    A ply is any action: a lead, a play, a draw, a pass, a stop. Engines that skip passes count
    fewer of them.
    """

    rounds: int
    plies: int
    points: tuple[int, ...]

    def __add__(self, other: object) -> Totals:
        """Both together."""
        if not isinstance(other, Totals):
            return NotImplemented
        points = zip(self.points, other.points, strict=True)
        return Totals(
            self.rounds + other.rounds,
            self.plies + other.plies,
            tuple(a + b for a, b in points),
        )

    def totals(self) -> Totals:
        """These."""
        return self


class Played(Protocol):
    """Games that were played and perhaps not added up yet, for that is not timed."""

    def totals(self) -> Totals:
        """What they add up to."""


Task = Callable[[], Played]


class Speed(NamedTuple):
    """What a task gave, the same every time, and the seconds of each repeat."""

    totals: Totals
    seconds: tuple[float, ...]

    @property
    def plies_a_round(self) -> float:
        """How long a round is."""
        return self.totals.plies / self.totals.rounds

    @property
    def rounds_a_second(self) -> float:
        """The median."""
        return self.totals.rounds / median(self.seconds)

    @property
    def ns_a_ply(self) -> float:
        """The median, in nanoseconds; the deal is included."""
        return median(self.seconds) / self.totals.plies * 1e9

    @property
    def us_a_round(self) -> float:
        """The median, in microseconds."""
        return median(self.seconds) / self.totals.rounds * 1e6

    def times_as_fast_as(self, other: Speed) -> float:
        """The median, over the repeats, of the ratio of both rates in rounds."""
        rounds = self.totals.rounds / other.totals.rounds
        pairs = zip(self.seconds, other.seconds, strict=True)
        return median(theirs / ours for ours, theirs in pairs) * rounds

    def ply_costs(self, other: Speed) -> float:
        """The median, over the repeats, of the ratio of both times a ply."""
        plies = self.totals.plies / other.totals.plies
        pairs = zip(self.seconds, other.seconds, strict=True)
        return median(ours / theirs for ours, theirs in pairs) / plies


def in_turn(tasks: Mapping[str, Task], repeats: int = REPEATS) -> dict[str, Speed]:
    """Runs every task once to warm up, then all of them one after the other, ``repeats`` times."""
    totals = {name: task().totals() for name, task in tasks.items()}
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(repeats):
        for name, task in tasks.items():
            start = time.perf_counter()
            played = task()
            seconds[name].append(time.perf_counter() - start)
            again = played.totals()
            assert again == totals[name], f"{name}: {again} is not {totals[name]}"
    return {name: Speed(totals[name], tuple(seconds[name])) for name in tasks}
