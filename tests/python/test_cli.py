"""The command: what it prints, what it returns, how it ends."""

from __future__ import annotations

import json
import os
import re
import sys
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from statistics import stdev
from types import ModuleType
from typing import Any

import pytest
from bonepile.cli import main, simulate
from bonepile.cli.common import UsageError, parse_rules
from bonepile.cli.output import plain_blocks, plain_table
from bonepile.cli.simulate import next_chunk
from bonepile.statistics import mean_and_spread, mean_interval, wilson

BOTH = pytest.mark.parametrize("which", [[], ["--reference"]], ids=["core", "reference"])
DRAW = ["masters-draw", "--players", "2"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def written(tmp_path: Path, record: Any) -> str:
    path = tmp_path / "record.json"
    path.write_text(record if isinstance(record, str) else json.dumps(record), encoding="utf-8")
    return str(path)


@pytest.fixture
def match(reference: ModuleType) -> Any:
    """Two finished rounds and one begun."""
    rules = reference.Rules("masters-draw", players=2)
    made = reference.Match(rules, seed=5)
    for _ in range(2):
        for action in made.round.playout(5).actions:
            made = made.play(action)
        made = made.next_round()
    return made.play(made.round.legal_actions()[0])


# Numbers


def test_wilson() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.403832, 0.596168), abs=1e-6)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.277533), abs=1e-6)
    assert wilson(1.0, 10) == pytest.approx((0.722467, 1.0), abs=1e-6)


def test_mean_and_spread() -> None:
    values = [3, 0, 0, 17, 40, 1]
    squares = sum(value * value for value in values)
    mean, spread = mean_and_spread(sum(values), squares, len(values))
    assert mean == pytest.approx(61 / 6)
    assert spread == pytest.approx(stdev(values))
    assert mean_and_spread(7, 49, 1) == (7.0, 0.0)


def test_the_interval_of_a_mean() -> None:
    assert mean_interval(5.0, 2.0, 16) == pytest.approx((4.020018, 5.979982), abs=1e-6)
    assert mean_interval(5.0, 0.0, 16) == (5.0, 5.0)
    assert mean_interval(5.0, 0.0, 1) == (float("-inf"), float("inf"))


def test_chunks_grow_until_they_take_long_enough() -> None:
    assert next_chunk(4096, 4096, 0.0) == 4096 * 16
    assert next_chunk(4096, 4096, 0.0001) == 4096 * 16
    assert next_chunk(4096, 4096, 0.15) == 4096
    assert next_chunk(4, 4, 60.0) == 1


def test_no_chunk_needs_much_memory() -> None:
    assert next_chunk(2**18, 2**18, 0.0001) == next_chunk(2**19, 2**19, 0.0) == 2**19


def test_tables_line_up() -> None:
    assert plain_table(("name", "n"), [("a", "5"), ("bcdef", "12")]) == (
        "name    n\na       5\nbcdef  12"
    )


def test_a_row_as_a_few_lines() -> None:
    assert plain_blocks(("name", "n"), [("a", "5"), ("bcdef", "12")]) == (
        "name  a\nn     5\n\nname  bcdef\nn     12"
    )


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("reserve=1", {"reserve": 1}),
        ("draw=one", {"draw": "one"}),
        ("voluntary_draw=true", {"voluntary_draw": True}),
        ("rounds=null", {"rounds": None}),
        ('draw="one"', {"draw": "one"}),
        ("hand_size=7", {"hand_size": 7}),
        ("hand_size=2:7,3:5", {"hand_size": {2: 7, 3: 5}}),
        ('hand_size={"2":7}', {"hand_size": {"2": 7}}),
        ("hand_size=2:7,3", {"hand_size": "2:7,3"}),
        ("hand_size=\N{SUPERSCRIPT TWO}:7", {"hand_size": "\N{SUPERSCRIPT TWO}:7"}),
        ("hand_size=2:" + "7" * 5000, {"hand_size": "2:" + "7" * 5000}),
        ("draw=2:7", {"draw": "2:7"}),
        ("draw=a=b", {"draw": "a=b"}),
    ],
)
def test_rule_options(given: str, expected: dict[str, Any]) -> None:
    assert parse_rules([given]) == expected


@pytest.mark.parametrize(
    "given",
    [
        ["reserve"],
        ["=1"],
        ["players=3"],
        ["preset=x"],
        ["reserve=1", "reserve=2"],
        ["hand_size=2:7,2:8"],
    ],
)
def test_wrong_rule_options(given: list[str]) -> None:
    with pytest.raises(UsageError):
        parse_rules(given)


# simulate


@BOTH
@pytest.mark.parametrize("preset", ["masters-block", "masters-draw", "dominos-cc-mexican-train"])
def test_simulate_reports_the_engine_s_totals(
    which: list[str], preset: str, reference: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["simulate", preset, "--players", "4", "-n", "30", "--seed", "7", "--round", "1"]
    code, out, err = run(capsys, *given, "--json", *which)
    report = json.loads(out)
    tally = reference.playouts(reference.Rules(preset, players=4), 30, 7, round=1).tally()
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert report["rules"] == {"preset": preset, "players": 4}
    assert report["engine"] == ("reference" if which else "core")
    numbers = ("preset", "players", "seed", "round", "rounds", "threads")
    assert [report[key] for key in numbers] == [preset, 4, 7, 1, 30, 1]
    assert report["rounds_per_second"] == pytest.approx(30 / report["seconds"])
    assert [side["win_share"] for side in report["sides"]] == [w / 840 / 30 for w in tally.wins]
    assert [side["points_mean"] for side in report["sides"]] == [p / 30 for p in tally.points]
    for side in report["sides"]:
        assert side["win_interval"] == list(wilson(side["win_share"], 30))
    seats = [side["seats"] for side in report["sides"]]
    assert seats == ([[0, 2], [1, 3]] if preset == "masters-block" else [[0], [1], [2], [3]])
    assert report["actions_mean"] == tally.actions / 30
    assert report["out_share"] == tally.out / 30
    assert report["blocked_share"] == tally.blocked / 30
    nobody = 1 - sum(side["win_share"] for side in report["sides"])
    assert report["no_winner_share"] == pytest.approx(nobody, abs=1e-12)


def totals(out: str) -> dict[str, Any]:
    report = json.loads(out)
    for key in ("seconds", "rounds_per_second", "threads", "engine"):
        del report[key]
    return dict(report)


def test_the_same_totals_whatever_the_chunks_threads_jobs_and_engine(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = ["simulate", *DRAW, "-n", "61", "--seed", "3", "--json"]
    expected = totals(run(capsys, *given, "--reference")[1])
    assert totals(run(capsys, *given, "--reference", "--jobs", "2")[1]) == expected
    assert totals(run(capsys, *given, "--threads", "3")[1]) == expected
    sizes = []
    honest = simulate.Job.tally

    def tally(self: Any, engine: Any, rules: Any, first: int, count: int) -> Any:
        sizes.append(count)
        return honest(self, engine, rules, first, count)

    monkeypatch.setattr(simulate.Job, "tally", tally)
    monkeypatch.setattr(simulate, "next_chunk", lambda *_: 7)
    assert totals(run(capsys, *given, "--reference")[1]) == expected
    assert sizes[-3:] == [7, 7, 1]


@BOTH
def test_simulate_for_people(which: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(
        capsys,
        "simulate",
        "masters-block",
        "--players",
        "4",
        "-n",
        "20",
        "--rule",
        "target=50",
        *which,
    )
    seed = re.fullmatch(r"seed (\d+)\n", err)
    assert code == 0
    assert seed is not None
    about_rules = "rules: target = 50\n(target: only for matches, no matter in single rounds)\n"
    assert out.startswith(f"masters-block, 4 players, seed {seed[1]}\n{about_rules}side ")
    assert re.search(r"^ +1 +1 3 +\d+\.\d\d% +\d+\.\d\d% - \d+\.\d\d% ", out, re.MULTILINE)
    workers = "reference, 1 process" if which else "core, 1 thread"
    assert re.search(rf"^20 rounds in .* rounds a second \({workers}\)$", out, re.MULTILINE)


def test_points_of_a_train_game_are_penalties(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["simulate", "masters-mexican-train", "--players", "2", "-n", "3", "--reference"]
    assert "  penalty points  " in run(capsys, *given)[1]
    assert "penalty" not in run(capsys, "simulate", *DRAW, "-n", "3", "--reference")[1]


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("all-fives", {"match_by": "wins", "next_leader": "rotate", "target": 1}),
        ("dominos-cc-mexican-train", {"rounds": 3}),
    ],
)
def test_parameters_of_matches_do_not_matter_in_single_rounds(
    preset: str, changes: dict[str, Any], reference: ModuleType
) -> None:
    assert changes.keys() <= set(simulate.OF_MATCHES)
    plain = reference.Rules(preset, players=3)
    changed = reference.Rules(preset, players=3, **changes)
    for round in (0, 2):
        played = reference.playouts(changed, 20, 1, round=round)
        assert played == reference.playouts(plain, 20, 1, round=round)


def test_no_more_threads_are_told_than_work(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    given = ["simulate", *DRAW, "-n", "20", "--threads", "100000"]
    assert "(core, up to 3 threads)" in run(capsys, *given)[1]
    assert json.loads(run(capsys, *given, "--json")[1])["threads"] == 3


def test_a_drawn_seed_reproduces_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["simulate", *DRAW, "-n", "20", "--reference", "--json"]
    first, second = (run(capsys, *given)[1] for _ in range(2))
    seed = json.loads(first)["seed"]
    assert seed != json.loads(second)["seed"]
    assert totals(run(capsys, *given, "--seed", str(seed))[1]) == totals(first)


# Wrong use


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "COMMAND"),
        (["shuffle"], "shuffle"),
        (["simulate", *DRAW], "-n"),
        (["simulate", *DRAW, "-n", "0"], "-n"),
        (["simulate", *DRAW, "-n", "1e6"], "-n: wants a whole number, not '1e6'"),
        (["deal", "masters-draw", "--players", "x"], "--players: wants a whole number, not 'x'"),
        (["simulate", *DRAW, "-n", "9", "--reference", "--threads", "2"], "--threads"),
        (["simulate", *DRAW, "-n", "9", "--jobs", "2"], "--jobs"),
        (["simulate", *DRAW, "-n", "9", "--reference", "--seed", str(2**64)], "seed"),
        (["simulate", *DRAW, "-n", "9", "--reference", "--round", str(2**32)], "round"),
        (["simulate", "draw", "--players", "2", "-n", "9", "--reference"], "draw"),
        (["simulate", *DRAW, "-n", "9", "--reference", "--rule", "reserve"], "--rule"),
        (["deal", "masters-draw", "--players", "9", "--reference"], "players"),
        (["deal", *DRAW, "--reference", "--rule", "draw=none", "--rule", "reserve=1"], "reserve"),
        (["deal", *DRAW, "--reference", "--rule", "hand_size=2:70"], "hand_size"),
        (["perft", "2", "--reference"], "PRESET"),
        (["perft", "2", "masters-draw", "--reference"], "--players"),
        (["perft", "2", *DRAW, "--at", "3", "--reference"], "--at"),
        (["perft", "2", *DRAW, "--record", "x", "--reference"], "--record"),
        (["perft", "2", "--record", "x", "--seed", "1", "--reference"], "--seed"),
        (["perft", "2", "--record", "/nowhere", "--reference"], "/nowhere"),
        (["perft", "-1", *DRAW, "--reference"], "-1"),
        (["replay", "/nowhere", "--reference"], "/nowhere"),
        (["fuzz", "--engine", "bonepile.reference", "--preset", "draw"], "draw"),
        (["fuzz", "--engine", "bonepile.reference", "--case", "x", "-n", "3"], "--case"),
        (["fuzz", "--engine", "bonepile.reference", "--case", "/nowhere"], "/nowhere"),
        (["fuzz", "--engine", "bonepile.reference", "--out", f"{__file__}/x"], "--out"),
        (["fuzz", "--engine", "bonepile.nothing"], "bonepile.nothing"),
        (["fuzz", "--engine", "json"], "json"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_use(arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert named in err
    assert "Traceback" not in err


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"bonepile {version('bonepile')}\n", "")


def test_contradictory_rules_are_all_named(capsys: pytest.CaptureFixture[str]) -> None:
    rules = ("--rule", "draw=maybe", "--rule", "set=77")
    _, _, err = run(capsys, "deal", *DRAW, "--reference", *rules)
    assert re.search(r"^  draw: ", err, re.MULTILINE)
    assert re.search(r"^  set: ", err, re.MULTILINE)


def test_a_core_that_cannot_be_loaded_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "bonepile", None)
    code, _, err = run(capsys, "simulate", *DRAW, "-n", "5")
    assert code == 2
    assert "--reference works without it" in err


# replay


@BOTH
def test_replay_tells_rounds_totals_and_places(
    which: list[str], match: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "replay", written(tmp_path, match.record()), *which)
    assert (code, err) == (0, "")
    told = out.splitlines()
    for place, round in enumerate(match.rounds[:2]):
        points = " ".join(map(str, round.result.points))
        assert told[place].startswith(f"round {place}: ")
        assert told[place].endswith(f"after {len(round.actions)} actions; points {points}")
        how = f"seat {round.result.out[0]} goes out" if round.result.out else "blocked"
        assert how in told[place]
    turn = match.round.to_play
    assert told[2] == f"round 2: not finished after 1 action, seat {turn} is on turn"
    assert told[3] == f"totals: {match.totals[0]} {match.totals[1]}"
    assert told[4] == f"places: {match.places[0]} {match.places[1]}"
    assert told[5:] == ["the match goes on"]


@BOTH
def test_replay_names_the_first_broken_rule(
    which: list[str], match: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = match.record()
    record["rounds"][1]["actions"][3] = "stop"
    code, out, _ = run(capsys, "replay", written(tmp_path, record), *which)
    legal = match.rounds[1]
    while len(legal.actions) > 3:
        legal = legal.undo()
    assert code == 1
    assert out.startswith("refused: rounds[1].actions[3]: ")
    assert out.count("\n") == 1
    for once in ("rounds[1]", "actions[3]", "(cannot_stop)", *legal.snapshot()["legal"]):
        assert out.count(once) == 1
    code, out, _ = run(capsys, "replay", written(tmp_path, record), "--json", *which)
    told = json.loads(out)
    assert (code, out.count("\n")) == (1, 1)
    assert (told["ok"], told["round"], told["at"], told["action"]) == (False, 1, 3, "stop")
    assert (told["reason"], told["legal"]) == ("cannot_stop", legal.snapshot()["legal"])
    assert len(told["reasons"]) == 1


@BOTH
def test_replay_tells_who_played_what(
    which: list[str], match: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, match.record())
    expected = []
    for round in match.rounds:
        at = type(round)(round.rules, round.deal, round.round)
        played = []
        for action in round.actions:
            played.append([at.to_play, str(action)])
            at = at.play(action)
        expected.append(played)
    _, out, _ = run(capsys, "replay", path, "--verbose", *which)
    told = re.findall(r"^  seat (\d+): (.*)$", out, re.MULTILINE)
    assert [[int(seat), action] for seat, action in told] == [*chain.from_iterable(expected)]
    code, out, _ = run(capsys, "replay", path, "--json", *which)
    report = json.loads(out)
    assert (code, out.count("\n"), report["ok"]) == (0, 1, True)
    assert [round["actions"] for round in report["rounds"]] == expected
    results = [round["result"] for round in match.record()["rounds"]]
    assert [round["result"] for round in report["rounds"]] == results
    standing = [list(match.totals), list(match.places), False]
    assert [report[key] for key in ("totals", "places", "is_over")] == standing


def test_nobody_has_a_place_before_a_round_is_finished(
    match: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = match.record()
    record["rounds"] = [{**record["rounds"][0], "actions": [], "result": None}]
    path = written(tmp_path, record)
    assert "places" not in run(capsys, "replay", path, "--reference")[1]
    report = json.loads(run(capsys, "replay", path, "--reference", "--json")[1])
    assert report["places"] is None


@BOTH
@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda record: json.dumps(record)[:50], "line 1"),
        (lambda record: "\n{]", "line 2"),
        (lambda record: [record], ""),
        (lambda record: {**record, "format": "x"}, "format"),
        (lambda record: {**record, "rounds": []}, "rounds"),
        (lambda record: {**record, "rounds": [7]}, "rounds[0]"),
        (lambda record: {**record, "rules": {"preset": "masters-draw"}}, "players"),
        (lambda record: {**record, "rules": {"preset": "x", "players": 2}}, "x"),
    ],
)
def test_replay_of_a_malformed_record(
    which: list[str],
    spoil: Any,
    named: str,
    match: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = written(tmp_path, spoil(match.record()))
    code, out, _ = run(capsys, "replay", path, *which)
    assert code == 1
    assert out.startswith("refused: ")
    assert named in out


def test_replay_of_bytes_that_are_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x").write_bytes(b"\xff{}")
    code, out, _ = run(capsys, "replay", str(tmp_path / "x"), "--reference")
    assert (code, out.startswith("refused: not UTF-8")) == (1, True)


# deal


@BOTH
def test_deal_as_a_record(
    which: list[str], reference: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["deal", "dominos-cc-mexican-train", "--players", "3", "--seed", "4", "--round", "2"]
    code, out, err = run(
        capsys, *given, "--game", "9", "--rule", "start_marked=false", "--json", *which
    )
    assert (code, err) == (0, "")
    rules = reference.Rules("dominos-cc-mexican-train", players=3, start_marked=False)
    dealt = reference.deal(rules, 4, 2, 9)
    again = reference.Match.from_record(out)
    assert again.rules == rules
    assert again.round == dealt
    assert run(capsys, "replay", written(tmp_path, out), *which)[0] == 0


@BOTH
def test_deal_for_people(
    which: list[str], reference: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "deal", "masters-mexican-train", "--players", "2", *which)
    seed = re.fullmatch(r"seed (\d+)\n", err)
    assert code == 0
    assert seed is not None
    dealt = reference.deal(reference.Rules("masters-mexican-train", players=2), int(seed[1]))
    told = out.splitlines()
    assert told[:2] == [f"seat {seat}: {' '.join(dealt.deal.hands[seat])}" for seat in (0, 1)]
    assert told[2] == f"boneyard: {' '.join(dealt.deal.boneyard)}"
    pip = dealt.snapshot()["table"]["engine"]
    assert told[3].startswith(f"engine: {pip}-{pip}, laid")
    assert told[4:] == [f"on turn: seat {dealt.to_play}"]


@BOTH
@pytest.mark.parametrize("preset", ["masters-block", "masters-mexican-train"])
def test_deal_plays_a_game_of_a_simulation(
    which: list[str], preset: str, reference: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = reference.Rules(preset, players=4)
    given = ["deal", preset, "--players", "4", "--seed", "3", "--round", "1", "--playout", *which]
    for game in (None, 6):
        chosen = [] if game is None else ["--game", str(game)]
        round = reference.deal(rules, 3, 1, game=game).playout(3, game=game)
        played = reference.playouts(rules, 1, 3, first=1 if game is None else game, round=1)
        assert played.points.tolist() == [list(round.result.points)]
        assert played.plies[0] == len(round.actions)
        code, out, err = run(capsys, *given, *chosen)
        told = out.splitlines()
        assert (code, err) == (0, "")
        assert told[:4] == [
            f"seat {n}: {' '.join(hand)}" for n, hand in enumerate(round.deal.hands)
        ]
        shown = [line.split(": ")[1] for line in told if line.startswith("  seat ")]
        assert shown == list(map(str, round.actions))
        assert told[-1].startswith("end: ")
        assert told[-1].endswith(f" points {' '.join(map(str, round.result.points))}")
        record = run(capsys, *given, *chosen, "--json")[1]
        assert reference.Match.from_record(record).round == round
        assert json.loads(record)["rounds"][0]["result"] == round.snapshot()["result"]


# rules


def test_rules_lists_the_presets(capsys: pytest.CaptureFixture[str], reference: ModuleType) -> None:
    code, out, _ = run(capsys, "rules")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[1:]] == reference.presets()
    told = json.loads(run(capsys, "rules", "--json")[1])
    assert [preset["name"] for preset in told] == reference.presets()
    assert all(preset["source"] and preset["summary"] for preset in told)


def test_rules_explains_a_preset(capsys: pytest.CaptureFixture[str], reference: ModuleType) -> None:
    for name in reference.presets():
        told = json.loads(run(capsys, "rules", name, "--json")[1])
        parameters = reference.Rules(name, players=2).parameters
        hand_size = {str(seats): size for seats, size in parameters["hand_size"].items()}
        expected = {**parameters, "hand_size": hand_size}
        assert {some["name"]: some["value"] for some in told["parameters"]} == expected
        assert all(some["meaning"] and some["values"] for some in told["parameters"])
        code, out, _ = run(capsys, "rules", name)
        assert code == 0
        for some in told["parameters"]:
            source = re.escape(some["source"])
            assert re.search(rf"^{some['name']} .* {source}$", out, re.MULTILINE)


def test_rules_of_an_unknown_preset(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rules", "masters")
    assert (code, out) == (2, "")
    assert "masters" in err


# perft


@BOTH
def test_perft(which: list[str], reference: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    dealt = reference.deal(reference.Rules("all-fives", players=2), 6)
    given = ["perft", "3", "all-fives", "--players", "2", "--seed", "6", *which]
    counts = [f"{depth}: {dealt.perft(depth)}" for depth in range(4)]
    assert run(capsys, *given) == (0, "\n".join(counts) + "\n", "")
    parts = [f"{action}: {count}" for action, count in dealt.divide(3).items()]
    total = f"total: {dealt.perft(3)}"
    assert run(capsys, *given, "--divide") == (0, "\n".join([*parts, total]) + "\n", "")


@BOTH
def test_perft_as_json(
    which: list[str], reference: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    dealt = reference.deal(reference.Rules("all-fives", players=2), 6, 2)
    given = ["perft", "2", "all-fives", "--players", "2", "--seed", "6", "--round", "2", *which]
    code, out, _ = run(capsys, *given, "--json")
    told = json.loads(out)
    again = reference.Round(reference.Rules.from_dict(told["rules"]), told["deal"], told["round"])
    assert (code, out.count("\n"), again, told["actions"]) == (0, 1, dealt, [])
    assert told["perft"] == [dealt.perft(depth) for depth in range(3)]
    told = json.loads(run(capsys, *given, "--json", "--divide")[1])
    assert (told["depth"], told["divide"]) == (2, dealt.divide(2))


TINY = ["masters-block", "--players", "2", "--rule", "set=2", "--rule", "hand_size=2"]


@BOTH
def test_perft_ends_with_the_longest_round(
    which: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "perft", "400", *TINY, "--seed", "1", *which)
    told = out.splitlines()
    assert code == 0
    assert told[-1] == "no round goes on for that long"
    assert [line.endswith(": 0") for line in told[:-1]] == [False] * (len(told) - 2) + [True]
    as_json = run(capsys, "perft", "400", *TINY, "--seed", "1", "--json", *which)[1]
    assert json.loads(as_json)["perft"] == [int(line.split(": ")[1]) for line in told[:-1]]
    code, out, err = run(capsys, "perft", str(2**32), *TINY, "--seed", "1", *which)
    assert (code, out) == (2, "")
    assert "depth" in err


@BOTH
def test_perft_from_a_record(
    which: list[str], match: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, match.record())
    code, out, _ = run(capsys, "perft", "2", "--record", path, *which)
    assert (code, out.splitlines()[-1]) == (0, f"2: {match.round.perft(2)}")
    there = match.rounds[1]
    while len(there.actions) > 4:
        there = there.undo()
    given = ["perft", "2", "--record", path, "--round", "1", "--at", "4", *which]
    assert run(capsys, *given)[1].splitlines()[-1] == f"2: {there.perft(2)}"
    assert run(capsys, *given[:5], "3", *which)[0] == 2
    assert run(capsys, *given[:7], "400", *which)[0] == 2


def test_perft_from_a_damaged_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "perft", "2", "--record", written(tmp_path, "{"), "--reference")
    assert (code, out) == (1, "")
    assert "line 1" in err


# fuzz


def test_fuzz_agrees_with_itself(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(
        capsys,
        *("fuzz", "--engine", "bonepile.reference", "-n", "20", "--seed", "4", "--overrides"),
        *("--preset", "all-fives", "--preset", "masters-mexican-train"),
    )
    assert (code, err) == (0, "")
    told = out.splitlines()
    assert re.match(r"seed 4: 20 rounds \(\d+ refused .* plies in .* plies a second", told[0])
    assert [line.split(":")[0].strip() for line in told[1:]] == [
        "all-fives",
        "masters-mexican-train",
    ]


LIAR = """
import os
from bonepile.reference import *
from bonepile import reference

def presets():
    return reference.presets()

def playouts(*args, **kwargs):
    {fault}
"""


def liar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> str:
    (tmp_path / "liar.py").write_text(LIAR.format(fault=fault), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return "liar"


@pytest.mark.parametrize(
    ("fault", "expected", "said"),
    [
        ("return reference.playouts(*args, **{**kwargs, 'first': 5})", 1, "playouts(the rules"),
        ("raise BaseException('PanicException')", 3, "PanicException"),
        ("os._exit(6)", 3, "the process died"),
    ],
)
def test_fuzz_writes_what_differs_and_takes_it_back(
    fault: str,
    expected: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = liar(tmp_path, monkeypatch, fault)
    folder = tmp_path / "a" / "b"
    given = ["fuzz", "--engine", name, "--out", str(folder), "--seed", "1", "-n", "60"]
    code, out, _ = run(capsys, *given, "--jobs", "1", "--no-shrink")
    assert code == expected
    assert said in out
    assert "shrunk" not in out
    assert re.search(r"^  liar: .*\n  bonepile.reference: ", out, re.MULTILINE)
    [path] = folder.glob("bonepile-fuzz-1-*.json")
    assert f"written to {path}" in out
    assert run(capsys, "replay", str(path), "--reference")[0] == 0
    code, out, _ = run(capsys, "fuzz", "--engine", name, "--case", str(path))
    assert code == expected
    assert said in out
    code, out, _ = run(capsys, "fuzz", "--engine", "bonepile.reference", "--case", str(path))
    assert (code, out.startswith("no difference in 1 round,")) == (0, True)


def test_fuzz_writes_a_small_case_and_where_it_came_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = liar(tmp_path, monkeypatch, "return reference.playouts(*args, **{**kwargs, 'first': 5})")
    given = ("fuzz", "--engine", name, "--out", str(tmp_path), "--seed", "1", "-n", "60")
    code, out, _ = run(capsys, *given, "--jobs", "1", "--overrides")
    assert code == 1
    found, small = re.findall(r"^  (?:found as  |shrunk to) +(case .*)$", out, re.MULTILINE)
    [path] = tmp_path.glob("bonepile-fuzz-1-*.json")
    record = json.loads(path.read_text(encoding="utf-8"))
    origin = record["shrunk_from"]
    assert found.startswith(f"case {origin['index']} of seed 1: playouts; ")
    assert small.startswith(f"case {record['index']} of seed 1: playouts; ")
    assert small.endswith(" 0 actions")
    assert record["rules"]["players"] == 2
    assert record["rules"]["set"] <= 2
    assert run(capsys, "fuzz", "--engine", name, "--case", str(path))[0] == 1
