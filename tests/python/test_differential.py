"""The differential runner: it agrees with an honest twin and finds every planted bug."""

from __future__ import annotations

import importlib
import json
from array import array
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from bonepile.errors import IllegalActionError, RecordError, RulesError
from bonepile.testing import (
    Case,
    Difference,
    Outcome,
    catalogue,
    compare,
    describe,
    divergence_record,
    draw_case,
    first_difference,
    read_cases,
    write_divergence,
)
from bonepile.testing.observation import Differs, ask, same

MASTERS_DRAW = {"preset": "masters-draw", "players": 2}


def first_failure(first: ModuleType, second: ModuleType, count: int, seed: int = 1) -> Outcome:
    presets = catalogue(second)
    for index in range(count):
        case = draw_case(seed, index, presets, overrides=True)
        outcome = compare(first, second, case)
        if outcome.difference is not None:
            return outcome
    pytest.fail(f"{count} cases and no difference")


def test_an_honest_twin_never_differs(twin: ModuleType, reference: ModuleType) -> None:
    presets = catalogue(reference)
    plies = 0
    for index in range(150):
        outcome = compare(twin, reference, draw_case(3, index, presets, overrides=index % 2 == 0))
        assert outcome.difference is None, describe(outcome)
        plies += outcome.plies
    assert plies > 2000


# Planted bugs: how the twin is broken, and what the difference must be called.


def method(owner: str, name: str, bend: Callable[[Any], Any]) -> Callable[[ModuleType, Any], None]:
    """Bend what a method (or a function of the module) returns."""

    def plant(twin: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        holder = getattr(twin, owner) if owner else twin
        honest = getattr(holder, name)
        monkeypatch.setattr(holder, name, lambda *args, **kwargs: bend(honest(*args, **kwargs)))

    return plant


def lose_marker(snapshot: dict[str, Any]) -> dict[str, Any]:
    table = snapshot["table"]
    if table and table.get("markers"):
        return {**snapshot, "table": {**table, "markers": table["markers"][1:]}}
    return snapshot


def number_as_float(snapshot: dict[str, Any]) -> dict[str, Any]:
    return {**snapshot, "boneyard": float(snapshot["boneyard"])}


def recode(old: str, new: str) -> Callable[[Any], Any]:
    def bend(refusal: Any) -> Any:
        return refusal._replace(code=new) if refusal and refusal.code == old else refusal

    return bend


def silent(refusal: Any) -> Any:
    return refusal and refusal._replace(message=" ")


def other_error(answer: bytes) -> bytes:
    return answer.replace(b'"illegal_action"', b'"bad_request"')


def lose_id(answer: bytes) -> bytes:
    read = json.loads(answer)
    return json.dumps({**read, "id": float(read["id"])} if read["id"] == 7 else read).encode()


def other_games(twin: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = twin.playouts

    def playouts(*args: Any, first: int = 0, **kwargs: Any) -> Any:
        return honest(*args, first=first ^ 4, **kwargs)

    monkeypatch.setattr(twin, "playouts", playouts)


def no_rewards(twin: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    vector = importlib.import_module(f"{twin.__name__}.vector")
    monkeypatch.setattr(vector, "rewards", lambda _, after: [0] * after.rules.sides)


def lose_result(record: dict[str, Any]) -> dict[str, Any]:
    return {**record, "rounds": [{**record["rounds"][0], "result": None}]}


def one_more(seen: memoryview) -> memoryview:
    numbers = array("h", seen)
    numbers[-1] += 1
    return memoryview(numbers).toreadonly()


def lose_target(rules: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in rules.items() if key != "target"}


def swap_last(actions: Any) -> Any:
    return [*actions[:-2], *reversed(actions[-2:])]


PLANTED: dict[str, tuple[Callable[[ModuleType, Any], None], str]] = {
    "a marker is lost": (method("Round", "snapshot", lose_marker), "snapshot"),
    "5 and 5.0": (method("Round", "snapshot", number_as_float), "snapshot"),
    "order of legal actions": (method("Round", "legal_actions", swap_last), "legal_actions"),
    "everything is legal": (method("Round", "is_legal", lambda _: True), "about"),
    "another code": (method("Round", "why_illegal", recode("no_match", "must_cover")), "about"),
    "no sentence": (method("Round", "why_illegal", silent), "about"),
    "counts one more": (method("Round", "perft", lambda count: count + 1), "perft("),
    "divide unsorted": (
        method("Round", "divide", lambda parts: dict(reversed(parts.items()))),
        "divide(",
    ),
    "one key for all": (method("Round", "position_key", lambda _: b""), "position_key"),
    "to_dict forgets": (method("Rules", "to_dict", lose_target), "rules"),
    "other games": (other_games, "playouts("),
    "a row's record": (method("", "playout_record", lose_result), "playout_record("),
    "a number seen": (method("", "observe", one_more), "observe after"),
    "no rewards": (no_rewards, "after step("),
    "an error's code": (method("Session", "answer", other_error), "answer to"),
    "an id of another type": (method("Session", "answer", lose_id), "answer to"),
    "two lines": (method("Session", "answer", lambda said: said + b"\n"), "answer to"),
}


@pytest.mark.parametrize("name", list(PLANTED))
def test_a_planted_bug_is_found(
    name: str, twin: ModuleType, reference: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant, what = PLANTED[name]
    plant(twin, monkeypatch)
    found = first_failure(twin, reference, 200).difference
    assert found is not None
    assert found.what.startswith(what), found
    assert not found.crash


def test_a_key_that_tells_the_way_from_the_position_is_found(
    twin: ModuleType, reference: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twin.Round, "position_key", lambda self: repr(self.actions).encode())
    found = first_failure(twin, reference, 200).difference
    assert found is not None
    assert found.what.startswith("position_key")


def test_undo_that_does_nothing_is_found(
    twin: ModuleType, reference: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twin.Round, "undo", lambda self: self)
    found = first_failure(twin, reference, 100).difference
    assert found is not None
    assert found.what.startswith("undo of")


def test_other_dice_are_found(
    twin: ModuleType, reference: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = twin.Round.playout
    monkeypatch.setattr(twin.Round, "playout", lambda self, seed, _game: honest(self, seed, 3))
    found = first_failure(twin, reference, 100).difference
    assert found is not None
    assert found.what.startswith("playout")


def test_a_deal_from_the_seed_that_differs_is_found(
    twin: ModuleType, reference: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = twin.deal

    def bent(rules: Any, seed: int, round: int, game: int) -> Any:
        return honest(rules, seed=seed, round=round, game=game ^ 1)

    monkeypatch.setattr(twin, "deal", bent)
    found = first_failure(twin, reference, 20).difference
    assert found is not None
    assert found.what == "deal from the seed"


def test_play_that_refuses_for_another_reason_is_found(
    twin: ModuleType, reference: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = twin.Round.play

    def play(self: Any, action: Any) -> Any:
        try:
            return honest(self, action)
        except IllegalActionError as error:
            error.reason = "no_match"
            raise

    monkeypatch.setattr(twin.Round, "play", play)
    found = first_failure(twin, reference, 20).difference
    assert found is not None
    assert found.what.startswith("about")


def test_reasons_that_name_another_parameter_are_found(
    twin: ModuleType, reference: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = twin.Rules.from_dict

    def from_dict(rules: Any) -> Any:
        try:
            return honest(rules)
        except RulesError as error:
            raise RulesError([f"rules: {reason}" for reason in error.reasons]) from None

    monkeypatch.setattr(twin.Rules, "from_dict", from_dict)
    found = first_failure(twin, reference, 100).difference
    assert found is not None
    assert found.what == "rules"
    assert found.first["about"] == ["rules"]


class Panic(BaseException):
    """As a panic of a Rust core is: no Exception."""


@pytest.mark.parametrize("kind", [Panic, IndexError, RecursionError])
def test_an_unexpected_exception_is_a_crash(
    kind: type[BaseException],
    twin: ModuleType,
    reference: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def raise_it(_: Any) -> Any:
        raise kind("index out of bounds")

    method("Round", "position_key", raise_it)(twin, monkeypatch)
    outcome = first_failure(twin, reference, 100)
    assert outcome.difference is not None
    assert outcome.difference.crash
    assert outcome.difference.first["crash"] == f"{kind.__name__}: index out of bounds"
    assert "raise_it" in describe(outcome)


@pytest.mark.usefixtures("undisturbed_collector")
def test_an_engine_that_never_answers_has_crashed(
    twin: ModuleType, reference: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_: Any) -> Any:
        while True:
            pass

    monkeypatch.setattr(twin.Round, "snapshot", never)
    outcome = compare(twin, reference, Case(1, 1, MASTERS_DRAW), patience=0.3)
    assert outcome.difference is not None
    assert outcome.difference.crash
    assert outcome.difference.what == "snapshot"
    assert "no answer in 0.3 s" in outcome.difference.first["crash"]
    assert compare(reference, reference, Case(1, 1, MASTERS_DRAW)).difference is None


def test_ctrl_c_is_not_an_answer() -> None:
    def interrupted(_: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(None, interrupted, str)


def test_the_same_crash_on_both_sides_is_still_one() -> None:
    with pytest.raises(Differs) as caught:
        same("division", "here", (0, 0), lambda zero: 1 // zero, str)
    assert caught.value.difference.crash


# Files


def broken_case(
    twin: ModuleType, reference: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> Outcome:
    method("Round", "snapshot", lose_marker)(twin, monkeypatch)
    return first_failure(twin, reference, 200)


def test_a_divergence_file_is_a_record_and_reproduces_itself(
    twin: ModuleType, reference: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    outcome = broken_case(twin, reference, monkeypatch)
    text = write_divergence(outcome, tmp_path).read_text(encoding="utf-8")
    match = reference.Match.from_record(text)
    assert tuple(map(str, match.round.actions)) == outcome.case.actions
    assert outcome.case.actions
    [case] = read_cases(text)
    assert compare(twin, reference, case) == outcome
    monkeypatch.undo()
    assert compare(twin, reference, case).difference is None


def test_a_divergence_file_says_what_differs(
    twin: ModuleType, reference: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = broken_case(twin, reference, monkeypatch)
    record = divergence_record(outcome)
    assert (record["seed"], record["index"]) == (1, outcome.case.index)
    told = record["difference"]
    assert told["what"] == "snapshot"
    assert told["where"] == f"after {outcome.plies} actions"
    path, bent, honest = first_difference(told["first"], told["second"])
    assert path == "table.markers"
    assert bent == honest[1:]
    text = describe(outcome, ("mine", "theirs"))
    assert f"mine: {json.dumps(bent)}" in text
    assert f"theirs: {json.dumps(honest)}" in text
    assert "at table.markers" in text
    assert f"case {outcome.case.index} of seed 1: snapshot" in text
    assert str((outcome.case.actions or ())[-1]) in text


def test_rules_that_one_engine_refuses_make_a_file_without_rounds() -> None:
    found = Difference("rules", "before the deal", {"error": "RulesError"}, {"preset": "x"})
    case = Case(5, 8, {"preset": "x", "players": 2, "set": 99}, 3)
    record = divergence_record(Outcome(case, 0, found))
    assert record["rounds"] == []
    assert read_cases(json.dumps(record)) == [case]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ({"a": 1}, {"a": 2}, ("a", 1, 2)),
        ({"a": {"b": [1, [2, 3]]}}, {"a": {"b": [1, [2, 4]]}}, ("a.b[1][1]", 3, 4)),
        ({"a": 1, "b": 2}, {"a": 1}, ("b", 2, "(absent)")),
        ({"a": 1}, {"a": 1, "c": None}, ("c", "(absent)", None)),
        ({"a": [1]}, {"a": [1, 2]}, ("a", [1], [1, 2])),
        ([True], [1], ("[0]", True, 1)),
        (3, 4, ("", 3, 4)),
    ],
)
def test_first_difference(first: Any, second: Any, expected: tuple[str, Any, Any]) -> None:
    assert first_difference(first, second) == expected


ROUND = {"deal": {"hands": [], "boneyard": []}, "actions": []}
RECORD = {"format": "bonepile-record/1", "rules": MASTERS_DRAW, "rounds": [ROUND]}


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"format": "bonepile-record/2"}, "format"),
        ({"rules": None}, "rules"),
        ({"rules": {"preset": "masters-draw"}}, "rules"),
        ({"rounds": {}}, "rounds"),
        ({"rounds": [ROUND, 7]}, "rounds[1]"),
        ({"rounds": [{"actions": []}]}, "rounds[0].deal"),
        ({"rounds": [{"position": {}, "actions": []}]}, "rounds[0].position"),
        ({"rounds": [{**ROUND, "actions": [3]}]}, "rounds[0].actions"),
        ({"rounds": [{**ROUND, "round": -1}]}, "rounds[0].round"),
        ({"seed": True}, "seed"),
    ],
)
def test_a_damaged_file_is_refused_by_name(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_cases(json.dumps({**RECORD, **changes}))
    assert str(caught.value).startswith(f"{named}: ")


def test_every_round_of_a_record_is_a_case() -> None:
    record = {**RECORD, "rounds": [ROUND, {**ROUND, "round": 5}, ROUND]}
    assert [case.round for case in read_cases(json.dumps(record))] == [0, 5, 2]


@pytest.mark.parametrize("way_out", [SystemExit, GeneratorExit])
def test_an_engine_that_leaves_is_found(
    twin: ModuleType, reference: ModuleType, monkeypatch: pytest.MonkeyPatch, way_out: type
) -> None:
    def leave(_round: Any) -> Any:
        raise way_out(0)

    monkeypatch.setattr(twin.Round, "legal_actions", leave)
    found = first_failure(twin, reference, 20).difference
    assert found is not None
    assert found.crash
