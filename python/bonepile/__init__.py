"""Domino games for programs: Block, Draw, All Fives and Mexican Train.

>>> import bonepile
>>> rules = bonepile.Rules("masters-draw", players=2)
>>> round = bonepile.deal(rules, seed=7).playout(seed=7)
>>> round.result
Result(reason='out', out=(0,), winner=0, points=(14, 0))

The engine is written in Rust and loaded on first use; :mod:`bonepile.reference` is a second one in
Python, for comparison.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from bonepile.errors import (
    ArgumentError,
    BonepileError,
    DealError,
    IllegalActionError,
    NotationError,
    PositionError,
    RecordError,
    RedealError,
    RoundOverError,
    RulesError,
    StateError,
    UnknownPresetError,
)
from bonepile.types import (
    Estimate,
    Explanation,
    Limit,
    Refusal,
    RefusalCode,
    Result,
    Snapshot,
    Solution,
    Statement,
    Summary,
    Tally,
    Train,
)

if TYPE_CHECKING:
    from bonepile._core import (
        Action,
        Deal,
        Match,
        Playouts,
        Round,
        Rules,
        Session,
        Solutions,
        VectorRound,
        __version__,
        best_opening,
        deal,
        longest_train,
        observation_layout,
        observe,
        playout_record,
        playouts,
        preset_info,
        presets,
        solve,
        solve_many,
    )
    from bonepile.reference import explain, explain_deal

__all__ = [
    "Action",
    "ArgumentError",
    "BonepileError",
    "Deal",
    "DealError",
    "Estimate",
    "Explanation",
    "IllegalActionError",
    "Limit",
    "Match",
    "NotationError",
    "Playouts",
    "PositionError",
    "RecordError",
    "RedealError",
    "Refusal",
    "RefusalCode",
    "Result",
    "Round",
    "RoundOverError",
    "Rules",
    "RulesError",
    "Session",
    "Snapshot",
    "Solution",
    "Solutions",
    "StateError",
    "Statement",
    "Summary",
    "Tally",
    "Train",
    "UnknownPresetError",
    "VectorRound",
    "__version__",
    "best_opening",
    "deal",
    "explain",
    "explain_deal",
    "longest_train",
    "observation_layout",
    "observe",
    "playout_record",
    "playouts",
    "preset_info",
    "presets",
    "solve",
    "solve_many",
]

_FROM_THE_REFERENCE = ("explain", "explain_deal")


def __getattr__(name: str) -> object:
    # The core is loaded when it is needed, not before: the reference works without it.
    if name not in __all__:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    module = "bonepile.reference" if name in _FROM_THE_REFERENCE else "bonepile._core"
    value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
