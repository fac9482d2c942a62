"""Seeds: deals and random play are frozen down to the last die."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from bonepile.errors import ArgumentError, DealError
from building import LINE_PRESETS, PRESETS, TRAIN_PRESETS
from dice import die, expected_deal, expected_playout, in_order, word

MANY: list[tuple[str, int, dict[str, Any]]] = [
    *((preset, players, {}) for preset in PRESETS for players in (2, 3, 4)),
    *((preset, players, {}) for preset in TRAIN_PRESETS[:3] for players in (5, 6, 7, 8)),
    ("masters-block", 5, {}),
    ("masters-draw", 5, {}),
    ("masters-draw", 7, {"set": 9, "hand_size": 5}),
    ("masters-draw", 5, {"set": 18, "hand_size": 7}),
    ("all-fives", 7, {"set": 12, "hand_size": 6}),
    ("all-fives", 4, {"partnership": "at_four", "go_out": "both_partners"}),
    ("pagat-draw", 3, {"draw": "one", "reserve": 4}),
    ("masters-draw", 2, {"hand_size": 1}),
    ("masters-draw", 3, {"set": 9, "hand_size": 2}),
    ("masters-draw", 2, {"hand_size": 1, "no_double": "highest_tile"}),
    ("masters-mexican-train", 2, {"hand_size": 2}),
    ("masters-mexican-train", 7, {"set": 18, "hand_size": 20}),
    ("masters-mexican-train", 5, {"first_turn_double": "extra_turn", "set": 9, "hand_size": 9}),
    ("masters-mexican-train-strict", 3, {"cover_order": "any", "dead_double": "binding"}),
    ("dominos-cc-mexican-train", 5, {"set": 18, "hand_size": 12}),
    ("dominos-cc-mexican-train", 7, {"hand_size": 10}),
    ("dominos-cc-mexican-train", 2, {"set": 3, "hand_size": 4}),
]
SEEDS = [(0, 0), (1, 0), (7, 1), (2**64 - 1, 3), (0x123456789ABCDEF, 2)]


def test_the_first_word() -> None:
    assert word(0, 0) == 0xE220A8397B1DCDAF


def test_a_die_shows_every_side_about_as_often() -> None:
    for n in (1, 2, 3, 7, 190, 65535):
        rolls = [die(word(3, 1), 0, d, n) for d in range(2000)]
        assert all(0 <= roll < n for roll in rolls)
    counts = Counter(die(word(3, 1), 5, d, 6) for d in range(6000))
    assert all(850 < counts[side] < 1150 for side in range(6))


def test_a_die_falls_back_on_a_whole_word() -> None:
    # 2^16 mod n is largest, next to n, for n just above a half: nearly half of all dice fall back.
    n = 2**15 + 1
    key = word(9, 9)
    fallen = sum(
        (word(key, d // 4) >> (16 * (d % 4)) & 0xFFFF) * n % 2**16 < 2**16 % n for d in range(400)
    )
    assert 150 < fallen < 250
    assert all(0 <= die(key, 0, d, n) < n for d in range(400))


@pytest.mark.parametrize(("game", "d", "falls_back"), [(725, 4, True), (1963, 20, False)])
def test_deals_with_a_die_at_the_edge(engine: Any, game: int, d: int, falls_back: bool) -> None:
    """One die falls back on a whole word, one shows the first value that does not."""
    key, n = word(0, game), 28 - d
    m = (word(key, (1 << 32) + d // 4) >> (16 * (d % 4)) & 0xFFFF) * n
    whole = word(key, (1 << 32) + 2**31 + d) * n // 2**64
    assert whole != m // 2**16, "the deal tells which of the two was taken"
    assert m % 2**16 < 2**16 % n if falls_back else m % 2**16 == 2**16 % n
    assert die(key, 1, d, n) == (whole if falls_back else m // 2**16)
    rules = engine.Rules("pagat-draw", players=2)
    expected, _ = expected_deal(rules, 0, 0, game)
    assert engine.deal(rules, 0, game=game).deal.to_dict() == expected


@pytest.mark.parametrize(("preset", "players", "overrides"), MANY)
def test_deals(engine: Any, preset: str, players: int, overrides: dict[str, Any]) -> None:
    rules = engine.Rules(preset, players=players, **overrides)
    for seed, number in SEEDS:
        for game in (None, 0, 5, 2**40):
            expected, _ = expected_deal(rules, seed, number, number if game is None else game)
            round = engine.deal(rules, seed, number, game)
            assert round.deal.to_dict() == expected
            assert round.round == number
            assert list(round.actions) == []


def test_deals_without_a_double_are_shuffled_again(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2, hand_size=1)
    attempts = Counter()
    for game in range(60):
        expected, attempt = expected_deal(rules, 11, 0, game)
        attempts[attempt] += 1
        assert engine.deal(rules, 11, game=game).deal.to_dict() == expected
    assert max(attempts) >= 4, "the sample holds deals shuffled several times"


@pytest.mark.parametrize(("preset", "players", "overrides"), MANY)
def test_playouts(engine: Any, preset: str, players: int, overrides: dict[str, Any]) -> None:
    rules = engine.Rules(preset, players=players, **overrides)
    for seed, number in SEEDS[:2] if rules.parameters["set"] > 9 else SEEDS:
        round = engine.deal(rules, seed, number)
        expected = expected_playout(round, seed, number)
        assert [str(a) for a in round.playout(seed).actions] == expected
        assert round.playout(seed, number) == round.playout(seed)
        middle = round
        for action in expected[: len(expected) // 2]:
            middle = middle.play(action)
        rest = expected_playout(middle, seed, 2)
        finished = middle.playout(seed, 2)
        assert [str(a) for a in finished.actions] == expected[: len(expected) // 2] + rest
        assert finished.result is not None
        assert finished.playout(seed) == finished


@pytest.mark.parametrize("preset", PRESETS)
def test_the_order_of_legal_actions(engine: Any, preset: str) -> None:
    for game in range(4):
        round = engine.deal(engine.Rules(preset, players=4), 3, game=game)
        for action in round.playout(4).actions:
            legal = [str(a) for a in round.legal_actions()]
            assert legal == in_order(round.snapshot())
            assert round.snapshot()["legal"] == sorted(legal)
            round = round.play(action)
        assert list(round.legal_actions()) == []


def test_a_round_without_an_engine_cannot_be_dealt(engine: Any) -> None:
    rules = engine.Rules("dominos-cc-mexican-train", players=2)
    assert engine.deal(rules, 1, 12).deal.engine == "0-0"
    with pytest.raises(DealError):
        engine.deal(rules, 1, 13)


def test_any_tile_names_the_leader(engine: Any) -> None:
    for preset in ("pagat-draw", "all-fives"):
        rules = engine.Rules(preset, players=3)
        for number in range(5):
            round = engine.deal(rules, 1, number)
            assert round.deal.leader == number % 3
            assert round.to_play == number % 3


@pytest.mark.parametrize("wrong", [-1, 2**64, -(2**80), 2**80])
def test_seeds_and_games_outside_their_range(engine: Any, wrong: int) -> None:
    rules = engine.Rules("masters-draw", players=2)
    with pytest.raises(ArgumentError):
        engine.deal(rules, wrong)
    with pytest.raises(ArgumentError):
        engine.deal(rules, 1, game=wrong)
    round = engine.deal(rules, 1)
    with pytest.raises(ArgumentError):
        round.playout(wrong)
    with pytest.raises(ArgumentError):
        round.playout(1, wrong)
    with pytest.raises(ArgumentError):
        engine.Match(rules, seed=wrong)


@pytest.mark.parametrize("wrong", [True, 1.0, "1", b"1", [1]])
def test_seeds_that_are_no_numbers(engine: Any, wrong: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    with pytest.raises(TypeError):
        engine.deal(rules, wrong)
    with pytest.raises(TypeError):
        engine.deal(rules, 1, wrong)
    with pytest.raises(TypeError):
        engine.deal(rules, 1, game=wrong)
    with pytest.raises(TypeError):
        engine.deal(rules, 1).playout(wrong)
    with pytest.raises(TypeError):
        engine.deal("masters-draw", 1)


def test_round_numbers_outside_their_range(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    assert engine.deal(rules, 1, 2**32 - 1).round == 2**32 - 1
    for wrong in (-1, 2**32):
        with pytest.raises(ArgumentError):
            engine.deal(rules, 1, wrong)


def test_without_a_seed_deals_differ(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    assert len({engine.deal(rules).deal for _ in range(8)}) == 8
    round = engine.deal(rules, 1)
    assert len({round.playout() for _ in range(20)}) > 1
    assert all(round.playout().result is not None for _ in range(5))


def test_one_deal_object_has_no_trace_of_its_seed(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    round = engine.deal(rules, seed=987654321987)
    for text in (repr(round), str(round.snapshot()), str(round.deal.to_dict())):
        assert "987654321987" not in text
    match = engine.Match(rules, seed=987654321987)
    assert "987654321987" not in str(match.record())


def test_families_cover_all_presets() -> None:
    assert {preset for preset, _, _ in MANY} == {*LINE_PRESETS, *TRAIN_PRESETS}
