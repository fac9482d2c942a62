"""Match: rounds added up to a target or a number of rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from bonepile.errors import RulesError, StateError
from bonepile.types import ActionLike, AnyDeal, Json

from .deals import Deal, expect_deal, shuffled_deal
from .dice import game_dice
from .parameters import LineRules, TrainRules
from .records import read_record, written_record
from .round import Round, expect_rules
from .rules import Rules
from .values import ROUNDS, WORD, Frozen, number, set_once


class Match(Frozen):
    """Rounds added up to a target or a number of rounds: immutable.

    The first round is dealt at once, from the seed or else from the operating system's entropy;
    ``deal`` names its tiles instead. Round r from a seed is game r of that seed.

    Raises RulesError for train rules without a number of rounds, ArgumentError for a seed outside
    0 <= seed < 2**64, DealError for a deal that does not fit.
    """

    __slots__ = ("_past", "_past_totals", "_seed", "round", "rules")

    rules: Rules
    round: Round
    _seed: int | None
    _past: tuple[Round, ...]
    _past_totals: tuple[int, ...]

    def __init__(
        self,
        rules: Rules,
        seed: int | None = None,
        deal: Deal | Mapping[str, Json] | None = None,
    ) -> None:
        expect_rules(rules)
        expect_rounds(rules)
        seed = _checked_seed(seed)
        self._fill(rules, seed, (), (0,) * rules.sides, deal_round(rules, seed, None, deal))

    def _fill(
        self,
        rules: Rules,
        seed: int | None,
        past: tuple[Round, ...],
        past_totals: tuple[int, ...],
        round: Round,
    ) -> None:
        set_once(self, "rules", rules)
        set_once(self, "_seed", seed)
        set_once(self, "_past", past)
        set_once(self, "_past_totals", past_totals)
        set_once(self, "round", round)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every round so far, the one in progress too."""
        return (*self._past, self.round)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points (or rounds won) of the finished rounds, one number a side."""
        return added_totals(self._past_totals, self.round)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each side as the totals stand; equal totals share one: 1, 1, 3."""
        return places(self.rules, self.totals)

    @property
    def is_over(self) -> bool:
        """Whether the target or the number of rounds is reached."""
        finished = len(self._past) + (self.round.result is not None)
        return match_is_over(self.rules, finished, self.totals)

    def play(self, action: ActionLike, /) -> Match:
        """The match after a legal action.

        Raises IllegalActionError, RoundOverError when the round is over.
        """
        after = object.__new__(type(self))
        round = self.round.play(action)
        after._fill(self.rules, self._seed, self._past, self._past_totals, round)
        return after

    def undo(self) -> Match:
        """The match before the last action; a round without one is taken back as it was dealt.

        Raises StateError when nothing has been played.
        """
        before = object.__new__(type(self))
        if self.round.actions:
            round = self.round.undo()
            before._fill(self.rules, self._seed, self._past, self._past_totals, round)
        elif self._past:
            *past, round = self._past
            totals: tuple[int, ...] = (0,) * self.rules.sides
            for earlier in past:
                totals = added_totals(totals, earlier)
            before._fill(self.rules, self._seed, tuple(past), totals, round)
        else:
            raise StateError("nothing has been played that could be undone")
        return before

    def next_round(self, deal: AnyDeal | Mapping[str, Json] | None = None) -> Match:
        """The match with its next round dealt, or set up from a deal.

        Raises StateError while a round is in progress or when the match is over, RulesError when
        the rules name no number of rounds.
        """
        expect_rounds(self.rules)
        if self.round.result is None:
            raise StateError("the round is not over")
        if self.is_over:
            raise StateError("the match is over")
        if self.round.round + 1 == ROUNDS:
            raise StateError("there is no higher round number")
        after = object.__new__(type(self))
        dealt = deal_round(self.rules, self._seed, self.round, deal)
        after._fill(self.rules, self._seed, self.rounds, self.totals, dealt)
        return after

    def record(self) -> dict[str, Json]:
        """The match as played, as JSON values."""
        return written_record(self.rules, self.rounds)

    @classmethod
    def from_record(
        cls, record: Mapping[str, Json] | str | bytes, /, seed: int | None = None
    ) -> Match:
        """The match that a record tells, every action checked; the seed deals what follows.

        Raises RecordError; RulesError, UnknownPresetError, DealError and PositionError for what
        their constructors refuse; TypeError for a record that is neither a mapping nor JSON text.
        """
        seed = _checked_seed(seed)
        rules, entries = read_record(record)
        rounds: list[Round] = []
        totals = (0,) * rules.sides
        for entry in entries:
            past_totals = totals
            entry.expect_match_goes_on(match_is_over(rules, len(rounds), totals))
            leader = next_leader(rules, rounds[-1] if rounds else None)
            rounds.append(entry.replay(rules, leader))
            totals = added_totals(totals, rounds[-1])
        made = object.__new__(cls)
        made._fill(rules, seed, tuple(rounds[:-1]), past_totals, rounds[-1])
        return made

    def __repr__(self) -> str:
        seed = "" if self._seed is None else f", seed={self._seed}"
        return f"Match.from_record({self.record()!r}{seed})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self is other or (
            self._seed == other._seed and self.rules == other.rules and self.rounds == other.rounds
        )

    def __hash__(self) -> int:
        return hash((self.rules, self.rounds, self._seed))

    def __reduce__(self) -> tuple[object, ...]:
        return Match.from_record, (self.record(), self._seed)


def _checked_seed(seed: int | None) -> int | None:
    return None if seed is None else number("seed", seed, 0, WORD)


def expect_rounds(rules: Rules) -> None:
    """T-MATCH-3: raise RulesError for train rules that name no number of rounds."""
    if isinstance(rules.game, TrainRules) and rules.game.rounds is None:
        raise RulesError("rounds: a match needs a number of rounds")


def deal_round(
    rules: Rules,
    seed: int | None,
    last: Round | None,
    deal: AnyDeal | Mapping[str, Json] | None,
) -> Round:
    """The round after the last one, dealt or set up from a deal, its leader named."""
    index = 0 if last is None else last.round + 1
    if deal is None:
        deal = shuffled_deal(rules, game_dice(seed, index), index)
    return Round(rules, expect_deal(deal).led_by(next_leader(rules, last)), index)


def next_leader(rules: Rules, last: Round | None) -> int | None:
    """L-LEADER-2: seat 0 leads the first ``any_tile`` round; no other opening names a leader.

    L-LEADER-4: later the seat that laid the last tile, under ``winner``. L-LEADER-3: else the seat
    to the left of the leader before.
    """
    game = rules.game
    if not isinstance(game, LineRules) or game.opening != "any_tile":
        return None
    if last is None:
        return 0
    if game.next_leader == "winner" and last.result is not None and last.result.reason == "out":
        return last.last_seat
    return (cast(int, last.leader) + 1) % rules.players


def added_totals(totals: Sequence[int], round: Round) -> tuple[int, ...]:
    """The totals with a round that is finished. L-MATCH-3: its points, those of all sides.

    L-MATCH-4: under ``wins`` 1 for the side that won it.
    """
    result = round.result
    if result is None:
        return tuple(totals)
    game = round.rules.game
    gained: Sequence[int] = result.points
    if isinstance(game, LineRules) and game.match_by == "wins":
        gained = [int(side == result.winner) for side in range(game.sides)]
    return tuple(total + points for total, points in zip(totals, gained, strict=True))


def match_is_over(rules: Rules, finished: int, totals: Sequence[int]) -> bool:
    """T-MATCH-1: the number of rounds is played. L-MATCH-1: or a total is at least the target."""
    game = rules.game
    if isinstance(game, TrainRules):
        return game.rounds is not None and finished >= game.rounds
    return max(totals) >= game.target


def places(rules: Rules, totals: Sequence[int]) -> tuple[int, ...]:
    """L-MATCH-2: the highest total is first. T-MATCH-2: the lowest. Equal totals share a place."""
    lowest_first = isinstance(rules.game, TrainRules)
    worth = [-total if lowest_first else total for total in totals]
    return tuple(1 + sum(other > own for other in worth) for own in worth)
