"""What single calls cost: one game, one ply; and the memory of a large one."""

from __future__ import annotations

import subprocess
import sys
from functools import cache, partial, reduce
from operator import add
from typing import NamedTuple

import bonepile
import library
from bonepile import Rules
from library import SEED
from measure import Task, Totals

RULES = Rules("masters-block", players=2)


class OneGameEach(NamedTuple):
    """What calls that played one game each returned."""

    games: list[bonepile.Playouts]

    def totals(self) -> Totals:
        """What the games add up to."""
        return reduce(add, (library.Games(game).totals() for game in self.games))


class OneGameCalls(NamedTuple):
    """Calls that play one game each."""

    name: str = "one game a call, masters-block, 2 seats"
    rounds: int = 20_000

    def play(self, n: int) -> Totals:
        """What the first games of the seeds 0 to ``n - 1`` add up to."""
        return self._games(n).totals()

    def timed(self) -> Task:
        """All of them, to be timed."""
        return partial(self._games, self.rounds)

    def _games(self, n: int) -> OneGameEach:
        return OneGameEach([bonepile.playouts(RULES, 1, seed) for seed in range(n)])


class Plies(NamedTuple):
    """``Round.legal_actions`` and ``Round.play`` at every ply of random rounds."""

    name: str = "ply by ply, masters-block, 2 seats"
    rounds: int = 2_000

    def play(self, n: int) -> Totals:
        """The rounds of games 0 to ``n - 1``, each with the actions of its own playout."""
        points, plies = [0, 0], 0
        for round, actions in _rounds(n):
            for action in actions:
                legal = round.legal_actions()
                assert legal
                round = round.play(action)  # noqa: PLW2901 - the next round is what there is
            assert round.result is not None
            plies += len(actions)
            for side, won in enumerate(round.result.points):
                points[side] += won
        return Totals(n, plies, tuple(points))

    def timed(self) -> Task:
        """All of them, to be timed."""
        return partial(self.play, self.rounds)


@cache
def _rounds(n: int) -> list[tuple[bonepile.Round, tuple[bonepile.Action, ...]]]:
    dealt = [bonepile.deal(RULES, SEED, game=game) for game in range(n)]
    return [(round, round.playout(SEED, game).actions) for game, round in enumerate(dealt)]


PEAK = """
import re
import sys
from pathlib import Path
import library
from cases import GAMES

def peak():
    return int(re.search(r"VmHWM:\\s*(\\d+) kB", STATUS.read_text())[1])

STATUS = Path("/proc/self/status")
game = GAMES[int(sys.argv[1])]
library.play(game.rules, 1)
before = peak()
library.play(game.rules, int(sys.argv[2]))
print(peak() - before)
"""


def peak_megabytes(game: int, n: int) -> float | None:
    """What a call of ``n`` rounds of that game adds to the peak of a process; None but on Linux.

    ``getrusage`` would not do: to a new process it tells its parent's peak.
    """
    if sys.platform != "linux":
        return None
    command = (sys.executable, "-c", PEAK, str(game), str(n))
    grown = subprocess.run(command, cwd=sys.path[0], check=True, capture_output=True).stdout
    return int(grown) / 1024
