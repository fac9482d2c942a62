"""Deals of line games in which something rare is bound to happen, or likely to."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..deals import Tile, text_of
from ..dice import Dice
from .sketch import Sketch
from .table import Table
from .train_layouts import Layout

__all__ = ["adding_up_to", "equally_heavy", "no_double_dealt", "one_double_each", "stuck"]

ATTEMPTS = 4000


def no_double_dealt(dice: Dice, table: Table) -> Layout:
    """Leave all doubles in the boneyard."""
    sketch = Sketch(dice, table)
    return sketch.deal(lambda _, tile: tile[0] == tile[1]), sketch.plans


def equally_heavy(dice: Dice, table: Table) -> Layout:
    """Deal no doubles, and to two hands tiles with the most pips of all."""
    sketch = Sketch(dice, table)
    singles = [tile for tile in sketch.free if tile[0] != tile[1]]
    one = dice.pick(singles)
    equal = [tile for tile in singles if sum(tile) == sum(one) and tile != one]
    if not equal:
        return None, sketch.plans
    seats = dice.shuffled(range(table.seats))
    sketch.give(seats[0], *one)
    sketch.give(seats[1], *dice.pick(equal))
    deal = sketch.deal(lambda _, tile: tile[0] == tile[1] or sum(tile) >= sum(one))
    return deal, sketch.plans


def one_double_each(dice: Dice, table: Table) -> Layout:
    """Let one seat hold the only double that is dealt."""
    sketch = Sketch(dice, table)
    pip = dice.between(0, table.parameters["set"])
    sketch.give(dice.below(table.seats), pip, pip)
    return sketch.deal(lambda _, tile: tile[0] == tile[1]), sketch.plans


def stuck(dice: Dice, table: Table) -> Layout:
    """Let the leader hold a double that nobody can follow; with drawing, tiles of alike sums."""
    if table.parameters["draw"] != "none":
        return _alike(dice, table)
    sketch = Sketch(dice, table)
    pip = dice.between(0, int(table.parameters["set"]))
    leader = dice.below(table.seats)
    if table.parameters["opening"] == "any_tile":
        sketch.leader = leader
    lead = sketch.give(leader, pip, pip)
    sketch.plans[leader].append(text_of(lead))
    deal = sketch.deal(lambda _, tile: pip in tile or (tile[0] == tile[1] and tile[0] > pip))
    return deal, sketch.plans


def _alike(dice: Dice, table: Table) -> Layout:
    sketch = Sketch(dice, table)
    middle = dice.between(1, 2 * int(table.parameters["set"]) - 1)
    by_distance = sorted(dice.shuffled(sketch.free), key=lambda tile: abs(sum(tile) - middle))
    near = by_distance[: table.hand * table.seats]
    return sketch.deal(lambda _, tile: tile not in near), sketch.plans


class _Arm(NamedTuple):
    """A row of one or two tiles from the spinner, and what shows at its end."""

    tiles: tuple[Tile, ...]
    shows: int


def adding_up_to(count: int) -> Callable[[Dice, Table], Layout]:
    """Plan a layout around a led double whose ends add up to a count."""

    def layout(dice: Dice, table: Table) -> Layout:
        sketch = Sketch(dice, table)
        size = int(table.parameters["set"])
        # High counts take four arms that end high.
        lowest, fewest = (size // 2, 4) if count > 4 * size else (0, 2)
        for _ in range(ATTEMPTS):
            spinner = dice.between(0, size)
            arms = _arms(dice, spinner, dice.between(fewest, 4), (lowest, size))
            if arms is not None and sum(arm.shows for arm in arms) == count:
                return _planned(dice, sketch, (spinner, spinner), arms)
        return None, sketch.plans

    return layout


def _arms(dice: Dice, spinner: int, number: int, pips: tuple[int, int]) -> list[_Arm] | None:
    arms: list[_Arm] = []
    used: set[Tile] = {(spinner, spinner)}
    for _ in range(number):
        end = spinner
        tiles: list[Tile] = []
        for _ in range(dice.between(1, 2)):
            other = end if tiles and dice.percent(60) else dice.between(*pips)
            tile = (min(end, other), max(end, other))
            if tile in used:
                return None
            used.add(tile)
            tiles.append(tile)
            end = other
        shows = 2 * end if tiles[-1][0] == tiles[-1][1] else end
        arms.append(_Arm(tuple(tiles), shows))
    return arms


def _planned(dice: Dice, sketch: Sketch, spinner: Tile, arms: list[_Arm]) -> Layout:
    """Give out the tiles of a layout in the order of the turns, one after the other."""
    leader = sketch.leader = dice.below(sketch.table.seats)
    seats = sketch.turns_from(leader)
    rows = [
        (tile, f"@{name}") for arm, name in zip(arms, "LRNS", strict=False) for tile in arm.tiles
    ]
    for turn, (tile, place) in enumerate([(spinner, ""), *rows]):
        seat = seats[turn % len(seats)]
        sketch.give(seat, *tile)
        sketch.plans[seat].append(f"{text_of(tile)}{place}")
    return sketch.deal(), sketch.plans
