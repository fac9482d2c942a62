"""Why an action is refused, by the rule that forbids it and what would have to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bonepile.types import RefusalCode, Statement

from ..actions import DRAW, LEAD, read_action
from ..line import LineState
from ..refusals import refusal_code
from ..round import Round
from ..state import State
from ..tiles import Tile, fits, is_double, tile_set, tile_text, tiles_by_text
from ..train import TrainState
from ..values import shown
from . import line, train, turns
from .trains import is_started, train_name
from .wording import listed, sentence


def why_refused(round: Round, text: str) -> Iterator[Statement]:
    """The first reason why the text is not legal, then what stands beside it."""
    state, legal, top = round._state, round._legal, round.rules.game.set
    code = refusal_code(state, legal, top, text)
    if code in NO_TILE_NEEDED:
        yield NO_TILE_NEEDED[code](state, top, text)
        return
    written, place = read_action(text) or ("", "")
    if not written:
        yield from why_no_word(round, code, place)
        return
    tile = tiles_by_text(top)[written]
    if code == "tile_not_in_hand":
        yield not_in_hand(state, tile)
    elif isinstance(state, LineState):
        yield from why_not_there(state, code, tile, place)
    else:
        assert isinstance(state, TrainState)
        yield from why_not_on_train(round, state, code, tile, place)


# Whatever lies on the table


def round_over(state: State, top: int, text: str) -> Statement:  # noqa: ARG001
    """Nothing is legal after the end."""
    return Statement("G-END-2", "The round is over: nothing is legal any more.")


def unreadable(state: State, top: int, text: str) -> Statement:  # noqa: ARG001
    """Text that is no action of any game: no rule, a matter of notation."""
    return Statement(
        "",
        f"{shown(text)} is not an action. Actions are written like 2-6, 2-6@L or 6-9@M, lower half "
        "first, or are draw, pass or stop.",
    )


def not_in_set(state: State, top: int, text: str) -> Statement:  # noqa: ARG001
    """A tile of a larger set."""
    return Statement(
        "G-SET-1",
        f"{shown(text)}: the {len(tile_set(top))} tiles of a double-{top} set "
        f"have no pip over {top}.",
    )


NO_TILE_NEEDED: dict[RefusalCode, Callable[[State, int, str], Statement]] = {
    "round_over": round_over,
    "unreadable": unreadable,
    "not_in_set": not_in_set,
}


def not_in_hand(state: State, tile: Tile) -> Statement:
    """A tile that is somewhere else; a hidden place is not given away."""
    off_table = any(tile in some for some in (*state.hands, state.boneyard))
    where = "in another hand or the boneyard" if off_table else "on the table"
    return Statement(
        "G-DEAL-2", f"Seat {state.to_play} does not hold {tile_text(tile)}: it is {where}."
    )


# Draw, pass, stop


def why_no_word(round: Round, code: RefusalCode, word: str) -> Iterator[Statement]:
    """Why ``draw``, ``pass`` or ``stop`` is not legal."""
    state, seat = round._state, round._state.to_play
    if code == "cannot_stop":
        yield cannot_stop(state)
    elif code == "can_play":
        if word == DRAW.place and isinstance(state, LineState) and not state.ends:
            yield Statement("L-OPEN-5", f"Seat {seat} must lead: that is not put off by drawing.")
        else:
            plays = [str(action) for action in round.legal_actions() if str(action) != DRAW.place]
            yield turns.must_play(state, plays)
    elif code == "must_draw":
        yield Statement(
            "G-PASS-1", f"Seat {seat} can draw, and passes only when it can do nothing else."
        )
    elif isinstance(state, LineState):
        yield line.why_no_draw(state)
    else:
        assert isinstance(state, TrainState)
        yield train.why_no_draw(state)


def cannot_stop(state: State) -> Statement:
    """No chain is being laid."""
    if not isinstance(state, TrainState):
        return Statement("", "There are no chains to stop in this game.")
    if state.rules.first_turn == "single":
        return Statement("T-FIRST-1", "No first turn is special: there are no chains to stop.")
    if state.in_first_turn():
        return Statement("T-FIRST-3", f"Seat {state.to_play} has no tile of its chain laid yet.")
    return Statement("T-FIRST-3", f"Seat {state.to_play} has had its first turn: it lays no chain.")


# A tile of the hand, line games


def why_not_there(
    state: LineState, code: RefusalCode, tile: Tile, place: str
) -> Iterator[Statement]:
    """Why the tile does not go there."""
    if code == "lead_required":
        yield lead_required(state, tile)
    elif code == "no_match":
        yield turns.no_fit(tile, state.ends[place], place)
    else:
        yield from no_such_end(state, tile, place)


def lead_required(state: LineState, tile: Tile) -> Statement:
    """Another tile, or a lead with a place."""
    if state.must_lead not in (None, tile):
        return line.why_lead(state)
    return Statement(
        "L-LINE-1",
        f"The table is empty: {tile_text(tile)} is led, without a place, and opens the ends.",
    )


def no_such_end(state: LineState, tile: Tile, place: str) -> Iterator[Statement]:
    """A place that is no open end now."""
    ends = listed(f"{arm} ({end})" for arm, end in state.ends.items())
    where = f"{place} is none" if place != LEAD else f"{tile_text(tile)} names none"
    yield Statement("L-LINE-2", f"Tiles go on an open end, and {where}: open are {ends}.")
    if place not in ("N", "S"):
        return
    if state.rules.spinner == "none":
        yield Statement("L-SPIN-1", "There are no arms N and S: doubles open no branch.")
    elif state.spinner_open is None:
        yield Statement("L-SPIN-2", "No double lies on the table that would be the spinner.")
    else:
        pip = state.ends[state.spinner_open[0]]
        sides = " and ".join(state.spinner_open)
        yield Statement(
            "L-SPIN-3",
            f"N and S open once a tile lies on both sides of the spinner {pip}-{pip}: "
            f"{sides} {'is' if len(state.spinner_open) == 1 else 'are'} still free.",
        )


# A tile of the hand, train games


def why_not_on_train(
    round: Round, state: TrainState, code: RefusalCode, tile: Tile, place: str
) -> Iterator[Statement]:
    """Why the tile does not go on that train."""
    if code == "no_such_place":
        where = f"{place} is none" if place != LEAD else f"{tile_text(tile)} names none"
        names = listed(state.names)
        yield Statement("T-TABLE-1", f"Tiles go on a train, and {where}: there are {names}.")
        return
    number = state.names.index(place)
    if code == "train_not_open":
        yield from not_open(state, tile, number)
    elif code == "no_match":
        yield from does_not_match(state, tile, number)
    else:
        if state.in_first_turn() and state.chain_started:
            yield Statement("T-FIRST-2", "The whole first turn is played on the own train.")
        yield from train.what_binds(round, state)


def not_open(state: TrainState, tile: Tile, number: int) -> Iterator[Statement]:
    """A train that the seat has no right to."""
    seat = state.to_play
    if number not in state.markers:
        yield Statement(
            "T-RIGHT-4",
            f"Seat {number}'s train has no marker up: seat {seat} has no right to play there.",
        )
    else:
        yield Statement(
            "T-RIGHT-5",
            f"Seat {number}'s train is marked but not started: it waits for seat {number}.",
        )
    if fits(tile, state.ends[number]):
        yield Statement(
            "T-RIGHT-1", f"That {tile_text(tile)} matches the {state.ends[number]} is not enough."
        )


def does_not_match(state: TrainState, tile: Tile, number: int) -> Iterator[Statement]:
    """A train that shows another pip."""
    name = train_name(state, number)
    if is_started(state, number):
        yield turns.no_fit(tile, state.ends[number], name)
    else:
        yield Statement(
            "T-TABLE-2",
            f"{sentence(name)} is not started: its end is the engine's {state.engine}, "
            f"which {tile_text(tile)} does not have.",
        )
    if state.bound_to() is None:
        double = " double" if is_double(tile) else ""
        yield Statement(
            "T-RIGHT-1",
            f"Seat {state.to_play} may play there, but the{double} pips must match too.",
        )
