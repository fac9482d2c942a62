"""Solving with all tiles known, beside the only other package that does it, and longest trains."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement
from statistics import median
from typing import NamedTuple

import bonepile
from answers import Answers
from bonepile import Round, Rules
from bonepile.types import Objective
from cases import PYPI_DOMINOES
from measure import Totals
from page import Section, figure
from peers.dominoes import searches
from peers.peer import Missing

SEED = 2026
DEALS = 300
HANDS = 2_000
SEARCHES = 6
"""Deals that the other package solves: each takes it many seconds."""


class Case(NamedTuple):
    """Deals to be solved, or the first position of random play from each with so few tiles left.

    The tiles that count are those in hands and in the boneyard.
    """

    name: str
    rules: Rules
    objective: Objective
    tiles_left: int | None = None

    def rounds(self, deals: int) -> Iterator[Round]:
        """Those of the first deals of the seed."""
        for game in range(deals):
            dealt = bonepile.deal(self.rules, SEED, game=game)
            if self.tiles_left is None:
                yield dealt
            else:
                yield from self._late(dealt, game)

    def _late(self, round: Round, game: int) -> Iterator[Round]:
        for action in round.playout(SEED, game=game).actions:
            position = round.position()
            left = sum(map(len, position["hands"])) + len(position["boneyard"])
            if left <= (self.tiles_left or 0):
                yield round
                return
            round = round.play(action)


def free_lead(preset: str, players: int, hand_size: int) -> Rules:
    """The preset where any tile may be led."""
    return Rules(preset, players=players, hand_size=hand_size, opening="any_tile")


CASES = (
    Case("Block, 2 x 7", free_lead("masters-block", 2, 7), "points"),
    Case("Block, 2 x 7", free_lead("masters-block", 2, 7), "win"),
    Case("Block, 2 x 8", free_lead("masters-block", 2, 8), "points"),
    Case("Block, 4 partners x 7", free_lead("masters-block", 4, 7), "points"),
    Case("Block, 4 partners x 7", free_lead("masters-block", 4, 7), "win"),
    Case("Draw, 2 x 7", free_lead("masters-draw", 2, 7), "points"),
    Case("Draw, 2 x 7", free_lead("masters-draw", 2, 7), "win"),
    Case("masters-block, 2 seats", Rules("masters-block", players=2), "points"),
    Case("masters-block, 4 seats", Rules("masters-block", players=4), "points"),
    Case("masters-draw, 2 seats", Rules("masters-draw", players=2), "points"),
    Case("all-fives, 2 seats", Rules("all-fives", players=2), "points"),
    Case("all-fives, 2 seats, 12 tiles left", Rules("all-fives", players=2), "points", 12),
)

HAND_SIZES = ((12, (10, 30, 50, 70, 90)), (18, (15, 30, 45, 60)))
"""The largest double of a set, and how many of its tiles a hand holds."""


class Costs(NamedTuple):
    """The seconds that calls took, in ascending order."""

    seconds: Sequence[float]

    @classmethod
    def of(cls, calls: Sequence[Callable[[], object]]) -> Costs:
        """Each called once."""
        seconds = []
        for call in calls:
            start = time.perf_counter()
            call()
            seconds.append(time.perf_counter() - start)
        return cls(sorted(seconds))

    def cells(self) -> tuple[str, str, str]:
        """Median, 95th percentile and maximum, in microseconds."""
        at_95 = self.seconds[int(0.95 * len(self.seconds))]
        costs = (median(self.seconds), at_95, self.seconds[-1])
        middle, high, most = (figure(1e6 * cost) for cost in costs)
        return middle, high, most


class Solved(NamedTuple):
    """What solving a case has cost."""

    case: Case
    nodes: Sequence[int]
    costs: Costs

    def cells(self) -> Sequence[str]:
        """A row of the page."""
        a_node = sum(self.costs.seconds) / sum(self.nodes) * 1e9
        middle = f"{median(self.nodes):,.0f}"
        name, objective = self.case.name, self.case.objective
        return (name, objective, middle, *self.costs.cells(), figure(a_node))


def solved(answers: Answers, case: Case, deals: int) -> Solved:
    """Deals of the case, or late positions of its rounds, solved."""
    rounds = list(case.rounds(deals))
    costs = Costs.of([partial(bonepile.solve, round, case.objective) for round in rounds])
    solutions = [bonepile.solve(round, case.objective) for round in rounds]
    values = [value for one in solutions if isinstance(value := one.value, int)]
    assert len(values) == len(rounds), "a round is not solved"
    lines = sum(len(solution.line) for solution in solutions)
    totals = Totals(len(rounds), lines, (sum(values),))
    answers.check(f"{case.name}, {case.objective}", deals, totals)
    return Solved(case, [solution.nodes for solution in solutions], costs)


def laid(answers: Answers, largest: int, tiles: int, hands: int) -> Costs:
    """The longest trains of random hands."""
    every = [f"{a}-{b}" for a, b in combinations_with_replacement(range(largest + 1), 2)]
    dice = random.Random(1_000 * largest + tiles)
    calls = [
        partial(bonepile.longest_train, dice.sample(every, tiles), largest) for _ in range(hands)
    ]
    costs = Costs.of(calls)
    trains = [call() for call in calls]
    totals = Totals(hands, sum(train.count for train in trains), (sum(t.pips for t in trains),))
    answers.check(f"longest trains, double-{largest}, {tiles} tiles", hands, totals)
    return costs


def check(answers: Answers, divisor: int) -> None:
    """A part of all that the library does here, for its answers."""
    for case in CASES:
        solved(answers, case, DEALS // divisor)
    for largest, sizes in HAND_SIZES:
        for tiles in sizes:
            laid(answers, largest, tiles, HANDS // divisor)


def solving(answers: Answers) -> Section:
    """Deals, one call each, and late positions of All Fives."""
    rows = [solved(answers, case, DEALS).cells() for case in CASES]
    for row in rows:
        print("solving", *row, sep=" | ", flush=True)
    head = ("deals", "objective", "nodes", "us", "us, 95 %", "us, most", "ns a node")
    return Section("Open hands", SOLVING_TEXT.format(deals=DEALS), head, rows)


def against_dominoes(deals: int = SEARCHES) -> Section:
    """The same deals, solved by both."""
    head = ("engine", "deals", "seconds a deal", "bonepile / this")
    try:
        name, searched = searches(PYPI_DOMINOES, deals, SEED)
    except Missing as reason:
        return Section("Open hands, and a peer", f"Left out: {reason}.", head, [])
    ours, theirs, ratios = [], [], []
    for round, search in searched:
        start = time.perf_counter()
        value = bonepile.solve(round).value
        middle = time.perf_counter()
        assert search() == value, round
        end = time.perf_counter()
        ours.append(middle - start)
        theirs.append(end - middle)
        ratios.append((end - middle) / (middle - start))
        print("a deal by both", f"{ours[-1]:.4f} s", f"{theirs[-1]:.1f} s", sep=" | ", flush=True)
    rows = [
        ("bonepile", str(deals), f"{median(ours):.4f}", "-"),
        (name, str(deals), f"{median(theirs):.1f}", figure(median(ratios))),
    ]
    return Section("Open hands, and a peer", PEER_TEXT, head, rows)


def longest_trains(answers: Answers) -> Section:
    """Random hands, one call each."""
    rows = [
        (f"double-{largest}", str(tiles), *laid(answers, largest, tiles, HANDS).cells())
        for largest, sizes in HAND_SIZES
        for tiles in sizes
    ]
    for row in rows:
        print("longest trains", *row, sep=" | ", flush=True)
    head = ("set", "tiles in hand", "us", "us, 95 %", "us, most")
    return Section("Longest trains", TRAINS_TEXT.format(hands=HANDS), head, rows)


SOLVING_TEXT = """\
`solve` from Python, {deals} random deals each: the exact value, the best action and the line that
follows; medians of nodes and times. Where the name is that of no preset, any tile may be led.
*12 tiles left*: from the first position of a random round with at most 12 tiles in hands and
boneyard."""

PEER_TEXT = """\
Full deals of 2 v 2 by the scoring of `dominoes` (rules as above), solved by its
`search.alphabeta` too; both values are asserted to be equal. Medians."""

TRAINS_TEXT = """\
`longest_train` from Python, {hands:,} random hands of each size, from the set's largest pip; the
time that it takes to read the tiles from text is part of it."""
