"""How fast `bonepile conform` asks and judges: python benches/conformance.py [-n ROUNDS] [--smoke]

Two engines: one that answers from answers made beforehand, which shows what the runner itself
costs, and the reference. Told are rounds a second, and how the time of the workers goes into
drawing cases, judging them (the right answers and the comparison), asking, and waiting.
"""

from __future__ import annotations

import argparse
import os
import pickle
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import bonepile
from bonepile.testing import catalogue, draw_case
from bonepile.testing.conform import Command, Conformance, Plan, conform
from bonepile.testing.judge import prepare

HERE = Path(__file__).resolve().parent
ROUNDS = 20_000
SMOKE = 200


def answers(plan: Plan) -> dict[bytes, bytes]:
    """The right answer to every replay that the plan asks."""
    presets = catalogue(bonepile)
    found = {}
    for index in range(plan.rounds):
        case = draw_case(plan.seed, index, presets, overrides=plan.overrides, right=bonepile)
        right = prepare(bonepile, case)
        if right is not None:
            found[right.request + b"\n"] = right.answer
    return found


def told(name: str, report: Conformance) -> Iterator[str]:
    """The figures of a run."""
    if not report.passed:
        raise SystemExit(f"{name}: something was found wrong")
    (stage,) = (stage for stage in report.stages if stage.name == "rounds")
    spent = stage.figures["seconds"]
    total = sum(spent.values())
    shares = ", ".join(f"{on} {part / total:.0%}" for on, part in sorted(spent.items()))
    pace = f"{stage.asked / stage.seconds:,.0f} rounds a second"
    yield f"{name}: {stage.asked:,} rounds in {stage.seconds:.1f} s, {pace}; {shares}"


def main() -> int:
    """Run both and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=ROUNDS, help=f"rounds (default {ROUNDS})")
    parser.add_argument("--smoke", action="store_true", help=f"{SMOKE} rounds")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="engines")
    options = parser.parse_args()
    rounds = SMOKE if options.smoke else options.n
    reference = f"{sys.executable} -m bonepile engine --reference"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "answers"
        engine = f"{sys.executable} {HERE / 'prepared_engine.py'} {file}"
        for name, command in (("answers made beforehand", engine), ("the reference", reference)):
            plan = Plan(Command(command, 60.0), (), rounds, jobs=options.jobs, stages=("rounds",))
            if command is engine:
                file.write_bytes(pickle.dumps(answers(plan)))
            print(*told(name, conform(plan)), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
