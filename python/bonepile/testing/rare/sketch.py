"""Deals made so that something happens: some tiles are placed, the others fill the hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...types import Json
from ..deals import Tile, deal_of, text_of
from ..dice import Dice
from .table import Table

__all__ = ["KeepOut", "Sketch", "anywhere"]

KeepOut: TypeAlias = Callable[[int, Tile], bool]
"""Whether a tile must not go into a seat's hand."""


def anywhere(seat: int, tile: Tile) -> bool:  # noqa: ARG001
    """Keep no tile out of any hand."""
    return False


class Sketch:
    """A deal in the making. ``plans`` holds, for each seat, actions to take when they are legal.

    ``order`` lists the seats as their turns come; it is settled by :meth:`lay_engine` in train
    games.
    """

    def __init__(self, dice: Dice, table: Table) -> None:
        self.dice = dice
        self.table = table
        self.hands: list[list[Tile]] = [[] for _ in range(table.seats)]
        self.top_of_boneyard: list[Tile] = []
        self.plans: list[list[str]] = [[] for _ in range(table.seats)]
        self.leader: int | None = None
        self.order = self.turns_from(table.round)
        self._free = dict.fromkeys(table.tiles)

    def turns_from(self, seat: int) -> list[int]:
        """The seats in turn, beginning with one."""
        seats = self.table.seats
        return [(seat + step) % seats for step in range(seats)]

    @property
    def free(self) -> list[Tile]:
        """The tiles that lie nowhere yet."""
        return list(self._free)

    def is_free(self, one: int, other: int) -> bool:
        """Whether the tile with these halves lies nowhere yet."""
        return (min(one, other), max(one, other)) in self._free

    def take(self, one: int, other: int) -> Tile:
        """Take a free tile."""
        tile = (min(one, other), max(one, other))
        del self._free[tile]
        return tile

    def give(self, seat: int, one: int, other: int) -> Tile:
        """Put a free tile into a hand."""
        tile = self.take(one, other)
        self.hands[seat].append(tile)
        return tile

    def room(self, seat: int) -> int:
        """How many tiles the hand still takes."""
        return self.table.hand - len(self.hands[seat])

    def lay_engine(self) -> int:
        """See to the engine, from some hand where it is not set aside; its pip."""
        if self.table.engine is not None:
            return self.table.engine[0]
        pip = int(self.table.parameters["set"])
        layer = self.dice.below(self.table.seats)
        self.give(layer, pip, pip)
        self.order = self.turns_from(layer + 1)
        return pip

    def next_pips(self, pip: int) -> list[int]:
        """The other halves of the free singles with a pip."""
        pips = range(int(self.table.parameters["set"]) + 1)
        return [other for other in pips if other != pip and self.is_free(pip, other)]

    def lay(self, seat: int, pip: int, other: int) -> int:
        """Give a seat a tile and plan it for its own train; the end that it leaves."""
        tile = self.give(seat, pip, other)
        self.plans[seat].append(f"{text_of(tile)}@{seat}")
        return other

    def trail(self, seat: int, pip: int, length: int) -> int | None:
        """Give and plan a chain of so many tiles from a pip on; its end, None where it gets stuck.

        Doubles are laid as they come.
        """
        for _ in range(length):
            others = [*self.next_pips(pip), *([pip] if self.is_free(pip, pip) else [])]
            if not others:
                return None
            pip = self.lay(seat, pip, self.dice.pick(others))
        return pip

    def trail_to_double(self, seat: int, pip: int, length: int) -> int | None:
        """Give and plan a chain whose last tile is a double; its pip, None where there is none."""
        for _ in range(length - 1):
            others = self.next_pips(pip)
            if not others:
                return None
            pip = self.lay(seat, pip, self.dice.pick(others))
        return self.lay(seat, pip, pip) if self.is_free(pip, pip) else None

    def deal(self, keep_out: KeepOut = anywhere) -> dict[str, Json] | None:
        """Fill the hands; None where the tiles that may go into one do not suffice."""
        deck = self.dice.shuffled(self.free)
        choosy = sorted(
            range(self.table.seats),
            key=lambda seat: sum(not keep_out(seat, tile) for tile in deck) - self.room(seat),
        )
        for seat in choosy:
            fitting = [tile for tile in deck if not keep_out(seat, tile)]
            filling = fitting[: max(0, self.room(seat))]
            self.hands[seat] += filling
            deck = [tile for tile in deck if tile not in filling]
            if self.room(seat):
                return None
        return deal_of(self.hands, [*self.top_of_boneyard, *deck], self.table.engine, self.leader)
