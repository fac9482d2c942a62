"""A divergence is made small: it stays one of the same kind, in time, and through crashes."""

from __future__ import annotations

import importlib
import json
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from bonepile.testing import (
    Case,
    Difference,
    Outcome,
    compare,
    divergence_record,
    in_short,
    read_cases,
    shrink,
    shrink_apart,
    write_divergence,
)
from bonepile.testing.shrink import kind

BIG = {"preset": "all-fives", "players": 4, "target": 20, "set": 9, "hand_size": {"4": 9}}


def bend_snapshots(module: ModuleType, monkeypatch: pytest.MonkeyPatch, bend: Any) -> None:
    honest = module.Round.snapshot
    monkeypatch.setattr(module.Round, "snapshot", lambda self: bend(honest(self)))


def no_count(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Forget the count once there is one that scores."""
    table = snapshot["table"]
    if table and any(snapshot["scores"]) and "count" in table:
        return {**snapshot, "table": {**table, "count": 0}}
    return snapshot


def first_of(engines: tuple[Any, Any], rules: dict[str, Any]) -> Case:
    for index in range(50):
        case = Case(3, index, rules)
        if compare(*engines, case).difference is not None:
            return case
    pytest.fail("no difference")


def test_a_divergence_becomes_small_and_stays_of_its_kind(
    twin: ModuleType,
    reference: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bend_snapshots(twin, monkeypatch, no_count)
    case = first_of((twin, reference), BIG)
    found = compare(twin, reference, case)
    small = shrink(twin, reference, case, seconds=5.0)
    assert small.difference is not None
    assert small.check is None
    assert kind(small) == kind(found) == "position"
    assert small.case.rules["players"] == 2
    assert small.case.rules["set"] < 9
    assert set(small.case.rules) <= {"preset", "players", "set", "hand_size"}
    assert small.case.actions is not None
    assert len(small.case.actions) <= 3
    assert compare(twin, reference, small.case) == small, "the small case tells it by itself"


def test_engines_that_agree_leave_the_case_as_it_is(reference: ModuleType) -> None:
    case = Case(3, 1, BIG)
    assert shrink(reference, reference, case) == compare(reference, reference, case)


def test_without_time_the_case_stays_as_it_was_found(
    twin: ModuleType,
    reference: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bend_snapshots(twin, monkeypatch, no_count)
    case = first_of((twin, reference), BIG)
    assert shrink(twin, reference, case, seconds=0.0) == compare(twin, reference, case)


def test_refused_rules_keep_only_what_is_refused(
    twin: ModuleType,
    reference: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = twin.Rules.from_dict
    monkeypatch.setattr(twin.Rules, "from_dict", lambda rules: honest({**rules, "reserve": None}))
    rules = {"preset": "masters-draw", "players": 3, "target": 20, "reserve": 2, "spinner": "none"}
    small = shrink(twin, reference, Case(1, 1, rules), seconds=3.0)
    assert small.case.rules.keys() == {"preset", "players", "set", "hand_size", "reserve"}
    assert small.difference is not None
    assert small.difference.what == "rules"


def test_what_a_simulation_found_is_shown_in_the_round(
    twin: ModuleType,
    reference: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = importlib.import_module(f"{twin.__name__}.line")
    monkeypatch.setattr(line, "rounded", lambda points, to: points + 1)
    dealt = reference.deal(reference.Rules("masters-draw", players=3), seed=5)
    rules = {"preset": "masters-draw", "players": 3}
    for index in range(200):
        case = Case(8, index, rules, 0, dealt.deal.to_dict(), ())
        found = compare(twin, reference, case)
        if found.check == "playouts":
            break
    small = shrink(twin, reference, case, seconds=5.0)
    assert small.check is None
    assert kind(small) == "result"
    assert small.case.rules["players"] == 2


# Apart


LIAR = """
import os, time
from bonepile.reference import *
from bonepile import reference

def presets():
    return reference.presets()

def playouts(*args, **kwargs):
    {fault}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def deadly(folder: Path, fault: str) -> tuple[str, Outcome]:
    name = f"liar_{len(fault)}"
    (folder / f"{name}.py").write_text(LIAR.format(fault=fault), encoding="utf-8")
    index = next(i for i in range(99) if Case(2, i, {}).dice("check", "playouts").below(8) == 0)
    difference = Difference("the whole case", "some time in it", None, None, crash=True)
    rules = {"preset": "masters-draw", "players": 3, "target": 20}
    return name, Outcome(Case(2, index, rules), 30, difference)


def test_a_crash_is_made_small_in_another_process(folder: Path) -> None:
    name, found = deadly(folder, "os._exit(6)")
    *_, small = shrink_apart(name, "bonepile.reference", found, seconds=8.0)
    assert small.difference is not None
    assert small.difference.crash
    assert "target" not in small.case.rules


def test_an_engine_that_hangs_is_given_up_in_time(folder: Path) -> None:
    name, found = deadly(folder, "time.sleep(600)")
    start = time.monotonic()
    assert list(shrink_apart(name, "bonepile.reference", found, seconds=2.0)) == []
    assert time.monotonic() - start < 10


# Files


def test_the_file_of_a_shrunk_case_names_the_one_it_came_from(tmp_path: Path) -> None:
    difference = Difference("snapshot", "after the deal", {"to_play": 0}, {"to_play": 1})
    big = Outcome(Case(7, 40, {"preset": "masters-draw", "players": 5}, 2), 0, difference)
    deal = {"hands": [["0-0"], ["1-1"]], "boneyard": ["0-1"]}
    rules = {"preset": "masters-draw", "players": 2, "set": 1, "hand_size": 1}
    small = Outcome(Case(7, 3, rules, 0, deal, ()), 0, difference)
    path = write_divergence(small, tmp_path, big)
    assert path.name == "bonepile-fuzz-7-40.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record == divergence_record(small, big)
    assert (record["shrunk_from"]["seed"], record["shrunk_from"]["index"]) == (7, 40)
    assert record["shrunk_from"]["rules"] == big.case.rules
    assert read_cases(path.read_text(encoding="utf-8")) == [small.case]
    assert in_short(small).endswith("2 tiles in hands, 1 in the boneyard, 0 actions")
