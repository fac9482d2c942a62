"""Positions on two engines: written, set up again, and refused alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..errors import PositionError
from ..types import AnyRound, AnyRules, Engine, Json
from .comparison import Comparison, both
from .dice import Dice
from .near_misses import near_misses

__all__ = ["check_positions"]

PLACES = 2
NEAR = 6


def check_positions(comparison: Comparison) -> None:
    """Set some rounds of the case up again from their positions, and from near misses of these."""
    dice = comparison.case.dice("check", "positions", "choices")
    rounds = comparison.rounds
    places = {dice.below(len(rounds)) for _ in range(PLACES)} | {len(rounds) - 1}
    for at in sorted(places):
        check_position(comparison, dice, at)


def check_position(comparison: Comparison, dice: Dice, at: int) -> None:
    """Check the position after ``at`` actions, and some that differ from it in one thing."""
    rounds = comparison.rounds[at]
    place = f"after {at} actions"
    written = comparison.same(f"position {place}", rounds, lambda r: r.position())
    assert written is not None
    engines = both(comparison.engines, comparison.rules)
    made = comparison.same(
        f"from_position {place}", engines, lambda side: set_up(*side, written[0]), _shown
    )
    again = rounds[0] if made is None else made[0]
    for name, look in LOOKS.items():
        told = (look(rounds[0]), look(again))
        same = made is not None and told[0] == told[1]
        comparison.demand(f"{name} of a round set up again {place}", same, told)
    changed = list(near_misses(written[0]))
    for name, position in dice.shuffled(changed)[:NEAR]:
        check_verdict(comparison, f"{name} changed, {place}", position)
    check_verdict(comparison, f"malformed, {place}", _malformed(dice, written[0]))


def check_verdict(comparison: Comparison, what: str, position: Mapping[str, Json]) -> None:
    """Check that both engines refuse a position, or make the same of it."""
    engines = both(comparison.engines, comparison.rules)
    comparison.same(f"position, {what}", engines, lambda side: _verdict(*side, position))


def set_up(engine: Engine, rules: AnyRules, position: Mapping[str, Json]) -> AnyRound:
    """Set a round up from a position."""
    round: AnyRound = engine.Round.from_position(rules, position)
    return round


def _verdict(engine: Engine, rules: AnyRules, position: Mapping[str, Json]) -> Json:
    try:
        return _shown(set_up(engine, rules, position))
    except PositionError as error:
        unplaced = [reason for reason in error.reasons if ":" not in reason]
        return {"refused": True, "reasons without a place": unplaced}


def _shown(round: AnyRound) -> Json:
    return {
        "position": round.position(),
        "set_up_from": round.set_up_from,
        "snapshot": round.snapshot(),
        "deal": round.deal,
        "actions": [str(action) for action in round.actions],
    }


LOOKS: dict[str, Callable[[AnyRound], Json]] = {
    "position": lambda r: r.position(),
    "snapshot": lambda r: r.snapshot(),
    "legal_actions": lambda r: [str(action) for action in r.legal_actions()],
    "position_key": lambda r: r.position_key().hex(),
    "perft": lambda r: r.perft(1),
    "playout": lambda r: r.playout(seed=1).snapshot(),
}
"""What must not depend on how a round came to its position."""

_STRANGE: tuple[Json, ...] = (
    *(None, True, -1, 0, 1, 8, 2**70, 1.0, "", "0", "6-6", "M", [], {}, [None], ["0-0"], [0, 0]),
    *({"x": 1}, {"lead": "0-0"}, {"engine": "1-1"}, [[]], [["0-1"], []]),
)


def _malformed(dice: Dice, position: Mapping[str, Json]) -> dict[str, Json]:
    """The position with a key left out, added, or with a strange value, in its layout too."""
    changed = dict(position)
    layout = changed.get("layout")
    if isinstance(layout, dict) and dice.percent(40):
        changed["layout"] = _spoilt(dice, layout)
        return changed
    return _spoilt(dice, changed)


def _spoilt(dice: Dice, told: Mapping[str, Json]) -> dict[str, Json]:
    changed = dict(told)
    key = dice.pick(sorted(changed))
    kind = dice.below(3)
    if kind == 0:
        del changed[key]
    elif kind == 1:
        changed[dice.pick(("note", "Round", "turn", "scores", "N", "trains"))] = dice.pick(_STRANGE)
    else:
        changed[key] = dice.pick(_STRANGE)
    return changed
