"""The rules a third time: whether a round is what its history makes it.

The engines carry a position from one action to the next. Here every part of a position is told
again from the deal (or the position that was set up) and the whole list of actions, by statements
such as "a hand is what was dealt and drawn, less what was laid", written from docs/rules alone.
:func:`check_round` compares what a round of either engine says with that, :func:`check_game` does
so after every action.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ...types import AnyRound, Json
from .history import Deed, Past, Start, read_tile, write_tile
from .line import LinePast, line_start
from .positions import position_start
from .train import TrainPast, train_start

__all__ = ["InvalidRoundError", "check_game", "check_round"]


class InvalidRoundError(AssertionError):
    """A round says something else than its history; the message says what and where."""


def check_round(round: AnyRound) -> None:
    """Check the position of a round, and that every action was legal when it was taken.

    Raises :class:`InvalidRoundError`.
    """
    pasts = _pasts(round)
    for past, after in pairwise(pasts):
        deed = after.deeds[-1]
        if not past.allows(deed):
            raise InvalidRoundError(f"{_where(past)}: {_text(round, past)} is not legal")
    _check(round, pasts[-1])


def check_game(rounds: Sequence[AnyRound]) -> None:
    """Check a round after every action; ``rounds[i]`` has the first ``i`` of them.

    It takes less time than :func:`check_round` of each. Raises :class:`InvalidRoundError`.
    """
    told = [str(action) for action in rounds[-1].actions]
    for past, round in zip(_pasts(rounds[-1]), rounds, strict=True):
        at = len(past.deeds)
        _same(past, "actions", "as played", [str(action) for action in round.actions], told[:at])
        _check(round, past)
        if at < len(told) and not past.allows(_deed(past, told[at])):
            raise InvalidRoundError(f"{_where(past)}: {told[at]} is not legal")


def _pasts(round: AnyRound) -> list[Past]:
    """The round after none of its actions, after the first, and so on."""
    rules = round.rules
    values, seats = rules.parameters, rules.players
    kind = LinePast if rules.family == "line" else TrainPast
    start = _start(round)
    pasts: list[Past] = [kind(values, seats, start, (), ())]
    for action in round.actions:
        past = pasts[-1]
        deeds = (*past.deeds, _deed(past, str(action)))
        pasts.append(kind(values, seats, start, deeds, tuple(pasts)))
    return pasts


def _start(round: AnyRound) -> Start:
    """Tell what the first action found: what was dealt or what was set up."""
    rules = round.rules
    position = round.set_up_from
    if position is not None:
        return position_start(rules.sides, position)
    begin = line_start if rules.family == "line" else train_start
    return begin(rules.parameters, rules.players, round.round, round.deal)


def _deed(past: Past, action: str) -> Deed:
    if past.on_turn is None:
        raise InvalidRoundError(f"{_where(past)}: {action} after the end of the round (G-END-2)")
    if action in past.WORDS:
        return Deed(past.on_turn, action)
    tile, _, place = action.partition("@")
    return Deed(past.on_turn, "play", read_tile(tile), place or None)


def _check(round: AnyRound, past: Past) -> None:
    """Compare everything that a round says with its history, in the order of the pages."""
    shown = round.snapshot()
    _check_tiles(past, shown)
    _same(past, "table", "L-LINE, L-SPIN, L-COUNT; T-TABLE, T-MARK", shown["table"], past.table)
    _same(past, "seat on turn", "G-TURN-1, G-DRAW-3", shown["to_play"], past.on_turn)
    _same(past, "to_play", "as in the snapshot", round.to_play, past.on_turn)
    _check_legal(round, past, shown["legal"])
    _same(past, "scores", "L-COUNT-2", tuple(shown["scores"]), past.scores)
    _check_result(round, past, shown["result"])


def _check_tiles(past: Past, shown: Json) -> None:
    hands = [[write_tile(tile) for tile in sorted(hand)] for hand in past.hands]
    _same(past, "hands", "G-DEAL-1, G-DRAW-2", shown["hands"], hands)
    _same(past, "boneyard", "G-DRAW-2", shown["boneyard"], len(past.boneyard))
    held = [tile for hand in past.hands for tile in hand]
    everywhere = sorted([*held, *past.boneyard, *past.on_table])
    _same(past, "all tiles", "G-DEAL-2", everywhere, sorted(past.whole_set))


def _check_legal(round: AnyRound, past: Past, shown: list[str]) -> None:
    texts = [text for text, _ in past.legal]
    _same(past, "legal", "G-PLAY, G-PASS-1, G-DRAW-1", shown, sorted(texts))
    told = [(str(action), action.index) for action in round.legal_actions()]
    _same(past, "legal actions and their numbers", "docs/protocol.md", told, list(past.legal))
    held = () if past.on_turn is None else past.hands[past.on_turn]
    places = ["", *(f"@{place}" for place in past.places if place)]
    asked = [f"{write_tile(tile)}{place}" for tile in held for place in places]
    for text in (*asked, "draw", "pass", "stop"):
        _same(past, f"is_legal({text!r})", "as in legal", round.is_legal(text), text in texts)


def _check_result(round: AnyRound, past: Past, shown: Json) -> None:
    right = None
    if past.reason is not None:
        right = {
            "reason": past.reason,
            "out": list(past.without_tiles),
            "winner": past.winner,
            "points": list(past.points),
        }
    _same(past, "result", "G-BLOCK-3, L-END, L-OUT, L-BLOCKED; T-END, T-SCORE", shown, right)
    told = round.result
    plain = told and {**told._asdict(), "out": list(told.out), "points": list(told.points)}
    _same(past, "round.result", "as in the snapshot", plain, right)


def _same(past: Past, what: str, names: str, told: Json, right: Json) -> None:
    if told != right:
        message = f"{_where(past)}, {what} ({names}): told {told!r}, by the rules {right!r}"
        raise InvalidRoundError(message)


def _where(past: Past) -> str:
    return f"after {len(past.deeds)} actions"


def _text(round: AnyRound, past: Past) -> str:
    return str(round.actions[len(past.deeds)])
