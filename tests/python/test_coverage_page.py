"""docs/coverage.md lists every rule, none at zero, and the command that writes it still does."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from bonepile.testing import catalogue
from bonepile.testing.coverage import Coverage, Played, matches, plain_cases, rare_cases

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "coverage.md"
NAMES = ROOT / "docs" / "rules" / "names.md"
QUICK = ("masters-draw", "masters-mexican-train-reverse")


@pytest.fixture(scope="module")
def table(monkeypatch_module: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch_module.syspath_prepend(str(ROOT / "tests"))
    return importlib.import_module("coverage_table")


@pytest.fixture(scope="module")
def monkeypatch_module() -> object:
    with pytest.MonkeyPatch.context() as patch:
        yield patch
    sys.modules.pop("coverage_table", None)


def rows() -> dict[str, list[str]]:
    found = re.findall(r"^\| `([A-Z]-[A-Z]+-\d+)` \| (.*) \|$", PAGE.read_text("utf-8"), re.M)
    return {name: cells.split(" | ") for name, cells in found}


def test_the_page_lists_the_names_in_their_order() -> None:
    names = re.findall(r"^\| `([A-Z]-[A-Z]+-\d+)` \|", NAMES.read_text("utf-8"), re.M)
    assert list(rows()) == names


def test_no_rule_is_at_zero_in_either_engine_or_where_it_is_on() -> None:
    for name, cells in rows().items():
        *_, core, reference = cells
        assert core == reference, name
        assert int(core.replace(",", "")) > 0, name
        assert "0" not in cells[:-3], name


def test_the_page_was_written_by_the_command_as_it_stands(
    table: ModuleType, reference: ModuleType
) -> None:
    told = PAGE.read_text("utf-8")
    presets = catalogue(reference)
    covered = {name: Coverage() for name in (*presets, table.HOUSE)}
    empty = table.page(table.Plan(), covered, presets)
    assert without_numbers(told) == without_numbers(empty)


def without_numbers(page: str) -> str:
    return re.sub(r"\| [\d,]+(?= \|)", "| n", page)


def test_a_rule_that_is_not_reached_is_a_hole(table: ModuleType, reference: ModuleType) -> None:
    presets = {name: catalogue(reference)[name] for name in QUICK}
    covered = {name: Coverage() for name in (*presets, table.HOUSE)}
    found = set(table.holes(covered, presets))
    assert {("L-DRAW-2", "core"), ("L-DRAW-2", "reference"), ("L-DRAW-2", "masters-draw")} <= found
    assert ("L-DRAW-1", "masters-draw") not in found
    assert ("T-FIRST-8", QUICK[1]) not in found


@pytest.mark.parametrize("name", QUICK)
def test_a_short_run_counts_alike_on_both_engines(
    name: str, both: tuple[ModuleType, ModuleType]
) -> None:
    presets = catalogue(both[1])
    coverage = Coverage()
    for played in [
        *plain_cases(3, name, presets[name], 4, overrides=False),
        *list(rare_cases(3, name, presets[name], 1, overrides=True))[::8],
    ]:
        coverage.add_round(both, played)
    for rules, seed in matches(3, name, presets[name], 1, overrides=False):
        coverage.add_match(both, rules, seed)
    assert coverage.first == coverage.second
    assert coverage.rounds > 6
    assert len(coverage.first) > 30


def test_engines_that_differ_are_told(both: tuple[ModuleType, ModuleType]) -> None:
    core, reference = both

    class Other:
        Rules = reference.Rules
        Match = reference.Match

        @staticmethod
        def Round(rules: object, deal: dict[str, object], round: int) -> object:  # noqa: N802
            return reference.Round(rules, {**deal, "leader": 1}, round)

    rules = {"preset": "pagat-draw", "players": 2}
    dealt = core.deal(core.Rules.from_dict(rules), seed=5)
    played = Played(rules, 0, dealt.deal.to_dict(), ())
    with pytest.raises(AssertionError, match="the engines differ"):
        Coverage().add_round((core, Other), played)  # type: ignore[arg-type]
