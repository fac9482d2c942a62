"""Deals and random play from seeds, redeals among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from asking import DisagreementError, Json
from bonepile.testing import catalogue
from bonepile.testing.parameters import seats_of

FORMAT = "bonepile-deals/1"
LAST = 2**64 - 1
WORDS = ((0, 0, 0), (20261201, 7, 1), (LAST, LAST, 2), (1, LAST, 0), (2**63, 1, 3))
"""Seeds, games and rounds: the smallest, the largest and some between."""

HOUSE: list[Json] = [
    {"preset": "masters-draw", "players": 8, "set": 9, "hand_size": 5},
    {"preset": "all-fives", "players": 6, "set": 18, "hand_size": 9},
    {"preset": "masters-draw", "players": 3, "no_double": "highest_tile", "hand_size": 2},
    {"preset": "masters-block", "players": 4, "go_out": "both_partners"},
    {"preset": "pagat-draw", "players": 2, "set": 1, "hand_size": 1, "reserve": 1},
    {"preset": "masters-mexican-train", "players": 2, "set": 2, "hand_size": 2},
    {"preset": "masters-mexican-train", "players": 4, "set": 9, "hand_size": 2},
    {"preset": "masters-mexican-train", "players": 5, "set": 15, "engine": "descending"},
    {"preset": "masters-mexican-train", "players": 3, "first_turn_double": "extra_turn"},
    {"preset": "dominos-cc-mexican-train", "players": 8, "set": 18, "hand_size": 20},
]

REDEALING: list[Json] = [
    {"preset": "masters-draw", "players": 2, "hand_size": 1},
    {"preset": "masters-draw", "players": 3, "set": 9, "hand_size": 2},
    {"preset": "masters-block", "players": 2, "set": 18, "hand_size": 1},
    {"preset": "masters-block-individual", "players": 4, "hand_size": 1},
]
"""Where a double must lead and hands are so short that a deck often has none in them."""

GAMES_REDEALT = range(8)


def asked() -> Iterator[tuple[Json, int, int, int]]:
    """Rules, seed, game and round."""
    from bonepile import reference  # noqa: PLC0415

    presets = [
        {"preset": preset, "players": seats}
        for preset, defaults in catalogue(reference).items()
        for seats in seats_of(defaults.parameters["hand_size"])
    ]
    for number, rules in enumerate([*presets, *HOUSE]):
        yield rules, *WORDS[0]
        yield rules, *WORDS[1 + number % (len(WORDS) - 1)]
    for rules in REDEALING:
        for game in GAMES_REDEALT:
            yield rules, 3, game, 0


def dealt(engines: Sequence[Any], rules: Json, seed: int, game: int, round: int) -> Json:
    told = [one(engine, rules, seed, game, round) for engine in engines]
    if any(other != told[0] for other in told):
        raise DisagreementError(f"{rules}, seed {seed}, game {game}: {told}")
    return told[0]


def one(engine: Any, rules: Json, seed: int, game: int, round: int) -> Json:
    """The deal and the random play as an engine makes them."""
    made = engine.Rules.from_dict(rules)
    begun = engine.deal(made, seed=seed, round=round, game=game)
    ended = begun.playout(seed=seed, game=game)
    return {
        "rules": rules,
        "seed": str(seed),
        "game": str(game),
        "round": round,
        "deal": begun.deal.to_dict(),
        "redealt": is_redealt(engine, made, begun, seed, game),
        "actions": [str(action) for action in ended.actions],
    }


def is_redealt(engine: Any, rules: Any, begun: Any, seed: int, game: int) -> bool:
    """Whether the deal is another than where nothing is ever dealt again."""
    if rules.parameters.get("no_double") != "redeal":
        return False
    patient = engine.Rules.from_dict({**rules.to_dict(), "no_double": "highest_tile"})
    first = engine.deal(patient, seed=seed, round=begun.round, game=game)
    return bool(first.deal != begun.deal)


def all_deals(engines: Sequence[Any]) -> list[Json]:
    return [dealt(engines, *question) for question in asked()]
