"""The commands that solve: what they print, and what they refuse."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest
from bonepile import longest_train
from bonepile.cli import main
from bonepile.cli.rounds import record_of
from bonepile.pictures import train_svg
from building import start, tiles
from test_cli import run, written
from test_cli_process import COMMAND, on_a_terminal

from solving import against_all, each_for_itself, side_on_turn, worth

BOTH = pytest.mark.parametrize("which", [[], ["--reference"]], ids=["core", "reference"])

DRAW: dict[str, Any] = {
    "format": "bonepile-record/1",
    "rules": {"preset": "masters-draw", "players": 2, "set": 3, "hand_size": 3},
    "rounds": [
        {
            "deal": {
                "hands": [["0-0", "0-1", "1-1"], ["0-3", "1-3", "3-3"]],
                "boneyard": ["2-3", "2-2", "1-2", "0-2"],
                "engine": None,
                "leader": None,
            },
            "actions": ["3-3", "draw", "2-3@L", "1-3@R", "0-1@R", "0-3@R"],
            "result": {"reason": "out", "out": [1], "winner": 1, "points": [0, 2]},
        }
    ],
}
"""Both seats throw two points away: seat 1 with 1-3, seat 0 with 0-1 after it."""


@pytest.fixture
def record(tmp_path: Path) -> str:
    return written(tmp_path, DRAW)


def three_seats(reference: Any) -> Any:
    """The round of test_solve.py in which seat 2 decides who goes out, played to its end."""
    round = start(reference, "masters-block-individual", ["3-3 0-0", "0-3 1-1", "1-3 0-1"], set=3)
    for action in ("3-3", "0-3@L", "1-3@R", "0-0@L"):
        round = round.play(action)
    return round


def steps(round: Any) -> list[Any]:
    """A round before each of its actions, and at last."""
    found = [round]
    while found[-1].actions:
        found.append(found[-1].undo())
    return found[::-1]


def in_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err, out.count("\n")) == (0, "", 1)
    return json.loads(out)


# solve


@BOTH
def test_solve_for_people(
    which: list[str], record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "solve", record, "--at", "3", *which)
    told, _, counted = out.rpartition("positions looked at: ")
    assert (code, err) == (0, "")
    assert int(counted) > 0
    assert told == (
        "round 0 after 3 actions: seat 1 is on turn\n"
        "values: points from here on, its own less those of all others; every side plays its best\n"
        "action  value\n"
        " 0-3@R      2\n"
        " 1-3@R      0\n"
        "value: 2\n"
        "line:\n"
        "  seat 1: 0-3@R\n"
        "  seat 0: 0-0@R\n"
        "  seat 1: draw\n"
        "  seat 1: 2-2@L\n"
        "  seat 0: 0-1@R\n"
        "  seat 1: 1-3@R\n"
        "end: seat 1 goes out, seat 1 wins 2 after 9 actions; points 0 2\n"
    )


@BOTH
@pytest.mark.parametrize("objective", ["points", "win"])
def test_solve_agrees_with_the_judge(
    which: list[str],
    objective: str,
    record: str,
    reference: ModuleType,
    capsys: pytest.CaptureFixture[str],
) -> None:
    *before, over = steps(reference.Match.from_record(DRAW).round)
    for at, round in enumerate(before):
        given = ("solve", record, "--at", str(at), "--objective", objective)
        told = in_json(capsys, *given, *which)
        side = side_on_turn(round)
        values = {
            str(action): against_all(round.play(action), objective, side, round)
            for action in round.legal_actions()
        }
        best = max(values.values())
        assert told["moves"] == values
        assert list(told["moves"].values()) == sorted(values.values(), reverse=True)
        assert (told["value"], told["low"], told["high"], told["exact"]) == (best,) * 3 + (True,)
        assert values[told["best"]] == best
        assert (told["to_play"], told["objective"], told["play"]) == (side, objective, "exact")
        assert told["actions"] == list(map(str, round.actions))
        assert (told["rules"], told["deal"]) == (DRAW["rules"], DRAW["rounds"][0]["deal"])
        end = round
        for seat, action in told["line"]:
            assert seat == end.to_play
            end = end.play(action)
        assert worth(end, round, objective, side) == best
    assert over.result is not None


@BOTH
def test_solve_starts_from_the_deal(
    which: list[str], record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = in_json(capsys, "solve", record, *which)
    assert (told["actions"], told["round"], told["value"]) == ([], 0, 2)


@BOTH
def test_solve_a_round_that_is_over(
    which: list[str], record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("solve", record, "--at", "6", *which)
    assert run(capsys, *given) == (
        0,
        "round 0 after 6 actions: over, nothing is left to play\n",
        "",
    )
    told = in_json(capsys, *given)
    assert (told["to_play"], told["best"], told["line"], told["moves"]) == (None, None, [], {})
    assert (told["value"], told["exact"]) == (0, True)


@BOTH
def test_solve_a_position(
    which: list[str], reference: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dealt = reference.Match.from_record(DRAW).round
    round = reference.Round.from_position(dealt.rules, steps(dealt)[3].position())
    told = in_json(capsys, "solve", written(tmp_path, record_of(round)), *which)
    assert told["position"] == round.set_up_from
    assert "deal" not in told
    assert (told["value"], told["moves"]) == (2, {"0-3@R": 2, "1-3@R": 0})


@BOTH
@pytest.mark.parametrize("limit", [("--nodes", "0"), ("--seconds", "0")])
def test_what_is_not_proven_is_marked(
    which: list[str], limit: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, dealt, _ = run(capsys, "deal", "all-fives", "--players", "2", "--seed", "1", "--json")
    given = ("solve", written(tmp_path, dealt), *limit, *which)
    told = in_json(capsys, *given)
    assert told["exact"] is False
    assert told["low"] < told["high"]
    code, out, err = run(capsys, *given)
    lines = out.splitlines()
    assert (code, err) == (0, "")
    actions = lines[3 : 3 + len(told["moves"])]
    assert [line.split() for line in actions] == [[action, "?"] for action in told["moves"]]
    proven = f"(proven: between {told['low']} and {told['high']})"
    after = lines[3 + len(told["moves"]) :]
    assert after[:2] == [
        f"value: ? {proven}",
        "the limit ended the search: not everything is proven",
    ]
    assert after[2:-1] == (["line so far:", f"  seat 0: {told['best']}"] if told["best"] else [])


@BOTH
def test_solve_three_sides(
    which: list[str], reference: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    round = three_seats(reference)
    record = written(tmp_path, record_of(round))
    for place, before in enumerate(steps(round)[:-1]):
        given = ("solve", record, "--at", str(place), *which)
        alone = in_json(capsys, *given, "--play", "maxn")
        assert alone["value"] == list(each_for_itself(before, "points"))
        side = side_on_turn(before)
        assert alone["moves"][alone["best"]] == alone["value"][side]
        paranoid = in_json(capsys, *given, "--play", "paranoid")
        assert paranoid["value"] == against_all(before, "points", side)
    _, out, _ = run(capsys, "solve", record, "--play", "maxn", *which)
    assert (
        "points from here on, its own less those of all others; every side plays for itself" in out
    )
    assert "\nvalue: 3 -3 -3\n" in out
    _, out, _ = run(capsys, "solve", record, "--play", "paranoid", "--objective", "win", *which)
    assert "0 when nobody does; all others play against the side on turn\n" in out
    assert "\nvalue: -1\n" in out


@BOTH
def test_values_of_a_train_game_are_penalties(
    which: list[str], reference: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = ["1-2 0-0", "0-2 1-1"]
    round = start(reference, "dominos-cc-mexican-train", hands, "0-1", set=2, double_blank=50)
    _, out, _ = run(capsys, "solve", written(tmp_path, record_of(round)), *which)
    assert "values: penalty points from here on, those of all others less its own; " in out
    assert "\n 1-2@0      2\n 1-2@M    -50\nvalue: 2\n" in out


@BOTH
def test_solve_reads_standard_input(
    which: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = TextIOWrapper(BytesIO(json.dumps(DRAW).encode()))
    monkeypatch.setattr(sys, "stdin", given)
    assert in_json(capsys, "solve", "-", *which)["value"] == 2


# analyse


@BOTH
def test_analyse_for_people(
    which: list[str], record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "analyse", record, *which)
    assert (code, err) == (0, "")
    assert out == (
        "values: points from here on, its own less those of all others; every side plays its best\n"
        "\n"
        "round 0: seat 1 goes out, seat 1 wins 2 after 6 actions; points 0 2\n"
        "ply  seat  played  value   best  best value  cost\n"
        "  2     0   2-3@L     -2  2-3@L          -2  best\n"
        "  3     1   1-3@R      0  0-3@R           2  2\n"
        "  4     0   0-1@R     -2  1-1@R           0  2\n"
        "seat 0: cost 2 in 2 choices, 1 best; 1 forced\n"
        "seat 1: cost 2 in 1 choice, 0 best; 2 forced\n"
    )


@BOTH
@pytest.mark.parametrize("objective", ["points", "win"])
@pytest.mark.parametrize(
    ("preset", "players", "changes"),
    [
        ("masters-block", 2, {"set": 3, "hand_size": 4}),
        ("masters-block", 4, {"set": 3, "hand_size": 2}),
        ("dominos-cc-mexican-train", 2, {"set": 2, "hand_size": 2, "rounds": 2}),
        ("masters-block-individual", 3, {"set": 3, "hand_size": 2}),
    ],
)
def test_analyse_agrees_with_the_judge(
    which: list[str],
    objective: str,
    preset: str,
    players: int,
    changes: dict[str, Any],
    reference: ModuleType,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Of all plies of a match of two rounds; three sides play against the one on turn."""
    match = reference.Match(reference.Rules(preset, players=players, **changes), seed=3)
    for _ in range(2):
        match = match if match.round.result is None else match.next_round()
        for action in match.round.playout(3).actions:
            match = match.play(action)
    play = ("--play", "paranoid") if players == 3 else ()
    given = ("analyse", written(tmp_path, match.record()), "--objective", objective)
    told = in_json(capsys, *given, *play, *which)
    assert (told["objective"], told["play"]) == (objective, "paranoid" if play else "exact")
    for place, (round, analysed) in enumerate(zip(match.rounds, told["rounds"], strict=True)):
        *before, over = steps(round)
        choices = iter(analysed["choices"])
        forced = [0] * players
        for ply, at in enumerate(before):
            if len(at.legal_actions()) == 1:
                forced[at.to_play] += 1
                continue
            choice, side = next(choices), side_on_turn(at)
            played = str(over.actions[ply])
            best = against_all(at, objective, side)
            value = against_all(at.play(played), objective, side, at)
            assert (choice["ply"], choice["seat"], choice["side"]) == (ply, at.to_play, side)
            assert (choice["action"], choice["value"]) == (played, value)
            assert (choice["best_value"], choice["cost"]) == (best, best - value)
            assert against_all(at.play(choice["best"]), objective, side, at) == best
        assert next(choices, None) is None
        assert (analysed["place"], analysed["round"]) == (place, round.round)
        sides = [0] * len(analysed["sides"])
        for seat, total in enumerate(analysed["seats"]):
            costs = [choice["cost"] for choice in analysed["choices"] if choice["seat"] == seat]
            assert total == {
                "seat": seat,
                "side": seat % len(sides),
                "choices": len(costs),
                "best": costs.count(0),
                "cost": sum(costs),
                "not_proven": 0,
                "forced": forced[seat],
            }
            sides[seat % len(sides)] += sum(costs)
        assert analysed["sides"] == sides
    one = in_json(capsys, *given, *play, "--round", "0", *which)
    assert one["rounds"] == told["rounds"][:1]


@BOTH
def test_partners_have_a_cost_together(
    which: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = ("--players", "4", "--rule", "set=3", "--rule", "hand_size=2")
    given = ("deal", "masters-block", *rules, "--seed", "1", "--playout", "--json")
    record = written(tmp_path, run(capsys, *given)[1])
    costs = in_json(capsys, "analyse", record, *which)["rounds"][0]["sides"]
    _, out, _ = run(capsys, "analyse", record, *which)
    assert out.endswith(f"\nside 0: cost {costs[0]}\nside 1: cost {costs[1]}\n")


@BOTH
def test_a_cost_that_is_not_proven_is_in_no_total(
    which: list[str], record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = in_json(capsys, "analyse", record, "--nodes", "0", *which)["rounds"][0]
    costs = [choice["cost"] for choice in told["choices"]]
    assert None in costs
    for total in told["seats"]:
        of_seat = [choice["cost"] for choice in told["choices"] if choice["seat"] == total["seat"]]
        assert total["not_proven"] == of_seat.count(None)
        assert total["cost"] == sum(cost for cost in of_seat if cost is not None)
    _, out, _ = run(capsys, "analyse", record, "--nodes", "0", *which)
    assert " not proven; 1 forced\n" in out
    for choice, row in zip(told["choices"], out.splitlines()[4:], strict=False):
        if choice["best_value"] is None:
            assert choice["best"] is None
            assert row.split()[2:] == [choice["action"], "?", "?", "?", "?"]
    assert out.splitlines()[4].endswith("  ?") is (costs[0] is None)


# longest-train


@BOTH
def test_longest_train_for_people(which: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    given = ("longest-train", "12-5 5-5", "6-5,0-1", "--start", "12", *which)
    code, out, err = run(capsys, *given)
    assert (code, err) == (0, "")
    assert out == (
        "╔══╗       ┌──┐\n"
        "║12║┌──┬──┐│ 5│┌──┬──┐\n"
        "╠══╣│12│ 5│├──┤│ 5│ 6│\n"
        "║12║└──┴──┘│ 5│└──┴──┘\n"
        "╚══╝       └──┘\n"
        "3 tiles, 38 pips, ends in 6\n"
        "left in the hand: 0-1\n"
    )
    assert run(capsys, "longest-train", "3-3", "--start", "3", *which)[1].endswith(
        "\n1 tile, 6 pips, ends in 3\nleft in the hand: nothing\n"
    )
    _, out, _ = run(capsys, "longest-train", "0-1", "--start", "0", *which)
    assert "\n1 tile, 1 pip, ends in 1\n" in out


@BOTH
def test_longest_train_in_json(which: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    given = ("longest-train", "0-1 1-2 2-3 12-0", "--start", "0")
    assert in_json(capsys, *given, *which) == {
        "start": 0,
        "by": "tiles",
        "tiles": ["0-1", "1-2", "2-3"],
        "count": 3,
        "pips": 9,
        "end": 3,
        "left": ["0-12"],
    }
    heaviest = in_json(capsys, *given, "--by", "pips", *which)
    assert (heaviest["by"], heaviest["tiles"], heaviest["pips"]) == ("pips", ["0-12"], 12)
    assert heaviest["left"] == ["0-1", "1-2", "2-3"]
    nothing = in_json(capsys, "longest-train", "0-1", "--start", "5", *which)
    assert (nothing["tiles"], nothing["end"], nothing["left"]) == ([], 5, ["0-1"])


def test_longest_train_as_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, hand = tmp_path / "train.svg", tiles(12)[:-1]
    code, out, _ = run(
        capsys, "longest-train", *hand, "--start", "12", "--svg", str(path), "--json"
    )
    drawn = path.read_text(encoding="utf-8")
    assert (code, json.loads(out)["count"]) == (0, 90)
    assert drawn == train_svg(longest_train(hand, 12), 12)
    assert ElementTree.fromstring(drawn).tag.endswith("svg")


@pytest.mark.parametrize("width", [20, 50, 200])
def test_a_train_fits_the_terminal(width: int) -> None:
    shown = on_a_terminal(width, "longest-train", *tiles(9)[:-1], "--start", "9")
    picture = [line for line in shown.splitlines() if not line[:1].isalnum()]
    assert width - 5 <= max(map(len, picture)) <= width
    assert shown.count("┌") == 50


def test_a_train_where_boxes_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = TextIOWrapper(BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", plain)
    assert main(["longest-train", "2-5", "--start", "5"]) == 0
    plain.seek(0)
    assert plain.read().startswith("#=#\n#5#+-+-+\n")


# Wrong use


@BOTH
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "FILE", "--at", "7"], "round 0 has only 6 actions, not 7"),
        (["solve", "FILE", "--round", "1"], "the record has no round 1: its last is 0"),
        (["solve", "FILE", "--at", "-1"], "argument --at: must be at least 0: -1"),
        (["solve", "FILE", "--at", "x"], "argument --at: wants a whole number, not 'x'"),
        (["solve", "FILE", "--nodes", "-1"], "argument --nodes: must be at least 0: -1"),
        (["solve", "FILE", "--nodes", str(2**64)], "nodes must be at least 0 and below 2**64"),
        (["solve", "FILE", "--seconds", "soon"], "wants a number of seconds, not 'soon'"),
        (["solve", "FILE", "--seconds", "-1"], "wants a number of seconds, not '-1'"),
        (["solve", "FILE", "--seconds", "nan"], "wants a number of seconds, not 'nan'"),
        (["solve", "FILE", "--objective", "pips"], "argument --objective: invalid choice: 'pips'"),
        (["solve", "FILE", "--play", "best"], "argument --play: invalid choice: 'best'"),
        (
            ["solve", "FILE", "--play", "maxn"],
            "--play maxn is for three sides or more, and this round has two",
        ),
        (["solve", "/nowhere"], "cannot read /nowhere: No such file or directory"),
        (["solve"], "the following arguments are required: RECORD"),
        (["analyse", "FILE", "--round", "1"], "the record has no round 1: its last is 0"),
        (["analyse", "FILE", "--play", "paranoid"], "--play paranoid is for three sides or more"),
        (["analyse", "/nowhere"], "cannot read /nowhere: No such file or directory"),
        (["longest-train", "5-5"], "the following arguments are required: --start"),
        (["longest-train", "--start", "5"], "the following arguments are required: TILES"),
        (["longest-train", "", "--start", "5"], "longest-train: the hand is empty"),
        (["longest-train", " ,", "--start", "5"], "longest-train: the hand is empty"),
        (["longest-train", "5-5 5", "--start", "5"], "hand[1]: '5' is not a tile from 0-0 to 18"),
        (["longest-train", "5-5", "5-19", "--start", "5"], "hand[1]: '5-19' is not a tile"),
        (["longest-train", "05-5", "--start", "5"], "hand[0]: '05-5' is not a tile"),
        (["longest-train", "5-6 6-5", "--start", "5"], "5-6 is there twice"),
        (["longest-train", "5-5", "--start", "19"], "start"),
        (["longest-train", "5-5", "--start", "-1"], "start"),
        (["longest-train", "5-5", "--start", "5", "--by", "x"], "argument --by: invalid choice"),
        (
            ["longest-train", "5-5", "--start", "5", "--svg", "/nowhere/x"],
            "cannot write /nowhere/x: No such file or directory",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_use(
    which: list[str],
    arguments: list[str],
    said: str,
    record: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = [record if argument == "FILE" else argument for argument in arguments]
    code, out, err = run(capsys, *given, *which)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


@BOTH
@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_three_sides_want_a_way_to_play(
    which: list[str],
    command: str,
    reference: ModuleType,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = written(tmp_path, record_of(three_seats(reference)))
    said = f"bonepile {command}: a round of 3 sides wants --play paranoid or --play maxn\n"
    assert run(capsys, command, record, *which) == (2, "", said)
    assert run(capsys, command, record, "--play", "exact", *which) == (2, "", said)


@BOTH
@pytest.mark.parametrize("command", ["solve", "analyse"])
@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ("{", "line 1"),
        ({**DRAW, "rounds": []}, "rounds"),
        (
            {**DRAW, "rounds": [{**DRAW["rounds"][0], "actions": ["3-3", "stop"]}]},
            "rounds[0].actions[1]: ",
        ),
    ],
    ids=["no JSON", "no rounds", "a broken rule"],
)
def test_a_record_that_is_refused(
    which: list[str],
    command: str,
    spoilt: Any,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, command, written(tmp_path, spoilt), *which)
    assert (code, out) == (1, "")
    assert err.startswith(f"bonepile {command}: ")
    assert said in err


@BOTH
def test_analyse_wants_a_finished_round(
    which: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = {**DRAW["rounds"][0], "actions": ["3-3"], "result": None}
    record = written(tmp_path, {**DRAW, "rounds": [*DRAW["rounds"], {**begun, "round": 1}]})
    said = (
        "bonepile analyse: round 1 is not finished after 1 action: "
        "analyse wants finished rounds (--round R takes one alone)\n"
    )
    assert run(capsys, "analyse", record, *which) == (2, "", said)
    assert run(capsys, "analyse", record, "--round", "1", *which) == (2, "", said)
    assert run(capsys, "analyse", record, "--round", "0", *which)[0] == 0


# As processes


@pytest.mark.parametrize(
    "arguments",
    [["solve", "-"], ["analyse", "-"], ["longest-train", "5-5", "--start", "5"]],
    ids=" ".join,
)
def test_a_closed_pipe_ends_quietly(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as closed:
        done = subprocess.run(
            [*COMMAND, *arguments, "--reference"],
            input=json.dumps(DRAW).encode(),
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (141, b"")
