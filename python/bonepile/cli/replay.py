"""``bonepile replay``: a record judged."""

from __future__ import annotations

from argparse import Namespace

from ..errors import BonepileError, RecordError
from ..types import AnyMatch, AnyRound, Result
from .common import engine_module, load_engine, read_text

__all__ = ["run"]

BROKEN = 1


def run(options: Namespace) -> int:
    """Run the subcommand."""
    engine = load_engine(engine_module(options))
    try:
        match: AnyMatch = engine.Match.from_record(read_text(options.record))
    except BonepileError as error:
        _show_fault(error)
        return BROKEN
    for place, round in enumerate(match.rounds):
        _show_round(place, round)
    _show_standing(match)
    return 0


def _show_fault(error: BonepileError) -> None:
    if not isinstance(error, RecordError) or error.at is None:
        for reason in getattr(error, "reasons", (str(error),)):
            print(f"refused: {reason}")
        return
    print(f"refused: round {error.round}, action {error.at}: {error.action} ({error.reason})")
    print(f"  {error}")
    print(f"  legal: {' '.join(error.legal) or 'nothing'}")


def _show_round(place: int, round: AnyRound) -> None:
    number = "" if round.round == place else f" (number {round.round})"
    count = len(round.actions)
    actions = f"{count} action" if count == 1 else f"{count} actions"
    if round.result is None:
        unfinished = f"not finished after {actions}, seat {round.to_play} is on turn"
        print(f"round {place}{number}: {unfinished}")
        return
    points = " ".join(map(str, round.result.points))
    print(f"round {place}{number}: {_ending(round.result, round)} after {actions}; points {points}")


def _ending(result: Result, round: AnyRound) -> str:
    """Tell how a round ended, in words."""
    seats = " and ".join(f"seat {seat}" for seat in result.out)
    goes = "go" if len(result.out) > 1 else "goes"
    ending = f"{seats} {goes} out" if result.reason == "out" else "blocked"
    if round.rules.family == "train":
        return ending
    if result.winner is None:
        return f"{ending}, nobody wins"
    side = "side" if round.rules.sides < round.rules.players else "seat"
    return f"{ending}, {side} {result.winner} wins {result.points[result.winner]}"


def _show_standing(match: AnyMatch) -> None:
    print(f"totals: {' '.join(map(str, match.totals))}")
    print(f"places: {' '.join(map(str, match.places))}")
    print("the match is over" if match.is_over else "the match goes on")
