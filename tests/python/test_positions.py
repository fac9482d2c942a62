"""Rounds that are set up from a position."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from bonepile.errors import (
    BonepileError,
    IllegalActionError,
    PositionError,
    RecordError,
    StateError,
)
from bonepile.testing.cases import POLICIES, choose, draw_case, draw_deal
from bonepile.testing.parameters import catalogue
from building import PRESETS
from strategies import SIZES

FIVES = {"preset": "all-fives", "players": 2, "set": 5, "hand_size": 3}
"""The example of docs/positions.md, whole."""

FIVES_POSITION: dict[str, Any] = {
    "format": "bonepile-position/1",
    "round": 0,
    "leader": 0,
    "hands": [["1-2"], ["1-4", "4-5"]],
    "boneyard": [
        *("0-0", "0-1", "1-1", "0-2", "2-2", "0-3", "1-3", "2-3"),
        *("3-3", "0-4", "2-4", "3-4", "4-4", "1-5", "2-5"),
    ],
    "layout": {"lead": "5-5", "L": ["0-5"], "R": ["3-5"], "N": [], "S": [], "spinner": "5-5"},
    "to_play": 1,
    "last": None,
    "passes": 0,
    "drew": False,
    "scores": [10, 10],
}


def fives(engine: Any, **changes: Any) -> Any:
    return engine.Round.from_position(engine.Rules.from_dict(FIVES), FIVES_POSITION | changes)


def test_the_example_of_the_page() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "positions.md"
    _, _, example = page.read_text(encoding="utf-8").partition("```json\n")
    assert json.loads(example.partition("```")[0]) == FIVES_POSITION


def expect_the_same(engine: Any, round: Any, *, playout: bool) -> None:
    """Setting up the round's position changes nothing but its past."""
    position = round.position()
    again = engine.Round.from_position(round.rules, json.loads(json.dumps(position)))
    assert again.snapshot() == round.snapshot()
    assert again.legal_actions() == round.legal_actions()
    assert again.position() == position
    assert again.position_key() == round.position_key()
    assert again.set_up_from == position
    assert (again.deal, again.actions, again.round) == (None, (), round.round)
    assert again.result == round.result
    if playout:
        one, other = again.playout(7), round.playout(7)
        assert one.actions == other.actions[len(round.actions) :]
        assert one.position() == other.position()


@pytest.mark.parametrize("preset", PRESETS)
def test_every_position_of_random_play_is_accepted(engine: Any, preset: str) -> None:
    for players in (2, max(SIZES[preset])):
        rules = engine.Rules(preset, players=players)
        end = engine.deal(rules, seed=players, round=1).playout(players)
        round = engine.Round(rules, end.deal, end.round)
        for ply, action in enumerate([*end.actions, None]):
            expect_the_same(engine, round, playout=ply % 9 == 0)
            round = round if action is None else round.play(action)


@pytest.mark.parametrize("part", range(8))
def test_every_position_is_accepted_under_overrides(engine: Any, part: int) -> None:
    presets = catalogue(engine)
    for index in range(25 * part, 25 * part + 25):
        case = draw_case(5, index, presets, overrides=True)
        try:
            rules = engine.Rules.from_dict(case.rules)
            deal = draw_deal(case, rules.parameters)
            if deal is None:
                round = engine.deal(rules, case.game_seed, case.round, case.game)
            else:
                round = engine.Round(rules, deal, case.round)
        except BonepileError:
            continue
        ply = 0
        while True:
            expect_the_same(engine, round, playout=ply % 9 == 0)
            legal = [str(action) for action in round.legal_actions()]
            if not legal:
                break
            dice = case.dice("position", ply)
            round = round.play(choose(dice, POLICIES[index % len(POLICIES)], legal))
            ply += 1


def test_a_position_goes_on(engine: Any) -> None:
    round = fives(engine)
    assert round.set_up_from == FIVES_POSITION
    after = round.play("4-5@N")
    assert after.actions == ("4-5@N",)
    assert after.snapshot()["scores"] == [10, 10]
    assert after.undo() == round
    assert after.set_up_from == FIVES_POSITION
    assert after.position()["layout"]["N"] == ["4-5"]
    assert round.perft(2) == sum(round.divide(2).values())


def test_what_is_left_out_is_filled_in(engine: Any) -> None:
    given = copy.deepcopy(FIVES_POSITION)
    for key in ("round", "leader", "last", "passes", "drew"):
        del given[key]
    for arm in "NS":
        del given["layout"][arm]
    given["hands"] = [["1-2"], ["4-5", "1-4"]]
    round = engine.Round.from_position(engine.Rules.from_dict(FIVES), given)
    assert round.set_up_from == FIVES_POSITION
    assert round.position() == FIVES_POSITION


def test_values_are_fresh(engine: Any) -> None:
    given = copy.deepcopy(FIVES_POSITION)
    round = engine.Round.from_position(engine.Rules.from_dict(FIVES), given)
    given["hands"][0].clear()
    for read in (round.position, lambda: round.set_up_from):
        read()["hands"][0].clear()
        read()["layout"]["L"].clear()
        assert read() == FIVES_POSITION


def test_a_leader_is_the_rounds_own_seat(engine: Any) -> None:
    rules = engine.Rules.from_dict(FIVES)
    dealt = engine.deal(rules, seed=1, round=3)
    again = engine.Round.from_position(rules, dealt.position() | {"leader": None})
    assert again.set_up_from == dealt.position()
    assert again.to_play == 1


def test_repr_pickle_equality_and_hash(engine: Any) -> None:
    names = {name: getattr(engine, name) for name in ("Round", "Rules")}
    round = fives(engine).play("4-5@N")
    assert repr(round).startswith("Round.from_position(Rules('all-fives', players=2, ")
    assert repr(round).endswith(", actions=['4-5@N'])")
    for same in (
        eval(repr(round), dict(names)),
        pickle.loads(pickle.dumps(round)),
        copy.deepcopy(round),
        fives(engine, hands=[["1-2"], ["4-5", "1-4"]]).play("4-5@N"),
    ):
        assert same == round
        assert hash(same) == hash(round)
        assert same.set_up_from == FIVES_POSITION
    assert fives(engine) != round
    assert fives(engine, boneyard=FIVES_POSITION["boneyard"][::-1]) != fives(engine)
    assert fives(engine, round=2) != fives(engine)
    dealt = engine.deal(engine.Rules.from_dict(FIVES), seed=1)
    assert engine.Round.from_position(dealt.rules, dealt.position()) != dealt
    assert dealt.set_up_from is None


def test_there_is_no_past(engine: Any) -> None:
    with pytest.raises(StateError):
        fives(engine).undo()
    deal = engine.deal(engine.Rules.from_dict(FIVES), seed=1).deal
    with pytest.raises(StateError, match=r"^the round was set up from a position and has no deal$"):
        fives(engine).with_deal(deal)


def test_actions_follow_the_position(engine: Any) -> None:
    rules = engine.Rules.from_dict(FIVES)
    round = engine.Round.from_position(rules, FIVES_POSITION, actions=["4-5@N", "draw"])
    assert round == fives(engine).play("4-5@N").play("draw")
    assert round.position()["drew"] is True
    with pytest.raises(IllegalActionError):
        engine.Round.from_position(rules, FIVES_POSITION, ["4-5@L"])


def test_wrong_types(engine: Any) -> None:
    rules = engine.Rules.from_dict(FIVES)
    for position in (None, 3, "{}", [], [("format", "bonepile-position/1")]):
        with pytest.raises(TypeError):
            engine.Round.from_position(rules, position)
    with pytest.raises(TypeError):
        engine.Round.from_position(FIVES, FIVES_POSITION)
    for actions in (None, "pass", 3, [3]):
        with pytest.raises(TypeError):
            engine.Round.from_position(rules, FIVES_POSITION, actions)


# Records


def record_from(position: dict[str, Any], actions: list[str]) -> dict[str, Any]:
    entry = {"position": position, "actions": actions, "result": None}
    return {"format": "bonepile-record/1", "rules": FIVES, "rounds": [entry]}


def test_a_record_starts_from_a_position(engine: Any) -> None:
    record = record_from(FIVES_POSITION, ["4-5@N"])
    match = engine.Match.from_record(record, seed=3)
    assert match.round == fives(engine).play("4-5@N")
    assert match.record()["rounds"] == record["rounds"]
    assert engine.Match.from_record(match.record(), seed=3) == match
    assert pickle.loads(pickle.dumps(match)) == match
    assert match.undo().round == fives(engine)
    with pytest.raises(StateError):
        match.undo().undo()


def test_a_match_goes_on_after_a_position(engine: Any) -> None:
    match = engine.Match.from_record(record_from(FIVES_POSITION | {"round": 4}, []), seed=3)
    end = match.round.playout(9)
    for action in end.actions:
        match = match.play(action)
    assert match.totals == end.result.points
    following = match.next_round()
    assert following.round.round == 5
    leader = end.position()["last"] if end.result.reason == "out" else 1
    assert following.round.deal.leader == leader
    again = engine.Match.from_record(following.record(), seed=3)
    assert again == following
    assert again.rounds[0].set_up_from == FIVES_POSITION | {"round": 4}
    assert following.record()["rounds"][0]["round"] == 4


def test_a_match_names_the_leader_of_a_position(engine: Any) -> None:
    first = engine.deal(engine.Rules.from_dict(FIVES), seed=2).playout(2)
    leader = first.position()["last"] if first.result.reason == "out" else 1
    opening = engine.deal(engine.Rules.from_dict(FIVES), seed=2, round=1 - leader).position()
    assert opening["leader"] != leader
    given = opening | {"round": 1, "leader": None, "to_play": leader}
    record = record_from(first.position(), [])
    record["rounds"].append({"position": given, "actions": []})
    match = engine.Match.from_record(record)
    assert match.round.set_up_from["leader"] == leader
    assert match.round.to_play == leader


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ({"deal": {"hands": [], "boneyard": []}}, "rounds[0].position"),
        ({"position": None}, "rounds[0].position"),
        ({"position": []}, "rounds[0].position"),
        ({"round": 1}, "rounds[0].round"),
        ({"round": "0"}, "rounds[0].round"),
    ],
)
def test_records_that_are_refused(engine: Any, entry: dict[str, Any], place: str) -> None:
    record = record_from(FIVES_POSITION, [])
    record["rounds"][0] |= entry
    with pytest.raises(RecordError) as caught:
        engine.Match.from_record(record)
    assert str(caught.value).startswith(place)
    assert caught.value.round == 0


def test_a_record_with_neither_is_refused_as_ever(engine: Any) -> None:
    record = record_from(FIVES_POSITION, [])
    del record["rounds"][0]["position"]
    with pytest.raises(RecordError, match=r"^rounds\[0\]\.deal"):
        engine.Match.from_record(record)


def test_a_bad_position_in_a_record_is_named(engine: Any) -> None:
    record = record_from(FIVES_POSITION | {"passes": 1, "drew": True}, [])
    with pytest.raises(PositionError) as caught:
        engine.Match.from_record(record)
    places = {reason.partition(":")[0] for reason in caught.value.reasons}
    assert {"rounds[0].position.passes", "rounds[0].position.drew"} <= places


def test_an_arm_that_shows_0_has_the_key_of_an_empty_one(engine: Any) -> None:
    rules = engine.Rules("all-fives", players=2, set=5, hand_size=8)
    arm = ["0-4", "1-4", "0-1"]
    layout = {"lead": "0-0", "L": ["0-3", "3-5"], "R": ["0-5"], "spinner": "0-0"}
    position = {
        "format": "bonepile-position/1",
        "hands": [["1-1", "1-2", "1-3", "2-2"], ["2-4", "3-3", "3-4", "4-4", "4-5"]],
        "boneyard": ["2-3", "1-5", "2-5", "5-5", "0-2"],
        "to_play": 1,
        "scores": [10, 15],
    }
    north, south = (
        engine.Round.from_position(rules, {**position, "layout": {**layout, place: arm}})
        for place in "NS"
    )
    assert north != south
    assert north.snapshot() == south.snapshot()
    assert north.position_key() == south.position_key()
