"""The situations that random play seldom meets, by name."""

from __future__ import annotations

from . import line_signs, wishes
from .line_situations import LINE
from .situation import Situation
from .table import Sizes, Wanted
from .train_situations import TRAIN

__all__ = ["SITUATIONS", "Situation"]

_BLOCK = ("masters-block", "masters-block-individual")
_MASTERS_TRAINS = (
    "masters-mexican-train",
    "masters-mexican-train-strict",
    "masters-mexican-train-reverse",
)

_DRAWS: Wanted = {"draw": ("one", "until_playable")}
_TIGHT = Sizes(set=(2, 4), hand=(2, 7), boneyard=(0, 1), seats=(2, 4))

_ANY = (
    Situation("small-set", line_signs.small_set, sizes=Sizes(set=(1, 2)), own=()),
    Situation("short-hands", line_signs.short_hands, sizes=Sizes(hand=(1, 2)), own=()),
    Situation(
        "bare-boneyard",
        line_signs.bare_boneyard,
        sizes=Sizes(set=(2, 6), boneyard=(0, 3)),
        own=_BLOCK,
    ),
    Situation(
        "eight-seats",
        line_signs.eight_seats,
        sizes=Sizes(set=(5, 12), hand=(2, 5), boneyard=(0, 50), seats=(8, 8)),
        own=_MASTERS_TRAINS,
    ),
    Situation(
        "double-18",
        line_signs.double_18,
        sizes=Sizes(set=(18, 18), hand=(2, 20), boneyard=(0, 190), seats=(2, 8)),
        own=(),
        attempts=(1, 2),
    ),
    Situation(
        "long-round",
        line_signs.long_round,
        sizes=Sizes(set=(9, 12), hand=(2, 4), boneyard=(30, 90)),
        wanted=_DRAWS,
        wish=wishes.draw,
        own=(*_MASTERS_TRAINS, "dominos-cc-mexican-train"),
        attempts=(3, 4),
    ),
    Situation("blocked", line_signs.blocked, sizes=_TIGHT, wish=wishes.leave_few_actions),
    Situation("pass-count-broken", line_signs.pass_count_broken, sizes=_TIGHT),
)

SITUATIONS = (*_ANY, *LINE, *TRAIN)
"""Every situation; a name may stand once for each family."""
