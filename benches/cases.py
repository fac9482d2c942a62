"""The games that are played, and how many rounds of each."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import library
from bonepile import Round, Rules
from bonepile.types import Instructions
from measure import Task, Totals


class Case(NamedTuple):
    """A start and how many rounds one call plays from it; the name is its key among the answers."""

    name: str
    start: Rules | Round
    rounds: int

    def play(self, n: int) -> Totals:
        """What the first ``n`` games add up to."""
        return library.play(self.start, n).totals()

    def timed(self, threads: int = 1, instructions: Instructions = "best") -> Task:
        """All of them in one call, to be timed."""
        return partial(library.play, self.start, self.rounds, threads, instructions)


class Game(NamedTuple):
    """Rules that others play too: the reference, as many rounds as it can, and perhaps a peer."""

    name: str
    rules: Rules
    rounds: int
    reference_rounds: int
    peer: str | None = None
    in_step: bool = False
    """Whether many games go in step, so that one after the other is worth a look."""

    @property
    def case(self) -> Case:
        """What the library plays of it."""
        return Case(self.name, self.rules, self.rounds)


MILLION = 1_000_000

OPENSPIEL_BLOCK = Rules(
    "masters-block", players=2, hand_size=7, opening="any_tile", score_block="opponents"
)
OPENSPIEL_TEAM = Rules(
    "masters-block", players=4, hand_size=7, opening="any_tile", score_block="opponents"
)
PYPI_DOMINOES = Rules(
    "masters-block",
    players=4,
    hand_size=7,
    opening="any_tile",
    score_out="everyone",
    score_block="everyone",
)


def preset(name: str, players: int, rounds: int, **overrides: int) -> Case:
    """A preset, perhaps with overrides, which the case's name tells too."""
    told = "".join(f", {key} {value}" for key, value in overrides.items())
    rules = Rules(name, players=players, **overrides)
    return Case(f"{name}, {players} seats{told}", rules, rounds)


def game(
    name: str, players: int, rounds: int, reference_rounds: int, *, in_step: bool = False
) -> Game:
    """A preset as it stands."""
    case = preset(name, players, rounds)
    rules = Rules(name, players=players)
    return Game(case.name, rules, rounds, reference_rounds, in_step=in_step)


GAMES = (
    game("masters-block", 2, MILLION, 200, in_step=True),
    Game("block, 2 seats, as in OpenSpiel", OPENSPIEL_BLOCK, MILLION, 200, "block", in_step=True),
    Game("block, 2 v 2, as in OpenSpiel", OPENSPIEL_TEAM, MILLION, 100, "team", in_step=True),
    Game("block, 2 v 2, as in dominoes", PYPI_DOMINOES, MILLION, 100, "dominoes", in_step=True),
    game("masters-draw", 2, MILLION, 100),
    game("all-fives", 2, MILLION, 100),
    game("masters-mexican-train", 4, MILLION, 20),
    game("dominos-cc-mexican-train", 4, MILLION, 20),
)

MORE_PRESETS = [
    preset("masters-block", 4, MILLION),
    preset("pagat-draw", 2, MILLION),
    preset("masters-mexican-train-strict", 8, 200_000),
    preset("masters-mexican-train-reverse", 4, 200_000),
]

BY_SEATS = (
    [preset("masters-block-individual", seats, 200_000) for seats in range(2, 6)],
    [preset("masters-mexican-train", seats, 50_000) for seats in range(2, 9)],
)
"""The same game with more and more seats, each for itself."""

BY_SET = [
    preset("masters-block", 2, 100_000, set=pips, hand_size=(pips + 1) * (pips + 2) // 7)
    for pips in (6, 7, 9, 12, 15, 18)
]
"""Block for two with larger and larger sets, two sevenths of the set in each hand."""

MIDDLE = Case("block, 2 seats, from the middle", library.middle_of_block(), MILLION)
"""What search asks for: no deal, a few plies."""

THREADED = (GAMES[0].case, GAMES[6].case)
