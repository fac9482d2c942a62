"""One case played on two engines, compared at every step.

``compare`` takes any two modules with the face of :class:`bonepile.types.Engine`. It asks both the
same questions in the same order and stops at the first answer that differs.
"""

from __future__ import annotations

from ..types import Engine
from .cases import Case
from .checks import CHECKS
from .comparison import Comparison, Outcome
from .observation import Difference, Differs, crash

__all__ = ["compare"]


def compare(first: Engine, second: Engine, case: Case) -> Outcome:
    """Play the case on both engines and report the first difference.

    Beside the round itself, the case's dice choose what else is asked: undo, playouts, perft,
    position keys, action numbers, matches and records, sessions, totals of ``simulate``.
    """
    comparison = Comparison((first, second), case)
    try:
        if comparison.set_up():
            comparison.walk()
            for name, (one_in, check) in CHECKS.items():
                if case.dice("check", name).below(one_in) == 0:
                    check(comparison)
    except Differs as found:
        return comparison.outcome(found.difference)
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # an engine answered a question before, and fails at it now
        told = Difference("between questions", comparison.where, crash(error), None, crash=True)
        return comparison.outcome(told)
    return comparison.outcome(None)
