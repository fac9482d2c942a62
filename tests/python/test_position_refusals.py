"""Positions that are refused: each condition of docs/positions.md, and the place that it names."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from bonepile.errors import PositionError
from refused_positions import BASES, FORM, LINE, TILES, TRAIN


def reasons(engine: Any, name: str, changes: dict[str, Any]) -> tuple[str, ...]:
    rules, position = BASES[name]
    changed = deepcopy(position) | changes
    try:
        engine.Round.from_position(engine.Rules.from_dict(rules), changed)
    except PositionError as error:
        return error.reasons
    return ()


def places(engine: Any, name: str, changes: dict[str, Any]) -> set[str]:
    return {reason.partition(":")[0] for reason in reasons(engine, name, changes)}


@pytest.mark.parametrize("name", BASES)
def test_the_bases_are_accepted(engine: Any, name: str) -> None:
    assert reasons(engine, name, {}) == ()


@pytest.mark.parametrize(("name", "changes", "place"), FORM + TILES + LINE + TRAIN)
def test_what_is_refused_and_where(
    engine: Any, name: str, changes: dict[str, Any], place: str
) -> None:
    assert place in places(engine, name, changes)


@pytest.mark.parametrize(
    ("name", "changes", "wanted"),
    [
        (
            "block",
            {"drew": 1, "passes": "0", "to_play": 9, "x": 0},
            ["drew", "passes", "to_play", "x"],
        ),
        (
            "block",
            {"boneyard": [], "layout": {"lead": "1-1", "R": ["0-0", "1-2"]}},
            ["boneyard", "layout.R[0]"],
        ),
        ("block", {"drew": True, "passes": 2, "scores": [5, 0]}, ["drew", "passes", "scores"]),
        (
            "extra",
            {"drew": True, "owed": [1], "open_doubles": []},
            ["drew", "owed", "open_doubles"],
        ),
    ],
)
def test_every_reason_of_a_stage_at_once(
    engine: Any, name: str, changes: dict[str, Any], wanted: list[str]
) -> None:
    assert set(wanted) <= places(engine, name, changes)


def test_one_stage_after_the_other(engine: Any) -> None:
    tiles = {"boneyard": ["0-0"]}
    assert places(engine, "block", tiles | {"passes": 2}) == {"boneyard"}
    assert places(engine, "block", tiles | {"passes": "2"}) == {"passes"}


@pytest.mark.parametrize("key", ["format", "hands", "to_play"])
def test_keys_that_may_not_be_left_out(engine: Any, key: str) -> None:
    rules, position = BASES["block"]
    without = {name: value for name, value in position.items() if name != key}
    with pytest.raises(PositionError, match=f"^{key}: "):
        engine.Round.from_position(engine.Rules.from_dict(rules), without)
