"""Every error that bonepile raises for bad input, shared by the core and the reference.

A value that is wrong raises a subclass of :class:`BonepileError`, which is a ``ValueError``; a
value of the wrong Python type raises ``TypeError``. Nothing is changed by a call that raises.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "ArgumentError",
    "BonepileError",
    "DealError",
    "IllegalActionError",
    "NotationError",
    "PositionError",
    "RecordError",
    "RedealError",
    "RoundOverError",
    "RulesError",
    "StateError",
    "UnknownPresetError",
]


class BonepileError(ValueError):
    """The base of all errors raised for bad input."""


class ArgumentError(BonepileError):
    """A number outside its range: a seed, a round or game number, a depth, a count of threads."""


class NotationError(BonepileError):
    """Text that is not in the notation of tiles and actions."""


def in_short(reasons: Sequence[str], most: int = 30, longest: int = 500) -> str:
    """One text for all reasons that can be shown, however many and long they are.

    Lone surrogates, which no output takes, are escaped.
    """
    shown = [
        reason if len(reason) <= longest else f"{reason[:longest]}…" for reason in reasons[:most]
    ]
    if len(reasons) > most:
        shown.append(f"and {len(reasons) - most} more")
    return "; ".join(shown).encode("utf-8", "backslashreplace").decode()


class _ReasonsError(BonepileError):
    """An error that lists every reason at once."""

    def __init__(self, reasons: Sequence[str] | str) -> None:
        self.reasons: tuple[str, ...] = (reasons,) if isinstance(reasons, str) else tuple(reasons)
        super().__init__(in_short(self.reasons))

    def __reduce__(self) -> tuple[type[_ReasonsError], tuple[tuple[str, ...]]]:
        return type(self), (self.reasons,)


class RulesError(_ReasonsError):
    """Rules that contradict themselves or the set; ``reasons`` has one sentence for each fault."""


class UnknownPresetError(RulesError):
    """No preset has that name."""


class DealError(_ReasonsError):
    """A deal that does not fit the rules; ``reasons`` holds one sentence for each fault."""


class RedealError(DealError):
    """A deal in which nobody holds a double although a double must open: shuffle and deal again."""


class PositionError(_ReasonsError):
    """A position that play under the rules could not reach; ``reasons`` names each fault."""


class IllegalActionError(BonepileError):
    """An action that is not legal now.

    ``action`` is its notation, ``reason`` the refusal code, ``legal`` the notation of every legal
    action, sorted.
    """

    def __init__(self, action: str, reason: str, message: str, legal: Sequence[str]) -> None:
        super().__init__(message)
        self.action = action
        self.reason = reason
        self.legal: tuple[str, ...] = tuple(legal)

    def __reduce__(
        self,
    ) -> tuple[type[IllegalActionError], tuple[str, str, str, tuple[str, ...]]]:
        return type(self), (self.action, self.reason, str(self), self.legal)


class RoundOverError(IllegalActionError):
    """Any action after the end of the round (``reason`` is ``"round_over"``, ``legal`` empty)."""


class StateError(BonepileError):
    """A call out of its time, such as ``undo`` before the first action."""


class RecordError(BonepileError):
    """A record that cannot be read or breaks a rule.

    ``round`` is the place in the record's list of rounds and ``at`` the number of the action, both
    from 0, or None where the fault lies outside them. ``action``, ``reason`` and ``legal`` are as
    in :class:`IllegalActionError` when an action is at fault, else None, a code and an empty tuple.
    """

    def __init__(
        self,
        message: str,
        *,
        round: int | None = None,
        at: int | None = None,
        action: str | None = None,
        reason: str = "bad_record",
        legal: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.round = round
        self.at = at
        self.action = action
        self.reason = reason
        self.legal: tuple[str, ...] = tuple(legal)

    def __reduce__(self) -> tuple[object, ...]:
        state = {k: getattr(self, k) for k in ("round", "at", "action", "reason", "legal")}
        return type(self), (str(self),), state


_CODES: tuple[tuple[type[BonepileError], str], ...] = (
    (UnknownPresetError, "unknown_preset"),
    (RulesError, "bad_rules"),
    (RedealError, "redeal"),
    (DealError, "bad_deal"),
    (RoundOverError, "round_over"),
    (IllegalActionError, "illegal_action"),
)


def error_code(error: BonepileError) -> str:
    """The error of the line protocol (docs/protocol.md) that stands for this one."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), "bad_request")
