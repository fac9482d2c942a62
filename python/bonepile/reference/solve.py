"""What a round is worth when every tile is known, by trying everything (docs/solving.md).

Every seat takes the action with the greatest number for its own side. What the numbers are makes
the difference: with two sides those of the one are those of the other with the sign changed, and so
they are for all the others under ``paranoid``.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple, TypeAlias, cast

from bonepile.errors import ArgumentError
from bonepile.solving import OBJECTIVES, PLAYS, Limit, Objective, Play, Solution, Value
from bonepile.types import AnyAction

from .actions import Action
from .parameters import LineRules
from .round import Round, expect_round
from .values import ROUNDS, WORD, number, one_of
from .vector import rewards

Numbers: TypeAlias = tuple[int, ...]
"""One number a side: what it makes."""


def solve(
    round: Round,
    objective: Objective = "points",
    *,
    moves: bool = False,
    limit: Limit | None = None,
    play: Play = "exact",
    table: int | None = None,
) -> Solution:
    """What the rest of the round is worth for the side on turn, when every side plays its best.

    With ``moves`` the solution also holds the value of every legal action. A ``limit`` ends the
    search early. ``play`` says for whom the seats play: ``"exact"`` with two sides, ``"paranoid"``
    or ``"maxn"`` with more. ``table`` is how many positions are remembered, a power of two, or 0;
    None remembers them all.

    Raises ArgumentError for another ``objective``, for a ``play`` that is not for that number of
    sides and for a ``table`` of another size; TypeError for a value of the wrong type.
    """
    expect_round(round)
    worth = checked_worth(round, objective, play)
    if not isinstance(moves, bool):
        msg = f"moves must be a bool, not {type(moves).__name__}"
        raise TypeError(msg)
    search = Search(worth, checked_table(table), checked_limit(limit))
    if round.result is not None:
        nothing = (0,) * round.rules.sides if play == "maxn" else 0
        return Solution(nothing, None, (), {} if moves else None, True, nothing, nothing, 0, 0)
    root = Node(round)
    search.run(root)
    low, high = bounds(root, worth)
    best = root.best() if root.tried else None
    return Solution(
        value=low if low == high else None,
        best=None if best is None else best.action,
        line=() if best is None else tuple(best.line()),
        moves=cast("dict[AnyAction, int | None]", root.values()) if moves else None,
        exact=not root.untried,
        low=low,
        high=high,
        nodes=search.nodes,
        hits=search.hits,
    )


# What an action is worth


class Worth(NamedTuple):
    """What the numbers count, for whom: ``root`` is the side on turn where the search began."""

    objective: Objective
    play: Play
    root: int

    def of_action(self, before: Round, after: Round) -> Numbers:
        """What an action brings each side at once."""
        if self.objective == "points":
            made = rewards(before, after)
            numbers = tuple(2 * own - sum(made) for own in made)
        else:
            numbers = won(after)
        if self.play != "paranoid":
            return numbers
        own = numbers[self.root]
        return tuple(own if side == self.root else -own for side in range(len(numbers)))

    def most(self, round: Round) -> int:
        """No side makes more than this from here on, nor less than its opposite."""
        if self.objective == "win":
            return 1
        game, state = round.rules.game, round._state
        left = [tile for tiles in (*state.hands, state.boneyard) for tile in tiles]
        pips = sum(map(sum, left))
        if not isinstance(game, LineRules):
            return pips + game.double_blank
        # A tile laid brings no more than a double at each of four ends.
        in_play = 8 * game.set * len(left) if game.in_play == "fives" else 0
        return in_play + pips + game.round_to // 2


def won(round: Round) -> Numbers:
    """1 for the side that won, -1 for the others; 0 for all when nobody did, or not yet."""
    winner = winning_side(round)
    if winner is None:
        return (0,) * round.rules.sides
    return tuple(1 if side == winner else -1 for side in range(round.rules.sides))


def winning_side(round: Round) -> int | None:
    """The side that won the round; in train games the only one with the fewest penalty points."""
    if round.result is None:
        return None
    if round.rules.family == "line":
        return round.result.winner
    points = round.result.points
    fewest = min(points)
    return points.index(fewest) if points.count(fewest) == 1 else None


# The search


class Found(NamedTuple):
    """The numbers that the sides make from a round on, and what is played: nothing at its end."""

    numbers: Numbers
    action: Action | None = None
    then: Found | None = None

    def line(self) -> list[Action]:
        """What is played to the end of the round."""
        actions = []
        found: Found | None = self
        while found is not None and found.action is not None:
            actions.append(found.action)
            found = found.then
        return actions


class Node:
    """A round that goes on, whose actions are tried one after the other."""

    def __init__(self, round: Round) -> None:
        assert round.to_play is not None
        self.round = round
        self.key = round.position_key()
        self.side = round.to_play % round.rules.sides
        self.legal = round.legal_actions()
        self.tried: list[Found] = []

    @property
    def untried(self) -> Sequence[Action]:
        """The actions that are still to be tried, in the order of ``legal_actions``."""
        return self.legal[len(self.tried) :]

    def take(self, after: Round, then: Found, worth: Worth) -> None:
        """What came of the next action: the round after it, and what was found from there."""
        at_once = worth.of_action(self.round, after)
        numbers = tuple(now + later for now, later in zip(at_once, then.numbers, strict=True))
        self.tried.append(Found(numbers, self.untried[0], then))

    def best(self) -> Found:
        """The first of the actions tried that bring most to the side on turn."""
        return max(self.tried, key=lambda found: found.numbers[self.side])

    def values(self) -> dict[Action, int | None]:
        """Every legal action and its number for the side on turn, None for those not tried."""
        known: dict[Action, int | None] = dict.fromkeys(self.legal)
        for found in self.tried:
            assert found.action is not None
            known[found.action] = found.numbers[self.side]
        return known


class Search:
    """Depth-first, with a path of its own: a round may be longer than Python calls can be deep."""

    def __init__(self, worth: Worth, table: int, limit: Limit) -> None:
        self.worth = worth
        self.room = table
        self.most_nodes = limit.nodes
        self.until = None if limit.seconds is None else monotonic() + limit.seconds
        self.table: dict[bytes, Found] = {}
        self.nodes = 0
        self.hits = 0

    def run(self, root: Node) -> None:
        """Try every action of the root, and of all that follows, until the limit ends it."""
        path = [root]
        while path and not (path[-1].untried and self.is_spent()):
            node = path[-1]
            if node.untried:
                self.try_next(node, path)
            else:
                path.pop()
                self.remember(node.key, node.best())
                if path:
                    path[-1].take(node.round, node.best(), self.worth)

    def try_next(self, node: Node, path: list[Node]) -> None:
        """Play the next action of a node, and look on from there where nothing is known yet."""
        after = node.round.play(node.untried[0])
        if after.result is not None:
            self.nodes += 1
            node.take(after, Found((0,) * after.rules.sides), self.worth)
            return
        reached = Node(after)
        found = self.table.get(reached.key)
        if found is None:
            self.nodes += 1
            path.append(reached)
        else:
            self.hits += 1
            node.take(after, found, self.worth)

    def is_spent(self) -> bool:
        """Whether the limit is reached."""
        if self.most_nodes is not None and self.nodes >= self.most_nodes:
            return True
        return self.until is not None and monotonic() >= self.until

    def remember(self, key: bytes, found: Found) -> None:
        """Keep what was found, while the table has room."""
        if len(self.table) < self.room:
            self.table[key] = found


def bounds(root: Node, worth: Worth) -> tuple[Value, Value]:
    """What is proven of the value: both are the value itself when every action was tried.

    The side on turn makes at least what the best action tried so far brings.
    """
    most = worth.most(root.round)
    low, high = [-most] * root.round.rules.sides, [most] * root.round.rules.sides
    if not root.untried:
        low = high = list(root.best().numbers)
    elif root.tried:
        low[root.side] = root.best().numbers[root.side]
    if worth.play == "maxn":
        return tuple(low), tuple(high)
    return low[root.side], high[root.side]


# Arguments


def checked_worth(round: Round, objective: Objective, play: Play) -> Worth:
    """What the search counts. Raises ArgumentError or TypeError."""
    one_of("objective", objective, OBJECTIVES)
    one_of("play", play, PLAYS)
    sides = round.rules.sides
    if (play == "exact") != (sides == 2):
        names = "exact" if sides == 2 else "paranoid or maxn"
        raise ArgumentError(f"play: {play} is not for {sides} sides, {names} is")
    return Worth(objective, play, (round.to_play or 0) % sides)


def checked_limit(limit: object) -> Limit:
    """The limit, or one of nothing. Raises TypeError."""
    if limit is not None and not isinstance(limit, Limit):
        msg = f"limit must be a Limit or None, not {type(limit).__name__}"
        raise TypeError(msg)
    return limit or Limit()


def checked_table(table: int | None) -> int:
    """How many positions there is room for. Raises ArgumentError or TypeError."""
    if table is None:
        return WORD
    size = number("table", table, 0, ROUNDS)
    if size & (size - 1):
        raise ArgumentError("table must be a power of two, or 0")
    return size
