"""Spoiling what is well formed: values, trees of values, texts and bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from bonepile.testing.dice import Dice
from bonepile.testing.probes import NONSENSE

LONG = 100_000

# Whatever JSON can say, at the edge of what a number, a text or a list is.
JSON_ODDITIES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 8, 18, 19, 255, 256, 65_536),
    *(2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**63, 2**64, -(2**63), -(2**64), 10**30, 10**400),
    *(0.0, -0.0, 1.0, 2.0, 0.5, 1e16, 1e308, 5e-324),
    *("", " ", "0", "1", "null", "true", "none", "M", "L", "draw", "pass", "stop", "0-0", "6-6"),
    *("1-0", "00-1", "19-19", "0-300", "é", "\0", "\x7f", "\u2028", "\ufeff", "\U0010ffff"),
    *("\N{DOMINO TILE HORIZONTAL-02-06}", "a\u0301" * 50, "\u202e2-6", "x" * 2000),
    *([], [[]], [None], [0], ["0-0"], {}, {"": None}, {"0": 0}, {"hands": []}, [[], []]),
)

# What only Python can say.
PYTHON_ODDITIES: tuple[Any, ...] = (
    *(float("nan"), float("inf"), -float("inf"), 1j, ..., object(), int, len, b"", b"0-0"),
    *("\ud800", "0-0\udfff", bytearray(b"6-6"), (), (0, 0), ("0-0",), frozenset({"0-0"}), range(3)),
    *(
        {0: 0},
        {None: 1},
        {"\ud800": 0},
        {1.5: 2},
        {(): ()},
        memoryview(b"x"),
        10**5000,
        -(10**5000),
    ),
)

KEY_ODDITIES: tuple[Any, ...] = (0, 1.5, None, True, (), b"preset", "\ud800", float("nan"), 10**30)

TOKENS = (
    *(b"NaN", b"Infinity", b"-Infinity", b"nul", b"-", b"+1", b"01", b"1.", b".5", b"1e", b"1e999"),
    *(b"-1e-999", b"0x10", b"1_0", b",", b",,", b":", b"]", b"}", b"[", b"{", b'"', b"\\", b"/**/"),
    *(b"\x00", b"\x01", b"\x0b", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"),
    *(b"\xef\xbb\xbf", b"\xe2\x80\xa8", b'"\\ud800"', b'"\\udc00\\ud800"', b'"\\x41"', b'"\\u00"'),
    *(b'"\\ud83c\\udc31"', b"9" * 400, b"-" + b"9" * 30, b"0." + b"1" * 500, b" " * 300, b"\r\n"),
    *(b'"id":0,', b'"op":"hello",', b'"preset":null,', b'"hands":[],', b'"format":1,', b"'a'"),
)


def value(dice: Dice, *, python: bool = False) -> Any:
    """Something odd; with ``python`` also what is not JSON."""
    if dice.below(400) == 0:
        return dice.pick((deep(dice), "x" * LONG, [0] * LONG, "0-" + "9" * LONG))
    if python and dice.below(2000) == 0:
        return abyss()
    if python and dice.percent(35):
        return _copy(dice.pick(PYTHON_ODDITIES))
    if dice.percent(8):
        return dice.pick(NONSENSE).encode("utf-8", "replace").decode()
    return _copy(dice.pick(JSON_ODDITIES))


def deep(dice: Dice) -> Any:
    """Lists in lists, or objects in objects."""
    found: Any = []
    nest: Callable[[Any], Any] = dice.pick((lambda x: [x], lambda x: {"0": x}))
    for _ in range(dice.pick((50, 99, 101, 128, 150))):
        found = nest(found)
    return found


class Kept(list[Any]):
    """A list that is handed on as it is, however deep."""


def abyss() -> Any:
    """Lists in lists, deeper than any stack."""
    found: Any = Kept()
    for _ in range(LONG):
        found = Kept((found,))
    return found


def text(dice: Dice, said: str) -> str:
    """The text with a few characters changed."""
    for _ in range(dice.between(1, 3)):
        at = dice.below(len(said) + 1)
        kind = dice.below(5)
        if kind == 0:
            said = said[:at] + said[at + 1 :]
        elif kind == 1:
            said = said[:at] + dice.pick("0123456789-@LMNRS \0\u0662é") + said[at:]
        elif kind == 2:
            said = said[:at] + said[at : at + 1].swapcase() + said[at + 1 :]
        elif kind == 3:
            said = said[at:] + said[:at]
        else:
            said = said[:at] + said
    return said


def tree(dice: Dice, root: Any, *, python: bool = False) -> Any:
    """A copy of a tree of lists and dicts with one to three things changed in it, seldom none."""
    root = _copy(root)
    if dice.percent(6):
        return root
    for _ in range(dice.pick((1, 1, 1, 2, 3))):
        places = list(_places(root))
        if not places:
            return value(dice, python=python)
        holder, key = dice.pick(places)
        _spoil(dice, root, holder, key, python)
    return root


def _copy(node: Any) -> Any:
    if type(node) is dict:
        return {key: _copy(inner) for key, inner in node.items()}
    if type(node) is list:
        return [_copy(inner) for inner in node]
    return node


def _places(node: Any, levels: int = 8) -> Any:
    """Every (container, key) in the tree, not far down."""
    if levels == 0 or type(node) not in (dict, list):
        return
    for key in list(node) if isinstance(node, dict) else range(min(len(node), 300)):
        yield node, key
        yield from _places(node[key], levels - 1)


def _spoil(dice: Dice, root: Any, holder: Any, key: Any, python: bool) -> None:
    inner = holder[key]
    kind = dice.below(9)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(inner, str):
        holder[key] = text(dice, inner)
    elif kind == 2 and isinstance(inner, int) and abs(inner) < 2**64:
        holder[key] = dice.pick((inner + 1, inner - 1, -inner, str(inner), float(inner)))
    elif kind == 3 and isinstance(holder, list):
        holder.insert(key, _copy(dice.pick(holder)))
    elif kind == 4:
        holder[key] = [inner]
    elif kind == 5:
        other, at = dice.pick(list(_places(root)))
        holder[key] = _copy(other[at])
    elif kind == 6 and isinstance(holder, dict):
        odd = python and dice.percent(20)
        holder[dice.pick(KEY_ODDITIES) if odd else text(dice, f"{key}"[:50])] = inner
    elif kind == 7 and isinstance(inner, list) and len(inner) > 1:
        holder[key] = dice.shuffled(inner)
    else:
        holder[key] = value(dice, python=python)


def encoded(tree: Any) -> bytes:
    """The tree as JSON in UTF-8."""
    return json.dumps(tree, ensure_ascii=False).encode("utf-8", "surrogatepass")


def raw(dice: Dice, said: bytes) -> bytes:
    """The bytes with something done to them that knows little of their meaning."""
    for _ in range(dice.pick((1, 1, 2))):
        said = _raw(dice, said)
    return said


def _raw(dice: Dice, said: bytes) -> bytes:
    at = dice.below(len(said) + 1)
    kind = dice.below(12)
    if kind == 0:
        return said[:at]
    if kind == 1 and at < len(said):
        return said[:at] + bytes([said[at] ^ 1 << dice.below(8)]) + said[at + 1 :]
    if kind == 2:
        return said[:at] + bytes([dice.below(256)]) + said[at:]
    if kind == 3:
        return said[:at] + said[at + dice.between(1, 20) :]
    if kind == 4:
        return said[:at] + said[at : at + dice.between(1, 40)] * 2 + said[at:]
    if kind == 5:
        return _after(
            dice, said, b"{", lambda: b'"' + dice.pick(_KEYS) + b'":' + dice.pick(TOKENS) + b","
        )
    if kind == 6:
        return _after(dice, said, b":", lambda: dice.pick(TOKENS))
    if kind == 7:
        return _after(
            dice, said, b":", lambda: dice.pick((b"[", b'{"a":')) * dice.pick((90, 101, 5000))
        )
    if kind == 8:
        return dice.pick((b"\xef\xbb\xbf", b" ", b"\x00", b"\t")) + said
    if kind == 9 and dice.percent(3):
        return _after(dice, said, b'"', lambda: b"x" * dice.pick((LONG, 1 << 20)))
    return said[:at] + dice.pick(TOKENS) + said[at:]


_KEYS = (
    b"id",
    b"op",
    b"rules",
    b"preset",
    b"players",
    b"deal",
    b"hands",
    b"round",
    b"actions",
    b"a",
)


def _after(dice: Dice, said: bytes, mark: bytes, insert: Callable[[], bytes]) -> bytes:
    """Insert something after one of the marks."""
    places = [at for at, byte in enumerate(said) if byte == mark[0]]
    at = dice.pick(places) + 1 if places else 0
    return said[:at] + insert() + said[at:]
