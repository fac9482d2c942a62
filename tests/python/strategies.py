"""Hypothesis strategies for rules, deals and choices, all explicit, so that failures shrink."""

from __future__ import annotations

from typing import Any, NamedTuple

from building import LINE_PRESETS, PRESETS, by_halves, halves, tiles
from hypothesis import strategies as st

SIZES = {
    "masters-block": {2: 8, 3: 6, 4: 6, 5: 5},
    "masters-block-individual": {2: 8, 3: 6, 4: 6, 5: 5},
    "masters-draw": {2: 7, 3: 5, 4: 4, 5: 3},
    "pagat-draw": {2: 7, 3: 5, 4: 5},
    "all-fives": {2: 7, 3: 5, 4: 5},
    "masters-mexican-train": {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10},
    "masters-mexican-train-strict": {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10},
    "masters-mexican-train-reverse": {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10},
    "dominos-cc-mexican-train": {2: 15, 3: 15, 4: 15},
}


class Case(NamedTuple):
    """Everything that a round follows from, in plain values."""

    rules: dict[str, Any]
    deal: dict[str, Any]
    round: int
    choices: list[int]

    def round_of(self, engine: Any) -> Any:
        return engine.Round(engine.Rules.from_dict(self.rules), self.deal, self.round)

    def pick(self, number: int, legal: list[Any]) -> Any:
        """The chosen one of the legal actions; the first once the choices are used up."""
        choice = self.choices[number] if number < len(self.choices) else 0
        return legal[choice % len(legal)]


@st.composite
def overrides(draw: st.DrawFn, preset: str, players: int) -> dict[str, Any]:
    """A preset's parameters, some changed, never contradicting each other."""
    chosen: dict[str, Any] = {}

    def maybe(name: str, *values: Any) -> Any:
        value = draw(st.sampled_from([None, *values]))
        if value is not None:
            chosen[name] = value
        return value

    if preset in LINE_PRESETS:
        own = {"masters-block": "at_four"}.get(preset, "none")
        partners = maybe("partnership", "none", "at_four") or own
        if partners == "at_four":
            maybe("go_out", "one", "both_partners")
        own = "any_tile" if preset in ("pagat-draw", "all-fives") else "highest_double"
        opening = maybe("opening", "highest_double", "any_tile") or own
        if opening == "highest_double":
            maybe("no_double", "redeal", "highest_tile")
        else:
            maybe("next_leader", "rotate", "winner")
        own = "none" if preset.startswith("masters-block") else "until_playable"
        if (maybe("draw", "none", "one", "until_playable") or own) != "none":
            maybe("reserve", 0, 1, 2)
            maybe("voluntary_draw", False, True)
        maybe("spinner", "none", "first_double")
        maybe("in_play", "none", "fives")
        maybe("score_out", "opponents", "opponents_minus_own", "everyone")
        maybe("score_block", "difference", "pairwise_differences", "opponents", "everyone")
        maybe("round_to", 1, 5)
        return chosen
    cc = preset.startswith("dominos")
    maybe("engine", "highest_double", "descending")
    if (maybe("first_turn", "single", "chain") or ("single" if cc else "chain")) == "chain":
        maybe("first_turn_double", "no_effect", "extra_turn")
        maybe("finish_first_circuit", False, True)
    maybe("start_marked", False, True)
    maybe("draw", "none", "one")
    maybe("block", "n_passes", "n_passes_stable")
    duty = draw(st.sampled_from([None, False, True]))
    if duty is not None:
        chosen["cover_duty"] = duty
    if duty if duty is not None else preset != "masters-mexican-train":
        maybe("cover_order", "oldest_first", "newest_first", "any")
        maybe("dead_double", "binding", "exempt")
        maybe("double_extra", "none", "anywhere", "must_cover")
    else:
        chosen["double_extra"] = draw(st.sampled_from(["none", "anywhere"]))
    maybe("double_blank", 0, 25)
    return chosen


@st.composite
def rules_dicts(draw: st.DrawFn) -> dict[str, Any]:
    """A preset as sold, or with a set, hands and house rules of its own."""
    preset = draw(st.sampled_from(PRESETS))
    if draw(st.booleans()):
        players = draw(st.sampled_from(sorted(SIZES[preset])))
        rules = {"preset": preset, "players": players}
        return rules | draw(overrides(preset, players)) if draw(st.booleans()) else rules
    players = draw(st.integers(2, 8))
    changed = draw(overrides(preset, players))
    smallest = next(n for n in range(2, 19) if len(tiles(n)) >= 2 * players + 3)
    highest = draw(st.integers(smallest, max(smallest, 7)))
    most = min(10, (len(tiles(highest)) - 3) // players)
    hand_size = draw(st.integers(2, most))
    return {"preset": preset, "players": players, "set": highest, "hand_size": hand_size} | changed


@st.composite
def cases(draw: st.DrawFn, engine: Any, last: int = 3) -> Case:
    """Rules, a full deal of a round up to the last, and choices.

    The engine only spells the parameters out.
    """
    named = draw(rules_dicts())
    rules = engine.Rules.from_dict(named)
    values = rules.parameters
    size = values["hand_size"]
    size = size if isinstance(size, int) else size[rules.players]
    number = draw(st.integers(0, last))
    order = tiles(values["set"])
    central = leader = None
    if values.get("engine") == "descending":
        number = min(number, values["set"])
        central = order.pop(order.index(f"{values['set'] - number}-{values['set'] - number}"))
    if values.get("opening") == "any_tile":
        leader = draw(st.sampled_from([None, *range(rules.players)]))
    order = draw(st.permutations(order))
    held = size * rules.players
    doubles = [tile for tile in order if len(set(halves(tile))) == 1]
    if values.get("no_double") == "redeal" and not set(doubles) & set(order[:held]):
        place = order.index(doubles[0])
        order[0], order[place] = order[place], order[0]
    deal = {
        "hands": [by_halves(order[s * size : (s + 1) * size]) for s in range(rules.players)],
        "boneyard": order[held:],
        "engine": central,
        "leader": leader,
    }
    choices = draw(st.lists(st.integers(0, 11), max_size=80))
    return Case(named, deal, number, choices)
