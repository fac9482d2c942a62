"""Columns: numbers in rows of equal length, in one block of memory that others can look at."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Literal, TypeAlias, cast

Format: TypeAlias = Literal["b", "B", "h", "H", "i", "I", "Q"]
"""How a number is kept: the codes of :mod:`struct`."""


class Column:
    """``rows`` rows of ``width`` numbers of a format, all 0 at first.

    A column without a width has one number a row, and one dimension.
    """

    def __init__(self, format: Format, rows: int, width: int | None = None) -> None:
        self.shape = (rows,) if width is None else (rows, width)
        self.width = 1 if width is None else width
        self.numbers = array(format, [0]) * (rows * self.width)

    def write(self, row: int, numbers: Sequence[int]) -> None:
        """Fill a row."""
        written = array(self.numbers.typecode, numbers)
        assert len(written) == self.width
        self.numbers[row * self.width : (row + 1) * self.width] = written

    def view(self) -> memoryview:
        """The numbers as they are and will be, read-only."""
        return shaped(self.numbers, self.shape)


def shaped(numbers: array[int], shape: tuple[int, ...]) -> memoryview:
    """Numbers seen in that shape, read-only."""
    format = cast(Format, numbers.typecode)
    return memoryview(numbers).cast("B").cast(format, shape).toreadonly()
