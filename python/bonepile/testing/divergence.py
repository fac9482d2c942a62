"""A divergence as a file that carries all it needs, and as text for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..errors import RecordError
from ..types import Json
from .cases import Case
from .comparison import Outcome

__all__ = [
    "cases_of",
    "describe",
    "divergence_record",
    "first_difference",
    "in_short",
    "read_cases",
    "write_divergence",
]

FORMAT = "bonepile-record/1"
LAST_ACTIONS = 12


def divergence_record(outcome: Outcome, shrunk_from: Outcome | None = None) -> dict[str, Json]:
    """Write a divergence as a record of its one round, with what differs beside it.

    Extra keys: ``seed`` and ``index`` name the case, ``difference`` has ``what``, ``where`` and the
    values of the ``first`` and the ``second`` engine. A case refused before its deal has no rounds.
    ``shrunk_from`` tells the case that was found, by which it can be found again.
    """
    case, found = outcome.case, outcome.difference
    record: dict[str, Json] = {"format": FORMAT, "rules": case.rules, "rounds": []}
    if case.deal is not None:
        told: dict[str, Json] = {"deal": case.deal, "actions": list(case.actions or ())}
        record["rounds"].append({**told, "result": None, "round": case.round})
    record |= {"seed": case.seed, "index": case.index, "round": case.round}
    if found is not None:
        said = {"first": found.first, "second": found.second}
        record["difference"] = {"what": found.what, "where": found.where, **said}
    if shrunk_from is not None:
        origin = shrunk_from.case
        record["shrunk_from"] = {"seed": origin.seed, "index": origin.index, "rules": origin.rules}
        record["shrunk_from"] |= {"round": origin.round, "actions": list(origin.actions or ())}
    return record


def write_divergence(outcome: Outcome, directory: Path, shrunk_from: Outcome | None = None) -> Path:
    """Write the record of a divergence to a file named after the case that was found."""
    found = (shrunk_from or outcome).case
    path = directory / f"bonepile-fuzz-{found.seed}-{found.index}.json"
    record = divergence_record(outcome, shrunk_from)
    path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return path


def read_cases(text: str) -> list[Case]:
    """Read the cases of a divergence file, or of any record: one for each of its rounds.

    A case has a deal: a round that starts from a position is refused.
    """
    try:
        return cases_of(json.loads(text))
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON: {error}") from None


def cases_of(record: Json) -> list[Case]:
    """List the rounds of a record as cases, their actions given."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise RecordError(f'format: wanted "{FORMAT}"')
    rules, rounds = record.get("rules"), record.get("rounds")
    if not (isinstance(rules, dict) and {"preset", "players"} <= rules.keys()):
        raise RecordError("rules: wanted an object with preset and players")
    if not isinstance(rounds, list):
        raise RecordError("rounds: wanted a list")
    seed, index = (_number(record.get(key, 0), key) for key in ("seed", "index"))
    if not rounds:
        return [Case(seed, index, rules, _number(record.get("round", 0), "round"))]
    return [_case(seed, index, rules, place, told) for place, told in enumerate(rounds)]


def _case(seed: int, index: int, rules: dict[str, Json], place: int, told: Json) -> Case:
    where = f"rounds[{place}]"
    if not isinstance(told, dict):
        raise RecordError(f"{where}: wanted an object", round=place)
    deal, actions = told.get("deal"), told.get("actions")
    if "position" in told:
        raise RecordError(f"{where}.position: a case starts from a deal", round=place)
    if not isinstance(deal, dict):
        raise RecordError(f"{where}.deal: wanted an object", round=place)
    if not (isinstance(actions, list) and all(isinstance(some, str) for some in actions)):
        raise RecordError(f"{where}.actions: wanted a list of strings", round=place)
    number = _number(told.get("round", place), f"{where}.round")
    return Case(seed, index, rules, number, deal, tuple(actions))


def _number(value: Json, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise RecordError(f"{where}: wanted an integer from 0")
    return value


def first_difference(first: Json, second: Json) -> tuple[str, Json, Json]:
    """Find the first place where two JSON values differ: its path and what each has there."""
    return next(_differences("", first, second), ("", first, second))


def _differences(path: str, first: Json, second: Json) -> Iterator[tuple[str, Json, Json]]:
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        for key in [*first, *(key for key in second if key not in first)]:
            at = f"{path}.{key}" if path else str(key)
            yield from _differences(at, first.get(key, _ABSENT), second.get(key, _ABSENT))
    elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        for place, (one, other) in enumerate(zip(first, second, strict=True)):
            yield from _differences(f"{path}[{place}]", one, other)
    elif json.dumps(first, sort_keys=True) != json.dumps(second, sort_keys=True):
        yield path, first, second


_ABSENT = "(absent)"


def describe(outcome: Outcome, engines: tuple[str, str] = ("first", "second")) -> str:
    """Tell a divergence in a few lines: what, where, the rules, the last actions, the values.

    ``engines`` names the two that were compared.
    """
    case, found = outcome.case, outcome.difference
    assert found is not None
    path, first, second = first_difference(found.first, found.second)
    actions = list(case.actions or ())
    last = actions[-LAST_ACTIONS:]
    dots = ["..."] if len(last) < len(actions) else []
    lines = [
        f"case {case.index} of seed {case.seed}: {found.what}, {found.where}",
        f"  rules      {json.dumps(case.rules)}, round {case.round}",
        f"  actions    {' '.join(dots + last) or 'none'}",
        f"  differs    {'at ' + path if path else 'as a whole'}",
        f"  {engines[0]}: {_short(first)}",
        f"  {engines[1]}: {_short(second)}",
    ]
    lines += [
        f"{side} raised\n{value['traceback']}".rstrip()
        for side, value in zip(engines, (found.first, found.second), strict=True)
        if isinstance(value, dict) and "traceback" in value
    ]
    return "\n".join(lines)


def in_short(outcome: Outcome) -> str:
    """Tell a divergence in one line: which case, what differs, and how big the case is."""
    case, found = outcome.case, outcome.difference
    assert found is not None
    deal = case.deal if isinstance(case.deal, dict) else {}
    piles = deal.get("hands"), deal.get("boneyard")
    hands, boneyard = (pile if isinstance(pile, list) else [] for pile in piles)
    held = sum(len(hand) for hand in hands if isinstance(hand, list))
    told = outcome.check or found.what.partition("(")[0]
    size = (
        f"{held} tiles in hands, {len(boneyard)} in the boneyard, {len(case.actions or ())} actions"
    )
    return f"case {case.index} of seed {case.seed}: {told}; {json.dumps(case.rules)}, {size}"


def _short(value: Json) -> str:
    text = json.dumps(value)
    return text if len(text) <= 500 else text[:500] + "..."
