"""What all games share: the set, the deal, fitting, drawing, passing, the end."""

from __future__ import annotations

from sketch import bad_start, situation

BLOCK2 = {"preset": "masters-block", "players": 2, "set": 1, "hand_size": 1}
TRAIN2 = {"preset": "dominos-cc-mexican-train", "players": 2, "set": 2, "hand_size": 2}

SITUATIONS = [
    situation(
        "set-of-91-tiles",
        "G-SET-1 G-DEAL-1 G-DEAL-2 T-ENGINE-3",
        "A double-12 set has 91 tiles: four hands of 15 leave 31. Nobody holds 12-12, so the "
        "highest double held, 11-11, is the engine; it leaves its hand one tile short.",
        "masters-mexican-train",
        ["11-11 10-10", "", "", ""],
        boneyard="12-12",
        size=15,
        mistake="nobody holds the double-12, so somebody looks for it in the boneyard",
        bugs="engine-replaced",
    ),
    bad_start(
        "two-double-blanks",
        "G-SET-1 G-DEAL-2",
        "Every tile is in the set once. A deal that names 0-0 twice is no deal.",
        BLOCK2,
        ["1-1", "0-0"],
        "0-0 0-1",
        mistake="a set is built with two double-blanks",
    ),
    bad_start(
        "two-double-blanks-for-a-lost-tile",
        "G-SET-1 G-DEAL-2",
        "The number of tiles is right, but 0-0 is there twice and 0-1 nowhere.",
        BLOCK2,
        ["1-1", "0-0"],
        "0-0",
        mistake="tiles are counted, not looked at",
    ),
    bad_start(
        "lost-tile",
        "G-DEAL-2",
        "0-1 is in no hand and not in the boneyard.",
        BLOCK2,
        ["1-1", "0-0"],
        "",
        bugs="lost-tile-accepted",
    ),
    bad_start(
        "tile-outside-the-set",
        "G-SET-1",
        "A double-1 set has no 1-2.",
        BLOCK2,
        ["1-1", "0-0"],
        "0-1 1-2",
    ),
    bad_start(
        "tile-written-high-low",
        "G-DEAL-2",
        "Tiles are written with the lower half first: 1-0 is no tile.",
        BLOCK2,
        ["1-1", "0-0"],
        "1-0",
    ),
    bad_start(
        "hand-too-short",
        "G-DEAL-1",
        "Seat 1 holds one tile where every hand has two.",
        {**BLOCK2, "set": 2, "hand_size": 2},
        ["2-2 0-1", "0-0"],
        "0-2 1-1 1-2",
        bugs="short-hand-accepted",
    ),
    bad_start(
        "hand-too-long",
        "G-DEAL-1",
        "Seat 1 holds two tiles where every hand has one.",
        BLOCK2,
        ["1-1", "0-0 0-1"],
        "",
    ),
    bad_start(
        "hands-for-three-seats",
        "G-DEAL-1",
        "Two seats play, and the deal has three hands.",
        BLOCK2,
        ["1-1", "0-0", "0-1"],
        "",
    ),
]
