"""Open hands: values computed by hand, and against a judge that tries everything without memory."""

from __future__ import annotations

import pickle
from types import ModuleType
from typing import Any

import pytest
from bonepile import ArgumentError, Limit, Solution
from building import LINE_PRESETS, PRESETS, TRAIN_PRESETS, play, start
from conftest import load

from solving import against_all, all_deals, each_for_itself, points, side_on_turn, sides, worth

ENGINES = ("core", "reference")
"""The engines that solve."""


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> ModuleType:
    return load(request.param)


def solved(engine: Any, round: Any, objective: str = "points", **options: Any) -> Any:
    solution = engine.solve(round, objective, **options)
    assert isinstance(solution, Solution)
    assert solution.exact
    assert solution.low == solution.high == solution.value
    return solution


def line(solution: Any) -> str:
    return " ".join(map(str, solution.line))


def written(moves: Any) -> dict[str, int]:
    return {str(action): value for action, value in moves.items()}


def samples(engine: Any, players: int, size: int, top: int = 3, n: int = 3) -> list[Any]:
    """A few dealt rounds of every preset that is solved with so many seats."""
    return [
        engine.deal(engine.Rules(preset, players=players, set=top, hand_size=size), seed)
        for preset in PRESETS
        for seed in range(n)
    ]


# By hand


def test_block(engine: Any) -> None:
    """After 2-2 and 1-2 the ends are 1 and 2, and seat 0 holds 0-1 and 0-2.

    With 0-2 on the 2, seat 1 keeps 0-0 and lays 1-1: seat 0 goes out for nothing. With 0-1 on the
    1, it can only lay 0-0: seat 0 goes out for the 2 pips of 1-1.
    """
    round = start(engine, "masters-block", ["2-2 0-2 0-1", "1-2 1-1 0-0"], set=2)
    solution = solved(engine, round, moves=True)
    assert solution.value == 2
    assert line(solution) == "2-2 1-2@L 0-1@L 0-0@L 0-2@L"
    assert solution.best == "2-2"
    assert written(solution.moves) == {"2-2": 2}
    choice = solved(engine, play(round, "2-2 1-2@L"), moves=True)
    assert written(choice.moves) == {"0-1@L": 2, "0-2@R": 0}
    assert solved(engine, play(round, "2-2")).value == -2
    assert solved(engine, play(round, "2-2 1-2@L"), "win", moves=True).moves == {
        "0-1@L": 1,
        "0-2@R": 1,
    }


def test_draw(engine: Any) -> None:
    """Seat 1 holds 0-0 and 0-1, seat 0 a 1-1, and seat 1 must draw first.

    When it draws 0-2, seat 0 draws and lays 1-2: the ends are 0 and 1. Seat 1 shuts 1-1 out with
    0-1 on the 1 and goes out with 0-0 for 2 pips. When it draws 1-2, seat 0 goes out for 1 pip.
    """
    hands = ["2-2 1-1", "0-0 0-1"]
    shut_out = start(engine, "masters-draw", hands, "0-2 1-2", set=2)
    solution = solved(engine, shut_out)
    assert solution.value == -2
    assert line(solution) == "2-2 draw 0-2@L draw 1-2@R 0-1@R pass 0-0@L"
    first_out = start(engine, "masters-draw", hands, "1-2 0-2", set=2)
    assert solved(engine, first_out).value == 1


def test_all_fives(engine: Any) -> None:
    """Led, 5-5 scores 10; but 0-5 on it scores 10 too, and the blocked round 7 - 3, that is 5.

    3-4 scores nothing, nobody can follow, and 10 - 8 = 2 pips round to nothing: seat 1 wins that.
    """
    round = start(engine, "all-fives", ["5-5 3-4", "0-5 1-2"], set=5, draw="none")
    solution = solved(engine, round, moves=True)
    assert written(solution.moves) == {"3-4": 0, "5-5": -5}
    assert (solution.value, solution.best) == (0, "3-4")
    assert line(solution) == "3-4 pass pass"
    assert written(solved(engine, round, "win", moves=True).moves) == {"3-4": -1, "5-5": -1}
    assert solved(engine, play(round, "5-5")).value == 15, "what was scored does not count"


def test_partners(engine: Any) -> None:
    """Seat 2 leaves an end of 1 either way, on which seat 0 goes out.

    With 1-3 on the 3 seat 3 can only lay 0-2 and is left with 0-3; with 1-2 on the 2 with 0-2.
    """
    hands = ["3-3 1-1", "2-3 0-0", "1-3 1-2", "0-2 0-3"]
    round = start(engine, "masters-block", hands, set=3)
    solution = solved(engine, round)
    assert solution.value == 3
    assert line(solution) == "3-3 2-3@L 1-3@R 0-2@L 1-1@R"
    assert written(solved(engine, play(round, "3-3 2-3@L"), moves=True).moves) == {
        "1-2@L": 2,
        "1-3@R": 3,
    }
    assert solved(engine, play(round, "3-3 2-3@L 1-3@R")).value == -3


@pytest.mark.parametrize("double_blank", [0, 25])
def test_mexican_train(engine: Any, double_blank: int) -> None:
    """1-2 on the own train keeps seat 1 from laying 1-1: seat 0 goes out in the end.

    On the Mexican Train seat 1 lays 1-1 on it, and 0-2 as the extra play: seat 0 is left with 0-0.
    """
    round = start(
        engine,
        "dominos-cc-mexican-train",
        ["1-2 0-0", "0-2 1-1"],
        "0-1",
        set=2,
        double_blank=double_blank,
    )
    solution = solved(engine, round, moves=True)
    assert written(solution.moves) == {"1-2@0": 2, "1-2@M": -double_blank}
    assert line(solution) == "1-2@0 0-2@1 draw 0-1@0 pass 0-0@0"
    wins = solved(engine, round, "win", moves=True)
    assert written(wins.moves) == {"1-2@0": 1, "1-2@M": -1 if double_blank else 0}


def test_three_sides(engine: Any) -> None:
    """Seat 2 decides who goes out: seat 0 for 3 points, or seat 1 for 4."""
    round = start(engine, "masters-block-individual", ["3-3 0-0", "0-3 1-1", "1-3 0-1"], set=3)
    assert solved(engine, round, play="paranoid").value == -4
    assert solved(engine, round, "win", play="paranoid").value == -1
    alone = solved(engine, round, play="maxn", moves=True)
    assert alone.value == (3, -3, -3)
    assert written(alone.moves) == {"3-3": 3}
    assert line(alone) == "3-3 0-3@L 1-3@R 0-0@L"
    assert solved(engine, round, "win", play="maxn").value == (-1, 1, -1), "of equals the first"


def test_a_round_that_is_over(engine: Any) -> None:
    two = engine.deal(engine.Rules("masters-draw", players=2), 1).playout(1)
    assert engine.solve(two)[:7] == (0, None, (), None, True, 0, 0)
    assert engine.solve(two, moves=True).moves == {}
    three = engine.deal(engine.Rules("masters-draw", players=3), 1).playout(1)
    assert engine.solve(three, play="maxn").value == (0, 0, 0)


# Against the judge


@pytest.mark.parametrize("objective", ["points", "win"])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_deal_of_double_2(engine: Any, preset: str, objective: str) -> None:
    rules = engine.Rules(preset, players=2, set=2, hand_size=2)
    rounds = list(all_deals(engine, rules))
    assert len(rounds) >= 30
    for round in rounds:
        solution = solved(engine, round, objective)
        assert solution.value == against_all(round, objective, side_on_turn(round)), round


def test_double_3_with_partners(engine: Any) -> None:
    for go_out in ("one", "both_partners"):
        for seed in range(10):
            rules = engine.Rules("masters-block", players=4, set=3, hand_size=2, go_out=go_out)
            round = engine.deal(rules, seed)
            expected = against_all(round, "points", side_on_turn(round))
            assert solved(engine, round).value == expected


@pytest.mark.parametrize("objective", ["points", "win"])
def test_all_others_against_one(engine: Any, objective: str) -> None:
    for round in samples(engine, players=3, size=2):
        side = side_on_turn(round)
        paranoid = solved(engine, round, objective, play="paranoid")
        assert paranoid.value == against_all(round, objective, side), round


@pytest.mark.parametrize("objective", ["points", "win"])
def test_each_for_itself(engine: Any, objective: str) -> None:
    for round in samples(engine, players=3, size=2):
        alone = solved(engine, round, objective, play="maxn")
        assert alone.value == each_for_itself(round, objective), round


# What must hold of every solution


@pytest.mark.parametrize("objective", ["points", "win"])
def test_values_fit_together_along_the_line(engine: Any, objective: str) -> None:
    """Each action is worth what it brings at once and what is left then for the side."""
    for dealt in samples(engine, players=2, size=3):
        round, following = dealt, iter(engine.solve(dealt, objective).line)
        while round.result is None:
            solution = solved(engine, round, objective, moves=True)
            assert list(solution.moves) == list(round.legal_actions())
            assert solution.value == max(solution.moves.values())
            assert solution.best == next(
                action for action, value in solution.moves.items() if value == solution.value
            )
            assert next(following) == solution.best
            for action, value in solution.moves.items():
                assert value == through(engine, round, action, objective)
            round = round.play(solution.best)
        assert next(following, None) is None


def through(engine: Any, round: Any, action: Any, objective: str) -> int:
    side, after = side_on_turn(round), round.play(action)
    if after.result is not None:
        return worth(after, round, objective, side)
    left = solved(engine, after, objective).value
    left = left if side_on_turn(after) == side else -left
    if objective == "win":
        return int(left)
    made = [late - early for late, early in zip(points(after), points(round), strict=True)]
    return int(left + made[side] - made[1 - side])


@pytest.mark.parametrize("preset", PRESETS[:-1])
def test_swapping_the_seats_changes_nothing_for_the_side_on_turn(engine: Any, preset: str) -> None:
    # Not the last preset: who begins there goes by the round.
    rules = engine.Rules(preset, players=2, set=3, hand_size=3)
    for seed in range(5):
        deal = engine.deal(rules, seed).deal.to_dict()
        doubles = {f"{pip}-{pip}" for pip in range(4)}
        if not doubles & {tile for hand in deal["hands"] for tile in hand}:
            continue
        leader = None if deal["leader"] is None else 1 - deal["leader"]
        swapped = {**deal, "hands": deal["hands"][::-1], "leader": leader}
        one, other = engine.Round(rules, deal), engine.Round(rules, swapped)
        assert one.to_play == 1 - other.to_play
        assert solved(engine, one).value == solved(engine, other).value


def test_partners_change_seats(engine: Any) -> None:
    rules = engine.Rules("masters-block", players=4, set=3, hand_size=2)
    for seed in range(5):
        deal = engine.deal(rules, seed).deal.to_dict()
        hands = deal["hands"]
        turned = {**deal, "hands": [*hands[1:], hands[0]]}
        value = solved(engine, engine.Round(rules, deal)).value
        assert solved(engine, engine.Round(rules, turned)).value == value


@pytest.mark.parametrize("table", [0, 1, 64])
def test_the_table_changes_no_value(engine: Any, table: int) -> None:
    for round in samples(engine, players=2, size=3, n=1):
        wanted = engine.solve(round, moves=True)
        solution = engine.solve(round, moves=True, table=table)
        assert solution[:7] == wanted[:7]
        assert table or not solution.hits


# Ending early


def test_a_limit_leaves_bounds(engine: Any) -> None:
    for round in samples(engine, players=2, size=3):
        whole = engine.solve(round, moves=True)
        for nodes in range(0, whole.nodes, 1 + whole.nodes // 20):
            stopped = engine.solve(round, moves=True, limit=Limit(nodes=nodes))
            assert stopped.low <= whole.value <= stopped.high
            assert stopped.value in (None, whole.value)
            assert list(stopped.moves) == list(whole.moves)
            for action, value in stopped.moves.items():
                assert value in (None, whole.moves[action])
            assert stopped.line[:1] == (() if stopped.best is None else (stopped.best,))


def test_bounds_hold_for_every_side(engine: Any) -> None:
    for round in samples(engine, players=3, size=2):
        value = engine.solve(round, play="maxn").value
        stopped = engine.solve(round, play="maxn", limit=Limit(nodes=3))
        pairs = zip(stopped.low, value, stopped.high, strict=True)
        assert len(value) == sides(round)
        assert all(low <= each <= high for low, each, high in pairs)


def test_a_limit_that_is_enough(engine: Any) -> None:
    round = start(engine, "masters-block", ["2-2 0-2 0-1", "1-2 1-1 0-0"], set=2)
    assert engine.solve(round, limit=Limit(nodes=100, seconds=60)) == engine.solve(round)


def test_long_rounds_and_no_time(engine: Any) -> None:
    """Some hundred actions lie between the deal and the end."""
    rules = engine.Rules("masters-draw", players=2, set=18, hand_size=2)
    round = engine.deal(rules, 1)
    stopped = engine.solve(round, limit=Limit(nodes=2000))
    assert not stopped.exact
    assert stopped.low < stopped.high
    assert not engine.solve(round, limit=Limit(seconds=0)).exact


# Many


@pytest.mark.parametrize("preset", [LINE_PRESETS[2], TRAIN_PRESETS[3]])
def test_solve_many(engine: Any, preset: str) -> None:
    rules = engine.Rules(preset, players=2, set=3, hand_size=3)
    solutions = engine.solve_many(rules, 5, 7, round=1, first=3)
    assert (len(solutions), solutions.seed, solutions.first) == (5, 7, 3)
    assert solutions.objective == "points"
    for column, format in zip(("value", "leader", "best", "nodes"), "hbiI", strict=True):
        view = getattr(solutions, column)
        assert (view.format, view.shape, view.readonly) == (format, (5,), True)
    for row in range(5):
        round = engine.deal(rules, 7, round=1, game=3 + row)
        solution = engine.solve(round)
        assert solutions.value[row] == solution.value
        assert solutions.leader[row] == round.to_play
        assert rules.action(solutions.best[row]) == solution.best
        assert solutions.nodes[row] > 0
    assert engine.solve_many(rules, 5, 7, round=1, first=3, threads=2) == solutions
    assert pickle.loads(pickle.dumps(solutions)) == solutions
    assert engine.solve_many(rules, 5, 7, round=1, first=2) != solutions


# Arguments


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"objective": "pips"}, ArgumentError),
        ({"objective": None}, TypeError),
        ({"play": "paranoid"}, ArgumentError),
        ({"play": "maxn"}, ArgumentError),
        ({"play": "best"}, ArgumentError),
        ({"table": 3}, ArgumentError),
        ({"table": -1}, ArgumentError),
        ({"table": 1 << 32}, ArgumentError),
        ({"table": True}, TypeError),
        ({"moves": 1}, TypeError),
        ({"limit": 5}, TypeError),
    ],
)
def test_arguments_of_solve(engine: Any, options: Any, error: type[Exception]) -> None:
    round = engine.deal(engine.Rules("masters-draw", players=2), 1)
    with pytest.raises(error):
        engine.solve(round, **options)


def test_arguments_of_the_others(engine: Any) -> None:
    two, three = (engine.Rules("masters-draw", players=players) for players in (2, 3))
    with pytest.raises(TypeError):
        engine.solve(two)
    with pytest.raises(ArgumentError, match=r"^play: .*paranoid"):
        engine.solve(engine.deal(three, 1))
    with pytest.raises(ArgumentError, match=r"^rules: .* not 3$"):
        engine.solve_many(three, 1, 1)
    for arguments in ((two, 0, 1), (two, 1, -1)):
        with pytest.raises(ArgumentError):
            engine.solve_many(*arguments)
    with pytest.raises(ArgumentError):
        engine.solve_many(two, 2, 1, first=(1 << 64) - 1)
    with pytest.raises(TypeError):
        engine.solve_many("masters-draw", 1, 1)


@pytest.mark.parametrize(
    ("limit", "error"),
    [
        ({"nodes": -1}, ArgumentError),
        ({"nodes": 1 << 64}, ArgumentError),
        ({"nodes": 1.0}, TypeError),
        ({"nodes": True}, TypeError),
        ({"seconds": -0.5}, ArgumentError),
        ({"seconds": float("nan")}, ArgumentError),
        ({"seconds": 10**400}, ArgumentError),
        ({"seconds": -(10**400)}, ArgumentError),
        ({"seconds": "1"}, TypeError),
    ],
)
def test_limits(limit: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Limit(**limit)
