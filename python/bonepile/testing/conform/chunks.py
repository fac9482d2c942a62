"""Random rounds and illegal actions, judged in chunks, in this process or in workers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache

import bonepile

from ...types import AnyRound, Engine
from ..adapter import Adapter
from ..cases import Case, draw_case
from ..comparison import Outcome
from ..judge import Judge, Right, is_skipped, prepare
from ..parameters import PresetDefaults, catalogue
from ..probes import probe
from ..shrink import improvements, kind
from .sources import Plan, Source

__all__ = [
    "RIGHT",
    "Chunk",
    "adapter",
    "begin",
    "end",
    "judge_probes",
    "judge_rounds",
    "make_small",
]

MOST_FAILURES = 8
"""Failures of one chunk that are kept; the others are counted."""

MOST_CRASHES = 4
"""Failures of the process itself after which a chunk is given up: each may cost the patience."""

ONE_STEPWISE_IN = 12
"""One round in so many goes by ``start`` and ``apply`` though the engine has a ``replay``."""

PROBES = 40
"""Illegal actions that are tried in one round, at most."""


class TooManyFailures(Exception):  # noqa: N818  (a way out of a loop)
    """The engine ends or falls silent again and again."""


@dataclass
class Chunk:
    """What came of some cases.

    ``judged`` counts them by preset; ``skipped`` those whose rules the engine does not know.
    ``seconds`` has what was spent on drawing, on judging and on waiting for the engine.
    """

    judged: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    plies: int = 0
    failed: int = 0
    crashes: int = 0
    failures: list[Outcome] = field(default_factory=list)
    seconds: Counter[str] = field(default_factory=Counter)

    def add(self, other: Chunk) -> None:
        """Take in the chunk that follows."""
        self.judged += other.judged
        self.skipped += other.skipped
        self.plies += other.plies
        self.failed += other.failed
        self.crashes += other.crashes
        self.failures += other.failures
        self.seconds += other.seconds

    def take(self, outcome: Outcome) -> None:
        """Take in what came of one case. Raises TooManyFailures where it goes on failing."""
        preset = outcome.case.rules["preset"]
        if is_skipped(outcome):
            self.skipped[preset] += 1
            return
        self.judged[preset] += 1
        self.plies += outcome.plies
        if outcome.difference is not None:
            self.failed += 1
            if len(self.failures) < MOST_FAILURES:
                self.failures.append(outcome)
            self.crashes += outcome.difference.crash
            if self.crashes >= MOST_CRASHES:
                raise TooManyFailures


Asked = tuple[Right, bool]
"""What is asked of the engine, and whether action by action."""

RIGHT: Engine = bonepile
"""The engine that is right."""

_adapters: dict[str, Adapter] = {}


def begin(source: Source) -> None:
    """Make this process a worker for an engine: the adapter is made once, not for each chunk."""
    end()
    _adapters["here"] = source()


def adapter() -> Adapter:
    """The engine of this process."""
    return _adapters["here"]


def end() -> None:
    """Close the engine of this process."""
    for adapter in _adapters.values():
        adapter.close()
    _adapters.clear()


@lru_cache(4)
def presets_of(plan: Plan) -> dict[str, PresetDefaults]:
    """The presets that random rounds are drawn from, the core's own order."""
    known = catalogue(RIGHT)
    return {name: known[name] for name in known if name in plan.presets}


def judge_rounds(plan: Plan, start: int, stop: int) -> Chunk:
    """Judge random rounds ``start`` to ``stop - 1``."""

    def asked(right: Right) -> Asked:
        _ = right.answer
        return right, right.case.dice("stepwise").below(ONE_STEPWISE_IN) == 0

    return _judge_all(plan, range(start, stop), asked)


def judge_probes(plan: Plan, start: int, stop: int) -> Chunk:
    """Judge rounds in which illegal actions are tried: each must be refused and change nothing."""

    def asked(right: Right) -> Asked | None:
        if right.refused is not None:
            return None
        probed = Right(RIGHT, _with_probes(right), right.rules, plays_on=True)
        _ = probed.steps
        return probed, True

    return _judge_all(plan, range(start, stop), asked)


def _judge_all(plan: Plan, indices: Sequence[int], asked: Callable[[Right], Asked | None]) -> Chunk:
    chunk, clock = Chunk(), _Clock()

    def rights() -> Iterator[Asked]:
        for index in indices:
            case = _draw(plan, index)
            clock.spent("drawing")
            right = prepare(RIGHT, case)
            ask = None if right is None else asked(right)
            clock.spent("judging")
            if ask is not None:
                yield ask

    with suppress(TooManyFailures):
        _judge(rights(), chunk, clock)
    return chunk


def _draw(plan: Plan, index: int) -> Case:
    presets = presets_of(plan)
    return draw_case(plan.seed, index, presets, overrides=plan.overrides, right=RIGHT)


def _judge(rights: Iterator[Asked], chunk: Chunk, clock: _Clock) -> None:
    """Keep one case ahead, so that the engine works while the last one is judged."""
    judge, stepwise = (Judge(adapter(), RIGHT, stepwise=steps) for steps in (False, True))
    waiting: Callable[[], Outcome] | None = None
    for right, in_steps in rights:
        if in_steps:
            if waiting is not None:
                chunk.take(waiting())
            clock.spent("waiting")
            chunk.take(stepwise.ask(right)())
            waiting = None
        else:
            asked = judge.ask(right)
            clock.spent("asking")
            if waiting is not None:
                chunk.take(waiting())
            waiting = asked
        clock.spent("waiting")
    if waiting is not None:
        chunk.take(waiting())
    clock.spent("waiting")
    chunk.seconds += clock.seconds


def _with_probes(right: Right) -> Case:
    """The case with illegal actions between its own ones, a few at the deal and at the end."""
    case, size = right.case, right.rules["set"]
    left = PROBES
    actions: list[str] = []
    legal_steps = [step for step in right.steps if not isinstance(step, str)]
    for at, snapshot in enumerate(legal_steps):
        dice = case.dice("probes", at)
        ends = at in {0, len(legal_steps) - 1}
        for _ in range(3 if ends else dice.below(3)):
            tried = probe(dice, snapshot, size)
            if left and tried not in snapshot["legal"] and _can_be_sent(tried):
                left -= 1
                actions.append(tried)
        actions += right.actions[at : at + 1]
    return replace(case, actions=tuple(actions))


def _can_be_sent(action: str) -> bool:
    """Half of a surrogate pair cannot stand in JSON."""
    return not any("\ud800" <= letter <= "\udfff" for letter in action)


def make_small(outcome: Outcome, seconds: float) -> Outcome:
    """Find a small case on which the engine of this process goes wrong in the same way."""
    best = outcome
    for stepwise in (False, True):
        judge = Judge(adapter(), RIGHT, stepwise=stepwise)
        if judge(outcome.case).difference is None:
            continue
        best = _fewer_probes(judge, outcome)
        for smaller in improvements(judge, RIGHT, best, seconds):
            best = smaller
        break
    return best


def _fewer_probes(judge: Judge, outcome: Outcome) -> Outcome:
    """The case without the refused actions before the last one, as far as it differs alike."""
    refused = _refused(outcome.case)
    best = outcome
    for gone in (refused, *([at] for at in reversed(refused))):
        actions = [a for at, a in enumerate(best.case.actions or ()) if at not in gone]
        tried = judge(replace(best.case, actions=tuple(actions)))
        if tried.difference is not None and kind(tried) == kind(outcome):
            best = tried
            if gone is refused:
                break
    return best


def _refused(case: Case) -> list[int]:
    """The numbers of the actions before the last one that are to be refused."""
    if len(case.actions or ()) < 2:
        return []
    round: AnyRound = RIGHT.Round(RIGHT.Rules.from_dict(case.rules), case.deal, case.round)
    refused = []
    for at, action in enumerate((case.actions or ())[:-1]):
        if round.is_legal(action):
            round = round.play(action)
        else:
            refused.append(at)
    return refused


class _Clock:
    """Where time goes, in seconds by what it was spent on."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self._last = time.perf_counter()

    def spent(self, on: str) -> None:
        now = time.perf_counter()
        self.seconds[on] += now - self._last  # type: ignore[assignment]
        self._last = now
