"""A round that was played, as its snapshots tell it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ...types import AnyRound, Json, Snapshot
from ..deals import Tile

__all__ = ["Step", "Trace", "is_double", "place_of", "tile_of"]


def tile_of(action: str) -> Tile | None:
    """The tile that an action lays."""
    low, dash, high = action.partition("@")[0].partition("-")
    return (int(low), int(high)) if dash else None


def place_of(action: str) -> str:
    """Where an action lays its tile; nothing for a lead."""
    return action.partition("@")[2]


def is_double(action: str) -> bool:
    """Whether an action lays a double."""
    tile = tile_of(action)
    return tile is not None and tile[0] == tile[1]


class Step(NamedTuple):
    """One action: who played it, where it came from and what it led to."""

    seat: int
    action: str
    before: Snapshot
    after: Snapshot

    @property
    def tile(self) -> Tile | None:
        """The tile laid."""
        return tile_of(self.action)

    @property
    def lays_double(self) -> bool:
        """Whether the action lays a double."""
        return is_double(self.action)


class Trace:
    """A round from its deal to where it was played, ``refused`` where its deal was not taken.

    ``rounds`` are the round after the deal and after each action, of any engine.
    """

    def __init__(
        self, parameters: Mapping[str, Json], deal: Mapping[str, Json], rounds: Sequence[AnyRound]
    ) -> None:
        self.parameters = parameters
        self.deal = deal
        self.rounds = rounds
        self.refused = not rounds

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.deal["hands"])

    @cached_property
    def snapshots(self) -> list[Snapshot]:
        """The table after the deal and after each action."""
        return [round.snapshot() for round in self.rounds]

    @cached_property
    def steps(self) -> list[Step]:
        """Every action in its place."""
        if self.refused:
            return []
        actions = [str(action) for action in self.rounds[-1].actions]
        return [
            Step(before["to_play"], action, before, after)
            for before, action, after in zip(
                self.snapshots, actions, self.snapshots[1:], strict=False
            )
        ]

    @property
    def last(self) -> Snapshot:
        """The table at the end."""
        return self.snapshots[-1]

    @property
    def result(self) -> Mapping[str, Json]:
        """How the round ended; empty for one that goes on or was refused."""
        return {} if self.refused else self.last["result"] or {}

    @cached_property
    def first_turns(self) -> list[bool]:
        """For each action whether it belongs to a special first turn."""
        owed = set(range(self.seats)) if self.parameters.get("first_turn") == "chain" else set()
        told = []
        for step in self.steps:
            told.append(step.seat in owed)
            if "stop" not in step.after["legal"]:
                owed.discard(step.seat)
        return told
