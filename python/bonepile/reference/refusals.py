"""Why an action is not legal: the first reason that applies."""

from __future__ import annotations

from bonepile.types import Refusal, RefusalCode

from .actions import DRAW, LEAD, PASS, STOP, Move, read_action
from .state import State
from .tiles import tiles_by_text
from .values import shown

_SENTENCES: dict[RefusalCode, str] = {
    "round_over": "the round is over",
    "unreadable": "this is not an action",
    "not_in_set": "it is not in the double-{top} set",
    "tile_not_in_hand": "seat {seat} does not hold {tile}",
    "lead_required": "a lead is required, {tile}{at} is not it",
    "no_such_place": "there is no {where}",
    "own_train_only": "the first turn is played on the own train, {seat}",
    "must_cover": "an open double must be covered, not played past on {place}",
    "train_not_open": "train {place} is not open to seat {seat}",
    "no_match": "{tile} does not match the open end of {place}",
    "cannot_stop": "there is no chain to stop",
    "can_play": "seat {seat} can play",
    "must_draw": "a tile must be drawn first",
    "cannot_draw": "no tile may be drawn now",
}


def why_illegal(state: State, legal: list[Move], top: int, text: str) -> Refusal:
    """The first reason why the text is none of the legal actions of the position."""
    code = refusal_code(state, legal, top, text)
    tile, place = read_action(text) or ("", "")
    words = {
        "tile": tile,
        "place": place,
        "at": "" if place == LEAD else f" at {place}",
        "where": "place named" if place == LEAD else f"place {place}",
        "seat": state.to_play,
        "top": top,
    }
    return Refusal(code, f"{shown(text)}: {_SENTENCES[code].format(**words)}")


def refusal_code(state: State, legal: list[Move], top: int, text: str) -> RefusalCode:
    """The code of the first reason, in the order of the protocol, and the rules behind each.

    ``round_over``: G-END-2. ``unreadable``: none, it is a matter of notation. ``not_in_set``:
    G-SET-1. ``tile_not_in_hand``: G-DEAL-2. ``lead_required``: L-OPEN-1, L-OPEN-3, L-LINE-1.
    ``no_such_place``: L-LINE-2, L-SPIN-1, L-SPIN-3, T-TABLE-1. ``own_train_only``: T-FIRST-2.
    ``must_cover``: T-COVER-3, T-DOUBLE-2. ``train_not_open``: T-RIGHT-4, T-RIGHT-5. ``no_match``:
    G-FIT-1, T-RIGHT-1, T-TABLE-2.
    """
    if state.result is not None:
        return "round_over"
    read = read_action(text)
    if read is None:
        return "unreadable"
    written_tile, place = read
    if not written_tile:
        return why_no_word(legal, place)
    tile = tiles_by_text(top).get(written_tile)
    if tile is None:
        return "not_in_set"
    if tile not in state.hand:
        return "tile_not_in_hand"
    return state.why_not(tile, place)


def why_no_word(legal: list[Move], word: str) -> RefusalCode:
    """Why ``draw``, ``pass`` or ``stop`` is not legal.

    ``cannot_stop``: T-FIRST-3, only a chain is stopped; T-FIRST-1, there may be none. ``can_play``:
    G-PLAY-1, and L-OPEN-5 before the lead. ``must_draw``: G-PASS-1. ``cannot_draw``: G-DRAW-1,
    L-DRAW-1, L-DRAW-3, T-DRAW-1, T-DRAW-2, T-FIRST-5.
    """
    if word == STOP.place:
        return "cannot_stop"
    if any(move.tile is not None for move in legal):
        return "can_play"
    if word == PASS.place:
        return "must_draw"
    assert word == DRAW.place
    return "cannot_draw"
