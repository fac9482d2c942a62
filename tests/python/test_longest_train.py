"""The longest trains: by hand, and against laying tiles in every order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations
from types import ModuleType
from typing import Any

import bonepile
import pytest
from bonepile import ArgumentError, NotationError, StateError, Train, reference
from bonepile.types import TrainMeasure
from building import halves, pips, play, tiles
from conftest import load
from hypothesis import given
from hypothesis import strategies as st

ENGINES = ("core", "reference")
"""The engines that look for trains."""

MEASURES: tuple[TrainMeasure, ...] = ("tiles", "pips")


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> ModuleType:
    return load(request.param)


def end_of(chain: Any, start: int) -> int | None:
    """The last open end of a chain, None where a tile does not fit."""
    end = start
    for tile in chain:
        low, high = halves(tile)
        if end not in (low, high):
            return None
        end = high if end == low else low
    return end


def test_by_hand(engine: Any) -> None:
    circle = engine.longest_train(["1-2", "2-2", "2-3", "3-5", "1-5", "0-6"], 1)
    assert isinstance(circle, Train)
    assert (circle.count, circle.pips, circle.end) == (5, 26, 1)
    assert "2-2" in circle.tiles
    fork = ["0-1", "1-1", "0-6"]
    assert engine.longest_train(fork, 0) == Train(("0-1", "1-1"), 2, 3, 1)
    assert engine.longest_train(fork, 0, by="pips") == Train(("0-6",), 1, 6, 6)
    assert engine.longest_train(fork, 5) == Train((), 0, 0, 5)
    assert engine.longest_train([], 18) == Train((), 0, 0, 18)
    assert engine.longest_train(["18-18", "0-18"], 18) == Train(("18-18", "0-18"), 2, 54, 0)


def test_the_other_measure_decides_between_equals(engine: Any) -> None:
    assert engine.longest_train(["1-2", "1-3"], 1).tiles == ("1-3",)
    assert engine.longest_train(["0-0", "0-5"], 0, by="pips").tiles == ("0-0", "0-5")
    assert engine.longest_train(["0-0"], 0, by="pips").tiles == ("0-0",)
    # Seven pips with one tile or with two.
    assert engine.longest_train(["0-7", "0-2", "2-3"], 0, "pips").tiles == ("0-2", "2-3")


def test_of_equals_the_reference_gives_the_first(reference: Any) -> None:
    assert reference.longest_train(["2-3", "1-2", "1-3"], 1).tiles == ("1-2", "2-3", "1-3")
    assert reference.longest_train(["2-12", "10-12", "2-10"], 2).tiles[0] == "2-10"


@pytest.mark.parametrize("by", ["tiles", "pips"])
@pytest.mark.parametrize("seed", range(20))
def test_against_every_order(engine: Any, seed: int, by: str) -> None:
    dice = random.Random(seed)
    hand = dice.sample(tiles(4), 6)
    start = dice.randrange(5)
    chains = [
        chain
        for count in range(len(hand) + 1)
        for chain in permutations(hand, count)
        if end_of(chain, start) is not None
    ]
    longest = max((len(chain), pips(chain)) for chain in chains)
    heaviest = max((pips(chain), len(chain)) for chain in chains)
    train = engine.longest_train(hand, start, by)
    assert train.tiles in chains
    assert train.end == end_of(train.tiles, start)
    assert (train.count, train.pips) == (len(train.tiles), pips(train.tiles))
    assert (train.count, train.pips) == (longest if by == "tiles" else heaviest[::-1])


def test_other_pips_the_same_shape(engine: Any) -> None:
    """How many tiles a train has does not depend on what the pips are called."""
    dice = random.Random(1)
    for _ in range(20):
        names = dice.sample(range(6), 6)
        hand = dice.sample(tiles(5), 9)
        renamed = ["-".join(map(str, sorted(names[pip] for pip in halves(tile)))) for tile in hand]
        here, there = engine.longest_train(hand, 0), engine.longest_train(renamed, names[0])
        assert here.count == there.count


@pytest.mark.parametrize("seed", range(5))
def test_best_opening(engine: Any, seed: int) -> None:
    round = engine.deal(engine.Rules("masters-mexican-train", players=4), seed)
    for _ in range(4):
        if round.result is not None or round.position()["turn"] != "first":
            break
        seat = round.to_play
        opening = engine.best_opening(round)
        pip = round.snapshot()["table"]["engine"]
        assert opening == engine.longest_train(round.snapshot()["hands"][seat], pip)
        if not opening.tiles:
            round = play(round, "pass")
            continue
        round = play(round, " ".join(f"{tile}@{seat}" for tile in opening.tiles))
        assert round.to_play != seat, "a longest chain cannot go on"


def test_openings_are_for_the_beginning_of_a_chain(engine: Any) -> None:
    round = engine.deal(engine.Rules("masters-mexican-train", players=2, set=6, hand_size=9), 1)
    begun = play(round, f"{engine.best_opening(round).tiles[0]}@{round.to_play}")
    assert begun.position()["turn"] == "chain"
    others = [
        engine.deal(engine.Rules(preset, players=2), 1)
        for preset in ("dominos-cc-mexican-train", "masters-draw")
    ]
    for other in (begun, round.playout(1), *others):
        with pytest.raises(StateError):
            engine.best_opening(other)
    with pytest.raises(TypeError):
        engine.best_opening(round.rules)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((["1-2", "1-2"], 1), ArgumentError),
        ((["0-0", "0-19"], 0), NotationError),
        ((["300-400"], 0), NotationError),
        ((["2-1"], 1), NotationError),
        ((["1-2@L"], 1), NotationError),
        ((["01-2"], 1), NotationError),
        (([12], 1), TypeError),
        (("1-2", 1), TypeError),
        ((None, 1), TypeError),
        ((["1-2"], -1), ArgumentError),
        ((["1-2"], 19), ArgumentError),
        ((["1-2"], "1"), TypeError),
        ((["1-2"], True), TypeError),
        ((["1-2"], 1, "weight"), ArgumentError),
        ((["1-2"], 1, None), TypeError),
    ],
)
def test_arguments(engine: Any, arguments: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        engine.longest_train(*arguments)


# The core alone: hands that the reference does not get through


def laid(hand: Sequence[str], start: int, by: TrainMeasure = "tiles") -> Train:
    """The core's train, after it was laid tile by tile."""
    train = bonepile.longest_train(hand, start, by)
    assert set(train.tiles) <= set(hand)
    assert len(set(train.tiles)) == len(train.tiles) == train.count
    assert (train.end, train.pips) == (end_of(train.tiles, start), pips(train.tiles))
    return train


def measured(train: Train, by: TrainMeasure) -> tuple[int, int]:
    return (train.count, train.pips) if by == "tiles" else (train.pips, train.count)


@given(
    st.integers(1, 18).flatmap(
        lambda top: st.tuples(
            st.lists(st.sampled_from(tiles(top)), unique=True, max_size=9), st.integers(0, top)
        )
    ),
    st.sampled_from(MEASURES),
)
def test_the_engines_agree(hand_and_start: tuple[list[str], int], by: TrainMeasure) -> None:
    hand, start = hand_and_start
    judge = reference.longest_train(hand, start, by)
    assert measured(laid(hand, start, by), by) == measured(judge, by)


@pytest.mark.parametrize("top", range(1, 19))
def test_a_whole_set_is_laid_but_for_what_parity_forbids(top: int) -> None:
    # Without doubles every pip stands in `top` tiles. If that is odd, all pips but the two ends
    # leave one tile out.
    left_out = 0 if top % 2 == 0 else (top - 1) // 2
    assert laid(tiles(top), top).count == len(tiles(top)) - left_out


@pytest.mark.parametrize("by", MEASURES)
def test_another_tile_never_makes_the_train_worse(by: TrainMeasure) -> None:
    hand = tiles(12)
    random.Random(12).shuffle(hand)
    before = (0, 0)
    for count in range(1, 92):
        after = measured(laid(hand[:count], 12, by), by)
        assert after >= before
        before = after


def test_large_hands_with_other_pips_make_as_many_tiles() -> None:
    chance = random.Random(5)
    for _ in range(50):
        hand = chance.sample(tiles(18), chance.randint(15, 60))
        names = chance.sample(range(19), 19)
        renamed = ["-".join(map(str, sorted(names[pip] for pip in halves(tile)))) for tile in hand]
        assert laid(hand, 3).count == laid(renamed, names[3]).count


def test_the_order_of_the_hand_makes_no_difference() -> None:
    hand = random.Random(1).sample(tiles(12), 20)
    assert laid(hand, 12) == laid(tuple(reversed(hand)), 12)


@pytest.mark.parametrize(
    ("hand", "start", "by", "message"),
    [
        (["2-1"], 0, "tiles", r"hand\[0\]: .*write 1-2"),
        (["0-0", "0-19"], 0, "tiles", r"hand\[1\]: .*double-18"),
        (["0-1", "0-1"], 0, "tiles", r"hand\[1\]: 0-1 is there twice"),
        (["0-1"], 19, "tiles", "start: 19 is not in the range 0 to 18"),
        (["0-1"], 0, "length", "by: .*tiles, pips"),
        (["0-1"], "0", "tiles", "start: an int is wanted"),
        ("0-1", 0, "tiles", "hand: a sequence of tiles is wanted"),
        ([(0, 1)], 0, "tiles", r"hand\[0\]: a str is wanted"),
    ],
)
def test_a_refusal_names_the_place(hand: Any, start: Any, by: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        bonepile.longest_train(hand, start, by)
