"""The worked examples of the line games, each as a position on the table.

A name that begins with `fives` belongs to All Fives, one that begins with `masters` to the Masters
Traditional Games page.
"""

from __future__ import annotations

from typing import Any

import pytest
from bonepile.errors import RedealError
from building import legal, pips, play, refusal, start, table

# All Fives


def test_fives_a_led_double_five_counts_ten(engine: Any) -> None:
    """L-COUNT-2, L-COUNT-5."""
    round = play(start(engine, "all-fives", ["5-5", "0-5"], size=7), "5-5")
    assert table(round)["count"] == 10
    assert round.snapshot()["scores"] == [10, 0]


def test_fives_five_blank_on_the_double_counts_ten(engine: Any) -> None:
    """L-COUNT-3, L-COUNT-6."""
    round = play(start(engine, "all-fives", ["5-5", "0-5"], size=7), "5-5 0-5@L")
    assert table(round) == {"L": 0, "R": 5, "count": 10}
    assert round.snapshot()["scores"] == [10, 10]


def test_fives_the_spinner_opens_two_arms_once_both_sides_are_taken(engine: Any) -> None:
    """L-SPIN-3, L-COUNT-6, L-COUNT-7."""
    round = start(engine, "all-fives", ["5-5 3-5", "0-5 5-6"], size=7)
    round = play(round, "5-5 0-5@L 3-5@R")
    assert table(round) == {"L": 0, "R": 3, "N": 5, "S": 5, "count": 3}
    assert round.snapshot()["scores"] == [10, 10]
    assert {"5-6@N", "5-6@S"} <= set(legal(round))
    round = play(round, "5-6@N")
    assert table(round) == {"L": 0, "R": 3, "N": 6, "S": 5, "count": 9}


def test_fives_four_six_led_counts_ten_and_scores(engine: Any) -> None:
    """L-COUNT-2, L-COUNT-5."""
    round = play(start(engine, "all-fives", ["4-6", ""], size=7), "4-6")
    assert table(round) == {"L": 4, "R": 6, "count": 10}
    assert round.snapshot()["scores"] == [10, 0]


def test_fives_a_double_at_an_end_counts_both_halves(engine: Any) -> None:
    """L-SPIN-4, L-COUNT-4."""
    # 2-2 is the spinner and lies inside the line, so that 6-6 is an ordinary double.
    round = start(engine, "all-fives", ["2-2 2-6", "2-3 6-6"], size=7)
    round = play(round, "2-2 2-3@L 2-6@R")
    assert table(round) == {"L": 3, "R": 6, "N": 2, "S": 2, "count": 9}
    round = play(round, "6-6@R")
    assert table(round) == {"L": 3, "R": 6, "N": 2, "S": 2, "count": 15}
    assert round.snapshot()["scores"] == [0, 15]


def test_fives_a_double_at_an_end_counts_both_halves_without_a_spinner(engine: Any) -> None:
    """L-SPIN-1, L-COUNT-4."""
    round = start(engine, "all-fives", ["3-6", "6-6"], size=7, spinner="none")
    round = play(round, "3-6 6-6@R")
    assert table(round) == {"L": 3, "R": 6, "count": 15}
    assert round.snapshot()["scores"] == [0, 15]


@pytest.mark.parametrize(
    ("left", "points"), [("2-5", 5), ("2-6", 10), ("0-2", 0), ("0-3", 5), ("1-1", 0), ("6-6", 10)]
)
def test_fives_what_is_left_is_rounded_to_a_multiple_of_five(
    engine: Any, left: str, points: int
) -> None:
    """L-SUM-2."""
    round = play(start(engine, "all-fives", ["3-4", left]), "3-4")
    assert round.result == ("out", (0,), 0, (points, 0))


def test_fives_points_in_play_and_at_the_end_add_up(engine: Any) -> None:
    """L-SUM-3."""
    round = play(start(engine, "all-fives", ["4-6", "2-5"]), "4-6")
    assert round.result == ("out", (0,), 0, (15, 0))
    assert round.snapshot()["scores"] == [10, 0]


# Masters Traditional Games


def two_and_five(engine: Any) -> Any:
    round = start(engine, "masters-draw", ["2-2 2-6 0-5 3-4", "2-5"], size=5)
    return play(round, "2-2 2-5@R")


def test_masters_two_six_on_the_two(engine: Any) -> None:
    """G-FIT-1, G-FIT-2."""
    round = two_and_five(engine)
    assert table(round) == {"L": 2, "R": 5}
    assert table(play(round, "2-6@L")) == {"L": 6, "R": 5}


def test_masters_five_blank_on_the_five(engine: Any) -> None:
    """G-FIT-1, G-FIT-2."""
    assert table(play(two_and_five(engine), "0-5@R")) == {"L": 2, "R": 0}


def test_masters_three_four_is_illegal_on_two_and_five(engine: Any) -> None:
    """G-FIT-1, L-LINE-2."""
    round = two_and_five(engine)
    assert {"2-6@L", "0-5@R"} <= set(legal(round))
    assert refusal(round, "3-4@L") == "no_match"
    assert refusal(round, "3-4@R") == "no_match"


def test_masters_a_double_keeps_the_pip_and_opens_no_branch(engine: Any) -> None:
    """G-FIT-3, L-SPIN-1."""
    round = start(engine, "pagat-draw", ["2-3 3-4 3-5", "3-3"], size=5)
    round = play(round, "2-3 3-3@R")
    assert table(round) == {"L": 2, "R": 3}
    assert [a for a in legal(round) if a.startswith("3-4")] == ["3-4@R"]
    assert refusal(round, "3-4@N") == "no_such_place"


def one_and_six(engine: Any, boneyard: str) -> Any:
    round = start(engine, "masters-draw", ["1-1", "1-6"], boneyard, size=5, filler=[0, 2, 3, 4, 5])
    return play(round, "1-1 1-6@R")


def test_masters_draw_until_a_tile_fits(engine: Any) -> None:
    """G-DRAW-2, G-DRAW-3, L-DRAW-2, L-TURN-1."""
    round = one_and_six(engine, "2-4 1-3")
    assert table(round) == {"L": 1, "R": 6}
    assert legal(round) == ["draw"]
    round = play(round, "draw")
    assert round.to_play == 0
    assert legal(round) == ["draw"]
    round = play(round, "draw")
    assert legal(round) == ["1-3@L"]
    round = play(round, "1-3@L")
    assert table(round) == {"L": 3, "R": 6}
    assert round.to_play == 1


def test_masters_nothing_fits_and_nothing_is_left_to_draw(engine: Any) -> None:
    """G-DRAW-1, G-PASS-1, G-PASS-2."""
    round = start(
        engine,
        "masters-draw",
        ["1-6", "6-6 1-1 0-1 1-2 1-3 1-4 1-5 0-6 2-6 3-6 4-6 5-6 0-0"],
        "2-4 3-5",
        doubles=True,
    )
    round = play(round, "6-6 1-6@R 1-1@R draw")
    assert legal(round) == ["draw"]
    round = play(round, "draw")
    assert round.snapshot()["boneyard"] == 0
    assert legal(round) == ["pass"]
    assert play(round, "pass").to_play == 1


def test_masters_no_double_in_any_hand_is_dealt_again(engine: Any) -> None:
    """L-OPEN-2."""
    with pytest.raises(RedealError):
        start(engine, "masters-draw", ["", ""], size=7)


def test_masters_out_scores_what_the_other_holds(engine: Any) -> None:
    """L-END-1, L-OUT-1, L-OUT-2."""
    round = start(engine, "masters-draw", ["6-6 3-6", "2-5 0-4"], "1-6")
    round = play(round, "6-6 draw 1-6@L 3-6@R")
    assert round.result == ("out", (0,), 0, (11, 0))


def test_masters_blocked_scores_the_difference(engine: Any) -> None:
    """G-BLOCK-3, L-DRAW-1, L-BLOCKED-1, L-BLOCKED-3."""
    round = play(start(engine, "masters-block", ["6-6 0-5", "1-1 0-2"]), "6-6 pass")
    assert round.result is None
    round = play(round, "pass")
    assert round.result == ("blocked", (), 1, (0, 1))


def test_masters_blocked_with_equal_hands_scores_nothing(engine: Any) -> None:
    """L-BLOCKED-2."""
    round = play(start(engine, "masters-block", ["6-6 0-5", "0-3 0-2"]), "6-6 pass pass")
    assert round.result == ("blocked", (), None, (0, 0))


def test_masters_a_partners_pips_count_for_nobody(engine: Any) -> None:
    """L-END-1, L-SIDE-2, L-OUT-2."""
    round = start(engine, "masters-block", ["6-6 3-6", "0-4 0-5", "1-2 1-3", "2-5 1-4"])
    assert [pips(round.deal.hands[seat]) for seat in (1, 2, 3)] == [9, 7, 12]
    round = play(round, "6-6 pass pass pass 3-6@R")
    assert round.result == ("out", (0,), 0, (21, 0))


def test_masters_partners_hands_are_added_when_blocked(engine: Any) -> None:
    """L-SIDE-3, L-BLOCKED-1."""
    round = start(engine, "masters-block", ["6-6 2-3", "0-4 0-5", "0-3 0-2", "1-3 2-2"])
    held = [pips(hand) for hand in round.deal.hands]
    assert (held[0] - 12 + held[2], held[1] + held[3]) == (10, 17)
    round = play(round, "6-6 pass pass pass pass")
    assert round.result == ("blocked", (), 0, (7, 0))


def both_partners(engine: Any, second: str, fourth: str) -> Any:
    round = start(
        engine,
        "masters-block",
        ["6-6 3-6", second, "4-5 0-2", fourth],
        go_out="both_partners",
    )
    round = play(round, "6-6 pass pass pass 3-6@R")
    assert round.result is None, "seat 2 still holds tiles"
    assert round.snapshot()["hands"][0] == []
    return round


def test_masters_both_partners_until_the_first_two_are_out(engine: Any) -> None:
    """G-TURN-1, L-END-2, L-END-3."""
    round = both_partners(engine, "3-4 0-0", "0-5 1-1")
    order = []
    for action in ("3-4@R", "4-5@R", "0-5@R", "0-0@R"):
        order.append(round.to_play)
        round = play(round, action)
    assert round.result is None, "seat 3 still holds a tile"
    order.append(round.to_play)
    assert order == [1, 2, 3, 1, 2]
    round = play(round, "0-2@R")
    assert round.result == ("out", (0, 1, 2), 0, (2, 0))


def test_masters_both_partners_until_the_other_two_are_out(engine: Any) -> None:
    """L-END-2, L-END-3, L-HAND-1."""
    round = start(
        engine,
        "masters-block",
        ["6-6 3-6", "3-4 0-5", "1-1 2-2", "4-5 0-0"],
        go_out="both_partners",
    )
    round = play(round, "6-6 pass pass pass 3-6@R 3-4@R pass 4-5@R")
    assert round.to_play == 1, "seat 0 holds nothing and is passed over"
    round = play(round, "0-5@R pass")
    assert round.to_play == 3
    assert round.result is None
    round = play(round, "0-0@R")
    assert round.result == ("out", (0, 1, 3), 1, (0, 6))


def test_masters_both_partners_pass_count_needs_only_seats_with_tiles(engine: Any) -> None:
    """L-END-4."""
    round = start(
        engine,
        "masters-block",
        ["6-6 3-6", "0-1 0-2", "1-1 2-2", "4-5 0-0"],
        go_out="both_partners",
    )
    round = play(round, "6-6 pass pass pass 3-6@R pass pass")
    assert round.result is None
    round = play(round, "pass")
    assert round.result == ("blocked", (0,), 0, (6, 0))
