"""This library beside its peers, in one run on one machine.

Usage: python benches/compare.py [--write | --smoke | --answers]

Every case plays the games of a fixed seed, and its totals must be those of benches/answers.json.
`--write` writes docs/benchmarks.md and its chart. `--smoke` plays a hundredth of the library's
cases and prints no speeds. `--answers` writes benches/answers.json anew.

Peers are optional: `pip install open_spiel dominoes`. One that is missing is left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import chart
import open_hands
from answers import Answers
from measure import REPEATS
from page import machine
from sections import STEPS, WORKS, Measured, everything
from texts import HEAD
from vector import vector_round

DOCS = Path(__file__).resolve().parent.parent / "docs"

KINDS = {
    "own": "bonepile",
    "reference": "its reference, in Python",
    "peer": "a peer",
    "background": "other games, for comparison",
}


def smoke(answers: Answers, divisors: tuple[int, ...] = (100,)) -> None:
    """Plays a part of everything that the library plays and asserts what it adds up to."""
    for divisor in divisors:
        for work in WORKS:
            rounds = max(1, work.rounds // divisor)
            totals = answers.check(work.name, rounds, work.play(rounds))
            print(f"{work.name}: {totals.rounds} rounds, {totals.plies} plies")
        for steps in STEPS if vector_round() else ():
            count = max(1, steps.steps // divisor)
            answers.check(steps.name, count, steps.run(count)[0])
            print(f"{steps.name}: {count} steps")
        open_hands.check(answers, divisor)


def write(measured: Measured) -> None:
    """The page and its chart."""
    head = HEAD.format(machine=machine(), repeats=REPEATS)
    parts = [head, *(section.markdown() + "\n" for section in measured.sections)]
    (DOCS / "benchmarks.md").write_text("\n".join(parts), encoding="utf-8")
    drawn = chart.draw("Random rounds a second, logarithmic scale", KINDS, measured.groups)
    (DOCS / "benchmarks.svg").write_text(drawn, encoding="utf-8")


def main() -> None:
    """Measure and print, or what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--smoke", action="store_true", help="play a hundredth, print no speed")
    modes.add_argument("--write", action="store_true", help="write docs/benchmarks.md and .svg")
    modes.add_argument("--answers", action="store_true", help="write the answers anew")
    arguments = parser.parse_args()
    answers = Answers(record=arguments.answers)
    if arguments.smoke:
        smoke(answers)
    elif arguments.answers:
        smoke(answers, divisors=(100, 1))
        answers.save()
    else:
        measured = everything(answers)
        if arguments.write:
            write(measured)
        else:
            print("\n\n".join(section.markdown() for section in measured.sections))


if __name__ == "__main__":
    main()
