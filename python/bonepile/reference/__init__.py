"""The rules of bonepile as readable Python: a whole engine that shares no code with the core.

It is written from the rules' pages alone and needs nothing but the standard library. It offers the
same names as :mod:`bonepile`, so that either can be checked against the other.
"""

from __future__ import annotations

from .actions import Action
from .deals import Deal
from .explanations import explain, explain_deal
from .longest_train import best_opening, longest_train
from .match import Match
from .observations import observation_layout, observe
from .parameters import presets
from .playouts import Playouts, playout_record, playouts
from .protocol import Session
from .round import Round, deal
from .rules import Rules
from .solve import solve
from .solve_many import Solutions, solve_many
from .vector import VectorRound

__all__ = [
    "Action",
    "Deal",
    "Match",
    "Playouts",
    "Round",
    "Rules",
    "Session",
    "Solutions",
    "VectorRound",
    "best_opening",
    "deal",
    "explain",
    "explain_deal",
    "longest_train",
    "observation_layout",
    "observe",
    "playout_record",
    "playouts",
    "presets",
    "solve",
    "solve_many",
]
