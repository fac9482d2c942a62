"""``bonepile replay``: a record judged."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence

from ..errors import BonepileError, RecordError
from ..types import AnyMatch, AnyRound, Json
from .common import engine_module, load_engine, read_text
from .explained import explanation_json, round_json, show, show_round, tell, tell_fault
from .rounds import count_of, ending, plays, show_plays

__all__ = ["run"]

BROKEN = 1


def run(options: Namespace) -> int:
    """Run the subcommand."""
    engine = load_engine(engine_module(options))
    record = ""
    try:
        record = read_text(options.record)
        match: AnyMatch = engine.Match.from_record(record)
    except BonepileError as error:
        _show_fault(error, record, options)
        return BROKEN
    if options.json:
        print(json.dumps(_told(match, options.explain)))
    else:
        _show(match, options)
    return 0


def _show_fault(error: BonepileError, record: str, options: Namespace) -> None:
    reasons = getattr(error, "reasons", (str(error),))
    told = tell_fault(record, error) if options.explain else None
    if options.json:
        explained = {} if told is None else {"explained": explanation_json(told.explanation)}
        print(json.dumps({**_fault(error, reasons), **explained}))
        return
    print("\n".join(f"refused: {reason}" for reason in reasons))
    if told is not None:
        show(told)


def _fault(error: BonepileError, reasons: Sequence[str]) -> dict[str, Json]:
    told: dict[str, Json] = {"ok": False, "reasons": reasons}
    if isinstance(error, RecordError):
        told |= {key: getattr(error, key) for key in ("round", "at", "action", "reason", "legal")}
    return told


def _places(match: AnyMatch) -> list[int] | None:
    """Return who is where, once a round is finished."""
    return list(match.places) if match.rounds[0].result is not None else None


def _told(match: AnyMatch, explained: bool) -> dict[str, Json]:
    rounds: list[dict[str, Json]] = [
        {
            "round": round.round,
            "actions": plays(round),
            "to_play": round.to_play,
            "result": round.snapshot()["result"],
        }
        for round in match.rounds
    ]
    if explained:
        for told, each in zip(rounds, tell(match), strict=True):
            told["explained"] = round_json(each)
    standing = {"totals": match.totals, "places": _places(match), "is_over": match.is_over}
    return {"ok": True, "rules": match.rules.to_dict(), "rounds": rounds, **standing}


def _show(match: AnyMatch, options: Namespace) -> None:
    told = tell(match) if options.explain else []
    for place, round in enumerate(match.rounds):
        _show_round(place, round)
        if told:
            show_round(told[place])
        elif options.verbose:
            show_plays(round)
    print(f"totals: {' '.join(map(str, match.totals))}")
    if places := _places(match):
        print(f"places: {' '.join(map(str, places))}")
    print("the match is over" if match.is_over else "the match goes on")


def _show_round(place: int, round: AnyRound) -> None:
    number = "" if round.round == place else f" (number {round.round})"
    if round.result is None:
        actions = count_of(len(round.actions))
        told = f"not finished after {actions}, seat {round.to_play} is on turn"
    else:
        told = ending(round.result, round)
    print(f"round {place}{number}: {told}")
