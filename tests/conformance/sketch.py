"""What an author of a situation writes down: rules, tiles and actions, and nothing expected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bonepile import reference
from bonepile.errors import RulesError
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
    named: Json = {"preset": preset, "players": len(hands), **overrides}
    if not _deals(named, size):
        named["hand_size"] = size
    replay = {
        "rules": named,
        "round": round,
        "deal": deal,
        "actions": actions.split(),
    }
    probes = tuple(refused.split()) if isinstance(refused, str) else refused
    return Sketch(
        name, tuple(rules.split()), note, replay, mistake, probes, numbers, tuple(bugs.split())
    )


def _deals(named: Json, size: int) -> bool:
    """Whether the preset's own hands are of this size."""
    try:
        made = reference.Rules.from_dict(named)
    except RulesError:
        return False
    return bool(made.parameters["hand_size"].get(named["players"]) == size)


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


@dataclass(frozen=True)
class MatchSketch:
    """A match without what is expected of it."""

    name: str
    rules: tuple[str, ...]
    note: str
    record: Json
    mistake: str | None = None
    bugs: tuple[str, ...] = ()


def match(
    name: str,
    rules: str,
    note: str,
    preset: str,
    played: list[tuple[list[str], str]],
    *,
    leaders: tuple[int | None, ...] = (),
    mistake: str | None = None,
    bugs: str = "",
    **overrides: Any,
) -> MatchSketch:
    """A match of rounds, each told by the whole hands and its actions; `leaders` are named."""
    (first, _), *_ = played
    size = len(first[0].split())
    named = {"preset": preset, "players": len(first), "hand_size": size, **overrides}
    values = reference.Rules.from_dict(named).parameters
    told = []
    for number, (hands, actions) in enumerate(played):
        top = values["set"] - number
        central = f"{top}-{top}" if values.get("engine") == "descending" else None
        leader = leaders[number] if number < len(leaders) else None
        deal = complete(values["set"], size, hands, engine=central, leader=leader)
        told.append({"deal": deal, "actions": actions.split()})
    record = {"format": "bonepile-record/1", "rules": named, "rounds": told}
    return MatchSketch(name, tuple(rules.split()), note, record, mistake, tuple(bugs.split()))
