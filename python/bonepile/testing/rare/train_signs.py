"""How a trace tells that something rare has happened in a train game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...types import Snapshot
from .trace import Step, Trace, is_double, place_of


def _pips(tile: str) -> tuple[int, int]:
    low, _, high = tile.partition("-")
    return int(low), int(high)


def fits_in_hand(snapshot: Snapshot, seat: int, pip: int) -> bool:
    """Whether a seat holds a tile with the pip."""
    return any(pip in _pips(tile) for tile in snapshot["hands"][seat])


def on_table(snapshot: Snapshot, pip: int, boneyard: Sequence[str]) -> bool:
    """Whether every tile with the pip, the last one laid too, lies on the table."""
    held = [*(tile for hand in snapshot["hands"] for tile in hand), *boneyard]
    return not any(pip in _pips(tile) for tile in held)


def _boneyard(trace: Trace, snapshot: Snapshot) -> Sequence[str]:
    left: int = snapshot["boneyard"]
    pile: Sequence[str] = trace.deal["boneyard"]
    return pile[len(pile) - left :]


def _first(trace: Trace) -> Iterator[Step]:
    return (step for step, first in zip(trace.steps, trace.first_turns, strict=True) if first)


def _general(trace: Trace) -> Iterator[Step]:
    return (step for step, first in zip(trace.steps, trace.first_turns, strict=True) if not first)


def _chain_is_over(step: Step) -> bool:
    return "stop" not in step.after["legal"]


# First turns


def out_in_first_turn(trace: Trace) -> bool:
    """A seat empties its hand in its first turn."""
    return any(not step.after["hands"][step.seat] for step in _first(trace))


def several_out_in_first_turns(trace: Trace) -> bool:
    """Several seats empty their hands in their first turns."""
    return len({s.seat for s in _first(trace) if not s.after["hands"][s.seat]}) > 1


def circuit_ends_with_pass(trace: Trace) -> bool:
    """A first circuit is finished by a seat that passes."""
    if trace.result.get("reason") != "out":
        return False
    return trace.first_turns[-1] and trace.steps[-1].action == "pass"


def chain_ends_on_double(trace: Trace) -> bool:
    """Nothing fits the double at the end of a chain, and the hand is not empty."""
    return any(
        step.lays_double and _chain_is_over(step) and step.after["hands"][step.seat]
        for step in _first(trace)
    )


def stopped_after_double(trace: Trace) -> bool:
    """A chain that could go on is stopped at a double."""
    return any(
        before.lays_double and step.action == "stop"
        for before, step in zip(trace.steps, trace.steps[1:], strict=False)
    )


def extra_turn(trace: Trace) -> bool:
    """A chain brings an extra turn."""
    return any(
        step.lays_double and _chain_is_over(step) and step.after["to_play"] == step.seat
        for step in _first(trace)
    )


def out_in_extra_turn(trace: Trace) -> bool:
    """The extra turn after a chain empties the hand."""
    seats = {
        step.seat: place
        for place, (step, first) in enumerate(zip(trace.steps, trace.first_turns, strict=True))
        if first and step.lays_double and _chain_is_over(step)
    }
    if trace.result.get("reason") != "out":
        return False
    seat = trace.steps[-1].seat
    since = trace.steps[seats[seat] + 1 :] if seat in seats else []
    return bool(since) and all(step.seat == seat for step in since)


def no_extra_turn_while_finishing(trace: Trace) -> bool:
    """Someone is out, and a later chain that ends on a double brings no extra turn."""
    return any(
        step.lays_double and _chain_is_over(step) and step.after["hands"][step.seat]
        for step in _first(trace)
        if not all(step.before["hands"])
    )


def dead_double_brings_extra_turn(trace: Trace) -> bool:
    """A chain ends on a double that nothing can cover, and an extra turn follows."""
    return any(
        step.lays_double
        and _chain_is_over(step)
        and step.after["to_play"] == step.seat
        and step.tile is not None
        and on_table(step.after, step.tile[0], _boneyard(trace, step.after))
        for step in _first(trace)
    )


def first_turn_beside_open_double(trace: Trace) -> bool:
    """A seat has its first turn while a double is open."""
    return any(step.before["table"]["open_doubles"] for step in _first(trace))


def first_turn_pass_without_boneyard(trace: Trace) -> bool:
    """A seat passes in its first turn while nothing can be drawn."""
    return any(
        step.action == "pass" and not _can_draw(trace, step.before) for step in _first(trace)
    )


def _can_draw(trace: Trace, snapshot: Snapshot) -> bool:
    return bool(trace.parameters["draw"] != "none" and snapshot["boneyard"] > 0)


# The engine


def engine_drawn(trace: Trace) -> bool:
    """Nobody is dealt a double, so that the engine is drawn."""
    return not any(is_double(tile) for hand in trace.deal["hands"] for tile in hand)


def engine_drawn_after_all_seats(trace: Trace) -> bool:
    """Every seat draws, and none of them a double, before one is drawn."""
    drawn = trace.deal["boneyard"][: trace.seats]
    return engine_drawn(trace) and not any(is_double(tile) for tile in drawn)


def blank_engine(trace: Trace) -> bool:
    """The engine is the double blank."""
    return bool(trace.snapshots[0]["table"]["engine"] == 0)


# Doubles


def several_open_doubles(trace: Trace) -> bool:
    """A general turn begins with several doubles open and covers one of them."""
    return any(
        len(step.before["table"]["open_doubles"]) > 1 and place_of(step.action) and not asked
        for step, first, asked in zip(
            trace.steps, trace.first_turns, _asked_for_extra_play(trace), strict=True
        )
        if not first
    )


def _asked_for_extra_play(trace: Trace) -> Iterator[bool]:
    """For each action whether its seat laid a double right before."""
    before = [None, *trace.steps]
    for last, step in zip(before, trace.steps, strict=False):
        yield last is not None and last.lays_double and last.seat == step.seat


def dead_double(trace: Trace) -> bool:
    """A double ends a train while every other tile with its pip lies on the table."""
    ends: dict[str, int] = {}
    for step in trace.steps:
        if step.tile is not None:
            ends.pop(place_of(step.action), None)
            if step.lays_double:
                ends[place_of(step.action)] = step.tile[0]
        if step.after["to_play"] is not None and any(
            on_table(step.after, pip, _boneyard(trace, step.after)) for pip in ends.values()
        ):
            return True
    return False


def dead_double_ends_turn(trace: Trace) -> bool:
    """A double is dead as it is laid, so that it need not be covered and the turn ends."""
    return any(
        step.lays_double
        and step.after["to_play"] not in (None, step.seat)
        and step.tile is not None
        and on_table(step.after, step.tile[0], _boneyard(trace, step.after))
        for step in _general(trace)
    )


def three_doubles_in_a_turn(trace: Trace) -> bool:
    """A seat lays three doubles in a row in one general turn."""
    general = [
        step if step.lays_double and not first else None
        for step, first in zip(trace.steps, trace.first_turns, strict=True)
        if step.action != "draw"
    ]
    return any(
        first and second and third and first.seat == second.seat == third.seat
        for first, second, third in zip(general, general[1:], general[2:], strict=False)
    )


def extra_play_passes(trace: Trace) -> bool:
    """A seat lays a double, has no play for it and passes."""
    return _own_double_then(trace, ["pass"]) or _own_double_then(trace, ["draw", "pass"])


def draws_twice_in_a_turn(trace: Trace) -> bool:
    """A seat draws, lays a double and draws once more."""
    steps = list(_general(trace))
    return any(
        (one.action, three.action) == ("draw", "draw") and two.lays_double
        for one, two, three in zip(steps, steps[1:], steps[2:], strict=False)
        if one.seat == three.seat
    )


def _own_double_then(trace: Trace, actions: Sequence[str]) -> bool:
    steps = list(_general(trace))
    return any(
        step.lays_double
        and [after.action for after in steps[at + 1 : at + 1 + len(actions)]] == list(actions)
        and steps[at + 1].seat == step.seat
        for at, step in enumerate(steps)
    )


def duty_comes_back(trace: Trace) -> bool:
    """Nobody covers a double until it binds the seat that laid it."""
    laid: dict[str, int] = {}
    turn = None
    for step in trace.steps:
        where = place_of(step.action)
        if step.seat != turn:
            turn = step.seat
            bound = step.before["table"]["open_doubles"]
            if any(laid.get(train) == turn for train in bound):
                return True
        if where:
            laid.pop(where, None)
            if step.lays_double:
                laid[where] = step.seat
    return False


def last_tile_is_a_double(trace: Trace) -> bool:
    """A double empties the hand that ends the round."""
    return trace.result.get("reason") == "out" and trace.steps[-1].lays_double


# Markers


def starts_marked_train(trace: Trace) -> bool:
    """A seat starts the marked train of another."""
    return any(
        place_of(step.action) not in ("", "M", str(step.seat))
        and place_of(step.action) not in step.before["table"]["started"]
        for step in trace.steps
    )


def marked_train_waits(trace: Trace) -> bool:
    """A seat has a tile for the marked train of another that is not started, and may not."""
    for step in _general(trace):
        table = step.before["table"]
        if table["open_doubles"] or not fits_in_hand(step.before, step.seat, table["engine"]):
            continue
        marked = {str(seat) for seat in table["markers"] if seat != step.seat}
        if marked - set(table["started"]) and not trace.parameters["start_marked"]:
            return True
    return False


def plays_on_marked_train(trace: Trace) -> bool:
    """A seat plays on the marked train of another."""
    return any(
        place_of(step.action) not in ("", "M", str(step.seat))
        and int(place_of(step.action)) in step.before["table"]["markers"]
        for step in trace.steps
    )


# Blocks


def blocked_by_last_marker(trace: Trace) -> bool:
    """The pass that blocks the round puts up a marker that would let another seat play."""
    if trace.result.get("reason") != "blocked":
        return False
    step = trace.steps[-1]
    table = step.before["table"]
    if step.seat in table["markers"] or table["open_doubles"]:
        return False
    if str(step.seat) not in table["started"] and not trace.parameters["start_marked"]:
        return False
    end = table["ends"][str(step.seat)]
    return any(
        fits_in_hand(step.before, seat, end) for seat in range(trace.seats) if seat != step.seat
    )


def count_begins_again(trace: Trace) -> bool:
    """A counted pass that puts up a marker comes after another counted pass."""
    passes = 0
    for step in _general(trace):
        if step.action != "pass" or _can_draw(trace, step.before):
            passes = 0
            continue
        if passes and step.seat not in step.before["table"]["markers"]:
            return bool(trace.parameters["block"] == "n_passes_stable")
        passes += 1
    return False


def drew_one_and_passed(trace: Trace) -> bool:
    """A seat draws its one tile and passes while there is more to draw."""
    return any(
        (one.action, two.action) == ("draw", "pass") and two.before["boneyard"] > 0
        for one, two in zip(trace.steps, trace.steps[1:], strict=False)
    )
