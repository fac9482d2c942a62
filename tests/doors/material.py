"""Valid rules, deals, rounds, records and conversations, to be spoiled afterwards."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from bonepile.errors import BonepileError
from bonepile.testing import catalogue, draw_rules
from bonepile.testing.dice import Dice
from bonepile.types import Json

_presets: dict[str, Any] = {}


def presets(engine: Any) -> Any:
    """The engine's presets, collected once."""
    if engine.__name__ not in _presets:
        _presets[engine.__name__] = catalogue(engine)
    return _presets[engine.__name__]


class Material:
    """One game from its rules to its record; ``dice`` say which."""

    def __init__(self, engine: Any, dice: Dice) -> None:
        self.engine = engine
        self.dice = dice
        while True:
            try:
                named = draw_rules(dice, presets(engine), overrides=dice.percent(75))
                self.rules = engine.Rules.from_dict(named)
                self.dealt = engine.deal(self.rules, dice.word(), self.number)
                return
            except BonepileError:
                continue  # one draw in seven is meant to be refused

    @cached_property
    def number(self) -> int:
        """The number of the round in its match."""
        return self.dice.below(2)

    @cached_property
    def ended(self) -> Any:
        """The round at its end."""
        return self.dealt.playout(self.dice.word())

    @cached_property
    def actions(self) -> list[str]:
        """What was played to the end."""
        return [str(action) for action in self.ended.actions]

    @cached_property
    def middle(self) -> Any:
        """The round some way on."""
        at = self.dice.below(len(self.actions) + 1)
        return self.engine.Round(self.rules, self.dealt.deal, self.number, self.actions[:at])

    @cached_property
    def rules_dict(self) -> dict[str, Json]:
        """The rules in short or spelled out."""
        short: dict[str, Json] = self.rules.to_dict()
        if self.dice.percent(50):
            return short
        values = self.rules.parameters
        if isinstance(values["hand_size"], dict):
            values["hand_size"] = {str(key): size for key, size in values["hand_size"].items()}
        return {"preset": short["preset"], "players": short["players"], **values}

    @cached_property
    def deal_dict(self) -> dict[str, Json]:
        """The deal as a record holds it."""
        told: dict[str, Json] = self.dealt.deal.to_dict()
        return told

    @cached_property
    def record(self) -> dict[str, Json]:
        """A record of the round, finished or not."""
        round = self.ended if self.dice.percent(50) else self.middle
        told = {
            "deal": self.deal_dict,
            "actions": [str(action) for action in round.actions],
            "result": round.snapshot()["result"],
            "round": self.number,
        }
        return {"format": "bonepile-record/1", "rules": self.rules_dict, "rounds": [told]}

    @cached_property
    def position(self) -> dict[str, Json]:
        """The position of the round, some way on."""
        told: dict[str, Json] = self.middle.position()
        return told

    @cached_property
    def start_request(self) -> dict[str, Json]:
        """The request of the line protocol that starts the round."""
        setting = {"rules": self.rules_dict, "deal": self.deal_dict, "round": self.number}
        return {"op": "start", **setting}
