"""Every rule that can be cited is cited where it decides: one round, one action, one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from bonepile import reference
from building import play, start

MASTERS = "masters-mexican-train"
STRICT = "masters-mexican-train-strict"
CC = "dominos-cc-mexican-train"

# Rounds on which single rules decide


def line(preset: str, hands: list[str], actions: str = "", rest: str = "", **rules: Any) -> Any:
    return play(start(reference, preset, hands, rest, **rules), actions)


def train(hands: list[str], actions: str = "", rest: str = "", **rules: Any) -> Any:
    rules = {"preset": CC} | rules
    preset = rules.pop("preset")
    return play(start(reference, preset, hands, rest, **rules), actions)


def fives(actions: str) -> Any:
    return line("all-fives", ["5-5 3-5 1-3", "0-5 5-6 1-2"], actions)


def later_double() -> Any:
    return line("all-fives", ["5-5 3-5 1-3", "0-5 3-3 1-2"], "5-5 0-5@L 3-5@R")


def partners(actions: str, **rules: Any) -> Any:
    hands = ["6-6 3-6", "0-6 0-5", "3-3 1-3", "1-1 0-1"]
    return line("masters-block", hands, actions, **rules)


def chain(actions: str, rest: str = "5-12", **rules: Any) -> Any:
    hands = ["12-12 3-12", f"9-12 9-9 {rest}"]
    rules = {"preset": MASTERS, "first_turn_double": "extra_turn", "size": 4} | rules
    return train(hands, actions, "10-11 4-9", filler=[0, 1, 2, 6], **rules)


def circuit(actions: str, **rules: Any) -> Any:
    hands = ["12-12 3-12 0-1", "8-12 5-8 1-5", "9-12 9-9 4-12"]
    return train(hands, actions, preset=MASTERS, first_turn_double="extra_turn", **rules)


def dead(actions: str, **rules: Any) -> Any:
    hands = ["0-3 0-1 0-0 2-2", "2-3 0-2 1-1 1-2"]
    return train(hands, f"0-3@0 2-3@M 0-1@0 0-2@M {actions}", "1-3", set=3, **rules)


def two_open(order: str) -> Any:
    hands = ["5-12 5-5 8-8", "8-12 2-5 3-8 1-12"]
    actions = "5-12@0 8-12@M 5-5@0 8-8@M draw pass"
    return train(hands, actions, "10-11", size=5, filler=[0, 4, 6, 7], cover_order=order)


def unstarted(actions: str, **rules: Any) -> Any:
    """Seat 1 cannot start its train."""
    hands = ["12-12 3-12 4-12 1-2", "3-5 5-5 0-2"]
    return train(hands, actions, "7-8", preset=MASTERS, size=4, **rules)


def both_out(actions: str) -> Any:
    hands = ["6-6 3-6", "2-6 0-5", "3-3 1-3", "2-2 0-2"]
    rules = {"go_out": "both_partners"}
    return line("masters-block", hands, f"6-6 2-6@L pass 2-2@L 3-6@R {actions}", **rules)


def search(hands: list[str], rest: str) -> Any:
    return train(hands, "", rest, preset=MASTERS)


def blocked(score: str) -> Any:
    return line("masters-block", THREE, "6-6 pass pass", score_block=score)


LAST = "6-6 0-6@L pass 0-1@L"
SHARED = ["6-6 1-2", "0-3 0-0"]


def doubles() -> Any:
    return train(["8-12 5-12 8-8 5-5 1-2", "3-12 3-4"], "8-12@M 3-12@1 5-12@0 3-4@1 8-8@M")


def nobody_plays(actions: str, **rules: Any) -> Any:
    return train(["1-2 0-1", "0-2 1-1"], actions, set=3, draw="none", **rules)


def waiting() -> Any:
    hands = ["8-12 8-8 4-12 0-1", "3-12 3-5 6-7"]
    return train(hands, "8-12@M 3-12@1 8-8@M 4-12@0", cover_duty=False)


def dead_chain() -> Any:
    rules = {"first_turn": "chain", "first_turn_double": "extra_turn", "dead_double": "exempt"}
    hands = ["0-3 0-1 1-2 2-2", "2-3 0-2 0-0 1-1"]
    return train(hands, "0-3@0 0-1@0 stop 2-3@1 0-2@1", "1-3", set=3, **rules)


THREE = ["6-6 0-1", "0-2 1-1", "0-5 2-3"]
OUT = ["6-6 3-6", "0-6 0-5", "1-6 1-3"]

SITUATIONS: list[tuple[str, Any, str | None, str]] = [
    # All games
    ("G-SET-1", lambda: fives(""), None, "double-6 set has 28 tiles"),
    ("G-SET-1", lambda: fives(""), "7-8", "no pip over 6"),
    ("G-DEAL-1", lambda: fives(""), None, "2 seats are dealt 3 tiles each; 22"),
    ("G-DEAL-2", lambda: fives("5-5"), "5-5@L", "Seat 1 does not hold 5-5: it is on the table"),
    ("G-DEAL-2", lambda: fives("5-5"), "3-5@L", "in another hand or the boneyard"),
    ("G-FIT-1", lambda: fives("5-5"), "0-5@L", "0-5 has the 5 that L shows"),
    ("G-FIT-1", lambda: fives("5-5"), "1-2@L", "1-2 has no 5, which L shows"),
    ("G-FIT-2", lambda: fives("5-5"), "0-5@L", "L now shows 0"),
    (
        "G-FIT-3",
        lambda: line("all-fives", ["5-6 1-2", "5-5 6-6"], "5-6"),
        "5-5@L",
        "L still shows 5",
    ),
    ("G-PLAY-1", lambda: fives("5-5"), "draw", "Seat 1 can play and must: 0-5@L, 5-6@L, 0-5@R or"),
    ("G-PLAY-2", lambda: fives("5-5"), "0-5@L", "It fits R too"),
    (
        "G-DRAW-1",
        lambda: line("masters-draw", THREE, "6-6", reserve=22),
        "draw",
        "22 are never drawn",
    ),
    (
        "G-END-1",
        lambda: line("masters-draw", ["2-2 0-2", "0-1 1-1"], "2-2 draw", "0-0 1-2", set=2),
        "draw",
        "is empty",
    ),
    ("G-END-2", lambda: line("masters-block", THREE, "6-6 pass pass pass"), "pass", "is over"),
    # The layout
    ("L-LINE-1", lambda: fives(""), "3-5", "3-5 opens the ends L = 3 and R = 5"),
    ("L-LINE-1", lambda: fives(""), "3-5@L", "The table is empty"),
    ("L-LINE-2", lambda: fives("5-5"), "0-5", "open are L (5) and R (5)"),
    ("L-SPIN-1", lambda: line("pagat-draw", OUT), "6-6", "6-6 opens no branch"),
    ("L-SPIN-2", lambda: fives(""), "5-5", "5-5 is the first double"),
    ("L-SPIN-3", lambda: fives("5-5 0-5@L"), "3-5@R", "The spinner 5-5 now has a tile on both"),
    ("L-SPIN-3", lambda: fives("5-5"), "0-5@N", "L and R are still free"),
    ("L-TURN-1", lambda: fives(""), "5-5", "Seat 1 is on turn"),
    ("G-TURN-1", lambda: fives("5-5"), "0-5@L", "To the left of seat 1 sits seat 0"),
    # Scoring in play
    ("L-COUNT-1", lambda: line("pagat-draw", OUT), None, "Nothing scores"),
    ("L-COUNT-2", lambda: fives("5-5"), "0-5@L", "10 is a multiple of five: seat 1 scores 10"),
    ("L-COUNT-3", lambda: fives("5-5"), "0-5@L", "L 0 and R 10 (5-5): 10 together"),
    ("L-COUNT-5", lambda: fives(""), "5-5", "5 + 5, counted once: 10"),
    ("L-COUNT-6", lambda: fives("5-5"), "0-5@L", "5-5 is open on its R side and shows 10"),
    ("L-COUNT-6", lambda: fives("5-5 0-5@L"), "3-5@R", "shows nothing any more"),
    ("L-COUNT-7", lambda: fives("5-5 0-5@L 3-5@R"), "5-6@N", "N counts too"),
    # The opening
    (
        "L-OPEN-1",
        lambda: line("masters-draw", ["3-3 5-6", "4-4 1-1"]),
        "1-1",
        "double of all hands, 4-4",
    ),
    (
        "L-OPEN-3",
        lambda: line("masters-draw", ["1-2", "4-6"], no_double="highest_tile"),
        "4-6",
        "4-6",
    ),
    ("L-OPEN-4", lambda: fives(""), "1-3", "Seat 0 leads"),
    ("L-OPEN-5", lambda: line("pagat-draw", OUT), "draw", "not put off by drawing"),
    ("L-LEADER-1", lambda: line("pagat-draw", OUT, leader=2), None, "Seat 2 is the leader, for"),
    # Drawing and passing
    ("L-DRAW-1", lambda: line("masters-block", THREE, "6-6"), "pass", "Nobody draws"),
    ("L-DRAW-2", lambda: line("masters-draw", THREE, "6-6"), "draw", "Seat 1 holds no 6"),
    ("L-DRAW-3", lambda: line("masters-draw", THREE, "6-6", draw="one"), "draw", "one tile a turn"),
    (
        "L-DRAW-3",
        lambda: line("masters-draw", THREE, "6-6 draw", "0-0", draw="one"),
        "pass",
        "has drawn",
    ),
    ("L-DRAW-4", lambda: line("pagat-draw", OUT, "6-6"), "draw", "Seat 1 can play"),
    (
        "G-DRAW-2",
        lambda: line("masters-draw", THREE, "6-6", "4-5"),
        "draw",
        "draws 4-5; 21 tiles left",
    ),
    ("G-DRAW-3", lambda: line("masters-draw", THREE, "6-6", "4-5"), "draw", "4-5 does not fit"),
    ("G-PASS-1", lambda: line("masters-draw", THREE, "6-6"), "pass", "Seat 1 can draw"),
    ("G-PASS-2", lambda: line("masters-block", THREE, "6-6"), "pass", "Seat 2 is on turn"),
    ("G-BLOCK-1", lambda: line("masters-block", THREE, "6-6"), "pass", "Pass 1 of 3"),
    (
        "G-BLOCK-2",
        lambda: line("masters-block", ["6-6 0-1", "0-2 1-1", "0-6 2-3"], "6-6 pass"),
        "0-6@L",
        "1",
    ),
    ("G-BLOCK-3", lambda: line("masters-block", THREE, "6-6 pass pass"), "pass", "3 passes"),
    # The end
    ("L-END-1", lambda: partners("6-6 0-6@L pass 0-1@L"), "3-6@R", "whatever its partner, seat 2"),
    (
        "L-END-2",
        lambda: partners("6-6 0-6@L pass 0-1@L", go_out="both_partners"),
        "3-6@R",
        "seat 2, still",
    ),
    ("L-SIDE-1", lambda: fives(""), None, "alone"),
    ("L-SIDE-2", lambda: partners(""), None, "Seats 0 and 2 are partners"),
    ("L-SIDE-3", lambda: partners("6-6 0-6@L pass 0-1@L"), "3-6@R", "side 1 holds 5 + 2 = 7"),
    (
        "L-HAND-1",
        lambda: line("masters-block", THREE, "6-6 pass pass"),
        "pass",
        "1 with seat 0 (0-1)",
    ),
    ("L-OUT-1", lambda: partners("6-6 0-6@L pass 0-1@L"), "3-6@R", "Side 0 wins"),
    ("L-OUT-2", lambda: partners("6-6 0-6@L pass 0-1@L"), "3-6@R", "the others: 7"),
    (
        "L-BLOCKED-1",
        lambda: line("masters-block", THREE, "6-6 pass pass"),
        "pass",
        "1 against 4 and 10",
    ),
    (
        "L-BLOCKED-3",
        lambda: line("masters-block", THREE, "6-6 pass pass"),
        "pass",
        "4 + 10 - 1 = 13",
    ),
    ("L-SUM-1", lambda: line("masters-block", THREE, "6-6 pass pass"), "pass", "13"),
    (
        "L-SUM-2",
        lambda: line("masters-block", THREE, "6-6 pass pass", round_to=5),
        "pass",
        "13 is rounded to 15",
    ),
    ("L-SPIN-4", later_double, "3-3@R", "an earlier double is"),
    ("L-COUNT-4", later_double, "3-3@R", "3-3 at R shows both"),
    ("L-END-3", lambda: both_out("pass 1-3@R"), "0-2@L", "Seat 0 has no tiles"),
    ("L-END-4", lambda: both_out(""), "pass", "Without seat 0, which no longer plays, 3 passes"),
    ("L-OUT-3", lambda: partners(LAST, score_out="opponents_minus_own"), "3-6@R", "7 - 10 = -3"),
    ("L-OUT-4", lambda: partners(LAST, score_out="everyone"), "3-6@R", "10 + 7 = 17"),
    (
        "L-BLOCKED-2",
        lambda: line("masters-block", SHARED, "6-6 pass"),
        "pass",
        "Seats 0 and 1 share",
    ),
    ("L-BLOCKED-4", lambda: blocked("pairwise_differences"), "pass", "(4 - 1) + (10 - 1) = 12"),
    ("L-BLOCKED-5", lambda: blocked("opponents"), "pass", "4 + 10 = 14"),
    ("L-BLOCKED-6", lambda: blocked("everyone"), "pass", "1 + 4 + 10 = 15"),
    ("L-SUM-3", lambda: line("all-fives", ["5-5 0-1", "0-5 2-3"], "5-5 0-5@L"), "0-1@L", "15"),
    # Trains
    ("T-ENGINE-1", lambda: train(["3-12", "4-12"]), None, "round 0 is 12-12"),
    ("T-ENGINE-2", lambda: train(["3-11", "4-11"], round=1), None, "Seat 1 is on turn first"),
    ("T-ENGINE-3", lambda: circuit(""), None, "12-12: seat 0 lays it"),
    ("T-ENGINE-4", lambda: circuit(""), None, "Seat 1, to the left of seat 0"),
    ("T-ENGINE-5", lambda: search(["0-1 0-2", "1-3 2-3"], "0-3 2-2"), None, "seat 1 draws 2-2"),
    ("T-TABLE-1", lambda: circuit(""), None, "3 personal trains"),
    ("T-TABLE-1", lambda: circuit(""), "8-12@7", "there are 0, 1, 2 and M"),
    ("T-TABLE-2", lambda: circuit(""), "8-12@1", "the engine's 12"),
    ("T-MARK-3", lambda: circuit(""), None, "No marker is up"),
    ("T-FIRST-2", lambda: circuit(""), "8-12@M", "seat 1's first turn"),
    ("T-FIRST-3", lambda: circuit("8-12@1"), "stop", "Seat 1 may end its chain"),
    ("T-FIRST-4", lambda: chain("9-12@1"), "9-9@1", "Seat 1 has no other 9"),
    ("T-FIRST-5", lambda: unstarted(""), "pass", "nothing is drawn"),
    ("T-FIRST-6", lambda: unstarted(""), "pass", "Seat 1 has had its first turn"),
    ("T-MARK-1", lambda: unstarted(""), "pass", "Seat 1's marker goes up"),
    ("T-MARK-1", lambda: unstarted("pass 3-12@0 draw"), "pass", "Seat 1's marker stays up"),
    ("T-RIGHT-5", lambda: unstarted("pass 3-12@0 draw pass"), "4-12@1", "it waits for seat 1"),
    (
        "T-RIGHT-6",
        lambda: unstarted("pass 3-12@0 draw pass", start_marked=True),
        "4-12@1",
        "Others",
    ),
    ("T-RIGHT-4", lambda: train(["3-12 4-12", "5-12 3-4"], "3-12@0"), "3-4@0", "has no marker up"),
    ("T-RIGHT-1", lambda: train(["3-12 4-12", "5-12 3-4"], "3-12@0"), "3-4@0", "is not enough"),
    ("T-RIGHT-1", lambda: train(["3-12 4-12", "5-12 3-4"], "3-12@0"), "3-4@M", "must match too"),
    ("T-RIGHT-3", lambda: train(["3-12 4-12", "5-12 3-4"]), "3-12@M", "open to everybody"),
    ("T-FIRST-1", lambda: train(["3-12 4-12", "5-12 3-4"]), "3-12@M", "it may begin elsewhere"),
    ("T-DOUBLE-1", lambda: dead(""), "0-0@M", "seat 0 plays once more"),
    ("T-DEAD-1", lambda: dead(""), "0-0@M", "0-0 on the Mexican Train is dead"),
    ("T-DEAD-2", lambda: dead(""), "0-0@M", "binds all the same"),
    ("T-DEAD-3", lambda: dead("", dead_double="exempt"), "0-0@M", "0-0 is not open"),
    (
        "T-DEAD-4",
        lambda: dead("", dead_double="exempt", double_extra="must_cover"),
        "0-0@M",
        "Nothing",
    ),
    ("T-DOUBLE-2", lambda: dead("", double_extra="must_cover"), "0-0@M", "seat 0 must cover it"),
    ("T-DOUBLE-3", lambda: dead("", double_extra="none"), "0-0@M", "the turn ends"),
    ("T-DOUBLE-4", lambda: dead("0-0@M"), "draw", "a draw of its own"),
    ("T-ORDER-1", lambda: two_open("oldest_first"), "2-5@0", "5-5 and 8-8, in the order"),
    ("T-ORDER-2", lambda: two_open("newest_first"), "2-5@0", "the newest"),
    ("T-ORDER-3", lambda: two_open("any"), "1-12@1", "any of them"),
    ("T-COVER-3", lambda: two_open("oldest_first"), "1-12@1", "must cover 5-5 on seat 0's train"),
    ("T-COVER-1", lambda: two_open("oldest_first"), "2-5@0", "5-5 is no longer the last tile"),
    ("T-MARK-2", lambda: two_open("oldest_first"), "2-5@0", "Only seat 0 can take its marker down"),
    ("T-EXTRA-1", lambda: chain("9-12@1", first_turn_double="no_effect"), "9-9@1", "no extra turn"),
    ("T-EXTRA-2", lambda: chain("9-12@1"), "9-9@1", "seat 1 has an extra turn"),
    ("T-EXTRA-3", lambda: chain("9-12@1 9-9@1", cover_duty=True), "5-12@M", "open doubles bind it"),
    ("T-EXTRA-3", lambda: chain("9-12@1 9-9@1", size=3), "5-12@M", "ends the round at once"),
    ("T-EXTRA-4", lambda: circuit("8-12@1 5-8@1 1-5@1 9-12@2"), "9-9@2", "first circuit"),
    (
        "T-CIRCUIT-1",
        lambda: circuit("8-12@1 5-8@1"),
        "1-5@1",
        "seats 0 and 2 still have a first turn",
    ),
    ("T-CIRCUIT-2", lambda: circuit("8-12@1 5-8@1 1-5@1 9-12@2 9-9@2"), "3-12@0", "Seat 1 is out"),
    (
        "T-CIRCUIT-3",
        lambda: circuit("8-12@1 5-8@1", finish_first_circuit=False),
        "1-5@1",
        "at once",
    ),
    ("T-END-1", lambda: chain("9-12@1 9-9@1", size=3), "5-12@M", "Seat 1 has laid the last tile"),
    ("T-SCORE-1", lambda: circuit("8-12@1 5-8@1 1-5@1 9-12@2 9-9@2"), "3-12@0", "0 for seat 1"),
    ("T-TURN-1", lambda: train(["3-12 4-12", "5-12 3-4"]), "3-12@M", "Seat 1 is on turn"),
    ("T-RIGHT-2", lambda: train(["3-12 4-12", "5-12 3-4"]), "3-12@0", "its own train"),
    ("T-DRAW-1", lambda: train(["3-4 4-5", "5-12 3-6"], draw="none"), "pass", "Nobody draws"),
    ("T-DRAW-2", lambda: train(["3-4 4-5", "5-12 3-6"]), "draw", "it draws one tile"),
    (
        "T-DRAW-2",
        lambda: train(["3-4 4-5", "5-12 3-6"], "draw", "0-1"),
        "draw",
        "has drawn its one",
    ),
    ("T-DOUBLE-5", doubles, "5-5@0", "yet another"),
    ("T-COVER-2", waiting, "3-5@1", "8-8 on the Mexican Train may wait"),
    (
        "T-COVER-4",
        lambda: dead("0-0@M draw", double_extra="must_cover"),
        "pass",
        "to cover 0-0 goes on to seat 1",
    ),
    (
        "T-COVER-5",
        lambda: train(["8-12 8-8", "5-12 3-6"], "8-12@M 5-12@1"),
        "8-8@M",
        "8-8 on the Mex",
    ),
    (
        "T-FIRST-7",
        lambda: chain("9-12@1 9-9@1", first_turn_double="no_effect", preset=STRICT),
        "3-12@0",
        "9-9 on seat 1's train need not",
    ),
    ("T-EXTRA-5", dead_chain, "0-0@1", "does not matter"),
    ("T-SCORE-2", lambda: train(["8-12", "0-0"], double_blank=50), "8-12@M", "0-0 counts 50"),
    ("T-BLOCK-1", lambda: nobody_plays("", block="n_passes_stable"), "pass", "begins at 1"),
    ("T-FIRST-8", lambda: nobody_plays("", first_turn="chain"), "pass", "does not count towards"),
    ("T-SCORE-3", lambda: nobody_plays("pass"), "pass", "counts like any other"),
    (
        "T-DEAD-3",
        lambda: dead("0-0@M", dead_double="exempt", double_extra="none"),
        "draw",
        "0-0 on the Mexican Train: it does not bind",
    ),
]


@pytest.mark.parametrize(
    ("rule", "round", "action", "words"), SITUATIONS, ids=[f"{s[0]} {s[2]}" for s in SITUATIONS]
)
def test_a_situation(rule: str, round: Any, action: str | None, words: str) -> None:
    told = reference.explain(round(), action)
    sentences = [each.sentence for each in told.why + told.follows if each.rule == rule]
    assert any(words in sentence for sentence in sentences), told
