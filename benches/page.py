"""Tables and paragraphs of a Markdown page."""

from __future__ import annotations

import platform
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import bonepile


class Section(NamedTuple):
    """A heading, paragraphs before the table, the table, paragraphs after it."""

    heading: str
    before: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    after: str = ""

    def markdown(self) -> str:
        """As the page has it."""
        rows = table(self.head, self.rows) if self.rows else ""
        parts = (f"## {self.heading}", self.before, rows, self.after)
        return "\n\n".join(part for part in parts if part)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; what looks like a number goes to the right."""
    numbers = [all(_is_number(row[column]) for row in rows) for column in range(len(head))]
    rule = ["---:" if number else "---" for number in numbers]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (head, rule, *rows))


def figure(value: float) -> str:
    """Three digits, with commas in thousands."""
    if value >= 1000:
        digits = len(str(int(value))) - 3
        return f"{round(value / 10**digits) * 10**digits:,}"
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def machine() -> str:
    """Processor, Python and compiler."""
    return (
        f"{_processor()}, {platform.system()} on {platform.machine()}; "
        f"{platform.python_implementation()} {platform.python_version()}; "
        f"bonepile {bonepile.__version__}; {_rustc()}."
    )


def _is_number(cell: str) -> bool:
    return cell == "-" or cell.removeprefix("-")[:1].isdigit()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or "unknown processor")


def _rustc() -> str:
    rustc = shutil.which("rustc")
    if rustc is None:
        return "no rustc on the path"
    command = (rustc, "--version")
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
