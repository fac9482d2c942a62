"""The strategies for users: what they draw is legal, varied and shrinks to what a person reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from bonepile import Match, Round, Rules, reference
from bonepile.testing import strategies
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis.errors import NoSuchExample

SEARCH = settings(
    max_examples=1500,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate, Phase.shrink),
)


@given(strategies.rounds())
def test_rounds_are_the_same_on_the_reference(round: Round) -> None:
    rules = reference.Rules.from_dict(round.rules.to_dict())
    assert round.deal is not None
    played = [str(action) for action in round.actions]
    other = reference.Round(rules, round.deal.to_dict(), round.round, played)
    assert other.snapshot() == round.snapshot()


@given(strategies.records())
def test_records_are_read_back(record: dict[str, Any]) -> None:
    text = json.dumps(record)
    assert Match.from_record(text).record() == record
    assert reference.Match.from_record(text).record() == record


@given(strategies.rounds().flatmap(lambda r: strategies.actions(r).map(lambda a: (r, a))))
def test_actions_are_judged(drawn: tuple[Round, str]) -> None:
    round, action = drawn
    legal = [str(one) for one in round.legal_actions()]
    assert round.is_legal(action) == (action in legal)


@given(strategies.rules(presets=["masters-draw", "all-fives"], players=[3], overrides=False))
def test_presets_and_seats_are_those_asked_for(rules: Rules) -> None:
    assert rules.preset in {"masters-draw", "all-fives"}
    assert rules.players == 3
    assert rules.to_dict().keys() == {"preset", "players"}


BLOCK = {"preset": "masters-block", "players": 2, "set": 3, "hand_size": 4}
DRAW = {"preset": "masters-draw", "players": 2, "set": 3, "hand_size": 3}
TRAINS = {"preset": "dominos-cc-mexican-train", "players": 2, "set": 3, "hand_size": 3}


@pytest.mark.parametrize(
    ("rules", "wanted", "most"),
    [
        (BLOCK, lambda r: r.result is not None and r.result.reason == "blocked", 8),
        (DRAW, lambda r: "draw" in map(str, r.actions), 3),
        (BLOCK, lambda r: "pass" in map(str, r.actions), 3),
        (TRAINS, lambda r: r.snapshot()["table"]["markers"] == [0], 4),
    ],
    ids=["blocked", "draws", "passes", "marker"],
)
def test_what_is_found_is_small(
    rules: dict[str, Any], wanted: Callable[[Round], bool], most: int
) -> None:
    found = find(strategies.rounds(Rules.from_dict(rules)), wanted, settings=SEARCH)
    assert wanted(found)
    assert len(found.actions) <= most


def test_nothing_is_found_where_there_is_nothing() -> None:
    with pytest.raises(NoSuchExample):
        find(
            strategies.rounds(Rules("masters-block", players=2)),
            lambda r: "draw" in map(str, r.actions),
            settings=settings(SEARCH, max_examples=60),
        )
