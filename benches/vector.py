"""Rounds in step, as programs that learn use them: how many plies a second `step` plays."""

from __future__ import annotations

import random
import time
from array import array
from typing import Any, NamedTuple

import bonepile
from bonepile import Rules
from library import SEED
from measure import REPEATS, Speed, Totals


class Steps(NamedTuple):
    """``VectorRound.step`` with random actions; only the steps themselves are timed."""

    preset: str
    players: int
    slots: int = 1024
    steps: int = 300

    @property
    def name(self) -> str:
        """Its key among the answers."""
        return f"{self.slots} rounds in step, {self.preset}, {self.players} seats"

    def run(self, steps: int) -> tuple[Totals, float]:
        """The rounds that ended and what was played in so many steps, and the seconds they took."""
        rules = Rules(self.preset, players=self.players)
        vector = vector_round()(rules, self.slots, SEED)
        rng = random.Random(SEED)
        seconds, ended, points = 0.0, 0, [0] * rules.sides
        for _ in range(steps):
            masks = _masks(vector, rules.num_actions)
            actions = array("i", (_pick(mask, rng) for mask in masks))
            start = time.perf_counter()
            vector.step(actions)
            seconds += time.perf_counter() - start
            ended += sum(vector.done)
            rewards = vector.rewards.tolist()
            points = [sum(won) for won in zip(points, *rewards, strict=True)]
        return Totals(ended, self.slots * steps, tuple(points)), seconds

    def speed(self) -> Speed:
        """Several runs of it."""
        runs = [self.run(self.steps) for _ in range(REPEATS)]
        (totals,) = {totals for totals, _ in runs}
        return Speed(totals, tuple(seconds for _, seconds in runs))


def vector_round() -> Any:
    """The class, None in a build that has none."""
    return getattr(bonepile, "VectorRound", None)


def _masks(vector: Any, size: int) -> list[bytes]:
    every = bytes(vector.legal_mask)
    return [every[at : at + size] for at in range(0, len(every), size)]


def _pick(mask: bytes, rng: random.Random) -> int:
    at = mask.find(1)
    for _ in range(int(rng.random() * mask.count(1))):
        at = mask.find(1, at + 1)
    return at
