"""Round: one deal being played out, one face over both families."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self, TypeAlias

from bonepile.errors import (
    DealError,
    IllegalActionError,
    PositionError,
    RoundOverError,
    StateError,
)
from bonepile.types import ActionLike, AnyDeal, Json, Policy, Refusal, Result, Snapshot

from .actions import DRAW, Action, Move, notation_of
from .deals import Deal, checked_tiles, expect_deal, shuffled_deal
from .dice import Dice, game_dice
from .line import LineState
from .parameters import LineRules, TrainRules
from .policies import chooser
from .position_tiles import tile_faults
from .positions import LinePosition, TrainPosition, read_position
from .reachable_line import line_faults
from .reachable_train import train_faults
from .refusals import why_illegal
from .rules import Rules
from .state import State
from .tiles import TEXT
from .train import TrainState
from .values import ROUNDS, WORD, Frozen, number, set_once, type_name

Start: TypeAlias = Deal | LinePosition | TrainPosition
"""What a round begins with."""


class Round(Frozen):
    """One deal being played out: immutable; ``play`` returns the next round.

    ``round`` is the 0-based number of the round in its match, ``actions`` what has been played
    since the deal, or since the position that the round was set up from. A leader that the opening
    asks for and the deal does not name is seat ``round % players``.

    Raises DealError with every reason at once, RedealError where nobody holds the double that must
    open, IllegalActionError for the first action that is not legal, ArgumentError for a ``round``
    outside 0 <= round < 2**32, TypeError for a value of the wrong type.
    """

    __slots__ = ("__weakref__", "_before", "_last", "_legal", "_start", "_state", "round", "rules")

    rules: Rules
    round: int
    _start: Start
    _state: State
    _before: Round | None
    _last: Action | None
    _legal: list[Move]

    def __init__(
        self,
        rules: Rules,
        deal: Deal | Mapping[str, Json],
        round: int = 0,
        actions: Sequence[ActionLike] = (),
    ) -> None:
        expect_rules(rules)
        deal = expect_deal(deal)
        expect_actions(actions)
        round = number("round", round, 0, ROUNDS)
        tiles = checked_tiles(rules, deal, round)
        game = rules.game
        state: State
        if isinstance(game, LineRules):
            deal = with_leader_named(game, deal, round)
            state = LineState.dealt(game, deal, tiles)
        else:
            state = TrainState.dealt(game, deal, tiles, round)
        played = object.__new__(Round)
        played._fill(rules, deal, round, state, None, None)
        for action in actions:
            played = played.play(action)
        self._fill(rules, deal, round, played._state, played._before, played._last)

    @classmethod
    def from_position(
        cls, rules: Rules, position: Mapping[str, Json], actions: Sequence[ActionLike] = ()
    ) -> Self:
        """The round that goes on from a position (docs/positions.md), and its actions from there.

        Raises PositionError with every reason of a stage at once, IllegalActionError for the first
        action that is not legal, TypeError for a value of the wrong type.
        """
        expect_rules(rules)
        expect_actions(actions)
        start = checked_position(rules, position)
        played = object.__new__(cls)
        played._fill(rules, start, start.round, set_up_state(rules, start), None, None)
        for action in actions:
            played = played.play(action)
        return played

    def _fill(
        self,
        rules: Rules,
        start: Start,
        round: int,
        state: State,
        before: Round | None,
        last: Action | None,
    ) -> None:
        set_once(self, "rules", rules)
        set_once(self, "_start", start)
        set_once(self, "round", round)
        set_once(self, "_state", state)
        set_once(self, "_before", before)
        set_once(self, "_last", last)
        set_once(self, "_legal", state.legal_moves())

    @property
    def deal(self) -> Deal | None:
        """The deal, its leader filled in; None for a round that was set up from a position."""
        return self._start if isinstance(self._start, Deal) else None

    @property
    def set_up_from(self) -> dict[str, Json] | None:
        """The position that the round was set up from; None for a round that was dealt."""
        return None if isinstance(self._start, Deal) else self._start.to_dict()

    @property
    def leader(self) -> int | None:
        """The seat that leads or led; None where the opening names none."""
        return self._start.leader

    @property
    def actions(self) -> tuple[Action, ...]:
        """What has been played since the deal or the position."""
        backwards = []
        played = self
        while played._before is not None:
            assert played._last is not None
            backwards.append(played._last)
            played = played._before
        return tuple(reversed(backwards))

    @property
    def to_play(self) -> int | None:
        """The seat on turn, None when the round is over."""
        return self._state.to_play if self._state.result is None else None

    @property
    def result(self) -> Result | None:
        """How the round ended, None while it goes on."""
        return self._state.result

    @property
    def last_seat(self) -> int:
        """The seat that acted last, at the end the one that laid the last tile or passed last."""
        return self._state.to_play if self._before is None else self._before._state.to_play

    def legal_actions(self) -> list[Action]:
        """Every legal action, in the order that random play counts them; [] after the end."""
        action_of = self.rules.book.action_of
        return [action_of[move] for move in self._legal]

    def _legal_texts(self) -> list[str]:
        text_of = self.rules.book.text_of
        return sorted([text_of[move] for move in self._legal])

    def is_legal(self, action: ActionLike, /) -> bool:
        """Whether the action is legal now; any other text is not."""
        return self._legal_move(_text(action)) is not None

    def why_illegal(self, action: ActionLike, /) -> Refusal | None:
        """The first reason why not, None when the action is legal."""
        text = _text(action)
        if self._legal_move(text) is not None:
            return None
        return why_illegal(self._state, self._legal, self.rules.game.set, text)

    def _legal_move(self, text: str) -> Move | None:
        move = self.rules.book.move_of.get(text)
        return move if move in self._legal else None

    def play(self, action: ActionLike, /) -> Self:
        """The round after a legal action.

        Raises IllegalActionError, after the end RoundOverError.
        """
        text = _text(action)
        move = self._legal_move(text)
        if move is None:
            raise self._refused(text)
        return self._after(move)

    def _after(self, move: Move) -> Self:
        after = object.__new__(type(self))
        action = self.rules.book.action_of[move]
        after._fill(self.rules, self._start, self.round, self._state.play(move), self, action)
        return after

    def _refused(self, text: str) -> IllegalActionError:
        code, message = why_illegal(self._state, self._legal, self.rules.game.set, text)
        if code == "round_over":
            return RoundOverError(text, code, message, ())
        legal = self._legal_texts()
        return IllegalActionError(text, code, f"{message}; legal are {', '.join(legal)}", legal)

    def undo(self) -> Round:
        """The round before the last action. Raises StateError before the first one.

        A position has no past: from there, nothing is taken back.
        """
        if self._before is None:
            raise StateError("nothing has been played yet")
        return self._before

    def with_deal(self, deal: AnyDeal | Mapping[str, Json]) -> Round:
        """The same actions on another deal, with this round's leader where it names none.

        Raises DealError naming the first action that the deal contradicts, or for a deal that does
        not fit the rules; StateError when the round was set up from a position.
        """
        deal = expect_deal(deal)
        if self.deal is None:
            raise StateError("the round was set up from a position and has no deal")
        played = Round(self.rules, deal.led_by(self.leader), self.round)
        for at, action in enumerate(self.actions):
            why = played.why_illegal(action)
            if why is not None:
                raise DealError(f"actions[{at}]: {action} is not legal on this deal ({why.code})")
            played = played.play(action)
        return played

    def snapshot(self) -> Snapshot:
        """The whole table as JSON values, hidden tiles included."""
        state = self._state
        result = state.result
        return {
            "to_play": self.to_play,
            "legal": self._legal_texts(),
            "hands": [[TEXT[tile] for tile in hand] for hand in state.hands],
            "boneyard": len(state.boneyard),
            "scores": list(state.points_in_play()),
            "table": state.table(),
            "result": None if result is None else result_json(result),
        }

    def position(self) -> dict[str, Json]:
        """Everything that the round needs to go on, as JSON values (docs/positions.md)."""
        return self._state.position(self.round, self.leader).to_dict()

    def position_key(self) -> bytes:
        """Equal for two rounds under equal rules only when all that can follow is equal."""
        over = self._state.result is not None
        return repr(self.snapshot() if over else self._state.key()).encode()

    def perft(self, depth: int, /) -> int:
        """The number of sequences of exactly ``depth`` actions, 0 <= depth < 2**32."""
        return count_sequences(self._state, number("depth", depth, 0, ROUNDS))

    def divide(self, depth: int, /) -> dict[str, int]:
        """For each legal action, sorted, the sequences of ``depth`` actions that begin with it."""
        if number("depth", depth, 0, ROUNDS) == 0:
            return {}
        move_of = self.rules.book.move_of
        return {
            text: count_sequences(self._state.play(move_of[text]), depth - 1)
            for text in self._legal_texts()
        }

    def playout(
        self, seed: int | None = None, game: int | None = None, policy: Policy = "random"
    ) -> Round:
        """The round played to its end by a policy with the dice of that seed and game.

        ``game`` is the round's number where it is not given; without a seed the dice come from the
        operating system's entropy. Raises ArgumentError for a number outside 0 <= number < 2**64
        and for a policy that the rules do not have.
        """
        dice = checked_dice(seed, game, self.round)
        choose = chooser(self.rules, policy)
        played = self
        throws = 0
        while played._legal:
            legal = played._legal
            among = choose(played.rules, played._state, legal)
            chosen = among[0] if len(among) == 1 else among[dice.die(0, throws, len(among))]
            throws += legal != [DRAW]
            played = played._after(chosen)
        return played

    def __repr__(self) -> str:
        actions = [str(action) for action in self.actions]
        position = self.set_up_from
        if position is not None:
            return f"Round.from_position({self.rules!r}, {position!r}, actions={actions!r})"
        return f"Round({self.rules!r}, {self.deal!r}, round={self.round}, actions={actions!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Round):
            return NotImplemented
        return self is other or (
            self.round == other.round
            and self.rules == other.rules
            and self._start == other._start
            and self.actions == other.actions
        )

    def __hash__(self) -> int:
        return hash((self.rules, self.round, self._start, self.actions))

    def __reduce__(self) -> tuple[object, ...]:
        actions = [str(action) for action in self.actions]
        position = self.set_up_from
        if position is not None:
            return Round.from_position, (self.rules, position, actions)
        return Round, (self.rules, self.deal, self.round, actions)


def checked_position(rules: Rules, position: Mapping[str, Json]) -> LinePosition | TrainPosition:
    """The position, if play under the rules may reach it as far as docs/positions.md tells.

    Raises PositionError with every reason of the first stage that has one.
    """
    read = read_position(rules, position)
    faults = tile_faults(rules, read)
    if not faults and isinstance(read, LinePosition):
        faults = line_faults(rules, read)
    elif not faults and isinstance(read, TrainPosition):
        faults = train_faults(rules, read)
    if faults:
        raise PositionError(faults)
    return read


def set_up_state(rules: Rules, position: LinePosition | TrainPosition) -> State:
    """The state that goes on from a position."""
    game = rules.game
    if isinstance(position, LinePosition):
        assert isinstance(game, LineRules)
        return LineState.set_up(game, position)
    assert isinstance(game, TrainRules)
    return TrainState.set_up(game, position)


def with_leader_named(game: LineRules, deal: Deal, round: int) -> Deal:
    """L-LEADER-1: the leader is seat ``round % players`` unless the deal names another."""
    return deal.led_by(round % game.players) if game.opening == "any_tile" else deal


def deal(rules: Rules, seed: int | None = None, round: int = 0, game: int | None = None) -> Round:
    """A freshly dealt round, shuffled again while nobody holds a double that must open.

    ``game`` is ``round`` where it is not given; without a seed the dice come from the operating
    system's entropy. Where the opening names a leader it is seat ``round % players``.

    Raises ArgumentError for a number outside 0 <= seed, game < 2**64 or 0 <= round < 2**32,
    DealError for a round that has no engine.
    """
    expect_rules(rules)
    round = number("round", round, 0, ROUNDS)
    return Round(rules, shuffled_deal(rules, checked_dice(seed, game, round), round), round)


def expect_actions(actions: object) -> None:
    """Raise TypeError for anything but a sequence of actions."""
    if isinstance(actions, str) or not isinstance(actions, Sequence):
        msg = f"actions must be a sequence of actions, not {type(actions).__name__}"
        raise TypeError(msg)


def expect_rules(rules: object) -> None:
    """Raise TypeError for anything but rules."""
    if not isinstance(rules, Rules):
        msg = f"rules must be Rules, not {type_name(rules)}"
        raise TypeError(msg)


def expect_round(round: object) -> Round:
    """The round. Raises TypeError for anything else."""
    if not isinstance(round, Round):
        msg = f"round must be a Round, not {type_name(round)}"
        raise TypeError(msg)
    return round


def checked_dice(seed: int | None, game: int | None, round: int) -> Dice:
    """The dice of a game, which is the round's number where none is given."""
    if seed is not None:
        seed = number("seed", seed, 0, WORD)
    game = round if game is None else number("game", game, 0, WORD)
    return game_dice(seed, game)


def count_sequences(state: State, depth: int) -> int:
    """The number of sequences of exactly ``depth`` actions; rounds that end earlier add nothing."""
    sequences = 0
    waiting = [(state, depth)]
    while waiting:
        position, left = waiting.pop()
        if left == 0:
            sequences += 1
        elif left == 1:
            sequences += len(position.legal_moves())
        else:
            waiting += [(position.play(move), left - 1) for move in position.legal_moves()]
    return sequences


def result_json(result: Result) -> dict[str, Json]:
    """The result as snapshots and records hold it."""
    return {
        "reason": result.reason,
        "out": list(result.out),
        "winner": result.winner,
        "points": list(result.points),
    }


def _text(action: object) -> str:
    notation = notation_of(action)
    if notation is None:
        msg = f"an action is a str or an Action, not {type(action).__name__}"
        raise TypeError(msg)
    return notation
