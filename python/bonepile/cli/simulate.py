"""``bonepile simulate``: many random rounds, counted."""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import Namespace
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..statistics import SHARE, mean_and_spread, wilson
from ..types import AnyPlayouts, AnyRules, Engine, Json, Policy, Tally
from .common import REFERENCE, UsageError, chosen_seed, engine_module, load_engine, make_rules
from .output import Progress, counted, print_table

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["run"]

PATIENCE = 0.15
"""Seconds that one chunk should take: Ctrl-C and the progress line wait no longer."""

FIRST_CHUNK = {False: 4096, True: 4}
GROWTH = 16

MOST_AT_ONCE = 1 << 19
"""Games in one chunk at most: every one of them has a row in memory."""

OF_MATCHES = ("match_by", "next_leader", "rounds", "target")
"""Parameters that say how rounds become a match."""


@dataclass(frozen=True)
class Job:
    """What is simulated, apart from how many rounds."""

    module: str
    rules: dict[str, Json]
    seed: int
    round: int
    threads: int
    policy: Policy = "random"

    def tally(self, engine: Engine, rules: AnyRules, first: int, count: int) -> Tally:
        """Play ``count`` games from game ``first`` on."""
        played: AnyPlayouts = engine.playouts(
            rules,
            count,
            self.seed,
            threads=self.threads,
            policy=self.policy,
            round=self.round,
            first=first,
        )
        return played.tally()


@dataclass
class Done:
    """The totals of the first games, and how long they took."""

    tally: Tally
    seconds: float = 0.0


def run(options: Namespace) -> int:
    """Run the subcommand."""
    if options.jobs is not None and not options.reference:
        raise UsageError("--jobs is for --reference; the core takes --threads")
    if options.threads is not None and options.reference:
        raise UsageError("--threads is for the core; --reference takes --jobs")
    engine = load_engine(engine_module(options))
    rules = make_rules(engine, options)
    seed = chosen_seed(options)
    module, round, threads = engine_module(options), options.round or 0, options.threads or 1
    job = Job(module, rules.to_dict(), seed, round, threads, options.policy or "random")
    job.tally(engine, rules, 0, 1)  # tells what is wrong before anything starts
    done = Done(Tally.empty(rules.sides))
    jobs = options.jobs or 1
    try:
        with Progress(options.n, "rounds") as progress:
            if jobs > 1:
                _spread_out(job, options.n, jobs, done, progress)
            else:
                _in_turn(job, engine, rules, options.n, done, progress)
    except KeyboardInterrupt:
        print(_stopped(done.tally, options.n, seed), file=sys.stderr)
        raise
    workers = jobs if options.reference else min(threads, os.cpu_count() or 1)
    report = make_report(rules, job, done.tally, done.seconds, workers)
    print(json.dumps(report)) if options.json else _show(report, rules)
    return 0


def _stopped(tally: Tally, count: int, seed: int) -> str:
    """Tell in one line what was counted before Ctrl-C: always the first games of the seed."""
    told = f"stopped after {counted(tally.rounds)} of {counted(count)} rounds of seed {seed}"
    if tally.rounds == 0:
        return told
    wins = " ".join(f"{wins / (SHARE * tally.rounds):.2%}" for wins in tally.wins)
    ended = f"out {counted(tally.out)}, blocked {counted(tally.blocked)}"
    return f"{told}: wins {wins}, {ended}, actions {counted(tally.actions)}"


def _in_turn(
    job: Job, engine: Engine, rules: AnyRules, count: int, done: Done, progress: Progress
) -> None:
    """Play in this process, in chunks that grow until they take long enough."""
    chunk = FIRST_CHUNK[job.module == REFERENCE]
    while (first := done.tally.rounds) < count:
        size = min(chunk, count - first)
        start = time.perf_counter()
        tally = job.tally(engine, rules, first, size)
        spent = time.perf_counter() - start
        done.tally = done.tally.merge(tally)
        done.seconds += spent
        chunk = next_chunk(chunk, size, spent)
        progress.show(done.tally.rounds, _pace(done))


def next_chunk(chunk: int, size: int, spent: float) -> int:
    """Return how many rounds to play next, so that they take about :data:`PATIENCE` seconds.

    They are no more than :data:`MOST_AT_ONCE`.
    """
    wanted = int(size * PATIENCE / spent) if spent > 0 else chunk * GROWTH
    return max(1, min(wanted, chunk * GROWTH, MOST_AT_ONCE))


def _pace(done: Done) -> str:
    return f"({counted(done.tally.rounds / done.seconds)} a second)" if done.seconds > 0 else ""


def _spread_out(job: Job, count: int, jobs: int, done: Done, progress: Progress) -> None:
    """Play ranges of games in several processes; the time is what each worked on the average."""
    from ..testing.processes import process_pool  # noqa: PLC0415

    with process_pool(jobs, _prepare, job) as pool:
        ranges = _ranges(count, lambda: done.seconds * jobs / max(done.tally.rounds, 1))
        waiting: deque[Future[tuple[Tally, float]]] = deque()
        while True:
            while len(waiting) < 2 * jobs and (some := next(ranges, None)) is not None:
                waiting.append(pool.submit(_play, *some))
            if not waiting:
                return
            tally, spent = waiting.popleft().result()
            done.tally = done.tally.merge(tally)
            done.seconds += spent / jobs
            progress.show(done.tally.rounds, _pace(done))


def _ranges(count: int, seconds_a_round: Callable[[], float]) -> Iterator[tuple[int, int]]:
    done, chunk = 0, FIRST_CHUNK[True]
    while done < count:
        size = min(chunk, count - done)
        yield done, size
        done += size
        if (seconds := seconds_a_round()) > 0:
            chunk = next_chunk(chunk, 1, seconds)


_prepared: tuple[Job, Engine, AnyRules] | None = None


def _prepare(job: Job) -> None:
    global _prepared  # noqa: PLW0603  (how an initializer hands something to a process)
    engine = load_engine(job.module)
    _prepared = job, engine, engine.Rules.from_dict(job.rules)


def _play(first: int, count: int) -> tuple[Tally, float]:
    assert _prepared is not None
    job, engine, rules = _prepared
    start = time.perf_counter()
    tally = job.tally(engine, rules, first, count)
    return tally, time.perf_counter() - start


def make_report(
    rules: AnyRules, job: Job, tally: Tally, seconds: float, workers: int
) -> dict[str, Json]:
    """Turn exact totals into the report that ``--json`` prints."""
    rounds = tally.rounds
    actions_mean, actions_spread = mean_and_spread(tally.actions, tally.actions_squared, rounds)
    return {
        "preset": rules.preset,
        "players": rules.players,
        "rules": job.rules,
        "seed": job.seed,
        "round": job.round,
        "policy": job.policy,
        "rounds": rounds,
        "engine": "reference" if job.module == REFERENCE else "core",
        "threads": workers,
        "seconds": seconds,
        "rounds_per_second": rounds / seconds if seconds > 0 else None,
        "sides": [_side(rules, tally, side) for side in range(rules.sides)],
        "actions_mean": actions_mean,
        "actions_spread": actions_spread,
        "out_share": tally.out / rounds,
        "blocked_share": tally.blocked / rounds,
        "no_winner_share": (SHARE * rounds - sum(tally.wins)) / (SHARE * rounds),
    }


def _side(rules: AnyRules, tally: Tally, side: int) -> dict[str, Json]:
    share = tally.wins[side] / (SHARE * tally.rounds)
    points, squares = tally.points[side], tally.points_squared[side]
    mean, spread = mean_and_spread(points, squares, tally.rounds)
    return {
        "side": side,
        "seats": list(range(side, rules.players, rules.sides)),
        "wins": tally.wins[side] / SHARE,
        "win_share": share,
        "win_interval": list(wilson(share, tally.rounds)),
        "points_mean": mean,
        "points_spread": spread,
    }


def _show(report: dict[str, Json], rules: AnyRules) -> None:
    policy = "" if report["policy"] == "random" else f", policy {report['policy']}"
    print(f"{report['preset']}, {report['players']} players, seed {report['seed']}{policy}")
    rest = {k: v for k, v in report["rules"].items() if k not in {"preset", "players"}}
    if rest:
        print("rules:", ", ".join(f"{name} = {json.dumps(value)}" for name, value in rest.items()))
    if idle := [name for name in OF_MATCHES if name in rest]:
        print(f"({', '.join(idle)}: only for matches, no matter in single rounds)")
    rows = []
    for side in report["sides"]:
        low, high = side["win_interval"]
        seats = " ".join(map(str, side["seats"]))
        wins, between = f"{side['win_share']:.2%}", f"{low:.2%} - {high:.2%}"
        points = f"{side['points_mean']:.2f}", f"{side['points_spread']:.2f}"
        rows.append((str(side["side"]), seats, wins, between, *points))
    points_are = "penalty points" if rules.family == "train" else "points"
    print_table(("side", "seats", "wins", "95 % interval", points_are, "spread"), rows)
    length = f"{report['actions_mean']:.2f}, spread {report['actions_spread']:.2f}"
    print(f"actions a round: {length}")
    shares = f"out {report['out_share']:.2%}, blocked {report['blocked_share']:.2%}"
    print(f"ended: {shares}, won by nobody {report['no_winner_share']:.2%}")
    pace = report["rounds_per_second"]
    told = f"{counted(pace)} rounds a second" if pace else "too fast to time"
    print(
        f"{counted(report['rounds'])} rounds in {report['seconds']:.3f} s: {told} "
        f"({report['engine']}, {_workers(report)})"
    )


def _workers(report: dict[str, Json]) -> str:
    number, core = report["threads"], report["engine"] == "core"
    if number == 1:
        return "1 thread" if core else "1 process"
    return f"up to {number} threads" if core else f"{number} processes"
