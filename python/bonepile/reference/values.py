"""Values that do not change, and the checks of plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from reprlib import Repr
from typing import Any, NoReturn, TypeGuard

from bonepile.errors import ArgumentError
from bonepile.types import Json

WORD = 1 << 64
"""Seeds, game numbers and parameters lie below this."""

ROUNDS = 1 << 32
"""Round numbers and depths lie below this."""


class Frozen:
    """A value: its attributes are set once, by its own constructor."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        msg = f"{type(self).__name__} is immutable: {name} cannot be assigned"
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> NoReturn:
        msg = f"{type(self).__name__} is immutable: {name} cannot be deleted"
        raise AttributeError(msg)


set_once = object.__setattr__
"""How a constructor fills a :class:`Frozen` value."""


def is_whole(value: object) -> TypeGuard[int]:
    """Whether the value is an integer; true and false are no numbers."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_list(value: object) -> TypeGuard[Sequence[Json]]:
    """Whether the value is a sequence, and no text."""
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray))


def plain(value: Any) -> Any:
    """The value; of a string or an integer only that, without what its class may add to it."""
    if isinstance(value, str):
        return str.__str__(value)
    return int(value) if is_whole(value) else value


def shown(value: object) -> str:
    """The value for a message, cut short; an integer may have more digits than Python writes."""
    try:
        return _SHORT.repr(value)
    except ValueError:
        return "a number that long"


_SHORT = Repr()
_SHORT.maxlevel = 2
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 200


def type_name(value: object) -> str:
    """The name of a value's type, with its module: both engines have a Round."""
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def number(name: str, value: object, low: int, limit: int) -> int:
    """The value as an int, with ``low <= value < limit``.

    Whatever Python takes for an index is an integer, but true and false are none. Raises TypeError
    for another type and ArgumentError for a number outside the range.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        msg = f"{name} must be an int, not {type(value).__name__}"
        raise TypeError(msg)
    whole = index(value)
    if not low <= whole < limit:
        msg = f"{name} must be at least {low} and below {limit}"
        raise ArgumentError(msg)
    return whole


def one_of(name: str, value: object, choices: Sequence[str]) -> str:
    """The value if it is one of these names.

    Raises TypeError for another type and ArgumentError for another name.
    """
    if not isinstance(value, str):
        msg = f"{name} must be a str, not {type(value).__name__}"
        raise TypeError(msg)
    for choice in choices:
        if value == choice:
            return choice
    raise ArgumentError(f"{name} must be one of {', '.join(choices)}, not {shown(value)}")
