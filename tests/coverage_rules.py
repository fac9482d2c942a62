"""What each rule needs of the parameters to be at work, and where it never can be."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

NAMES = Path(__file__).resolve().parent.parent / "docs" / "rules" / "names.md"
FAMILIES = {"G": ("line", "train"), "L": ("line",), "T": ("train",)}

Needs = Mapping[str, Sequence[Any]]

_DRAWS: Needs = {"draw": ("one", "until_playable")}
_FIVES: Needs = {"in_play": ("fives",)}
_SPINNER: Needs = {"spinner": ("first_double",)}
_ANY_TILE: Needs = {"opening": ("any_tile",)}
_BOTH_OUT: Needs = {"go_out": ("both_partners",)}
_FROM_HAND: Needs = {"engine": ("highest_double",)}
_EXTRA_PLAY: Needs = {"double_extra": ("anywhere", "must_cover")}
_DUTY: Needs = {"cover_duty": (True,)}
_CHAIN: Needs = {"first_turn": ("chain",)}
_EXTRA_TURN: Needs = {"first_turn_double": ("extra_turn",)}
_FINISH: Needs = {"finish_first_circuit": (True,)}
_EXEMPT: Needs = {"dead_double": ("exempt",)}

# Beside the value that the rule itself begins with, or in its place.
MORE_NEEDS: dict[str, Needs] = {
    "G-BLOCK-3": {"block": ("n_passes", "n_passes_stable")},  # the latter only counts otherwise
    "G-DRAW-1": _DRAWS,
    "G-DRAW-2": _DRAWS,
    "G-DRAW-3": _DRAWS,
    "G-END-1": _DRAWS,
    "L-SPIN-3": _SPINNER,
    "L-SPIN-4": _SPINNER,
    "L-LEADER-1": _ANY_TILE,
    "L-LEADER-2": _ANY_TILE,
    "L-END-3": _BOTH_OUT,
    "L-END-4": _BOTH_OUT,
    "L-SIDE-3": {"partnership": ("at_four",)},
    "L-COUNT-3": _FIVES,
    "L-COUNT-4": _FIVES,
    "L-COUNT-5": _FIVES,
    "L-COUNT-6": {**_FIVES, **_SPINNER},
    "L-COUNT-7": {**_FIVES, **_SPINNER},
    "L-SUM-3": _FIVES,
    "T-ENGINE-2": {"engine": ("descending",)},
    "T-ENGINE-4": _FROM_HAND,
    "T-ENGINE-5": _FROM_HAND,
    "T-DOUBLE-4": _EXTRA_PLAY,
    "T-DOUBLE-5": _EXTRA_PLAY,
    "T-COVER-1": _DUTY,
    "T-COVER-3": _DUTY,
    "T-COVER-4": _DUTY,
    "T-COVER-5": _DUTY,
    "T-DEAD-1": _DUTY,
    "T-DEAD-4": {**_EXEMPT, "double_extra": ("must_cover",)},
    "T-FIRST-3": _CHAIN,
    "T-FIRST-4": _CHAIN,
    "T-FIRST-5": _CHAIN,
    "T-FIRST-6": _CHAIN,
    "T-FIRST-7": {**_CHAIN, **_DUTY},
    "T-FIRST-8": _CHAIN,
    "T-EXTRA-3": _EXTRA_TURN,
    "T-EXTRA-4": {**_EXTRA_TURN, **_FINISH},
    "T-EXTRA-5": {**_EXTRA_TURN, **_EXEMPT},
    "T-CIRCUIT-2": _FINISH,
    "T-CIRCUIT-3": _CHAIN,
}

_NO_EMPTY_BONEYARD = "tiles always stay in the boneyard: two are kept back"
_FULL_BONEYARD = (
    "nothing is drawn in the first circuit, and what the search for an engine leaves of the "
    "boneyard is never nothing"
)

IMPOSSIBLE: dict[tuple[str, str], str] = {
    ("G-END-1", "pagat-draw"): _NO_EMPTY_BONEYARD,
    ("T-DOUBLE-5", "masters-mexican-train-strict"): (
        "the extra play covers the double, and no second double has the same pip"
    ),
    ("T-FIRST-8", "masters-mexican-train"): _FULL_BONEYARD,
    ("T-FIRST-8", "masters-mexican-train-strict"): _FULL_BONEYARD,
    ("T-FIRST-8", "masters-mexican-train-reverse"): _FULL_BONEYARD,
}
"""Rule and preset: why the preset's own rules never come to it, though nothing switches it off."""


class Rule(NamedTuple):
    """A row of names.md: a name, the rule in short, and what it needs of the parameters."""

    name: str
    heading: str
    needs: Needs

    def is_on(self, family: str, parameters: Mapping[str, Any]) -> bool:
        """Whether a preset's values let the rule be at work."""
        if family not in FAMILIES[self.name[0]]:
            return False
        return all(parameters.get(key) in values for key, values in self.needs.items())


def rules() -> list[Rule]:
    """The rules of names.md in their order."""
    heading, found = "", []
    for line in NAMES.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        row = re.match(r"\| `([^`]+)` \| (?:`(\w+)(?: = (\w+))?`: )?", line)
        if row:
            name, parameter, value = row.groups()
            found.append(Rule(name, heading, {**_own_needs(parameter, value), **_more(name)}))
    return found


def _own_needs(parameter: str | None, value: str | None) -> Needs:
    if parameter == "rounds" and value is None:
        return {"rounds": range(1, 1001)}
    return {parameter: (_value(value),)} if parameter and value else {}


def _more(name: str) -> Needs:
    return MORE_NEEDS.get(name, {})


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
