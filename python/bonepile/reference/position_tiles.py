"""Whether the tiles of a position are the whole set and fit each other: stage 2 of its refusal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .parameters import TrainRules
from .positions import ARMS, LinePosition, Position, TrainPosition
from .rules import Rules
from .tiles import Tile, fits, is_double, other_half, tile_set, tile_text


def tile_faults(rules: Rules, position: LinePosition | TrainPosition) -> list[str]:
    """Every fault of the tiles, each naming its place."""
    faults = list(set_faults(rules.game.set, position))
    if isinstance(position, TrainPosition):
        assert isinstance(rules.game, TrainRules)
        faults += engine_faults(rules.game, position)
        faults += train_faults(position)
    elif position.lead is not None:
        faults += arm_faults(position, position.lead)
        if position.grows_arms:
            faults += spinner_faults(position, position.lead)
    return faults


def set_faults(top: int, position: Position) -> Iterator[str]:
    """G-DEAL-2: hands, boneyard and layout are the whole set, each tile once."""
    seen: dict[Tile, str] = {}
    for place, tile in tiles_of(position):
        if tile in seen:
            yield f"{place}: {tile_text(tile)} is in {seen[tile]} already"
        seen.setdefault(tile, place)
    for tile in tile_set(top):
        if tile not in seen:
            yield f"boneyard: {tile_text(tile)} is nowhere"


def tiles_of(position: Position) -> Iterator[tuple[str, Tile]]:
    """Every tile of a position with the name of its place."""
    for seat, hand in enumerate(position.hands):
        for i, tile in enumerate(hand):
            yield f"hands[{seat}][{i}]", tile
    for i, tile in enumerate(position.boneyard):
        yield f"boneyard[{i}]", tile
    yield from position.laid()


def chain_faults(name: str, start: int, tiles: Sequence[Tile]) -> Iterator[str]:
    """G-FIT-1, G-FIT-2: the first tile that does not fit the one before it."""
    end = start
    for i, tile in enumerate(tiles):
        if not fits(tile, end):
            yield f"{name}[{i}]: {tile_text(tile)} does not fit the open end {end}"
            return
        end = other_half(tile, end)


# Line games


def arm_faults(position: LinePosition, lead: Tile) -> Iterator[str]:
    """L-LINE-1: arms L and R grow from the halves of the lead. L-SPIN-3: N and S from a spinner."""
    starts: list[int | None] = [*lead, None, None]
    if position.spinner is not None:
        starts[2:] = position.spinner
    for name, start, arm in zip(ARMS, starts, position.arms, strict=True):
        if start is not None:
            yield from chain_faults(f"layout.{name}", start, arm)


def spinner_faults(position: LinePosition, lead: Tile) -> Iterator[str]:
    """L-SPIN-2: the spinner is the first double laid. L-SPIN-3: when N and S are open."""
    left, right = position.arms[:2]
    possible = possible_spinners(lead, left, right)
    if position.spinner not in possible:
        names = " or ".join("null" if tile is None else tile_text(tile) for tile in possible)
        yield f"layout.spinner: must be {names}"
        return
    for name, arm in zip(ARMS[2:], position.arms[2:], strict=True):
        if arm and not both_sides_taken(position.spinner, lead, left, right):
            yield f"layout.{name}: is not open before both sides of the spinner are taken"


def possible_spinners(
    lead: Tile, left: Sequence[Tile], right: Sequence[Tile]
) -> list[Tile] | list[None]:
    """The doubles of the line that may have been laid first; None where there is no double."""
    if is_double(lead):
        return [lead]
    first = [next((tile for tile in arm if is_double(tile)), None) for arm in (left, right)]
    return [tile for tile in first if tile is not None] or [None]


def both_sides_taken(
    spinner: Tile | None, lead: Tile, left: Sequence[Tile], right: Sequence[Tile]
) -> bool:
    """Whether a tile lies on each side of the spinner in the line."""
    if spinner is None:
        return False
    if spinner == lead:
        return bool(left and right)
    return spinner not in (*left[-1:], *right[-1:])


# Train games


def engine_faults(game: TrainRules, position: TrainPosition) -> Iterator[str]:
    """T-ENGINE-1: under ``descending`` the engine is the double of the round."""
    pip = game.set - position.round
    if game.engine == "descending" and position.engine != (pip, pip):
        engine = tile_text(position.engine)
        yield f"layout.engine: is {engine}, round {position.round} has {pip}-{pip}"


def train_faults(position: TrainPosition) -> Iterator[str]:
    """T-TABLE-1, T-TABLE-2: every train grows from the engine."""
    start, _ = position.engine
    for name, train in zip(position.names, position.trains, strict=True):
        yield from chain_faults(f"layout.trains.{name}", start, train)
