"""Conformance runs over engines that are right, and over such as fail in every way."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from bonepile.cli import main
from bonepile.testing.conform import Command, Conformance, Plan, conform
from bonepile.testing.conform.report import as_json, as_junit, as_text

HERE = Path(__file__).resolve().parent
FAULTY = HERE / "faulty_engine.py"
PLANTED = HERE.parent / "planted" / "engine.py"


def line(*words: str | Path) -> str:
    """A command line for this Python."""
    return shlex.join([sys.executable, *map(str, words)])


def run(command: str, *stages: str, rounds: int = 60, **more: Any) -> Conformance:
    """A short run, in one worker."""
    patience = more.pop("patience", 10.0)
    presets = more.pop("presets", ("masters-draw", "dominos-cc-mexican-train"))
    more = {"shrinking": 1.0, "enough": 10, **more}
    return conform(Plan(Command(command, patience), presets, rounds, stages=stages, **more))


def told(report: Conformance) -> dict[str, str]:
    """What each stage came to."""
    return {stage.name: stage.state for stage in report.stages}


def test_the_core_and_the_reference_conform_in_every_stage() -> None:
    for which in ([], ["--reference"]):
        report = run(line("-m", "bonepile", "engine", *which), overrides=True)
        assert report.passed, as_text(report)
        assert set(told(report).values()) == {"passed"}
        assert len(report.stages) == 7
        assert report.stages[3].asked > 40


@pytest.mark.parametrize("fault", ["none", "without-ops", "other-order"])
def test_an_engine_need_not_offer_or_write_more_than_the_protocol_asks(fault: str) -> None:
    report = run(line(FAULTY, fault), overrides=True, rounds=30)
    assert report.passed, as_text(report)
    assert told(report)["perft"] == ("skipped" if fault == "without-ops" else "passed")


def test_what_an_engine_does_not_know_is_skipped_and_never_passed() -> None:
    report = run(line(FAULTY, "one-preset"), presets=(), overrides=True, rounds=100)
    assert report.passed, as_text(report)
    assert report.presets == ("masters-draw",)
    stages = {stage.name: stage for stage in report.stages}
    assert stages["vectors"].skipped > 100
    assert stages["vectors"].asked > 100
    assert stages["rounds"].skipped > 0
    assert "masters-draw" in stages["rounds"].note
    other = run(line(FAULTY, "one-preset"), presets=("all-fives",))
    assert not other.passed
    assert other.unknown == ("all-fives",)
    assert other.cut_short == "the engine knows none of these presets"


@pytest.mark.parametrize(
    ("fault", "stage", "words"),
    [
        ("garbled", "rounds", "not JSON"),
        ("wrong-id", "rounds", "the id of the request is"),
        ("no-snapshots", "rounds", "wanted snapshots"),
        ("unsorted-legal", "rounds", "Written wrong: legal[0]"),
        ("floats", "rounds", "Written wrong: boneyard"),
        ("loses-refused", "probes", "A refused action changes the round"),
        ("one-code", "probes", 'expected  "round_over"'),
        ("list", "handshake", "not a JSON object"),
        ("text-for-presets", "handshake", "presets must be a list of texts"),
        ("stays", "handshake", "the process goes on"),
        ("closes", "handshake", "closed its output"),
    ],
)
def test_every_fault_is_a_finding(fault: str, stage: str, words: str) -> None:
    report = run(line(FAULTY, fault), stage, patience=2.0, rounds=20)
    assert not report.passed
    assert told(report)[stage] == "failed"
    assert words in as_text(report)
    assert len(report.findings) <= 3


def test_the_last_words_of_an_engine_that_ends_are_told() -> None:
    report = run(line(FAULTY, "crash"), "rounds")
    (finding,) = report.findings
    assert finding.stderr.endswith("these are\nmy last words")
    assert "exit code 7" in as_text(report)
    assert "my last words" in as_text(report)


def test_an_engine_that_falls_silent_costs_its_patience_a_few_times_only() -> None:
    report = run(line(FAULTY, "hang"), "rounds", patience=0.3, rounds=2000, enough=10**6)
    assert report.findings
    assert report.seconds < 60
    assert "no answer in 0.3 s" in as_text(report)
    assert "again and again" in report.stages[1].note


def test_a_rule_that_is_broken_is_named_with_a_small_case() -> None:
    engine = line(PLANTED, "any-play-lowers-the-marker")
    report = run(engine, "vectors", "rounds", rounds=300, overrides=True, enough=20)
    finding = report.findings[0]
    assert finding.rules[0] == "T-MARK-2"
    assert finding.mistake == "a tile on a marked train takes its marker down, whoever lays it"
    assert finding.what == "table.markers"
    assert finding.outcome is not None
    assert len(finding.outcome.case.actions or ()) <= 4
    blind = run(engine, "rounds", rounds=300, overrides=True, enough=20)
    assert blind.findings[0].rules[0] == "T-MARK-2"
    assert not blind.findings[0].mistake


def test_reports_as_json_and_as_xml(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = line(PLANTED, "out-won-by-pips")
    paths = tmp_path / "report.json", tmp_path / "report.xml"
    outputs = ["--json", str(paths[0]), "--junit", str(paths[1])]
    asked = ["-n", "60", "--preset", "masters-draw", "--stage", "rounds", "--jobs", "1"]
    assert main(["conform", "--engine", engine, *asked, *outputs]) == 1
    shown = capsys.readouterr().out
    assert "L-OUT-1" in shown
    assert "docs/rules/line-games.md#scoring-at-the-end" in shown
    read = json.loads(paths[0].read_text())
    assert read["format"] == "bonepile-conformance-report/1"
    assert not read["passed"]
    assert read["findings"][0]["rules"][0] == "L-OUT-1"
    suite = ElementTree.parse(paths[1]).getroot()
    assert suite.attrib["failures"] == "1"
    assert "L-OUT-1" in suite.find("testcase/failure").attrib["message"]  # type: ignore[union-attr]
    record = tmp_path / "case.json"
    record.write_text(json.dumps(read["findings"][0]["record"]))
    assert main(["conform", "--engine", engine, "--case", str(record)]) == 1
    assert "result" in capsys.readouterr().out
    right = line("-m", "bonepile", "engine")
    assert main(["conform", "--engine", right, "--case", str(record)]) == 0
    assert "nothing wrong in 1 of 1 rounds" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--engine", ""], "wanted the engine's program"),
        (["--engine", "'"], "quotation"),
        (["--engine", "x", "--preset", "nothing"], "unknown preset: nothing"),
        (["--engine", "x", "--json", "/nowhere/r.json"], "/nowhere/r.json: No such file"),
        (["--engine", "x", "--time", "soon"], "wants a duration"),
        (["--engine", "x", "--case", "/nowhere/r.json"], "No such file"),
        (["--engine", "x", "-n", "0"], "must be at least 1"),
        ([], "--engine"),
    ],
)
def test_wrong_use(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_an_engine_that_cannot_be_started(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "--engine", "no-such-program-anywhere"]) == 3
    shown = capsys.readouterr().out
    assert "no-such-program-anywhere cannot be started" in shown
    assert "cut short" in shown


def test_a_run_ends_when_its_time_is_up() -> None:
    report = run(line("-m", "bonepile", "engine"), "rounds", rounds=10**6, seconds=1.0)
    assert report.seconds < 15
    assert told(report)["rounds"] == "stopped"
    assert "out of time" in report.stages[-1].note


def test_results_are_the_same_for_any_number_of_jobs() -> None:
    reports = [
        run(line("-m", "bonepile", "engine"), "rounds", jobs=jobs, rounds=90) for jobs in (1, 3)
    ]
    figures = [report.stages[1].figures for report in reports]
    assert figures[0]["by preset"] == figures[1]["by preset"]
    assert figures[0]["plies"] == figures[1]["plies"]
    assert as_json(reports[0])["passed"]
    assert ElementTree.fromstring(as_junit(reports[0])).attrib["failures"] == "0"
