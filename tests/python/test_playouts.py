"""Playouts: many games in one call, each of which is the game that its row tells."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import bonepile
import pytest
from bonepile import reference
from bonepile.errors import ArgumentError, DealError
from bonepile.statistics import SHARE, Estimate, Summary, Tally
from bonepile.types import INSTRUCTIONS
from building import PRESETS, TRAIN_PRESETS, start
from dice import expected_playout
from strategies import SIZES

COLUMNS = ("points", "winner", "reason", "plies")
TABLES = [(preset, players) for preset in PRESETS for players in SIZES[preset]]


def policies(preset: str) -> tuple[str, ...]:
    return ("random", "heaviest", *(["own-first"] if preset in TRAIN_PRESETS else []))


def rows(played: Any) -> list[list[Any]]:
    """The columns as lists, row by row."""
    return [list(row) for row in zip(*(getattr(played, c).tolist() for c in COLUMNS), strict=True)]


def row(round: Any, before: int = 0) -> list[Any]:
    """What a finished round's row must be."""
    result = round.result
    winner = -1 if result.winner is None else result.winner
    reason = ("out", "blocked").index(result.reason)
    return [list(result.points), winner, reason, len(round.actions) - before]


def games() -> Iterator[tuple[str, int, str]]:
    for preset, players in TABLES:
        for policy in policies(preset):
            yield preset, players, policy


@pytest.mark.parametrize(("preset", "players", "policy"), list(games()))
def test_a_row_is_its_game_action_by_action(
    engine: Any, preset: str, players: int, policy: str
) -> None:
    rules = engine.Rules(preset, players=players)
    seed, number, first = 7, players % 3, 5
    played = engine.playouts(rules, 6, seed, policy=policy, round=number, first=first)
    for game in (first, first + 4):
        record = engine.playout_record(rules, seed, game, policy=policy, round=number)
        dealt = engine.deal(rules, seed, number, game)
        told = record["rounds"][0]
        assert told["actions"] == expected_playout(dealt, seed, game, policy)
        assert told["deal"] == dealt.deal.to_dict()
        round = dealt
        for action in told["actions"]:
            round = round.play(action)
        assert rows(played)[game - first] == row(round)
        assert told["result"] == round.snapshot()["result"]
        read = engine.Match.from_record(record)
        assert [some.round for some in read.rounds] == [number]
        assert read.round == round == dealt.playout(seed, game, policy)


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_a_game_does_not_depend_on_the_processor(preset: str, players: int) -> None:
    rules = bonepile.Rules(preset, players=players)
    best = bonepile.playouts(rules, 3000, 11, round=players % 3)
    for instructions in INSTRUCTIONS:
        for threads in (1, 8):
            again = bonepile.playouts(
                rules, 3000, 11, round=players % 3, threads=threads, instructions=instructions
            )
            assert again == best


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"opening": "any_tile", "score_block": "pairwise_differences"},
        {"set": 7, "partnership": "none", "round_to": 5},
        # Every tenth deal or so holds no double and is dealt again.
        {"set": 4, "hand_size": 2},
    ],
)
def test_games_in_step_are_those_of_the_reference(players: int, changes: dict[str, Any]) -> None:
    """The core plays 32 games of Block at once where it can; one of them may need a die more."""
    told = {"preset": "masters-block", "players": players, **changes}
    core = bonepile.playouts(bonepile.Rules.from_dict(told), 100, 13)
    judge = reference.playouts(reference.Rules.from_dict(told), 100, 13)
    assert rows(core) == rows(judge)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_does_not_depend_on_those_beside_it(engine: Any, preset: str) -> None:
    rules = engine.Rules(preset, players=3)
    for policy in policies(preset):
        whole = engine.playouts(rules, 11, 3, first=2, policy=policy, round=1)
        parts = [(2, 1), (3, 3), (6, 7)]
        pieces = [
            engine.playouts(rules, n, 3, first=first, policy=policy, round=1, threads=1 + first)
            for first, n in parts
        ]
        assert [some for piece in pieces for some in rows(piece)] == rows(whole)
        tally = Tally.empty(rules.sides)
        for piece in pieces:
            tally = tally.merge(piece.tally())
        assert tally == whole.tally()
        assert whole == engine.playouts(rules, 11, 3, first=2, policy=policy, round=1, threads=4)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_round_goes_on_from_where_it_stands(engine: Any, preset: str) -> None:
    whole = engine.deal(engine.Rules(preset, players=4), 5, 2).playout(5)
    middle = engine.Round(
        whole.rules, whole.deal, 2, list(whole.actions)[: len(whole.actions) // 2]
    )
    for policy in policies(preset):
        played = engine.playouts(middle, 5, 9, policy=policy, first=3)
        for game in (3, 7):
            ended = middle.playout(9, game, policy)
            rest = [str(action) for action in ended.actions[len(middle.actions) :]]
            assert rest == expected_playout(middle, 9, game, policy)
            assert rows(played)[game - 3] == row(ended, len(middle.actions))
            record = engine.playout_record(middle, 9, game, policy=policy)
            assert engine.Match.from_record(record).round == ended
            assert record["rounds"][0]["round"] == 2
        over = engine.playouts(whole, 3, 9, policy=policy)
        assert rows(over) == [row(whole, len(whole.actions))] * 3
        assert (
            engine.Match.from_record(engine.playout_record(whole, 9, 0, policy=policy)).round
            == whole
        )


@pytest.mark.parametrize("preset", PRESETS)
def test_a_position_goes_on_like_the_round_it_was_taken_from(engine: Any, preset: str) -> None:
    whole = engine.deal(engine.Rules(preset, players=2), 6, 1).playout(6)
    middle = engine.Round(whole.rules, whole.deal, 1, list(whole.actions)[:7])
    again = engine.Round.from_position(whole.rules, middle.position())
    for policy in policies(preset):
        one, other = (engine.playouts(some, 4, 8, policy=policy) for some in (middle, again))
        assert one == other
        record = engine.playout_record(again, 8, 2, policy=policy)
        assert record["rounds"][0]["position"] == middle.position()
        assert engine.Match.from_record(record).round == again.playout(8, 2, policy)
    over = engine.Round.from_position(whole.rules, whole.position())
    assert rows(engine.playouts(over, 1, 8)) == [row(whole, len(whole.actions))]


def test_policies_differ(engine: Any) -> None:
    rules = engine.Rules("masters-mexican-train", players=3)
    played = [rows(engine.playouts(rules, 20, 1, policy=p)) for p in policies(rules.preset)]
    assert played[0] != played[1] != played[2] != played[0]


def test_of_equal_tiles_the_lowest_number_is_laid(engine: Any) -> None:
    round = start(engine, "all-fives", ["1-4 0-5 2-3", "0-0 0-1 1-1"], leader=0)
    assert str(round.playout(1, 0, "heaviest").actions[0]) == "2-3"  # tile 8, before 1-4 and 0-5
    assert [round.rules.action(tile).index for tile in ("2-3", "1-4", "0-5")] == [40, 55, 75]


# What comes back


def test_the_columns(engine: Any) -> None:
    rules = engine.Rules("masters-block", players=4)
    played = engine.playouts(rules, 9, 4, first=2, policy="heaviest")
    shapes = {name: (getattr(played, name).format, getattr(played, name).shape) for name in COLUMNS}
    assert shapes == {
        "points": ("h", (9, 2)),
        "winner": ("b", (9,)),
        "reason": ("B", (9,)),
        "plies": ("H", (9,)),
    }
    for name in COLUMNS:
        column = getattr(played, name)
        assert column.readonly
        assert column.c_contiguous
        with pytest.raises(TypeError):
            column[(0, 0) if name == "points" else 0] = 1
    assert (played.seed, played.first, played.policy, played.sides) == (4, 2, "heaviest", 2)
    assert len(played) == 9
    assert len(repr(played)) < 150
    assert "heaviest" in repr(played)
    with pytest.raises(AttributeError):
        played.seed = 5


def test_an_array_shares_the_columns_memory(engine: Any) -> None:
    numpy = pytest.importorskip("numpy")
    played = engine.playouts(engine.Rules("masters-draw", players=3), 5, 1)
    for name, kind in zip(COLUMNS, ("int16", "int8", "uint8", "uint16"), strict=True):
        seen, again = (numpy.asarray(getattr(played, name)) for _ in range(2))
        assert seen.dtype == kind
        assert numpy.shares_memory(seen, again)
        assert seen.tolist() == getattr(played, name).tolist()
        assert not seen.flags.writeable


def test_equality(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    played = engine.playouts(rules, 4, 1)
    assert played == engine.playouts(rules, 4, 1)
    assert hash(played) == hash(engine.playouts(rules, 4, 1, threads=2))
    others = [
        engine.playouts(rules, 3, 1),
        engine.playouts(rules, 4, 2),
        engine.playouts(rules, 4, 1, first=1),
        engine.playouts(rules, 4, 1, policy="heaviest"),
        engine.playouts(engine.Rules("masters-draw", players=3), 4, 1),
        rows(played),
    ]
    assert all(played != other for other in others)
    # A round that is over: the same rows, and yet other games.
    over = engine.deal(rules, 1).playout(1)
    assert engine.playouts(over, 2, 1) != engine.playouts(over, 2, 2)


@pytest.mark.parametrize("preset", ["masters-block", "masters-mexican-train"])
def test_playouts_are_pickled(engine: Any, preset: str) -> None:
    played = engine.playouts(engine.Rules(preset, players=4), 4, 2**64 - 1, first=2**64 - 4)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(played, protocol))
        assert again == played
        assert (rows(again), again.tally()) == (rows(played), played.tally())
        assert again.points.readonly


def test_another_process_reads_them(engine: Any) -> None:
    played = engine.playouts(engine.Rules("masters-draw", players=3), 4, 2)
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).points.tolist())"
    given = pickle.dumps(played)
    done = subprocess.run(
        [sys.executable, "-c", code], input=given, capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == str(played.points.tolist())


def test_without_a_seed_one_is_drawn_and_told(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    drawn = [engine.playouts(rules, 3) for _ in range(4)]
    assert len({played.seed for played in drawn}) == 4
    for played in drawn:
        assert 0 <= played.seed < 2**64
        assert played == engine.playouts(rules, 3, played.seed)


# Totals and estimates


def tally_of(rounds: list[Any]) -> list[Any]:
    """The tally added up one round at a time."""
    sides = rounds[0].rules.sides
    n = out = blocked = actions = actions2 = 0
    wins, wins2, points, points2 = ([0] * sides for _ in range(4))
    for played in rounds:
        result = played.result
        n += 1
        out += result.reason == "out"
        blocked += result.reason == "blocked"
        actions += len(played.actions)
        actions2 += len(played.actions) ** 2
        best = min(result.points)
        for side in range(sides):
            share = SHARE * (result.winner == side)
            if played.rules.family == "train" and result.points[side] == best:
                share = SHARE // result.points.count(best)
            wins[side] += share
            wins2[side] += share * share
            points[side] += result.points[side]
            points2[side] += result.points[side] ** 2
    lists = [tuple(values) for values in (wins, wins2, points, points2)]
    return [n, out, blocked, *lists, actions, actions2]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_tally_is_exact(engine: Any, preset: str) -> None:
    rules = engine.Rules(preset, players=4)
    played = engine.playouts(rules, 8, 7, first=3, round=1, threads=3)
    rounds = [engine.deal(rules, 7, 1, game).playout(7, game) for game in range(3, 11)]
    assert list(played.tally()) == tally_of(rounds)
    assert played.summary() == Summary.of(played.tally())


def test_a_tie_is_shared(engine: Any) -> None:
    # Hands of one tile often tie; the shares of a round add up to one win.
    rules = engine.Rules("dominos-cc-mexican-train", players=3, hand_size=1, set=6, draw="none")
    tally = engine.playouts(rules, 200, 1).tally()
    assert sum(tally.wins) == 200 * SHARE
    assert any(value % SHARE for value in tally.wins)
    assert list(tally) == tally_of([engine.deal(rules, 1, 0, g).playout(1, g) for g in range(200)])


def close(estimate: Estimate, mean: float, low: float, high: float) -> bool:
    return list(estimate) == pytest.approx([mean, low, high], abs=5e-5)


def test_a_summary_by_hand() -> None:
    # Four rounds of two sides: points 10-0, 0-4, 6-0, 0-0 (blocked, nobody); 10, 20, 30, 40 plies.
    wins, squares = (2 * SHARE, SHARE), (2 * SHARE**2, SHARE**2)
    tally = Tally(4, 3, 1, wins, squares, (16, 4), (136, 16), 100, 3000)
    summary = Summary.of(tally)
    assert summary.rounds == 4
    # z = 1.95996, z² / 4 = 0.96036: (p + 0.48018 ± 1.95996 sqrt(p(1-p)/4 + 0.060023)) / 1.96036
    assert close(summary.wins[0], 0.5, 0.15004, 0.84996)
    assert close(summary.wins[1], 0.25, 0.04559, 0.69936)
    assert summary.nobody == summary.blocked == summary.wins[1]
    assert close(summary.out, 0.75, 0.30064, 0.95441)
    # Variances (136 - 64) / 3 = 24, (16 - 4) / 3 = 4 and (3000 - 2500) / 3; reach z s / 2.
    assert close(summary.points[0], 4.0, -0.80091, 8.80091)
    assert close(summary.points[1], 1.0, -0.95996, 2.95996)
    assert close(summary.plies, 25.0, 12.34849, 37.65151)


def test_a_single_round_tells_nothing_about_the_spread() -> None:
    summary = Summary.of(Tally(1, 1, 0, (SHARE, 0), (SHARE**2, 0), (7, 0), (49, 0), 12, 144))
    inf = float("inf")
    assert summary.points == (Estimate(7.0, -inf, inf), Estimate(0.0, -inf, inf))
    assert summary.plies == Estimate(12.0, -inf, inf)
    assert close(summary.wins[0], 1.0, 0.20655, 1.0)
    with pytest.raises(ArgumentError, match="tally"):
        Summary.of(Tally.empty(2))


def test_an_empty_tally_adds_nothing() -> None:
    tally = Tally(1, 1, 0, (SHARE, 0), (SHARE**2, 0), (7, 0), (49, 0), 12, 144)
    assert Tally.empty(2).merge(tally) == tally


# Refusals


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"n": 0}, "n"),
        ({"n": -1}, "n"),
        ({"n": 2**32 + 1}, "n"),
        ({"n": 2**70}, "n"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"threads": 0}, "threads"),
        ({"threads": -1}, "threads"),
        ({"first": -1}, "first"),
        ({"first": 2**64}, "first"),
        ({"first": 2**64 - 1, "n": 2}, "first"),
        ({"round": -1}, "round"),
        ({"round": 2**32}, "round"),
        ({"policy": "lightest"}, "policy"),
        ({"policy": "Random"}, "policy"),
        ({"policy": "own-first"}, "own-first"),
        ({"instructions": "fastest"}, "instructions"),
    ],
)
def test_numbers_and_policies_that_do_not_exist(
    engine: Any, given: dict[str, Any], named: str
) -> None:
    rules = engine.Rules("masters-draw", players=2)
    for begin in (rules, engine.deal(rules, 1)):
        with pytest.raises(ArgumentError, match=rf"\b{re.escape(named)}\b"):
            engine.playouts(begin, **{"n": 1, "seed": 1, **given})
        if given.keys() & {"seed", "round", "policy"}:
            with pytest.raises(ArgumentError, match=rf"\b{re.escape(named)}\b"):
                engine.playout_record(begin, **{"seed": 1, "game": 0, **given})
        if "policy" in given:
            with pytest.raises(ArgumentError, match=rf"\b{re.escape(named)}\b"):
                engine.deal(rules, 1).playout(1, 1, given["policy"])


@pytest.mark.parametrize("game", [-1, 2**64])
def test_a_game_that_does_not_exist(engine: Any, game: int) -> None:
    rules = engine.Rules("masters-draw", players=2)
    with pytest.raises(ArgumentError, match="game"):
        engine.playout_record(rules, 1, game)


def test_a_round_has_its_own_number(engine: Any) -> None:
    round = engine.deal(engine.Rules("masters-draw", players=2), 1, 3)
    for number in (1, 3):
        with pytest.raises(ArgumentError, match="round"):
            engine.playouts(round, 1, 1, round=number)
        with pytest.raises(ArgumentError, match="round"):
            engine.playout_record(round, 1, 1, round=number)


def test_a_round_without_an_engine_has_no_playouts(engine: Any) -> None:
    rules = engine.Rules("dominos-cc-mexican-train", players=2)
    assert len(engine.playouts(rules, 2, 1, round=12)) == 2
    with pytest.raises(DealError):
        engine.playouts(rules, 1, 1, round=13)
    with pytest.raises(DealError):
        engine.playout_record(rules, 1, 1, round=13)


@pytest.mark.parametrize("wrong", [True, 1.0, "1", b"1", [1]])
def test_values_of_the_wrong_type(engine: Any, wrong: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    for name in ("n", "seed", "threads", "first", "round"):
        with pytest.raises(TypeError):
            engine.playouts(rules, **{"n": 1, "seed": 1, name: wrong})
    for name in ("seed", "game", "round"):
        with pytest.raises(TypeError):
            engine.playout_record(rules, **{"seed": 1, "game": 1, name: wrong})
    with pytest.raises(TypeError):
        engine.playouts(wrong, 1, 1)
    with pytest.raises(TypeError):
        engine.playout_record(wrong, 1, 1)


def test_whatever_is_an_index_is_a_number(engine: Any) -> None:
    """As the integers of array libraries are."""

    class Two:
        def __index__(self) -> int:
            return 2

    rules = engine.Rules("masters-draw", players=2)
    given = {"threads": Two(), "round": Two(), "first": Two()}
    assert engine.playouts(rules, Two(), Two(), **given) == engine.playouts(
        rules, 2, 2, threads=2, round=2, first=2
    )
    record = engine.playout_record(rules, Two(), Two(), round=Two())
    assert record == engine.playout_record(rules, 2, 2, round=2)
    assert engine.deal(rules, Two(), Two(), Two()) == engine.deal(rules, 2, 2, 2)


def test_what_goes_wrong_in_an_index_is_passed_on(engine: Any) -> None:
    class Broken:
        def __index__(self) -> int:
            raise LookupError("not today")

    rules = engine.Rules("masters-draw", players=2)
    round = engine.deal(rules, 1)
    for use in (
        lambda: engine.playouts(rules, Broken(), 1),
        lambda: engine.deal(rules, Broken()),
        lambda: engine.solve(round, table=Broken()),
        lambda: engine.longest_train([], Broken()),
    ):
        with pytest.raises(LookupError, match="not today"):
            use()


@pytest.mark.parametrize("wrong", [None, 1, b"random", ["random"]])
def test_policies_that_are_no_names(engine: Any, wrong: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    with pytest.raises(TypeError):
        engine.playouts(rules, 1, 1, policy=wrong)
    with pytest.raises(TypeError):
        engine.playout_record(rules, 1, 1, policy=wrong)
    with pytest.raises(TypeError):
        engine.deal(rules, 1).playout(1, 1, wrong)
    with pytest.raises(TypeError):
        engine.playouts(rules, 1, 1, instructions=wrong)


def test_a_record_needs_a_seed(engine: Any) -> None:
    with pytest.raises(TypeError):
        engine.playout_record(engine.Rules("masters-draw", players=2), None, 1)
