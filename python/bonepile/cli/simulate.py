"""``bonepile simulate``: many random rounds, counted."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..types import SHARE, AnyRules, Engine, Json, Tally
from .common import REFERENCE, UsageError, draw_seed, engine_module, load_engine, make_rules
from .output import Progress, counted, print_table
from .statistics import mean_and_spread, wilson

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.synchronize import Barrier

__all__ = ["run"]

PATIENCE = 0.15
"""Seconds that one chunk should take: Ctrl-C and the progress line wait no longer."""

START_TIMEOUT = 120.0

FIRST_CHUNK = {False: 4096, True: 4}
GROWTH = 16


@dataclass(frozen=True)
class Job:
    """What is simulated, apart from how many rounds."""

    module: str
    rules: dict[str, Json]
    seed: int
    round: int
    threads: int

    def tally(self, engine: Engine, rules: AnyRules, first: int, count: int) -> Tally:
        """Play ``count`` games from game ``first`` on."""
        return engine.simulate(
            rules, count, self.seed, first=first, round=self.round, threads=self.threads
        )


def run(options: Namespace) -> int:
    """Run the subcommand."""
    if options.jobs is not None and not options.reference:
        raise UsageError("--jobs is for --reference; the core takes --threads")
    if options.threads is not None and options.reference:
        raise UsageError("--threads is for the core; --reference takes --jobs")
    engine = load_engine(engine_module(options))
    rules = make_rules(engine, options)
    seed = draw_seed() if options.seed is None else options.seed
    module, round, threads = engine_module(options), options.round or 0, options.threads or 1
    job = Job(module, rules.to_dict(), seed, round, threads)
    job.tally(engine, rules, 0, 0)  # a wrong seed or round is told before anything starts
    jobs = options.jobs or 1
    if jobs > 1:
        tally, seconds = _spread_out(job, options.n, jobs)
    else:
        tally, seconds = _in_turn(job, engine, rules, options.n)
    workers = jobs if options.reference else job.threads
    report = make_report(rules, job, tally, seconds, workers)
    print(json.dumps(report)) if options.json else _show(report)
    return 0


def _in_turn(job: Job, engine: Engine, rules: AnyRules, count: int) -> tuple[Tally, float]:
    """Play in this process, in chunks that grow until they take long enough."""
    total: Tally | None = None
    done, seconds = 0, 0.0
    chunk = FIRST_CHUNK[job.module == REFERENCE]
    with Progress(count, "rounds") as progress:
        while done < count:
            size = min(chunk, count - done)
            start = time.perf_counter()
            tally = job.tally(engine, rules, done, size)
            spent = time.perf_counter() - start
            total = tally if total is None else total.merge(tally)
            done, seconds = done + size, seconds + spent
            chunk = next_chunk(chunk, size, spent)
            progress.show(done, _pace(done, seconds))
    assert total is not None
    return total, seconds


def next_chunk(chunk: int, size: int, spent: float) -> int:
    """Return how many rounds to play next, so that they take about :data:`PATIENCE` seconds."""
    wanted = int(size * PATIENCE / spent) if spent > 0 else chunk * GROWTH
    return max(1, min(wanted, chunk * GROWTH))


def _pace(done: int, seconds: float) -> str:
    return f"({counted(done / seconds)} a second)" if seconds > 0 else ""


def _spread_out(job: Job, count: int, jobs: int) -> tuple[Tally, float]:
    """Play ranges of games in several processes; the clock starts when all of them are ready."""
    from multiprocessing import get_context  # noqa: PLC0415

    from ..testing.processes import process_pool  # noqa: PLC0415

    ready = get_context("spawn").Barrier(jobs + 1, timeout=START_TIMEOUT)
    total: Tally | None = None
    with process_pool(jobs, _prepare, job, ready) as pool, Progress(count, "rounds") as progress:
        ready.wait()
        start, done = time.perf_counter(), 0
        ranges = _ranges(count, lambda: (time.perf_counter() - start) * jobs / max(done, 1))
        waiting: deque[Future[Tally]] = deque()
        while True:
            while len(waiting) < 2 * jobs and (some := next(ranges, None)) is not None:
                waiting.append(pool.submit(_play, *some))
            if not waiting:
                break
            tally = waiting.popleft().result()
            total = tally if total is None else total.merge(tally)
            done += tally.rounds
            progress.show(done, _pace(done, time.perf_counter() - start))
        seconds = time.perf_counter() - start
    assert total is not None
    return total, seconds


def _ranges(count: int, seconds_a_round: Callable[[], float]) -> Iterator[tuple[int, int]]:
    done, chunk = 0, FIRST_CHUNK[True]
    while done < count:
        size = min(chunk, count - done)
        yield done, size
        done += size
        chunk = next_chunk(chunk, 1, seconds_a_round())


_prepared: tuple[Job, Engine, AnyRules] | None = None


def _prepare(job: Job, ready: Barrier) -> None:
    global _prepared  # noqa: PLW0603  (how an initializer hands something to a process)
    engine = load_engine(job.module)
    _prepared = job, engine, engine.Rules.from_dict(job.rules)
    ready.wait()


def _play(first: int, count: int) -> Tally:
    assert _prepared is not None
    job, engine, rules = _prepared
    return job.tally(engine, rules, first, count)


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


def _show(report: dict[str, Json]) -> None:
    print(f"{report['preset']}, {report['players']} players, seed {report['seed']}")
    rest = {k: v for k, v in report["rules"].items() if k not in {"preset", "players"}}
    if rest:
        print("rules:", ", ".join(f"{name} = {json.dumps(value)}" for name, value in rest.items()))
    rows = []
    for side in report["sides"]:
        low, high = side["win_interval"]
        seats = " ".join(map(str, side["seats"]))
        wins, between = f"{side['win_share']:.2%}", f"{low:.2%} - {high:.2%}"
        points = f"{side['points_mean']:.2f}", f"{side['points_spread']:.2f}"
        rows.append((str(side["side"]), seats, wins, between, *points))
    print_table(("side", "seats", "wins", "95 % interval", "points", "spread"), rows)
    length = f"{report['actions_mean']:.2f}, spread {report['actions_spread']:.2f}"
    print(f"actions a round: {length}")
    shares = f"out {report['out_share']:.2%}, blocked {report['blocked_share']:.2%}"
    print(f"ended: {shares}, won by nobody {report['no_winner_share']:.2%}")
    pace = report["rounds_per_second"]
    what = f"{report['engine']}, {report['threads']} at a time"
    told = f"{counted(pace)} rounds a second" if pace else "too fast to time"
    print(f"{counted(report['rounds'])} rounds in {report['seconds']:.3f} s: {told} ({what})")
