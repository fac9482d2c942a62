"""Adapters, engines in processes, and the judge that asks them."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import bonepile
import pytest
from bonepile import reference
from bonepile.testing import Case, catalogue, draw_case
from bonepile.testing.adapter import EngineAdapter, Refused, UnsupportedError
from bonepile.testing.judge import Judge, is_skipped, prepare
from bonepile.testing.line_engine import EngineFailure, GarbledAnswer, LineEngine

FAULTY = Path(__file__).resolve().parent / "faulty_engine.py"
RULES = {"preset": "masters-block", "players": 2, "set": 2, "hand_size": 2}
DEAL = {"hands": [["0-2", "1-1"], ["0-1", "1-2"]], "boneyard": ["0-0", "2-2"]}
CASE = Case(1, 0, RULES, 0, DEAL, ("1-1", "1-2@R", "0-2@R"))


class Mistaken(EngineAdapter):
    """The reference, but for what a test changes."""

    def __init__(self) -> None:
        super().__init__(reference, "mistaken")


@pytest.fixture
def core_process() -> Iterator[LineEngine]:
    """The core in a process of its own."""
    engine = LineEngine([sys.executable, "-m", "bonepile", "engine"], patience=20.0)
    yield engine
    engine.close()


@pytest.mark.parametrize("stepwise", [False, True])
def test_the_reference_is_right_in_random_cases(stepwise: bool) -> None:
    judge = Judge(EngineAdapter(reference), bonepile, stepwise=stepwise)
    presets = catalogue(bonepile)
    plies = 0
    for index in range(60):
        outcome = judge(draw_case(3, index, presets, overrides=True, right=bonepile))
        assert outcome.difference is None, outcome
        assert not is_skipped(outcome)
        plies += outcome.plies
    assert plies > 600


def test_cases_are_the_same_whichever_engine_draws_them() -> None:
    presets = catalogue(bonepile)
    for index in range(40):
        by_core = draw_case(5, index, presets, overrides=True, right=bonepile)
        assert by_core == draw_case(5, index, presets, overrides=True)


def test_a_wrong_snapshot_is_told_where_it_is() -> None:
    class Late(Mistaken):
        def apply(self, action: str) -> dict[str, Any]:
            told = super().apply(action)
            return {**told, "boneyard": 3} if action == "1-2@R" else told

    outcome = Judge(Late(), bonepile)(CASE)
    found = outcome.difference
    assert found is not None
    assert (found.what, found.where, found.crash) == ("snapshot", "after 2 actions", False)
    assert (found.first["boneyard"], found.second["boneyard"]) == (3, 2)
    assert outcome.case.actions == ("1-1", "1-2@R")


def test_numbers_of_another_kind_are_wrong() -> None:
    class Float(Mistaken):
        def apply(self, action: str) -> dict[str, Any]:
            told = super().apply(action)
            return {**told, "boneyard": float(told["boneyard"])}

    assert Judge(Float(), bonepile)(CASE).difference is not None


def test_what_an_engine_cannot_tell_is_not_compared() -> None:
    class Shy(Mistaken):
        silent_about = ("scores", "boneyard")

        def apply(self, action: str) -> dict[str, Any]:
            return {**super().apply(action), "scores": None, "boneyard": "many"}

    assert Judge(Shy(), bonepile)(CASE).difference is None


def test_unknown_rules_are_skipped_and_other_refusals_are_not() -> None:
    class Narrow(Mistaken):
        refusal: Exception = UnsupportedError("no")

        def start(
            self, rules: Mapping[str, Any], deal: Mapping[str, Any], round: int = 0
        ) -> dict[str, Any]:
            raise self.refusal

    engine = Narrow()
    assert is_skipped(Judge(engine, bonepile)(CASE))
    for code, skipped in (("bad_rules", True), ("unknown_preset", True), ("bad_deal", False)):
        engine.refusal = Refused(code)
        outcome = Judge(engine, bonepile)(CASE)
        assert is_skipped(outcome) == skipped
        assert (outcome.difference is None) == skipped


def test_what_an_engine_raises_is_a_crash() -> None:
    class Broken(Mistaken):
        def apply(self, action: str) -> dict[str, Any]:
            raise IndexError(action)

    for stepwise in (False, True):
        found = Judge(Broken(), bonepile, stepwise=stepwise)(CASE).difference
        assert found is not None
        assert found.crash
        assert found.first["crash"] == "IndexError: 1-1"


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        ({**DEAL, "boneyard": ["0-0"]}, "bad_deal"),
        ({**DEAL, "hands": 3}, "bad_deal"),
        ({"hands": [["0-2", "0-1"], ["1-2", "x"]], "boneyard": []}, "bad_deal"),
        (
            {"hands": [["0-2", "0-1"], ["1-2", "1-1"]], "boneyard": ["0-0", "2-2"]},
            None,
        ),
    ],
)
def test_faulty_deals_must_be_refused(deal: dict[str, Any], code: str | None) -> None:
    right = prepare(bonepile, Case(1, 0, RULES, 0, deal, ()))
    assert right is not None
    assert right.refused == code
    assert Judge(EngineAdapter(reference), bonepile).ask(right)().difference is None
    told = json.loads(b'{"id":0,' + right.answer)
    assert told["ok"] == (code is None)


def test_refused_actions_leave_the_round_as_it_was() -> None:
    actions = ("1-1", "2-2@L", "1-2@R", "pass", "0-2@R", "draw")
    case = Case(1, 0, RULES, 0, DEAL, actions)
    right = prepare(bonepile, case)
    assert right is not None
    assert right.plays_on
    assert [step for step in right.steps if isinstance(step, str)] == [
        *("illegal_action", "illegal_action", "round_over")
    ]
    assert Judge(EngineAdapter(reference), bonepile)(case).difference is None

    class Forgetful(Mistaken):
        def apply(self, action: str) -> dict[str, Any]:
            try:
                return super().apply(action)
            except Refused:
                self._round = reference.Round(reference.Rules.from_dict(RULES), DEAL)
                raise

    outcome = Judge(Forgetful(), bonepile)(case)
    assert outcome.difference is not None
    assert outcome.case.actions == actions[:3]


def test_answers_may_be_fetched_in_any_order(core_process: LineEngine) -> None:
    right = prepare(bonepile, CASE)
    assert right is not None
    waiting = [core_process.post(right.request) for _ in range(5)]
    for fetch in reversed(waiting):
        number, answer = fetch()
        assert answer == b'{"id":%d,' % number + right.answer


def test_what_was_asked_of_a_process_that_died_is_asked_again() -> None:
    engine = LineEngine([sys.executable, str(FAULTY), "crash"], patience=20.0)
    right = prepare(bonepile, CASE)
    assert right is not None
    waiting = [engine.post(right.request) for _ in range(60)]
    failures, answered = [], 0
    for fetch in waiting:
        try:
            number, answer = fetch()
        except EngineFailure as error:
            failures.append(error)
            continue
        answered += 1
        told = json.loads(answer)
        assert told["id"] == number
        assert len(told["snapshots"]) == 4
    engine.close()
    assert answered >= 50
    assert failures
    assert all(error.stderr.endswith("my last words") for error in failures)
    assert all("exit code 7" in error.what for error in failures)


def test_a_process_that_reads_nothing_is_given_up() -> None:
    engine = LineEngine([sys.executable, "-c", "import time; time.sleep(60)"], patience=0.5)
    start = time.monotonic()
    with pytest.raises(EngineFailure):
        engine.exchange(b"x" * (1 << 20))
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("command", ["", "   ", '"'])
def test_a_command_line_must_name_a_program(command: str) -> None:
    with pytest.raises(ValueError, match=r"program|quotation"):
        LineEngine(command)


def test_perft_only_where_it_is_offered(core_process: LineEngine) -> None:
    core_process.start({**RULES}, DEAL)
    counted = core_process.perft(2)
    assert (counted.count, counted.divide) == (4, {"1-1": 4})
    with closing(LineEngine([sys.executable, str(FAULTY), "without-ops"])) as engine:
        engine.start({**RULES}, DEAL)
        with pytest.raises(UnsupportedError):
            engine.perft(2)
        assert len(engine.replay(RULES, DEAL, 0, ["1-1", "0-1@N"]).snapshots) == 2


def test_quit_ends_the_process(core_process: LineEngine) -> None:
    core_process.quit()
    assert core_process.presets()[0] == "masters-block"
    engine = LineEngine([sys.executable, str(FAULTY), "stays"], 1.0)
    with closing(engine), pytest.raises(EngineFailure, match="goes on"):
        engine.quit()


def test_garbled_answers_tell_what_was_written() -> None:
    engine = LineEngine([sys.executable, str(FAULTY), "list"])
    with closing(engine), pytest.raises(GarbledAnswer, match=r"not a JSON object: \[\{"):
        engine.hello()
