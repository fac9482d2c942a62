"""Positions of all presets, rare ones among them, and counts of what can follow on two engines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .. import reference
from ..types import AnyRound, Engine, Json
from .cases import Case, draw_deal
from .deals import own_deal
from .dice import Dice
from .parameters import PresetDefaults, draw_rules, seats_of
from .rare import SITUATIONS, Script, Situation, Trace, possible, seek

__all__ = ["Counted", "Position", "count_on_both", "plain_positions", "rare_positions"]

DEEPEST = 24
TRIES = 8


@dataclass(frozen=True)
class Position:
    """A place in a round: ``rules``, ``round`` and ``deal`` as in a record, and what was played.

    ``situation`` names what can come about a few actions on; nothing for a position that was met at
    random.
    """

    rules: dict[str, Json]
    round: int
    deal: dict[str, Json]
    actions: tuple[str, ...]
    situation: str = ""

    def on(self, engine: Engine) -> AnyRound:
        """The position on an engine."""
        rules = engine.Rules.from_dict(self.rules)
        round: AnyRound = engine.Round(rules, self.deal, self.round, self.actions)
        return round


class Counted(NamedTuple):
    """The sequences of ``depth`` actions from a position, as two engines count them."""

    depth: int
    first: int
    second: int


def count_on_both(first: Engine, second: Engine, position: Position, most: int) -> Counted:
    """Count on both engines, as deep as there are no more than ``most`` sequences.

    How deep that is, the first engine decides: it should be the faster one.
    """
    ahead, behind = position.on(first), position.on(second)
    depth = 1
    while depth < DEEPEST and 0 < ahead.perft(depth + 1) <= most:
        depth += 1
    return Counted(depth, ahead.perft(depth), behind.perft(depth))


def rare_positions(seed: int, presets: Mapping[str, PresetDefaults]) -> Iterator[Position]:
    """Find for every situation one position in each preset, under its own rules and the house's.

    Where a situation does not come about in a few tries, or the deal is refused, there is none.
    """
    for overrides in (False, True):
        for situation in SITUATIONS:
            for name, preset in presets.items():
                if possible(situation, name, preset, overrides=overrides):
                    position = _met(seed, situation, name, preset, overrides=overrides)
                    if position is not None:
                        yield position


def _met(
    seed: int, situation: Situation, name: str, preset: PresetDefaults, *, overrides: bool
) -> Position | None:
    for attempt in range(TRIES):
        dice = Dice(seed, situation.families[0], situation.name, name, int(overrides), attempt)
        script = seek(dice, situation, name, preset, overrides=overrides)
        if script is not None and script.met and script.actions:
            back = dice.between(1, 6)
            played = script.actions[: max(0, _first_met(situation, script) - back)]
            return Position(script.rules, script.round, script.deal, played, situation.name)
    return None


def _first_met(situation: Situation, script: Script) -> int:
    """After how many actions the situation is there, if it stays from then on."""
    rules = reference.Rules.from_dict(script.rules)
    rounds = [reference.Round(rules, script.deal, script.round)]
    for action in script.actions:
        rounds.append(rounds[-1].play(action))
    absent, there = -1, len(script.actions)
    while there - absent > 1:
        middle = (absent + there) // 2
        trace = Trace(rules.parameters, script.deal, rounds[: middle + 1])
        absent, there = (absent, middle) if situation.met(trace) else (middle, there)
    return there


def plain_positions(
    seed: int, presets: Mapping[str, PresetDefaults], each: int
) -> Iterator[Position]:
    """Draw random positions: so many for each preset and number of seats, and house rules of each.

    A round that is refused before its deal gives none.
    """
    for name, preset in presets.items():
        for seats in seats_of(preset.parameters["hand_size"]):
            for number in range(each):
                yield from _drawn(Case(seed, number, {"preset": name, "players": seats}))
        for number in range(each):
            dice = Dice(seed, name, number)
            rules = draw_rules(dice, {name: preset}, overrides=True)
            yield from _drawn(Case(seed, number, rules))


def _drawn(case: Case) -> Iterator[Position]:
    try:
        rules = reference.Rules.from_dict(case.rules)
        deal = draw_deal(case, rules.parameters)
        if deal is None:
            dealt = reference.deal(rules, case.game_seed, 0, case.game)
        else:
            dealt = reference.Round(rules, deal)
    except (ValueError, TypeError):
        return
    ended = dealt.playout(case.game_seed, case.game)
    played = tuple(str(action) for action in ended.actions)
    at = case.dice("position").below(len(played) + 1)
    yield Position(case.rules, 0, own_deal(ended).to_dict(), played[:at])
