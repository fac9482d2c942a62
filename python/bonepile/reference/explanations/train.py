"""Train games explained: why an action is legal, and what the seat on turn has to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bonepile.types import Statement

from ..actions import DRAW, PASS, STOP, Move
from ..round import Round
from ..tiles import Tile, tile_text
from ..train import TrainState
from . import turns
from .train_scoring import ending
from .trains import dead_doubles, double_of, end_of, is_started, train_name
from .wording import listed, numbered, sentence


def why_legal(
    round: Round, state: TrainState, legal: Sequence[Move], move: Move
) -> Iterator[Statement]:
    """The rules that allow the action."""
    if move == STOP:
        yield Statement(
            "T-FIRST-3", f"Seat {state.to_play} may end its chain though it could go on."
        )
    elif move == DRAW:
        yield from why_draw(round, state)
    elif move == PASS:
        yield from why_pass(round, state)
    else:
        assert move.tile is not None
        yield from why_play(round, state, legal, move.tile, state.names.index(move.place))


def why_play(
    round: Round, state: TrainState, legal: Sequence[Move], tile: Tile, train: int
) -> Iterator[Statement]:
    """The right to the train, and the match of the pips."""
    yield from what_binds(round, state)
    if state.bound_to() is None:
        yield from right_to(state, train)
        yield from unbound_by_doubles(state, train)
        yield from first_turn_elsewhere(round, state, train)
    elif not state.in_first_turn() and not state.has_right(train):
        yield Statement(
            "T-COVER-3",
            f"{sentence(train_name(state, train))} has no marker up, but its open double "
            "is everybody's to cover.",
        )
    if is_started(state, train):
        yield turns.fit(tile, state.ends[train], train_name(state, train))
    else:
        yield Statement(
            "T-TABLE-2",
            f"{sentence(train_name(state, train))} is not started: its end is the engine's "
            f"{state.engine}, which {tile_text(tile)} has.",
        )
    names = {name: train_name(state, number) for number, name in enumerate(state.names)}
    yield from turns.other_places(legal, Move(tile, state.names[train]), names)


# What the seat may use


def what_binds(round: Round, state: TrainState) -> Iterator[Statement]:
    """The trains that the seat on turn is bound to, and by what."""
    if state.in_first_turn():
        yield from bound_by_first_turn(state)
    elif state.extra:
        yield bound_by_extra_play(state)
    else:
        yield from bound_by_doubles(round, state)
        yield from gone_first_turn(state)


def bound_by_first_turn(state: TrainState) -> Iterator[Statement]:
    """A chain on the own train, whatever doubles are open."""
    seat = state.to_play
    if state.chain_started:
        yield Statement("T-FIRST-3", f"Seat {seat} may go on with its chain, or stop.")
        return
    yield Statement("T-FIRST-2", f"It is seat {seat}'s first turn: it plays on its own train only.")
    if state.finishing:
        yield Statement(
            "T-CIRCUIT-1",
            f"{sentence(numbered('seat', state.seats_out()))} went out, "
            f"but seat {seat} still has its first turn.",
        )
    doubles = state.open_doubles()
    if doubles:
        ends = listed(end_of(state, train) for train in doubles)
        yield Statement("T-FIRST-7", f"{ends} need not be covered in a first turn.")


def bound_by_extra_play(state: TrainState) -> Statement:
    """The play that a double asks for."""
    seat = state.to_play
    if state.cover is None:
        return Statement(
            "T-DOUBLE-1", f"Seat {seat} laid a double: it plays once more, on any train it may use."
        )
    return Statement(
        "T-DOUBLE-2", f"Seat {seat} laid {end_of(state, state.cover)}: it must cover it now."
    )


def bound_by_doubles(round: Round, state: TrainState) -> Iterator[Statement]:
    """The open doubles of a turn that begins, and those that bind nobody."""
    bound = state.cover_duty() or []
    seat = state.to_play
    if bound:
        which = listed((end_of(state, train) for train in bound), "or")
        yield Statement("T-COVER-3", f"Seat {seat} must cover {which}.")
        yield from chosen_double(state)
        if in_extra_turn(round):
            yield Statement(
                "T-EXTRA-3", f"Seat {seat}'s extra turn is a general turn: open doubles bind it."
            )
    if any(laid_by(round, train) == seat for train in bound):
        yield Statement("T-COVER-4", f"It binds seat {seat} too, which laid it.")
    for train in bound:
        if state.is_dead(train):
            yield Statement(
                "T-DEAD-2",
                f"No tile is left that could cover {double_of(state, train)}: "
                "it binds all the same.",
            )
    yield from exempt_doubles(state)


def chosen_double(state: TrainState) -> Iterator[Statement]:
    """Which of several open doubles is to be covered."""
    doubles = state.open_doubles()
    if len(doubles) < 2:
        return
    laid = listed(double_of(state, train) for train in doubles)
    told = f"Open are {laid}, in the order they were laid:"
    order = state.rules.cover_order
    if order == "oldest_first":
        yield Statement("T-ORDER-1", f"{told} the oldest is covered first.")
    elif order == "newest_first":
        yield Statement("T-ORDER-2", f"{told} the newest is covered first.")
    else:
        yield Statement("T-ORDER-3", f"Open are {laid}: any of them may be covered.")


def exempt_doubles(state: TrainState) -> Iterator[Statement]:
    """The doubles that nothing can cover and that therefore bind nobody."""
    if state.rules.cover_duty and state.rules.dead_double == "exempt":
        for train in dead_doubles(state):
            yield Statement(
                "T-DEAD-3",
                f"No tile is left that could cover {end_of(state, train)}: it does not bind.",
            )


def gone_first_turn(state: TrainState) -> Iterator[Statement]:
    """A train still to be started although its owner has had the first turn."""
    seat = state.to_play
    if state.rules.first_turn == "chain" and not is_started(state, seat):
        yield Statement(
            "T-FIRST-6",
            f"Seat {seat} has had its first turn: one ordinary play can start its train.",
        )


def right_to(state: TrainState, train: int) -> Iterator[Statement]:
    """The right to a train that nothing else binds the seat to."""
    seat = state.to_play
    if train == seat:
        yield Statement("T-RIGHT-2", f"Seat {seat} may always play on its own train.")
    elif train == state.mexican:
        yield Statement("T-RIGHT-3", "The Mexican Train is always open to everybody.")
    else:
        yield Statement(
            "T-RIGHT-4", f"Seat {train}'s marker is up: its train is open to seat {seat}."
        )
        if not is_started(state, train):
            yield Statement(
                "T-RIGHT-6", f"Others may start seat {train}'s train while it is marked."
            )


def unbound_by_doubles(state: TrainState, train: int) -> Iterator[Statement]:
    """Doubles on other trains that nobody must cover."""
    others = [other for other in state.doubles if other != train]
    if others and not state.rules.cover_duty and not state.extra:
        ends = listed(end_of(state, other) for other in others)
        yield Statement("T-COVER-2", f"{ends} may wait: nobody must cover.")


def first_turn_elsewhere(round: Round, state: TrainState, train: int) -> Iterator[Statement]:
    """A first turn that does not begin on the own train."""
    seat = state.to_play
    elsewhere = train != seat and not is_started(state, seat)
    if elsewhere and state.rules.first_turn == "single" and has_not_acted(round):
        yield Statement(
            "T-FIRST-1", f"Seat {seat}'s first turn is like any other: it may begin elsewhere."
        )


# Drawing and passing


def nothing_to_play(state: TrainState) -> str:
    """What the seat on turn cannot do."""
    seat = state.to_play
    bound = state.bound_to()
    if bound is None:
        return f"Seat {seat} has nothing for any train it may use"
    pips = sorted({state.ends[train] for train in bound})
    return f"Seat {seat} holds no {listed(pips, 'or')}"


def why_draw(round: Round, state: TrainState) -> Iterator[Statement]:
    """Nothing can be played, and a tile can be drawn for it."""
    yield from what_binds(round, state)
    yield Statement("T-DRAW-2", f"{nothing_to_play(state)}: it draws one tile.")
    if state.extra:
        yield Statement("T-DOUBLE-4", "The extra play has a draw of its own.")


def why_pass(round: Round, state: TrainState) -> Iterator[Statement]:
    """Nothing can be played, and no tile drawn."""
    yield from what_binds(round, state)
    yield Statement("G-PASS-1", f"{nothing_to_play(state)} and cannot draw: it can only pass.")
    yield why_no_draw(state)


def why_no_draw(state: TrainState) -> Statement:
    """Why a seat that can play nothing may not draw."""
    if state.in_first_turn():
        return Statement("T-FIRST-5", "In a first turn nothing is drawn.")
    if state.draw_rule == "none":
        return Statement("T-DRAW-1", "Nobody draws in this game.")
    if not state.boneyard:
        return turns.undrawable(state)
    play = "extra play" if state.extra else "turn"
    return Statement("T-DRAW-2", f"Seat {state.to_play} has drawn its one tile for this {play}.")


# What is to be done


def duty(
    round: Round, state: TrainState, legal: Sequence[Move], texts: Sequence[str]
) -> Iterator[Statement]:
    """What the seat on turn has to do now, or how the round ended."""
    if state.result is not None:
        yield from ending(state)
        return
    yield from turns.boneyard_used_up(state)
    if legal[0].tile is None:
        yield from why_legal(round, state, legal, legal[0])
    else:
        yield from what_binds(round, state)
        if STOP not in legal:
            yield turns.must_play(state, texts)


# The past


def in_extra_turn(round: Round) -> bool:
    """Whether the turn of the seat on turn follows its own chain."""
    seat = round._state.to_play
    before = round._before
    while before is not None and before._state.to_play == seat:
        state = before._state
        assert isinstance(state, TrainState)
        if state.in_first_turn():
            return True
        before = before._before
    return False


def has_not_acted(round: Round) -> bool:
    """Whether the seat on turn has done nothing yet: a position does not tell."""
    if round.deal is None:
        return False
    seat = round._state.to_play
    before = round._before
    while before is not None and before._state.to_play != seat:
        before = before._before
    return before is None


def laid_by(round: Round, train: int) -> int | None:
    """The seat that laid the last tile of a train, None where the round does not remember."""
    name = f"@{round._state.names[train]}" if isinstance(round._state, TrainState) else ""
    played = round
    while played._before is not None:
        if str(played._last).endswith(name):
            return played._before._state.to_play
        played = played._before
    return None
