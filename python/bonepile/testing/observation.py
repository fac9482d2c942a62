"""Putting one question to two engines and comparing what comes back."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..errors import BonepileError, IllegalActionError, RecordError, RulesError
from ..types import Json

__all__ = ["Answer", "Difference", "Differs", "ask", "crash", "same", "text"]

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


@dataclass(frozen=True)
class Answer(Generic[T]):
    """An outcome as JSON, and the value of a call that gave one."""

    told: Json
    value: tuple[T, ...]


class Differs(Exception):  # noqa: N818  (a way out of nested checks, not an error)
    """The first difference of a case."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.what)
        self.difference = difference


def ask(of: S, call: Callable[[S], T], show: Callable[[T], Json]) -> Answer[T]:
    """Call, and tell the outcome as JSON; an error for bad input is an answer like any other.

    A panic of a Rust core is not an ``Exception``, nor is a ``SystemExit``, so everything but
    Ctrl-C is caught here.
    """
    try:
        value = call(of)
        told = show(value)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return Answer(_told(error), ())
    return Answer(told, (value,))


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
    first, second = ask(pair[0], call, show), ask(pair[1], call, show)
    crashed = _is_crash(first.told) or _is_crash(second.told)
    if crashed or text(first.told) != text(second.told):
        told = _plain(first.told), _plain(second.told)
        raise Differs(Difference(what, where, *told, crashed))
    return (first.value[0], second.value[0]) if first.value and second.value else None


def crash(error: BaseException) -> dict[str, Json]:
    """Tell an exception that no engine may raise."""
    trace = "".join(traceback.format_exception(error)[-6:])
    return {"crash": f"{type(error).__name__}: {error}", "traceback": trace}


def _told(error: BaseException) -> Json:
    name = type(error).__name__
    if not isinstance(error, BonepileError):
        return crash(error)
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


_encode = json.JSONEncoder(sort_keys=True).encode


def text(answer: Json) -> str:
    """JSON tells 1 from 1.0 and from true, which ``==`` does not; the order of keys is nothing."""
    return _encode(answer)


def _plain(answer: Json) -> Json:
    """Tuples as lists, keys as strings."""
    if isinstance(answer, dict):
        return {str(key): _plain(value) for key, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [_plain(value) for value in answer]
    return answer
