"""``bonepile engine``: the line protocol on standard input and output."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import BinaryIO

from ..types import AnySession
from .common import engine_module, load_engine

__all__ = ["lines", "run", "serve"]

LIMIT = 1 << 20
"""Bytes of a line, its newline aside, that a session reads."""

PIECE = 1 << 16


def run(options: Namespace) -> int:
    """Run the subcommand."""
    serve(load_engine(engine_module(options)).Session())
    return 0


def serve(session: AnySession) -> None:
    """Answer the lines of standard input on standard output, until ``quit`` or their end."""
    output = sys.stdout.buffer
    for line in lines(sys.stdin.buffer):
        output.write(session.answer(line) + b"\n")
        output.flush()
        if session.closed:
            break


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """Read lines without their newlines, none longer than one byte over the limit.

    The rest of a longer line is skipped, piece by piece, when the next one is asked for.
    """
    while line := stream.readline(LIMIT + 1):
        if line.endswith(b"\n"):
            yield line[:-1]
            continue
        yield line
        while len(line) > 0 and not line.endswith(b"\n"):
            line = stream.readline(PIECE)
