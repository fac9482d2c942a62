"""The line protocol: one JSON object a line, each answered by one."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from building import PRESETS, complete

MIB = 1024 * 1024
RULES = {"preset": "masters-draw", "players": 2}
DEAL = complete(6, 7, ["6-6 0-6", "1-6 2-6"], "0-0")
TRAIN_RULES = {"preset": "dominos-cc-mexican-train", "players": 2}
TRAIN_DEAL = complete(12, 15, ["", ""], engine="12-12")


def request(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


def start(**fields: Any) -> bytes:
    return request(**{"id": 1, "op": "start", "rules": RULES, "deal": DEAL, **fields})


def ask(session: Any, line: bytes | dict[str, Any]) -> dict[str, Any]:
    line = line if isinstance(line, bytes) else json.dumps(line).encode()
    answer = session.answer(line)
    assert isinstance(answer, bytes)
    assert b"\n" not in answer
    told = json.loads(answer)
    assert list(told)[:2] == ["id", "ok"]
    if told["ok"] is False:
        assert list(told) == ["id", "ok", "error", "message"]
        assert told["message"]
    return told


def refused(session: Any, line: bytes | dict[str, Any]) -> str:
    told = ask(session, line)
    assert told["ok"] is False, told
    return told["error"]


def started(engine: Any) -> Any:
    session = engine.Session()
    assert ask(session, start())["ok"] is True
    return session


def test_hello(engine: Any) -> None:
    told = ask(engine.Session(), {"id": 1, "op": "hello"})
    assert list(told) == ["id", "ok", "name", "version", "presets", "ops"]
    assert told["id"] == 1
    assert told["ok"] is True
    expected = "bonepile-reference" if engine.__name__.endswith("reference") else "bonepile"
    assert told["name"] == expected
    assert isinstance(told["version"], str)
    assert told["presets"] == list(PRESETS)
    assert told["ops"] == ["replay", "perft"]


def test_start_shows_the_round(engine: Any) -> None:
    told = ask(engine.Session(), start())
    round = engine.Round(engine.Rules("masters-draw", players=2), DEAL)
    assert told == {"id": 1, "ok": True, "snapshot": round.snapshot()}
    assert list(told["snapshot"]) == list(round.snapshot())


def test_start_takes_a_round_number(engine: Any) -> None:
    rules = {"preset": "pagat-draw", "players": 2}
    deal = complete(6, 7, ["", ""])
    for number, to_play in ((0, 0), (1, 1), (2**32 - 1, 1)):
        told = ask(engine.Session(), start(rules=rules, deal=deal, round=number))
        assert told["snapshot"]["to_play"] == to_play
    told = ask(engine.Session(), start(rules=rules, deal=deal))
    assert told["snapshot"]["to_play"] == 0, "0 when absent"


def test_start_takes_every_parameter_spelled_out(engine: Any) -> None:
    for preset in PRESETS:
        rules = engine.Rules(preset, players=2)
        spelled = {"preset": preset, "players": 2, **rules.parameters}
        spelled["hand_size"] = {str(n): size for n, size in spelled["hand_size"].items()}
        deal = engine.deal(rules, 3).deal.to_dict()
        long = ask(engine.Session(), start(rules=spelled, deal=deal))
        short = ask(engine.Session(), start(rules={"preset": preset, "players": 2}, deal=deal))
        assert long == short
        assert long["ok"] is True


def test_apply(engine: Any) -> None:
    session = started(engine)
    round = engine.Round(engine.Rules("masters-draw", players=2), DEAL)
    for number, action in enumerate(("6-6", "1-6@R", "0-6@L")):
        round = round.play(action)
        told = ask(session, {"id": number, "op": "apply", "action": action})
        assert told == {"id": number, "ok": True, "snapshot": round.snapshot()}


def test_a_whole_round(engine: Any) -> None:
    for preset in PRESETS:
        first = engine.deal(engine.Rules(preset, players=3), 6)
        final = first.playout(6)
        session = engine.Session()
        rules = first.rules.to_dict()
        told = ask(session, start(rules=rules, deal=first.deal.to_dict()))
        step = first
        for action in final.actions:
            assert told["snapshot"] == step.snapshot()
            step = step.play(action)
            told = ask(session, {"op": "apply", "action": str(action)})
        assert told["snapshot"] == final.snapshot()
        assert refused(session, {"op": "apply", "action": "draw"}) == "round_over"
        assert refused(session, {"op": "apply", "action": "rubbish"}) == "round_over"
        assert ask(session, {"op": "perft", "depth": 1}) == {
            "id": None,
            "ok": True,
            "count": 0,
            "divide": {},
        }


def test_a_refused_action_leaves_the_round(engine: Any) -> None:
    session = started(engine)
    for action in ("1-6@R", "0-6", "rubbish", "", "draw", "pass", "stop", "6-6@L"):
        assert refused(session, {"op": "apply", "action": action}) == "illegal_action"
    assert ask(session, {"op": "apply", "action": "6-6"})["ok"] is True


def test_a_refused_start_leaves_the_round(engine: Any) -> None:
    session = started(engine)
    ask(session, {"op": "apply", "action": "6-6"})
    before = ask(session, {"op": "perft", "depth": 2})
    for line, error in (
        (start(rules={**RULES, "preset": "nothing"}), "unknown_preset"),
        (start(rules={**RULES, "reserve": -1}), "bad_rules"),
        (start(deal={**DEAL, "leader": 1}), "bad_deal"),
        (start(deal=complete(6, 7, ["", ""])), "redeal"),
        (start(round=-1), "bad_request"),
    ):
        assert refused(session, line) == error
        assert ask(session, {"op": "perft", "depth": 2}) == before
    assert ask(session, {"op": "apply", "action": "1-6@R"})["ok"] is True


def test_start_begins_anew(engine: Any) -> None:
    session = started(engine)
    ask(session, {"op": "apply", "action": "6-6"})
    first = ask(engine.Session(), start())
    assert ask(session, start()) == first


def test_quit_closes(engine: Any) -> None:
    session = engine.Session()
    assert session.closed is False
    assert ask(session, {"id": 4, "op": "quit"}) == {"id": 4, "ok": True}
    assert session.closed is True


def test_replay(engine: Any) -> None:
    session = started(engine)
    actions = ["6-6", "1-6@R", "0-6@L"]
    steps = [engine.Round(engine.Rules("masters-draw", players=2), DEAL)]
    for action in actions:
        steps.append(steps[-1].play(action))
    shown = [step.snapshot() for step in steps]
    told = ask(session, start(op="replay", actions=actions))
    assert told == {"id": 1, "ok": True, "snapshots": shown}
    told = ask(session, start(op="replay", actions=[]))
    assert told == {"id": 1, "ok": True, "snapshots": shown[:1]}
    told = ask(session, start(op="replay", actions=["6-6", "1-6@R", "6-6", "rubbish"]))
    assert told == {
        "id": 1,
        "ok": True,
        "snapshots": shown[:3],
        "refused": {"at": 2, "error": "illegal_action"},
    }
    told = ask(session, {"op": "apply", "action": "6-6"})
    assert told["snapshot"] == shown[1], "the round in progress is left alone"


def test_replay_after_the_end(engine: Any) -> None:
    rules = {"preset": "all-fives", "players": 2, "hand_size": 1}
    deal = complete(6, 1, ["3-4", "2-5"], leader=0)
    line = start(op="replay", rules=rules, deal=deal, actions=["3-4", "pass"])
    told = ask(engine.Session(), line)
    assert len(told["snapshots"]) == 2
    assert told["snapshots"][1]["result"]["points"] == [5, 0]
    assert told["refused"] == {"at": 1, "error": "round_over"}


def test_replay_refuses_like_start(engine: Any) -> None:
    session = engine.Session()
    bad = {**DEAL, "leader": 1}
    for fields, error in (
        ({"rules": {**RULES, "preset": "nothing"}}, "unknown_preset"),
        ({"rules": {**RULES, "players": 9}}, "bad_rules"),
        ({"deal": bad}, "bad_deal"),
        ({"deal": complete(6, 7, ["", ""])}, "redeal"),
    ):
        assert refused(session, start(op="replay", actions=[], **fields)) == error
    assert refused(session, {"op": "apply", "action": "6-6"}) == "bad_request"


def test_perft(engine: Any) -> None:
    session = started(engine)
    round = engine.Round(engine.Rules("masters-draw", players=2), DEAL)
    assert ask(session, {"id": 6, "op": "perft", "depth": 0}) == {
        "id": 6,
        "ok": True,
        "count": 1,
        "divide": {},
    }
    for depth in (1, 2, 3):
        told = ask(session, {"id": 6, "op": "perft", "depth": depth})
        assert told["count"] == round.perft(depth)
        assert told["divide"] == round.divide(depth)
        assert list(told) == ["id", "ok", "count", "divide"]
    told = ask(session, {"op": "apply", "action": "6-6"})
    assert told["snapshot"] == round.play("6-6").snapshot(), "the round in progress is left alone"


@pytest.mark.parametrize(
    "id",
    [None, 0, -7, 2**31, 1.5, "a", "\u00e9 \U0001f01c", "", True, [], [1, {"a": None}], {"k": []}],
)
def test_id_is_echoed(engine: Any, id: Any) -> None:
    session = engine.Session()
    assert ask(session, {"id": id, "op": "hello"})["id"] == id
    assert type(ask(session, {"id": id, "op": "hello"})["id"]) is type(id)
    told = ask(session, {"id": id, "op": "nothing"})
    assert (told["id"], told["error"]) == (id, "bad_request")
    told = ask(session, {"id": id, "op": "start", "rules": {"preset": "x"}, "deal": {}})
    assert (told["id"], told["error"]) == (id, "unknown_preset")


def test_id_may_be_absent(engine: Any) -> None:
    assert ask(engine.Session(), {"op": "hello"})["id"] is None
    assert ask(engine.Session(), {"op": "nothing"})["id"] is None


NO_JSON = [
    b"", b" ", b"\t", b"{", b"}", b"[]", b"[1]", b"null", b"true", b"1", b'"hello"', b"hello",
    b'{"id":1,"op":"hello"', b'{"id":1,"op":"hello",}', b'{"id":1 "op":"hello"}',
    b"{'id':1,'op':'hello'}", b'{id:1,"op":"hello"}', b'{"id":1,"op":"hello"} x',
    b'{"id":1,"op":"hello"}{"id":2,"op":"hello"}', b'{"id":NaN,"op":"hello"}',
    b'{"id":Infinity,"op":"hello"}', b'{"id":-Infinity,"op":"hello"}', b'{"id":01,"op":"hello"}',
    b'{"id":.5,"op":"hello"}', b'{"id":1.,"op":"hello"}', b'{"id":+1,"op":"hello"}',
    b'{"id":0x1,"op":"hello"}', b'{"id":1e,"op":"hello"}', b'{"id":-,"op":"hello"}',
    b'{"id":True,"op":"hello"}', b'{"id":[1,],"op":"hello"}', b'{"id":"\\ud800","op":"hello"}',
    b'{"id":"\\udc00","op":"hello"}', b'{"id":"\\ud800\\u0041","op":"hello"}',
    b'{"id":"\\ud800","id":1,"op":"hello"}', b'{"\\ud800":1,"op":"hello"}',
    b'{"id":"\xff","op":"hello"}', b'{"id":"\xc0\xaf","op":"hello"}',
    b'{"id":"\xed\xa0\x80","op":"hello"}', b'{"id":"\xf4\x90\x80\x80","op":"hello"}',
    b'\xef\xbb\xbf{"id":1,"op":"hello"}', b'{"id":"a\tb","op":"hello"}',
    b'{"id":"a\x00b","op":"hello"}', b'{"id":"\\x","op":"hello"}', b'{"id":"\\u12g4","op":"hello"}',
    b'{"id":"\\u123","op":"hello"}', b'{"id":"a,"op":"hello"}', b'/* */{"id":1,"op":"hello"}',
    b'{"id":1,"op":"hello"}//', b'\x0c{"id":1,"op":"hello"}', b'{"id":1,\xc2\xa0"op":"hello"}',
    b'{"id":1,"op":"hello"}\x00', b'{"id":1;"op":"hello"}', b'{"id":1,,"op":"hello"}',
    b'{,"id":1,"op":"hello"}', b'{"id":1:2,"op":"hello"}', b'{"id":tru,"op":"hello"}',
    b'{"id":nul,"op":"hello"}', b'{1:1,"op":"hello"}',
]  # fmt: skip


@pytest.mark.parametrize("line", NO_JSON)
def test_what_is_no_json_object(engine: Any, line: bytes) -> None:
    session = started(engine)
    told = ask(session, line)
    assert (told["id"], told["ok"], told["error"]) == (None, False, "bad_request")
    assert ask(session, {"op": "apply", "action": "6-6"})["ok"] is True


JSON_OF_ALL_KINDS = [
    b' {"id":1,"op":"hello"}', b'{"id":1,"op":"hello"} \t\r', b'\t{ "id" : 1 , "op" : "hello" }',
    b'{"id":1,"op":"\\u0068ello"}', b'{"op":"hello","id":1}', b'{"id":2,"op":"quit","op":"hello"}',
    b'{"id":0,"id":1,"op":"hello"}', b'{"id":"\\ud83c\\udc1c","op":"hello"}',
    b'{"id":"\\/\\b\\f\\n\\r\\t\\"\\\\","op":"hello"}', b'{"id":1e2,"op":"hello"}',
    b'{"id":-0,"op":"hello"}', b'{"id":1E+2,"op":"hello","x":{"y":[null,true,false,1.5e-3]}}',
    b'{"id":"\x7f","op":"hello"}', b'{"id":"\\u0000","op":"hello"}',
]  # fmt: skip


@pytest.mark.parametrize("line", JSON_OF_ALL_KINDS)
def test_what_is_json(engine: Any, line: bytes) -> None:
    told = ask(engine.Session(), line)
    assert told["ok"] is True
    assert told["id"] == json.loads(line)["id"]
    assert told["presets"] == list(PRESETS)


def test_lines_over_one_mebibyte(engine: Any) -> None:
    session = started(engine)

    def padded(length: int) -> bytes:
        line = b'{"id":5,"op":"hello","x":""}'
        return line[:-2] + b"x" * (length - len(line)) + line[-2:]

    assert len(padded(MIB)) == MIB
    assert ask(session, padded(MIB))["ok"] is True
    told = ask(session, padded(MIB + 1))
    assert (told["id"], told["error"]) == (None, "bad_request")
    assert refused(session, b"x" * (3 * MIB)) == "bad_request"
    assert refused(session, b" " * (MIB + 1)) == "bad_request"
    assert ask(session, {"op": "apply", "action": "6-6"})["ok"] is True


def test_deep_nesting_is_answered(engine: Any) -> None:
    session = started(engine)
    for depth in (50_000, 400_000):
        told = ask(session, b'{"op":' + b"[" * depth + b"]" * depth + b"}")
        assert told["error"] == "bad_request"
    assert ask(session, {"op": "apply", "action": "6-6"})["ok"] is True


def test_huge_numbers_are_answered(engine: Any) -> None:
    session = started(engine)
    for number in (b"1" * 10_000, b"-" + b"9" * 400, b"1e999"):
        line = b'{"op":"perft","depth":' + number + b"}"
        assert refused(session, line) == "bad_request"
    assert ask(session, {"op": "apply", "action": "6-6"})["ok"] is True


ILL_TYPED: list[tuple[str, list[Any]]] = [
    ("op", [None, 1, "", "Hello", "hello ", ["hello"], {}]),
    ("rules", [None, 1, "masters-draw", [], True]),
    ("deal", [None, 1, "deal", [], True]),
    ("round", [-1, 1.0, 0.5, "0", True, False, 2**32, 2**70, [], {}]),
]


@pytest.mark.parametrize(("key", "wrong"), ILL_TYPED)
def test_ill_typed_fields_of_start(engine: Any, key: str, wrong: list[Any]) -> None:
    session = started(engine)
    for value in wrong:
        assert refused(session, start(**{key: value})) == "bad_request", value
        if key != "op":
            line = start(**{"op": "replay", "actions": [], key: value})
            assert refused(session, line) == "bad_request", value
    assert ask(session, {"op": "apply", "action": "6-6"})["ok"] is True


@pytest.mark.parametrize("key", ["op", "rules", "deal"])
def test_fields_of_start_that_are_missing(engine: Any, key: str) -> None:
    fields = {"id": 1, "op": "start", "rules": RULES, "deal": DEAL}
    del fields[key]
    assert refused(engine.Session(), fields) == "bad_request"


@pytest.mark.parametrize("wrong", [None, 1, True, [], {}, ["masters-draw"]])
def test_an_ill_typed_preset(engine: Any, wrong: Any) -> None:
    assert refused(engine.Session(), start(rules={"preset": wrong, "players": 2})) == "bad_request"
    assert refused(engine.Session(), start(rules={"players": 2})) == "bad_request"


@pytest.mark.parametrize("wrong", [None, 1, True, [], {}, ["6-6"]])
def test_an_ill_typed_action(engine: Any, wrong: Any) -> None:
    session = started(engine)
    assert refused(session, {"op": "apply", "action": wrong}) == "bad_request"
    assert refused(session, {"op": "apply"}) == "bad_request"
    line = start(op="replay", actions=["6-6", wrong])
    assert refused(session, line) == "bad_request"
    assert ask(session, {"op": "apply", "action": "6-6"})["ok"] is True


@pytest.mark.parametrize("wrong", [None, 1, True, "6-6", {}])
def test_ill_typed_actions(engine: Any, wrong: Any) -> None:
    session = engine.Session()
    assert refused(session, start(op="replay", actions=wrong)) == "bad_request"
    assert refused(session, start(op="replay")) == "bad_request"


@pytest.mark.parametrize("wrong", [None, -1, 1.0, "1", True, [], 2**32, 2**70])
def test_an_ill_typed_depth(engine: Any, wrong: Any) -> None:
    session = started(engine)
    assert refused(session, {"op": "perft", "depth": wrong}) == "bad_request"
    assert refused(session, {"op": "perft"}) == "bad_request"


def test_apply_and_perft_before_any_start(engine: Any) -> None:
    session = engine.Session()
    for _ in range(2):
        assert refused(session, {"op": "apply", "action": "6-6"}) == "bad_request"
        assert refused(session, {"op": "perft", "depth": 1}) == "bad_request"
        assert refused(session, start(deal={**DEAL, "leader": 0})) == "bad_deal"


def test_bad_rules(engine: Any) -> None:
    session = engine.Session()
    for changes in (
        {"players": 9},
        {"players": 1},
        {"players": "2"},
        {"players": 2.0},
        {"players": True},
        {"players": None},
        {"reserve": -1},
        {"reserve": True},
        {"hand_size": 15},
        {"hand_size": {"2": 0}},
        {"hand_size": {"3": 5}},
        {"hand_size": {"2": "5"}},
        {"draw": "sometimes"},
        {"draw": 1},
        {"colour": None},
        {"cover_duty": None},
        {"next_leader": "rotate"},
    ):
        assert refused(session, start(rules={**RULES, **changes})) == "bad_rules", changes
    assert refused(session, start(rules={"preset": "masters-draw"})) == "bad_rules"


def test_hand_size_as_a_number_or_an_object(engine: Any) -> None:
    deal = complete(6, 2, ["6-6", ""])
    for size in (2, {"2": 2}, {"2": 2, "3": 5}):
        told = ask(engine.Session(), start(rules={**RULES, "hand_size": size}, deal=deal))
        assert told["ok"] is True


def spoiled(deal: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(deal), **changes}


def test_bad_deals(engine: Any) -> None:
    session = engine.Session()
    hands, boneyard = DEAL["hands"], DEAL["boneyard"]
    turned = [["6-0" if tile == "0-6" else tile for tile in hand] for hand in hands]
    for changes in (
        {"hands": hands[:1]},
        {"hands": [*hands, []]},
        {"hands": [hands[0][1:], hands[1]]},
        {"hands": turned},
        {"hands": None},
        {"hands": "0-6"},
        {"hands": [hands[0], None]},
        {"hands": [hands[0], [1] * 7]},
        {"boneyard": boneyard[1:]},
        {"boneyard": [*boneyard, "0-7"]},
        {"boneyard": [*boneyard[1:], "6-6"]},
        {"boneyard": None},
        {"boneyard": [*boneyard[1:], 0]},
        {"engine": "6-6"},
        {"engine": 6},
        {"leader": 0},
        {"leader": "0"},
        {"leader": True},
    ):
        assert refused(session, start(deal=spoiled(DEAL, **changes))) == "bad_deal", changes
    for key in ("hands", "boneyard"):
        deal = spoiled(DEAL)
        del deal[key]
        assert refused(session, start(deal=deal)) == "bad_deal"
    for changes in ({"engine": None}, {"engine": "11-11"}, {"engine": "0-1"}, {"leader": 0}):
        line = start(rules=TRAIN_RULES, deal=spoiled(TRAIN_DEAL, **changes))
        assert refused(session, line) == "bad_deal"
    for number in (1, 13, 2**32 - 1):
        line = start(rules=TRAIN_RULES, deal=TRAIN_DEAL, round=number)
        assert refused(session, line) == "bad_deal"


def test_keys_of_a_deal_that_may_be_left_out(engine: Any) -> None:
    deal = spoiled(DEAL, colour="red")
    del deal["engine"], deal["leader"]
    assert ask(engine.Session(), start(deal=deal)) == ask(engine.Session(), start())


def test_faults_are_looked_for_in_order(engine: Any) -> None:
    """Request, then preset, then rules, then deal."""
    session = engine.Session()
    bad_deal, redeal = {"hands": 3}, complete(6, 7, ["", ""])
    for fields, error in (
        ({"round": -1, "rules": {"preset": "x"}, "deal": bad_deal}, "bad_request"),
        ({"deal": 3, "rules": {"preset": "x"}}, "bad_request"),
        ({"rules": {"preset": 3, "players": 9}, "deal": bad_deal}, "bad_request"),
        ({"op": "replay", "rules": {"preset": "x"}, "deal": bad_deal}, "bad_request"),
        ({"op": "replay", "actions": [1], "rules": {"preset": "x"}}, "bad_request"),
        ({"rules": {"preset": "x", "players": 9}, "deal": bad_deal}, "unknown_preset"),
        ({"rules": {**RULES, "players": 9}, "deal": bad_deal}, "bad_rules"),
        ({"rules": {"preset": "masters-draw"}, "deal": redeal}, "bad_rules"),
        ({"deal": bad_deal}, "bad_deal"),
        ({"deal": {**redeal, "leader": 0}}, "bad_deal"),
        ({"deal": redeal}, "redeal"),
        ({"op": "replay", "deal": redeal, "actions": ["rubbish"]}, "redeal"),
    ):
        assert refused(session, start(**fields)) == error, fields


def test_a_line_is_bytes(engine: Any) -> None:
    for wrong in ("{}", None, 3):
        with pytest.raises(TypeError):
            engine.Session().answer(wrong)


def test_sessions_do_not_mix(engine: Any) -> None:
    one, two = started(engine), started(engine)
    ask(one, {"op": "apply", "action": "6-6"})
    assert refused(one, {"op": "apply", "action": "6-6"}) == "illegal_action"
    assert ask(two, {"op": "apply", "action": "6-6"})["ok"] is True


def test_both_engines_answer_alike(both: tuple[Any, Any]) -> None:
    lines = [
        *NO_JSON,
        *JSON_OF_ALL_KINDS,
        request(op="apply", action="6-6"),
        start(),
        request(id=3, op="perft", depth=3),
        request(op="apply", action="1-6@R"),
        request(op="apply", action="6-6"),
        request(op="apply", action="1-6@R"),
        request(op="perft", depth=4),
        start(op="replay", actions=["6-6", "1-6@R", "draw"]),
        start(rules={"preset": "x"}),
        start(rules={**RULES, "reserve": -1}),
        start(deal={**DEAL, "engine": "0-0"}),
        start(deal=complete(6, 7, ["", ""])),
        start(rules=TRAIN_RULES, deal=TRAIN_DEAL),
        request(op="perft", depth=2),
        request(id={"a": [1.5, None]}, op="quit"),
    ]
    sessions = [module.Session() for module in both]
    for line in lines:
        answers = [ask(session, line) for session in sessions]
        for answer in answers:
            for free in ("name", "version", "message"):
                answer.pop(free, None)
        assert answers[0] == answers[1], line
        assert sessions[0].closed == sessions[1].closed
