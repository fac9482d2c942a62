"""Rules of the line games that the worked examples leave out, each on a concrete table."""

from __future__ import annotations

from typing import Any

import pytest
from building import complete, legal, play, refusal, start, table

# The opening


def test_the_highest_double_of_all_hands_must_be_led(engine: Any) -> None:
    """L-OPEN-1."""
    round = start(engine, "masters-draw", ["3-3 5-6", "4-4 1-1"], size=5)
    assert round.to_play == 1
    assert legal(round) == ["4-4"]
    assert refusal(round, "1-1") == "lead_required"
    assert play(round, "4-4").to_play == 0


def test_the_heaviest_tile_leads_where_nobody_holds_a_double(engine: Any) -> None:
    """L-OPEN-3."""
    for hands, seat, lead in (
        (["1-2 5-6", "4-6 3-5"], 0, "5-6"),
        (["1-2 0-6", "1-5 2-3"], 0, "0-6"),
        (["1-5 2-4", "0-6 0-1"], 1, "0-6"),
        (["1-5 3-3", "0-6 0-1"], 0, "3-3"),
    ):
        round = start(engine, "masters-draw", hands, no_double="highest_tile")
        assert round.to_play == seat
        assert legal(round) == [lead]


def test_any_tile_may_be_led(engine: Any) -> None:
    """L-OPEN-4, L-OPEN-5, L-LEADER-1."""
    round = start(engine, "pagat-draw", ["3-3 5-6", "4-4 1-1"], leader=1)
    assert legal(round) == ["1-1", "4-4"]
    assert table(round) is None
    assert table(play(round, "4-4")) == {"L": 4, "R": 4}


def test_a_lead_opens_low_on_the_left(engine: Any) -> None:
    """L-LINE-1."""
    round = start(engine, "pagat-draw", ["3-5 0-0", "1-1 2-2"])
    assert table(play(round, "3-5")) == {"L": 3, "R": 5}


def test_a_tile_that_fits_both_ends_gives_two_actions(engine: Any) -> None:
    """G-PLAY-2."""
    round = play(start(engine, "masters-draw", ["6-6 0-1", "4-6 0-2"]), "6-6")
    assert legal(round) == ["4-6@L", "4-6@R"]
    assert table(play(round, "4-6@L")) == {"L": 4, "R": 6}
    assert table(play(round, "4-6@R")) == {"L": 6, "R": 4}


def test_a_blank_is_no_wild_card(engine: Any) -> None:
    """G-FIT-1."""
    round = play(start(engine, "masters-block", ["6-6 0-1", "0-5 0-0"]), "6-6")
    assert legal(round) == ["pass"]
    assert refusal(round, "0-5@L") == "no_match"
    assert refusal(round, "0-0@R") == "no_match"


# Drawing and blocks


def test_drawing_by_choice(engine: Any) -> None:
    """G-PLAY-1, G-DRAW-1, L-DRAW-3, L-DRAW-4."""
    hands = ["3-3 0-1 0-2", "1-3 1-1 1-2"]
    round = play(start(engine, "pagat-draw", hands, "2-2 2-3", set=3), "3-3")
    assert legal(round) == ["1-3@L", "1-3@R", "draw"]
    round = play(round, "draw")
    assert legal(round) == ["1-3@L", "1-3@R", "draw"]
    round = play(round, "draw")
    assert legal(round) == ["1-3@L", "1-3@R", "2-3@L", "2-3@R"], "two tiles are kept back"
    once = play(start(engine, "pagat-draw", hands, "2-2 2-3", set=3, draw="one"), "3-3 draw")
    assert legal(once) == ["1-3@L", "1-3@R"]
    must = start(engine, "pagat-draw", hands, "2-2 2-3", set=3, voluntary_draw=False)
    assert refusal(play(must, "3-3"), "draw") == "can_play"


def test_one_draw_a_turn(engine: Any) -> None:
    """L-DRAW-3."""
    round = start(engine, "masters-draw", ["6-6 0-1", "0-2 1-2"], "0-3 3-6", draw="one")
    round = play(round, "6-6 draw")
    assert round.to_play == 1
    assert legal(round) == ["pass"]
    round = play(round, "pass")
    assert legal(round) == ["draw"], "each turn has a draw of its own"
    assert legal(play(round, "draw")) == ["3-6@L", "3-6@R"]


def test_passes_while_tiles_can_be_drawn_do_not_count(engine: Any) -> None:
    """G-BLOCK-1, G-BLOCK-2."""
    round = start(
        engine, "masters-draw", ["3-3 0-1", "0-2 1-2"], "0-0 1-1 2-2 0-3", set=3, draw="one"
    )
    round = play(round, "3-3 draw pass draw pass draw pass")
    assert round.result is None
    assert legal(play(round, "draw")) == ["0-3@L", "0-3@R"]


def test_passes_at_the_reserve_count(engine: Any) -> None:
    """G-DRAW-1, G-BLOCK-1."""
    round = start(engine, "masters-draw", ["3-3 0-1", "0-2 1-2"], "0-0 1-1", set=3, reserve=5)
    round = play(round, "3-3 draw")
    assert round.snapshot()["boneyard"] == 5
    assert legal(round) == ["pass"]
    round = play(round, "pass")
    assert round.result is None
    round = play(round, "pass")
    assert round.result is not None
    assert round.result.reason == "blocked"
    assert round.result.points == (4, 0)


def test_a_play_between_passes_sets_the_count_back(engine: Any) -> None:
    """G-BLOCK-2."""
    round = start(engine, "masters-block", ["6-6 0-6 1-4", "1-1 2-3 2-2"])
    round = play(round, "6-6 pass 0-6@L pass")
    assert round.result is None
    assert play(round, "pass").result.reason == "blocked"


def test_an_empty_boneyard_ends_nothing(engine: Any) -> None:
    """G-END-1."""
    round = start(engine, "masters-draw", ["3-3 0-1 0-2 1-1 0-0", "1-2 2-2 0-3 1-3 2-3"], set=3)
    assert round.snapshot()["boneyard"] == 0
    round = play(round, "3-3 1-3@L")
    assert round.result is None
    assert legal(round) == ["0-1@L", "1-1@L"]


# The spinner


def test_the_first_double_is_the_spinner_wherever_it_is_laid(engine: Any) -> None:
    """L-SPIN-2, L-SPIN-4."""
    round = start(engine, "all-fives", ["3-5 5-6 2-5", "5-5 6-6 1-1"])
    round = play(round, "3-5 5-5@R")
    assert table(round) == {"L": 3, "R": 5, "count": 13}
    round = play(round, "5-6@R")
    assert table(round) == {"L": 3, "R": 6, "N": 5, "S": 5, "count": 9}
    round = play(round, "6-6@R")
    assert table(round) == {"L": 3, "R": 6, "N": 5, "S": 5, "count": 15}, "6-6 is ordinary"
    assert legal(round) == ["2-5@N", "2-5@S"]
    round = play(round, "2-5@S")
    assert table(round)["S"] == 2
    assert table(round)["count"] == 17


def test_the_arms_stay_closed_until_both_sides_are_taken(engine: Any) -> None:
    """L-SPIN-3."""
    round = start(engine, "all-fives", ["5-5 0-0 4-5", "3-5 3-6 5-6"])
    round = play(round, "5-5 3-5@L")
    assert set(table(round)) == {"L", "R", "count"}
    assert refusal(round, "4-5@N") == "no_such_place"
    assert legal(round) == ["4-5@R"]


def test_a_double_on_an_arm_counts_both_halves(engine: Any) -> None:
    """L-COUNT-4, L-COUNT-7."""
    round = start(engine, "all-fives", ["5-5 3-5 6-6", "0-5 5-6 1-1"])
    round = play(round, "5-5 0-5@L 3-5@R 5-6@N")
    assert table(round)["count"] == 9
    round = play(round, "6-6@N")
    assert table(round)["count"] == 15
    assert round.snapshot()["scores"] == [25, 10]
    assert round.result is not None, "the last tile scores in play, then ends the round"
    assert round.result == ("out", (0,), 0, (25, 10))


def test_a_spinner_without_fives_has_arms_and_no_count(engine: Any) -> None:
    """L-SPIN-2, L-COUNT-1."""
    round = start(
        engine, "masters-block-individual", ["6-6 4-6", "5-6 0-0"], spinner="first_double", size=3
    )
    round = play(round, "6-6 5-6@L 4-6@R")
    assert table(round) == {"L": 5, "R": 4, "N": 6, "S": 6}


def test_without_fives_nothing_scores_in_play(engine: Any) -> None:
    """L-COUNT-1."""
    round = play(start(engine, "masters-block", ["5-5 0-1", "0-5 2-3"]), "5-5 0-5@L")
    assert round.snapshot()["scores"] == [0, 0]


def test_no_score_for_a_count_of_nothing(engine: Any) -> None:
    """L-COUNT-2."""
    round = play(start(engine, "all-fives", ["0-0 1-2", "0-1 3-4"]), "0-0")
    assert table(round)["count"] == 0
    assert round.snapshot()["scores"] == [0, 0]


# Scoring at the end


def partners_out(engine: Any, **overrides: Any) -> Any:
    """Seat 0 is out; side 0 still holds 19 pips, side 1 holds 12."""
    hands = ["6-6 0-6", "0-1 0-2", "5-5 4-5", "1-3 2-3"]
    round = start(engine, "masters-block", hands, **overrides)
    return play(round, "6-6 pass pass pass 0-6@L")


@pytest.mark.parametrize(
    ("score_out", "round_to", "points"),
    [
        ("opponents", 1, 12),
        ("opponents", 5, 10),
        ("opponents_minus_own", 1, -7),
        ("opponents_minus_own", 5, -5),
        ("everyone", 1, 31),
        ("everyone", 5, 30),
    ],
)
def test_out(engine: Any, score_out: str, round_to: int, points: int) -> None:
    """L-SIDE-3, L-OUT-2, L-OUT-3, L-OUT-4, L-SUM-1, L-SUM-2."""
    round = partners_out(engine, score_out=score_out, round_to=round_to)
    assert round.result == ("out", (0,), 0, (points, 0))


@pytest.mark.parametrize(
    ("score_block", "round_to", "points"),
    [
        ("difference", 1, 10),
        ("difference", 5, 10),
        ("pairwise_differences", 1, 7),
        ("pairwise_differences", 5, 5),
        ("opponents", 1, 13),
        ("opponents", 5, 15),
        ("everyone", 1, 16),
        ("everyone", 5, 15),
    ],
)
def test_blocked_with_three(engine: Any, score_block: str, round_to: int, points: int) -> None:
    """L-SIDE-1, L-BLOCKED-3, L-BLOCKED-4, L-BLOCKED-5, L-BLOCKED-6, L-SUM-1, L-SUM-2."""
    # Left are 3, 6 and 7 pips.
    round = start(
        engine,
        "masters-block",
        ["6-6 1-2", "1-3 0-2", "2-5"],
        score_block=score_block,
        round_to=round_to,
        size=2,
        filler=[0],
        doubles=True,
    )
    round = play(round, "6-6 pass pass pass")
    assert round.result == ("blocked", (), 0, (points, 0, 0))


def test_the_fewest_shared_by_two_of_three_wins_nothing(engine: Any) -> None:
    """L-HAND-1, L-BLOCKED-2."""
    round = start(engine, "masters-block", ["6-6 1-2", "0-3 0-0", "4-5 2-2"])
    round = play(round, "6-6 pass pass pass")
    assert round.result == ("blocked", (), None, (0, 0, 0))


def test_partners_share_what_is_scored_in_play(engine: Any) -> None:
    """L-SIDE-2, L-COUNT-2."""
    hands = ["4-6 0-1", "0-2 0-4", "1-6 0-0", "1-1 2-3"]
    round = start(engine, "all-fives", hands, partnership="at_four", size=3)
    round = play(round, "4-6")
    assert round.snapshot()["scores"] == [10, 0]
    round = play(round, "0-4@L 1-6@R")
    assert table(round)["count"] == 1
    assert round.rules.sides == 2
    assert round.snapshot()["scores"] == [10, 0]
    round = play(round, "1-1@R")
    assert round.snapshot()["scores"] == [10, 0]


def test_points_in_play_stay_when_nobody_wins_the_round(engine: Any) -> None:
    """L-BLOCKED-2, L-SUM-3."""
    round = start(engine, "all-fives", ["5-5 0-1", "0-5 2-3"], draw="none", size=2)
    round = play(round, "5-5 0-5@L")
    assert round.snapshot()["scores"] == [10, 10]
    round = play(round, "0-1@L")
    assert round.result is not None
    assert round.result.points == (15, 10)
    held = start(engine, "all-fives", ["5-5 1-4", "0-5 2-3"], draw="none", size=2)
    held = play(held, "5-5 0-5@L pass pass")
    assert held.result == ("blocked", (), None, (10, 10))


def test_a_partner_of_four_means_nothing_for_three(engine: Any) -> None:
    """L-END-1, L-SIDE-2."""
    round = start(
        engine, "masters-block", ["6-6 3-6", "0-4 0-5", "1-2 1-3"], go_out="both_partners"
    )
    round = play(round, "6-6 pass pass 3-6@R")
    assert round.result == ("out", (0,), 0, (16, 0, 0))


# The match


@pytest.mark.parametrize(("next_leader", "after_out"), [("rotate", 1), ("winner", 0)])
def test_who_leads_the_next_round(engine: Any, next_leader: str, after_out: int) -> None:
    """L-LEADER-2, L-LEADER-3, L-LEADER-4."""
    rules = engine.Rules("pagat-draw", players=3, hand_size=2, draw="none", next_leader=next_leader)
    match = engine.Match(rules, deal=complete(6, 2, ["0-1 1-2", "4-5 3-6", "3-4 3-5"]))
    assert match.round.to_play == 0
    match = play(match, "0-1 pass pass 1-2@R")
    assert match.round.result.out == (0,)
    assert match.next_round().round.to_play == after_out
    match = engine.Match(rules, deal=complete(6, 2, ["0-1 2-2", "4-5 3-6", "3-4 3-5"]))
    match = play(match, "0-1 pass pass pass")
    assert match.round.result.reason == "blocked"
    assert match.next_round().round.to_play == 1


@pytest.mark.parametrize(("match_by", "total"), [("points", 15), ("wins", 1)])
def test_a_match_ends_at_its_target(engine: Any, match_by: str, total: int) -> None:
    """L-MATCH-1, L-MATCH-2, L-MATCH-3, L-MATCH-4."""
    deal = complete(6, 1, ["4-6", "2-5", "0-0"])
    for target, over in ((total, True), (total + 1, False)):
        rules = engine.Rules("all-fives", players=3, hand_size=1, match_by=match_by, target=target)
        match = engine.Match(rules, deal=deal)
        assert not match.is_over
        match = play(match, "4-6")
        assert match.totals == (total, 0, 0), "10 points in play and 5 at the end, or one round won"
        assert match.places == (1, 2, 2)
        assert match.is_over == over
