"""Rules of the train games that the worked examples leave out, each on a concrete table."""

from __future__ import annotations

from typing import Any

import pytest
from bonepile.errors import RulesError
from building import legal, pips, play, refusal, start, table

MASTERS = "masters-mexican-train"
STRICT = "masters-mexican-train-strict"
CC = "dominos-cc-mexican-train"

# The chain on a double


def ends_on_a_double(engine: Any, *, size: int = 4, rest: str = "5-12", **overrides: Any) -> Any:
    overrides = {"first_turn_double": "extra_turn"} | overrides
    round = start(
        engine,
        overrides.pop("preset", MASTERS),
        ["12-12 3-12", f"9-12 9-9 {rest}"],
        "10-11 4-9",
        size=size,
        filler=[0, 1, 2, 6],
        **overrides,
    )
    return play(round, "9-12@1 9-9@1")


def test_a_double_at_the_end_of_a_chain_has_no_effect(engine: Any) -> None:
    """T-EXTRA-1."""
    round = ends_on_a_double(engine, first_turn_double="no_effect")
    assert round.to_play == 0
    assert legal(round) == ["3-12@0"]


def test_a_double_at_the_end_of_a_chain_gives_an_extra_general_turn(engine: Any) -> None:
    """T-EXTRA-2, T-EXTRA-3."""
    round = ends_on_a_double(engine)
    assert round.to_play == 1
    assert legal(round) == ["5-12@M"], "no longer bound to the own train"
    assert refusal(round, "stop") == "cannot_stop"
    round = play(round, "5-12@M")
    assert round.to_play == 0
    assert legal(round) == ["3-12@0"], "whose first turn it is"


def test_the_extra_general_turn_may_draw_and_pass(engine: Any) -> None:
    """T-EXTRA-3."""
    round = ends_on_a_double(engine, rest="5-6")
    assert legal(round) == ["draw"]
    round = play(round, "draw")
    assert legal(round) == ["pass"]
    round = play(round, "pass")
    assert table(round)["markers"] == [1]
    assert round.to_play == 0


def test_going_out_in_the_extra_turn_ends_the_round_at_once(engine: Any) -> None:
    """T-EXTRA-3."""
    round = play(ends_on_a_double(engine, size=3), "5-12@M")
    assert round.result is not None
    assert round.result.out == (1,)
    assert round.result.points == (pips(round.snapshot()["hands"][0]), 0)


def test_no_extra_turn_after_stop(engine: Any) -> None:
    """T-EXTRA-2."""
    round = ends_on_a_double(engine, rest="5-12 7-9")
    assert legal(round) == ["7-9@1", "stop"]
    assert play(round, "stop").to_play == 0
    assert play(round, "7-9@1").to_play == 0, "nor when the chain ends in another tile"


def test_no_extra_turn_while_a_first_circuit_is_being_finished(engine: Any) -> None:
    """T-CIRCUIT-1, T-EXTRA-4."""
    round = start(
        engine,
        MASTERS,
        ["12-12 3-12 0-1", "8-12 5-8 1-5", "9-12 9-9 4-12"],
        first_turn_double="extra_turn",
    )
    round = play(round, "8-12@1 5-8@1 1-5@1 9-12@2 9-9@2")
    assert round.result is None
    assert round.to_play == 0, "seat 2 has had its first turn, and no more"
    assert play(round, "3-12@0").result.out == (1,)


def test_the_extra_turn_is_bound_by_the_cover_duty(engine: Any) -> None:
    """T-EXTRA-3."""
    round = ends_on_a_double(engine, cover_duty=True)
    assert round.to_play == 1
    assert table(round)["open_doubles"] == ["1"]
    assert legal(round) == ["draw"], "5-12 fits the Mexican Train, but 9-9 is to be covered"
    assert refusal(round, "5-12@M") == "must_cover"
    assert legal(play(round, "draw")) == ["pass"]


def test_a_dead_double_that_is_exempt_brings_the_extra_turn(engine: Any) -> None:
    """T-EXTRA-5."""
    round = start(
        engine,
        CC,
        ["0-3 0-1 1-2 2-2", "2-3 0-2 0-0 1-1"],
        "1-3",
        set=3,
        first_turn="chain",
        first_turn_double="extra_turn",
        dead_double="exempt",
    )
    round = play(round, "0-3@0 0-1@0 stop 2-3@1 0-2@1 0-0@1")
    assert table(round)["open_doubles"] == [], "every other blank lies on the table"
    assert round.to_play == 1
    assert legal(round) == ["draw"]
    assert legal(play(round, "draw")) == ["1-3@M"]


def test_first_turns_are_never_bound(engine: Any) -> None:
    """T-FIRST-7."""
    round = ends_on_a_double(engine, preset=STRICT, first_turn_double="no_effect")
    assert table(round)["open_doubles"] == ["1"]
    assert round.to_play == 0
    assert legal(round) == ["3-12@0"]
    round = play(round, "3-12@0")
    assert round.to_play == 1
    assert legal(round) == ["draw"], "the double binds from the next general turn on"
    round = play(round, "draw pass draw")
    assert legal(round) == ["4-9@1"], "and binds whoever is on turn"


def test_without_a_finished_circuit_going_out_first_ends_the_round(engine: Any) -> None:
    """T-CIRCUIT-3."""
    hands = ["12-12 3-12", "8-12 5-8", "9-12 4-9"]
    round = start(engine, MASTERS, hands, finish_first_circuit=False)
    round = play(round, "8-12@1 5-8@1")
    assert round.result == ("out", (1,), None, (15, 0, 34))


def test_a_first_turn_that_is_passed_counts_for_no_block(engine: Any) -> None:
    """T-FIRST-8."""
    hands = ["12-12 3-4", "5-6 1-2"]
    for block in ("n_passes", "n_passes_stable"):
        round = start(engine, MASTERS, hands, draw="none", block=block)
        round = play(round, "pass pass")
        assert round.result is None
        round = play(round, "pass")
        assert round.result is None
        assert play(round, "pass").result == ("blocked", (), None, (7, 14))


# Blocks


def before_two_passes(engine: Any, block: str, held: str) -> Any:
    round = start(
        engine, CC, [f"5-12 {held}", "6-12 1-2"], size=3, filler=[0, 3, 4], draw="none", block=block
    )
    round = play(round, "5-12@0 6-12@1")
    assert legal(round) == ["pass"]
    return play(round, "pass")


def test_n_passes_ends_the_round_to_the_letter(engine: Any) -> None:
    """G-BLOCK-3."""
    round = before_two_passes(engine, "n_passes", "6-7")
    assert legal(round) == ["pass"]
    assert play(round, "pass").result.reason == "blocked"


def test_n_passes_stable_goes_on_while_a_new_marker_opens_a_train(engine: Any) -> None:
    """T-BLOCK-1."""
    round = before_two_passes(engine, "n_passes_stable", "6-7")
    round = play(round, "pass")
    assert round.result is None
    assert table(round)["markers"] == [0, 1]
    assert legal(round) == ["6-7@1"]


def test_n_passes_stable_ends_when_nobody_can_go_on(engine: Any) -> None:
    """T-BLOCK-1."""
    round = play(before_two_passes(engine, "n_passes_stable", "7-8"), "pass")
    assert round.result is None
    assert legal(round) == ["pass"]
    assert play(round, "pass").result.reason == "blocked"


def test_passes_while_tiles_can_be_drawn_do_not_count(engine: Any) -> None:
    """G-BLOCK-1, G-BLOCK-2."""
    for block in ("n_passes", "n_passes_stable"):
        round = start(engine, CC, ["5-6 1-2", "3-4 7-8"], "0-1 0-2 0-3 0-4 0-5", block=block)
        for _ in range(5):
            round = play(round, "draw pass")
            assert round.result is None


# Doubles


def test_without_double_extra_the_turn_ends(engine: Any) -> None:
    """T-DOUBLE-3."""
    hands = ["12-12 3-12 0-1", "5-12 5-5 1-12"]
    for extra, to_play in (("none", 0), ("anywhere", 1)):
        round = start(engine, MASTERS, hands, double_extra=extra, first_turn="single", size=4)
        round = play(round, "5-12@1 3-12@0 5-5@1")
        assert round.to_play == to_play


def test_must_cover_takes_the_extra_play_to_the_double(engine: Any) -> None:
    """T-DOUBLE-2, T-DOUBLE-4."""
    hands = ["12-12 3-12 0-1", "5-12 5-5 4-12 3-4"]
    round = start(
        engine, STRICT, hands, "2-5", first_turn="single", size=5, filler=[0, 1, 2, 6, 7, 8]
    )
    round = play(round, "5-12@1 3-12@0 5-5@1")
    assert round.to_play == 1
    assert legal(round) == ["draw"], "4-12 fits the Mexican Train, but does not cover"
    round = play(round, "draw")
    assert legal(round) == ["2-5@1"]
    assert play(round, "2-5@1").to_play == 0


def test_who_cannot_cover_the_own_double_passes_it_on(engine: Any) -> None:
    """T-DOUBLE-2, T-COVER-4."""
    hands = ["12-12 3-12 5-9", "5-12 5-5 4-12"]
    round = start(
        engine, STRICT, hands, "0-8", first_turn="single", size=5, filler=[0, 1, 2, 6, 7, 8]
    )
    round = play(round, "5-12@1 3-12@0 5-5@1 draw pass")
    assert table(round)["markers"] == [1]
    assert table(round)["open_doubles"] == ["1"]
    assert legal(round) == ["5-9@1"]
    round = play(round, "5-9@1")
    assert table(round)["open_doubles"] == []
    assert table(round)["markers"] == [1]


def dead_double(engine: Any, **overrides: Any) -> Any:
    """0-0 on the Mexican Train while every other blank lies on the table."""
    round = start(engine, CC, ["0-3 0-1 0-0 2-2", "2-3 0-2 1-1 1-2"], "1-3", set=3, **overrides)
    return play(round, "0-3@0 2-3@M 0-1@0 0-2@M 0-0@M")


def test_a_dead_double_still_binds(engine: Any) -> None:
    """T-DEAD-2."""
    round = dead_double(engine)
    assert table(round)["open_doubles"] == ["M"]
    assert round.to_play == 0
    bound = dead_double(engine, double_extra="must_cover")
    assert bound.to_play == 0
    assert legal(bound) == ["draw"]
    bound = play(bound, "draw")
    assert legal(bound) == ["pass"], "1-3 fits the own train, but covers nothing"


def test_a_dead_double_that_is_exempt_is_not_open(engine: Any) -> None:
    """T-DEAD-3, T-DEAD-4."""
    round = dead_double(engine, dead_double="exempt")
    assert table(round)["open_doubles"] == []
    assert round.to_play == 0, "the extra play goes anywhere"
    assert legal(play(round, "draw")) == ["1-3@0"]
    bound = dead_double(engine, dead_double="exempt", double_extra="must_cover")
    assert table(bound)["open_doubles"] == []
    assert bound.to_play == 1, "must_cover asks for no extra play"


def test_a_double_that_one_tile_can_still_cover_is_open(engine: Any) -> None:
    """T-DEAD-1."""
    round = start(
        engine,
        CC,
        ["1-3 1-1 2-3", "0-3 0-1 0-0"],
        "1-2 0-2",
        set=3,
        dead_double="exempt",
        double_extra="none",
    )
    round = play(round, "1-3@0 0-3@1 1-1@0")
    assert table(round)["open_doubles"] == ["0"]
    assert legal(round) == ["0-1@0"], "0-1 fits the own train too, but must cover"


def two_open_doubles(engine: Any, order: str) -> Any:
    round = start(
        engine,
        CC,
        ["5-12 5-5 8-8", "8-12 2-5 3-8 1-12"],
        "10-11",
        size=5,
        filler=[0, 4, 6, 7],
        cover_order=order,
    )
    round = play(round, "5-12@0 8-12@M 5-5@0 8-8@M draw pass")
    assert table(round)["open_doubles"] == ["0", "M"]
    assert table(round)["markers"] == [0]
    return round


@pytest.mark.parametrize(
    ("order", "first"),
    [
        ("oldest_first", ["2-5@0"]),
        ("newest_first", ["3-8@M"]),
        ("any", ["2-5@0", "3-8@M"]),
    ],
)
def test_the_order_of_covering(engine: Any, order: str, first: list[str]) -> None:
    """T-ORDER-1, T-ORDER-2, T-ORDER-3."""
    round = two_open_doubles(engine, order)
    assert legal(round) == first
    assert refusal(round, "1-12@1") == "must_cover"
    for action in first:
        after = play(round, action)
        assert after.to_play == 0
        left = {"0": "M", "M": "0"}[action[-1]]
        assert table(after)["open_doubles"] == [left]
        assert legal(after) == ["draw"], "the other double binds the next seat"


def test_a_covering_tile_on_another_train_covers_nothing(engine: Any) -> None:
    """T-COVER-3."""
    round = play(two_open_doubles(engine, "any"), "3-8@M draw pass")
    assert table(round)["open_doubles"] == ["0"]
    assert legal(round) == ["2-5@0"]


def test_the_engine_is_never_an_open_double(engine: Any) -> None:
    """T-COVER-1, T-FIRST-1."""
    round = start(engine, CC, ["5-12 1-2", "6-12 3-4"])
    assert table(round)["open_doubles"] == []
    assert legal(round) == ["5-12@0", "5-12@M"]


def test_without_the_duty_no_double_is_open(engine: Any) -> None:
    """T-COVER-2."""
    round = start(engine, MASTERS, ["12-12 3-12", "5-12 5-5"], size=4, filler=[0, 1, 2, 4])
    round = play(round, "5-12@1 5-5@1")
    assert table(round)["open_doubles"] == []


def test_a_last_tile_that_is_a_double_stays_open_at_the_end(engine: Any) -> None:
    """T-END-1, T-COVER-5."""
    round = start(engine, CC, ["5-12 5-5", "6-12 3-4"])
    round = play(round, "5-12@0 6-12@1 5-5@0")
    assert round.result == ("out", (0,), None, (0, 7))
    assert table(round)["open_doubles"] == ["0"]


def test_the_extra_play_is_bound_by_no_other_double(engine: Any) -> None:
    """T-DOUBLE-1, T-COVER-3."""
    # 5-5 is open on seat 0's train, and 8-8 goes elsewhere all the same.
    round = start(engine, CC, ["5-12 5-5 8-8 1-12", "8-12 3-4 0-3"], size=4, filler=[0, 4, 6, 7])
    round = play(round, "5-12@0 8-12@M 5-5@0")
    assert legal(round) == ["8-8@M"]
    round = play(round, "8-8@M")
    assert round.to_play == 0
    assert legal(round) == ["draw"]


# Drawing


def test_one_draw_for_each_required_play(engine: Any) -> None:
    """T-DRAW-2, T-DOUBLE-4."""
    round = start(engine, CC, ["5-12 0-1 0-2", "6-12 3-4 0-3"], "5-5 7-8 7-9", cover_duty=False)
    round = play(round, "5-12@0 6-12@1 draw")
    assert legal(round) == ["5-5@0"]
    round = play(round, "5-5@0")
    assert legal(round) == ["draw"], "the extra play may draw once again"
    round = play(round, "draw")
    assert legal(round) == ["pass"]
    round = play(round, "pass")
    assert table(round)["markers"] == [0]
    assert legal(round) == ["draw"]


def test_who_can_play_may_not_draw(engine: Any) -> None:
    """G-PLAY-1, G-PASS-1."""
    round = start(engine, CC, ["5-12 0-1", "6-12 3-4"])
    assert legal(round) == ["5-12@0", "5-12@M"]
    assert refusal(round, "draw") == "can_play"
    assert refusal(round, "pass") == "can_play"


# Markers


def test_no_marker_is_up_before_somebody_passes(engine: Any) -> None:
    """T-RIGHT-4, T-MARK-3."""
    for start_marked in (False, True):
        round = start(engine, CC, ["5-12 0-1", "6-12 3-4"], start_marked=start_marked)
        assert table(round)["markers"] == []
        assert refusal(round, "5-12@1") == "train_not_open"


@pytest.mark.parametrize(("start_marked", "open_"), [(False, False), (True, True)])
def test_a_marked_train_that_is_not_started(engine: Any, start_marked: bool, open_: bool) -> None:
    """T-RIGHT-5, T-RIGHT-6, T-MARK-2."""
    round = start(
        engine, CC, ["0-1 0-2", "6-12 3-4 5-12"], "7-8", size=3, start_marked=start_marked
    )
    round = play(round, "draw pass")
    assert table(round)["markers"] == [0]
    assert ("6-12@0" in legal(round)) == open_
    if open_:
        after = play(round, "6-12@0")
        assert table(after)["markers"] == [0], "the marker is the owner's to take down"
        assert table(after)["started"] == ["0"]


def test_the_owner_takes_the_marker_down(engine: Any) -> None:
    """T-MARK-2."""
    round = start(engine, CC, ["0-1 0-2 0-3", "6-12 3-4 0-4"], "7-8 5-12")
    round = play(round, "draw pass 6-12@1 draw")
    assert table(round)["markers"] == [0]
    assert table(play(round, "5-12@M"))["markers"] == [0]
    assert table(play(round, "5-12@0"))["markers"] == []


# The match


def test_only_a_match_asks_for_a_number_of_rounds(engine: Any) -> None:
    """T-MATCH-3."""
    rules = engine.Rules(MASTERS, players=2)
    assert rules.parameters["rounds"] is None
    assert engine.deal(rules, seed=0).result is None
    with pytest.raises(RulesError, match=r"^rounds: "):
        engine.Match(rules, seed=0)
