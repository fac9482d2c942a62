"""Rounds and results in words and as JSON."""

from __future__ import annotations

from ..types import AnyRound, Json, Result

__all__ = ["count_of", "ending", "plays", "record_of", "show_plays", "start_of"]


def plays(round: AnyRound) -> list[tuple[int, str]]:
    """List the actions of a round, each with the seat that played it."""
    actions = [str(action) for action in round.actions]
    seats: list[int] = []
    for _ in actions:
        round = round.undo()
        assert round.to_play is not None
        seats.append(round.to_play)
    return list(zip(reversed(seats), actions, strict=True))


def show_plays(round: AnyRound) -> None:
    """Print every action of a round."""
    for seat, action in plays(round):
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
