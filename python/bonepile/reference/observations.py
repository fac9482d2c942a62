"""Observations: what one seat has seen of a round, as numbers (docs/playouts.md)."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from itertools import chain

from bonepile.errors import ArgumentError

from .columns import shaped
from .positions import ARMS, TURNS, LinePosition, Position, TrainPosition
from .round import Round, expect_rules
from .rules import Rules
from .state import State
from .tiles import Tile, tile_set
from .train import TrainState
from .values import number, type_name


def observe(round: Round, seat: int | None = None) -> memoryview:
    """What a seat has seen, by default the one on turn: format h, shape (size,), read-only.

    ``observation_layout(round.rules)`` tells where what stands. Raises ArgumentError for a seat
    that does not exist, or for none where nobody is on turn; TypeError for what is no round.
    """
    if not isinstance(round, Round):
        msg = f"round must be a Round, not {type_name(round)}"
        raise TypeError(msg)
    if seat is not None:
        seat = number("seat", seat, 0, round.rules.players)
    elif round.to_play is None:
        raise ArgumentError("seat must be given: the round is over and nobody is on turn")
    else:
        seat = round.to_play
    numbers = array("h", observed(round, seat))
    return shaped(numbers, (len(numbers),))


def observation_layout(rules: Rules) -> dict[str, slice]:
    """Where each part of an observation under these rules stands, in order."""
    expect_rules(rules)
    layout = {}
    start = 0
    for name, length in part_lengths(rules).items():
        layout[name] = slice(start, start + length)
        start += length
    return layout


def observation_size(rules: Rules) -> int:
    """How many numbers an observation has."""
    return sum(part_lengths(rules).values())


def part_lengths(rules: Rules) -> dict[str, int]:
    """How many numbers each part has."""
    top, seats = rules.game.set, rules.players
    tiles = len(tile_set(top))
    common = {
        "hand": tiles,
        "laid": tiles,
        "held": seats,
        "boneyard": 1,
        "on_turn": seats,
        "passes": 1,
        "drew": 1,
        "lacks": seats * (top + 1),
    }
    if rules.family == "line":
        return {**common, "ends": len(ARMS), "scores": rules.sides}
    return {
        **common,
        "engine": 1,
        "ends": seats + 1,
        "started": seats + 1,
        "markers": seats,
        "open_doubles": seats + 1,
        "turn": len(TURNS),
        "owed": seats,
    }


def observed(round: Round, seat: int) -> list[int]:
    """The numbers of an observation, part by part."""
    state = round._state
    position = state.position(round.round, round.leader)
    seats = from_seat(range(round.rules.players), seat)
    parts = common_parts(round, position, seats)
    if isinstance(position, LinePosition):
        parts += line_parts(state, position, seat)
    else:
        assert isinstance(state, TrainState)
        assert isinstance(position, TrainPosition)
        parts += train_parts(state, position, seats)
    return list(chain.from_iterable(parts))


def from_seat(values: Sequence[int], seat: int) -> list[int]:
    """What each seat or side has, from one seat on."""
    return [values[(seat + j) % len(values)] for j in range(len(values))]


def common_parts(round: Round, position: Position, seats: Sequence[int]) -> list[list[int]]:
    """The parts that both families have."""
    top = round.rules.game.set
    lacks = known_lacks(round)
    return [
        marked(tile_set(top), position.hands[seats[0]]),
        marked(tile_set(top), {tile for _, tile in position.laid()}),
        [len(position.hands[seat]) for seat in seats],
        [len(position.boneyard)],
        [int(seat == position.to_play) for seat in seats],
        [position.passes],
        [int(position.drew)],
        [int(pip in lacks[seat]) for seat in seats for pip in range(top + 1)],
    ]


def marked(tiles: Sequence[Tile], chosen: Collection[Tile]) -> list[int]:
    """1 for each of the tiles that is among the chosen."""
    return [int(tile in chosen) for tile in tiles]


def line_parts(state: State, position: LinePosition, seat: int) -> list[list[int]]:
    """The parts of a line game: the open ends, and the points scored in play."""
    table = state.table() or {}
    return [[table.get(arm, -1) for arm in ARMS], from_seat(position.scores, seat)]


def train_parts(
    state: TrainState, position: TrainPosition, seats: Sequence[int]
) -> list[list[int]]:
    """The parts of a train game, trains from the seat's own on and the Mexican Train last."""
    trains = [*seats, state.mexican]
    ages = {train: age for age, train in enumerate(position.open_doubles, 1)}
    turn = None if position.to_play is None else position.turn
    return [
        [state.engine],
        [state.ends[train] for train in trains],
        [int(bool(position.trains[train])) for train in trains],
        [int(seat in position.markers) for seat in seats],
        [ages.get(train, 0) for train in trains],
        [int(turn == each) for each in TURNS],
        [int(seat in position.owed) for seat in seats],
    ]


def known_lacks(round: Round) -> list[set[int]]:
    """For each seat the pips that it is known not to hold, from what it did since the start.

    A pass tells that the seat holds nothing that fits where it might have played. A draw brings a
    tile that may have any pip: what was known before it is forgotten.
    """
    lacks: list[set[int]] = [set() for _ in range(round.rules.players)]
    drawn = set()
    played = round
    while (before := played._before) is not None:
        state = before._state
        if played._last == "draw":
            drawn.add(state.to_play)
        elif played._last == "pass" and state.to_play not in drawn:
            lacks[state.to_play] |= state.playable_ends()
        played = before
    return lacks
