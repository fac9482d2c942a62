"""Every rule has one name, cited where it is told, where it is written and where it is tested.

A test cites the rules it checks in its docstring.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest
from bonepile.reference.parameters import PARAMETERS, Parameter

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "docs" / "rules"
NAMES = RULES / "names.md"
REFERENCE = ROOT / "python" / "bonepile" / "reference"
TESTS = ROOT / "tests" / "python"

NAME = re.compile(r"\b[A-Z]-[A-Z]+-[0-9]+\b")
GAMES = {"G": "All games", "L": "Line games", "T": "Train games"}
LETTERS = {"line": "GL", "train": "GT"}
PARAMETER_PAGES = {
    "line": "Line games: meaning and values",
    "train": "Train games: meaning and values",
}


class Row(NamedTuple):
    """A line of a table of names.md."""

    heading: str
    name: str
    rule: str
    told_at: str
    page: str
    anchor: str

    @property
    def letter(self) -> str:
        return self.name[0]

    @property
    def word(self) -> str:
        return self.name.rpartition("-")[0]

    @property
    def switch(self) -> str:
        """The value, or the parameter, that the rule begins with; nothing where it has none."""
        found = re.match(r"`([^`]+)`: ", self.rule)
        return found[1] if found else ""


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def rows() -> list[Row]:
    heading = ""
    found = []
    for line in text(NAMES).splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        if not line.startswith("| `"):
            continue
        row = re.fullmatch(r"\| `([^`]+)` \| (.+\.) \| \[([^]]+)\]\(([^)#]+)#([^)]+)\) \|", line)
        assert row, line
        found.append(Row(heading, *row.groups()))
    return found


ROWS = rows()
KNOWN = [row.name for row in ROWS]
CITING = sorted(
    page
    for pattern in ("*.md", "docs/**/*.md", "python/**/*.py", "tests/**/*.py", "examples/**/*.py")
    for page in ROOT.glob(pattern)
)


def section(page: Path, heading: str) -> str:
    """What stands under a heading, up to the next one."""
    found = re.search(
        rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", text(page), re.MULTILINE | re.DOTALL
    )
    assert found, f"{page.name} has no heading {heading!r}"
    return found[1]


def cited_by_tests() -> Iterator[str]:
    for module in TESTS.glob("test_*.py"):
        for test in ast.walk(ast.parse(text(module))):
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                yield from NAME.findall(ast.get_docstring(test) or "")


def values(parameter: Parameter) -> list[str]:
    """The values of a parameter that has a list of them; of a number none."""
    listed = re.fullmatch(r"one of (.*)", parameter.values)
    if listed:
        return listed[1].split(", ")
    if parameter.values == "1 or 5":
        return ["1", "5"]
    # A parameter that is false is off; what then holds is often just what holds without it.
    return ["true"] if parameter.values == "true or false" else []


# The page


def test_names_are_unique() -> None:
    assert len(set(KNOWN)) == len(KNOWN)
    assert len({(row.heading, row.rule) for row in ROWS}) == len(ROWS)


def test_names_are_in_order() -> None:
    assert [heading for heading, _ in groupby(row.heading for row in ROWS)] == list(GAMES.values())
    for row in ROWS:
        assert NAME.fullmatch(row.name), row.name
        assert row.heading == GAMES[row.letter], row.name
    words = [(word, list(group)) for word, group in groupby(ROWS, key=lambda row: row.word)]
    assert len({word for word, _ in words}) == len(words), "a word stands in one place"
    for word, group in words:
        assert [row.name for row in group] == [f"{word}-{i + 1}" for i in range(len(group))]


@pytest.mark.parametrize("row", ROWS, ids=KNOWN)
def test_a_rule_is_told_under_the_heading_that_is_linked(row: Row) -> None:
    assert re.sub(r"[^\w\- ]", "", row.told_at.lower()).replace(" ", "-") == row.anchor
    assert f"`{row.name}`" in section(RULES / row.page, row.told_at)


@pytest.mark.parametrize("family", PARAMETERS)
def test_every_value_that_switches_a_rule_has_a_name(family: str) -> None:
    switches = [row.switch for row in ROWS if row.letter in LETTERS[family]]
    for parameter in PARAMETERS[family]:
        listed = values(parameter)
        wanted = [f"{parameter.name} = {value}" for value in listed] or [parameter.name]
        for switch in wanted:
            assert switches.count(switch) == 1, switch


@pytest.mark.parametrize("family", PARAMETERS)
def test_a_switch_is_a_parameter_with_one_of_its_values(family: str) -> None:
    parameters = {parameter.name: parameter for parameter in PARAMETERS[family]}
    for row in ROWS:
        if not row.switch or row.letter not in LETTERS[family]:
            continue
        name, _, value = row.switch.partition(" = ")
        if row.letter == "G" and name not in parameters:
            assert any(p.name == name for table in PARAMETERS.values() for p in table)
            continue
        allowed = [*values(parameters[name]), "false", ""]
        assert value in allowed or row.switch == "rounds = null", row.name


@pytest.mark.parametrize("family", PARAMETERS)
def test_the_page_of_the_parameters_names_the_rules_they_switch(family: str) -> None:
    page = section(RULES / "parameters.md", PARAMETER_PAGES[family])
    for parameter in PARAMETERS[family]:
        switched = [
            row.name
            for row in ROWS
            if row.letter in LETTERS[family] and row.switch.partition(" = ")[0] == parameter.name
        ]
        (meaning,) = re.findall(rf"^\| `{parameter.name}` \|.*", page, re.MULTILINE)
        assert NAME.findall(meaning) == switched, parameter.name


# Where names are cited


@pytest.mark.parametrize("page", CITING, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_unknown_name_is_cited(page: Path) -> None:
    assert set(NAME.findall(text(page))) <= set(KNOWN)


def test_every_name_is_cited_in_the_reference() -> None:
    cited = {name for module in REFERENCE.glob("*.py") for name in NAME.findall(text(module))}
    assert [name for name in KNOWN if name not in cited] == []


def test_every_name_is_cited_by_a_test() -> None:
    cited = set(cited_by_tests())
    assert [name for name in KNOWN if name not in cited] == []
