"""What is asked now and then beside the round itself; each check takes a walked comparison."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import DealError
from ..types import AnyAction, AnyMatch, AnyRound, AnyRules, AnySession, Engine, Json
from .comparison import Comparison, both
from .deals import own_deal
from .dice import Dice
from .observation import Difference, Differs
from .playout_checks import check_in_step, check_observe, check_playout, check_playouts, ended
from .position_checks import check_positions
from .transcripts import comparable, transcript
from .validity import InvalidRoundError, check_game

__all__ = ["CHECKS"]

MOST_NEAR = 20
DETOURS = 30


def _dice(comparison: Comparison, name: str) -> Dice:
    return comparison.case.dice("check", name, "choices")


def check_undo(comparison: Comparison) -> None:
    """Check that ``undo`` gives the round before, equal in every way; compare the repr too."""
    dice = _dice(comparison, "undo")
    rounds = comparison.rounds
    comparison.same("repr", rounds[-1], repr)
    at = dice.below(len(rounds))
    if at == 0:
        comparison.same("undo of nothing", rounds[0], lambda r: r.undo().snapshot())
        return
    told = comparison.same(
        f"undo of action {at - 1}", both(rounds[at], rounds[at - 1]), lambda side: _undone(*side)
    )
    right = told is not None and all(told[0].values())
    comparison.demand(f"undo of action {at - 1}", right, told or (None, None))


def _undone(now: AnyRound, before: AnyRound) -> dict[str, bool]:
    back = now.undo()
    again = back.play(now.actions[-1])
    return {
        "snapshot": back.snapshot() == before.snapshot(),
        "equal": back == before and hash(back) == hash(before) and back != now,
        "key": back.position_key() == before.position_key(),
        "again": again == now and again.position_key() == now.position_key(),
    }


def check_with_deal(comparison: Comparison) -> None:
    """Replay some position on a deal in which two tiles have changed places."""
    dice = _dice(comparison, "with_deal")
    rounds = dice.pick(comparison.rounds)
    deal = own_deal(rounds[0]).to_dict()
    tiles = [tile for pile in (*deal["hands"], deal["boneyard"]) for tile in pile]
    one, other = dice.pick(tiles), dice.pick(tiles)
    places = {one: other, other: one}
    deal["hands"] = [[places.get(tile, tile) for tile in hand] for hand in deal["hands"]]
    deal["boneyard"] = [places.get(tile, tile) for tile in deal["boneyard"]]
    comparison.same(f"with_deal, {one} and {other} swapped", rounds, lambda r: _on_deal(r, deal))


def _on_deal(round: AnyRound, deal: Mapping[str, Json]) -> Json:
    try:
        return ended(round.with_deal(deal))
    except DealError as error:
        # What contradicts the deal is the same text in both; other faults are told freely.
        contradicted = [reason for reason in error.reasons if reason.startswith("actions[")]
        return {"error": type(error).__name__, "contradicted": contradicted}


def check_perft(comparison: Comparison) -> None:
    """Count to a small depth in a position with few enough actions."""
    dice = _dice(comparison, "perft")
    rounds = dice.pick(comparison.rounds)
    width = len(rounds[0].legal_actions())
    depth = 3 if width <= 3 else 2 if width <= 10 else 1
    count = comparison.same(f"perft({depth})", rounds, lambda r: r.perft(depth))
    parts = comparison.same(f"divide({depth})", rounds, lambda r: r.divide(depth), _listed)
    assert parts is not None
    right = count is not None and sum(parts[0].values()) == count[0]
    comparison.demand(f"divide({depth})", right, (count, parts[0]))
    comparison.same("perft(0)", rounds, lambda r: [r.perft(0), r.divide(0)])
    comparison.same("perft(-1)", rounds, lambda r: r.perft(-1))


def _listed(counts: Mapping[str, int]) -> Json:
    return [[str(action), count] for action, count in counts.items()]  # the order counts too


def check_keys(comparison: Comparison) -> None:
    """Check that the same positions near by have equal keys, and for a reason."""
    dice = _dice(comparison, "keys")
    some = [dice.pick(comparison.rounds) for _ in range(5)]
    rounds = max(some, key=lambda pair: len(pair[0].legal_actions()))
    found = comparison.same(
        "position_key, first place with the same",
        rounds,
        lambda root: _classes(_near(root, _dice(comparison, "near"))),
    )
    assert found is not None
    near = _near(rounds[0], _dice(comparison, "near"))
    for place, twin in enumerate(found[0]):
        told = (_future(near[twin]), _future(near[place])) if twin != place else (0, 0)
        comparison.demand("position_key", told[0] == told[1], told)


def _near(root: AnyRound, dice: Dice) -> list[AnyRound]:
    """List positions one action on, and pairs reached by the same actions in another order."""
    found = [root, *(root.play(action) for action in root.legal_actions()[:MOST_NEAR])]
    for _ in range(DETOURS):
        path: list[AnyAction] = []
        seats: list[int] = []
        end = root
        while end.to_play is not None and end.to_play not in seats[:1]:
            seats.append(end.to_play)
            path.append(dice.pick(end.legal_actions()))
            end = end.play(path[-1])
        if end.to_play is None:
            continue
        path.append(dice.pick(end.legal_actions()))
        if path[0] == path[-1]:
            continue
        path[0], path[-1], end, other = path[-1], path[0], end.play(path[-1]), root
        for action in path:
            if not other.is_legal(action):
                break
            other = other.play(action)
        else:
            found += [end, other]
    return found


def _classes(rounds: Sequence[AnyRound]) -> list[int]:
    first: dict[bytes, int] = {}
    return [first.setdefault(round.position_key(), at) for at, round in enumerate(rounds)]


def _future(round: AnyRound) -> Json:
    snapshot = round.snapshot()
    ahead = [
        [str(action), sorted(map(str, round.play(action).legal_actions()))]
        for action in round.legal_actions()
    ]
    return [{key: snapshot[key] for key in ("to_play", "hands", "result")}, ahead]


def check_numbers(comparison: Comparison) -> None:
    """Compare actions by number: their names and refusals, and numbers out of range."""
    dice = _dice(comparison, "numbers")
    rules, rounds = comparison.rules, dice.pick(comparison.rounds)
    count = rules[0].num_actions
    numbers = range(count) if count <= 300 else [dice.below(count) for _ in range(60)]

    def told(side: tuple[AnyRules, AnyRound]) -> Json:
        actions = [side[0].action(number) for number in numbers]
        codes = [side[1].why_illegal(action) for action in actions]
        return [
            [str(action), action.index, code and code.code]
            for action, code in zip(actions, codes, strict=True)
        ]

    comparison.same("actions by number", both(rules, rounds), told)
    wrong = dice.pick((-1, count, 2**64, -(2**70)))
    comparison.same(f"rules.action({wrong})", rules, lambda r: r.action(wrong), str)


def check_record(comparison: Comparison) -> None:
    """Let both read and write the round as a record, and refuse it alike when damaged."""
    dice = _dice(comparison, "record")
    record = _record(comparison)
    read = comparison.same("from_record", comparison.engines, lambda e: _read(e, record), _match)
    if read is not None:
        comparison.same(
            "from_record of the other's record",
            both(comparison.engines, read[::-1]),
            lambda side: _read(side[0], json.dumps(side[1].record())),
            _match,
        )
    damaged, how = _damaged(dice, json.loads(json.dumps(record)))
    comparison.same(
        f"from_record with {how}", comparison.engines, lambda e: _read(e, damaged), _match
    )
    text = json.dumps(record)
    cut = text[: dice.below(len(text))]
    comparison.same("from_record cut off", comparison.engines, lambda e: _read(e, cut), _match)


def _record(comparison: Comparison) -> dict[str, Json]:
    last = comparison.rounds[-1][0]
    said: dict[str, Json] = {
        "round": comparison.case.round,
        "deal": own_deal(last).to_dict(),
        "actions": [str(action) for action in last.actions],
        "result": last.snapshot()["result"],
    }
    rules = comparison.rules[0].to_dict()
    return {"format": "bonepile-record/1", "rules": rules, "rounds": [said], "note": "kept out"}


def _read(engine: Engine, record: Json) -> AnyMatch:
    match: AnyMatch = engine.Match.from_record(record)
    return match


def _match(match: AnyMatch) -> Json:
    return {
        "record": match.record(),
        "rounds": [round.round for round in match.rounds],
        "totals": match.totals,
        "places": match.places,
        "is_over": match.is_over,
        "to_play": match.round.to_play,
    }


_STRANGE: tuple[Json, ...] = (None, True, -1, 0, 1, 1.0, 2**32, "", "0", [], [0], {}, "passed")


def _damaged(dice: Dice, record: dict[str, Any]) -> tuple[Json, str]:
    told = record["rounds"][0]
    actions = told["actions"]
    kind = dice.below(8)
    if kind == 0 and actions:
        at = dice.below(len(actions))
        actions[at] = dice.pick((*actions, "draw", "pass", "stop", "2-6@8", "", 7, None))
        return record, f"another action {at}"
    if kind == 1 and actions:
        at = dice.below(len(actions))
        del actions[at]
        return record, f"no action {at}"
    if kind == 2:
        actions.append(dice.pick((*actions, "draw", "pass")))
        return record, "one action more"
    if kind == 3:
        result = told["result"] or {"reason": "out", "out": [0], "winner": 0, "points": [0, 0]}
        key = dice.pick(sorted(result))
        told["result"] = {**result, key: dice.pick(_STRANGE)}
        return record, f"another result.{key}"
    if kind == 4:
        record["rounds"].append(told)
        return record, "the round twice"
    if kind == 5:
        key = dice.pick(sorted(told))
        told[key] = dice.pick(_STRANGE)
        return record, f"a strange rounds[0].{key}"
    if kind == 6:
        key = dice.pick(sorted(told))
        del told[key]
        return record, f"no rounds[0].{key}"
    key = dice.pick(sorted(record))
    record[key] = dice.pick(_STRANGE)
    return record, f"a strange {key}"


def check_match(comparison: Comparison) -> None:
    """Compare a match from a seed over up to three rounds: leaders, totals, places, its end."""
    case = comparison.case
    made = comparison.same(
        "match",
        both(comparison.engines, comparison.rules),
        lambda side: _matched(side[0].Match(side[1], seed=case.game_seed)),
        _match,
    )
    for _ in range(3):
        if made is None:
            return
        comparison.same("next_round before the end", made, lambda m: m.next_round(), _match)
        made = _play_on(comparison, made)
        comparison.same("play after the end", made, lambda m: m.play("pass"), _match)
        made = comparison.same("next_round", made, lambda m: m.next_round(), _match)


def _matched(match: AnyMatch) -> AnyMatch:
    return match


def _play_on(comparison: Comparison, made: tuple[AnyMatch, AnyMatch]) -> tuple[AnyMatch, AnyMatch]:
    ended = made[1].round.playout(comparison.case.game_seed, comparison.case.game)
    actions = [str(action) for action in ended.actions]
    played = comparison.same("match played", made, lambda m: _played(m, actions), _match)
    comparison.demand("match played", played is not None, (actions, actions))
    assert played is not None
    return played


def _played(match: AnyMatch, actions: Sequence[str]) -> AnyMatch:
    for action in actions:
        match = match.play(action)
    return match


def check_session(comparison: Comparison) -> None:
    """Hold a conversation in the line protocol, wrong lines among it."""
    dice, case = _dice(comparison, "session"), comparison.case
    last = comparison.rounds[-1][0]
    rules = comparison.rules[0].to_dict()
    if dice.percent(60):
        spelled = json.loads(json.dumps(comparison.rules[0].parameters))
        rules = {"preset": rules["preset"], "players": rules["players"], **spelled}
    actions = [str(action) for action in last.actions]
    lines = transcript(dice, rules, case.round, own_deal(last).to_dict(), actions)
    first, second = comparison.engines
    sessions = (first.Session(), second.Session())
    for line in lines:
        _answer(comparison, sessions, line)


def _answer(comparison: Comparison, sessions: tuple[AnySession, AnySession], line: bytes) -> None:
    comparison.same(
        f"answer to {line[:300]!r}",
        sessions,
        lambda session: {"answer": comparable(session.answer(line)), "closed": session.closed},
    )


def check_validity(comparison: Comparison) -> None:
    """Hold what each engine says at every ply against the history of the round."""
    for side, engine in enumerate(("first", "second")):
        try:
            check_game([rounds[side] for rounds in comparison.rounds])
        except InvalidRoundError as error:
            told: list[Json] = [None, None]
            told[side] = str(error)
            what = f"validity of the {engine} engine's round"
            raise Differs(Difference(what, comparison.where, *told)) from error


CHECKS: dict[str, tuple[int, Callable[[Comparison], None]]] = {
    "undo": (4, check_undo),
    "playout": (4, check_playout),
    "with_deal": (3, check_with_deal),
    "perft": (5, check_perft),
    "keys": (4, check_keys),
    "numbers": (6, check_numbers),
    "playouts": (8, check_playouts),
    "observe": (12, check_observe),
    "in step": (12, check_in_step),
    "positions": (12, check_positions),
    "record": (5, check_record),
    "match": (6, check_match),
    "session": (5, check_session),
    "validity": (12, check_validity),
}
"""Name: how seldom (one case in so many) and what."""
