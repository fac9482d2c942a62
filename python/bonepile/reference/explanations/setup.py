"""How a round was set up: the set, the hands, and who is on turn first."""

from __future__ import annotations

from collections.abc import Iterator

from bonepile.types import Statement

from ..deals import Deal
from ..line import LineState, heaviest_tile
from ..parameters import LineRules, TrainRules
from ..round import Round
from ..state import highest_double, holder
from ..tiles import Tile, is_double, tile_set, tile_text, tiles_by_text
from .wording import counted, listed, sentence


def line_setup(round: Round, deal: Deal, rules: LineRules, start: LineState) -> Iterator[Statement]:
    """The deal of a line game and its opening."""
    yield the_set(rules)
    yield the_deal(round, deal, rules)
    if rules.reserve:
        yield Statement(
            "G-DRAW-1", f"{counted(rules.reserve, 'tile')} of the boneyard can never be drawn."
        )
    yield the_sides(rules)
    yield the_opening(round, deal, rules, start)
    if rules.opening == "any_tile":
        yield the_leader(round, rules, start)
    if rules.in_play == "none":
        yield Statement("L-COUNT-1", "Nothing scores before the end of the round.")


def the_set(rules: LineRules | TrainRules) -> Statement:
    """The tiles there are."""
    return Statement(
        "G-SET-1", f"A double-{rules.set} set has {counted(len(tile_set(rules.set)), 'tile')}."
    )


def the_deal(round: Round, deal: Deal, rules: LineRules | TrainRules) -> Statement:
    """How many tiles each seat was dealt."""
    tiles = counted(round.rules.hand_tiles, "tile")
    rest = counted(len(deal.boneyard), "tile")
    are = "is" if len(deal.boneyard) == 1 else "are"
    return Statement(
        "G-DEAL-1", f"{rules.players} seats are dealt {tiles} each; {rest} {are} the boneyard."
    )


def the_sides(rules: LineRules) -> Statement:
    """Who scores together."""
    if rules.partnership == "none":
        return Statement("L-SIDE-1", "Everybody plays alone.")
    if rules.partners:
        return Statement(
            "L-SIDE-2", "Seats 0 and 2 are partners, side 0, and seats 1 and 3 are side 1."
        )
    return Statement("L-SIDE-2", f"Only four seats are partners: the {rules.players} play alone.")


def the_opening(round: Round, deal: Deal, rules: LineRules, start: LineState) -> Statement:
    """Which tile may be led, and by whom."""
    seat = start.to_play
    if rules.opening == "any_tile":
        return Statement("L-OPEN-4", f"Seat {seat} leads any tile of its hand.")
    hands = dealt_hands(round, deal)
    double = highest_double(hands)
    if double is not None:
        return Statement(
            "L-OPEN-1",
            f"The highest double of all hands is {tile_text(double)}: seat {seat} must lead it.",
        )
    heaviest = tile_text(heaviest_tile(hands))
    return Statement(
        "L-OPEN-3", f"Nobody holds a double: seat {seat} must lead the heaviest tile, {heaviest}."
    )


def the_leader(round: Round, rules: LineRules, start: LineState) -> Statement:
    """Why that seat leads."""
    seat = start.to_play
    if seat == round.round % rules.players:
        because = f"as it is in round {round.round} unless the deal names another"
    else:
        because = "for the deal names it"
    return Statement("L-LEADER-1", f"Seat {seat} is the leader, {because}.")


def train_setup(round: Round, deal: Deal, rules: TrainRules) -> Iterator[Statement]:
    """The deal of a train game, its engine, and who is on turn first."""
    yield the_set(rules)
    if rules.engine == "descending":
        yield from engine_set_aside(round, deal, rules)
    else:
        yield the_deal(round, deal, rules)
        yield from engine_from_hands(round, deal, rules)
    yield Statement(
        "T-TABLE-1",
        f"{rules.players} personal trains and the Mexican Train grow from the engine.",
    )
    yield Statement("T-MARK-3", "No marker is up.")
    if rules.first_turn == "single":
        yield Statement("T-FIRST-1", "No first turn is special: a seat may begin on any train.")
    else:
        yield Statement("T-FIRST-2", "Each seat's first turn is a chain on its own train.")


def engine_set_aside(round: Round, deal: Deal, rules: TrainRules) -> Iterator[Statement]:
    """An engine taken out of the set before the deal."""
    yield Statement(
        "T-ENGINE-1",
        f"The engine of round {round.round} is {deal.engine}, set aside before the deal.",
    )
    yield the_deal(round, deal, rules)
    first = round.round % rules.players
    yield Statement(
        "T-ENGINE-2",
        f"Seat {first} is on turn first: round {round.round} modulo {rules.players} seats.",
    )


def engine_from_hands(round: Round, deal: Deal, rules: TrainRules) -> Iterator[Statement]:
    """An engine held in a hand, or drawn where no hand has a double."""
    hands = dealt_hands(round, deal)
    engine = highest_double(hands)
    if engine is not None:
        layer = holder(hands, engine)
        yield Statement(
            "T-ENGINE-3",
            f"The highest double of all hands is {tile_text(engine)}: seat {layer} lays it as the "
            "engine and has one tile fewer.",
        )
    else:
        layer = (round.round + len(search_draws(round, deal)) - 1) % rules.players
        yield engine_drawn(round, deal, rules)
    yield Statement(
        "T-ENGINE-4",
        f"Seat {(layer + 1) % rules.players}, to the left of seat {layer}, is on turn first.",
    )


def engine_drawn(round: Round, deal: Deal, rules: TrainRules) -> Statement:
    """The draws that look for an engine."""
    draws = [
        f"seat {(round.round + i) % rules.players} draws {tile_text(tile)}"
        for i, tile in enumerate(search_draws(round, deal))
    ]
    told = sentence(listed(draws))
    kept = "; the others keep theirs" if len(draws) > 1 else ""
    return Statement("T-ENGINE-5", f"Nobody is dealt a double. {told}, which is the engine{kept}.")


def search_draws(round: Round, deal: Deal) -> list[Tile]:
    """The tiles of the boneyard up to the first double."""
    drawn = []
    for text in deal.boneyard:
        drawn.append(tiles_by_text(round.rules.game.set)[text])
        if is_double(drawn[-1]):
            break
    return drawn


def dealt_hands(round: Round, deal: Deal) -> list[list[Tile]]:
    """The hands of the deal."""
    by_text = tiles_by_text(round.rules.game.set)
    return [[by_text[text] for text in hand] for hand in deal.hands]


def set_up_from_position(round: Round, start_on_table: int) -> Iterator[Statement]:
    """A round that begins in the middle."""
    state = round._state
    held = [f"seat {seat} holds {len(hand)}" for seat, hand in enumerate(state.hands)]
    yield the_set(round.rules.game)
    yield Statement(
        "G-DEAL-2",
        f"The round was set up from a position. Now {listed(held)}, "
        f"{len(state.boneyard)} are in the boneyard and {start_on_table} on the table.",
    )
