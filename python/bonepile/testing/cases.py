"""How case ``index`` of a fuzz seed is drawn: rules, round number, deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .. import reference
from ..types import Engine, Json
from .deals import arranged, deal_of, hand_size_of, in_chains, spoil, tiles_to_deal
from .dice import Dice
from .parameters import PresetDefaults, draw_rules
from .rare import draw_script

__all__ = ["Case", "choose", "draw_case", "draw_deal"]


ONE_RARE_IN = 6


@dataclass(frozen=True)
class Case:
    """One round to be played on two engines.

    ``rules``, ``round`` and ``deal`` are as in a record; ``deal`` None: dealt from
    :attr:`game_seed` or arranged by :func:`draw_deal`, as the dice say. ``actions`` None: chosen at
    random to the end of the round. Everything random is a function of ``seed`` and ``index``.
    """

    seed: int
    index: int
    rules: dict[str, Json]
    round: int = 0
    deal: dict[str, Json] | None = None
    actions: tuple[str, ...] | None = None

    def dice(self, *path: int | str) -> Dice:
        """Return the dice of one question about this case."""
        return Dice(self.seed, self.index, *path)

    @property
    def game_seed(self) -> int:
        """The seed of the engines' own dice."""
        return self.dice("game seed").word()

    @property
    def game(self) -> int:
        """The number of the game under :attr:`game_seed`."""
        dice = self.dice("game")
        return dice.word() if dice.percent(10) else dice.below(1000)


def draw_case(
    seed: int,
    index: int,
    presets: Mapping[str, PresetDefaults],
    *,
    overrides: bool = False,
    right: Engine = reference,
) -> Case:
    """Case ``index`` of ``seed`` among these presets.

    Most have their deal and choices still to be drawn; one in :data:`ONE_RARE_IN` is a rare one
    (:mod:`bonepile.testing.rare`), with deal and actions, played on an engine that is ``right``.
    """
    if Dice(seed, index, "rare").below(ONE_RARE_IN) == 0:
        dice = Dice(seed, index, "rare case")
        script = draw_script(dice, presets, overrides=overrides, right=right)
        if script is not None:
            return Case(seed, index, script.rules, script.round, script.deal, script.actions)
    dice = Dice(seed, index, "rules")
    rules = draw_rules(dice, presets, overrides=overrides)
    return Case(seed, index, rules, _draw_round(Dice(seed, index, "round")))


def _draw_round(dice: Dice) -> int:
    if dice.percent(4):
        return dice.pick((13, 19, 2**16, 2**31, 2**32 - 1))
    return dice.below(2) if dice.percent(50) else dice.below(6)


def draw_deal(case: Case, parameters: Mapping[str, Json]) -> dict[str, Json] | None:
    """Draw a deal for rules with these parameters; None leaves it to the engines' dice.

    Half of the arranged deals are lopsided (doubles out of reach, one pip hoarded, …), because the
    rare rules are about such deals. A few are faulty.
    """
    dice = case.dice("deal")
    if dice.percent(35):
        return None
    seats = case.rules["players"]
    try:
        tiles, aside = tiles_to_deal(parameters, case.round)
    except ValueError:
        return None
    deck = arranged(dice, tiles, parameters["set"])
    hand = hand_size_of(parameters, seats)
    if parameters.get("first_turn") == "chain" and dice.percent(40):
        deck = in_chains(dice, deck, parameters["set"] if aside is None else aside[0], hand)
    if parameters.get("no_double") == "highest_tile" and dice.percent(60):
        deck.sort(key=lambda tile: tile[0] == tile[1])  # the doubles come last
    turn = dice.below(seats)
    blocks = [deck[hand * seat : hand * (seat + 1)] for seat in range(seats)]
    hands = [blocks[(seat + turn) % seats] for seat in range(seats)]
    deal = deal_of(hands, deck[hand * seats :], aside)
    if parameters.get("opening") == "any_tile" and dice.percent(60):
        deal["leader"] = dice.below(seats)
    if dice.percent(8):
        spoil(dice, deal)
    return deal


def choose(dice: Dice, policy: str, legal: Sequence[str]) -> str:
    """One of the legal actions, bent towards what the policy looks for."""
    if policy != "any" and dice.percent(75):
        wanted = [action for action in legal if _suits(policy, action)]
        if wanted:
            return dice.pick(wanted)
    return dice.pick(legal)


POLICIES = ("any", "any", "any", "doubles", "draw", "away", "stop")


def _suits(policy: str, action: str) -> bool:
    if policy == "doubles":
        low, _, high = action.partition("@")[0].partition("-")
        return low == high
    if policy == "away":
        return action.endswith("@M")
    return action == policy
