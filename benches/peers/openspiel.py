"""OpenSpiel: its two domino games, written in Python, and some games in C++."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from bonepile import Rules
from measure import Totals

from .peer import Missing, Move, Peer, follow, load

SEED = 2026
TILE = re.compile(r"tile:\((\d)\.0, (\d)\.0\) pip:(?:(\d)\.0|None)")

BACKGROUND = {"tic_tac_toe": 20_000, "leduc_poker": 20_000, "hearts": 1_500}


class DominoRound:
    """A dealt round of either domino game; see :class:`peers.peer.PeerRound`."""

    def __init__(self, game: Any, rng: random.Random) -> None:
        self.state = game.new_initial_state()
        while self.state.is_chance_node():
            self.state.apply_action(rng.choice(self.state.chance_outcomes())[0])

    def hands(self) -> list[list[str]]:
        """Each seat's tiles."""
        return [[f"{int(low)}-{int(high)}" for low, high in hand] for hand in self.state.hands]

    def over(self) -> bool:
        """Whether it has ended."""
        return bool(self.state.is_terminal())

    def seat(self) -> int:
        """Whose turn it is."""
        return int(self.state.current_player())

    def moves(self) -> dict[Move, int]:
        """What is legal, by the text that the game has for it."""
        moves: dict[Move, int] = {}
        for action in self.state.legal_actions():
            text = self.state.action_to_string(self.seat(), action)
            told = TILE.search(text)
            assert told is not None, text
            low, high, pip = told.groups()
            moves[f"{low}-{high}", None if pip is None else int(pip)] = action
        return moves

    def play(self, move: int) -> None:
        """Plays one of these."""
        self.state.apply_action(move)

    def balance(self) -> int:
        """What side 0 won: each side wins what the other loses."""
        return int(self.state.returns()[0])


def block(rules: Rules) -> Peer:
    """Its Block for two, after some rounds in both engines: equal play, equal points."""
    peer = _dominoes("python_block_dominoes", "block_dominoes", 600)
    _follow(rules, peer.name, lambda _: False)
    return peer


def team(rules: Rules) -> Peer:
    """Its Block for two against two, after some rounds in both engines: equal play.

    The points differ only where somebody went out: it compares pips there too.
    """
    peer = _dominoes("python_team_dominoes", "team_dominoes", 300)
    _follow(rules, peer.name, lambda reason: reason == "out")
    return peer


def background() -> list[Peer]:
    """Its games in C++."""
    _, version = load("pyspiel", "open_spiel")
    return [_peer(name, version, rounds) for name, rounds in BACKGROUND.items()]


def immutable_plies(game: str) -> Callable[[int], Totals]:
    """Rounds in which every ply asks for the legal actions and for the state after one of them."""

    def play(n: int) -> Totals:
        return _play(_load_game(game), n, lambda state, action: state.child(action))

    return play


def _dominoes(name: str, module: str, rounds: int) -> Peer:
    _, version = load(f"open_spiel.python.games.{module}", "open_spiel")
    return _peer(name, version, rounds)


def _peer(name: str, version: str, rounds: int) -> Peer:
    game = _load_game(name)
    return Peer(f"OpenSpiel {name}", version, rounds, lambda n: _play(game, n, _apply))


def _load_game(name: str) -> Any:
    pyspiel, _ = load("pyspiel", "open_spiel")
    return pyspiel.load_game(name)


def _apply(state: Any, action: int) -> Any:
    state.apply_action(action)
    return state


def _play(game: Any, n: int, after: Callable[[Any, int], Any]) -> Totals:
    """Random rounds. All chances of these games are even, so that any outcome may be picked."""
    pick = random.Random(SEED).random
    plies, returns = 0, [0.0] * game.num_players()
    for _ in range(n):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(pick() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state = after(state, actions[int(pick() * len(actions))])
                plies += 1
        returns = [a + b for a, b in zip(returns, state.returns(), strict=True)]
    return Totals(n, plies, tuple(map(int, returns)))


def _follow(rules: Rules, name: str, may_differ: Callable[[str], bool]) -> None:
    rng = random.Random(SEED)
    game = _load_game(name.removeprefix("OpenSpiel "))
    for _ in range(200):
        round, same = follow(rules, DominoRound(game, rng), rng)
        assert round.result is not None
        assert same or may_differ(round.result.reason), round


__all__ = ["BACKGROUND", "Missing", "background", "block", "immutable_plies", "team"]
