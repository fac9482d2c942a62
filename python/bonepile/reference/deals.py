"""Deals: hands and boneyard as written down, checked against the rules, and shuffled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import NamedTuple

from bonepile.errors import DealError, RedealError, in_short
from bonepile.types import Json

from .dice import Dice, deck
from .parameters import LineRules, TrainRules
from .rules import Rules
from .tiles import (
    Tile,
    is_double,
    is_tile_text,
    text_order,
    tile_set,
    tile_text,
    tiles_by_text,
)
from .values import Frozen, is_list, is_whole, plain, set_once, shown, type_name


class Deal(Frozen):
    """Hands, boneyard in draw order, and what a round's set-up names besides.

    ``hands`` holds one sequence of tiles a seat, in any order; ``engine`` is given where a double
    is set aside before the deal, ``leader`` where the opening names a seat. Whether the deal fits
    any rules is for :class:`Round` to say.

    Raises TypeError for a value of the wrong type, DealError with every tile that is not in the
    notation.
    """

    __slots__ = ("boneyard", "engine", "hands", "leader")

    hands: tuple[tuple[str, ...], ...]
    boneyard: tuple[str, ...]
    engine: str | None
    leader: int | None

    def __init__(
        self,
        hands: Sequence[Sequence[str]],
        boneyard: Sequence[str],
        engine: str | None = None,
        leader: int | None = None,
    ) -> None:
        faults = _shape_faults(hands, boneyard, engine, leader)
        if faults:
            raise TypeError(in_short(faults))
        unreadable = [
            f"{place}: {tile!r} is not a tile, written low-high"
            for place, tile in _places(hands, boneyard, engine)
            if not is_tile_text(tile)
        ]
        if unreadable:
            raise DealError(unreadable)
        hands_sorted = tuple(tuple(sorted(map(plain, hand), key=text_order)) for hand in hands)
        set_once(self, "hands", hands_sorted)
        set_once(self, "boneyard", tuple(map(plain, boneyard)))
        set_once(self, "engine", plain(engine))
        set_once(self, "leader", plain(leader))

    def led_by(self, leader: int | None) -> Deal:
        """The deal, led by that seat where it names no leader itself."""
        if leader is None or self.leader is not None:
            return self
        return Deal(self.hands, self.boneyard, self.engine, leader)

    def to_dict(self) -> dict[str, Json]:
        """The deal as a record holds it."""
        return {
            "hands": [list(hand) for hand in self.hands],
            "boneyard": list(self.boneyard),
            "engine": self.engine,
            "leader": self.leader,
        }

    @classmethod
    def from_dict(cls, deal: Mapping[str, Json], /) -> Deal:
        """The deal that :meth:`to_dict` or a record wrote down; unknown keys are ignored.

        Raises DealError with every reason, and TypeError when it is not given a mapping.
        """
        if not isinstance(deal, Mapping):
            msg = f"deal must be a mapping, not {type_name(deal)}"
            raise TypeError(msg)
        missing = [f"{key}: is missing" for key in ("hands", "boneyard") if key not in deal]
        if missing:
            raise DealError(missing)
        fields = deal["hands"], deal["boneyard"], deal.get("engine"), deal.get("leader")
        faults = _shape_faults(*fields)
        if faults:
            raise DealError(faults)
        return cls(*fields)

    def __repr__(self) -> str:
        hands = [list(hand) for hand in self.hands]
        return (
            f"Deal(hands={hands!r}, boneyard={list(self.boneyard)!r}, "
            f"engine={self.engine!r}, leader={self.leader!r})"
        )

    def _key(self) -> tuple[object, ...]:
        return self.hands, self.boneyard, self.engine, self.leader

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self is other or self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[type[Deal], tuple[object, ...]]:
        return Deal, self._key()


def expect_deal(deal: object) -> Deal:
    """The deal, read if it is a mapping. Raises TypeError for anything else."""
    if isinstance(deal, Mapping):
        return Deal.from_dict(deal)
    if not isinstance(deal, Deal):
        msg = f"deal must be a Deal or a mapping, not {type_name(deal)}"
        raise TypeError(msg)
    return deal


def _shape_faults(hands: object, boneyard: object, engine: object, leader: object) -> list[str]:
    """What has the wrong type."""
    faults = []
    if not is_list(hands):
        faults.append("hands: must be a list with one list of tiles a seat")
    else:
        for seat, hand in enumerate(hands):
            faults += _tile_list_faults(f"hands[{seat}]", hand)
    faults += _tile_list_faults("boneyard", boneyard)
    if engine is not None and not isinstance(engine, str):
        faults.append("engine: must be a tile or nothing")
    if leader is not None and not is_whole(leader):
        faults.append("leader: must be a seat or nothing")
    return faults


def _tile_list_faults(name: str, tiles: object) -> list[str]:
    if not is_list(tiles):
        return [f"{name}: must be a list of tiles"]
    return [
        f"{name}[{i}]: must be a tile" for i, tile in enumerate(tiles) if not isinstance(tile, str)
    ]


def _places(
    hands: Sequence[Sequence[str]], boneyard: Sequence[str], engine: str | None
) -> list[tuple[str, str]]:
    """Every tile of a deal with the name of its place."""
    places = [
        (f"hands[{seat}][{i}]", tile)
        for seat, hand in enumerate(hands)
        for i, tile in enumerate(hand)
    ]
    places += [(f"boneyard[{i}]", tile) for i, tile in enumerate(boneyard)]
    if engine is not None:
        places.append(("engine", engine))
    return places


class Tiles(NamedTuple):
    """A checked deal's tiles: sorted hands, and the boneyard in draw order."""

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]


def checked_tiles(rules: Rules, deal: Deal, round: int) -> Tiles:
    """The deal's tiles, if it fits the rules in that round.

    Raises DealError with every reason at once, and RedealError where the only one is that nobody
    holds a double to open with.
    """
    reasons = (
        _engine_faults(rules.game, deal, round)
        + _leader_faults(rules.game, deal)
        + _hand_faults(rules, deal)
        + _set_faults(rules, deal)
    )
    if reasons:
        raise DealError(reasons)
    by_text = tiles_by_text(rules.game.set)
    hands = tuple(tuple(by_text[tile] for tile in hand) for hand in deal.hands)
    if must_redeal(rules.game, hands):
        raise RedealError("hands: nobody holds a double to lead, deal again")
    return Tiles(hands, tuple(by_text[tile] for tile in deal.boneyard))


def must_redeal(game: LineRules | TrainRules, hands: Sequence[Sequence[Tile]]) -> bool:
    """L-OPEN-2: under ``redeal`` a double must lead, and no hand holds one."""
    return (
        isinstance(game, LineRules)
        and game.opening == "highest_double"
        and game.no_double == "redeal"
        and not any(is_double(tile) for hand in hands for tile in hand)
    )


def engine_set_aside(game: LineRules | TrainRules, round: int) -> Tile | None:
    """T-ENGINE-1: the double of the round that is set aside before the deal.

    Raises DealError for a round that comes after the last double.
    """
    if not isinstance(game, TrainRules) or game.engine != "descending":
        return None
    pip = game.set - round
    if pip < 0:
        raise DealError(f"round: there is no engine in round {round} of a double-{game.set} set")
    return pip, pip


def _engine_faults(game: LineRules | TrainRules, deal: Deal, round: int) -> list[str]:
    try:
        engine = engine_set_aside(game, round)
    except DealError as error:
        return list(error.reasons)
    if engine is None:
        if deal.engine is None:
            return []
        return [f"engine: {deal.engine} is given, but none is set aside before the deal"]
    wanted = tile_text(engine)
    if deal.engine == wanted:
        return []
    found = "is missing" if deal.engine is None else f"is {deal.engine}"
    return [f"engine: {found}, round {round} has {wanted}"]


def _leader_faults(game: LineRules | TrainRules, deal: Deal) -> list[str]:
    if deal.leader is None:
        return []
    if not isinstance(game, LineRules) or game.opening != "any_tile":
        return [f"leader: seat {shown(deal.leader)} is named, but the opening names none"]
    if not 0 <= deal.leader < game.players:
        return [f"leader: there is no seat {shown(deal.leader)}"]
    return []


def _hand_faults(rules: Rules, deal: Deal) -> list[str]:
    """G-DEAL-1: where a seat is not dealt ``hand_size`` tiles."""
    if len(deal.hands) != rules.players:
        return [f"hands: there are {len(deal.hands)} for {rules.players} seats"]
    return [
        f"hands[{seat}]: holds {len(hand)} tiles, not {rules.hand_tiles}"
        for seat, hand in enumerate(deal.hands)
        if len(hand) != rules.hand_tiles
    ]


def _set_faults(rules: Rules, deal: Deal) -> list[str]:
    """G-DEAL-2: where the deal is not the whole set. G-SET-1: that is each pair of pips once."""
    missing = dict.fromkeys(tiles_by_text(rules.game.set))
    reasons = []
    seen: dict[str, str] = {}
    for place, tile in _places(deal.hands, deal.boneyard, deal.engine):
        if tile in seen:
            reasons.append(f"{place}: {tile} is in {seen[tile]} already")
        elif tile not in missing:
            reasons.append(f"{place}: {tile} is not in the double-{rules.game.set} set")
        seen.setdefault(tile, place)
    reasons += [f"boneyard: {tile} is nowhere" for tile in missing if tile not in seen]
    return reasons


def shuffled_deal(rules: Rules, dice: Dice, round: int) -> Deal:
    """A deal from dice, shuffled again while nobody holds a double that must open (L-OPEN-2).

    Hands are blocks of the deck from seat 0 on; the rest is the boneyard. No leader is named.
    """
    engine = engine_set_aside(rules.game, round)
    tiles = [tile for tile in tile_set(rules.game.set) if tile != engine]
    size = rules.hand_tiles
    for attempt in count():
        shuffled = deck(dice, tiles, attempt)
        hands = [shuffled[seat * size : (seat + 1) * size] for seat in range(rules.players)]
        if not must_redeal(rules.game, hands):
            break
    return Deal(
        [[tile_text(tile) for tile in hand] for hand in hands],
        [tile_text(tile) for tile in shuffled[rules.players * size :]],
        None if engine is None else tile_text(engine),
    )
