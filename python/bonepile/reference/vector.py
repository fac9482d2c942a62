"""Many rounds in step, one a slot, for programs that learn (docs/playouts.md)."""

from __future__ import annotations

import operator
import sys
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Literal

from bonepile.errors import ArgumentError, IllegalActionError

from .actions import Move
from .columns import Column
from .observations import observation_size, observed
from .round import Round, deal, expect_rules
from .rules import Rules
from .values import ROUNDS, WORD, is_list, number, shown

if TYPE_CHECKING:
    from typing_extensions import Buffer

WHOLE_CODES = frozenset("bBhHiIlLqQnN")
"""What the module struct calls integers; the small letters have a sign."""

BYTE_ORDERS: dict[str, Literal["little", "big"]] = {
    **dict.fromkeys(("", "@", "="), sys.byteorder),
    "<": "little",
    ">": "big",
    "!": "big",
}
"""The order of bytes by the character that a buffer's format begins with."""


class VectorRound:
    """Rounds in slots 0 to n - 1, played in step; a round that ends makes room for the next.

    In slot e the episodes k = 0, 1, … are the games e + k * n of the seed, dealt as round number
    ``round``. The properties are read-only memoryviews over memory that the next :meth:`step`
    overwrites.

    Raises ArgumentError for a number outside its range (``1 <= n <= 2**32``), DealError for a round
    that has no engine, TypeError for a value of the wrong type.
    """

    def __init__(self, rules: Rules, n: int, seed: int, *, round: int = 0) -> None:
        expect_rules(rules)
        self._rules = rules
        self._seed = number("seed", seed, 0, WORD)
        self._round = number("round", round, 0, ROUNDS)
        n = number("n", n, 1, ROUNDS + 1)
        self._slots = [self._dealt(game) for game in range(n)]
        self._to_play = Column("b", n)
        self._legal_mask = Column("B", n, rules.num_actions)
        self._observation = Column("h", n, observation_size(rules))
        self._rewards = Column("h", n, rules.sides)
        self._done = Column("B", n)
        self._game = Column("Q", n)
        for slot in range(n):
            self._game.write(slot, [slot])
            self._show(slot)

    def _dealt(self, game: int) -> Round:
        return deal(self._rules, self._seed, self._round, game)

    def _show(self, slot: int) -> None:
        """Write what the seat on turn in a slot sees and may do."""
        round = self._slots[slot]
        assert round.to_play is not None
        mask = [0] * self.num_actions
        for action in round.legal_actions():
            mask[action.index] = 1
        self._to_play.write(slot, [round.to_play])
        self._legal_mask.write(slot, mask)
        self._observation.write(slot, observed(round, round.to_play))

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._rules

    @property
    def num_actions(self) -> int:
        """How many action numbers there are."""
        return self._rules.num_actions

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return self._observation.width

    @property
    def to_play(self) -> memoryview:
        """The seat on turn: format b, shape (n,)."""
        return self._to_play.view()

    @property
    def legal_mask(self) -> memoryview:
        """1 for each legal action: format B, shape (n, num_actions)."""
        return self._legal_mask.view()

    @property
    def observation(self) -> memoryview:
        """What the seat on turn sees: format h, shape (n, observation_size)."""
        return self._observation.view()

    @property
    def rewards(self) -> memoryview:
        """The points that the last step brought each side: format h, shape (n, sides).

        In train games penalties, as negative numbers. 0 before the first step.
        """
        return self._rewards.view()

    @property
    def done(self) -> memoryview:
        """1 where the last step ended the round: format B, shape (n,)."""
        return self._done.view()

    @property
    def game(self) -> memoryview:
        """The number of the game that each slot plays: format Q, shape (n,)."""
        return self._game.view()

    def __len__(self) -> int:
        return len(self._slots)

    def step(self, actions: Buffer | Sequence[int], /) -> None:
        """Play one action number a slot, and deal the next episode where a round ended.

        Raises IllegalActionError that names the first slot in which its number is not legal; then
        nothing is played. ArgumentError for another number of numbers than slots, TypeError for
        what is no buffer or sequence of integers.
        """
        numbers = action_numbers(actions, len(self))
        moves = [self._move(slot, index) for slot, index in enumerate(numbers)]
        for slot, move in enumerate(moves):
            self._play(slot, move)

    def _move(self, slot: int, index: int) -> Move:
        """The move with that number, if it is legal in the slot."""
        round = self._slots[slot]
        moves = round.rules.book.moves
        move = moves[index] if 0 <= index < len(moves) else None
        if move is not None and move in round._legal:
            return move
        text = shown(index) if move is None else round.rules.book.text_of[move]
        refused = round._refused(text)
        message = f"slot {slot}: {refused}"
        raise IllegalActionError(refused.action, refused.reason, message, refused.legal)

    def _play(self, slot: int, move: Move) -> None:
        before = self._slots[slot]
        after = before._after(move)
        ended = after.result is not None
        self._rewards.write(slot, rewards(before, after))
        self._done.write(slot, [int(ended)])
        if ended:
            game = self._game.numbers[slot] + len(self)
            self._game.write(slot, [game])
            after = self._dealt(game)
        self._slots[slot] = after
        self._show(slot)

    def __repr__(self) -> str:
        return f"<VectorRound of {len(self)} slots, seed {self._seed}, {self._rules!r}>"


def rewards(before: Round, after: Round) -> list[int]:
    """The points that an action brought each side; penalties are negative."""
    result = after.result
    earlier = before._state.points_in_play()
    if result is None:
        later = after._state.points_in_play()
    elif after.rules.family == "line":
        later = result.points
    else:
        later = tuple(-points for points in result.points)
    return [now - then for now, then in zip(later, earlier, strict=True)]


def action_numbers(actions: object, slots: int) -> list[int]:
    """The integers of a buffer or a sequence, one a slot.

    Raises TypeError for anything else, ArgumentError for more or fewer.
    """
    try:
        buffer = memoryview(actions)  # type: ignore[arg-type]
    except TypeError:
        numbers = in_sequence(actions, slots)
    else:
        numbers = in_buffer(buffer)
    expect_one_a_slot(len(numbers), slots)
    return numbers


def expect_one_a_slot(given: int, slots: int) -> None:
    """Raise ArgumentError unless there are as many numbers as slots."""
    if given != slots:
        raise ArgumentError(f"actions must hold one number for each of {slots} slots, not {given}")


def in_sequence(actions: object, slots: int) -> list[int]:
    """The integers of a sequence; one that is too long is not read to its end, if it has one."""
    if not is_list(actions):
        msg = f"actions must be a buffer or a sequence of ints, not {type(actions).__name__}"
        raise TypeError(msg)
    expect_one_a_slot(len(actions), slots)
    return [integer(index, slot) for slot, index in enumerate(islice(actions, slots + 1))]


def integer(index: object, slot: int) -> int:
    """Whatever Python takes for an integer; true and false are none."""
    if not isinstance(index, bool):
        try:
            return operator.index(index)  # type: ignore[arg-type]
        except TypeError:
            pass
    msg = f"actions[{slot}] must be an int, not {type(index).__name__}"
    raise TypeError(msg)


def in_buffer(buffer: memoryview) -> list[int]:
    """The integers of a buffer of one dimension, in either order of bytes."""
    if buffer.ndim != 1:
        raise ArgumentError(f"actions must have one dimension, not {buffer.ndim}")
    order, code = buffer.format[:-1], buffer.format[-1:]
    if order not in BYTE_ORDERS or code not in WHOLE_CODES:
        msg = f"actions must hold integers, not numbers of format {buffer.format!r}"
        raise TypeError(msg)
    held, size = buffer.tobytes(), buffer.itemsize
    return [
        int.from_bytes(held[at : at + size], BYTE_ORDERS[order], signed=code.islower())
        for at in range(0, len(held), size)
    ]
