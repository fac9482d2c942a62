"""What both families say alike: fitting, drawing, passing, and whose turn is next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bonepile.types import Statement

from ..actions import Move
from ..state import State
from ..tiles import Tile, is_double, tile_text
from .wording import counted, listed


def fit(tile: Tile, open_end: int, place: str) -> Statement:
    """Why a tile fits a place."""
    return Statement("G-FIT-1", f"{tile_text(tile)} has the {open_end} that {place} shows.")


def no_fit(tile: Tile, open_end: int, place: str) -> Statement:
    """Why a tile does not fit a place."""
    blank = ", and a blank is no wild card" if 0 in (*tile, open_end) else ""
    return Statement("G-FIT-1", f"{tile_text(tile)} has no {open_end}, which {place} shows{blank}.")


def other_places(legal: Sequence[Move], move: Move, names: dict[str, str]) -> Iterator[Statement]:
    """Where the same tile could be laid besides."""
    assert move.tile is not None
    others = [names[m.place] for m in legal if m.tile == move.tile and m.place != move.place]
    if others:
        yield Statement(
            "G-PLAY-2", f"It fits {listed(others)} too: where it goes is the player's choice."
        )


def new_end(tile: Tile, end: int, place: str) -> Statement:
    """What a place shows once the tile lies there."""
    if is_double(tile):
        return Statement("G-FIT-3", f"{tile_text(tile)} is a double: {place} still shows {end}.")
    return Statement("G-FIT-2", f"{place[:1].upper()}{place[1:]} now shows {end}.")


def after_draw(before: State, after: State, fits_now: bool) -> Iterator[Statement]:
    """What a draw brings."""
    seat = before.to_play
    drawn = before.boneyard[0]
    left = f"; {counted(len(after.boneyard), 'tile')} left" if after.boneyard else ", the last tile"
    yield Statement("G-DRAW-2", f"Seat {seat} draws {tile_text(drawn)}{left}.")
    now = "fits" if fits_now else "does not fit"
    yield Statement("G-DRAW-3", f"Seat {seat} stays on turn: {tile_text(drawn)} {now}.")
    yield from boneyard_used_up(after)


def boneyard_used_up(state: State) -> Iterator[Statement]:
    """That the last tile is drawn, and that this ends nothing."""
    if not state.boneyard and state.draw_rule != "none":
        said = "The boneyard is empty; the round goes on while anybody can play."
        yield Statement("G-END-1", said)


def passes_forgotten(before: State) -> Iterator[Statement]:
    """A play or a draw after passes that counted."""
    if before.passes:
        yield Statement("G-BLOCK-2", f"The count of passes, {before.passes}, goes back to 0.")


def past_the_last_seat(before: State, after: State) -> Iterator[Statement]:
    """Where the turn goes round the table."""
    if after.to_play < before.to_play:
        yield Statement(
            "G-TURN-1", f"To the left of seat {before.players - 1} sits seat 0: round again."
        )


def undrawable(state: State) -> Statement:
    """Why the boneyard gives no tile."""
    left = len(state.boneyard)
    if not left:
        return Statement("G-DRAW-1", "The boneyard is empty.")
    are = "is" if left == 1 else "are"
    return Statement(
        "G-DRAW-1",
        f"{counted(left, 'tile')} {are} left in the boneyard, and {state.reserve} are never drawn.",
    )


def must_play(state: State, legal: Sequence[str]) -> Statement:
    """Whoever can play must."""
    return Statement("G-PLAY-1", f"Seat {state.to_play} can play and must: {listed(legal, 'or')}.")
