"""Complete matches with every snapshot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asking import DisagreementError, Json
from bonepile.testing import catalogue
from bonepile.testing.parameters import seats_of

FORMAT = "bonepile-records/1"
SEED = 20261201
EACH = 50


def rules_of(preset: str, defaults: Json, number: int) -> Json:
    """The rules of a record: seats in turn; most matches of train games are one round long."""
    seats = seats_of(defaults["hand_size"])
    rules: Json = {"preset": preset, "players": seats[number % len(seats)]}
    if "target" in defaults or (defaults["rounds"] is not None and number == 0):
        return rules
    return {**rules, "rounds": 2 if number < len(seats) else 1}


def played(engine: Any, rules: Json, seed: int) -> Any:
    """A match of random play to its end."""
    match = engine.Match(engine.Rules.from_dict(rules), seed=seed)
    while True:
        for action in match.round.playout(seed).actions:
            match = match.play(action)
        if match.is_over:
            return match
        match = match.next_round()


def line(engines: Sequence[Any], rules: Json, seed: int) -> Json:
    """A line of the file: what one engine played, with the snapshots of all, which must agree."""
    record = played(engines[-1], rules, seed).record()
    told = [snapshots(engine, record) for engine in engines]
    if any(other != told[0] for other in told):
        raise DisagreementError(f"{rules}, seed {seed}")
    return {"format": FORMAT, "record": record, "snapshots": told[0]}


def snapshots(engine: Any, record: Json) -> Json:
    """For each round the snapshots after the deal and after each action."""
    each = []
    for ended in engine.Match.from_record(record).rounds:
        round = engine.Round(ended.rules, ended.deal, ended.round)
        shown = [round.snapshot()]
        for action in ended.actions:
            round = round.play(action)
            shown.append(round.snapshot())
        each.append(shown)
    return each


def lines(engines: Sequence[Any], preset: str, numbers: Sequence[int] = range(EACH)) -> list[Json]:
    """The records of a preset with these numbers."""
    defaults = catalogue(engines[0])[preset].parameters
    return [line(engines, rules_of(preset, defaults, n), SEED + n) for n in numbers]
