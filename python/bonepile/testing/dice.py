"""Choices that depend on nothing but a path of numbers and words, on any version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

__all__ = ["Dice"]

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Dice:
    """A stream of choices named by its path: equal paths give equal choices.

    ``random.Random`` promises that only for ``random()``; a case found today must still be the same
    case in five years. Different questions ask streams of their own, so that a new question moves
    no old answer.
    """

    def __init__(self, *path: int | str) -> None:
        name = "/".join(str(part) for part in path).encode()
        self._state = int.from_bytes(blake2b(name, digest_size=8).digest(), "little")

    def word(self) -> int:
        """Return the next 64 bits (SplitMix64)."""
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
        return z ^ z >> 31

    def below(self, n: int) -> int:
        """Return a number from 0 to ``n - 1``."""
        return self.word() * n >> 64

    def between(self, low: int, high: int) -> int:
        """Return a number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def percent(self, chance: int) -> bool:
        """Return whether something with that chance in a hundred happens."""
        return self.below(100) < chance

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order."""
        left = list(items)
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return left
