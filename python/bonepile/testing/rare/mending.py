"""Rounds that came close to something rare, changed so that they come to it."""

from __future__ import annotations

from itertools import combinations

from ...errors import DealError
from ...types import AnyRound
from ..deals import own_deal
from ..dice import Dice
from .trace import tile_of

__all__ = ["share_fewest_pips", "unchanged"]

Rounds = list[AnyRound]


def unchanged(dice: Dice, rounds: Rounds) -> Rounds:  # noqa: ARG001
    """Leave the rounds as they are."""
    return rounds


def share_fewest_pips(dice: Dice, rounds: Rounds) -> Rounds:
    """Swap two tiles that a block left in hands, so that sides share the fewest pips.

    The rounds as they are, where no swap allows the same actions.
    """
    last = rounds[-1] if rounds else None
    if last is None or last.result is None or last.result.reason != "blocked":
        return rounds
    dealt = own_deal(last).hands
    hands = last.snapshot()["hands"]
    sides = last.rules.sides
    pips = [0] * sides
    for seat, hand in enumerate(hands):
        pips[seat % sides] += sum(map(_pips, hand))
    left = [(seat, tile) for seat, hand in enumerate(hands) for tile in hand if tile in dealt[seat]]
    for (seat, tile), (other_seat, other) in dice.shuffled(list(combinations(left, 2))):
        more = _pips(other) - _pips(tile)
        after = list(pips)
        after[seat % sides] += more
        after[other_seat % sides] -= more
        if after.count(min(after)) > 1:
            swapped = _swapped(last, tile, other)
            if swapped is not None:
                return swapped
    return rounds


def _pips(tile: str) -> int:
    return sum(tile_of(tile) or ())


def _swapped(last: AnyRound, one: str, other: str) -> Rounds | None:
    """The same actions after a deal with two tiles swapped, None where they are not legal."""
    places = {one: other, other: one}
    deal = own_deal(last).to_dict()
    deal["hands"] = [[places.get(tile, tile) for tile in hand] for hand in deal["hands"]]
    try:
        rounds = [last.with_deal(deal)]
    except DealError:
        return None
    while rounds[-1].actions:
        rounds.append(rounds[-1].undo())
    return rounds[::-1]
