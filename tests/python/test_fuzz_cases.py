"""How fuzz cases are drawn, and how many of them are run."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest
from bonepile.testing import (
    Plan,
    catalogue,
    compare_apart,
    draw_case,
    draw_rules,
    fuzz,
    run_cases,
)
from bonepile.testing.dice import Dice
from bonepile.testing.transcripts import BAD_LINES, comparable


def test_the_dice_are_frozen() -> None:
    dice = Dice(1, 2, "walk")
    assert [dice.below(1000) for _ in range(6)] == [706, 590, 793, 397, 768, 49]
    assert Dice(1, 2, "walk").shuffled(range(8)) == [7, 2, 0, 3, 1, 6, 4, 5]
    assert Dice(12).word() != Dice(1, 2).word()


def test_dice_stay_in_their_range_and_reach_its_ends() -> None:
    dice = Dice("range")
    assert {dice.between(3, 6) for _ in range(200)} == {3, 4, 5, 6}
    assert {dice.pick("abc") for _ in range(200)} == set("abc")
    assert not any(dice.percent(0) for _ in range(200))
    assert all(dice.percent(100) for _ in range(200))


def test_a_case_depends_on_seed_and_index_only(reference: ModuleType) -> None:
    presets = catalogue(reference)
    cases = [draw_case(9, index, presets, overrides=True) for index in range(50)]
    again = [draw_case(9, index, presets, overrides=True) for index in reversed(range(50))]
    assert cases == again[::-1]
    assert len({json.dumps(case.rules) for case in cases}) > 40
    assert draw_case(10, 0, presets, overrides=True) != cases[0]
    assert len({case.game_seed for case in cases}) == 50


def test_without_overrides_all_rules_are_presets(reference: ModuleType) -> None:
    presets = catalogue(reference)
    drawn = [draw_rules(Dice("plain", i), presets, overrides=False) for i in range(300)]
    assert {rules["preset"] for rules in drawn} == set(presets)
    for rules in drawn:
        assert reference.Rules.from_dict(rules).to_dict() == rules


def test_overrides_reach_every_parameter_set_and_number_of_seats(reference: ModuleType) -> None:
    presets = catalogue(reference)
    accepted: dict[str, set[str]] = {}
    seen_sets, seen_seats, refused = set(), set(), 0
    for index in range(3000):
        rules = draw_rules(Dice("broad", index), presets, overrides=True)
        try:
            made = reference.Rules.from_dict(rules)
        except ValueError:
            refused += 1
            continue
        seen_sets.add(made.parameters["set"])
        seen_seats.add(made.players)
        for name, value in made.parameters.items():
            accepted.setdefault(f"{made.family} {name}", set()).add(json.dumps(value))
    assert seen_sets == set(range(1, 19))
    assert seen_seats == set(range(2, 9))
    assert 200 < refused < 800
    single = {name for name, values in accepted.items() if len(values) < 2}
    assert single == {"line block"}  # it has one value only


# Many cases


def test_the_number_of_processes_changes_nothing() -> None:
    plan = Plan(seed=11, first="bonepile.reference", overrides=True)
    alone = run_cases(plan, 20, 70)
    assert fuzz(plan, 50, first=20, jobs=1) == alone
    calls = []
    assert fuzz(plan, 50, first=20, jobs=3, progress=lambda now: calls.append(now.cases)) == alone
    assert calls == [16, 32, 48, 50]
    assert alone.failure is None
    assert alone.cases == 50 == alone.refused + sum(alone.presets.values())


def test_only_the_presets_asked_for() -> None:
    plan = Plan(seed=1, first="bonepile.reference", presets=("all-fives", "pagat-draw"))
    assert set(run_cases(plan, 0, 20).presets) == {"all-fives", "pagat-draw"}


BROKEN = """
import os
from bonepile.reference import *
from bonepile import reference

class Session(reference.Session):
    def answer(self, line):
        {fault}

def presets():
    return reference.presets()
"""


def broken_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> str:
    (tmp_path / "broken_engine.py").write_text(BROKEN.format(fault=fault), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return "broken_engine"


def test_the_first_failing_case_is_the_one_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = broken_module(tmp_path, monkeypatch, "return b'{}'")
    plan = Plan(seed=2, first=name)
    expected = run_cases(plan, 0, 60).failure
    assert expected is not None
    assert fuzz(plan, 60, jobs=2).failure == expected


def test_a_worker_that_dies_is_traced_to_its_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(seed=2, first=broken_module(tmp_path, monkeypatch, "os._exit(9)"))
    expected = run_cases(
        Plan(seed=2, first=broken_module(tmp_path, monkeypatch, "return b'{}'")), 0, 60
    ).failure
    (tmp_path / "broken_engine.py").write_text(BROKEN.format(fault="os._exit(9)"), encoding="utf-8")
    failure = fuzz(plan, 60, jobs=2).failure
    assert failure is not None
    assert expected is not None
    assert failure.difference is not None
    assert failure.difference.crash
    assert failure.case.index == expected.case.index
    assert failure.case.actions == expected.case.actions
    [again] = compare_apart(plan.first, plan.second, [failure.case])
    assert again.difference == failure.difference


# The line protocol's bad lines are bad


@pytest.mark.parametrize("line", BAD_LINES, ids=lambda line: repr(line[:24]))
def test_bad_lines_are_bad_requests(line: bytes, engine: ModuleType) -> None:
    session = engine.Session()
    answer = comparable(session.answer(line))
    assert answer["ok"] is False
    assert answer["error"] == "bad_request"
    assert not session.closed
