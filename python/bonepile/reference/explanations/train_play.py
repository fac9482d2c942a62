"""Train games explained: what comes of an action."""

from __future__ import annotations

from collections.abc import Iterator

from bonepile.types import Statement

from ..actions import DRAW, PASS, STOP, Move
from ..round import Round
from ..tiles import Tile, is_double, tile_text
from ..train import TrainState
from . import turns
from .train import in_extra_turn
from .train_scoring import ending
from .trains import double_of, end_of, is_extra_turn_of, train_name
from .wording import listed, numbered


def follows(round: Round, before: TrainState, move: Move, after: TrainState) -> Iterator[Statement]:
    """What comes of a legal action played in the round, which it has not moved yet."""
    if move == DRAW:
        yield from turns.passes_forgotten(before)
        fits = any(play.tile == before.boneyard[0] for play in after.plays())
        yield from turns.after_draw(before, after, fits)
    elif move == PASS:
        yield from after_pass(before, after)
    elif move == STOP:
        yield from after_stop(before, after)
    else:
        assert move.tile is not None
        yield from after_tile(round, before, move.tile, before.names.index(move.place), after)


# A tile


def after_tile(
    round: Round, before: TrainState, tile: Tile, train: int, after: TrainState
) -> Iterator[Statement]:
    """The table, then how the turn goes on."""
    yield turns.new_end(tile, after.ends[train], train_name(before, train))
    yield from marker_after_play(before, train)
    yield from doubles_after_play(before, tile, train, after)
    yield from turns.passes_forgotten(before)
    if before.in_first_turn():
        yield from after_chain_tile(before, tile, train, after)
    else:
        yield from after_general_tile(round, before, tile, train, after)


def marker_after_play(before: TrainState, train: int) -> Iterator[Statement]:
    """The marker of the train played on, or the player's own that stays up."""
    seat = before.to_play
    if train == seat and seat in before.markers:
        yield Statement(
            "T-MARK-2", f"Seat {seat} has played on its own train: its marker comes down."
        )
    elif seat in before.markers:
        yield Statement("T-MARK-2", f"Seat {seat} has played elsewhere: its marker stays up.")
    elif train in before.markers:
        yield Statement("T-MARK-2", f"Only seat {train} can take its marker down: it stays up.")


def doubles_after_play(
    before: TrainState, tile: Tile, train: int, after: TrainState
) -> Iterator[Statement]:
    """Doubles covered, opened, and dead from now on."""
    if not before.rules.cover_duty:
        return
    if train in before.open_doubles():
        yield Statement(
            "T-COVER-1", f"{double_of(before, train)} is no longer the last tile: it is covered."
        )
    if is_double(tile) and train in after.open_doubles():
        yield Statement("T-COVER-1", f"{tile_text(tile)} ends the train: it is an open double.")
    for other in after.doubles:
        newly_there = other == train
        if after.is_dead(other) and (newly_there or not before.is_dead(other)):
            yield from newly_dead(after, other)


def newly_dead(state: TrainState, train: int) -> Iterator[Statement]:
    """A double that nothing can cover any more."""
    pip = state.ends[train]
    yield Statement(
        "T-DEAD-1",
        f"Every other tile with {pip} lies on the table: {end_of(state, train)} is dead.",
    )
    if state.rules.dead_double == "exempt":
        yield Statement("T-DEAD-3", f"So {pip}-{pip} is not open: nobody need cover it.")
    else:
        yield Statement("T-DEAD-2", f"{pip}-{pip} binds all the same, though nothing can cover it.")


def after_general_tile(
    round: Round, before: TrainState, tile: Tile, train: int, after: TrainState
) -> Iterator[Statement]:
    """Going out, an extra play, or the next turn."""
    if after.result is not None:
        if in_extra_turn(round):
            yield Statement("T-EXTRA-3", "It is an extra turn: going out ends the round at once.")
        yield from ending(after)
    elif is_double(tile):
        yield from after_double(before, tile, train, after)
    else:
        yield from next_turn("T-TURN-1", before, after)


def after_double(
    before: TrainState, tile: Tile, train: int, after: TrainState
) -> Iterator[Statement]:
    """What a double asks of the seat that laid it."""
    seat, text = before.to_play, tile_text(tile)
    if before.rules.double_extra == "none":
        yield Statement("T-DOUBLE-3", f"{text} asks for no other play: the turn ends.")
        yield from next_turn("T-TURN-1", before, after)
    elif not after.extra:
        yield Statement("T-DEAD-4", f"Nothing can cover {text}: it asks for no other play.")
        yield from next_turn("T-TURN-1", before, after)
    else:
        if after.cover is None:
            yield Statement("T-DOUBLE-1", f"{text} is a double: seat {seat} plays once more.")
        else:
            place = train_name(after, train)
            yield Statement(
                "T-DOUBLE-2", f"{text} is a double: seat {seat} must cover it, on {place}."
            )
        if before.extra:
            yield Statement("T-DOUBLE-5", f"{text} was an extra play and asks for yet another.")


def next_turn(rule: str, before: TrainState, after: TrainState) -> Iterator[Statement]:
    """Who is on turn now."""
    yield Statement(rule, f"Seat {after.to_play} is on turn.")
    yield from turns.past_the_last_seat(before, after)


# The first turn


def after_chain_tile(
    before: TrainState, tile: Tile, train: int, after: TrainState
) -> Iterator[Statement]:
    """Going out, laying more, or the end of the chain."""
    seat = before.to_play
    if not after.hands[seat]:
        yield from out_in_first_turn(before, after)
    elif after.chain_started and after.result is None:
        yield Statement(
            "T-FIRST-3", f"Seat {seat} may lay another tile on {after.ends[train]}, or stop."
        )
    else:
        yield Statement(
            "T-FIRST-4", f"Seat {seat} has no other {after.ends[train]}: its first turn is over."
        )
        if is_double(tile):
            yield from chain_ended_on_double(before, tile, train, after)
        yield from first_turn_over(before, after)


def out_in_first_turn(before: TrainState, after: TrainState) -> Iterator[Statement]:
    """The last tile laid in a first turn."""
    if after.result is None:
        yield Statement(
            "T-CIRCUIT-1",
            f"Seat {before.to_play} has laid its last tile, but {still_owed(after)}.",
        )
    yield from first_turn_over(before, after)


def still_owed(state: TrainState) -> str:
    """Who has not had a first turn."""
    owed = sorted(state.owed)
    return f"{numbered('seat', owed)} still {'has' if len(owed) == 1 else 'have'} a first turn"


def chain_ended_on_double(
    before: TrainState, tile: Tile, train: int, after: TrainState
) -> Iterator[Statement]:
    """What the double at the end of a chain brings."""
    text, seat = tile_text(tile), before.to_play
    if train in after.open_doubles() and after.result is None:
        yield Statement("T-FIRST-7", f"{text} binds from the next general turn on.")
    if before.rules.first_turn_double == "no_effect":
        yield Statement("T-EXTRA-1", f"{text} at the end of the chain brings no extra turn.")
    elif not is_extra_turn_of(after, before):
        yield Statement(
            "T-EXTRA-4", f"{text} brings no extra turn while the first circuit is finished."
        )
    else:
        yield Statement("T-EXTRA-2", f"The chain ended on {text}: seat {seat} has an extra turn.")
        if before.rules.dead_double == "exempt" and after.is_dead(train):
            yield Statement("T-EXTRA-5", f"That nothing can cover {text} does not matter for it.")


def first_turn_over(before: TrainState, after: TrainState) -> Iterator[Statement]:
    """The end of the round, the extra turn, or the next seat."""
    if after.result is not None:
        yield from ending(after)
    elif not is_extra_turn_of(after, before):
        yield from next_turn("T-TURN-1", before, after)


def after_stop(before: TrainState, after: TrainState) -> Iterator[Statement]:
    """A chain ended early."""
    seat = before.to_play
    yield Statement("T-FIRST-3", f"Seat {seat} ends its chain at {before.ends[seat]}.")
    if seat in before.doubles:
        if before.rules.first_turn_double == "extra_turn":
            yield Statement("T-EXTRA-2", "There is no extra turn after a stop.")
        if seat in after.open_doubles() and after.result is None:
            yield Statement(
                "T-FIRST-7", f"{double_of(after, seat)} binds from the next general turn on."
            )
    yield from first_turn_over(before, after)


# Passing


def after_pass(before: TrainState, after: TrainState) -> Iterator[Statement]:
    """The marker, the count of passes, and what goes on."""
    seat = before.to_play
    if seat in before.markers:
        yield Statement("T-MARK-1", f"Seat {seat}'s marker stays up.")
    else:
        yield Statement("T-MARK-1", f"Seat {seat}'s marker goes up.")
    if before.in_first_turn():
        yield Statement("T-FIRST-6", f"Seat {seat} has had its first turn.")
        yield pass_in_first_turn(before)
        yield from turns.passes_forgotten(before)
        yield from first_turn_over(before, after)
        return
    yield pass_count(before, after)
    if after.result is not None:
        yield from ending(after)
        return
    yield from next_turn("G-PASS-2", before, after)
    bound = before.bound_to()
    if bound is not None and not after.in_first_turn():
        ends = listed((double_of(after, train) for train in bound), "or")
        yield Statement("T-COVER-4", f"The duty to cover {ends} goes on to seat {after.to_play}.")


def pass_in_first_turn(before: TrainState) -> Statement:
    """A pass that does not count towards a block."""
    if before.tile_can_be_drawn():
        return Statement("G-BLOCK-2", "Tiles can still be drawn: this pass does not count.")
    return Statement("T-FIRST-8", "A pass in a first turn does not count towards a block.")


def pass_count(before: TrainState, after: TrainState) -> Statement:
    """Whether and how a pass counts towards a block."""
    if not before.pass_counts():
        return Statement("G-BLOCK-2", "Tiles can still be drawn: this pass does not count.")
    if before.begins_count():
        return Statement(
            "T-BLOCK-1", "The new marker may let somebody play: the count of passes begins at 1."
        )
    return Statement(
        "G-BLOCK-1",
        f"Pass {after.passes} of {after.players} in a row with nothing to draw.",
    )
