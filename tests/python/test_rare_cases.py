"""Rare cases come about, on both engines alike, and are a function of seed and index."""

from __future__ import annotations

from types import ModuleType

import pytest
from bonepile.errors import RedealError
from bonepile.testing import PresetDefaults, catalogue, compare, draw_case
from bonepile.testing.dice import Dice
from bonepile.testing.rare import SITUATIONS, Script, Situation, Trace, possible, seek

TRIES = 12


def found(situation: Situation, reference: ModuleType, *, overrides: bool) -> dict[str, Script]:
    """For each preset that the situation is possible in, a round that meets it."""
    return {
        name: first_met(situation, name, preset, overrides=overrides)
        for name, preset in catalogue(reference).items()
        if possible(situation, name, preset, overrides=overrides)
    }


def first_met(
    situation: Situation, name: str, preset: PresetDefaults, *, overrides: bool
) -> Script:
    for index in range(TRIES):
        dice = Dice("rare", situation.name, name, index)
        script = seek(dice, situation, name, preset, overrides=overrides)
        if script is not None and script.met:
            return script
    pytest.fail(f"{situation.name} was not met in {name} (overrides: {overrides})")


def ids(situation: Situation) -> str:
    return f"{situation.families[0]}-{situation.name}"


@pytest.mark.parametrize("situation", SITUATIONS, ids=ids)
def test_every_situation_is_met_in_every_preset_that_allows_it(
    situation: Situation, both: tuple[ModuleType, ModuleType]
) -> None:
    core, reference = both
    own = found(situation, reference, overrides=False)
    house = found(situation, reference, overrides=True)
    assert house
    for script in (*own.values(), *house.values()):
        assert situation.met(replayed(core, script)), script


def replayed(engine: ModuleType, script: Script) -> Trace:
    rules = engine.Rules.from_dict(script.rules)
    try:
        rounds = [engine.Round(rules, script.deal, script.round)]
    except RedealError:
        rounds = []
    for action in script.actions:
        rounds.append(rounds[-1].play(action))
    return Trace(rules.parameters, script.deal, rounds)


def test_own_rules_have_no_override(reference: ModuleType) -> None:
    scripts = [
        s for each in SITUATIONS[:6] for s in found(each, reference, overrides=False).items()
    ]
    assert scripts
    for name, script in scripts:
        assert script.rules == {"preset": name, "players": script.rules["players"]}


@pytest.mark.parametrize("overrides", [False, True])
def test_some_of_the_cases_are_rare_ones(
    overrides: bool, both: tuple[ModuleType, ModuleType]
) -> None:
    core, reference = both
    presets = catalogue(reference)
    cases = [draw_case(3, index, presets, overrides=overrides) for index in range(90)]
    again = [draw_case(3, index, presets, overrides=overrides) for index in reversed(range(90))]
    assert cases == again[::-1]
    rare = [case for case in cases if case.actions is not None]
    assert 5 < len(rare) < 30
    outcomes = [compare(core, reference, case) for case in rare]
    assert [outcome.difference for outcome in outcomes] == [None] * len(rare)
    assert [outcome.plies for outcome in outcomes] == [len(case.actions or ()) for case in rare]


def test_presets_are_asked_for_by_name(reference: ModuleType) -> None:
    presets = {"all-fives": catalogue(reference)["all-fives"]}
    drawn = [draw_case(4, index, presets, overrides=True) for index in range(60)]
    assert any(case.actions is not None for case in drawn)
    rare = [case for case in drawn if case.actions is not None]
    assert {case.rules["preset"] for case in rare} == {"all-fives"}
