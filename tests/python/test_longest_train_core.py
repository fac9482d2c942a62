"""Longest trains of the core against trying everything, and what they are asked with."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations_with_replacement

import bonepile
import pytest
from bonepile.types import Train, TrainMeasure
from hypothesis import given
from hypothesis import strategies as st

MEASURES: tuple[TrainMeasure, ...] = ("tiles", "pips")


def full(largest: int) -> list[str]:
    return [f"{a}-{b}" for a, b in combinations_with_replacement(range(largest + 1), 2)]


def halves(tile: str) -> tuple[int, int]:
    low, high = tile.split("-")
    return int(low), int(high)


def by_trying(hand: frozenset[str], end: int, by: TrainMeasure) -> tuple[int, int]:
    """The most of what comes first, and of that the most of the other."""
    best = (0, 0)
    for tile in hand:
        if end in halves(tile):
            first, second = by_trying(hand - {tile}, sum(halves(tile)) - end, by)
            one, other = (1, sum(halves(tile)))[:: 1 if by == "tiles" else -1]
            best = max(best, (first + one, second + other))
    return best


def measured(train: Train, by: TrainMeasure) -> tuple[int, int]:
    return (train.count, train.pips) if by == "tiles" else (train.pips, train.count)


def longest(hand: Sequence[str], start: int, by: TrainMeasure = "tiles") -> Train:
    """The train, after it was laid tile by tile."""
    train = bonepile.longest_train(hand, start, by)
    assert set(train.tiles) <= set(hand)
    assert len(set(train.tiles)) == len(train.tiles) == train.count
    end = start
    for tile in train.tiles:
        assert end in halves(tile)
        end = sum(halves(tile)) - end
    assert train.end == end
    assert train.pips == sum(sum(halves(tile)) for tile in train.tiles)
    return train


@given(
    st.integers(1, 18).flatmap(
        lambda largest: st.tuples(
            st.lists(st.sampled_from(full(largest)), unique=True, max_size=9),
            st.integers(0, largest),
        )
    ),
    st.sampled_from(MEASURES),
)
def test_nothing_longer_is_found_by_trying(
    hand_and_start: tuple[list[str], int], by: TrainMeasure
) -> None:
    hand, start = hand_and_start
    assert measured(longest(hand, start, by), by) == by_trying(frozenset(hand), start, by)


@pytest.mark.parametrize("largest", range(1, 19))
def test_a_whole_set_is_laid_but_for_what_parity_forbids(largest: int) -> None:
    # Without doubles every pip stands in `largest` tiles. If that is odd, all pips but the two ends
    # leave one tile out.
    left_out = 0 if largest % 2 == 0 else (largest - 1) // 2
    train = longest(full(largest), largest)
    assert train.count == len(full(largest)) - left_out


@pytest.mark.parametrize("by", MEASURES)
def test_another_tile_never_makes_the_train_worse(by: TrainMeasure) -> None:
    tiles = full(12)
    random.Random(12).shuffle(tiles)
    before = (0, 0)
    for count in range(1, 92):
        after = measured(longest(tiles[:count], 12, by), by)
        assert after >= before
        before = after


def test_other_pips_in_place_of_these_make_as_many_tiles() -> None:
    chance = random.Random(5)
    for _ in range(50):
        hand = chance.sample(full(18), chance.randint(15, 60))
        names = chance.sample(range(19), 19)
        renamed = [
            "{}-{}".format(*sorted((names[low], names[high]))) for low, high in map(halves, hand)
        ]
        assert longest(hand, 3).count == longest(renamed, names[3]).count


def test_the_order_of_the_hand_makes_no_difference() -> None:
    hand = random.Random(1).sample(full(12), 20)
    assert longest(hand, 12) == longest(tuple(reversed(hand)), 12)


def test_doubles_are_always_laid_on_the_way() -> None:
    hand = ["0-0", "0-1", "1-1", "1-2", "2-2", "0-2", "3-3"]
    assert longest(hand, 1).count == 6
    assert longest(["3-3"], 3) == Train(("3-3",), 1, 6, 3)
    assert longest(["3-3"], 4) == Train((), 0, 0, 4)


def test_tiles_and_pips_are_two_measures() -> None:
    hand = ["0-1", "1-2", "0-12"]
    assert longest(hand, 0, "tiles").tiles == ("0-1", "1-2")
    assert longest(hand, 0, "pips").tiles == ("0-12",)


def test_of_as_many_tiles_the_heavier_ones_are_laid_and_the_reverse() -> None:
    assert longest(["0-1", "0-5"], 0).tiles == ("0-5",)
    # Seven pips with one tile or with two.
    assert longest(["0-7", "0-2", "2-3"], 0, "pips").tiles == ("0-2", "2-3")


@pytest.mark.parametrize(
    ("hand", "start", "by", "error", "message"),
    [
        (["2-1"], 0, "tiles", bonepile.NotationError, r"hand\[0\]: .*write 1-2"),
        (["0-0", "0-19"], 0, "tiles", bonepile.NotationError, r"hand\[1\]: .*double-18"),
        (["300-400"], 0, "tiles", bonepile.NotationError, r"hand\[0\]: .*double-18"),
        (["0-1", "0-1"], 0, "tiles", bonepile.ArgumentError, r"hand\[1\]: 0-1 is there twice"),
        (["0-1"], 19, "tiles", bonepile.ArgumentError, "start: 19 is not in the range 0 to 18"),
        (["0-1"], -1, "tiles", bonepile.ArgumentError, "start"),
        (["0-1"], 0, "length", bonepile.ArgumentError, "by: .*tiles, pips"),
        (["0-1"], 0, 1, TypeError, "by: a str is wanted"),
        (["0-1"], "0", "tiles", TypeError, "start: an int is wanted"),
        (["0-1"], True, "tiles", TypeError, "start: an int is wanted"),
        ("0-1", 0, "tiles", TypeError, "hand: a sequence of tiles is wanted"),
        ([(0, 1)], 0, "tiles", TypeError, r"hand\[0\]: a str is wanted"),
    ],
)
def test_what_is_no_hand_start_or_measure_is_refused(
    hand: object, start: object, by: object, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        bonepile.longest_train(hand, start, by)  # type: ignore[arg-type]


TRAINS = bonepile.Rules("masters-mexican-train", players=3)


@pytest.mark.parametrize("game", range(20))
def test_the_best_opening_is_the_longest_chain_that_can_be_played(game: int) -> None:
    round = bonepile.deal(TRAINS, 7, game=game)
    for _ in range(TRAINS.players):
        seat = round.to_play
        assert seat is not None
        train = bonepile.best_opening(round)
        snapshot = round.snapshot()
        hand = snapshot["hands"][seat]
        assert train == longest(hand, snapshot["table"]["engine"])
        for tile in train.tiles:
            assert round.to_play == seat
            round = round.play(f"{tile}@{seat}")
        if not train.tiles:
            round = round.play(round.legal_actions()[0])
        if round.to_play == seat:
            assert [str(action) for action in round.legal_actions()] == ["stop"]
            round = round.play("stop")


def test_only_who_is_about_to_lay_a_chain_has_a_best_opening() -> None:
    begun = bonepile.deal(TRAINS, 7)
    while not bonepile.best_opening(begun).tiles:
        begun = begun.play(begun.legal_actions()[0])
    begun = begun.play(f"{bonepile.best_opening(begun).tiles[0]}@{begun.to_play}")
    other_games = [
        begun,
        begun.playout(7),
        bonepile.deal(bonepile.Rules("dominos-cc-mexican-train", players=3), 7),
        bonepile.deal(bonepile.Rules("masters-draw", players=2), 7),
    ]
    for round in other_games:
        with pytest.raises(bonepile.StateError, match="chain of its first turn"):
            bonepile.best_opening(round)
    with pytest.raises(TypeError, match="round: a Round is wanted"):
        bonepile.best_opening("6-6")  # type: ignore[arg-type]
