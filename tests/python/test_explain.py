"""Explanations: the rules behind actions, rounds, deals and matches."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import bonepile
import pytest
from bonepile import cli, reference
from bonepile.errors import BonepileError, DealError
from bonepile.testing.cases import POLICIES, choose, draw_case, draw_deal
from bonepile.testing.parameters import catalogue
from bonepile.testing.probes import probe
from building import PRESETS, complete, play

ROOT = Path(__file__).resolve().parents[2]
TESTS = sorted(Path(__file__).parent.glob("test_explain*.py"))
SOURCES = sorted((ROOT / "python" / "bonepile" / "reference" / "explanations").glob("*.py"))
NAME = re.compile(r"\b[A-Z]-[A-Z]+-[0-9]+\b")
NAMES = re.findall(r"^\| `([A-Z]-[A-Z]+-\d+)`", (ROOT / "docs/rules/names.md").read_text(), re.M)

CC = "dominos-cc-mexican-train"

# The names


def literals() -> Iterator[str]:
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def test_every_rule_is_cited_somewhere_and_nothing_else() -> None:
    cited = {text for text in literals() if NAME.fullmatch(text)}
    assert len(NAMES) == len(set(NAMES)) > 100
    assert sorted(cited) == sorted(NAMES)


def test_every_rule_has_a_situation() -> None:
    told = {name for test in TESTS for name in NAME.findall(test.read_text(encoding="utf-8"))}
    assert sorted(told) == sorted(NAMES)


# What is explained


def test_anything_else_is_a_type_error() -> None:
    round = reference.deal(reference.Rules("all-fives", players=2), seed=1)
    match = reference.Match(round.rules, seed=1)
    for wrong in (None, 3, "6-6", round.deal, round.rules, object()):
        with pytest.raises(TypeError, match="a round or a match can be explained"):
            reference.explain(wrong)
    for wrong in (3, 1.5, round):
        with pytest.raises(TypeError, match="an action is a str or an Action"):
            reference.explain(round, wrong)
    with pytest.raises(TypeError, match="in a round, not in a match"):
        reference.explain(match, "6-6")


@pytest.mark.parametrize("wrong", [None, 3, "6-6", [], object()])
def test_a_deal_of_another_type_is_a_type_error(engine: ModuleType, wrong: Any) -> None:
    rules = engine.Rules("all-fives", players=2)
    with pytest.raises(TypeError, match="deal must be a Deal or a mapping"):
        reference.explain_deal(rules, wrong)
    with pytest.raises(TypeError):
        engine.Round(rules, wrong)


def test_several_seats_out_in_a_position_ended_a_circuit(engine: ModuleType) -> None:
    """T-CIRCUIT-2: nothing else leaves two hands empty, whoever acted last."""
    rules = engine.Rules("masters-mexican-train", players=6, set=4, hand_size=2, start_marked=False)
    position = {
        "format": "bonepile-position/1",
        "round": 2,
        "hands": [["0-1", "2-2"], [], ["0-2", "1-2"], ["1-1"], ["1-3", "2-3"], []],
        "boneyard": ["0-3", "3-3", "1-4"],
        "layout": {
            "engine": "4-4",
            "trains": {"1": ["2-4"], "3": ["3-4"], "5": ["0-4", "0-0"]},
        },
        "to_play": None,
        "last": 1,
        "markers": [0, 2, 4],
    }
    told = reference.explain(engine.Round.from_position(rules, position)).follows
    assert told[0].rule == "T-CIRCUIT-2"
    assert told[0].sentence.endswith("Seats 1 and 5 are out.")


def test_text_that_is_no_action_is_explained(engine: ModuleType) -> None:
    round = engine.deal(engine.Rules("all-fives", players=2), seed=1)
    told = bonepile.explain(round, "6-2")
    assert (told.action, told.legal, told.follows) == ("6-2", False, ())
    (why,) = told.why
    assert why.rule == ""
    assert "'6-2' is not an action" in why.sentence
    assert bonepile.explain(round, "stop").why[0].rule == ""


def test_an_action_may_be_text_or_an_action(engine: ModuleType) -> None:
    round = engine.deal(engine.Rules("all-fives", players=2), seed=1)
    action = round.legal_actions()[0]
    assert bonepile.explain(round, action) == bonepile.explain(round, str(action))
    assert bonepile.explain(round, action).action == str(action)


def random_round(index: int, seed: int = 3) -> Any:
    """A round of the reference under random rules and a random deal; None if they are refused."""
    case = draw_case(seed, index, catalogue(reference), overrides=bool(index % 4))
    try:
        rules = reference.Rules.from_dict(case.rules)
        deal = draw_deal(case, rules.parameters)
        if deal is None:
            return reference.deal(rules, case.game_seed, case.round, case.game)
        return reference.Round(rules, deal, case.round)
    except BonepileError:
        return None


def expect_agreement(before: Any, told: Any, after: Any) -> None:
    """What an explanation says of the table is so."""
    snapshot = after.snapshot()
    follows = dict(told.follows)
    for rule in ("L-TURN-1", "T-TURN-1", "G-PASS-2"):
        if rule in follows:
            assert follows[rule] == f"Seat {snapshot['to_play']} is on turn."
    if "G-FIT-2" in follows:
        (end,) = re.findall(r"now shows (\d+)\.", follows["G-FIT-2"])
        place = told.action.partition("@")[2]
        assert int(end) == snapshot["table"].get("ends", snapshot["table"])[place]
    if "T-MARK-1" in follows:
        assert before.to_play in snapshot["table"]["markers"]
    if "comes down" in follows.get("T-MARK-2", ""):
        assert before.to_play not in snapshot["table"]["markers"]
    if "L-COUNT-3" in follows:
        assert follows["L-COUNT-3"].endswith(f": {snapshot['table']['count']} together.")
    if "may lay another" in follows.get("T-FIRST-3", ""):
        assert "stop" in snapshot["legal"]
    if "has an extra turn" in follows.get("T-EXTRA-2", ""):
        assert snapshot["to_play"] == before.to_play
    if {"T-DOUBLE-1", "T-DOUBLE-2", "G-DRAW-3"} & set(follows):
        assert snapshot["to_play"] == before.to_play
    over = {"L-END-1", "G-BLOCK-3", "T-END-1", "T-CIRCUIT-2", "T-CIRCUIT-3"} & set(follows)
    ended = over or "both are out" in follows.get("L-END-2", "")
    assert bool(ended) == (snapshot["result"] is not None)


FORBIDDEN_BY = {
    "round_over": {"G-END-2"},
    "unreadable": {""},
    "not_in_set": {"G-SET-1"},
    "tile_not_in_hand": {"G-DEAL-2"},
    "lead_required": {"L-OPEN-1", "L-OPEN-3", "L-LINE-1"},
    "no_such_place": {"L-LINE-2", "T-TABLE-1"},
    "own_train_only": {"T-FIRST-2"},
    "must_cover": {"T-COVER-3", "T-DOUBLE-2"},
    "train_not_open": {"T-RIGHT-4", "T-RIGHT-5"},
    "no_match": {"G-FIT-1", "T-TABLE-2"},
    "cannot_stop": {"T-FIRST-1", "T-FIRST-3", ""},
    "can_play": {"G-PLAY-1", "L-OPEN-5"},
    "must_draw": {"G-PASS-1"},
    "cannot_draw": {"G-DRAW-1", "L-DRAW-1", "L-DRAW-3", "T-DRAW-1", "T-DRAW-2", "T-FIRST-5"},
}
"""The rules that the first statement about a refused action may cite."""


def expect_statements(told: Any) -> None:
    for rule, sentence in told.why + told.follows:
        assert rule in {"", *NAMES}
        assert sentence[-1] == "."
        assert sentence[0] == sentence[0].upper()


@pytest.mark.parametrize("index", range(80))
def test_random_rounds_are_explained(index: int) -> None:
    """No call raises, legality is the round's, and the sentences agree with the table."""
    round = random_round(index)
    if round is None:
        return
    dice = draw_case(3, index, catalogue(reference), overrides=bool(index % 4)).dice("explain")
    policy = dice.pick(POLICIES)
    while round.result is None:
        expect_statements(reference.explain(round))
        assert reference.explain(round).follows
        snapshot = round.snapshot()
        asked = probe(dice, snapshot, round.rules.parameters["set"])
        told = reference.explain(round, asked)
        expect_statements(told)
        assert told.legal == round.is_legal(asked)
        assert told.why
        assert bool(told.follows) == told.legal
        refusal = round.why_illegal(asked)
        assert refusal is None or told.why[0].rule in FORBIDDEN_BY[refusal.code]
        action = choose(dice, policy, snapshot["legal"])
        told = reference.explain(round, action)
        expect_statements(told)
        after = round.play(action)
        assert told.legal
        assert told.why
        expect_agreement(round, told, after)
        round = after
    assert reference.explain(round).follows
    assert reference.explain(round, "pass").why[0].rule == "G-END-2"


@pytest.mark.parametrize("preset", PRESETS)
def test_both_engines_rounds_are_explained_alike(preset: str, both: Any) -> None:
    core, own = (
        engine.deal(engine.Rules(preset, players=4), seed=5, round=1).playout(5) for engine in both
    )
    actions = [str(action) for action in own.actions]
    for at in range(len(actions), -1, -max(1, len(actions) // 6)):
        here = actions[at : at + 1] or ["pass"]
        for asked in (*here, "draw", "0-0@L", "1-2@M", "stop", "?"):
            assert bonepile.explain(core, asked) == reference.explain(own, asked)
        assert bonepile.explain(core) == reference.explain(own)
        for _ in range(min(at, max(1, len(actions) // 6))):
            core, own = core.undo(), own.undo()


@pytest.mark.parametrize("preset", ["all-fives", CC])
def test_both_engines_matches_are_explained_alike(preset: str, both: Any) -> None:
    told = []
    for engine in both:
        match = engine.Match(engine.Rules(preset, players=3), seed=4)
        own = [bonepile.explain(match)]
        for _ in range(2):
            for action in match.round.playout(4).actions:
                match = match.play(action)
            own.append(bonepile.explain(match))
            match = match.next_round()
        told.append([*own, bonepile.explain(match)])
    assert told[0] == told[1]
    assert all(each.legal is each.action is None for each in told[0])


# Deals and matches


def test_a_deal_that_is_dealt_again(engine: ModuleType) -> None:
    """L-OPEN-2."""
    rules = engine.Rules("masters-draw", players=2, hand_size=2)
    again = engine.Deal.from_dict(complete(6, 2, ["0-1 0-2", "1-2 1-3"]))
    told = reference.explain_deal(rules, again)
    assert (told.legal, [each.rule for each in told.why], told.follows) == (False, ["L-OPEN-2"], ())
    played = reference.explain_deal(rules, complete(6, 2, ["1-1 0-2", "1-2 1-3"]))
    assert played.legal is True
    assert "L-OPEN-1" in [each.rule for each in played.why]
    with pytest.raises(DealError):
        reference.explain_deal(rules, complete(6, 3, ["1-1 0-2", "1-2 1-3"]))


def match(actions: str, hands: list[str], preset: str = "pagat-draw", **rules: Any) -> Any:
    made = reference.Rules(preset, players=len(hands), hand_size=len(hands[0].split()), **rules)
    engine = "12-12" if preset == CC else None
    deal = complete(made.parameters["set"], made.hand_tiles, hands, engine=engine)
    return play(reference.Match(made, deal=deal), actions)


WON = ["0-1 1-2", "4-5 3-6", "3-4 3-5"]
STUCK = ["0-1 2-2", "4-5 3-6", "3-4 3-5"]
DRY: dict[str, Any] = {"draw": "none"}

MATCHES: list[tuple[str, Callable[[], Any], str]] = [
    ("L-LEADER-2", lambda: match("", WON), "Seat 0 leads the first round"),
    ("L-LEADER-3", lambda: match("0-1 pass pass 1-2@R", WON, **DRY), "seat 1 leads"),
    (
        "L-LEADER-4",
        lambda: match("0-1 pass pass 1-2@R", WON, next_leader="winner", **DRY),
        "Seat 0 laid the last tile",
    ),
    (
        "L-LEADER-4",
        lambda: match("0-1 pass pass pass", STUCK, next_leader="winner", **DRY),
        "Nobody went out: the lead goes on to the left, and seat 1 leads",
    ),
    ("L-MATCH-1", lambda: match("0-1 pass pass 1-2@R", WON, **DRY), "No total is 100 or more"),
    ("L-MATCH-1", lambda: match("0-1 pass pass 1-2@R", WON, target=33, **DRY), "33 end the match"),
    (
        "L-MATCH-2",
        lambda: match("0-1 pass pass 1-2@R", WON, **DRY),
        "1. seat 0 (33), 2. seat 1 (0)",
    ),
    ("L-MATCH-3", lambda: match("0-1 pass pass 1-2@R", WON, **DRY), "seat 0 +33, seat 1 +0"),
    (
        "L-MATCH-4",
        lambda: match("0-1 pass pass 1-2@R", WON, match_by="wins", **DRY),
        "seat 0 won it, which counts 1; totals 1, 0 and 0",
    ),
    ("T-MATCH-1", lambda: match("3-12@0", ["3-12", "0-5"], CC), "1 of 6 rounds are played"),
    (
        "T-MATCH-2",
        lambda: match("3-12@0", ["3-12", "0-5"], CC),
        "seat 0 +0 and seat 1 +5; totals 0",
    ),
    ("T-MATCH-2", lambda: match("3-12@0", ["3-12", "0-5"], CC), "1. seat 0 (0) and 2. seat 1 (5)"),
]


@pytest.mark.parametrize(("rule", "made", "words"), MATCHES, ids=[f"{m[0]}" for m in MATCHES])
def test_a_match(rule: str, made: Callable[[], Any], words: str) -> None:
    told = reference.explain(made())
    sentences = [each.sentence for each in told.why + told.follows if each.rule == rule]
    assert any(words in sentence for sentence in sentences), told


def test_loose_rounds() -> None:
    """T-MATCH-3."""
    rules = reference.Rules("masters-mexican-train", players=2)
    round = reference.deal(rules, seed=1).playout(1)
    told = {
        "deal": round.deal.to_dict(),
        "actions": [str(action) for action in round.actions],
    }
    record = {"format": "bonepile-record/1", "rules": rules.to_dict(), "rounds": [told]}
    follows = reference.explain(reference.Match.from_record(record)).follows
    assert "T-MATCH-3" in [each.rule for each in follows]


# The command


def replay(capsys: Any, path: Path, *options: str) -> tuple[int, str]:
    code = cli.main(["replay", str(path), "--explain", *options])
    return code, capsys.readouterr().out


def written(path: Path, match: Any, **changes: Any) -> Path:
    record = match.record()
    record["rounds"][-1].update(changes)
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


@pytest.mark.parametrize("options", [[], ["--reference"]])
def test_replay_explains_a_record(capsys: Any, tmp_path: Path, options: list[str]) -> None:
    won = match("0-1 pass pass 1-2@R", WON, **DRY).next_round()
    code, told = replay(capsys, written(tmp_path / "won.json", won), *options)
    assert code == 0
    assert "  [L-OPEN-4] Seat 0 leads any tile of its hand.\n" in told
    assert "  seat 0: 1-2@R\n" in told
    assert "    [L-OUT-3] Seat 0 scores the pips of the others less its own: " in told
    assert "  [L-LEADER-3] The lead goes on to the left: seat 1 leads.\n" in told
    assert told.count("[L-DRAW-1]") == 1, "what is said on every turn is said once"
    assert "  [L-OPEN-4] Seat 1 leads and may lead any tile of its hand.\n" in told


def test_replay_explains_in_json(capsys: Any, tmp_path: Path) -> None:
    won = match("0-1 pass pass 1-2@R", WON, **DRY)
    _, told = replay(capsys, written(tmp_path / "won.json", won), "--json")
    (round,) = json.loads(told)["rounds"]
    explained = round["explained"]
    assert [each["action"] for each in explained["actions"]] == ["0-1", "pass", "pass", "1-2@R"]
    assert explained["actions"][1]["why"][1] == {
        "rule": "L-DRAW-1",
        "sentence": "Nobody draws in this game.",
    }
    assert explained["now"] is None
    assert {each["rule"] for each in explained["match"]["follows"]} > {"L-MATCH-1", "L-LEADER-3"}


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"actions": ["0-1", "pass", "3-4@R"]}, "G-FIT-1"),
        ({"result": {"reason": "out"}}, "L-OUT-1"),
    ],
)
def test_replay_explains_a_refusal(
    capsys: Any, tmp_path: Path, changes: dict[str, Any], rule: str
) -> None:
    path = written(tmp_path / "bad.json", match("0-1 pass pass 1-2@R", WON, **DRY), **changes)
    code, told = replay(capsys, path)
    assert code == 1
    assert told.startswith("refused: ")
    assert f"    [{rule}] " in told
    _, told = replay(capsys, path, "--json")
    explained = json.loads(told)["explained"]
    assert rule in [each["rule"] for each in explained["why"] + explained["follows"]]


@pytest.mark.parametrize(
    ("actions", "shown"),
    [
        (["0-1", "pass", "pass", "1-2@R", "pass"], "  nobody: pass"),
        (["0-1", "\x1b[31m"], "  seat 1: '\\x1b[31m'"),
    ],
)
def test_replay_shows_who_acts_and_no_control_characters(
    capsys: Any, tmp_path: Path, actions: list[str], shown: str
) -> None:
    played = match("0-1 pass pass 1-2@R", WON, **DRY)
    path = written(tmp_path / "bad.json", played, actions=actions, result=None)
    _, told = replay(capsys, path)
    assert shown in told.splitlines()
    assert "\x1b" not in told


def test_replay_explains_a_deal_that_is_dealt_again(capsys: Any, tmp_path: Path) -> None:
    """L-OPEN-2."""
    rules = reference.Rules("masters-draw", players=2, hand_size=2)
    played = reference.Match(rules, deal=complete(6, 2, ["1-1 0-2", "1-2 1-3"]))
    again = complete(6, 2, ["0-1 0-2", "1-2 1-3"])
    code, told = replay(capsys, written(tmp_path / "again.json", played, deal=again, actions=[]))
    assert code == 1
    assert "[L-OPEN-2] No hand holds a double" in told
