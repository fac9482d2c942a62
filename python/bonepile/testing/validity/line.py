"""Line games (docs/rules/line-games.md), as statements about a history of actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from ...types import Json, Reason
from .history import Past, Start, Tile, chain_end, is_double, read_tile

__all__ = ["LinePast", "line_start"]


def line_start(values: Mapping[str, Json], seats: int, number: int, deal: Any) -> Start:
    """Tell how a line game begins from its deal."""
    hands = tuple(frozenset(map(read_tile, hand)) for hand in deal.hands)
    if values["opening"] == "any_tile":  # L-OPEN-4, L-LEADER-1
        opener = number % seats if deal.leader is None else deal.leader
    else:  # L-OPEN-1
        lead = _must_lead(hands)
        opener = next(seat for seat, hand in enumerate(hands) if lead in hand)
    return Start(hands, tuple(map(read_tile, deal.boneyard)), opener, scores=(0,) * seats)


def _must_lead(hands: Iterable[Iterable[Tile]]) -> Tile:
    """Tell the highest double of all hands (L-OPEN-1), else the heaviest tile (L-OPEN-3)."""
    tiles = [tile for hand in hands for tile in hand]
    doubles = [tile for tile in tiles if is_double(tile)]
    return max(doubles) if doubles else max(tiles, key=lambda tile: (sum(tile), tile[1]))


def _pips(hand: Iterable[Tile]) -> int:
    return sum(map(sum, hand))  # L-HAND-1


class LinePast(Past):
    """A line game after some actions."""

    # The layout

    @cached_property
    def lead(self) -> Tile | None:
        """The tile that was laid first."""
        return self.start.lead or next((deed.tile for deed in self.deeds if deed.tile), None)

    @cached_property
    def arms(self) -> dict[str, tuple[Tile, ...]]:
        """The tiles of every arm from the lead or the spinner outwards (L-LINE-2)."""
        return {arm: self.row(arm) for arm in "LRNS"}

    @property
    def on_table(self) -> tuple[Tile, ...]:
        """The lead and the arms."""
        lead = () if self.lead is None else (self.lead,)
        return lead + tuple(tile for arm in self.arms.values() for tile in arm)

    @cached_property
    def spinner(self) -> Tile | None:
        """The first double laid in the round (L-SPIN-1, L-SPIN-2, L-SPIN-4)."""
        if self.values["spinner"] == "none":
            return None
        doubles = (deed.tile for deed in self.deeds if deed.tile and is_double(deed.tile))
        return self.start.spinner or next(doubles, None)

    @cached_property
    def spinner_open(self) -> bool:
        """Whether both places of the spinner in the line are taken (L-SPIN-3)."""
        if self.spinner is None:
            return False
        left, right = self.arms["L"], self.arms["R"]
        if self.spinner == self.lead:
            return bool(left and right)
        return self.spinner not in (*left[-1:], *right[-1:])

    @cached_property
    def ends(self) -> dict[str, int]:
        """The pip of every open end (L-LINE-1, L-SPIN-3)."""
        if self.lead is None:
            return {}
        roots = {"L": self.lead[0], "R": self.lead[1]}
        if self.spinner is not None and self.spinner_open:
            roots |= {"N": self.spinner[0], "S": self.spinner[0]}
        return {arm: chain_end(pip, self.arms[arm]) for arm, pip in roots.items()}

    # The opening and a turn

    @property
    def places(self) -> tuple[str | None, ...]:
        """A lead names no place."""
        return (None, "L", "R", "N", "S")

    def may_play(self, tile: Tile, place: str | None) -> bool:
        """Whether the seat on turn holds the tile and it leads, or fits that end (G-FIT-1)."""
        assert self.on_turn is not None
        if tile not in self.hands[self.on_turn]:
            return False
        if self.lead is None:
            return place is None and self._may_lead(tile)
        return place in self.ends and self.ends[place] in tile

    def _may_lead(self, tile: Tile) -> bool:
        return self.values["opening"] == "any_tile" or tile == _must_lead(self.start.hands)

    @property
    def may_draw(self) -> bool:
        """Whether a tile can be drawn, is needed or wanted, and is not one too many.

        L-OPEN-5, L-DRAW-1 to L-DRAW-4.
        """
        if self.on_turn is None or self.lead is None or not self.can_draw:
            return False
        enough = self.values["draw"] == "one" and self.has_drawn
        return not enough and (self.values["voluntary_draw"] or not self.plays)

    @property
    def stays_on_turn(self) -> bool:
        """After a play the turn goes to the next seat (L-TURN-1), after a pass too (G-PASS-2)."""
        return False

    def next_seat(self, seat: int) -> int:
        """Tell the next seat that holds tiles (L-END-3)."""
        return next(left for left in self.to_the_left(seat) if self.hands[left])

    # The end of a round

    @cached_property
    def partners(self) -> bool:
        """Whether four seats are two sides (L-SIDE-1, L-SIDE-2)."""
        return self.values["partnership"] == "at_four" and self.seats == 4

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of every side."""
        return ((0, 2), (1, 3)) if self.partners else tuple((s,) for s in range(self.seats))

    def side_of(self, seat: int) -> int:
        """Tell for which side a seat scores."""
        return seat % 2 if self.partners else seat

    @cached_property
    def reason(self) -> Reason | None:
        """Out when the last tile of those who must be out was laid; else blocked (G-BLOCK-3)."""
        if self._has_gone_out:
            return "out"
        holding = self.seats - len(self.without_tiles)  # L-END-4
        return "blocked" if self.passes == holding else None

    @property
    def _last_player(self) -> int | None:
        """Who laid a tile as the last action of the round so far, if that was the last action."""
        if self.last is None:
            return self.start.last
        return self.last.seat if self.last.tile else None

    @property
    def _has_gone_out(self) -> bool:
        """L-END-1, L-END-2."""
        seat = self._last_player
        if seat is None or self.hands[seat]:
            return False
        both = self.partners and self.values["go_out"] == "both_partners"
        return not (both and self.hands[(seat + 2) % 4])

    # Scoring

    @cached_property
    def count(self) -> int:
        """What shows at the ends of the arms (L-COUNT-3 to L-COUNT-7)."""
        if self.lead is None:
            return 0
        shown = sum(_shows(arm[-1], self.ends[name]) for name, arm in self.arms.items() if arm)
        bare = [end for end in "LR" if not self.arms[end]]
        if is_double(self.lead):
            return shown + (sum(self.lead) if bare else 0)
        return shown + sum(self.ends[end] for end in bare)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """A sum over the plays: counts that are multiples of five (L-COUNT-1, L-COUNT-2)."""
        scored = [0] * len(self.sides)
        for side, given in zip(range(len(scored)), self.start.scores, strict=False):
            scored[side] += given
        if self.values["in_play"] == "fives":
            after = [*self.earlier[1:], self]
            for deed, past in zip(self.deeds, after, strict=False):
                assert isinstance(past, LinePast)
                if deed.tile and past.count % 5 == 0:
                    scored[self.side_of(deed.seat)] += past.count
        return tuple(scored)

    @cached_property
    def pips(self) -> tuple[int, ...]:
        """The pips left on every side (L-SIDE-3, L-HAND-1)."""
        return tuple(sum(_pips(self.hands[seat]) for seat in side) for side in self.sides)

    @property
    def winner(self) -> int | None:
        """The side that went out (L-OUT-1), or the one with the fewest pips (L-BLOCKED-1, -2)."""
        if self.reason == "out":
            assert self._last_player is not None
            return self.side_of(self._last_player)
        fewest = min(self.pips)
        return self.pips.index(fewest) if self.pips.count(fewest) == 1 else None

    @property
    def points(self) -> tuple[int, ...]:
        """Points in play and, for the winner, those of the end (L-SUM-3)."""
        if self.winner is None:
            return self.scores
        won = _rounded(self._won(self.winner), self.values["round_to"])
        return tuple(
            score + (won if side == self.winner else 0) for side, score in enumerate(self.scores)
        )

    def _won(self, winner: int) -> int:
        own = self.pips[winner]
        others = sum(self.pips) - own
        if self.reason == "out":
            return {
                "opponents": others,  # L-OUT-2
                "opponents_minus_own": others - own,  # L-OUT-3
                "everyone": others + own,  # L-OUT-4
            }[self.values["score_out"]]
        return {
            "difference": others - own,  # L-BLOCKED-3
            "pairwise_differences": sum(pips - own for pips in self.pips),  # L-BLOCKED-4
            "opponents": others,  # L-BLOCKED-5
            "everyone": others + own,  # L-BLOCKED-6
        }[self.values["score_block"]]

    @property
    def table(self) -> Json:
        """The open ends, with the count where fives score."""
        if self.lead is None:
            return None
        count = {"count": self.count} if self.values["in_play"] == "fives" else {}
        return {**self.ends, **count}


def _shows(tile: Tile, end: int) -> int:
    return 2 * end if is_double(tile) else end  # L-COUNT-3, L-COUNT-4


def _rounded(points: int, unit: int) -> int:
    """Round to the nearest multiple of the unit, which is odd (L-SUM-1, L-SUM-2)."""
    return (points + unit // 2) // unit * unit
