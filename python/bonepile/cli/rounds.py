"""Rounds and results in words and as JSON."""

from __future__ import annotations

from itertools import pairwise

from ..types import AnyMatch, AnyRound, Json, Result
from .common import UsageError

__all__ = [
    "count_of",
    "ending",
    "plays",
    "record_of",
    "round_at",
    "show_plays",
    "start_of",
    "states",
    "told_start",
]


def round_at(match: AnyMatch, place: int | None, at: int | None) -> tuple[int, AnyRound]:
    """Return a round of a match (default: the last) and its place, as it was after ``at`` actions.

    It is as it is at last if ``at`` is None.
    """
    last = len(match.rounds) - 1
    place = last if place is None else place
    if place > last:
        raise UsageError(f"the record has no round {place}: its last is {last}")
    round = match.rounds[place]
    count = len(round.actions)
    at = count if at is None else at
    if at > count:
        raise UsageError(f"round {place} has only {count_of(count)}, not {at}")
    for _ in range(count - at):
        round = round.undo()
    return place, round


def states(round: AnyRound) -> list[AnyRound]:
    """List a round from its start on, after each of its actions."""
    found = [round]
    for _ in round.actions:
        found.append(found[-1].undo())
    return found[::-1]


def plays(round: AnyRound) -> list[tuple[int, str]]:
    """List the actions of a round, each with the seat that played it."""
    played: list[tuple[int, str]] = []
    for before, after in pairwise(states(round)):
        assert before.to_play is not None
        played.append((before.to_play, str(after.actions[-1])))
    return played


def show_plays(round: AnyRound, first: int = 0) -> None:
    """Print every action of a round, or those from number ``first`` on."""
    for seat, action in plays(round)[first:]:
        print(f"  seat {seat}: {action}")


def count_of(actions: int) -> str:
    """Write a number of actions."""
    return f"{actions} action" if actions == 1 else f"{actions} actions"


def ending(result: Result, round: AnyRound) -> str:
    """Tell how a round ended, in words."""
    seats = " and ".join(f"seat {seat}" for seat in result.out)
    goes = "go" if len(result.out) > 1 else "goes"
    how = f"{seats} {goes} out" if result.reason == "out" else "blocked"
    points = " ".join(map(str, result.points))
    after = f"after {count_of(len(round.actions))}"
    if round.rules.family == "train":
        return f"{how} {after}; penalty points {points}"
    if result.winner is None:
        won = "nobody wins"
    else:
        side = "side" if round.rules.sides < round.rules.players else "seat"
        won = f"{side} {result.winner} wins {result.points[result.winner]}"
    return f"{how}, {won} {after}; points {points}"


def start_of(round: AnyRound) -> dict[str, Json]:
    """Write what a round starts from as a record holds it."""
    if round.deal is not None:
        return {"deal": round.deal.to_dict()}
    return {"position": round.set_up_from}


def told_start(round: AnyRound) -> dict[str, Json]:
    """Write where something begins: rules, number of the round, start and actions so far."""
    return {
        "rules": round.rules.to_dict(),
        "round": round.round,
        **start_of(round),
        "actions": [str(action) for action in round.actions],
    }


def record_of(round: AnyRound) -> dict[str, Json]:
    """Write a record of this round alone."""
    told: dict[str, Json] = {
        **start_of(round),
        "actions": [str(action) for action in round.actions],
        "result": round.snapshot()["result"],
    }
    if round.round:
        told["round"] = round.round
    return {"format": "bonepile-record/1", "rules": round.rules.to_dict(), "rounds": [told]}
