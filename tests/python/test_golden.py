"""The golden data: counts, playthroughs and refusals that every engine must reproduce."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from building import PRESETS

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
PERFT: list[dict[str, Any]] = json.loads((GOLDEN / "perft.json").read_text(encoding="utf-8"))
REJECTS: list[dict[str, Any]] = json.loads((GOLDEN / "rejects.json").read_text(encoding="utf-8"))


def read_playthrough(preset: str) -> dict[str, Any]:
    return json.loads((GOLDEN / "playthroughs" / f"{preset}.json").read_text(encoding="utf-8"))


def is_reference(engine: Any) -> bool:
    return engine.__name__ == "bonepile.reference"


@pytest.mark.parametrize("preset", PRESETS)
def test_perft(engine: Any, preset: str) -> None:
    entries = [entry for entry in PERFT if entry["rules"]["preset"] == preset]
    assert len(entries) >= 8
    for entry in entries:
        rules = engine.Rules.from_dict(entry["rules"])
        assert rules.to_dict() == entry["rules"]
        round = engine.Round(rules, entry["deal"], entry["round"], entry["actions"])
        counts = entry["perft"]
        if is_reference(engine):
            counts = counts[: entry["reference"] + 1]
        assert [round.perft(depth) for depth in range(len(counts))] == counts, entry


def test_perft_files_reach_the_end_of_small_games() -> None:
    for preset in PRESETS:
        ends = [entry["perft"][-1] for entry in PERFT if entry["rules"]["preset"] == preset]
        assert ends.count(0) >= 3, "whole trees"
        widest = max(max(e["perft"]) for e in PERFT if e["rules"]["preset"] == preset)
        assert widest > 10_000, "and wide ones"


def test_perft_files_hold_positions_within_a_round() -> None:
    for preset in PRESETS:
        assert any(
            entry["actions"] and len(entry["perft"]) > 2
            for entry in PERFT
            if entry["rules"]["preset"] == preset
        )


def test_perft_files_hold_every_value_of_every_parameter(reference: Any) -> None:
    seen: dict[str, set[str]] = {}
    for entry in PERFT:
        rules = reference.Rules.from_dict(entry["rules"])
        for name, value in rules.parameters.items():
            seen.setdefault(name, set()).add(json.dumps(value))
    for name, values in {
        "partnership": {"none", "at_four"},
        "opening": {"highest_double", "any_tile"},
        "no_double": {"redeal", "highest_tile", None},
        "draw": {"none", "one", "until_playable"},
        "voluntary_draw": {True, False},
        "go_out": {"one", "both_partners"},
        "spinner": {"none", "first_double"},
        "engine": {"highest_double", "descending"},
        "first_turn": {"single", "chain"},
        "first_turn_double": {"no_effect", "extra_turn", None},
        "finish_first_circuit": {True, False},
        "start_marked": {True, False},
        "block": {"n_passes", "n_passes_stable"},
        "double_extra": {"none", "anywhere", "must_cover"},
        "cover_duty": {True, False},
        "cover_order": {"oldest_first", "newest_first", "any", None},
        "dead_double": {"binding", "exempt", None},
    }.items():
        assert {json.dumps(value) for value in values} <= seen[name], name
    assert {entry["rules"]["players"] for entry in PERFT} == set(range(2, 9))


@pytest.mark.parametrize("preset", PRESETS)
def test_playthroughs(engine: Any, preset: str) -> None:
    told = read_playthrough(preset)
    assert told["format"] == "bonepile-playthrough/1"
    assert told["preset"] == preset
    match = engine.Match.from_record(told["record"])
    assert match.rules.preset == preset
    assert match.record() == told["record"]
    assert len(told["snapshots"]) == len(match.rounds) >= 2
    for final, snapshots in zip(match.rounds, told["snapshots"], strict=True):
        round = engine.Round(final.rules, final.deal, final.round)
        assert len(snapshots) == len(final.actions) + 1
        assert round.snapshot() == snapshots[0]
        for action, snapshot in zip(final.actions, snapshots[1:], strict=True):
            round = round.play(action)
            assert round.snapshot() == snapshot
        assert snapshots[-1]["result"] is not None


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_page_a_playthrough_and_counts(engine: Any, preset: str) -> None:
    assert preset in engine.presets()
    revision = read_playthrough(preset)["revision"]
    page = (ROOT / "docs" / "rules" / f"{preset}.md").read_text(encoding="utf-8")
    stated = re.search(r"(?i)\brevision\W+(\d+)", page)
    assert stated is not None, "the page tells the preset's revision"
    assert int(stated[1]) == revision
    assert any(entry["rules"]["preset"] == preset for entry in PERFT)


def test_every_preset_of_the_engine_is_among_the_golden_ones(engine: Any) -> None:
    assert set(engine.presets()) == set(PRESETS)
    assert {path.stem for path in (GOLDEN / "playthroughs").glob("*.json")} == set(PRESETS)
    assert {path.stem for path in (ROOT / "docs" / "rules").glob("*.md")} >= set(PRESETS)


@pytest.mark.parametrize("case", REJECTS, ids=lambda case: case["about"])
def test_rejects(engine: Any, case: dict[str, Any]) -> None:
    session = engine.Session()
    for step in case["steps"]:
        told = json.loads(session.answer(step["line"].encode()))
        assert told.get("error") == step["error"], told
        assert told["ok"] == (step["error"] is None)


def test_rejects_hold_every_error() -> None:
    found = {step["error"] for case in REJECTS for step in case["steps"]}
    assert found == {
        None,
        "bad_request",
        "unknown_preset",
        "bad_rules",
        "bad_deal",
        "redeal",
        "illegal_action",
        "round_over",
    }
    assert all(any(step["error"] for step in case["steps"]) for case in REJECTS)


def test_the_golden_files_are_what_their_script_writes() -> None:
    done = subprocess.run(
        [sys.executable, str(GOLDEN / "make.py"), "--check", "--quick"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
