"""Rare cases on purpose: rounds in which a named situation is likely or certain to come about.

An engine that is right plays them: a round is tried a few times, each with other dice, until the
situation is there. What comes of it is rules, a deal and actions, a function of the dice alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ... import reference
from ...errors import RedealError
from ...types import AnyRound, Engine, Json
from ..deals import own_deal
from ..dice import Dice
from ..parameters import PresetDefaults
from .situations import SITUATIONS, Situation
from .table import Table, house_table, own_table
from .trace import Trace
from .wishes import choose

__all__ = ["SITUATIONS", "Script", "Situation", "Trace", "draw_script", "possible", "seek"]

MOST_PLIES = 600


@dataclass(frozen=True)
class Script:
    """A round as it was made: ``met`` tells whether the situation came about in it."""

    situation: str
    rules: dict[str, Json]
    round: int
    deal: dict[str, Json]
    actions: tuple[str, ...]
    met: bool


def possible(situation: Situation, name: str, preset: PresetDefaults, *, overrides: bool) -> bool:
    """Whether the situation can come about in a preset, with rules of the house if overridden."""
    if preset.family not in situation.families:
        return False
    if overrides:
        return True
    if situation.own is not None and name not in situation.own:
        return False
    return all(preset.parameters[key] in values for key, values in situation.wanted.items())


def draw_script(
    dice: Dice,
    presets: Mapping[str, PresetDefaults],
    *,
    overrides: bool,
    right: Engine = reference,
) -> Script | None:
    """Draw a preset and a situation for it, and make the round; None when that comes to nothing."""
    name = dice.pick(list(presets))
    preset = presets[name]
    fitting = [s for s in SITUATIONS if possible(s, name, preset, overrides=overrides)]
    situation = dice.pick(fitting)
    return seek(dice, situation, name, preset, overrides=overrides, right=right)


def seek(
    dice: Dice,
    situation: Situation,
    name: str,
    preset: PresetDefaults,
    *,
    overrides: bool,
    right: Engine = reference,
) -> Script | None:
    """Make rounds until the situation comes about, or the last one for want of a better.

    None when no attempt came to a deal.
    """
    last = None
    for _ in range(situation.attempts[overrides]):
        script = _attempt(right, dice, situation, name, preset, overrides=overrides)
        if script is not None and script.met:
            return script
        last = script or last
    return last


def _attempt(
    right: Engine,
    dice: Dice,
    situation: Situation,
    name: str,
    preset: PresetDefaults,
    *,
    overrides: bool,
) -> Script | None:
    if overrides:
        table = house_table(right, dice, name, preset, situation.wanted, situation.sizes)
    else:
        table = own_table(right, dice, name, preset, situation.wanted)
    if table is None:
        return None
    deal, plans = situation.layout(dice, table)
    if deal is None:
        return None
    rounds = _play(right, dice, table, deal, plans, situation)
    mended = situation.mend(dice, rounds)
    if mended is not rounds:
        rounds, deal = mended, own_deal(mended[0]).to_dict()
    trace = Trace(table.parameters, deal, rounds)
    return Script(
        situation.name,
        table.rules.to_dict(),
        table.round,
        deal,
        tuple(str(action) for action in rounds[-1].actions) if rounds else (),
        situation.met(trace),
    )


def _play(
    right: Engine,
    dice: Dice,
    table: Table,
    deal: Mapping[str, Json],
    plans: Sequence[list[str]],
    situation: Situation,
) -> list[AnyRound]:
    """Play a deal to the end as the seats like it; no rounds where the deal is not taken."""
    try:
        rounds: list[AnyRound] = [right.Round(table.rules, deal, table.round)]
    except RedealError:
        return []
    while rounds[-1].to_play is not None and len(rounds) <= MOST_PLIES:
        now = rounds[-1]
        assert now.to_play is not None
        rounds.append(now.play(choose(dice, now, plans[now.to_play], situation.wish)))
    return rounds
