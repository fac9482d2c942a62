"""Random parameters for the rules of a preset: legal ones, rare ones and wrong ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..types import Engine, Json
from .dice import Dice

__all__ = [
    "CHOICES",
    "PARENTS",
    "PresetDefaults",
    "catalogue",
    "draw_choices",
    "draw_rules",
    "seats_of",
]

CHOICES: dict[str, dict[str, tuple[Json, ...]]] = {
    "line": {
        "partnership": ("none", "at_four"),
        "opening": ("highest_double", "any_tile"),
        "no_double": ("redeal", "highest_tile"),
        "next_leader": ("rotate", "winner"),
        "draw": ("none", "one", "until_playable"),
        "reserve": (0, 1, 2, 3, 5),
        "voluntary_draw": (False, True),
        "go_out": ("one", "both_partners"),
        "spinner": ("none", "first_double"),
        "in_play": ("none", "fives"),
        "score_out": ("opponents", "opponents_minus_own", "everyone"),
        "score_block": ("difference", "pairwise_differences", "opponents", "everyone"),
        "round_to": (1, 5),
        "block": ("n_passes",),
        "match_by": ("points", "wins"),
        "target": (1, 2, 20, 100, 1_000_000),
    },
    "train": {
        "engine": ("highest_double", "descending"),
        "first_turn": ("single", "chain"),
        "first_turn_double": ("no_effect", "extra_turn"),
        "finish_first_circuit": (False, True),
        "start_marked": (False, True),
        "draw": ("none", "one"),
        "block": ("n_passes", "n_passes_stable"),
        "double_extra": ("none", "anywhere", "must_cover"),
        "cover_duty": (False, True),
        "cover_order": ("oldest_first", "newest_first", "any"),
        "dead_double": ("binding", "exempt"),
        "double_blank": (0, 1, 50, 1000),
        "rounds": (1, 2, 3, None),
    },
}

PARENTS: dict[str, tuple[str, tuple[Json, ...]]] = {
    "no_double": ("opening", ("highest_double",)),
    "next_leader": ("opening", ("any_tile",)),
    "reserve": ("draw", ("one", "until_playable")),
    "voluntary_draw": ("draw", ("one", "until_playable")),
    "go_out": ("partnership", ("at_four",)),
    "first_turn_double": ("first_turn", ("chain",)),
    "finish_first_circuit": ("first_turn", ("chain",)),
    "cover_order": ("cover_duty", (True,)),
    "dead_double": ("cover_duty", (True,)),
}

_STRANGE: tuple[Json, ...] = (
    *(True, False, -1, 0, 1, 2, 19, 256, 2**32, 2**63, 10**30, 1.0, 0.5, "", "none", "1", "yes"),
    *([], {}, [1], {"2": 7}, {"x": 1}, {"9": 1}, {"2": 0}, {"2": True}, {"02": 5}, None),
)

_OTHER_NAMES = ("sets", "Set", "hand-size", "", "seed", "draw ", "names")


class PresetDefaults(NamedTuple):
    """What the drawing of cases needs to know of a preset."""

    family: str
    parameters: dict[str, Json]


def catalogue(engine: Engine) -> dict[str, PresetDefaults]:
    """Collect an engine's presets with their parameters, in the engine's order."""
    found = {}
    for name in engine.presets():
        rules = engine.Rules(name, players=2)
        found[name] = PresetDefaults(rules.family, rules.parameters)
    return found


def draw_rules(
    dice: Dice, presets: Mapping[str, PresetDefaults], *, overrides: bool
) -> dict[str, Json]:
    """Rules as a record writes them: a preset, a number of seats and, on demand, overrides.

    Without ``overrides`` they are always legal; with them one draw in seven is meant to be refused,
    and small sets, short hands and small boneyards are common.
    """
    name = dice.pick(list(presets))
    preset = presets[name]
    if not overrides:
        seats = seats_of(preset.parameters["hand_size"])
        return {"preset": name, "players": dice.pick(seats)}
    rules: dict[str, Json] = {"preset": name, "players": dice.between(2, 8)}
    rules |= draw_choices(dice, preset)
    if preset.family == "line" and dice.percent(25):
        rules["players"] = 4  # the one number of seats with partners
    _draw_sizes(dice, rules, preset)
    if dice.percent(14):
        for _ in range(dice.between(1, 3)):
            _spoil(dice, rules, preset)
    elif _value("first_turn", rules, preset) == "chain" and dice.percent(40):
        # What happens in a first circuit asks for short hands and several options at once.
        rules |= {"first_turn_double": "extra_turn", "finish_first_circuit": True}
        rules["hand_size"] = min(dice.between(2, 4), _hand(rules, preset))
    elif rules["players"] == 4 and preset.family == "line" and dice.percent(40):
        # Points below zero are for partners alone.
        rules |= {"partnership": "at_four", "score_out": "opponents_minus_own", "round_to": 5}
    return rules


def _hand(rules: Mapping[str, Json], preset: PresetDefaults) -> int:
    hand = _value("hand_size", rules, preset)
    if isinstance(hand, int):
        return hand
    seats = rules["players"]
    return int(hand.get(str(seats)) or hand.get(seats) or 1)


def seats_of(hand_size: Json) -> list[int]:
    """List the numbers of seats that a hand size is given for."""
    if isinstance(hand_size, int):
        return list(range(2, 9))
    return sorted(int(seats) for seats in hand_size)


def draw_choices(
    dice: Dice, preset: PresetDefaults, wanted: Mapping[str, Sequence[Json]] | None = None
) -> dict[str, Json]:
    """Draw other values for some parameters, sizes left alone; those wanted have one of theirs."""
    often = dice.pick((8, 25, 60))
    chosen = {
        name: dice.pick(values)
        for name, values in CHOICES[preset.family].items()
        if dice.percent(often)
    }
    for name, values in (wanted or {}).items():
        chosen[name] = dice.pick(values)
    for child, (parent, on) in PARENTS.items():
        if child in chosen and chosen.get(parent, preset.parameters.get(parent)) not in on:
            del chosen[child]
    if chosen.get("double_extra") == "must_cover" and not _value("cover_duty", chosen, preset):
        chosen["cover_duty"] = True
    return chosen


def _value(name: str, rules: Mapping[str, Json], preset: PresetDefaults) -> Json:
    return rules.get(name, preset.parameters.get(name))


def _draw_sizes(dice: Dice, rules: dict[str, Json], preset: PresetDefaults) -> None:
    """Set and hands that fit each other; fewer seats where the set is too small for them."""
    size = preset.parameters["set"]
    if dice.percent(60):
        size = dice.between(1, 4) if dice.percent(50) else dice.between(1, 18)
        rules["set"] = size
    tiles = (size + 1) * (size + 2) // 2
    kept = _value("reserve", rules, preset) or 0
    aside = 1 if _value("engine", rules, preset) == "descending" else 0
    least = 2 if _value("engine", rules, preset) == "highest_double" else 1
    room = tiles - aside - kept
    rules["players"] = seats = max(2, min(rules["players"], room // least))
    most = max(1, room // seats)
    default = preset.parameters["hand_size"]
    usual = default if isinstance(default, int) else default.get(seats, most + 1)
    if usual <= most and dice.percent(35):
        return
    low = min(least, most)
    kind = dice.pick(("short", "full", "any"))
    if kind == "short":
        hand = dice.between(low, min(low + 2, most))
    elif kind == "full":
        hand = dice.between(max(low, most - 1), most)
    else:
        hand = dice.between(low, min(most, 20))
    rules["hand_size"] = hand if dice.percent(50) else {"2": 3, str(seats): hand}
    if _value("rounds", rules, preset) and "rounds" in rules and aside:
        rules["rounds"] = min(rules["rounds"], size + 1)


def _spoil(dice: Dice, rules: dict[str, Json], preset: PresetDefaults) -> None:
    own = CHOICES[preset.family]
    other = CHOICES["train" if preset.family == "line" else "line"]
    kind = dice.below(7)
    if kind == 0:
        rules[dice.pick(("set", "hand_size", *own))] = dice.pick(_STRANGE)
    elif kind == 1:
        rules["players"] = dice.pick(_STRANGE)
    elif kind == 2:
        rules[dice.pick([name for name in other if name not in own])] = dice.pick(_STRANGE)
    elif kind == 3:
        rules[dice.pick(_OTHER_NAMES)] = dice.pick(_STRANGE)
    elif kind == 4:
        child = dice.pick([name for name in own if name in PARENTS])
        rules[child] = dice.pick(own[child])
    elif kind == 5:
        rules["hand_size"] = dice.between(1, 200)
    else:
        name = dice.pick(list(own))
        rules[name] = dice.pick((*own[name], "none", None))
        if dice.percent(10):
            rules["preset"] = dice.pick(("", "masters", "Masters-Draw", "masters-draw "))
