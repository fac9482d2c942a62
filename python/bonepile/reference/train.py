"""Train games: Mexican Train, in the order of their page."""

from __future__ import annotations

from itertools import count

from bonepile.types import Json, Reason, RefusalCode, Result

from .actions import DRAW, PASS, STOP, Move, train_names
from .deals import Deal, Tiles
from .parameters import TrainRules
from .state import State, highest_double, holder, place_moves
from .tiles import Tile, fits, is_double, other_half, tiles_by_text


class TrainState(State):
    """A position of a train game; a new one is that after the deal.

    Trains are numbered: each seat's own by the seat, the Mexican Train by the number of seats.
    ``doubles`` lists the trains that end in a double, oldest first; ``owed`` the seats that have
    not had their special first turn. ``chain_started`` is true inside a chain, ``extra`` while an
    extra play is asked for, which ``cover`` may bind to one train; ``finishing`` is true while a
    first circuit is finished although somebody is out.
    """

    reserve = 0

    def __init__(self, rules: TrainRules, deal: Deal, tiles: Tiles, round: int) -> None:
        super().__init__(*tiles)
        self.rules = rules
        self.players = rules.players
        self.draw_rule = rules.draw
        self.names = train_names(rules.players)
        self.mexican = rules.players
        (self.engine, _), self.to_play = self.lay_engine(deal, round)
        self.ends = (self.engine,) * (rules.players + 1)
        self.started: frozenset[int] = frozenset()
        self.markers: frozenset[int] = frozenset()
        self.doubles: tuple[int, ...] = ()
        self.owed: frozenset[int] = frozenset()
        if rules.first_turn == "chain":
            self.owed = frozenset(range(rules.players))
        self.chain_started = False
        self.finishing = False
        self.extra = False
        self.cover: int | None = None

    # The table

    def has_right(self, train: int) -> bool:
        """The right to play on a train, whatever the pips."""
        if train in (self.to_play, self.mexican):
            return True
        return train in self.markers and (train in self.started or self.rules.start_marked)

    def lay_on_train(self, tile: Tile, train: int) -> None:
        """The other half is the new end; the owner's marker comes down on the own train only."""
        new_end = other_half(tile, self.ends[train])
        self.ends = (*self.ends[:train], new_end, *self.ends[train + 1 :])
        self.started |= {train}
        if train == self.to_play:
            self.markers -= {train}
        self.doubles = tuple(other for other in self.doubles if other != train)
        if is_double(tile):
            self.doubles = (*self.doubles, train)

    # The engine

    def lay_engine(self, deal: Deal, round: int) -> tuple[Tile, int]:
        """The engine, set aside before the deal or laid from a hand, and who is on turn first."""
        if self.rules.engine == "descending":
            assert deal.engine is not None
            return tiles_by_text(self.rules.set)[deal.engine], round % self.players
        engine = self.engine_from_hands(round)
        layer = holder(self.hands, engine)
        self.take_from_hand(layer, engine)
        return engine, (layer + 1) % self.players

    def engine_from_hands(self, round: int) -> Tile:
        """The highest double of all hands; while there is none, seats draw one tile each."""
        engine = highest_double(self.hands)
        drawing = count(round)
        while engine is None:
            self.take_from_boneyard(next(drawing) % self.players)
            engine = highest_double(self.hands)
        return engine

    # A general turn

    def legal_moves(self) -> list[Move]:
        """Every legal action in the order of random play."""
        if self.result is not None:
            return []
        moves = self.plays()
        if self.in_first_turn():
            # Nothing is drawn in a first turn, and a chain that cannot go on has ended by itself.
            return [*moves, STOP] if self.chain_started else moves or [PASS]
        if moves:
            return moves
        return [DRAW] if self.may_draw_again() else [PASS]

    def plays(self) -> list[Move]:
        """Every tile on every train with right and match."""
        bound = self.bound_to()
        if bound is None:
            bound = [train for train in range(self.players + 1) if self.has_right(train)]
        hand = self.hand
        return [
            move
            for train in bound
            for move in place_moves(hand, self.ends[train], self.names[train])
        ]

    def bound_to(self) -> list[int] | None:
        """The trains that an open double or a chain binds the seat to, None when it is free."""
        if self.in_first_turn():
            return [self.to_play]
        if self.extra:
            return None if self.cover is None else [self.cover]
        return self.cover_duty()

    def lay(self, tile: Tile, place: str) -> None:
        """Lay the tile, then go on as a first turn or a general turn does."""
        train = self.names.index(place)
        self.take_from_hand(self.to_play, tile)
        self.passes = 0
        self.lay_on_train(tile, train)
        if self.in_first_turn():
            self.after_chain_tile(tile)
        else:
            self.after_general_play(tile, train)

    def after_general_play(self, tile: Tile, train: int) -> None:
        """Go out, play once more after a double, or end the turn."""
        if not self.hand:
            self.end_round("out")
        elif is_double(tile) and self.asks_for_extra_play(train):
            self.extra = True
            self.drew = False
            self.cover = train if self.rules.double_extra == "must_cover" else None
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """The turn goes to the seat on the left."""
        self.begin_turn(self.next_seat())

    def begin_turn(self, seat: int) -> None:
        """A seat begins a turn: nothing drawn, nothing extra."""
        self.to_play = seat
        self.drew = False
        self.extra = False
        self.cover = None
        self.chain_started = False

    def pass_turn(self) -> None:
        """Pass: the marker goes up on the own train, and a first turn is gone."""
        self.count_pass()
        self.markers |= {self.to_play}
        if self.in_first_turn():
            self.end_first_turn()
        elif self.passes == self.players:
            self.end_round("blocked")
        else:
            self.end_turn()

    # Doubles

    def asks_for_extra_play(self, train: int) -> bool:
        """Whether the double just laid on a train asks its player for one more play."""
        if self.rules.double_extra == "must_cover":
            return not (self.rules.dead_double == "exempt" and self.is_dead(train))
        return self.rules.double_extra == "anywhere"

    def cover_duty(self) -> list[int] | None:
        """The open doubles that a turn beginning now may choose from, None without any."""
        doubles = self.open_doubles()
        if not doubles:
            return None
        if self.rules.cover_order == "oldest_first":
            return [doubles[0]]
        if self.rules.cover_order == "newest_first":
            return [doubles[-1]]
        return sorted(doubles)

    def open_doubles(self) -> list[int]:
        """The trains whose last tile is a double that binds, oldest first."""
        if not self.rules.cover_duty:
            return []
        if self.rules.dead_double == "exempt":
            return [train for train in self.doubles if not self.is_dead(train)]
        return list(self.doubles)

    def is_dead(self, train: int) -> bool:
        """Whether the other tiles of the double that ends a train all lie on the table."""
        pip = self.ends[train]
        off_table = (*self.hands, self.boneyard)
        return not any(fits(tile, pip) for tiles in off_table for tile in tiles)

    # The first turn

    def in_first_turn(self) -> bool:
        """Whether the seat on turn is having its special first turn."""
        return self.to_play in self.owed

    def after_chain_tile(self, tile: Tile) -> None:
        """Go out, lay more, or end the chain because nothing fits any more."""
        self.chain_started = True
        if not self.hand:
            self.go_out_in_first_turn()
        elif not self.plays():
            extra_turn = is_double(tile) and self.rules.first_turn_double == "extra_turn"
            self.end_first_turn(extra_turn=extra_turn and not self.finishing)

    def stop_chain(self) -> None:
        """End a chain early."""
        self.end_first_turn()

    def go_out_in_first_turn(self) -> None:
        """End the round, at once or when every seat has had its first turn."""
        if self.rules.finish_first_circuit:
            self.finishing = True
            self.end_first_turn()
        else:
            self.end_round("out")

    def end_first_turn(self, *, extra_turn: bool = False) -> None:
        """The first turn is over; so is the round when it was the last of a circuit to finish."""
        self.owed -= {self.to_play}
        if self.finishing and not self.owed:
            self.end_round("out")
        elif extra_turn:
            self.begin_turn(self.to_play)
        else:
            self.end_turn()

    # The end of a round

    def count_pass(self) -> None:
        """Count a pass in a row; ``n_passes_stable`` begins again where it puts up a marker."""
        if not self.pass_counts():
            self.passes = 0
        elif self.begins_count():
            self.passes = 1
        else:
            self.passes += 1

    def pass_counts(self) -> bool:
        """Whether a pass now adds to those made in a row: never in a first turn."""
        return super().pass_counts() and not self.in_first_turn()

    def begins_count(self) -> bool:
        """Whether a pass now is the first of a count because it newly sets a marker."""
        return self.rules.block == "n_passes_stable" and self.to_play not in self.markers

    def passes_that_matter(self) -> int:
        """The passes in a row where a pass comes next that adds to them."""
        return 0 if self.begins_count() else super().passes_that_matter()

    # Scoring

    def end_round(self, reason: Reason) -> None:
        """End the round; each seat's points are the pips left in its hand."""
        points = tuple(sum(map(self.tile_points, hand)) for hand in self.hands)
        self.result = Result(reason, self.seats_out(), None, points)

    def tile_points(self, tile: Tile) -> int:
        """The pips of a tile left in a hand; 0-0 counts ``double_blank``."""
        return sum(tile) or self.rules.double_blank

    # Looking at it

    def points_in_play(self) -> tuple[int, ...]:
        """Nothing scores in play: 0 for every seat."""
        return (0,) * self.players

    def table(self) -> Json:
        """The engine and what shows of every train."""
        names = self.names
        return {
            "engine": self.engine,
            "ends": dict(zip(names, self.ends, strict=True)),
            "started": [names[train] for train in sorted(self.started)],
            "markers": sorted(self.markers),
            "open_doubles": [names[train] for train in self.open_doubles()],
        }

    def why_not(self, tile: Tile, place: str) -> RefusalCode:  # noqa: ARG002
        """The first reason why a tile of the hand may not be laid there."""
        if place not in self.names:
            return "no_such_place"
        train = self.names.index(place)
        bound = self.bound_to()
        if bound is not None:
            if train in bound:
                return "no_match"
            return "own_train_only" if self.in_first_turn() else "must_cover"
        return "no_match" if self.has_right(train) else "train_not_open"

    def position(self) -> tuple[object, ...]:
        """All that what follows depends on, while the round goes on."""
        # A double is dead by what is off the table, so an undrawable boneyard matters there.
        exempt = self.rules.dead_double == "exempt"
        boneyard = sorted(self.boneyard) if exempt and self.draw_rule == "none" else self.drawable()
        return (
            self.to_play,
            self.hands,
            boneyard,
            self.passes_that_matter(),
            self.engine,
            self.ends,
            sorted(self.started),
            sorted(self.markers),
            self.open_doubles(),
            self.bound_to(),
            sorted(self.owed),
            self.chain_started,
            self.finishing,
            self.tile_can_be_drawn() and not self.may_draw_again(),
        )
