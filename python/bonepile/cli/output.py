"""Tables on stdout and a progress line on stderr, prettier where ``rich`` is installed."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from types import TracebackType

__all__ = ["Progress", "counted", "plain_table", "print_table"]

INTERVAL = 0.1


def print_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: plain columns into files and pipes, ``rich`` on a terminal if it is there."""
    if not (sys.stdout.isatty() and _print_rich(headers, rows)):
        print(plain_table(headers, rows))


def plain_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Lay a table out in plain text, numbers to the right."""
    columns = list(zip(headers, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    right = [_numeric(column[1:]) for column in columns]
    lines = []
    for row in (headers, *rows):
        cells = [
            cell.rjust(width) if aside else cell.ljust(width)
            for cell, width, aside in zip(row, widths, right, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _numeric(cells: Sequence[str]) -> bool:
    return bool(cells) and all(cell[:1].isdigit() or cell[:1] == "-" for cell in cells)


def _print_rich(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    try:
        from rich import box  # noqa: PLC0415
        from rich.console import Console  # noqa: PLC0415
        from rich.table import Table  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415
    except ImportError:
        return False
    table = Table(box=box.SIMPLE_HEAD)
    for at, header in enumerate(headers):
        numeric = _numeric([row[at] for row in rows])
        table.add_column(header, justify="right" if numeric else "left")
    for row in rows:
        table.add_row(*map(Text, row))  # plain text: brackets are no markup
    Console().print(table)  # honours NO_COLOR by itself
    return True


class Progress:
    """How far a long run is: one line on stderr, rewritten, and only on a terminal."""

    def __init__(self, total: int, unit: str) -> None:
        self._total = total
        self._unit = unit
        self._shown = 0.0
        self._width = 0
        self._visible = sys.stderr.isatty()
        self._bold = "NO_COLOR" not in os.environ

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()

    def show(self, done: int, note: str = "") -> None:
        """Rewrite the line, a few times a second at most."""
        now = time.monotonic()
        if not self._visible or now - self._shown < INTERVAL:
            return
        self._shown = now
        share = f"{done / self._total:4.0%}"
        text = f" {counted(done)} of {counted(self._total)} {self._unit} {note}".rstrip()
        line = share + text
        padding = " " * (self._width - len(line))
        self._width = max(self._width, len(line))
        start = f"\033[1m{share}\033[0m" if self._bold else share
        sys.stderr.write(f"\r{start}{text}{padding}")
        sys.stderr.flush()


def counted(number: float) -> str:
    """Write a count with commas between the thousands."""
    return f"{number:,.0f}"
