"""One case played on two engines, compared at every step.

``compare`` takes any two modules with the face of :class:`bonepile.types.Engine`. It asks both the
same questions in the same order and stops at the first answer that differs.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from ..types import Engine
from .cases import Case
from .checks import CHECKS
from .comparison import Comparison, Outcome
from .observation import Difference, Differs, crash

__all__ = ["compare"]

PATIENCE = 10.0
INTERVAL = 1.0


def compare(first: Engine, second: Engine, case: Case, *, patience: float = PATIENCE) -> Outcome:
    """Play the case on both engines and report the first difference.

    Beside the round itself, the case's dice choose what else is asked: undo, playouts, perft,
    position keys, action numbers, matches and records, sessions, observations, rounds in step. An
    engine that gives no answer for ``patience`` seconds of the processor's time counts as crashed,
    as far as Python code can be interrupted here.
    """
    comparison = Comparison((first, second), case)
    try:
        with _patience(patience):
            _ask_everything(comparison, case)
    except Differs as found:
        return comparison.outcome(found.difference)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an engine answered a question before, and fails at it now
        told = Difference("between questions", comparison.where, crash(error), None, crash=True)
        return comparison.outcome(told)
    return comparison.outcome(None)


def _ask_everything(comparison: Comparison, case: Case) -> None:
    if comparison.set_up():
        comparison.walk()
        for name, (one_in, check) in CHECKS.items():
            if case.dice("check", name).below(one_in) == 0:
                comparison.check = name
                check(comparison)


class _NoAnswer(BaseException):
    pass


@contextmanager
def _patience(seconds: float) -> Iterator[None]:
    """Interrupt what is done in here when it takes too much of the processor's time.

    Only the main thread of a Unix process can be interrupted; elsewhere patience has no end.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise _NoAnswer(f"no answer in {seconds:g} s")

    before = signal.signal(signal.SIGVTALRM, interrupt)
    # Again and again: an interruption inside a callback of the garbage collector goes unheard.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, INTERVAL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
