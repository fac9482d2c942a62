"""The border of the extension: Ctrl-C reaches long calls, and no value makes it panic."""

from __future__ import annotations

import importlib
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import bonepile
import pytest

RULES = bonepile.Rules("masters-mexican-train", players=4)
LINE = bonepile.Rules("masters-draw", players=2)
HARD = bonepile.Rules("masters-draw", players=2, set=18)


def started_session() -> bonepile.Session:
    session = bonepile.Session()
    deal = bonepile.deal(RULES, 1).deal.to_dict()
    request = f'{{"op":"start","rules":{RULES.to_dict()},"deal":{deal}}}'
    answer = session.answer(request.replace("'", '"').replace("None", "null").encode())
    assert b'"ok":true' in answer
    return session


LONG: dict[str, Callable[[], object]] = {
    "perft": lambda: bonepile.deal(RULES, 1).perft(60),
    "divide": lambda: bonepile.deal(RULES, 1).divide(60),
    "playouts": lambda: bonepile.playouts(RULES, 2**21, 1),
    "playouts on threads": lambda: bonepile.playouts(RULES, 2**21, 1, threads=2**40),
    "solve": lambda: bonepile.solve(bonepile.deal(HARD, 1)),
    "solve_many": lambda: bonepile.solve_many(LINE, 2**24, 1),
    "solve_many, each of them long": lambda: bonepile.solve_many(HARD, 2, 1),
    "solve_many on threads": lambda: bonepile.solve_many(HARD, 2, 1, threads=2),
    "session": lambda: started_session().answer(b'{"op":"perft","depth":60}'),
}


@pytest.mark.skipif(os.name == "nt", reason="signals are sent with os.kill")
@pytest.mark.parametrize("call", LONG)
def test_ctrl_c_stops_a_long_call(call: str) -> None:
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.15, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        LONG[call]()
    # 0.2 s is the aim; a loaded machine may take longer to wake the waiting thread.
    assert time.monotonic() - pressed[0] < 2
    timer.join()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent with os.kill")
def test_a_handler_does_not_wait_for_the_answer_that_waits_for_it() -> None:
    session = started_session()
    told: list[str] = []

    def handle(*_: object) -> None:
        assert not session.closed
        with pytest.raises(bonepile.StateError) as refused:
            session.answer(b"")
        told.append(str(refused.value))
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, handle)
    timer = threading.Timer(0.15, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            session.answer(b'{"op":"perft","depth":60}')
    finally:
        signal.signal(signal.SIGINT, before)
        timer.join()
    assert told == ["the session is answering another line"]
    assert json.loads(session.answer(b'{"op":"perft","depth":0}'))["count"] == 1
    assert not session.closed


def test_the_last_game_of_a_seed_is_played() -> None:
    last = 2**64 - 1
    played = bonepile.playouts(LINE, 1, 3, first=last)
    assert played.plies[0] == len(bonepile.deal(LINE, 3, game=last).playout(3, last).actions)
    with pytest.raises(bonepile.ArgumentError):
        bonepile.playouts(LINE, 2, 3, first=last)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are limited with setrlimit")
def test_a_batch_without_threads_to_start_is_played_all_the_same() -> None:
    code = """
import os, resource, bonepile
rules = bonepile.Rules("masters-draw", players=2)
one = bonepile.playouts(rules, 5000, 1)
if os.getuid() == 0:
    os.setuid(65534)
resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
assert bonepile.playouts(rules, 5000, 1, threads=2) == one
assert bonepile.solve_many(rules, 9, 1, threads=2) == bonepile.solve_many(rules, 9, 1)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_deepest_rounds_are_solved_on_two_megabytes_of_stack() -> None:
    """In a process of its own, which a stack that is too small would end."""
    code = """
import sys, threading, bonepile
threading.stack_size(1 << 21)
deep = {"set": 18, "hand_size": 2, "voluntary_draw": True, "reserve": 0, "in_play": "fives"}
def solve_all():
    rules = bonepile.Rules("masters-draw", players=8, spinner="first_double", **deep)
    trains = bonepile.Rules("masters-mexican-train", players=8, set=18, hand_size=2)
    for round in (bonepile.deal(rules, 0), bonepile.deal(rules, 1), bonepile.deal(trains, 0)):
        for play in ("paranoid", "maxn"):
            solved = bonepile.solve(round, play=play, limit=bonepile.Limit(nodes=20_000))
            assert not solved.exact
    print("done")
thread = threading.Thread(target=solve_all)
thread.start()
thread.join()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def test_other_threads_run_during_a_long_call() -> None:
    counts: list[int] = []
    worker = threading.Thread(target=lambda: counts.append(len(bonepile.playouts(LINE, 40_000, 1))))
    worker.start()
    turns = 0
    while worker.is_alive():
        turns += 1
        time.sleep(0.001)
    assert counts == [40_000]
    assert turns > 1


class Foreign:
    """The action of another engine."""

    def __init__(self, notation: str, index: object = 0) -> None:
        self.notation = notation
        self.index = index

    def __str__(self) -> str:
        return self.notation


def test_actions_of_any_engine_are_taken() -> None:
    round = bonepile.deal(LINE, 1)
    first = round.legal_actions()[0]
    foreign: Any = Foreign(str(first))
    after = round.play(first)
    assert round.play(foreign) == after
    assert bonepile.Round(LINE, round.deal, 0, [foreign]) == after
    assert bonepile.Match(LINE, 1).play(foreign).round == after
    assert round.is_legal(foreign)
    assert round.why_illegal(foreign) is None
    assert LINE.action(foreign) == first
    assert LINE.action(foreign).index == first.index, "the rules' own number"
    with pytest.raises(bonepile.IllegalActionError) as refused:
        round.play(Foreign("rubbish"))  # type: ignore[arg-type]
    assert (refused.value.action, refused.value.reason) == ("rubbish", "unreadable")
    reference = importlib.import_module("bonepile.reference")
    theirs = reference.Rules("masters-draw", players=2).action(str(first))
    assert round.play(theirs) == after


def test_an_action_equals_the_actions_of_any_engine() -> None:
    action = bonepile.Action("2-6@L", 116)
    assert action == Foreign("2-6@L", 3)
    assert action != Foreign("2-6@R", 116)
    assert hash(action) == hash("2-6@L")
    theirs = importlib.import_module("bonepile.reference").Action("2-6@L", 116)
    assert action == theirs
    assert len({action, theirs, "2-6@L"}) == 1


def test_what_has_no_number_for_an_index_is_no_action() -> None:
    action = LINE.action("2-6@L")
    for index in (None, True, 1.0, "1", len):
        foreign: Any = Foreign("2-6@L", index)
        assert action != foreign
        for call in (LINE.action, bonepile.deal(LINE, 1).play):
            with pytest.raises(TypeError):
                call(foreign)


def test_a_text_with_an_index_of_its_own_is_a_text() -> None:
    class Text(str):
        __slots__ = ()

        def __str__(self) -> str:
            return "1-1"

    assert LINE.action(Text("2-6@L")) == "2-6@L"
    assert LINE.action("2-6@L") == Text("2-6@L")


def test_a_foreign_actions_own_exceptions_are_passed_on() -> None:
    class Broken:
        @property
        def index(self) -> int:
            raise LookupError("index")

    broken: Any = Broken()
    with pytest.raises(LookupError, match="index"):
        LINE.action(broken)
    with pytest.raises(RuntimeError, match="no repr"):
        LINE.action(type("Mute", (Unhelpful,), {"index": 0})())  # type: ignore[arg-type]


def test_refusals_say_what_to_write_instead() -> None:
    with pytest.raises(bonepile.NotationError, match=r"write 5-6@L"):
        LINE.action("6-5@L")
    with pytest.raises(bonepile.DealError, match=r"hands\[0\]\[0\]: .* write 5-6"):
        bonepile.Deal([["6-5"]], [])
    for call in (lambda: bonepile.Rules("chess", players=2), lambda: bonepile.preset_info("chess")):
        with pytest.raises(bonepile.UnknownPresetError, match=", ".join(bonepile.presets())):
            call()


class Unhelpful:
    def __repr__(self) -> str:
        raise RuntimeError("no repr")

    __str__ = __repr__


class Failing(Mapping[str, Any]):
    """A mapping that raises an exception of its own."""

    def __getitem__(self, key: str) -> Any:
        raise LookupError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(["hands"])

    def __len__(self) -> int:
        return 1


def hostile() -> list[Any]:
    cycle: list[Any] = []
    cycle.append(cycle)
    ring: dict[str, Any] = {}
    ring["hands"] = ring
    unfolding: list[Any] = []
    for _ in range(40):
        unfolding = [unfolding, unfolding]
    numbers = [0, -1, 2**64, 2**200, -(2**200), 10**5000, 1.5, math.nan, math.inf, None, True]
    texts = ["", "\ud800", "x" * 100_000, "6" * 5000 + "-" + "6" * 5000, "draw", "2-6@L"]
    lists = [[], (), cycle, unfolding, [["0-0"]], range(3), iter([]), b"\xff", bytearray(b"x")]
    dicts = [{}, {1: 2}, {None: 1}, {"\ud800": 1}, {2**70: 1}, ring, {"hands": cycle}, Failing()]
    return [*numbers, *texts, *lists, *dicts, object(), Unhelpful(), int, ..., memoryview(b"a")]


def calls() -> dict[str, Callable[[Any], object]]:
    b = bonepile
    round = b.deal(LINE, 1)
    record = b.Match(LINE, 1).record()
    first = record["rounds"][0]

    def in_round(key: str) -> Callable[[Any], object]:
        return lambda value: b.Match.from_record({**record, "rounds": [{**first, key: value}]})

    def override(name: str) -> Callable[[Any], object]:
        return lambda value: b.Rules("masters-draw", **({"players": 2} | {name: value}))

    return {
        **{f"override {name}": override(name) for name in [*LINE.parameters, "players", "colour"]},
        **{f"record's {key}": in_round(key) for key in ("round", "deal", "actions", "result", "x")},
        "Rules": lambda value: b.Rules(value, players=2),
        "Rules.from_dict": b.Rules.from_dict,
        "Rules.action": LINE.action,
        "Action": lambda value: b.Action(value, 0),
        "Action's index": lambda value: b.Action("draw", value),
        "hands": lambda value: b.Deal(value, []),
        "hand": lambda value: b.Deal([value], []),
        "tile": lambda value: b.Deal([[value]], []),
        "boneyard": lambda value: b.Deal([], value),
        "engine": lambda value: b.Deal([], [], value),
        "leader": lambda value: b.Deal([], [], None, value),
        "Deal.from_dict": b.Deal.from_dict,
        "a dict's values": lambda value: b.Deal.from_dict(
            dict.fromkeys(("hands", "boneyard", "engine", "leader"), value)
        ),
        "Round's rules": lambda value: b.Round(value, round.deal),
        "Round's deal": lambda value: b.Round(LINE, value),
        "Round's number": lambda value: b.Round(LINE, round.deal, value),
        "Round's actions": lambda value: b.Round(LINE, round.deal, 0, value),
        "Round's action": lambda value: b.Round(LINE, round.deal, 0, [value]),
        "is_legal": round.is_legal,
        "why_illegal": round.why_illegal,
        "play": round.play,
        "playout": round.playout,
        "playout's game": lambda value: round.playout(1, value),
        "Match": b.Match,
        "Match's seed": lambda value: b.Match(LINE, value),
        "Match's deal": lambda value: b.Match(LINE, None, value),
        "from_record": b.Match.from_record,
        "record's rules": lambda value: b.Match.from_record({**record, "rules": value}),
        "record's rounds": lambda value: b.Match.from_record({**record, "rounds": value}),
        "answer": b.Session().answer,
        "deal": b.deal,
        "seed": lambda value: b.deal(LINE, value),
        "round": lambda value: b.deal(LINE, 1, value),
        "preset_info": b.preset_info,
        "playout's policy": lambda value: round.playout(1, 1, value),
        "playouts": lambda value: b.playouts(value, 1, 1),
        "playouts' seed": lambda value: b.playouts(LINE, 1, value),
        "playouts' first": lambda value: b.playouts(LINE, 1, 1, first=value),
        "playouts' threads": lambda value: b.playouts(LINE, 1, 1, threads=value),
        "playouts' policy": lambda value: b.playouts(LINE, 1, 1, policy=value),
        "playouts' round": lambda value: b.playouts(LINE, 1, 1, round=value),
        "playout_record": lambda value: b.playout_record(value, 1, 1),
        "playout_record's seed": lambda value: b.playout_record(LINE, value, 1),
        "playout_record's game": lambda value: b.playout_record(LINE, 1, value),
        "observe": b.observe,
        "observe's seat": lambda value: b.observe(round, value),
        "observation_layout": b.observation_layout,
        "VectorRound": lambda value: b.VectorRound(value, 1, 1),
        "VectorRound's seed": lambda value: b.VectorRound(LINE, 1, value),
        "VectorRound's round": lambda value: b.VectorRound(LINE, 1, 1, round=value),
        "step": b.VectorRound(LINE, 1, 1).step,
        "a number of a step": lambda value: b.VectorRound(LINE, 1, 1).step([value]),
    }


CALLS = calls()


@pytest.mark.parametrize("call", CALLS)
def test_no_value_makes_it_panic(call: str) -> None:
    for value in hostile():
        told = ""
        try:
            CALLS[call](value)
        except (bonepile.BonepileError, TypeError) as error:
            told = str(error)
        except LookupError:
            if not isinstance(value, Failing):
                raise  # only an exception of the caller's own is passed on
        assert len(told) < 5000


def test_what_has_no_end_is_not_read_to_the_end() -> None:
    class Endless(list[str]):
        def __iter__(self) -> Iterator[str]:
            while True:
                yield "6-6"

    round = bonepile.deal(LINE, 1)
    with pytest.raises(bonepile.ArgumentError, match="too many"):
        bonepile.Deal([Endless()], [])
    with pytest.raises(bonepile.ArgumentError, match="too many"):
        bonepile.Round(LINE, round.deal, 0, Endless())


def test_a_number_out_of_range_is_shown_as_long_as_it_has_64_bits() -> None:
    for number in (-1, 19, 2**63, 2**64 - 1):
        with pytest.raises(bonepile.ArgumentError, match=rf"^start: {number} is not in the range"):
            bonepile.longest_train([], number)
    for number in (2**64, -(2**63) - 1):
        with pytest.raises(bonepile.ArgumentError, match=r"^start: a number beyond 64 bits"):
            bonepile.longest_train([], number)
