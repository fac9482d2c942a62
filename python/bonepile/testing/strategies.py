"""Hypothesis strategies for rules, deals, rounds, records and actions.

For tests of engines, front ends and players. Everything is drawn as explicit data, so that failures
shrink to the plainest rules, sorted deals and short play. Needs ``hypothesis``, which the extra
``testing`` brings. Rules and rounds are those of the core; ``to_dict()``, ``deal.to_dict()`` and
``actions`` give what another engine needs.

    >>> from hypothesis import given
    >>> @given(rounds())
    ... def test_who_is_on_turn_can_do_something(round):
    ...     assert (round.to_play is None) == (not round.legal_actions())
    >>> test_who_is_on_turn_can_do_something()

"""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import assume
from hypothesis import strategies as st

import bonepile
from bonepile import Match, Round, Rules

from ..errors import RulesError
from ..types import Json
from .deals import deal_of, hand_size_of, tiles_to_deal
from .parameters import CHOICES, PARENTS, catalogue, seats_of
from .probes import NONSENSE

__all__ = ["actions", "deals", "records", "rounds", "rules"]

SEATS = range(2, 9)
SMALL = 7
"""The largest set that is drawn, where sets are."""

MOST_CHOICES = 60
PLACES = ("", "@L", "@R", "@N", "@S", "@M", "@0", "@1", "@7")


@st.composite
def rules(
    draw: st.DrawFn,
    presets: Collection[str] = (),
    players: Collection[int] = SEATS,
    *,
    overrides: bool = True,
) -> Rules:
    """Legal rules: a preset as it is, or with a set, hands and rules of the house.

    ``presets``: the names to choose from, all when empty. ``players``: the numbers of seats.
    """
    known = catalogue(bonepile)
    name = draw(st.sampled_from(sorted(presets) or list(known)))
    preset = known[name]
    if not overrides or not draw(st.booleans()):
        seats = [n for n in seats_of(preset.parameters["hand_size"]) if n in players]
        assume(seats)
        return Rules(name, players=draw(st.sampled_from(seats)))
    chosen: dict[str, Json] = {}
    for parameter, values in CHOICES[preset.family].items():
        value = draw(st.sampled_from((None, *values)))
        if value is not None:
            chosen[parameter] = value
    for child, (parent, on) in PARENTS.items():
        if chosen.get(parent, preset.parameters.get(parent)) not in on:
            chosen.pop(child, None)
    number = draw(st.sampled_from(sorted(players)))
    smallest = next(n for n in range(1, 19) if (n + 1) * (n + 2) // 2 >= 2 * number + 5)
    size = draw(st.integers(smallest, max(smallest, SMALL)))
    hand = draw(st.integers(1, ((size + 1) * (size + 2) // 2 - 5) // number))
    try:
        return Rules(name, players=number, set=size, hand_size=hand, **chosen)
    except RulesError:
        assume(False)
        raise


@st.composite
def deals(draw: st.DrawFn, rules: Rules, round: int = 0) -> dict[str, Json]:
    """A deal for that round of the rules, as records hold it; one that need not be dealt again."""
    parameters = rules.parameters
    tiles, engine = tiles_to_deal(parameters, round)
    deck = list(draw(st.permutations(sorted(tiles))))
    hand, seats = hand_size_of(parameters, rules.players), rules.players
    doubles = [at for at, (low, high) in enumerate(deck) if low == high]
    if parameters.get("no_double") == "redeal" and doubles[0] >= hand * seats:
        deck[0], deck[doubles[0]] = deck[doubles[0]], deck[0]
    hands = [sorted(deck[hand * seat : hand * (seat + 1)]) for seat in range(seats)]
    leader = None
    if parameters.get("opening") == "any_tile":
        leader = draw(st.sampled_from([None, *range(seats)]))
    return deal_of(hands, deck[hand * seats :], engine, leader)


@st.composite
def rounds(draw: st.DrawFn, of: Rules | None = None) -> Round:
    """A round somewhere between its deal and its end, of these rules or of any."""
    own = draw(rules()) if of is None else of
    last = own.parameters["set"] if own.parameters.get("engine") == "descending" else 3
    number = draw(st.integers(0, min(3, last)))
    round = Round(own, draw(deals(own, number)), number)
    for choice in draw(_choices()):
        legal = round.legal_actions()
        if not legal:
            break
        round = round.play(legal[choice % len(legal)])
    return round


@st.composite
def records(draw: st.DrawFn, of: Rules | None = None) -> dict[str, Json]:
    """A record of a match under way, of one or more rounds (``bonepile-record/1``).

    ``of``: rules of a match; train games whose ``rounds`` is None are none.
    """
    own = draw(rules().filter(_is_a_match)) if of is None else of
    match = Match(own, seed=draw(st.integers(0, 2**32)), deal=draw(deals(own)))
    for choice in draw(_choices()):
        if match.is_over:
            break
        legal = match.round.legal_actions()
        match = match.play(legal[choice % len(legal)]) if legal else match.next_round()
    return match.record()


@st.composite
def actions(draw: st.DrawFn, round: Round) -> str:
    """Something to try in a round: a legal action, one that is not, or what is no action at all."""
    legal = [str(action) for action in round.legal_actions()]
    is_legal: bool = draw(st.booleans())
    if legal and is_legal:
        chosen: str = draw(st.sampled_from(legal))
        return chosen
    size = round.rules.parameters["set"]
    low = draw(st.integers(0, size + 1))
    tile = f"{low}-{draw(st.integers(low, size + 1))}"
    tried = [tile + place for place in PLACES]
    other: str = draw(st.sampled_from(("draw", "pass", "stop", *tried, *NONSENSE)))
    return other


def _is_a_match(rules: Rules) -> bool:
    return rules.parameters.get("rounds", 1) is not None


def _choices() -> st.SearchStrategy[list[int]]:
    """Which of the legal actions is played, one after the other."""
    return st.lists(st.integers(0, 11), max_size=MOST_CHOICES)
