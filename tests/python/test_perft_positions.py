"""A sample of the positions that tests/perft_positions.py counts from."""

from __future__ import annotations

from itertools import islice
from types import ModuleType

import pytest
from bonepile.testing import catalogue
from bonepile.testing.positions import Position, count_on_both, plain_positions, rare_positions
from bonepile.testing.rare import SITUATIONS


@pytest.fixture(scope="module")
def sample(reference: ModuleType) -> list[Position]:
    presets = catalogue(reference)
    rare = [*islice(rare_positions(2, {"all-fives": presets["all-fives"]}), 25)]
    rare += islice(rare_positions(2, {"masters-mexican-train-strict": presets[STRICT]}), 25)
    return rare + list(plain_positions(2, presets, 1))[::4]


STRICT = "masters-mexican-train-strict"


def test_both_engines_count_the_same(
    sample: list[Position], both: tuple[ModuleType, ModuleType]
) -> None:
    core, reference = both
    assert len(sample) >= 60
    deep = 0
    for position in sample:
        counted = count_on_both(core, reference, position, 300)
        assert counted.first == counted.second, position
        deep += counted.depth > 1
    assert deep > len(sample) // 2


def test_an_engine_that_loses_an_action_is_caught(
    sample: list[Position], reference: ModuleType
) -> None:
    class Round(reference.Round):
        def perft(self, depth: int, /) -> int:
            return int(super().perft(depth)) - 1

    class Broken:
        Rules = reference.Rules

    Broken.Round = Round  # type: ignore[attr-defined]
    counted = count_on_both(reference, Broken, sample[0], 50)  # type: ignore[arg-type]
    assert counted.first - 1 == counted.second


def test_rare_positions_are_named(sample: list[Position]) -> None:
    names = {situation.name for situation in SITUATIONS}
    named = {position.situation for position in sample} - {""}
    assert named <= names
    assert len(named) > 30
