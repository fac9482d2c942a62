"""What engines say of a replay, asked through the line protocol as any other engine would be."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

Json = Any
PATIENCE = 2.0


class DisagreementError(Exception):
    """The two engines say different things."""


def ask(engine: Any, replay: Json) -> Json:
    """What the engine answers to a replay, without what is its own: id, ok and message."""
    line = json.dumps({"op": "replay", **replay}).encode()
    answer = json.loads(engine.Session().answer(line))
    return {key: value for key, value in answer.items() if key not in {"id", "ok", "message"}}


def ask_patiently(engine: Any, replay: Json) -> Json:
    """As `ask`, of an engine that may be broken; None when it crashes or does not answer."""
    try:
        with _patience(PATIENCE):
            return ask(engine, replay)
    except (_NoAnswer, Exception):
        return None


def agreed(engines: Sequence[Any], replay: Json) -> Json:
    """The answer of all engines. Raises DisagreementError."""
    first, *others = [ask(engine, replay) for engine in engines]
    for other in others:
        if other != first:
            raise DisagreementError(f"{replay}: {first} or {other}")
    return first


def first_difference(right: Json, wrong: Json) -> int | None:
    """The number of the first snapshot in which two answers differ; 0 when one refuses the start.

    The snapshot after an action that is refused counts as one that differs.
    """
    if right == wrong:
        return None
    ours, theirs = right.get("snapshots", []), wrong.get("snapshots", [])
    for at, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if one != other:
            return at
    return min(len(ours), len(theirs))


def first_crash(engine: Any, replay: Json) -> int:
    """After how many actions an engine that crashes on the replay does so first."""
    actions = replay["actions"]
    shorter = ({**replay, "actions": actions[:at]} for at in range(len(actions) + 1))
    return next(at for at, cut in enumerate(shorter) if ask_patiently(engine, cut) is None)


class _NoAnswer(BaseException):
    pass


@contextmanager
def _patience(seconds: float) -> Iterator[None]:
    """Interrupt what takes too much of the processor's time (on Unix, in the main thread)."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise _NoAnswer

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
