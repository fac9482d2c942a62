"""The parameters of both families and the presets, as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bonepile.types import Family

from .values import WORD, is_whole

HandSize: TypeAlias = int | dict[int, int]

SEATS = range(2, 9)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One row of the table: a name, its values, and the parent without which it means nothing.

    The parent is on while its value is one of ``on``. ``off`` is the value while it is off;
    ``default`` the value when an override switches it on.
    """

    name: str
    allows: Callable[[object], bool]
    values: str
    parent: str | None = None
    on: tuple[object, ...] = ()
    off: object = None
    default: object = None


_Values: TypeAlias = tuple[Callable[[object], bool], str]


def _one_of(*names: str) -> _Values:
    return (lambda value: isinstance(value, str) and value in names), f"one of {', '.join(names)}"


def _whole(low: int, high: int | None = None) -> _Values:
    def allows(value: object) -> bool:
        return is_whole(value) and low <= value < WORD and (high is None or value <= high)

    return allows, f"an integer {low}.." + ("" if high is None else str(high))


def _yes_no() -> _Values:
    return (lambda value: isinstance(value, bool)), "true or false"


def _hand_size() -> _Values:
    return (lambda value: hand_size_of(value) is not None), (
        "an integer 1.. or a map from seats 2..8 to that"
    )


def hand_size_of(value: object) -> HandSize | None:
    """A number of tiles, or a map from seats to that with integer keys; None if neither."""
    if is_whole(value):
        return int(value) if 1 <= value < WORD else None
    if not isinstance(value, Mapping):
        return None
    sizes: dict[int, int] = {}
    for key, size in value.items():
        seats = _SEAT_KEYS.get(key) if isinstance(key, str) else key
        if seats is None or not is_whole(seats) or seats not in SEATS or seats in sizes:
            return None
        if not is_whole(size) or not 1 <= size < WORD:
            return None
        sizes[int(seats)] = int(size)
    return dict(sorted(sizes.items()))


_SEAT_KEYS = {str(seats): seats for seats in SEATS}

LINE_PARAMETERS = (
    Parameter("set", *_whole(1, 18)),
    Parameter("hand_size", *_hand_size()),
    Parameter("partnership", *_one_of("none", "at_four")),
    Parameter("opening", *_one_of("highest_double", "any_tile")),
    Parameter(
        "no_double",
        *_one_of("redeal", "highest_tile"),
        parent="opening",
        on=("highest_double",),
        default="redeal",
    ),
    Parameter(
        "next_leader",
        *_one_of("rotate", "winner"),
        parent="opening",
        on=("any_tile",),
        default="rotate",
    ),
    Parameter("draw", *_one_of("none", "one", "until_playable")),
    Parameter("reserve", *_whole(0), parent="draw", on=("one", "until_playable"), off=0, default=0),
    Parameter(
        "voluntary_draw",
        *_yes_no(),
        parent="draw",
        on=("one", "until_playable"),
        off=False,
        default=False,
    ),
    Parameter(
        "go_out",
        *_one_of("one", "both_partners"),
        parent="partnership",
        on=("at_four",),
        off="one",
        default="one",
    ),
    Parameter("spinner", *_one_of("none", "first_double")),
    Parameter("in_play", *_one_of("none", "fives")),
    Parameter("score_out", *_one_of("opponents", "opponents_minus_own", "everyone")),
    Parameter(
        "score_block", *_one_of("difference", "pairwise_differences", "opponents", "everyone")
    ),
    Parameter("round_to", lambda value: is_whole(value) and value in (1, 5), "1 or 5"),
    Parameter("block", *_one_of("n_passes")),
    Parameter("match_by", *_one_of("points", "wins")),
    Parameter("target", *_whole(1, 1_000_000)),
)

TRAIN_PARAMETERS = (
    Parameter("set", *_whole(1, 18)),
    Parameter("hand_size", *_hand_size()),
    Parameter("engine", *_one_of("highest_double", "descending")),
    Parameter("first_turn", *_one_of("single", "chain")),
    Parameter(
        "first_turn_double",
        *_one_of("no_effect", "extra_turn"),
        parent="first_turn",
        on=("chain",),
        default="no_effect",
    ),
    Parameter(
        "finish_first_circuit",
        *_yes_no(),
        parent="first_turn",
        on=("chain",),
        off=False,
        default=False,
    ),
    Parameter("start_marked", *_yes_no()),
    Parameter("draw", *_one_of("none", "one")),
    Parameter("block", *_one_of("n_passes", "n_passes_stable")),
    Parameter("double_extra", *_one_of("none", "anywhere", "must_cover")),
    Parameter("cover_duty", *_yes_no()),
    Parameter(
        "cover_order",
        *_one_of("oldest_first", "newest_first", "any"),
        parent="cover_duty",
        on=(True,),
        default="oldest_first",
    ),
    Parameter(
        "dead_double",
        *_one_of("binding", "exempt"),
        parent="cover_duty",
        on=(True,),
        default="binding",
    ),
    Parameter("double_blank", *_whole(0, 1000)),
    Parameter("rounds", *_whole(1, 1000)),
)

PARAMETERS: dict[Family, tuple[Parameter, ...]] = {
    "line": LINE_PARAMETERS,
    "train": TRAIN_PARAMETERS,
}


@dataclass(frozen=True, slots=True)
class LineRules:
    """The parameters of a line game in force, and the number of seats."""

    players: int
    set: int
    hand_size: HandSize
    partnership: str
    opening: str
    no_double: str | None
    next_leader: str | None
    draw: str
    reserve: int
    voluntary_draw: bool
    go_out: str
    spinner: str
    in_play: str
    score_out: str
    score_block: str
    round_to: int
    block: str
    match_by: str
    target: int

    @property
    def partners(self) -> bool:
        """Whether seats 0 and 2 score together, and 1 and 3."""
        return self.partnership == "at_four" and self.players == 4

    @property
    def sides(self) -> int:
        """How many sides score."""
        return 2 if self.partners else self.players

    def side(self, seat: int) -> int:
        """The side that the seat scores for."""
        return seat % self.sides


@dataclass(frozen=True, slots=True)
class TrainRules:
    """The parameters of a train game in force, and the number of seats."""

    players: int
    set: int
    hand_size: HandSize
    engine: str
    first_turn: str
    first_turn_double: str | None
    finish_first_circuit: bool
    start_marked: bool
    draw: str
    block: str
    double_extra: str
    cover_duty: bool
    cover_order: str | None
    dead_double: str | None
    double_blank: int
    rounds: int | None

    @property
    def sides(self) -> int:
        """How many sides score: every seat for itself."""
        return self.players


_MASTERS_BLOCK: dict[str, Any] = {
    "set": 6,
    "hand_size": {2: 8, 3: 6, 4: 6, 5: 5},
    "partnership": "at_four",
    "opening": "highest_double",
    "no_double": "redeal",
    "next_leader": None,
    "draw": "none",
    "reserve": 0,
    "voluntary_draw": False,
    "go_out": "one",
    "spinner": "none",
    "in_play": "none",
    "score_out": "opponents",
    "score_block": "difference",
    "round_to": 1,
    "block": "n_passes",
    "match_by": "points",
    "target": 100,
}

_MASTERS_DRAW = {
    **_MASTERS_BLOCK,
    "hand_size": {2: 7, 3: 5, 4: 4, 5: 3},
    "partnership": "none",
    "draw": "until_playable",
}

_PAGAT_DRAW = {
    **_MASTERS_DRAW,
    "hand_size": {2: 7, 3: 5, 4: 5},
    "opening": "any_tile",
    "no_double": None,
    "next_leader": "rotate",
    "reserve": 2,
    "voluntary_draw": True,
    "score_out": "opponents_minus_own",
}

_ALL_FIVES = {
    **_PAGAT_DRAW,
    "next_leader": "winner",
    "reserve": 0,
    "voluntary_draw": False,
    "spinner": "first_double",
    "in_play": "fives",
    "score_out": "opponents",
    "round_to": 5,
    "target": 200,
}

_MASTERS_MEXICAN_TRAIN: dict[str, Any] = {
    "set": 12,
    "hand_size": {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10},
    "engine": "highest_double",
    "first_turn": "chain",
    "first_turn_double": "no_effect",
    "finish_first_circuit": True,
    "start_marked": False,
    "draw": "one",
    "block": "n_passes_stable",
    "double_extra": "anywhere",
    "cover_duty": False,
    "cover_order": None,
    "dead_double": None,
    "double_blank": 0,
    "rounds": None,
}

_STRICT = {
    **_MASTERS_MEXICAN_TRAIN,
    "double_extra": "must_cover",
    "cover_duty": True,
    "cover_order": "oldest_first",
    "dead_double": "exempt",
}

_REVERSE = {**_STRICT, "double_extra": "anywhere", "cover_order": "newest_first"}

_DOMINOS_CC: dict[str, Any] = {
    **_MASTERS_MEXICAN_TRAIN,
    "hand_size": {2: 15, 3: 15, 4: 15},
    "engine": "descending",
    "first_turn": "single",
    "first_turn_double": None,
    "finish_first_circuit": False,
    "start_marked": True,
    "block": "n_passes",
    "cover_duty": True,
    "cover_order": "oldest_first",
    "dead_double": "binding",
    "rounds": 6,
}

PRESETS: dict[str, tuple[Family, dict[str, Any]]] = {
    "masters-block": ("line", _MASTERS_BLOCK),
    "masters-block-individual": ("line", {**_MASTERS_BLOCK, "partnership": "none"}),
    "masters-draw": ("line", _MASTERS_DRAW),
    "pagat-draw": ("line", _PAGAT_DRAW),
    "all-fives": ("line", _ALL_FIVES),
    "masters-mexican-train": ("train", _MASTERS_MEXICAN_TRAIN),
    "masters-mexican-train-strict": ("train", _STRICT),
    "masters-mexican-train-reverse": ("train", _REVERSE),
    "dominos-cc-mexican-train": ("train", _DOMINOS_CC),
}


def presets() -> list[str]:
    """The names of the presets."""
    return list(PRESETS)
