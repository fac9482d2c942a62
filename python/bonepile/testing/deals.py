"""Deals drawn for a case: the tiles of a round, arranged at random, and faults in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from ..types import AnyDeal, AnyRound, Json
from .dice import Dice

__all__ = [
    "Tile",
    "arranged",
    "deal_of",
    "hand_size_of",
    "in_chains",
    "own_deal",
    "spoil",
    "text_of",
    "tiles_to_deal",
]

Tile: TypeAlias = tuple[int, int]
"""The two halves of a tile, the lower pip first."""


def own_deal(round: AnyRound) -> AnyDeal:
    """Return the deal of a round that was dealt, not set up from a position."""
    deal = round.deal
    assert deal is not None
    return deal


def text_of(tile: Tile) -> str:
    """The tile in notation."""
    return f"{tile[0]}-{tile[1]}"


def tiles_to_deal(parameters: Mapping[str, Json], round: int) -> tuple[list[Tile], Tile | None]:
    """List the tiles that are dealt in a round, and the engine that is set aside from them.

    Raises ValueError for a round that has no engine.
    """
    size = parameters["set"]
    tiles = [(low, high) for high in range(size + 1) for low in range(high + 1)]
    if parameters.get("engine") != "descending":
        return tiles, None
    aside = (size - round, size - round)
    tiles.remove(aside)
    return tiles, aside


def hand_size_of(parameters: Mapping[str, Json], seats: int) -> int:
    """How many tiles each seat is dealt."""
    size = parameters["hand_size"]
    return int(size if isinstance(size, int) else size[seats])


def deal_of(
    hands: Sequence[Sequence[Tile]],
    boneyard: Sequence[Tile],
    engine: Tile | None,
    leader: int | None = None,
) -> dict[str, Json]:
    """Write a deal as a record holds it."""
    return {
        "hands": [[text_of(tile) for tile in hand] for hand in hands],
        "boneyard": [text_of(tile) for tile in boneyard],
        "engine": None if engine is None else text_of(engine),
        "leader": leader,
    }


def arranged(dice: Dice, tiles: Sequence[Tile], size: int) -> list[Tile]:
    """Shuffle the tiles, more often than not bent towards an end that has one sort of them."""
    deck = dice.shuffled(tiles)
    pip = dice.below(size + 1)
    tests: tuple[Callable[[Tile], bool] | None, ...] = (
        None,
        lambda tile: tile[0] == tile[1],
        lambda tile: tile[0] != tile[1],
        lambda tile: pip in tile,
        lambda tile: pip not in tile,
        lambda tile: sum(tile) < size,
    )
    test = dice.pick(tests) if dice.percent(60) else None
    if test is None:
        return deck
    strict = dice.pick((70, 95, 100))
    return sorted(deck, key=lambda tile: not (test(tile) and dice.percent(strict)))


def in_chains(dice: Dice, deck: Sequence[Tile], engine: int, hand: int) -> list[Tile]:
    """Order the deck in chains from the engine, one a hand; most have a tile that does not fit.

    A chain that empties a hand, or ends on a double beside a tile that does not fit, is rare
    among shuffled hands.
    """
    left = list(deck)
    ordered: list[Tile] = []
    if (engine, engine) in left:
        left.remove((engine, engine))
        ordered.append((engine, engine))
    while left:
        room = hand - len(ordered) % hand
        open_end = engine
        for place in range(min(room, len(left))):
            fitting = [tile for tile in left if open_end in tile]
            if place == room - 1 and dice.percent(60):
                fitting = []
            doubles = [tile for tile in fitting if tile == (open_end, open_end)]
            tile = dice.pick(doubles or fitting or left)
            left.remove(tile)
            ordered.append(tile)
            open_end = tile[1] if tile[0] == open_end else tile[0]
    return ordered


def spoil(dice: Dice, deal: dict[str, Json]) -> None:
    """Put one fault into a deal, or a key that means nothing."""
    place = dice.pick([*deal["hands"], deal["boneyard"]])
    kind = dice.below(10)
    if kind == 9 and place:
        dice.pick([*deal["hands"], deal["boneyard"]]).append(place.pop())
    elif kind == 0:
        place.append(dice.pick(("0-0", "1-1", "0-1", "1-0", "3-19", "99-99", "", "x", "00-1")))
    elif kind == 1 and place:
        place.pop()
    elif kind == 2 and place:
        low, high = place[0].split("-")
        place[0] = f"{high}-{low}"
    elif kind == 3 and place:
        place[0] = dice.pick(deal["hands"])[-1]
    elif kind == 4:
        deal["engine"] = dice.pick((None, "0-0", "1-1", "6-6", "0-1", "19-19", ""))
    elif kind == 5:
        deal["leader"] = dice.pick((None, 0, 1, 8, -1, 2**70, True, "0", 1.0))
    elif kind == 6:
        deal["hands"] = dice.pick((deal["hands"][:-1], [*deal["hands"], []], [], None, "0-0", 3))
    elif kind == 7:
        del deal[dice.pick(sorted(deal))]
    else:
        deal[dice.pick(("note", "round", "seed"))] = dice.pick((None, 1, "text"))
