"""Train games: the engine, the right to play, markers, drawing, blocks and penalties."""

from __future__ import annotations

from typing import Any

from sketch import Sketch, situation

MASTERS = "masters-mexican-train"
CC = "dominos-cc-mexican-train"

SIX_NINE: dict[str, Any] = {
    "hands": ["12-12 3-12 5-6 6-9", "6-12", "8-12 6-8 5-12", "4-12"],
    "boneyard": "7-10 7-11 10-11 2-11 6-10",
    "size": 5,
    "filler": [0, 1, 2, 7, 10, 11],
}
SIX_NINE_PLAYED = (
    "6-12@1 8-12@2 stop 4-12@3 3-12@0 draw pass 5-12@M draw pass 5-6@M draw pass 6-8@2 draw pass"
)
"""Ends 0: 3, 1: 6 with marker, 2: 6 without, 3: 4 with marker, M: 6; seat 0 is on turn."""


def six_nine(name: str, rules: str, note: str, more: str = "", **rest: Any) -> Sketch:
    return situation(name, rules, note, MASTERS, **SIX_NINE, actions=SIX_NINE_PLAYED + more, **rest)


def engine_drawn(number: int, layer: int) -> Sketch:
    first = (layer + 1) % 4
    return situation(
        f"engine-drawn-in-round-{number}",
        "T-ENGINE-5 T-ENGINE-4",
        f"Nobody holds a double. From seat {number} on each draws one: 3-5, 0-4, then 8-8. Seat "
        f"{layer} lays it, the other two keep what they drew, and seat {first} is first.",
        MASTERS,
        ["", "", "", ""],
        boneyard="3-5 0-4 8-8 9-9",
        size=15,
        round=number,
        mistake="hands are made even again after the engine was found",
        bugs="one-seat-draws-the-engine seat-0-draws-first" if number else "",
    )


SITUATIONS = [
    situation(
        "engine-of-the-highest-double",
        "T-ENGINE-3 T-ENGINE-4 T-TABLE-1 T-TABLE-2 T-MARK-3",
        "10-10 of seat 1 is the highest double of all hands and becomes the engine. That is no "
        "turn: seat 2 is first. All trains end in 10, none is started, no marker is up.",
        MASTERS,
        ["9-9 0-1", "10-10 0-2", "0-3 0-4"],
        boneyard="12-12 11-11",
        mistake="the seat that lays the engine draws a tile for it, or plays on",
        bugs="engine-is-a-turn engine-replaced first-double-opens",
    ),
    engine_drawn(0, 2),
    engine_drawn(1, 3),
    engine_drawn(3, 1),
    *(
        situation(
            f"engine-of-round-{number}",
            "T-ENGINE-1 T-ENGINE-2",
            f"The engine of round {number} is {12 - number}-{12 - number}, set aside before the "
            f"deal; seat {number} mod 3 = {number % 3} is first.",
            CC,
            ["0-1 0-2", "0-3 0-4", "1-2 1-3"],
            round=number,
            bugs="seat-0-begins" if number % 3 else "",
        )
        for number in range(6)
    ),
    six_nine(
        "right-and-match",
        "T-RIGHT-1 T-RIGHT-4 T-RIGHT-3 T-RIGHT-2",
        "Seat 0 holds 6-9. Ends in 6 have train 1 with its marker, train 2 without, and M: legal "
        "are 1 and M. Train 3 has its marker up but ends in 4.",
        refused="6-9@2 6-9@3 6-9@0",
        mistake="a play on a closed train is accepted because only pips are compared",
        bugs="only-pips-compared",
        numbers=True,
    ),
    six_nine(
        "strangers-play-leaves-the-marker",
        "T-MARK-2 G-FIT-2",
        "Seat 0 plays 6-9 on the train of seat 1: the new end is 9, the marker stays up.",
        " 6-9@1",
        mistake="a marker is taken down without a play of its owner on the own train",
        bugs="any-play-lowers-the-marker",
    ),
    six_nine(
        "owners-play-elsewhere-leaves-the-marker",
        "T-MARK-2",
        "Seat 1, whose marker is up, plays on the Mexican Train: its marker stays up.",
        " 6-9@1 draw 6-10@M",
        mistake="a marker is taken down without a play on the own train",
        bugs="play-elsewhere-lowers-the-marker",
    ),
    situation(
        "owner-takes-the-marker-down",
        "T-MARK-2 T-MARK-1",
        "Seat 0 passes and its marker goes up; a turn later it plays on its own train and the "
        "marker comes down.",
        CC,
        ["0-1 0-2 0-3", "6-12 3-4 0-4"],
        "draw pass 6-12@1 draw 5-12@0",
        boneyard="7-8 5-12",
    ),
    situation(
        "marker-stays-at-a-second-pass",
        "T-MARK-1",
        "Seat 0 passes twice: its marker goes up at the first pass and stays up at the second.",
        CC,
        ["0-1 0-2", "5-12 6-12"],
        "pass 5-12@M pass",
        draw="none",
        bugs="marker-toggled",
    ),
    situation(
        "no-marker-before-a-pass",
        "T-MARK-3 T-RIGHT-4",
        "`start_marked = true` says that others may start a marked train, not that markers are "
        "up: 5-12 may not go on the train of seat 1.",
        CC,
        ["5-12 0-1", "6-12 3-4"],
        refused="5-12@1",
        bugs="markers-up-from-the-start",
    ),
    situation(
        "marked-train-waits-for-its-owner",
        "T-RIGHT-5 T-MARK-1",
        "Seat 0 passed before it started its train. The marker is up, and the train still closed "
        "to others, for `start_marked` is off.",
        CC,
        ["0-1 0-2", "6-12 3-4 5-12"],
        "draw pass",
        boneyard="7-8",
        size=3,
        start_marked=False,
        refused="6-12@0 5-12@0",
        bugs="others-start-a-train",
    ),
    situation(
        "marked-train-is-started-by-others",
        "T-RIGHT-6 T-MARK-2",
        "Under `start_marked` seat 1 starts the train of seat 0, whose marker is up. The marker "
        "stays until seat 0 plays there.",
        CC,
        ["0-1 0-2", "6-12 3-4 5-12"],
        "draw pass 6-12@0",
        boneyard="7-8",
        size=3,
        bugs="nobody-starts-a-train any-play-lowers-the-marker",
    ),
    situation(
        "mexican-train-is-open-to-all",
        "T-RIGHT-3 T-FIRST-1",
        "The first turn is a general turn: the Mexican Train may be started before the own train.",
        CC,
        ["5-12 1-2", "6-12 3-4"],
        "5-12@M",
        bugs="own-train-first",
    ),
    situation(
        "one-draw-for-each-play",
        "T-DRAW-2 T-DOUBLE-4 T-MARK-1",
        "Seat 0 draws 5-5 and must play it; for the extra play it draws once again, cannot play, "
        "and passes. Seat 1 then has a draw of its own.",
        CC,
        ["5-12 0-1 0-2", "6-12 3-4 0-3"],
        "5-12@0 6-12@1 draw 5-5@0 draw pass",
        boneyard="5-5 7-8 7-9",
        cover_duty=False,
        bugs="no-draw-for-the-extra-play",
    ),
    situation(
        "drawn-once-only",
        "T-DRAW-2 G-PASS-1",
        "Seat 0 cannot play and must draw. The tile does not fit: a second draw is refused.",
        CC,
        ["0-1 0-2", "0-3 0-4"],
        "draw",
        boneyard="7-8 5-12",
        refused="draw 7-8@0",
        bugs="draws-again",
    ),
    situation(
        "must-draw-before-passing",
        "G-PASS-1 T-DRAW-2",
        "Seat 0 cannot play. It must draw before it may pass.",
        CC,
        ["0-1 0-2", "0-3 0-4"],
        boneyard="7-8",
        refused="pass",
        bugs="pass-without-drawing",
    ),
    situation(
        "trains-without-drawing",
        "T-DRAW-1",
        "Under `draw = none` a seat without a play passes at once.",
        CC,
        ["0-1 0-2", "0-3 0-4"],
        draw="none",
        refused="draw",
    ),
    situation(
        "blocked-to-the-letter",
        "G-BLOCK-3 G-BLOCK-1",
        "`n_passes`: both have passed in a row, so the round is blocked, though the marker that "
        "went up last would let seat 0 play 6-7 on the train of seat 1.",
        CC,
        ["5-12 6-7", "6-12 1-2"],
        "5-12@0 6-12@1 pass pass",
        size=3,
        filler=[0, 3, 4],
        draw="none",
        bugs="train-blocked-one-pass-early",
    ),
    situation(
        "fresh-marker-opens-a-play",
        "T-BLOCK-1",
        "`n_passes_stable`: the second pass puts up a marker that lets seat 0 play 6-7 on the "
        "train of seat 1. The round goes on.",
        CC,
        ["5-12 6-7", "6-12 1-2"],
        "5-12@0 6-12@1 pass pass",
        size=3,
        filler=[0, 3, 4],
        draw="none",
        block="n_passes_stable",
        mistake="a block ends the round though a fresh marker opened a play",
        bugs="fresh-marker-ignored",
    ),
    situation(
        "fresh-markers-and-still-blocked",
        "T-BLOCK-1",
        "`n_passes_stable`: the fresh marker helps nobody. The pass after it is the second of a "
        "count that began again at 1, and ends the round.",
        CC,
        ["5-12 7-8", "6-12 1-2"],
        "5-12@0 6-12@1 pass pass pass",
        size=3,
        filler=[0, 3, 4],
        draw="none",
        block="n_passes_stable",
        bugs="fresh-marker-counts-nothing",
    ),
    situation(
        "train-play-sets-the-count-back",
        "G-BLOCK-2",
        "Seat 0 passes, seat 1 plays, seat 0 passes: not two passes in a row.",
        CC,
        ["0-1 0-2", "5-12 6-12 0-3"],
        "pass 5-12@1 pass",
        size=3,
        filler=[0, 3, 4],
        draw="none",
        bugs="train-play-keeps-the-count",
    ),
    situation(
        "train-passes-beside-a-boneyard",
        "G-BLOCK-1 G-BLOCK-2",
        "All pass in a row, twice, but each had a tile to draw: the round goes on.",
        CC,
        ["5-6 1-2", "3-4 7-8"],
        "draw pass draw pass draw pass draw pass",
        boneyard="0-1 0-2 0-3 0-4 0-5",
    ),
    situation(
        "empty-boneyard-and-all-pass",
        "G-BLOCK-3 G-BLOCK-1 T-DEAD-2 T-COVER-5 T-SCORE-3",
        "0-0 lies on the Mexican Train and every other blank is on the table: nobody can cover it. "
        "The boneyard is empty and all pass in a row: over, with 4 and 5 pips.",
        CC,
        ["0-3 0-1 0-0 2-2", "2-3 0-2 1-1 1-2"],
        "0-3@0 2-3@M 0-1@0 0-2@M 0-0@M draw 1-3@0 pass pass",
        boneyard="1-3",
        set=3,
        mistake="a block is never noticed, so the game hangs",
    ),
    situation(
        "last-tile-a-double",
        "T-END-1",
        "9-9 is the last tile of seat 1. A double too ends the round at once.",
        MASTERS,
        ["12-12 9-12 0-1", "5-12 5-8 9-9"],
        "5-12@1 9-12@M 5-8@1 draw pass 9-9@M",
        boneyard="0-2",
        first_turn="single",
        refused="draw pass 0-1@M",
        mistake="the last tile is a double, so the round goes on or crashes",
        bugs="last-double-must-be-covered",
    ),
    situation(
        "last-double-stays-open",
        "T-COVER-5 T-END-1",
        "5-5 is the last tile of seat 0 and ends the round. It is on the list of open doubles.",
        CC,
        ["5-12 5-5", "6-12 3-4"],
        "5-12@0 6-12@1 5-5@0",
        bugs="last-double-not-open",
    ),
    situation(
        "hands-of-nineteen-sixteen-eight",
        "T-SCORE-1 T-CIRCUIT-2",
        "Left are 4-12 and 0-3, then 8-8, then 2-6: 19, 16 and 8 points; seat 3 is out with the "
        "double 9-9 and has 0.",
        MASTERS,
        ["11-11 4-12 0-3", "5-11 1-5 8-8", "10-11 7-10 2-6", "6-11 6-9 9-9"],
        "5-11@1 1-5@1 10-11@2 7-10@2 6-11@3 6-9@3 9-9@3 pass",
        boneyard="12-12",
    ),
    situation(
        "double-blank-and-two-six",
        "T-SCORE-1 T-SCORE-3",
        "0-0 and 2-6 are left: 8 points, for 0-0 counts nothing. Nobody is excused in a block.",
        CC,
        ["0-0 2-6", "3-4 3-5"],
        "pass pass",
        draw="none",
        bugs="block-winner-excused",
    ),
    situation(
        "double-blank-counts-fifty",
        "T-SCORE-2",
        "`double_blank = 50`: 0-0 and 2-6 count 58.",
        CC,
        ["0-0 2-6", "3-4 3-5"],
        "pass pass",
        draw="none",
        double_blank=50,
        bugs="double-blank-for-free",
    ),
]
