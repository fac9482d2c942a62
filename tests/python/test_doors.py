"""Malformed input at every door: a few of the inputs that tests/doors/run.py makes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from bonepile.errors import DealError, NotationError, RulesError, UnknownPresetError
from building import complete

DOORS = Path(__file__).resolve().parent.parent / "doors"
sys.path.insert(0, str(DOORS))

from doors import BLOCK, DOORS  # noqa: E402
from watch import Batch, feed, feed_all  # noqa: E402

NAMES = tuple(DOORS)
INPUTS = {"bonepile": 15 * BLOCK, "bonepile.reference": 2 * BLOCK}


@pytest.mark.parametrize("door", NAMES)
def test_malformed_input_is_refused_and_never_fatal(engine: ModuleType, door: str) -> None:
    tally = feed(Batch(engine.__name__, door, 2, 0, INPUTS[engine.__name__]))
    assert tally.troubles == []
    assert 0 < tally.accepted < tally.inputs
    assert tally.accepted + tally.refused.total() == tally.inputs


def test_the_inputs_follow_from_the_seed() -> None:
    def told(seed: int, first: int) -> Any:
        return feed(Batch("bonepile", "session", seed, first, BLOCK)).refused

    assert told(1, 0) == told(1, 0) != told(2, 0)
    assert told(1, 0) != told(1, BLOCK)


FAULTY = """
import os, time
from bonepile import *
from bonepile import Session as Honest

OK = b'"ok":true'
WITHOUT_MESSAGE = b'"ok":false,"error":"bad_request","message":" "'

class Session:
    closed = False
    def __init__(self):
        self.honest = Honest()
    def answer(self, line):
        if b'"hello"' in line:
            {fault}
        return self.honest.answer(line)
"""


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("return b'{}'", "an answer without id or ok"),
        ("raise KeyError('op')", "KeyError: 'op'"),
        ("raise RecursionError", "RecursionError: "),
        ("raise BaseException('panic')", "BaseException: panic"),
        ('return b\'{"id":-5,"ok":true}\'', "another id: -5"),
        ("return self.honest.answer(line).replace(OK, WITHOUT_MESSAGE)", "without a message"),
        ("os._exit(3)", "the process died"),
        ("time.sleep(99)", "no answer in 2 seconds"),
    ],
)
def test_a_fault_is_traced_to_its_input(
    fault: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "faulty_engine.py").write_text(FAULTY.format(fault=fault), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "faulty_engine", raising=False)
    monkeypatch.setattr("watch.PATIENCE", 2.0)
    batch = Batch("faulty_engine", "session", 1, 0, BLOCK)
    [(_, _, tally)] = feed_all([batch], jobs=1)
    assert tally.troubles
    assert told in tally.troubles[0].what


def test_errors_with_very_many_reasons_show_the_first(engine: ModuleType) -> None:
    deal = complete(6, 7, ["", ""])
    deal["hands"][1] = [0] * 50_000
    with pytest.raises(DealError, match=r"; and 49970 more$") as refused:
        engine.Deal.from_dict(deal)
    assert len(refused.value.reasons) == 50_000
    assert str(refused.value).startswith("hands[1][0]: ")
    rules = {"preset": "masters-draw", "players": 2}
    start = {"op": "start", "rules": rules, "deal": deal}
    answer = json.loads(engine.Session().answer(json.dumps(start).encode()))
    assert answer["error"] == "bad_deal"
    assert answer["message"].endswith("; and 49970 more")


def test_errors_can_be_shown_whatever_they_quote(engine: ModuleType) -> None:
    for name in ("\ud800", "x" * 100_000):
        with pytest.raises(RulesError) as refused:
            engine.Rules("masters-draw", players=2, **{name: 1})
        assert 0 < len(str(refused.value).encode()) < 3000
        with pytest.raises(UnknownPresetError) as unknown:
            engine.Rules(name, players=2)
        assert 0 < len(str(unknown.value).encode()) < 3000
    with pytest.raises(NotationError) as no_action:
        engine.Rules("masters-draw", players=2).action("0-" + "9" * 100_000)
    assert 0 < len(str(no_action.value)) < 3000
    deal = complete(6, 7, ["", ""])
    deal["hands"][0][0] = "0-" + "9" * 100_000
    with pytest.raises(DealError) as refused_deal:
        engine.Round(engine.Rules("masters-draw", players=2), deal)
    assert len(str(refused_deal.value)) < 3000
