"""The rules of a rare case, own or of the house, and what a deal for them is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...errors import BonepileError
from ...types import AnyRules, Engine, Json
from ..deals import Tile, hand_size_of, tiles_to_deal
from ..dice import Dice
from ..parameters import PresetDefaults, draw_choices, seats_of

__all__ = ["Sizes", "Table", "Wanted", "house_table", "own_table"]

Wanted = Mapping[str, Sequence[Json]]
"""For some parameters the values that make a situation possible."""


class Sizes(NamedTuple):
    """What a house may choose: lowest and highest set, hand, boneyard and number of seats."""

    set: tuple[int, int] = (2, 4)
    hand: tuple[int, int] = (2, 6)
    boneyard: tuple[int, int] = (0, 12)
    seats: tuple[int, int] = (2, 5)


@dataclass(frozen=True)
class Table:
    """Checked rules in some round, and the tiles that are dealt."""

    rules: AnyRules
    round: int
    parameters: Mapping[str, Json]
    tiles: tuple[Tile, ...]
    engine: Tile | None

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.rules.players

    @property
    def hand(self) -> int:
        """How many tiles each seat is dealt."""
        return hand_size_of(self.parameters, self.seats)


def own_table(
    right: Engine, dice: Dice, name: str, preset: PresetDefaults, wanted: Wanted
) -> Table | None:
    """Rules of the preset with no override, None where its values are not those wanted."""
    if any(preset.parameters[key] not in values for key, values in wanted.items()):
        return None
    seats = dice.pick(seats_of(preset.parameters["hand_size"]))
    return _table(right, dice, {"preset": name, "players": seats})


def house_table(
    right: Engine,
    dice: Dice,
    name: str,
    preset: PresetDefaults,
    wanted: Wanted,
    sizes: Sizes,
) -> Table | None:
    """Rules of the preset with the values wanted, other sizes and perhaps more; None: no luck."""
    rules: dict[str, Json] = {"preset": name}
    if dice.percent(60):
        rules |= {key: dice.pick(values) for key, values in wanted.items()}
    else:
        rules |= draw_choices(dice, preset, wanted)
    size = rules["set"] = dice.between(*sizes.set)
    room = (size + 1) * (size + 2) // 2 - (_value("engine", rules, preset) == "descending")
    fitting = [
        (seats, hand)
        for seats in range(sizes.seats[0], sizes.seats[1] + 1)
        for hand in range(sizes.hand[0], sizes.hand[1] + 1)
        if sizes.boneyard[0] <= room - seats * hand <= sizes.boneyard[1]
    ]
    if not fitting:
        return None
    rules["players"], rules["hand_size"] = dice.pick(fitting)
    return _table(right, dice, rules)


def _value(name: str, rules: Mapping[str, Json], preset: PresetDefaults) -> Json:
    return rules.get(name, preset.parameters.get(name))


def _table(right: Engine, dice: Dice, given: Mapping[str, Json]) -> Table | None:
    try:
        rules = right.Rules.from_dict(given)
    except BonepileError:
        return None
    parameters = rules.parameters
    engines = int(parameters["set"]) + 1 if parameters.get("engine") == "descending" else 6
    round = engines - 1 if dice.percent(15) else dice.below(engines)
    tiles, engine = tiles_to_deal(parameters, round)
    return Table(rules, round, parameters, tuple(tiles), engine)
