"""Positions that differ in one thing from one that play has reached."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from ..types import Json

__all__ = ["near_misses"]

Position = dict[str, Json]


def near_misses(position: Position) -> Iterator[tuple[str, Position]]:
    """Change one thing of a position that an engine wrote: the change by name, and the outcome.

    Some outcomes can be reached by play as well, most cannot.
    """
    for change in (*COMMON, *(LINE if "scores" in position else TRAIN)):
        for changed in change(position):
            if changed != position:
                yield change.__name__, changed


def by_halves(hand: list[str]) -> list[str]:
    return sorted(hand, key=lambda tile: [int(half) for half in tile.split("-")])


def put(position: Position, **values: Json) -> Position:
    return {**position, **values}


def with_tiles(position: Position) -> Position:
    """A copy whose hands and boneyard can be changed."""
    hands = [list(hand) for hand in position["hands"]]
    return put(position, hands=hands, boneyard=list(position["boneyard"]))


def passes(position: Position) -> Iterator[Position]:
    for count in (position["passes"] - 1, position["passes"] + 1):
        if count >= 0:
            yield put(position, passes=count)


def drew(position: Position) -> Iterator[Position]:
    yield put(position, drew=not position["drew"])


def seat(position: Position) -> Iterator[Position]:
    """Another seat on turn, or another that acted last."""
    key = "last" if position["to_play"] is None else "to_play"
    for other in range(len(position["hands"])):
        yield put(position, **{key: other})


def ended(position: Position) -> Iterator[Position]:
    """Over instead of going on, and the reverse."""
    yield put(position, to_play=position["last"], last=position["to_play"])


def hand_to_hand(position: Position) -> Iterator[Position]:
    for giver, hand in enumerate(position["hands"]):
        for tile in hand:
            for taker in range(len(position["hands"])):
                yield moved(position, giver, taker, tile)


def moved(position: Position, giver: int, taker: int, tile: str) -> Position:
    changed = with_tiles(position)
    hands = changed["hands"]
    hands[giver].remove(tile)
    hands[taker] = by_halves([*hands[taker], tile])
    return changed


def exchanged(position: Position) -> Iterator[Position]:
    """A tile of one hand for a tile of the next."""
    for one, hand in enumerate(position["hands"]):
        other = (one + 1) % len(position["hands"])
        for given in hand:
            for taken in position["hands"][other]:
                yield moved(moved(position, one, other, given), other, one, taken)


def drawn(position: Position) -> Iterator[Position]:
    """The next tile of the boneyard in a hand."""
    for taker in range(len(position["hands"]) if position["boneyard"] else 0):
        changed = with_tiles(position)
        tile = changed["boneyard"].pop(0)
        changed["hands"][taker] = by_halves([*changed["hands"][taker], tile])
        yield changed


def given_back(position: Position) -> Iterator[Position]:
    """A tile of a hand back on the boneyard."""
    for giver, hand in enumerate(position["hands"]):
        for tile in hand:
            changed = with_tiles(position)
            changed["hands"][giver].remove(tile)
            changed["boneyard"].insert(0, tile)
            yield changed


def laid_from_boneyard(position: Position) -> Iterator[Position]:
    """A tile of a hand for the next one of the boneyard."""
    for giver, hand in enumerate(position["hands"]):
        for tile in hand if position["boneyard"] else ():
            changed = with_tiles(position)
            changed["hands"][giver].remove(tile)
            changed["hands"][giver] = by_halves([*changed["hands"][giver], changed["boneyard"][0]])
            changed["boneyard"][0] = tile
            yield changed


def rows(position: Position) -> dict[str, list[str]]:
    """The arms or the trains of a layout."""
    layout = position["layout"] or {}
    trains: dict[str, list[str]] = layout.get("trains", {})
    return trains or {arm: layout[arm] for arm in "LRNS" if arm in layout}


def taken_back(position: Position) -> Iterator[Position]:
    """The last tile of an arm or train back in a hand."""
    for name, row in rows(position).items():
        for taker in range(len(position["hands"]) if row else 0):
            changed = with_tiles(position)
            changed["layout"] = deepcopy(position["layout"])
            tile = rows(changed)[name].pop()
            changed["hands"][taker] = by_halves([*changed["hands"][taker], tile])
            yield changed


def scores(position: Position) -> Iterator[Position]:
    for side, score in enumerate(position["scores"]):
        for other in (score - 5, score + 5):
            if other >= 0:
                points = list(position["scores"])
                points[side] = other
                yield put(position, scores=points)


def spinner(position: Position) -> Iterator[Position]:
    layout = position["layout"] or {}
    if "spinner" in layout:
        for tile in (None, "0-0", "1-1", "2-2"):
            yield put(position, layout=put(layout, spinner=tile))


def leader(position: Position) -> Iterator[Position]:
    if position["leader"] is not None:
        for other in range(len(position["hands"])):
            yield put(position, leader=other)


def turn(position: Position) -> Iterator[Position]:
    for other in ("first", "chain", "general", "extra"):
        yield put(position, turn=other)


def toggled(values: list[int], value: int) -> list[int]:
    return sorted(set(values) ^ {value})


def markers(position: Position) -> Iterator[Position]:
    for other in range(len(position["hands"])):
        yield put(position, markers=toggled(position["markers"], other))


def owed(position: Position) -> Iterator[Position]:
    for other in range(len(position["hands"])):
        yield put(position, owed=toggled(position["owed"], other))


def open_doubles(position: Position) -> Iterator[Position]:
    doubles = position["open_doubles"]
    yield put(position, open_doubles=doubles[::-1])
    yield put(position, open_doubles=doubles[1:])
    yield put(position, open_doubles=[*doubles, "M"])


COMMON = (
    *(passes, drew, seat, ended, hand_to_hand, exchanged),
    *(drawn, given_back, laid_from_boneyard, taken_back),
)
LINE = (scores, spinner, leader)
TRAIN = (turn, markers, owed, open_doubles)
