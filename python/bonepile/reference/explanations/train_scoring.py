"""Train games explained: how a round ends and what it scores."""

from __future__ import annotations

from collections.abc import Iterator

from bonepile.types import Statement

from ..tiles import Tile
from ..train import TrainState
from .trains import end_of
from .wording import listed, numbered, sentence, tiles


def ending(state: TrainState) -> Iterator[Statement]:
    """How the round ended and what it scores, step by step."""
    assert state.result is not None
    if state.result.reason == "out":
        yield how_out(state)
    else:
        yield Statement(
            "G-BLOCK-3",
            f"{state.passes} passes in a row and nothing to draw: the round is blocked.",
        )
    doubles = state.open_doubles()
    if doubles:
        ends = listed(end_of(state, train) for train in doubles)
        yield Statement("T-COVER-5", f"Left open at the end: {ends}.")
    yield from penalties(state)


def how_out(state: TrainState) -> Statement:
    """Who went out, in a first turn or later."""
    out = state.seats_out()
    who = sentence(numbered("seat", out))
    goes = "is" if len(out) == 1 else "are"
    # A position does not tell that a circuit was finished; else who acted last alone is out.
    if state.finishing or tuple(out) != (state.to_play,):
        return Statement(
            "T-CIRCUIT-2",
            f"Everybody has had a first turn: the round ends. {who} {goes} out.",
        )
    if state.in_first_turn():
        return Statement(
            "T-CIRCUIT-3", f"{who} {goes} out in the first turn, and the round ends at once."
        )
    return Statement("T-END-1", f"{who} has laid the last tile: it goes out, and the round ends.")


def penalties(state: TrainState) -> Iterator[Statement]:
    """The points of every seat."""
    assert state.result is not None
    left = [
        f"{points} for seat {seat}" + (f" ({tiles(hand)})" if hand else "")
        for seat, (hand, points) in enumerate(zip(state.hands, state.result.points, strict=True))
    ]
    yield Statement("T-SCORE-1", f"Penalties for the pips left: {listed(left)}.")
    blank: Tile = (0, 0)
    for seat, hand in enumerate(state.hands):
        if blank in hand:
            yield Statement("T-SCORE-2", f"Seat {seat}'s 0-0 counts {state.rules.double_blank}.")
    if state.result.reason == "blocked":
        yield Statement("T-SCORE-3", "A blocked round counts like any other, for every seat.")
