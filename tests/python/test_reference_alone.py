"""The reference plays where the compiled core cannot be imported."""

from __future__ import annotations

import subprocess
import sys

import pytest

BLOCK = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name == "bonepile._core" or name.startswith("bonepile._core."):
            raise ImportError("bonepile._core is blocked")
        return None

sys.meta_path.insert(0, Blocked())
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", BLOCK + code],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_block_holds() -> None:
    done = run("import bonepile._core")
    assert done.returncode != 0
    assert "ImportError: bonepile._core is blocked" in done.stderr


def test_the_reference_plays_alone() -> None:
    done = run(
        """
import json
import bonepile.reference as engine

for preset in engine.presets():
    for players in (2, 4):
        rules = engine.Rules(preset, players=players)
        round = engine.deal(rules, seed=1).playout(1)
        assert round.result is not None
        assert len(engine.playouts(rules, 2, 1)) == 2
match = engine.Match(engine.Rules("all-fives", players=2), seed=1)
assert engine.Match.from_record(json.dumps(match.record())).round == match.round
assert json.loads(engine.Session().answer(b'{"op":"hello"}'))["ok"]
assert "bonepile._core" not in sys.modules
print("played")
"""
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "played\n"


@pytest.mark.parametrize(
    "module", ["bonepile", "bonepile.errors", "bonepile.solving", "bonepile.types"]
)
def test_what_is_importable_without_the_core(module: str) -> None:
    done = run(f"import {module}\nassert 'bonepile._core' not in sys.modules\nprint('imported')")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "imported\n"


def test_asking_for_the_core_tells_what_is_missing() -> None:
    done = run("import bonepile\nbonepile.Rules")
    assert done.returncode != 0
    assert "ImportError" in done.stderr


def test_the_reference_raises_the_shared_errors() -> None:
    done = run(
        """
import bonepile.errors, bonepile.types
import bonepile.reference as engine

try:
    engine.Rules("masters-draw", players=9)
except bonepile.errors.RulesError as error:
    print(len(error.reasons))
round = engine.deal(engine.Rules("masters-draw", players=2), seed=1)
assert isinstance(round.why_illegal("x"), bonepile.types.Refusal)
assert isinstance(round.playout(1).result, bonepile.types.Result)
assert isinstance(engine.playouts(round.rules, 1, 1).tally(), bonepile.types.Tally)
"""
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().isdigit()
