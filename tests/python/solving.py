"""A judge of solved rounds: plain recursion over what the public face of an engine shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

from bonepile.errors import RedealError
from building import tiles


def sides(round: Any) -> int:
    partners = round.rules.parameters.get("partnership") == "at_four" and round.rules.players == 4
    return 2 if partners else int(round.rules.players)


def side_on_turn(round: Any) -> int:
    return int(round.to_play) % sides(round)


def points(round: Any) -> list[int]:
    """What every side has made since the round began; penalties are less than nothing."""
    if round.result is None:
        return list(round.snapshot()["scores"])
    sign = 1 if round.rules.family == "line" else -1
    return [sign * made for made in round.result.points]


def winner(round: Any) -> int | None:
    if round.rules.family == "line":
        return None if round.result.winner is None else int(round.result.winner)
    penalties = list(round.result.points)
    best = [side for side, made in enumerate(penalties) if made == min(penalties)]
    return best[0] if len(best) == 1 else None


def worth(over: Any, start: Any, objective: str, side: int) -> int:
    """What a round played from `start` to its end counts for a side."""
    if objective == "win":
        won = winner(over)
        return 0 if won is None else 1 if won == side else -1
    made = [late - early for late, early in zip(points(over), points(start), strict=True)]
    return made[side] - sum(made[:side] + made[side + 1 :])


def against_all(round: Any, objective: str, side: int, start: Any = None) -> int:
    """What a side makes when every other side plays against it: with two sides the minimax."""
    start = round if start is None else start
    if round.result is not None:
        return worth(round, start, objective, side)
    choose = max if side_on_turn(round) == side else min
    return choose(
        against_all(round.play(action), objective, side, start) for action in round.legal_actions()
    )


def each_for_itself(round: Any, objective: str, start: Any = None) -> tuple[int, ...]:
    """What the sides make when each takes the first action that is best for it."""
    start = round if start is None else start
    if round.result is not None:
        return tuple(worth(round, start, objective, side) for side in range(sides(round)))
    choices = [
        each_for_itself(round.play(action), objective, start) for action in round.legal_actions()
    ]
    return max(choices, key=lambda numbers: numbers[side_on_turn(round)])


def all_hands(tiles: Sequence[str], size: int, seats: int) -> Iterator[list[list[str]]]:
    """Every way to deal so many hands, with what is left as the last of the lists."""
    if seats == 0:
        yield [list(tiles)]
        return
    for hand in combinations(tiles, size):
        rest = [tile for tile in tiles if tile not in hand]
        for others in all_hands(rest, size, seats - 1):
            yield [list(hand), *others]


def all_deals(engine: Any, rules: Any) -> Iterator[Any]:
    """Every round that can be dealt under the rules and is not dealt again."""
    values = rules.parameters
    size, top = values["hand_size"], values["set"]
    central = f"{top}-{top}" if values.get("engine") == "descending" else None
    dealt = [tile for tile in tiles(top) if tile != central]
    for *hands, left in all_hands(dealt, size, rules.players):
        for boneyard in permutations(left):
            deal = {"hands": hands, "boneyard": list(boneyard)}
            try:
                yield engine.Round(rules, {**deal, "engine": central, "leader": None})
            except RedealError:
                continue
