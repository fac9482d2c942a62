"""How this library is asked for many games: the one place that knows."""

from __future__ import annotations

from typing import NamedTuple

import bonepile
from bonepile import Playouts, Round, Rules, reference
from bonepile.types import Instructions, Tally
from measure import Totals

SEED = 2026


class Games(NamedTuple):
    """Games of the library, as it returns them."""

    playouts: Playouts

    def totals(self) -> Totals:
        """What they add up to."""
        return _totals(self.playouts.tally())


def play(
    start: Rules | Round, n: int, threads: int = 1, instructions: Instructions = "best"
) -> Games:
    """Games 0 to ``n - 1`` of the seed, from fresh deals or from where a round stands."""
    return Games(bonepile.playouts(start, n, SEED, threads=threads, instructions=instructions))


def play_reference(rules: Rules, n: int) -> Totals:
    """The same games by the reference, which shares no code with the core."""
    same = reference.Rules.from_dict(rules.to_dict())
    return _totals(reference.playouts(same, n, SEED).tally())


def middle_of_block() -> Round:
    """Block for two with hands of seven, after the first seven actions of a random game."""
    rules = Rules("masters-block", players=2, hand_size=7)
    dealt = bonepile.deal(rules, SEED)
    for action in dealt.playout(SEED).actions[:7]:
        dealt = dealt.play(action)
    return dealt


def _totals(tally: Tally) -> Totals:
    return Totals(tally.rounds, tally.actions, tally.points)
