"""What must hold after every action, whatever the rules, the deal and the choices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from building import halves, pips, tiles
from hypothesis import given
from hypothesis import strategies as st
from strategies import Case, cases


def walk(engine: Any, case: Case) -> Iterator[tuple[Any, str | None]]:
    """Every position of the round with the action that is played from it."""
    round = case.round_of(engine)
    bound = 40 * len(tiles(round.rules.parameters["set"])) * round.rules.players
    for number in range(bound):
        legal = round.legal_actions()
        action = str(case.pick(number, list(legal))) if legal else None
        yield round, action
        if action is None:
            return
        round = round.play(action)
    raise AssertionError("the round does not end")


def side(rules: Any, seat: int) -> int:
    return seat % rules.sides


def played_tiles(actions: list[str]) -> list[str]:
    return [action.partition("@")[0] for action in actions if "-" in action]


@given(data=st.data())
def test_tiles_are_conserved(engine: Any, data: st.DataObject) -> None:
    case = data.draw(cases(engine))
    for round, _ in walk(engine, case):
        shown = round.snapshot()
        left = list(round.deal.boneyard)[len(round.deal.boneyard) - shown["boneyard"] :]
        found = [tile for hand in shown["hands"] for tile in hand]
        found += left + played_tiles([str(action) for action in round.actions])
        if round.rules.family == "train":
            found.append(f"{shown['table']['engine']}-{shown['table']['engine']}")
        assert sorted(found) == sorted(tiles(round.rules.parameters["set"]))
        for hand in shown["hands"]:
            assert hand == sorted(hand, key=halves)


@given(data=st.data())
def test_legal_actions(engine: Any, data: st.DataObject) -> None:
    case = data.draw(cases(engine))
    for round, action in walk(engine, case):
        shown = round.snapshot()
        legal = shown["legal"]
        assert legal == sorted(legal)
        assert len(set(legal)) == len(legal)
        assert sorted(str(a) for a in round.legal_actions()) == legal
        assert (shown["to_play"] is None) == (legal == []) == (shown["result"] is not None)
        assert shown["to_play"] == round.to_play
        if "pass" in legal:
            assert legal == ["pass"], "a pass is legal only when nothing else is"
        if action is None:
            continue
        hand = shown["hands"][shown["to_play"]]
        assert hand, "a seat without tiles is never on turn"
        assert set(played_tiles(legal)) <= set(hand)
        if "draw" in legal:
            assert shown["boneyard"] > round.rules.parameters.get("reserve", 0)
        if "stop" in legal:
            assert played_tiles(legal), "a chain that cannot go on ends by itself"
        for each in legal:
            assert round.is_legal(each)
            assert round.why_illegal(each) is None
            assert round.rules.action(each).index < round.rules.num_actions


@given(data=st.data())
def test_undo_goes_back(engine: Any, data: st.DataObject) -> None:
    case = data.draw(cases(engine))
    rounds = [round for round, _ in walk(engine, case)]
    for before, after in pairwise(rounds):
        undone = after.undo()
        assert undone == before
        assert undone.snapshot() == before.snapshot()
        assert undone.position_key() == before.position_key()
    last = rounds[-1]
    again = engine.Round(last.rules, last.deal, last.round, last.actions)
    assert again == last
    assert again.snapshot() == last.snapshot()
    assert again.position_key() == last.position_key()
    assert last.perft(1) == 0


@given(data=st.data())
def test_who_is_on_turn(engine: Any, data: st.DataObject) -> None:
    case = data.draw(cases(engine))
    before: Any = None
    previous = None
    for round, action in walk(engine, case):
        shown = round.snapshot()
        if before is not None and shown["to_play"] is not None:
            seat = before["to_play"]
            following = (seat + 1) % round.rules.players
            while not shown["hands"][following] and following != seat:
                following = (following + 1) % round.rules.players
            if previous == "draw":
                assert shown["to_play"] == seat
            elif previous in ("pass", "stop") or round.rules.family == "line":
                assert shown["to_play"] == following
            else:
                assert shown["to_play"] in (seat, following)
        before, previous = shown, action


@given(data=st.data())
def test_markers(engine: Any, data: st.DataObject) -> None:
    """Up at a pass, down when the owner plays on the own train, and at no other time."""
    case = data.draw(cases(engine))
    expected: set[int] = set()
    for round, action in walk(engine, case):
        if round.rules.family == "line":
            return
        shown = round.snapshot()
        assert shown["table"]["markers"] == sorted(expected)
        if action == "pass":
            expected.add(shown["to_play"])
        elif action is not None and action.endswith(f"@{shown['to_play']}"):
            expected.discard(shown["to_play"])


@given(data=st.data())
def test_ends_follow_from_what_was_played(engine: Any, data: st.DataObject) -> None:
    case = data.draw(cases(engine))
    ends: dict[str, int] = {}
    started: set[str] = set()
    for round, action in walk(engine, case):
        shown = round.snapshot()["table"]
        if round.rules.family == "train":
            ends = ends or dict(shown["ends"])
            assert set(ends) == {*map(str, range(round.rules.players)), "M"}
            assert shown["ends"] == ends
            order = [*map(str, range(round.rules.players)), "M"]
            assert shown["started"] == [name for name in order if name in started]
            assert set(shown["open_doubles"]) <= started
        elif shown is not None:
            assert {k: v for k, v in shown.items() if k in "LR"} == ends
        if action is None or "-" not in action:
            continue
        tile, _, place = action.partition("@")
        low, high = halves(tile)
        if not place:
            ends = {"L": low, "R": high}
        elif place in "NS":
            continue
        else:
            assert ends[place] in (low, high)
            ends[place] = low + high - ends[place]
            started.add(place)


def count(actions: list[str]) -> tuple[int, bool]:
    """The count of a line, and whether there is one; the spinner by its own rule."""
    lead, *rest = played_tiles(actions) or [""]
    if not lead:
        return 0, False
    low, high = halves(lead)
    pip = {"L": low, "R": high}
    shows = {"L": 2 * low if low == high else low, "R": 2 * high if low == high else high}
    if not rest:
        return low + high, True
    spinner = low if low == high else None
    for action in actions:
        tile, _, place = action.partition("@")
        if not place:
            continue
        low, high = halves(tile)
        end = pip.get(place, spinner)
        assert end is not None
        pip[place] = low + high - end
        shows[place] = 2 * low if low == high else pip[place]
        if low == high and spinner is None:
            spinner = low
    return sum(shows.values()), True


@given(data=st.data())
def test_points_in_play(engine: Any, data: st.DataObject) -> None:
    case = data.draw(cases(engine))
    scores: list[int] = []
    for round, action in walk(engine, case):
        shown = round.snapshot()
        rules = round.rules
        scores = scores or [0] * rules.sides
        fives = rules.parameters.get("in_play") == "fives"
        assert shown["scores"] == scores
        actions = [str(a) for a in round.actions]
        counted, laid = count(actions) if rules.family == "line" else (0, False)
        if rules.family == "line" and laid:
            assert shown["table"].get("count") == (counted if fives else None)
        if action is not None and "-" in action and fives:
            counted, _ = count([*actions, action])
            if counted % 5 == 0:
                scores[side(rules, shown["to_play"])] += counted


def rounded(points: int, to: int) -> int:
    if to == 1:
        return points
    size = (abs(points) + 2) // 5 * 5
    return size if points >= 0 else -size


def expected_result(round: Any, last: int) -> dict[str, Any]:
    """The result of a finished round, read off its last snapshot."""
    shown, rules = round.snapshot(), round.rules
    values, hands = rules.parameters, shown["hands"]
    out = [seat for seat, hand in enumerate(hands) if not hand]
    if rules.family == "train":
        blank = values["double_blank"]
        points = [pips(hand) + blank * ("0-0" in hand) for hand in hands]
        return {"out": out, "winner": None, "points": points}
    held = [0] * rules.sides
    for seat, hand in enumerate(hands):
        held[side(rules, seat)] += pips(hand)
    total, points = sum(held), list(shown["scores"])
    if shown["result"]["reason"] == "out":
        winner: int | None = side(rules, last)
        rule = values["score_out"]
        others = total - held[side(rules, last)]
        own = held[side(rules, last)]
        end = {"opponents": others, "opponents_minus_own": others - own, "everyone": total}[rule]
    else:
        least = min(held)
        winner = held.index(least) if held.count(least) == 1 else None
        end = {
            "difference": total - 2 * least,
            "pairwise_differences": total - least * rules.sides,
            "opponents": total - least,
            "everyone": total,
        }[values["score_block"]]
    if winner is not None:
        points[winner] += rounded(end, values["round_to"])
    return {"out": out, "winner": winner, "points": points}


@given(data=st.data())
def test_results(engine: Any, data: st.DataObject) -> None:
    case = data.draw(cases(engine))
    last = -1
    for round, action in walk(engine, case):
        if action is not None:
            last, previous = round.to_play, action
            continue
        shown = round.snapshot()["result"]
        assert {k: v for k, v in shown.items() if k != "reason"} == expected_result(round, last)
        assert tuple(shown["points"]) == round.result.points
        assert shown["reason"] == round.result.reason
        if shown["reason"] == "blocked":
            assert previous == "pass"
        else:
            assert shown["out"]


def refusals(round: Any) -> list[tuple[str, str | None]]:
    rules = round.rules
    texts = [str(rules.action(index)) for index in range(0, rules.num_actions, 7)]
    texts += ["draw", "pass", "stop", "x", "6-2", "0-19", "0-0@7", "0-0@L", "0-0@M", "0-1"]
    found = []
    for text in texts:
        why = round.why_illegal(text)
        found.append((text, None if why is None else why.code))
    return found


@given(data=st.data())
def test_core_and_reference_agree(both: tuple[Any, Any], data: st.DataObject) -> None:
    core, reference = both
    case = data.draw(cases(reference))
    pairs = zip(walk(core, case), walk(reference, case), strict=True)
    for number, ((left, chosen), (right, same)) in enumerate(pairs):
        assert left.snapshot() == right.snapshot()
        assert chosen == same
        assert [(str(a), a.index) for a in left.legal_actions()] == [
            (str(a), a.index) for a in right.legal_actions()
        ]
        if number % 5 == 0:
            assert refusals(left) == refusals(right)
        if number % 9 == 0:
            assert left.perft(3) == right.perft(3)
            assert left.divide(2) == right.divide(2)
    assert left.rules.to_dict() == right.rules.to_dict()
    assert left.rules.parameters == right.rules.parameters
    assert left.deal.to_dict() == right.deal.to_dict()
    assert repr(left) == repr(right)
    assert left.result == right.result


@given(data=st.data(), seed=st.integers(0, 2**64 - 1), game=st.integers(0, 2**64 - 1))
def test_core_and_reference_deal_and_play_alike(
    both: tuple[Any, Any], data: st.DataObject, seed: int, game: int
) -> None:
    core, reference = both
    case = data.draw(cases(reference))
    left, right = (
        module.deal(module.Rules.from_dict(case.rules), seed, case.round % 2, game)
        for module in both
    )
    assert left.deal.to_dict() == right.deal.to_dict()
    ends = left.playout(seed, game), right.playout(seed, game)
    assert [str(a) for a in ends[0].actions] == [str(a) for a in ends[1].actions]
    assert ends[0].snapshot() == ends[1].snapshot()
    played = [
        module.playouts(module.Rules.from_dict(case.rules), 3, seed, first=game % 2**63)
        for module in (core, reference)
    ]
    for name in ("points", "winner", "reason", "plies"):
        assert getattr(played[0], name).tolist() == getattr(played[1], name).tolist()
    assert played[0].tally() == played[1].tally()
