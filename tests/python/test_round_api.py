"""Rounds and deals as Python values."""

from __future__ import annotations

import copy
import gc
import pickle
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from bonepile.errors import (
    ArgumentError,
    DealError,
    IllegalActionError,
    RedealError,
    StateError,
)
from building import LINE_PRESETS, PRESETS, TRAIN_PRESETS, complete, legal, play, start, tiles

SMALL: list[tuple[str, int, dict[str, Any]]] = [
    ("masters-block", 2, {"set": 3, "hand_size": 4}),
    ("masters-block", 4, {"set": 3, "hand_size": 2, "go_out": "both_partners"}),
    ("masters-draw", 2, {"set": 3, "hand_size": 3}),
    ("masters-draw", 3, {"set": 3, "hand_size": 2, "draw": "one", "reserve": 1}),
    ("pagat-draw", 2, {"set": 2, "hand_size": 2, "reserve": 1}),
    ("all-fives", 2, {"set": 3, "hand_size": 4}),
    ("masters-mexican-train", 2, {"set": 3, "hand_size": 3}),
    ("masters-mexican-train-strict", 2, {"set": 3, "hand_size": 4, "first_turn": "single"}),
    ("masters-mexican-train-reverse", 2, {"set": 3, "hand_size": 3, "first_turn": "single"}),
    ("dominos-cc-mexican-train", 2, {"set": 3, "hand_size": 3}),
    ("dominos-cc-mexican-train", 3, {"set": 3, "hand_size": 2, "cover_order": "any"}),
]


def small(engine: Any) -> Iterator[Any]:
    for preset, players, overrides in SMALL:
        rules = engine.Rules(preset, players=players, **overrides)
        for game in range(2):
            yield engine.deal(rules, 2024, game=game)


def one(engine: Any, preset: str = "masters-draw") -> Any:
    return engine.deal(engine.Rules(preset, players=3), 8)


def below(round: Any, depth: int) -> Iterator[Any]:
    yield round
    if depth:
        for action in round.legal_actions():
            yield from below(round.play(action), depth - 1)


def test_play_leaves_the_round_as_it_was(engine: Any) -> None:
    for preset in PRESETS:
        first = one(engine, preset)
        round, seen = first, []
        for action in first.playout(1).actions:
            before = (round.snapshot(), repr(round), hash(round), round.position_key())
            after = round.play(action)
            assert (round.snapshot(), repr(round), hash(round), round.position_key()) == before
            assert after is not round
            assert after != round
            seen.append(round)
            round = after
        for step in reversed(seen):
            round = round.undo()
            assert round == step
            assert hash(round) == hash(step)
            assert round.snapshot() == step.snapshot()
            assert round.position_key() == step.position_key()
        assert round == first
        with pytest.raises(StateError):
            round.undo()


def test_attributes_cannot_be_set(engine: Any) -> None:
    round = one(engine)
    for name in ("rules", "deal", "round", "actions", "to_play", "result", "colour"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(round, name, None)
    for name in ("hands", "boneyard", "engine", "leader", "colour"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(round.deal, name, None)


def test_a_snapshot_is_the_callers_own(engine: Any) -> None:
    for preset in ("all-fives", "masters-mexican-train"):
        round = one(engine, preset).playout(1)
        shown = round.snapshot()
        shown["hands"][0].append("0-0")
        shown["table"].clear()
        shown["result"]["points"].clear()
        shown["scores"].append(7)
        assert round.snapshot() != shown
        assert round.snapshot()["table"]
        deal = round.deal.to_dict()
        deal["hands"][0].clear()
        deal["boneyard"].clear()
        assert round.deal.to_dict() != deal


def test_what_a_round_tells(engine: Any) -> None:
    rules = engine.Rules("all-fives", players=2, hand_size=2)
    deal = complete(6, 2, ["5-5 1-2", "0-5 2-3"], leader=0)
    round = engine.Round(rules, deal, 3, ["5-5", "0-5@L"])
    assert round.rules == rules
    assert round.round == 3
    assert round.deal == engine.Deal.from_dict(deal)
    assert list(round.actions) == ["5-5", "0-5@L"]
    assert isinstance(round.actions, tuple)
    assert round.to_play == 0
    assert round.result is None
    assert round.snapshot() == {
        "to_play": 0,
        "legal": ["draw"],
        "hands": [["1-2"], ["2-3"]],
        "boneyard": 24,
        "scores": [10, 10],
        "table": {"L": 0, "R": 5, "count": 10},
        "result": None,
    }
    over = engine.Round(rules, complete(6, 2, ["3-4 3-6", "1-4 2-6"], leader=0))
    over = play(over, "3-4 1-4@R 3-6@L")
    assert over.result == ("out", (0,), 0, (10, 0))
    assert over.result.reason == "out"
    assert over.result.out == (0,)
    assert over.result.winner == 0
    assert over.result.points == (10, 0)
    assert over.snapshot()["result"] == {
        "reason": "out",
        "out": [0],
        "winner": 0,
        "points": [10, 0],
    }
    assert over.to_play is None


def test_the_snapshot_of_a_train_round(engine: Any) -> None:
    round = start(engine, "dominos-cc-mexican-train", ["11-12", "9-12"], size=2)
    assert round.snapshot() == {
        "to_play": 0,
        "legal": ["11-12@0", "11-12@M"],
        "hands": [["0-1", "11-12"], ["0-2", "9-12"]],
        "boneyard": 86,
        "scores": [0, 0],
        "table": {
            "engine": 12,
            "ends": {"0": 12, "1": 12, "M": 12},
            "started": [],
            "markers": [],
            "open_doubles": [],
        },
        "result": None,
    }
    assert round.play("11-12@M").snapshot()["table"]["started"] == ["M"]
    assert list(round.snapshot()) == [
        "to_play",
        "legal",
        "hands",
        "boneyard",
        "scores",
        "table",
        "result",
    ]


def test_equality_is_over_rules_number_deal_and_actions(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    round = engine.deal(rules, 1)
    deal = round.deal
    same = engine.Round(rules, deal)
    assert same == round
    assert hash(same) == hash(round)
    assert engine.Round(rules, deal.to_dict()) == round
    assert engine.Round(rules, deal, 1) != round
    assert engine.Round(engine.Rules("masters-draw", players=2, target=50), deal) != round
    assert engine.deal(rules, 2) != round
    action = round.legal_actions()[0]
    assert round.play(action) == engine.Round(rules, deal, 0, [action])
    assert round.play(action) == engine.Round(rules, deal, actions=(str(action),))
    assert round.play(action) != round
    assert round.play(action).undo() == round
    assert round != "round"
    assert round != deal
    assert len({round, same, round.play(action), round.play(action).undo()}) == 2


@pytest.mark.parametrize("preset", PRESETS)
def test_repr_round_trips(engine: Any, preset: str) -> None:
    names = {name: getattr(engine, name) for name in ("Rules", "Deal", "Round", "Action")}
    round = one(engine, preset).playout(3)
    while round.actions:
        round = round.undo()
        again = eval(repr(round), dict(names))
        assert again == round
        assert again.snapshot() == round.snapshot()
    assert eval(repr(round.deal), dict(names)) == round.deal
    assert eval(repr(round.rules), dict(names)) == round.rules
    for action in round.legal_actions():
        assert eval(repr(action), dict(names)).index == action.index


def test_repr_of_a_round(engine: Any) -> None:
    rules = engine.Rules("pagat-draw", players=2, set=1, hand_size=1, reserve=0)
    round = engine.Round(
        rules, {"hands": [["0-1"], ["1-1"]], "boneyard": ["0-0"], "leader": None}, 1
    )
    assert repr(round) == (
        "Round(Rules('pagat-draw', players=2, set=1, hand_size=1, reserve=0), "
        "Deal(hands=[['0-1'], ['1-1']], boneyard=['0-0'], engine=None, leader=1), "
        "round=1, actions=[])"
    )
    assert repr(round.play("1-1")).endswith("round=1, actions=['1-1'])")


@pytest.mark.parametrize("preset", PRESETS)
def test_pickle_and_copies(engine: Any, preset: str) -> None:
    final = one(engine, preset).playout(3)
    middle = engine.Round(final.rules, final.deal, 0, final.actions[: len(final.actions) // 2])
    for round in (final, middle):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(round, protocol))
            assert again == round
            assert again.snapshot() == round.snapshot()
        for copied in (copy.copy(round), copy.deepcopy(round)):
            assert copied == round
            assert copied.position_key() == round.position_key()
        assert pickle.loads(pickle.dumps(round.deal)) == round.deal
        assert copy.deepcopy(round.rules) == round.rules
        assert pickle.loads(pickle.dumps(round.rules)) == round.rules
        assert pickle.loads(pickle.dumps(round.result)) == round.result
    assert pickle.loads(pickle.dumps([final, final.undo()])) == [final, final.undo()]


def test_rounds_share_nothing_after_undo(engine: Any) -> None:
    round = play(start(engine, "all-fives", ["5-5 3-5", "0-5 5-6"], size=7), "5-5")
    left, right = round.play("0-5@L"), round.play("5-6@R")
    assert left.undo() == right.undo() == round
    assert left.undo().play("5-6@R") == right


def test_long_histories_are_dropped_without_a_crash(engine: Any) -> None:
    rules = engine.Rules("dominos-cc-mexican-train", players=8, set=18, hand_size=20)
    kept = []
    for game in range(3):
        round = engine.deal(rules, 1, game=game)
        for action in round.playout(game).actions:
            round = round.play(action)
            kept.append(round)
    assert len(kept) > 600
    assert max(len(round.actions) for round in kept) > 150
    # First the middles, then the ends, so that each order of dropping occurs.
    del kept[1::2]
    gc.collect()
    assert kept[-1].undo().play(kept[-1].actions[-1]) == kept[-1]
    kept.reverse()
    while kept:
        kept.pop()
    gc.collect()


def test_a_thousand_branches_of_one_round(engine: Any) -> None:
    round = one(engine, "masters-mexican-train")
    first = round.legal_actions()[0]
    branches = [round.play(first) for _ in range(2000)]
    assert len(set(branches)) == 1
    del round
    assert branches[7].undo().play(first) == branches[8]


# Perft


def test_perft(engine: Any) -> None:
    for round in small(engine):
        assert round.perft(0) == 1
        assert round.perft(1) == len(round.legal_actions())
        assert round.divide(0) == {}
        for depth in (1, 2, 3, 4):
            divided = round.divide(depth)
            assert sum(divided.values()) == round.perft(depth)
            assert list(divided) == legal(round)
            assert divided == {
                str(action): round.play(action).perft(depth - 1) for action in round.legal_actions()
            }
        final = round.playout(1)
        assert final.perft(0) == 1
        assert final.perft(1) == 0
        assert final.perft(2**32 - 1) == 0
        assert final.divide(3) == {}


def test_perft_of_a_round_that_ends_earlier_is_zero(engine: Any) -> None:
    round = start(engine, "all-fives", ["3-4", "2-5"])
    assert [round.perft(depth) for depth in range(4)] == [1, 1, 0, 0]
    assert round.divide(2) == {"3-4": 0}


@pytest.mark.parametrize("wrong", [-1, 2**32, 2**64, -(2**70)])
def test_depths_outside_their_range(engine: Any, wrong: int) -> None:
    for method in (one(engine).perft, one(engine).divide):
        with pytest.raises(ArgumentError):
            method(wrong)


@pytest.mark.parametrize("wrong", [None, 1.0, True, "1"])
def test_depths_that_are_no_numbers(engine: Any, wrong: Any) -> None:
    for method in (one(engine).perft, one(engine).divide):
        with pytest.raises(TypeError):
            method(wrong)


# Positions


def test_position_keys_tell_positions_apart(engine: Any) -> None:
    def what_follows(round: Any) -> tuple[Any, ...]:
        shown = round.snapshot()
        return str(shown["hands"]), shown["boneyard"], shown["to_play"], str(shown["result"])

    for round in small(engine):
        known: dict[bytes, Any] = {}
        for node in below(round, 5):
            key = node.position_key()
            assert isinstance(key, bytes)
            other = known.setdefault(key, node)
            if other is not node:
                assert what_follows(other) == what_follows(node)
                assert legal(other) == legal(node)
                assert other.perft(2) == node.perft(2)


def test_position_keys_do_not_depend_on_the_way(engine: Any) -> None:
    # Two ways round: the public train first or the own train first.
    round = start(
        engine,
        "dominos-cc-mexican-train",
        ["5-12 4-12 0-1", "6-12 7-12 0-2"],
        size=4,
        filler=[1, 2, 3],
    )
    left = play(round, "4-12@0 6-12@1 5-12@M")
    right = play(round, "5-12@M 6-12@1 4-12@0")
    assert left != right
    assert left.snapshot() == right.snapshot()
    assert left.position_key() == right.position_key()
    assert left.position_key() != round.position_key()


def test_position_keys_hold_what_a_snapshot_lacks(engine: Any) -> None:
    rules = engine.Rules("masters-block", players=2, hand_size=2)
    deal = complete(6, 2, ["6-6 0-5", "1-1 0-2"])
    other = {**deal, "boneyard": deal["boneyard"][::-1]}
    assert engine.Round(rules, deal).snapshot() == engine.Round(rules, other).snapshot()
    # What has been drawn in this turn.
    hands = ["6-6 3-6 0-1", "3-4 1-2 0-3"]
    once = play(start(engine, "masters-draw", hands, "4-5 1-6", draw="one"), "6-6")
    assert once.position_key() != once.play("draw").position_key()
    # The boneyard's order.
    draw = engine.Rules("masters-draw", players=2, hand_size=2)
    assert engine.Round(draw, deal).position_key() != engine.Round(draw, other).position_key()


def partition(round: Any, depth: int) -> list[int]:
    first: dict[bytes, int] = {}
    return [
        first.setdefault(node.position_key(), place)
        for place, node in enumerate(below(round, depth))
    ]


@pytest.mark.parametrize("place", range(len(SMALL)))
def test_both_engines_part_positions_alike(both: tuple[Any, Any], place: int) -> None:
    core, reference = both
    preset, players, overrides = SMALL[place]
    for game in range(3):
        rounds = [
            module.deal(module.Rules(preset, players=players, **overrides), 77, game=game)
            for module in (core, reference)
        ]
        assert partition(rounds[0], 6) == partition(rounds[1], 6)


# Deals


def test_a_deal(engine: Any) -> None:
    deal = engine.Deal([["1-2", "0-3", "0-0"], ("2-2",)], ["1-1", "0-1"], "3-3", 1)
    assert deal.hands == (("0-0", "0-3", "1-2"), ("2-2",))
    assert deal.boneyard == ("1-1", "0-1")
    assert deal.engine == "3-3"
    assert deal.leader == 1
    written = {
        "hands": [["0-0", "0-3", "1-2"], ["2-2"]],
        "boneyard": ["1-1", "0-1"],
        "engine": "3-3",
        "leader": 1,
    }
    assert deal.to_dict() == written
    assert engine.Deal.from_dict(written) == deal
    assert engine.Deal.from_dict({**written, "colour": "red"}) == deal
    assert hash(engine.Deal.from_dict(written)) == hash(deal)
    assert eval(repr(deal), {"Deal": engine.Deal}) == deal
    assert repr(deal) == (
        "Deal(hands=[['0-0', '0-3', '1-2'], ['2-2']], boneyard=['1-1', '0-1'], "
        "engine='3-3', leader=1)"
    )
    plain = engine.Deal(hands=[["0-0"], ["0-1"]], boneyard=[])
    assert plain.engine is None
    assert plain.leader is None
    assert plain != deal
    assert plain != engine.Deal([["0-0"], ["0-1"]], [], None, 0)
    assert engine.Deal([["10-12", "2-3", "1-12"]], []).hands == (("1-12", "2-3", "10-12"),)
    assert engine.Deal([["0-0"]], ["0-1", "1-1"]) != engine.Deal([["0-0"]], ["1-1", "0-1"])


@pytest.mark.parametrize(
    "wrong",
    [None, 1, "0-0", ["0-0"], [None], [["0-0"], 3], [[1]], [[None]], {"0": ["0-0"]}, [[b"0-0"]]],
)
def test_hands_of_the_wrong_type(engine: Any, wrong: Any) -> None:
    with pytest.raises(TypeError):
        engine.Deal(wrong, [])


@pytest.mark.parametrize(
    ("boneyard", "central", "leader"),
    [
        (None, None, None),
        ("0-0", None, None),
        ([1], None, None),
        ([], 3, None),
        ([], ["3-3"], None),
        ([], None, "0"),
        ([], None, 1.0),
        ([], None, True),
    ],
)
def test_the_rest_of_a_deal_of_the_wrong_type(
    engine: Any, boneyard: Any, central: Any, leader: Any
) -> None:
    with pytest.raises(TypeError):
        engine.Deal([["0-0"], ["0-1"]], boneyard, central, leader)


def test_unreadable_tiles_are_told_all_at_once_with_their_places(engine: Any) -> None:
    with pytest.raises(DealError) as caught:
        engine.Deal([["0-0"], ["1-2", "2-1", "x"]], ["0-1", "01-2", ""], "3-3-3")
    found = caught.value.reasons
    for place in ("hands[1][1]", "hands[1][2]", "boneyard[1]", "boneyard[2]", "engine"):
        assert sum(reason.startswith(place) for reason in found) == 1, (place, found)
    assert len(found) == 5
    assert not isinstance(caught.value, RedealError)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"hands": [["0-0"]]},
        {"boneyard": []},
        {"hands": None, "boneyard": []},
        {"hands": "0-0", "boneyard": []},
        {"hands": [["0-0"], None], "boneyard": []},
        {"hands": [["0-0"], [7]], "boneyard": []},
        {"hands": [["0-0"]], "boneyard": "0-1"},
        {"hands": [["0-0"]], "boneyard": [None]},
        {"hands": [["0-0"]], "boneyard": [], "engine": 3},
        {"hands": [["0-0"]], "boneyard": [], "leader": "0"},
        {"hands": [["0-0"]], "boneyard": [], "leader": True},
        {"hands": [["0-0"]], "boneyard": [], "leader": 0.0},
    ],
)
def test_an_ill_shaped_deal_in_json(engine: Any, wrong: Any) -> None:
    with pytest.raises(DealError) as caught:
        engine.Deal.from_dict(wrong)
    assert caught.value.reasons
    assert not isinstance(caught.value, RedealError)


def test_from_dict_wants_a_mapping(engine: Any) -> None:
    for wrong in (None, [], "{}", 3):
        with pytest.raises(TypeError):
            engine.Deal.from_dict(wrong)


LINE_DEAL = complete(6, 7, ["6-6", ""])
FREE_DEAL = complete(6, 7, ["", ""], leader=0)
TRAIN_DEAL = complete(12, 15, ["", ""], engine="12-12")
DOUBLES_DEAL = complete(12, 15, ["12-12", ""])


def changed(deal: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(deal), **changes}


def swapped(deal: dict[str, Any], tile: str) -> dict[str, Any]:
    return changed(deal, boneyard=[tile, *deal["boneyard"][1:]])


BAD_DEALS = {
    "a tile twice": ("masters-draw", 0, swapped(LINE_DEAL, "6-6")),
    "a tile of a larger set": ("masters-draw", 0, swapped(LINE_DEAL, "6-7")),
    "a tile missing": ("masters-draw", 0, changed(LINE_DEAL, boneyard=LINE_DEAL["boneyard"][1:])),
    "a tile too many": ("masters-draw", 0, changed(
        LINE_DEAL, boneyard=[*LINE_DEAL["boneyard"], "0-0"])),
    "a hand too short": ("masters-draw", 0, changed(
        LINE_DEAL,
        hands=[LINE_DEAL["hands"][0][1:], LINE_DEAL["hands"][1]],
        boneyard=[LINE_DEAL["hands"][0][0], *LINE_DEAL["boneyard"]])),
    "a hand too many": ("masters-draw", 0, changed(LINE_DEAL, hands=[*LINE_DEAL["hands"], []])),
    "a hand missing": ("masters-draw", 0, changed(
        LINE_DEAL, hands=LINE_DEAL["hands"][:1],
        boneyard=LINE_DEAL["hands"][1] + LINE_DEAL["boneyard"])),
    "an engine in a line game": ("masters-draw", 0, changed(
        LINE_DEAL, engine=LINE_DEAL["boneyard"][0], boneyard=LINE_DEAL["boneyard"][1:])),
    "an engine that is one too many": ("masters-draw", 0, changed(LINE_DEAL, engine="6-6")),
    "a leader where the highest double leads": ("masters-draw", 0, changed(LINE_DEAL, leader=0)),
    "a leader who has no seat": ("pagat-draw", 0, changed(FREE_DEAL, leader=2)),
    "a leader below zero": ("pagat-draw", 0, changed(FREE_DEAL, leader=-1)),
    "a leader beyond counting": ("pagat-draw", 0, changed(FREE_DEAL, leader=2**70)),
    "a leader in a train game": ("dominos-cc-mexican-train", 0, changed(TRAIN_DEAL, leader=0)),
    "an engine missing": ("dominos-cc-mexican-train", 0, changed(
        TRAIN_DEAL, engine=None, boneyard=[*TRAIN_DEAL["boneyard"], "12-12"])),
    "an engine left out": ("dominos-cc-mexican-train", 0, changed(TRAIN_DEAL, engine=None)),
    "the engine of another round": ("dominos-cc-mexican-train", 1, TRAIN_DEAL),
    "an engine that is no double": ("dominos-cc-mexican-train", 0, changed(
        TRAIN_DEAL, engine=TRAIN_DEAL["boneyard"][0],
        boneyard=[*TRAIN_DEAL["boneyard"][1:], "12-12"])),
    "the engine in the boneyard too": ("dominos-cc-mexican-train", 0, changed(
        TRAIN_DEAL, boneyard=[*TRAIN_DEAL["boneyard"], "12-12"])),
    "a round that has no engine": ("dominos-cc-mexican-train", 13, TRAIN_DEAL),
    "an engine where the highest double is laid": ("masters-mexican-train", 0, changed(
        DOUBLES_DEAL, engine=DOUBLES_DEAL["boneyard"][0], boneyard=DOUBLES_DEAL["boneyard"][1:])),
}  # fmt: skip


def test_the_deals_that_the_bad_ones_spoil_are_good(engine: Any) -> None:
    for preset, deal in (
        ("masters-draw", LINE_DEAL),
        ("pagat-draw", FREE_DEAL),
        ("dominos-cc-mexican-train", TRAIN_DEAL),
        ("masters-mexican-train", DOUBLES_DEAL),
    ):
        round = engine.Round(engine.Rules(preset, players=2), deal)
        assert round.deal.to_dict() == deal


@pytest.mark.parametrize("what", BAD_DEALS)
def test_a_deal_that_does_not_fit_the_rules(engine: Any, what: str) -> None:
    preset, number, deal = BAD_DEALS[what]
    rules = engine.Rules(preset, players=2)
    for given in (deal, engine.Deal.from_dict(deal)):
        with pytest.raises(DealError) as caught:
            engine.Round(rules, given, number)
        assert caught.value.reasons
        assert not isinstance(caught.value, RedealError)


def test_every_fault_of_a_deal_at_once(engine: Any) -> None:
    deal = swapped(changed(LINE_DEAL, leader=1, engine="5-5"), "6-7")
    deal["hands"][0] = deal["hands"][0][1:]
    with pytest.raises(DealError) as caught:
        engine.Round(engine.Rules("masters-draw", players=2), deal)
    assert len(caught.value.reasons) >= 4


def test_no_double_in_any_hand(engine: Any) -> None:
    deal = complete(6, 7, ["", ""])
    for given in (deal, engine.Deal.from_dict(deal)):
        with pytest.raises(RedealError) as caught:
            engine.Round(engine.Rules("masters-draw", players=2), given)
        assert caught.value.reasons
    heaviest = start(
        engine,
        "masters-draw",
        ["1-6 2-3 0-2", "2-5 3-4 0-1"],
        no_double="highest_tile",
    )
    assert heaviest.to_play == 0
    assert legal(heaviest) == ["1-6"], "seven pips three times: the highest half decides"


def test_a_named_leader_stands_and_null_is_filled_in(engine: Any) -> None:
    rules = engine.Rules("pagat-draw", players=2)
    for number in range(4):
        assert (
            engine.Round(rules, changed(FREE_DEAL, leader=None), number).deal.leader == number % 2
        )
        assert engine.Round(rules, changed(FREE_DEAL, leader=1), number).to_play == 1
    filled = engine.Round(rules, changed(FREE_DEAL, leader=None), 1)
    assert filled == engine.Round(rules, changed(FREE_DEAL, leader=1), 1)


def test_hands_are_sets_and_the_boneyard_is_not(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    turned = changed(LINE_DEAL, hands=[hand[::-1] for hand in LINE_DEAL["hands"]])
    assert engine.Round(rules, turned) == engine.Round(rules, LINE_DEAL)
    turned = changed(LINE_DEAL, boneyard=LINE_DEAL["boneyard"][::-1])
    assert engine.Round(rules, turned) != engine.Round(rules, LINE_DEAL)


def test_a_round_is_given_rules_a_deal_a_number_and_actions(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    for wrong in (None, "masters-draw", {"preset": "masters-draw", "players": 2}):
        with pytest.raises(TypeError):
            engine.Round(wrong, LINE_DEAL)
    for wrong in (None, 3, "deal", [LINE_DEAL]):
        with pytest.raises(TypeError):
            engine.Round(rules, wrong)
    for wrong in (True, 1.0, "0", None):
        with pytest.raises(TypeError):
            engine.Round(rules, LINE_DEAL, wrong)
    for wrong in (-1, 2**32, 2**70):
        with pytest.raises(ArgumentError):
            engine.Round(rules, LINE_DEAL, wrong)
    assert engine.Round(rules, LINE_DEAL, 2**32 - 1).round == 2**32 - 1
    for wrong in ([1], [None], 3, "6-6", "draw"):
        with pytest.raises(TypeError):
            engine.Round(rules, LINE_DEAL, 0, wrong)
    with pytest.raises(IllegalActionError) as caught:
        engine.Round(rules, LINE_DEAL, 0, ["6-6", "6-6"])
    assert caught.value.reason == "tile_not_in_hand"
    with pytest.raises(IllegalActionError):
        engine.Round(rules, LINE_DEAL, 0, ["0-0"])


# Threads


def test_rounds_are_played_from_several_threads(engine: Any) -> None:
    rounds = [engine.deal(engine.Rules(preset, players=4), 5) for preset in PRESETS]
    expected = [repr(round.playout(9)) for round in rounds]
    found: list[list[str]] = [[] for _ in range(6)]
    failures: list[BaseException] = []

    def work(mine: list[str]) -> None:
        try:
            for round in rounds:
                final = round.playout(9)
                step = round
                for action in final.actions:
                    step = step.play(action)
                assert step == final
                mine.append(repr(step))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(mine,)) for mine in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert found == [expected] * len(found)


def test_all_tiles_of_any_set_are_dealt(engine: Any) -> None:
    for highest in range(1, 19):
        rules = engine.Rules("pagat-draw", players=2, set=highest, hand_size=1, reserve=0)
        shown = engine.deal(rules, 1).deal
        assert sorted([*shown.boneyard, *shown.hands[0], *shown.hands[1]]) == sorted(tiles(highest))


def test_every_preset_ends(engine: Any) -> None:
    assert {*LINE_PRESETS, *TRAIN_PRESETS} == set(engine.presets())
    for preset in PRESETS:
        for game in range(5):
            round = engine.deal(engine.Rules(preset, players=4), 6, game=game).playout(6)
            assert round.result is not None
            assert round.to_play is None
            assert round.result.reason in ("out", "blocked")
            assert bool(round.result.out) == (round.result.reason == "out")
