"""The command ``bonepile``: simulate, replay, deal, rules, perft, engine and fuzz.

Exit codes: 0 fine, 1 a difference or a broken rule, 2 wrong use, 3 a crash of the other side,
130 after Ctrl-C, 141 when the reader of a pipe has gone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

__all__ = ["main"]

INTERRUPTED = 130
PIPE_CLOSED = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (``sys.argv`` by default) and return its exit code."""
    try:
        from .parser import run  # noqa: PLC0415  (Ctrl-C is to be quiet while imports run, too)

        try:
            code = run(arguments)
        except SystemExit as stop:  # argparse: a wrong argument, or --help
            code = stop.code if isinstance(stop.code, int) else 0
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The interpreter flushes stdout once more on its way out, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    return code
