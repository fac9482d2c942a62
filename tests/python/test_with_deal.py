"""The same actions on another deal."""

from __future__ import annotations

from typing import Any

import pytest
from bonepile.errors import DealError, RedealError


def played(engine: Any) -> Any:
    round = engine.deal(engine.Rules("masters-draw", players=2), seed=1)
    return round.play("6-6").play("3-6@L")


def swapped(round: Any, one: str, other: str) -> dict[str, Any]:
    """The round's deal with two tiles in each other's place."""
    places = {one: other, other: one}
    deal = round.deal.to_dict()
    deal["hands"] = [[places.get(tile, tile) for tile in hand] for hand in deal["hands"]]
    deal["boneyard"] = [places.get(tile, tile) for tile in deal["boneyard"]]
    return deal


def test_its_own_deal_changes_nothing(engine: Any) -> None:
    round = played(engine).playout(3)
    assert round.with_deal(round.deal) == round
    assert round.with_deal(deal=round.deal.to_dict()) == round


def test_hidden_tiles_change_places(engine: Any) -> None:
    round = played(engine)
    hidden = round.deal.boneyard
    deal = swapped(round, hidden[0], hidden[-1])
    other = round.with_deal(deal)
    assert other.actions == round.actions
    assert other.deal == engine.Deal.from_dict(deal)
    assert other != round
    assert other.snapshot() == round.snapshot()


def test_the_first_action_that_is_contradicted_is_named(engine: Any) -> None:
    round = played(engine)
    deal = swapped(round, "3-6", round.deal.boneyard[0])
    with pytest.raises(DealError) as refused:
        round.with_deal(deal)
    assert refused.value.reasons == (
        "actions[1]: 3-6@L is not legal on this deal (tile_not_in_hand)",
    )


def test_a_draw_is_contradicted_by_a_tile_that_fits(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2, set=3, hand_size=2)
    hands = [["3-3", "0-0"], ["0-1", "1-1"]]
    boneyard = ["0-3", "1-3", "2-3", "0-2", "1-2", "2-2"]
    round = engine.Round(rules, {"hands": hands, "boneyard": boneyard}, 0, ["3-3", "draw"])
    with pytest.raises(DealError, match=r"^actions\[1\]: draw .*can_play"):
        round.with_deal(swapped(round, "0-1", "1-3"))


def test_a_deal_that_does_not_fit_is_refused_as_ever(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2, set=2, hand_size=1)
    deal = {"hands": [["0-0"], ["0-1"]], "boneyard": ["1-1", "0-2", "1-2", "2-2"]}
    round = engine.Round(rules, deal, 0, ["0-0"])
    with pytest.raises(DealError, match="1-1"):
        round.with_deal({**deal, "boneyard": ["1-1", "1-1", "1-2", "2-2"]})
    with pytest.raises(RedealError):
        round.with_deal({"hands": [["1-2"], ["0-1"]], "boneyard": ["1-1", "0-2", "0-0", "2-2"]})
    with pytest.raises(TypeError):
        round.with_deal(7)


def test_the_leader_stays(engine: Any) -> None:
    rules = engine.Rules("all-fives", players=3)
    deal = {**engine.deal(rules, seed=4).deal.to_dict(), "leader": 2}
    round = engine.Round(rules, deal)
    other = round.with_deal({**deal, "leader": None})
    assert other == round
    assert other.to_play == 2
