"""``bonepile replay``: a record judged."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence

from ..errors import BonepileError, RecordError
from ..types import AnyMatch, AnyRound, Json
from .common import engine_module, load_engine, read_text
from .rounds import count_of, ending, plays, show_plays

__all__ = ["run"]

BROKEN = 1


def run(options: Namespace) -> int:
    """Run the subcommand."""
    engine = load_engine(engine_module(options))
    try:
        match: AnyMatch = engine.Match.from_record(read_text(options.record))
    except BonepileError as error:
        reasons = getattr(error, "reasons", (str(error),))
        if options.json:
            print(json.dumps(_fault(error, reasons)))
        else:
            print("\n".join(f"refused: {reason}" for reason in reasons))
        return BROKEN
    print(json.dumps(_told(match))) if options.json else _show(match, options.verbose)
    return 0


def _fault(error: BonepileError, reasons: Sequence[str]) -> dict[str, Json]:
    told: dict[str, Json] = {"ok": False, "reasons": reasons}
    if isinstance(error, RecordError):
        told |= {key: getattr(error, key) for key in ("round", "at", "action", "reason", "legal")}
    return told


def _places(match: AnyMatch) -> list[int] | None:
    """Return who is where, once a round is finished."""
    return list(match.places) if match.rounds[0].result is not None else None


def _told(match: AnyMatch) -> dict[str, Json]:
    rounds = [
        {
            "round": round.round,
            "actions": plays(round),
            "to_play": round.to_play,
            "result": round.snapshot()["result"],
        }
        for round in match.rounds
    ]
    standing = {"totals": match.totals, "places": _places(match), "is_over": match.is_over}
    return {"ok": True, "rules": match.rules.to_dict(), "rounds": rounds, **standing}


def _show(match: AnyMatch, verbose: bool) -> None:
    for place, round in enumerate(match.rounds):
        _show_round(place, round)
        if verbose:
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
