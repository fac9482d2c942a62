"""What a seat prefers to do, so that a rare thing comes about."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...types import AnyRound
from ..dice import Dice
from .trace import is_double, place_of, tile_of

__all__ = [
    "Wish",
    "anything",
    "choose",
    "doubles_first",
    "doubles_together",
    "draw",
    "hold_blank",
    "hold_doubles",
    "leave_few_actions",
    "off_own_train",
    "stop_at_double",
    "uncovered",
]

Wish: TypeAlias = Callable[[AnyRound, str], int]
"""How much the seat on turn would like to play a legal action."""

FIRM = 90


def choose(dice: Dice, round: AnyRound, plan: list[str], wish: Wish) -> str:
    """Choose an action: the next of the seat's plan if it is legal, else one most wished for.

    Now and then any other, so that a round that comes to nothing goes another way next time.
    """
    legal = [str(action) for action in round.legal_actions()]
    if plan and plan[0] in legal:
        return plan.pop(0)
    if len(legal) == 1:
        return legal[0]
    if wish is anything or not dice.percent(FIRM):
        return dice.pick(legal)
    worth = [wish(round, action) for action in legal]
    best = max(worth)
    return dice.pick([action for action, much in zip(legal, worth, strict=True) if much == best])


def anything(round: AnyRound, action: str) -> int:  # noqa: ARG001
    """Wish for nothing."""
    return 0


def draw(round: AnyRound, action: str) -> int:  # noqa: ARG001
    """Draw wherever it is legal."""
    return int(action == "draw")


def doubles_first(round: AnyRound, action: str) -> int:  # noqa: ARG001
    """Lay doubles as soon as they fit."""
    return int(is_double(action))


def hold_doubles(round: AnyRound, action: str) -> int:  # noqa: ARG001
    """Lay doubles last."""
    return int(not is_double(action))


def hold_blank(round: AnyRound, action: str) -> int:  # noqa: ARG001
    """Keep the double blank."""
    return int(tile_of(action) != (0, 0))


def off_own_train(round: AnyRound, action: str) -> int:
    """Play on any train but the own."""
    return int(place_of(action) not in ("", str(round.to_play)))


def stop_at_double(round: AnyRound, action: str) -> int:
    """Lay doubles, and stop a chain at one."""
    if action == "stop":
        return 3 * int(is_double(str(round.actions[-1])))
    return 1 + int(is_double(action))


def doubles_together(round: AnyRound, action: str) -> int:
    """Begin with a double only where another double may follow it."""
    if not is_double(action):
        return 1
    after = round.play(action)
    same = after.to_play == round.to_play
    return 2 if same and any(is_double(str(next)) for next in after.legal_actions()) else 0


def uncovered(round: AnyRound, action: str) -> int:
    """Lay doubles that the seats after this one are the least likely to cover."""
    if not is_double(action):
        return 0
    pip = str((tile_of(action) or (0, 0))[0])
    hands = round.snapshot()["hands"]
    return 30 - sum(pip in tile.split("-") for hand in hands for tile in hand)


def leave_few_actions(round: AnyRound, action: str) -> int:
    """Leave the next seat as little choice as there is; least of all a play."""
    legal = [str(next) for next in round.play(action).legal_actions()]
    return -sum(1 for next in legal if next not in ("pass", "draw"))
