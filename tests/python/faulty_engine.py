"""An engine for the line protocol that fails in one way: python faulty_engine.py FAULT."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import bonepile

Told = Any
PATIENT = 40
"""Requests that are answered before a fault that ends the engine."""


class Engine:
    """An engine that is right until its fault spoils an answer."""

    def __init__(self, fault: str) -> None:
        self.spoil = FAULTS[fault]
        self.session = bonepile.Session()
        self.count = 0

    def answer(self, line: bytes) -> bytes:
        """The answer to a line."""
        self.count += 1
        told = json.loads(self.session.answer(line))
        spoilt = self.spoil(self, request_of(line), told)
        return spoilt if isinstance(spoilt, bytes) else json.dumps(spoilt).encode()


def request_of(line: bytes) -> dict[str, Any]:
    """The request, an empty one where there is none."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def without_ops(_: Engine, request: dict[str, Any], told: Told) -> Told:
    """Offer nothing that is optional."""
    if request.get("op") == "hello" and told["ok"]:
        told["ops"] = []
    if request.get("op") in ("replay", "perft"):
        return {"id": told["id"], "ok": False, "error": "bad_request", "message": "no such op"}
    return told


def one_preset(_: Engine, request: dict[str, Any], told: Told) -> Told:
    """Know masters-draw as it is, and nothing else."""
    if request.get("op") == "hello" and told["ok"]:
        told["presets"] = ["masters-draw"]
    rules = request.get("rules")
    if told["ok"] and isinstance(rules, dict):
        own = bonepile.Rules("masters-draw", players=2)
        plain = json.loads(json.dumps({**own.to_dict(), **own.parameters}))
        given = {**rules, "players": 2}
        if any(value is not None and plain.get(key) != value for key, value in given.items()):
            known = rules["preset"] == "masters-draw"
            code = "bad_rules" if known else "unknown_preset"
            return {"id": told["id"], "ok": False, "error": code, "message": "not known here"}
    return told


def crash(engine: Engine, _: dict[str, Any], told: Told) -> Told:
    """End in the middle, with last words."""
    if engine.count > PATIENT:
        print("these are", "my last words", sep="\n", file=sys.stderr, flush=True)
        os._exit(7)
    return told


def hang(engine: Engine, _: dict[str, Any], told: Told) -> Told:
    """Fall silent in the middle."""
    if engine.count > PATIENT:
        time.sleep(60)
    return told


def closes(_: Engine, __: dict[str, Any], told: Told) -> Told:
    """Close the output and go on."""
    os.close(1)
    time.sleep(60)
    return told


def garbled(_: Engine, request: dict[str, Any], told: Told) -> Told:
    """Answer a replay with what is no JSON."""
    return b"{not json" if request.get("op") == "replay" else told


def wrong_id(_: Engine, request: dict[str, Any], told: Told) -> Told:
    """Answer a replay with the id of another request."""
    return {**told, "id": 0} if request.get("op") == "replay" else told


def a_list(_: Engine, __: dict[str, Any], told: Told) -> Told:
    """Put each answer into a list."""
    return [told]


def no_snapshots(_: Engine, __: dict[str, Any], told: Told) -> Told:
    """Leave out what was asked for."""
    return {key: value for key, value in told.items() if not key.startswith("snapshot")}


def text_for_presets(_: Engine, request: dict[str, Any], told: Told) -> Told:
    """Name the presets in a text."""
    return {**told, "presets": "masters-block"} if request.get("op") == "hello" else told


def loses_refused(engine: Engine, request: dict[str, Any], told: Told) -> Told:
    """Refuse an action and draw a tile all the same."""
    if request.get("op") == "apply" and told.get("error") == "illegal_action":
        engine.session.answer(b'{"op":"apply","action":"draw"}')
    return told


def one_code(_: Engine, request: dict[str, Any], told: Told) -> Told:
    """Refuse every action with the same error."""
    return {**told, "error": "illegal_action"} if told.get("error") == "round_over" else told


def unsorted_legal(_: Engine, __: dict[str, Any], told: Told) -> Told:
    """List legal actions in another order."""
    for snapshot in told.get("snapshots", ()):
        snapshot["legal"].reverse()
    return told


def floats(_: Engine, __: dict[str, Any], told: Told) -> Told:
    """Count with floating point."""
    for snapshot in told.get("snapshots", ()):
        snapshot["boneyard"] = float(snapshot["boneyard"])
    return told


def other_order(_: Engine, __: dict[str, Any], told: Told) -> Told:
    """Write keys in another order and with spaces, which is fine."""
    return json.dumps(dict(reversed(told.items())), separators=(" , ", " : ")).encode()


FAULTS: dict[str, Callable[[Engine, dict[str, Any], Told], Told]] = {
    "none": lambda _, __, told: told,
    "stays": lambda _, __, told: told,
    "without-ops": without_ops,
    "one-preset": one_preset,
    "other-order": other_order,
    "crash": crash,
    "hang": hang,
    "closes": closes,
    "garbled": garbled,
    "wrong-id": wrong_id,
    "list": a_list,
    "no-snapshots": no_snapshots,
    "text-for-presets": text_for_presets,
    "loses-refused": loses_refused,
    "one-code": one_code,
    "unsorted-legal": unsorted_legal,
    "floats": floats,
}


def main() -> None:
    """Answer until quit."""
    engine = Engine(sys.argv[1])
    for line in sys.stdin.buffer:
        answer = engine.answer(line.rstrip(b"\n"))
        sys.stdout.buffer.write(answer + b"\n")
        sys.stdout.buffer.flush()
        if engine.session.closed and sys.argv[1] != "stays":
            return


if __name__ == "__main__":
    main()
