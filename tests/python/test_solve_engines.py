"""Open hands: the core against the reference by value, and many games against single ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bonepile
import pytest
from bonepile import Limit, reference
from building import LINE_PRESETS, PRESETS

from solving import all_deals

OBJECTIVES = ("points", "win")

GAMES: dict[str, dict[str, Any]] = {
    **{preset: {"preset": preset} for preset in PRESETS},
    "one drawn": {"preset": "masters-draw", "draw": "one", "reserve": 1},
    "voluntary draws": {"preset": "all-fives", "voluntary_draw": True, "reserve": 1},
    "points in play, no draws": {"preset": "all-fives", "draw": "none", "score_out": "everyone"},
    "spinner": {"preset": "masters-block", "opening": "any_tile", "spinner": "first_double"},
}
"""Games of two seats."""

PARTNERS: dict[str, dict[str, Any]] = {
    "block": {"preset": "masters-block"},
    "both go out": {"preset": "masters-block", "opening": "any_tile", "go_out": "both_partners"},
    "draw": {"preset": "masters-draw", "partnership": "at_four"},
    "points in play": {"preset": "all-fives", "partnership": "at_four"},
}


def rules_of(game: dict[str, Any], players: int, top: int, size: int) -> Any:
    return bonepile.Rules.from_dict({**game, "players": players, "set": top, "hand_size": size})


def in_reference(round: Any) -> Any:
    rules = reference.Rules.from_dict(round.rules.to_dict())
    return reference.Round(rules, round.deal.to_dict(), actions=list(map(str, round.actions)))


def told(solution: Any) -> dict[str, Any]:
    """All of a solution but what each engine counts its own way."""
    moves = [(str(action), value) for action, value in solution.moves.items()]
    line = [str(action) for action in solution.line]
    return {**solution._asdict(), "moves": moves, "line": line, "nodes": 0, "hits": 0}


def compare(round: Any, objective: Any, play: Any = "exact", patience: int | None = None) -> bool:
    """Whether the reference had an answer after so many positions; if so the core has the same."""
    limit = Limit(nodes=patience)
    judge = reference.solve(in_reference(round), objective, moves=True, limit=limit, play=play)
    if judge.exact:
        core = bonepile.solve(round, objective, moves=True, play=play)
        assert told(core) == told(judge), (round, objective)
    return judge.exact


def on_the_way(dealt: Any, seed: int, part: slice) -> Iterator[Any]:
    """Some of the rounds that a random game goes through."""
    end = dealt.playout(seed)
    actions = [str(action) for action in end.actions]
    for played in range(len(actions))[part]:
        yield bonepile.Round(end.rules, end.deal, actions=actions[:played])


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("game", GAMES)
def test_every_deal_of_double_2(game: str, objective: str) -> None:
    for size in (1, 2) if GAMES[game]["preset"] in LINE_PRESETS else (2,):
        for round in all_deals(bonepile, rules_of(GAMES[game], 2, 2, size)):
            assert compare(round, objective)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("game", PARTNERS)
def test_every_deal_of_double_2_among_partners(game: str, objective: str) -> None:
    for round in all_deals(bonepile, rules_of(PARTNERS[game], 4, 2, 1)):
        assert compare(round, objective)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("game", GAMES)
def test_double_3_from_the_deal_and_from_the_middle(game: str, objective: str) -> None:
    rules = rules_of(GAMES[game], 2, 3, 4)
    for seed in range(4):
        for round in on_the_way(bonepile.deal(rules, seed), seed, slice(4)):
            assert compare(round, objective)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("game", PARTNERS)
def test_double_3_among_partners(game: str, objective: str) -> None:
    rules = rules_of(PARTNERS[game], 4, 3, 2)
    for seed in range(4):
        for round in on_the_way(bonepile.deal(rules, seed), seed, slice(4)):
            assert compare(round, objective)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("play", ["paranoid", "maxn"])
@pytest.mark.parametrize("preset", PRESETS)
def test_three_sides(preset: str, play: str, objective: str) -> None:
    rules = rules_of({"preset": preset}, 3, 3, 2)
    for seed in range(4):
        for round in on_the_way(bonepile.deal(rules, seed), seed, slice(0, 6, 2)):
            assert compare(round, objective, play)


@pytest.mark.parametrize("game", GAMES)
def test_double_4_towards_the_end(game: str) -> None:
    rules = rules_of(GAMES[game], 2, 4, 4)
    compared = [
        compare(round, OBJECTIVES[seed % 2], patience=500)
        for seed in range(4)
        for round in on_the_way(bonepile.deal(rules, seed), seed, slice(-7, -2))
    ]
    assert sum(compared) >= 8


# Many


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("game", GAMES)
def test_many_are_solved_as_one_by_one(game: str, objective: Any) -> None:
    rules = rules_of(GAMES[game], 2, 3, 4)
    many = bonepile.solve_many(rules, 5, 7, objective=objective, round=1, first=3)
    judge = reference.solve_many(
        reference.Rules.from_dict(rules.to_dict()), 5, 7, objective=objective, round=1, first=3
    )
    for column in ("value", "leader", "best"):
        assert getattr(many, column).tolist() == getattr(judge, column).tolist()
    for row in range(5):
        one = bonepile.solve(bonepile.deal(rules, 7, 1, 3 + row), objective)
        assert (many.value[row], rules.action(many.best[row])) == (one.value, one.best)


@pytest.mark.parametrize("threads", [1, 2, 8])
@pytest.mark.parametrize("first", [0, 5, 2**64 - 200])
def test_many_do_not_depend_on_threads_nor_on_each_other(first: int, threads: int) -> None:
    rules = bonepile.Rules("masters-block", players=4)
    whole = bonepile.solve_many(rules, 200, 7, first=first)
    assert whole == bonepile.solve_many(rules, 200, 7, first=first, threads=threads)
    part = bonepile.solve_many(rules, 50, 7, first=first + 120, threads=threads)
    assert part.nodes.tolist() == whole.nodes.tolist()[120:170]
    assert part.value.tolist() == whole.value.tolist()[120:170]


def test_arrays_share_the_columns_memory() -> None:
    numpy = pytest.importorskip("numpy")
    solved = bonepile.solve_many(bonepile.Rules("masters-block", players=2), 5, 1)
    kinds = {"value": "int16", "leader": "int8", "best": "int32", "nodes": "uint32"}
    for name, kind in kinds.items():
        seen, again = (numpy.asarray(getattr(solved, name)) for _ in range(2))
        assert seen.dtype == kind
        assert numpy.shares_memory(seen, again)
        assert not seen.flags.writeable


def test_solutions_are_equal_when_all_of_them_is() -> None:
    rules = bonepile.Rules("masters-block", players=2)
    solved = bonepile.solve_many(rules, 4, 1)
    assert hash(solved) == hash(bonepile.solve_many(rules, 4, 1, threads=2))
    others = [
        bonepile.solve_many(rules, 3, 1),
        bonepile.solve_many(rules, 4, 2),
        bonepile.solve_many(rules, 4, 1, first=1),
        bonepile.solve_many(rules, 4, 1, objective="win"),
        bonepile.solve_many(bonepile.Rules("masters-draw", players=2), 4, 1),
        solved.value.tolist(),
    ]
    assert all(solved != other for other in others)
    assert "seed=1" in repr(solved)


def test_a_pickle_of_no_solutions_is_refused() -> None:
    rules = bonepile.Rules("masters-block", players=2)
    restore, arguments = bonepile.solve_many(rules, 2, 1).__reduce__()
    solved, (value, leader, best, nodes) = arguments
    assert restore(solved, (value, leader, best, nodes)).value.shape == (2,)
    wrong = [
        (value[:-1], leader, best, nodes),
        (value, leader[:-1], best, nodes),
        (value, b"\xff" * 2, best, nodes),
        (value, leader, b"\xff" * 8, nodes),
        (b"", b"", b"", b""),
    ]
    for columns in wrong:
        with pytest.raises(bonepile.ArgumentError, match="columns"):
            restore(solved, columns)


def test_rounds_of_the_other_engine_are_told_apart_by_their_module() -> None:
    preset = "masters-block"
    core = bonepile.deal(bonepile.Rules(preset, players=2), 1)
    slow = reference.deal(reference.Rules(preset, players=2), 1)
    other: Any
    for engine, other in ((bonepile, slow), (reference, core)):
        for use in (engine.solve, engine.best_opening, engine.observe):
            with pytest.raises(TypeError, match=rf"not {type(other).__module__}\.Round$"):
                use(other)
        for make in (engine.deal, lambda rules, made=engine: made.solve_many(rules, 1, 1)):
            with pytest.raises(TypeError, match=r"not bonepile\.([a-z.]+\.)?Rules$"):
                make(other.rules)


def test_a_best_action_with_a_value_reaches_it() -> None:
    """Whatever a limit left: bounds that meet are a value, and without one best is a guess."""
    rules = bonepile.Rules("all-fives", players=2, set=5, hand_size=6)
    before_all_was_proven = 0
    for seed in range(12):
        round = bonepile.deal(rules, seed)
        full = bonepile.solve(round, moves=True)
        assert full.moves is not None
        assert isinstance(full.value, int)
        for nodes in range(0, full.nodes, full.nodes // 40):
            found = bonepile.solve(round, moves=True, limit=Limit(nodes=nodes))
            assert isinstance(found.low, int)
            assert isinstance(found.high, int)
            assert found.low <= full.value <= found.high
            assert (found.value is None) is (found.low < found.high)
            if found.value is not None and found.best is not None:
                assert full.moves[found.best] == found.value == full.value
                before_all_was_proven += not found.exact
    assert before_all_was_proven > 0


def test_a_table_that_memory_does_not_hold() -> None:
    round = bonepile.deal(bonepile.Rules("masters-draw", players=2, set=18), 1)
    with pytest.raises(MemoryError, match="table"):
        bonepile.solve(round, table=1 << 31)
