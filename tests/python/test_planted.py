"""The planted bugs: the catalogue is sound, and fuzzing finds what it plants."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLANTED = ROOT / "tests" / "planted"
NAMES = ROOT / "docs" / "rules" / "names.md"
PAGE = ROOT / "docs" / "planted-bugs.md"

sys.path.insert(0, str(PLANTED))
planting: Any = importlib.import_module("planting")
sys.path.remove(str(PLANTED))

BUGS = planting.read_catalogue()


def test_the_catalogue_is_large_and_its_names_are_unique() -> None:
    assert len(BUGS) >= 100
    assert len({bug.name for bug in BUGS}) == len(BUGS)
    assert len({(bug.file, bug.old, bug.new) for bug in BUGS}) == len(BUGS)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", bug.name) for bug in BUGS)


def test_every_area_has_a_bug() -> None:
    assert {bug.area for bug in BUGS} == set(planting.AREAS)


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_patch_applies_once_and_is_python(bug: Any) -> None:
    source = (planting.REFERENCE / bug.file).read_text(encoding="utf-8")
    patched = bug.patched(source)
    assert patched != source
    compile(patched, bug.file, "exec")


def test_every_bug_breaks_known_rules_and_imitates_something() -> None:
    known = set(re.findall(r"^\| `([A-Z]-[A-Z]+-\d+)` \|", NAMES.read_text("utf-8"), re.MULTILINE))
    for bug in BUGS:
        assert bug.rules, bug.name
        assert set(bug.rules) <= known, bug.name
        assert bug.imitates, bug.name
        assert "\n" not in bug.imitates, bug.name


@pytest.mark.parametrize("old", ["nowhere in there", "self"])
def test_a_patch_that_does_not_fit_is_refused(old: str) -> None:
    bug = planting.Bug("x", "dealing", ("G-DEAL-1",), "nothing", "train.py", old, "")
    with pytest.raises(ValueError, match="x: the text to replace stands"):
        bug.patched((planting.REFERENCE / "train.py").read_text(encoding="utf-8"))


def test_a_planted_copy_is_an_engine_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reference: ModuleType
) -> None:
    bug = next(bug for bug in BUGS if bug.name == "partners-at-six")
    planting.plant(bug, tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    planted = importlib.import_module(bug.package)
    for name in [name for name in sys.modules if name.partition(".")[0] == bug.package]:
        monkeypatch.delitem(sys.modules, name)
    assert Path(str(planted.__file__)).is_relative_to(tmp_path)
    assert planted.Rules is not reference.Rules
    assert planted.Rules("masters-block", players=6, hand_size=2).sides == 2
    assert reference.Rules("masters-block", players=6, hand_size=2).sides == 6


def test_the_page_tells_every_bug_and_that_it_is_found() -> None:
    rows = re.findall(r"^\| ([a-z0-9-]+) \| (`.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [name for name, _ in rows] == [bug.name for bug in BUGS]
    for bug, (_, cells) in zip(BUGS, rows, strict=True):
        rules, imitates, found, *_ = cells.split(" | ")
        assert (rules, imitates) == (", ".join(f"`{rule}`" for rule in bug.rules), bug.imitates)
        assert found.isdigit(), bug.name


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PLANTED / "run.py"), "--jobs", "2", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_planted_bugs_are_found_and_made_small() -> None:
    ended = run("--only", "lead-does-not-score", "seat-0-begins")
    assert ended.returncode == 0, ended.stderr
    *found, summary = ended.stdout.splitlines()
    first, second = sorted(found)
    assert re.match(r"lead-does-not-score: round \d+, .* shrunk to 2 seats, .* 1 actions", first)
    assert re.match(r"seat-0-begins: round \d+, .* shrunk to 2 seats, .* 0 actions", second)
    assert summary.startswith("2 of 2 bugs are found; ")


def test_a_bug_that_is_not_found_is_a_failure() -> None:
    ended = run("--only", "order-by-train", "--rounds", "1")
    assert ended.returncode == 1
    assert "order-by-train: NOT FOUND" in ended.stdout
    assert "0 of 1 bugs are found" in ended.stdout


@pytest.mark.usefixtures("undisturbed_collector")
def test_a_difference_that_the_honest_reference_shows_too_is_no_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(PLANTED))
    hunting: Any = importlib.import_module("run")
    monkeypatch.delitem(sys.modules, "run")
    one, other = (bug for bug in BUGS if bug.name in {"turns-to-the-right", "engine-is-a-turn"})
    for bug in (one, other):
        planting.plant(bug, tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(hunting, "HONEST", other.package)
    with pytest.raises(hunting.NotTheBugError, match="the reference itself differs"):
        hunting.hunt(one, 200, 2.0)
    for name in [name for name in sys.modules if name.startswith("planted_")]:
        monkeypatch.delitem(sys.modules, name)
