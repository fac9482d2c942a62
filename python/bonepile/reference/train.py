"""Train games: Mexican Train, in the order of their page."""

from __future__ import annotations

from itertools import count

from bonepile.types import Json, Reason, RefusalCode, Result

from .actions import DRAW, PASS, STOP, Move, train_names
from .deals import Deal, Tiles
from .parameters import TrainRules
from .positions import TrainPosition
from .state import State, highest_double, holder, place_moves
from .tiles import Tile, fits, is_double, other_half, tiles_by_text


class TrainState(State):
    """A position of a train game; a new one has no engine yet.

    Trains are numbered: each seat's own by the seat, the Mexican Train by the number of seats.
    ``trains`` holds their tiles from the engine outwards, ``ends`` their open ends; ``doubles``
    lists the trains that end in a double, oldest first; ``owed`` the seats that have not had their
    special first turn. ``chain_started`` is true inside a chain, ``extra`` while an extra play is
    asked for, which ``cover`` may bind to one train; ``finishing`` is true while a first circuit is
    finished although somebody is out.
    """

    reserve = 0

    engine: int
    ends: tuple[int, ...]

    def __init__(self, rules: TrainRules, tiles: Tiles) -> None:
        super().__init__(*tiles)
        self.rules = rules
        self.players = rules.players
        self.draw_rule = rules.draw
        # T-TABLE-1: the seats' own trains and the Mexican Train grow from one engine.
        self.names = train_names(rules.players)
        self.mexican = rules.players
        self.trains: tuple[tuple[Tile, ...], ...] = ((),) * (rules.players + 1)
        # T-MARK-3: no marker is up when a round begins.
        self.markers: frozenset[int] = frozenset()
        # T-COVER-1: the engine is no open double.
        self.doubles: tuple[int, ...] = ()
        self.owed = seats_owed_a_first_turn(rules)
        self.chain_started = False
        self.finishing = False
        self.extra = False
        self.cover: int | None = None

    @classmethod
    def dealt(cls, rules: TrainRules, deal: Deal, tiles: Tiles, round: int) -> TrainState:
        """The position after the deal."""
        state = cls(rules, tiles)
        engine, state.to_play = state.lay_engine(deal, round)
        state.grow_trains_from(engine)
        return state

    @classmethod
    def set_up(cls, rules: TrainRules, position: TrainPosition) -> TrainState:
        """The state that goes on from a position."""
        state = cls(rules, Tiles(position.hands, position.boneyard))
        state.grow_trains_from(position.engine)
        state.take_up(position)
        state.lay_out(position)
        state.owed = position.owed
        state.chain_started = position.turn == "chain"
        state.extra = position.turn == "extra"
        if position.to_play is None:
            state.end_round("blocked" if all(state.hands) else "out")
            return state
        # T-CIRCUIT-1: a round goes on without tiles in a hand only to finish its first circuit.
        state.finishing = not all(state.hands)
        # T-DOUBLE-2: the double that asks for the extra play is the one laid last.
        if state.extra and rules.double_extra == "must_cover":
            state.cover = state.doubles[-1] if state.doubles else None
        return state

    # The table

    def grow_trains_from(self, engine: Tile) -> None:
        """T-TABLE-2: a train that is not started has the engine's pip as its open end."""
        self.engine, _ = engine
        self.ends = (self.engine,) * (self.players + 1)

    def lay_out(self, position: TrainPosition) -> None:
        """Lay the tiles of a position; which doubles are open, it says itself."""
        for train, tiles in enumerate(position.trains):
            for tile in tiles:
                self.lay_on_train(tile, train)
        self.markers = position.markers
        self.doubles = position.open_doubles

    def has_right(self, train: int) -> bool:
        """The right to play on a train, whatever the pips.

        T-RIGHT-2: on the own train. T-RIGHT-3: on the Mexican Train. T-RIGHT-4: on another's only
        while its marker is up.
        """
        if train in (self.to_play, self.mexican):
            return True
        return train in self.markers and (bool(self.trains[train]) or self.may_start_marked())

    def may_start_marked(self) -> bool:
        """T-RIGHT-6: others may start a marked train. T-RIGHT-5: or it waits for its owner."""
        return self.rules.start_marked

    def lay_on_train(self, tile: Tile, train: int) -> None:
        """G-FIT-2: the other half is the new end. G-FIT-3: of a double it is the same pip.

        T-COVER-1: a double is open while it is the last tile of its train.
        """
        new_end = other_half(tile, self.ends[train])
        self.ends = (*self.ends[:train], new_end, *self.ends[train + 1 :])
        self.trains = (
            *self.trains[:train],
            (*self.trains[train], tile),
            *self.trains[train + 1 :],
        )
        self.take_marker_down(train)
        self.doubles = tuple(other for other in self.doubles if other != train)
        if is_double(tile):
            self.doubles = (*self.doubles, train)

    def put_marker_up(self) -> None:
        """T-MARK-1: a pass puts it up on the own train; it stays if it is up."""
        self.markers |= {self.to_play}

    def take_marker_down(self, train: int) -> None:
        """T-MARK-2: it comes down only when its owner plays on the own train."""
        if train == self.to_play:
            self.markers -= {train}

    # The engine

    def lay_engine(self, deal: Deal, round: int) -> tuple[Tile, int]:
        """The engine and who is on turn first.

        T-ENGINE-1, T-ENGINE-2: set aside before the deal, and seat round mod n. T-ENGINE-3,
        T-ENGINE-4: laid from a hand, not replaced, and the seat to the left of that hand.
        """
        if self.rules.engine == "descending":
            assert deal.engine is not None
            return tiles_by_text(self.rules.set)[deal.engine], round % self.players
        engine = self.engine_from_hands(round)
        layer = holder(self.hands, engine)
        self.take_from_hand(layer, engine)
        return engine, (layer + 1) % self.players

    def engine_from_hands(self, round: int) -> Tile:
        """T-ENGINE-5: while there is no double in any hand, seats draw one tile each."""
        engine = highest_double(self.hands)
        drawing = count(round)
        while engine is None:
            self.take_from_boneyard(next(drawing) % self.players)
            engine = highest_double(self.hands)
        return engine

    # A general turn

    def legal_moves(self) -> list[Move]:
        """Every legal action in the order of random play.

        G-END-2: after the end nothing. G-PLAY-1: who can play must play. G-PASS-1: a pass only when
        nothing else is legal.
        """
        if self.result is not None:
            return []
        moves = self.plays()
        if self.in_first_turn():
            return self.first_turn_moves(moves)
        if moves:
            return moves
        return [DRAW] if self.may_draw_again() else [PASS]

    def plays(self) -> list[Move]:
        """T-RIGHT-1: every tile on every train with right and match. G-PLAY-2: each is a move."""
        hand = self.hand
        return [
            move
            for train in self.playable_trains()
            for move in place_moves(hand, self.ends[train], self.names[train])
        ]

    def playable_trains(self) -> list[int]:
        """The trains that the seat is bound to, or when it is free those it has the right to."""
        bound = self.bound_to()
        if bound is not None:
            return bound
        return [train for train in range(self.players + 1) if self.has_right(train)]

    def playable_ends(self) -> set[int]:
        """The pips that are open where the seat on turn may lay a tile."""
        return {self.ends[train] for train in self.playable_trains()}

    def bound_to(self) -> list[int] | None:
        """The trains that an open double or a chain binds the seat to, None when it is free.

        T-FIRST-2: a first turn is played on the own train. T-FIRST-7: no open double binds it.
        T-DOUBLE-1, T-DOUBLE-2: an extra play goes anywhere or on its double.
        """
        if self.in_first_turn():
            return [self.to_play]
        if self.extra:
            return None if self.cover is None else [self.cover]
        return self.cover_duty()

    def lay(self, tile: Tile, place: str) -> None:
        """Lay the tile, then go on as a first turn or a general turn does.

        G-BLOCK-2: a play forgets the passes.
        """
        train = self.names.index(place)
        self.take_from_hand(self.to_play, tile)
        self.passes = 0
        self.lay_on_train(tile, train)
        if self.in_first_turn():
            self.after_chain_tile(tile)
        else:
            self.after_general_play(tile, train)

    def after_general_play(self, tile: Tile, train: int) -> None:
        """T-END-1: go out, with a double too. T-TURN-1: after any other tile the turn ends."""
        if not self.hand:
            self.end_round("out")
        elif is_double(tile) and self.asks_for_extra_play(train):
            self.begin_extra_play(train)
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """G-TURN-1, G-PASS-2: the turn goes to the seat on the left."""
        self.begin_turn(self.next_seat())

    def begin_turn(self, seat: int) -> None:
        """A seat begins a turn: nothing drawn, nothing extra."""
        self.to_play = seat
        self.drew = False
        self.extra = False
        self.cover = None
        self.chain_started = False

    def pass_turn(self) -> None:
        """Pass. G-BLOCK-3: blocked at the number of seats. T-FIRST-6: a first turn is gone."""
        self.count_pass()
        self.put_marker_up()
        if self.in_first_turn():
            self.end_first_turn()
        elif self.passes == self.players:
            self.end_round("blocked")
        else:
            self.end_turn()

    # Doubles

    def asks_for_extra_play(self, train: int) -> bool:
        """Whether the double just laid on a train asks for one more play, as any does (T-DOUBLE-5).

        T-DEAD-4: under ``must_cover`` an exempt double asks for none.
        """
        if self.rules.double_extra == "none":  # T-DOUBLE-3
            return False
        if self.rules.double_extra == "anywhere":  # T-DOUBLE-1
            return True
        return not (self.rules.dead_double == "exempt" and self.is_dead(train))  # T-DOUBLE-2

    def begin_extra_play(self, train: int) -> None:
        """T-DOUBLE-4: one may draw once again. T-DOUBLE-2: under ``must_cover`` it goes here."""
        self.extra = True
        self.drew = False
        self.cover = train if self.rules.double_extra == "must_cover" else None

    def cover_duty(self) -> list[int] | None:
        """T-COVER-3: the open doubles that a turn beginning now is bound to, None without any.

        T-COVER-4: they bind seat after seat, the one that laid them too.
        """
        doubles = self.open_doubles()
        if not doubles:
            return None
        if self.rules.cover_order == "oldest_first":  # T-ORDER-1
            return [doubles[0]]
        if self.rules.cover_order == "newest_first":  # T-ORDER-2
            return [doubles[-1]]
        return sorted(doubles)  # T-ORDER-3: any

    def open_doubles(self) -> list[int]:
        """The trains whose last tile is a double that binds, oldest first.

        T-COVER-5: at the end of a round those that lie there then.
        """
        if not self.rules.cover_duty:  # T-COVER-2
            return []
        if self.rules.dead_double == "exempt":  # T-DEAD-3
            return [train for train in self.doubles if not self.is_dead(train)]
        return list(self.doubles)  # T-DEAD-2: binding

    def is_dead(self, train: int) -> bool:
        """T-DEAD-1: the other tiles of the double that ends a train all lie on the table."""
        pip = self.ends[train]
        off_table = (*self.hands, self.boneyard)
        return not any(fits(tile, pip) for tiles in off_table for tile in tiles)

    # The first turn

    def in_first_turn(self) -> bool:
        """Whether the seat on turn is having its special first turn."""
        return self.to_play in self.owed

    def first_turn_moves(self, plays: list[Move]) -> list[Move]:
        """T-FIRST-3: after the first tile more tiles, or ``stop``. T-FIRST-5: else no draw."""
        if self.chain_started:
            return [*plays, STOP]
        return plays or [PASS]

    def after_chain_tile(self, tile: Tile) -> None:
        """Go out, lay more, or end the chain. T-FIRST-4: it ends when nothing fits any more."""
        self.chain_started = True
        if not self.hand:
            self.go_out_in_first_turn()
        elif not self.plays():
            self.end_first_turn(extra_turn=self.grants_extra_turn(tile))

    def grants_extra_turn(self, last: Tile) -> bool:
        """T-EXTRA-2: where a chain ended on a double, dead or not (T-EXTRA-5), as nothing fits.

        T-EXTRA-4: not while a first circuit is being finished.
        """
        if self.rules.first_turn_double == "no_effect":  # T-EXTRA-1
            return False
        return is_double(last) and not self.finishing

    def stop_chain(self) -> None:
        """T-FIRST-3: end a chain early; that brings no extra turn (T-EXTRA-2)."""
        self.end_first_turn()

    def go_out_in_first_turn(self) -> None:
        """T-CIRCUIT-1: end the round when every seat has had its first turn.

        T-CIRCUIT-3: or at once, without ``finish_first_circuit``.
        """
        if self.rules.finish_first_circuit:
            self.finishing = True
            self.end_first_turn()
        else:
            self.end_round("out")

    def end_first_turn(self, *, extra_turn: bool = False) -> None:
        """T-CIRCUIT-2: the last first turn of a circuit to finish ends the round.

        T-EXTRA-3: an extra turn is a general one, for nothing is owed any more.
        """
        self.owed -= {self.to_play}
        if self.finishing and not self.owed:
            self.end_round("out")
        elif extra_turn:
            self.begin_turn(self.to_play)
        else:
            self.end_turn()

    # The end of a round

    def count_pass(self) -> None:
        """G-BLOCK-1: count a pass in a row. G-BLOCK-2: or forget them. T-BLOCK-1: or begin at 1."""
        if not self.pass_counts():
            self.passes = 0
        elif self.begins_count():
            self.passes = 1
        else:
            self.passes += 1

    def pass_counts(self) -> bool:
        """T-FIRST-8: a pass in a first turn never adds to those made in a row."""
        return super().pass_counts() and not self.in_first_turn()

    def begins_count(self) -> bool:
        """T-BLOCK-1: under ``n_passes_stable`` a pass that newly sets a marker begins a count."""
        return self.rules.block == "n_passes_stable" and self.to_play not in self.markers

    def passes_that_matter(self) -> int:
        """The passes in a row where a pass comes next that adds to them."""
        return 0 if self.begins_count() else super().passes_that_matter()

    # Scoring

    def end_round(self, reason: Reason) -> None:
        """T-SCORE-1: a seat's points are the pips left in its hand. T-SCORE-3: blocked or out."""
        points = tuple(sum(map(self.tile_points, hand)) for hand in self.hands)
        self.result = Result(reason, self.seats_out(), None, points)

    def tile_points(self, tile: Tile) -> int:
        """T-SCORE-2: 0-0 counts ``double_blank``, any other tile its pips."""
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
            "started": [name for name, train in zip(names, self.trains, strict=True) if train],
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

    def position(self, round: int, leader: int | None) -> TrainPosition:
        """The position as it is written down."""
        return TrainPosition(
            **self.common_of_position(round, leader),
            engine=(self.engine, self.engine),
            trains=self.trains,
            turn=self.turn(),
            owed=self.owed if self.result is None else self.owed - {self.to_play},
            markers=self.markers,
            open_doubles=tuple(self.open_doubles()),
        )

    def turn(self) -> str:
        """What the seat on turn is about."""
        if self.result is not None:
            return "general"
        if self.in_first_turn():
            return "chain" if self.chain_started else "first"
        return "extra" if self.extra else "general"

    def key(self) -> tuple[object, ...]:
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
            [bool(train) for train in self.trains],
            sorted(self.markers),
            self.open_doubles(),
            self.bound_to(),
            sorted(self.owed),
            self.chain_started,
            self.finishing,
            self.tile_can_be_drawn() and not self.may_draw_again(),
        )


# The first turn


def seats_owed_a_first_turn(rules: TrainRules) -> frozenset[int]:
    """T-FIRST-2: under ``chain`` every seat has a special first turn.

    T-FIRST-1: under ``single`` no turn is special.
    """
    return frozenset(range(rules.players if rules.first_turn == "chain" else 0))
