"""Policies: how a playout chooses among the legal actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from bonepile.errors import ArgumentError

from .actions import Move
from .rules import Rules
from .state import State
from .train import TrainState
from .values import one_of

Chooser: TypeAlias = Callable[[Rules, State, Sequence[Move]], Sequence[Move]]
"""Which of the legal actions, given in their order, a die chooses from."""


def any_action(rules: Rules, state: State, legal: Sequence[Move]) -> Sequence[Move]:  # noqa: ARG001
    """Every legal action."""
    return legal


def heaviest(rules: Rules, state: State, legal: Sequence[Move]) -> Sequence[Move]:  # noqa: ARG001
    """The action that lays the tile with the most pips, of equals the one with the lowest number.

    The words' numbers have their order too: ``draw``, ``pass``, ``stop``.
    """
    action_of = rules.book.action_of

    def rank(move: Move) -> tuple[bool, int, int]:
        return move.tile is None, -sum(move.tile or ()), action_of[move].index

    return [min(legal, key=rank)]


def own_first(rules: Rules, state: State, legal: Sequence[Move]) -> Sequence[Move]:  # noqa: ARG001
    """The actions that lay a tile on the seat's own train; every legal action where none does."""
    assert isinstance(state, TrainState)
    own = state.names[state.to_play]
    return [move for move in legal if move.place == own] or legal


CHOOSERS: dict[str, Chooser] = {
    "random": any_action,
    "heaviest": heaviest,
    "own-first": own_first,
}


def chooser(rules: Rules, policy: object) -> Chooser:
    """What the policy of that name chooses from under these rules.

    Raises ArgumentError for a policy that these rules do not have, TypeError for what is no name.
    """
    name = one_of("policy", policy, list(CHOOSERS))
    if name == "own-first" and rules.family != "train":
        raise ArgumentError("policy: own-first is for train games only")
    return CHOOSERS[name]
