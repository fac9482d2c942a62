"""Counts of what can follow: early, middle and late positions, and ones before rare situations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from asking import DisagreementError, Json
from bonepile.testing import catalogue
from bonepile.testing.parameters import seats_of
from bonepile.testing.positions import Position, plain_positions, rare_positions

FORMAT = "bonepile-perft/1"
SEED = 20261201
MOST = 2500
DEEPEST = 20
LATE = 5
"""A late position is so many actions before the end of the round."""

EACH_SITUATION = 2
"""So many positions for each rare situation under presets' own rules, and under house rules."""

HOUSE_RULES = 4


def stages(engine: Any) -> Iterator[Position]:
    """Three places in one round of each preset at each number of seats."""
    for preset, defaults in catalogue(engine).items():
        for seats in seats_of(defaults.parameters["hand_size"]):
            rules = {"preset": preset, "players": seats}
            dealt = engine.deal(engine.Rules.from_dict(rules), seed=SEED, round=seats % 3)
            actions = tuple(str(action) for action in dealt.playout(SEED).actions)
            deal = dealt.deal.to_dict()
            for stop in (0, len(actions) // 2, max(0, len(actions) - LATE)):
                yield Position(rules, dealt.round, deal, actions[:stop])


def rare(engine: Any) -> Iterator[Position]:
    """A few positions before each rare situation, the presets taking turns."""
    found: dict[tuple[str, bool], list[Position]] = {}
    for position in rare_positions(SEED, catalogue(engine)):
        kind = position.situation, len(position.rules) > 2
        found.setdefault(kind, []).append(position)
    for turn, alike in enumerate(found.values()):
        places = {
            (turn + n * len(alike) // EACH_SITUATION) % len(alike) for n in range(EACH_SITUATION)
        }
        yield from (alike[place] for place in sorted(places))


def positions(engine: Any) -> Iterator[Position]:
    yield from stages(engine)
    house = plain_positions(SEED, catalogue(engine), HOUSE_RULES)
    yield from (position for position in house if len(position.rules) > 2)
    yield from rare(engine)


def depth_of(round: Any) -> int:
    """How deep there are no more than MOST sequences, and some if there are any at all."""
    depth = 1
    while depth < DEEPEST and 0 < round.perft(depth + 1) <= MOST:
        depth += 1
    return depth


def table(engines: Sequence[Any], position: Position) -> Json:
    """The counts on all engines, which must agree; the last one is asked how deep to count."""
    rounds = [position.on(engine) for engine in engines]
    depth = depth_of(rounds[-1])
    deepest = depth if rounds[-1].perft(depth + 1) else depth + 1
    counts = [[round.perft(d) for d in range(deepest + 1)] for round in rounds]
    divides = [dict(sorted(round.divide(depth).items())) for round in rounds]
    if any(other != counts[0] for other in counts) or any(d != divides[0] for d in divides):
        raise DisagreementError(f"{position}: {counts}, {divides}")
    if sum(divides[0].values()) != counts[0][depth]:
        raise ValueError(f"{position}: the parts are not the whole: {divides[0]}, {counts[0]}")
    told = {"situation": position.situation} if position.situation else {}
    return told | {
        "rules": position.rules,
        "round": position.round,
        "deal": position.deal,
        "actions": list(position.actions),
        "depth": depth,
        "count": counts[0][depth],
        "counts": counts[0],
        "divide": divides[0],
    }


def all_tables(engines: Sequence[Any]) -> list[Json]:
    """Tables of all positions in which the round is not over, each position once."""
    found = (p for p in positions(engines[0]) if p.on(engines[-1]).result is None)
    once = {str(position): position for position in found}
    return [table(engines, position) for position in once.values()]
