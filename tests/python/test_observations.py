"""Observations: what a seat has seen, in numbers that can be written down by hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from bonepile.errors import ArgumentError, DealError
from building import PRESETS, TRAIN_PRESETS, play, start, tiles
from hypothesis import given
from hypothesis import strategies as st
from strategies import SIZES, cases

ARMS = ("L", "R", "N", "S")
TURNS = ("first", "chain", "general", "extra")


def parts(engine: Any, round: Any, seat: int | None = None) -> dict[str, list[int]]:
    """An observation by the names of its parts."""
    seen = engine.observe(round, seat)
    return {
        name: seen[part].tolist() for name, part in engine.observation_layout(round.rules).items()
    }


def flags(length: int, *ones: int) -> list[int]:
    return [int(i in ones) for i in range(length)]


# By hand

# A double-3 set: 0-0 is tile 0, then 0-1, 1-1, 0-2, 1-2, 2-2, 0-3, 1-3, 2-3 and 3-3, tile 9.
NONE = [0, 0, 0, 0]
"""The row of a seat of which nothing is known."""


def line_round(engine: Any, actions: str) -> Any:
    """The lead counts 5 and scores; seat 1 draws and plays, seat 2 draws and passes."""
    hands = ["2-3 2-2", "0-1 1-1", "0-3 3-3"]
    overrides: dict[str, Any] = {"set": 3, "draw": "one", "reserve": 2}
    boneyard = "1-3 0-0 0-2 1-2"
    return play(start(engine, "all-fives", hands, boneyard, leader=0, **overrides), actions)


def test_a_line_game_by_hand(engine: Any) -> None:
    round = line_round(engine, "2-3 draw 1-3@R draw pass")
    common = {"laid": flags(10, 7, 8), "boneyard": [2], "passes": [1], "drew": [0]}
    assert parts(engine, round) == parts(engine, round, 0)
    assert parts(engine, round, 0) == common | {
        "hand": flags(10, 5),
        "held": [1, 2, 3],
        "on_turn": [1, 0, 0],
        "lacks": [*NONE, *NONE, 0, 1, 1, 0],
        "ends": [2, 1, -1, -1],
        "scores": [5, 0, 0],
    }
    assert parts(engine, round, 1) == common | {
        "hand": flags(10, 1, 2),
        "held": [2, 3, 1],
        "on_turn": [0, 0, 1],
        "lacks": [*NONE, 0, 1, 1, 0, *NONE],
        "ends": [2, 1, -1, -1],
        "scores": [0, 0, 5],
    }


def test_what_was_drawn_and_what_nobody_led(engine: Any) -> None:
    dealt = parts(engine, line_round(engine, ""), 2)
    assert dealt["ends"] == [-1, -1, -1, -1]
    assert (dealt["laid"], dealt["lacks"]) == ([0] * 10, [0] * 12)
    drawn = line_round(engine, "2-3 draw 1-3@R draw")
    for seat in range(3):
        assert parts(engine, drawn, seat)["drew"] == [1]
    assert parts(engine, drawn, 2)["hand"] == flags(10, 0, 6, 9)


def test_the_arms_of_a_spinner(engine: Any) -> None:
    hands = ["5-5 3-5 1-2", "0-5 4-5 1-4"]
    round = play(start(engine, "all-fives", hands, set=5, leader=0), "5-5 0-5@L 3-5@R")
    assert parts(engine, round, 0)["ends"] == [0, 3, 5, 5]


def test_partners_share_a_side(engine: Any) -> None:
    hands = ["4-6 0-0", "1-1 2-2", "3-3 4-4", "5-5 6-6"]
    dealt = start(engine, "all-fives", hands, leader=0, partnership="at_four")
    round = dealt.play("4-6")
    for seat, scores in enumerate(([10, 0], [0, 10], [10, 0], [0, 10])):
        assert parts(engine, round, seat)["scores"] == scores


def train_round(engine: Any, actions: str) -> Any:
    """Seat 0 lays a double, draws for the extra play, and passes."""
    hands = ["0-3 1-1 2-2", "1-3 1-2 0-1"]
    dealt = start(engine, "dominos-cc-mexican-train", hands, "2-3 0-0 0-2", set=3)
    return play(dealt, actions)


def test_a_train_game_by_hand(engine: Any) -> None:
    round = train_round(engine, "0-3@0 1-3@M 1-1@M draw pass")
    common = {"laid": flags(10, 2, 6, 7, 9), "held": [2, 2], "boneyard": [2], "passes": [0]}
    common |= {"drew": [0], "engine": [3], "open_doubles": [0, 0, 1]}
    common |= {"turn": [0, 0, 1, 0], "owed": [0, 0]}
    assert parts(engine, round) == parts(engine, round, 1)
    assert parts(engine, round, 1) == common | {
        "hand": flags(10, 1, 4),
        "on_turn": [1, 0],
        "lacks": [*NONE, 1, 1, 0, 0],
        "ends": [3, 0, 1],
        "started": [0, 1, 1],
        "markers": [0, 1],
    }
    assert parts(engine, round, 0) == common | {
        "hand": flags(10, 5, 8),
        "on_turn": [0, 1],
        "lacks": [1, 1, 0, 0, *NONE],
        "ends": [0, 3, 1],
        "started": [1, 0, 1],
        "markers": [1, 0],
    }


def test_a_draw_makes_every_pip_possible_again(engine: Any) -> None:
    round = train_round(engine, "0-3@0 1-3@M 1-1@M draw pass 0-1@M")
    assert parts(engine, round, 0)["lacks"][:4] == [1, 1, 0, 0]
    assert parts(engine, round.play("draw"), 0)["lacks"] == [0] * 8


def test_the_turn(engine: Any) -> None:
    extra = train_round(engine, "0-3@0 1-3@M 1-1@M")
    assert parts(engine, extra)["turn"] == [0, 0, 0, 1]
    assert parts(engine, extra)["drew"] == [0]
    assert parts(engine, extra.play("draw"))["drew"] == [1]
    hands = ["0-1 0-2 0-3 2-3", "3-3 1-3 1-2 0-0"]
    first = start(engine, "masters-mexican-train", hands, set=3)
    assert parts(engine, first)["turn"] == [1, 0, 0, 0]
    assert parts(engine, first, 1)["owed"] == [1, 1]
    chain = first.play("0-3@0")
    assert parts(engine, chain)["turn"] == [0, 1, 0, 0]
    after = chain.play("stop")
    assert parts(engine, after, 0)["owed"] == [0, 1]
    assert parts(engine, after, 1)["owed"] == [1, 0]


def test_the_oldest_open_double_is_1(engine: Any) -> None:
    hands = ["2-3 2-2 0-2", "1-3 1-1 0-1"]
    overrides: dict[str, Any] = {"set": 3, "cover_duty": True, "double_extra": "none"}
    dealt = start(engine, "dominos-cc-mexican-train", hands, cover_order="any", **overrides)
    position = play(dealt, "2-3@0 1-3@1 2-2@0").position()
    assert parts(engine, engine.Round.from_position(dealt.rules, position), 1)["open_doubles"] == [
        0,
        1,
        0,
    ]
    both_open = {**position, "hands": [["0-2"], ["0-1"]], "to_play": 0, "open_doubles": ["0", "1"]}
    both_open["layout"] = {"engine": "3-3", "trains": {"0": ["2-3", "2-2"], "1": ["1-3", "1-1"]}}
    for order, ages in ((["0", "1"], [1, 2, 0]), (["1", "0"], [2, 1, 0])):
        round = engine.Round.from_position(dealt.rules, {**both_open, "open_doubles": order})
        assert parts(engine, round, 0)["open_doubles"] == ages
        assert parts(engine, round, 1)["open_doubles"] == [ages[1], ages[0], 0]


def test_a_round_that_is_over(engine: Any) -> None:
    for preset in PRESETS:
        over = engine.deal(engine.Rules(preset, players=2), 3).playout(3)
        seen = parts(engine, over, 1)
        assert seen["on_turn"] == [0, 0]
        assert seen["drew"] == [0]
        if preset in TRAIN_PRESETS:
            assert seen["turn"] == [0, 0, 0, 0]
        with pytest.raises(ArgumentError, match="seat"):
            engine.observe(over)


# Against what the round itself tells


def allowed_pips(round: Any) -> set[int]:
    """The ends that a seat which passes was allowed to play at: only the pips do not match."""
    table = round.snapshot()["table"]
    tile = round.snapshot()["hands"][round.to_play][0]
    ends = table.get("ends", {arm: table[arm] for arm in ARMS if arm in table})
    codes = {place: round.why_illegal(f"{tile}@{place}").code for place in ends}
    return {ends[place] for place, code in codes.items() if code == "no_match"}


def known_lacks(round: Any) -> list[set[int]]:
    """What each seat is known to lack, told from the actions one after the other."""
    before = [round]
    while before[-1].actions:
        before.append(before[-1].undo())
    lacks: list[set[int]] = [set() for _ in range(round.rules.players)]
    for action, state in zip(round.actions, reversed(before[1:]), strict=True):
        if action == "pass":
            lacks[state.to_play] |= allowed_pips(state)
        elif action == "draw":
            lacks[state.to_play] = set()
    return lacks


def laid_tiles(layout: Any) -> list[str]:
    """Every tile that a position's layout names."""
    if layout is None:
        return []
    if isinstance(layout, str):
        return [layout]
    piles = layout.values() if isinstance(layout, dict) else layout
    return [tile for pile in piles for tile in laid_tiles(pile)]


def expected(round: Any, seat: int) -> dict[str, list[int]]:
    shown, position, rules = round.snapshot(), round.position(), round.rules
    n, highest, sides = rules.players, rules.parameters["set"], rules.sides
    seats = [(seat + j) % n for j in range(n)]
    in_set, table = tiles(highest), shown["table"]
    lacks = known_lacks(round)
    told = {
        "hand": [int(tile in shown["hands"][seat]) for tile in in_set],
        "laid": [int(tile in laid_tiles(position["layout"])) for tile in in_set],
        "held": [len(shown["hands"][other]) for other in seats],
        "boneyard": [shown["boneyard"]],
        "on_turn": [int(other == shown["to_play"]) for other in seats],
        "passes": [position["passes"]],
        "drew": [int(position["drew"])],
        "lacks": [int(pip in lacks[other]) for other in seats for pip in range(highest + 1)],
    }
    if rules.family == "line":
        told["ends"] = [(table or {}).get(arm, -1) for arm in ARMS]
        told["scores"] = [shown["scores"][(seat + j) % sides] for j in range(sides)]
        return told
    trains = [*map(str, seats), "M"]
    opened = table["open_doubles"]
    turn = position["turn"] if position["to_play"] is not None else None
    return told | {
        "engine": [table["engine"]],
        "ends": [table["ends"][train] for train in trains],
        "started": [int(train in table["started"]) for train in trains],
        "markers": [int(other in table["markers"]) for other in seats],
        "open_doubles": [opened.index(t) + 1 if t in opened else 0 for t in trains],
        "turn": [int(turn == some) for some in TURNS],
        "owed": [int(other in position["owed"]) for other in seats],
    }


def steps(round: Any, every: int) -> Iterator[Any]:
    """A finished round as it was after every few actions, from the end on."""
    while True:
        yield round
        for _ in range(min(every, len(round.actions))):
            round = round.undo()
        if not round.actions:
            yield round
            return


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_seen_is_what_the_round_tells(engine: Any, preset: str) -> None:
    for players in (min(SIZES[preset]), max(SIZES[preset])):
        ended = engine.deal(engine.Rules(preset, players=players), 8, 1).playout(8)
        for round in steps(ended, 7):
            for seat in range(players):
                assert parts(engine, round, seat) == expected(round, seat)


@given(data=st.data())
def test_what_is_seen_under_any_rules(engine: Any, reference: Any, data: st.DataObject) -> None:
    case = data.draw(cases(reference))
    round = case.round_of(engine)
    for number in range(120):
        if round.to_play is None:
            break
        round = round.play(case.pick(number, list(round.legal_actions())))
    seat = data.draw(st.integers(0, round.rules.players - 1))
    assert parts(engine, round, seat) == expected(round, seat)
    for other, row in enumerate(known_lacks(round)):
        hand = round.snapshot()["hands"][other]
        assert not any(int(half) in row for tile in hand for half in tile.split("-"))


# Nothing leaks


def public(round: Any, seat: int) -> Any:
    """What everybody sees, and the seat's own hand."""
    shown = round.snapshot()
    kept = {key: shown[key] for key in ("to_play", "boneyard", "scores", "table")}
    return kept, shown["hands"][seat], [len(hand) for hand in shown["hands"]]


def rearranged(round: Any, seat: int, order: Random) -> Any:
    """The same actions with two tiles changed about that the seat has not seen; None if refused."""
    shown = round.snapshot()
    seen = {*shown["hands"][seat], *laid_tiles(round.position()["layout"])}
    deal = round.deal.to_dict()
    hidden = [t for pile in (*deal["hands"], deal["boneyard"]) for t in pile if t not in seen]
    if len(hidden) < 2:
        return None
    one, other = order.sample(hidden, 2)
    swapped = {one: other, other: one}
    deal["hands"] = [[swapped.get(tile, tile) for tile in hand] for hand in deal["hands"]]
    deal["boneyard"] = [swapped.get(tile, tile) for tile in deal["boneyard"]]
    try:
        again = round.with_deal(deal)
    except DealError:
        return None
    return again if public(again, seat) == public(round, seat) else None


def check_hidden(engine: Any, preset: str, players: int, seat: int, seed: int, at: float) -> int:
    """Rearrange hidden tiles somewhere in a round, again and again; how often that was possible."""
    round = engine.deal(engine.Rules(preset, players=players), seed).playout(seed)
    for _ in range(int(len(round.actions) * at)):
        round = round.undo()
    seen = bytes(engine.observe(round, seat))
    order = Random(seed)
    changed = 0
    for _ in range(40):
        again = rearranged(round, seat, order)
        if again is not None:
            changed += 1
            round = again
            assert bytes(engine.observe(round, seat)) == seen
    return changed


@pytest.mark.parametrize("preset", PRESETS)
@given(seed=st.integers(0, 2**32), at=st.floats(0, 1), data=st.data())
def test_hidden_tiles_are_not_seen(
    engine: Any, preset: str, seed: int, at: float, data: st.DataObject
) -> None:
    players = data.draw(st.sampled_from(sorted(SIZES[preset])))
    seat = data.draw(st.integers(0, players - 1))
    check_hidden(engine, preset, players, seat, seed, at)


@pytest.mark.parametrize("preset", PRESETS)
def test_there_are_hidden_tiles_to_rearrange(engine: Any, preset: str) -> None:
    changed = [check_hidden(engine, preset, 3, 1, seed, seed / 8) for seed in range(1, 8)]
    assert sum(changed) > 20


def test_the_end_of_a_chain_is_told_to_all(engine: Any) -> None:
    house: Any = {"set": 3, "hand_size": 3, "engine": "descending", "first_turn": "chain"}
    rules = engine.Rules(
        "masters-mexican-train", players=2, first_turn_double="extra_turn", **house
    )
    seen = []
    for third, boneyard in (("0-0", ["0-1", "0-2", "1-2"]), ("0-2", ["0-0", "0-1", "1-2"])):
        hands = [["2-2", "2-3", third], ["0-3", "1-1", "1-3"]]
        deal = {"hands": hands, "boneyard": boneyard, "engine": "3-3"}
        seen.append(parts(engine, engine.Round(rules, deal, actions=["2-3@0", "2-2@0"]), 1))
    extra_turn, chain = seen
    assert {name for name in chain if chain[name] != extra_turn[name]} == {"turn", "owed"}
    assert (extra_turn["turn"], extra_turn["owed"]) == ([0, 0, 1, 0], [1, 0])
    assert (chain["turn"], chain["owed"]) == ([0, 1, 0, 0], [1, 1])


# The layout, and refusals


def test_the_layout(engine: Any) -> None:
    line = ["hand", "laid", "held", "boneyard", "on_turn", "passes", "drew", "lacks"]
    for preset in PRESETS:
        rules = engine.Rules(preset, players=4)
        layout = engine.observation_layout(rules)
        own = ["ends", "scores"]
        if rules.family == "train":
            own = ["engine", "ends", "started", "markers", "open_doubles", "turn", "owed"]
        assert list(layout) == line + own
        stops = [part.stop for part in layout.values()]
        assert [part.start for part in layout.values()] == [0, *stops[:-1]]
        assert all(part.step is None for part in layout.values())
        seen = engine.observe(engine.deal(rules, 1), 3)
        assert (seen.format, seen.shape, seen.readonly) == ("h", (stops[-1],), True)
    # 28 tiles, 4 seats, 7 pips, 4 ends and 2 sides; 91 tiles, 13 pips and 5 trains.
    assert size(engine, "masters-block") == 28 + 28 + 4 + 1 + 4 + 1 + 1 + 28 + 4 + 2
    common = 91 + 91 + 4 + 1 + 4 + 1 + 1 + 52
    assert size(engine, "masters-mexican-train") == common + 1 + 5 + 5 + 4 + 5 + 4 + 4


def size(engine: Any, preset: str) -> int:
    layout = engine.observation_layout(engine.Rules(preset, players=4))
    return int(list(layout.values())[-1].stop)


def test_seats_and_rounds_that_do_not_exist(engine: Any) -> None:
    round = engine.deal(engine.Rules("masters-draw", players=3), 1)
    for wrong in (-1, 3, 2**70):
        with pytest.raises(ArgumentError, match="seat"):
            engine.observe(round, wrong)
    for wrong in (True, "0", 1.0):
        with pytest.raises(TypeError):
            engine.observe(round, wrong)
    for nothing in (None, "round", round.rules, round.deal):
        with pytest.raises(TypeError):
            engine.observe(nothing)
    for nothing in (None, "masters-draw", round):
        with pytest.raises(TypeError):
            engine.observation_layout(nothing)
