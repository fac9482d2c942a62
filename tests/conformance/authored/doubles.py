"""Train games: what a double asks for, the duty to cover, its order, dead doubles."""

from __future__ import annotations

from typing import Any

from sketch import Sketch, situation

MASTERS = "masters-mexican-train"
STRICT = "masters-mexican-train-strict"
CC = "dominos-cc-mexican-train"


def open_nine(
    name: str, rules: str, note: str, second: str, more: str = "", drawn: str = "", **rest: Any
) -> Sketch:
    """Seat 0 has laid 9-9 on the Mexican Train and owes an extra play."""
    return situation(
        name,
        rules,
        note,
        CC,
        ["3-12 9-12 9-9 3-7 4-9", f"8-12 4-8 {second}"],
        f"3-12@0 8-12@1 9-12@M 4-8@1 9-9@M {more}",
        boneyard=drawn,
        size=7,
        filler=[0, 1, 2, 5, 10, 11],
        **rest,
    )


def two_open(name: str, rules: str, note: str, order: str, more: str = "", **rest: Any) -> Sketch:
    """5-5 and then 8-8 lie open, and seat 1 could cover either."""
    return situation(
        name,
        rules,
        note,
        CC,
        ["5-12 5-5 8-8", "8-12 2-5 3-8 1-12"],
        f"5-12@0 8-12@M 5-5@0 8-8@M draw pass {more}",
        boneyard="10-11",
        size=5,
        filler=[0, 4, 6, 7],
        cover_order=order,
        **rest,
    )


def dead_blank(name: str, rules: str, note: str, more: str = "", **rest: Any) -> Sketch:
    """0-0 is laid on the Mexican Train while every other blank lies on the table."""
    return situation(
        name,
        rules,
        note,
        CC,
        ["0-3 0-1 0-0 2-2", "2-3 0-2 1-1 1-2"],
        f"0-3@0 2-3@M 0-1@0 0-2@M 0-0@M {more}",
        boneyard="1-3",
        set=3,
        **rest,
    )


SITUATIONS = [
    situation(
        "extra-play-goes-anywhere",
        "T-DOUBLE-1 T-COVER-2",
        "Seat 0 lays 9-9 on the Mexican Train and has no other 9. 3-7 on the own train is its "
        "extra play, and seat 1 need not cover 9-9.",
        MASTERS,
        ["12-12 3-12 9-9 3-7", "5-12 9-12 5-8"],
        "5-12@1 stop 3-12@0 stop 9-12@M 9-9@M 3-7@0",
        size=6,
        filler=[0, 1, 2, 4, 6, 10],
        bugs="duty-in-every-house",
    ),
    situation(
        "no-extra-play-after-a-draw",
        "T-DOUBLE-4 T-MARK-1 T-DOUBLE-1",
        "Seat 0 has laid 9-9 and has no play: it draws, still has none, passes, and its marker "
        "goes up.",
        MASTERS,
        ["12-12 3-12 9-9", "5-12 9-12 5-8"],
        "5-12@1 stop 3-12@0 9-12@M 9-9@M draw pass",
        boneyard="10-11",
        size=6,
        filler=[0, 1, 2, 4, 6, 10],
    ),
    situation(
        "double-after-a-double",
        "T-DOUBLE-5 T-DOUBLE-1 T-TURN-1",
        "6-6 asks for an extra play, 9-9 is that play and asks for a third, 5-9 ends the turn.",
        MASTERS,
        ["12-12 6-12", "9-12 6-6 9-9 5-9"],
        "9-12@1 6-12@M 6-6@M 9-9@1 5-9@1",
        size=6,
        filler=[0, 1, 2, 3],
        first_turn="single",
        bugs="second-double-ends-the-turn",
    ),
    situation(
        "double-without-extra-play",
        "T-DOUBLE-3 T-COVER-2",
        "`double_extra = none`: after 5-5 the turn ends.",
        MASTERS,
        ["12-12 3-12 0-1", "5-12 5-5 1-12"],
        "5-12@1 3-12@0 5-5@1",
        double_extra="none",
        first_turn="single",
        size=4,
        bugs="double-always-plays-on",
    ),
    situation(
        "extra-play-must-cover",
        "T-DOUBLE-2 T-DOUBLE-4",
        "`must_cover`: 4-12 would fit the Mexican Train, but the extra play may go on 5-5 only. "
        "Seat 1 draws 2-5 and lays it there.",
        STRICT,
        ["12-12 3-12 0-1", "5-12 5-5 4-12 3-4"],
        "5-12@1 3-12@0 5-5@1 draw 2-5@1",
        boneyard="2-5",
        first_turn="single",
        size=5,
        filler=[0, 1, 2, 6, 7, 8],
        bugs="extra-play-roams",
    ),
    situation(
        "own-double-passed-on",
        "T-DOUBLE-2 T-COVER-4 T-MARK-2",
        "Seat 1 cannot cover its own 5-5 and passes. Seat 0 covers it; the marker of seat 1 stays "
        "up, for its owner did not play there.",
        STRICT,
        ["12-12 3-12 5-9", "5-12 5-5 4-12"],
        "5-12@1 3-12@0 5-5@1 draw pass 5-9@1",
        boneyard="0-8",
        first_turn="single",
        size=5,
        filler=[0, 1, 2, 6, 7, 8],
    ),
    open_nine(
        "extra-play-need-not-cover",
        "T-DOUBLE-1 T-COVER-3",
        "Seat 0 holds 4-9, which would cover 9-9, and 3-7 for its own train. Both are legal.",
        "1-9 4-6",
        refused="draw pass",
    ),
    open_nine(
        "next-seat-may-only-cover",
        "T-COVER-3 T-TURN-1",
        "9-9 lies open on the Mexican Train. Seat 1 could play 4-6 on its own train, but may only "
        "play 1-9 on M.",
        "1-9 4-6",
        "3-7@0",
        refused="4-6@1 draw pass",
    ),
    open_nine(
        "covered",
        "T-TURN-1 T-COVER-3",
        "1-9 covers 9-9: M ends in 1, no double is open, and the turn is over.",
        "1-9 4-6",
        "3-7@0 1-9@M",
    ),
    open_nine(
        "who-cannot-cover-draws-and-passes",
        "T-COVER-4 T-COVER-3 T-DRAW-2",
        "Seat 1 has no 9. It draws 4-4, which fits its own train and may not be played: pass, "
        "marker, and the duty goes on, to the seat that laid 9-9.",
        "4-6",
        "3-7@0 draw pass",
        drawn="4-4",
        bugs="pass-lifts-the-duty",
    ),
    open_nine(
        "drawn-tile-that-does-not-cover",
        "T-COVER-3 G-PASS-1",
        "4-4 is drawn and fits the own train of seat 1. It covers nothing, so it stays in hand.",
        "4-6",
        "3-7@0 draw",
        drawn="4-4",
        refused="4-4@1 4-6@1 draw",
    ),
    situation(
        "double-on-a-closed-train",
        "T-COVER-3 T-MARK-2 T-RIGHT-4",
        "5-5 lies open on the train of seat 0, whose marker is down. Seat 1 may and must cover it, "
        "and the marker stays down.",
        CC,
        ["5-12 5-5 1-12", "8-12 2-5 8-9"],
        "5-12@0 8-12@1 5-5@0 1-12@M 2-5@0",
        size=5,
        filler=[0, 3, 4, 6, 10, 11],
        bugs="duty-needs-a-marker",
    ),
    situation(
        "covering-half-on-another-train",
        "T-COVER-1 T-COVER-3",
        "Under `cover_order = any` 8-8 is covered on M; 5-5 on the train of seat 0 is open still.",
        CC,
        ["5-12 5-5 8-8", "8-12 2-5 3-8 1-12"],
        "5-12@0 8-12@M 5-5@0 8-8@M draw pass 3-8@M draw pass",
        boneyard="10-11",
        size=5,
        filler=[0, 4, 6, 7],
        cover_order="any",
        mistake="a double is taken as covered by a tile on another train",
        bugs="covered-from-another-train",
    ),
    situation(
        "engine-is-no-open-double",
        "T-COVER-1 T-FIRST-1",
        "The engine 12-12 is a double on the table and binds nobody.",
        CC,
        ["5-12 1-2", "6-12 3-4"],
        "5-12@0",
        bugs="engine-must-be-covered",
    ),
    situation(
        "no-duty-no-open-doubles",
        "T-COVER-2",
        "Without the duty to cover the list of open doubles is always empty.",
        MASTERS,
        ["12-12 3-12", "5-12 5-5"],
        "5-12@1 5-5@1",
        size=4,
        filler=[0, 1, 2, 4],
        bugs="duty-in-every-house",
    ),
    situation(
        "extra-play-is-bound-by-no-other-double",
        "T-DOUBLE-1 T-COVER-3 T-DOUBLE-5",
        "5-5 lies open, and the extra play 8-8 goes elsewhere all the same.",
        CC,
        ["5-12 5-5 8-8 1-12", "8-12 3-4 0-3"],
        "5-12@0 8-12@M 5-5@0 8-8@M",
        size=4,
        filler=[0, 4, 6, 7],
        bugs="extra-play-bound-by-older-doubles",
    ),
    two_open(
        "oldest-double-first",
        "T-ORDER-1",
        "5-5 was laid before 8-8: `oldest_first` allows 2-5 on it and nothing else.",
        "oldest_first",
        refused="3-8@M 1-12@1",
    ),
    situation(
        "oldest-double-on-the-mexican-train",
        "T-ORDER-1",
        "8-8 on the Mexican Train was laid before 5-5 on the train of seat 0, and comes first.",
        CC,
        ["5-12 5-5 8-8", "8-12 2-5 3-8 1-12"],
        "5-12@0 8-12@M 8-8@M 5-5@0 draw pass",
        boneyard="10-11",
        size=5,
        filler=[0, 4, 6, 7],
        refused="2-5@0",
        bugs="order-by-train",
    ),
    two_open(
        "newest-double-first",
        "T-ORDER-2",
        "8-8 was laid after 5-5: `newest_first` allows 3-8 on it and nothing else.",
        "newest_first",
        refused="2-5@0 1-12@1",
        bugs="newest-is-oldest",
    ),
    two_open(
        "any-double-first",
        "T-ORDER-3",
        "`any`: either double may be covered, and nothing else played.",
        "any",
        refused="1-12@1",
        bugs="no-choice-of-double",
    ),
    two_open(
        "other-double-binds-next",
        "T-ORDER-1 T-COVER-3",
        "5-5 is covered. 8-8 is open still and binds the next seat, which cannot cover it.",
        "oldest_first",
        "2-5@0",
    ),
    situation(
        "coverable-from-a-hand",
        "T-DEAD-1 T-DEAD-3",
        "Under `exempt` 1-1 is open as long as some tile with a 1 is not on the table: here 0-1 in "
        "the hand of seat 1 and 1-2 in the boneyard.",
        CC,
        ["1-3 1-1 2-3", "0-3 0-1 0-0"],
        "1-3@0 0-3@1 1-1@0",
        boneyard="1-2 0-2",
        set=3,
        dead_double="exempt",
        double_extra="none",
    ),
    situation(
        "coverable-from-the-boneyard",
        "T-DEAD-1 T-DEAD-3",
        "Every 1 lies on the table but 1-2, which is in the boneyard: 1-1 can still be covered.",
        CC,
        ["1-3 1-1 2-3 2-2", "0-3 0-1 0-0 0-2"],
        "1-3@0 0-3@1 2-3@M 0-1@1 1-1@0",
        set=3,
        dead_double="exempt",
        double_extra="none",
        bugs="boneyard-cannot-cover",
    ),
    situation(
        "coverable-by-another-seat",
        "T-DEAD-1 T-DEAD-3",
        "Every 1 lies on the table but 1-2, which seat 0 holds: 1-1 binds seat 1.",
        CC,
        ["1-3 1-1 2-3 1-2", "0-3 0-1 0-0 2-2"],
        "1-3@0 0-3@1 2-3@M 0-1@1 1-1@0",
        set=3,
        dead_double="exempt",
        double_extra="none",
        bugs="others-cannot-cover",
    ),
    dead_blank(
        "dead-double-binds",
        "T-DEAD-2",
        "`binding`: nothing can cover 0-0 any more, and it is open all the same.",
        bugs="dead-doubles-never-bind",
    ),
    dead_blank(
        "dead-double-must-be-covered",
        "T-DEAD-2 T-DOUBLE-2",
        "`binding` and `must_cover`: the extra play may go on 0-0 only. Seat 0 draws 1-3, which "
        "fits its own train, and passes.",
        "draw",
        double_extra="must_cover",
        refused="1-3@0",
    ),
    dead_blank(
        "dead-double-is-exempt",
        "T-DEAD-3 T-DEAD-1 T-DOUBLE-1",
        "`exempt`: 0-0 is not open. The extra play goes anywhere.",
        "draw",
        dead_double="exempt",
    ),
    dead_blank(
        "dead-double-asks-for-nothing",
        "T-DEAD-4 T-DEAD-3",
        "`exempt` and `must_cover`: a double that nothing can cover asks for no extra play, and "
        "the turn ends.",
        dead_double="exempt",
        double_extra="must_cover",
        bugs="exempt-double-asks-for-cover",
    ),
]
