"""The conformance vectors: what they hold, that engines agree with them, that they can be made."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from bonepile.errors import DealError, IllegalActionError, RecordError, RedealError, RoundOverError
from bonepile.testing import vectors
from building import LINE_PRESETS, PRESETS
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
MAKING = ROOT / "tests" / "conformance"
DATA = files("bonepile") / "conformance"
ERRORS = {"bad_deal": DealError, "redeal": RedealError}

SITUATIONS = list(vectors.situations())
MATCHES = list(vectors.match_situations())

ELSEWHERE = {"dealt-one-by-one"}
"""Planted bugs that show in no replay: how a seed is dealt is a matter of deals.json."""


@pytest.fixture
def making() -> Iterator[Any]:
    """The modules that make the vectors."""
    before = sys.path[:]
    sys.path[:0] = [str(MAKING), str(ROOT / "tests" / "planted")]
    import make  # noqa: PLC0415  (its modules are on the path for these tests only)

    yield make
    sys.path[:] = before


def document(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def all_names() -> set[str]:
    page = (ROOT / "docs" / "rules" / "names.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| `([GLT]-[A-Z]+-\d+)` \|", page, re.MULTILINE))


def is_reference(engine: Any) -> bool:
    return engine.__name__ == "bonepile.reference"


def begun(engine: Any, told: Any) -> Any:
    return engine.Round(engine.Rules.from_dict(told["rules"]), told["deal"], told["round"])


# The schema


@pytest.mark.parametrize("kind", ["situations", "perft", "deals"])
def test_a_document_is_as_the_schema_says(kind: str) -> None:
    schema = vectors.schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator({**schema, "oneOf": [{"$ref": f"#/$defs/{kind}"}]})
    told = document(f"{kind}.json")
    assert told["format"] == f"bonepile-{kind}/1"
    assert [error.message for error in validator.iter_errors(told)] == []
    assert not validator.is_valid({**told, "format": f"bonepile-{kind}/2"})


@pytest.mark.parametrize("preset", PRESETS)
def test_records_are_as_the_schema_says(preset: str) -> None:
    validator = Draft202012Validator({**vectors.schema(), "oneOf": [{"$ref": "#/$defs/records"}]})
    played = list(vectors.records(preset))
    assert len(played) == 50
    for record in played[::24]:
        told = {"format": "bonepile-records/1", "record": record.record}
        shown = [list(snapshots) for snapshots in record.snapshots]
        assert validator.is_valid({**told, "snapshots": shown})
        assert not validator.is_valid(told)


def test_the_schema_refuses_a_wrong_situation() -> None:
    schema = {**vectors.schema(), "oneOf": [{"$ref": "#/$defs/situation"}]}
    validator = Draft202012Validator(schema)
    one = document("situations.json")["situations"][0]
    assert validator.is_valid(one)
    for key in ("name", "rules", "note", "replay", "snapshots"):
        assert not validator.is_valid({k: v for k, v in one.items() if k != key}), key
    for change in ({"error": "bad_deal"}, {"extra": 1}, {"rules": ["X-1"]}, {"name": "No Kebab"}):
        assert not validator.is_valid({**one, **change}), change


# What engines say


@pytest.mark.parametrize("told", SITUATIONS, ids=lambda told: told.name)
def test_situation(engine: Any, told: vectors.Situation) -> None:
    replay = told.replay
    if told.error is not None:
        with pytest.raises(ERRORS[told.error]) as caught:
            begun(engine, replay)
        assert isinstance(caught.value, RedealError) == (told.error == "redeal")
        return
    round = begun(engine, replay)
    assert round.snapshot() == told.snapshots[0]
    for action, snapshot in zip(replay["actions"], told.snapshots[1:], strict=True):
        round = round.play(action)
        assert round.snapshot() == snapshot
    for probe in told.refused:
        why = round.why_illegal(probe.action)
        assert why is not None
        assert why.code == probe.code
        over = RoundOverError if probe.error == "round_over" else IllegalActionError
        with pytest.raises(over):
            round.play(probe.action)
    for action, number in told.numbers.items():
        assert round.rules.action(action).index == number
    if told.numbers:
        assert sorted(told.numbers) == round.snapshot()["legal"]


@pytest.mark.parametrize("told", MATCHES, ids=lambda told: told.name)
def test_match(engine: Any, told: vectors.MatchSituation) -> None:
    if told.error is not None:
        with pytest.raises(RecordError):
            engine.Match.from_record(told.record)
        return
    assert len(told.rounds) == len(told.record["rounds"])
    match = engine.Match.from_record(told.record)
    assert [r.snapshot()["result"] for r in match.rounds] == [r["result"] for r in told.rounds]
    first = [engine.Round(r.rules, r.deal, r.round).to_play for r in match.rounds]
    assert first == [r["first"] for r in told.rounds]
    for last, stands in enumerate(told.rounds, start=1):
        part = {**told.record, "rounds": told.record["rounds"][:last]}
        match = engine.Match.from_record(part)
        assert list(match.totals) == stands["totals"]
        assert list(match.places) == stands["places"]
        assert match.is_over == stands["over"]


def test_perft_tables(engine: Any) -> None:
    for table in list(vectors.perft_tables())[:: 9 if is_reference(engine) else 1]:
        rules = engine.Rules.from_dict(table.rules)
        round = engine.Round(rules, table.deal, table.round, table.actions)
        assert [round.perft(depth) for depth in range(len(table.counts))] == list(table.counts)
        assert round.divide(table.depth) == table.divide
        assert table.counts[table.depth] == table.count == sum(table.divide.values())


def test_seeded_deals(engine: Any) -> None:
    for told in vectors.seeded_deals():
        rules = engine.Rules.from_dict(told.rules)
        dealt = engine.deal(rules, seed=told.seed, round=told.round, game=told.game)
        assert dealt.deal.to_dict() == told.deal
        played = dealt.playout(seed=told.seed, game=told.game)
        assert tuple(map(str, played.actions)) == told.actions


@pytest.mark.parametrize("preset", PRESETS)
def test_records(engine: Any, preset: str) -> None:
    for told in list(vectors.records(preset))[:: 17 if is_reference(engine) else 3]:
        match = engine.Match.from_record(told.record)
        assert match.record() == told.record
        assert match.is_over
        assert len(match.rounds) == len(told.snapshots)
        for ended, snapshots in zip(match.rounds, told.snapshots, strict=True):
            round = engine.Round(ended.rules, ended.deal, ended.round)
            assert round.snapshot() == snapshots[0]
            for action, snapshot in zip(ended.actions, snapshots[1:], strict=True):
                round = round.play(action)
                assert round.snapshot() == snapshot


# What they hold


def test_every_rule_has_a_situation() -> None:
    """No rule is left out: those of matches are told in matches."""
    told = {rule for situation in (*SITUATIONS, *MATCHES) for rule in situation.rules}
    assert told == all_names()


def test_names_are_unique() -> None:
    names = [situation.name for situation in (*SITUATIONS, *MATCHES)]
    assert len(set(names)) == len(names)


def test_every_planted_bug_shows_in_some_situation(making: Any) -> None:
    bugs = {bug.name for bug in making.hunting.read_catalogue()}
    shown = {wrong["planted"] for told in (*SITUATIONS, *MATCHES) for wrong in told.wrong}
    assert shown == bugs - ELSEWHERE


def test_a_case_that_was_hunted_shows_its_bug(making: Any) -> None:
    told = {situation.name: situation for situation in SITUATIONS}
    hunted = making.hunting.read_hunted()
    assert len(hunted) > 100
    for name in hunted:
        assert name in [wrong["planted"] for wrong in told[f"planted-{name}"].wrong]


def test_a_bug_in_dealing_shows_in_the_deals(making: Any) -> None:
    seeded = making.seeded
    with making.Copies() as copies:
        for name in ELSEWHERE:
            bugged = copies.engine(copies.bugs[name])
            told = document("deals.json")["deals"][0]
            made = seeded.one(
                bugged, told["rules"], int(told["seed"]), int(told["game"]), told["round"]
            )
            assert made["deal"] != told["deal"]


def test_the_mistakes_of_the_readme_have_their_situations() -> None:
    page = (DATA / "README.md").read_text(encoding="utf-8")
    _, _, listed = page.partition("## Common mistakes")
    table = re.findall(r"^\| ([a-z].*) \| (`.*`) \|$", listed.partition("\n## ")[0], re.MULTILINE)
    assert len(table) == 14
    names = {situation.name for situation in (*SITUATIONS, *MATCHES)}
    for mistake, where in table:
        assert set(re.findall(r"`(.*?)`", where)) <= names, mistake


def test_perft_tables_are_of_every_preset_at_every_stage() -> None:
    tables = list(vectors.perft_tables())
    for preset in PRESETS:
        seats = 4 if preset.startswith("dominos") or preset in LINE_PRESETS else 8
        played = {
            (t.rules["players"], bool(t.actions)) for t in tables if t.rules["preset"] == preset
        }
        assert {(n, played) for n in range(2, seats + 1) for played in (False, True)} <= played
    assert len({table.situation for table in tables}) > 50
    assert max(table.count for table in tables) > 2000
    assert any(table.counts[-1] == 0 for table in tables), "where no sequence is longer"
    assert any(0 < table.count < table.counts[table.depth - 1] for table in tables)


def test_deals_are_dealt_again_where_no_double_leads() -> None:
    again = [told for told in vectors.seeded_deals() if told.redealt]
    assert len(again) >= 5
    for told in again:
        assert any(len(set(tile.split("-"))) == 1 for hand in told.deal["hands"] for tile in hand)


# That they can be made


@pytest.mark.parametrize("kind", ["situations", "matches"])
def test_situations_are_what_their_script_writes(making: Any, kind: str) -> None:
    """With the answers of every eighth planted copy."""
    with making.Copies(every=8) as copies:
        make = {
            "situations": making.situations.all_situations,
            "matches": making.matches.all_matches,
        }[kind]
        made = make(making.ENGINES, copies)
        planted = set(copies.bugs)
    assert [without(told, planted) for told in document("situations.json")[kind]] == made


def without(told: Any, planted: set[str]) -> Any:
    """The situation with the answers of these copies only."""
    wrong = [answer for answer in told.get("wrong", []) if answer["planted"] in planted]
    rest = {key: value for key, value in told.items() if key != "wrong"}
    return {**rest, "wrong": wrong} if wrong else rest


def test_perft_tables_are_what_their_script_writes(making: Any) -> None:
    written = document("perft.json")["tables"]
    found = {json.dumps(place(table)): table for table in written}
    assert len(found) == len(written)
    positions = list(making.perft.positions(making.ENGINES[0]))
    for position in positions[::11]:
        if position.on(making.ENGINES[1]).result is None:
            table = making.perft.table(making.ENGINES, position)
            assert found[json.dumps(place(table))] == table


def place(table: Any) -> Any:
    return [table.get(key) for key in ("situation", "rules", "round", "deal", "actions")]


def test_deals_are_what_their_script_writes(making: Any) -> None:
    assert making.seeded.all_deals(making.ENGINES) == document("deals.json")["deals"]


@pytest.mark.parametrize("preset", PRESETS)
def test_records_are_what_their_script_writes(making: Any, preset: str) -> None:
    sample = (1, 30)
    packed = DATA / "records" / f"{preset}.jsonl.gz"
    text = making.read(packed)
    lines = [json.loads(line) for line in text.splitlines()]
    made = making.records.lines(making.ENGINES, preset, sample)
    assert made == [lines[number] for number in sample]
