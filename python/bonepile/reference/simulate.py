"""Exact totals over many random rounds."""

from __future__ import annotations

from collections.abc import Sequence

from bonepile.errors import ArgumentError
from bonepile.types import SHARE, Result, Tally

from .round import deal, expect_rules
from .rules import Rules
from .values import ROUNDS, WORD, number


def simulate(
    rules: Rules,
    n: int,
    seed: int,
    *,
    first: int = 0,
    round: int = 0,
    threads: int = 1,
) -> Tally:
    """Exact totals over games ``first`` to ``first + n - 1`` of the seed, dealt and played out.

    Every game is played as round number ``round``. ``threads`` is accepted and changes nothing:
    this engine runs in one. Raises ArgumentError for a number outside its range, such as an ``n``
    above 2**32.
    """
    expect_rules(rules)
    number("n", n, 0, ROUNDS + 1)
    number("seed", seed, 0, WORD)
    number("first", first, 0, WORD)
    number("round", round, 0, ROUNDS)
    number("threads", threads, 1, WORD)
    if first + n > WORD:
        raise ArgumentError("first + n must be at most 2**64")
    none = (0,) * rules.sides
    tally = Tally(0, 0, 0, none, none, none, none, 0, 0)
    for game in range(first, first + n):
        played = deal(rules, seed, round, game).playout(seed, game)
        assert played.result is not None
        tally = tally.merge(one_round(rules, played.result, len(played.actions)))
    return tally


def one_round(rules: Rules, result: Result, actions: int) -> Tally:
    """The tally of one finished round."""
    wins = shares(rules, result)
    return Tally(
        1,
        int(result.reason == "out"),
        int(result.reason == "blocked"),
        tuple(wins),
        tuple(share * share for share in wins),
        result.points,
        tuple(points * points for points in result.points),
        actions,
        actions * actions,
    )


def shares(rules: Rules, result: Result) -> Sequence[int]:
    """The round won in units of 1/840: in train games the fewest points share it."""
    if rules.family == "line":
        return [SHARE if side == result.winner else 0 for side in range(rules.sides)]
    fewest = min(result.points)
    share = SHARE // result.points.count(fewest)
    return [share if points == fewest else 0 for points in result.points]
