"""The actions of rounds in step: every form of buffer and sequence, and what is none."""

from __future__ import annotations

import array
import ctypes
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, count
from typing import Any

import pytest
from bonepile.errors import ArgumentError, IllegalActionError

SLOTS = 3


def rounds_in_step(engine: Any) -> Any:
    return engine.VectorRound(engine.Rules("masters-mexican-train", players=4), SLOTS, 5)


def legal(rounds: Any) -> list[int]:
    return [row.index(1) for row in rounds.legal_mask.tolist()]


class Index:
    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


class Numbers(Sequence[int]):
    """A sequence that is no list, of integers that are no ints."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, place: Any) -> Any:
        return Index(self.numbers[place])


def in_c(kind: Any, numbers: list[int]) -> Any:
    return (kind * len(numbers))(*numbers)


def every_second(numbers: list[int]) -> memoryview:
    spaced = chain.from_iterable((number, -1) for number in numbers)
    return memoryview(array.array("i", spaced))[::2]


WAYS: dict[str, Callable[[list[int]], Any]] = {
    "list": list,
    "tuple": tuple,
    "sequence": Numbers,
    "every second": every_second,
    **{code: partial(array.array, code) for code in "hHiIlLqQ"},
    **{
        f"{kind.__name__} {order}": partial(in_c, getattr(kind, order))
        for kind in (ctypes.c_int16, ctypes.c_uint32, ctypes.c_int64)
        for order in ("__ctype_le__", "__ctype_be__")
    },
}


@pytest.mark.parametrize("way", WAYS)
def test_actions_are_taken_in_every_form(engine: Any, way: str) -> None:
    one, other = (rounds_in_step(engine) for _ in range(2))
    for _ in range(5):
        actions = legal(one)
        one.step(actions)
        other.step(WAYS[way](actions))
        assert one.observation == other.observation


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0] * (SLOTS - 1), ArgumentError),
        (b"\0" * (SLOTS + 1), ArgumentError),
        (memoryview(bytes(4)).cast("B", (2, 2)), ArgumentError),
        ([-1] * SLOTS, IllegalActionError),
        ([2**70] * SLOTS, IllegalActionError),
        (array.array("Q", [2**64 - 1] * SLOTS), IllegalActionError),
        (array.array("d", [0] * SLOTS), TypeError),
        (memoryview(bytes(SLOTS)).cast("?"), TypeError),
        (["0"] * SLOTS, TypeError),
        ([True] * SLOTS, TypeError),
        ([0.0] * SLOTS, TypeError),
        ("0" * SLOTS, TypeError),
        (iter([0] * SLOTS), TypeError),
    ],
)
def test_what_is_no_action_leaves_the_rounds_as_they_are(
    engine: Any, actions: Any, error: type[Exception]
) -> None:
    rounds = rounds_in_step(engine)
    before = rounds.observation.tobytes(), rounds.legal_mask.tobytes()
    with pytest.raises(error):
        rounds.step(actions)
    assert (rounds.observation.tobytes(), rounds.legal_mask.tobytes()) == before


def test_actions_that_play_while_they_are_read_do_no_harm(engine: Any) -> None:
    rounds = rounds_in_step(engine)
    last = rounds_in_step(engine)
    last.step(legal(last))

    class Playing(Numbers):
        def __getitem__(self, place: Any) -> Any:
            if place == 0:
                rounds.step(legal(rounds))
            return legal(last)[place]

    rounds.step(Playing(legal(last)))
    last.step(legal(last))
    assert rounds.observation == last.observation


class Endless(Numbers):
    """A sequence that goes on after its end."""

    def __iter__(self) -> Iterator[Any]:
        return map(Index, count())


@pytest.mark.parametrize(
    "actions", [range(2**40), Numbers([0] * (SLOTS + 1)), Endless([0] * SLOTS)], ids=repr
)
def test_what_is_too_long_is_not_read_to_its_end(engine: Any, actions: Any) -> None:
    with pytest.raises(ArgumentError, match=r"actions.*\b3 slots"):
        rounds_in_step(engine).step(actions)
