"""Positions: what a round needs to go on, their form, read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bonepile.errors import PositionError
from bonepile.types import Json

from .actions import train_names
from .parameters import LineRules, TrainRules
from .rules import Rules
from .tiles import Tile, is_double, tile_text, tiles_by_text
from .values import ROUNDS, WORD, is_list, is_whole, shown

FORMAT = "bonepile-position/1"

ARMS = ("L", "R", "N", "S")

TURNS = ("first", "chain", "general", "extra")


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """What the positions of both families hold; ``hands`` are sorted, ``boneyard`` is not."""

    round: int
    leader: int | None
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    to_play: int | None
    last: int | None
    passes: int
    drew: bool

    def to_dict(self) -> dict[str, Json]:
        """The position as JSON values, every key of its family."""
        return {
            "format": FORMAT,
            "round": self.round,
            "leader": self.leader,
            "hands": [texts(hand) for hand in self.hands],
            "boneyard": texts(self.boneyard),
            "layout": self.layout_json(),
            "to_play": self.to_play,
            "last": self.last,
            "passes": self.passes,
            "drew": self.drew,
            **self.family_json(),
        }

    def layout_json(self) -> Json:
        """What lies on the table, tile by tile."""
        raise NotImplementedError

    def family_json(self) -> dict[str, Json]:
        """The keys that the other family does not have."""
        raise NotImplementedError

    def laid(self) -> list[tuple[str, Tile]]:
        """Every tile of the layout with the name of its place."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePosition(Position):
    """A position of a line game: ``lead`` is None before the lead, ``arms`` are L, R, N and S."""

    lead: Tile | None
    arms: tuple[tuple[Tile, ...], ...]
    spinner: Tile | None
    grows_arms: bool
    scores: tuple[int, ...]

    def layout_json(self) -> Json:
        """The lead and the arms from it outwards; N, S and the spinner where one may be."""
        if self.lead is None:
            return None
        arms = dict(zip(ARMS, map(texts, self.arms), strict=True))
        layout: dict[str, Json] = {"lead": tile_text(self.lead), "L": arms["L"], "R": arms["R"]}
        if self.grows_arms:
            layout["N"], layout["S"] = arms["N"], arms["S"]
            layout["spinner"] = None if self.spinner is None else tile_text(self.spinner)
        return layout

    def family_json(self) -> dict[str, Json]:
        """The points scored in play."""
        return {"scores": list(self.scores)}

    def laid(self) -> list[tuple[str, Tile]]:
        """Every tile of the layout with the name of its place."""
        lead = [] if self.lead is None else [("layout.lead", self.lead)]
        return lead + [
            (f"layout.{name}[{i}]", tile)
            for name, arm in zip(ARMS, self.arms, strict=True)
            for i, tile in enumerate(arm)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainPosition(Position):
    """A position of a train game; trains are numbered, the Mexican Train comes last."""

    engine: Tile
    trains: tuple[tuple[Tile, ...], ...]
    turn: str
    owed: frozenset[int]
    markers: frozenset[int]
    open_doubles: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the trains."""
        return train_names(len(self.hands))

    def layout_json(self) -> Json:
        """The engine and the trains from it outwards."""
        trains = dict(zip(self.names, map(texts, self.trains), strict=True))
        return {"engine": tile_text(self.engine), "trains": trains}

    def family_json(self) -> dict[str, Json]:
        """The turn, the first turns, markers and open doubles."""
        return {
            "turn": self.turn,
            "owed": sorted(self.owed),
            "markers": sorted(self.markers),
            "open_doubles": [self.names[train] for train in self.open_doubles],
        }

    def laid(self) -> list[tuple[str, Tile]]:
        """Every tile of the layout with the name of its place."""
        return [("layout.engine", self.engine)] + [
            (f"layout.trains.{name}[{i}]", tile)
            for name, train in zip(self.names, self.trains, strict=True)
            for i, tile in enumerate(train)
        ]


def texts(tiles: tuple[Tile, ...]) -> list[Json]:
    """The tiles in notation."""
    return [tile_text(tile) for tile in tiles]


# Reading

COMMON_KEYS = (
    *("format", "round", "leader", "hands", "boneyard", "layout"),
    *("to_play", "last", "passes", "drew"),
)
LINE_KEYS = (*COMMON_KEYS, "scores")
TRAIN_KEYS = (*COMMON_KEYS, "turn", "owed", "markers", "open_doubles")


def read_position(rules: Rules, position: Mapping[str, Json]) -> LinePosition | TrainPosition:
    """The position that a mapping writes down, its form checked.

    Raises PositionError with every fault of the form, and TypeError when it is no mapping.
    """
    if not isinstance(position, Mapping):
        msg = f"position must be a mapping, not {type(position).__name__}"
        raise TypeError(msg)
    form = Form(rules)
    read: LinePosition | TrainPosition
    if isinstance(rules.game, LineRules):
        read = form.line_position(rules.game, position)
    else:
        read = form.train_position(rules.game, position)
    if form.faults:
        raise PositionError(form.faults)
    return read


class Form:
    """Reads values and keeps every fault; what cannot be read becomes a stand-in."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.by_text = tiles_by_text(rules.game.set)
        self.faults: list[str] = []

    def line_position(self, game: LineRules, position: Mapping[str, Json]) -> LinePosition:
        """A position of a line game."""
        self.check_keys("", position, LINE_KEYS)
        common = self.common(position)
        lead, arms, spinner = self.line_layout(game, position.get("layout"))
        return LinePosition(
            **common,
            lead=lead,
            arms=arms,
            spinner=spinner,
            grows_arms=game.spinner == "first_double",
            scores=self.scores(position.get("scores", [0] * game.sides)),
        )

    def train_position(self, game: TrainRules, position: Mapping[str, Json]) -> TrainPosition:
        """A position of a train game."""
        self.check_keys("", position, TRAIN_KEYS)
        common = self.common(position)
        if game.engine == "descending" and common["round"] > game.set:
            self.fault("round", f"there is no engine in round {common['round']}")
        engine, trains = self.train_layout(game, position.get("layout"))
        return TrainPosition(
            **common,
            engine=engine,
            trains=trains,
            turn=self.turn(position.get("turn", "general")),
            owed=self.seats("owed", position.get("owed", [])),
            markers=self.seats("markers", position.get("markers", [])),
            open_doubles=self.train_numbers("open_doubles", position.get("open_doubles", [])),
        )

    def common(self, position: Mapping[str, Json]) -> dict[str, Any]:
        """What both families have."""
        for key in ("format", "hands", "to_play"):
            if key not in position:
                self.fault(key, "is missing")
        if position.get("format", FORMAT) != FORMAT:
            self.fault("format", f"must be {FORMAT!r}")
        round = self.whole("round", position.get("round", 0), ROUNDS)
        return {
            "round": round,
            "leader": self.leader(position.get("leader"), round),
            "hands": self.hands(position.get("hands", [[]] * self.rules.players)),
            "boneyard": self.tiles("boneyard", position.get("boneyard", [])),
            "to_play": self.seat_or_none("to_play", position.get("to_play")),
            "last": self.seat_or_none("last", position.get("last")),
            "passes": self.whole("passes", position.get("passes", 0), WORD),
            "drew": self.yes_no("drew", position.get("drew", False)),
        }

    # Layouts

    def line_layout(
        self, game: LineRules, layout: Json
    ) -> tuple[Tile | None, tuple[tuple[Tile, ...], ...], Tile | None]:
        """The lead, the four arms and the spinner."""
        none: tuple[tuple[Tile, ...], ...] = ((),) * len(ARMS)
        if layout is None:
            return None, none, None
        if not isinstance(layout, Mapping):
            self.fault("layout", "must be an object or null")
            return None, none, None
        grows_arms = game.spinner == "first_double"
        keys = ("lead", *ARMS, "spinner") if grows_arms else ("lead", "L", "R")
        self.check_keys("layout.", layout, keys)
        lead = self.required_tile(layout, "lead")
        arms = tuple(
            self.tiles(f"layout.{arm}", layout.get(arm, [])) if arm in keys else () for arm in ARMS
        )
        spinner = layout.get("spinner") if grows_arms else None
        return lead, arms, None if spinner is None else self.tile("layout.spinner", spinner)

    def train_layout(
        self, game: TrainRules, layout: Json
    ) -> tuple[Tile, tuple[tuple[Tile, ...], ...]]:
        """The engine and the trains by their numbers."""
        names = train_names(game.players)
        if not isinstance(layout, Mapping):
            self.fault("layout", "must be an object")
            return (0, 0), ((),) * len(names)
        self.check_keys("layout.", layout, ("engine", "trains"))
        engine = self.required_tile(layout, "engine")
        if not is_double(engine):
            self.fault("layout.engine", f"{tile_text(engine)} is not a double")
        trains = layout.get("trains", {})
        if not isinstance(trains, Mapping):
            self.fault("layout.trains", "must be an object")
            trains = {}
        self.check_keys("layout.trains.", trains, names)
        return engine, tuple(
            self.tiles(f"layout.trains.{name}", trains.get(name, [])) for name in names
        )

    def required_tile(self, layout: Mapping[str, Json], key: str) -> Tile:
        """The tile under a key of the layout that may not be left out."""
        if key in layout:
            return self.tile(f"layout.{key}", layout[key])
        self.fault(f"layout.{key}", "is missing")
        return (0, 0)

    # Values

    def fault(self, place: str, says: str) -> None:
        """Keep a fault."""
        self.faults.append(f"{place}: {says}")

    def check_keys(self, path: str, found: Mapping[str, Json], known: tuple[str, ...]) -> None:
        """Unknown keys are faults."""
        for key in found:
            if key not in known:
                self.fault(f"{path}{key}", "is not a key here")

    def list_of(self, place: str, value: Json, read: Callable[[str, Json], Any]) -> list[Any]:
        """A list, each of its values read."""
        if not is_list(value):
            self.fault(place, "must be a list")
            return []
        return [read(f"{place}[{i}]", each) for i, each in enumerate(value)]

    def tile(self, place: str, value: Json) -> Tile:
        """A tile of the set."""
        tile = self.by_text.get(value) if isinstance(value, str) else None
        if tile is None:
            self.fault(place, f"{shown(value)} is not a tile of the double-{self.top} set")
            return (0, 0)
        return tile

    @property
    def top(self) -> int:
        """The highest pip."""
        return self.rules.game.set

    def tiles(self, place: str, value: Json) -> tuple[Tile, ...]:
        """A list of tiles."""
        return tuple(self.list_of(place, value, self.tile))

    def hands(self, value: Json) -> tuple[tuple[Tile, ...], ...]:
        """One list of tiles for each seat."""
        hands = self.list_of("hands", value, self.tiles)
        if is_list(value) and len(hands) != self.rules.players:
            self.fault("hands", f"there are {len(hands)} for {self.rules.players} seats")
        return tuple(tuple(sorted(hand)) for hand in hands)

    def whole(self, place: str, value: Json, limit: int) -> int:
        """An integer from 0 and below the limit."""
        if is_whole(value) and 0 <= value < limit:
            return int(value)
        self.fault(place, f"must be an integer of at least 0, not {shown(value)}")
        return 0

    def yes_no(self, place: str, value: Json) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.fault(place, f"must be true or false, not {shown(value)}")
        return value is True

    def seat(self, place: str, value: Json) -> int:
        """A seat."""
        if is_whole(value) and 0 <= value < self.rules.players:
            return int(value)
        self.fault(place, f"there is no seat {shown(value)}")
        return 0

    def seat_or_none(self, place: str, value: Json) -> int | None:
        """A seat or null."""
        return None if value is None else self.seat(place, value)

    def seats(self, place: str, value: Json) -> frozenset[int]:
        """Seats in any order, none twice."""
        seats = self.list_of(place, value, self.seat)
        if len(set(seats)) < len(seats):
            self.fault(place, "a seat is named twice")
        return frozenset(seats)

    def leader(self, value: Json, round: int) -> int | None:
        """The seat that leads, ``round % players`` where the opening names one and it is null."""
        game = self.rules.game
        if isinstance(game, LineRules) and game.opening == "any_tile":
            return round % game.players if value is None else self.seat("leader", value)
        if value is not None:
            self.fault("leader", f"seat {shown(value)} is named, but the opening names none")
        return None

    def scores(self, value: Json) -> tuple[int, ...]:
        """One number for each side."""
        scores = self.list_of("scores", value, lambda place, each: self.whole(place, each, WORD))
        if is_list(value) and len(scores) != self.rules.sides:
            self.fault("scores", f"there are {len(scores)} for {self.rules.sides} sides")
        return tuple(scores)

    def turn(self, value: Json) -> str:
        """What the seat on turn is about."""
        if isinstance(value, str) and value in TURNS:
            return str(value)
        self.fault("turn", f"must be one of {', '.join(TURNS)}, not {shown(value)}")
        return "general"

    def train_numbers(self, place: str, value: Json) -> tuple[int, ...]:
        """Names of trains."""
        return tuple(self.list_of(place, value, self.train_number))

    def train_number(self, place: str, value: Json) -> int:
        """The number of a train that is named."""
        names = train_names(self.rules.players)
        if isinstance(value, str) and value in names:
            return names.index(value)
        self.fault(place, f"there is no train {shown(value)}")
        return 0
