"""Train games (docs/rules/train-games.md), as statements about a history of actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ...types import Json, Reason
from .history import Deed, Past, Start, Tile, chain_end, is_double, read_tile

__all__ = ["MEXICAN", "TrainPast", "train_start"]

MEXICAN = "M"


def train_start(values: Mapping[str, Json], seats: int, number: int, deal: Any) -> Start:
    """Tell how a train game begins from its deal: with the engine laid (T-ENGINE-1 to -5)."""
    hands = [frozenset(map(read_tile, hand)) for hand in deal.hands]
    boneyard = tuple(map(read_tile, deal.boneyard))
    owed = frozenset(range(seats) if values["first_turn"] == "chain" else ())
    if values["engine"] == "descending":  # T-ENGINE-1, T-ENGINE-2
        pip, first = values["set"] - number, number % seats
        return Start(tuple(hands), boneyard, first, engine=pip, owed=owed)
    searched = 0
    if not any(is_double(tile) for hand in hands for tile in hand):  # T-ENGINE-5
        searched = 1 + next(at for at, tile in enumerate(boneyard) if is_double(tile))
        for at, tile in enumerate(boneyard[:searched]):
            hands[(number + at) % seats] |= {tile}
    engine = max(tile for hand in hands for tile in hand if is_double(tile))  # T-ENGINE-3
    layer = next(seat for seat, hand in enumerate(hands) if engine in hand)
    hands[layer] -= {engine}
    first = (layer + 1) % seats  # T-ENGINE-4
    return Start(tuple(hands), boneyard[searched:], first, engine=engine[0], owed=owed)


class TrainPast(Past):
    """A train game after some actions."""

    WORDS = ("draw", "pass", "stop")

    # The table

    @cached_property
    def places(self) -> tuple[str, ...]:
        """A personal train for each seat and the Mexican Train (T-TABLE-1)."""
        return (*map(str, range(self.seats)), MEXICAN)

    @cached_property
    def trains(self) -> dict[str, tuple[Tile, ...]]:
        """The tiles of every train from the engine outwards."""
        return {name: self.row(name) for name in self.places}

    @cached_property
    def ends(self) -> dict[str, int]:
        """The open end of every train, started or not (T-TABLE-2)."""
        return {name: chain_end(self.start.engine, row) for name, row in self.trains.items()}

    @cached_property
    def on_table(self) -> tuple[Tile, ...]:
        """The engine and the trains."""
        engine = (self.start.engine, self.start.engine)
        return (engine, *(tile for row in self.trains.values() for tile in row))

    @cached_property
    def markers(self) -> tuple[int, ...]:
        """The seats whose marker is up (T-MARK-1 to T-MARK-3)."""
        return tuple(seat for seat in range(self.seats) if self._is_marked(seat))

    def _is_marked(self, seat: int) -> bool:
        """Whether the seat has passed since it last played on its own train."""
        moves = [deed for deed in self.by_seat[seat] if deed.word == "pass" or _own(deed)]
        return moves[-1].word == "pass" if moves else seat in self.start.markers

    @cached_property
    def by_seat(self) -> tuple[tuple[Deed, ...], ...]:
        """The actions of every seat."""
        return tuple(
            tuple(deed for deed in self.deeds if deed.seat == seat) for seat in range(self.seats)
        )

    def has_right(self, seat: int, train: str) -> bool:
        """Whether a seat may play on a train if the pips match (T-RIGHT-2 to T-RIGHT-6)."""
        if train in (str(seat), MEXICAN):
            return True
        started = self.trains[train] or self.values["start_marked"]
        return int(train) in self.markers and bool(started)

    # The first turn

    @cached_property
    def owed(self) -> tuple[int, ...]:
        """The seats that have not had their first turn, or are in it (T-FIRST-2)."""
        return tuple(
            seat
            for seat in sorted(self.start.owed)
            if not self.by_seat[seat] or self._is_in_chain(seat)
        )

    def _has_only_chained(self, seat: int) -> bool:
        """Whether all that the seat has done is one unbroken row of plays on its own train."""
        deeds = self.by_seat[seat]
        if not deeds or seat not in self.start.owed:
            return False
        first = self.deeds.index(deeds[0])
        return all(map(_own, deeds)) and self.deeds[first : first + len(deeds)] == deeds

    def _is_in_chain(self, seat: int) -> bool:
        """Whether the seat is laying its chain and can go on (T-FIRST-3, T-FIRST-4)."""
        assert self.last is not None
        if self.last.seat != seat or not self._has_only_chained(seat):
            return False
        return any(self.ends[str(seat)] in tile for tile in self.hands[seat])

    @cached_property
    def in_first_turn(self) -> bool:
        """Whether the seat on turn is in its first turn."""
        return self.on_turn in self.owed

    @property
    def finishing(self) -> bool:
        """Whether somebody is out and others still have their first turn (T-CIRCUIT-1, -3)."""
        return bool(self.values["finish_first_circuit"] and self.without_tiles and self.owed)

    # Open doubles

    @cached_property
    def open_doubles(self) -> tuple[str, ...]:
        """The trains that end in an open double, oldest first (T-COVER-1, T-COVER-2, T-COVER-5)."""
        if not self.values["cover_duty"]:
            return ()
        return tuple(train for train in self._doubles_by_age if not self.is_exempt(train))

    @property
    def _doubles_by_age(self) -> list[str]:
        """The trains whose last tile is a double, by when it was laid."""
        ending = [name for name, row in self.trains.items() if row and is_double(row[-1])]
        laid = {deed.place: at for at, deed in enumerate(self.deeds) if deed.tile}
        given = self.start.open_doubles
        return sorted(ending, key=lambda train: laid.get(train, _place_of(train, given)))

    def is_exempt(self, train: str) -> bool:
        """Whether the double that ends the train is dead and so not open (T-DEAD-1 to T-DEAD-3)."""
        if self.values["dead_double"] != "exempt":
            return False
        pip = self.ends[train]
        return all(tile in self.on_table for tile in self.whole_set if pip in tile)

    @property
    def bound_to(self) -> tuple[str, ...] | None:
        """The trains that a general turn is bound to by doubles, None if by none."""
        if self.is_extra_play:
            return self._covers_own
        if not self.open_doubles:
            return None
        return {  # T-COVER-3, T-ORDER-1 to T-ORDER-3
            "oldest_first": self.open_doubles[:1],
            "newest_first": self.open_doubles[-1:],
            "any": self.open_doubles,
        }[self.values["cover_order"]]

    @cached_property
    def is_extra_play(self) -> bool:
        """Whether a double that was played in this general turn asks for one more play."""
        at = self._last_but_draws
        if at is None:
            return self.start.turn == "extra"
        earlier = self.earlier[at]
        assert isinstance(earlier, TrainPast)
        deed = self.deeds[at]
        played = deed.tile is not None and deed.seat == self.on_turn
        return played and not earlier.in_first_turn

    @property
    def _last_but_draws(self) -> int | None:
        """The number of the last action that was not a draw."""
        return next((at for at in self._backwards() if self.deeds[at].word != "draw"), None)

    @property
    def _covers_own(self) -> tuple[str, ...] | None:
        """T-DOUBLE-1, T-DOUBLE-2."""
        if self.values["double_extra"] != "must_cover":
            return None
        at = self._last_but_draws
        place = self.open_doubles[-1] if at is None else self.deeds[at].place
        assert place is not None
        return (place,)

    # A turn

    def may_play(self, tile: Tile, place: str | None) -> bool:
        """Whether the tile is held, and there are right and match (T-RIGHT-1, G-FIT-1)."""
        assert self.on_turn is not None
        if place not in self.ends or self.ends[place] not in tile:
            return False
        if tile not in self.hands[self.on_turn]:
            return False
        if self.in_first_turn:  # T-FIRST-2, T-FIRST-7
            return place == str(self.on_turn)
        if self.bound_to is not None:
            return place in self.bound_to
        return self.has_right(self.on_turn, place)

    @property
    def may_draw(self) -> bool:
        """Whether the seat has no play and has not drawn for it (T-DRAW-1, -2, T-FIRST-5)."""
        if self.on_turn is None or self.in_first_turn or not self.can_draw:
            return False
        return not (self.plays or self.has_drawn)

    @property
    def may_stop(self) -> bool:
        """Whether a chain is begun (T-FIRST-3)."""
        return self.in_first_turn and bool(self.trains[str(self.on_turn)])

    @cached_property
    def stays_on_turn(self) -> bool:
        """Whether the play that was made last is followed by more of the same seat."""
        assert self.last is not None
        if self.last.tile is None or not self.hands[self.last.seat]:
            return False
        earlier = self.earlier[-1]
        assert isinstance(earlier, TrainPast)
        if not earlier.in_first_turn:
            return is_double(self.last.tile) and self._asks_for_more(self.last)
        return self.last.seat in self.owed or self._brings_extra_turn(self.last.tile)

    def _asks_for_more(self, deed: Deed) -> bool:
        """T-DOUBLE-1 to T-DOUBLE-3, T-DOUBLE-5, T-DEAD-4."""
        assert deed.place is not None
        extra = self.values["double_extra"]
        return extra == "anywhere" or (extra == "must_cover" and not self.is_exempt(deed.place))

    def _brings_extra_turn(self, last_of_chain: Tile) -> bool:
        """T-EXTRA-1 to T-EXTRA-5."""
        grants = self.values["first_turn_double"] == "extra_turn"
        return grants and is_double(last_of_chain) and not self.without_tiles

    def next_seat(self, seat: int) -> int:
        """Tell the next seat, of those owed a first turn while a circuit is finished."""
        return next(
            left
            for left in self.to_the_left(seat)
            if not self.finishing or left in self.owed  # T-CIRCUIT-1
        )

    # The end of a round

    @cached_property
    def reason(self) -> Reason | None:
        """Out (T-END-1), unless a circuit is to be finished (T-CIRCUIT-1 to -3); or blocked."""
        if self.start.to_play is None:
            return "out" if self.without_tiles else "blocked"
        if any(map(self._ends_round_without_tiles, self.without_tiles)):
            return "out"
        if self.passes == self.seats:  # G-BLOCK-3
            return "blocked"
        return None

    def _ends_round_without_tiles(self, seat: int) -> bool:
        in_first = self._has_only_chained(seat) or not self.by_seat[seat]
        return not (self.finishing and in_first)

    def counts_on(self, at: int) -> bool:
        """Whether a pass is added: not one of a first turn, nor one that newly marks under stable.

        T-FIRST-8, T-BLOCK-1.
        """
        return not self._was_first_turn(at) and not self._begins_anew(at)

    def begins_with(self, at: int) -> int:
        """Tell the count after a pass that begins it again."""
        return 0 if self._was_first_turn(at) else 1

    def _was_first_turn(self, at: int) -> bool:
        earlier = self.earlier[at]
        assert isinstance(earlier, TrainPast)
        return earlier.in_first_turn

    def _begins_anew(self, at: int) -> bool:
        earlier = self.earlier[at]
        assert isinstance(earlier, TrainPast)
        stable = self.values["block"] == "n_passes_stable"
        return stable and self.deeds[at].seat not in earlier.markers

    # Scoring

    @property
    def scores(self) -> tuple[int, ...]:
        """Nothing scores in play."""
        return (0,) * self.seats

    @property
    def winner(self) -> int | None:
        """A train game names no winner of a round."""
        return None

    @property
    def points(self) -> tuple[int, ...]:
        """The pips left in every hand (T-SCORE-1 to T-SCORE-3)."""
        blank = self.values["double_blank"]
        return tuple(sum(map(sum, hand)) + (blank if (0, 0) in hand else 0) for hand in self.hands)

    @property
    def table(self) -> Json:
        """Engine, ends, started trains, markers and open doubles."""
        return {
            "engine": self.start.engine,
            "ends": self.ends,
            "started": [name for name, row in self.trains.items() if row],
            "markers": list(self.markers),
            "open_doubles": list(self.open_doubles),
        }


def _own(deed: Deed) -> bool:
    return deed.lays(str(deed.seat))


def _place_of(train: str, given: Sequence[str]) -> int:
    """Put the doubles of the start before all others, in their order."""
    return given.index(train) - len(given) if train in given else -1 - len(given)
