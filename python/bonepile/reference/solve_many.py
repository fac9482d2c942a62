"""The first positions of many games of a seed, each solved (docs/solving.md)."""

from __future__ import annotations

from array import array

from bonepile.errors import ArgumentError
from bonepile.solving import OBJECTIVES, Objective

from .actions import Action
from .columns import Column, shaped
from .round import deal, expect_rules
from .rules import Rules
from .solve import solve
from .values import ROUNDS, WORD, Frozen, number, one_of, set_once


class Solutions(Frozen):
    """Games solved by :func:`solve_many`: four columns, one row a game, and what was solved.

    The columns are read-only memoryviews of shape (n,): ``value`` (format h) for the side of the
    seat on turn, which is ``leader`` (b); ``best`` (i), the number of the best action; ``nodes``
    (I), the positions looked at. ``len()`` is n; row i is game ``first + i`` of ``seed``.
    """

    __slots__ = ("best", "first", "leader", "nodes", "objective", "seed", "value")

    value: memoryview
    leader: memoryview
    best: memoryview
    nodes: memoryview
    seed: int
    first: int
    objective: Objective

    def __init__(self, games: tuple[int, int, Objective], columns: tuple[array[int], ...]) -> None:
        for name, what in zip(("seed", "first", "objective"), games, strict=True):
            set_once(self, name, what)
        for name, column in zip(("value", "leader", "best", "nodes"), columns, strict=True):
            set_once(self, name, shaped(column, (len(column),)))

    def __len__(self) -> int:
        return len(self.value)

    def _games(self) -> tuple[int, int, Objective]:
        return self.seed, self.first, self.objective

    def _columns(self) -> tuple[memoryview, ...]:
        return self.value, self.leader, self.best, self.nodes

    def __repr__(self) -> str:
        last = self.first + len(self) - 1
        return f"<Solutions of games {self.first} to {last} of seed {self.seed}, {self.objective}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solutions):
            return NotImplemented
        return self._games() == other._games() and self._columns() == other._columns()

    def __hash__(self) -> int:
        return hash((self._games(), len(self)))

    def __reduce__(self) -> tuple[object, ...]:
        columns = (array(column.format, column.tobytes()) for column in self._columns())
        return Solutions, (self._games(), tuple(columns))


def solve_many(
    rules: Rules,
    n: int,
    seed: int,
    *,
    objective: Objective = "points",
    round: int = 0,
    first: int = 0,
    threads: int = 1,
) -> Solutions:
    """Deal and solve games ``first`` to ``first + n - 1`` of the seed, each as round ``round``.

    ``threads`` is accepted and changes nothing: this engine runs in one thread.

    Raises ArgumentError for a number outside its range (``1 <= n <= 2**32``, ``first + n`` at most
    2**64), for another ``objective`` and for rules with more than two sides; DealError for a round
    that has no engine; TypeError for a value of the wrong type.
    """
    expect_rules(rules)
    n = number("n", n, 1, ROUNDS + 1)
    seed = number("seed", seed, 0, WORD)
    one_of("objective", objective, OBJECTIVES)
    round = number("round", round, 0, ROUNDS)
    first = number("first", first, 0, WORD)
    number("threads", threads, 1, WORD)
    if first + n > WORD:
        raise ArgumentError("first + n must be at most 2**64")
    if rules.sides != 2:
        raise ArgumentError(f"rules: only two sides have exact values, not {rules.sides}")
    value, leader = Column("h", n), Column("b", n)
    best, nodes = Column("i", n), Column("I", n)
    for row in range(n):
        dealt = deal(rules, seed, round, first + row)
        solution = solve(dealt, objective)
        assert isinstance(solution.value, int)
        assert isinstance(solution.best, Action)
        assert dealt.to_play is not None
        value.write(row, [solution.value])
        leader.write(row, [dealt.to_play])
        best.write(row, [solution.best.index])
        nodes.write(row, [solution.nodes])
    columns = value.numbers, leader.numbers, best.numbers, nodes.numbers
    return Solutions((seed, first, objective), columns)
