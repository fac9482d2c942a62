"""Putting one question to two engines and comparing what comes back."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ..errors import IllegalActionError, RecordError, RulesError
from ..types import Json

__all__ = ["Difference", "Differs", "ask", "same"]

S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True)
class Difference:
    """What two engines disagree about; the values are JSON, an error told as what identifies it.

    ``crash``: one of the engines raised what no engine may raise, and its value tells what.
    """

    what: str
    where: str
    first: Json
    second: Json
    crash: bool = False


class Differs(Exception):  # noqa: N818  (a way out of nested checks, not an error)
    """The first difference of a case."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.what)
        self.difference = difference


def ask(of: S, call: Callable[[S], T], show: Callable[[T], Json]) -> tuple[Json, T | None]:
    """Call, and tell the outcome as JSON; an error for bad input is an answer like any other.

    A panic of a Rust core is not an ``Exception``, so everything but the interpreter's own ways
    out is caught here.
    """
    try:
        value = call(of)
        told = show(value)
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:
        return _told(error), None
    return told, value


def same(
    what: str,
    where: str,
    pair: tuple[S, S],
    call: Callable[[S], T],
    show: Callable[[T], Json],
) -> tuple[T, T] | None:
    """Ask both of the pair; their values, which look the same, or None when both refuse alike.

    Raises :class:`Differs` where the answers differ or one of them is a crash.
    """
    first, value = ask(pair[0], call, show)
    second, other = ask(pair[1], call, show)
    crash = _is_crash(first) or _is_crash(second)
    if crash or _text(first) != _text(second):
        raise Differs(Difference(what, where, _plain(first), _plain(second), crash))
    return None if value is None or other is None else (value, other)


def _told(error: BaseException) -> Json:
    name = type(error).__name__
    if not any(base.__module__ == "bonepile.errors" for base in type(error).__mro__):
        trace = "".join(traceback.format_exception(error)[-6:])
        return {"crash": f"{name}: {error}", "traceback": trace}
    told: dict[str, Json] = {"error": name}
    if isinstance(error, RulesError):
        told["about"] = sorted({reason.partition(":")[0] for reason in error.reasons})
        if name == "UnknownPresetError":
            del told["about"]
    elif isinstance(error, IllegalActionError):
        told |= {"action": error.action, "reason": error.reason, "legal": list(error.legal)}
    elif isinstance(error, RecordError):
        told |= {"round": error.round, "at": error.at, "action": error.action}
        told |= {"reason": error.reason, "legal": list(error.legal)}
    return told


def _is_crash(answer: Json) -> bool:
    return isinstance(answer, dict) and "crash" in answer


def _text(answer: Json) -> str:
    """JSON tells 1 from 1.0 and from true, which ``==`` does not; the order of keys is nothing."""
    return json.dumps(answer, sort_keys=True)


def _plain(answer: Json) -> Json:
    """Tuples as lists, keys as strings."""
    if isinstance(answer, dict):
        return {str(key): _plain(value) for key, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [_plain(value) for value in answer]
    return answer
