"""Golden data, computed by the reference: `python tests/golden/make.py` writes it anew.

With `--check` nothing is written: files that would change are named, and the exit code says so.
`--quick` leaves the counts out, which take most of the time.
Everything follows from the cases below and the frozen dice, so a second run writes the same bytes.
See README.md beside this file for the formats.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "python"), str(HERE.parent.parent / "python")]

import bonepile.reference as engine  # noqa: E402
from building import LINE_PRESETS, PRESETS, complete  # noqa: E402

SEED = 20261130

# Small sets, counted until no sequence is that long: (preset, players, overrides).
SMALL: list[tuple[str, int, dict[str, Any]]] = [
    ("masters-block", 2, {"set": 2, "hand_size": 2}),
    ("masters-block", 2, {"set": 3, "hand_size": 4}),
    ("masters-block", 2, {"set": 4, "hand_size": 6}),
    ("masters-block", 3, {"set": 3, "hand_size": 3}),
    ("masters-block", 4, {"set": 3, "hand_size": 2}),
    ("masters-block", 4, {"set": 4, "hand_size": 3, "go_out": "both_partners"}),
    ("masters-block", 4, {"set": 3, "hand_size": 1, "go_out": "both_partners"}),
    ("masters-block", 2, {"set": 3, "hand_size": 3, "opening": "any_tile"}),
    ("masters-block", 2, {"set": 3, "hand_size": 3, "spinner": "first_double"}),
    ("masters-block-individual", 4, {"set": 4, "hand_size": 3}),
    ("masters-block-individual", 5, {"set": 4, "hand_size": 2, "no_double": "highest_tile"}),
    ("masters-draw", 2, {"set": 2, "hand_size": 2}),
    ("masters-draw", 2, {"set": 3, "hand_size": 3}),
    ("masters-draw", 3, {"set": 3, "hand_size": 2, "reserve": 1}),
    ("masters-draw", 2, {"set": 3, "hand_size": 3, "draw": "one"}),
    ("masters-draw", 2, {"set": 3, "hand_size": 2, "no_double": "highest_tile", "reserve": 2}),
    ("masters-draw", 4, {"set": 3, "hand_size": 2, "partnership": "at_four"}),
    ("masters-draw", 4, {"set": 3, "hand_size": 1, "partnership": "at_four",
                         "go_out": "both_partners"}),
    ("pagat-draw", 2, {"set": 2, "hand_size": 2, "reserve": 1}),
    ("pagat-draw", 2, {"set": 3, "hand_size": 2}),
    ("pagat-draw", 3, {"set": 3, "hand_size": 2, "draw": "one"}),
    ("pagat-draw", 2, {"set": 3, "hand_size": 3, "voluntary_draw": False}),
    ("pagat-draw", 2, {"set": 3, "hand_size": 3, "opening": "highest_double"}),
    ("all-fives", 2, {"set": 2, "hand_size": 2}),
    ("all-fives", 2, {"set": 3, "hand_size": 4}),
    ("all-fives", 3, {"set": 3, "hand_size": 2}),
    ("all-fives", 2, {"set": 3, "hand_size": 3, "spinner": "none"}),
    ("all-fives", 2, {"set": 3, "hand_size": 3, "in_play": "none", "draw": "none"}),
    ("all-fives", 4, {"set": 3, "hand_size": 2, "partnership": "at_four"}),
    ("masters-mexican-train", 2, {"set": 2, "hand_size": 2}),
    ("masters-mexican-train", 2, {"set": 3, "hand_size": 3}),
    ("masters-mexican-train", 3, {"set": 3, "hand_size": 2}),
    ("masters-mexican-train", 2, {"set": 3, "hand_size": 4, "first_turn_double": "extra_turn"}),
    ("masters-mexican-train", 2, {"set": 3, "hand_size": 3, "finish_first_circuit": False}),
    ("masters-mexican-train", 2, {"set": 3, "hand_size": 3, "block": "n_passes"}),
    ("masters-mexican-train", 2, {"set": 3, "hand_size": 3, "double_extra": "none"}),
    ("masters-mexican-train", 2, {"set": 3, "hand_size": 3, "first_turn": "single"}),
    ("masters-mexican-train", 2, {"set": 3, "hand_size": 3, "engine": "descending"}),
    ("masters-mexican-train-strict", 2, {"set": 3, "hand_size": 3}),
    ("masters-mexican-train-strict", 2, {"set": 3, "hand_size": 4, "dead_double": "binding"}),
    ("masters-mexican-train-strict", 2, {"set": 3, "hand_size": 4, "double_extra": "anywhere"}),
    ("masters-mexican-train-strict", 2, {"set": 3, "hand_size": 4,
                                         "first_turn_double": "extra_turn"}),
    ("masters-mexican-train-strict", 2, {"set": 3, "hand_size": 4, "first_turn": "single"}),
    ("masters-mexican-train-reverse", 2, {"set": 3, "hand_size": 3}),
    ("masters-mexican-train-reverse", 3, {"set": 3, "hand_size": 2, "first_turn": "single"}),
    ("masters-mexican-train-reverse", 2, {"set": 3, "hand_size": 4, "cover_order": "any",
                                          "dead_double": "binding"}),
    ("dominos-cc-mexican-train", 2, {"set": 2, "hand_size": 2}),
    ("dominos-cc-mexican-train", 2, {"set": 3, "hand_size": 3}),
    ("dominos-cc-mexican-train", 2, {"set": 3, "hand_size": 4}),
    ("dominos-cc-mexican-train", 3, {"set": 3, "hand_size": 2}),
    ("dominos-cc-mexican-train", 2, {"set": 3, "hand_size": 3, "draw": "none"}),
    ("dominos-cc-mexican-train", 2, {"set": 3, "hand_size": 3, "start_marked": False}),
    ("dominos-cc-mexican-train", 2, {"set": 3, "hand_size": 4, "dead_double": "exempt"}),
    ("dominos-cc-mexican-train", 2, {"set": 3, "hand_size": 4, "cover_order": "newest_first"}),
    ("dominos-cc-mexican-train", 2, {"set": 3, "hand_size": 4, "cover_order": "any"}),
    ("dominos-cc-mexican-train", 2, {"set": 3, "hand_size": 4, "double_extra": "must_cover"}),
    ("dominos-cc-mexican-train", 2, {"set": 3, "hand_size": 3, "first_turn": "chain",
                                     "finish_first_circuit": True}),
]  # fmt: skip

# Real sets, counted until there are many sequences.
REAL: list[tuple[str, int, dict[str, Any]]] = [
    *((preset, players, {}) for preset in LINE_PRESETS for players in (2, 3, 4)),
    *((preset, 5, {}) for preset in LINE_PRESETS[:3]),
    *((preset, players, {}) for preset in PRESETS[5:8] for players in range(2, 9)),
    *((PRESETS[8], players, {}) for players in (2, 3, 4)),
    ("masters-draw", 8, {"set": 9, "hand_size": 5}),
    ("all-fives", 2, {"set": 9}),
    ("all-fives", 6, {"set": 18, "hand_size": 9}),
    ("pagat-draw", 4, {"partnership": "at_four", "go_out": "both_partners"}),
    ("masters-mexican-train", 4, {"set": 9, "hand_size": 9, "first_turn_double": "extra_turn"}),
    ("masters-mexican-train-strict", 5, {"set": 15, "cover_order": "any"}),
    ("masters-mexican-train-reverse", 8, {"set": 18, "hand_size": 20, "engine": "descending"}),
    ("dominos-cc-mexican-train", 8, {"set": 18, "hand_size": 20}),
    ("dominos-cc-mexican-train", 2, {"set": 9, "hand_size": 8, "block": "n_passes_stable"}),
]

MANY = 50_000  # a real set is counted until a depth has more sequences than this
MOST = 20  # and no deeper than this
BY_REFERENCE = 20_000  # the reference's test counts up to the last depth with no more than this


def counted(round: Any, *, full: bool) -> dict[str, Any]:
    counts = [1]
    while counts[-1] and (full or (counts[-1] <= MANY and len(counts) <= MOST)):
        counts.append(round.perft(len(counts)))
    by_reference = max(
        depth for depth in range(len(counts)) if max(counts[: depth + 1]) <= BY_REFERENCE
    )
    return {
        "rules": round.rules.to_dict(),
        "round": round.round,
        "deal": round.deal.to_dict(),
        "actions": [str(action) for action in round.actions],
        "perft": counts,
        "reference": by_reference,
    }


def middle(round: Any) -> Any:
    """The round half way through a random playout."""
    actions = round.playout(SEED).actions
    return engine.Round(round.rules, round.deal, round.round, actions[: len(actions) // 2])


def perft() -> Iterator[dict[str, Any]]:
    for preset, players, overrides in SMALL:
        rules = engine.Rules(preset, players=players, **overrides)
        for number in range(3):
            yield counted(engine.deal(rules, SEED, number), full=True)
    for preset, players, overrides in REAL:
        rules = engine.Rules(preset, players=players, **overrides)
        yield counted(engine.deal(rules, SEED, 0), full=False)
        yield counted(middle(engine.deal(rules, SEED, 1)), full=False)


def playthrough(preset: str) -> dict[str, Any]:
    """Two rounds of a match, with every snapshot."""
    line = preset in LINE_PRESETS
    named = {"rounds": 2} if not line else {}
    match = engine.Match(engine.Rules(preset, players=4 if line else 2, **named), seed=SEED)
    snapshots = []
    for number in range(2):
        if number:
            match = match.next_round()
        snapshots.append([match.round.snapshot()])
        for action in match.round.playout(SEED).actions:
            match = match.play(action)
            snapshots[-1].append(match.round.snapshot())
    return {
        "format": "bonepile-playthrough/1",
        "preset": preset,
        "revision": 1,
        "record": match.record(),
        "snapshots": snapshots,
    }


# What must be refused


def rejects() -> Iterator[dict[str, Any]]:
    draw = {"preset": "masters-draw", "players": 2}
    deal = complete(6, 7, ["6-6 0-6", "1-6 2-6"], "0-0")
    cc = {"preset": "dominos-cc-mexican-train", "players": 2}
    cc_deal = complete(12, 15, ["", ""], engine="12-12")
    fives = {"preset": "all-fives", "players": 2, "hand_size": 1}
    fives_deal = complete(6, 1, ["3-4", "2-5"], leader=0)

    def text(**fields: Any) -> str:
        return json.dumps({"id": 1, **fields}, separators=(",", ":"))

    def start(rules: Any, deal: Any, **more: Any) -> str:
        return text(op="start", rules=rules, deal=deal, **more)

    def case(about: str, *steps: tuple[str, str | None]) -> dict[str, Any]:
        return {"about": about, "steps": [{"line": a, "error": b} for a, b in steps]}

    good = (start(draw, deal), None)
    hello = (text(op="hello"), None)

    for about, line in {
        "a blank line": "",
        "blanks": "  ",
        "no JSON": "hello",
        "half an object": '{"id":1,"op":"hello"',
        "a trailing comma": '{"id":1,"op":"hello",}',
        "two objects": '{"id":1,"op":"hello"}{"id":2,"op":"hello"}',
        "an array": "[]",
        "a text": '"hello"',
        "null": "null",
        "not a number": '{"id":NaN,"op":"hello"}',
        "a number with a leading zero": '{"id":01,"op":"hello"}',
        "half a surrogate pair": '{"id":"\\ud800","op":"hello"}',
        "a control character": '{"id":"a\tb","op":"hello"}',
        "a byte order mark": '\ufeff{"id":1,"op":"hello"}',
        "no op": '{"id":1}',
        "an op that is null": '{"id":1,"op":null}',
        "an unknown op": '{"id":1,"op":"Hello"}',
    }.items():
        yield case(about, hello, (line, "bad_request"), hello)

    for about, fields in {
        "no rules": {"op": "start", "deal": deal},
        "rules that are no object": {"op": "start", "rules": "masters-draw", "deal": deal},
        "no preset": {"op": "start", "rules": {"players": 2}, "deal": deal},
        "a preset that is no text": {"op": "start", "rules": {"preset": 1, "players": 2},
                                     "deal": deal},
        "no deal": {"op": "start", "rules": draw},
        "a deal that is no object": {"op": "start", "rules": draw, "deal": [deal]},
        "a round below zero": {"op": "start", "rules": draw, "deal": deal, "round": -1},
        "a round that is a fraction": {"op": "start", "rules": draw, "deal": deal, "round": 1.0},
        "a round that is true": {"op": "start", "rules": draw, "deal": deal, "round": True},
        "a round of 2^32": {"op": "start", "rules": draw, "deal": deal, "round": 2**32},
        "replay without actions": {"op": "replay", "rules": draw, "deal": deal},
        "replay of an action that is no text": {"op": "replay", "rules": draw, "deal": deal,
                                                "actions": ["6-6", 1]},
        "apply before any start": {"op": "apply", "action": "6-6"},
        "perft before any start": {"op": "perft", "depth": 1},
    }.items():  # fmt: skip
        yield case(about, (text(**fields), "bad_request"))
    yield case("apply without an action", good, (text(op="apply"), "bad_request"))
    yield case("an action that is no text", good, (text(op="apply", action=1), "bad_request"))
    yield case("perft without a depth", good, (text(op="perft"), "bad_request"))
    for depth in (-1, 1.0, True, "1", None, 2**32):
        line = text(op="perft", depth=depth)
        yield case(f"a depth of {json.dumps(depth)}", good, (line, "bad_request"))

    for preset in ("", "Masters-Draw", "masters-draw ", "domino"):
        line = start({"preset": preset, "players": 2}, deal)
        yield case(f"the preset {preset!r}", good, (line, "unknown_preset"))
    yield case(
        "an unknown preset and wrong players",
        (start({"preset": "domino", "players": 9}, {}), "unknown_preset"),
    )

    for changes in (
        {"players": 1}, {"players": 9}, {"players": 2.0}, {"players": True}, {"players": "2"},
        {"players": 6}, {"colour": "red"}, {"colour": None}, {"cover_duty": True},
        {"rounds": None}, {"set": 0}, {"set": 19}, {"set": 6.0}, {"hand_size": 0},
        {"hand_size": 15}, {"hand_size": {}}, {"hand_size": {"3": 5}}, {"hand_size": {"2": "7"}},
        {"hand_size": [7]}, {"set": 3}, {"reserve": -1}, {"reserve": 15}, {"reserve": True},
        {"draw": "sometimes"}, {"draw": 1}, {"draw": "none", "reserve": 1},
        {"draw": "none", "voluntary_draw": True}, {"voluntary_draw": 1},
        {"next_leader": "rotate"}, {"opening": "any_tile", "no_double": "redeal"},
        {"go_out": "both_partners"}, {"block": "n_passes_stable"}, {"round_to": 2},
        {"round_to": True}, {"match_by": "rounds"}, {"target": 0}, {"target": 1_000_001},
        {"score_out": "difference"}, {"score_block": "opponents_minus_own"},
        {"spinner": "any_double"}, {"in_play": "threes"}, {"partnership": "at_two"},
    ):  # fmt: skip
        line = start({**draw, **changes}, deal)
        yield case(f"masters-draw with {json.dumps(changes)}", good, (line, "bad_rules"))
    yield case("no players", (start({"preset": "masters-draw"}, deal), "bad_rules"))
    train = "masters-mexican-train"
    for preset, changes in (
        (train, {"double_extra": "must_cover"}), (train, {"cover_order": "any"}),
        (train, {"dead_double": "binding"}), (train, {"hand_size": 1}),
        (train, {"first_turn": "single", "first_turn_double": "no_effect"}),
        (train, {"first_turn": "single", "finish_first_circuit": True}),
        (train, {"engine": "descending", "rounds": 14}), (train, {"rounds": 0}),
        (train, {"rounds": 1001}), (train, {"double_blank": -1}), (train, {"double_blank": 1001}),
        (train, {"draw": "until_playable"}), (train, {"reserve": 0}), (train, {"target": None}),
        (train, {"start_marked": 0}), (train, {"hand_size": 46}),
        (f"{train}-strict", {"cover_duty": False}),
        ("dominos-cc-mexican-train", {"rounds": 14}),
        ("dominos-cc-mexican-train", {"set": 4, "hand_size": 2, "rounds": 6}),
        ("dominos-cc-mexican-train", {"set": 1, "hand_size": 2}),
        ("dominos-cc-mexican-train", {"players": 5}),
    ):  # fmt: skip
        line = start({"preset": preset, "players": 2, **changes}, cc_deal)
        yield case(f"{preset} with {json.dumps(changes)}", (line, "bad_rules"))
    yield case(
        "wrong rules and a wrong deal", (start({**draw, "reserve": -1}, {"hands": 3}), "bad_rules")
    )

    hands, boneyard = deal["hands"], deal["boneyard"]
    for about, changes in {
        "a hand missing": {"hands": hands[:1]},
        "a hand too many": {"hands": [*hands, []]},
        "a hand too short": {
            "hands": [hands[0][1:], hands[1]],
            "boneyard": [*boneyard, hands[0][0]],
        },
        "a tile missing": {"boneyard": boneyard[1:]},
        "a tile twice": {"boneyard": [*boneyard[1:], "6-6"]},
        "a tile too many": {"boneyard": [*boneyard, "6-6"]},
        "a tile of a larger set": {"boneyard": [*boneyard[1:], "0-7"]},
        "a tile written high-low": {"hands": [["6-0", *hands[0][1:]], hands[1]]},
        "a tile with a leading zero": {"boneyard": ["00-0", *boneyard[1:]]},
        "an empty tile": {"boneyard": ["", *boneyard[1:]]},
        "a tile that is a number": {"boneyard": [0, *boneyard[1:]]},
        "a hand that is null": {"hands": [hands[0], None]},
        "hands that are null": {"hands": None},
        "an engine in a line game": {"engine": "6-6"},
        "a leader where the highest double leads": {"leader": 0},
        "a leader that is text": {"leader": "0"},
    }.items():
        yield case(about, good, (start(draw, {**deal, **changes}), "bad_deal"))
    for key in ("hands", "boneyard"):
        less = {name: value for name, value in deal.items() if name != key}
        yield case(f"no {key}", (start(draw, less), "bad_deal"))
    for about, changes in {
        "an engine missing": {"engine": None},
        "an engine of another round": {"engine": "11-11"},
        "an engine that is no double": {"engine": "11-12"},
        "an engine that is a number": {"engine": 12},
        "a leader in a train game": {"leader": 0},
    }.items():
        yield case(about, (start(cc, {**cc_deal, **changes}), "bad_deal"))
    yield case("the engine of round 0 in round 1", (start(cc, cc_deal, round=1), "bad_deal"))
    yield case("a round that has no engine", (start(cc, cc_deal, round=13), "bad_deal"))
    unwanted = {"preset": "masters-mexican-train", "players": 2}
    yield case("an engine where none is set aside", (start(unwanted, cc_deal), "bad_deal"))
    for leader in (-1, 2, 1.0, True):
        line = start(fives, {**fives_deal, "leader": leader})
        yield case(f"the leader {json.dumps(leader)} of two", (line, "bad_deal"))
    plain = complete(6, 7, ["", ""])
    yield case("no double in any hand", good, (start(draw, plain), "redeal"))
    yield case("no double and a leader", (start(draw, {**plain, "leader": 0}), "bad_deal"))

    for action in (
        "", "6", "6-6@", "66", " 6-6", "6-6 ", "06-6", "6-6@L", "6-6@R", "6-6@M", "6-6@0", "0-6",
        "0-6@L", "1-6", "6-7", "7-7", "draw", "pass", "stop", "DRAW", "rubbish",
    ):  # fmt: skip
        line = text(op="apply", action=action)
        played = (text(op="apply", action="6-6"), None)
        yield case(f"{action!r} before the lead", good, (line, "illegal_action"), played)
    for action in (
        "6-6@L", "6-6", "0-6@L", "1-6", "1-6@N", "1-6@S", "1-6@M", "1-6@0", "6-1@L", "1-6@l",
        "0-4@L", "draw", "pass", "stop",
    ):  # fmt: skip
        lead = (text(op="apply", action="6-6"), None)
        line = text(op="apply", action=action)
        played = (text(op="apply", action="1-6@R"), None)
        yield case(f"{action!r} after the lead", good, lead, (line, "illegal_action"), played)
    over = [(start(fives, fives_deal), None), (text(op="apply", action="3-4"), None)]
    for action in ("2-5@L", "draw", "pass", "rubbish"):
        line = text(op="apply", action=action)
        yield case(f"{action!r} after the end", *over, (line, "round_over"))


def written(values: Iterator[dict[str, Any]]) -> str:
    """A JSON list with one value a line."""
    lines = [json.dumps(value, separators=(",", ":")) for value in values]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def told(played: dict[str, Any]) -> str:
    """A playthrough with one snapshot a line."""
    snapshots = ",\n".join(
        "[\n" + ",\n".join(json.dumps(s, separators=(",", ":")) for s in round) + "\n]"
        for round in played["snapshots"]
    )
    head = {key: value for key, value in played.items() if key != "snapshots"}
    return (
        json.dumps(head, separators=(",", ":"))[:-1] + ',\n"snapshots":[\n' + snapshots + "\n]}\n"
    )


def files(*, quick: bool) -> Iterator[tuple[Path, str]]:
    yield HERE / "rejects.json", written(rejects())
    for preset in PRESETS:
        yield HERE / "playthroughs" / f"{preset}.json", told(playthrough(preset))
    if not quick:
        yield HERE / "perft.json", written(perft())


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the golden data anew.")
    parser.add_argument("--check", action="store_true", help="only tell what would change")
    parser.add_argument("--quick", action="store_true", help="leave the counts out")
    options = parser.parse_args()
    check = options.check
    changed = []
    for path, content in files(quick=options.quick):
        if path.exists() and path.read_text(encoding="utf-8") == content:
            continue
        changed.append(path)
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, encoding="utf-8")
        print(f"{'would change' if check else 'written'}: {path.relative_to(HERE)}", flush=True)
    return int(check and bool(changed))


if __name__ == "__main__":
    sys.exit(main())
