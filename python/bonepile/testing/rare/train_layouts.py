"""Deals of train games in which something rare is bound to happen, or likely to."""

from __future__ import annotations

from ...types import Json
from ..deals import Tile, arranged, text_of
from ..dice import Dice
from .sketch import KeepOut, Sketch
from .table import Table

__all__ = [
    "Layout",
    "chains_to_doubles",
    "double_blank_stays",
    "double_then_out",
    "dying_double",
    "engine_in_boneyard",
    "last_seat_cannot_start",
    "no_start",
    "out_at_once",
    "out_then_double",
    "shuffled",
    "three_doubles",
    "whole_chains",
]

Layout = tuple[dict[str, Json] | None, list[list[str]]]
"""A deal, None where it came to nothing, and a plan for each seat."""


def shuffled(dice: Dice, table: Table) -> Layout:
    """Deal at random, more often than not from a deck that has one sort of tile at an end."""
    deck = arranged(dice, table.tiles, table.parameters["set"])
    sketch = Sketch(dice, table)
    at = table.hand * table.seats
    turn = dice.below(table.seats)
    for seat in range(table.seats):
        first = table.hand * ((seat + turn) % table.seats)
        for tile in deck[first : first + table.hand]:
            sketch.give(seat, *tile)
    sketch.top_of_boneyard = [sketch.take(*tile) for tile in deck[at:]]
    if table.parameters.get("opening") == "any_tile" and dice.percent(60):
        sketch.leader = dice.below(table.seats)
    return sketch.deal(), sketch.plans


def _chain_everything(sketch: Sketch, seat: int, pip: int) -> bool:
    return sketch.trail(seat, pip, sketch.room(seat)) is not None


def out_at_once(dice: Dice, table: Table) -> Layout:
    """Let one seat chain its whole hand."""
    sketch = Sketch(dice, table)
    pip = sketch.lay_engine()
    seat = dice.pick(sketch.order)
    done = _chain_everything(sketch, seat, pip)
    return (sketch.deal() if done else None), sketch.plans


def whole_chains(dice: Dice, table: Table) -> Layout:
    """Let several seats chain their whole hands."""
    sketch = Sketch(dice, table)
    pip = sketch.lay_engine()
    seats = dice.shuffled(sketch.order)[: dice.between(2, table.seats)]
    done = all(_chain_everything(sketch, seat, pip) for seat in seats)
    return (sketch.deal() if done else None), sketch.plans


def last_seat_cannot_start(dice: Dice, table: Table) -> Layout:
    """Let one seat chain its whole hand, and the last of the circuit hold no tile to begin with."""
    sketch = Sketch(dice, table)
    pip = sketch.lay_engine()
    last = sketch.order[-1]
    done = _chain_everything(sketch, dice.pick(sketch.order[:-1]), pip)
    return (sketch.deal(_without(last, pip)) if done else None), sketch.plans


def _without(seat: int, pip: int) -> KeepOut:
    def keep_out(to: int, tile: Tile) -> bool:
        return to == seat and pip in tile

    return keep_out


def no_start(dice: Dice, table: Table) -> Layout:
    """Let one seat hold no tile with the engine's pip."""
    sketch = Sketch(dice, table)
    pip = sketch.lay_engine()
    return sketch.deal(_without(sketch.order[0], pip)), sketch.plans


def _end_on_double(sketch: Sketch, seat: int, pip: int, length: int) -> int | None:
    return sketch.trail_to_double(seat, pip, min(length, sketch.room(seat) - 1))


def chains_to_doubles(dice: Dice, table: Table) -> Layout:
    """Let chains end on doubles that nothing in the same hand fits."""
    sketch = Sketch(dice, table)
    pip = sketch.lay_engine()
    shut: dict[int, int] = {}
    for seat in sketch.order[: dice.between(1, table.seats)]:
        end = _end_on_double(sketch, seat, pip, dice.between(2, 5))
        if end is None:
            return None, sketch.plans
        shut[seat] = end
    return sketch.deal(lambda seat, tile: shut.get(seat) in tile), sketch.plans


def out_then_double(dice: Dice, table: Table) -> Layout:
    """Let one seat chain its whole hand, and a later chain end on a double."""
    sketch = Sketch(dice, table)
    pip = sketch.lay_engine()
    first, later = sketch.order[0], dice.pick(sketch.order[1:])
    end = _end_on_double(sketch, later, pip, dice.between(2, 4))
    done = end is not None and _chain_everything(sketch, first, pip)
    deal = sketch.deal(lambda seat, tile: seat == later and end in tile) if done else None
    return deal, sketch.plans


def double_then_out(dice: Dice, table: Table) -> Layout:
    """Let a chain end on a double, and one more tile of the hand start the Mexican Train."""
    sketch = Sketch(dice, table)
    pip = sketch.lay_engine()
    seat = dice.pick(sketch.order)
    length = sketch.room(seat) - 1
    end = sketch.trail_to_double(seat, pip, length)
    others = [other for other in sketch.next_pips(pip) if other != end]
    if end is None or not others:
        return None, sketch.plans
    tile = sketch.give(seat, pip, dice.pick(others))
    sketch.plans[seat].append(f"{tile[0]}-{tile[1]}@M")
    return sketch.deal(), sketch.plans


def three_doubles(dice: Dice, table: Table) -> Layout:
    """Let the first seat find its doubles' pips on its train, another's and the Mexican Train.

    The others can only begin the second seat's train, and then draw and pass.
    """
    sketch = Sketch(dice, table)
    engine = sketch.lay_engine()
    first, second = sketch.order[:2]
    pips = [pip for pip in range(int(table.parameters["set"]) + 1) if pip != engine]
    own, public, other = dice.shuffled(pips)[:3]
    sketch.lay(first, engine, own)
    if table.parameters["first_turn"] == "chain":
        sketch.plans[first].append("stop")
    sketch.lay(second, engine, other)
    starter = sketch.give(first, engine, public)
    doubles = [sketch.give(first, pip, pip) for pip in (own, public, other)]
    sketch.plans[first] += [
        f"{text_of(tile)}@{train}"
        for tile, train in zip((starter, *doubles), ("M", first, "M", second), strict=True)
    ]

    def useful(tile: Tile) -> bool:
        return not {engine, public, other}.isdisjoint(tile)

    idle = [tile for tile in dice.shuffled(sketch.free) if not useful(tile)]
    sketch.top_of_boneyard = [sketch.take(*tile) for tile in idle[: 2 * table.seats]]
    return sketch.deal(lambda seat, tile: seat != first and useful(tile)), sketch.plans


def dying_double(dice: Dice, table: Table) -> Layout:
    """Let the trains of two seats use up the tiles of a pip, and the second end on its double."""
    sketch = Sketch(dice, table)
    engine = sketch.lay_engine()
    pip = dice.pick([p for p in range(table.parameters["set"] + 1) if p != engine])
    first, second = sketch.order[:2]
    _weave(sketch, first, engine, pip, stop_on_pip=True)
    end = _weave(sketch, second, engine, pip, stop_on_pip=False)
    if end != pip or sketch.next_pips(pip) or not sketch.room(second):
        return None, sketch.plans
    sketch.lay(second, pip, pip)
    return sketch.deal(), sketch.plans


def _weave(sketch: Sketch, seat: int, end: int, pip: int, *, stop_on_pip: bool) -> int:
    """Lay a chain through as many tiles of a pip as the hand has room for; its end."""
    dice = sketch.dice
    while sketch.room(seat) > (0 if stop_on_pip else 1):
        others = sketch.next_pips(end)
        if end == pip:
            if not others or (stop_on_pip and sketch.room(seat) < 3):
                break
            sketch.lay(seat, end, other := dice.pick(others))
        elif pip in others:
            sketch.lay(seat, end, other := pip)
        else:
            useful = [other for other in others if sketch.is_free(other, pip)]
            if not useful:
                break
            sketch.lay(seat, end, other := dice.pick(useful))
        end = other
    return end


def engine_in_boneyard(dice: Dice, table: Table) -> Layout:
    """Deal no doubles, and let some singles be drawn before one."""
    sketch = Sketch(dice, table)
    doubles = [tile for tile in sketch.free if tile[0] == tile[1]]
    singles = [tile for tile in sketch.free if tile[0] != tile[1]]
    spare = len(singles) - table.hand * table.seats
    if spare < 0:
        return None, sketch.plans
    before = dice.shuffled(singles)[: dice.between(0, min(spare, 2 * table.seats))]
    sketch.top_of_boneyard = [sketch.take(*tile) for tile in (*before, dice.pick(doubles))]
    return sketch.deal(lambda _, tile: tile[0] == tile[1]), sketch.plans


def double_blank_stays(dice: Dice, table: Table) -> Layout:
    """Let a seat hold the double blank and no other blank."""
    sketch = Sketch(dice, table)
    pip = sketch.lay_engine()
    seat = dice.below(table.seats)
    if pip == 0 or not sketch.room(seat):
        return None, sketch.plans
    sketch.give(seat, 0, 0)
    return sketch.deal(lambda to, tile: to == seat and 0 in tile), sketch.plans
