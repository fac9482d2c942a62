"""Worker processes that start alike everywhere and leave Ctrl-C to the process that asked."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

__all__ = ["process_pool"]


@contextmanager
def process_pool(
    jobs: int, prepare: Callable[..., object] | None = None, *arguments: object
) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of fresh processes, each of which calls ``prepare(*arguments)`` first.

    They are spawned, not forked, so that no thread of an extension can be caught half-way. On the
    way out, what has not begun is dropped and what has is waited for.
    """
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (prepare, arguments))
    try:
        with _ctrl_c_held_back():
            for _ in range(jobs):
                pool.submit(_nothing)  # starts a process
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


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
    if prepare is not None:
        prepare(*arguments)


def _nothing() -> None:
    pass
