"""Random rounds per second of the core, each figure from games whose totals are known.

Usage: python benches/throughput.py [--smoke] [--write FILE]

Every case plays the games of a fixed seed and asserts the exact totals before it prints a figure.
`--smoke` plays a hundredth. `--write FILE` writes the table as a Markdown page.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from pathlib import Path
from typing import NamedTuple

import bonepile

SEED = 2026


class Case(NamedTuple):
    """A game, how many rounds of it are timed, and what the first hundredth must add up to."""

    preset: str
    players: int
    rounds: int
    points: tuple[int, ...]
    actions: int


CASES = (
    Case("masters-block", 2, 2_000_000, (72214, 71682), 300_064),
    Case("masters-block", 4, 1_000_000, (72438, 70151), 238_621),
    Case("masters-draw", 2, 1_000_000, (81416, 82707), 269_532),
    Case("pagat-draw", 2, 1_000_000, (85283, 72239), 353_766),
    Case("all-fives", 2, 1_000_000, (228865, 203590), 220_408),
    Case("masters-mexican-train", 4, 200_000, (55009, 56053, 55140, 56125), 201_080),
    Case(
        "masters-mexican-train-strict",
        8,
        200_000,
        (55300, 55106, 54100, 55050, 53899, 57196, 55695, 55257),
        199_585,
    ),
    Case("dominos-cc-mexican-train", 4, 200_000, (54304, 57969, 55711, 57568), 210_764),
)


def measure(case: Case, smoke: bool) -> str:
    """Play a case and return its row of the table."""
    rules = bonepile.Rules(case.preset, players=case.players)
    first = bonepile.simulate(rules, case.rounds // 100, SEED)
    assert (first.points, first.actions) == (case.points, case.actions), (case, first)
    if smoke:
        return f"| {case.preset} | {case.players} | {first.actions / first.rounds:.1f} | - | - |"
    seconds = []
    for _ in range(5):
        start = time.perf_counter()
        tally = bonepile.simulate(rules, case.rounds, SEED)
        seconds.append(time.perf_counter() - start)
    best = min(seconds)
    length = tally.actions / tally.rounds
    rate, nanoseconds = tally.rounds / best, best / tally.actions * 1e9
    return f"| {case.preset} | {case.players} | {length:.1f} | {rate:,.0f} | {nanoseconds:.1f} |"


def main() -> None:
    """Print the table, and write it if a file is named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--smoke", action="store_true", help="play a hundredth, print no speed")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page to FILE")
    arguments = parser.parse_args()
    version = f"{platform.python_implementation()} {platform.python_version()}"
    lines = [
        "# Benchmarks",
        "",
        "Made by `python benches/throughput.py --write docs/benchmarks.md`. Random rounds from",
        "fresh deals, one thread, called from Python, the best of five runs; the totals of each",
        "case are asserted. Wall time depends on the machine and on what else it does: compare",
        "within a run.",
        "",
        f"bonepile {bonepile.__version__}, {version}, {platform.machine()}.",
        "",
        "| preset | seats | actions a round | rounds a second | ns an action |",
        "|---|---|---|---|---|",
    ]
    for case in CASES:
        lines.append(measure(case, arguments.smoke))
        print(lines[-1], flush=True)
    if arguments.write:
        arguments.write.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
