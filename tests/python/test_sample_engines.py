"""The small engines of examples/engines conform, each for its preset."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bonepile.testing.conform import Command, Plan, conform
from bonepile.testing.conform.report import as_text

ENGINES = Path(__file__).resolve().parents[2] / "examples" / "engines"
MOST_LINES = 250


def tool(*names: str) -> str:
    """The first of these programs that is there; without any, skip, but not where CI is set."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None and not os.environ.get("CI"):
        pytest.skip(f"needs {' or '.join(names)}")
    assert found is not None, f"needs {' or '.join(names)}"
    return found


def built(folder: Path) -> str:
    """The engine in C, compiled with warnings as errors."""
    program = folder / "block"
    flags = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror"]
    source = ENGINES / "block.c"
    subprocess.run([tool("cc", "gcc", "clang"), *flags, "-o", program, source], check=True)
    return str(program)


@pytest.mark.parametrize(
    ("name", "preset"),
    [("draw.py", "masters-draw"), ("block.c", "masters-block"), ("fives.js", "all-fives")],
)
def test_a_small_engine_conforms(name: str, preset: str, tmp_path: Path) -> None:
    if name.endswith(".py"):
        command = f"{sys.executable} {ENGINES / name}"
    elif name.endswith(".c"):
        command = built(tmp_path)
    else:
        command = f"{tool('node', 'nodejs')} {ENGINES / name}"
    report = conform(Plan(Command(command, 20.0), (), 120))
    assert report.passed, as_text(report)
    assert report.presets == (preset,)
    stages = {stage.name: stage for stage in report.stages}
    assert stages["rounds"].asked == 120
    assert stages["odd-input"].asked > 100


def test_small_engines_are_small() -> None:
    for path in ENGINES.glob("*.*"):
        assert len(path.read_text("utf-8").splitlines()) < MOST_LINES, path.name
