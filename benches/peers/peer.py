"""What a peer is to the benchmarks, and the proof that it plays the game that it is compared on."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from importlib.metadata import version
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from bonepile import Deal, Round, Rules
from measure import Totals

Move = tuple[str, int | None]
"""A tile written low-high, and the pip of the end it is played on; None for the lead."""


class Missing(Exception):  # noqa: N818 - it is no error that a peer is not installed
    """A peer cannot be imported; the text says why."""

    def __init__(self, package: str, reason: ImportError) -> None:
        super().__init__(f"{package}: {reason}")
        self.package = package


class Peer(NamedTuple):
    """Another engine.

    ``play(n)`` plays ``n`` random rounds from fresh deals, the same ones at every call, the fastest
    way that its public interface has. ``rounds`` take it some tenths of a second.
    """

    name: str
    version: str
    rounds: int
    play: Callable[[int], Totals]


class PeerRound(Protocol):
    """A round of a peer that has just been dealt, for :func:`follow`."""

    def hands(self) -> list[list[str]]:
        """Each seat's tiles."""

    def over(self) -> bool:
        """Whether it has ended."""

    def seat(self) -> int:
        """Whose turn it is."""

    def moves(self) -> dict[Move, Any]:
        """What is legal."""

    def play(self, move: Any) -> None:
        """Plays one of these."""

    def balance(self) -> int:
        """The points of side 0 less those of side 1, at the end."""


def load(module: str, package: str) -> tuple[ModuleType, str]:
    """A module and the version of its package; Missing if it cannot be imported."""
    try:
        return importlib.import_module(module), version(package)
    except ImportError as error:
        raise Missing(package, error) from error


def follow(rules: Rules, peer: PeerRound, rng: random.Random) -> tuple[Round, bool]:
    """Plays a peer's round in both engines; the round, and whether both give the same points.

    Asserts that at every turn the same seat may play the same tiles on the same ends. Passes, which
    peers skip, are filled in.
    """
    hands = peer.hands()
    held = {tile for hand in hands for tile in hand}
    every = (f"{low}-{high}" for high in range(7) for low in range(high + 1))
    round = Round(rules, Deal(hands, [tile for tile in every if tile not in held]))
    while not peer.over():
        round = _pass(round)
        theirs, ours = peer.moves(), _moves(round)
        assert peer.seat() == round.to_play, (peer.seat(), round.to_play)
        assert theirs.keys() == ours.keys(), (theirs.keys(), ours.keys())
        move = rng.choice(sorted(theirs, key=str))
        peer.play(theirs[move])
        round = round.play(ours[move])
    round = _pass(round)
    assert round.result is not None
    points = round.result.points
    return round, points[0] - points[1] == peer.balance()


def _pass(round: Round) -> Round:
    while round.legal_actions() == ["pass"]:
        round = round.play("pass")
    return round


def _moves(round: Round) -> dict[Move, str]:
    ends = round.snapshot()["table"]
    moves: dict[Move, str] = {}
    for action in map(str, round.legal_actions()):
        tile, _, place = action.partition("@")
        moves[tile, ends[place] if place else None] = action
    return moves
