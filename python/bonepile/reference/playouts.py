"""Many games of a seed played out in one call, one row a game (docs/playouts.md)."""

from __future__ import annotations

import secrets
from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from bonepile.errors import ArgumentError
from bonepile.statistics import SHARE
from bonepile.types import INSTRUCTIONS, Family, Instructions, Json, Policy, Summary, Tally

from .columns import Column, shaped
from .policies import chooser
from .records import written_record
from .round import Round, deal
from .rules import Rules
from .values import ROUNDS, WORD, Frozen, number, one_of, set_once, type_name

REASONS = ("out", "blocked")
"""Why a round ended, by the number in the column ``reason``."""

NOBODY = -1


class Playouts(Frozen):
    """Games played out by :func:`playouts`: four columns, one row a game, and what was played.

    The columns are read-only memoryviews: ``points`` (format h, shape (n, sides)), in train games
    penalties; ``winner`` (b, (n,)), the side that won, -1 when nobody did and in train games;
    ``reason`` (B, (n,)), 0 somebody went out, 1 blocked; ``plies`` (H, (n,)), the actions since the
    start. ``len()`` is n, the number of games; row i is game ``first + i`` of ``seed``.
    """

    __slots__ = (
        "_family",
        "first",
        "plies",
        "points",
        "policy",
        "reason",
        "seed",
        "sides",
        "winner",
    )

    points: memoryview
    winner: memoryview
    reason: memoryview
    plies: memoryview
    seed: int
    first: int
    policy: Policy
    sides: int
    _family: Family

    def __init__(
        self,
        games: tuple[Family, int, int, int, Policy],
        points: array[int],
        winner: array[int],
        reason: array[int],
        plies: array[int],
    ) -> None:
        family, sides, seed, first, policy = games
        rows = len(winner)
        set_once(self, "points", shaped(points, (rows, sides)))
        set_once(self, "winner", shaped(winner, (rows,)))
        set_once(self, "reason", shaped(reason, (rows,)))
        set_once(self, "plies", shaped(plies, (rows,)))
        set_once(self, "seed", seed)
        set_once(self, "first", first)
        set_once(self, "policy", policy)
        set_once(self, "sides", sides)
        set_once(self, "_family", family)

    def __len__(self) -> int:
        return len(self.winner)

    def tally(self) -> Tally:
        """The exact totals; those of different games can be merged."""
        tally = Tally.empty(self.sides)
        rows = zip(self._points(), self.winner, self.reason, self.plies, strict=True)
        for points, winner, reason, plies in rows:
            wins = self._shares(points, winner)
            row = Tally(
                1,
                int(REASONS[reason] == "out"),
                int(REASONS[reason] == "blocked"),
                tuple(wins),
                tuple(share * share for share in wins),
                points,
                tuple(each * each for each in points),
                plies,
                plies * plies,
            )
            tally = tally.merge(row)
        return tally

    def _points(self) -> Iterator[tuple[int, ...]]:
        """The points of each game."""
        flat = self.points.cast("B").cast("h")
        for row in range(0, len(flat), self.sides):
            yield tuple(flat[row : row + self.sides])

    def _shares(self, points: tuple[int, ...], winner: int) -> list[int]:
        """A round won in units of 1/840: in train games the fewest points share it."""
        if self._family == "line":
            return [SHARE if side == winner else 0 for side in range(self.sides)]
        fewest = min(points)
        share = SHARE // points.count(fewest)
        return [share if each == fewest else 0 for each in points]

    def summary(self) -> Summary:
        """What the totals tell about games like these, with 95 % intervals."""
        return Summary.of(self.tally())

    def _games(self) -> tuple[Family, int, int, int, Policy]:
        return self._family, self.sides, self.seed, self.first, self.policy

    def _columns(self) -> tuple[memoryview, ...]:
        return self.points, self.winner, self.reason, self.plies

    def __repr__(self) -> str:
        last = self.first + len(self) - 1
        return f"<Playouts of games {self.first} to {last} of seed {self.seed}, {self.policy}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Playouts):
            return NotImplemented
        return self is other or (
            self._games() == other._games() and self._columns() == other._columns()
        )

    def __hash__(self) -> int:
        return hash((self._games(), len(self)))

    def __reduce__(self) -> tuple[object, ...]:
        columns = (array(column.format, column.tobytes()) for column in self._columns())
        return Playouts, (self._games(), *columns)


def playouts(
    start: Rules | Round,
    n: int,
    seed: int | None = None,
    *,
    threads: int = 1,
    policy: Policy = "random",
    round: int = 0,
    first: int = 0,
    instructions: Instructions = "best",
) -> Playouts:
    """Games ``first`` to ``first + n - 1`` of the seed, played to their end.

    ``start`` is rules, under which each game is dealt as round number ``round``, or a round, which
    goes on from where it stands. Without a seed one is drawn from the operating system's entropy.
    ``threads`` and ``instructions`` are accepted and change nothing: this engine runs in one
    thread, and nobody measures it.

    Raises ArgumentError for a number outside its range (``1 <= n <= 2**32``, ``first + n`` at most
    2**64), for a policy that the rules do not have and for a ``round`` beside a round; DealError
    for a round that has no engine; TypeError for a value of the wrong type.
    """
    n = number("n", n, 1, ROUNDS + 1)
    number("threads", threads, 1, WORD)
    one_of("instructions", instructions, INSTRUCTIONS)
    first = number("first", first, 0, WORD)
    if first + n > WORD:
        raise ArgumentError("first + n must be at most 2**64")
    games = checked_games(start, secrets.randbits(64) if seed is None else seed, policy, round)
    rules = games.rules
    points, winner = Column("h", n, rules.sides), Column("b", n)
    reason, plies = Column("B", n), Column("H", n)
    for row in range(n):
        played = games.played_out(first + row)
        result = played.result
        assert result is not None
        points.write(row, result.points)
        winner.write(row, [NOBODY if result.winner is None else result.winner])
        reason.write(row, [REASONS.index(result.reason)])
        plies.write(row, [len(played.actions) - games.plies_before])
    what = rules.family, rules.sides, games.seed, first, games.policy
    return Playouts(what, points.numbers, winner.numbers, reason.numbers, plies.numbers)


def playout_record(
    start: Rules | Round, seed: int, game: int, *, policy: Policy = "random", round: int = 0
) -> dict[str, Json]:
    """One game of those that :func:`playouts` plays, as a record of one round.

    From a round, the record begins where that round began, and holds its actions too.
    Raises as :func:`playouts` does.
    """
    game = number("game", game, 0, WORD)
    games = checked_games(start, seed, policy, round)
    return written_record(games.rules, [games.played_out(game)])


@dataclass(frozen=True, slots=True)
class Games:
    """The games of a seed, each played from its own beginning; ``start`` is rules or a round."""

    start: Rules | Round
    seed: int
    policy: Policy
    round: int

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.start if isinstance(self.start, Rules) else self.start.rules

    @property
    def plies_before(self) -> int:
        """How many actions are played before a game begins."""
        return 0 if isinstance(self.start, Rules) else len(self.start.actions)

    def played_out(self, game: int) -> Round:
        """One of the games, over."""
        start = self.start
        if isinstance(start, Rules):
            start = deal(start, self.seed, self.round, game)
        return start.playout(self.seed, game, self.policy)


def checked_games(start: object, seed: int, policy: Policy, round: int) -> Games:
    """The games that may be played so. Raises ArgumentError or TypeError."""
    if not isinstance(start, (Rules, Round)):
        msg = f"start must be Rules or a Round, not {type_name(start)}"
        raise TypeError(msg)
    seed = number("seed", seed, 0, WORD)
    round = number("round", round, 0, ROUNDS)
    if isinstance(start, Round) and round != 0:
        raise ArgumentError("round: a round that is played out has a number of its own")
    games = Games(start, seed, policy, round)
    chooser(games.rules, policy)
    return games
