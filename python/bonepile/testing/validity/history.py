"""What all games share (docs/rules/common.md), as statements about a history of actions.

A :class:`Past` is a round after some of its actions. Nothing is carried from one action to the
next: every property says what holds of the start and the actions taken together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import NamedTuple

from ...types import Json, Reason

__all__ = ["Deed", "Past", "Start", "Tile", "chain_end", "is_double", "read_tile", "write_tile"]

Tile = tuple[int, int]
"""The lower half, the higher half."""


def read_tile(text: str) -> Tile:
    """Read ``a-b``."""
    low, _, high = text.partition("-")
    return int(low), int(high)


def write_tile(tile: Tile) -> str:
    """Write ``a-b``."""
    return f"{tile[0]}-{tile[1]}"


def is_double(tile: Tile) -> bool:
    """Whether both halves are equal."""
    return tile[0] == tile[1]


def chain_end(pip: int, tiles: Iterable[Tile]) -> int:
    """Tell the open end of a row that grows from ``pip`` (G-FIT-2, G-FIT-3)."""
    for tile in tiles:
        pip = sum(tile) - pip
    return pip


@lru_cache
def whole_set(highest: int) -> tuple[Tile, ...]:
    """Every unordered pair of the pips 0 to ``highest``, once each, in index order (G-SET-1)."""
    pips = range(highest + 1)
    return tuple((low, high) for high in pips for low in pips if low <= high)


class Deed(NamedTuple):
    """One action and who took it; ``place`` is None for a lead, ``tile`` where none is laid."""

    seat: int
    word: str
    tile: Tile | None = None
    place: str | None = None

    def lays(self, place: str) -> bool:
        """Whether a tile was laid at that place."""
        return self.word == "play" and self.place == place


@dataclass(frozen=True)
class Start:
    """What the first action finds: a deal with its engine laid, or a position.

    ``rows``: tiles on the arms or trains. ``to_play`` None: the round is over, and ``last`` acted
    last. ``turn``, ``owed``, ``markers``, ``open_doubles`` are as in a position of a train game,
    ``lead`` and ``spinner`` as in one of a line game.
    """

    hands: tuple[frozenset[Tile], ...]
    boneyard: tuple[Tile, ...]
    to_play: int | None
    rows: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    last: int | None = None
    passes: int = 0
    drew: bool = False
    lead: Tile | None = None
    spinner: Tile | None = None
    scores: tuple[int, ...] = ()
    engine: int = 0
    turn: str = "general"
    owed: frozenset[int] = frozenset()
    markers: frozenset[int] = frozenset()
    open_doubles: tuple[str, ...] = ()


class Past(ABC):
    """A round after ``deeds``; ``earlier`` holds the same round after fewer of them.

    ``values`` are the parameters in force, ``seats`` the number of seats.
    """

    WORDS: tuple[str, ...] = ("draw", "pass")

    def __init__(
        self,
        values: Mapping[str, Json],
        seats: int,
        start: Start,
        deeds: tuple[Deed, ...],
        earlier: Sequence[Past],
    ) -> None:
        self.values = values
        self.seats = seats
        self.start = start
        self.deeds = deeds
        self.earlier = earlier

    # The set and the deal

    @cached_property
    def whole_set(self) -> tuple[Tile, ...]:
        """The double-N set in index order."""
        return whole_set(self.values["set"])

    @cached_property
    def drawn(self) -> tuple[tuple[int, Tile], ...]:
        """Who drew which tile: the k-th draw takes the boneyard's k-th tile (G-DRAW-2)."""
        draws = [seat for seat, word, _, _ in self.deeds if word == "draw"]
        return tuple(zip(draws, self.start.boneyard, strict=False))

    @cached_property
    def boneyard(self) -> tuple[Tile, ...]:
        """The boneyard of the start without its first tiles, one for each draw (G-DRAW-2)."""
        return self.start.boneyard[len(self.drawn) :]

    @cached_property
    def hands(self) -> tuple[frozenset[Tile], ...]:
        """What a seat began with and drew, less what it laid."""
        drawn: list[set[Tile]] = [set() for _ in range(self.seats)]
        laid: list[set[Tile | None]] = [set() for _ in range(self.seats)]
        for seat, tile in self.drawn:
            drawn[seat].add(tile)
        for deed in self.deeds:
            laid[deed.seat].add(deed.tile)
        return tuple(
            (self.start.hands[seat] | drawn[seat]) - laid[seat] for seat in range(self.seats)
        )

    @cached_property
    def without_tiles(self) -> tuple[int, ...]:
        """The seats with an empty hand, ascending."""
        return tuple(seat for seat in range(self.seats) if not self.hands[seat])

    def row(self, place: str) -> tuple[Tile, ...]:
        """List the tiles at a place, in the order in which they were laid (L-LINE-2)."""
        laid = (deed.tile for deed in self.deeds if deed.tile and deed.place == place)
        return (*self.start.rows.get(place, ()), *laid)

    @property
    @abstractmethod
    def on_table(self) -> tuple[Tile, ...]:
        """Every tile of the layout, the engine too."""

    # Turns

    @property
    def last(self) -> Deed | None:
        """The last action, None at the start."""
        return self.deeds[-1] if self.deeds else None

    @cached_property
    def has_drawn(self) -> bool:
        """Whether the seat on turn has drawn for the play that is required now (G-DRAW-3)."""
        return self.last.word == "draw" if self.last else self.start.drew

    @cached_property
    def on_turn(self) -> int | None:
        """The seat on turn, None when the round is over."""
        if self.last is None:
            return self.start.to_play
        if self.reason is not None:
            return None
        if self.last.word == "draw" or self.stays_on_turn:
            return self.last.seat
        return self.next_seat(self.last.seat)

    @property
    @abstractmethod
    def stays_on_turn(self) -> bool:
        """Whether the seat that acted last goes on, though it has not drawn."""

    @abstractmethod
    def next_seat(self, seat: int) -> int:
        """Tell who is on turn when the turn of this seat is over (G-TURN-1)."""

    def to_the_left(self, seat: int) -> list[int]:
        """List the seats from the left neighbour of this one round to itself (G-TURN-1)."""
        return [(seat + step) % self.seats for step in range(1, self.seats + 1)]

    # What is legal

    @property
    @abstractmethod
    def places(self) -> tuple[str | None, ...]:
        """Every place that an action may name, in the order in which random play counts them."""

    @abstractmethod
    def may_play(self, tile: Tile, place: str | None) -> bool:
        """Whether the seat on turn may lay the tile there."""

    @property
    @abstractmethod
    def ends(self) -> Mapping[str, int]:
        """The pip of every open end."""

    @cached_property
    def plays(self) -> tuple[tuple[Tile, str | None], ...]:
        """Every tile of the set at every place, as far as it is a legal play."""
        if self.on_turn is None:  # G-END-2
            return ()
        held = [tile for tile in self.whole_set if tile in self.hands[self.on_turn]]
        return tuple(
            (tile, place) for place in self.places for tile in held if self.may_play(tile, place)
        )

    @property
    def can_draw(self) -> bool:
        """Whether the game knows drawing and more than the reserve is left (G-DRAW-1)."""
        reserve = self.values.get("reserve") or 0
        return self.values["draw"] != "none" and len(self.boneyard) > reserve

    @property
    @abstractmethod
    def may_draw(self) -> bool:
        """Whether the seat on turn may draw."""

    @property
    def may_stop(self) -> bool:
        """Whether the seat on turn may end a chain."""
        return False

    @property
    def may_pass(self) -> bool:
        """Whether the round goes on and nothing else is legal (G-PASS-1)."""
        return self.on_turn is not None and not (self.plays or self.may_draw or self.may_stop)

    def allows(self, deed: Deed) -> bool:
        """Whether the seat on turn may do that."""
        if deed.word == "play":
            return deed.tile in self.whole_set and self.may_play(deed.tile, deed.place)
        return bool(getattr(self, f"may_{deed.word}", False))

    @cached_property
    def legal(self) -> tuple[tuple[str, int], ...]:
        """Every legal action with its number, in the order in which random play counts them."""
        plays = sorted(self.plays, key=self._order)
        words = [word for word in self.WORDS if self.allows(Deed(-1, word))]
        first = len(self.whole_set) * self.numbers_a_tile
        return (
            *((_write(tile, place), self._number(tile, place)) for tile, place in plays),
            *((word, first + self.WORDS.index(word)) for word in words),
        )

    @property
    def numbers_a_tile(self) -> int:
        """How many action numbers belong to one tile."""
        return len(self.places)

    def _order(self, play: tuple[Tile, str | None]) -> tuple[int, int]:
        tile, place = play
        if place is None:
            return 0, self.whole_set.index(tile)
        return self.places.index(place), sum(tile) - self.ends[place]

    def _number(self, tile: Tile, place: str | None) -> int:
        return self.whole_set.index(tile) * self.numbers_a_tile + self.places.index(place)

    # The end of a round

    @property
    @abstractmethod
    def reason(self) -> Reason | None:
        """How the round has ended."""

    @cached_property
    def passes(self) -> int:
        """The pass count: the passes at the end of the history, as far as they count (G-BLOCK-2).

        No tile was drawn in that run, so either all of it was made while one could be drawn, or
        none of it (G-BLOCK-1).
        """
        if self.can_draw:
            return 0
        run = list(takewhile(lambda at: self.deeds[at].word == "pass", self._backwards()))
        counted = list(takewhile(self.counts_on, run))
        if len(counted) < len(run):
            return len(counted) + self.begins_with(run[len(counted)])
        return len(run) + (self.start.passes if len(run) == len(self.deeds) else 0)

    def _backwards(self) -> range:
        return range(len(self.deeds) - 1, -1, -1)

    def counts_on(self, at: int) -> bool:  # noqa: ARG002  (train games look at the pass)
        """Whether the pass that is action ``at`` is added to those before it."""
        return True

    def begins_with(self, at: int) -> int:  # noqa: ARG002
        """Tell what the count is after a pass that is not added to those before it."""
        return 0

    @property
    @abstractmethod
    def winner(self) -> int | None:
        """The side that won the round that is over."""

    @property
    @abstractmethod
    def points(self) -> tuple[int, ...]:
        """The points of every side when the round is over."""

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Points scored in play, one number a side."""

    @property
    @abstractmethod
    def table(self) -> Json:
        """The layout as a snapshot tells it."""


def _write(tile: Tile, place: str | None) -> str:
    return write_tile(tile) if place is None else f"{write_tile(tile)}@{place}"
