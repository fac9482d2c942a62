"""What is tested: where adapters come from, in whatever process they are needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ..adapter import Adapter
from ..line_engine import PATIENCE, LineEngine

__all__ = ["Command", "Plan", "Source"]

Source: TypeAlias = Callable[[], Adapter]
"""Makes an adapter; must be picklable where several processes are used."""


@dataclass(frozen=True)
class Command:
    """Starts engines from a command line; see :class:`bonepile.testing.LineEngine`."""

    command: str
    patience: float = PATIENCE

    def __call__(self) -> LineEngine:
        """A new engine, its process not yet started."""
        return LineEngine(self.command, self.patience)


@dataclass(frozen=True)
class Plan:
    """What an engine is asked.

    ``presets``: the names to ask about, all that the engine knows when empty. ``rounds`` random
    ones from ``seed``, with house rules when ``overrides``. ``seconds``: for everything, shrinking
    aside; None: as long as it takes. ``jobs``: engines at work side by side. ``enough`` failures
    end a stage. Making a case small takes at most ``shrinking`` seconds. ``stages``: those after
    the handshake that are wanted, all when empty.
    """

    source: Source
    presets: tuple[str, ...] = ()
    rounds: int = 2000
    seed: int = 1
    overrides: bool = False
    seconds: float | None = None
    jobs: int = 1
    enough: int = 200
    shrinking: float = 8.0
    stages: tuple[str, ...] = ()
