"""Playouts, observations and rounds in step, compared between the engines."""

from __future__ import annotations

from typing import Any, get_args

from ..types import (
    AnyMatch,
    AnyPlayouts,
    AnyRound,
    AnyRules,
    AnyVectorRound,
    Engine,
    Json,
    Policy,
    Summary,
)
from .comparison import Comparison, both
from .dice import Dice

__all__ = ["check_in_step", "check_observe", "check_playout", "check_playouts", "ended"]

COLUMNS = ("points", "winner", "reason", "plies")
SHOWN_IN_STEP = ("to_play", "legal_mask", "observation", "rewards", "done", "game")

MOST_SLOTS = 4
STEPS = 30


def _dice(comparison: Comparison, name: str) -> Dice:
    return comparison.case.dice("check", name, "choices")


def _policy(dice: Dice, rules: AnyRules) -> Policy:
    """One of the policies that the rules have; most often ``random``."""
    policies: list[Policy] = ["random", "random", *get_args(Policy)]
    return dice.pick([some for some in policies if some != "own-first" or rules.family == "train"])


# Playouts


def check_playout(comparison: Comparison) -> None:
    """Play on by some policy from some position with the same dice."""
    dice, case = _dice(comparison, "playout"), comparison.case
    rounds = dice.pick(comparison.rounds)
    game = None if dice.percent(30) else case.game
    policy = _policy(dice, comparison.rules[0])
    comparison.same(
        f"playout by {policy}", rounds, lambda r: r.playout(case.game_seed, game, policy), ended
    )


def ended(round: AnyRound) -> Json:
    """Tell how a round was played and how it stands."""
    return {
        "actions": [str(action) for action in round.actions],
        "snapshot": round.snapshot(),
        "over": round.result is not None,
    }


def check_playouts(comparison: Comparison) -> None:
    """Compare a few games from the rules, a round and a position, row by row and as records."""
    dice, case = _dice(comparison, "playouts"), comparison.case
    policy = _policy(dice, comparison.rules[0])
    first, n = dice.pick((0, 1, 7, 2**64 - 4)), 1 + dice.below(4)
    games = {"seed": case.game_seed, "n": n, "first": first, "policy": policy, "threads": 2}
    rounds = dice.pick(comparison.rounds)
    _compare_games(comparison, "the rules", comparison.rules, {**games, "round": case.round})
    _compare_games(comparison, "a round", rounds, games)
    position = rounds[0].position()
    engines = both(comparison.engines, comparison.rules)
    made = comparison.same(
        "from_position", engines, lambda side: _set_up(*side, position), lambda r: r.snapshot()
    )
    if made is not None:
        _compare_games(comparison, "a position", made, games)
    for name, start in (("the rules", comparison.rules), ("a round", rounds)):
        _compare_refusal(comparison, dice, name, start)


def _set_up(engine: Engine, rules: AnyRules, position: dict[str, Json]) -> AnyRound:
    round: AnyRound = engine.Round.from_position(rules, position)
    return round


def _compare_games(
    comparison: Comparison, name: str, start: tuple[Any, Any], games: dict[str, Any]
) -> None:
    sides = both(comparison.engines, start)
    shown = {key: value for key, value in games.items() if key not in {"seed", "threads"}}
    comparison.same(
        f"playouts({name}, {shown})", sides, lambda side: side[0].playouts(side[1], **games), _rows
    )
    comparison.same(f"playout_record({name}, {shown})", sides, lambda side: _recorded(*side, games))


def _compare_refusal(comparison: Comparison, dice: Dice, name: str, start: tuple[Any, Any]) -> None:
    """Ask for a game with something wrong, which may yet be right for some starts."""
    wrong: dict[str, Any] = dice.pick(WRONG)
    given = {"n": 1, "seed": 1, **wrong}
    sides = both(comparison.engines, start)
    comparison.same(
        f"playouts({name}) with {wrong}",
        sides,
        lambda side: side[0].playouts(side[1], **given),
        _rows,
    )


WRONG: tuple[dict[str, Any], ...] = (
    {"n": 0},
    {"n": 2**32 + 1},
    {"seed": -1},
    {"seed": 2**64},
    {"first": -1},
    {"first": 2**64 - 1, "n": 2},
    {"threads": 0},
    {"round": 1},
    {"round": 2**32},
    {"policy": ""},
    {"policy": "lightest"},
    {"policy": "own-first"},
)


def _rows(played: AnyPlayouts) -> Json:
    columns = {name: getattr(played, name) for name in COLUMNS}
    tally = played.tally()
    return {
        **{name: _told(column) for name, column in columns.items()},
        "shapes": {name: _shape(column) for name, column in columns.items()},
        "what": [played.seed, played.first, played.policy, played.sides, len(played)],
        "tally": tally._asdict(),
        "summary": played.summary() == Summary.of(tally),
    }


def _shape(column: memoryview) -> Json:
    return [column.format, list(column.shape or ()), column.readonly]


def _told(column: memoryview) -> Any:
    """What a column holds: a list, where it has two dimensions a list of rows."""
    return column.tolist()


def _recorded(engine: Engine, start: Any, games: dict[str, Any]) -> Json:
    """The record of the first game, and whether it is read as what the game's row tells."""
    given = {key: value for key, value in games.items() if key in {"policy", "round"}}
    seed, first = games["seed"], games["first"]
    record = engine.playout_record(start, seed, first, **given)
    match: AnyMatch = engine.Match.from_record(record)
    result = match.round.result
    row: AnyPlayouts = engine.playouts(start, 1, seed, first=first, **given)
    right = result is not None and _told(row.points) == [list(result.points)]
    return {"record": record, "as in its row": right}


# Observations


def check_observe(comparison: Comparison) -> None:
    """Compare what every seat sees after every action, part by part."""
    dice = _dice(comparison, "observe")
    layouts = comparison.same(
        "observation_layout",
        both(comparison.engines, comparison.rules),
        lambda side: side[0].observation_layout(side[1]),
        _bounds,
    )
    assert layouts is not None
    seats = range(comparison.rules[0].players)
    for ply, rounds in enumerate(comparison.rounds):
        comparison.same(
            f"observe after {ply} actions",
            both(comparison.engines, rounds),
            lambda side: [_parts(side[0].observe(side[1], seat), layouts[0]) for seat in seats],
        )
    some = both(comparison.engines, dice.pick(comparison.rounds))
    for seat in (None, dice.pick((-1, len(seats), 2**70))):
        _compare_view(comparison, some, seat)


def _compare_view(comparison: Comparison, sides: tuple[Any, Any], seat: int | None) -> None:
    comparison.same(
        f"observe from seat {seat}", sides, lambda side: side[0].observe(side[1], seat), _seen
    )


def _bounds(layout: dict[str, slice]) -> Json:
    return [[name, part.start, part.stop, part.step] for name, part in layout.items()]


def _seen(numbers: memoryview) -> Json:
    return [_shape(numbers), numbers.tolist()]


def _parts(numbers: memoryview, layout: dict[str, slice]) -> Json:
    told = numbers.tolist()
    return {"shape": _shape(numbers), **{name: told[part] for name, part in layout.items()}}


# Rounds in step


def check_in_step(comparison: Comparison) -> None:
    """Compare a few slots over a few steps of legal numbers, and refuse one that is not legal."""
    dice, case = _dice(comparison, "in step"), comparison.case
    n = 1 + dice.below(MOST_SLOTS)
    made = comparison.same(
        f"VectorRound of {n}",
        both(comparison.engines, comparison.rules),
        lambda side: _vector(side[0].VectorRound(side[1], n, case.game_seed, round=case.round)),
        _shown,
    )
    if made is None:
        return
    for _ in range(STEPS):
        numbers = [
            dice.pick([number for number, legal in enumerate(row) if legal])
            for row in _told(made[0].legal_mask)
        ]
        if dice.percent(15):
            _compare_step(comparison, made, _wrong(dice, made[0], numbers))
        _compare_step(comparison, made, numbers)


def _compare_step(
    comparison: Comparison, made: tuple[AnyVectorRound, AnyVectorRound], numbers: list[int]
) -> None:
    comparison.same(f"step({numbers})", made, lambda vector: vector.step(numbers))
    comparison.same(f"after step({numbers})", made, _shown)


def _vector(vector: AnyVectorRound) -> AnyVectorRound:
    return vector


def _wrong(dice: Dice, vector: AnyVectorRound, legal: list[int]) -> list[int]:
    """The numbers with another one among them, or with one too few or too many."""
    numbers = list(legal)
    slot = dice.below(len(numbers))
    kind = dice.below(4)
    if kind == 0:
        numbers[slot] = dice.pick((-1, vector.num_actions, 2**62))
    elif kind == 1:
        numbers[slot] = dice.below(vector.num_actions)
    elif kind == 2:
        numbers.append(legal[slot])
    else:
        numbers.pop()
    return numbers


def _shown(vector: AnyVectorRound) -> Json:
    columns = {name: getattr(vector, name) for name in SHOWN_IN_STEP}
    return {
        **{name: _told(column) for name, column in columns.items()},
        "shapes": {name: _shape(column) for name, column in columns.items()},
        "sizes": [len(vector), vector.num_actions, vector.observation_size],
    }
