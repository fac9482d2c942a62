"""``bonepile deal``: one round, dealt and perhaps played to its end, shown or as a record."""

from __future__ import annotations

import json
from argparse import Namespace

from ..types import AnyRound
from .common import UsageError, chosen_seed, engine_module, load_engine, make_rules
from .rounds import ending, record_of, show_plays

__all__ = ["run"]


def run(options: Namespace) -> int:
    """Run the subcommand."""
    if options.policy is not None and not options.playout:
        raise UsageError("--policy says how --playout plays")
    engine = load_engine(engine_module(options))
    rules = make_rules(engine, options)
    seed = chosen_seed(options)
    round: AnyRound = engine.deal(rules, seed=seed, round=options.round or 0, game=options.game)
    played = round
    if options.playout:
        played = round.playout(seed, options.game, options.policy or "random")
    if options.json:
        print(json.dumps(record_of(played)))
        return 0
    _show(round)
    if played.result is not None:
        show_plays(played)
        print(f"end: {ending(played.result, played)}")
    return 0


def _show(round: AnyRound) -> None:
    deal = round.deal
    assert deal is not None
    for seat, hand in enumerate(deal.hands):
        print(f"seat {seat}: {' '.join(hand)}")
    print(f"boneyard: {' '.join(deal.boneyard) or 'empty'}")
    engine = round.snapshot()["table"] if round.rules.family == "train" else None
    if engine is not None:
        aside = "set aside" if deal.engine is not None else "laid from a hand or the boneyard"
        print(f"engine: {engine['engine']}-{engine['engine']}, {aside}")
    print(f"on turn: seat {round.to_play}")
