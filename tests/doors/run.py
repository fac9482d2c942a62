"""Feed a million malformed inputs to every door of the engine: `python tests/doors/run.py`.

Each input must be accepted, or refused with an error of bonepile or a TypeError that says why, in
bounded time and memory. The inputs follow from the seed alone. A fault is told with its door and
its number; `--door NAME --seed SEED --only NUMBER` brings it about again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from doors import BLOCK, DOORS, LONGEST_MESSAGE
from watch import BATCH, Batch, Tally, feed, feed_all

LONGEST_ANSWER = 5.0
MOST_GROWTH = 64 << 20
SHOWN = 20


class Growth:
    """Resident memory of the processes from a tenth of the inputs on to the end."""

    def __init__(self) -> None:
        self.first: dict[int, int] = {}
        self.last: dict[int, int] = {}

    def see(self, process: int, resident: int) -> None:
        """Take in what a process holds now."""
        self.first.setdefault(process, resident)
        self.last[process] = resident

    def most(self) -> int:
        """Tell the growth of the process that grew most, in bytes."""
        return max((self.last[each] - self.first[each] for each in self.first), default=0)


def run(engine: str, names: Sequence[str], count: int, jobs: int, seed: int) -> dict[str, Tally]:
    """Feed about ``count`` inputs, as many to each door; prints what came of each."""
    share = -(-count // len(names))
    found: dict[str, Tally] = {}
    for name in names:
        batches = [
            Batch(engine, name, seed, first, min(BATCH, share - first))
            for first in range(0, share, BATCH)
        ]
        total, growth, fed = Tally(), Growth(), 0
        for batch, process, tally in feed_all(batches, jobs):
            total.add(tally)
            fed += batch.count
            if fed >= share // 10 and tally.resident:
                growth.see(process, tally.resident)
        total.resident = growth.most()
        found[name] = total
        print(summary(name, total), flush=True)
        for trouble in total.troubles[:SHOWN]:
            print(f"  {trouble.door} {trouble.index}: {trouble.what}\n    {trouble.given}")
    return found


def summary(name: str, tally: Tally) -> str:
    """Tell a door's outcome in one line."""
    return (
        f"{name}: {tally.inputs} inputs, {tally.accepted} accepted, "
        f"{sum(tally.refused.values())} refused, {len(tally.troubles)} faults; longest answer "
        f"{1000 * tally.longest:.0f} ms, peak {tally.peak >> 20} MiB, "
        f"growth {tally.resident / (1 << 20):.1f} MiB"
    )


def shortcomings(found: dict[str, Tally]) -> list[str]:
    """List what is not as it must be."""
    wrong = []
    for name, tally in found.items():
        if tally.troubles:
            wrong.append(f"{name}: {len(tally.troubles)} faults")
        if tally.longest > LONGEST_ANSWER:
            wrong.append(f"{name}: an answer took {tally.longest:.1f} seconds")
        if tally.resident > MOST_GROWTH:
            wrong.append(f"{name}: memory grew by {tally.resident >> 20} MiB")
        if not tally.accepted:
            wrong.append(f"{name}: the door never opened")
    return wrong


PAGE = """\
# Malformed input

Every way into the engine was fed with malformed input, {total:,} inputs in all: valid rules, \
deals, records, actions and requests with values changed, keys lost, doubled and moved, numbers \
out of all range, texts cut and damaged, bytes flipped, nesting without end. Each input must be \
accepted, or refused with one of the errors of `bonepile` (or a `TypeError`) and a sentence that \
says why, no longer than {longest:,} characters; never with a panic or an error of Python's own, \
and never by hanging. The session must answer every line with one line of JSON and the right `id`.

Faults: **{faults}**.

| door | inputs | accepted | refused with | longest answer | peak memory | growth |
|---|---|---|---|---|---|---|
{rows}

Memory is the resident memory of the processes that were fed, Python included; growth is what the \
one that grew most gained after the first tenth of the inputs. Texts of a megabyte and lists of \
100,000 values are among the inputs. Errors are those of the whole call: a record may be refused \
with the error of its rules or its deal.

The page is written by

```sh
{command}
```

The inputs follow from the seed alone; times and memory are those of one machine.
"""


def page(found: dict[str, Tally], engine: str, command: str) -> str:
    """Write the page that shows a run."""
    about = {name: (door.__doc__ or "").rstrip(".") for name, door in DOORS.items()}
    rows = [
        f"| {name}: {about[name]} | {tally.inputs:,} | {tally.accepted:,} | {refusals(tally)} | "
        f"{1000 * tally.longest:.0f} ms | {tally.peak >> 20} MiB | "
        f"{max(0, tally.resident) / (1 << 20):.1f} MiB |"
        for name, tally in found.items()
    ]
    return PAGE.format(
        total=sum(tally.inputs for tally in found.values()),
        faults=sum(len(tally.troubles) for tally in found.values()),
        longest=LONGEST_MESSAGE,
        rows="\n".join(rows),
        command=command,
    )


def refusals(tally: Tally) -> str:
    """Tell the errors, the most frequent first."""
    return "<br>".join(f"`{name}` {count:,}" for name, count in tally.refused.most_common())


def one_input(engine: str, door: str, seed: int, index: int) -> Tally:
    """Feed one input after those of its block that come before it."""
    first = index - index % BLOCK
    return feed(Batch(engine, door, seed, first, index - first + 1))


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-n", type=int, default=1_000_000, help="inputs in all")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--door", action="append", help="only this door; may be repeated")
    parser.add_argument("--engine", default="bonepile", help="the engine's module")
    parser.add_argument("--page", type=Path, help="write a page about the run")
    parser.add_argument("--only", type=int, help="only this input of the one door named")
    return parser.parse_args()


def main() -> int:
    """Run the command; the exit code says whether all is as it must be."""
    asked = read_arguments()
    names = asked.door or list(DOORS)
    if asked.only is not None:
        tally = one_input(asked.engine, names[0], asked.seed, asked.only)
        for trouble in tally.troubles:
            print(f"{trouble.door} {trouble.index}: {trouble.what}\n  {trouble.given}")
        return 1 if tally.troubles else 0
    began = time.monotonic()
    found = run(asked.engine, names, asked.n, asked.jobs, asked.seed)
    wrong = shortcomings(found)
    total = sum(tally.inputs for tally in found.values())
    print(f"{total} inputs in {time.monotonic() - began:.0f} seconds", *wrong, sep="\n")
    if asked.page is not None:
        command = f"python tests/doors/run.py -n {asked.n} --seed {asked.seed} --page {asked.page}"
        asked.page.write_text(page(found, asked.engine, command), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
