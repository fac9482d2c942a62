"""Exact totals over many rounds; shares and means from them, and how far to trust these."""

from __future__ import annotations

from math import inf, sqrt
from typing import NamedTuple

from bonepile.errors import ArgumentError

__all__ = ["SHARE", "Estimate", "Summary", "Tally", "mean_and_spread", "mean_interval", "wilson"]

Z = 1.959963984540054  # the 97.5 % point of the normal distribution

SHARE = 840
"""One win in the units of :class:`Tally`: every number of seats divides it, so that ties add up."""


class Tally(NamedTuple):
    """Exact totals over many rounds; every list has one entry a side, in order.

    ``wins`` and ``wins_squared`` are in units of 1/840 of a win, so that a tie of up to eight
    seats is a whole number: in train games the seats with the fewest points share a round. Sums
    of squares are of the value in one round. Tallies of different games are added up with
    :meth:`merge`.
    """

    rounds: int
    out: int
    blocked: int
    wins: tuple[int, ...]
    wins_squared: tuple[int, ...]
    points: tuple[int, ...]
    points_squared: tuple[int, ...]
    actions: int
    actions_squared: int

    @classmethod
    def empty(cls, sides: int) -> Tally:
        """The tally of no rounds at all."""
        none = (0,) * sides
        return cls(0, 0, 0, none, none, none, none, 0, 0)

    def merge(self, other: Tally) -> Tally:
        """The tally of both sets of rounds together."""

        def add(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(x + y for x, y in zip(a, b, strict=True))

        return Tally(
            self.rounds + other.rounds,
            self.out + other.out,
            self.blocked + other.blocked,
            add(self.wins, other.wins),
            add(self.wins_squared, other.wins_squared),
            add(self.points, other.points),
            add(self.points_squared, other.points_squared),
            self.actions + other.actions,
            self.actions_squared + other.actions_squared,
        )


class Estimate(NamedTuple):
    """An estimate and its 95 % interval."""

    mean: float
    low: float
    high: float


class Summary(NamedTuple):
    """What a tally tells about rounds like those that it counts.

    ``wins`` and ``points`` hold one estimate a side; ``wins``, ``out``, ``blocked`` and ``nobody``
    (rounds won by nobody) are shares from 0 to 1, with Wilson's score interval; ``points`` and
    ``plies`` are means, with the interval of the normal approximation. A tie counts as won in equal
    parts, which spread less than whole wins: there the interval is on the wide side.
    """

    rounds: int
    wins: tuple[Estimate, ...]
    points: tuple[Estimate, ...]
    plies: Estimate
    out: Estimate
    blocked: Estimate
    nobody: Estimate

    @classmethod
    def of(cls, tally: Tally) -> Summary:
        """The summary of a tally. Raises ArgumentError for one of no rounds."""
        rounds = tally.rounds
        if rounds < 1:
            raise ArgumentError("tally: there must be at least one round to estimate from")

        def share(part: int, whole: int) -> Estimate:
            return Estimate(part / whole, *wilson(part / whole, rounds))

        def mean(total: int, squares: int) -> Estimate:
            mean, spread = mean_and_spread(total, squares, rounds)
            return Estimate(mean, *mean_interval(mean, spread, rounds))

        wins = SHARE * rounds
        return cls(
            rounds,
            tuple(share(won, wins) for won in tally.wins),
            tuple(map(mean, tally.points, tally.points_squared)),
            mean(tally.actions, tally.actions_squared),
            share(tally.out, rounds),
            share(tally.blocked, rounds),
            share(wins - sum(tally.wins), wins),
        )


def wilson(share: float, rounds: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share seen in so many rounds.

    Shared wins spread less than whole ones, so that for them the interval is on the wide side.
    """
    weight = Z * Z / rounds
    middle = (share + weight / 2) / (1 + weight)
    reach = Z * sqrt(share * (1 - share) / rounds + weight / (4 * rounds)) / (1 + weight)
    # A bound that is 0 or 1 is so exactly, whatever the rounding of floats makes of it.
    low = max(0.0, middle - reach) if share > 0 else 0.0
    high = min(1.0, middle + reach) if share < 1 else 1.0
    return low, high


def mean_and_spread(total: int, squares: int, rounds: int) -> tuple[float, float]:
    """Return the mean and the sample's standard deviation (0 for a single round)."""
    if rounds == 1:
        return float(total), 0.0
    return total / rounds, sqrt((rounds * squares - total * total) / (rounds * (rounds - 1)))


def mean_interval(mean: float, spread: float, rounds: int) -> tuple[float, float]:
    """Return the 95 % interval of a mean, by the normal approximation.

    A single round says nothing about the spread: there the interval has no bounds.
    """
    reach = Z * spread / sqrt(rounds) if rounds > 1 else inf
    return mean - reach, mean + reach
