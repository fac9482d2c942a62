"""Test the tester: `bonepile conform` finds the planted bugs and names the rules they break.

Usage: python tests/planted/conformance.py [--only NAME ...] [--sample K] [--rounds N] [--page P]
       python tests/planted/conformance.py --honest N

Every bug is planted in a copy of the reference, which speaks the line protocol in a process of its
own. It has to be found in the random rounds, without the help of the vectors, and the rule that it
breaks to be among those named; then once more with the vectors. With --honest the reference itself
plays so many rounds, and nothing may be found. Exit code 1: something is not as it should be.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bonepile.testing.conform import Command, Conformance, Finding, Plan, conform
from planting import Bug, read_catalogue

ENGINE = Path(__file__).resolve().parent / "engine.py"
ROUNDS = 5000
ENOUGH = 12
"""Failures after which a bug counts as found: more would not change its name."""

NOT_IN_A_ROUND = {
    "L-MATCH-1": "matches",
    "L-MATCH-2": "matches",
    "L-MATCH-4": "matches",
    "L-LEADER-3": "matches",
    "L-LEADER-4": "matches",
    "T-MATCH-2": "matches",
}
"""Rules about more than one round, which the line protocol does not play."""

NOT_IN_THE_PROTOCOL = {
    "dealt-one-by-one": "deals from seeds",
    "engine-wraps-round": "deals from seeds",
}


@dataclass(frozen=True)
class Found:
    """How a bug was found: in how many rounds, named how, and how small the case became."""

    bug: Bug
    rounds: int
    failures: int
    named: tuple[str, ...]
    by_vectors: tuple[str, ...]
    actions: int
    seconds: float

    @property
    def well(self) -> bool:
        """Found in random rounds, and named right by what the user is told."""
        return self.failures > 0 and names(self.bug, self.by_vectors)


def names(bug: Bug, rules: Sequence[str]) -> bool:
    """Whether a rule that the bug breaks is among these."""
    return bool(set(bug.rules) & set(rules))


def hidden(bug: Bug) -> str:
    """Where a bug shows that no round of the line protocol can show; nothing where one can."""
    if bug.name in NOT_IN_THE_PROTOCOL:
        return NOT_IN_THE_PROTOCOL[bug.name]
    return next((NOT_IN_A_ROUND[rule] for rule in bug.rules if rule in NOT_IN_A_ROUND), "")


def command(bug: Bug) -> Command:
    """The command line of an engine with the bug."""
    return Command(f"{sys.executable} {ENGINE} {bug.name}")


def hunt(bug: Bug, rounds: int, jobs: int) -> Found:
    """Let conform find the bug without the vectors, then with them."""
    start = time.perf_counter()
    plan = Plan(command(bug), (), rounds, 1, True, None, jobs, ENOUGH, stages=("rounds", "probes"))
    blind = conform(plan)
    full = Plan(command(bug), (), rounds, 1, True, None, jobs, ENOUGH, stages=("vectors", "rounds"))
    seeing = conform(full)
    seconds = time.perf_counter() - start
    asked = sum(stage.asked for stage in blind.stages)
    failed = sum(stage.failed for stage in blind.stages)
    first = blind.findings[:1]
    actions = len(first[0].outcome.case.actions or ()) if first and first[0].outcome else 0
    return Found(bug, asked, failed, _rules(first), _rules(seeing.findings[:1]), actions, seconds)


def _rules(findings: Sequence[Finding]) -> tuple[str, ...]:
    return tuple(rule for finding in findings for rule in finding.rules)


def honest(rounds: int, jobs: int) -> Conformance:
    """The reference itself, from which nothing is to be reported."""
    reference = Command(f"{sys.executable} -m bonepile engine --reference")
    return conform(Plan(reference, (), rounds, 2, True, None, jobs))


def told(found: Found) -> str:
    """One line for people."""
    blind = "right" if names(found.bug, found.named) else "WRONG"
    seeing = "right" if names(found.bug, found.by_vectors) else "WRONG"
    where = f"{found.failures} failures in {found.rounds} rounds" if found.failures else "NOT FOUND"
    return (
        f"{found.bug.name} ({', '.join(found.bug.rules)}): {where}; named {blind} "
        f"({', '.join(found.named)}), with vectors {seeing} ({', '.join(found.by_vectors)}); "
        f"{found.actions} actions ({found.seconds:.0f} s)"
    )


def summary(all_found: Sequence[Found], left_out: int) -> str:
    """How many were found, named right, how small."""
    found = [one for one in all_found if one.failures]
    blind = sum(names(one.bug, one.named) for one in found)
    seeing = sum(names(one.bug, one.by_vectors) for one in found)
    actions = [one.actions for one in found] or [0]
    return (
        f"{len(found)} of {len(all_found)} bugs are found in random rounds; the right rule is "
        f"among the first three named for {blind} without the vectors, for {seeing} with them; "
        f"actions after shrinking: median {median(actions):g}, largest {max(actions)}. "
        f"{left_out} more bugs do not show in the line protocol, which plays single rounds from "
        "a deal."
    )


INTRO = (
    "`bonepile conform` against the [planted bugs](planted-bugs.md), each in an engine that speaks "
    "the line protocol in a process of its own. This page is written by"
)

COLUMNS = (
    "*Blind*: the rules that are named when only random rounds are asked, at most {rounds:,} of "
    "them; *with vectors*: those of the first finding when the vectors are asked too, as a user "
    "does."
)

PAGE = """\
# The tester tested

{intro}

```sh
python tests/planted/conformance.py --page docs/tester-tested.md
```

{summary}

{columns}

| bug | breaks | failures in rounds | named, blind | named, with vectors | actions |
|---|---|---|---|---|---|
{rows}

Not visible in the line protocol: {hidden}.
"""


def row(found: Found) -> str:
    """A line of the page's table."""
    rules, blind, seeing = (
        ", ".join(f"`{name}`" for name in some) or "-"
        for some in (found.bug.rules, found.named, found.by_vectors)
    )
    where = f"{found.failures} in {found.rounds:,}"
    return f"| {found.bug.name} | {rules} | {where} | {blind} | {seeing} | {found.actions} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Let conform find the planted bugs.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these bugs")
    parser.add_argument("--sample", type=int, metavar="K", help="only K bugs, always the same")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="at most so many for a bug")
    parser.add_argument("--page", type=Path, help="write the table to this file")
    parser.add_argument("--honest", type=int, metavar="N", help="N rounds of the reference itself")
    options = parser.parse_args(arguments)
    if options.honest:
        report = honest(options.honest, options.jobs)
        print(f"the reference, {options.honest:,} rounds: {len(report.findings)} findings")
        return 0 if report.passed else 1
    every = read_catalogue()
    bugs = [bug for bug in every if not hidden(bug)]
    if options.only:
        bugs = [bug for bug in bugs if bug.name in options.only]
    if options.sample:
        bugs = [bugs[k * len(bugs) // options.sample] for k in range(options.sample)]
    all_found = []
    for bug in bugs:
        all_found.append(hunt(bug, options.rounds, options.jobs))
        print(told(all_found[-1]), flush=True)
    left_out = [bug for bug in every if hidden(bug)]
    print(summary(all_found, len(left_out)))
    if options.page:
        rows, names_of = "\n".join(map(row, all_found)), ", ".join(bug.name for bug in left_out)
        text = PAGE.format(
            summary=summary(all_found, len(left_out)),
            intro=INTRO,
            columns=COLUMNS.format(rounds=options.rounds),
            rows=rows,
            hidden=names_of,
        )
        options.page.write_text(text, encoding="utf-8")
    return 0 if all(found.well for found in all_found) else 1


if __name__ == "__main__":
    sys.exit(main())
