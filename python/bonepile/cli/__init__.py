"""The command ``bonepile``: rounds simulated, judged, counted and solved, engines tested.

Exit codes: 0 fine, 1 a difference or a broken rule, 2 wrong use or output that cannot be written,
3 a crash of the other side, 130 after Ctrl-C, 141 when the reader of a pipe has gone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

__all__ = ["main"]

CANNOT_WRITE = 2
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (``sys.argv`` by default) and return its exit code."""
    try:
        _replace_closed_streams()
        from .parser import run  # noqa: PLC0415  (Ctrl-C is to be quiet while imports run, too)

        try:
            code = run(arguments)
        except SystemExit as stop:  # argparse: a wrong argument, or --help
            code = stop.code if isinstance(stop.code, int) else 0
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_stdout()
        return PIPE_CLOSED
    except OSError as error:
        _give_up_stdout()
        with suppress(OSError):
            print(f"bonepile: {error.strerror or error}", file=sys.stderr)
        return CANNOT_WRITE
    return code


def _replace_closed_streams() -> None:
    """Make None, which the interpreter has for a closed stream, one that can be used."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        raise OSError("standard output is closed")


def _give_up_stdout() -> None:
    """Throw away what could not be written: the interpreter would try again on its way out."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
