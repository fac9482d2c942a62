"""Every example that users are shown runs and says what it is said to say."""

from __future__ import annotations

import ast
import doctest
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
STUB = ROOT / "python" / "bonepile" / "_core.pyi"
FENCE = re.compile(r"^```python[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)


def python_blocks(page: Path) -> list[str]:
    return FENCE.findall(page.read_text(encoding="utf-8"))


def run(name: str, text: str, names: dict[str, Any]) -> int:
    """The number of examples in the text, all of which said what they should."""
    test = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    failed = runner.run(test, out=told.append, clear_globs=False).failed
    assert failed == 0, "".join(told)
    names.update(test.globs)  # the parser has copied them
    return len(test.examples)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_pages_python_blocks(page: Path) -> None:
    """The blocks of a page are one session: what an earlier one defines, a later one may use."""
    assert page.exists()
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, block in enumerate(python_blocks(page)):
        name = f"{page.name}, block {number + 1}"
        if ">>>" in block:
            assert run(name, block, names) > 0
        else:
            exec(compile(block, name, "exec"), names)


def test_the_readme_has_examples() -> None:
    assert sum(block.count(">>>") for block in python_blocks(ROOT / "README.md")) >= 5


def docstrings() -> Iterator[tuple[str, str]]:
    tree = ast.parse(STUB.read_text(encoding="utf-8"))
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    places = [("_core", tree), *((n.name, n) for n in tree.body if isinstance(n, kinds))]
    for name, node in places:
        if text := ast.get_docstring(node):
            yield name, text
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, kinds) and (text := ast.get_docstring(member)):
                    yield f"{name}.{member.name}", text


def test_the_stubs_examples() -> None:
    """Each docstring stands alone, beside the public names of the package."""
    import bonepile  # noqa: PLC0415 a missing core fails this test, not the collection

    public = {name: getattr(bonepile, name) for name in bonepile.__all__}
    found = {name: run(name, text, dict(public)) for name, text in docstrings()}
    for name in ("Rules", "Deal", "Round", "Match", "Session", "Playouts", "VectorRound"):
        shown = sum(n for place, n in found.items() if place.split(".")[0] == name)
        assert shown > 0, f"{name} has no example"
    for name in ("deal", "playouts", "playout_record", "observe", "observation_layout"):
        assert found.get(name, 0) > 0, f"{name} has no example"


USER = Path(__file__).with_name("typing_user.py")
ENVIRONMENT = {**os.environ, "MYPYPATH": str(ROOT / "python")}


def test_a_users_code_is_well_typed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path)]
    done = subprocess.run(
        [*command, "--config-file", str(ROOT / "pyproject.toml"), str(USER)],
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_users_mistakes_are_found(tmp_path: Path) -> None:
    """The check above can fail: wrong calls are errors, each on its own line."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "from bonepile import Rules, deal\n"
        "Rules('masters-draw', players='2')\n"
        "deal('masters-draw')\n"
        "deal(Rules('masters-draw', players=2)).play(3)\n"
        "deal(Rules('masters-draw', players=2)).colour\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [*command, str(wrong)],
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT,
        cwd=tmp_path,
    )
    lines = {int(n) for n in re.findall(r"wrong\.py:(\d+): error", done.stdout)}
    assert lines == {2, 3, 4, 5}, done.stdout + done.stderr


def test_a_users_code_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(USER)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "done\n"


EXAMPLES = {
    "house_rule.py": (["2000"], "spinner = none"),
    "monte_carlo.py": (["masters-draw", "2", "10"], "masters-draw, 10 rounds: points by side"),
    "play.py": (["--auto"], "match over, totals"),
    "review.py": (["1"], "\nSeat 1: "),
    "check_engine.py": (["all-fives", "2", "3"], "no difference in 3 rounds"),
}


@pytest.mark.parametrize("script", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_an_example_runs(script: Path) -> None:
    arguments, said = EXAMPLES[script.name]
    done = subprocess.run(
        [sys.executable, str(script), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


FAULTY = """
import json, sys
from bonepile.reference import Session

session, fault = Session(), sys.argv[1]
for number, line in enumerate(sys.stdin.buffer):
    if number == 8 and fault == "dies":
        sys.exit(7)
    answer = json.loads(session.answer(line[:-1]))
    if number >= 8 and fault == "counts" and answer["ok"]:
        answer["snapshot"]["boneyard"] += 1
        del answer["snapshot"]["scores"]
    if number >= 8 and fault == "refuses" and answer["ok"]:
        answer = {"ok": False, "error": "bad_request", "message": "what?"}
    if fault == "accepts" and not answer["ok"]:
        answer = {"ok": True, "snapshot": {}}
    print("hello" if fault == "chats" else json.dumps(answer), flush=True)
"""


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("counts", ["\nboneyard: expected 14, got 15\n", "\nscores: expected [0, 0], got None\n"]),
        ("refuses", ["expected a snapshot, got {", "what?"]),
        ("accepts", ["is not legal: expected illegal_action, got {"]),
        ("dies", ["the engine died, exit code 7, asked\n  {"]),
        ("chats", ["an answer that is not JSON\n  hello\nto\n  {"]),
    ],
)
def test_a_faulty_engine_is_told(fault: str, said: list[str], tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(FAULTY, encoding="utf-8")
    script = [sys.executable, "-O", str(ROOT / "examples" / "check_engine.py")]
    done = subprocess.run(
        [*script, "masters-draw", "2", "3", sys.executable, str(engine), fault],
        capture_output=True,
        text=True,
        check=False,
    )
    told = done.stdout + done.stderr
    assert done.returncode == 1, told
    for text in said:
        assert text in told
    if done.stdout:
        assert re.match(r"rules +{.*\ndeal +{.*\nactions ", told)


def test_undo_in_a_game_goes_back_to_the_last_decision(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play = runpy.run_path(str(ROOT / "examples" / "play.py"))
    start = play["Match"](play["Rules"]("masters-draw", players=2), seed=5)
    before: list[Any] = []

    def ask(match: Any, *typed: str) -> Any:
        lines = iter(typed)
        monkeypatch.setattr("builtins.input", lambda _: next(lines))
        return play["ask"](match, before)

    legal = str(start.round.legal_actions()[0])
    played = ask(start, "undo", "nonsense", legal)
    assert played == start.play(legal)
    assert "nothing to take back" in capsys.readouterr().out
    assert ask(played, "undo") == start
    assert ask(start, "quit") is None

    def end(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", end)
    assert play["ask"](start, before) is None
