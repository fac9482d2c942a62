"""How this library is asked for many games: the one place that knows."""

from __future__ import annotations

from functools import partial

import bonepile
from bonepile import Round, Rules, reference
from measure import Totals

SEED = 2026


def play(start: Rules | Round, n: int, seed: int = SEED, threads: int = 1) -> Totals:
    """Games 0 to ``n - 1`` of the seed, from fresh deals or from where a round stands."""
    if isinstance(start, Rules):
        tally = bonepile.simulate(start, n, seed, threads=threads)
        return Totals(tally.rounds, tally.actions, tally.points)
    return sum(map(partial(_playout, start, seed), range(n)), start=_nothing(start.rules))


def play_reference(rules: Rules, n: int) -> Totals:
    """The same games by the reference, which shares no code with the core."""
    tally = reference.simulate(reference.Rules.from_dict(rules.to_dict()), n, SEED)
    return Totals(tally.rounds, tally.actions, tally.points)


def middle_of_block() -> Round:
    """Block for two with hands of seven, after the first seven actions of a random game."""
    rules = Rules("masters-block", players=2, hand_size=7)
    dealt = bonepile.deal(rules, SEED)
    for action in dealt.playout(SEED).actions[:7]:
        dealt = dealt.play(action)
    return dealt


def _playout(start: Round, seed: int, game: int) -> Totals:
    played = start.playout(seed, game)
    assert played.result is not None
    return Totals(1, len(played.actions) - len(start.actions), played.result.points)


def _nothing(rules: Rules) -> Totals:
    return Totals(0, 0, (0,) * rules.sides)
