"""Tables on stdout, prettier where ``rich`` is installed, and a progress line on stderr."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Collection, Sequence
from types import TracebackType
from typing import TextIO

__all__ = ["Progress", "counted", "plain_blocks", "plain_table", "print_table", "styled"]

INTERVAL = 0.1


def styled(stream: TextIO) -> bool:
    """Tell whether bold may be written to a stream (https://no-color.org: empty is not set)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not plain


def print_table(
    headers: Sequence[str], rows: Sequence[Sequence[str]], wrapped: Collection[str] = ()
) -> None:
    """Print a table: plain columns into files and pipes, what fits the width on a terminal.

    Nothing is cut. Only the ``wrapped`` columns are broken into lines, and only by ``rich``; where
    a table is too wide for the terminal all the same, every row becomes a few lines.
    """
    table = plain_table(headers, rows)
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        if _print_rich(headers, rows, wrapped, width):
            return
        if max(map(len, table.splitlines())) > width:
            table = plain_blocks(headers, rows)
    print(table)


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


def plain_blocks(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Lay a table out in plain text with a line for each cell, an empty one between rows."""
    width = max(map(len, headers))
    return "\n\n".join(
        "\n".join(f"{h:{width}}  {cell}" for h, cell in zip(headers, row, strict=True))
        for row in rows
    )


def _numeric(cells: Sequence[str]) -> bool:
    return bool(cells) and all(cell[:1].isdigit() or cell[:1] == "-" for cell in cells)


def _print_rich(
    headers: Sequence[str], rows: Sequence[Sequence[str]], wrapped: Collection[str], width: int
) -> bool:
    try:
        from rich import box  # noqa: PLC0415
        from rich.console import Console  # noqa: PLC0415
        from rich.table import Table  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415
    except ImportError:
        return False
    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    for header, *cells in zip(headers, *rows, strict=True):
        whole = header not in wrapped
        table.add_column(
            header,
            justify="right" if _numeric(cells) else "left",
            overflow="fold",
            no_wrap=whole,
            min_width=max(map(len, (header, *cells))) if whole else None,
        )
    for row in rows:
        table.add_row(*map(Text, row))  # plain text: brackets are no markup
    console = Console(width=width, color_system="auto" if styled(sys.stdout) else None)
    unlimited = console.options.update(width=10_000)
    if console.measure(table, options=unlimited).minimum > width:
        return False
    console.print(table)
    return True


class Progress:
    """How far a long run is: one line on stderr, rewritten, and only on a terminal."""

    def __init__(self, total: int, unit: str) -> None:
        self.total = total
        self.unit = unit
        self._shown = 0.0
        self._width = 0
        self._visible = sys.stderr.isatty()
        self._bold = styled(sys.stderr)

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
        share = f"{done / self.total:4.0%}"
        text = f" {counted(done)} of {counted(self.total)} {self.unit} {note}".rstrip()
        line = share + text
        padding = " " * (self._width - len(line))
        self._width = max(self._width, len(line))
        start = f"\033[1m{share}\033[0m" if self._bold else share
        sys.stderr.write(f"\r{start}{text}{padding}")
        sys.stderr.flush()


def counted(number: float) -> str:
    """Write a count with commas between the thousands."""
    return f"{number:,.0f}"
