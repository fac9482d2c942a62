"""Action numbers, notation, and the reason why an action is not legal."""

from __future__ import annotations

import copy
import pickle
from enum import Enum
from typing import Any

import pytest
from bonepile.errors import (
    ArgumentError,
    BonepileError,
    IllegalActionError,
    NotationError,
    RoundOverError,
)
from building import PRESETS, halves, legal, play, refusal, start, tiles

UNREADABLE = [
    "", " ", "6", "6-", "-6", "6-6@", "@L", "6--6", "6-6-6", "a-b", "6 - 6", " 2-6", "2-6 ",
    "2-6\n", "02-6", "2-06", "6-2", "6-2@L", "2-6@8", "2-6@9", "2-6@l", "2-6@m", "2-6@LL",
    "2-6@10", "2-6@00", "2-6@-1", "2-6@ L", "2-6@X", "2-6@L@R", "2_6", "2\u20136",
    "\u0662-\u0666", "2-\u0666", "+2-6", "2-6@\u0662", "1e0-6", "0x1-6", "00-0", "0-00", "-0-0",
    "DRAW", "Draw", "draw ", " draw", "PASS", "Stop", "pas", "drawn", "2-6\0", "2-6@L\0",
]  # fmt: skip


def line_rules(engine: Any, highest: int = 6) -> Any:
    return engine.Rules("all-fives", players=2, set=highest, hand_size=1)


def train_rules(engine: Any, players: int = 2, highest: int = 12) -> Any:
    return engine.Rules("dominos-cc-mexican-train", players=players, set=highest, hand_size=1)


@pytest.mark.parametrize("highest", [1, 6, 18])
def test_line_action_numbers(engine: Any, highest: int) -> None:
    rules = line_rules(engine, highest)
    everything = tiles(highest)
    seen = []
    for tile in everything:
        low, high = halves(tile)
        number = high * (high + 1) // 2 + low
        for offset, place in enumerate(("", "@L", "@R", "@N", "@S")):
            action = rules.action(tile + place)
            assert str(action) == tile + place
            assert action.index == number * 5 + offset
            seen.append(action.index)
    count = len(everything)
    assert rules.action("draw").index == 5 * count
    assert rules.action("pass").index == 5 * count + 1
    assert sorted([*seen, 5 * count, 5 * count + 1]) == list(range(rules.num_actions))
    for index in range(rules.num_actions):
        assert rules.action(index).index == index
        assert rules.action(str(rules.action(index))).index == index


@pytest.mark.parametrize(("players", "highest"), [(2, 2), (4, 12), (8, 12), (5, 18)])
def test_train_action_numbers(engine: Any, players: int, highest: int) -> None:
    rules = train_rules(engine, players, highest)
    everything = tiles(highest)
    seen = []
    for tile in everything:
        low, high = halves(tile)
        number = high * (high + 1) // 2 + low
        for offset, place in enumerate([*map(str, range(players)), "M"]):
            action = rules.action(f"{tile}@{place}")
            assert str(action) == f"{tile}@{place}"
            assert action.index == number * (players + 1) + offset
            seen.append(action.index)
    first = len(everything) * (players + 1)
    assert [rules.action(word).index for word in ("draw", "pass", "stop")] == [
        first,
        first + 1,
        first + 2,
    ]
    assert sorted([*seen, first, first + 1, first + 2]) == list(range(rules.num_actions))
    for index in range(rules.num_actions):
        assert rules.action(str(rules.action(index))).index == index


def test_the_numbers_of_one_action_depend_on_the_rules_only(engine: Any) -> None:
    for preset in PRESETS:
        rules = engine.Rules(preset, players=3)
        for game in range(3):
            for action in engine.deal(rules, 1, game=game).playout(1).actions:
                assert rules.action(str(action)).index == action.index
                assert 0 <= action.index < rules.num_actions


def test_numbers_out_of_range(engine: Any) -> None:
    for rules in (line_rules(engine), train_rules(engine)):
        for wrong in (-1, rules.num_actions, 2**64, -(2**64), 2**100):
            with pytest.raises(ArgumentError):
                rules.action(wrong)


def test_what_is_no_action(engine: Any) -> None:
    for rules in (line_rules(engine), train_rules(engine)):
        for wrong in (None, 1.0, True, b"draw", ["draw"], ("2-6", "L")):
            with pytest.raises(TypeError):
                rules.action(wrong)


@pytest.mark.parametrize("text", UNREADABLE)
def test_unreadable_text_is_no_action(engine: Any, text: str) -> None:
    for rules in (line_rules(engine), train_rules(engine)):
        with pytest.raises(NotationError):
            rules.action(text)
    with pytest.raises(NotationError):
        engine.Action(text, 0)


def test_places_and_tiles_that_the_rules_do_not_have(engine: Any) -> None:
    for text in ("2-7", "7-7@L", "2-6@0", "2-6@M", "stop", "2-60000@L"):
        with pytest.raises(NotationError):
            line_rules(engine).action(text)
    for text in ("2-13@0", "13-13@M", "2-6", "2-6@L", "2-6@S", "2-6@2", "2-6@7"):
        with pytest.raises(NotationError):
            train_rules(engine).action(text)
    assert str(train_rules(engine, 3).action("2-6@2")) == "2-6@2"


def test_an_action_is_a_plain_value(engine: Any) -> None:
    action = engine.Action("6-9@M", 227)
    assert str(action) == "6-9@M"
    assert action.index == 227
    assert repr(action) == "Action('6-9@M', 227)"
    assert eval(repr(action), {"Action": engine.Action}) == action
    assert action == "6-9@M"
    assert "6-9@M" == action  # noqa: SIM300 both ways round
    assert action != "6-9@L"
    assert action == engine.Action("6-9@M", 3), "the notation says it all"
    assert hash(action) == hash("6-9@M")
    assert {action: 1}["6-9@M"] == 1
    assert action in {"6-9@M"}
    assert action != 227
    assert pickle.loads(pickle.dumps(action)) == action
    assert pickle.loads(pickle.dumps(action)).index == 227
    assert copy.deepcopy(action).index == 227
    with pytest.raises((AttributeError, TypeError)):
        action.index = 3


def test_an_action_is_checked(engine: Any) -> None:
    for wrong in (-1, -(2**70)):
        with pytest.raises(ArgumentError):
            engine.Action("draw", wrong)
    for wrong in (None, "1", 1.0, True):
        with pytest.raises((TypeError, ArgumentError)):
            engine.Action("draw", wrong)
    for wrong in (None, 1, b"draw"):
        with pytest.raises(TypeError):
            engine.Action(wrong, 1)


def test_rules_take_an_action_for_its_text(engine: Any) -> None:
    rules = line_rules(engine)
    assert rules.action(engine.Action("2-6@L", 0)).index == rules.action("2-6@L").index
    with pytest.raises(NotationError):
        rules.action(engine.Action("2-6@M", 0))


# Refusals


def line_round(engine: Any, **overrides: Any) -> Any:
    """After 6-6, with the seat to play holding 3-4, 1-2 and 0-6."""
    return start(
        engine,
        "masters-draw",
        ["6-6 3-6 2-4", "3-4 1-2 0-6"],
        "4-5 1-6",
        **overrides,
    )


@pytest.mark.parametrize("text", UNREADABLE)
def test_unreadable_text_is_refused(engine: Any, text: str) -> None:
    round = play(line_round(engine), "6-6")
    assert refusal(round, text) == "unreadable"
    assert round.is_legal(text) is False
    with pytest.raises(IllegalActionError) as caught:
        round.play(text)
    assert caught.value.reason == "unreadable"
    assert caught.value.action == text


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("rubbish", "unreadable"),
        ("2-7@Q", "unreadable"),
        ("2-7", "not_in_set"),
        ("2-60000", "not_in_set"),
        ("2-99999999999999999999999@L", "not_in_set"),
        ("99999999999999999999999-99999999999999999999999@7", "not_in_set"),
        ("2-7@M", "not_in_set"),
        ("3-4", "tile_not_in_hand"),
        ("3-4@L", "tile_not_in_hand"),
        ("3-4@M", "tile_not_in_hand"),
        ("3-6", "lead_required"),
        ("3-6@L", "lead_required"),
        ("6-6@L", "lead_required"),
        ("6-6@N", "lead_required"),
        ("6-6@M", "lead_required"),
        ("6-6@7", "lead_required"),
        ("stop", "cannot_stop"),
        ("draw", "can_play"),
        ("pass", "can_play"),
    ],
)
def test_refusals_before_the_lead(engine: Any, action: str, code: str) -> None:
    assert refusal(line_round(engine), action) == code


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("2-7@M", "not_in_set"),
        ("6-6@L", "tile_not_in_hand"),
        ("6-6", "tile_not_in_hand"),
        ("3-6@7", "tile_not_in_hand"),
        ("0-6", "no_such_place"),
        ("3-4", "no_such_place"),
        ("0-6@N", "no_such_place"),
        ("0-6@S", "no_such_place"),
        ("0-6@M", "no_such_place"),
        ("0-6@0", "no_such_place"),
        ("3-4@S", "no_such_place"),
        ("3-4@L", "no_match"),
        ("3-4@R", "no_match"),
        ("stop", "cannot_stop"),
        ("draw", "can_play"),
        ("pass", "can_play"),
    ],
)
def test_refusals_after_the_lead(engine: Any, action: str, code: str) -> None:
    assert refusal(play(line_round(engine), "6-6"), action) == code


def test_refusals_of_draw_and_pass_in_a_line(engine: Any) -> None:
    round = play(line_round(engine), "6-6 0-6@L 3-6@R")
    assert legal(round) == ["3-4@R"]
    stuck = start(engine, "masters-draw", ["6-6 3-6", "3-4 1-2"], "4-5 1-6")
    stuck = play(stuck, "6-6")
    assert legal(stuck) == ["draw"]
    assert refusal(stuck, "pass") == "must_draw"
    block = play(start(engine, "masters-block", ["6-6 3-6", "3-4 1-2"]), "6-6")
    assert legal(block) == ["pass"]
    assert refusal(block, "draw") == "cannot_draw"
    assert refusal(block, "stop") == "cannot_stop"
    once = start(engine, "masters-draw", ["6-6 3-6", "3-4 1-2"], "4-5 1-6", draw="one")
    once = play(once, "6-6 draw")
    assert legal(once) == ["pass"]
    assert refusal(once, "draw") == "cannot_draw"


def test_a_lead_that_may_not_be_put_off(engine: Any) -> None:
    round = start(engine, "pagat-draw", ["6-6 3-6", "3-4 1-2"])
    assert legal(round) == ["3-6", "6-6"]
    assert refusal(round, "draw") == "can_play"
    assert legal(play(round, "6-6")) == ["draw"]


def test_draw_beside_plays_under_voluntary_draw(engine: Any) -> None:
    hands = ["6-6 3-6", "0-6 1-2"]
    round = play(start(engine, "pagat-draw", hands, "4-5 1-6"), "6-6")
    assert legal(round) == ["0-6@L", "0-6@R", "draw"]
    assert refusal(round, "pass") == "can_play"
    round = play(round, "draw draw")
    assert legal(round) == ["0-6@L", "0-6@R", "1-6@L", "1-6@R", "draw"]
    once = play(start(engine, "pagat-draw", hands, "4-5 1-6", draw="one"), "6-6 draw")
    assert legal(once) == ["0-6@L", "0-6@R"]
    assert refusal(once, "draw") == "can_play"


def test_the_reserve_is_never_drawn(engine: Any) -> None:
    # A double-3 set has ten tiles: six in hand, four face down, two of them never to be drawn.
    round = start(engine, "pagat-draw", ["3-3 0-1 0-2", "1-1 1-2 0-0"], "2-2 2-3", set=3)
    round = play(round, "3-3 draw")
    assert legal(round) == ["draw"]
    round = play(round, "draw")
    assert legal(round) == ["2-3@L", "2-3@R"]
    assert round.snapshot()["boneyard"] == 2
    low = start(engine, "pagat-draw", ["3-3 0-1 0-2", "1-1 1-2 0-0"], "2-2 2-3", set=3, reserve=3)
    low = play(low, "3-3 draw")
    assert legal(low) == ["pass"]
    assert refusal(low, "draw") == "cannot_draw"


def chain_round(engine: Any) -> Any:
    return start(
        engine,
        "masters-mexican-train",
        ["12-12 0-12", "8-12 5-8 1-12"],
        size=5,
        filler=[3, 4, 6, 7],
    )


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("", "unreadable"),
        ("8-12@8", "unreadable"),
        ("8-13@0", "not_in_set"),
        ("13-13", "not_in_set"),
        ("0-12@1", "tile_not_in_hand"),
        ("12-12", "tile_not_in_hand"),
        ("8-12", "no_such_place"),
        ("8-12@L", "no_such_place"),
        ("8-12@2", "no_such_place"),
        ("8-12@0", "own_train_only"),
        ("8-12@M", "own_train_only"),
        ("5-8@M", "own_train_only"),
        ("5-8@1", "no_match"),
        ("stop", "cannot_stop"),
        ("draw", "can_play"),
        ("pass", "can_play"),
    ],
)
def test_refusals_in_a_chain(engine: Any, action: str, code: str) -> None:
    assert refusal(chain_round(engine), action) == code


def test_refusals_of_draw_and_pass_while_a_chain_may_stop(engine: Any) -> None:
    round = play(chain_round(engine), "8-12@1")
    assert legal(round) == ["5-8@1", "stop"]
    assert refusal(round, "draw") == "can_play"
    assert refusal(round, "pass") == "can_play"
    assert refusal(round, "1-12@1") == "no_match"
    assert refusal(round, "1-12@M") == "own_train_only"


def test_refusals_where_a_double_must_be_covered(engine: Any) -> None:
    round = start(
        engine,
        "masters-mexican-train-strict",
        ["12-12 9-12 8-9", "6-12 6-6 4-6 0-12 7-8"],
        "10-11",
        size=6,
        filler=[1, 2, 3, 5],
        first_turn="single",
    )
    round = play(round, "6-12@1 9-12@0 6-6@1")
    assert legal(round) == ["4-6@1"]
    assert refusal(round, "0-12@M") == "must_cover"
    assert refusal(round, "7-8@0") == "must_cover"
    assert refusal(round, "7-8@1") == "no_match"
    assert refusal(round, "7-8@2") == "no_such_place"
    round = play(round, "4-6@1")
    assert round.to_play == 0
    assert refusal(round, "8-9@1") == "train_not_open"
    assert refusal(round, "8-9@M") == "no_match"


def test_a_closed_train_comes_before_a_wrong_pip(engine: Any) -> None:
    round = start(
        engine, "dominos-cc-mexican-train", ["5-12 1-2", "6-12 3-4"], size=4, filler=[7, 8, 9, 10]
    )
    assert refusal(round, "5-12@1") == "train_not_open"
    assert refusal(round, "1-2@1") == "train_not_open"
    assert refusal(round, "1-2@0") == "no_match"


def test_refusals_of_draw_and_pass_in_trains(engine: Any) -> None:
    hands = ["5-6 1-2", "6-12 3-4"]
    round = start(engine, "dominos-cc-mexican-train", hands, "7-8")
    assert legal(round) == ["draw"]
    assert refusal(round, "pass") == "must_draw"
    assert refusal(round, "stop") == "cannot_stop"
    round = play(round, "draw")
    assert legal(round) == ["pass"]
    assert refusal(round, "draw") == "cannot_draw"
    none = start(engine, "dominos-cc-mexican-train", hands, "7-8", draw="none")
    assert legal(none) == ["pass"]
    assert refusal(none, "draw") == "cannot_draw"


def test_after_the_end_everything_is_refused_as_over(engine: Any) -> None:
    line = play(start(engine, "all-fives", ["3-4", "2-5"]), "3-4")
    train = start(engine, "dominos-cc-mexican-train", ["5-12", "6-12"]).play("5-12@0")
    for round in (line, train):
        assert round.to_play is None
        assert list(round.legal_actions()) == []
        for action in ("rubbish", "99-99", "2-5@L", "draw", "pass", "stop"):
            assert refusal(round, action) == "round_over"
            assert not round.is_legal(action)
            with pytest.raises(RoundOverError) as caught:
                round.play(action)
            assert caught.value.reason == "round_over"
            assert caught.value.legal == ()
            assert caught.value.action == action


def test_an_illegal_play_tells_action_reason_and_what_is_legal(engine: Any) -> None:
    round = play(line_round(engine), "6-6")
    before = (round.snapshot(), repr(round), hash(round))
    for action in ("3-4@L", engine.Action("3-4@L", 0)):
        with pytest.raises(IllegalActionError) as caught:
            round.play(action)
        assert not isinstance(caught.value, RoundOverError)
        assert isinstance(caught.value, BonepileError)
        assert caught.value.action == "3-4@L"
        assert caught.value.reason == "no_match"
        assert caught.value.legal == ("0-6@L", "0-6@R")
        assert "3-4@L" in str(caught.value)
    assert (round.snapshot(), repr(round), hash(round)) == before
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.action, again.reason, again.legal, str(again)) == (
        "3-4@L",
        "no_match",
        ("0-6@L", "0-6@R"),
        str(caught.value),
    )


def test_a_refusal_has_a_code_and_a_sentence(engine: Any) -> None:
    round = play(line_round(engine), "6-6")
    why = round.why_illegal("3-4@L")
    assert why.code == "no_match"
    assert len(why.message) > 5
    assert tuple(why) == (why.code, why.message)
    assert round.why_illegal("0-6@L") is None
    assert round.why_illegal(round.rules.action("0-6@L")) is None


@pytest.mark.parametrize("wrong", [None, 3, 1.0, True, b"draw", ["draw"]])
def test_an_action_is_text_or_an_action(engine: Any, wrong: Any) -> None:
    round = line_round(engine)
    for method in (round.play, round.is_legal, round.why_illegal):
        with pytest.raises(TypeError):
            method(wrong)


@pytest.mark.parametrize("preset", PRESETS)
def test_is_legal_is_membership_of_the_legal_actions(engine: Any, preset: str) -> None:
    rules = engine.Rules(preset, players=3, set=5, hand_size=4)
    everything = [str(rules.action(index)) for index in range(rules.num_actions)]
    round = engine.deal(rules, 5)
    for action in round.playout(5).actions:
        allowed = set(legal(round))
        assert {text for text in everything if round.is_legal(text)} == allowed
        assert {text for text in everything if round.why_illegal(text) is None} == allowed
        round = round.play(action)
    assert not any(round.is_legal(text) for text in everything)


class Word(str, Enum):  # noqa: UP042  (its str() is not its value)
    PASS = "pass"
    LEAD = "6-6"


def test_a_refusal_of_a_long_text_is_short_and_plain(engine: Any) -> None:
    round = engine.deal(engine.Rules("masters-draw", players=2), 1)
    for text in ("\x1b[31m\n" + "x" * 5000, "0-" + "9" * 5000):
        why = round.why_illegal(text)
        assert len(why.message) < 400
        assert why.message.isprintable()


def test_a_text_of_another_class_is_its_text(engine: Any) -> None:
    round = engine.deal(engine.Rules("masters-draw", players=2), 1)
    assert round.play(Word.LEAD) == round.play("6-6")
    with pytest.raises(IllegalActionError) as refused:
        round.play(Word.PASS)
    assert refused.value.action == "pass"
    assert type(refused.value.action) is str
