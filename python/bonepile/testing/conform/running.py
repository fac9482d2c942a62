"""A whole run: the stages one after the other, over as many engines as there are jobs."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace

from ...types import Json
from .. import vectors
from ..adapter import Adapter
from ..comparison import Outcome
from ..line_engine import EngineFailure, LineEngine
from ..parameters import catalogue
from ..processes import process_pool
from . import stages
from .chunks import RIGHT, Chunk, begin, judge_probes, judge_rounds, make_small
from .findings import Evidence, Finding, StageReport
from .grouping import findings_of
from .sources import Plan

__all__ = ["STAGES", "Conformance", "conform"]

STAGES = ("handshake", "vectors", "perft", "rounds", "probes", "odd-input", "speed")

CHUNK = 20
PROBED = 0.1
"""The share of the random rounds in which illegal actions are tried too."""

MOST_CRASHES = 24
MOST_EVIDENCE = 400
Progress = Callable[[str, int, int], None]
"""Told the stage, how much of it is done, and of how much."""


@dataclass
class Conformance:
    """What a run came to.

    ``engine`` is what the engine says of itself, ``presets`` those asked about, ``unknown`` those
    that were asked for and that it does not know. ``cut_short`` tells why a run ended early.
    """

    engine: Mapping[str, Json] = field(default_factory=dict)
    presets: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    stages: list[StageReport] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    seconds: float = 0.0
    cut_short: str = ""

    @property
    def passed(self) -> bool:
        """Whether something was asked and nothing was wrong."""
        return not self.findings and any(stage.state == "passed" for stage in self.stages)


def conform(plan: Plan, progress: Progress | None = None) -> Conformance:
    """Ask an engine everything, and tell what it gets wrong."""
    run = _Run(plan, progress or (lambda *_: None))
    return run.everything()


class _Run:
    def __init__(self, plan: Plan, progress: Progress) -> None:
        self.plan = plan
        self.progress = progress
        self.start = time.perf_counter()
        self.report = Conformance()
        self.evidence: list[Evidence] = []

    def everything(self) -> Conformance:
        report = self.report
        with closing(self.plan.source()) as adapter:
            if self._meet(adapter):
                self._alone(adapter)
                adapter.close()
                with process_pool(self.plan.jobs, begin, self.plan.source) as pool:
                    self._rounds(pool, "rounds", judge_rounds, self.plan.rounds)
                    probed = min(self.plan.rounds, max(20, int(self.plan.rounds * PROBED)))
                    self._rounds(pool, "probes", judge_probes, probed)
                    self._odd_input(adapter)
                    self._speed(adapter)
                    report.findings += self._causes(pool)
        report.seconds = time.perf_counter() - self.start
        return report

    def _meet(self, adapter: Adapter) -> bool:
        """Whether the engine can be asked anything at all."""
        report = self.report
        stage = self._stage("handshake")
        try:
            if isinstance(adapter, LineEngine):
                stage.asked = 3
                found = list(stages.handshake(adapter))
                report.findings += found
                stage.failed = len(found)
                report.engine = dict(adapter.hello())
            known = adapter.presets()
        except EngineFailure as error:
            if not stage.failed:
                stage.failed = 1
                report.findings.append(Finding(error.what, sent="hello", stderr=error.stderr))
            report.cut_short = "the engine does not answer hello"
            self._done(stage)
            return False
        wanted = self.plan.presets or tuple(name for name in known if name in RIGHT.presets())
        report.unknown = tuple(name for name in wanted if name not in known)
        report.presets = tuple(name for name in wanted if name in known)
        self.plan = replace(self.plan, presets=report.presets)
        stage.figures["presets"] = len(report.presets)
        self._done(stage)
        if not report.presets:
            report.cut_short = "the engine knows none of these presets"
        return bool(report.presets)

    def _alone(self, adapter: Adapter) -> None:
        """The stages whose questions are known beforehand."""
        presets = self.report.presets
        for name, ask in (("vectors", stages.situations), ("perft", stages.perft)):
            if self._is_off(name):
                continue
            stage = self._stage(name)
            if name == "perft" and isinstance(adapter, LineEngine) and "perft" not in adapter.ops:
                stage.state, stage.note = "skipped", "the engine does not offer it"
            else:
                self._gather(ask(adapter, presets, stage), stage)
            self._done(stage)

    def _gather(self, evidence: Iterator[Evidence], stage: StageReport) -> None:
        crashes = 0
        for one in evidence:
            self._take(one)
            assert one.outcome.difference is not None
            crashes += one.outcome.difference.crash
            if crashes >= MOST_CRASHES or self._is_late():
                stage.state = "failed"
                stage.note = "given up: the engine fails again and again"
                return
            self.progress(stage.name, stage.asked, 0)

    def _take(self, one: Evidence) -> None:
        if len(self.evidence) < MOST_EVIDENCE:
            self.evidence.append(one)

    def _rounds(
        self,
        pool: ProcessPoolExecutor,
        name: str,
        judge: Callable[[Plan, int, int], Chunk],
        count: int,
    ) -> None:
        if self._is_off(name):
            return
        stage, total = self._stage(name), Chunk()
        waiting: deque[tuple[int, Future[Chunk]]] = deque()
        starts = iter(range(0, count, CHUNK))
        done = 0
        while True:
            over = bool(self._why_over(total))
            while not over and len(waiting) < 3 * self.plan.jobs:
                start = next(starts, None)
                if start is None:
                    break
                stop = min(start + CHUNK, count)
                waiting.append((stop, pool.submit(judge, self.plan, start, stop)))
            if not waiting:
                break
            done, future = waiting.popleft()
            chunk = future.result()
            for outcome in chunk.failures:
                self._take(Evidence(name, outcome))
            chunk.failures = []
            total.add(chunk)
            self.progress(name, done, count)
        self._tell_chunks(stage, total)
        if done < count:
            stage.note = f"{done:,} of {count:,} rounds: {self._why_over(total)}"
            if not total.failed:
                stage.state = "stopped"
        self._done(stage)

    def _why_over(self, total: Chunk) -> str:
        """Why no more rounds are asked; nothing while they are."""
        if total.crashes >= MOST_CRASHES:
            return "the engine fails again and again"
        if total.failed >= self.plan.enough:
            return "failures enough"
        return "out of time" if self._is_late() else ""

    def _tell_chunks(self, stage: StageReport, total: Chunk) -> None:
        stage.asked, stage.failed = sum(total.judged.values()), total.failed
        stage.skipped = sum(total.skipped.values())
        stage.figures |= {"plies": total.plies, "by preset": dict(total.judged)}
        stage.figures["seconds"] = {on: round(spent, 3) for on, spent in total.seconds.items()}
        if total.skipped and not stage.note:
            names = ", ".join(f"{name} {count:,}" for name, count in total.skipped.items())
            stage.note = f"rules that the engine does not know: {names}"

    def _odd_input(self, adapter: Adapter) -> None:
        if self._is_off("odd-input") or not isinstance(adapter, LineEngine):
            return
        stage = self._stage("odd-input")
        kinds: dict[str, Finding] = {}
        for finding in stages.odd_input(adapter, self.plan, stage):
            known = kinds.setdefault(finding.what, finding)
            if known is not finding:
                known.count += 1
            elif len(kinds) >= MOST_CRASHES or self._is_late():
                break
        for finding in kinds.values():
            finding.stages = (stage.name,)
        self.report.findings += kinds.values()
        self._done(stage)

    def _speed(self, adapter: Adapter) -> None:
        if self._is_off("speed") or self._is_late():
            return
        stage = self._stage("speed")
        stages.speed(adapter, self.report.presets, stage)
        self._done(stage)

    def _causes(self, pool: ProcessPoolExecutor) -> list[Finding]:
        def smaller(outcomes: Sequence[Outcome]) -> list[Outcome]:
            asked = [pool.submit(make_small, outcome, self.plan.shrinking) for outcome in outcomes]
            small = []
            for at, future in enumerate(asked):
                small.append(future.result())
                self.progress("shrinking", at + 1, len(asked))
            return small

        tested = Counter(s.rules[0] for s in vectors.situations() if s.rules)
        return findings_of(self.evidence, catalogue(RIGHT), smaller, tested)

    def _is_off(self, name: str) -> bool:
        return bool(self.plan.stages) and name not in self.plan.stages

    def _is_late(self) -> bool:
        seconds = self.plan.seconds
        return seconds is not None and time.perf_counter() - self.start > seconds

    def _stage(self, name: str) -> StageReport:
        stage = StageReport(name)
        stage.seconds = time.perf_counter()
        self.report.stages.append(stage)
        self.progress(name, 0, 0)
        return stage

    def _done(self, stage: StageReport) -> None:
        stage.seconds = time.perf_counter() - stage.seconds
        stage.settle()
