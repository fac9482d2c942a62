"""How a trace tells that something rare has happened in a line game, or in any."""

from __future__ import annotations

from collections.abc import Callable

from ...types import Snapshot
from .trace import Step, Trace, is_double, place_of, tile_of

LONG = 60


# Any game


def small_set(trace: Trace) -> bool:
    """The set is a double-1 or a double-2."""
    return bool(trace.parameters["set"] <= 2)


def short_hands(trace: Trace) -> bool:
    """No hand has more than two tiles."""
    return all(len(hand) <= 2 for hand in trace.deal["hands"])


def bare_boneyard(trace: Trace) -> bool:
    """The boneyard has no more than three tiles."""
    return len(trace.deal["boneyard"]) <= 3


def eight_seats(trace: Trace) -> bool:
    """Eight play."""
    return trace.seats == 8


def double_18(trace: Trace) -> bool:
    """The largest set is played."""
    return bool(trace.parameters["set"] == 18)


def long_round(trace: Trace) -> bool:
    """The round takes more actions than there are tiles dealt to hands, twice over."""
    dealt = sum(len(hand) for hand in trace.deal["hands"])
    return len(trace.steps) > max(LONG, 2 * dealt)


def blocked(trace: Trace) -> bool:
    """Nobody can go on."""
    return trace.result.get("reason") == "blocked"


def pass_count_broken(trace: Trace) -> bool:
    """After a counted pass somebody plays."""
    reserve = trace.parameters.get("reserve", 0)
    no_draw = trace.parameters["draw"] == "none"
    return any(
        one.action == "pass"
        and place_of(two.action) != ""
        and (no_draw or one.before["boneyard"] <= reserve)
        for one, two in zip(trace.steps, trace.steps[1:], strict=False)
    )


def double_blank_left(trace: Trace) -> bool:
    """The tile 0-0 is left in a hand."""
    return bool(trace.result) and any("0-0" in hand for hand in trace.last["hands"])


# The opening


def redeal(trace: Trace) -> bool:
    """The deal is refused: nobody holds a double."""
    return trace.refused


def heaviest_tile_leads(trace: Trace) -> bool:
    """Nobody holds a double, and two hands hold tiles with the most pips."""
    sums = [max(sum(tile_of(tile) or ()) for tile in hand) for hand in trace.deal["hands"]]
    doubles = any(is_double(tile) for hand in trace.deal["hands"] for tile in hand)
    return not doubles and sums.count(max(sums)) > 1


def other_leader(trace: Trace) -> bool:
    """The deal names a leader that the number of the round does not."""
    leader = trace.deal["leader"]
    return leader is not None and leader != trace.rounds[0].round % trace.seats


# Turns and ends


def voluntary_draw(trace: Trace) -> bool:
    """A seat draws though it could play."""
    return any(step.action == "draw" and len(step.before["legal"]) > 1 for step in trace.steps)


def reserve_reached(trace: Trace) -> bool:
    """A draw leaves exactly what is kept back, and later somebody passes."""
    kept = trace.parameters["reserve"]
    drawn = any(step.action == "draw" and step.after["boneyard"] == kept for step in trace.steps)
    return kept > 0 and drawn and any(step.action == "pass" for step in trace.steps)


def both_partners_out(trace: Trace) -> bool:
    """Two partners have laid all their tiles."""
    return len(trace.result.get("out", ())) == 2


def seat_passed_over(trace: Trace) -> bool:
    """The turn skips a seat without tiles."""
    return any(
        step.action != "draw" and step.after["to_play"] not in (None, (step.seat + 1) % trace.seats)
        for step in trace.steps
    )


def blocked_with_a_seat_out(trace: Trace) -> bool:
    """A round is blocked that a seat has no tiles in any more."""
    return blocked(trace) and not all(trace.last["hands"])


def last_tile_is_a_double(trace: Trace) -> bool:
    """A double empties the hand that ends the round."""
    return trace.result.get("reason") == "out" and trace.steps[-1].lays_double


# The spinner and the count


def _first_double(trace: Trace) -> Step | None:
    return next((step for step in trace.steps if step.lays_double), None)


def spinner_is_the_last_tile(trace: Trace) -> bool:
    """The first double of the round empties a hand."""
    step = _first_double(trace)
    return step is not None and step is trace.steps[-1] and trace.result.get("reason") == "out"


def spinner_half_open(trace: Trace) -> bool:
    """The round ends while the spinner still has a side open in the line."""
    return (
        bool(trace.result) and _first_double(trace) is not None and "N" not in trace.last["table"]
    )


def both_cross_arms(trace: Trace) -> bool:
    """Tiles lie on both arms across the line."""
    return {"N", "S"} <= {place_of(step.action) for step in trace.steps}


def count_of(count: int) -> Callable[[Trace], bool]:
    """After some play the count is just this."""

    def met(trace: Trace) -> bool:
        return any(_count(snapshot) == count for snapshot in trace.snapshots)

    return met


def _count(snapshot: Snapshot) -> int | None:
    table = snapshot["table"]
    return table.get("count") if table else None


def count_of_nothing(trace: Trace) -> bool:
    """The count is 0, which does not score."""
    return any(_count(step.after) == 0 for step in trace.steps)


# Scoring at the end


def equal_lowest(trace: Trace) -> bool:
    """The round is blocked and two sides share the fewest pips."""
    return blocked(trace) and trace.result["winner"] is None


def _unrounded(trace: Trace) -> tuple[int, int] | None:
    """The winner's points of the end as they are, and as they were given."""
    winner = trace.result.get("winner")
    if winner is None:
        return None
    sides = len(trace.last["scores"])
    pips = [0] * sides
    for seat, hand in enumerate(trace.last["hands"]):
        pips[seat % sides] += sum(sum(tile_of(tile) or ()) for tile in hand)
    own, total = pips[winner], sum(pips)
    others = total - own
    how = trace.parameters["score_out" if trace.result["reason"] == "out" else "score_block"]
    worth = {
        "opponents": others,
        "opponents_minus_own": others - own,
        "difference": others - own,
        "pairwise_differences": others - own * (sides - 1),
        "everyone": total,
    }
    given = trace.result["points"][winner] - trace.last["scores"][winner]
    return worth[how], given


def rounded_up(trace: Trace) -> bool:
    """The points of the end are rounded up."""
    points = _unrounded(trace)
    return points is not None and points[0] < points[1]


def rounded_down(trace: Trace) -> bool:
    """The points of the end are rounded down."""
    points = _unrounded(trace)
    return points is not None and points[0] > points[1]


def negative_points(trace: Trace) -> bool:
    """The winner's points of the end are less than nothing."""
    points = _unrounded(trace)
    return points is not None and points[0] < 0


def negative_rounded(trace: Trace) -> bool:
    """Points less than nothing are rounded."""
    points = _unrounded(trace)
    return points is not None and points[0] < 0 and points[0] != points[1]
