"""The stages that need one engine only: handshake, vectors, perft, odd input, speed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from statistics import median

import bonepile

from ...types import Json
from .. import vectors
from ..adapter import Adapter, Perft, Refused, UnsupportedError
from ..cases import Case
from ..comparison import Outcome
from ..dice import Dice
from ..judge import Judge, Right, is_skipped, prepare
from ..line_engine import EngineFailure, LineEngine
from ..observation import Difference, crash, text
from ..transcripts import BAD_LINES, GOOD_LINES, comparable, transcript
from .chunks import RIGHT
from .findings import Evidence, Finding, StageReport
from .sources import Plan

__all__ = ["handshake", "odd_input", "perft", "situations", "speed"]

CONVERSATIONS = 40
ROUNDS_A_CONVERSATION = 25
ROUND_OPS = ("start", "apply", "replay", "perft")
UNKNOWN_RULES = ("bad_rules", "unknown_preset")
SPEED_SECONDS = 0.4


def handshake(engine: LineEngine) -> Iterator[Finding]:
    """``hello`` says what it must, twice the same; ``quit`` ends the process."""
    try:
        told = engine.hello()
        for key in ("name", "version"):
            if not isinstance(told.get(key), str):
                yield Finding(f"hello: {key} must be a text", sent="hello", got=told.get(key))
        again = engine.exchange(b'{"id":"again","op":"hello"}')
        read = json.loads(again)
        if not isinstance(read, dict) or {**read, "id": told["id"]} != told:
            yield Finding("hello, asked again, says something else", sent="hello", got=read)
        engine.quit()
    except EngineFailure as error:
        yield Finding(error.what, sent="hello, hello, quit", stderr=error.stderr)
    except (ValueError, Refused) as error:
        yield Finding(f"hello: {error}", sent="hello")


def situations(adapter: Adapter, presets: Sequence[str], report: StageReport) -> Iterator[Evidence]:
    """Every named situation of the vectors, and every record, in the presets asked about."""
    for situation in vectors.situations():
        told = situation.replay
        if told["rules"]["preset"] not in presets:
            report.skipped += 1
            continue
        probes = tuple(probe.action for probe in situation.refused)
        case = Case(0, 0, told["rules"], told["round"], told["deal"], (*told["actions"], *probes))
        outcome = _judged(adapter, case, report)
        if outcome is not None and outcome.difference is not None:
            known = _mistake(situation.wrong, outcome)
            rules = tuple(known["breaks"]) if known else situation.rules
            mistake = str(known["mistake"]) if known else ""
            yield Evidence("vectors", outcome, situation.name, rules, mistake)
    for preset in presets:
        for played in vectors.records(preset):
            for number, round in enumerate(played.record["rounds"]):
                rules, actions = played.record["rules"], tuple(round["actions"])
                at = round.get("round", number)
                outcome = _judged(adapter, Case(0, 0, rules, at, round["deal"], actions), report)
                if outcome is not None and outcome.difference is not None:
                    yield Evidence("vectors", outcome, f"a record of {preset}")


def _judged(adapter: Adapter, case: Case, report: StageReport) -> Outcome | None:
    outcome = Judge(adapter, RIGHT)(case)
    if is_skipped(outcome):
        report.skipped += 1
        return None
    report.asked += 1
    report.failed += outcome.difference is not None
    return outcome


def _mistake(wrong: Sequence[Mapping[str, Json]], outcome: Outcome) -> Mapping[str, Json] | None:
    """The known mistake whose wrong answer is the one that was given."""
    found = outcome.difference
    assert found is not None
    for known in wrong:
        answer = known.get("snapshot", known.get("error"))
        if known["at"] == outcome.plies and text(answer) == text(found.first):
            return known
    return None


def perft(adapter: Adapter, presets: Sequence[str], report: StageReport) -> Iterator[Evidence]:
    """Counts of the perft tables; where one is wrong, the round that leads to it is judged too."""
    for table in vectors.perft_tables():
        if table.rules["preset"] not in presets:
            report.skipped += 1
            continue
        case = Case(0, 0, table.rules, table.round, table.deal, table.actions)
        right = prepare(RIGHT, case)
        assert right is not None
        wanted = Perft(table.count, table.divide)
        try:
            adapter.start(right.rules, table.deal, table.round)
            for action in table.actions:
                adapter.apply(action)
            counted = adapter.perft(table.depth)
        except UnsupportedError:
            report.skipped += 1
            continue
        except Refused as error:
            if error.code in UNKNOWN_RULES:
                report.skipped += 1
                continue
            counted = Perft(-1, {error.code: -1})
        except Exception as error:
            report.asked, report.failed = report.asked + 1, report.failed + 1
            told = Difference("perft", "in this round", crash(error), None, crash=True)
            yield Evidence("perft", Outcome(case, len(table.actions), told))
            continue
        report.asked += 1
        if counted.count != wanted.count or dict(counted.divide) != dict(wanted.divide):
            report.failed += 1
            yield Evidence("perft", _miscounted(case, table.depth, counted, wanted))


def _miscounted(case: Case, depth: int, counted: Perft, wanted: Perft) -> Outcome:
    first, second = (
        {"count": told.count, "divide": dict(told.divide)} for told in (counted, wanted)
    )
    where = f"after {len(case.actions or ())} actions"
    return Outcome(
        case, len(case.actions or ()), Difference(f"perft({depth})", where, first, second)
    )


def odd_input(engine: LineEngine, plan: Plan, report: StageReport) -> Iterator[Finding]:
    """Lines that are no requests, requests out of turn, strange values: answered, never fatal."""
    presets = [name for name in plan.presets if name in RIGHT.presets()]
    yield from _conversation(engine, [*BAD_LINES, *GOOD_LINES], report)
    count = min(CONVERSATIONS, 1 + plan.rounds // ROUNDS_A_CONVERSATION)
    for number in range(count if presets else 0):
        dice = Dice(plan.seed, "odd input", number)
        right = _short_round(dice, dice.pick(presets))
        if right is not None:
            case = right.case
            lines = transcript(dice, right.rules, case.round, case.deal or {}, case.actions or ())
            yield from _conversation(engine, lines, report)


def _short_round(dice: Dice, preset: str) -> Right | None:
    info = bonepile.Rules(preset, players=2)
    sizes = info.parameters["hand_size"]
    seats = dice.pick(sorted(sizes)) if isinstance(sizes, dict) else dice.between(2, 8)
    case = Case(dice.word(), 0, {"preset": preset, "players": seats})
    return prepare(RIGHT, case)


def _conversation(
    engine: LineEngine, lines: Sequence[bytes], report: StageReport
) -> Iterator[Finding]:
    """Say the lines to a fresh engine and the core; stop where the two cannot go on together."""
    engine.close()
    try:
        yield from _talk(engine, lines, report)
    finally:
        engine.close()


def _talk(engine: LineEngine, lines: Sequence[bytes], report: StageReport) -> Iterator[Finding]:
    session = bonepile.Session()
    for line in lines:
        right = comparable(session.answer(line))
        try:
            answer = engine.exchange(line)
        except EngineFailure as error:
            report.asked, report.failed = report.asked + 1, report.failed + 1
            yield Finding(
                f"odd input: {error.what}", sent=_shown(line), expected=right, stderr=error.stderr
            )
            return
        report.asked += 1
        verdict = _verdict(engine, line, answer, right)
        if verdict == "parted":
            report.skipped += 1
            return
        if verdict:
            report.failed += 1
            yield Finding(verdict, sent=_shown(line), expected=right, got=_read(answer))
            return
        if session.closed:
            return


def _verdict(engine: LineEngine, line: bytes, answer: bytes, right: Json) -> str:
    """What is wrong with an answer; "" where nothing is.

    "parted": the engine need not know these rules, or plays them otherwise: other stages tell.
    """
    try:
        told = comparable(answer)
    except ValueError:
        return "odd input: the answer is not JSON"
    if not isinstance(told, dict):
        return "odd input: the answer is not a JSON object"
    if text(told) == text(right):
        return ""
    op = _op(line)
    alike = told.get("ok") is right.get("ok") and text(told.get("id")) == text(right.get("id"))
    if op == "hello" and right["ok"]:
        if alike:
            return ""
        return (
            "" if told.get("error") == "bad_request" and _is_strange(line) else "odd input: hello"
        )
    if op in {"replay", "perft"} and op not in engine.ops:
        return "" if told.get("error") == "bad_request" else f"odd input: {op}, which hello lacks"
    played = op in ROUND_OPS and told.get("ok") is True
    if right["ok"] and (played or told.get("error") in UNKNOWN_RULES):
        return "parted" if text(told.get("id")) == text(right.get("id")) else "odd input: the id"
    if text(told.get("id")) != text(right.get("id")):
        return "odd input: the id"
    if not right["ok"] and told.get("ok") is False:
        return f"odd input: error {told.get('error')}, not {right['error']}"
    if told.get("ok") is not right["ok"]:
        return "odd input: accepted" if told.get("ok") else "odd input: refused"
    return f"odd input: more or less than the answer to {op}"


def _op(line: bytes) -> str:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    return told["op"] if isinstance(told, dict) and isinstance(told.get("op"), str) else ""


def _is_strange(line: bytes) -> bool:
    """Whether the line is JSON that an engine may refuse: numbers beyond what a double holds."""
    return any(len(digits) > 300 for digits in line.replace(b"-", b" ").split())


def _read(answer: bytes) -> Json:
    try:
        return json.loads(answer)
    except ValueError:
        return _shown(answer)


def _shown(line: bytes) -> str:
    shown = line[:200].decode(errors="backslashreplace")
    return shown if len(line) <= 200 else f"{shown}... ({len(line):,} bytes)"


def speed(adapter: Adapter, presets: Sequence[str], report: StageReport) -> None:
    """How many rounds a second the engine replays, and how long a single action takes."""
    for preset in presets:
        rounds = _timed(adapter, preset)
        if rounds is not None:
            report.asked += 1
            report.figures[preset] = rounds


def _timed(adapter: Adapter, preset: str) -> dict[str, float] | None:
    sizes = bonepile.Rules(preset, players=2).parameters["hand_size"]
    seats = min(sizes) if isinstance(sizes, dict) else 2
    rights = (prepare(RIGHT, Case(7, at, {"preset": preset, "players": seats})) for at in range(60))
    ready = [right for right in rights if right is not None and right.refused is None]
    count, start = 0, time.perf_counter()
    try:
        while (spent := time.perf_counter() - start) < SPEED_SECONDS:
            right = ready[count % len(ready)]
            adapter.replay(right.rules, right.case.deal or {}, right.case.round, right.actions)
            count += 1
        right = ready[0]
        adapter.start(right.rules, right.case.deal or {}, right.case.round)
        times = [_time(partial(adapter.apply, action)) for action in right.actions]
    except (Refused, UnsupportedError, EngineFailure):
        return None
    return {"rounds a second": count / spent, "us an action": 1e6 * median(times)}


def _time(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
