"""Positions in tiny games, and what of them is refused: tables for test_position_refusals."""

from __future__ import annotations

from typing import Any, NamedTuple


class Base(NamedTuple):
    """A position that is accepted, and its rules."""

    rules: dict[str, Any]
    position: dict[str, Any]


def base(preset: str, sizes: str, position: dict[str, Any], **overrides: Any) -> Base:
    """``sizes`` is players/set/hand size."""
    players, top, hand = map(int, sizes.split("/"))
    rules = {"preset": preset, "players": players, "set": top, "hand_size": hand}
    return Base(rules | overrides, {"format": "bonepile-position/1"} | position)


BASES = {
    "opening": base(
        "masters-block",
        "2/2/2",
        {"hands": [["0-2", "1-1"], ["0-1", "1-2"]], "boneyard": ["0-0", "2-2"], "to_play": 0},
    ),
    # 1-1, 1-2@R
    "block": base(
        "masters-block",
        "2/2/2",
        {
            "hands": [["0-2"], ["0-1"]],
            "boneyard": ["0-0", "2-2"],
            "layout": {"lead": "1-1", "R": ["1-2"]},
            "to_play": 0,
        },
    ),
    # 1-1 by seat 0, whose partner is seat 2
    "partners": base(
        "masters-block",
        "4/2/1",
        {
            "hands": [[], ["0-1"], ["0-2"], ["1-2"]],
            "boneyard": ["0-0", "2-2"],
            "layout": {"lead": "1-1"},
            "to_play": 1,
        },
        go_out="both_partners",
    ),
    "draw": base(
        "masters-draw",
        "2/2/2",
        {
            "hands": [["0-2"], ["0-1", "1-2"]],
            "boneyard": ["0-0", "2-2"],
            "layout": {"lead": "1-1"},
            "to_play": 1,
        },
        reserve=1,
    ),
    # 5-5, 0-5@L
    "fives": base(
        "all-fives",
        "2/5/2",
        {
            "hands": [["0-1"], ["0-2"]],
            "boneyard": [
                *("0-0", "1-1", "1-2", "2-2", "0-3", "1-3", "2-3", "3-3", "0-4"),
                *("1-4", "2-4", "3-4", "4-4", "1-5", "2-5", "3-5", "4-5"),
            ],
            "layout": {"lead": "5-5", "L": ["0-5"], "spinner": "5-5"},
            "to_play": 0,
            "scores": [10, 10],
        },
    ),
    # 0-3@0, 1-3@M, 1-1@M
    "extra": base(
        "dominos-cc-mexican-train",
        "2/3/3",
        {
            "hands": [["1-2"], ["0-2", "2-3"]],
            "boneyard": ["0-0", "0-1", "2-2"],
            "layout": {"engine": "3-3", "trains": {"0": ["0-3"], "M": ["1-3", "1-1"]}},
            "to_play": 0,
            "turn": "extra",
            "open_doubles": ["M"],
        },
    ),
    # seat 0 laid 2-2 as the engine
    "chain": base(
        "masters-mexican-train",
        "2/2/2",
        {
            "hands": [["0-1"], ["0-2", "1-2"]],
            "boneyard": ["0-0", "1-1"],
            "layout": {"engine": "2-2"},
            "to_play": 1,
            "turn": "first",
            "owed": [0, 1],
        },
    ),
    # seat 1 passed, seat 0 laid 0-2@0 and 0-1@0
    "circuit": base(
        "masters-mexican-train",
        "2/2/3",
        {
            "hands": [[], ["0-0", "1-1"]],
            "layout": {"engine": "2-2", "trains": {"0": ["1-2", "0-1"], "1": ["0-2"]}},
            "to_play": None,
            "last": 0,
        },
    ),
    # seat 0 laid the engine; 2-3@M, pass, 2-2@M, pass in the extra play
    "passed in the extra play": base(
        "dominos-cc-mexican-train",
        "4/3/2",
        {
            "hands": [["0-2"], ["1-3"], ["0-0", "1-1"], ["0-3"]],
            "boneyard": ["1-2", "0-1"],
            "layout": {"engine": "3-3", "trains": {"M": ["2-3", "2-2"]}},
            "to_play": 0,
            "passes": 1,
            "markers": [2, 3],
            "open_doubles": ["M"],
        },
        engine="highest_double",
        draw="none",
        double_extra="must_cover",
    ),
    "nothing laid": base(
        "dominos-cc-mexican-train",
        "2/2/2",
        {
            "hands": [["0-1", "1-1"], ["0-0", "1-2"]],
            "boneyard": ["0-2"],
            "layout": {"engine": "2-2"},
            "to_play": 1,
            "markers": [0],
        },
        draw="none",
    ),
}


FORM = [
    ("block", {"format": "bonepile-position/2"}, "format"),
    ("block", {"format": None}, "format"),
    ("block", {"round": -1}, "round"),
    ("block", {"round": 2**32}, "round"),
    ("block", {"round": True}, "round"),
    ("extra", {"round": 4}, "round"),
    ("block", {"leader": 0}, "leader"),
    ("fives", {"leader": 2}, "leader"),
    ("block", {"hands": [["0-2"]]}, "hands"),
    ("block", {"hands": {"0": [], "1": []}}, "hands"),
    ("block", {"hands": ["0-2", []]}, "hands[0]"),
    ("block", {"hands": [["0-2"], ["2-0"]]}, "hands[1][0]"),
    ("block", {"boneyard": "0-0"}, "boneyard"),
    ("block", {"boneyard": ["0-3"]}, "boneyard[0]"),
    ("block", {"boneyard": [7]}, "boneyard[0]"),
    ("block", {"layout": []}, "layout"),
    ("block", {"layout": {"L": []}}, "layout.lead"),
    ("block", {"layout": {"lead": None}}, "layout.lead"),
    ("block", {"layout": {"lead": "1-1", "N": []}}, "layout.N"),
    ("fives", {"layout": {"lead": "1-1", "spinner": "x"}}, "layout.spinner"),
    ("extra", {"layout": None}, "layout"),
    ("extra", {"layout": {}}, "layout.engine"),
    ("extra", {"layout": {"engine": "1-3"}}, "layout.engine"),
    ("extra", {"layout": {"engine": "3-3", "trains": []}}, "layout.trains"),
    ("extra", {"layout": {"engine": "3-3", "trains": {"2": []}}}, "layout.trains.2"),
    ("extra", {"layout": {"engine": "3-3", "trains": {"M": [None]}}}, "layout.trains.M[0]"),
    ("block", {"to_play": 2}, "to_play"),
    ("block", {"to_play": False}, "to_play"),
    ("block", {"last": "0"}, "last"),
    ("block", {"passes": -1}, "passes"),
    ("block", {"passes": None}, "passes"),
    ("block", {"drew": 0}, "drew"),
    ("block", {"scores": [0]}, "scores"),
    ("block", {"scores": [0, "0"]}, "scores[1]"),
    ("block", {"markers": []}, "markers"),
    ("block", {"note": "x"}, "note"),
    ("extra", {"scores": [0, 0]}, "scores"),
    ("extra", {"turn": "Extra"}, "turn"),
    ("extra", {"owed": [2]}, "owed[0]"),
    ("extra", {"markers": [1, 1]}, "markers"),
    ("extra", {"open_doubles": [1]}, "open_doubles[0]"),
]

TILES = [
    ("block", {"boneyard": ["0-0", "0-0"]}, "boneyard[1]"),
    ("block", {"boneyard": ["0-0"]}, "boneyard"),
    ("block", {"layout": {"lead": "1-1", "L": ["1-2"], "R": ["1-2"]}}, "layout.R[0]"),
    ("block", {"layout": {"lead": "1-2", "R": ["1-1"]}}, "layout.R[0]"),
    ("fives", {"layout": {"lead": "5-5", "L": ["0-5"]}}, "layout.spinner"),
    ("fives", {"layout": {"lead": "0-5", "R": ["5-5"], "spinner": "0-5"}}, "layout.spinner"),
    ("fives", {"layout": {"lead": "5-5", "N": ["0-5"], "spinner": "5-5"}}, "layout.N"),
    ("extra", {"round": 1}, "layout.engine"),
    (
        "extra",
        {"layout": {"engine": "3-3", "trains": {"0": ["0-3"], "M": ["1-1", "1-3"]}}},
        "layout.trains.M[0]",
    ),
]

LINE = [
    ("opening", {"to_play": 1}, "to_play"),
    ("opening", {"to_play": None, "last": 0}, "to_play"),
    (
        "opening",
        {"hands": [["0-2", "1-1", "2-2"], ["0-1"]], "boneyard": ["0-0", "1-2"]},
        "hands[0]",
    ),
    (
        "opening",
        {"hands": [["0-2", "0-1"], ["1-2"]], "boneyard": ["0-0", "1-1", "2-2"]},
        "hands[1]",
    ),
    ("opening", {"hands": [["0-2", "0-1"], ["1-2", "x"]]}, "hands[1][1]"),
    (
        "opening",
        {"hands": [["0-2", "0-1"], ["1-2", "0-0"]], "boneyard": ["1-1", "2-2"], "passes": 1},
        "passes",
    ),
    ("opening", {"drew": True}, "drew"),
    ("opening", {"last": 1}, "last"),
    ("opening", {"scores": [0, 5]}, "scores"),
    # 1
    ("block", {"to_play": None}, "to_play"),
    ("block", {"last": 1}, "last"),
    # 2
    ("block", {"hands": [["0-1", "0-2"], []]}, "hands[1]"),
    ("block", {"hands": [["0-1", "0-2"], []], "to_play": None, "last": 0, "passes": 1}, "hands[1]"),
    ("partners", {"to_play": 0}, "to_play"),
    ("partners", {"hands": [[], ["0-1", "0-2"], [], ["1-2"]]}, "hands[0]"),
    ("partners", {"to_play": None, "last": 0}, "hands"),
    # 3
    ("block", {"hands": [["0-2"], []], "boneyard": ["0-0", "2-2", "0-1"]}, "boneyard"),
    ("block", {"hands": [["0-2"], ["0-1", "0-0"]], "boneyard": ["2-2"]}, "boneyard"),
    ("draw", {"hands": [["0-2"], ["0-0", "0-1", "1-2", "2-2"]], "boneyard": []}, "boneyard"),
    # 4
    ("block", {"passes": 2}, "passes"),
    ("block", {"to_play": None, "last": 1}, "passes"),
    ("block", {"hands": [["0-1", "0-2"], []], "to_play": None, "last": 1, "passes": 1}, "passes"),
    ("draw", {"to_play": 0, "passes": 1}, "passes"),
    # 5
    ("block", {"passes": 1}, "hands[1]"),
    ("block", {"to_play": None, "last": 1, "passes": 2}, "hands[0]"),
    # 6
    ("block", {"drew": True}, "drew"),
    ("draw", {"drew": True}, "drew"),
    (
        "draw",
        {"hands": [["0-2"], ["0-1", "1-2", "0-0"]], "boneyard": ["2-2"], "drew": True},
        "drew",
    ),
    ("fives", {"to_play": None, "last": 0, "drew": True}, "drew"),
    # 7
    (
        "block",
        {"hands": [["0-2"], ["0-1"]], "layout": {"lead": "1-2", "L": ["1-1"]}},
        "layout.lead",
    ),
    # 8
    (
        "block",
        {"hands": [["0-2"], ["2-2"]], "boneyard": ["0-0", "0-1"]},
        "boneyard",
    ),
    ("draw", {"to_play": 0}, "hands"),
    ("fives", {"leader": 1}, "leader"),
    (
        "fives",
        {
            "hands": [["0-1", "4-5"], ["0-2"]],
            "boneyard": BASES["fives"].position["boneyard"][:-1],
        },
        "hands[0]",
    ),
    # 9
    ("block", {"scores": [5, 0]}, "scores"),
    ("fives", {"scores": [10, 7]}, "scores[1]"),
    ("fives", {"scores": [10, 5]}, "scores"),
    ("fives", {"scores": [15, 10]}, "scores"),
    ("fives", {"scores": [1000, 10]}, "scores"),
    (
        "fives",
        {
            "hands": [["0-1"], ["0-2", "0-5"]],
            "layout": {"lead": "5-5", "spinner": "5-5"},
            "to_play": 1,
            "scores": [15, 0],
        },
        "scores",
    ),
]

TRAIN = [
    # 1
    ("extra", {"to_play": None}, "to_play"),
    ("extra", {"last": 0}, "last"),
    ("extra", {"to_play": None, "last": 0}, "turn"),
    ("nothing laid", {"to_play": None, "last": 0, "drew": True}, "drew"),
    # 2
    (
        "chain",
        {"hands": [["0-1"], ["0-2", "2-2"]], "boneyard": ["0-0", "1-2"]}
        | {"layout": {"engine": "1-1"}},
        "layout.engine",
    ),
    (
        "extra",
        {"hands": [["1-2"], ["0-2"]], "boneyard": ["0-0", "0-1", "2-2", "2-3"]},
        "boneyard",
    ),
    # 3
    ("extra", {"owed": [0]}, "owed"),
    ("nothing laid", {"turn": "first"}, "turn"),
    ("chain", {"owed": [1]}, "owed"),
    ("chain", {"owed": [0], "turn": "general"}, "turn"),
    ("chain", {"owed": []}, "turn"),
    ("chain", {"turn": "general"}, "turn"),
    ("circuit", {"owed": [1]}, "owed"),
    # 4
    ("chain", {"markers": [1]}, "markers"),
    ("chain", {"hands": [["0-1"], ["0-0", "0-2", "1-2"]], "boneyard": ["1-1"]}, "hands[1]"),
    ("chain", {"turn": "chain"}, "layout.trains.1"),
    (
        "chain",
        {"hands": [[], ["1-2"]], "layout": {"engine": "2-2", "trains": {"0": ["0-2", "0-1"]}}},
        "layout.trains.0",
    ),
    (
        "chain",
        {
            "hands": [["0-1"], ["1-2"]],
            "layout": {"engine": "2-2", "trains": {"1": ["0-2"]}},
            "turn": "chain",
        },
        "hands[1]",
    ),
    ("chain", {"owed": [0], "to_play": 0}, "markers"),
    # 5
    (
        "chain",
        {
            "hands": [["0-1"], ["1-2"]],
            "layout": {"engine": "2-2", "trains": {"M": ["0-2"]}},
            "owed": [0],
            "to_play": 0,
            "markers": [1],
        },
        "layout.trains.M",
    ),
    # 6
    ("extra", {"hands": [[], ["0-2", "1-2", "2-3"]]}, "hands[0]"),
    ("circuit", {"last": 1}, "hands[0]"),
    # 7
    ("extra", {"drew": True}, "drew"),
    (
        "nothing laid",
        {"hands": [["0-1", "1-1"], ["0-0", "0-2", "1-2"]], "boneyard": []},
        "boneyard",
    ),
    # 8
    ("extra", {"passes": 1}, "passes"),
    ("nothing laid", {"passes": 2}, "passes"),
    ("nothing laid", {"to_play": None, "last": 0, "passes": 1}, "passes"),
    ("circuit", {"passes": 1}, "passes"),
    # 9
    ("nothing laid", {"passes": 1, "markers": []}, "markers"),
    ("nothing laid", {"to_play": 0, "passes": 1, "markers": [0, 1]}, "hands[1]"),
    # 10
    ("extra", {"open_doubles": []}, "open_doubles"),
    ("extra", {"open_doubles": ["M", "M"]}, "open_doubles"),
    ("extra", {"open_doubles": ["M", "0"]}, "open_doubles"),
    # 11
    ("nothing laid", {"turn": "extra"}, "turn"),
    # 12
    ("nothing laid", {"to_play": 0}, "markers"),
    ("nothing laid", {"markers": [1]}, "markers"),
    # 13
    ("extra", {"hands": [["0-2", "1-2", "2-3"], []], "turn": "general"}, "hands"),
    ("extra", {"markers": [1]}, "boneyard"),
    (
        "nothing laid",
        {
            "hands": [["0-1", "1-1"], ["0-0"]],
            "layout": {"engine": "2-2", "trains": {"M": ["1-2"]}},
        },
        "hands",
    ),
]
