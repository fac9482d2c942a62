"""``bonepile perft``: counts of sequences of actions."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator

from ..types import AnyMatch, AnyRound, Engine, Json
from .common import UsageError, chosen_seed, engine_module, load_engine, make_rules, read_text
from .rounds import round_at, told_start

__all__ = ["run"]


def run(options: Namespace) -> int:
    """Run the subcommand."""
    _check(options)
    engine = load_engine(engine_module(options))
    round = _dealt(engine, options) if options.record is None else _recorded(engine, options)
    round.playout(0).perft(options.depth)  # a wrong depth is told before anything is counted
    if options.json:
        print(json.dumps(_told(round, options)))
    elif options.divide:
        parts = round.divide(options.depth)
        for action, count in parts.items():
            print(f"{action}: {count}")
        print(f"total: {sum(parts.values())}")
    else:
        for depth, count in enumerate(_counts(round, options.depth)):
            print(f"{depth}: {count}", flush=True)
            if count == 0:
                print("no round goes on for that long")
    return 0


def _counts(round: AnyRound, depth: int) -> Iterator[int]:
    """Count the sequences of 0, 1, ... actions, up to the first length that there is not."""
    for length in range(depth + 1):
        count = round.perft(length)
        yield count
        if count == 0:
            return


def _told(round: AnyRound, options: Namespace) -> dict[str, Json]:
    told = told_start(round)
    if options.divide:
        return {**told, "depth": options.depth, "divide": round.divide(options.depth)}
    return {**told, "perft": list(_counts(round, options.depth))}


def _check(options: Namespace) -> None:
    if (options.preset is None) == (options.record is None):
        raise UsageError("give a PRESET or a --record, one of them")
    if options.record is None:
        if options.players is None:
            raise UsageError("a PRESET wants --players")
        if options.at is not None:
            raise UsageError("--at is for --record")
    elif options.players is not None or options.rule or options.seed is not None:
        raise UsageError("--players, --rule and --seed are for a PRESET; the record has its own")


def _dealt(engine: Engine, options: Namespace) -> AnyRound:
    rules = make_rules(engine, options)
    round: AnyRound = engine.deal(rules, seed=chosen_seed(options), round=options.round or 0)
    return round


def _recorded(engine: Engine, options: Namespace) -> AnyRound:
    match: AnyMatch = engine.Match.from_record(read_text(options.record))
    return round_at(match, options.round, options.at)[1]
