"""Many cases over several processes, the same cases whatever their number.

Every case runs in a worker, so that a core that aborts takes a worker with it and not the runner.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import import_module
from typing import cast

from ..types import Engine
from .cases import Case, draw_case
from .comparison import Outcome
from .differential import compare
from .observation import Difference
from .parameters import PresetDefaults, catalogue
from .processes import Died, Worker, process_pool
from .shrink import PATIENCE, SECONDS, improvements

__all__ = [
    "Plan",
    "Report",
    "compare_apart",
    "fuzz",
    "load_engine",
    "run_cases",
    "shrink_apart",
]

CHUNK = 16


@dataclass(frozen=True)
class Plan:
    """What is fuzzed: ``first`` and ``second`` name the engines' modules, the second draws cases.

    Nothing here but ``seed``, ``presets`` and ``overrides`` has a say in what case ``i`` is.
    """

    seed: int
    first: str = "bonepile"
    second: str = "bonepile.reference"
    presets: tuple[str, ...] = ()
    overrides: bool = False


@dataclass
class Report:
    """What a run came to; ``failure`` is the outcome of the first case that failed.

    ``cases`` counts all cases, ``presets`` those of each preset that came to a round.
    """

    cases: int = 0
    plies: int = 0
    presets: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    failure: Outcome | None = None

    def add(self, other: Report) -> None:
        """Take in the report of later cases."""
        self.cases += other.cases
        self.plies += other.plies
        self.presets += other.presets
        self.refused += other.refused
        self.failure = self.failure or other.failure


def load_engine(module: str) -> Engine:
    """Import an engine by its module's name."""
    return cast(Engine, import_module(module))


@lru_cache
def _presets(module: str, names: tuple[str, ...]) -> dict[str, PresetDefaults]:
    found = catalogue(load_engine(module))
    return {name: found[name] for name in names or found}


def run_cases(plan: Plan, start: int, stop: int) -> Report:
    """Run cases ``start`` to ``stop - 1`` in this process, until one fails."""
    presets = _presets(plan.second, plan.presets)
    engines = load_engine(plan.first), load_engine(plan.second)
    report = Report()
    for index in range(start, stop):
        case = draw_case(plan.seed, index, presets, overrides=plan.overrides)
        outcome = compare(*engines, case)
        report.cases += 1
        report.plies += outcome.plies
        if outcome.case.deal is None:
            report.refused += 1
        else:
            report.presets[case.rules["preset"]] += 1
        if outcome.difference is not None:
            report.failure = outcome
            break
    return report


def fuzz(
    plan: Plan,
    count: int,
    *,
    first: int = 0,
    jobs: int = 1,
    progress: Callable[[Report], None] | None = None,
) -> Report:
    """Run cases ``first`` to ``first + count - 1`` and stop at the one that fails first.

    ``progress`` is called in this process with the report so far, after every few cases.
    """
    report = Report()
    waiting: deque[tuple[int, int, Future[Report]]] = deque()
    with process_pool(jobs) as pool:
        try:
            starts = iter(range(first, first + count, CHUNK))
            while True:
                while len(waiting) < 3 * jobs and (start := next(starts, None)) is not None:
                    stop = min(start + CHUNK, first + count)
                    waiting.append((start, stop, pool.submit(run_cases, plan, start, stop)))
                if not waiting:
                    return report
                report.add(waiting[0][2].result())
                waiting.popleft()
                if progress is not None:
                    progress(report)
                if report.failure is not None:
                    return report
        except BrokenProcessPool:
            report.add(_find_death(plan, [(start, stop) for start, stop, _ in waiting]))
            return report


def _find_death(plan: Plan, ranges: Sequence[tuple[int, int]]) -> Report:
    """Run the cases that were under way one by one, to name the one that ends its process."""
    report = Report()
    for index in (index for start, stop in ranges for index in range(start, stop)):
        with process_pool(1) as pool:
            try:
                report.add(pool.submit(run_cases, plan, index, index + 1).result())
            except BrokenProcessPool:
                report.add(Report(cases=1, failure=_dead(plan, index)))
        if report.failure is not None:
            return report
    case = Case(plan.seed, ranges[0][0], {})
    what = "the death of a worker, which none of its cases alone brings about"
    report.failure = Outcome(case, 0, Difference(what, "somewhere", None, None, crash=True))
    return report


def _dead(plan: Plan, index: int) -> Outcome:
    presets = _presets(plan.second, plan.presets)
    return _death(plan.second, draw_case(plan.seed, index, presets, overrides=plan.overrides))


def _death(second: str, case: Case) -> Outcome:
    """Tell a deadly case by what the second engine alone makes of it."""
    engine = load_engine(second)
    died = {"crash": "the process died"}
    difference = Difference("the whole case", "some time in it", died, "alive", crash=True)
    return replace(compare(engine, engine, case), difference=difference)


def compare_apart(first: str, second: str, cases: Sequence[Case]) -> Iterator[Outcome]:
    """Compare the engines of two modules in a process of their own, up to the first failure."""
    with process_pool(1) as pool:
        for case in cases:
            try:
                outcome = pool.submit(_compare, first, second, case).result()
            except BrokenProcessPool:
                outcome = _death(second, case)
            yield outcome
            if outcome.difference is not None:
                return


def shrink_apart(
    first: str, second: str, found: Outcome, seconds: float = SECONDS
) -> Iterator[Outcome]:
    """Yield smaller and smaller outcomes of a divergence, compared in a process of their own.

    See :func:`bonepile.testing.shrink`. Nothing is awaited beyond ``seconds``; an engine that ends
    its process ends that one only.
    """
    until = time.monotonic() + seconds
    worker = Worker()

    def attempt(case: Case) -> Outcome:
        nonlocal worker
        try:
            left = max(0.0, until - time.monotonic())
            outcome: Outcome = worker.call(_try, first, second, case, seconds=left)
        except Died:
            worker.close()
            worker = Worker()
            return _death(second, case)
        return outcome

    try:
        yield from improvements(attempt, load_engine(second), found, seconds)
    except TimeoutError:
        return
    finally:
        worker.close()


def _try(first: str, second: str, case: Case) -> Outcome:
    return compare(load_engine(first), load_engine(second), case, patience=PATIENCE)


def _compare(first: str, second: str, case: Case) -> Outcome:
    return compare(load_engine(first), load_engine(second), case)
