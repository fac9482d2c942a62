"""``bonepile conform``: an engine in any language, judged over the line protocol."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from functools import partial
from pathlib import Path

from ..errors import BonepileError
from ..testing import describe, read_cases
from ..testing.conform import Command, Conformance, Plan, conform
from ..testing.conform.chunks import RIGHT
from ..testing.conform.report import as_json, as_junit, as_text
from ..testing.judge import Judge, is_skipped
from .common import UsageError, read_text
from .output import Progress

__all__ = ["run"]

ROUNDS = 2000
DIFFERENT = 1
CRASHED = 3


def run(options: Namespace) -> int:
    """Run the subcommand."""
    try:
        command = Command(options.engine, options.patience)
        command().close()
    except ValueError as error:
        raise UsageError(f"--engine: {error}") from None
    if options.case is not None:
        return _run_case(command, options)
    known = RIGHT.presets()
    unknown = sorted(set(options.preset) - set(known))
    if unknown:
        raise UsageError(f"unknown preset: {', '.join(unknown)}")
    plan = Plan(
        command,
        tuple(name for name in known if name in options.preset),
        ROUNDS if options.n is None else options.n,
        1 if options.seed is None else options.seed,
        options.overrides,
        options.time,
        options.jobs or os.cpu_count() or 1,
        options.enough,
        stages=tuple(options.stage),
    )
    for path in (options.json, options.junit):
        _check_writable(path)
    with Progress(plan.rounds, "rounds") as progress:
        report = conform(plan, partial(_show, progress))
    print(as_text(report))
    if options.json is not None:
        Path(options.json).write_text(json.dumps(as_json(report), indent=1) + "\n", "utf-8")
    if options.junit is not None:
        Path(options.junit).write_text(as_junit(report), "utf-8")
    return _exit_code(report)


def _exit_code(report: Conformance) -> int:
    if report.passed:
        return 0
    crashed = any(
        finding.outcome is None or (finding.outcome.difference and finding.outcome.difference.crash)
        for finding in report.findings
    )
    return CRASHED if report.cut_short and crashed else DIFFERENT


def _show(progress: Progress, stage: str, done: int, count: int) -> None:
    progress.total, progress.unit = max(count, done, 1), stage
    progress.show(done)


def _check_writable(path: str | None) -> None:
    """Find out before the run, not after it."""
    if path is not None:
        try:
            with open(path, "a", encoding="utf-8"):
                pass
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}") from error


def _run_case(command: Command, options: Namespace) -> int:
    """Judge the rounds of a record, such as one that an earlier report holds."""
    try:
        cases = read_cases(read_text(options.case))
    except BonepileError as error:
        raise UsageError(f"{options.case}: {error}") from None
    engine = command()
    judge = Judge(engine, RIGHT)
    code = skipped = 0
    for number, case in enumerate(cases):
        outcome = judge(case)
        if is_skipped(outcome):
            skipped += 1
        elif outcome.difference is not None:
            print(f"round {number}: {describe(outcome, ('the engine', 'right'))}")
            code = CRASHED if outcome.difference.crash else DIFFERENT
    engine.close()
    if skipped:
        print(f"{skipped} skipped: the engine does not know the rules", file=sys.stderr)
    if not code:
        print(f"nothing wrong in {len(cases) - skipped} of {len(cases)} rounds")
    return code
