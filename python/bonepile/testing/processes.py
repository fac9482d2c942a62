"""Worker processes that start alike everywhere and leave Ctrl-C to the process that asked."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process

__all__ = ["process_pool"]


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
