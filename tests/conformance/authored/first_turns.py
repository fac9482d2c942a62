"""Train games: chains, first circuits, extra turns."""

from __future__ import annotations

from typing import Any

from sketch import Sketch, situation

MASTERS = "masters-mexican-train"
STRICT = "masters-mexican-train-strict"
CC = "dominos-cc-mexican-train"

CHAIN = ["12-12 0-12", "8-12 5-8 2-5", "3-12", "4-12"]


def chain(name: str, rules: str, note: str, actions: str, **rest: Any) -> Sketch:
    """Nothing that fills the hands fits an end of this circuit."""
    filler = [1, 6, 7, 9, 10, 11]
    return situation(name, rules, note, MASTERS, CHAIN, actions, size=5, filler=filler, **rest)


def cannot_start(name: str, rules: str, note: str, actions: str, **rest: Any) -> Sketch:
    """Seat 1 holds nothing that fits the engine 12-12."""
    return situation(
        name,
        rules,
        note,
        MASTERS,
        ["12-12 0-12", "3-7", "1-12 2-12", "4-12"],
        actions,
        boneyard="7-12 8-12",
        size=4,
        filler=[5, 6, 8, 9, 10, 11],
        **rest,
    )


def on_a_double(
    name: str, rules: str, note: str, more: str = "", tail: str = "5-12", **rest: Any
) -> Sketch:
    """The chain of seat 1 ends on 9-9."""
    options: dict[str, Any] = {"size": 4, "first_turn_double": "extra_turn", **rest}
    return situation(
        name,
        rules,
        note,
        options.pop("preset", MASTERS),
        ["12-12 3-12", f"9-12 9-9 {tail}"],
        f"9-12@1 9-9@1 {more}",
        boneyard="10-11 4-9",
        filler=[0, 1, 2, 6],
        **options,
    )


SITUATIONS = [
    chain(
        "first-turns-begin-left-of-the-engine",
        "T-ENGINE-4 T-FIRST-2 G-TURN-1",
        "Seat 0 lays the engine 12-12. First turns go to seats 1, 2, 3, 0.",
        "8-12@1 5-8@1 2-5@1 3-12@2 4-12@3 0-12@0",
    ),
    chain(
        "chain-of-three",
        "T-FIRST-3 T-FIRST-4 G-FIT-2",
        "Seat 1 lays 12-8, 8-5, 5-2 in one turn. Its train ends in 2; nothing fits any more, and "
        "the turn ends by itself.",
        "8-12@1 5-8@1 2-5@1",
        bugs="chain-waits-for-stop",
        numbers=True,
    ),
    chain(
        "chain-stopped",
        "T-FIRST-3",
        "After its first tile seat 1 may stop though 5-8 fits. No marker goes up.",
        "8-12@1 stop",
        bugs="chain-cannot-stop",
    ),
    chain(
        "chain-goes-on-the-own-train",
        "T-FIRST-2 T-FIRST-3 G-PLAY-1",
        "A first turn is played on the own train. The first tile must be laid: no stop before it.",
        "",
        refused="8-12@M 8-12@2 pass draw stop",
        bugs="chain-on-the-mexican-train",
    ),
    cannot_start(
        "who-cannot-start-passes",
        "T-FIRST-5 T-MARK-1 T-FIRST-6",
        "Seat 1 cannot start. It passes without drawing, and its marker goes up at once.",
        "pass",
        bugs="draw-in-a-first-turn no-marker-in-first-turns",
    ),
    cannot_start(
        "who-cannot-start-may-not-draw",
        "T-FIRST-5",
        "Seat 1 cannot start. The boneyard is full, and nothing is drawn in a first turn.",
        "",
        refused="draw stop 3-7@1",
    ),
    cannot_start(
        "later-start-on-the-own-train",
        "T-FIRST-6 T-MARK-2",
        "Seat 1 missed its first turn. Later it draws 7-12 and starts its train with that one "
        "tile: the marker comes down, the turn ends, 3-7 waits.",
        "pass 1-12@2 4-12@3 0-12@0 draw 7-12@1",
        bugs="first-turn-kept",
    ),
    cannot_start(
        "later-start-on-the-mexican-train",
        "T-MARK-2 T-FIRST-6 T-RIGHT-3",
        "Seat 1 plays 7-12 on the Mexican Train instead: its marker stays up, 3-7 waits.",
        "pass 1-12@2 4-12@3 0-12@0 draw 7-12@M",
    ),
    cannot_start(
        "marked-and-not-started",
        "T-RIGHT-5",
        "The train of seat 1 has its marker up and no tile. Until seat 1 starts it, it is closed: "
        "seat 2 may not lay 2-12 there.",
        "pass 1-12@2 4-12@3 0-12@0 draw 7-12@M",
        refused="2-12@1",
        bugs="others-start-a-train",
    ),
    cannot_start(
        "marked-and-started-by-others",
        "T-RIGHT-6",
        "The same table under `start_marked = true`: seat 2 may lay 2-12 on the train of seat 1.",
        "pass 1-12@2 4-12@3 0-12@0 draw 7-12@M",
        start_marked=True,
        bugs="nobody-starts-a-train",
    ),
    situation(
        "out-in-the-first-turn",
        "T-CIRCUIT-1 T-CIRCUIT-2 G-END-2",
        "Seat 1 goes out in its first turn. Seats 2, 3 and 0 still have theirs; then it is over.",
        MASTERS,
        CHAIN,
        "8-12@1 5-8@1 2-5@1 3-12@2 4-12@3 0-12@0",
        size=3,
        filler=[1, 6, 7, 9, 10, 11],
        bugs="circuit-cut-short circuit-ends-at-the-last-seat",
    ),
    situation(
        "two-out-in-the-first-circuit",
        "T-CIRCUIT-2 T-CIRCUIT-1",
        "Seat 1 goes out, and seat 3 empties its hand in the same circuit: both are out.",
        MASTERS,
        [*CHAIN[:3], "4-12 4-7 1-7"],
        "8-12@1 5-8@1 2-5@1 3-12@2 4-12@3 4-7@3 1-7@3 0-12@0",
        size=3,
        filler=[6, 9, 10, 11],
        bugs="one-seat-out",
    ),
    situation(
        "out-in-the-first-turn-ends-it",
        "T-CIRCUIT-3",
        "`finish_first_circuit = false`: seat 1 goes out in its first turn, and it is over.",
        MASTERS,
        ["12-12 3-12", "8-12 5-8", "9-12 4-9"],
        "8-12@1 5-8@1",
        finish_first_circuit=False,
        bugs="circuit-always-finished",
    ),
    situation(
        "first-passes-do-not-count",
        "T-FIRST-8 G-BLOCK-3 T-BLOCK-1",
        "Both pass in their first turns, which counts for no block; two more passes end it.",
        MASTERS,
        ["12-12 3-4", "5-6 1-2"],
        "pass pass pass pass",
        draw="none",
        bugs="first-passes-count",
    ),
    on_a_double(
        "chain-ends-on-a-double",
        "T-EXTRA-1",
        "`no_effect`: the chain of seat 1 ends on 9-9, and the turn is over.",
        first_turn_double="no_effect",
        bugs="extra-turn-in-every-house",
    ),
    on_a_double(
        "extra-turn-after-a-chain",
        "T-EXTRA-2 T-EXTRA-3",
        "`extra_turn`: the chain ended on 9-9 because nothing fits. Seat 1 has one more turn, a "
        "general one: 5-12 may go on the Mexican Train.",
        "5-12@M",
        bugs="extra-turn-is-a-chain",
    ),
    on_a_double(
        "extra-turn-draws-and-passes",
        "T-EXTRA-3",
        "Nothing fits in the extra turn: seat 1 draws, cannot play, passes; its marker goes up.",
        "draw pass",
        tail="5-6",
    ),
    on_a_double(
        "out-in-the-extra-turn",
        "T-EXTRA-3 T-END-1",
        "Seat 1 goes out in the extra turn. That is no first turn any more, so it is over at once.",
        "5-12@M",
        size=3,
    ),
    on_a_double(
        "no-extra-turn-after-stop",
        "T-EXTRA-2",
        "7-9 would fit 9-9, and seat 1 stops: no extra turn.",
        "stop",
        tail="5-12 7-9",
        bugs="extra-turn-after-stop",
    ),
    situation(
        "no-extra-turn-while-finishing",
        "T-EXTRA-4 T-CIRCUIT-1",
        "Seat 1 is out, and the circuit is being finished: seat 2 ends its chain on 9-9 and has "
        "no extra turn.",
        MASTERS,
        ["12-12 3-12 0-1", "8-12 5-8 1-5", "9-12 9-9 4-12"],
        "8-12@1 5-8@1 1-5@1 9-12@2 9-9@2",
        first_turn_double="extra_turn",
        bugs="extra-turn-while-finishing",
    ),
    on_a_double(
        "extra-turn-must-cover",
        "T-EXTRA-3 T-COVER-3",
        "Under the duty to cover the extra turn is bound by 9-9 like any general turn.",
        cover_duty=True,
        refused="5-12@M",
    ),
    situation(
        "exempt-double-brings-the-extra-turn",
        "T-EXTRA-5",
        "0-0 ends the chain of seat 1, and every other blank lies on the table. The double is "
        "exempt from covering, and still brings the extra turn.",
        CC,
        ["0-3 0-1 1-2 2-2", "2-3 0-2 0-0 1-1"],
        "0-3@0 0-1@0 stop 2-3@1 0-2@1 0-0@1",
        boneyard="1-3",
        set=3,
        first_turn="chain",
        first_turn_double="extra_turn",
        dead_double="exempt",
        bugs="dead-double-no-extra-turn",
    ),
    on_a_double(
        "first-turn-is-never-bound",
        "T-FIRST-7",
        "9-9 lies open at the end of a chain. Seat 0 is in its first turn and plays 3-12; from the "
        "next general turn on 9-9 binds, whoever's turn it is.",
        "3-12@0 draw pass draw",
        preset=STRICT,
        first_turn_double="no_effect",
        bugs="first-turn-must-cover",
    ),
]
