"""What can be taken away from a case, one thing at a time, and that shrunk cases lack it all."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import bonepile
import pytest
from bonepile.testing import Case, Outcome, catalogue, draw_case, load_engine
from bonepile.testing.adapter import EngineAdapter, Refused
from bonepile.testing.judge import Judge, prepare
from bonepile.testing.removals import removals
from bonepile.testing.shrink import improvements, kind, size
from bonepile.types import Engine, Snapshot

PLANTED = Path(__file__).resolve().parents[2] / "tests" / "planted"
CORE: Engine = load_engine("bonepile")
PRESETS = catalogue(CORE)
SECONDS = 10.0


def played(rules: dict[str, Any], round: int = 0, index: int = 0) -> Case:
    right = prepare(CORE, Case(5, index, rules, round))
    assert right is not None
    return right.case


def is_legal(case: Case) -> bool:
    try:
        CORE.Round(
            CORE.Rules.from_dict(case.rules), case.deal or {}, case.round, case.actions or ()
        )
    except bonepile.BonepileError:
        return False
    return True


TRAINS = {"preset": "masters-mexican-train", "players": 3, "set": 5, "hand_size": 4}
DRAW = {"preset": "masters-draw", "players": 3, "set": 4, "hand_size": 3, "target": 20}


@pytest.mark.parametrize("rules", [TRAINS, DRAW], ids=lambda rules: rules["preset"])
@pytest.mark.parametrize("round", [0, 2])
def test_every_single_thing_can_go(rules: dict[str, Any], round: int) -> None:
    case = played(rules, round)
    told = list(removals(case, CORE))
    legal = [smaller for smaller in told if is_legal(smaller)]
    tables = {(s.rules["players"], s.rules.get("set"), s.rules["hand_size"]) for s in legal}
    seats, pips, hand = rules["players"], rules["set"], rules["hand_size"]
    assert (seats - 1, pips, hand) in tables
    assert (seats, pips, hand - 1) in tables
    assert {table[1] for table in tables} == {pips, pips - 1}
    same = [s.actions or () for s in legal if (s.rules, s.deal) == (case.rules, case.deal)]
    lengths = set(map(len, same))
    assert len(case.actions or ()) - 1 in lengths
    assert () in same
    if rules is DRAW:
        assert any("target" not in smaller.rules for smaller in legal)


@pytest.mark.parametrize("index", range(40))
def test_smaller_deals_are_deals_and_their_actions_are_legal(index: int) -> None:
    right = prepare(CORE, draw_case(11, index, PRESETS))
    if right is None or right.refused is not None or len(right.actions) > 60:
        return
    for smaller in removals(right.case, CORE):
        if smaller.rules.keys() >= right.case.rules.keys():
            assert is_legal(smaller), smaller


def test_tiles_that_were_never_laid_go_first() -> None:
    case = played(TRAINS)
    case = replace(case, actions=(case.actions or ())[:4])
    assert len(set(case.actions or ()) - {"draw", "pass"}) > 1
    shorter = (s for s in removals(case, CORE) if s.rules == {**TRAINS, "hand_size": 3})
    assert next(shorter).actions == case.actions


def test_who_begins_stays_the_same_without_a_pip_or_a_seat() -> None:
    """Trains begin at the seat of the round's number, and the round's number names the engine."""
    case = played(TRAINS, 2)
    first = (case.actions or ("",))[0]
    kept = [s.actions[0] for s in removals(case, CORE) if s.actions and s.rules["players"] == 2]
    tile = first.partition("@")[0]
    assert tile in {action.partition("@")[0] for action in kept}


# Shrinking


class Lenient(EngineAdapter):
    """An engine that takes any text for an action once a tile has been led."""

    def apply(self, action: str) -> Snapshot:
        try:
            return super().apply(action)
        except Refused:
            now = self._in_progress().snapshot()
            if now["table"] is None or now["result"]:
                raise
            return now


class Careless(EngineAdapter):
    """An engine that thinks an illegal action comes after the end of the round."""

    def apply(self, action: str) -> Snapshot:
        try:
            return super().apply(action)
        except Refused as error:
            code = "round_over" if error.code == "illegal_action" else error.code
            raise Refused(code) from error


def shrunk(judge: Judge, found: Outcome) -> Outcome:
    *_, small = found, *improvements(judge, CORE, found, SECONDS)
    return small


def smaller_still(judge: Judge, outcome: Outcome) -> Iterator[Outcome]:
    """The cases without one more thing that differ alike."""
    for case in removals(outcome.case, CORE):
        told = judge(case)
        smaller = size(told.case, PRESETS) < size(outcome.case, PRESETS)
        if smaller and told.difference is not None and kind(told) == kind(outcome):
            yield told


@pytest.mark.parametrize(
    ("adapter", "what"), [(Lenient(bonepile), "accepted"), (Careless(bonepile), "answer")]
)
def test_a_wrong_answer_to_an_illegal_action_is_made_small(
    adapter: EngineAdapter, what: str
) -> None:
    judge = Judge(adapter, CORE)
    case = played({"preset": "masters-draw", "players": 4, "target": 20})
    probes = [f"{low}-{high}@L" for high in range(7) for low in range(high + 1)]
    actions: list[str] = []
    for action in case.actions or ():
        actions += [*probes, action]
    found = judge(replace(case, actions=tuple(actions)))
    assert found.difference is not None
    assert kind(found) == what
    small = shrunk(judge, found)
    assert kind(small) == what
    assert small.case.rules["players"] == 2
    assert "target" not in small.case.rules
    assert len(small.case.actions or ()) <= 3
    assert list(smaller_still(judge, small)) == []


def test_two_refused_actions_are_one_kind_and_other_answers_are_not() -> None:
    case = played({"preset": "masters-draw", "players": 2})
    judge = Judge(Careless(bonepile), CORE)
    first, second = (judge(replace(case, actions=(text,))) for text in ("9-9", "pass"))
    assert first.difference is not None
    assert second.difference is not None
    assert first.difference.what != second.difference.what
    assert kind(first) == kind(second) == "answer"
    lead = replace(case, actions=(case.actions or ())[:1])
    accepted = Judge(Lenient(bonepile), CORE)(replace(lead, actions=(*lead.actions, "9-9")))
    assert kind(accepted) == "accepted"


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(PLANTED))
    monkeypatch.syspath_prepend(str(tmp_path))
    planting: Any = importlib.import_module("planting")

    def plant(name: str) -> ModuleType:
        bug = next(bug for bug in planting.read_catalogue() if bug.name == name)
        planting.plant(bug, tmp_path)
        return importlib.import_module(bug.package)

    yield plant
    for name in [name for name in sys.modules if name.startswith("planted_")]:
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.parametrize(
    ("name", "index", "most"),
    [
        ("newest-is-oldest", 205, 8),
        ("short-hand-accepted", 949, 0),
        ("train-blocked-one-pass-early", 14, 6),
    ],
)
def test_nothing_can_be_taken_from_a_shrunk_case(
    planted: Any, name: str, index: int, most: int
) -> None:
    judge = Judge(EngineAdapter(planted(name)), CORE)
    found = judge(draw_case(1, index, PRESETS, overrides=True))
    assert found.difference is not None
    small = shrunk(judge, found)
    assert len(small.case.actions or ()) <= most
    assert list(smaller_still(judge, small)) == []
