"""Matches with what the engines say of them, and what the planted copies say instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asking import DisagreementError, Json
from authored import MATCHES
from bonepile.errors import RecordError
from planted_copies import Copies
from planting import Bug
from sketch import MatchSketch

REFUSED = "bad_record"


def standings(engine: Any, record: Json) -> Json:
    """How the match stands after each round of the record; the error where one is refused."""
    rounds: list[Json] = []
    for last in range(1, len(record["rounds"]) + 1):
        try:
            match = engine.Match.from_record({**record, "rounds": record["rounds"][:last]})
        except RecordError:
            return {"rounds": rounds, "error": REFUSED}
        rounds.append(standing(match))
    return {"rounds": rounds}


def standing(match: Any) -> Json:
    begun = match.round
    while begun.actions:
        begun = begun.undo()
    return {
        "first": begun.to_play,
        "result": match.round.snapshot()["result"],
        "totals": list(match.totals),
        "places": list(match.places),
        "over": match.is_over,
    }


def told(engines: Sequence[Any], sketch: MatchSketch, copies: Copies) -> Json:
    """A match as it is written down. Raises ValueError where a named bug does not show."""
    right, *others = [standings(engine, sketch.record) for engine in engines]
    if any(other != right for other in others):
        raise DisagreementError(f"{sketch.name}: {right} or {others}")
    made: dict[str, Json] = {"name": sketch.name, "rules": list(sketch.rules), "note": sketch.note}
    if sketch.mistake is not None:
        made["mistake"] = sketch.mistake
    made["record"] = sketch.record
    made |= {"error": right["error"]} if "error" in right else {"rounds": right["rounds"]}
    wrong = [
        answer
        for bug in copies.bugs.values()
        if bug.name in sketch.bugs or set(bug.rules) & set(sketch.rules)
        if (answer := mistaken(bug, copies.engine(bug), sketch.record, right)) is not None
    ]
    shown = {answer["planted"] for answer in wrong}
    hidden = set(sketch.bugs) & set(copies.bugs) - shown
    if hidden:
        raise ValueError(f"{sketch.name}: planted bugs do not show: {hidden}")
    if wrong:
        made["wrong"] = wrong
    return made


def mistaken(bug: Bug, engine: Any, record: Json, right: Json) -> Json | None:
    """The first wrong standing of a copy with a bug, None if there is none."""
    wrong = standings(engine, record)
    if wrong == right:
        return None
    ours, theirs = right["rounds"], wrong["rounds"]
    pairs = enumerate(zip(ours, theirs, strict=False))
    at = next((at for at, (one, other) in pairs if one != other), min(len(ours), len(theirs)))
    answer: dict[str, Json] = {"mistake": bug.imitates, "planted": bug.name}
    answer |= {"breaks": list(bug.rules), "at": at}
    if at < len(theirs):
        return {**answer, "round": theirs[at]}
    return {**answer, "error": wrong["error"]}


def all_matches(engines: Sequence[Any], copies: Copies) -> list[Json]:
    """All matches."""
    return [told(engines, sketch, copies) for sketch in MATCHES]
