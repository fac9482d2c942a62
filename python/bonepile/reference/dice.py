"""Dice, decks and keys from a seed: frozen, the same in every engine."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Protocol

from .tiles import Tile
from .values import WORD

_MASK = WORD - 1


def word(key: int, k: int) -> int:
    """The k-th output, from 0, of SplitMix64 started at ``key``."""
    z = (key + (k + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


class Dice(Protocol):
    """Whatever can be thrown."""

    def die(self, stream: int, d: int, n: int) -> int:
        """What die ``d`` of a stream shows: one of 0..n-1."""


class SeededDice:
    """The dice of one game of a seed; any die can be computed alone."""

    def __init__(self, seed: int, game: int) -> None:
        self.key = word(seed, game)

    def die(self, stream: int, d: int, n: int) -> int:
        """What die ``d`` of a stream shows: one of 0..n-1, with 1 <= n < 2**16."""
        x = word(self.key, (stream << 32) + d // 4) >> (16 * (d % 4)) & 0xFFFF
        m = x * n
        if m % 0x10000 >= 0x10000 % n:
            return m >> 16
        return word(self.key, (stream << 32) + (1 << 31) + d) * n >> 64


class EntropyDice:
    """Dice from the operating system's entropy, which nobody can foretell."""

    def die(self, stream: int, d: int, n: int) -> int:  # noqa: ARG002
        """One of 0..n-1; the stream and the die's number mean nothing here."""
        return secrets.randbelow(n)


def game_dice(seed: int | None, game: int) -> Dice:
    """The dice of a game, of the seed if there is one."""
    return EntropyDice() if seed is None else SeededDice(seed, game)


def deck(dice: Dice, tiles: Sequence[Tile], attempt: int) -> list[Tile]:
    """The tiles, given in index order, shuffled for one attempt to deal."""
    left = list(tiles)
    return [left.pop(dice.die(1 + attempt, d, len(left))) for d in range(len(tiles))]
