"""``bonepile fuzz``: the core against the reference."""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from pathlib import Path

from ..testing import (
    Outcome,
    Plan,
    Report,
    compare_apart,
    describe,
    fuzz,
    in_short,
    read_cases,
    shrink_apart,
    write_divergence,
)
from .common import REFERENCE, UsageError, chosen_seed, load_engine, read_text
from .output import Progress, counted

__all__ = ["run"]

ROUNDS = 1000

DIFFERENT = 1
CRASHED = 3


def run(options: Namespace) -> int:
    """Run the subcommand."""
    reference = load_engine(REFERENCE)
    load_engine(options.engine)
    if options.case is not None:
        return _run_case(options)
    rounds = ROUNDS if options.n is None else options.n
    unknown = sorted(set(options.preset) - set(reference.presets()))
    if unknown:
        raise UsageError(f"unknown preset: {', '.join(unknown)}")
    out = Path(options.out)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out {out}: {error.strerror}") from error
    seed = chosen_seed(options)
    plan = Plan(seed, options.engine, REFERENCE, tuple(options.preset), options.overrides)
    start = time.perf_counter()
    so_far = Report()

    def show(now: Report) -> None:
        nonlocal so_far
        so_far = now
        progress.show(now.cases, f"({counted(now.plies)} plies)")

    try:
        with Progress(rounds, "rounds") as progress:
            first, jobs = options.first or 0, options.jobs or os.cpu_count() or 1
            report = fuzz(plan, rounds, first=first, jobs=jobs, progress=show)
    except KeyboardInterrupt:
        done = f"{counted(so_far.cases)} of {counted(rounds)} rounds of seed {seed}"
        print(f"stopped: no difference in {done}", file=sys.stderr)
        raise
    seconds = time.perf_counter() - start
    code = 0 if report.failure is None else _show_failure(report.failure, plan, options)
    _show_summary(report, seed, seconds)
    return code


def _run_case(options: Namespace) -> int:
    other = (options.n, options.seed, options.first, options.jobs, options.preset or None)
    if options.overrides or options.no_shrink or any(value is not None for value in other):
        told = "--preset, -n, --seed, --first, --overrides, --jobs, --no-shrink"
        raise UsageError(f"--case takes none of {told}")
    cases = read_cases(read_text(options.case))
    plies = 0
    for outcome in compare_apart(options.engine, REFERENCE, cases):
        plies += outcome.plies
        if outcome.difference is not None:
            print(describe(outcome, (options.engine, REFERENCE)))
            return CRASHED if outcome.difference.crash else DIFFERENT
    rounds = "1 round" if len(cases) == 1 else f"{len(cases)} rounds"
    print(f"no difference in {rounds}, {counted(plies)} plies")
    return 0


def _show_failure(found: Outcome, plan: Plan, options: Namespace) -> int:
    assert found.difference is not None
    small = found if options.no_shrink else _shrunk(found, plan)
    print(describe(small, (plan.first, plan.second)))
    if small is not found:
        print(f"  found as   {in_short(found)}")
        print(f"  shrunk to  {in_short(small)}")
    path = write_divergence(small, Path(options.out), None if small is found else found)
    print(f"  written to {path}")
    return CRASHED if found.difference.crash else DIFFERENT


def _shrunk(found: Outcome, plan: Plan) -> Outcome:
    """Make the case small; Ctrl-C leaves it as small as it is by then."""
    small = found
    try:
        for smaller in shrink_apart(plan.first, plan.second, found):
            small = smaller
    except KeyboardInterrupt:
        print("stopped shrinking", file=sys.stderr)
    return small


def _show_summary(report: Report, seed: int, seconds: float) -> None:
    pace = counted(report.plies / seconds) if seconds > 0 else "?"
    print(
        f"seed {seed}: {counted(report.cases)} rounds "
        f"({counted(report.refused)} refused before the deal), "
        f"{counted(report.plies)} plies in {seconds:.1f} s, {pace} plies a second"
    )
    for preset, count in sorted(report.presets.items()):
        print(f"  {preset}: {counted(count)}")
