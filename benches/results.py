"""What solving many deals tells about the games: docs/results.md and its pictures.

Usage: python benches/results.py [--write | --smoke] [--threads T]

Everything is a pure function of one seed. `--write` writes the page and its pictures, which takes
about half an hour of one core and needs matplotlib; without it the page is printed. `--smoke`
solves a thousandth.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import ceil
from pathlib import Path
from typing import NamedTuple

import bonepile
from bonepile import Estimate, Round, Rules
from bonepile.statistics import mean_and_spread, mean_interval, wilson
from page import Section, machine

SEED = 2026
CHUNK = 20_000
"""How many deals are solved in one call."""
DOCS = Path(__file__).resolve().parent.parent / "docs"

HEAD = """\
# What solving tells

Made by `python benches/results.py --write`; everything follows from seed {seed}.

Every deal is solved with all tiles known to everybody ([solving](solving.md)): what two sides reach
that see each other's hands and the boneyard, and make no mistake. That is not what players reach
who see their own hand only, but what they can be measured by. Every round is the first of a match,
by the rules of the preset as they stand. All intervals are 95 % intervals.

{machine}
"""

LEADER_TEXT = """\
The seat that leads is the one that the opening of the preset names, by the tiles dealt. *Wins* are
the deals that its side wins when both sides play to win the round, whatever it brings; *worth* is
what the leader's side makes more than the other in a round, when both play for points."""

VALUES_TEXT = """\
How many deals are worth how much to the leader's side, when both sides play for points.

![How often a deal is worth so many points](results-values.svg)"""

OPENING_TEXT = """\
The same by the tile that the leader has to lead: the highest double of all hands.

![What the leader's side makes, by the tile led](results-openings.svg)"""

RANDOM_TEXT = """\
Positions of random play in which the seat on turn has a choice, one from each round: how many
points it costs to take one of its actions at random, and after that no side makes a mistake. *For
nothing* is the share of actions that cost nothing."""

TRAIN_TEXT = """\
Random hands of double-12, {hands:,} of each size: how many tiles the longest train has that starts
with 12, and which part of the hand that is.

![Tiles in the longest train by the size of the hand](results-trains.svg)"""


class Game(NamedTuple):
    """A game, and how much of it is solved."""

    preset: str
    players: int
    deals: int
    positions: int

    @property
    def name(self) -> str:
        """As the page calls it."""
        return f"{self.preset}, " + ("2 v 2" if self.players == 4 else f"{self.players} seats")

    def rules(self) -> Rules:
        """Its rules."""
        return Rules(self.preset, players=self.players)


GAMES = (
    Game("masters-block", 2, 1_000_000, 100_000),
    Game("masters-block", 4, 100_000, 10_000),
    Game("masters-draw", 2, 1_000_000, 20_000),
)
HANDS = 2_000
"""Hands of each size whose longest train is looked for."""


class Solved(NamedTuple):
    """The deals of a game: how often each value, by the tile led, and how often the sides win."""

    game: Game
    deals: int
    values: Counter[int]
    by_lead: dict[str, Counter[int]]
    wins: Counter[int]


class Reach(NamedTuple):
    """The longest trains of hands of one size."""

    tiles: int
    longest: Estimate
    least: int
    most: int


class Results(NamedTuple):
    """All that the page tells."""

    solved: Sequence[Solved]
    costs: Sequence[tuple[Game, int, Estimate, Estimate]]
    reaches: Sequence[Reach]


def mean_of(values: Counter[int]) -> Estimate:
    """The mean of whole numbers, each as often as counted."""
    total = sum(value * times for value, times in values.items())
    squares = sum(value * value * times for value, times in values.items())
    n = values.total()
    mean, spread = mean_and_spread(total, squares, n)
    return Estimate(mean, *mean_interval(mean, spread, n))


def mean_of_floats(values: Sequence[float]) -> Estimate:
    """The mean of any numbers."""
    n = len(values)
    mean = sum(values) / n
    spread = (sum((value - mean) ** 2 for value in values) / max(1, n - 1)) ** 0.5
    return Estimate(mean, *mean_interval(mean, spread, n))


def share(part: int, whole: int) -> Estimate:
    """A share and its interval."""
    return Estimate(part / whole, *wilson(part / whole, whole))


def solve_deals(game: Game, deals: int, threads: int) -> Solved:
    """Deals 0 to ``deals - 1`` of the seed."""
    rules = game.rules()
    values: Counter[int] = Counter()
    wins: Counter[int] = Counter()
    by_lead: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for first in range(0, deals, CHUNK):
        n = min(CHUNK, deals - first)
        points = bonepile.solve_many(rules, n, SEED, first=first, threads=threads)
        won = bonepile.solve_many(rules, n, SEED, objective="win", first=first, threads=threads)
        for lead, value in zip(points.best, points.value, strict=True):
            by_lead[lead][value] += 1
        wins.update(won.value)
        _tell(game.name, f"{first + n:,} deals")
    for counts in by_lead.values():
        values.update(counts)
    names = {str(rules.action(lead)): counts for lead, counts in by_lead.items()}
    return Solved(game, deals, values, names, wins)


def choices(rules: Rules, count: int) -> Iterator[Round]:
    """Positions of random play with a choice, one a game."""
    dice = random.Random(SEED)
    for game in range(count):
        round = bonepile.deal(rules, SEED, game=game)
        met = []
        for action in round.playout(SEED, game=game).actions:
            if len(round.legal_actions()) > 1:
                met.append(round)
            round = round.play(action)
        if met:
            yield dice.choice(met)


def random_move(game: Game, positions: int) -> tuple[Game, int, Estimate, Estimate]:
    """What one random action costs on average, and how many cost nothing."""
    costs, free = [], []
    for position in choices(game.rules(), positions):
        moves = bonepile.solve(position, moves=True).moves
        assert moves is not None
        values = [value for value in moves.values() if value is not None]
        best = max(values)
        costs.append(best - sum(values) / len(values))
        free.append(values.count(best) / len(values))
    _tell(game.name, f"{len(costs):,} positions")
    return game, len(costs), mean_of_floats(costs), mean_of_floats(free)


def reach(tiles: int, hands: int) -> Reach:
    """How long the trains of random hands of so many tiles are."""
    double_12 = [f"{a}-{b}" for a, b in combinations_with_replacement(range(13), 2)]
    dice = random.Random(1_000 * SEED + tiles)
    counts = Counter(
        bonepile.longest_train(dice.sample(double_12, tiles), 12).count for _ in range(hands)
    )
    return Reach(tiles, mean_of(counts), min(counts), max(counts))


def everything(divisor: int, threads: int) -> Results:
    """Solve all, or a part."""
    solved = [solve_deals(game, ceil(game.deals / divisor), threads) for game in GAMES]
    costs = [random_move(game, ceil(game.positions / divisor)) for game in GAMES]
    reaches = [reach(tiles, ceil(HANDS / divisor)) for tiles in range(1, 92)]
    return Results(solved, costs, reaches)


def number(estimate: Estimate) -> str:
    """A mean and its interval."""
    return f"{estimate.mean:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


def percent(estimate: Estimate) -> str:
    """A share and its interval."""
    return f"{estimate.mean:.2%} ({estimate.low:.2%} to {estimate.high:.2%})"


def leaders(solved: Sequence[Solved]) -> Section:
    """Who wins, and what a deal is worth."""
    rows = [
        (
            game.name,
            f"{deals:,}",
            percent(share(wins[1], deals)),
            percent(share(wins[0], deals)),
            percent(share(wins[-1], deals)),
            number(mean_of(values)),
        )
        for game, deals, values, _, wins in solved
    ]
    head = ("game", "deals", "leader's side wins", "nobody", "other side wins", "worth, points")
    return Section("The side that leads", LEADER_TEXT, head, rows)


def quantile(values: Counter[int], part: float) -> int:
    """The least value that so large a part of all does not exceed."""
    left = part * values.total()
    for value in sorted(values):
        left -= values[value]
        if left <= 0:
            return value
    return max(values)


def distributions(solved: Sequence[Solved]) -> Section:
    """Quantiles; the picture shows the rest."""
    parts = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
    rows = [
        (
            one.game.name,
            str(min(one.values)),
            *(str(quantile(one.values, part)) for part in parts),
            str(max(one.values)),
        )
        for one in solved
    ]
    head = ("game", "least", *(f"{part:.0%}" for part in parts), "most")
    return Section("The values of deals", VALUES_TEXT, head, rows)


def openings(solved: Sequence[Solved]) -> Section:
    """What a deal is worth by the tile led."""
    rows = [
        (
            one.game.name,
            lead,
            f"{values.total():,}",
            number(mean_of(values)),
            percent(share(sum(n for value, n in values.items() if value > 0), values.total())),
        )
        for one in solved
        for lead, values in sorted(one.by_lead.items(), reverse=True)
    ]
    head = ("game", "tile led", "deals", "worth, points", "worth more than nothing")
    return Section("The tile led", OPENING_TEXT, head, rows)


def costs(measured: Sequence[tuple[Game, int, Estimate, Estimate]]) -> Section:
    """What a random action costs."""
    rows = [
        (game.name, f"{positions:,}", number(cost), percent(free))
        for game, positions, cost, free in measured
    ]
    head = ("game", "positions", "cost, points", "for nothing")
    return Section("One random move", RANDOM_TEXT, head, rows)


def trains(reaches: Sequence[Reach], hands: int) -> Section:
    """How far hands reach."""
    shown = [one for one in reaches if one.tiles in {1, 2, 3} or one.tiles % 5 == 0]
    rows = [
        (
            str(one.tiles),
            number(one.longest),
            f"{one.longest.mean / one.tiles:.0%}",
            str(one.least),
            str(one.most),
        )
        for one in [*shown, reaches[-1]]
    ]
    head = ("tiles in hand", "in the longest train", "part of the hand", "least", "most")
    return Section("Longest trains", TRAIN_TEXT.format(hands=hands), head, rows)


def page(results: Results, divisor: int) -> str:
    """The whole page."""
    sections = (
        leaders(results.solved),
        distributions(results.solved),
        openings(results.solved),
        costs(results.costs),
        trains(results.reaches, ceil(HANDS / divisor)),
    )
    head = HEAD.format(seed=SEED, machine=machine())
    return "\n".join((head, *(section.markdown() + "\n" for section in sections)))


def draw(results: Results) -> None:
    """The pictures."""
    import plots  # noqa: PLC0415 - only the pictures need matplotlib

    names = [one.game.name for one in results.solved]
    plots.distributions(DOCS / "results-values.svg", names, [one.values for one in results.solved])
    means = [
        {lead: mean_of(values) for lead, values in sorted(one.by_lead.items())}
        for one in results.solved
    ]
    plots.openings(DOCS / "results-openings.svg", names, means)
    plots.trains(
        DOCS / "results-trains.svg",
        [(one.tiles, one.least, one.longest.mean, one.most) for one in results.reaches],
    )


def _tell(*words: str) -> None:
    print(*words, sep=" | ", file=sys.stderr, flush=True)


def main() -> None:
    """Solve, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--write", action="store_true", help="write docs/results.md and pictures")
    modes.add_argument("--smoke", action="store_true", help="solve a thousandth")
    parser.add_argument("--threads", type=int, default=1, help="for what is solved in one call")
    arguments = parser.parse_args()
    divisor = 1_000 if arguments.smoke else 1
    results = everything(divisor, arguments.threads)
    written = page(results, divisor)
    if arguments.write:
        (DOCS / "results.md").write_text(written, encoding="utf-8")
        draw(results)
    else:
        print(written)


if __name__ == "__main__":
    main()
