"""Line games explained: why an action is legal, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bonepile.types import Statement

from ..actions import DRAW, LEAD, LINE_PLACES, PASS, Move
from ..line import LineState
from ..tiles import Tile, is_double, tile_text
from . import turns
from .line_scoring import count_in_play, ending
from .wording import listed, numbered, sentence

PLACES = {place: place for place in LINE_PLACES}


# Why


def why_legal(state: LineState, legal: Sequence[Move], move: Move) -> Iterator[Statement]:
    """The rules that allow the action."""
    if move == DRAW:
        yield from why_draw(state, legal)
    elif move == PASS:
        yield from why_pass(state)
    elif move.place == LEAD:
        yield why_lead(state)
    else:
        assert move.tile is not None
        yield turns.fit(move.tile, state.ends[move.place], move.place)
        yield from turns.other_places(legal, move, PLACES)


def why_lead(state: LineState) -> Statement:
    """Which tile may be led."""
    seat, tile = state.to_play, state.must_lead
    if tile is None:
        return Statement("L-OPEN-4", f"Seat {seat} leads and may lead any tile of its hand.")
    if is_double(tile):
        return Statement(
            "L-OPEN-1",
            f"Seat {seat} has the highest double of all hands, {tile_text(tile)}, and leads it.",
        )
    return Statement(
        "L-OPEN-3",
        f"Nobody holds a double: seat {seat} leads the heaviest tile, {tile_text(tile)}.",
    )


def nothing_fits(state: LineState) -> str:
    """What the seat on turn lacks."""
    pips = sorted(set(state.ends.values()))
    return f"Seat {state.to_play} holds no {listed(pips, 'or')}"


def why_draw(state: LineState, legal: Sequence[Move]) -> Iterator[Statement]:
    """By choice, or because nothing fits."""
    if any(move.tile is not None for move in legal):
        yield Statement(
            "L-DRAW-4", f"Seat {state.to_play} can play, but may draw instead if it likes."
        )
    elif state.draw_rule == "one":
        yield Statement("L-DRAW-3", f"{nothing_fits(state)}: it draws, one tile a turn.")
    else:
        yield Statement("L-DRAW-2", f"{nothing_fits(state)}: it draws until a tile fits.")


def why_pass(state: LineState) -> Iterator[Statement]:
    """Nothing fits, and nothing can be drawn."""
    yield Statement("G-PASS-1", f"{nothing_fits(state)} and cannot draw: it can only pass.")
    yield why_no_draw(state)


def why_no_draw(state: LineState) -> Statement:
    """Why a seat that can play nothing may not draw."""
    if state.draw_rule == "none":
        return Statement("L-DRAW-1", "Nobody draws in this game.")
    if not state.tile_can_be_drawn():
        return turns.undrawable(state)
    return Statement("L-DRAW-3", f"Seat {state.to_play} has drawn its one tile of this turn.")


# What follows


def follows(before: LineState, move: Move, after: LineState) -> Iterator[Statement]:
    """What comes of a legal action."""
    if move == DRAW:
        yield from turns.passes_forgotten(before)
        yield from after_draw(before, after)
    elif move == PASS:
        yield from after_pass(before, after)
    else:
        assert move.tile is not None
        yield from after_tile(before, move.tile, move.place, after)


def after_draw(before: LineState, after: LineState) -> Iterator[Statement]:
    """The tile drawn, and what the seat may do with it."""
    fits = any(move.tile == before.boneyard[0] for move in after.plays())
    yield from turns.after_draw(before, after, fits)
    if after.boneyard and not after.tile_can_be_drawn():
        yield turns.undrawable(after)


def after_tile(before: LineState, tile: Tile, place: str, after: LineState) -> Iterator[Statement]:
    """The layout, the score, and who goes on."""
    if place == LEAD:
        low, high = tile
        yield Statement("L-LINE-1", f"{tile_text(tile)} opens the ends L = {low} and R = {high}.")
    else:
        yield turns.new_end(tile, after.ends[place], place)
    yield from spinner(before, tile, place, after)
    yield from turns.passes_forgotten(before)
    yield from count_in_play(before, tile, place, after)
    if after.result is not None:
        yield from ending(after)
    else:
        yield from partner_goes_on(before, after)
        yield from next_turn("L-TURN-1", before, after)


def spinner(before: LineState, tile: Tile, place: str, after: LineState) -> Iterator[Statement]:
    """What a double opens, and when the spinner's arms do."""
    text = tile_text(tile)
    if is_double(tile):
        if before.rules.spinner == "none":
            yield Statement("L-SPIN-1", f"{text} opens no branch: there is no spinner.")
        elif before.spinner_open is None:
            yield Statement("L-SPIN-2", f"{text} is the first double laid: it is the spinner.")
        else:
            yield Statement("L-SPIN-4", f"{text} is no spinner: an earlier double is.")
    if before.spinner_open and after.spinner_open == ():
        pip = before.ends[place]
        yield Statement(
            "L-SPIN-3",
            f"The spinner {pip}-{pip} now has a tile on both sides: N and S open with {pip}.",
        )


def partner_goes_on(before: LineState, after: LineState) -> Iterator[Statement]:
    """An empty hand that ends nothing."""
    seat = before.to_play
    if not after.hands[seat]:
        yield Statement(
            "L-END-2",
            f"Seat {seat} has laid its last tile, but its partner, seat {(seat + 2) % 4}, "
            "still holds tiles: the round goes on.",
        )


def next_turn(rule: str, before: LineState, after: LineState) -> Iterator[Statement]:
    """Who is on turn now."""
    seat = before.next_seat()
    passed_over = []
    while seat != after.to_play:
        passed_over.append(seat)
        seat = (seat + 1) % after.players
    if passed_over:
        has = "has" if len(passed_over) == 1 else "have"
        yield Statement(
            "L-END-3",
            f"{sentence(numbered('seat', passed_over))} {has} no tiles, "
            f"so the turn goes on to seat {after.to_play}.",
        )
    else:
        yield Statement(rule, f"Seat {after.to_play} is on turn.")
    yield from turns.past_the_last_seat(before, after)


def after_pass(before: LineState, after: LineState) -> Iterator[Statement]:
    """The pass count, the end of a blocked round, or the next turn."""
    if after.result is not None:
        yield from ending(after)
        return
    if before.pass_counts():
        needed = after.players - len(after.seats_out())
        yield Statement(
            "G-BLOCK-1", f"Pass {after.passes} of {needed} in a row with nothing to draw."
        )
        yield from fewer_passes_needed(after)
    else:
        yield Statement("G-BLOCK-2", "Tiles can still be drawn: this pass does not count.")
    yield from next_turn("G-PASS-2", before, after)


def fewer_passes_needed(state: LineState) -> Iterator[Statement]:
    """Where a seat without tiles need not pass."""
    out = state.seats_out()
    if out:
        yield Statement(
            "L-END-4",
            f"Without {numbered('seat', out)}, which no longer "
            f"{'plays' if len(out) == 1 else 'play'}, {state.players - len(out)} passes block.",
        )


# What is to be done


def duty(state: LineState, legal: Sequence[Move], texts: Sequence[str]) -> Iterator[Statement]:
    """What the seat on turn has to do now, or how the round ended."""
    if state.result is not None:
        yield from ending(state)
        return
    yield from turns.boneyard_used_up(state)
    if not state.ends:
        yield why_lead(state)
    elif legal[0].tile is None:
        yield from why_legal(state, legal, legal[0])
    else:
        plays = [text for text in texts if text != DRAW.place]
        if DRAW in legal:
            yield Statement(
                "L-DRAW-4", f"Seat {state.to_play} plays {listed(plays, 'or')}, or draws."
            )
        else:
            yield turns.must_play(state, plays)
