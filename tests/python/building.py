"""Full deals around the few tiles that a test cares about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

PRESETS = (
    "masters-block",
    "masters-block-individual",
    "masters-draw",
    "pagat-draw",
    "all-fives",
    "masters-mexican-train",
    "masters-mexican-train-strict",
    "masters-mexican-train-reverse",
    "dominos-cc-mexican-train",
)
LINE_PRESETS = PRESETS[:5]
TRAIN_PRESETS = PRESETS[5:]


def tiles(highest: int) -> list[str]:
    """The double-`highest` set in the order of the tiles' numbers."""
    return [f"{low}-{high}" for high in range(highest + 1) for low in range(high + 1)]


def halves(tile: str) -> tuple[int, int]:
    low, high = tile.split("-")
    return int(low), int(high)


def pips(hand: Iterable[str]) -> int:
    return sum(sum(halves(tile)) for tile in hand)


def by_halves(hand: Iterable[str]) -> list[str]:
    return sorted(hand, key=halves)


def complete(
    highest: int,
    size: int,
    hands: list[str],
    boneyard: str = "",
    *,
    filler: Iterable[int] | None = None,
    doubles: bool = False,
    engine: str | None = None,
    leader: int | None = None,
) -> dict[str, Any]:
    """A deal of the whole set: hands filled up to `size`, the rest put behind `boneyard`.

    Tiles that fill a hand have both halves in `filler` (any, if None) and are doubles only if
    `doubles` allows it.
    """
    wanted = [hand.split() for hand in hands]
    drawn = boneyard.split()
    named = [tile for hand in wanted for tile in hand] + drawn + ([engine] if engine else [])
    assert len(named) == len(set(named)), f"a tile is named twice: {named}"
    left = [tile for tile in tiles(highest) if tile not in named]
    assert len(left) + len(named) == len(tiles(highest)), f"not in the set: {named}"
    pips_allowed = set(range(highest + 1)) if filler is None else set(filler)

    def fills(tile: str) -> bool:
        low, high = halves(tile)
        return {low, high} <= pips_allowed and (doubles or low != high)

    for hand in wanted:
        assert len(hand) <= size, f"more than {size} tiles: {hand}"
        while len(hand) < size:
            tile = next(filter(fills, left))
            left.remove(tile)
            hand.append(tile)
    return {
        "hands": [by_halves(hand) for hand in wanted],
        "boneyard": drawn + left,
        "engine": engine,
        "leader": leader,
    }


def start(
    engine: Any,
    preset: str,
    hands: list[str],
    boneyard: str = "",
    *,
    size: int | None = None,
    round: int = 0,
    filler: Iterable[int] | None = None,
    doubles: bool = False,
    leader: int | None = None,
    **overrides: Any,
) -> Any:
    """A round in which the seats hold at least `hands`; `size` is the longest hand if None."""
    size = max(len(hand.split()) for hand in hands) if size is None else size
    rules = engine.Rules(preset, players=len(hands), hand_size=size, **overrides)
    values = rules.parameters
    central = None
    if values.get("engine") == "descending":
        central = f"{values['set'] - round}-{values['set'] - round}"
    deal = complete(
        values["set"],
        size,
        hands,
        boneyard,
        filler=filler,
        doubles=doubles,
        engine=central,
        leader=leader,
    )
    return engine.Round(rules, deal, round=round)


def play(round: Any, actions: str) -> Any:
    """The round after each of the actions, written one after the other."""
    for action in actions.split():
        round = round.play(action)
    return round


def legal(round: Any) -> list[str]:
    return round.snapshot()["legal"]


def table(round: Any) -> Any:
    return round.snapshot()["table"]


def refusal(round: Any, action: str) -> str:
    why = round.why_illegal(action)
    assert why is not None, f"{action} is legal"
    return why.code
