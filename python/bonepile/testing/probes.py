"""Actions to ask about that are seldom legal: wrong tiles, places, times and texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..types import Json
from .dice import Dice

__all__ = ["NONSENSE", "probe"]

NONSENSE = (
    *("", " ", "-", "@", "@L", "@M", "2-", "-2", "2-6@", "2-6@l", "2-6@LL", "2-6@8", "2-6@9"),
    *("2-6@10", "2-6@-1", "2-6@R ", " 2-6", "2-6\n", "6-2", "6-2@L", "02-6", "2-06", "2-6-6"),
    *(
        "2--6",
        "2-+6",
        "2- 6",
        "2\N{EN DASH}6",
        "\N{FULLWIDTH DIGIT TWO}-6",
        "\N{SUPERSCRIPT TWO}-6",
    ),
    *("2-6@\N{FULLWIDTH LATIN CAPITAL LETTER L}", "2.0-6", "0x2-6", "2_0-60", "2-6@M@M"),
    *("2-60000", "0-256", "0-65536", "256-256", f"0-{2**64}", f"0-{2**64}@M", "0-" + "9" * 400),
    *(
        "DRAW",
        "Draw",
        "draw ",
        "draw@L",
        "Pass",
        "passed",
        "STOP",
        "none",
        "null",
        "lead",
        "0",
        "7",
    ),
    *("\0", "2-6\0", "2-6@L\0", "\N{DOMINO TILE HORIZONTAL-02-06}", "\ud800", "x" * 5000),
)

_PLACES = ("", "@L", "@R", "@N", "@S", "@M", *(f"@{seat}" for seat in range(8)))


def probe(dice: Dice, snapshot: Mapping[str, Json], size: int) -> str:
    """One action to ask about in that position of a double-``size`` game."""
    kind = dice.below(20)
    if kind < 3:
        return ("draw", "pass", "stop")[kind]
    if kind < 5:
        return dice.pick(NONSENSE)
    if kind == 5:
        legal = snapshot["legal"]
        return _damaged(dice, dice.pick(legal)) if legal else "pass"
    return _tile(dice, snapshot, size, kind) + _place(dice, snapshot)


def _tile(dice: Dice, snapshot: Mapping[str, Json], size: int, kind: int) -> str:
    held: Sequence[str] = snapshot["hands"][snapshot["to_play"] or 0]
    if kind < 14 and held:
        return str(dice.pick(held))
    if kind == 19:
        size += dice.between(1, 3)
    high = dice.between(0, size)
    return f"{dice.between(0, high)}-{high}"


def _place(dice: Dice, snapshot: Mapping[str, Json]) -> str:
    table = snapshot["table"]
    if table is None or dice.percent(30):
        return dice.pick(_PLACES)
    places = table["ends"] if "ends" in table else [end for end in table if end != "count"]
    return f"@{dice.pick(sorted(places))}"


def _damaged(dice: Dice, action: str) -> str:
    at = dice.below(len(action))
    kind = dice.below(3)
    if kind == 0:
        return action[:at] + action[at + 1 :]
    if kind == 1:
        return action[:at] + dice.pick("0 -@LM\N{ARABIC-INDIC DIGIT TWO}") + action[at:]
    return action[:at] + action[at].swapcase() + action[at + 1 :] + dice.pick(("", " "))
