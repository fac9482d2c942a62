"""Rules: a preset, a number of seats, and what the house changes, checked at one door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bonepile.errors import ArgumentError, NotationError, RulesError, UnknownPresetError
from bonepile.types import ActionLike, Family, Json

from .actions import Action, Book, action_book, notation_of, read_action
from .parameters import (
    PARAMETERS,
    PRESETS,
    SEATS,
    LineRules,
    Parameter,
    TrainRules,
    hand_size_of,
)
from .tiles import tile_set, tiles_by_text
from .values import Frozen, is_whole, plain, set_once, shown


class Rules(Frozen):
    """A preset, a number of seats and overrides: checked, immutable, hashable.

    ``Rules("masters-draw", players=2, reserve=1)``. An override that is None counts as not named.
    ``hand_size`` is a number of tiles or a map from seats to that.

    Raises UnknownPresetError, or RulesError with every reason at once, each beginning with the name
    of the parameter; TypeError when the preset is not a string.
    """

    __slots__ = ("_book", "_values", "family", "game", "players", "preset")

    preset: str
    players: int
    family: Family
    game: LineRules | TrainRules
    _values: dict[str, Any]
    _book: Book

    def __init__(self, preset: str, /, *, players: int | None = None, **overrides: Json) -> None:
        if not isinstance(preset, str):
            msg = f"preset must be a str, not {type(preset).__name__}"
            raise TypeError(msg)
        self._fill(preset, players, overrides)

    def _fill(self, preset: str, players: object, overrides: Mapping[str, Any]) -> None:
        if preset not in PRESETS:
            raise UnknownPresetError(f"preset: {preset!r} is not one of {', '.join(PRESETS)}")
        family = PRESETS[preset][0]
        values = checked_values(preset, players, overrides)
        assert isinstance(players, int)
        game: LineRules | TrainRules
        if family == "line":
            game = LineRules(players=players, **values)
        else:
            game = TrainRules(players=players, **values)
        set_once(self, "preset", plain(preset))
        set_once(self, "players", plain(players))
        set_once(self, "family", family)
        set_once(self, "game", game)
        set_once(self, "_values", values)
        set_once(self, "_book", action_book(family, game.set, game.players))

    @property
    def sides(self) -> int:
        """L-SIDE-1: every seat is a side. L-SIDE-2: of four partners two are."""
        return self.game.sides

    @property
    def hand_tiles(self) -> int:
        """How many tiles each seat is dealt."""
        size = self.game.hand_size
        return size if isinstance(size, int) else size[self.players]

    @property
    def book(self) -> Book:
        """The numbered actions under these rules."""
        return self._book

    @property
    def num_actions(self) -> int:
        """How many action numbers there are."""
        return len(self._book.actions)

    @property
    def parameters(self) -> dict[str, Json]:
        """Every parameter of the family with its value in force, None where its parent is off."""
        return {name: _copied(value) for name, value in self._values.items()}

    def _changed(self) -> dict[str, Any]:
        """The parameters that differ from the preset; one that merely lapsed is left out."""
        own = PRESETS[self.preset][1]
        return {
            parameter.name: _copied(self._values[parameter.name])
            for parameter in PARAMETERS[self.family]
            if self._values[parameter.name] != own[parameter.name]
            and not parent_is_off(parameter, self._values)
        }

    def to_dict(self) -> dict[str, Json]:
        """``preset``, ``players`` and the parameters that differ from the preset, for JSON."""
        written = {
            name: {str(seats): size for seats, size in value.items()}
            if isinstance(value, dict)
            else value
            for name, value in self._changed().items()
        }
        return {"preset": self.preset, "players": self.players, **written}

    @classmethod
    def from_dict(cls, rules: Mapping[str, Json], /) -> Rules:
        """The rules that :meth:`to_dict` or a record wrote down.

        Raises RulesError or UnknownPresetError, and TypeError when it is not given a mapping.
        """
        if not isinstance(rules, Mapping):
            msg = f"rules must be a mapping, not {type(rules).__name__}"
            raise TypeError(msg)
        overrides = dict(rules)
        preset = overrides.pop("preset", None)
        if not isinstance(preset, str):
            raise RulesError("preset: must be the name of a preset")
        made = object.__new__(cls)
        made._fill(preset, overrides.pop("players", None), overrides)
        return made

    def action(self, action: ActionLike | int, /) -> Action:
        """The action with that notation or number under these rules, legal now or not.

        Raises NotationError for text that names no action of these rules, ArgumentError for a
        number outside ``0 <= number < num_actions``.
        """
        text = notation_of(action)
        if text is not None:
            move = self._book.move_of.get(text)
            if move is None:
                raise NotationError(self._why_no_action(text))
            return self._book.action_of[move]
        if not is_whole(action):
            msg = f"an action is a str, an Action or an int, not {type(action).__name__}"
            raise TypeError(msg)
        if not 0 <= action < self.num_actions:
            msg = f"action must be at least 0 and below {self.num_actions}"
            raise ArgumentError(msg)
        return self._book.actions[action]

    def _why_no_action(self, text: str) -> str:
        read = read_action(text)
        if read is None:
            return f"{shown(text)} is not an action"
        tile, _ = read
        if tile and tile not in tiles_by_text(self.game.set):
            return f"{shown(text)}: the double-{self.game.set} set has no such tile"
        return f"{shown(text)}: there is no such action in this game"

    def __repr__(self) -> str:
        named = "".join(f", {name}={value!r}" for name, value in self._changed().items())
        return f"Rules({self.preset!r}, players={self.players}{named})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self is other or (
            self.preset == other.preset
            and self.players == other.players
            and self._values == other._values
        )

    def __hash__(self) -> int:
        size = self._values["hand_size"]
        sizes = tuple(size.items()) if isinstance(size, dict) else size
        others = tuple(value for name, value in self._values.items() if name != "hand_size")
        return hash((self.preset, self.players, sizes, others))

    def __reduce__(self) -> tuple[object, ...]:
        return Rules.from_dict, (self.to_dict(),)


def _copied(value: Any) -> Any:
    return dict(value) if isinstance(value, dict) else value


def parent_is_off(parameter: Parameter, values: Mapping[str, Any]) -> bool:
    """Whether the parameter means nothing because its parent is off."""
    return parameter.parent is not None and values[parameter.parent] not in parameter.on


def checked_values(preset: str, players: object, overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Every parameter with its value in force. Raises RulesError with every reason at once."""
    family, own = PRESETS[preset]
    parameters = {parameter.name: parameter for parameter in PARAMETERS[family]}
    named = {name: plain(value) for name, value in overrides.items() if value is not None}
    reasons = _unknown_parameters(parameters, overrides)
    if not is_whole(players) or players not in SEATS:
        reasons.append(f"players: must be {SEATS[0]}..{SEATS[-1]}, not {shown(players)}")

    wrong = set()
    for name, parameter in parameters.items():
        if name in named and not parameter.allows(named[name]):
            reasons.append(f"{name}: must be {parameter.values}, not {shown(named[name])}")
            wrong.add(name)

    values: dict[str, Any] = {}
    for name, parameter in parameters.items():
        value = named[name] if name in named and name not in wrong else own[name]
        if parent_is_off(parameter, values):
            # Nothing is said of a child while its parent's own value is in doubt.
            if name in named and not {name, parameter.parent} & wrong and value != parameter.off:
                reasons.append(
                    f"{name}: means nothing while {parameter.parent} is "
                    f"{_json_word(values[str(parameter.parent)])}"
                )
            value = parameter.off
        elif name not in named and parent_is_off(parameter, own):
            value = parameter.default
        values[name] = hand_size_of(value) if name == "hand_size" else value

    if family == "train":
        reasons += _train_faults(values, named, wrong)
    if is_whole(players) and players in SEATS and "hand_size" not in wrong:
        reasons += _hand_faults(family, values, players, wrong)
    if reasons:
        raise RulesError(reasons)
    return values


def _unknown_parameters(
    parameters: Mapping[str, Parameter], overrides: Mapping[str, Any]
) -> list[str]:
    other_family = {p.name for table in PARAMETERS.values() for p in table}
    return [
        f"{name}: is a parameter of the other family"
        if name in other_family
        else f"{name}: there is no such parameter"
        for name in overrides
        if name not in parameters
    ]


def _json_word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _train_faults(values: dict[str, Any], named: Mapping[str, Any], wrong: set[str]) -> list[str]:
    reasons = []
    uncovered = values["double_extra"] == "must_cover" and not values["cover_duty"]
    if uncovered and not {"double_extra", "cover_duty"} & wrong:
        reasons.append("double_extra: must_cover asks for cover_duty")
    engines = values["set"] + 1
    rounds = values["rounds"]
    if values["engine"] == "descending" and rounds is not None and rounds > engines:
        if "rounds" not in named:
            values["rounds"] = engines
        elif not {"set", "engine", "rounds"} & wrong:
            reasons.append(f"rounds: the set has no more than {engines} engines, not {rounds}")
    return reasons


def _hand_faults(
    family: Family, values: Mapping[str, Any], players: int, wrong: set[str]
) -> list[str]:
    """What is wrong with the hands for this number of seats."""
    size = values["hand_size"]
    tiles = size.get(players) if isinstance(size, dict) else size
    if tiles is None:
        return [f"hand_size: names no hand for {players} seats"]
    reasons = []
    needed = players * tiles
    if family == "line":
        needed += 0 if "reserve" in wrong else values["reserve"]
    elif "engine" not in wrong:
        needed += values["engine"] == "descending"
        if values["engine"] == "highest_double" and tiles < 2:
            reasons.append("hand_size: a hand needs 2 tiles when the engine comes from a hand")
    in_set = len(tile_set(values["set"]))
    if needed > in_set and "set" not in wrong:
        reasons.append(
            f"hand_size: {players} hands of {shown(tiles)} with what is kept out of them come to "
            f"{shown(needed)} tiles, the set has {in_set}"
        )
    return reasons
