"""Matches over several rounds, and the records that tell them."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from bonepile.errors import (
    ArgumentError,
    DealError,
    IllegalActionError,
    RecordError,
    RedealError,
    RoundOverError,
    RulesError,
    StateError,
    UnknownPresetError,
)
from building import LINE_PRESETS, PRESETS, TRAIN_PRESETS, complete, legal
from dice import expected_deal


def rules_of(engine: Any, preset: str, players: int = 4, **overrides: Any) -> Any:
    if preset in TRAIN_PRESETS:
        overrides.setdefault("rounds", 3)
    return engine.Rules(preset, players=players, **overrides)


def finish_round(match: Any, seed: int = 5) -> Any:
    """The match with its round played out at random, action by action."""
    for action in match.round.playout(seed, match.round.round).actions[len(match.round.actions) :]:
        match = match.play(action)
    return match


def finish(match: Any, seed: int = 5) -> Any:
    while True:
        match = finish_round(match, seed)
        if match.is_over:
            return match
        match = match.next_round()


def ranks(totals: tuple[int, ...], *, lowest: bool) -> tuple[int, ...]:
    better = (lambda a, b: a < b) if lowest else (lambda a, b: a > b)
    return tuple(1 + sum(better(other, total) for other in totals) for total in totals)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_to_its_end(engine: Any, preset: str, players: int) -> None:
    rules = rules_of(engine, preset, players)
    match = engine.Match(rules, seed=12)
    train = rules.family == "train"
    assert match.totals == (0,) * rules.sides
    assert match.places == (1,) * rules.sides
    totals = [0] * rules.sides
    number = 0
    while True:
        assert match.rules == rules
        assert match.round.round == number
        assert len(match.rounds) == number + 1
        assert match.rounds[-1] == match.round
        expected, _ = expected_deal(rules, 12, number, number)
        dealt = match.round.deal.to_dict()
        assert {**dealt, "leader": None} == {**expected, "leader": None}
        assert not match.is_over
        with pytest.raises(StateError):
            match.next_round()
        match = finish_round(match)
        for side, points in enumerate(match.round.result.points):
            totals[side] += points
        assert match.totals == tuple(totals)
        assert match.places == ranks(match.totals, lowest=train)
        with pytest.raises(RoundOverError):
            match.play("draw")
        number += 1
        over = number == 3 if train else max(totals) >= rules.parameters["target"]
        assert match.is_over == over
        if over:
            break
        match = match.next_round()
    with pytest.raises(StateError):
        match.next_round()
    assert [round.round for round in match.rounds] == list(range(number))


def test_rounds_have_a_last_number(engine: Any) -> None:
    rules = engine.Rules("masters-block", players=2, target=1000)
    record = engine.playout_record(rules, 1, 1, round=2**32 - 1)
    match = engine.Match.from_record(record)
    assert match.round.result is not None
    with pytest.raises(StateError, match="no higher round number"):
        match.next_round()


def test_rounds_won_count_one_each(engine: Any) -> None:
    rules = engine.Rules("masters-block", players=4, match_by="wins", target=3)
    match = finish(engine.Match(rules, seed=3))
    winners = [round.result.winner for round in match.rounds]
    assert match.totals == (winners.count(0), winners.count(1))
    assert max(match.totals) == 3
    assert winners[-1] == match.totals.index(3)
    points = engine.Rules("masters-block", players=4, target=3)
    assert finish(engine.Match(points, seed=3)).totals != match.totals


def test_a_drawn_round_is_won_by_nobody(engine: Any) -> None:
    rules = engine.Rules("masters-block", players=2, hand_size=2, match_by="wins", target=1)
    match = engine.Match(rules, deal=complete(6, 2, ["6-6 0-5", "0-3 0-2"]))
    for action in ("6-6", "pass", "pass"):
        match = match.play(action)
    assert match.totals == (0, 0)
    assert match.places == (1, 1)
    assert not match.is_over
    match = match.next_round(complete(6, 2, ["1-1 0-2", "6-6 0-5"]))
    for action in ("6-6", "pass", "pass"):
        match = match.play(action)
    assert match.totals == (1, 0)
    assert match.places == (1, 2)
    assert match.is_over


def test_the_target_is_reached_exactly(engine: Any) -> None:
    deal = complete(6, 1, ["3-4", "2-6"])
    for target, over in ((10, True), (11, False), (9, True)):
        rules = engine.Rules("all-fives", players=2, hand_size=1, target=target)
        match = engine.Match(rules, deal=deal).play("3-4")
        assert match.totals == (10, 0)
        assert match.is_over is over


def test_the_target_is_looked_at_between_rounds_only(engine: Any) -> None:
    rules = engine.Rules("all-fives", players=2, hand_size=2, target=10)
    match = engine.Match(rules, deal=complete(6, 2, ["4-6 0-1", "0-4 2-3"])).play("4-6")
    assert match.round.snapshot()["scores"] == [10, 0]
    assert match.totals == (0, 0)
    assert not match.is_over


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_the_smallest_and_the_largest_seed(engine: Any, seed: int) -> None:
    rules = engine.Rules("masters-draw", players=2)
    match = engine.Match(rules, seed=seed)
    assert match.round.deal == engine.deal(rules, seed).deal
    assert engine.Match.from_record(match.record(), seed=seed) == match
    assert finish_round(match).next_round().round.deal == engine.deal(rules, seed, 1).deal
    for wrong in (-1, 2**64):
        with pytest.raises(ArgumentError):
            engine.Match.from_record(match.record(), seed=wrong)


# Who leads


def test_the_lead_rotates(engine: Any) -> None:
    rules = engine.Rules("pagat-draw", players=3, target=400)
    match = engine.Match(rules, seed=1)
    leaders = []
    while True:
        leaders.append(match.round.deal.leader)
        assert match.round.to_play == match.round.deal.leader
        match = finish_round(match)
        if match.is_over:
            break
        match = match.next_round()
    assert len(leaders) > 3
    assert leaders == [number % 3 for number in range(len(leaders))]


def test_the_lead_rotates_from_a_named_leader(engine: Any) -> None:
    rules = engine.Rules("pagat-draw", players=3)
    match = engine.Match(rules, deal={**engine.deal(rules, 1).deal.to_dict(), "leader": 2})
    match = finish_round(match).next_round(engine.deal(rules, 2).deal.to_dict() | {"leader": None})
    assert match.round.deal.leader == 0
    match = finish_round(match).next_round({**engine.deal(rules, 3).deal.to_dict(), "leader": 0})
    assert match.round.deal.leader == 0, "a named leader stands"
    assert (
        finish_round(match)
        .next_round({**engine.deal(rules, 3).deal.to_dict(), "leader": None})
        .round.deal.leader
        == 1
    )


def test_the_seat_that_went_out_leads(engine: Any) -> None:
    rules = engine.Rules("all-fives", players=4, target=600)
    match = engine.Match(rules, seed=1)
    reasons = set()
    while True:
        match = finish_round(match)
        result, leader = match.round.result, match.round.deal.leader
        if match.is_over:
            break
        match = match.next_round()
        reasons.add(result.reason)
        expected = result.out[0] if result.reason == "out" else (leader + 1) % 4
        assert match.round.deal.leader == expected
        assert match.round.to_play == expected
    assert "out" in reasons


def test_after_a_block_the_next_seat_leads(engine: Any) -> None:
    rules = engine.Rules("all-fives", players=3, hand_size=2, draw="none")
    for leader in range(3):
        hands = ["0-1 0-2", "1-3 1-4", "2-3 2-4"]
        hands[leader] = "6-6 0-3"
        match = engine.Match(rules, deal=complete(6, 2, hands, leader=leader)).play("6-6")
        for _ in range(3):
            match = match.play("pass")
        assert match.round.result.reason == "blocked"
        match = match.next_round()
        assert match.round.deal.leader == (leader + 1) % 3


def test_the_last_tile_decides_who_leads_under_both_partners(engine: Any) -> None:
    rules = engine.Rules(
        "all-fives",
        players=4,
        hand_size=1,
        partnership="at_four",
        go_out="both_partners",
        draw="none",
    )
    deal = complete(6, 1, ["4-6", "0-0", "1-6", "0-2"], leader=0)
    match = engine.Match(rules, deal=deal).play("4-6")
    assert match.round.result is None
    match = match.play("pass").play("1-6@R")
    assert match.round.result.out == (0, 2)
    assert match.round.result.winner == 0
    assert match.next_round().round.deal.leader == 2


# The doors


def test_train_rules_without_a_number_of_rounds_make_no_match(engine: Any) -> None:
    for preset in TRAIN_PRESETS[:3]:
        rules = engine.Rules(preset, players=2)
        with pytest.raises(RulesError):
            engine.Match(rules, seed=1)
        assert not engine.Match(engine.Rules(preset, players=2, rounds=1), seed=1).is_over


def test_a_match_wants_rules(engine: Any) -> None:
    for wrong in (None, "masters-draw", {"preset": "masters-draw", "players": 2}):
        with pytest.raises(TypeError):
            engine.Match(wrong)
    rules = engine.Rules("masters-draw", players=2)
    for wrong in ("1", 1.0, True):
        with pytest.raises(TypeError):
            engine.Match(rules, seed=wrong)
    with pytest.raises(ArgumentError):
        engine.Match(rules, seed=-1)
    for wrong in (3, "deal", []):
        with pytest.raises(TypeError):
            engine.Match(rules, deal=wrong)
    with pytest.raises(DealError):
        engine.Match(rules, deal={"hands": [], "boneyard": []})


def test_a_match_without_a_seed(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    deals = {engine.Match(rules).round.deal for _ in range(6)}
    assert len(deals) == 6
    assert finish(engine.Match(rules)).is_over


def test_a_match_is_immutable(engine: Any) -> None:
    match = engine.Match(engine.Rules("masters-draw", players=2), seed=4)
    before = (match.record(), repr(match), hash(match))
    after = finish_round(match)
    after.next_round()
    assert (match.record(), repr(match), hash(match)) == before
    for name in ("rules", "round", "rounds", "totals", "places", "is_over"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(match, name, None)
    match.record()["rounds"].clear()
    match.record()["rules"]["players"] = 5
    assert match.record() == before[0]


@pytest.mark.parametrize("preset", PRESETS)
def test_undo_goes_back_to_the_first_deal(engine: Any, preset: str) -> None:
    match = engine.Match(rules_of(engine, preset, 2), seed=4)
    past = []
    while not match.is_over and len(match.rounds) < 4:
        past.append(match)
        if match.round.result is None:
            match = match.play(match.round.legal_actions()[-1])
        else:
            match = match.next_round()
    assert len(match.rounds) > 1
    while past:
        undone, before = match.undo(), past.pop()
        assert undone == before
        assert hash(undone) == hash(before)
        assert undone.record() == before.record()
        assert (undone.totals, undone.places, undone.is_over) == (
            before.totals,
            before.places,
            before.is_over,
        )
        match = undone
    with pytest.raises(StateError):
        match.undo()


def test_undo_of_a_round_without_actions_takes_back_its_deal(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    finished = finish_round(engine.Match(rules, seed=4))
    assert finished.next_round().undo() == finished
    other = finished.next_round(engine.deal(rules, 9).deal)
    assert other.undo() == finished
    assert other.undo().next_round() == finished.next_round(), "the seed is kept"
    read = engine.Match.from_record(finished.next_round().record())
    assert read.undo().record() == finished.record()
    assert finished.undo().round == finished.round.undo()


def test_an_undone_end_is_no_end(engine: Any) -> None:
    rules = engine.Rules("masters-block", players=4, match_by="wins", target=1)
    match = engine.Match(rules, seed=4)
    while not match.is_over:
        match = finish_round(match) if match.round.result is None else match.next_round()
    assert sum(match.totals) == 1
    undone = match.undo()
    assert not undone.is_over
    assert undone.totals == (0, 0)
    assert undone.play(match.round.actions[-1]) == match


def test_an_illegal_play_leaves_the_match(engine: Any) -> None:
    match = engine.Match(engine.Rules("masters-draw", players=2), seed=4)
    with pytest.raises(IllegalActionError) as caught:
        match.play("pass")
    assert caught.value.reason == "can_play"
    with pytest.raises(TypeError):
        match.play(3)
    action = match.round.legal_actions()[0]
    assert match.play(action) == match.play(str(action))


@pytest.mark.parametrize("preset", PRESETS)
def test_equality_repr_and_pickle(engine: Any, preset: str) -> None:
    match = engine.Match(rules_of(engine, preset, 3), seed=7)
    names = {"Match": engine.Match}
    for step in (match, finish_round(match), finish_round(match).next_round()):
        assert repr(step).startswith("Match.from_record({")
        assert repr(step).endswith("}, seed=7)")
        again = eval(repr(step), dict(names))
        assert again == step
        assert hash(again) == hash(step)
        assert pickle.loads(pickle.dumps(step)) == step
        assert copy.deepcopy(step) == step
        seedless = engine.Match.from_record(step.record())
        assert seedless != step
        assert seedless.rounds == step.rounds
        assert repr(seedless).endswith("})")
        assert eval(repr(seedless), dict(names)) == seedless
    assert match != finish_round(match)
    assert match == engine.Match(rules_of(engine, preset, 3), seed=7)
    assert match != engine.Match(rules_of(engine, preset, 3), seed=8)


def test_a_seed_goes_on_with_a_record(engine: Any) -> None:
    match = finish_round(engine.Match(engine.Rules("masters-draw", players=2), seed=7))
    again = engine.Match.from_record(match.record(), seed=7)
    assert again == match
    assert again.next_round().round == match.next_round().round


# Records


@pytest.mark.parametrize("preset", PRESETS)
def test_records_round_trip(engine: Any, preset: str) -> None:
    match = finish(engine.Match(rules_of(engine, preset, 3), seed=2))
    record = match.record()
    assert list(record) == ["format", "rules", "rounds"]
    assert record["format"] == "bonepile-record/1"
    assert record["rules"] == match.rules.to_dict()
    text = json.dumps(record)
    assert json.loads(text) == record, "JSON values only"
    for told in (record, text, text.encode(), json.dumps(record, indent=2)):
        again = engine.Match.from_record(told)
        assert again.rounds == match.rounds
        assert again.totals == match.totals
        assert again.places == match.places
        assert again.is_over
        assert again.record() == record
    for number, round in enumerate(record["rounds"]):
        assert set(round) == {"deal", "actions", "result"}
        assert list(round["deal"]) == ["hands", "boneyard", "engine", "leader"]
        assert round["deal"] == match.rounds[number].deal.to_dict()
        assert round["actions"] == [str(action) for action in match.rounds[number].actions]
        assert round["result"] == match.rounds[number].snapshot()["result"]


def test_an_unfinished_record(engine: Any) -> None:
    match = engine.Match(engine.Rules("all-fives", players=2), seed=2)
    match = match.play(match.round.legal_actions()[0])
    record = match.record()
    assert record["rounds"][0]["result"] is None
    assert engine.Match.from_record(record).round == match.round


def test_hands_are_read_in_any_order_and_unknown_keys_ignored(engine: Any) -> None:
    record = a_record(engine)
    told = copy.deepcopy(record)
    told["colour"] = "red"
    for round in told["rounds"]:
        round["when"] = "today"
        round["deal"]["table"] = "round"
        round["deal"]["hands"] = [hand[::-1] for hand in round["deal"]["hands"]]
        if round["result"]:
            round["result"]["cheers"] = True
    assert engine.Match.from_record(told).record() == record
    told["rules"]["colour"] = "red"
    with pytest.raises(RulesError):
        engine.Match.from_record(told)


def test_a_result_that_is_not_stated_is_not_compared(engine: Any) -> None:
    record = a_record(engine)
    told = copy.deepcopy(record)
    del told["rounds"][0]["result"]
    told["rounds"][1]["result"] = None
    assert engine.Match.from_record(told).record() == record


def test_a_round_may_carry_its_number(engine: Any) -> None:
    rules = engine.Rules("dominos-cc-mexican-train", players=2)
    round = engine.deal(rules, 3, 4)
    record = {
        "format": "bonepile-record/1",
        "rules": rules.to_dict(),
        "rounds": [{"round": 4, "deal": round.deal.to_dict(), "actions": []}],
    }
    match = engine.Match.from_record(record)
    assert match.round.round == 4
    assert match.round == round
    assert match.record()["rounds"][0]["round"] == 4
    record["rounds"][0]["round"] = 0
    with pytest.raises(DealError):
        engine.Match.from_record(record)
    plain = a_record(engine)
    numbered = copy.deepcopy(plain)
    for place, told in enumerate(numbered["rounds"]):
        told["round"] = place
    assert engine.Match.from_record(numbered).record() == plain, "told only where it differs"


def test_loose_rounds_of_a_train_game(engine: Any) -> None:
    rules = engine.Rules("masters-mexican-train", players=2)
    finals = [engine.deal(rules, 3, number).playout(1) for number in range(2)]
    record = {
        "format": "bonepile-record/1",
        "rules": rules.to_dict(),
        "rounds": [
            {
                "deal": final.deal.to_dict(),
                "actions": [str(a) for a in final.actions],
                "result": final.snapshot()["result"],
            }
            for final in finals
        ],
    }
    match = engine.Match.from_record(record)
    assert match.rounds == tuple(finals) or list(match.rounds) == finals
    assert not match.is_over
    assert match.totals == tuple(
        a + b for a, b in zip(finals[0].result.points, finals[1].result.points, strict=True)
    )
    assert match.record() == record
    with pytest.raises(RulesError):
        match.next_round()


def a_record(engine: Any) -> dict[str, Any]:
    """Two finished rounds and one in progress."""
    rules = engine.Rules("masters-draw", players=2, target=1000)
    match = finish_round(engine.Match(rules, seed=21)).next_round()
    match = finish_round(match).next_round()
    match = match.play(match.round.legal_actions()[0])
    return match.record()


def refused(engine: Any, record: Any) -> RecordError:
    with pytest.raises(RecordError) as caught:
        engine.Match.from_record(record)
    error = caught.value
    assert str(error)
    again = pickle.loads(pickle.dumps(error))
    assert vars(again) == vars(error)
    return error


def test_an_illegal_action_in_a_record(engine: Any) -> None:
    record = a_record(engine)
    rounds = [engine.Round(engine.Rules.from_dict(record["rules"]), told["deal"], place)
              for place, told in enumerate(record["rounds"])]  # fmt: skip
    for place, at in ((0, 0), (0, 3), (1, 2), (2, 0)):
        for wrong in ("0-0@S", "6-6@7", "rubbish", "pass", "draw", "stop", "2-9"):
            told = copy.deepcopy(record)
            round = rounds[place]
            for action in told["rounds"][place]["actions"][:at]:
                round = round.play(action)
            if round.is_legal(wrong):
                continue
            told["rounds"][place]["actions"][at] = wrong
            error = refused(engine, told)
            assert (error.round, error.at, error.action) == (place, at, wrong)
            assert error.reason == round.why_illegal(wrong).code
            assert list(error.legal) == legal(round)
            for part in (wrong, error.reason, *error.legal):
                assert part in str(error)


def test_an_action_after_the_end_of_the_round(engine: Any) -> None:
    record = a_record(engine)
    record["rounds"][1]["actions"].append("pass")
    error = refused(engine, record)
    at = len(record["rounds"][1]["actions"]) - 1
    assert (error.round, error.at, error.action) == (1, at, "pass")
    assert error.reason == "round_over"
    assert error.legal == ()


def test_a_stated_result_that_differs(engine: Any) -> None:
    record = a_record(engine)
    right = record["rounds"][1]["result"]
    for changes in (
        {"reason": "blocked" if right["reason"] == "out" else "out"},
        {"out": [0, 1]},
        {"winner": None},
        {"winner": 1 - right["winner"]},
        {"points": [p + 1 for p in right["points"]]},
        {"points": right["points"][:1]},
    ):
        told = copy.deepcopy(record)
        told["rounds"][1]["result"] = {**right, **changes}
        error = refused(engine, told)
        assert (error.round, error.reason) == (1, "result_differs")
    told = copy.deepcopy(record)
    told["rounds"][2]["result"] = right
    error = refused(engine, told)
    assert (error.round, error.reason) == (2, "result_differs")


def test_a_round_after_the_match_is_over(engine: Any) -> None:
    record = a_record(engine)
    first = record["rounds"][0]["result"]["points"]
    record["rules"]["target"] = max(first)
    error = refused(engine, record)
    assert (error.round, error.reason) == (1, "match_over")
    trains = finish(engine.Match(rules_of(engine, "dominos-cc-mexican-train", 2), seed=1)).record()
    trains["rules"]["rounds"] = 2
    error = refused(engine, trains)
    assert (error.round, error.reason) == (2, "match_over")


def test_an_unfinished_round_that_is_not_the_last(engine: Any) -> None:
    record = a_record(engine)
    record["rounds"][0]["actions"].pop()
    record["rounds"][0]["result"] = None
    error = refused(engine, record)
    assert (error.round, error.reason) == (0, "unfinished_round")


def test_bad_rules_in_a_record(engine: Any) -> None:
    record = a_record(engine)
    for rules, error in (
        ({"preset": "nothing", "players": 2}, UnknownPresetError),
        ({"preset": "masters-draw"}, RulesError),
        ({"preset": "masters-draw", "players": 2, "reserve": -1}, RulesError),
        ({"players": 2}, RulesError),
    ):
        with pytest.raises(error):
            engine.Match.from_record({**record, "rules": rules})


def test_a_bad_deal_in_a_record_is_told_with_its_place(engine: Any) -> None:
    record = a_record(engine)
    told = copy.deepcopy(record)
    told["rounds"][2]["deal"]["boneyard"][7] = "0-7"
    told["rounds"][2]["deal"]["leader"] = 1
    with pytest.raises(DealError) as caught:
        engine.Match.from_record(told)
    assert len(caught.value.reasons) >= 2
    for reason in caught.value.reasons:
        assert reason.startswith("rounds[2].deal")
    told = copy.deepcopy(record)
    told["rounds"][1]["deal"]["hands"][1][0] = "x"
    with pytest.raises(DealError) as caught:
        engine.Match.from_record(told)
    assert any("rounds[1].deal.hands[1][0]" in reason for reason in caught.value.reasons)
    told["rounds"][1]["deal"] = complete(6, 7, ["", ""])
    with pytest.raises(RedealError) as caught:
        engine.Match.from_record(told)
    assert caught.value.reasons[0].startswith("rounds[1].deal")


@pytest.mark.parametrize(
    "text",
    ["", "{", "nothing", "[1,]", '{"format": NaN}', '{"a": 1,}', '{\n  "format": oops\n}', "'a'"],
)
def test_text_that_is_no_json(engine: Any, text: str) -> None:
    for told in (text, text.encode()):
        error = refused(engine, told)
        assert error.reason == "bad_record"
        assert (error.round, error.at, error.action) == (None, None, None)
        assert error.legal == ()
        assert "line" in str(error)
        assert "column" in str(error)


def test_the_place_of_broken_json_is_told(engine: Any) -> None:
    error = refused(engine, '{\n  "format": oops\n}')
    assert "line 2" in str(error)
    assert "column 13" in str(error)


def test_bytes_that_are_no_utf_8(engine: Any) -> None:
    assert refused(engine, b'{"format": "\xff"}').reason == "bad_record"


@pytest.mark.parametrize("text", ["[]", "null", "1", '"record"', "true"])
def test_json_that_is_no_object(engine: Any, text: str) -> None:
    assert refused(engine, text).reason == "bad_record"


@pytest.mark.parametrize("wrong", [None, 1, [], ["rounds"], 1.5])
def test_a_record_of_the_wrong_type(engine: Any, wrong: Any) -> None:
    with pytest.raises(TypeError):
        engine.Match.from_record(wrong)


SHAPES: list[tuple[tuple[str | int, ...], list[Any], str]] = [
    (("format",), [None, 1, "bonepile-record/2", "", ["bonepile-record/1"]], "format"),
    (("rules",), [None, 1, "masters-draw", []], "rules"),
    (("rounds",), [None, 1, "rounds", {}, []], "rounds"),
    (("rounds", 1), [None, 1, "round", []], "rounds[1]"),
    (("rounds", 1, "deal"), [None, 1, "deal", []], "rounds[1].deal"),
    (("rounds", 1, "actions"), [None, 1, "draw", {}], "rounds[1].actions"),
    (("rounds", 1, "actions", 0), [None, 1, [], {}], "rounds[1].actions[0]"),
    (("rounds", 1, "result"), [1, "out", [], True], "rounds[1].result"),
    (("rounds", 1, "round"), [-1, 1.0, "1", True, 2**32, []], "rounds[1].round"),
]


@pytest.mark.parametrize(("path", "wrong", "told"), SHAPES)
def test_a_record_of_the_wrong_shape(
    engine: Any, path: tuple[str | int, ...], wrong: list[Any], told: str
) -> None:
    record = a_record(engine)
    for value in wrong:
        spoiled = copy.deepcopy(record)
        place: Any = spoiled
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        error = refused(engine, spoiled)
        assert error.reason == "bad_record"
        assert told in str(error)
        assert error.legal == ()


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (("format",), "format"),
        (("rules",), "rules"),
        (("rounds",), "rounds"),
        (("rounds", 1, "deal"), "rounds[1].deal"),
        (("rounds", 1, "actions"), "rounds[1].actions"),
    ],
)
def test_a_key_that_is_missing(engine: Any, path: tuple[str | int, ...], told: str) -> None:
    record = a_record(engine)
    place: Any = record
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    error = refused(engine, record)
    assert error.reason == "bad_record"
    assert told in str(error)


def test_both_engines_tell_the_same_matches(both: tuple[Any, Any]) -> None:
    for preset in (*LINE_PRESETS, *TRAIN_PRESETS):
        records = []
        for module in both:
            match = engine_match(module, preset)
            records.append(match.record())
        assert records[0] == records[1]
        core, reference = both
        crossed = reference.Match.from_record(records[0])
        assert core.Match.from_record(crossed.record()).record() == records[0]


def engine_match(engine: Any, preset: str) -> Any:
    return finish(engine.Match(rules_of(engine, preset, 4), seed=99), seed=98)
