"""A small engine for the line protocol: Draw (the preset masters-draw), in plain Python.

bonepile conform --engine "python examples/engines/draw.py"
"""

from __future__ import annotations

import json
import sys
from typing import Any

PRESET = "masters-draw"
PARAMETERS = json.loads("""{
    "set": 6, "hand_size": {"2": 7, "3": 5, "4": 4, "5": 3}, "partnership": "none",
    "opening": "highest_double", "no_double": "redeal", "next_leader": null,
    "draw": "until_playable", "reserve": 0, "voluntary_draw": false, "go_out": "one",
    "spinner": "none", "in_play": "none", "score_out": "opponents", "score_block": "difference",
    "round_to": 1, "block": "n_passes", "match_by": "points", "target": 100
}""")
HANDS = PARAMETERS["hand_size"]
TILES = [(low, high) for high in range(7) for low in range(high + 1)]

Tile = tuple[int, int]


class RefusedError(Exception):
    """A request that is refused: an error of the protocol, and a sentence."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(message)
        self.error = error


class Round:
    """A round of Draw from a deal to its end."""

    def __init__(self, hands: list[list[Tile]], boneyard: list[Tile]) -> None:
        self.hands = [sorted(hand) for hand in hands]
        self.boneyard = boneyard
        self.ends: dict[str, int] = {}
        self.passes = 0
        self.reason: str | None = None
        held = [(tile, seat) for seat, hand in enumerate(hands) for tile in hand]
        doubles = [(tile, seat) for tile, seat in held if tile[0] == tile[1]]
        if not doubles:
            raise RefusedError("redeal", "no hand holds a double")
        self.must_lead, self.turn = max(doubles)

    def legal(self) -> list[str]:
        """What the seat on turn may do, sorted as text."""
        if self.reason is not None:
            return []
        if not self.ends:
            return [text(self.must_lead)]
        ends, hand = self.ends.items(), self.hands[self.turn]
        plays = [f"{text(tile)}@{end}" for tile in hand for end, pip in ends if pip in tile]
        return sorted(plays) or (["draw"] if self.boneyard else ["pass"])

    def play(self, action: str) -> None:
        """Carry out an action, or refuse it."""
        if self.reason is not None:
            raise RefusedError("round_over", "the round is over")
        if action not in self.legal():
            raise RefusedError("illegal_action", f"{action} is none of {', '.join(self.legal())}")
        hand = self.hands[self.turn]
        if action == "draw":
            hand.append(self.boneyard.pop(0))
            hand.sort()
            return
        if action == "pass":
            self.passes += 1
            if self.passes == len(self.hands):
                self.reason = "blocked"
        else:
            name, _, place = action.partition("@")
            tile = next(tile for tile in hand if text(tile) == name)
            hand.remove(tile)
            if place:
                self.ends[place] = sum(tile) - self.ends[place]
            else:
                self.ends = {"L": tile[0], "R": tile[1]}
            self.passes = 0
            if not hand:
                self.reason = "out"
        self.turn = (self.turn + 1) % len(self.hands)

    def result(self) -> dict[str, Any] | None:
        """Who has won, and how much."""
        if self.reason is None:
            return None
        pips = [sum(map(sum, hand)) for hand in self.hands]
        fewest = [seat for seat, left in enumerate(pips) if left == min(pips)]
        out = [seat for seat, hand in enumerate(self.hands) if not hand]
        points = [0] * len(pips)
        winner = out[0] if out else fewest[0] if len(fewest) == 1 else None
        if winner is not None:
            others = sum(pips) - pips[winner]
            points[winner] = others if out else others - pips[winner]
        return {"reason": self.reason, "out": out, "winner": winner, "points": points}

    def snapshot(self) -> dict[str, Any]:
        """Everything, as the protocol shows it."""
        return {
            "to_play": None if self.reason else self.turn,
            "legal": self.legal(),
            "hands": [list(map(text, hand)) for hand in self.hands],
            "boneyard": len(self.boneyard),
            "scores": [0] * len(self.hands),
            "table": dict(self.ends) or None,
            "result": self.result(),
        }


def text(tile: Tile) -> str:
    """A tile as it is written."""
    return f"{tile[0]}-{tile[1]}"


def wanted(request: dict[str, Any], key: str, kind: type) -> Any:
    """What a request must have."""
    if not isinstance(request.get(key), kind):
        raise RefusedError("bad_request", f"{key}: missing or of the wrong type")
    return request[key]


def is_own(name: str, value: object) -> bool:
    """Whether a parameter is the preset's own, which null says too; 1 is not true nor 1.0."""
    return name in PARAMETERS and (
        value is None or json.dumps(value) == json.dumps(PARAMETERS[name])
    )


def set_up(request: dict[str, Any]) -> Round:
    """The round that a request asks for."""
    rules = wanted(request, "rules", dict)
    preset = wanted(rules, "preset", str)
    number = request.get("round", 0)
    if type(number) is not int or not 0 <= number < 1 << 32:
        raise RefusedError("bad_request", "round: not a number from 0")
    deal = wanted(request, "deal", dict)
    if preset != PRESET:
        raise RefusedError("unknown_preset", f"only {PRESET} is known here")
    for name, value in rules.items():
        if name not in {"preset", "players"} and not is_own(name, value):
            raise RefusedError("bad_rules", f"{name}: only the preset's own rules are known here")
    players = rules.get("players")
    if type(players) is not int or str(players) not in HANDS:
        raise RefusedError("bad_rules", "players: two to five")
    return dealt(deal, players)


def dealt(deal: dict[str, Any], players: int) -> Round:
    """The round that a deal sets up, if it is one."""
    named = {text(tile): tile for tile in TILES}
    hands: Any = deal.get("hands")
    boneyard: Any = deal.get("boneyard")
    piles: list[Any] = [*hands, boneyard] if isinstance(hands, list) else [None]
    if not all(isinstance(pile, list) for pile in piles):
        raise RefusedError("bad_deal", "hands and boneyard: wanted lists of tiles")
    tiles = [tile for pile in piles for tile in pile]
    if not all(isinstance(tile, str) and tile in named for tile in tiles):
        raise RefusedError("bad_deal", "a tile of the double-six set is written low-high")
    if sorted(tiles) != sorted(named):
        raise RefusedError("bad_deal", "the deal is not the whole set, each tile once")
    if len(hands) != players or any(len(hand) != HANDS[str(players)] for hand in hands):
        raise RefusedError("bad_deal", "hands of the wrong number or size")
    if deal.get("engine") is not None or deal.get("leader") is not None:
        raise RefusedError("bad_deal", "there is no engine here, and the highest double leads")
    return Round(
        [[named[tile] for tile in hand] for hand in hands], [named[tile] for tile in piles[-1]]
    )


class Engine:
    """The conversation: the round in progress, and what is answered."""

    def __init__(self) -> None:
        self.round: Round | None = None

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """What is answered besides `id` and `ok`. Raises RefusedError."""
        match request.get("op"):
            case "hello":
                return {"name": "draw.py", "version": "1", "presets": [PRESET], "ops": ["replay"]}
            case "start":
                self.round = set_up(request)
                return {"snapshot": self.round.snapshot()}
            case "apply":
                action = wanted(request, "action", str)
                if self.round is None:
                    raise RefusedError("bad_request", "no round is in progress")
                self.round.play(action)
                return {"snapshot": self.round.snapshot()}
            case "replay":
                return self.replay(request)
            case "quit":
                return {}
        raise RefusedError("bad_request", "op: there is no such operation")

    def replay(self, request: dict[str, Any]) -> dict[str, Any]:
        """All snapshots of a round, the one in progress left alone."""
        actions = wanted(request, "actions", list)
        if not all(isinstance(action, str) for action in actions):
            raise RefusedError("bad_request", "actions: not all of them are texts")
        played = set_up(request)
        told: dict[str, Any] = {"snapshots": [played.snapshot()]}
        for at, action in enumerate(actions):
            try:
                played.play(action)
            except RefusedError as refused:
                return {**told, "refused": {"at": at, "error": refused.error}}
            told["snapshots"].append(played.snapshot())
        return told


def read(line: bytes) -> dict[str, Any]:
    """The request on a line, as strict as JSON is."""

    try:
        if len(line) > 1 << 20:
            raise ValueError("the line is too long")
        told = json.loads(line.decode())
        # Fails for half of a surrogate pair, and for numbers that are none in JSON.
        json.dumps(told, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise RefusedError("bad_request", f"not JSON: {error}") from None
    if not isinstance(told, dict):
        raise RefusedError("bad_request", "not a JSON object")
    return told


def main() -> None:
    """Answer line by line until `quit`."""
    engine = Engine()
    for line in sys.stdin.buffer:
        request: dict[str, Any] = {}
        try:
            request = read(line.removesuffix(b"\n"))
            told = {"ok": True, **engine.answer(request)}
        except RefusedError as refused:
            told = {"ok": False, "error": refused.error, "message": str(refused)}
        print(json.dumps({"id": request.get("id"), **told}), flush=True)
        if request.get("op") == "quit" and told["ok"]:
            return


if __name__ == "__main__":
    main()
