"""Conversations in the line protocol, right and wrong lines mixed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from ..types import Json
from .dice import Dice

__all__ = ["BAD_LINES", "comparable", "transcript"]

LIMIT = 1 << 20

BAD_LINES = (
    b"",
    b"   ",
    b"\t\r",
    b"{",
    b"[]",
    b"null",
    b"7",
    b'"hello"',
    b"hello",
    b"{}",
    b'{"id":1}',
    b'{"op":"hello"} {}',
    b'{"op":"hello",}',
    b"{'op':'hello'}",
    b'{"id":1,"op":"Hello"}',
    b'{"id":1,"op":null}',
    b'{"id":1,"op":["hello"]}',
    b'{"id":NaN,"op":"hello"}',
    b'{"id":-Infinity,"op":"hello"}',
    b'{"id":01,"op":"hello"}',
    b'{"id":1.,"op":"hello"}',
    b'{"id":+1,"op":"hello"}',
    b'{"id":"\x01","op":"hello"}',
    b'{"id":"\\x41","op":"hello"}',
    b'{"id":"\\ud800","op":"hello"}',
    b'{"id":"\\udc00\\ud800","op":"hello"}',
    b'{"id":"\xff","op":"hello"}',
    b'{"id":"\xed\xa0\x80","op":"hello"}',
    b'\xef\xbb\xbf{"id":1,"op":"hello"}',
    b'{"id":1,"op":"hello"}\x00',
    b"[" * 100_000,
    b'{"id":' + b"[" * 100_000,
    b'{"id":1,"op":"hello","x":"' + b"x" * LIMIT + b'"}',
    b" " * (LIMIT + 1),
)

GOOD_LINES = (
    b'{"op":"hello"}',
    b'  {"id" : 1 , "op" : "hello"}\r',
    b'{"id":1,"op":"nonsense","op":"hello"}',
    b'{"id":1,"id":2,"op":"hello"}',
    b'{"id":"\\ud83c\\udc31 \xf0\x9f\x80\xb1 \\u0000","op":"hello"}',
    b'{"id":{"b":[1,null,true,""],"a":-0.5},"op":"hello","more":[[[]]]}',
    b'{"id":12345678901234567890123,"op":"hello"}',
    b'{"id":9007199254740993,"op":"hello"}',
    b'{"id":-9223372036854775809,"op":"hello"}',
    b'{"id":1.0,"op":"hello"}',
    b'{"id":0.1,"op":"hello"}',
    b'{"id":1,"op":"hel\\u006co"}',
    b'{"id":1,"op":"hello"}' + b" " * (LIMIT - 21),
)

_STRANGE: tuple[Json, ...] = (None, True, -1, 1.0, 0.5, 2**32, 2**64, 10**30, "", "0", [], [0], {})


def transcript(
    dice: Dice,
    rules: Mapping[str, Json],
    round: int,
    deal: Mapping[str, Json],
    actions: Sequence[str],
) -> list[bytes]:
    """Lines that set the round up, play some of it, ask around, and get some of it wrong.

    ``rules`` may be spelled out in full or short. The last line is ``quit`` or one after it.
    """
    start = {"op": "start", "rules": dict(rules), "round": round, "deal": dict(deal)}
    replay = {**start, "op": "replay", "actions": list(actions)}
    lines: list[Json] = [_bad(dice), {"op": "apply", "action": "pass"}, {"op": "perft", "depth": 1}]
    lines += [_changed(dice, start), start, _changed(dice, replay), _replay(dice, replay)]
    stop = dice.below(len(actions) + 1)
    for action in actions[:stop]:
        if dice.percent(10):
            lines.append(_bad(dice))
        if dice.percent(15):
            lines.append({"op": "apply", "action": dice.pick((*actions, "draw", "pass", "", "x"))})
        lines.append({"op": "apply", "action": action})
    lines += [_changed(dice, {"op": "apply", "action": "pass"}), _changed(dice, start)]
    lines += [_changed(dice, {"op": "perft", "depth": 1}), {"op": "perft", "depth": dice.below(2)}]
    lines += [{"op": "quit", "more": 1}] + ([{"op": "hello"}] if dice.percent(20) else [])
    return [
        line if isinstance(line, bytes) else json.dumps({"id": at, **line}).encode()
        for at, line in enumerate(lines)
    ]


def comparable(answer: bytes) -> Json:
    """Read the answer as JSON without what may differ: sentences, the name and the version."""
    if b"\n" in answer:
        return {"not one line": repr(answer[:200])}
    read = json.loads(answer)
    said = read.pop("message", None)
    if said is not None and not (isinstance(said, str) and said.strip()):
        read["message"] = said
    for key in ("name", "version"):
        read.pop(key, None)
    return read


def _bad(dice: Dice) -> bytes:
    return dice.pick(BAD_LINES if dice.percent(60) else GOOD_LINES)


def _replay(dice: Dice, line: dict[str, Json]) -> dict[str, Json]:
    actions = list(line["actions"])
    if actions and dice.percent(50):
        at = dice.below(len(actions))
        kind = dice.below(3)
        if kind == 0:
            actions[at] = dice.pick((*actions, "draw", "pass", "stop", "", "2-6@8"))
        elif kind == 1:
            del actions[at]
        else:
            actions.append("pass")
    return {**line, "actions": actions}


def _changed(dice: Dice, line: dict[str, Json]) -> dict[str, Json]:
    """Take one key from the line, or give it a strange value."""
    changed = dict(line)
    key = dice.pick([key for key in line if key != "op"])
    kind = dice.below(4)
    if kind == 0:
        del changed[key]
    elif kind == 1 and isinstance(line[key], dict):
        inner = dict(line[key])
        name = dice.pick(sorted(inner))
        inner[name] = dice.pick(_STRANGE)
        changed[key] = inner
    elif kind == 2 and key == "actions":
        changed[key] = [*line[key][:1], dice.pick(_STRANGE)]
    else:
        changed[key] = dice.pick(_STRANGE)
    return changed
