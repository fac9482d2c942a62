"""Check the checks: plant every bug of the catalogue in the reference and let fuzzing find it.

Usage: python tests/planted/run.py [--jobs J] [--only NAME ...] [--sample K] [--rounds N] [--page P]

The core is fuzzed against a copy of the reference with one bug at a time, and what is found is made
small. Exit code 1: a bug was not found, or the median of the actions that are left is above 10.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bonepile.testing import (
    Outcome,
    Plan,
    catalogue,
    compare,
    in_short,
    load_engine,
    run_cases,
    shrink,
)
from bonepile.testing.processes import process_pool
from bonepile.testing.shrink import size
from planting import Bug, plant, read_catalogue

CORE = "bonepile"
HONEST = "bonepile.reference"
SEED = 1
ROUNDS = 20_000
SHRINKING = 20.0
"""A ceiling for a slow machine: shrinking runs out of attempts first, always at the same one."""

MOST_ACTIONS = 10


@dataclass(frozen=True)
class Finding:
    """What became of a bug: found in which round, told by what, how small; None: not found."""

    bug: Bug
    rounds: int | None
    told_by: str
    seats: int
    set: int
    tiles: int
    actions: int
    seconds: float


class NotTheBugError(Exception):
    """What was found is no doing of the planted bug."""


def hunt(bug: Bug, rounds: int, shrinking: float = SHRINKING) -> Finding:
    """Fuzz the core against the planted copy, which must be on the path, and shrink what differs.

    The copy is the first engine: what it raises or never answers is told as its crash. Raises
    NotTheBugError when the reference without the bug differs there too.
    """
    start = time.perf_counter()
    report = run_cases(Plan(SEED, bug.package, CORE, overrides=True), 0, rounds)
    if report.failure is None:
        return Finding(bug, None, "nothing", 0, 0, 0, 0, time.perf_counter() - start)
    engines = load_engine(bug.package), load_engine(CORE)
    small = shrink(*engines, report.failure.case, shrinking)
    for outcome in (report.failure, small):
        if compare(load_engine(HONEST), engines[1], outcome.case).difference is not None:
            msg = f"{bug.name}: the reference itself differs from the core in {in_short(outcome)}"
            raise NotTheBugError(msg)
    _, seats, pips, hand, *_ = size(small.case, catalogue(engines[1]))
    actions = len(small.case.actions or ())
    seconds = time.perf_counter() - start
    told = teller(report.failure)
    return Finding(bug, report.cases, told, seats, pips, seats * hand, actions, seconds)


def teller(outcome: Outcome) -> str:
    """The check that told a difference, or what of the round itself did."""
    assert outcome.difference is not None
    return outcome.check or outcome.difference.what.split(" '")[0]


def hunt_all(bugs: Sequence[Bug], rounds: int, jobs: int) -> Iterator[Finding]:
    """Hunt for every bug in copies outside the checkout, told as they come in."""
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        for bug in bugs:
            plant(bug, Path(folder))
        sys.path.insert(0, folder)
        try:
            with process_pool(jobs) as pool:
                hunts = [pool.submit(hunt, bug, rounds) for bug in bugs]
                for found in as_completed(hunts):
                    yield found.result()
        finally:
            sys.path.remove(folder)


def sample(bugs: Sequence[Bug], count: int) -> list[Bug]:
    """So many bugs, spread evenly over the catalogue."""
    return [bugs[place * len(bugs) // count] for place in range(min(count, len(bugs)))]


def told(finding: Finding) -> str:
    """One line for people."""
    if finding.rounds is None:
        return f"{finding.bug.name}: NOT FOUND ({finding.seconds:.0f} s)"
    return (
        f"{finding.bug.name}: round {finding.rounds}, told by {finding.told_by}; shrunk to "
        f"{finding.seats} seats, double-{finding.set} set, {finding.tiles} tiles in hands, "
        f"{finding.actions} actions ({finding.seconds:.0f} s)"
    )


def summary(findings: Sequence[Finding]) -> str:
    """How many were found, how soon, how small."""
    found = [finding for finding in findings if finding.rounds is not None]
    rounds = [finding.rounds or 0 for finding in found] or [0]
    actions = [finding.actions for finding in found] or [0]
    return (
        f"{len(found)} of {len(findings)} bugs are found; round of the first difference: median "
        f"{median(rounds):g}, largest {max(rounds)}; actions after shrinking: median "
        f"{median(actions):g}, largest {max(actions)}."
    )


PAGE = """\
# Planted bugs

{intro}

```sh
python tests/planted/run.py --page docs/planted-bugs.md
```

{summary}

{columns}

| bug | rules | the mistake | found | told by | seats | set | tiles in hands | actions |
|---|---|---|---|---|---|---|---|---|
{rows}
"""

INTRO = (
    "Who checks the checks? Each line below is a mistake that engines really make, planted in a "
    "copy of the reference. `bonepile fuzz` then has to tell the copy from the core, and to make "
    "the round in which they differ small. This page is written by"
)

COLUMNS = (
    f"*Found* is the number of the round (seed {SEED}, with `--overrides`) that first differs, "
    "*told by* the check that says so: what of the round itself differs, or one of the checks "
    "beside it. The other columns are the size of the case after shrinking."
)


def row(finding: Finding) -> str:
    """A line of the page's table."""
    bug = finding.bug
    rules = ", ".join(f"`{name}`" for name in bug.rules)
    found = "never" if finding.rounds is None else str(finding.rounds)
    size = (finding.seats, finding.set, finding.tiles, finding.actions)
    cells = (bug.name, rules, bug.imitates, found, finding.told_by, *map(str, size))
    return f"| {' | '.join(cells)} |"


def page(findings: Sequence[Finding]) -> str:
    """The page docs/planted-bugs.md."""
    rows = "\n".join(map(row, findings))
    return PAGE.format(intro=INTRO, summary=summary(findings), columns=COLUMNS, rows=rows)


def passed(findings: Sequence[Finding]) -> bool:
    """Whether all were found and shrunk well."""
    all_found = all(finding.rounds is not None for finding in findings)
    return all_found and median(finding.actions for finding in findings) <= MOST_ACTIONS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Find the planted bugs by fuzzing.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these bugs")
    parser.add_argument("--sample", type=int, metavar="K", help="only K bugs, always the same")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="at most so many for a bug")
    parser.add_argument("--page", type=Path, help="write the table to this file")
    options = parser.parse_args(arguments)
    bugs = read_catalogue()
    if options.only:
        unknown = set(options.only) - {bug.name for bug in bugs}
        if unknown:
            parser.error(f"no such bug: {', '.join(sorted(unknown))}")
        bugs = [bug for bug in bugs if bug.name in options.only]
    if options.sample:
        bugs = sample(bugs, options.sample)
    findings = []
    start = time.perf_counter()
    try:
        for finding in hunt_all(bugs, options.rounds, options.jobs):
            print(told(finding), flush=True)
            findings.append(finding)
    except (BrokenProcessPool, NotTheBugError) as error:
        print(error, file=sys.stderr)
        return 1
    findings.sort(key=lambda finding: bugs.index(finding.bug))
    print(summary(findings), f"{time.perf_counter() - start:.0f} s")
    if options.page:
        options.page.write_text(page(findings), encoding="utf-8")
    return 0 if passed(findings) else 1


if __name__ == "__main__":
    sys.exit(main())
