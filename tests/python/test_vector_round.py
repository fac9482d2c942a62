"""Rounds in step: each slot is the round that is played alongside, number by number."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any

import pytest
from bonepile.errors import ArgumentError, DealError, IllegalActionError
from building import PRESETS, TRAIN_PRESETS

SHOWN = ("to_play", "legal_mask", "observation", "rewards", "done", "game")


def legal_numbers(vector: Any) -> list[list[int]]:
    return [[i for i, legal in enumerate(row) if legal] for row in vector.legal_mask.tolist()]


def some_legal(vector: Any, dice: Random) -> list[int]:
    return [dice.choice(numbers) for numbers in legal_numbers(vector)]


def state(vector: Any) -> list[Any]:
    return [getattr(vector, name).tolist() for name in SHOWN]


class Alongside:
    """A slot's episodes, played as plain rounds."""

    def __init__(self, engine: Any, rules: Any, slot: int, slots: int, seed: int, round: int):
        self.engine, self.rules, self.seed, self.number = engine, rules, seed, round
        self.game, self.slots = slot, slots
        self.rewards, self.done = [0] * rules.sides, 0
        self.round = self.dealt()

    def dealt(self) -> Any:
        return self.engine.deal(self.rules, self.seed, self.number, self.game)

    def step(self, number: int) -> None:
        scored = self.round.snapshot()["scores"]
        after = self.round.play(self.rules.action(number))
        points = after.snapshot()["scores"]
        if after.result is not None:
            sign = -1 if self.rules.family == "train" else 1
            points = [sign * value for value in after.result.points]
        self.rewards = [now - then for now, then in zip(points, scored, strict=True)]
        self.done = int(after.result is not None)
        if self.done:
            self.game += self.slots
            after = self.dealt()
        self.round = after

    def shown(self) -> list[Any]:
        legal = {action.index for action in self.round.legal_actions()}
        mask = [int(number in legal) for number in range(self.rules.num_actions)]
        seen = self.engine.observe(self.round).tolist()
        return [self.round.to_play, mask, seen, self.rewards, self.done, self.game]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_slot_is_the_round_alongside(engine: Any, preset: str) -> None:
    for slots, players, number in ((3, 2, 0), (2, 4, 2)):
        rules = engine.Rules(preset, players=players)
        vector = engine.VectorRound(rules, slots, 11, round=number)
        rounds = [Alongside(engine, rules, slot, slots, 11, number) for slot in range(slots)]
        dice = Random(4)
        ended = 0
        for step in range(450 if preset in TRAIN_PRESETS else 120):
            told = zip(*state(vector), strict=True)
            assert [list(row) for row in told] == [slot.shown() for slot in rounds], step
            numbers = some_legal(vector, dice)
            assert vector.step(numbers) is None
            for slot, chosen in zip(rounds, numbers, strict=True):
                slot.step(chosen)
            ended += sum(vector.done)
        assert ended >= 2, "episodes follow on each other"


def test_rewards_add_up_to_the_points(engine: Any) -> None:
    for preset, sign in (("all-fives", 1), ("masters-mexican-train", -1)):
        rules = engine.Rules(preset, players=2)
        vector, dice = engine.VectorRound(rules, 1, 5), Random(1)
        actions, scored = [], [0, 0]
        while not vector.done[0]:
            (number,) = some_legal(vector, dice)
            actions.append(rules.action(number))
            vector.step([number])
            rewards = vector.rewards.tolist()[0]
            assert preset == "all-fives" or vector.done[0] or rewards == [0, 0]
            scored = [a + b for a, b in zip(scored, rewards, strict=True)]
        ended = engine.Round(rules, engine.deal(rules, 5).deal, 0, actions)
        assert scored == [sign * points for points in ended.result.points]
        assert any(scored)
        vector.step(some_legal(vector, dice))
        assert vector.done[0] == 0
        assert vector.game[0] == 1


def test_the_columns(engine: Any) -> None:
    rules = engine.Rules("masters-block", players=4)
    vector = engine.VectorRound(rules, 3, 1)
    size = list(engine.observation_layout(rules).values())[-1].stop
    assert (len(vector), vector.num_actions, vector.observation_size) == (3, 142, size)
    assert vector.rules == rules
    told = {name: (getattr(vector, name).format, getattr(vector, name).shape) for name in SHOWN}
    assert told == {
        "to_play": ("b", (3,)),
        "legal_mask": ("B", (3, 142)),
        "observation": ("h", (3, size)),
        "rewards": ("h", (3, 2)),
        "done": ("B", (3,)),
        "game": ("Q", (3,)),
    }
    for name in SHOWN:
        column = getattr(vector, name)
        assert column.readonly
        with pytest.raises(TypeError):
            column[(0, 0) if len(column.shape) == 2 else 0] = 1
        with pytest.raises(AttributeError):
            setattr(vector, name, column)
    assert vector.game.tolist() == [0, 1, 2]
    assert (vector.rewards.tolist(), vector.done.tolist()) == ([[0, 0]] * 3, [0, 0, 0])


def test_the_next_step_overwrites_what_was_shown(engine: Any) -> None:
    vector, dice = engine.VectorRound(engine.Rules("pagat-draw", players=2), 2, 1), Random(1)
    held = {name: getattr(vector, name) for name in SHOWN}
    for _ in range(100):
        vector.step(some_legal(vector, dice))
        for name, column in held.items():
            assert column.tolist() == getattr(vector, name).tolist()
    assert vector.game[0] > 0


@pytest.mark.parametrize("code", "bBhHiIlLqQ")
def test_numbers_in_a_buffer(engine: Any, code: str) -> None:
    rules = engine.Rules("masters-draw", players=2, set=2, hand_size=1)
    one, other = (engine.VectorRound(rules, 4, 3) for _ in range(2))
    dice = Random(2)
    for _ in range(12):
        numbers = some_legal(one, dice)
        one.step(numbers)
        other.step(array(code, numbers))
        assert state(one) == state(other)
    numbers = some_legal(one, dice)
    one.step(tuple(numbers))
    other.step(memoryview(array("q", [n for number in numbers for n in (number, 0)]))[::2])
    assert state(one) == state(other)


def test_a_number_that_is_not_legal_plays_nothing(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    vector, dice = engine.VectorRound(rules, 5, 9), Random(3)
    for _ in range(20):
        legal, good, before = legal_numbers(vector), some_legal(vector, dice), state(vector)
        illegal = next(n for n in range(rules.num_actions) if n not in legal[3])
        with pytest.raises(IllegalActionError, match="slot 3: ") as refused:
            vector.step([*good[:3], illegal, illegal])
        assert refused.value.action == str(rules.action(illegal))
        assert refused.value.legal == tuple(sorted(str(rules.action(n)) for n in legal[3]))
        assert refused.value.reason not in ("unreadable", "round_over")
        assert state(vector) == before
        vector.step(good)


@pytest.mark.parametrize("number", [-1, 142, 2**31, 2**63, 2**64, -(2**70)])
def test_a_number_that_no_action_has(engine: Any, number: int) -> None:
    rules = engine.Rules("masters-draw", players=2)
    vector = engine.VectorRound(rules, 2, 9)
    good, before = some_legal(vector, Random(1)), state(vector)
    with pytest.raises(IllegalActionError, match="slot 1: ") as refused:
        vector.step([good[0], number])
    legal = tuple(sorted(str(rules.action(n)) for n in legal_numbers(vector)[1]))
    assert refused.value.reason == "unreadable"
    assert refused.value.action in (str(number), "a number that long")
    assert refused.value.action == str(number) or abs(number) >= 2**63
    assert refused.value.legal == legal
    assert state(vector) == before


def test_as_many_numbers_as_slots(engine: Any) -> None:
    vector = engine.VectorRound(engine.Rules("masters-draw", players=2), 3, 9)
    good, before = some_legal(vector, Random(1)), state(vector)
    for wrong in ([], good[:2], [*good, 0], array("q", good[:2]), b""):
        with pytest.raises(ArgumentError, match="actions"):
            vector.step(wrong)
    assert state(vector) == before


@pytest.mark.parametrize(
    "wrong",
    [None, 7, "012", ["0", 1, 2], [True, 1, 2], [0.0, 1, 2], {0, 1, 2}, array("d", [0, 1, 2])],
    ids=repr,
)
def test_what_is_no_list_of_numbers(engine: Any, wrong: Any) -> None:
    vector = engine.VectorRound(engine.Rules("masters-draw", players=2), 3, 9)
    before = state(vector)
    with pytest.raises(TypeError):
        vector.step(wrong)
    assert state(vector) == before


def test_numbers_outside_their_range(engine: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    for n in (0, -1, 2**32 + 1, 2**70):
        with pytest.raises(ArgumentError, match=r"\bn\b"):
            engine.VectorRound(rules, n, 1)
    for seed in (-1, 2**64):
        with pytest.raises(ArgumentError, match="seed"):
            engine.VectorRound(rules, 1, seed)
    for round in (-1, 2**32):
        with pytest.raises(ArgumentError, match="round"):
            engine.VectorRound(rules, 1, 1, round=round)
    with pytest.raises(DealError):
        engine.VectorRound(engine.Rules("dominos-cc-mexican-train", players=2), 1, 1, round=13)


@pytest.mark.parametrize("wrong", [None, True, 1.0, "1"])
def test_values_of_the_wrong_type(engine: Any, wrong: Any) -> None:
    rules = engine.Rules("masters-draw", players=2)
    for given in ((wrong, 1, 1), (rules, wrong, 1), (rules, 1, wrong)):
        with pytest.raises(TypeError):
            engine.VectorRound(*given)
    with pytest.raises(TypeError):
        engine.VectorRound(rules, 1, 1, round=wrong)


def test_an_array_shares_the_memory(engine: Any) -> None:
    numpy = pytest.importorskip("numpy")
    vector = engine.VectorRound(engine.Rules("masters-draw", players=2), 3, 9)
    mask = numpy.asarray(vector.legal_mask)
    assert numpy.shares_memory(mask, numpy.asarray(vector.legal_mask))
    vector.step(mask.argmax(axis=1))
    assert mask.tolist() == vector.legal_mask.tolist()
