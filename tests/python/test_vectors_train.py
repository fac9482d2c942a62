"""The worked examples of the train games, each as a position on the table.

Seats J, Y, B, D are 0, 1, 2, 3. A name that begins with `masters` belongs to the page of Masters
Traditional Games, one that begins with `cc` to that of dominos.cc.
"""

from __future__ import annotations

from typing import Any

import pytest
from building import complete, legal, pips, play, refusal, start, table, tiles

MASTERS = "masters-mexican-train"
CC = "dominos-cc-mexican-train"


def test_masters_a_double_twelve_set_has_91_tiles_and_four_seats_leave_31(engine: Any) -> None:
    """G-SET-1, G-DEAL-1."""
    assert len(tiles(12)) == 91
    round = engine.deal(engine.Rules(MASTERS, players=4), seed=1)
    deal = round.deal
    assert [len(hand) for hand in deal.hands] == [15] * 4
    assert len(deal.boneyard) == 31
    assert sorted([*deal.boneyard, *(t for hand in deal.hands for t in hand)]) == sorted(tiles(12))


def test_masters_highest_double_held_is_the_engine(engine: Any) -> None:
    """G-DEAL-2, T-TABLE-1, T-TABLE-2, T-MARK-3, T-ENGINE-3, T-ENGINE-4."""
    round = start(engine, MASTERS, ["11-11", "10-10", "", ""], "12-12", size=15)
    shown = round.snapshot()
    assert shown["table"]["engine"] == 11
    assert "11-11" not in shown["hands"][0]
    assert [len(hand) for hand in shown["hands"]] == [14, 15, 15, 15]
    assert shown["boneyard"] == 31, "the engine is not replaced"
    assert shown["to_play"] == 1
    assert shown["table"]["ends"] == {"0": 11, "1": 11, "2": 11, "3": 11, "M": 11}
    assert shown["table"]["started"] == []
    assert shown["table"]["markers"] == []
    assert shown["result"] is None


FIRST_TURNS = ["12-12 0-12", "8-12 5-8 2-5", "3-12", "4-12"]


def first_turns(engine: Any) -> Any:
    # Nothing that fills the hands fits an end of this circuit.
    return start(engine, MASTERS, FIRST_TURNS, size=5, filler=[1, 6, 7, 9, 10, 11])


def test_masters_first_turns_begin_left_of_the_engines_seat(engine: Any) -> None:
    """G-TURN-1, T-ENGINE-4."""
    round = first_turns(engine)
    order = []
    for actions in ("8-12@1 5-8@1 2-5@1", "3-12@2", "4-12@3", "0-12@0"):
        order.append(round.to_play)
        round = play(round, actions)
    assert order == [1, 2, 3, 0]
    assert round.to_play == 1


def test_masters_a_chain_of_three_ends_in_its_last_pip(engine: Any) -> None:
    """G-FIT-2, T-FIRST-3, T-FIRST-4."""
    round = first_turns(engine)
    assert legal(round) == ["8-12@1"]
    round = play(round, "8-12@1")
    assert round.to_play == 1
    assert legal(round) == ["5-8@1", "stop"]
    round = play(round, "5-8@1")
    assert legal(round) == ["2-5@1", "stop"]
    round = play(round, "2-5@1")
    assert table(round)["ends"]["1"] == 2
    assert table(round)["started"] == ["1"]
    assert round.to_play == 2, "nothing fits any more: the turn ends by itself"


def test_masters_a_chain_may_stop_early(engine: Any) -> None:
    """T-FIRST-3."""
    round = play(first_turns(engine), "8-12@1 stop")
    assert table(round)["ends"]["1"] == 8
    assert round.to_play == 2
    assert table(round)["markers"] == []


def test_masters_a_first_turn_goes_on_the_own_train_only(engine: Any) -> None:
    """G-PLAY-1, T-FIRST-2, T-FIRST-3."""
    round = first_turns(engine)
    assert refusal(round, "8-12@M") == "own_train_only"
    assert refusal(round, "8-12@2") == "own_train_only"
    assert refusal(round, "pass") == "can_play"
    assert refusal(round, "draw") == "can_play"
    assert refusal(round, "stop") == "cannot_stop", "the first tile must be laid"


def cannot_start(engine: Any, **overrides: Any) -> Any:
    return start(
        engine,
        MASTERS,
        ["12-12 0-12", "3-7", "1-12 2-12", "4-12"],
        "7-12 8-12",
        size=4,
        filler=[5, 6, 8, 9, 10, 11],
        **overrides,
    )


def test_masters_who_cannot_start_passes_without_a_draw(engine: Any) -> None:
    """T-MARK-1, T-FIRST-5."""
    round = cannot_start(engine)
    assert legal(round) == ["pass"]
    assert refusal(round, "draw") == "cannot_draw"
    before = round.snapshot()["boneyard"]
    round = play(round, "pass")
    assert table(round)["markers"] == [1]
    assert round.snapshot()["boneyard"] == before
    assert round.to_play == 2


def test_masters_after_a_missed_first_turn_the_train_starts_with_one_ordinary_play(
    engine: Any,
) -> None:
    """T-MARK-2, T-FIRST-6."""
    round = play(cannot_start(engine), "pass 1-12@2 4-12@3 0-12@0")
    assert table(round)["started"] == ["0", "2", "3"]
    assert legal(round) == ["draw"]
    round = play(round, "draw")
    assert legal(round) == ["7-12@1", "7-12@M"]

    own = play(round, "7-12@1")
    assert table(own)["markers"] == []
    assert table(own)["ends"]["1"] == 7
    assert own.to_play == 2, "3-7 waits"
    assert "3-7" in own.snapshot()["hands"][1]

    public = play(round, "7-12@M")
    assert table(public)["markers"] == [1]
    assert table(public)["ends"]["M"] == 7
    assert public.to_play == 2, "3-7 waits"
    assert "3-7" in public.snapshot()["hands"][1]


def test_masters_a_marked_train_is_closed_until_its_owner_starts_it(engine: Any) -> None:
    """T-RIGHT-5, T-RIGHT-6."""
    moves = "pass 1-12@2 4-12@3 0-12@0 draw 7-12@M"
    round = play(cannot_start(engine), moves)
    assert table(round)["markers"] == [1]
    assert legal(round) == ["draw"]
    assert refusal(round, "2-12@1") == "train_not_open"
    open_house = play(cannot_start(engine, start_marked=True), moves)
    assert legal(open_house) == ["2-12@1"]


def test_masters_going_out_in_the_first_turn_lets_the_others_have_theirs(engine: Any) -> None:
    """G-END-2, T-CIRCUIT-1, T-CIRCUIT-2."""
    round = start(
        engine,
        MASTERS,
        ["12-12 0-12", "8-12 5-8 2-5", "3-12", "4-12"],
        size=3,
        filler=[1, 6, 7, 9, 10, 11],
    )
    round = play(round, "8-12@1 5-8@1 2-5@1")
    for seat, action in ((2, "3-12@2"), (3, "4-12@3"), (0, "0-12@0")):
        assert round.result is None
        assert round.to_play == seat
        round = play(round, action)
    hands = round.snapshot()["hands"]
    assert round.to_play is None
    assert round.result == ("out", (1,), None, tuple(pips(hand) for hand in hands))
    assert round.result.points[1] == 0
    assert legal(round) == []


def test_masters_everybody_whose_hand_is_empty_after_the_circuit_is_out(engine: Any) -> None:
    """T-CIRCUIT-2."""
    round = start(
        engine,
        MASTERS,
        ["12-12 0-12", "8-12 5-8 2-5", "3-12", "4-12 4-7 1-7"],
        size=3,
        filler=[6, 9, 10, 11],
    )
    round = play(round, "8-12@1 5-8@1 2-5@1 3-12@2 4-12@3 4-7@3 1-7@3")
    assert round.result is None
    round = play(round, "0-12@0")
    assert round.result.reason == "out"
    assert round.result.out == (1, 3)


@pytest.mark.parametrize(("number", "layer", "first"), [(0, 2, 3), (1, 3, 0), (2, 0, 1), (3, 1, 2)])
def test_masters_without_a_double_in_hand_seats_draw_one_each(
    engine: Any, number: int, layer: int, first: int
) -> None:
    """T-ENGINE-5."""
    round = start(engine, MASTERS, ["", "", "", ""], "3-5 0-4 8-8 9-9", size=15, round=number)
    shown = round.snapshot()
    assert shown["table"]["engine"] == 8
    assert shown["boneyard"] == 28
    assert shown["to_play"] == first
    assert "3-5" in shown["hands"][(layer - 2) % 4]
    assert "0-4" in shown["hands"][(layer - 1) % 4]
    assert "8-8" not in shown["hands"][layer]
    assert [len(shown["hands"][(layer + k) % 4]) for k in range(4)] == [15, 15, 16, 16]


def test_masters_a_double_as_the_extra_play_asks_for_a_third(engine: Any) -> None:
    """T-TURN-1, T-DOUBLE-1, T-DOUBLE-5."""
    round = start(
        engine,
        MASTERS,
        ["12-12 6-12", "9-12 6-6 9-9 5-9"],
        size=6,
        filler=[0, 1, 2, 3],
        first_turn="single",
    )
    round = play(round, "9-12@1 6-12@M")
    assert legal(round) == ["5-9@1", "6-6@M", "9-9@1"]
    round = play(round, "6-6@M")
    assert round.to_play == 1
    assert legal(round) == ["5-9@1", "9-9@1"]
    round = play(round, "9-9@1")
    assert round.to_play == 1
    assert legal(round) == ["5-9@1"]
    round = play(round, "5-9@1")
    assert round.to_play == 0


def open_ends(engine: Any) -> Any:
    """Ends J 3, Y 6 with marker, B 6 without, D 4 with marker, M 6, and J on turn."""
    round = start(
        engine,
        MASTERS,
        ["12-12 3-12 5-6 6-9", "6-12", "8-12 6-8 5-12", "4-12"],
        "7-10 7-11 10-11 2-11 6-10",
        size=5,
        filler=[0, 1, 2, 7, 10, 11],
    )
    first = "6-12@1 8-12@2 stop 4-12@3 3-12@0"
    second = "draw pass 5-12@M draw pass 5-6@M"
    third = "draw pass 6-8@2 draw pass"
    return play(round, f"{first} {second} {third}")


def test_masters_a_tile_goes_only_where_right_and_match_meet(engine: Any) -> None:
    """T-RIGHT-1, T-RIGHT-2, T-RIGHT-3, T-RIGHT-4."""
    round = open_ends(engine)
    shown = table(round)
    assert shown["ends"] == {"0": 3, "1": 6, "2": 6, "3": 4, "M": 6}
    assert shown["markers"] == [1, 3]
    assert round.to_play == 0
    assert legal(round) == ["6-9@1", "6-9@M"]
    assert refusal(round, "6-9@2") == "train_not_open"
    assert refusal(round, "6-9@3") == "no_match"
    assert refusal(round, "6-9@0") == "no_match"
    assert table(play(round, "6-9@1"))["ends"] == {"0": 3, "1": 9, "2": 6, "3": 4, "M": 6}
    assert table(play(round, "6-9@M"))["ends"] == {"0": 3, "1": 6, "2": 6, "3": 4, "M": 9}


def test_masters_a_strangers_play_leaves_the_marker_up(engine: Any) -> None:
    """T-MARK-2."""
    assert table(play(open_ends(engine), "6-9@1"))["markers"] == [1, 3]


def test_masters_the_owners_play_elsewhere_leaves_the_marker_up(engine: Any) -> None:
    """T-MARK-2."""
    round = play(open_ends(engine), "6-9@1 draw")
    assert legal(round) == ["6-10@M"]
    assert table(play(round, "6-10@M"))["markers"] == [1, 3]


def double_on_the_public_train(engine: Any, drawn: str = "") -> Any:
    round = start(
        engine,
        MASTERS,
        ["12-12 3-12 9-9" + (" 3-7" if not drawn else ""), "5-12 9-12 5-8"],
        drawn,
        size=6,
        filler=[0, 1, 2, 4, 6, 10],
    )
    return play(round, "5-12@1 stop 3-12@0" + (" stop" if not drawn else "") + " 9-12@M 9-9@M")


def test_masters_the_extra_play_goes_anywhere(engine: Any) -> None:
    """T-DOUBLE-1, T-COVER-2."""
    round = double_on_the_public_train(engine)
    assert round.to_play == 0
    assert legal(round) == ["3-7@0"]
    round = play(round, "3-7@0")
    assert table(round)["ends"] == {"0": 7, "1": 5, "M": 9}
    assert table(round)["open_doubles"] == []
    assert round.to_play == 1
    assert legal(round) == ["5-8@1"], "9-9 need not be covered"


def test_masters_no_extra_play_after_a_draw_puts_the_marker_up(engine: Any) -> None:
    """T-MARK-1, T-DOUBLE-4."""
    round = double_on_the_public_train(engine, drawn="10-11")
    assert legal(round) == ["draw"]
    round = play(round, "draw")
    assert round.to_play == 0
    assert legal(round) == ["pass"]
    round = play(round, "pass")
    assert table(round)["markers"] == [0]
    assert round.to_play == 1


def test_masters_the_last_tile_may_be_a_double_and_hands_count_their_pips(engine: Any) -> None:
    """T-CIRCUIT-2, T-SCORE-1."""
    round = start(
        engine,
        MASTERS,
        ["11-11 4-12 0-3", "5-11 1-5 8-8", "10-11 7-10 2-6", "6-11 6-9 9-9"],
        "12-12",
    )
    round = play(round, "5-11@1 1-5@1 10-11@2 7-10@2 6-11@3 6-9@3 9-9@3")
    assert round.to_play == 0, "the first circuit is finished"
    assert legal(round) == ["pass"]
    round = play(round, "pass")
    assert round.result == ("out", (3,), None, (19, 16, 8, 0))


def test_masters_going_out_with_a_double_ends_the_round_at_once(engine: Any) -> None:
    """T-END-1."""
    round = start(engine, MASTERS, ["12-12 9-12 0-1", "5-12 5-8 9-9"], "0-2", first_turn="single")
    round = play(round, "5-12@1 9-12@M 5-8@1 draw pass 9-9@M")
    assert round.to_play is None
    assert round.result == ("out", (1,), None, (3, 0))


# dominos.cc


def test_cc_engines_run_from_twelve_down_to_seven_in_six_rounds(engine: Any) -> None:
    """T-ENGINE-1, T-ENGINE-2."""
    rules = engine.Rules(CC, players=3)
    assert rules.parameters["rounds"] == 6
    for number, pip in enumerate((12, 11, 10, 9, 8, 7)):
        round = engine.deal(rules, seed=5, round=number)
        assert round.deal.engine == f"{pip}-{pip}"
        assert table(round)["engine"] == pip
        assert round.to_play == number % 3
        assert all(round.deal.engine not in hand for hand in round.deal.hands)
        assert round.deal.engine not in round.deal.boneyard


def cc_open_nine(engine: Any, second: str, drawn: str = "") -> Any:
    """Seat 0 has laid 9-9 on the Mexican Train and owes an extra play."""
    round = start(
        engine,
        CC,
        ["3-12 9-12 9-9 3-7 4-9", f"8-12 4-8 {second}"],
        drawn,
        size=7,
        filler=[0, 1, 2, 5, 10, 11],
    )
    return play(round, "3-12@0 8-12@1 9-12@M 4-8@1 9-9@M")


def test_cc_the_extra_play_need_not_cover(engine: Any) -> None:
    """T-DOUBLE-1."""
    round = cc_open_nine(engine, "1-9 4-6")
    assert round.to_play == 0
    assert legal(round) == ["3-7@0", "4-9@M"]
    round = play(round, "3-7@0")
    assert table(round)["open_doubles"] == ["M"]


def test_cc_the_next_seat_may_only_cover(engine: Any) -> None:
    """T-TURN-1, T-COVER-3."""
    round = play(cc_open_nine(engine, "1-9 4-6"), "3-7@0")
    assert round.to_play == 1
    assert legal(round) == ["1-9@M"]
    assert refusal(round, "4-6@1") == "must_cover"
    round = play(round, "1-9@M")
    assert table(round)["open_doubles"] == []
    assert table(round)["ends"]["M"] == 1
    assert round.to_play == 0, "a covering turn ends"


def test_cc_who_cannot_cover_draws_passes_and_hands_the_duty_on(engine: Any) -> None:
    """T-DRAW-2, T-COVER-4."""
    round = play(cc_open_nine(engine, "4-6", "4-4"), "3-7@0")
    assert legal(round) == ["draw"]
    round = play(round, "draw")
    assert "4-4" in round.snapshot()["hands"][1]
    assert legal(round) == ["pass"]
    assert refusal(round, "4-4@1") == "must_cover"
    round = play(round, "pass")
    assert table(round)["markers"] == [1]
    assert table(round)["open_doubles"] == ["M"]
    assert round.to_play == 0
    assert legal(round) == ["4-9@M"], "the seat that laid the double is bound too"


def test_cc_a_double_on_an_unmarked_train_is_covered_by_others(engine: Any) -> None:
    """T-MARK-2, T-COVER-3."""
    round = start(
        engine,
        CC,
        ["5-12 5-5 1-12", "8-12 2-5 8-9"],
        size=5,
        filler=[0, 3, 4, 6, 10, 11],
    )
    round = play(round, "5-12@0 8-12@1 5-5@0")
    assert legal(round) == ["1-12@M"]
    round = play(round, "1-12@M")
    assert table(round)["open_doubles"] == ["0"]
    assert table(round)["markers"] == []
    assert legal(round) == ["2-5@0"]
    round = play(round, "2-5@0")
    assert table(round)["markers"] == []
    assert table(round)["ends"]["0"] == 2


def test_cc_boneyard_empty_and_all_pass_in_a_row_is_the_end(engine: Any) -> None:
    """G-BLOCK-1, G-BLOCK-3, T-DEAD-2."""
    # 0-0 on the Mexican Train is a dead double: every other blank lies on the table.
    round = start(engine, CC, ["0-3 0-1 0-0 2-2", "2-3 0-2 1-1 1-2"], "1-3", set=3)
    round = play(round, "0-3@0 2-3@M 0-1@0 0-2@M 0-0@M")
    assert legal(round) == ["draw"]
    round = play(round, "draw 1-3@0")
    assert round.snapshot()["boneyard"] == 0
    assert legal(round) == ["pass"]
    round = play(round, "pass")
    assert round.result is None
    assert legal(round) == ["pass"]
    round = play(round, "pass")
    assert round.result == ("blocked", (), None, (4, 5))
    assert table(round)["open_doubles"] == ["M"]
    assert table(round)["markers"] == [0, 1]


def test_cc_totals_30_30_51_rank_1_1_3(engine: Any) -> None:
    """T-DRAW-1, T-MATCH-1, T-MATCH-2."""
    rules = engine.Rules(CC, players=3, hand_size=3, draw="none", rounds=1)
    deal = complete(12, 3, ["4-6 3-7 1-9", "5-5 2-8 0-10", "11-11 10-11 2-6"], engine="12-12")
    match = engine.Match(rules, deal=deal)
    for _ in range(3):
        assert legal(match.round) == ["pass"]
        match = match.play("pass")
    assert match.round.result == ("blocked", (), None, (30, 30, 51))
    assert match.totals == (30, 30, 51)
    assert match.places == (1, 1, 3)
    assert match.is_over


@pytest.mark.parametrize(("blank", "points"), [(0, 8), (50, 58), (1000, 1008)])
def test_cc_a_hand_of_double_blank_and_2_6(engine: Any, blank: int, points: int) -> None:
    """T-SCORE-2, T-SCORE-3."""
    round = start(engine, CC, ["0-0 2-6", "3-4 3-5"], draw="none", double_blank=blank)
    round = play(round, "pass pass")
    assert round.result == ("blocked", (), None, (points, 15))
