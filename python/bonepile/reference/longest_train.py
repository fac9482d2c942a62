"""The longest trains that a hand can lay, by laying them all (docs/solving.md).

A hand has more chains than can be counted when many of its tiles share few pips: this is for hands
of about fifteen tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from bonepile.errors import ArgumentError, NotationError, StateError
from bonepile.solving import Train, TrainMeasure

from .round import Round, expect_round
from .tiles import TEXT, Tile, fits, is_tile_text, other_half, tiles_by_text
from .train import TrainState
from .values import is_list, number, one_of, shown

TOP = 18
"""The largest set that trains are looked for in."""


def longest_train(hand: Sequence[str], start: int, by: TrainMeasure = "tiles") -> Train:
    """The chain of most tiles, and of these of most pips, that a hand can lay from an open end.

    With ``by="pips"`` it is the other way round. Of equals it is the one whose tiles, as text in
    the order of play, come first.

    Raises NotationError for text that is no tile of the double-18 set, ArgumentError for a tile
    that is there twice, for a ``start`` outside 0 to 18 and for another ``by``; TypeError for a
    value of the wrong type.
    """
    tiles = checked_hand(hand)
    start = number("start", start, 0, TOP + 1)
    one_of("by", by, get_args(TrainMeasure))
    return min(trains(tiles, start), key=lambda train: rank(train, by))


def best_opening(round: Round) -> Train:
    """The longest train for the seat on turn, when it has its first turn as a chain before it.

    Raises StateError at any other time, and TypeError for anything but a round.
    """
    state = expect_round(round)._state
    if not isinstance(state, TrainState) or round.result is not None or state.turn() != "first":
        raise StateError("the seat on turn does not begin its first turn as a chain")
    return longest_train([TEXT[tile] for tile in state.hand], state.engine)


def trains(hand: frozenset[Tile], start: int) -> Iterator[Train]:
    """Every chain that the hand can lay until nothing fits: a shorter one is never better."""

    def laid_on(laid: tuple[Tile, ...], end: int) -> Iterator[Train]:
        fitting = [tile for tile in hand.difference(laid) if fits(tile, end)]
        if not fitting:
            yield Train(tuple(TEXT[tile] for tile in laid), len(laid), sum(map(sum, laid)), end)
        for tile in fitting:
            yield from laid_on((*laid, tile), other_half(tile, end))

    return laid_on((), start)


def rank(train: Train, by: TrainMeasure) -> tuple[int, int, tuple[str, ...]]:
    """A key that puts the train that is asked for first."""
    if by == "tiles":
        return -train.count, -train.pips, train.tiles
    return -train.pips, -train.count, train.tiles


def checked_hand(hand: object) -> frozenset[Tile]:
    """The tiles of a hand, each once. Raises as :func:`longest_train` does."""
    if not is_list(hand):
        msg = f"hand must be a sequence of tiles, not {type(hand).__name__}"
        raise TypeError(msg)
    tiles: set[Tile] = set()
    for text in hand:
        tile = checked_tile(text)
        if tile in tiles:
            raise ArgumentError(f"hand: {TEXT[tile]} is there twice")
        tiles.add(tile)
    return frozenset(tiles)


def checked_tile(text: object) -> Tile:
    """The tile of the double-18 set that is written so."""
    if not isinstance(text, str):
        msg = f"hand: a tile is a str, not {type(text).__name__}"
        raise TypeError(msg)
    if not is_tile_text(text):
        raise NotationError(f"hand: {shown(text)} is not a tile")
    tile = tiles_by_text(TOP).get(text)
    if tile is None:
        raise NotationError(f"hand: {shown(text)} is not in the double-{TOP} set")
    return tile
