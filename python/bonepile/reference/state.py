"""What all games share: hands, boneyard, turns, drawing, passing and the end of a round."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Self, TypedDict

from bonepile.types import Json, RefusalCode, Result

from .actions import DRAW, PASS, STOP, Move
from .positions import Position
from .tiles import Tile, fits, is_double


class CommonOfPosition(TypedDict):
    """The fields of a position that both families have."""

    round: int
    leader: int | None
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    to_play: int | None
    last: int | None
    passes: int
    drew: bool


class State(ABC):
    """A position. ``play`` copies it; only that copy changes, and only while it is being made.

    What it holds is replaced and never changed in place, so that a copy can share it.
    """

    players: int
    draw_rule: str
    reserve: int

    def __init__(self, hands: tuple[tuple[Tile, ...], ...], boneyard: tuple[Tile, ...]) -> None:
        self.hands = hands
        self.boneyard = boneyard
        self.to_play = 0
        self.passes = 0
        self.drew = False
        self.result: Result | None = None

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """Every legal action in the order of random play; none when the round is over."""

    @abstractmethod
    def playable_ends(self) -> set[int]:
        """The pips that are open where the seat on turn may lay a tile."""

    @abstractmethod
    def lay(self, tile: Tile, place: str) -> None:
        """Lay the tile of the seat on turn, with all that follows from it."""

    @abstractmethod
    def pass_turn(self) -> None:
        """Pass, with all that follows from it."""

    @abstractmethod
    def why_not(self, tile: Tile, place: str) -> RefusalCode:
        """The first reason why a tile of the hand may not be laid there."""

    @abstractmethod
    def table(self) -> Json:
        """What lies on the table, as a snapshot shows it."""

    @abstractmethod
    def points_in_play(self) -> tuple[int, ...]:
        """Points scored in play so far, one number a side."""

    @abstractmethod
    def key(self) -> tuple[object, ...]:
        """All that what follows depends on, while the round goes on."""

    @abstractmethod
    def position(self, round: int, leader: int | None) -> Position:
        """The position as it is written down."""

    def common_of_position(self, round: int, leader: int | None) -> CommonOfPosition:
        """What both families write down. Only a seat on turn has drawn for what it has to play."""
        over = self.result is not None
        return {
            "round": round,
            "leader": leader,
            "hands": self.hands,
            "boneyard": self.boneyard,
            "to_play": None if over else self.to_play,
            "last": self.to_play if over else None,
            "passes": self.passes,
            "drew": self.drew and not over,
        }

    def take_up(self, position: Position) -> None:
        """Go on from a position: who is on turn or acted last, what was passed and drawn."""
        seat = position.last if position.to_play is None else position.to_play
        assert seat is not None
        self.to_play = seat
        self.passes = position.passes
        self.drew = position.drew

    def play(self, move: Move) -> Self:
        """The position after a legal action."""
        after = object.__new__(type(self))
        after.__dict__.update(self.__dict__)
        if move.tile is not None:
            after.lay(move.tile, move.place)
        elif move == DRAW:
            after.draw_tile()
        elif move == PASS:
            after.pass_turn()
        else:
            assert move == STOP
            after.stop_chain()
        return after

    def stop_chain(self) -> None:
        """End a chain early."""
        raise NotImplementedError

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles of the seat on turn."""
        return self.hands[self.to_play]

    def next_seat(self) -> int:
        """G-TURN-1: the seat to the left of the one on turn."""
        return (self.to_play + 1) % self.players

    def seats_out(self) -> tuple[int, ...]:
        """The seats with an empty hand."""
        return tuple(seat for seat, hand in enumerate(self.hands) if not hand)

    def set_hand(self, seat: int, tiles: Sequence[Tile]) -> None:
        """Give a seat another hand."""
        self.hands = (*self.hands[:seat], tuple(tiles), *self.hands[seat + 1 :])

    def take_from_hand(self, seat: int, tile: Tile) -> None:
        """A tile leaves the hand, for the layout alone: none is ever lost (G-DEAL-2)."""
        self.set_hand(seat, [other for other in self.hands[seat] if other != tile])

    def take_from_boneyard(self, seat: int) -> None:
        """G-DRAW-2: the first tile of the boneyard goes into the hand."""
        tile, self.boneyard = self.boneyard[0], self.boneyard[1:]
        self.set_hand(seat, sorted((*self.hands[seat], tile)))

    def tile_can_be_drawn(self) -> bool:
        """G-DRAW-1: only while the boneyard holds more than the reserve.

        L-DRAW-1, T-DRAW-1: under ``none`` nobody draws.
        """
        return self.draw_rule != "none" and len(self.boneyard) > self.reserve

    def may_draw_again(self) -> bool:
        """L-DRAW-3, T-DRAW-2: under ``one`` a tile was not drawn yet for this turn or extra play.

        L-DRAW-2: under ``until_playable`` one draws again and again.
        """
        return self.tile_can_be_drawn() and not (self.draw_rule == "one" and self.drew)

    def draw_tile(self) -> None:
        """G-DRAW-3: the same seat stays on turn. G-BLOCK-2: a draw forgets the passes."""
        self.take_from_boneyard(self.to_play)
        self.drew = True
        self.passes = 0

    def passes_that_matter(self) -> int:
        """The passes in a row where a counted pass comes next: anything else forgets them."""
        counts = self.pass_counts() and self.legal_moves() == [PASS]
        return self.passes if counts else 0

    def pass_counts(self) -> bool:
        """G-BLOCK-1: a pass adds to those made in a row only while no tile can be drawn."""
        return not self.tile_can_be_drawn()

    def drawable(self) -> tuple[Tile, ...]:
        """The boneyard as far as it can be drawn."""
        if self.draw_rule == "none":
            return ()
        return self.boneyard[: max(0, len(self.boneyard) - self.reserve)]


def highest_double(hands: Sequence[Sequence[Tile]]) -> Tile | None:
    """L-OPEN-1, T-ENGINE-3: the highest double of all hands."""
    return max((tile for hand in hands for tile in hand if is_double(tile)), default=None)


def holder(hands: Sequence[Sequence[Tile]], tile: Tile) -> int:
    """The seat that holds the tile."""
    return next(seat for seat, hand in enumerate(hands) if tile in hand)


def place_moves(hand: Sequence[Tile], open_end: int, place: str) -> list[Move]:
    """G-FIT-1: the tiles that fit an open end; by ascending other pip, as a hand is sorted."""
    return [Move(tile, place) for tile in hand if fits(tile, open_end)]
