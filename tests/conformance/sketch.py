"""What an author of a situation writes down: rules, tiles and actions, and nothing expected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import bonepile.reference as reference
from building import complete

Json = Any


@dataclass(frozen=True)
class Sketch:
    """A situation without what is expected in it; `bugs` names planted bugs that it must show."""

    name: str
    rules: tuple[str, ...]
    note: str
    replay: Json
    mistake: str | None = None
    refused: tuple[str, ...] = ()
    numbers: bool = False
    bugs: tuple[str, ...] = ()


def situation(
    name: str,
    rules: str,
    note: str,
    preset: str,
    hands: list[str],
    actions: str = "",
    *,
    boneyard: str = "",
    size: int | None = None,
    filler: Iterable[int] | None = None,
    doubles: bool = False,
    leader: int | None = None,
    round: int = 0,
    mistake: str | None = None,
    refused: str | tuple[str, ...] = (),
    numbers: bool = False,
    bugs: str = "",
    **overrides: Any,
) -> Sketch:
    """A situation in which the seats hold at least `hands`.

    Hands are filled up to `size` as `building.complete` does it, `boneyard` is drawn first.
    """
    size = max(len(hand.split()) for hand in hands) if size is None else size
    made = reference.Rules(preset, players=len(hands), hand_size=size, **overrides)
    values = made.parameters
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
    replay = {
        "rules": made.to_dict(),
        "round": round,
        "deal": deal,
        "actions": actions.split(),
    }
    probes = tuple(refused.split()) if isinstance(refused, str) else refused
    return Sketch(
        name, tuple(rules.split()), note, replay, mistake, probes, numbers, tuple(bugs.split())
    )


def bad_start(
    name: str,
    rules: str,
    note: str,
    named: Json,
    hands: list[str],
    boneyard: str,
    *,
    engine: str | None = None,
    leader: int | None = None,
    round: int = 0,
    mistake: str | None = None,
    bugs: str = "",
) -> Sketch:
    """A start that is refused: rules and deal as they stand."""
    deal = {
        "hands": [hand.split() for hand in hands],
        "boneyard": boneyard.split(),
        "engine": engine,
        "leader": leader,
    }
    replay = {"rules": named, "round": round, "deal": deal, "actions": []}
    return Sketch(name, tuple(rules.split()), note, replay, mistake, (), False, tuple(bugs.split()))
