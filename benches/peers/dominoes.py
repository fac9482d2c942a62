"""The package `dominoes`: Block for two against two."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from bonepile import Deal, Round, Rules
from measure import Totals

from .peer import Move, Peer, follow, load

SEED = 2026


class DominoRound:
    """A round just dealt; see :class:`peers.peer.PeerRound`."""

    def __init__(self, package: Any) -> None:
        self.game = package.Game.new()

    def hands(self) -> list[list[str]]:
        """Each seat's tiles."""
        return [[f"{tile.first}-{tile.second}" for tile in hand] for hand in self.game.hands]

    def over(self) -> bool:
        """Whether it has ended."""
        return self.game.result is not None

    def seat(self) -> int:
        """Whose turn it is."""
        return int(self.game.turn)

    def moves(self) -> dict[Move, Any]:
        """What is legal."""
        board = self.game.board
        moves: dict[Move, Any] = {}
        for tile, left in self.game.valid_moves:
            end = None
            if self.game.moves:
                end = board.left_end() if left else board.right_end()
            moves[f"{tile.first}-{tile.second}", end] = (tile, left)
        return moves

    def play(self, move: Any) -> None:
        """Plays one of these."""
        self.game.make_move(*move)

    def balance(self) -> int:
        """The points of seats 0 and 2, or those of the others as a negative number."""
        return int(self.game.result.points)


def dominoes(rules: Rules) -> Peer:
    """The package, after some rounds in both engines: equal play, equal points."""
    package, version = load("dominoes", "dominoes")
    rng = random.Random(SEED)
    random.seed(SEED)  # it shuffles with the module's own generator
    for _ in range(200):
        round, same = follow(rules, DominoRound(package), rng)
        assert same, round
    return Peer("PyPI dominoes", version, 2_000, lambda n: _play(package, n))


def _play(package: Any, n: int) -> Totals:
    random.seed(SEED)
    pick = random.random
    plies, points = 0, [0, 0]
    for _ in range(n):
        game = package.Game.new()
        game.skinny_board()  # the board that remembers no more than its ends
        while game.result is None:
            moves = game.valid_moves
            game.make_move(*moves[int(pick() * len(moves))])
        plies += len(game.moves)
        balance = game.result.points
        points[balance < 0] += abs(balance)
    return Totals(n, plies, tuple(points))


def searches(
    rules: Rules, deals: int, seed: int
) -> tuple[str, list[tuple[Round, Callable[[], int]]]]:
    """The package's name, and deals of its own: each as a round, and what searches it.

    A search returns the points of the side of seat 0, which leads, less those of the other side.
    """
    package, version = load("dominoes", "dominoes")
    random.seed(seed)
    searched: list[tuple[Round, Callable[[], int]]] = []
    for _ in range(deals):
        peer = DominoRound(package)
        round = Round(rules, Deal(peer.hands(), []))
        game = peer.game
        game.skinny_board()

        searched.append((round, partial(_value, package, game)))
    return f"PyPI dominoes {version}", searched


def _value(package: Any, game: Any) -> int:
    return int(package.search.alphabeta(game)[1])
