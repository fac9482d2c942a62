"""Worker processes that start alike everywhere and leave Ctrl-C to the process that asked."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any

__all__ = ["Died", "Worker", "process_pool"]


@contextmanager
def process_pool(
    jobs: int, prepare: Callable[..., object] | None = None, *arguments: object
) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of fresh processes, each of which calls ``prepare(*arguments)`` first.

    They are spawned, not forked, so that no thread of an extension can be caught half-way. On the
    way out, what has not begun is dropped and what has is waited for. They end with this process.
    """
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (prepare, arguments))
    try:
        with _ctrl_c_held_back():
            for _ in range(jobs):
                pool.submit(_nothing)  # starts a process
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class Died(Exception):  # noqa: N818  (what happened, not a mistake)
    """A worker ended while it was at work."""


class Worker:
    """One process that answers call after call, may die of any and may be given up on."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._calls, there = context.Pipe()
        self._process = context.Process(target=_help, args=(there,), daemon=True)
        with _ctrl_c_held_back():
            self._process.start()
        there.close()

    def call(self, function: Callable[..., Any], *arguments: object, seconds: float) -> Any:
        """Call it there. Raises Died, or TimeoutError; after either the worker is of no more use.

        What the function raises is its own affair: it ends the worker.
        """
        try:
            self._calls.send((function, arguments))
            if not self._calls.poll(seconds):
                raise TimeoutError
            return self._calls.recv()
        except (EOFError, OSError) as error:
            if isinstance(error, TimeoutError):
                raise
            raise Died from error

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._calls.close()
        self._process.kill()
        self._process.join()


def _help(calls: Connection) -> None:
    _begin(None, ())
    while True:
        try:
            function, arguments = calls.recv()
        except EOFError:
            return
        calls.send(function(*arguments))


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Let processes that start now inherit a blocked SIGINT: it would find them half imported."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(prepare: Callable[..., object] | None, arguments: tuple[object, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if prepare is not None:
        prepare(*arguments)


def _end_with_parent() -> None:
    """Leave no process behind when the one that asked is killed."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _nothing() -> None:
    pass
