"""The situations that people wrote, by what they are about."""

from __future__ import annotations

from sketch import MatchSketch, Sketch

from . import all_games, doubles, first_turns, line_end, line_play, matches, trains

SITUATIONS: list[Sketch] = [
    *all_games.SITUATIONS,
    *line_play.SITUATIONS,
    *line_end.SITUATIONS,
    *trains.SITUATIONS,
    *doubles.SITUATIONS,
    *first_turns.SITUATIONS,
]

MATCHES: list[MatchSketch] = matches.MATCHES
