"""``--policy`` of ``bonepile simulate`` and ``bonepile deal --playout``."""

from __future__ import annotations

import json
from types import ModuleType

import pytest
from bonepile.cli import main

BOTH = pytest.mark.parametrize("which", [[], ["--reference"]], ids=["core", "reference"])
TRAIN = ["dominos-cc-mexican-train", "--players", "3"]
DRAW = ["masters-draw", "--players", "2"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@BOTH
@pytest.mark.parametrize("policy", ["random", "heaviest", "own-first"])
def test_a_simulation_by_a_policy(
    which: list[str], policy: str, reference: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["simulate", *TRAIN, "-n", "20", "--seed", "5", "--policy", policy, *which]
    report = json.loads(run(capsys, *given, "--json")[1])
    rules = reference.Rules("dominos-cc-mexican-train", players=3)
    tally = reference.playouts(rules, 20, 5, policy=policy).tally()
    assert report["policy"] == policy
    assert report["actions_mean"] == tally.actions / 20
    assert [side["points_mean"] for side in report["sides"]] == [p / 20 for p in tally.points]
    told = run(capsys, *given)[1].splitlines()[0]
    assert told.endswith("seed 5" if policy == "random" else f"seed 5, policy {policy}")


@BOTH
@pytest.mark.parametrize("policy", ["random", "heaviest", "own-first"])
def test_a_deal_played_out_by_a_policy(
    which: list[str], policy: str, reference: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["deal", *TRAIN, "--seed", "5", "--game", "7", "--round", "1", "--playout", "--json"]
    code, out, err = run(capsys, *given, "--policy", policy, *which)
    assert (code, err) == (0, "")
    rules = reference.Rules("dominos-cc-mexican-train", players=3)
    record = reference.playout_record(rules, 5, 7, policy=policy, round=1)
    assert json.loads(out) == record
    if policy == "random":
        assert run(capsys, *given, *which)[1] == out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["simulate", *DRAW, "-n", "9", "--reference", "--policy", "own-first"], "own-first"),
        (["deal", *DRAW, "--reference", "--playout", "--policy", "own-first"], "own-first"),
        (["deal", *DRAW, "--reference", "--policy", "heaviest"], "--playout"),
        (["deal", *DRAW, "--reference", "--playout", "--policy", "lightest"], "lightest"),
        (["simulate", *DRAW, "-n", "9", "--reference", "--policy", "Random"], "Random"),
    ],
)
def test_wrong_policies(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *arguments, "--seed", "1")
    assert (code, out) == (2, "")
    assert named in err
