"""Line games explained: the count in play, how a round ends, and what it scores."""

from __future__ import annotations

from collections.abc import Iterator

from bonepile.types import Statement

from ..actions import LEAD
from ..line import LineState, rounded, score_block, score_out
from ..tiles import Tile, is_double, tile_text
from .wording import added, listed, numbered, sentence, tiles


def side_name(state: LineState, side: int) -> str:
    """``side 0`` of partners, else the seat that is a side of its own."""
    return f"side {side}" if state.rules.partners else f"seat {side}"


# In play


def count_in_play(
    before: LineState, tile: Tile, place: str, after: LineState
) -> Iterator[Statement]:
    """The count of the layout after a play, and whether it scores."""
    if after.rules.in_play == "none":
        return
    if place == LEAD:
        yield lead_count(tile)
    else:
        yield from what_counts(before, tile, place, after)
        terms = [shown_at(after, arm) for arm in after.shown]
        yield Statement("L-COUNT-3", f"The ends show {listed(terms)}: {after.count()} together.")
    yield in_play_score(before, after)


def lead_count(tile: Tile) -> Statement:
    """A lead alone on the table."""
    once = ", counted once" if is_double(tile) else ""
    return Statement(
        "L-COUNT-5", f"{tile_text(tile)} alone shows {tile[0]} + {tile[1]}{once}: {sum(tile)}."
    )


def shown_at(state: LineState, arm: str) -> str:
    """What an arm shows, and the double that shows it."""
    pips, end = state.shown[arm], state.ends[arm]
    return f"{arm} {pips}" if pips == end else f"{arm} {pips} ({end}-{end})"


def what_counts(before: LineState, tile: Tile, place: str, after: LineState) -> Iterator[Statement]:
    """The ends that show something else than the outer pip of a single."""
    spinner_open = after.spinner_open or ()
    for arm, pips in after.shown.items():
        if pips == after.ends[arm]:
            continue
        pip = after.ends[arm]
        if arm not in spinner_open and arm == place:
            yield Statement(
                "L-COUNT-4", f"The double {pip}-{pip} at {arm} shows both halves, {pips}."
            )
        elif arm in spinner_open:
            yield Statement(
                "L-COUNT-6", f"The spinner {pip}-{pip} is open on its {arm} side and shows {pips}."
            )
    if before.spinner_open and after.spinner_open == ():
        yield Statement(
            "L-COUNT-6", "With both its sides taken, the spinner shows nothing any more."
        )
    if place in ("N", "S") and place not in before.shown:
        yield Statement("L-COUNT-7", f"With {tile_text(tile)} on it, {place} counts too.")


def in_play_score(before: LineState, after: LineState) -> Statement:
    """Whether the count scores."""
    count = after.count()
    if count == 0:
        return Statement("L-COUNT-2", "A count of 0 scores nothing.")
    if count % 5:
        return Statement("L-COUNT-2", f"{count} is no multiple of five and scores nothing.")
    who = side_name(after, after.rules.side(before.to_play))
    return Statement("L-COUNT-2", f"{count} is a multiple of five: {who} scores {count}.")


# The end


def ending(state: LineState) -> Iterator[Statement]:
    """How the round ended and what it scores, step by step."""
    result = state.result
    assert result is not None
    if result.reason == "out":
        yield from how_out(state)
    else:
        yield from how_blocked(state)
    yield from hands_left(state)
    yield who_wins(state)
    if result.winner is not None:
        yield from points_of_winner(state, result.winner)


def how_out(state: LineState) -> Iterator[Statement]:
    """Who went out."""
    seat = state.to_play
    partner = (seat + 2) % 4
    if state.rules.partners and state.rules.go_out == "both_partners":
        yield Statement(
            "L-END-2",
            f"Seat {seat} has laid its last tile, and its partner, seat {partner}, has none: "
            "both are out and the round ends.",
        )
        return
    holds = state.rules.partners and state.hands[partner]
    whatever = f", whatever its partner, seat {partner}, holds" if holds else ""
    yield Statement(
        "L-END-1", f"Seat {seat} has laid its last tile: it goes out, and the round ends{whatever}."
    )


def how_blocked(state: LineState) -> Iterator[Statement]:
    """Who has passed."""
    out = state.seats_out()
    if out:
        holding = [seat for seat, hand in enumerate(state.hands) if hand]
        yield Statement(
            "L-END-4",
            f"Only {numbered('seat', holding)} still {'hold' if len(holding) > 1 else 'holds'} "
            "tiles: no other pass is needed.",
        )
    yield Statement(
        "G-BLOCK-3",
        f"{state.passes} passes in a row and nothing to draw: the round is blocked.",
    )


def hands_left(state: LineState) -> Iterator[Statement]:
    """The pips left in the hands, and in those of partners together."""
    left = [
        f"{sum(map(sum, hand))} with seat {seat} ({tiles(hand)})"
        for seat, hand in enumerate(state.hands)
        if hand
    ]
    blank = "; 0-0 counts 0" if any((0, 0) in hand for hand in state.hands) else ""
    yield Statement("L-HAND-1", f"Pips left: {listed(left)}{blank}.")
    if state.rules.partners:
        pips = [sum(map(sum, hand)) for hand in state.hands]
        sides = [f"side {side} holds {added(pips[side::2])}" for side in range(2)]
        yield Statement("L-SIDE-3", f"Partners add up: {listed(sides)}.")


def who_wins(state: LineState) -> Statement:
    """The side that went out or holds the fewest pips; nobody where sides share them."""
    assert state.result is not None
    winner, pips = state.result.winner, state.side_pips()
    if winner is None:
        shared = [side for side, own in enumerate(pips) if own == min(pips)]
        names = numbered("side" if state.rules.partners else "seat", shared)
        return Statement(
            "L-BLOCKED-2",
            f"{sentence(names)} share the fewest pips, {min(pips)}: nobody wins or scores now.",
        )
    who = sentence(side_name(state, winner))
    if state.result.reason == "out":
        return Statement("L-OUT-1", f"{who} wins.")
    others = [own for side, own in enumerate(pips) if side != winner]
    return Statement(
        "L-BLOCKED-1",
        f"{who} has the fewest pips, {pips[winner]} against {listed(others)}: it wins.",
    )


def points_of_winner(state: LineState, winner: int) -> Iterator[Statement]:
    """The points of the end, rounded, and on top of those in play."""
    assert state.result is not None
    rules, pips = state.rules, state.side_pips()
    who = sentence(side_name(state, winner))
    if state.result.reason == "out":
        points = score_out(rules, pips, winner)
        yield out_points(state, who, winner)
    else:
        points = score_block(rules, pips, winner)
        yield blocked_points(state, who, winner)
    at_end = rounded(points, rules.round_to)
    if rules.round_to == 5:
        near = f"{points} is rounded to {at_end}" if points != at_end else f"{points} stays"
        yield Statement("L-SUM-2", f"To the nearest multiple of five: {near}.")
    elif points % 5:
        yield Statement("L-SUM-1", f"{points} is not rounded.")
    if state.scores[winner]:
        yield Statement(
            "L-SUM-3",
            f"With the {state.scores[winner]} scored in play {who[:1].lower()}{who[1:]} has "
            f"{state.result.points[winner]}.",
        )


def out_points(state: LineState, who: str, winner: int) -> Statement:
    """What the side that went out scores."""
    pips = state.side_pips()
    own = pips[winner]
    others = [pip for side, pip in enumerate(pips) if side != winner]
    if state.rules.score_out == "opponents":
        return Statement("L-OUT-2", f"{who} scores the pips of the others: {added(others)}.")
    if state.rules.score_out == "opponents_minus_own":
        return Statement(
            "L-OUT-3",
            f"{who} scores the pips of the others less its own: "
            f"{less(others, own)} = {sum(others) - own}.",
        )
    return Statement("L-OUT-4", f"{who} scores the pips of all hands: {added(pips)}.")


def blocked_points(state: LineState, who: str, winner: int) -> Statement:
    """What the side with the fewest pips scores."""
    pips = state.side_pips()
    own = pips[winner]
    others = [pip for side, pip in enumerate(pips) if side != winner]
    rule = state.rules.score_block
    if rule == "difference":
        return Statement(
            "L-BLOCKED-3",
            f"{who} scores the pips of the others less its own, once: "
            f"{less(others, own)} = {sum(others) - own}.",
        )
    if rule == "pairwise_differences":
        each = " + ".join(f"({pip} - {own})" for pip in others)
        return Statement(
            "L-BLOCKED-4",
            f"{who} scores what each other has more than itself: "
            f"{each} = {sum(others) - own * len(others)}.",
        )
    if rule == "opponents":
        return Statement("L-BLOCKED-5", f"{who} scores the pips of the others: {added(others)}.")
    return Statement("L-BLOCKED-6", f"{who} scores the pips of all hands: {added(pips)}.")


def less(others: list[int], own: int) -> str:
    """``7 + 12 - 3``."""
    return f"{' + '.join(map(str, others))} - {own}"
