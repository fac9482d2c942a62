"""Batches of inputs in processes that are watched: a hang or a death is traced to its input."""

from __future__ import annotations

import importlib
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from typing import Any

from bonepile.testing.dice import Dice
from doors import BLOCK, DOORS, Door, Fault

BATCH = 10 * BLOCK
PATIENCE = 20.0
"""Seconds that one input may take before its process is ended."""

ADDRESS_SPACE = 4 << 30


@dataclass(frozen=True)
class Batch:
    """Inputs ``first`` to ``first + count - 1`` of a door; ``first`` begins a block."""

    engine: str
    door: str
    seed: int
    first: int
    count: int


@dataclass(frozen=True)
class Trouble:
    """An input that brought about what no input may."""

    door: str
    index: int
    what: str
    given: str


@dataclass
class Tally:
    """What came of some inputs of one door. Times in seconds, memory in bytes."""

    inputs: int = 0
    accepted: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    peak: int = 0
    resident: int = 0
    troubles: list[Trouble] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in what came of later inputs."""
        self.inputs += other.inputs
        self.accepted += other.accepted
        self.refused += other.refused
        self.longest = max(self.longest, other.longest)
        self.peak = max(self.peak, other.peak)
        self.troubles += other.troubles


def feed(batch: Batch, told: Callable[[int], None] = lambda index: None) -> Tally:
    """Feed a batch in this process; ``told`` hears of every index before it is fed."""
    engine = importlib.import_module(batch.engine)
    door = DOORS[batch.door](engine)
    tally = Tally()
    for index in range(batch.first, batch.first + batch.count):
        told(index)
        if index % BLOCK == 0:
            door.begin(Dice(batch.seed, batch.door, "block", index // BLOCK))
        _feed_one(door, batch, index, tally)
    tally.peak, tally.resident = _memory()
    return tally


def _feed_one(door: Door, batch: Batch, index: int, tally: Tally) -> None:
    given = door.make(Dice(batch.seed, batch.door, index))
    before = time.perf_counter()
    try:
        error = door.ask(given).error
    except Fault as fault:
        tally.troubles.append(Trouble(batch.door, index, str(fault), _shown(given)))
        error = "(a fault)"
    tally.longest = max(tally.longest, time.perf_counter() - before)
    tally.inputs += 1
    if error is None:
        tally.accepted += 1
    else:
        tally.refused[error] += 1


def _shown(given: Any) -> str:
    try:
        said = repr(given)
    except (RecursionError, ValueError):
        return f"what repr does not show of a {type(given).__name__}"
    return said if len(said) < 800 else f"{said[:500]} … {said[-200:]}"


def _memory() -> tuple[int, int]:
    """Peak and present resident memory of this process; zeros where the system does not tell."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            lines = dict(line.split(":", 1) for line in status)
    except OSError:
        return 0, 0
    return tuple(int(lines[name].split()[0]) << 10 for name in ("VmHWM", "VmRSS"))  # type: ignore[return-value]


class Worker:
    """A process that feeds batches, one at a time."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.index = context.Value("Q", 0, lock=False)
        self.pipe, far = context.Pipe()
        self.process = context.Process(target=_work, args=(far, self.index), daemon=True)
        self.process.start()
        far.close()
        self.batch: Batch
        self.moved = 0.0
        self.seen = -1

    def begin(self, batch: Batch) -> None:
        """Hand a batch over."""
        self.batch, self.seen, self.moved = batch, -1, time.monotonic()
        self.index.value = batch.first
        self.pipe.send(batch)

    def hangs(self) -> bool:
        """Whether the same input has been asked about for too long."""
        if self.index.value != self.seen:
            self.seen, self.moved = self.index.value, time.monotonic()
        return time.monotonic() - self.moved > PATIENCE

    def lost(self, what: str) -> Tally:
        """Tell which input the process did not come back from."""
        index = self.index.value
        self.process.kill()
        self.process.join()
        trouble = Trouble(self.batch.door, index, what, "see --only")
        return Tally(inputs=index - self.batch.first + 1, troubles=[trouble])


def _work(pipe: Connection, index: Any) -> None:
    _limit_memory()

    def tell(now: int) -> None:
        index.value = now

    while True:
        try:
            batch = pipe.recv()
        except EOFError:
            os._exit(0)
        pipe.send(feed(batch, tell))


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415  (not everywhere)
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def feed_all(batches: list[Batch], jobs: int) -> Iterator[tuple[Batch, int, Tally]]:
    """Feed the batches in order; yields each with the number of the process that fed it."""
    left = iter(batches)
    workers: dict[int, Worker] = {}
    numbers = iter(range(len(batches) + jobs + 1))

    def employ(worker: Worker | None, number: int) -> None:
        batch = next(left, None)
        if batch is None:
            if worker is not None:
                worker.pipe.close()
                worker.process.join()
            return
        workers[number] = worker or Worker()
        workers[number].begin(batch)

    for _ in range(jobs):
        employ(None, next(numbers))
    while workers:
        ready = connection.wait([worker.pipe for worker in workers.values()], timeout=1.0)
        for number, worker in list(workers.items()):
            if worker.pipe in ready:
                del workers[number]
                try:
                    tally = worker.pipe.recv()
                except (EOFError, ConnectionError):
                    yield worker.batch, number, worker.lost("the process died")
                    employ(None, next(numbers))
                    continue
                yield worker.batch, number, tally
                employ(worker, number)
            elif worker.hangs():
                del workers[number]
                yield worker.batch, number, worker.lost(f"no answer in {PATIENCE:.0f} seconds")
                employ(None, next(numbers))
