"""The situations that people wrote, by what they are about."""

from __future__ import annotations

from sketch import Sketch

from . import all_games

SITUATIONS: list[Sketch] = [*all_games.SITUATIONS]
